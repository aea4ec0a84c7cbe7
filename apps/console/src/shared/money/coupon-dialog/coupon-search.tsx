import { searchCoupons } from '@greenroom/contract/money/coupon/coupon.endpoints'
import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { mostRows, searchedRows, usePickerSearch } from '../../record/record-picker/picker-rows.ts'
import { RecordPicker } from '../../record/record-picker/record-picker.tsx'
import { couponDialogMessages } from './coupon-messages.ts'
import { discountText, isExpired, validityDay } from './coupon-terms.ts'

interface CouponSearchProps {
  /** The coupons in the dialog: they are marked as added and cannot be picked again. */
  addedIds: ReadonlySet<string>
  onPick: (coupon: Coupon) => void
  inputRef: Ref<HTMLInputElement>
}

const messages = { ...couponDialogMessages, list: 'Coupons' }

/** Finds existing coupons by a part of their code (CPN-05). */
export function CouponSearch({ addedIds, onPick, inputRef }: CouponSearchProps) {
  const search = usePickerSearch(500)
  const query = { search: search.text, limit: mostRows }
  const coupons = useRead(searchCoupons, { query }, { enabled: search.isOpen })
  return (
    <RecordPicker
      ref={inputRef}
      className="gr-grow"
      aria-label="Search coupons"
      placeholder="Search coupons by code"
      data-autofocus
      leftSection={<IconSearch size={15} stroke={1.5} aria-hidden="true" />}
      messages={messages}
      search={search}
      found={searchedRows(coupons, search)}
      optionOf={(coupon) => ({
        id: coupon._id,
        name: <span className="gr-small gr-mono">{coupon.code}</span>,
        detail: `${isExpired(coupon) ? 'Expired' : 'Valid till'} ${validityDay(coupon.valid_till)} · ${discountText(coupon)}`,
        ...(addedIds.has(coupon._id) ? { mark: 'Added', disabled: true } : {}),
      })}
      onPick={onPick}
    />
  )
}
