import * as z from 'zod/mini'
import { Role, roles } from '../access/permission.ts'
import { email } from '../field.ts'

export const staffMessages = {
  role: 'Choose a role',
  known: 'This address is already on the list',
  disabled: 'This account is disabled. Enable it instead.',
  self: 'You cannot change your own access. Ask another owner.',
  lastOwner: 'This is the last owner. Make somebody else an owner first.',
  bySetting: 'This account is an owner by the setting ADMIN_EMAILS. Take it out there first.',
  changed: 'Somebody has changed this account meanwhile.',
} as const

export const StaffMember = z.object({
  _id: z.string(),
  email: z.string(),
  /** Empty until the first sign-in. */
  name: z.string(),
  role: Role,
  /** An owner by ADMIN_EMAILS: neither role nor access can be changed here. */
  is_owner_by_setting: z.boolean(),
  is_disabled: z.boolean(),
  invited_by: z.nullable(z.string()),
  invited_at: z.nullable(z.string()),
  first_sign_in_at: z.nullable(z.string()),
  last_sign_in_at: z.nullable(z.string()),
  version: z.int(),
})
export type StaffMember = z.output<typeof StaffMember>

const role = z.enum(roles, { error: staffMessages.role })

export const NewStaffMember = z.object({ email: email(), role })
export type NewStaffMember = z.output<typeof NewStaffMember>

export const StaffChanges = z.object({
  role: z.optional(role),
  is_disabled: z.optional(z.boolean()),
})
export type StaffChanges = z.output<typeof StaffChanges>
