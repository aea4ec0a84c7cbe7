import { nextWeekly } from '@greenroom/contract/calendar-day'
import { checkMeetingDates } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import { type MeetingAccount, meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { mostCopies } from '@greenroom/contract/sessions/session-copy/copy-limits'
import { seriesStarts } from '@greenroom/contract/sessions/session-copy/session-copy.rules'
import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { serverNow } from '../../../lib/clock.ts'
import { businessTimeZone, formatTime } from '../../../lib/dates.ts'
import { useMinute } from '../../../lib/minute.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TimeField } from '../../field/time-field/time-field.tsx'
import { useKeptDialog } from '../../record/kept-dialog/use-kept-dialog.tsx'
import { accountChoices } from '../meeting-account/account-availability.ts'
import classes from './copy-dates-dialog.module.css'
import { copyDatesMessages as messages } from './copy-dates-messages.ts'
import { type CopyRow, lengthText, rowHints } from './copy-rows.ts'

interface CopiedSession {
  _id: string
  title: string
  start_time: string
  end_time: string
  /** Null for an event, and for a webinar without an account. */
  zoom_hub_name: string | null
}

interface CopyDatesDialogProps {
  opened: boolean
  session: CopiedSession
  onClose: () => void
  /**
   * Creates the copies. Its toast names the outcome; a rejection is also shown in the dialog.
   * @returns what shows the copies, called once the dialog no longer holds the screen
   */
  onCreate: (copies: { start_time: string; zoom_hub_name?: MeetingAccount }[]) => Promise<() => void>
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

/** Asks for the dates of copies and checks each of them (OQ-513). */
export function CopyDatesDialog({ opened, session, onClose, onCreate }: CopyDatesDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const dates = useCopyDates(session, { opened, isSaving: isBusy, onClose })
  const { kept, rows, hints, failure } = dates
  const isRefused = rows.length === 0 || hints.some((hint) => hint?.tone === 'bad')
  const warnings = hints.filter((hint) => hint?.tone === 'warn').length
  const isShown = useIsShown(opened)
  const create = async () => {
    if (isRefused) return
    setBusy(true)
    dates.setFailure(undefined)
    try {
      const showCopies = await onCreate(
        rows.map((row) => ({
          start_time: row.start ?? '',
          ...(row.account === null ? {} : { zoom_hub_name: row.account }),
        })),
      )
      kept.finish()
      if (!isShown.current) return
      onClose()
      showCopies()
    } catch (reason) {
      dates.setFailure(refusalText(reason))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Dialog
        opened={opened}
        onClose={kept.close}
        closable={!isBusy}
        title={messages.title(session.title)}
        size="wide"
        footer={
          <>
            <Button size="md" variant="subtle" disabled={isBusy} onClick={kept.close}>
              {messages.cancel}
            </Button>
            <BusyButton size="md" busy={isBusy} disabled={isRefused} onClick={create}>
              {messages.create(rows.length)}
            </BusyButton>
          </>
        }
      >
        <div className="gr-stack">
          <p className="gr-quiet">
            {messages.help(formatTime(session.start_time), lengthText(dates.lengthMs))}
          </p>
          {kept.notice}
          <Series dates={dates} />
          <ol ref={dates.list} className={classes.rows} aria-label={messages.dates}>
            {rows.map((row, place) => (
              <DateRow key={row.key} row={row} place={place} dates={dates} isBusy={isBusy} />
            ))}
          </ol>
          {rows.length < mostCopies && (
            <Button
              variant="default"
              className={classes.add}
              leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
              disabled={isBusy}
              onClick={dates.add}
            >
              {messages.add}
            </Button>
          )}
          <p className="gr-small gr-quiet" role="status">
            {warnings > 0 ? messages.warnings(warnings) : ''}
            {dates.isUnchecked ? messages.notChecked : ''}
          </p>
          {failure && (
            <p className="gr-error" role="alert">
              {failure}
            </p>
          )}
        </div>
      </Dialog>
      {kept.question}
    </>
  )
}

/** The rows of the dialog, which are kept while it is closed, and what the server knows of their times. */
function useCopyDates(
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

interface PartProps {
  dates: ReturnType<typeof useCopyDates>
  isBusy: boolean
}

/** How many copies, and how far apart. */
function Series({ dates: { kept, isCountRefused, applyCount, changeEvery } }: Pick<PartProps, 'dates'>) {
  const { count, every } = kept.values
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out its children in a row
    <div role="group" aria-label={messages.series} className={classes.series}>
      <NumberField
        className={classes.count}
        label={messages.count}
        value={count}
        onChange={(typed) => kept.change({ count: typed })}
        onBlur={applyCount}
        error={isCountRefused ? messages.countRange : undefined}
      />
      <ChoiceSelect
        className={classes.every}
        label={messages.every}
        data={Object.entries(messages.everyWeeks).map(([value, label]) => ({ value, label }))}
        value={every}
        onChange={(chosen) => changeEvery(chosen ?? '1')}
      />
    </div>
  )
}

/** One date, with its account if the session has one. */
function DateRow({ row, place, dates, isBusy }: PartProps & { row: CopyRow; place: number }) {
  const { account, change } = dates
  const hint = dates.hints[place]
  return (
    <li className={classes.row}>
      <TimeField
        label={messages.date(place + 1)}
        required
        value={row.start}
        min={new Date(dates.now)}
        onChange={(start) => change(row, { start })}
        error={hint?.tone === 'bad' ? hint.text : undefined}
      />
      {account !== null && (
        <ChoiceSelect
          label={messages.account(place + 1)}
          data={accountChoices(row.account)}
          value={row.account}
          onChange={(picked) =>
            change(row, { account: meetingAccounts.find((one) => one === picked) ?? null })
          }
          description={
            hint && hint.tone !== 'bad' ? (
              <FieldHint tone={hint.tone} lines={2}>
                {hint.text}
              </FieldHint>
            ) : undefined
          }
        />
      )}
      <IconButton
        data-remove=""
        className={classes.remove}
        label={messages.remove(place + 1)}
        icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
        disabled={isBusy}
        onClick={() => dates.remove(row, place)}
      />
    </li>
  )
}

/** The refused dates by their numbers, or the server's message. */
function refusalText(reason: unknown): string {
  const refused = reason instanceof ApiError ? reason.errors : []
  const named = refused.map(({ path, message }) => {
    const place = /^copies\.(\d+)/.exec(path)?.[1]
    return place === undefined ? message : `${messages.date(Number(place) + 1)}: ${message}.`
  })
  return named.length > 0 ? `${messages.none} ${named.join(' ')}` : failureMessage(reason)
}
