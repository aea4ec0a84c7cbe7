import { addDays, dayIn, endOfDay, startOfDay } from '../../calendar-day.ts'
import type { LeadStatus } from '../../lead-status.ts'

/** What a lead can need today (OQ-501); `any` is each of them. */
export const leadActions = ['any', 'call-past', 'call-today', 'follow-up'] as const
export type LeadAction = (typeof leadActions)[number]

/** The status of a lead whose call nothing has been noted about. */
export const callStatus: LeadStatus = 'INSURANCE_CALL_SCHEDULED'

/** The open statuses in which somebody has to write or call again, and after how many days. */
export const followUpDays: Readonly<Partial<Record<LeadStatus, number>>> = {
  DID_NOT_JOIN_CALL: 3,
  DISCUSSION_COMPLETED: 3,
  QUOTE_SENT_TO_CLIENT: 3,
  PAYMENT_LINK_SENT: 3,
  DOCUMENTS_PENDING: 3,
  DEFERRED: 30,
}

interface JudgedLead {
  status: LeadStatus
  start_time: string
  status_since: string
}

/**
 * Returns what a lead needs today: the outcome of a past call, its call later today, or a follow-up because it has had
 * its status for days. Undefined if nothing. The server has the same rule as SQL, in lead-action.repository.ts.
 * @param timeZone the business time zone, which decides when today ends
 */
export function actionOf(
  { status, start_time, status_since }: JudgedLead,
  now: Date,
  timeZone: string,
): Exclude<LeadAction, 'any'> | undefined {
  const { endOfToday, movedBefore } = actionTimes(now, timeZone)
  if (status === callStatus) {
    const start = new Date(start_time)
    return start < now ? 'call-past' : start <= endOfToday ? 'call-today' : undefined
  }
  const before = movedBefore.get(status)
  return before && new Date(status_since) < before ? 'follow-up' : undefined
}

/**
 * Returns the times that the rule compares with: a call until the end of today is due, and so is a lead that got its
 * status on the day that is so many days ago, or before.
 */
export function actionTimes(
  now: Date,
  timeZone: string,
): { endOfToday: Date; movedBefore: ReadonlyMap<LeadStatus, Date> } {
  const today = dayIn(now, timeZone)
  const entries = Object.entries(followUpDays) as [LeadStatus, number][]
  return {
    endOfToday: endOfDay(today, timeZone),
    movedBefore: new Map(
      entries.map(([status, days]) => [status, startOfDay(addDays(today, 1 - days), timeZone)]),
    ),
  }
}

/** How far a lead can come, in order. Each stage includes the leads that came further. */
export const leadStages = ['booked', 'talked', 'quoted', 'payment-link', 'won'] as const
export type LeadStage = (typeof leadStages)[number]

/** Max length of the span of a funnel. */
export const longestFunnelDays = 366

/** Max number of sources in a funnel. */
export const mostFunnelSources = 50
