import { createHash } from 'node:crypto'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import * as z from 'zod'
import { appendLines, readerOfLines } from '../json-lines.ts'
import {
  type MeetingChanges,
  type MeetingProvider,
  MeetingProviderRefused,
  MeetingProviderUnknown,
  type MeetingRequest,
  type ProviderMeeting,
} from './meeting-provider.ts'

/** A title that contains this is refused, to show what a refusal looks like. */
const refusedTitle = '[meeting fails]'
/** A title that contains this is created but never confirmed, as if the response were lost. */
const unconfirmedTitle = '[meeting times out]'

const Entry = z.object({
  account: z.string(),
  reference: z.string(),
  providerMeetingId: z.string(),
  joinUrl: z.string(),
})

/**
 * Creates a meeting provider that needs no account. It stores its meetings in a file, one JSON object per line, so
 * that they survive a restart and other processes see them. Titles with `[meeting fails]` or `[meeting times out]`
 * fail accordingly.
 */
export function createSandboxMeetings({ file }: { file: string }): MeetingProvider {
  const entries = readerOfLines(file, Entry)

  async function append(meeting: MeetingRequest, made: ProviderMeeting): Promise<void> {
    const { account, reference, title, startTime, endTime, timeZone } = meeting
    const { providerMeetingId, joinUrl } = made
    await appendLines(file, [
      { account, reference, providerMeetingId, joinUrl, title, startTime, endTime, timeZone },
    ])
  }

  async function create(meeting: MeetingRequest): Promise<ProviderMeeting> {
    refuseOnDemand(meeting)
    const made = meetingOf(meeting.account, meeting.reference)
    await append(meeting, made)
    loseAnswerOnDemand(meeting)
    return made
  }

  async function find(account: MeetingAccount, reference: string): Promise<ProviderMeeting | null> {
    const found = (await entries()).find(
      (entry) => entry.account === account && entry.reference === reference,
    )
    return found ? { providerMeetingId: found.providerMeetingId, joinUrl: found.joinUrl } : null
  }

  async function update(
    account: MeetingAccount,
    providerMeetingId: string,
    changes: MeetingChanges,
  ): Promise<boolean> {
    refuseOnDemand(changes)
    const found = (await entries()).find(
      (entry) => entry.account === account && entry.providerMeetingId === providerMeetingId,
    )
    if (!found) return false
    await appendLines(file, [{ ...found, ...changes }])
    loseAnswerOnDemand(changes)
    return true
  }

  async function exists(account: MeetingAccount, providerMeetingId: string): Promise<boolean> {
    return (await entries()).some(
      (entry) => entry.account === account && entry.providerMeetingId === providerMeetingId,
    )
  }

  return { kind: 'sandbox', create, find, exists, update }
}

function refuseOnDemand({ title }: MeetingChanges): void {
  if (!title?.includes(refusedTitle)) return
  throw new MeetingProviderRefused('The sandbox refused this meeting because its title asks for it.')
}

function loseAnswerOnDemand({ title }: MeetingChanges): void {
  if (!title?.includes(unconfirmedTitle)) return
  throw new MeetingProviderUnknown(
    'The meeting provider did not respond, so the meeting may have been changed.',
  )
}

/** Returns eleven digits, as Zoom's ids have, always the same for a reference. */
function meetingOf(account: MeetingAccount, reference: string): ProviderMeeting {
  const digest = createHash('sha256').update(`${account}\n${reference}`).digest()
  const providerMeetingId = String(80_000_000_000 + (digest.readUIntBE(0, 6) % 10_000_000_000))
  return { providerMeetingId, joinUrl: `https://meetings.example.com/j/${providerMeetingId}` }
}
