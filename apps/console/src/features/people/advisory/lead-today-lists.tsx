import { largestPage } from '@greenroom/contract/list'
import { listLeads } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import type { LeadAction } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { minuteMs, useMinute } from '../../../lib/minute.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { leadMessages, todayMessages as messages } from './advisory-messages.ts'
import { formatCallTime } from './call-time.ts'
import { leadStatusLabel } from './lead-status.ts'
import { timeInStatus } from './lead-time.ts'
import classes from './lead-today.module.css'

/** Calls that are listed; the table has the others. */
const mostCalls = 8
/** Leads of each kind that are listed to answer. */
const mostAnswers = 4

interface LeadTodayListsProps {
  onOpen: (lead: Lead) => void
  /** Called on hover and focus: prefetch the dialog. */
  onIntent: () => void
}

/**
 * The next calls of today, and who has waited longest for an answer (OQ-716).
 * @param children what follows; it is mounted again when the lists have loaded, so that nothing shifts
 */
export function LeadTodayLists({ children, ...props }: LeadTodayListsProps & { children: ReactNode }) {
  const now = useMinute()
  const calls = useRead(
    listLeads,
    { query: { action: 'call-today', limit: largestPage, offset: 0 } },
    { refetchMs: minuteMs },
  )
  const past = useWaiting('call-past')
  const due = useWaiting('follow-up')
  const waiting = past.data && due.data && [...past.data.bookings, ...due.data.bookings]
  const next = calls.data?.bookings.toSorted((one, other) => one.start_time.localeCompare(other.start_time))
  const called = calls.data?.count ?? 0
  const all = (past.data?.count ?? 0) + (due.data?.count ?? 0)
  const failed = [past, due].find(({ data, error }) => !data && error)
  const isLoading = [calls, past, due].some(({ data, error }) => !data && !error)
  return (
    <Fragment key={isLoading ? 'loading' : 'loaded'}>
      <div className={classes.lists} data-quiet={(!isLoading && next?.length === 0) || undefined}>
        <Part
          title={messages.calls}
          error={calls.data ? null : calls.error}
          onRetry={() => void calls.refetch()}
          more={called > mostCalls && <AllLink action="call-today" count={called} />}
          empty={messages.noCalls}
          {...props}
          rows={(isLoading ? undefined : next)?.slice(0, mostCalls).map((lead) => ({
            lead,
            when: <time dateTime={lead.start_time}>{formatCallTime(lead.start_time, new Date(now))}</time>,
            what: lead.service.service_name,
          }))}
        />
        <Part
          title={messages.answers}
          error={failed?.error ?? null}
          onRetry={() => void Promise.all([past.refetch(), due.refetch()])}
          more={
            waiting !== undefined &&
            all > waiting.length && (
              <>
                {(past.data?.count ?? 0) > mostAnswers && (
                  <AllLink action="call-past" count={past.data?.count ?? 0} />
                )}
                {(due.data?.count ?? 0) > mostAnswers && (
                  <AllLink action="follow-up" count={due.data?.count ?? 0} />
                )}
              </>
            )
          }
          empty={messages.noAnswers}
          {...props}
          rows={(isLoading ? undefined : waiting)?.map((lead) => {
            const isPast = past.data?.bookings.includes(lead)
            return {
              lead,
              when: isPast ? (
                <time dateTime={lead.start_time}>{formatCallTime(lead.start_time, new Date(now))}</time>
              ) : (
                <span title={leadMessages.sinceWhen(formatTime(lead.status_since))}>
                  {leadMessages.since(timeInStatus(lead.status_since, now))}
                </span>
              ),
              what: isPast ? leadMessages.actions['call-past'] : leadStatusLabel(lead.status),
            }
          })}
        />
      </div>
      {children}
    </Fragment>
  )
}

function useWaiting(action: LeadAction) {
  return useRead(
    listLeads,
    { query: { action, sort: 'longest', limit: mostAnswers, offset: 0 } },
    { refetchMs: minuteMs },
  )
}

interface PartProps extends LeadTodayListsProps {
  title: string
  /** Undefined while they load. */
  rows: { lead: Lead; when: ReactNode; what: string }[] | undefined
  error: Error | null
  onRetry: () => void
  /** Links to those that aren't listed. */
  more: ReactNode
  /** Said when there are none. */
  empty: string
}

function Part({ title, rows, error, onRetry, more, empty, onOpen, onIntent }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className="gr-heading gr-bold">
          {title}
        </h2>
        {more}
      </div>
      {rows ? (
        <ul className={classes.rows} aria-labelledby={id}>
          {rows.length === 0 && <li className={classes.none}>{empty}</li>}
          {rows.map(({ lead, when, what }) => (
            <li key={lead._id} className={classes.row} data-record={lead._id}>
              <span className={classes.when}>{when}</span>
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`${personName(lead.user)}, ${lead.reference_record_id}`}
                title={personName(lead.user)}
                className={classes.name}
                onClick={() => onOpen(lead)}
                onPointerEnter={onIntent}
                onFocus={onIntent}
              >
                {personName(lead.user)}
              </button>
              <span className={classes.what} title={what}>
                {what}
              </span>
              <span className={classes.what}>
                {lead.advisor ? personName(lead.advisor) : leadMessages.noAdvisor}
              </span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <LoadFailure title={messages.listFailed} error={error} onRetry={onRetry} />
      ) : (
        <Loading label={messages.loading}>
          <ul className={classes.rows}>
            {['70%', '60%', '66%', '58%'].map((width) => (
              <li key={width} className={classes.row}>
                <Skeleton width="80%" />
                <Skeleton width={width} />
              </li>
            ))}
          </ul>
        </Loading>
      )}
    </section>
  )
}

function AllLink({ action, count }: { action: LeadAction; count: number }) {
  return (
    <Link to={paths.advisoryLeads} search={{ action } as never} className={classes.all}>
      {messages.showAll(countText(count), leadMessages.actions[action].toLowerCase())}
    </Link>
  )
}
