import { getCoupon, searchCoupons } from '@greenroom/contract/money/coupon/coupon.endpoints'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { useRead } from '../../../lib/api/hooks.ts'
import { type Choice, choicesOf } from '../../../shared/record/record-picker/choice-picker.tsx'
import {
  mostRows,
  type PickerRows,
  type PickerSearch,
  searchedRows,
} from '../../../shared/record/record-picker/picker-rows.ts'

/** Returns the options of the coupon filter (OQ-320). */
export function useCouponRows(search: PickerSearch): PickerRows<Choice> {
  const { text } = search
  const coupons = useRead(searchCoupons, {
    query: { limit: mostRows, ...(text === '' ? {} : { search: text }) },
  })
  return choicesOf(searchedRows(coupons, search), ({ code }) => code)
}

/**
 * Returns the code of the coupon in the filter, or its id while the code is unknown.
 * @param rows the filtered transactions, which contain the code
 */
export function useCouponCode(
  id: string | undefined,
  rows: readonly Transaction[] | undefined,
): string | undefined {
  const found = rows?.find(({ coupon }) => coupon?._id === id)?.coupon?.code
  const isAsked = id !== undefined && found === undefined && rows !== undefined
  const coupon = useRead(getCoupon, { params: { id: id ?? '' } }, { enabled: isAsked, keepPrevious: false })
  return id && (found ?? coupon.data?.code ?? id)
}
