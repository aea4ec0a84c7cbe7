import { readSearch } from '@greenroom/contract/desk/search/search.rules'
import { SearchKind } from '@greenroom/contract/desk/search/search.schema'
import * as z from 'zod/mini'
import { readCredential } from '../../lib/session.ts'

/** A record that was opened: what its link and its line need, without phone and e-mail address. */
const RecentRecord = z.object({
  kind: SearchKind,
  _id: z.string(),
  title: z.string(),
  status: z.nullable(z.string()),
})
/** `person` is the subject of whoever it belongs to. */
const Recent = z.object({ person: z.string(), records: z.array(RecentRecord), texts: z.array(z.string()) })
export type RecentRecord = z.output<typeof RecentRecord>
export type Recent = z.output<typeof Recent>

/** The screens of one record by the beginning of their path, which the record's id ends. */
export const recordPaths: Readonly<Record<string, SearchKind>> = {
  '/transactions/orders/': 'order',
  '/people/': 'person',
  '/masterclass/edit/': 'masterclass',
  '/webinar/edit/': 'webinar',
  '/event/edit/': 'event',
  '/create-post/edit/': 'post',
  '/advisory/services/': 'advisory-service',
}

const most = { records: 6, texts: 3 }
/** main.tsx removes it when the session ends. */
const storageKey = 'recent'

/** Returns what the signed-in person opened and searched for on this browser, the latest first (OQ-461). */
export function readRecent(): Recent {
  const person = readCredential()?.subject ?? ''
  const nothing: Recent = { person, records: [], texts: [] }
  try {
    const stored = Recent.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? ''))
    return stored.success && stored.data.person === person ? stored.data : nothing
  } catch {
    return nothing
  }
}

/**
 * Stores an opened record.
 * @param text what found it, which is stored too unless it is a phone or an e-mail address
 */
export function storeRecent(record: RecentRecord, text = ''): void {
  // A person without a name is called by phone or e-mail address.
  const isContact = record.title.includes('@') || readSearch(record.title).phoneEnd !== null
  if (record.kind === 'person' && isContact) return
  const { person, records, texts } = readRecent()
  const { text: typed, phoneEnd, isName } = readSearch(text)
  const isPersonal =
    typed === '' || phoneEnd !== null || typed.includes('@') || (isName && isOfPerson(record.kind))
  const next: Recent = {
    person,
    records: [record, ...records.filter(({ _id }) => _id !== record._id)].slice(0, most.records),
    texts: isPersonal ? texts : [typed, ...texts.filter((one) => one !== typed)].slice(0, most.texts),
  }
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage that is full or blocked: nothing is remembered.
  }
}

function isOfPerson(kind: SearchKind): boolean {
  return ['order', 'refund-request', 'difference', 'person', 'lead'].includes(kind)
}
