import { draftDueMs, type Waiting } from '@greenroom/contract/waiting/waiting.endpoints'
import type { Call } from '../../platform/call.ts'
import { countWaiting } from './waiting.repository.ts'

/** Counts what waits for staff, of all sections in one statement. */
export async function readWaiting({ db, now }: Call): Promise<Waiting> {
  const until = new Date(now.getTime() + draftDueMs)
  const { masterclass, webinar, event, ...counts } = await countWaiting(db, { from: now, until })
  return { ...counts, drafts_beginning: { masterclass, webinar, event } }
}
