import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import { IconChevronDown, IconChevronRight, IconFilter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { EntryChanges } from '../../../shared/record/record-history/entry-changes.tsx'
import { actorText, entryText, recordLink } from '../../../shared/record/record-history/entry-texts.ts'
import { recordHistoryMessages } from '../../../shared/record/record-history/record-history-messages.ts'
import { sessionCode } from '../../../shared/staff/sessions/session-code.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { historyColumns as headings, historyMessages as messages } from './history-messages.ts'
import classes from './history-table.module.css'

interface Actions {
  /** Shows only the entries of a record; "type:id". */
  onRecord: (record: string) => void
}

const columns: readonly Column<HistoryEntry, Actions>[] = [
  {
    key: 'time',
    heading: headings.time,
    width: 186,
    className: `gr-quiet gr-nowrap gr-num ${classes.time}`,
    lines: ['80%'],
    cell: (entry) => <time dateTime={entry.at}>{formatTime(entry.at)}</time>,
  },
  {
    key: 'person',
    heading: headings.person,
    width: 210,
    lines: ['60%', '80%'],
    cell: (entry) => (
      <>
        <div className="gr-ellipsis" title={actorText(entry)}>
          {actorText(entry)}
        </div>
        {entry.actor_name && (
          <div className="gr-fine gr-faint gr-ellipsis" title={entry.actor_email ?? undefined}>
            {entry.actor_email}
          </div>
        )}
      </>
    ),
  },
  {
    key: 'what',
    heading: headings.what,
    lines: ['70%'],
    cell: (entry) => <What entry={entry} />,
  },
  {
    key: 'record',
    heading: headings.record,
    width: 240,
    lines: ['60%'],
    cell: (entry, { onRecord }) => <RecordOf entry={entry} onRecord={onRecord} />,
  },
]
/** Who did what and when; the values before and after open in the row (OQ-340). */
export const HistoryTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
})

function What({ entry }: { entry: HistoryEntry }) {
  const { sentence, changes } = entryText(entry)
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const origin = [
    entry.address && `${messages.from_address} ${entry.address}`,
    entry.session_id && sessionCode(entry.session_id),
    entry.sandbox && recordHistoryMessages.sandbox(entry.sandbox),
  ]
    .filter(Boolean)
    .join(' · ')
  // Sign-ins and refusals have no values to open, and where they came from matters most.
  const isOriginShown = origin !== '' && (isOpen || entry.kind !== 'change')
  const label = isOpen ? messages.hide : messages.show(recordHistoryMessages.changes(changes.length))
  return (
    <>
      <div className="gr-break">
        {entry.kind === 'refused' && (
          <Badge shape="cross" tone="bad">
            {messages.refused}
          </Badge>
        )}{' '}
        {sentence}
      </div>
      {changes.length > 0 && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={messages.valuesOf(label, sentence)}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Chevron size={14} stroke={1.5} aria-hidden="true" />
          {label}
        </button>
      )}
      {isOpen && <EntryChanges changes={changes} />}
      {isOriginShown && <p className="gr-fine gr-faint">{origin}</p>}
    </>
  )
}

function RecordOf({ entry, onRecord }: { entry: HistoryEntry; onRecord: (record: string) => void }) {
  const { entity_type: type, entity_id: id, entity_label: label, kind } = entry
  if ((kind !== 'change' && kind !== 'look') || label === null || type === 'search')
    return <span className="gr-faint">–</span>
  const link = recordLink(entry)
  return (
    <span className={classes.linked}>
      {link ? (
        <Link {...link} className={classes.link} title={label}>
          {label}
        </Link>
      ) : (
        <span className="gr-ellipsis" title={label}>
          {label}
        </span>
      )}
      {id !== null && (
        <IconButton
          label={messages.onlyRecordOf(label)}
          title={messages.onlyRecord}
          icon={<IconFilter size={14} stroke={1.5} aria-hidden="true" />}
          onClick={() => onRecord(`${type}:${id}`)}
        />
      )}
    </span>
  )
}
