import type { DataOf } from '@greenroom/contract/endpoint'
import {
  type MeetingAccount,
  meetingAccounts,
  offeredMeetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.schema'
import { getPublishFacts } from '@greenroom/contract/sessions/publish-check/publish-check.endpoints'
import {
  type CheckedSession,
  type Finding,
  isReady,
  publishFindings,
} from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { callEndpoint } from '../../../lib/api/client.ts'
import { serverNow } from '../../../lib/clock.ts'

/** What the check of a session found. */
interface PublishCheck {
  findings: readonly Finding[]
  isReady: boolean
  /** Another account that is free then. */
  free: MeetingAccount | undefined
}

/**
 * Checks a session before it is published.
 * @param id of the stored session; null for a new one
 * @throws ApiError if the facts cannot be read
 */
export async function checkPublishing(session: CheckedSession, id: string | null): Promise<PublishCheck> {
  const { start_time, end_time } = session
  if (start_time === null || end_time === null) return { findings: [], isReady: true, free: undefined }
  const account = meetingAccounts.find((one) => one === session.zoom_hub_name)
  const { data: facts } = await callEndpoint(getPublishFacts, {
    query: {
      start_time,
      end_time,
      ...(id === null ? {} : { id }),
      ...(account && session.kind !== 'event' ? { zoom_hub_name: account } : {}),
    },
  })
  const findings = publishFindings(session, facts, new Date())
  const isFree = (name: MeetingAccount) =>
    facts.accounts.some(({ zoom_hub_name, clashes }) => zoom_hub_name === name && clashes.length === 0)
  return { findings, isReady: isReady(findings), free: offeredMeetingAccounts.find(isFree) }
}

/**
 * Reads what the server does about clashes.
 * @throws ApiError
 */
export async function readPublishSetting(): Promise<
  Pick<DataOf<typeof getPublishFacts>, 'buffer_minutes' | 'refuses_clashes'>
> {
  // No account and no session: the call then reads nothing else.
  const now = new Date(serverNow()).toISOString()
  const { data } = await callEndpoint(getPublishFacts, { query: { start_time: now, end_time: now } })
  return { buffer_minutes: data.buffer_minutes, refuses_clashes: data.refuses_clashes }
}
