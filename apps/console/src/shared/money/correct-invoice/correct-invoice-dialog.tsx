import { venuePlaces } from '@greenroom/contract/gst-state'
import {
  type CorrectionPreview,
  correctionMessages,
} from '@greenroom/contract/money/document/correction.schema'
import {
  correctInvoice,
  listDocuments,
  listMissingStates,
  previewCorrection,
} from '@greenroom/contract/money/document/document.endpoints'
import { getGstReturn, listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { getTransaction, sumTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { formatMonth } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { PartReading } from '../../../ui/part-reading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { VenueSelect } from '../../field/state-select/state-select.tsx'
import { PlaceSelect } from '../missing-states/place-select.tsx'
import classes from './correct-invoice-dialog.module.css'
import { correctInvoiceMessages as messages } from './correct-invoice-messages.ts'
import {
  type CorrectedParts,
  type CorrectionValues,
  changedParts,
  comparedLines,
  valuesOf,
} from './corrected-parts.ts'

interface CorrectInvoiceDialogProps {
  opened: boolean
  invoice: { id: string; serial: string }
  /** What the form begins with instead of what the order has. */
  suggested?: Partial<CorrectionValues>
  onClose: () => void
  /** Called after the documents are issued. */
  onDone: () => void
}

const fieldOf: Record<string, keyof CorrectionValues> = {
  name: 'name',
  address: 'address',
  gstin: 'gstin',
  state: 'place',
  country: 'place',
  venue_state: 'venue',
}

type Errors = Partial<Record<keyof CorrectionValues, string>>

/** Returns the messages of a refusal by the field that they belong to. */
function errorsOf(failure: unknown): Errors {
  const errors = failure instanceof ApiError ? failure.errors : []
  return Object.fromEntries(
    errors.flatMap(({ path, message }) => {
      const field = fieldOf[path]
      return field ? [[field, message]] : []
    }),
  )
}

/** Corrects the buyer or the venue of an invoice: what is wrong, then a preview, then both documents (OQ-810). */
export function CorrectInvoiceDialog({
  opened,
  invoice,
  suggested,
  onClose,
  onDone,
}: CorrectInvoiceDialogProps) {
  const [edited, setEdited] = useState<Partial<CorrectionValues>>({})
  // What the preview is of; undefined while the form is shown.
  const [parts, setParts] = useState<CorrectedParts>()
  const [failure, setFailure] = useState<unknown>()
  const isShown = useIsShown(opened)
  const params = { id: invoice.id }
  const read = useRead(previewCorrection, { params, query: {} }, { keepPrevious: false, enabled: opened })
  const preview = useRead(
    previewCorrection,
    { params, query: parts ?? {} },
    { keepPrevious: false, enabled: opened && parts !== undefined },
  )
  const correction = useCall(correctInvoice, {
    invalidates: [
      listDocuments,
      listMissingStates,
      listGstMonths,
      getGstReturn,
      getTransaction,
      sumTransactions,
    ],
    refreshesOnConflict: true,
  })
  const now = read.data && valuesOf(read.data)
  const values = now && { ...now, ...suggested, ...edited }
  const refused = parts !== undefined && preview.isError ? preview.error : failure
  const errors = errorsOf(refused)
  const isPreviewing = parts !== undefined && !preview.isError
  const edit = (change: Partial<CorrectionValues>) => {
    setEdited({ ...edited, ...change })
    setParts(undefined)
    setFailure(undefined)
  }
  const submit = async (confirmed: CorrectionPreview) => {
    setFailure(undefined)
    try {
      await notify.progress(correction.call({ params, body: { ...parts, preview: confirmed.preview } }), {
        pending: messages.pending,
        success: ({ data }) => messages.success(data.invoice.serial),
        error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
      })
      if (isShown.current) onDone()
    } catch (reason) {
      // The next press confirms the present preview.
      if (reason instanceof ApiError && reason.code === 'STALE') await preview.refetch()
      setFailure(reason)
    }
  }
  const close = () => {
    setParts(undefined)
    onClose()
  }
  const isEmpty = values && now ? Object.keys(changedParts(now, values)).length === 0 : true

  return (
    <Dialog
      opened={opened}
      onClose={close}
      closable={!correction.isPending}
      title={messages.title(invoice.serial)}
      focusesTitle
      size="wide"
      footer={
        isPreviewing ? (
          <>
            <Button variant="subtle" disabled={correction.isPending} onClick={() => setParts(undefined)}>
              {messages.back}
            </Button>
            <BusyButton
              busy={correction.isPending || preview.isFetching}
              disabled={!preview.data?.is_changed}
              onClick={() => preview.data && void submit(preview.data)}
            >
              {messages.submit}
            </BusyButton>
          </>
        ) : (
          values &&
          now && (
            <>
              <Button variant="subtle" onClick={close}>
                {messages.cancel}
              </Button>
              <Button
                onClick={() => {
                  setFailure(undefined)
                  if (preview.isError) void preview.refetch()
                  setParts(changedParts(now, values))
                }}
              >
                {messages.preview}
              </Button>
            </>
          )
        )
      }
    >
      <div className="gr-stack">
        {values === undefined || (isPreviewing && preview.data === undefined) ? (
          <PartReading
            label={isPreviewing ? messages.checking : messages.loading}
            failure={read.error ? failureMessage(read.error) : messages.loadFailed}
            retry={messages.retry}
            hasFailed={read.error !== null}
            onRetry={() => void read.refetch()}
          >
            <div className="gr-stack">
              {['first', 'second', 'third', 'fourth'].map((key) => (
                <Skeleton key={key} width="100%" height={44} />
              ))}
            </div>
          </PartReading>
        ) : isPreviewing && preview.data ? (
          <Preview preview={preview.data} />
        ) : (
          <>
            <p className="gr-small gr-quiet">{messages.help}</p>
            <TextInput
              autoComplete="off"
              label={messages.gstin}
              description={messages.gstinHelp}
              value={values.gstin}
              error={errors.gstin}
              maxLength={40}
              onChange={(event) => edit({ gstin: event.currentTarget.value })}
            />
            <TextInput
              autoComplete="off"
              label={messages.name}
              value={values.name}
              placeholder={read.data?.before.name ?? ''}
              error={errors.name}
              maxLength={200}
              onChange={(event) => edit({ name: event.currentTarget.value })}
            />
            <Textarea
              autosize
              minRows={2}
              maxRows={6}
              label={messages.address}
              value={values.address}
              error={errors.address}
              maxLength={1000}
              onChange={(event) => edit({ address: event.currentTarget.value })}
            />
            <PlaceSelect
              label={messages.place}
              value={values.place}
              error={errors.place}
              onChange={(place) => edit({ place })}
            />
            {read.data?.venue && (
              <VenueSelect
                label={messages.venue}
                description={messages.venueHelp(read.data.venue.title)}
                value={values.venue}
                error={errors.venue}
                onChange={(chosen) =>
                  edit({ venue: venuePlaces.find(({ code }) => code === chosen)?.code ?? null })
                }
              />
            )}
            {isEmpty && read.data?.is_changed && <p className="gr-small gr-quiet">{messages.outdated}</p>}
          </>
        )}
        {refused !== undefined && refused !== null && Object.keys(errors).length === 0 && (
          <ProblemNotice message={failureMessage(refused)} />
        )}
        {isPreviewing && preview.data?.is_changed === false && (
          <ProblemNotice message={correctionMessages.nothing} />
        )}
      </div>
    </Dialog>
  )
}

/** What changes on the invoice, and what is issued. */
function Preview({ preview }: { preview: CorrectionPreview }) {
  const papers = [
    { name: messages.creditNote, paper: preview.credit_note },
    { name: messages.newInvoice, paper: preview.new_invoice },
  ]
  return (
    <>
      <table className={classes.lines}>
        <caption>{messages.compare}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.part}</th>
            <th scope="col">{messages.before}</th>
            <th scope="col">{messages.after}</th>
          </tr>
        </thead>
        <tbody>
          {comparedLines(preview).map(({ part, before, after, isChanged }) => (
            <tr key={part} data-changed={isChanged || undefined}>
              <th scope="row">{messages.parts[part]}</th>
              <td>{before}</td>
              <td>{isChanged ? after : messages.same}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.documents}>
        {papers.map(({ name, paper }) => (
          <div key={name} className={classes.document}>
            <div className="gr-bold">{name}</div>
            <div className="gr-num">{messages.plan(paper.series, formatDay(paper.document_date))}</div>
            <div className="gr-num">{formatMoney(preview.total, preview.currency_code)}</div>
            <div className="gr-fine gr-faint">
              {messages.returned(formatMonth(paper.document_date.slice(0, 7)), messages.tables[paper.table])}
            </div>
          </div>
        ))}
      </div>
      <p className="gr-small gr-quiet">
        {messages.received} {messages.kept}
      </p>
    </>
  )
}
