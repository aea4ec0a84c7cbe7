import { listMeetingAccounts } from '@greenroom/contract/meeting/meeting.endpoints'
import type { MeetingClash } from '@greenroom/contract/meeting/meeting.schema'
import { callEndpoint } from '../../lib/api/client.ts'

/** Where and when a session takes place. */
export interface Booking {
  zoom_hub_name: string | null
  start_time: string | null
  end_time: string | null
}

/**
 * Asks what lies on the account at the time (OQ-112). An answer that cannot be had stops nobody: the server judges
 * clashes too.
 * @param except the session itself, which does not clash with itself; null for a new one
 */
export async function findClashes(booking: Booking, except: string | null): Promise<MeetingClash[]> {
  const { zoom_hub_name, start_time, end_time } = booking
  if (zoom_hub_name === null || start_time === null || end_time === null) return []
  try {
    const { data } = await callEndpoint(listMeetingAccounts, {
      query: { start_time, end_time, ...(except === null ? {} : { except }) },
    })
    return data.find((account) => account.zoom_hub_name === zoom_hub_name)?.clashes ?? []
  } catch {
    return []
  }
}
