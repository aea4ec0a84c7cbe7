import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { useLastOpened } from '../record-list/use-opened-record.ts'
import type { ExportDialogProps } from './export-dialog.tsx'

const ExportDialog = lazyDialog('export', () =>
  import('./export-dialog.tsx').then((part) => part.ExportDialog),
)
const prefetch = () => prefetchDialogs(ExportDialog)

interface ExportButtonProps extends Omit<ExportDialogProps, 'opened' | 'onClose' | 'children'> {
  className?: string | undefined
  /** The label. */
  children: ReactNode
}

/** The button that opens the export of a list. Only for staff who may export; others see nothing. */
export function ExportButton({ className, children, ...dialog }: ExportButtonProps) {
  const mayExport = useMay<typeof createExport>('money.export')
  const [isOpen, setIsOpen] = useState(false)
  const seen = useLastOpened(isOpen || undefined)
  if (!mayExport) return null
  return (
    <>
      <LightButton
        {...(className && { className })}
        aria-haspopup="dialog"
        icon={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </LightButton>
      {seen.last && <ExportDialog {...dialog} opened={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
