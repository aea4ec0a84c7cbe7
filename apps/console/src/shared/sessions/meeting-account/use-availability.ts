import { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { useRead } from '../../../lib/api/hooks.ts'
import { availabilityHint } from './account-availability.ts'

interface SessionTimes {
  /** ISO 8601; null while empty. */
  start: string | null
  end: string | null
  /** The record's id, because it does not clash with itself. */
  except?: string | undefined
}

/**
 * Reads which accounts are free, and returns a hint about the chosen one (OQ-112). While they load, the hint is that they
 * are checked, so that the form keeps its height.
 * @returns null while the times are incomplete
 */
export function useAvailability(
  { start, end, except }: SessionTimes,
  chosen: MeetingAccount | null,
  choices: readonly MeetingAccount[],
) {
  const isSpan = start !== null && end !== null && Date.parse(end) > Date.parse(start)
  const accounts = useRead(
    listMeetingAccounts,
    { query: { start_time: start ?? '', end_time: end ?? '', ...(except ? { except } : {}) } },
    { enabled: isSpan, keepPrevious: false },
  )
  if (!isSpan) return null
  if (accounts.data) return availabilityHint(accounts.data, chosen, choices)
  return accounts.error || chosen === null ? null : checking(chosen)
}

function checking(account: MeetingAccount): ReturnType<typeof availabilityHint> {
  return { tone: 'info', text: `Checking whether ${account} is free...` }
}
