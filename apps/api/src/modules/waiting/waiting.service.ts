import { draftDueMs, type Waiting } from '@greenroom/contract/waiting/waiting.endpoints'
import type { Call } from '../../platform/call.ts'
import { countWaiting } from './waiting.repository.ts'

/** Counts what waits for staff, in one statement: of the sections that the caller's role includes (OQ-368). */
export async function readWaiting({ db, now, actor }: Call): Promise<Waiting> {
  const until = new Date(now.getTime() + draftDueMs)
  const { masterclass, webinar, event, ...counts } = await countWaiting(
    db,
    { from: now, until },
    actor.permissions,
  )
  if (masterclass === undefined || webinar === undefined || event === undefined) return counts
  return { ...counts, drafts_beginning: { masterclass, webinar, event } }
}
