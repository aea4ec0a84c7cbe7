import { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import {
  type MeetingAccount,
  type MeetingClash,
  offeredMeetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.schema'
import { callEndpoint } from '../../../lib/api/client.ts'

/** The account and the time of a session. */
export interface Booking {
  zoom_hub_name: string | null
  start_time: string | null
  end_time: string | null
}

export interface FoundClashes {
  clashes: readonly MeetingClash[]
  /** Another account that is free then. */
  free?: MeetingAccount | undefined
}

/** A failed check does not block the save: the server checks for clashes too. */
export async function findClashes(booking: Booking, except: string | null): Promise<FoundClashes> {
  const { zoom_hub_name, start_time, end_time } = booking
  if (zoom_hub_name === null || start_time === null || end_time === null) return { clashes: [] }
  try {
    const { data } = await callEndpoint(listMeetingAccounts, {
      query: { start_time, end_time, ...(except === null ? {} : { except }) },
    })
    const isFree = (name: MeetingAccount) => data.some((one) => one.zoom_hub_name === name && one.free)
    return {
      clashes: data.find((account) => account.zoom_hub_name === zoom_hub_name)?.clashes ?? [],
      free: offeredMeetingAccounts.find(isFree),
    }
  } catch {
    return { clashes: [] }
  }
}
