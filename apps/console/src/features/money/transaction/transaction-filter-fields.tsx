import type { CurrencyCode } from '@greenroom/contract/money'
import {
  type TrafficSource,
  type TransactionStatusFilter,
  trafficSources,
  transactionStatusFilters,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import { shownCurrencies } from '../../../lib/money.ts'
import { transactionStatusLabels } from '../../../shared/money/order-status/order-status.ts'
import { ChoicePicker, type ChoicePickerProps } from '../../../shared/record/record-picker/choice-picker.tsx'
import { usePickerSearch } from '../../../shared/record/record-picker/picker-rows.ts'
import { useCouponRows } from './transaction-coupons.ts'
import { trafficSourceLabels } from './transaction-labels.ts'
import { transactionFilterMessages } from './transaction-messages.ts'

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

/** Finds a coupon by its code (OQ-320). */
export function CouponSelect(props: ChoicePickerProps) {
  const search = usePickerSearch()
  return (
    <ChoicePicker
      {...props}
      label={transactionFilterMessages.coupon}
      search={search}
      found={useCouponRows(search)}
    />
  )
}
