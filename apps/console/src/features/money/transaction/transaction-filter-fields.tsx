import type { CurrencyCode } from '@greenroom/contract/money'
import {
  type TrafficSource,
  type TransactionStatusFilter,
  type TransactionType,
  trafficSources,
  transactionStatusFilters,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import { useState } from 'react'
import { shownCurrencies } from '../../../lib/money.ts'
import { transactionStatusLabels } from '../../../shared/money/order-status/order-status.ts'
import {
  type PickerRows,
  type PickerSearch,
  usePickerSearch,
} from '../../../shared/record/record-picker/picker-rows.ts'
import { RecordPicker } from '../../../shared/record/record-picker/record-picker.tsx'
import type { FilterChoice } from './filter-choice.ts'
import { useCouponRows } from './transaction-coupons.ts'
import { useEntityRows } from './transaction-entities.ts'
import { trafficSourceLabels } from './transaction-labels.ts'
import { transactionEntityLabels, transactionFilterMessages } from './transaction-messages.ts'

/** The values of the filters with a fixed list (OQ-052). */
export const filterOptions = {
  status: transactionStatusFilters.map((value) => ({ value, label: transactionStatusLabels[value] })),
  source: trafficSources.map((value) => ({ value, label: trafficSourceLabels[value] })),
  currency: shownCurrencies.map((value) => ({ value, label: value })),
} satisfies {
  status: { value: TransactionStatusFilter; label: string }[]
  source: { value: TrafficSource; label: string }[]
  currency: { value: CurrencyCode; label: string }[]
}

interface FilterSelectProps {
  value: string | undefined
  /** The chosen record, if its name is known. */
  current: FilterChoice | null
  onChange: (id: string | undefined) => void
  /** Opens its options as soon as it has the focus, which it takes. */
  autoOpens?: boolean
}

/** Finds what was bought, in the list of the type (OQ-055). */
export function EntitySelect({ type, ...rest }: FilterSelectProps & { type: TransactionType }) {
  const search = usePickerSearch()
  return (
    <FilterSelect
      {...rest}
      label={transactionEntityLabels[type]}
      search={search}
      found={useEntityRows(type, search)}
    />
  )
}

/** Finds a coupon by its code (OQ-320). */
export function CouponSelect(props: FilterSelectProps) {
  const search = usePickerSearch()
  return (
    <FilterSelect
      {...props}
      label={transactionFilterMessages.coupon}
      search={search}
      found={useCouponRows(search)}
    />
  )
}

function FilterSelect({
  label,
  search,
  found,
  value,
  current,
  onChange,
  autoOpens = false,
}: FilterSelectProps & { label: string; search: PickerSearch; found: PickerRows<FilterChoice> }) {
  const [picked, setPicked] = useState(current)
  return (
    <RecordPicker
      {...(autoOpens ? { 'aria-label': label, 'data-autofocus': true } : { label })}
      placeholder={transactionFilterMessages.any}
      messages={{
        list: label,
        loading: transactionFilterMessages.loading,
        empty: transactionFilterMessages.nothingFound,
        failed: transactionFilterMessages.failed,
        clear: transactionFilterMessages.clear(label),
      }}
      search={search}
      found={found}
      optionOf={({ value: id, label: name }) => ({ id, name })}
      chosen={picked && value !== undefined ? { id: picked.value, label: picked.label } : null}
      onPick={(choice) => {
        setPicked(choice)
        onChange(choice.value)
      }}
      onClear={() => onChange(undefined)}
      onFocus={() => autoOpens && search.setOpen(true)}
      comboboxProps={{ withinPortal: !autoOpens }}
    />
  )
}
