import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import { useState } from 'react'
import { ExportList } from '../../../shared/record/export/export-list.tsx'
import { exportFormatLabels, exportMessages } from '../../../shared/record/export/export-messages.ts'
import { useExports } from '../../../shared/record/export/use-exports.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { reportExportMessages as messages } from './report-messages.ts'
import { daysText } from './report-texts.ts'

interface ReportExportDialogProps {
  opened: boolean
  /** What the screen shows. */
  filters: Extract<NewExport, { kind: 'numbers' }>['filters']
  onClose: () => void
}

const formats = { csv: exportFormatLabels.csv, xlsx: exportFormatLabels.xlsx } as const
type Format = keyof typeof formats

/** Starts the export of the rows of a report, and shows its progress (OQ-653). */
export function ReportExportDialog({ opened, filters, onClose }: ReportExportDialogProps) {
  const [format, setFormat] = useState<Format>('csv')
  const exports = useExports()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={messages.title}
      footer={
        <BusyButton
          size="md"
          busy={exports.isStarting || exports.open !== undefined}
          onClick={() => exports.start({ kind: 'numbers', format, filters })}
        >
          {exportMessages.action}
        </BusyButton>
      }
    >
      <div className="gr-stack">
        <p className="gr-small gr-quiet">{messages.rows(daysText(filters))}</p>
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
