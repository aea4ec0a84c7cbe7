import {
  type AdvisorOfService,
  type AdvisoryService,
  type AdvisoryServiceChanges,
  advisoryFields,
  secondsPerMinute,
} from '@greenroom/contract/advisory/advisory.schema'
import * as z from 'zod/mini'

/** What stands in the form of a service; the times in minutes, as they are typed. */
export interface ServiceFormValues {
  bufferMinutes: string
  slotMinutes: string
  advisors: readonly AdvisorOfService[]
}

/**
 * A service as an edit compares it. Each advisor is a member of its own, so that two people who add and remove different
 * advisors do not meet.
 */
export type EditedService = { buffer_time: number; slot_time: number } & {
  [advisor: `advisor:${string}`]: boolean
}

/** Seconds as minutes are shown: divided by 60 (ADV-03). */
export function minutesOf(seconds: number): string {
  return String(Math.round((seconds / secondsPerMinute) * 100) / 100)
}

/** What the form holds of a stored service. */
export function valuesOf({ buffer_time, slot_time, advisors }: AdvisoryService): ServiceFormValues {
  return { bufferMinutes: minutesOf(buffer_time), slotMinutes: minutesOf(slot_time), advisors }
}

/** The words for each field that is wrong; a time that was left as it is stored is never wrong. */
export function serviceErrors(
  values: ServiceFormValues,
  base: AdvisoryService,
): Partial<Record<keyof ServiceFormValues, string>> {
  const loaded = valuesOf(base)
  const judge = (field: 'bufferMinutes' | 'slotMinutes') =>
    values[field].trim() === loaded[field]
      ? undefined
      : wordsOf(z.safeParse(advisoryFields[field], numberOf(values[field])))
  const errors = {
    bufferMinutes: judge('bufferMinutes'),
    slotMinutes: judge('slotMinutes'),
    advisors: wordsOf(
      z.safeParse(
        advisoryFields.advisors,
        values.advisors.map(({ _id }) => _id),
      ),
    ),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, words]) => words !== undefined))
}

/** A stored service as an edit compares it. */
export function storedEditedOf({ buffer_time, slot_time, advisors }: AdvisoryService): EditedService {
  return { buffer_time, slot_time, ...members(advisors, true) }
}

/** What was typed, as an edit compares it. @param base what the form was filled with */
export function editedOf(values: ServiceFormValues, base: AdvisoryService): EditedService {
  const loaded = valuesOf(base)
  const seconds = (field: 'bufferMinutes' | 'slotMinutes', stored: number) =>
    values[field].trim() === loaded[field] ? stored : numberOf(values[field]) * secondsPerMinute
  return {
    buffer_time: seconds('bufferMinutes', base.buffer_time),
    slot_time: seconds('slotMinutes', base.slot_time),
    ...members(base.advisors, false),
    ...members(values.advisors, true),
  }
}

/**
 * The changes as they go out (ADV-33). Advisors travel as one list.
 * @param changes the members that were changed
 * @param all the same members with the unchanged ones
 */
export function changesOf(changes: Partial<EditedService>, all: EditedService): AdvisoryServiceChanges {
  const { buffer_time, slot_time, ...advisors } = changes
  return {
    ...(buffer_time === undefined ? {} : { buffer_time }),
    ...(slot_time === undefined ? {} : { slot_time }),
    ...(Object.keys(advisors).length === 0 ? {} : { advisors: advisorIds(all) }),
  }
}

/** Gives the field of the form that a refused path of the wire belongs to; undefined when none does. */
export function formFieldOf(path: string): keyof ServiceFormValues | undefined {
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

// Number() would take an empty text for 0 and understand 1e3.
function numberOf(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
}

function wordsOf(result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues[0]?.message
}
