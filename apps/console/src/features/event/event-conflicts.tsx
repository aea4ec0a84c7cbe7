import type { CurrencyCode } from '@greenroom/contract/money'
import type { ReactNode } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'
import { formatTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import classes from './event-form.module.css'
import { type EditedEvent, type PictureField, type Pictures, pictureFields } from './event-form-values.ts'
import { pictureNames } from './event-messages.ts'

const labels: Record<keyof EditedEvent, string> = {
  title: 'Title',
  description: 'Description',
  start_time: 'Start time',
  end_time: 'End time',
  location: 'Location',
  city: 'City',
  google_map_location: 'Google Map location',
  creator: 'Creator',
  zoom_hub_name: 'Zoom account',
  is_unlimited_tickets: 'Unlimited tickets',
  total_tickets: 'Total tickets',
  total_tickets_sold: 'Total tickets sold',
  sold_out: 'Sold out',
  member_only: 'Members only',
  is_paid: 'Paid event',
  original_price_inr: 'Original price, INR',
  current_price_inr: 'Current price, INR',
  member_price_inr: 'Member price, INR',
  guest_price_inr: 'Guest price, INR',
  original_price_usd: 'Original price, USD',
  current_price_usd: 'Current price, USD',
  member_price_usd: 'Member price, USD',
  guest_price_usd: 'Guest price, USD',
  discount_percentage: 'Discount percentage',
  discount_coins: 'Discount coins',
  referral_inr: 'Referral discount, INR',
  referral_usd: 'Referral discount, USD',
  is_active: 'Active',
  ...pictureNames,
}

/** Writes the conflicting fields for people. */
export function labelConflicts(
  conflicts: readonly FieldConflict<EditedEvent>[],
  pictures: Pictures,
): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label: labels[field],
    stored: display(field, stored),
    typed: isPicture(field) ? displayPicture(field, typed, pictures) : display(field, typed),
  }))
}

function display(field: keyof EditedEvent, value: EditedEvent[keyof EditedEvent]): ReactNode {
  if (value === null || value === '') return 'Empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return `${value.first_name} ${value.last_name} · ${value.email}`
  if (typeof value === 'number') {
    const currency = currencyOf(field)
    return currency ? formatMoney(value, currency) : String(value)
  }
  if (isPicture(field)) return <StoredPicture field={field} address={value} />
  return field === 'start_time' || field === 'end_time' ? formatTime(value) : value
}

function displayPicture(
  field: PictureField,
  value: EditedEvent[keyof EditedEvent],
  pictures: Pictures,
): ReactNode {
  const choice = pictures[field]
  return choice.kind === 'picked' ? choice.file.name : display(field, value)
}

function StoredPicture({ field, address }: { field: PictureField; address: string }) {
  return (
    <img
      className={classes.conflictPicture}
      src={fileAddress(address)}
      alt={`${pictureNames[field]}, stored`}
    />
  )
}

function isPicture(field: keyof EditedEvent): field is PictureField {
  return pictureFields.some((one) => one === field)
}

function currencyOf(field: keyof EditedEvent): CurrencyCode | null {
  if (field.endsWith('_inr')) return 'INR'
  return field.endsWith('_usd') ? 'USD' : null
}
