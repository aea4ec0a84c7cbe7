import { closeReasonTexts, type Lead, type LeadStatus } from '@greenroom/contract/advisory/advisory.schema'
import type { MouseEvent } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { useMinute } from '../../lib/minute.ts'
import { personName } from '../../lib/person-name.ts'
import { placesOf, useHiddenColumns } from '../../shared/columns/use-hidden-columns.ts'
import { PersonLink } from '../../shared/person-link/person-link.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { choosableLeadColumns, leadColumns, leadMessages } from './advisory-messages.ts'
import { formatCallTime } from './call-time.ts'
import { hasNoOutcome } from './lead-status.ts'
import { LeadStatusSelect } from './lead-status-select.tsx'
import classes from './lead-table.module.css'
import { timeInStatus } from './lead-time.ts'

interface LeadTableProps {
  rows: readonly Lead[]
  /** The status to show, including one that is still being saved. */
  statusOf: (lead: Lead) => LeadStatus
  onStatus: (lead: Lead, status: LeadStatus) => void
  onOpen: (lead: Lead) => void
  /** Called on hover of a row and focus of its reference: prefetch its dialog. */
  onIntent: () => void
}

/** The table of leads (ADV-07). A click anywhere in a row opens it. */
export function LeadTable({ rows, statusOf, onStatus, onOpen, onIntent }: LeadTableProps) {
  const now = useMinute()
  const hidden = useHiddenPlaces()
  return (
    <DataTable label={leadMessages.tableLabel} className={classes.table} columns={columns} hidden={hidden}>
      {rows.map((lead) => {
        const user = personName(lead.user)
        const advisor = lead.advisor && personName(lead.advisor)
        const isLate = hasNoOutcome(statusOf(lead)) && Date.parse(lead.start_time) < now
        return (
          // By keyboard, the button with the reference opens the row.
          <tr
            key={lead._id}
            data-lead={lead._id}
            data-record={lead._id}
            className={classes.row}
            onPointerEnter={onIntent}
            onClick={(event) => {
              if (isBesideControls(event)) onOpen(lead)
            }}
          >
            <td className={classes.reference}>
              <button
                type="button"
                aria-haspopup="dialog"
                className={classes.open}
                onClick={() => onOpen(lead)}
                onFocus={onIntent}
              >
                {lead.reference_record_id}
              </button>
            </td>
            <td className={classes.advisor} title={advisor ?? undefined}>
              {advisor ? (
                <span className={classes.text}>{advisor}</span>
              ) : (
                <span className="gr-faint">–</span>
              )}
            </td>
            <td className={classes.service} title={lead.service.service_name}>
              <span className={classes.text}>{lead.service.service_name}</span>
            </td>
            <td className={classes.user} title={user}>
              <span className={classes.text}>
                <PersonLink person={personOf(lead)}>{user}</PersonLink>
              </span>
            </td>
            <td className={classes.callDate} data-late={isLate || undefined}>
              <time dateTime={lead.start_time} title={formatTime(lead.start_time)}>
                {formatCallTime(lead.start_time, new Date(now))}
              </time>
              {isLate && <span className="gr-unseen">, {leadMessages.noOutcome}</span>}
            </td>
            <td className={classes.bookedOn}>
              <time dateTime={lead.created_at}>{formatTime(lead.created_at)}</time>
            </td>
            <td className={classes.status}>
              <LeadStatusSelect
                reference={lead.reference_record_id}
                value={statusOf(lead)}
                onChange={(status) => onStatus(lead, status)}
              />
              <TimeInStatus lead={lead} isSaved={statusOf(lead) === lead.status} now={now} />
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
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

/** Returns whether a click in a row hit none of its controls and selected no text. */
function isBesideControls({ target, currentTarget }: MouseEvent): boolean {
  // Clicks in the list of statuses arrive here too, although it is rendered elsewhere.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('button, a') === null && getSelection()?.isCollapsed !== false
}

function useHiddenPlaces(): number[] {
  const { hidden } = useHiddenColumns('leads', Object.keys(choosableLeadColumns))
  return placesOf(hidden, Object.keys(leadColumns))
}

/** The skeleton of the table. */
export function LeadTableSkeleton({ count }: { count: number }) {
  const hidden = useHiddenPlaces()
  return (
    <DataTableSkeleton
      label={leadMessages.loading}
      count={count}
      className={classes.table}
      columns={columns}
      hidden={hidden}
      cells={Object.entries(skeletonWidths).map(([column, width]) => ({
        className: classes[column],
        widths: [width],
      }))}
    />
  )
}

const columnClasses: Partial<Record<keyof typeof leadColumns, string | undefined>> = {
  reference: classes.referenceColumn,
  advisor: classes.advisorColumn,
  user: classes.userColumn,
  callDate: classes.dateColumn,
  bookedOn: classes.dateColumn,
  status: classes.statusColumn,
}

const columns = Object.entries(leadColumns).map(([column, head]) => ({
  className: columnClasses[column as keyof typeof leadColumns],
  head,
}))

const skeletonWidths: Record<keyof typeof leadColumns, string> = {
  reference: '88%',
  advisor: '80%',
  service: '75%',
  user: '70%',
  callDate: '90%',
  bookedOn: '90%',
  status: '80%',
}

/** Returns who booked; null for somebody who left only a phone number, because several people can share one. */
function personOf({ _id, user }: Lead): string | null {
  return user.email === '' ? null : `lead.${_id}`
}
