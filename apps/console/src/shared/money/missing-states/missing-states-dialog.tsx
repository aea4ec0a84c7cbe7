import {
  addDocumentStates,
  listDocuments,
  listMissingStates,
} from '@greenroom/contract/money/document/document.endpoints'
import { type MissingState, mostCorrected } from '@greenroom/contract/money/document/document.schema'
import { getGstReturn, listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { getTransaction, sumTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { PartReading } from '../../../ui/part-reading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SelectAll } from '../../record/selection/select-boxes.tsx'
import { type Selection, useSelection } from '../../record/selection/use-selection.ts'
import { type ChosenPlaces, correctionsOf, guessedPlace, placeOf, problemsOf } from './missing-places.ts'
import { MissingStateRow } from './missing-state-row.tsx'
import classes from './missing-states-dialog.module.css'
import { missingStatesMessages as messages } from './missing-states-messages.ts'
import { PlaceSelect } from './place-select.tsx'

interface MissingStatesDialogProps {
  opened: boolean
  onClose: () => void
  /** Called after the documents are issued. */
  onDone: () => void
  /** Which invoices: those of a month, or these. */
  of: { month: string } | { ids: string[] }
  /** Outlives the dialog, so that Escape loses nothing. */
  chosen: ChosenPlaces
  onChoose: (chosen: ChosenPlaces) => void
}

const nothing: ReadonlyMap<string, string> = new Map()

/** Asks for the States that invoices lack, with a guess for each, and corrects them together (OQ-656, OQ-657). */
export function MissingStatesDialog({
  opened,
  onClose,
  onDone,
  of,
  chosen,
  onChoose,
}: MissingStatesDialogProps) {
  const [problems, setProblems] = useState(nothing)
  const [failure, setFailure] = useState<string>()
  const isShown = useIsShown(opened)
  const read = useRead(
    listMissingStates,
    { query: { ...of, limit: mostCorrected } },
    { keepPrevious: false, enabled: opened },
  )
  const correction = useCall(addDocumentStates, {
    invalidates: [
      listDocuments,
      listMissingStates,
      listGstMonths,
      getGstReturn,
      getTransaction,
      sumTransactions,
    ],
  })
  const rows = read.data?.documents ?? []
  const selection = useSelection(rows.map(({ document }) => document.id))
  const corrections = correctionsOf(rows, chosen, problems)

  const choose = (ids: Iterable<string>, placeFor: (id: string) => string | null) => {
    const next = new Map(chosen)
    const left = new Map(problems)
    for (const id of ids) {
      next.set(id, placeFor(id))
      left.delete(id)
    }
    setProblems(left)
    setFailure(undefined)
    onChoose(next)
  }
  const submit = async () => {
    if (corrections.length === 0) {
      setFailure(messages.chooseOne)
      return
    }
    setFailure(undefined)
    try {
      await notify.progress(correction.call({ body: { documents: corrections } }), {
        pending: messages.pending,
        success: ({ data }) => messages.success(data.corrected.length),
        // The dialog shows why.
        error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
      })
      onChoose(new Map())
      if (isShown.current) onDone()
    } catch (reason) {
      const refused = reason instanceof ApiError ? problemsOf(reason.errors, corrections) : nothing
      setProblems(new Map([...problems, ...refused]))
      setFailure(refused.size > 0 ? `${failureMessage(reason)} ${messages.leftOut}` : failureMessage(reason))
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={!correction.isPending}
      title={messages.title}
      focusesTitle
      size="wide"
      footer={
        rows.length > 0 && (
          <>
            <span className={classes.ready} role="status">
              {messages.ready(corrections.length, rows.length)}
            </span>
            <Button size="md" variant="subtle" disabled={correction.isPending} onClick={onClose}>
              {messages.cancel}
            </Button>
            <BusyButton size="md" busy={correction.isPending} onClick={() => void submit()}>
              {corrections.length === 0 ? messages.submitNone : messages.submit(corrections.length)}
            </BusyButton>
          </>
        )
      }
    >
      <div className="gr-stack">
        {read.data === undefined ? (
          <PartReading
            label={messages.loading}
            failure={messages.loadFailed}
            retry={messages.retry}
            hasFailed={read.error !== null}
            onRetry={() => void read.refetch()}
          >
            <div className="gr-stack">
              {['first', 'second', 'third'].map((key) => (
                <Skeleton key={key} width="100%" height={40} />
              ))}
            </div>
          </PartReading>
        ) : rows.length === 0 ? (
          <p className="gr-quiet">{messages.none}</p>
        ) : (
          <>
            <p className="gr-small gr-quiet">{messages.effect}</p>
            {read.data.count > rows.length && (
              <p className="gr-small gr-quiet">{messages.shown(rows.length, read.data.count)}</p>
            )}
            <Bar
              rows={rows}
              chosen={chosen}
              disabled={correction.isPending}
              selection={selection}
              onChoose={choose}
            />
            <ul className={classes.rows} aria-label={messages.table}>
              {rows.map((row) => {
                const { id } = row.document
                return (
                  <MissingStateRow
                    key={id}
                    row={row}
                    place={placeOf(row, chosen)}
                    problem={problems.get(id)}
                    selection={selection}
                    disabled={correction.isPending}
                    onChoose={(place) => choose([id], () => place)}
                  />
                )
              })}
            </ul>
            {failure && <ProblemNotice message={failure} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

interface BarProps {
  rows: readonly MissingState[]
  chosen: ChosenPlaces
  disabled: boolean
  selection: Selection
  onChoose: (ids: Iterable<string>, placeFor: (id: string) => string | null) => void
}

/** Above the rows: selects all of them, chooses one State for those that are selected, and goes back to the guesses. */
function Bar({ rows, chosen, disabled, selection, onChoose }: BarProps) {
  const guesses = new Map(
    rows.flatMap(({ document, guess }) => {
      const place = guessedPlace(guess)
      return place === null ? [] : [[document.id, place] as const]
    }),
  )
  const isEachUsed = rows.every((row) => {
    const guess = guesses.get(row.document.id)
    return guess === undefined || placeOf(row, chosen) === guess
  })
  return (
    <div className={classes.bar}>
      <SelectAll selection={selection} disabled={disabled} />
      {selection.selected.length > 0 && (
        <PlaceSelect
          className={classes.all}
          aria-label={messages.stateOfSelected}
          placeholder={messages.placeholderOfSelected}
          // A country can't be the place of a venue.
          isStateOnly={rows.some(
            ({ document }) => document.missing_state === 'venue' && selection.has(document.id),
          )}
          value={null}
          disabled={disabled}
          onChange={(place) => place !== null && onChoose(selection.selected, () => place)}
        />
      )}
      {guesses.size > 0 && !isEachUsed && (
        <Button
          variant="subtle"
          size="sm"
          className="gr-push"
          disabled={disabled}
          onClick={() => onChoose(guesses.keys(), (id) => guesses.get(id) ?? null)}
        >
          {messages.takeAll}
        </Button>
      )}
    </div>
  )
}
