import type { QueryOf } from '@greenroom/contract/endpoint'
import { listRegistrations } from '@greenroom/contract/sessions/registration/registration.endpoints'
import { callEndpoint } from '../../../lib/api/client.ts'
import { copyWithToast } from '../../../lib/copy-text.ts'
import { failureText, notify } from '../../../lib/notify.tsx'
import { registrationMessages as messages } from './registration-messages.ts'

/** Max addresses that are copied. Mail programs take no more in one message; the export has all. */
export const mostCopied = 500
const pageSize = 100

/** Copies the e-mail addresses of the people that the filters find, each once. A toast tells the outcome. */
export async function copyEmails(
  filters: Omit<QueryOf<typeof listRegistrations>, 'limit' | 'offset'>,
): Promise<void> {
  const found = new Set<string>()
  try {
    for (let offset = 0; offset < mostCopied; offset += pageSize) {
      const { data } = await callEndpoint(listRegistrations, {
        query: { ...filters, limit: pageSize, offset },
      })
      for (const { user } of data.registrations) if (user.email !== '') found.add(user.email.toLowerCase())
      if (offset + pageSize >= data.count) break
    }
  } catch (reason) {
    return notify.error(failureText(messages.copyFailed, reason))
  }
  await copyWithToast([...found].join(', '), messages.copiedEmails(found.size))
}
