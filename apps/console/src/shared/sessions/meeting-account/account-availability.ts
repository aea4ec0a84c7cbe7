import type { DataOf } from '@greenroom/contract/endpoint'
import type { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import {
  type MeetingAccount,
  mostMeetingCalls,
  offeredMeetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.schema'
import { formatTime } from '../../../lib/dates.ts'

type Accounts = DataOf<typeof listMeetingAccounts>

/**
 * Returns the accounts that a form offers: the fixed ones, and the one that the record has (LIM-08, OQ-038).
 * @param stored the account of the record; null for a new one
 */
export function accountChoices(stored: MeetingAccount | null): MeetingAccount[] {
  const offered: MeetingAccount[] = [...offeredMeetingAccounts]
  return stored === null || offered.includes(stored) ? offered : [...offered, stored]
}

/**
 * Returns a hint whether the chosen account is free (OQ-112).
 * @param chosen null while none is chosen; the hint then lists the free ones
 * @returns null if the response does not contain the account
 */
export function availabilityHint(
  accounts: Accounts,
  chosen: MeetingAccount | null,
  choices: readonly MeetingAccount[],
): { tone: 'info' | 'warn'; text: string } | null {
  const free = accounts
    .filter((account) => account.free && choices.includes(account.zoom_hub_name))
    .map((account) => account.zoom_hub_name)
  const freeText = free.length > 0 ? `Free: ${free.join(', ')}.` : 'No other account is free at that time.'
  if (chosen === null) {
    return free.length > 0
      ? { tone: 'info', text: freeText }
      : { tone: 'warn', text: 'No account is free at that time.' }
  }
  const account = accounts.find((one) => one.zoom_hub_name === chosen)
  if (!account) return null
  const [clash] = account.clashes
  const used = usedText(account.calls_today)
  if (account.free || !clash) {
    return { tone: used ? 'warn' : 'info', text: `${chosen} is free at that time.${used}` }
  }
  return {
    tone: 'warn',
    text: `${chosen} is booked for “${clash.title}”, ${formatTime(clash.start_time)}. ${freeText}${used}`,
  }
}

/** Says how much of the day's budget of new and changed meetings is used, before it runs out (OQ-754). */
function usedText(calls: number): string {
  if (calls < mostMeetingCalls * 0.8) return ''
  return ` Zoom takes ${mostMeetingCalls} new or changed meetings a day, ${calls} are used.`
}
