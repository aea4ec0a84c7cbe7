import type { HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
import { countTable } from '../../money/report/report-export.presenter.ts'

/** The columns and the cells of exported days, weeks or months. */
export const handlingTable = countTable({
  received: 'Came in',
  handled: 'Handled',
  median_minutes: 'Half within, minutes',
  p90_minutes: '9 of 10 within, minutes',
} satisfies Record<keyof HandlingCounts, string>)
