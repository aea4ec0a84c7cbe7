import type { DataOf } from '@greenroom/contract/endpoint'
import { Problem } from '@greenroom/contract/error'
import { beginSession } from '@greenroom/contract/staff/session/open-session.endpoints'
import { refuseSandboxes } from '../../demo.ts'
import { type Settings, SettingsError } from '../../settings.ts'
import { systemClock } from '../clock.ts'
import { domainOf } from './allow-list.ts'
import { publicUrlOf } from './public-url.ts'
import { issueSandboxToken, sandboxIssuer } from './sandbox-accounts.ts'
import { loadSandboxKeys } from './sandbox-keys.ts'
import { isSandboxSignIn } from './sign-in-providers.ts'

/** An owner of the sample staff. */
const sampleOwner = 'meera.nair@greenroom.example'

/**
 * Signs in at a running server with the sandbox sign-in, for commands on this computer.
 * @param server address of the server
 * @throws SettingsError if another sign-in is in use, or the address isn't one
 * @throws Error if the server doesn't respond, or refuses the account
 */
export async function sandboxCredential(
  settings: Settings,
  {
    server = publicUrlOf(settings),
    email = sampleOwner,
  }: { server?: string | undefined; email?: string | undefined } = {},
): Promise<string> {
  if (!isSandboxSignIn(settings)) {
    throw new SettingsError('The sandbox sign-in is not in use: the settings name another one.')
  }
  refuseSandboxes(settings, ['sign-in'])
  if (domainOf(email) === null) throw new SettingsError(`"${email}" is not an e-mail address.`)
  const token = await issueSandboxToken(email.toLowerCase(), {
    keys: await loadSandboxKeys(settings.DATA_DIR),
    issuer: sandboxIssuer(publicUrlOf(settings)),
    clock: systemClock,
  })
  return (await beginSandboxSession(server, token)).credential
}

/**
 * Begins a session with an ID token.
 * @throws Error with the reason
 */
export async function beginSandboxSession(
  server: string,
  token: string,
): Promise<DataOf<typeof beginSession>> {
  const response = await fetch(`${server}${beginSession.path}`, {
    method: beginSession.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id_token: token }),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new Error(`No server responds at ${server}. Start it first.`, { cause })
  })
  const body: unknown = await response.json().catch(() => undefined)
  const read = beginSession.response.safeParse(body)
  if (response.ok && read.success) return read.data.data
  const problem = Problem.safeParse(body)
  throw new Error(
    problem.success ? problem.data.message : `The server at ${server} responded ${response.status}.`,
  )
}
