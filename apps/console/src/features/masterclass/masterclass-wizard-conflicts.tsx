import type { CurrencyCode } from '@greenroom/contract/money'
import type { ReactNode } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'
import { formatMoney } from '../../lib/money.ts'
import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import type { ImageChoice } from '../../shared/image-field/image-choice.ts'
import type { EditedMasterclass } from './masterclass-form-values.ts'
import { attendanceTypeNames } from './masterclass-messages.ts'
import classes from './masterclass-wizard.module.css'

const labels: Record<keyof EditedMasterclass, string> = {
  title: 'Title',
  description: 'Description',
  attendance_type: 'Attendance Type',
  is_attach_to_superclass: 'Attach to superclass',
  original_price_inr: 'Original price, INR',
  current_price_inr: 'Current price, INR',
  original_price_usd: 'Original price, USD',
  current_price_usd: 'Current price, USD',
  links: 'Community links',
  banner: 'Banner',
}

/** Writes the conflicting fields for people. */
export function labelConflicts(
  conflicts: readonly FieldConflict<EditedMasterclass>[],
  banner: ImageChoice,
): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label: labels[field],
    stored: display(field, { [field]: stored }, { kind: 'kept' }),
    typed: display(field, { [field]: typed }, banner),
  }))
}

function display(
  field: keyof EditedMasterclass,
  value: Partial<EditedMasterclass>,
  banner: ImageChoice,
): ReactNode {
  switch (field) {
    case 'title':
    case 'description':
      return value[field] || 'Empty'
    case 'attendance_type':
      return value.attendance_type ? attendanceTypeNames[value.attendance_type] : 'Empty'
    case 'is_attach_to_superclass':
      return value.is_attach_to_superclass ? 'Yes' : 'No'
    case 'original_price_inr':
    case 'current_price_inr':
      return money(value[field], 'INR')
    case 'original_price_usd':
    case 'current_price_usd':
      return money(value[field], 'USD')
    case 'links':
      return (
        (value.links ?? [])
          .map(({ name, url, is_active }) => `${name}: ${url}${is_active ? '' : ' (not active)'}`)
          .join('\n') || 'No links'
      )
    case 'banner':
      if (banner.kind === 'picked') return banner.file.name
      if (!value.banner) return 'No banner'
      return (
        <img className={classes.conflictPicture} src={fileAddress(value.banner)} alt="The stored banner" />
      )
  }
}

function money(minor: number | null | undefined, currency: CurrencyCode): string {
  return minor === null || minor === undefined ? 'Empty' : formatMoney(minor, currency)
}
