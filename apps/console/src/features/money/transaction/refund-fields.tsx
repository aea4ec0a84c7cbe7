import type { CurrencyCode } from '@greenroom/contract/money'
import type { RefundReason } from '@greenroom/contract/money/refund/refund.schema'
import { Textarea } from '@mantine/core'
import { formatMoney } from '../../../lib/money.ts'
import { PriceField } from '../../../shared/field/price-field/price-field.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import classes from './refund-fields.module.css'
import type { RefundWish, WishErrors } from './refund-wish.ts'
import { refundMessages } from './transaction-messages.ts'

interface RefundFieldsProps {
  wish: RefundWish
  onChange: (changes: Partial<RefundWish>) => void
  errors: WishErrors
  /** In minor units. */
  left: number
  currency: CurrencyCode
  /** undefined while they load. */
  reasons: readonly RefundReason[] | undefined
  isReasonRequired: boolean
  /** Undefined without the permission to change the reasons. */
  onManage: (() => void) | undefined
}

/** How much is refunded and why (OQ-260, OQ-262). */
export function RefundFields({
  wish,
  onChange,
  errors,
  left,
  currency,
  reasons,
  isReasonRequired,
  onManage,
}: RefundFieldsProps) {
  return (
    <div className={classes.fields}>
      <SegmentedControl
        label={refundMessages.how}
        withLabel={false}
        options={{ whole: refundMessages.whole(formatMoney(left, currency)), part: refundMessages.part }}
        value={wish.how}
        onChange={(how) => onChange({ how, amount: null })}
        wide
      />
      {wish.how === 'part' && (
        <PriceField
          label={refundMessages.amount}
          required
          currency={currency}
          value={wish.amount}
          onChange={(amount) => onChange({ amount })}
          error={errors.amount}
        />
      )}
      <div className={classes.reason}>
        <ChoiceSelect
          label={refundMessages.reason}
          required={isReasonRequired}
          placeholder={isReasonRequired ? refundMessages.chooseReason : refundMessages.notStated}
          data={(reasons ?? []).map(({ code, label }) => ({ value: code, label }))}
          value={wish.reason}
          onChange={(reason) => onChange({ reason })}
          allowDeselect={!isReasonRequired}
          error={errors.reason}
          description={reasons?.length === 0 ? refundMessages.noReasons : undefined}
        />
        {onManage && (
          <button type="button" className={classes.manage} onClick={onManage}>
            {refundMessages.manageReasons}
          </button>
        )}
      </div>
      {(wish.reason !== null || wish.how === 'part' || wish.note !== '') && (
        <Textarea
          label={refundMessages.note}
          rows={2}
          autosize
          maxRows={6}
          value={wish.note}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
          error={errors.note}
        />
      )}
    </div>
  )
}
