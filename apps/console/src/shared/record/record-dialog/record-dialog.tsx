import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { personName } from '../../../lib/person-name.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog-props.ts'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadFailure } from '../record-list/load-failure.tsx'

/** State of the record that the address opens, as returned by useOpenedRecord. */
export interface OpenedRecordProps {
  opened: boolean
  failure: Error | null
  onRetry: () => void
  onClose: () => void
}

interface RecordDialogProps extends Omit<DialogProps, 'children'>, OpenedRecordProps {
  messages: { loading: string; loadFailed: string; notFound: string }
  /** The section's icon, for a record that doesn't exist. */
  icon: Icon
  /** The record's content; undefined while it loads or after that failed. */
  children: ReactNode | undefined
}

/** A dialog with the details of one record. It has a loading, an error and a not-found state. */
export function RecordDialog({ messages, icon, failure, onRetry, children, ...dialog }: RecordDialogProps) {
  return (
    <Dialog {...dialog}>
      {children ? (
        <div className="gr-stack">{children}</div>
      ) : failure === null ? (
        <Waiting label={messages.loading} />
      ) : (
        <LoadFailure
          title={messages.loadFailed}
          error={failure}
          missing={{ icon, title: messages.notFound }}
          onRetry={onRetry}
        />
      )}
    </Dialog>
  )
}

/** A long text of a record, exactly as typed; renders nothing if it is blank. */
export function RecordText({ children }: { children: string }) {
  return children.trim() === '' ? null : <p className="gr-quiet gr-break gr-lines">{children}</p>
}

/**
 * A time in a record's list of values.
 * @param iso ISO 8601
 */
export function RecordTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="gr-nowrap">
      {formatTime(at)}
    </time>
  )
}

/** A person in a record's list of values: the name with the e-mail address below. */
export function RecordPerson({
  person,
}: {
  person: { first_name: string; last_name: string; email: string }
}) {
  return (
    <>
      <div>{personName(person)}</div>
      <div className="gr-ellipsis gr-faint" title={person.email}>
        {person.email}
      </div>
    </>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <Loading label={label} className="gr-stack">
      <Skeleton height={186} />
      <Skeleton width="20%" height={22} />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
      <Skeleton width="60%" />
      <Skeleton width="68%" />
      <Skeleton width="52%" />
    </Loading>
  )
}
