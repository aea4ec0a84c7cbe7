import { mostCounted } from '@greenroom/contract/list'
import {
  callStatus,
  followUpDays,
  type LeadAction,
} from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'
import { groupBy } from '../../../platform/group-by.ts'

/** The times that decide what needs action; `actionTimes` of the contract has the last two. */
export interface ActionTimes {
  now: Date
  endOfToday: Date
  movedBefore: ReadonlyMap<string, Date>
}

/**
 * Returns the condition of leads that need action, the same rule as `actionOf` in the contract (OQ-501).
 * @param add returns the placeholder of a moment
 */
export function needsAction(
  action: LeadAction,
  { now, endOfToday, movedBefore }: ActionTimes,
  add: (moment: Date) => string,
): string {
  // Statuses are written out, so that the planner knows that the partial indexes have these leads.
  const ofCall = `status = '${callStatus}'`
  switch (action) {
    case 'call-past':
      // The rule of the sidebar's and the overview's counts as well.
      return `is_past_call(status, start_time, ${add(now)})`
    case 'call-today':
      return `(${ofCall} and start_time >= ${add(now)} and start_time <= ${add(endOfToday)})`
    case 'follow-up':
      return `(${followUps(movedBefore, add).join(' or ')})`
    case 'any':
      return `(${[`(${ofCall} and start_time <= ${add(endOfToday)})`, ...followUps(movedBefore, add)].join(' or ')})`
  }
}

/** Returns one condition for each number of days. */
function followUps(movedBefore: ActionTimes['movedBefore'], add: (moment: Date) => string): string[] {
  const byDays = groupBy(Object.entries(followUpDays), ([, days]) => String(days))
  return [...byDays.values()].flatMap((entries) => {
    const statuses = entries.map(([status]) => status)
    const before = movedBefore.get(statuses[0] ?? '')
    const listed = statuses.map((status) => `'${status}'`).join(', ')
    return before ? [`(status in (${listed}) and status_since < ${add(before)})`] : []
  })
}

/** What needs action of one advisor, or of none, each count at most `mostCounted`. */
interface ActionRow {
  advisor_id: string | null
  first_name: string | null
  last_name: string | null
  call_past: number
  call_today: number
  follow_up: number
}

/** Counts what needs action, by advisor and without one. Advisors with nothing to do are left out. */
export function countActions(db: Database, times: ActionTimes): Promise<ActionRow[]> {
  const values: Date[] = []
  const add = (moment: Date) => `$${values.push(moment)}::timestamptz`
  // Each count stops in its own index, so that no advisor's backlog is read to its end.
  const count = (ofAdvisor: string, conditions: string[]) => {
    const read = conditions.map(
      (one) => `(select from lead where ${ofAdvisor} and ${one} limit ${mostCounted})`,
    )
    return `least(${mostCounted}, (select count(*)::int from (${read.join(' union all ')}) as found))`
  }
  const past = [needsAction('call-past', times, add)]
  const today = [needsAction('call-today', times, add)]
  const followUp = followUps(times.movedBefore, add)
  const counts = (ofAdvisor: string) => `${count(ofAdvisor, past)} as call_past,
      ${count(ofAdvisor, today)} as call_today, ${count(ofAdvisor, followUp)} as follow_up`
  return preparedQuery<ActionRow>(
    db,
    {
      name: 'leads/actions',
      text: `
        select * from (
          select id as advisor_id, first_name, last_name, ${counts('lead.advisor_id = advisor.id')}
          from advisor
          union all
          select null, null, null, ${counts('lead.advisor_id is null')}
        ) as counted
        where call_past + call_today + follow_up > 0
        order by call_past + call_today + follow_up desc, first_name, last_name, advisor_id
        limit 500`,
    },
    values,
  )
}
