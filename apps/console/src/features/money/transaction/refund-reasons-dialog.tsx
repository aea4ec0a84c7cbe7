import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import {
  createRefundReason,
  getRefundable,
  listRefundReasons,
  updateRefundReason,
} from '@greenroom/contract/money/refund/refund.endpoints'
import { ReasonLabel, type RefundReason } from '@greenroom/contract/money/refund/refund.schema'
import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { useKeptDialog } from '../../../shared/record/kept-dialog/use-kept-dialog.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './refund-reasons-dialog.module.css'
import { refundReasonMessages as messages } from './transaction-messages.ts'

interface RefundReasonsDialogProps {
  opened: boolean
  onClose: () => void
}

const shownState = [listRefundReasons, getRefundable]

const Labels = z.object({ renamed: z.record(z.string(), z.string()), added: z.string() })

/** Manages the reasons for refunds: add, rename, hide and show (OQ-262). */
export function RefundReasonsDialog({ opened, onClose }: RefundReasonsDialogProps) {
  const { data, error, refetch } = useRead(listRefundReasons, {}, { enabled: opened })
  const update = useCall(updateRefundReason, { invalidates: shownState })
  const create = useCall(createRefundReason, { invalidates: shownState })
  const isSaving = update.isPending || create.isPending
  const kept = useKeptDialog({
    name: 'refund-reasons',
    values: Labels,
    start: { renamed: {}, added: '' },
    what: messages.unsaved,
    opened,
    isSaving,
    onClose,
  })
  const { renamed, added } = kept.values
  const rename = (id: string, label: string | undefined) =>
    kept.change(({ renamed: { [id]: _, ...others } }) => ({
      renamed: label === undefined ? others : { ...others, [id]: label },
    }))
  return (
    <>
      <Dialog
        opened={opened}
        onClose={kept.close}
        title={messages.title}
        size="detail"
        footer={
          <Button size="md" onClick={kept.close}>
            {messages.done}
          </Button>
        }
      >
        <p className={classes.explanation}>{messages.explanation}</p>
        {kept.notice}
        {data ? (
          <ul className={classes.list}>
            {data.map((reason) => (
              <Reason
                key={reason._id}
                reason={reason}
                label={renamed[reason._id] ?? reason.label}
                call={update.call}
                isSaving={isSaving}
                onChange={(label) => rename(reason._id, label === reason.label ? undefined : label)}
              />
            ))}
          </ul>
        ) : error ? (
          <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label={messages.loading} className={classes.list}>
            {[0, 1, 2, 3, 4].map((n) => (
              <Skeleton key={n} height={36} />
            ))}
          </Loading>
        )}
        <NewReason
          label={added}
          call={create.call}
          isSaving={isSaving}
          onChange={(label) => kept.change({ added: label })}
        />
      </Dialog>
      {kept.question}
    </>
  )
}

interface ReasonFieldProps<Endpoint extends EndpointDeclaration> {
  label: string
  call: ReturnType<typeof useCall<Endpoint>>['call']
  /** One change at a time: nothing closes the dialog meanwhile. */
  isSaving: boolean
  onChange: (label: string) => void
}

/** A reason. A new label is saved by Enter or Save, and taken back by Escape (OQ-532). */
function Reason({
  reason,
  label,
  call,
  isSaving,
  onChange,
}: ReasonFieldProps<typeof updateRefundReason> & { reason: RefundReason }) {
  const [problem, setProblem] = useState<string>()
  const isChanged = label !== reason.label
  const field = useRef<HTMLInputElement>(null)

  const save = async (body: { label?: string; is_active?: boolean }) => {
    try {
      await notify.progress(call({ params: { id: reason._id }, body, version: reason.version }), {
        pending: messages.saving,
        success: messages.saved,
        error: failureMessage,
      })
      return true
    } catch (failed) {
      if (failed instanceof ApiError && failed.errors.length > 0) setProblem(failed.message)
      return false
    }
  }
  const change = (typed: string) => {
    onChange(typed)
    setProblem(undefined)
  }
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || isSaving) return
    const refusal = refusalOf(label)
    setProblem(refusal)
    // The button goes with the change.
    field.current?.focus()
    if (refusal === undefined && (await save({ label }))) onChange(reason.label)
  }
  return (
    <li>
      <form className={classes.reason} onSubmit={(event) => void rename(event)} noValidate>
        <TextInput
          ref={field}
          aria-label={messages.label(reason.label)}
          value={label}
          readOnly={isSaving}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isChanged && !isSaving) change(reason.label)
          }}
          // Escape takes the label back, and only then closes the dialog.
          data-mantine-stop-propagation={isChanged || undefined}
          error={problem}
          className="gr-grow"
        />
        {isChanged && (
          <SubmitButton variant="default" busy={isSaving}>
            {messages.save}
          </SubmitButton>
        )}
        <Switch
          aria-label={messages.offered(reason.label)}
          checked={reason.is_active}
          onChange={(event) => void save({ is_active: event.currentTarget.checked })}
        />
      </form>
    </li>
  )
}

function NewReason({ label, call, isSaving, onChange }: ReasonFieldProps<typeof createRefundReason>) {
  const [problem, setProblem] = useState<string>()

  const add = async (event: FormEvent) => {
    event.preventDefault()
    const refusal = refusalOf(label)
    setProblem(refusal)
    if (refusal !== undefined || isSaving) return
    try {
      await notify.progress(call({ body: { label } }), {
        pending: messages.adding,
        success: messages.added,
        error: failureMessage,
      })
      onChange('')
    } catch (failed) {
      if (failed instanceof ApiError && failed.errors.length > 0) setProblem(failed.message)
    }
  }
  return (
    <form className={classes.reason} onSubmit={(event) => void add(event)} noValidate>
      <TextInput
        label={messages.newLabel}
        value={label}
        readOnly={isSaving}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={problem}
        className="gr-grow"
      />
      <div className={classes.add}>
        <SubmitButton variant="default" busy={isSaving}>
          {messages.add}
        </SubmitButton>
      </div>
    </form>
  )
}

function refusalOf(label: string): string | undefined {
  const checked = ReasonLabel.safeParse(label)
  return checked.success ? undefined : checked.error.issues[0]?.message
}
