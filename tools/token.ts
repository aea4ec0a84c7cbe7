import { refuseSandboxes } from '../apps/api/src/demo.ts'
import { systemClock } from '../apps/api/src/platform/clock.ts'
import { domainOf } from '../apps/api/src/platform/identity/allow-list.ts'
import { signInKind } from '../apps/api/src/platform/identity/identity.ts'
import { publicUrlOf } from '../apps/api/src/platform/identity/public-url.ts'
import { issueSandboxCredential, sandboxIssuer } from '../apps/api/src/platform/identity/sandbox-accounts.ts'
import { loadSandboxKeys } from '../apps/api/src/platform/identity/sandbox-keys.ts'
import { readSettings, SettingsError } from '../apps/api/src/settings.ts'

// Prints a sandbox credential and nothing else, for: curl -H "Authorization: Bearer $(npm run --silent token)"
try {
  process.stdout.write(`${await sandboxCredential(process.argv[2] ?? 'meera.nair@greenroom.example')}\n`)
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`No credential was made. ${reason}\n`)
  process.exitCode = 1
}

async function sandboxCredential(email: string): Promise<string> {
  const settings = readSettings(process.env)
  if (signInKind(settings) !== 'sandbox') {
    throw new SettingsError('The sandbox sign-in is not in use: GOOGLE_CLIENT_ID or OIDC_ISSUER is set.')
  }
  refuseSandboxes(settings, ['sign-in'])
  if (domainOf(email) === null) throw new SettingsError(`"${email}" is not an e-mail address.`)
  const keys = await loadSandboxKeys(settings.DATA_DIR)
  return await issueSandboxCredential(email.toLowerCase(), {
    keys,
    issuer: sandboxIssuer(publicUrlOf(settings)),
    clock: systemClock,
  })
}
