import type { OldestWaiting, OverviewWaiting } from '@greenroom/contract/desk/overview/overview.schema'
import type { Waiting } from '@greenroom/contract/desk/waiting/waiting.endpoints'
import type { Call } from '../../../platform/call.ts'
import { countWaiting, countWaitingOfOverview, oldestWaiting } from './waiting.repository.ts'

interface DraftCounts {
  masterclass?: number
  webinar?: number
  event?: number
}

/** Counts what waits for staff, in one statement: of the sections that the caller's role includes (OQ-368). */
export async function readWaiting({ db, now, actor }: Call): Promise<Waiting> {
  return withDrafts(await countWaiting(db, now, actor.permissions))
}

/** As `readWaiting`, with what only the overview shows, and since when the oldest waits. */
export async function readWaitingOfOverview({
  db,
  now,
  actor,
}: Call): Promise<{ counts: OverviewWaiting; oldest: OldestWaiting }> {
  return {
    counts: withDrafts(await countWaitingOfOverview(db, now, actor.permissions)),
    oldest: await oldestWaiting(db, now, actor.permissions),
  }
}

function withDrafts<Counts extends DraftCounts>({ masterclass, webinar, event, ...counts }: Counts) {
  if (masterclass === undefined || webinar === undefined || event === undefined) return counts
  return { ...counts, drafts_beginning: { masterclass, webinar, event } }
}
