import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { getPaymentPage } from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { getEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { getMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { useRead } from '../../../lib/api/hooks.ts'
import type { TransactionListType } from '../../../lib/paths.ts'

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
