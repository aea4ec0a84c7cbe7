import type { LeadStatus } from '@greenroom/contract/lead-status'
import { closeReasonTexts, type Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import { formatTime } from '../../../lib/dates.ts'
import { useMinute } from '../../../lib/minute.ts'
import { personName } from '../../../lib/person-name.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { useHiddenColumns } from '../../../shared/record/columns/use-hidden-columns.ts'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, choosableColumns, recordTable } from '../../../ui/record-table.tsx'
import { opensOnClick } from '../../../ui/row-click.ts'
import { leadColumns as headings, leadMessages } from './advisory-messages.ts'
import { formatCallTime } from './call-time.ts'
import { personOf } from './lead-person.ts'
import { hasNoOutcome } from './lead-status.ts'
import { LeadStatusSelect } from './lead-status-select.tsx'
import classes from './lead-table.module.css'
import { timeInStatus } from './lead-time.ts'

interface Context {
  /** Milliseconds. */
  now: number
  /** The status to show, including one that is still being saved. */
  statusOf: (lead: Lead) => LeadStatus
  onStatus: (lead: Lead, status: LeadStatus) => void
  onOpen: (lead: Lead) => void
  /** Called on hover of a row and focus of its reference: prefetch its dialog. */
  onIntent: () => void
}

const columns: readonly Column<Lead, Context>[] = [
  {
    key: 'reference',
    heading: headings.reference,
    width: 'var(--reference)',
    className: classes.reference,
    lines: ['88%'],
    // By keyboard, the button opens the row.
    cell: (lead, { onOpen, onIntent }) => (
      <button
        type="button"
        aria-haspopup="dialog"
        className={classes.open}
        onClick={() => onOpen(lead)}
        onFocus={onIntent}
      >
        {lead.reference_record_id}
      </button>
    ),
  },
  {
    key: 'advisor',
    heading: headings.advisor,
    width: 'var(--advisor)',
    className: classes.advisor,
    isChoosable: true,
    lines: ['80%'],
    attributes: ({ advisor }) => ({ title: advisor ? personName(advisor) : undefined }),
    cell: ({ advisor }) =>
      advisor ? (
        <span className={classes.text}>{personName(advisor)}</span>
      ) : (
        <span className="gr-faint">–</span>
      ),
  },
  {
    key: 'service',
    heading: headings.service,
    className: classes.service,
    isChoosable: true,
    lines: ['75%'],
    attributes: ({ service }) => ({ title: service.service_name }),
    cell: ({ service }) => <span className={classes.text}>{service.service_name}</span>,
  },
  {
    key: 'user',
    heading: headings.user,
    width: 'var(--user)',
    className: `gr-bold ${classes.user}`,
    isChoosable: true,
    lines: ['70%'],
    attributes: ({ user }) => ({ title: personName(user) }),
    cell: (lead) => (
      <span className={classes.text}>
        <PersonLink person={personOf(lead)}>{personName(lead.user)}</PersonLink>
      </span>
    ),
  },
  {
    key: 'callDate',
    heading: headings.callDate,
    phoneLabel: 'Call',
    isTime: true,
    className: `gr-quiet ${classes.date}`,
    isChoosable: true,
    lines: ['90%'],
    attributes: (lead, context) => ({ 'data-late': isLate(lead, context) || undefined }),
    cell: (lead, context) => (
      <>
        <Moment
          at={lead.start_time}
          title={formatTime(lead.start_time)}
          text={formatCallTime(lead.start_time, new Date(context.now))}
        />
        {isLate(lead, context) && <span className="gr-unseen">, {leadMessages.noOutcome}</span>}
      </>
    ),
  },
  {
    key: 'bookedOn',
    heading: headings.bookedOn,
    phoneLabel: 'Booked',
    width: 'var(--booked)',
    isTime: true,
    className: `gr-quiet ${classes.date} ${classes.booked}`,
    isChoosable: true,
    lines: ['90%'],
    cell: ({ created_at }) => <Moment at={created_at} text={formatTime(created_at)} />,
  },
  {
    key: 'status',
    heading: headings.status,
    width: 'var(--status)',
    className: classes.status,
    lines: ['80%'],
    cell: (lead, { statusOf, onStatus, now }) => (
      <>
        <LeadStatusSelect
          reference={lead.reference_record_id}
          value={statusOf(lead)}
          onChange={(status) => onStatus(lead, status)}
        />
        <TimeInStatus lead={lead} isSaved={statusOf(lead) === lead.status} now={now} />
      </>
    ),
  },
]
/** The columns that can be hidden; reference and status always show. */
export const choosableLeadColumns = choosableColumns(columns)

function isLate(lead: Lead, { statusOf, now }: Context): boolean {
  return hasNoOutcome(statusOf(lead)) && Date.parse(lead.start_time) < now
}

/** The table of leads (ADV-07). A click anywhere in a row opens it. */
export const LeadTable = recordTable({
  label: leadMessages.tableLabel,
  loading: leadMessages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
  rowAttributes: (lead, { onIntent, onOpen }) => opensOnClick(() => onOpen(lead), onIntent),
  useHidden,
  useFacts: () => ({ now: useMinute() }),
})

function useHidden(): readonly string[] {
  return useHiddenColumns('leads', Object.keys(choosableLeadColumns)).hidden
}

/** How long the lead has had its status, and why it was closed. A status that is being saved has no time yet. */
function TimeInStatus({ lead, isSaved, now }: { lead: Lead; isSaved: boolean; now: number }) {
  if (!isSaved) return <span className={classes.since}>&nbsp;</span>
  return (
    <span className={classes.since} title={leadMessages.sinceWhen(formatTime(lead.status_since))}>
      {leadMessages.since(timeInStatus(lead.status_since, now))}
      {lead.close_reason && ` · ${closeReasonTexts[lead.close_reason]}`}
    </span>
  )
}
