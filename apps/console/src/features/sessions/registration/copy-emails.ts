import type { QueryOf } from '@greenroom/contract/endpoint'
import { listRegistrations } from '@greenroom/contract/sessions/registration/registration.endpoints'
import { callEndpoint } from '../../../lib/api/client.ts'
import { copyLater } from '../../../lib/copy-text.ts'
import { failureText, notify } from '../../../lib/notify.tsx'
import { registrationMessages as messages } from './registration-messages.ts'

/** Max addresses that are copied. Mail programs take no more in one message; the export has all. */
export const mostCopied = 500
const pageSize = 100

type Filters = Omit<QueryOf<typeof listRegistrations>, 'limit' | 'offset'>

/**
 * Copies the e-mail addresses of the people that the filters find, each once. A toast tells the progress and the outcome;
 * if the browser blocks copying, it shows the addresses.
 */
export async function copyEmails(filters: Filters): Promise<void> {
  let blocked: string | undefined
  const run = async () => {
    const reading = readEmails(filters)
    const text = reading.then((emails) => emails.join(', '))
    try {
      await copyLater(text)
    } catch (reason) {
      // Of a failed reading this throws why: there is nothing to show.
      blocked = await text
      throw reason
    }
    return (await reading).length
  }
  try {
    await notify.progress(run(), {
      pending: messages.copyingEmails,
      success: messages.copiedEmails,
      error: (reason) => (blocked === undefined ? failureText(messages.copyFailed, reason) : undefined),
    })
  } catch {
    if (blocked !== undefined) notify.uncopied(blocked)
  }
}

async function readEmails(filters: Filters): Promise<string[]> {
  const found = new Set<string>()
  for (let offset = 0; offset < mostCopied; offset += pageSize) {
    const { data } = await callEndpoint(listRegistrations, { query: { ...filters, limit: pageSize, offset } })
    for (const { user } of data.registrations) if (user.email !== '') found.add(user.email.toLowerCase())
    if (offset + pageSize >= data.count) break
  }
  return [...found]
}
