import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import { useState } from 'react'
import { businessTimeZone } from '../../../lib/dates.ts'
import { ExportFoot } from '../../../shared/record/export/export-foot.tsx'
import { ExportList } from '../../../shared/record/export/export-list.tsx'
import { exportFormatLabels } from '../../../shared/record/export/export-messages.ts'
import { useExports } from '../../../shared/record/export/use-exports.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { couponExportMessages as messages } from './coupon-page-messages.ts'

export type CouponFilters = Extract<NewExport, { kind: 'coupons' }>['filters']

interface CouponExportDialogProps {
  opened: boolean
  /** The filters of the list, with the ids of the selected coupons if only they are exported. */
  filters: CouponFilters
  onClose: () => void
}

const formats = { csv: exportFormatLabels.csv, xlsx: exportFormatLabels.xlsx } as const
type Format = keyof typeof formats

/** Starts the export of exactly the coupons of the list, or of the selected ones, and shows its progress (OQ-685). */
export function CouponExportDialog({ opened, filters, onClose }: CouponExportDialogProps) {
  const [format, setFormat] = useState<Format>('csv')
  const exports = useExports()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={messages.title}
      footer={
        <ExportFoot
          exports={exports}
          onStart={() => exports.start({ kind: 'coupons', format, filters })}
          onClose={onClose}
        />
      }
    >
      <div className="gr-stack">
        <p className="gr-small gr-quiet">
          {filters.ids ? messages.selected(filters.ids.length) : messages.all}{' '}
          {messages.zone(businessTimeZone())}
        </p>
        <SegmentedControl<Format>
          label={messages.format}
          options={formats}
          value={format}
          onChange={setFormat}
        />
        <ExportList exports={exports} />
      </div>
    </Dialog>
  )
}
