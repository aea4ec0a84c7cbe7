import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import { useState } from 'react'
import { businessTimeZone } from '../../../lib/dates.ts'
import { ExportFoot } from '../../../shared/record/export/export-foot.tsx'
import { ExportList } from '../../../shared/record/export/export-list.tsx'
import { exportFormatLabels } from '../../../shared/record/export/export-messages.ts'
import { useExports } from '../../../shared/record/export/use-exports.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { registrationExportMessages as messages } from './registration-messages.ts'

interface RegistrationExportDialogProps {
  opened: boolean
  /** The filters of the list. */
  filters: Extract<NewExport, { kind: 'registrations' }>['filters']
  /** How many rows the list has; undefined while it loads. */
  total: number | undefined
  onClose: () => void
}

const formats = { csv: exportFormatLabels.csv, xlsx: exportFormatLabels.xlsx } as const
type Format = keyof typeof formats

/** Starts the export of exactly the rows of the list, and shows its progress (OQ-434). */
export function RegistrationExportDialog({ opened, filters, total, onClose }: RegistrationExportDialogProps) {
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
          onStart={() => exports.start({ kind: 'registrations', format, filters })}
          onClose={onClose}
        />
      }
    >
      <div className="gr-stack">
        <p className="gr-small gr-quiet">
          {total !== undefined && `${messages.rows(total)} `}
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
