// Searches the output of a test run's programs for secrets and for details of people.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secrets of the tests, and patterns of secrets. */
const forbidden = [
  ['a signed token', /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/],
  ['an Authorization header', /(bearer|basic)\s+[\w.~+/=-]{12,}/i],
  ["the payment gateway's secret", /the-secret-of-the-key/],
  ["the webhook's secret", /the-webhook-secret/],
  ["a meeting account's secret", /\bsecret-[1-4]\b/],
  ['a private key', /PRIVATE KEY|"d":"[\w-]{20,}"/],
  ['a password in an address', /\w+:\/\/[^\s:/@"]+:[^\s@"]+@/],
  ['an e-mail address of somebody who is not staff', /[\w.+-]+@[\w-]+(\.[\w-]+)+/],
  ['a phone number', /\+\d{2}[\s-]?\d{5}[\s-]?\d{5}\b/],
]

/** The member of staff who made a call, and the text that shows which account to use. */
const staff = /"actor":"[^"]*"|[\w.]+@greenroom\.example/g

/**
 * @returns one line per finding, and the number of lines read. A few hundred lines or fewer mean that the logs are missing.
 */
export function searchLogs(folder) {
  const found = []
  let lines = 0
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line !== '') lines++
      const searched = line.replace(staff, '')
      const [what] = forbidden.find(([, pattern]) => pattern.test(searched)) ?? []
      if (what !== undefined) found.push(`${name}: ${what}: ${line.slice(0, 300)}`)
    }
  }
  return { lines, found }
}

const folder = process.argv[2]
if (folder !== undefined) {
  const { lines, found } = searchLogs(folder)
  for (const line of found) console.error(line)
  console.log(`Searched ${lines} lines of logs: ${found.length} secrets`)
  if (lines < 500) console.error('Too few lines: the tests did not keep the logs of their programs.')
  process.exit(found.length === 0 && lines >= 500 ? 0 : 1)
}
