import { mostCounted } from '@greenroom/contract/list'
import { countLeadActions, noAdvisor } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { LeadAction } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { LeadActionCounts } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import { IconHeadset } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { countText } from '../../../lib/count-text.ts'
import { minuteMs } from '../../../lib/minute.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import classes from '../../../shared/people/lead-funnel/lead-figures.module.css'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { leadMessages, todayMessages as messages } from './advisory-messages.ts'
import lists from './lead-today.module.css'
import { LeadTodayLists } from './lead-today-lists.tsx'

type Counts = LeadActionCounts['advisors'][number]
const actions = ['call-past', 'call-today', 'follow-up', 'any'] as const

type LeadTodayProps = Omit<ComponentProps<typeof LeadTodayLists>, 'children'>

/**
 * What needs action today: the calls, who waits for an answer, and the numbers by advisor; each number opens its leads (OQ-501,
 * OQ-716).
 */
export function LeadToday(props: LeadTodayProps) {
  const { data, error, refetch } = useRead(countLeadActions, {}, { refetchMs: minuteMs })
  if (!data && error) {
    return <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
  }
  if (data?.advisors.length === 0) {
    return <StatePanel kind="empty" icon={IconHeadset} title={messages.empty} help={messages.emptyHelp} />
  }
  return (
    <LeadTodayLists {...props}>
      <h2 className={lists.numbers}>{messages.byAdvisor}</h2>
      {data ? <CountTable rows={data.advisors} /> : <CountTable.Skeleton count={6} />}
    </LeadTodayLists>
  )
}

function Count({ row, action }: { row: Counts; action: LeadAction }) {
  const count = countOf(row, action)
  if (count === 0) return <span className="gr-faint">0</span>
  const label = messages.open(countText(count), headOf(action).toLowerCase(), nameOf(row))
  return (
    <Link
      to={paths.advisoryLeads}
      search={{ action, advisor_id: row.advisor?._id ?? noAdvisor } as never}
      className={classes.number}
      aria-label={label}
    >
      {countText(count)}
    </Link>
  )
}

function countOf({ call_past, call_today, follow_up }: Counts, action: LeadAction): number {
  const counts = { 'call-past': call_past, 'call-today': call_today, 'follow-up': follow_up }
  if (action !== 'any') return counts[action]
  return Math.min(mostCounted, call_past + call_today + follow_up)
}

function headOf(action: LeadAction): string {
  return action === 'any' ? messages.all : leadMessages.actions[action]
}

function nameOf({ advisor }: Counts): string {
  return advisor ? personName(advisor) : leadMessages.noAdvisor
}

const columns: readonly Column<Counts>[] = [
  {
    key: 'advisor',
    heading: messages.advisor,
    width: '26%',
    className: classes.name,
    isRowHeading: true,
    lines: ['60%'],
    cell: nameOf,
  },
  ...actions.map(
    (action): Column<Counts> => ({
      key: action,
      heading: headOf(action),
      phoneLabel: headOf(action),
      isRight: true,
      lines: ['60%'],
      cell: (row) => <Count row={row} action={action} />,
    }),
  ),
]
const CountTable = recordTable({
  label: messages.label,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ advisor }) => advisor?._id ?? noAdvisor,
})
