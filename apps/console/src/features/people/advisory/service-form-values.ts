import {
  AdvisoryService,
  type AdvisoryServiceChanges,
  advisoryFields,
  secondsPerMinute,
} from '@greenroom/contract/people/advisory/advisory.schema'
import * as z from 'zod/mini'
import type { RecordForm } from '../../../shared/record/record-form/record-form.ts'
import { serviceMessages as messages } from './advisory-messages.ts'

/** The form values; times are in minutes, as typed. */
const ServiceValues = z.object({
  bufferMinutes: z.string(),
  slotMinutes: z.string(),
  advisors: AdvisoryService.shape.advisors,
})
type ServiceFormValues = z.output<typeof ServiceValues>

/**
 * A service as an edit compares it. Each advisor is a field of its own, so that two people can add and remove different
 * advisors without a conflict.
 */
type EditedService = { buffer_time: number; slot_time: number } & {
  [advisor: `advisor:${string}`]: boolean
}

/** Formats seconds as minutes (ADV-03). */
export function minutesOf(seconds: number): string {
  return String(Math.round((seconds / secondsPerMinute) * 100) / 100)
}

function valuesOf({ buffer_time, slot_time, advisors }: AdvisoryService): ServiceFormValues {
  return { bufferMinutes: minutesOf(buffer_time), slotMinutes: minutesOf(slot_time), advisors }
}

// An unchanged time is always valid.
function serviceErrors(
  values: ServiceFormValues,
  base: AdvisoryService | null,
): Partial<Record<keyof ServiceFormValues, string>> {
  const loaded = base && valuesOf(base)
  const validate = (field: 'bufferMinutes' | 'slotMinutes') =>
    values[field].trim() === loaded?.[field]
      ? undefined
      : errorOf(z.safeParse(advisoryFields[field], numberOf(values[field])))
  const errors = {
    bufferMinutes: validate('bufferMinutes'),
    slotMinutes: validate('slotMinutes'),
    advisors: errorOf(
      z.safeParse(
        advisoryFields.advisors,
        values.advisors.map(({ _id }) => _id),
      ),
    ),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined))
}

function editedOf(values: ServiceFormValues, base: AdvisoryService | null): EditedService {
  const loaded = base && valuesOf(base)
  const seconds = (field: 'bufferMinutes' | 'slotMinutes', stored: number | undefined) =>
    stored !== undefined && values[field].trim() === loaded?.[field]
      ? stored
      : numberOf(values[field]) * secondsPerMinute
  return {
    buffer_time: seconds('bufferMinutes', base?.buffer_time),
    slot_time: seconds('slotMinutes', base?.slot_time),
    ...members(base?.advisors ?? [], false),
    ...members(values.advisors, true),
  }
}

/**
 * The body of an edit (ADV-33). Advisors are sent as one list.
 * @param changes the changed fields
 * @param all all fields with the changes applied
 */
export function serviceChangesOf(
  changes: Partial<EditedService>,
  all: EditedService,
): AdvisoryServiceChanges {
  const { buffer_time, slot_time, ...advisors } = changes
  return {
    ...(buffer_time === undefined ? {} : { buffer_time }),
    ...(slot_time === undefined ? {} : { slot_time }),
    ...(Object.keys(advisors).length === 0 ? {} : { advisors: advisorIds(all) }),
  }
}

function formFieldOf(path: string): keyof ServiceFormValues | undefined {
  const [field] = path.split('.')
  if (field === 'buffer_time') return 'bufferMinutes'
  if (field === 'slot_time') return 'slotMinutes'
  return field === 'advisors' ? 'advisors' : undefined
}

const memberPrefix = 'advisor:'

function members(advisors: readonly { _id: string }[], isIn: boolean): Record<`advisor:${string}`, boolean> {
  return Object.fromEntries(advisors.map(({ _id }) => [`${memberPrefix}${_id}`, isIn]))
}

function advisorIds(all: EditedService): string[] {
  return Object.entries(all)
    .filter(([member, isIn]) => member.startsWith(memberPrefix) && isIn === true)
    .map(([member]) => member.slice(memberPrefix.length))
}

// Number() would read an empty text as 0 and accept 1e3.
function numberOf(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
}

function errorOf(result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues[0]?.message
}

const timeLabel = (label: string) => ({
  label,
  show: (seconds: number) => `${minutesOf(seconds)} ${messages.minutes}`,
})

/** The form of an advisory service (ADV-23, ADV-24, OQ-090); services cannot be created. */
export const serviceForm: RecordForm<ServiceFormValues, AdvisoryService, EditedService> = {
  name: 'advisory-service',
  record: AdvisoryService,
  values: ServiceValues,
  empty: () => ({ bufferMinutes: '', slotMinutes: '', advisors: [] }),
  valuesOf,
  editedOf,
  errors: (values, { base }) => serviceErrors(values, base),
  fieldOf: formFieldOf,
  // Advisors never conflict.
  labels: { buffer_time: timeLabel(messages.bufferTime), slot_time: timeLabel(messages.slotTime) },
}
