import { spanConflict } from '@greenroom/contract/sessions/meeting/meeting.rules'
import {
  type CheckedSession,
  type Finding,
  publishFindings,
} from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import type { PublishFacts } from '@greenroom/contract/sessions/publish-check/publish-check.schema'
import { findingText } from '../publish-check/publish-check-messages.ts'
import { copyDatesMessages } from './copy-dates-messages.ts'
import { type CopyRow, endOf } from './copy-rows.ts'

/** What the check before publishing found in copies. */
export interface CheckedCopies {
  findings: CopyFinding[]
  /** Whether no copy can be published. */
  isRefused: boolean
  /** Whether some copies can be published and others can't. */
  isPartlyRefused: boolean
}

/** A finding of one copy, or of all of them. */
interface CopyFinding extends Finding {
  /** The number of the date; undefined if all copies have it. */
  date?: number
  /** The account of the copy. */
  account: string | null
}

/** A row with a time. */
export type DatedRow = CopyRow & { start: string }

export interface CopiedSeries {
  /** The original. */
  session: CheckedSession & { title: string }
  /** Its length. */
  lengthMs: number
}

/** Checks copies by the rules of a single session (OQ-512, OQ-643). */
export function copyFindings(
  rows: readonly DatedRow[],
  series: CopiedSeries,
  facts: DateFacts,
  now: Date,
): CheckedCopies {
  const { session, lengthMs } = series
  const found = rows.map((row, place) =>
    publishFindings(
      {
        ...session,
        start_time: row.start,
        end_time: endOf(row.start, lengthMs),
        zoom_hub_name: row.account ?? session.zoom_hub_name,
      },
      factsOf(row, rows.slice(0, place), facts, series),
      now,
    ).map((finding): CopyFinding => ({ ...finding, account: row.account })),
  )
  const isRefused = (findings: CopyFinding[]) => findings.some(({ level }) => level === 'error')
  return {
    findings: merged(found),
    isRefused: found.every(isRefused),
    isPartlyRefused: found.some(isRefused) && !found.every(isRefused),
  }
}

/** What the server knows of the times of copies. */
export interface DateFacts extends Pick<PublishFacts, 'buffer_minutes' | 'refuses_clashes'> {
  dates: readonly { start_time: string; accounts: PublishFacts['accounts'] }[]
}

/** Returns the facts of one copy, with the earlier ones as published: a copy has no coupons. */
function factsOf(
  row: DatedRow,
  earlier: readonly DatedRow[],
  { dates, buffer_minutes, refuses_clashes }: DateFacts,
  { session: { kind, title }, lengthMs }: CopiedSeries,
): PublishFacts {
  const facts = { buffer_minutes, refuses_clashes, coupons: [], picture: null }
  if (kind === 'event' || row.account === null) return { ...facts, accounts: [] }
  const span = { start_time: row.start, end_time: endOf(row.start, lengthMs) }
  const others = earlier.flatMap(({ key, start, account }) => {
    const other = { start_time: start, end_time: endOf(start, lengthMs) }
    const isClash = account === row.account && spanConflict(span, other, buffer_minutes) !== null
    return isClash ? [{ _id: `copy ${key}`, kind, title, ...other }] : []
  })
  const date = dates.find(({ start_time }) => start_time === row.start)
  const stored = date?.accounts.find(({ zoom_hub_name }) => zoom_hub_name === row.account)?.clashes ?? []
  return { ...facts, accounts: [{ zoom_hub_name: row.account, clashes: [...stored, ...others] }] }
}

/** Returns what all copies have once, and the rest with the number of its date. */
function merged(found: readonly CopyFinding[][]): CopyFinding[] {
  const keyOf = ({ code, field, about, clash }: Finding) => JSON.stringify([code, field, about, clash])
  const [first = [], ...others] = found
  const isShared = (finding: Finding) =>
    others.every((all) => all.some((one) => keyOf(one) === keyOf(finding)))
  const shared = first.filter(isShared)
  const keys = new Set(shared.map(keyOf))
  return [
    ...found.flatMap((all, place) =>
      all.filter((one) => !keys.has(keyOf(one))).map((one) => ({ ...one, date: place + 1 })),
    ),
    ...shared,
  ]
}

/** Returns the sentence of a finding, after the number of its date. */
export function copyFindingText(finding: Finding): string {
  const { date, account } = finding as CopyFinding
  const text = findingText(finding, account)
  return date === undefined ? text : `${copyDatesMessages.date(date)}: ${text}`
}
