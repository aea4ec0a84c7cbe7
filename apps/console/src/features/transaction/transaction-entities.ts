import { getEvent, listEvents } from '@greenroom/contract/event/event.endpoints'
import { getMasterclass, listMasterclasses } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { listMemberships } from '@greenroom/contract/membership/membership.endpoints'
import { getPaymentPage, listPaymentPages } from '@greenroom/contract/payment-page/payment-page.endpoints'
import type { Transaction, TransactionType } from '@greenroom/contract/transaction/transaction.schema'
import { useRead } from '../../lib/api/hooks.ts'

/** Something that can be bought, to filter by. */
export interface EntityChoice {
  value: string
  label: string
}

/** How many of a type are offered at once (PAY-14). */
const most = 200

/**
 * The choices of the entity filter, from the list of the type (OQ-055).
 * @param text what was typed into it; masterclasses and payment pages are searched on the server, because there may be
 * more than one answer holds. The calls for events and memberships know no search
 */
export function useEntityChoices(type: TransactionType, text: string) {
  const masterclasses = useRead(
    listMasterclasses,
    { query: { limit: most, ...(text === '' ? {} : { search: text }) } },
    { enabled: type === 'masterclass' },
  )
  const memberships = useRead(listMemberships, { query: {} }, { enabled: type === 'membership' })
  const pages = useRead(
    listPaymentPages,
    { query: { limit: most, ...(text === '' ? {} : { title: text }) } },
    { enabled: type === 'custom' },
  )
  // Without a kind the call answers events and webinars alike.
  const events = useRead(listEvents, { query: { limit: most } }, { enabled: type === 'events' })
  switch (type) {
    case 'masterclass':
      return { ...stateOf(masterclasses), choices: choicesOf(masterclasses.data, ({ title }) => title) }
    case 'membership':
      return { ...stateOf(memberships), choices: choicesOf(memberships.data, ({ name }) => name) }
    case 'custom':
      return { ...stateOf(pages), choices: choicesOf(pages.data, ({ title }) => title) }
    case 'events':
      return { ...stateOf(events), choices: choicesOf(events.data, ({ title }) => title) }
  }
}

/**
 * The name of the entity that is filtered by; its id while the name is not known.
 * @param rows the transactions that the filter found: they carry the name
 */
export function useEntityName(
  type: TransactionType,
  id: string | undefined,
  rows: readonly Transaction[] | undefined,
): string | undefined {
  const found = rows?.find(({ entity_id }) => entity_id._id === id)?.entity_id.title
  const isAsked = id !== undefined && found === undefined && rows !== undefined
  const params = { id: id ?? '' }
  const masterclass = useRead(
    getMasterclass,
    { params },
    { enabled: isAsked && type === 'masterclass', keepPrevious: false },
  )
  const page = useRead(
    getPaymentPage,
    { params },
    { enabled: isAsked && type === 'custom', keepPrevious: false },
  )
  const event = useRead(getEvent, { params }, { enabled: isAsked && type === 'events', keepPrevious: false })
  const memberships = useRead(listMemberships, { query: {} }, { enabled: isAsked && type === 'membership' })
  if (id === undefined) return undefined
  const loaded = {
    masterclass: masterclass.data?.title,
    membership: memberships.data?.find(({ _id }) => _id === id)?.name,
    custom: page.data?.title,
    events: event.data?.title,
  }[type]
  return found ?? loaded ?? id
}

function stateOf({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  return { isPending, isError }
}

function choicesOf<T extends { _id: string }>(
  items: readonly T[] | undefined,
  labelOf: (item: T) => string,
): EntityChoice[] {
  return (items ?? []).map((item) => ({ value: item._id, label: labelOf(item) }))
}
