import { sandboxCredential } from '../apps/api/src/platform/identity/sandbox-credential.ts'
import { readSettings } from '../apps/api/src/settings.ts'

// Signs in at the running server's sandbox and prints the credential and nothing else, for: curl -H "Authorization: Bearer $(npm run --silent token)"
try {
  process.stdout.write(
    `${await sandboxCredential(readSettings(process.env), {
      server: process.env.GREENROOM_URL,
      email: process.argv[2],
    })}\n`,
  )
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`No credential was made. ${reason}\n`)
  process.exitCode = 1
}
