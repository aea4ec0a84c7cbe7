import * as z from 'zod/mini'
import { PersonalEmail, PersonalName, PersonalPhone } from '../../access/personal.ts'
import { email, requiredText } from '../../field.ts'

const creatorMessages = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  phone: 'Invalid phone number format',
} as const

/** A creator's phone as typed: optional plus, non-zero first digit, 2 to 11 digits (CRE-05). */
const typedPhonePattern = /^\+?[1-9]\d{1,10}$/
/** Max length of the phone input (CRE-06). */
export const typedPhoneLength = 10
/** Prefix added to a typed phone on submit (CRE-07). */
export const phonePrefix = '+91'

/** A phone as the API stores it: +91 with 2 to 11 digits, or any number in E.164 (OQ-087). */
const wirePhonePattern = /^\+(91[1-9]\d{1,10}|(?!91)[1-9]\d{6,14})$/

const name = (required: string) =>
  requiredText(required, { max: 100, message: 'Should not exceed 100 characters' })

export const creatorFields = {
  first_name: name(creatorMessages.firstNameRequired),
  last_name: name(creatorMessages.lastNameRequired),
  email: email(),
  typedPhone: z
    .string({ error: creatorMessages.phone })
    .check(z.regex(typedPhonePattern, creatorMessages.phone)),
  phone: z.string({ error: creatorMessages.phone }).check(z.regex(wirePhonePattern, creatorMessages.phone)),
} as const

export const NewCreator = z.object({
  first_name: creatorFields.first_name,
  last_name: creatorFields.last_name,
  email: creatorFields.email,
  phone: creatorFields.phone,
})
export type NewCreator = z.output<typeof NewCreator>

export const Creator = z.object({
  _id: z.string(),
  email: PersonalEmail,
  first_name: PersonalName,
  last_name: PersonalName,
  phone: PersonalPhone,
})
export type Creator = z.output<typeof Creator>

/** A creator in the list, with their published masterclasses and webinars (OQ-667). */
export const ListedCreator = z.extend(Creator, {
  /** How many have begun. */
  hosted_count: z.int(),
  /** Start of the last of them. */
  last_hosted_at: z.nullable(z.string()),
  /** The next one that members see. */
  next_class: z.nullable(
    z.object({
      _id: z.string(),
      kind: z.enum(['masterclass', 'webinar', 'event']),
      title: z.string(),
      start_time: z.string(),
    }),
  ),
})
export type ListedCreator = z.output<typeof ListedCreator>
