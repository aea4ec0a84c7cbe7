import type { Logger } from 'pino'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ProviderMeeting } from '../../../platform/meetings/meeting-provider.ts'
import { findMeeting, type MeetingRow, updateMeeting } from './meeting.repository.ts'
import { isUpToDate, type MeetingCalls } from './meeting-call.service.ts'

/** The jobs that bring meetings and the provider together. */
export function createMeetingJobs({ calls, log }: { calls: MeetingCalls; log: Logger }) {
  return {
    /** Asks the provider whether a meeting exists whose creation had no outcome, and records the answer. */
    async settle(call: Call, payload: unknown): Promise<void> {
      const { ownerId } = payload as { ownerId: string }
      const row = await findMeeting(call.db, ownerId)
      if (!row || row.state === 'created' || row.state === 'failed') return
      const claimed = await calls.claim(call.db, ownerId, call.now)
      if (!claimed) throw new Error('The meeting is being created; the job will be retried')
      try {
        const found = await calls.find(claimed)
        // The session may have been edited since the lost response, so its title and times still have to be sent.
        if (found) await recordFound(call.db, claimed, found)
        else await updateMeeting(call.db, ownerId, { state: 'failed', calling_until: null }, claimed.attempts)
        log.info({ ownerId, found: found !== null }, 'Settled a meeting whose outcome was unknown')
      } catch (error) {
        await updateMeeting(call.db, ownerId, { calling_until: null }, claimed.attempts)
        throw error
      }
    },

    /**
     * Sends an edited session to the provider, and creates a new meeting if somebody deleted it there. One call
     * at a time, so that the last edit wins.
     */
    async updateProvider(call: Call, payload: unknown): Promise<void> {
      const { ownerId } = payload as { ownerId: string }
      const row = await findMeeting(call.db, ownerId)
      if (!row || !mustTell(row)) return
      const claimed = await calls.claim(call.db, ownerId, call.now)
      // Two concurrent updates could arrive in the wrong order.
      if (!claimed) throw new Error('The meeting is being changed; the job will be retried')
      if (mustTell(claimed)) await calls.send(call.db, claimed)
      else await updateMeeting(call.db, ownerId, { calling_until: null }, claimed.attempts)
    },
  }
}

async function recordFound(db: Database, row: MeetingRow, found: ProviderMeeting): Promise<void> {
  await updateMeeting(
    db,
    row.owner_id,
    {
      state: 'created',
      provider_meeting_id: found.providerMeetingId,
      join_url: found.joinUrl,
      calling_until: null,
    },
    row.attempts,
  )
}

/**
 * Tells whether the job has to call the provider. A draft without a meeting gets one when it is published; a published
 * session lacks one only while a deleted meeting is being replaced.
 */
function mustTell(row: MeetingRow): boolean {
  return row.state === 'created' ? !isUpToDate(row) : row.is_booked
}
