import * as z from 'zod/mini'
import { PersonalEmail, PersonalName, PersonalNote, PersonalPhone } from '../../access/personal.ts'
import { SentConsents } from '../../consent.ts'
import { isInstant } from '../../date-time.ts'
import { email, optionalText, reference, requiredText } from '../../field.ts'
import { externalId, intakeMessages, isRecordTime, otherNotation } from '../../intake-batch.ts'

/** The kinds of sessions that people register for. A webinar is an event. */
export const sessionTypes = ['masterclass', 'event'] as const
export type SessionType = (typeof sessionTypes)[number]

/** The states by which the list is filtered: who holds a seat, who gave one back, or both. */
export const registrationStates = ['holding', 'given_back', 'all'] as const
export type RegistrationState = (typeof registrationStates)[number]

/** Why a seat was given back: its order was refunded, the order or the sign-up was cancelled, or staff did it. */
const givenBackReasons = ['refund', 'cancelled', 'staff'] as const

export const registrationMessages = {
  sessionId: 'session_id is required',
  state: 'state must be holding, given_back or all',
  sessionType: 'session_type must be masterclass or event',
  session: 'This session does not exist',
  notFree: 'This session is sold. Send the order instead.',
  soldOut: 'This session is sold out',
  moved: "A registration can't move to another session",
  name: 'Name is required',
  registeredAt: 'registered_at must be a date and time such as 2026-11-21T00:00:00Z',
  changedAt: 'changed_at must be a date and time such as 2026-11-21T00:00:00Z',
  attendedAt: 'attended_at must be a date and time such as 2026-11-21T00:00:00Z',
  minutes: 'minutes must be a whole number from 0 to 1440',
  whose: 'Send the external_id of a sign-up or the reference_order_id of an order',
  unknown: 'This registration does not exist',
  order: 'Refund the order to give this seat back.',
} as const

/** Somebody who registered for a session, by an order or by a free sign-up. */
export const Registration = z.object({
  _id: z.string(),
  session_type: z.enum(sessionTypes),
  session_id: z.string(),
  user: z.object({
    _id: z.nullable(z.string()),
    name: PersonalName,
    email: PersonalEmail,
    phone: PersonalPhone,
  }),
  /** The order that was paid; null for a free sign-up. */
  order: z.nullable(z.object({ _id: z.string(), reference_order_id: z.string() })),
  source: z.nullable(PersonalNote),
  registered_at: z.string(),
  /** Null while it holds a seat. */
  given_back_at: z.nullable(z.string()),
  given_back_reason: z.nullable(z.enum(givenBackReasons)),
  attended_at: z.nullable(z.string()),
  attended_minutes: z.nullable(z.int()),
  version: z.int(),
})
export type Registration = z.output<typeof Registration>

const moment = (message: string) =>
  z
    .string({ error: message })
    .check(
      otherNotation,
      z.refine(isInstant, { error: message }),
      z.refine(isRecordTime, { error: intakeMessages.early }),
    )

/** A free sign-up as another system sends it. */
export const SignUpRecord = z.object({
  external_id: externalId(),
  session_type: z.enum(sessionTypes, { error: registrationMessages.sessionType }),
  session_id: reference(registrationMessages.sessionId),
  user: z.object({
    /** The account, by the sender's own id or by ours; without either, the person has none. */
    external_id: z.optional(externalId()),
    _id: z.optional(reference('_id must be the id of an account')),
    name: requiredText(registrationMessages.name, { max: 200, message: 'Should not exceed 200 characters' }),
    email: z.pipe(z.string({ error: 'Invalid email format' }).check(z.trim()), email()),
    phone: z._default(optionalText(40), ''),
  }),
  source: z.optional(optionalText(200)),
  registered_at: moment(registrationMessages.registeredAt),
  consents: SentConsents,
  /** Whether the person gave the seat back. */
  cancelled: z._default(z.boolean(), false),
  /** When the record was last changed where it was made: an older one changes nothing. */
  changed_at: moment(registrationMessages.changedAt),
})
export type SignUpRecord = z.output<typeof SignUpRecord>

/** Who attended a session: the external_id of a sign-up, or the reference of an order. */
export const AttendanceRecord = z.object({
  external_id: z.optional(externalId()),
  reference_order_id: z.optional(
    requiredText(registrationMessages.whose, { max: 200, message: registrationMessages.whose }),
  ),
  attended_at: moment(registrationMessages.attendedAt),
  minutes: z.optional(
    z
      .int({ error: registrationMessages.minutes })
      .check(z.gte(0, registrationMessages.minutes), z.lte(1440, registrationMessages.minutes)),
  ),
})
export type AttendanceRecord = z.output<typeof AttendanceRecord>
