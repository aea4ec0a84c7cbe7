import * as z from 'zod/mini'
import { Role, roles } from '../../access/permission.ts'
import { emailPattern } from '../../field.ts'

const invalidEmail = 'Invalid email format'
const isVisible = (text: string) => !/[\p{Cc}\p{Cf}]/u.test(text)

export const staffMessages = {
  role: 'Choose a role',
  known: 'This address is already on the list',
  disabled: 'This account is disabled. Enable it instead.',
  self: "You can't change your own access. Ask another owner.",
  lastOwner: 'This is the last owner. Make somebody else an owner first.',
  bySetting: 'This account is an owner by the setting ADMIN_EMAILS. Take it out there first.',
  noGroups: 'Groups give no roles for this account. Choose a role instead.',
  roleOrGroups: 'Choose a role or let the groups decide, not both',
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
  /** Where the role comes from: ADMIN_EMAILS, an owner, the groups of the sign-in provider, or DEFAULT_ROLE (OQ-700). */
  role_from: z.enum(['setting', 'owner', 'groups', 'default']),
  /** Whether an owner gave the role although groups could. */
  may_follow_groups: z.boolean(),
  is_disabled: z.boolean(),
  invited_by: z.nullable(z.string()),
  invited_at: z.nullable(z.string()),
  first_sign_in_at: z.nullable(z.string()),
  last_sign_in_at: z.nullable(z.string()),
  version: z.int(),
})
export type StaffMember = z.output<typeof StaffMember>

const role = z.enum(roles, { error: staffMessages.role })

/** With the spaces around it that copying brings along removed; a hidden character would make it another address. */
export const address = z.string({ error: invalidEmail }).check(
  z.trim(),
  z.refine((text) => text.length <= 254, { error: invalidEmail, abort: true }),
  z.regex(emailPattern, invalidEmail),
  z.refine(isVisible, { error: invalidEmail }),
)

export const NewStaffMember = z.object({ email: address, role })
export type NewStaffMember = z.output<typeof NewStaffMember>

export const StaffChanges = z
  .object({
    role: z.optional(role),
    is_disabled: z.optional(z.boolean()),
    /** The groups of the sign-in provider give the role again, from the next sign-in on. */
    follows_groups: z.optional(z.literal(true)),
  })
  .check(
    z.refine(({ role, follows_groups }) => role === undefined || follows_groups === undefined, {
      error: staffMessages.roleOrGroups,
      path: ['follows_groups'],
    }),
  )
export type StaffChanges = z.output<typeof StaffChanges>
