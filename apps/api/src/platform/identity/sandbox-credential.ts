import { refuseSandboxes } from '../../demo.ts'
import { type Settings, SettingsError } from '../../settings.ts'
import { systemClock } from '../clock.ts'
import { domainOf } from './allow-list.ts'
import { signInKind } from './identity.ts'
import { publicUrlOf } from './public-url.ts'
import { issueSandboxCredential, sandboxIssuer } from './sandbox-accounts.ts'
import { loadSandboxKeys } from './sandbox-keys.ts'

/** An owner of the sample staff. */
const sampleOwner = 'meera.nair@greenroom.example'

/**
 * Issues a credential of the sandbox sign-in, for commands on this computer.
 * @throws SettingsError if another sign-in is in use, or the address isn't one
 */
export async function sandboxCredential(settings: Settings, email = sampleOwner): Promise<string> {
  if (signInKind(settings) !== 'sandbox') {
    throw new SettingsError('The sandbox sign-in is not in use: GOOGLE_CLIENT_ID or OIDC_ISSUER is set.')
  }
  refuseSandboxes(settings, ['sign-in'])
  if (domainOf(email) === null) throw new SettingsError(`"${email}" is not an e-mail address.`)
  return issueSandboxCredential(email.toLowerCase(), {
    keys: await loadSandboxKeys(settings.DATA_DIR),
    issuer: sandboxIssuer(publicUrlOf(settings)),
    clock: systemClock,
  })
}
