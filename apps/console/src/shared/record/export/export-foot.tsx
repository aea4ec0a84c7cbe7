import { Button } from '@mantine/core'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { exportMessages } from './export-messages.ts'
import type { useExports } from './use-exports.ts'

interface ExportFootProps {
  exports: Pick<ReturnType<typeof useExports>, 'isStarting' | 'open'>
  disabled?: boolean
  onStart: () => void
  onClose: () => void
}

/** The foot of a dialog that exports a list: one export runs at a time. */
export function ExportFoot({ exports, disabled, onStart, onClose }: ExportFootProps) {
  return (
    <>
      <Button size="md" variant="subtle" onClick={onClose}>
        {exportMessages.cancel}
      </Button>
      <BusyButton
        size="md"
        // It keeps the focus, which the disabled attribute would drop.
        busy={exports.isStarting || exports.open !== undefined}
        disabled={disabled ?? false}
        onClick={onStart}
      >
        {exportMessages.action}
      </BusyButton>
    </>
  )
}
