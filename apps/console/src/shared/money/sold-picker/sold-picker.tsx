import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { listPaymentPages } from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import { listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { useRead } from '../../../lib/api/hooks.ts'
import {
  type Choice,
  ChoicePicker,
  type ChoicePickerProps,
  choicesOf,
} from '../../record/record-picker/choice-picker.tsx'
import {
  filteredRows,
  type PickerRows,
  type PickerSearch,
  searchedRows,
  usePickerSearch,
} from '../../record/record-picker/picker-rows.ts'
import { soldLabels } from './sold-labels.ts'

/** Max options of a type (PAY-14). */
const most = 200

/**
 * Returns the options of the entity filter, from the list of the type (OQ-055). Masterclasses and payment pages are
 * searched on the server; the endpoints for events and memberships have no search.
 */
function useSoldRows(type: TransactionType, search: PickerSearch): PickerRows<Choice> {
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
      const note = (events.data?.length ?? 0) >= most ? `Only the newest ${most} are listed.` : undefined
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

/** A filter by what was bought, found in the list of its type (OQ-055). */
export function SoldPicker({ type, ...rest }: ChoicePickerProps & { type: TransactionType }) {
  const search = usePickerSearch()
  return <ChoicePicker {...rest} label={soldLabels[type]} search={search} found={useSoldRows(type, search)} />
}
