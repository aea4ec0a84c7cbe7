import { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import button from '../../../ui/light-button.module.css'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { LoadFailure } from '../record-list/load-failure.tsx'
import { EntryChanges } from './entry-changes.tsx'
import { actorText, entryText } from './entry-texts.ts'
import { recordHistoryMessages as messages } from './record-history-messages.ts'
import classes from './record-history-panel.module.css'

export interface RecordHistoryPanelProps {
  opened: boolean
  type: string
  id: string
  of?: string | undefined
  onClose: () => void
}

/** How many entries the panel shows. */
const newest = 20

/** The newest changes of a record in a panel at the side (OQ-344). */
export function RecordHistoryPanel({ opened, type, id, of, onClose }: RecordHistoryPanelProps) {
  const query = { entity_type: type, entity_id: id, limit: newest }
  const history = useRead(listHistory, { query }, { enabled: opened, keepPrevious: false })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="side"
      focusesTitle
      title={of === undefined ? messages.title : messages.openOf(of)}
      footer={
        <Link
          className={button.button}
          to={paths.history}
          search={{ record: `${type}:${id}` }}
          onClick={onClose}
        >
          {messages.all}
        </Link>
      }
    >
      {history.data ? (
        <Entries entries={history.data.entries} />
      ) : history.error ? (
        <LoadFailure
          title={messages.loadFailed}
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

function Entries({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) {
    return <StatePanel kind="empty" icon={IconHistory} title={messages.empty} help={messages.emptyHelp} />
  }
  return (
    <ol className={classes.list} aria-label={messages.list}>
      {entries.map((entry) => {
        const { sentence, changes } = entryText(entry)
        return (
          <li key={entry._id} className={classes.entry}>
            <p className="gr-break">{sentence}</p>
            <p className="gr-fine gr-faint">
              {actorText(entry)} · <time dateTime={entry.at}>{formatTime(entry.at)}</time>
            </p>
            {changes.length > 0 && <EntryChanges changes={changes} />}
          </li>
        )
      })}
    </ol>
  )
}

function Waiting() {
  return (
    <Loading label={messages.loading} className="gr-stack">
      {['80%', '65%', '74%', '58%'].map((width) => (
        <div key={width} className={classes.entry}>
          <Skeleton width={width} />
          <Skeleton width="45%" />
        </div>
      ))}
    </Loading>
  )
}
