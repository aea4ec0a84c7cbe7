import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import * as z from 'zod'
import { isSystemError } from '../system-error.ts'
import {
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
  async function create(meeting: MeetingRequest): Promise<ProviderMeeting> {
    refuseOnDemand(meeting)
    const made = meetingOf(meeting.account, meeting.reference)
    await append(file, meeting, made)
    loseAnswerOnDemand(meeting)
    return made
  }

  async function find(account: MeetingAccount, reference: string): Promise<ProviderMeeting | null> {
    for await (const entry of entriesOf(file)) {
      if (entry.account !== account || entry.reference !== reference) continue
      return { providerMeetingId: entry.providerMeetingId, joinUrl: entry.joinUrl }
    }
    return null
  }

  async function update(
    account: MeetingAccount,
    providerMeetingId: string,
    meeting: MeetingRequest,
  ): Promise<boolean> {
    refuseOnDemand(meeting)
    for await (const entry of entriesOf(file)) {
      if (entry.account !== account || entry.providerMeetingId !== providerMeetingId) continue
      await append(file, { ...meeting, reference: entry.reference }, entry)
      loseAnswerOnDemand(meeting)
      return true
    }
    return false
  }

  return { kind: 'sandbox', create, find, update }
}

function refuseOnDemand({ title }: MeetingRequest): void {
  if (!title.includes(refusedTitle)) return
  throw new MeetingProviderRefused('The sandbox refused this meeting because its title asks for it.')
}

function loseAnswerOnDemand({ title }: MeetingRequest): void {
  if (!title.includes(unconfirmedTitle)) return
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

async function append(file: string, meeting: MeetingRequest, made: ProviderMeeting): Promise<void> {
  const { account, reference, title, startTime, endTime, timeZone } = meeting
  const { providerMeetingId, joinUrl } = made
  const entry = { account, reference, providerMeetingId, joinUrl, title, startTime, endTime, timeZone }
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a', 0o600)
  try {
    // The leading line break closes a line that a crash left open.
    await handle.appendFile(`\n${JSON.stringify(entry)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* entriesOf(file: string) {
  const input = createReadStream(file, 'utf8')
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      const entry = Entry.safeParse(parsed(line))
      if (entry.success) yield entry.data
    }
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
  } finally {
    lines.close()
    input.destroy()
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
