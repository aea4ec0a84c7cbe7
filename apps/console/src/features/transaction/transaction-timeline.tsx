import { addTransactionNote, getTransaction } from '@greenroom/contract/transaction/transaction.endpoints'
import {
  NoteText,
  type TimelineItem,
  type TransactionDetail,
} from '@greenroom/contract/transaction/transaction-detail.schema'
import { Textarea } from '@mantine/core'
import { type FormEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { useMay } from '../../lib/api/permissions.ts'
import { formatCardTime } from '../../lib/dates.ts'
import { notify } from '../../lib/notify.tsx'
import { formDraft } from '../../shared/record-form/form-draft.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { timelineText } from './timeline-text.ts'
import { timelineMessages } from './transaction-page-messages.ts'
import classes from './transaction-timeline.module.css'

/** Everything that happened to an order, the newest first, and the field for a note (OQ-280, OQ-282). */
export function TransactionTimeline({ transaction }: { transaction: TransactionDetail }) {
  const title = useId()
  const { timeline, currency_code, is_timeline_cut } = transaction
  const mayNote = useMay<typeof addTransactionNote>('money.write')
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="gr-part">
        {timelineMessages.title}
      </h2>
      {mayNote && <NoteForm id={transaction._id} />}
      <ol className={classes.items}>
        {timeline.map((item) => (
          <Item key={keyOf(item)} item={item} currency={currency_code} />
        ))}
      </ol>
      {is_timeline_cut && <p className={classes.cut}>{timelineMessages.cut(timeline.length)}</p>}
    </section>
  )
}

function Item({ item, currency }: { item: TimelineItem; currency: TransactionDetail['currency_code'] }) {
  const { shape, tone, text, by, details = [] } = timelineText(item, currency)
  return (
    <li data-kind={item.kind}>
      <span className={classes.glyph}>
        <StatusGlyph shape={shape} tone={tone} />
      </span>
      <div className="gr-shrink">
        <p className={classes.text}>{text}</p>
        {details.map((line) => (
          <p key={line} className={classes.detail}>
            {line}
          </p>
        ))}
        <p className={classes.when}>
          <time dateTime={item.at}>{formatCardTime(item.at)}</time>
          {by !== undefined && <span className="gr-break"> · {by}</span>}
        </p>
      </div>
    </li>
  )
}

const Note = z.object({ text: z.string() })

function NoteForm({ id }: { id: string }) {
  const { call, isPending } = useCall(addTransactionNote, { invalidates: [getTransaction] })
  const [draft] = useState(() => formDraft('order-note', Note, z.null(), id))
  const [text, setText] = useState(() => draft.read()?.values.text ?? '')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  /** Keeps the text for this tab too, so that it survives the end of the session. */
  const type = (typed: string) => {
    setText(typed)
    if (typed.trim() === '') draft.clear()
    else draft.write({ values: { text: typed }, base: null, marks: [] })
  }
  const release = useUnsavedChanges(text.trim() !== '', { isSaving: isPending, forget: () => type('') })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const { error: refused } = z.safeParse(NoteText, text)
    setError(refused?.issues[0]?.message)
    if (refused) {
      field.current?.focus()
      return
    }
    try {
      await notify.progress(call({ params: { id }, body: { text } }), {
        pending: timelineMessages.pending,
        success: timelineMessages.added,
        error: () => undefined,
      })
      release()
      type('')
    } catch (reason) {
      setError(failureMessage(reason))
    }
    field.current?.focus()
  }

  return (
    <form className={classes.form} onSubmit={(event) => void add(event)} noValidate>
      <Textarea
        ref={field}
        label={timelineMessages.note}
        placeholder={timelineMessages.placeholder}
        description={error === undefined ? timelineMessages.hint : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error}
        autosize
        minRows={2}
        maxRows={12}
        readOnly={isPending}
        value={text}
        onChange={(event) => {
          type(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <BusyButton type="submit" variant="default" busy={isPending} className={classes.add}>
        {timelineMessages.add}
      </BusyButton>
    </form>
  )
}

function keyOf(item: TimelineItem): string {
  switch (item.kind) {
    case 'refund-requested':
    case 'refund-settled':
      return `${item.kind} ${item.refund_id}`
    case 'approval-requested':
    case 'approval-decided':
      return `${item.kind} ${item.request_id}`
    case 'document':
      return item.document_id
    case 'note':
      return item.note_id
    case 'change':
      return item.change_id
    default:
      return item.kind
  }
}
