import { join } from 'node:path'
import { type MeetingAccount, meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Logger } from 'pino'
import { type Settings, SettingsError } from '../../settings.ts'
import type { Clock } from '../clock.ts'
import type { MeetingProvider } from './meeting-provider.ts'
import { createSandboxMeetings } from './sandbox-meetings.ts'
import type { ZoomAccount } from './zoom-connection.ts'
import { createZoomMeetings } from './zoom-meetings.ts'

/**
 * Creates the meeting provider of the settings. MEETINGS=auto is Zoom if at least one account has its keys, else the
 * sandbox.
 * @throws SettingsError naming what is missing
 */
export function chooseMeetings(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Logger },
): MeetingProvider {
  const sandbox = () => createSandboxMeetings({ file: join(settings.DATA_DIR, 'sandbox-meetings.jsonl') })
  if (settings.MEETINGS === 'sandbox') return sandbox()
  const accounts = accountsOf(settings)
  if (Object.keys(accounts).length > 0) {
    return createZoomMeetings({
      baseUrl: settings.ZOOM_BASE_URL,
      oauthUrl: settings.ZOOM_OAUTH_URL,
      timeoutSeconds: settings.MEETING_TIMEOUT_SECONDS,
      accounts,
      clock,
      log,
    })
  }
  if (settings.MEETINGS === 'zoom') {
    throw new SettingsError(
      'MEETINGS: zoom needs the keys of an account, for instance ZOOM_1_ACCOUNT_ID, ZOOM_1_CLIENT_ID and ZOOM_1_CLIENT_SECRET',
    )
  }
  return sandbox()
}

const numberOf = { zoom_1: 1, zoom_2: 2, zoom_3: 3, zoom_4: 4 } as const satisfies Record<
  MeetingAccount,
  number
>

function accountsOf(settings: Settings): Partial<Record<MeetingAccount, ZoomAccount>> {
  const accounts: Partial<Record<MeetingAccount, ZoomAccount>> = {}
  const problems: string[] = []
  for (const account of meetingAccounts) {
    const n = numberOf[account]
    const accountId = settings[`ZOOM_${n}_ACCOUNT_ID`]
    const clientId = settings[`ZOOM_${n}_CLIENT_ID`]
    const clientSecret = settings[`ZOOM_${n}_CLIENT_SECRET`]
    const userId = settings[`ZOOM_${n}_USER_ID`]
    if (accountId && clientId && clientSecret) {
      accounts[account] = { accountId, clientId, clientSecret, userId: userId ?? 'me' }
    } else if (accountId || clientId || clientSecret || userId) {
      const parts = { ACCOUNT_ID: accountId, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
      const missing = Object.entries(parts).flatMap(([name, value]) => (value ? [] : [`ZOOM_${n}_${name}`]))
      problems.push(`${missing.join(', ')}: missing for the meeting account ${account}`)
    }
  }
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return accounts
}
