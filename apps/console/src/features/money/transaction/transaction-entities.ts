import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import {
  getPaymentPage,
  listPaymentPages,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import { getEvent, listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import {
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { useRead } from '../../../lib/api/hooks.ts'
import type { TransactionListType } from '../../../lib/paths.ts'
import {
  filteredRows,
  type PickerRows,
  type PickerSearch,
  searchedRows,
} from '../../../shared/record/record-picker/picker-rows.ts'
import { choicesOf, type FilterChoice } from './filter-choice.ts'
import { transactionFilterMessages } from './transaction-messages.ts'

/** Max options of a type (PAY-14). */
const most = 200

/**
 * Returns the options of the entity filter, from the list of the type (OQ-055). Masterclasses and payment pages are
 * searched on the server; the endpoints for events and memberships have no search.
 */
export function useEntityRows(type: TransactionType, search: PickerSearch): PickerRows<FilterChoice> {
  const { text } = search
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
  // Without a kind the call returns events and webinars alike.
  const events = useRead(listEvents, { query: { limit: most } }, { enabled: type === 'events' })
  switch (type) {
    case 'masterclass':
      return choicesOf(searchedRows(masterclasses, search, most), ({ title }) => title)
    case 'membership':
      return choicesOf(
        filteredRows(memberships, search, ({ name }) => name),
        ({ name }) => name,
      )
    case 'custom':
      return choicesOf(searchedRows(pages, search, most), ({ title }) => title)
    case 'events': {
      const note = (events.data?.length ?? 0) >= most ? transactionFilterMessages.newestOnly(most) : undefined
      return {
        ...choicesOf(
          filteredRows(events, search, ({ title }) => title),
          ({ title }) => title,
        ),
        note,
      }
    }
  }
}

/**
 * Returns the name of the entity in the filter, or its id while the name is unknown.
 * @param rows the filtered transactions, which contain the name
 */
export function useEntityName(
  type: TransactionListType,
  id: string | undefined,
  rows: readonly Transaction[] | undefined,
): string | undefined {
  const found = rows?.find(({ entity_id }) => entity_id._id === id)?.entity_id.title
  const isAsked = type !== 'all' && id !== undefined && found === undefined && rows !== undefined
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
  if (id === undefined || type === 'all') return undefined
  const loaded = {
    masterclass: masterclass.data?.title,
    membership: memberships.data?.find(({ _id }) => _id === id)?.name,
    custom: page.data?.title,
    events: event.data?.title,
  }[type]
  return found ?? loaded ?? id
}
