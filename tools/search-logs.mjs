// Searches what the programs of a test run printed for what must never stand in a log.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the tests use as secrets, and whatever has the form of one. */
const forbidden = [
  ['a signed token', /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/],
  ['an Authorization header', /(bearer|basic)\s+[\w.~+/=-]{12,}/i],
  ["the payment gateway's secret", /the-secret-of-the-key/],
  ["the webhook's secret", /the-webhook-secret/],
  ["a meeting account's secret", /\bsecret-[1-4]\b/],
  ['a private key', /PRIVATE KEY|"d":"[\w-]{20,}"/],
  ['a password in an address', /\w+:\/\/[^\s:/@"]+:[^\s@"]+@/],
]

/**
 * Gives what was found, a line each, with how many lines were read. Fewer than some hundred mean that nothing was
 * searched.
 */
export function searchLogs(folder) {
  const found = []
  let lines = 0
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line !== '') lines++
      for (const [what, pattern] of forbidden) {
        if (pattern.test(line)) found.push(`${name}: ${what}: ${line.slice(0, 300)}`)
      }
    }
  }
  return { lines, found }
}

const folder = process.argv[2]
if (folder !== undefined) {
  const { lines, found } = searchLogs(folder)
  for (const line of found) console.error(line)
  console.log(`Searched ${lines} lines of logs: ${found.length} secrets`)
  if (lines < 500) console.error('That is too few lines: the programs of the tests did not keep their logs.')
  process.exit(found.length === 0 && lines >= 500 ? 0 : 1)
}
