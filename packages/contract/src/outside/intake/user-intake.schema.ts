import * as z from 'zod/mini'
import { SentConsents } from '../../consent.ts'
import { emailPattern, Id, requiredText } from '../../field.ts'
import { changedAt, externalId, recordTime } from '../../intake-batch.ts'

export const userIntakeMessages = {
  firstName: 'First name is required',
  email: 'Invalid email format',
  unknownAccount: 'This account does not exist',
  takenAccount: 'This account has another external id',
  otherAccount: 'This external id belongs to another account',
} as const

const shortText = (max: number) => z.string().check(z.maxLength(max, `Should not exceed ${max} characters`))

/** A person's contact details, as another system has them. Some people have only a phone, some only an e-mail address. */
export const contactFields = {
  first_name: requiredText(userIntakeMessages.firstName, {
    max: 100,
    message: 'Should not exceed 100 characters',
  }),
  last_name: shortText(100),
  email: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || (text.length <= 254 && emailPattern.test(text)), {
      error: userIntakeMessages.email,
    }),
  ),
  phone: shortText(40),
} as const

/**
 * A person of the public product. It is the whole person: a field that is left out becomes empty, except `created_at`.
 * With `deleted` only `external_id` and `changed_at` are needed.
 */
export const UserRecord = z
  .object({
    external_id: externalId(),
    /** The account of a person whom Greenroom knew before it knew the external id. */
    _id: z.optional(Id),
    first_name: z.optional(contactFields.first_name),
    last_name: z.optional(contactFields.last_name),
    email: z.optional(contactFields.email),
    phone: z.optional(contactFields.phone),
    /** Whether the person has shown that the address or the phone is theirs. */
    email_verified: z.optional(z.boolean()),
    phone_verified: z.optional(z.boolean()),
    username: z.optional(shortText(100)),
    designation: z.optional(shortText(200)),
    description: z.optional(shortText(2_000)),
    created_at: z.optional(recordTime('Enter when the account was created')),
    consents: SentConsents,
    changed_at: changedAt(),
    /** Deletes the person with their posts and comments. Orders and bookings stay. */
    deleted: z.optional(z.boolean()),
  })
  .check(
    z.refine((user) => user.deleted === true || user.first_name !== undefined, {
      error: userIntakeMessages.firstName,
      path: ['first_name'],
    }),
  )
export type UserRecord = z.output<typeof UserRecord>
