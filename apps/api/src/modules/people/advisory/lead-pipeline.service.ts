import { actionTimes } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { LeadActionCounts, LeadFunnel } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import type { Call } from '../../../platform/call.ts'
import type { Settings } from '../../../settings.ts'
import { countActions } from './lead-action.repository.ts'
import { countFunnel } from './lead-funnel.repository.ts'

/** Figures about leads: what needs action today, and how far leads came. */
export function createLeadPipeline(settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>) {
  return {
    /** Counts the leads that need action today, by advisor (OQ-501). */
    async actions({ db, now }: Call): Promise<LeadActionCounts> {
      const rows = await countActions(db, { now, ...actionTimes(now, settings.BUSINESS_TIME_ZONE) })
      return {
        advisors: rows.map(({ advisor_id, first_name, last_name, ...counts }) => ({
          advisor:
            advisor_id === null
              ? null
              : { _id: advisor_id, first_name: first_name ?? '', last_name: last_name ?? '' },
          ...counts,
        })),
      }
    },

    /** Counts how far the leads came that were booked in a span, by source (OQ-505). */
    async funnel(
      { db }: Call,
      { start_date, end_date }: { start_date: string; end_date: string },
    ): Promise<LeadFunnel> {
      const rows = await countFunnel(db, { from: new Date(start_date), until: new Date(end_date) })
      const [first] = rows
      return {
        total: first?.total ?? { booked: 0, talked: 0, quoted: 0, 'payment-link': 0, won: 0 },
        sources: rows.map(({ sources: _sources, total: _total, ...source }) => source),
        omitted: (first?.sources ?? 0) - rows.length,
      }
    },
  }
}
