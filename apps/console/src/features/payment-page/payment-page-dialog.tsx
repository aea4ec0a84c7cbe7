import { getPaymentPage } from '@greenroom/contract/payment-page/payment-page.endpoints'
import type { PaymentPage } from '@greenroom/contract/payment-page/payment-page.schema'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError, failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import classes from './payment-page-dialog.module.css'
import { PaymentPageForm } from './payment-page-form.tsx'
import { paymentPageFormMessages, paymentPageMessages } from './payment-page-messages.ts'

interface PaymentPageDialogProps {
  opened: boolean
  /** The page to edit; null creates one. */
  id: string | null
  /** The same page in the list, if it contains it. */
  listed: PaymentPage | undefined
  onClose: () => void
  onSaved: (page: PaymentPage) => void
}

/** The dialog of a new or a stored payment page. A page that is not in the list is loaded first (PAY-04). */
export function PaymentPageDialog({ opened, id, listed, onClose, onSaved }: PaymentPageDialogProps) {
  // Keep the first record: the page may leave the list while it is being edited.
  const [kept, setKept] = useState(listed)
  const stored = useRead(
    getPaymentPage,
    { params: { id: id ?? '' } },
    { enabled: id !== null && kept === undefined, keepPrevious: false },
  )
  const record = kept ?? listed ?? stored.data
  if (kept === undefined && record !== undefined) setKept(record)
  if (id === null)
    return <PaymentPageForm opened={opened} record={null} onClose={onClose} onSaved={onSaved} />
  if (record) return <PaymentPageForm opened={opened} record={record} onClose={onClose} onSaved={onSaved} />

  const isGone = stored.error instanceof ApiError && stored.error.status === 404
  return (
    <Dialog opened={opened} onClose={onClose} size="wide" title={paymentPageFormMessages.untitled}>
      {stored.isError ? (
        <StatePanel
          kind="error"
          title={paymentPageFormMessages.notLoaded}
          help={failureHelp(stored.error)}
          action={
            isGone ? (
              <Button variant="default" onClick={onClose}>
                {paymentPageFormMessages.close}
              </Button>
            ) : (
              <Button variant="default" onClick={() => void stored.refetch()}>
                {paymentPageMessages.retry}
              </Button>
            )
          }
        />
      ) : (
        <Loading label={paymentPageFormMessages.loading} className={classes.loading}>
          <Skeleton height={50} />
          <Skeleton height={36} />
          <Skeleton height={72} />
          <Skeleton height={88} />
          <Skeleton height={36} />
        </Loading>
      )}
    </Dialog>
  )
}
