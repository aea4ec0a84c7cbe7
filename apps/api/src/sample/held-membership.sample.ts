import { insertHeldMemberships } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'

/** Adds the memberships that completed orders paid for, as another system would have sent them. */
async function addHeldMemberships({ db }: SampleContext): Promise<SampleCounts> {
  return { held_memberships: await insertHeldMemberships(db) }
}

export const heldMembershipSample: SampleSection = { add: addHeldMemberships }
