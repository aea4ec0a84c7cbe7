import * as z from 'zod/mini'
import { SentConsents } from '../../consent.ts'
import { Id, requiredText } from '../../field.ts'
import { changedAt, externalId, recordTime } from '../../intake-batch.ts'
import { contactFields } from './user-intake.schema.ts'

export const bookingMessages = {
  service: 'Name the service in service_id or in service_name, not in both',
  serviceUnknown: 'No service has this id or name',
  serviceTwice: 'Several services have this name. Send service_id.',
  advisorUnknown: 'Advisor not found',
  start: 'Enter when the call starts',
  createdAt: 'Enter when this was booked',
  metaCount: 'At most 30 values',
} as const

const metaText = (max: number) => z.string().check(z.maxLength(max, `Should not exceed ${max} characters`))

/**
 * A booking of an advisory call: a lead, whose reference is `external_id`. It is the whole booking, except that staff
 * decide about the status and the advisor (OQ-427).
 */
export const BookingRecord = z
  .object({
    external_id: externalId(),
    service_id: z.optional(Id),
    service_name: z.optional(
      requiredText(bookingMessages.service, { max: 200, message: 'Should not exceed 200 characters' }),
    ),
    /** Used while the lead has no advisor. */
    advisor_id: z.optional(Id),
    start_time: recordTime(bookingMessages.start),
    /** The account that booked. The details below are stored as they were then. */
    user_external_id: z.optional(externalId()),
    first_name: contactFields.first_name,
    last_name: z.optional(contactFields.last_name),
    email: z.optional(contactFields.email),
    phone: z.optional(contactFields.phone),
    created_at: z.optional(recordTime(bookingMessages.createdAt)),
    /** Where the person came from: UTM names and their values. */
    meta: z.optional(
      z
        .record(metaText(100), metaText(500))
        .check(z.refine((meta) => Object.keys(meta).length <= 30, { error: bookingMessages.metaCount })),
    ),
    consents: SentConsents,
    changed_at: changedAt(),
    /** The person has cancelled. */
    cancelled: z.optional(z.boolean()),
  })
  .check(
    z.refine((booking) => (booking.service_id === undefined) !== (booking.service_name === undefined), {
      error: bookingMessages.service,
      path: ['service_id'],
    }),
  )
export type BookingRecord = z.output<typeof BookingRecord>
