import {
  createRefundReason,
  getRefundable,
  listRefundReasons,
  updateRefundReason,
} from '@greenroom/contract/refund/refund.endpoints'
import { ReasonLabel, type RefundReason } from '@greenroom/contract/refund/refund.schema'
import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { useCall, useRead } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { LoadFailure } from '../../shared/record-list/load-failure.tsx'
import { SubmitButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './refund-reasons-dialog.module.css'
import { refundReasonMessages as messages } from './transaction-messages.ts'

interface RefundReasonsDialogProps {
  opened: boolean
  onClose: () => void
}

const shownState = [listRefundReasons, getRefundable]

/** Manages the reasons for refunds: add, rename, hide and show (OQ-262). */
export function RefundReasonsDialog({ opened, onClose }: RefundReasonsDialogProps) {
  const { data, error, refetch } = useRead(listRefundReasons, {}, { enabled: opened })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={messages.title}
      size="detail"
      footer={
        <Button size="md" onClick={onClose}>
          {messages.done}
        </Button>
      }
    >
      <p className={classes.explanation}>{messages.explanation}</p>
      {data ? (
        <ul className={classes.list}>
          {data.map((reason) => (
            <Reason key={`${reason._id} ${reason.version}`} reason={reason} />
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
      <NewReason />
    </Dialog>
  )
}

function Reason({ reason }: { reason: RefundReason }) {
  const [label, setLabel] = useState(reason.label)
  const [problem, setProblem] = useState<string>()
  const { call } = useCall(updateRefundReason, { invalidates: shownState })

  const save = async (body: { label?: string; is_active?: boolean }) => {
    try {
      await notify.progress(call({ params: { id: reason._id }, body, version: reason.version }), {
        pending: messages.saving,
        success: messages.saved,
        error: failureMessage,
      })
    } catch (failed) {
      if (failed instanceof ApiError && failed.errors.length > 0) setProblem(failed.message)
    }
  }
  const rename = () => {
    if (label.trim() === reason.label) return
    const refusal = refusalOf(label)
    setProblem(refusal)
    if (refusal === undefined) void save({ label })
  }
  return (
    <li className={classes.reason}>
      <TextInput
        aria-label={messages.label(reason.label)}
        value={label}
        onChange={(event) => {
          setLabel(event.currentTarget.value)
          setProblem(undefined)
        }}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename()
        }}
        error={problem}
        className="gr-grow"
      />
      <Switch
        aria-label={messages.offered(reason.label)}
        checked={reason.is_active}
        onChange={(event) => void save({ is_active: event.currentTarget.checked })}
      />
    </li>
  )
}

function NewReason() {
  const [label, setLabel] = useState('')
  const [problem, setProblem] = useState<string>()
  const { call, isPending } = useCall(createRefundReason, { invalidates: shownState })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    const refusal = refusalOf(label)
    setProblem(refusal)
    if (refusal !== undefined || isPending) return
    try {
      await notify.progress(call({ body: { label } }), {
        pending: messages.adding,
        success: messages.added,
        error: failureMessage,
      })
      setLabel('')
    } catch (failed) {
      if (failed instanceof ApiError && failed.errors.length > 0) setProblem(failed.message)
    }
  }
  return (
    <form className={classes.reason} onSubmit={(event) => void add(event)} noValidate>
      <TextInput
        label={messages.newLabel}
        value={label}
        onChange={(event) => {
          setLabel(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={problem}
        className="gr-grow"
      />
      <div className={classes.add}>
        <SubmitButton variant="default" busy={isPending}>
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
