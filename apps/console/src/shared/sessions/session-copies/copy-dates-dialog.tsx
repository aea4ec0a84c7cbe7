import { type MeetingAccount, meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { type CheckedSession, isReady } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { mostCopies } from '@greenroom/contract/sessions/session-copy/copy-limits'
import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'
import { TimeField } from '../../field/time-field/time-field.tsx'
import { useQuestion } from '../../record/edit-conflict/use-question.ts'
import { accountChoices } from '../meeting-account/account-availability.ts'
import { PublishCheckDialog } from '../publish-check/publish-check-dialog.tsx'
import { checkCopies } from './check-copies.ts'
import { CopiesOutcome } from './copies-outcome.tsx'
import classes from './copy-dates-dialog.module.css'
import { copyDatesMessages as messages } from './copy-dates-messages.ts'
import { type CheckedCopies, copyFindingText } from './copy-findings.ts'
import { type CopyRow, lengthText } from './copy-rows.ts'
import { type PublishedCopies, publishInTurn } from './publish-in-turn.ts'
import { type CopiedSession, useCopyDates } from './use-copy-dates.ts'

/** What is done with the copies of one kind of session. */
interface CopyWork<T> {
  /** Returns the original for the check before publishing. */
  checked: () => CheckedSession
  create: (copies: { start_time: string; zoom_hub_name?: MeetingAccount }[]) => Promise<T[]>
  publish: (copy: T) => Promise<unknown>
  /** Returns the link to the form of a copy. */
  edit: (copy: T) => LinkProps
  /** Shows a copy in its list. */
  show: (copy: T, state: 'draft' | 'published') => void
}

interface CopyDatesDialogProps<T> {
  opened: boolean
  session: CopiedSession
  work: CopyWork<T>
  onClose: () => void
}

/**
 * Asks for the dates of copies and checks each of them (OQ-513). The copies are created as drafts, or also published;
 * then it shows which of them stay drafts (OQ-643).
 */
export function CopyDatesDialog<T extends CopiedSession>({
  opened,
  session,
  work,
  onClose,
}: CopyDatesDialogProps<T>) {
  const [step, setStep] = useState<'creating' | 'checking' | 'publishing'>()
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<PublishedCopies<T>>()
  const isBusy = step !== undefined
  const dates = useCopyDates(session, { opened, isSaving: isBusy && step !== 'checking', onClose })
  const { kept, rows, hints, failure } = dates
  const isRefused = rows.length === 0 || hints.some((hint) => hint?.tone === 'bad')
  const warnings = hints.filter((hint) => hint?.tone === 'warn').length
  const isShown = useIsShown(opened)
  const check = useQuestion<CheckedCopies, boolean>(false)
  // The copies exist, but closing the page would leave the rest of them unpublished.
  const release = useUnsavedChanges(step === 'publishing', { isSaving: true })

  const create = () =>
    work
      .create(
        rows.map((row) => ({
          start_time: row.start ?? '',
          ...(row.account === null ? {} : { zoom_hub_name: row.account }),
        })),
      )
      .then((made) => {
        kept.finish()
        return made
      })

  const createDrafts = async () => {
    const made = await notify.progress(
      create(),
      { ...messages.progress, success: (drafts) => messages.progress.success(drafts.length) },
      { isOnScreen: true },
    )
    if (!isShown.current) return
    onClose()
    if (made[0]) work.show(made[0], 'draft')
  }

  const createAndPublish = async () => {
    setDone(0)
    const createAll = async () => {
      const made = await create()
      return publishInTurn(made, work.publish, setDone)
    }
    const result = await notify.progress(
      createAll(),
      {
        ...messages.publishProgress,
        success: ({ published, kept }) => messages.published(published.length, kept.length),
      },
      {
        isOnScreen: true,
        // The dialog names them, unless the person has gone on.
        next: ({ kept: [first] }) =>
          first && !isShown.current
            ? { label: messages.showDrafts, onClick: () => work.show(first.copy, 'draft') }
            : undefined,
      },
    )
    release()
    if (!isShown.current) return
    if (result.kept.length > 0) return setOutcome(result)
    onClose()
    if (result.published[0]) work.show(result.published[0], 'published')
  }

  /** Asks what a single session would be asked, once for all copies. */
  const isConfirmed = async () => {
    const dated = rows.flatMap((row) => (row.start === null ? [] : [{ ...row, start: row.start }]))
    const series = { session: { ...work.checked(), title: session.title }, lengthMs: dates.lengthMs }
    // A failed check does not block publishing: the server checks too.
    const found = await checkCopies(dated, series).catch(() => undefined)
    return !found || isReady(found.findings) || check.ask(found)
  }

  const run = async (publishes: boolean) => {
    if (isRefused || isBusy) return
    dates.setFailure(undefined)
    try {
      if (publishes) {
        setStep('checking')
        if (!(await isConfirmed())) return
      }
      setStep(publishes ? 'publishing' : 'creating')
      await (publishes ? createAndPublish() : createDrafts())
    } catch (reason) {
      dates.setFailure(refusalText(reason))
    } finally {
      setStep(undefined)
    }
  }

  const showDrafts = () => {
    onClose()
    if (outcome?.kept[0]) work.show(outcome.kept[0].copy, 'draft')
  }
  const buttons = outcome ? (
    <Button size="md" onClick={showDrafts}>
      {messages.showDrafts}
    </Button>
  ) : (
    <div className={classes.answers}>
      <Button size="md" variant="subtle" disabled={isBusy} onClick={kept.close}>
        {messages.cancel}
      </Button>
      <BusyButton
        size="md"
        variant="default"
        busy={step === 'checking' || step === 'publishing'}
        disabled={isRefused || step === 'creating'}
        onClick={() => run(true)}
      >
        {messages.createAndPublish(rows.length)}
      </BusyButton>
      <BusyButton
        size="md"
        busy={step === 'creating'}
        disabled={isRefused || step === 'checking' || step === 'publishing'}
        onClick={() => run(false)}
      >
        {messages.create(rows.length)}
      </BusyButton>
    </div>
  )
  return (
    <>
      <Dialog
        opened={opened}
        onClose={kept.close}
        closable={!isBusy}
        title={
          outcome
            ? messages.published(outcome.published.length, outcome.kept.length)
            : messages.title(session.title)
        }
        size="wide"
        footer={buttons}
      >
        {outcome ? (
          <CopiesOutcome kept={outcome.kept} edit={work.edit} />
        ) : (
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
              {statusText(step === 'publishing' ? done : undefined, warnings, dates)}
            </p>
            {failure && (
              <p className="gr-error" role="alert">
                {failure}
              </p>
            )}
          </div>
        )}
      </Dialog>
      {check.question && (
        <PublishCheckDialog
          opened={check.opened}
          findings={check.question.findings}
          account={null}
          textOf={copyFindingText}
          isRefused={check.question.isRefused}
          note={check.question.isPartlyRefused ? messages.partly : undefined}
          free={undefined}
          // The dates are in the dialog below.
          linkOf={() => undefined}
          onFollow={() => undefined}
          onPublish={() => check.answer(true)}
          onClose={() => check.answer(false)}
        />
      )}
      {kept.question}
    </>
  )
}

/** @param done how many copies are published or refused; undefined while none is being published */
function statusText(
  done: number | undefined,
  warnings: number,
  { rows, isUnchecked }: Pick<ReturnType<typeof useCopyDates>, 'rows' | 'isUnchecked'>,
): string {
  if (done !== undefined) return messages.publishing(done, rows.length)
  return (warnings > 0 ? messages.warnings(warnings) : '') + (isUnchecked ? messages.notChecked : '')
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
