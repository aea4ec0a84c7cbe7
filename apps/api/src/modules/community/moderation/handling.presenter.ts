import type { CountedReport, HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
import { reportTypes } from '@greenroom/contract/community/moderation/moderation.schema'
import { countTable } from '../../money/report/report-export.presenter.ts'
import type { CountedReportRow } from './handling.repository.ts'

/** The columns and the cells of exported days, weeks or months. */
export const handlingTable = countTable({
  received: 'Came in',
  handled: 'Handled',
  median_minutes: 'Half within, minutes',
  p90_minutes: '9 of 10 within, minutes',
} satisfies Record<keyof HandlingCounts, string>)

/** Presents a report behind a number. A reason that nobody knows counts as "other", as in the queues. */
export function presentCounted({
  id,
  reason,
  user_id,
  first_name,
  last_name,
  ...report
}: CountedReportRow): CountedReport {
  return {
    _id: id,
    reason: reportTypes.find((one) => one === reason) ?? 'other',
    ...report,
    user: { _id: user_id, first_name, last_name },
  }
}
