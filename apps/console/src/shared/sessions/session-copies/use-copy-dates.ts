import { nextWeekly } from '@greenroom/contract/calendar-day'
import { checkMeetingDates } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import { meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { mostCopies } from '@greenroom/contract/sessions/session-copy/copy-limits'
import { seriesStarts } from '@greenroom/contract/sessions/session-copy/session-copy.rules'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../../lib/api/hooks.ts'
import { serverNow } from '../../../lib/clock.ts'
import { businessTimeZone } from '../../../lib/dates.ts'
import { useMinute } from '../../../lib/minute.ts'
import { useKeptDialog } from '../../record/kept-dialog/use-kept-dialog.tsx'
import { copyDatesMessages as messages } from './copy-dates-messages.ts'
import { type CopyRow, rowHints } from './copy-rows.ts'

/** A session that is copied. */
export interface CopiedSession {
  _id: string
  title: string
  start_time: string
  end_time: string
  /** Null for an event, and for a webinar without an account. */
  zoom_hub_name: string | null
}

const Dates = z.object({
  rows: z.array(
    z.object({
      key: z.number(),
      start: z.nullable(z.string()),
      account: z.nullable(z.enum(meetingAccounts)),
    }),
  ),
  count: z.string(),
  every: z.string(),
})

/** A series has so many dates until somebody says otherwise. */
const usualCopies = 4

/** The rows of the dialog, which are kept while it is closed, and what the server knows of their times. */
export function useCopyDates(
  session: CopiedSession,
  { opened, isSaving, onClose }: { opened: boolean; isSaving: boolean; onClose: () => void },
) {
  const now = useMinute()
  const lengthMs = Math.max(0, Date.parse(session.end_time) - Date.parse(session.start_time))
  const account = meetingAccounts.find((one) => one === session.zoom_hub_name) ?? null
  const [firstStart] = useState(() =>
    nextWeekly(new Date(session.start_time), new Date(serverNow()), businessTimeZone()).toISOString(),
  )
  const [failure, setFailure] = useState<string>()
  const list = useRef<HTMLOListElement>(null)
  const kept = useKeptDialog({
    name: 'copy-dates',
    id: session._id,
    values: Dates,
    start: {
      rows: seriesStarts(firstStart, usualCopies, 1, businessTimeZone()).map((start, key) => ({
        key,
        start,
        account,
      })),
      count: String(usualCopies),
      every: '1',
    },
    what: messages.what,
    opened,
    isSaving,
    onClose,
  })
  const { rows, count, every } = kept.values
  /** Also says how many there are now. */
  const setRows = (next: (all: CopyRow[]) => CopyRow[]) =>
    kept.change(({ rows: all }) => {
      const changed = next(all)
      return { rows: changed, count: String(changed.length) }
    })
  const newRow = (all: readonly CopyRow[], start: string | null): CopyRow => ({
    key: Math.max(-1, ...all.map((row) => row.key)) + 1,
    start,
    account,
  })

  const starts = [...new Set(rows.map(({ start }) => start).filter((start) => start !== null))].sort()
  const checked = useRead(
    checkMeetingDates,
    { query: { starts, seconds: Math.round(lengthMs / 1000) } },
    { enabled: opened && account !== null && starts.length > 0, keepPrevious: true },
  )
  const hints = rowHints(rows, { lengthMs, checked: checked.data, now: new Date(now) })
  const change = (which: CopyRow, changes: Partial<CopyRow>) => {
    setFailure(undefined)
    setRows((all) => all.map((row) => (row.key === which.key ? { ...row, ...changes } : row)))
  }
  const remove = (which: CopyRow, place: number) => {
    setFailure(undefined)
    setRows((all) => all.filter((row) => row.key !== which.key))
    // The next date takes the place of the removed one.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      buttons[Math.min(place, buttons.length - 1)]?.focus()
    })
  }
  const add = () => {
    const last = rows.at(-1)?.start ?? null
    const next = last === null ? null : (seriesStarts(last, 2, Number(every), businessTimeZone())[1] ?? null)
    setRows((all) => [...all, newRow(all, next)])
  }
  const first = rows[0]?.start ?? null
  const wanted = /^\d+$/.test(count) ? Number(count) : 0
  const isCountValid = wanted >= 1 && wanted <= mostCopies
  /** Takes the wanted number: what is too much goes, and what is missing follows the last date. */
  const applyCount = () => {
    if (!isCountValid || wanted === rows.length) return
    setFailure(undefined)
    const last = rows.at(-1)?.start ?? firstStart
    const further = seriesStarts(last, wanted - rows.length + 1, Number(every), businessTimeZone()).slice(1)
    setRows((all) => [
      ...all.slice(0, wanted),
      ...further.map((start, place) => ({ ...newRow(all, start), key: newRow(all, start).key + place })),
    ])
  }
  /** Takes the dates from the first one at another distance. */
  const changeEvery = (chosen: string) => {
    setFailure(undefined)
    const series = seriesStarts(first ?? firstStart, rows.length, Number(chosen), businessTimeZone())
    kept.change(({ rows: all }) => ({
      every: chosen,
      rows: all.map((row, place) => ({ ...row, start: series[place] ?? row.start })),
    }))
  }
  return {
    kept,
    rows,
    hints,
    failure,
    setFailure,
    list,
    now,
    lengthMs,
    account,
    isUnchecked: checked.error !== null,
    isCountRefused: count !== '' && !isCountValid,
    change,
    remove,
    add,
    applyCount,
    changeEvery,
  }
}
