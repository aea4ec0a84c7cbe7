import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import { shortLabel } from '@greenroom/contract/desk/history/history-text'
import { IconChevronDown, IconChevronRight, IconFilter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { EntryChanges } from '../../../shared/record/record-history/entry-changes.tsx'
import {
  actorText,
  entryRuns,
  entryText,
  recordLink,
} from '../../../shared/record/record-history/entry-texts.ts'
import { recordHistoryMessages } from '../../../shared/record/record-history/record-history-messages.ts'
import { sessionCode } from '../../../shared/staff/sessions/session-code.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { historyColumns as headings, historyMessages as messages } from './history-messages.ts'
import classes from './history-table.module.css'

interface Actions {
  /** Shows only the entries of a record; "type:id". */
  onRecord: (record: string) => void
}

/** An entry, which can be part of an open run, or a run with one sentence for all its entries. */
interface Row {
  entry: HistoryEntry
  isInRun?: boolean
  run?: { sentence: string; count: number; isOpen: boolean; onToggle: () => void }
}

const columns: readonly Column<Row, Actions>[] = [
  {
    key: 'time',
    heading: headings.time,
    isTime: true,
    className: `gr-quiet ${classes.time}`,
    lines: ['80%'],
    cell: ({ entry: { at } }) => <Moment at={at} text={formatTime(at)} />,
  },
  {
    key: 'person',
    heading: headings.person,
    width: 210,
    lines: ['60%', '80%'],
    cell: ({ entry }) => (
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
    cell: ({ entry, run }) => (run ? <Run {...run} /> : <What entry={entry} />),
  },
  {
    key: 'record',
    heading: headings.record,
    width: 240,
    lines: ['60%'],
    cell: ({ entry, run }, { onRecord }) =>
      run ? <span className={classes.none}>–</span> : <RecordOf entry={entry} onRecord={onRecord} />,
  },
]
const Table = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ entry, run }) => (run ? `run-${entry._id}` : entry._id),
  rowAttributes: ({ isInRun }) => ({ 'data-in-run': isInRun || undefined }),
})

interface HistoryTableProps extends Actions {
  rows: readonly HistoryEntry[]
  /** Shows the same change of several records as one row, which opens (OQ-709). */
  joinsRuns: boolean
}

/** Who did what and when; the values before and after open in the row (OQ-340). */
export function HistoryTable({ rows, joinsRuns, onRecord }: HistoryTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const shown = (joinsRuns ? entryRuns(rows) : rows).flatMap((one): Row[] => {
    if (!('entries' in one)) return [{ entry: one }]
    // Further pages add to the end of a run, so its oldest entry does not name it.
    const [entry] = one.entries
    const isOpen = open.has(entry._id)
    const run = {
      sentence: one.sentence,
      count: one.entries.length,
      isOpen,
      onToggle: () => toggle(entry._id),
    }
    return [{ entry, run }, ...(isOpen ? one.entries.map((entry) => ({ entry, isInRun: true })) : [])]
  })
  return <Table rows={shown} onRecord={onRecord} />
}

export const HistorySkeleton = Table.Skeleton

/** What the entries of a run have in common, with the button that shows them. */
function Run({ sentence, count, isOpen, onToggle }: Required<Row>['run']) {
  const label = isOpen ? messages.hide : messages.show(messages.entries(count))
  return (
    <>
      <div className="gr-break">{sentence}</div>
      <Toggle label={label} of={sentence} isOpen={isOpen} onToggle={onToggle} />
    </>
  )
}

interface ToggleProps {
  label: string
  /** The sentence of the row. */
  of: string
  isOpen: boolean
  onToggle: () => void
}

function Toggle({ label, of, isOpen, onToggle }: ToggleProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-expanded={isOpen}
      aria-label={messages.valuesOf(label, of)}
      onClick={onToggle}
    >
      <Chevron size={14} stroke={1.5} aria-hidden="true" />
      {label}
    </button>
  )
}

function What({ entry }: { entry: HistoryEntry }) {
  const { sentence, changes } = entryText(entry)
  const [isOpen, setIsOpen] = useState(false)
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
        <Toggle label={label} of={sentence} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      )}
      {isOpen && <EntryChanges changes={changes} />}
      {isOriginShown && <p className="gr-fine gr-faint">{origin}</p>}
    </>
  )
}

function RecordOf({ entry, onRecord }: { entry: HistoryEntry; onRecord: (record: string) => void }) {
  const { entity_type: type, entity_id: id, kind } = entry
  const label = entry.entity_label && shortLabel(type, entry.entity_label)
  if ((kind !== 'change' && kind !== 'look') || label === null || type === 'search')
    return <span className={classes.none}>–</span>
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
