import { checkMeetingDates } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import { callEndpoint } from '../../../lib/api/client.ts'
import { serverNow } from '../../../lib/clock.ts'
import { readPublishSetting } from '../publish-check/check-publishing.ts'
import {
  type CheckedCopies,
  type CopiedSeries,
  copyFindings,
  type DatedRow,
  type DateFacts,
} from './copy-findings.ts'

/**
 * Checks copies before they are created and published (OQ-643).
 * @throws ApiError if the accounts can't be read
 */
export async function checkCopies(rows: readonly DatedRow[], series: CopiedSeries): Promise<CheckedCopies> {
  const facts = series.session.kind === 'event' ? noAccounts : await readFacts(rows, series.lengthMs)
  return copyFindings(rows, series, facts, new Date(serverNow()))
}

const noAccounts: DateFacts = { buffer_minutes: 0, refuses_clashes: false, dates: [] }

async function readFacts(rows: readonly DatedRow[], lengthMs: number): Promise<DateFacts> {
  const starts = [...new Set(rows.map(({ start }) => start))].sort()
  const [setting, { data: checked }] = await Promise.all([
    readPublishSetting(),
    callEndpoint(checkMeetingDates, { query: { starts, seconds: Math.round(lengthMs / 1000) } }),
  ])
  return { ...setting, dates: checked.dates }
}
