import type { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import type { RecordHistoryPanelProps } from './record-history-panel.tsx'

const Panel = lazyDialog<RecordHistoryPanelProps>('record-history', () =>
  import('./record-history-panel.tsx').then((part) => part.RecordHistoryPanel),
)

interface RecordHistoryButtonProps {
  /** Type of the record as in the audit log: "payment-page". */
  type: string
  id: string
  /** Name of the record, where several buttons are on the screen. */
  of?: string | undefined
  className?: string | undefined
}

/** Opens the changes of a record in a panel. Only for roles that may see the history (OQ-344). */
export function RecordHistoryButton({ type, id, of, className }: RecordHistoryButtonProps) {
  const mayRead = useMay<typeof listHistory>('history.read', 'personal.read')
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  if (!mayRead) return null
  const prefetch = () => prefetchDialogs(Panel)
  return (
    <>
      <IconButton
        label={of === undefined ? 'History' : `History of ${of}`}
        icon={<IconHistory size={16} stroke={1.5} aria-hidden="true" />}
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      />
      {wanted && <Panel opened={opened} type={type} id={id} of={of} onClose={() => setOpened(false)} />}
    </>
  )
}
