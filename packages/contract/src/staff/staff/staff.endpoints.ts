import * as z from 'zod/mini'
import { Role } from '../../access/permission.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset, SearchText } from '../../list.ts'
import { NewStaffMember, StaffChanges, StaffMember } from './staff.schema.ts'

/** Lists staff by e-mail address, those who may sign in first. */
export const listStaff = endpoint({
  name: 'listStaff',
  method: 'GET',
  path: '/admin/staff',
  summary: 'List staff, or search them by name or e-mail',
  description: 'Lists those who may sign in first.',
  requirements: ['OQ-355'],
  permissions: ['staff.read'],
  query: z.object({
    q: z.optional(SearchText),
    role: z.optional(Role),
    limit: limit(50),
    offset: offset(),
  }),
  response: ok(z.object({ count: z.int(), staff: z.array(StaffMember) })),
})

/** Lets an address sign in that the settings do not admit, or gives an address its role before the first sign-in. */
export const inviteStaff = endpoint({
  name: 'inviteStaff',
  method: 'POST',
  path: '/admin/staff',
  summary: 'Invite a member of staff by e-mail address',
  description: 'Refuses an address that is known (409).',
  requirements: ['OQ-356'],
  permissions: ['staff.read', 'staff.write'],
  body: NewStaffMember,
  response: ok(StaffMember),
  status: 201,
})

export const updateStaff = endpoint({
  name: 'updateStaff',
  method: 'PATCH',
  path: '/admin/staff/:id',
  summary: 'Change the role of a member of staff, or disable or enable the account',
  description:
    'A role that is sent outranks the groups of the sign-in provider, also the same one; follows_groups lets them decide again. Refuses the own account, an owner by setting, the last owner, and follows_groups where groups give no roles (409).',
  requirements: ['OQ-355', 'OQ-700'],
  permissions: ['staff.read', 'staff.write'],
  params: z.object({ id: Id }),
  body: StaffChanges,
  response: ok(StaffMember),
  versioned: true,
})

/** Lets another account sign in with the address of a member of staff, for instance after the account was recreated. */
export const inviteStaffAgain = endpoint({
  name: 'inviteStaffAgain',
  method: 'POST',
  path: '/admin/staff/:id/invite',
  summary: 'Invite the address of a member of staff again',
  description: 'Refuses the own account (409).',
  requirements: ['OQ-336'],
  permissions: ['staff.read', 'staff.write'],
  params: z.object({ id: Id }),
  response: ok(StaffMember),
})
