import * as z from 'zod/mini'
import { type Permission, permissions } from '../../access/permission.ts'
import { isInstant } from '../../date-time.ts'
import { isPlainLine, requiredText } from '../../field.ts'

export const apiKeyMessages = {
  nameRequired: 'Enter a name, such as "Checkout server"',
  nameTooLong: 'Should not exceed 100 characters',
  nameHidden: 'Remove line breaks and hidden characters',
  permissionRequired: 'Choose at least one permission',
  permissionRefused: "An API key can't have this permission",
  permissionBeyond: 'You do not have this permission yourself',
  expiry: 'The end must be a date and time such as 2027-03-31T18:30:00Z',
  expiryPast: 'The end must be in the future',
  days: 'The days must be a whole number from 1 to 3650',
  daysAndExpiry: 'Send expires_in_days or expires_at, not both',
  usedOrRevoked: 'This key was made before, and has been used or revoked since. Reload the page.',
  nameTaken: 'A key with this name is in use. Revoke it first, or choose another name.',
} as const

/** How every key begins, so that a person and a scanner for secrets recognise one. */
export const apiKeyPrefix = 'grk_'

/** What only people may do: refund, approve, erase, and decide who may do what. */
const onlyPeople: readonly Permission[] = [
  'money.refund',
  'money.approve',
  'personal.erase',
  'staff.write',
  'key.write',
]

/** The permissions that a key can have. */
export const keyPermissions = permissions.filter((permission) => !onlyPeople.includes(permission))

const keyPermission = z.enum(keyPermissions as [Permission, ...Permission[]], {
  error: apiKeyMessages.permissionRefused,
})

export const ApiKey = z.object({
  _id: z.string(),
  name: z.string(),
  /** The beginning of the key, to recognise it by. */
  beginning: z.string(),
  permissions: z.array(z.enum(permissions)),
  created_at: z.string(),
  /** Who made it; the address of a member of staff. */
  created_by: z.string(),
  /** Null: it does not expire. */
  expires_at: z.nullable(z.string()),
  /** Written at most once a minute. */
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
  revoked_by: z.nullable(z.string()),
})
export type ApiKey = z.output<typeof ApiKey>

export const NewApiKey = z.object({
  name: requiredText(apiKeyMessages.nameRequired, { max: 100, message: apiKeyMessages.nameTooLong }).check(
    z.refine(isPlainLine, { error: apiKeyMessages.nameHidden }),
  ),
  permissions: z
    .array(keyPermission, { error: apiKeyMessages.permissionRequired })
    .check(z.minLength(1, apiKeyMessages.permissionRequired), z.maxLength(permissions.length)),
  expires_at: z.optional(
    z.nullable(
      z.string({ error: apiKeyMessages.expiry }).check(z.refine(isInstant, { error: apiKeyMessages.expiry })),
    ),
  ),
  /** In place of `expires_at`: the server counts from its own time (OQ-517). */
  expires_in_days: z.optional(
    z
      .int({ error: apiKeyMessages.days })
      .check(z.gte(1, apiKeyMessages.days), z.lte(3650, apiKeyMessages.days)),
  ),
})
export type NewApiKey = z.output<typeof NewApiKey>
