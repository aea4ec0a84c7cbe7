import type { DataOf } from '@greenroom/contract/endpoint'
import type { checkMeetingDates } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import { spanConflict } from '@greenroom/contract/sessions/meeting/meeting.rules'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { copyErrors } from '@greenroom/contract/sessions/session-copy/session-copy.rules'
import { formatTime } from '../../../lib/dates.ts'
import { accountChoices } from '../meeting-account/account-availability.ts'

/** One date of the dialog. */
export interface CopyRow {
  key: number
  /** ISO 8601; null while empty. */
  start: string | null
  /** Null for an event. */
  account: MeetingAccount | null
}

type CheckedDates = DataOf<typeof checkMeetingDates>

interface RowHint {
  /** bad: refused; warn: may be created; ok: nothing to say against it. */
  tone: 'bad' | 'warn' | 'info'
  text: string
}

/** Returns the end of a copy. @param lengthMs length of the original */
export function endOf(start: string, lengthMs: number): string {
  return new Date(Date.parse(start) + lengthMs).toISOString()
}

/**
 * Returns what is to say about each date, in order: what refuses it, what its account is booked for, or which other date
 * it clashes with.
 * @param checked undefined while the accounts are checked
 */
export function rowHints(
  rows: readonly CopyRow[],
  { lengthMs, checked, now }: { lengthMs: number; checked: CheckedDates | undefined; now: Date },
): (RowHint | null)[] {
  const complete = rows.filter((row): row is CopyRow & { start: string } => row.start !== null)
  const refused = new Map<number, string>()
  const copies = complete.map(({ start, account }) => ({ start_time: start, zoom_hub_name: account }))
  for (const { path, message } of copyErrors(copies, now)) {
    const row = complete[Number(path.split('.')[1])]
    if (row) refused.set(row.key, message)
  }
  return rows.map((row, place) => {
    if (row.start === null) return { tone: 'bad', text: 'Choose a date, or leave it out' }
    const refusal = refused.get(row.key)
    if (refusal !== undefined) return { tone: 'bad', text: refusal }
    if (row.account === null) return null
    const start = row.start
    const span = { start_time: start, end_time: endOf(start, lengthMs) }
    const buffer = checked?.buffer_minutes ?? 0
    const other = rows.findIndex(
      (one, index) =>
        index !== place &&
        one.start !== null &&
        one.account === row.account &&
        spanConflict(span, { start_time: one.start, end_time: endOf(one.start, lengthMs) }, buffer) !== null,
    )
    if (other >= 0) return { tone: 'warn', text: `Clashes with date ${other + 1} on ${row.account}` }
    const date = checked?.dates.find(({ start_time }) => start_time === start)
    if (!date) return null
    const [clash] = date.accounts.find(({ zoom_hub_name }) => zoom_hub_name === row.account)?.clashes ?? []
    if (!clash) return { tone: 'info', text: `${row.account} is free at that time` }
    const choices = accountChoices(row.account)
    const free = date.accounts.filter(
      ({ zoom_hub_name, clashes }) => clashes.length === 0 && choices.includes(zoom_hub_name),
    )
    const names = free.map(({ zoom_hub_name }) => zoom_hub_name).join(', ')
    const instead = free.length > 0 ? ` Free: ${names}.` : ' No account is free at that time.'
    return {
      tone: 'warn',
      text: `${row.account} is booked for “${clash.title}”, ${formatTime(clash.start_time)}.${instead}`,
    }
  })
}

/** Formats a length: "1 h 30 min". */
export function lengthText(lengthMs: number): string {
  const minutes = Math.max(0, Math.round(lengthMs / 60_000))
  const parts = [
    minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '',
    minutes % 60 > 0 || minutes === 0 ? `${minutes % 60} min` : '',
  ]
  return parts.filter(Boolean).join(' ')
}
