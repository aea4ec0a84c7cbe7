import type { Price } from '@greenroom/contract/money'
import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { BusyButton, keepFocus, SubmitButton } from '../../../ui/busy-button.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { takesKeys } from '../../../ui/keys.ts'
import { FormFields } from '../../record/record-form/form-fields.tsx'
import type { useRecordForm } from '../../record/record-form/use-record-form.tsx'
import { CouponFields } from './coupon-fields.tsx'
import classes from './coupon-form.module.css'
import { couponFieldMessages as messages } from './coupon-messages.ts'
import { CouponPrices } from './coupon-prices.tsx'
import { type CouponValues, discountsOf } from './coupon-values.ts'

interface CouponFormProps {
  of: ReturnType<typeof useRecordForm<CouponValues, Coupon, CouponValues>>
  /** Prices of what the coupon will be linked to. */
  prices: readonly Price[]
  onCancel: () => void
  /** Absent while other coupons wait for Save. */
  onCreateAndLink: (() => void) | undefined
}

/**
 * The form of a new coupon, or of one that the dialog has created and not linked yet. Add creates the coupon at once; it
 * is linked when the dialog is saved, or by Create and link at once (OQ-046).
 */
export function CouponForm({ of, prices, onCancel, onCreateAndLink }: CouponFormProps) {
  const { problem } = of.notices
  const panel = useRef<HTMLFormElement>(null)
  // The button that opened the form has disappeared with its focus. If the form was late, somebody may type elsewhere.
  useEffect(() => {
    if (!takesKeys(document.activeElement)) panel.current?.querySelector('input')?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void of.submit('save')
  }
  const isNew = of.base === null
  const discounts = discountsOf(of.form.values)
  const hasDiscount = Object.values(discounts).some((discount) => (discount ?? 0) > 0)
  return (
    <form
      ref={panel}
      className={classes.form}
      noValidate
      onSubmit={submit}
      aria-label={of.base ? messages.edit(of.base.code) : messages.create}
    >
      <FormFields of={of}>
        <CouponFields form={of.form} isNew={isNew} />
      </FormFields>
      <div className={classes.foot}>
        {/* Without a discount it would only warn of fields that are still empty. */}
        {hasDiscount && <CouponPrices prices={prices} coupon={discounts} label={messages.withCoupon} />}
        <div className={classes.buttons}>
          <Button variant="subtle" onMouseDown={keepFocus} onClick={onCancel} disabled={of.isSaving}>
            Cancel
          </Button>
          <SubmitButton size="sm" variant="default" busy={of.isSaving}>
            {isNew ? messages.add : messages.change}
          </SubmitButton>
          {isNew && onCreateAndLink && (
            <BusyButton size="sm" busy={of.isSaving} onClick={onCreateAndLink}>
              {messages.createAndLink}
            </BusyButton>
          )}
        </div>
      </div>
      {problem !== null && <ProblemNotice message={problem} />}
    </form>
  )
}
