import { insertMeeting, updateMeeting } from '../modules/sessions/meeting/meeting.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import type { MeetingProvider } from '../platform/meetings/meeting-provider.ts'
import type { PreparedMeeting, PreparedMeetings, PublishedSession } from './prepared-meetings.ts'
import type { SampleContext } from './sample-context.ts'

/**
 * Creates the meetings of published sessions at the sandbox, so that it knows them when a session is edited. Called
 * before the transaction, as every provider call. A real provider is not called, because nobody attends a sample.
 */
export async function prepareMeetings(
  sessions: PublishedSession[],
  provider: MeetingProvider,
  timeZone: string,
): Promise<PreparedMeetings> {
  const prepared = new Map<string, PreparedMeeting>()
  for (const session of sessions) {
    const reference = `greenroom-${newId()}`
    const { account, title, start, end } = session
    const request = { account, reference, title, agenda: '', startTime: start, endTime: end, timeZone }
    const made = provider.kind === 'sandbox' ? await provider.create(request) : null
    prepared.set(session.name, { session, reference, made })
  }
  return prepared
}

/**
 * Adds the booked meeting of a published session. One without a provider meeting is stored as failed, so that
 * publishing the session again creates it.
 * @throws TypeError if no meeting of that name was prepared
 */
export async function addMeeting(
  { db, meetings, now }: SampleContext,
  { name, ownerId, kind }: { name: string; ownerId: string; kind: 'masterclass' | 'webinar' },
): Promise<void> {
  const prepared = meetings.get(name)
  if (!prepared) throw new TypeError(`No meeting was prepared for ${name}.`)
  const { session, reference, made } = prepared
  await insertMeeting(db, {
    owner_id: ownerId,
    kind,
    zoom_hub_name: session.account,
    title: session.title,
    start_time: session.start,
    end_time: session.end,
    reference,
    state: 'requested',
    reserved_until: now,
  })
  const outcome = made && {
    provider_meeting_id: made.providerMeetingId,
    join_url: made.joinUrl,
    told_title: session.title,
    told_start_time: session.start,
    told_end_time: session.end,
    attempts: 1,
  }
  await updateMeeting(db, ownerId, {
    state: made ? 'created' : 'failed',
    is_booked: true,
    reserved_until: null,
    ...outcome,
  })
}
