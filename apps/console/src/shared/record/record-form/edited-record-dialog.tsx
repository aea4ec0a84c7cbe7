import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiError, failureHelp } from '../../../lib/api/api-error.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { LoadFailure } from '../record-list/load-failure.tsx'
import classes from './edited-record-dialog.module.css'

interface EditedRecordDialogProps<D extends EndpointDeclaration, T> {
  /** Reads one record by the parameter id. */
  endpoint: D
  /** The record to edit; null creates one. */
  id: string | null
  /** The same record in the list, if it contains it. */
  listed: T | undefined
  opened: boolean
  onClose: () => void
  messages: { untitled: string; loading: string; loadFailed: string }
  /** The form, in a RecordFormDialog. */
  children: (record: T | null) => ReactNode
}

/** The dialog of a new record, or of the one that the address names: it loads one that is not in the list. */
export function EditedRecordDialog<const D extends EndpointDeclaration, T extends DataOf<D>>({
  endpoint,
  id,
  listed,
  opened,
  onClose,
  messages,
  children,
}: EditedRecordDialogProps<D, T>) {
  // Keep the first record: it may leave the list while it is being edited.
  const [kept, setKept] = useState(listed)
  const stored = useRead(endpoint, { params: { id: id ?? '' } } as never, {
    enabled: id !== null && kept === undefined,
    keepPrevious: false,
  })
  const record = kept ?? listed ?? (stored.data as T | undefined)
  if (kept === undefined && record !== undefined) setKept(record)
  if (id === null || record) return children(id === null ? null : (record ?? null))

  const { error } = stored
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Dialog opened={opened} onClose={onClose} size="wide" title={messages.untitled}>
      {isGone ? (
        <StatePanel
          kind="error"
          title={messages.loadFailed}
          help={failureHelp(error)}
          action={
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          }
        />
      ) : error ? (
        <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void stored.refetch()} />
      ) : (
        <Loading label={messages.loading} className={classes.loading}>
          {[50, 36, 72, 88, 36].map((height, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields never move
            <Skeleton key={place} height={height} />
          ))}
        </Loading>
      )}
    </Dialog>
  )
}
