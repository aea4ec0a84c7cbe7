import type { ListedPerson } from '@greenroom/contract/people/people-list/people-list.schema'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import type { PersonRow } from './people-list.repository.ts'

/** Presents a person. Memberships only with `withMemberships`; the endpoint layer leaves out money. */
export function presentPerson(
  row: PersonRow,
  { withMemberships }: { withMemberships: boolean },
): ListedPerson {
  const spent = [
    { currency_code: 'INR' as const, amount: row.spent_inr },
    { currency_code: 'USD' as const, amount: row.spent_usd },
  ]
  return {
    person: `person.${row.person_id}`,
    name: row.name,
    email: row.email,
    phone: row.phone,
    has_account: row.accounts.length > 0,
    first_seen: row.first_seen_at.toISOString(),
    last_seen: row.last_seen_at.toISOString(),
    orders: row.orders,
    spent: spent.filter(({ amount }) => amount !== 0),
    ...(withMemberships && { memberships: row.memberships }),
    labels: row.labels,
  }
}

/** The columns of an export, in the order of its statement. The heading of a time names its zone. */
export function exportColumns({
  timeZone,
  withMoney,
  withMemberships,
}: {
  timeZone: string
  withMoney: boolean
  withMemberships: boolean
}): TableColumn[] {
  return [
    { heading: 'Name', kind: 'text' },
    { heading: 'E-mail', kind: 'text' },
    { heading: 'Phone', kind: 'text' },
    { heading: 'Account', kind: 'text' },
    { heading: `First seen (${timeZone})`, kind: 'moment' },
    { heading: `Last seen (${timeZone})`, kind: 'moment' },
    ...(withMoney
      ? [
          { heading: 'Orders', kind: 'integer' as const },
          { heading: 'Spent (INR)', kind: 'amount' as const },
          { heading: 'Spent (USD)', kind: 'amount' as const },
        ]
      : []),
    ...(withMemberships ? [{ heading: 'Memberships', kind: 'text' as const }] : []),
    { heading: 'Labels', kind: 'text' },
    { heading: 'Agreed to marketing', kind: 'text' },
  ]
}
