import * as z from 'zod/mini'
import { email, reference, requiredText } from '../field.ts'

/** Words for what is refused; those of the specification (section 5) stand as it has them. */
export const advisoryMessages = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  email: 'Invalid email format',
  emailTaken: 'An advisor with this e-mail address already exists',
  statusRequired: 'Status is required',
  statusUnknown: 'Choose one of the listed statuses',
  advisorRequired: 'Advisor is required',
  advisorUnknown: 'Advisor not found',
  bufferTime: 'Enter a buffer time of 0 minutes or more',
  slotTime: 'Enter a slot time of 1 minute or more',
  timeTooLong: 'Should not exceed 1,440 minutes',
  wholeSeconds: 'Enter whole seconds',
  wholeMinutes: 'Enter whole minutes',
  tooManyAdvisors: 'Should not exceed 200 advisors',
} as const

/** What a lead can be, as the wire carries it (ADV-05). */
export const leadStatuses = [
  'INSURANCE_CALL_SCHEDULED',
  'DID_NOT_JOIN_CALL',
  'DISCUSSION_COMPLETED',
  'QUOTE_SENT_TO_CLIENT',
  'PAYMENT_LINK_SENT',
  'DOCUMENTS_PENDING',
  'CLOSED_WON',
  'CLOSED_LOST',
  'NOT_QUALIFIED',
  'DEFERRED',
  'CANCELLED',
] as const
export type LeadStatus = (typeof leadStatuses)[number]

/** A lead's status, with its own words for none and for one that is not listed (ADV-14). */
const status = z.enum(leadStatuses, {
  error: (issue) =>
    typeof issue.input !== 'string' || issue.input.trim() === ''
      ? advisoryMessages.statusRequired
      : advisoryMessages.statusUnknown,
})

const name = (required: string) =>
  requiredText(required, { max: 100, message: 'Should not exceed 100 characters' })

export const secondsPerMinute = 60
/** The longest buffer or slot: a day, in minutes. */
export const longestMinutes = 24 * 60
/** The most advisors that one service can have. */
export const mostAdvisorsOfService = 200

/** A time in whole minutes, as staff type it; seconds go over the wire. */
const minutes = (least: number, tooShort: string) =>
  z
    .number({ error: tooShort })
    .check(
      z.gte(least, tooShort),
      z.lte(longestMinutes, advisoryMessages.timeTooLong),
      z.multipleOf(1, advisoryMessages.wholeMinutes),
    )

const seconds = (leastMinutes: number, tooShort: string) =>
  z
    .number({ error: tooShort })
    .check(
      z.gte(leastMinutes * secondsPerMinute, tooShort),
      z.lte(longestMinutes * secondsPerMinute, advisoryMessages.timeTooLong),
      z.multipleOf(1, advisoryMessages.wholeSeconds),
    )

/** The fields that a call takes, each with its rule and its words. */
export const advisoryFields = {
  first_name: name(advisoryMessages.firstNameRequired),
  last_name: name(advisoryMessages.lastNameRequired),
  email: email(advisoryMessages.email),
  status,
  advisor_id: reference(advisoryMessages.advisorRequired),
  /** Seconds, as the wire carries them (ADV-03). */
  buffer_time: seconds(0, advisoryMessages.bufferTime),
  slot_time: seconds(1, advisoryMessages.slotTime),
  /** Minutes, as the form of a service has them (OQ-090). */
  bufferMinutes: minutes(0, advisoryMessages.bufferTime),
  slotMinutes: minutes(1, advisoryMessages.slotTime),
  advisors: z
    .array(reference(advisoryMessages.advisorRequired))
    .check(z.maxLength(mostAdvisorsOfService, advisoryMessages.tooManyAdvisors)),
} as const

export const NewAdvisor = z.object({
  first_name: advisoryFields.first_name,
  last_name: advisoryFields.last_name,
  email: advisoryFields.email,
})
export type NewAdvisor = z.output<typeof NewAdvisor>

/** What a service is changed by; what is not given stays. The list of advisors is given whole, each once. */
export const AdvisoryServiceChanges = z.object({
  buffer_time: z.optional(advisoryFields.buffer_time),
  slot_time: z.optional(advisoryFields.slot_time),
  advisors: z.optional(advisoryFields.advisors),
})
export type AdvisoryServiceChanges = z.output<typeof AdvisoryServiceChanges>

/** What a lead is changed by: its status, its advisor, or both. */
export const LeadChanges = z
  .object({ status: z.optional(advisoryFields.status), advisor_id: z.optional(advisoryFields.advisor_id) })
  .check(
    z.refine((changes) => changes.status !== undefined || changes.advisor_id !== undefined, {
      error: advisoryMessages.statusRequired,
      path: ['status'],
    }),
  )
export type LeadChanges = z.output<typeof LeadChanges>

export const Advisor = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  services: z.array(z.object({ _id: z.string(), service_name: z.string() })),
  created_at: z.string(),
})
export type Advisor = z.output<typeof Advisor>

export const AdvisorOfService = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
export type AdvisorOfService = z.output<typeof AdvisorOfService>

/** What an advisor can be booked for; buffer and slot in seconds. */
export const AdvisoryService = z.object({
  _id: z.string(),
  service_name: z.string(),
  buffer_time: z.int(),
  slot_time: z.int(),
  advisors: z.array(AdvisorOfService),
  created_at: z.string(),
  version: z.int(),
})
export type AdvisoryService = z.output<typeof AdvisoryService>

/** A lead; the wire calls it a booking. Its status history stands in order of time, the oldest first. */
export const Lead = z.object({
  _id: z.string(),
  id: z.string(),
  reference_record_id: z.string(),
  status: z.enum(leadStatuses),
  status_history: z.array(z.object({ status: z.enum(leadStatuses), time: z.string() })),
  start_time: z.string(),
  created_at: z.string(),
  /** Where the person came from: UTM names and their values. */
  meta: z.record(z.string(), z.string()),
  advisor: z.nullable(z.object({ _id: z.string(), first_name: z.string(), last_name: z.string() })),
  user: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  service: z.object({ _id: z.string(), service_name: z.string() }),
  version: z.int(),
})
export type Lead = z.output<typeof Lead>
