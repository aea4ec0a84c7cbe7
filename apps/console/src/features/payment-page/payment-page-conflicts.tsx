import type { CurrencyCode } from '@greenroom/contract/money'
import type { ReactNode } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'
import { formatMoney } from '../../lib/money.ts'
import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import classes from './payment-page-form.module.css'
import { paymentPageFormWords as words } from './payment-page-messages.ts'
import type { PaymentPageValues } from './payment-page-values.ts'

const labels: Record<keyof PaymentPageValues, string> = {
  banner: words.banner,
  title: words.title,
  description: words.description,
  original_price_inr: `${words.originalPrice}, INR`,
  current_price_inr: `${words.currentPrice}, INR`,
  original_price_usd: `${words.originalPrice}, USD`,
  current_price_usd: `${words.currentPrice}, USD`,
  add_to_cart: words.addToCart,
  purchase: words.purchase,
  is_active: words.active,
}

const empty = 'Empty'

/**
 * Writes the conflicting fields for people.
 * @param file the picture that was picked here
 */
export function labelConflicts(
  conflicts: readonly FieldConflict<PaymentPageValues>[],
  file: File | null,
): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label: labels[field],
    stored: display(field, { [field]: stored }, null),
    typed: display(field, { [field]: typed }, file),
  }))
}

function display(
  field: keyof PaymentPageValues,
  value: Partial<PaymentPageValues>,
  file: File | null,
): ReactNode {
  switch (field) {
    case 'banner':
      if (file) return file.name
      return (
        <img
          className={classes.conflictPicture}
          src={value.banner === undefined ? undefined : fileAddress(value.banner)}
          alt="The stored banner"
        />
      )
    case 'original_price_inr':
    case 'current_price_inr':
      return money(value[field], 'INR')
    case 'original_price_usd':
    case 'current_price_usd':
      return money(value[field], 'USD')
    case 'is_active':
      return value.is_active ? 'Yes' : 'No'
    default:
      return value[field] || empty
  }
}

function money(minor: number | null | undefined, currency: CurrencyCode): string {
  return minor === null || minor === undefined ? empty : formatMoney(minor, currency)
}
