import * as z from 'zod/mini'
import {
  PersonalEmail,
  PersonalName,
  PersonalNote,
  PersonalOrigin,
  PersonalPhone,
} from '../../access/personal.ts'
import { email, isBlank, optionalText, reference, requiredText } from '../../field.ts'
import { type LeadStatus, leadStatuses } from '../../lead-status.ts'

/** Messages for refused fields. Those of the specification (section 5) are verbatim. */
export const advisoryMessages = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  email: 'Invalid email format',
  emailTaken: 'An advisor with this e-mail address already exists',
  statusRequired: 'Status is required',
  statusUnknown: 'Choose one of the listed statuses',
  advisorRequired: 'Advisor is required',
  advisorUnknown: 'Advisor not found',
  reasonUnknown: 'Choose one of the listed reasons',
  reasonNotAsked: 'Only a lead that is closed lost, not qualified or cancelled has a reason',
  noteWithoutReason: 'Choose a reason for this note',
  bufferTime: 'Enter a buffer time of 0 minutes or more',
  slotTime: 'Enter a slot time of 1 minute or more',
  timeTooLong: 'Should not exceed 1,440 minutes',
  wholeSeconds: 'Enter whole seconds',
  wholeMinutes: 'Enter whole minutes',
  tooManyAdvisors: 'Should not exceed 200 advisors',
} as const

export const closedStatuses: readonly LeadStatus[] = [
  'CLOSED_WON',
  'CLOSED_LOST',
  'NOT_QUALIFIED',
  'CANCELLED',
]

/** The statuses of leads that still need work: all but those that end a lead (OQ-196). */
export const openLeadStatuses: readonly LeadStatus[] = leadStatuses.filter(
  (status) => !closedStatuses.includes(status),
)

/** Why a lead waits for staff: it is open and nobody advises it, or it is past its call (OQ-501). */
export const waitingLeads = ['no-advisor', 'past-call'] as const
export type WaitingLeads = (typeof waitingLeads)[number]

/** The statuses that end a lead without a sale. Each can have a reason (OQ-504). */
export const reasonStatuses: readonly LeadStatus[] = ['CLOSED_LOST', 'NOT_QUALIFIED', 'CANCELLED']

/** Why a lead was closed, as the API names it. */
export const closeReasons = [
  'price',
  'elsewhere',
  'no-answer',
  'no-need',
  'not-eligible',
  'duplicate',
  'other',
] as const
export type CloseReason = (typeof closeReasons)[number]

/** The reasons as staff read them. */
export const closeReasonTexts: Readonly<Record<CloseReason, string>> = {
  price: 'Too expensive',
  elsewhere: 'Bought elsewhere',
  'no-answer': 'Could not be reached',
  'no-need': 'No need any more',
  'not-eligible': 'Not eligible',
  duplicate: 'Duplicate booking',
  other: 'Other reason',
}

/** Max length of the note beside a reason. */
export const longestCloseNote = 500

/** A lead's status. A missing and an unlisted one have messages of their own (ADV-14). */
const status = z.enum(leadStatuses, {
  error: (issue) =>
    typeof issue.input !== 'string' || issue.input.trim() === ''
      ? advisoryMessages.statusRequired
      : advisoryMessages.statusUnknown,
})

const name = (required: string) =>
  requiredText(required, { max: 100, message: 'Should not exceed 100 characters' })

export const secondsPerMinute = 60
/** Max buffer or slot in minutes: one day. */
const longestMinutes = 24 * 60
/** Max number of advisors of one service. */
const mostAdvisorsOfService = 200

/** A time in whole minutes, as staff type it. The API uses seconds. */
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

/** The fields of a request, each with its rule and its messages. */
export const advisoryFields = {
  first_name: name(advisoryMessages.firstNameRequired),
  last_name: name(advisoryMessages.lastNameRequired),
  email: email(advisoryMessages.email),
  status,
  advisor_id: reference(advisoryMessages.advisorRequired),
  close_reason: z.enum(closeReasons, { error: advisoryMessages.reasonUnknown }),
  close_note: optionalText(longestCloseNote),
  /** Seconds, as the API uses them (ADV-03). */
  buffer_time: seconds(0, advisoryMessages.bufferTime),
  slot_time: seconds(1, advisoryMessages.slotTime),
  /** Minutes, as the service form shows them (OQ-090). */
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

/**
 * Changes to a service. Omitted fields stay. A list of advisors replaces the whole list; each advisor is in it once.
 */
export const AdvisoryServiceChanges = z.object({
  buffer_time: z.optional(advisoryFields.buffer_time),
  slot_time: z.optional(advisoryFields.slot_time),
  advisors: z.optional(advisoryFields.advisors),
})
export type AdvisoryServiceChanges = z.output<typeof AdvisoryServiceChanges>

/**
 * Changes to a lead: its status, its advisor, or the reason for its status. A changed status without a reason removes
 * the reason of the status before.
 */
export const LeadChanges = z
  .object({
    status: z.optional(advisoryFields.status),
    advisor_id: z.optional(advisoryFields.advisor_id),
    close_reason: z.optional(z.nullable(advisoryFields.close_reason)),
    close_note: z.optional(z.nullable(advisoryFields.close_note)),
  })
  .check(
    z.refine(
      ({ status, advisor_id, close_reason }) =>
        status !== undefined || advisor_id !== undefined || close_reason !== undefined,
      { error: advisoryMessages.statusRequired, path: ['status'] },
    ),
    z.refine(({ close_reason, close_note }) => isBlank(close_note ?? '') || Boolean(close_reason), {
      error: advisoryMessages.noteWithoutReason,
      path: ['close_reason'],
    }),
  )
export type LeadChanges = z.output<typeof LeadChanges>

export const Advisor = z.object({
  _id: z.string(),
  first_name: PersonalName,
  last_name: PersonalName,
  email: PersonalEmail,
  services: z.array(z.object({ _id: z.string(), service_name: z.string() })),
  created_at: z.string(),
})
export type Advisor = z.output<typeof Advisor>

export const AdvisorOfService = z.object({
  _id: z.string(),
  first_name: PersonalName,
  last_name: PersonalName,
  email: PersonalEmail,
})
export type AdvisorOfService = z.output<typeof AdvisorOfService>

/** A service that an advisor can be booked for; buffer and slot in seconds. */
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

/** A service in the list, with what is counted for it. */
export const ListedAdvisoryService = z.extend(AdvisoryService, {
  /** Leads whose status is open. */
  open_leads: z.int(),
})
export type ListedAdvisoryService = z.output<typeof ListedAdvisoryService>

/** A lead; the API calls it a booking. Its status history is sorted by time, the oldest first. */
export const Lead = z.object({
  _id: z.string(),
  id: z.string(),
  reference_record_id: z.string(),
  status: z.enum(leadStatuses),
  status_history: z.array(z.object({ status: z.enum(leadStatuses), time: z.string() })),
  /** When it got its status. */
  status_since: z.string(),
  /** Why it was closed; null for another status, and if nobody said. */
  close_reason: z.nullable(z.enum(closeReasons)),
  close_note: z.nullable(PersonalNote),
  start_time: z.string(),
  created_at: z.string(),
  /** Where the person came from: UTM parameters by name. */
  meta: PersonalOrigin,
  advisor: z.nullable(z.object({ _id: z.string(), first_name: PersonalName, last_name: PersonalName })),
  user: z.object({
    first_name: PersonalName,
    last_name: PersonalName,
    email: PersonalEmail,
    phone: PersonalPhone,
  }),
  service: z.object({ _id: z.string(), service_name: z.string() }),
  version: z.int(),
})
export type Lead = z.output<typeof Lead>
