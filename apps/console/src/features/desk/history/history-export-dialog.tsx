import { businessTimeZone } from '../../../lib/dates.ts'
import { ExportFoot } from '../../../shared/record/export/export-foot.tsx'
import { ExportList } from '../../../shared/record/export/export-list.tsx'
import { useExports } from '../../../shared/record/export/use-exports.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { historyMessages as messages } from './history-messages.ts'

interface HistoryExportDialogProps {
  opened: boolean
  /** The filters of the list. */
  filters: Record<string, string>
  onClose: () => void
}

/** Starts the export of exactly the entries of the list, and shows its progress (OQ-343). */
export function HistoryExportDialog({ opened, filters, onClose }: HistoryExportDialogProps) {
  const exports = useExports()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={messages.exportTitle}
      footer={
        <ExportFoot
          exports={exports}
          onStart={() => exports.start({ kind: 'history', format: 'csv', filters })}
          onClose={onClose}
        />
      }
    >
      <div className="gr-stack">
        <p className="gr-small gr-quiet">
          {messages.exportHelp} {messages.zone(businessTimeZone())}
        </p>
        <ExportList exports={exports} />
      </div>
    </Dialog>
  )
}
