import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import * as z from 'zod'
import { shortened } from '../printable.ts'
import {
  type MeetingChanges,
  type MeetingProvider,
  MeetingProviderRefused,
  MeetingProviderUnknown,
  type MeetingRequest,
  meetingMinutes,
  type ProviderMeeting,
} from './meeting-provider.ts'
import { createZoomConnection, type ZoomOptions } from './zoom-connection.ts'

const MeetingId = z.union([z.number().int().transform(String), z.string().min(1)])
const JoinUrl = z.url({ protocol: /^https?$/ })
const Meeting = z.object({ id: MeetingId, join_url: JoinUrl })
const MeetingWithAgenda = Meeting.extend({ agenda: z.string().nullish() })
const ListedMeeting = z.object({
  id: MeetingId,
  join_url: z.string().nullish(),
  agenda: z.string().nullish(),
  start_time: z.string().nullish(),
})
const MeetingList = z.object({ meetings: z.array(ListedMeeting), next_page_token: z.string().nullish() })

const longestTopic = 200
const longestAgenda = 2000
/** Limits an endless list; at 300 meetings a page it is far more than one user can have. */
const mostPages = 100
const dayMilliseconds = 86_400_000

/** Creates the meeting provider for Zoom, with one server-to-server app per meeting account. */
export function createZoomMeetings(options: ZoomOptions): MeetingProvider {
  const zoom = createZoomConnection(options)

  async function create(meeting: MeetingRequest): Promise<ProviderMeeting> {
    const { userId } = zoom.keysOf(meeting.account)
    const path = `/users/${encodeURIComponent(userId)}/meetings`
    const made = Meeting.safeParse(
      await zoom.call(meeting.account, { method: 'POST', path, body: bodyOf(meeting) }),
    )
    if (!made.success) throw new MeetingProviderUnknown(notUnderstood)
    return { providerMeetingId: made.data.id, joinUrl: made.data.join_url }
  }

  async function find(account: MeetingAccount, reference: string, near: { startTime: Date }) {
    try {
      for await (const listed of scheduled(account)) {
        if (listed.agenda ? !carries(listed.agenda, reference) : !mayBeAt(listed.start_time, near.startTime))
          continue
        const joinUrl = JoinUrl.safeParse(listed.join_url)
        if (listed.agenda && joinUrl.success) return { providerMeetingId: listed.id, joinUrl: joinUrl.data }
        const whole = await read(account, listed.id)
        if (whole && carries(whole.agenda ?? '', reference)) {
          return { providerMeetingId: whole.id, joinUrl: whole.join_url }
        }
      }
      return null
    } catch (error) {
      // A failed search says nothing about the meeting; only null means that there is none.
      if (error instanceof MeetingProviderRefused) throw new MeetingProviderUnknown(error.message, error)
      throw error
    }
  }

  async function* scheduled(account: MeetingAccount) {
    const { userId } = zoom.keysOf(account)
    let token = ''
    for (let page = 0; page < mostPages; page += 1) {
      const query = new URLSearchParams({ type: 'scheduled', page_size: '300' })
      if (token) query.set('next_page_token', token)
      const path = `/users/${encodeURIComponent(userId)}/meetings?${query}`
      const list = MeetingList.safeParse(await zoom.call(account, { method: 'GET', path }))
      if (!list.success) throw new MeetingProviderUnknown(notUnderstood)
      yield* list.data.meetings
      token = list.data.next_page_token ?? ''
      if (!token) return
    }
    throw new MeetingProviderUnknown(notUnderstood)
  }

  /**
   * Returns one meeting; null if Zoom does not have it, for instance because it was deleted since the list was read.
   */
  async function read(account: MeetingAccount, id: string) {
    const path = `/meetings/${encodeURIComponent(id)}`
    const answer = await zoom.call(account, { method: 'GET', path }).catch((error: unknown) => {
      if (error instanceof MeetingProviderRefused && error.status === 404) return null
      throw error
    })
    if (answer === null) return null
    const meeting = MeetingWithAgenda.safeParse(answer)
    if (!meeting.success) throw new MeetingProviderUnknown(notUnderstood)
    return meeting.data
  }

  async function exists(account: MeetingAccount, providerMeetingId: string): Promise<boolean> {
    const path = `/meetings/${encodeURIComponent(providerMeetingId)}`
    try {
      await zoom.call(account, { method: 'GET', path })
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async function update(account: MeetingAccount, providerMeetingId: string, changes: MeetingChanges) {
    const path = `/meetings/${encodeURIComponent(providerMeetingId)}`
    try {
      await zoom.call(account, { method: 'PATCH', path, body: changedOf(changes) })
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  return { kind: 'zoom', create, find, exists, update }
}

/** Zoom's code for a meeting that was deleted. Other 404s have other codes: the user, or the address, is unknown. */
const meetingMissing = 3001

function isMissing(error: unknown): boolean {
  return error instanceof MeetingProviderRefused && error.status === 404 && error.code === meetingMissing
}

const notUnderstood = 'Zoom gave no clear answer, so the meeting may have been changed.'

/** The members of a body that something changes. A start in UTC leaves the host's time zone as it is. */
function changedOf({ title, startTime, minutes }: MeetingChanges) {
  return {
    ...(title === undefined ? {} : { topic: shortened(title, longestTopic) }),
    ...(startTime === undefined ? {} : { start_time: startTime.toISOString().replace(/\.\d{3}Z$/, 'Z') }),
    ...(minutes === undefined ? {} : { duration: minutes }),
  }
}

function bodyOf(meeting: MeetingRequest) {
  return {
    ...changedOf({ ...meeting, minutes: meetingMinutes(meeting) }),
    type: 2,
    timezone: meeting.timeZone,
    agenda: shortened(`${referenceLine(meeting.reference)}\n${meeting.agenda}`.trimEnd(), longestAgenda),
    settings: { mute_upon_entry: true, participant_video: false },
  }
}

/** Comes first, because lists show only the first 250 characters of an agenda. */
function referenceLine(reference: string): string {
  return `Reference: ${reference}`
}

function carries(agenda: string, reference: string): boolean {
  return agenda.split(/\r?\n/, 1)[0]?.trim() === referenceLine(reference)
}

function mayBeAt(listedTime: string | null | undefined, startTime: Date): boolean {
  const at = Date.parse(listedTime ?? '')
  return Number.isNaN(at) || Math.abs(at - startTime.getTime()) <= dayMilliseconds
}
