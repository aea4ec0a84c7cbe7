import type { correctInvoice } from '@greenroom/contract/money/document/document.endpoints'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { correctInvoiceMessages as messages } from './correct-invoice-messages.ts'
import type { CorrectionValues } from './corrected-parts.ts'

const CorrectInvoiceDialog = lazyDialog('correct-invoice', () =>
  import('./correct-invoice-dialog.tsx').then((part) => part.CorrectInvoiceDialog),
)

interface CorrectInvoiceButtonProps {
  id: string
  serial: string
  /** In a table, whose rows have no room for its label. */
  isIcon?: boolean
  /** What the form begins with instead of what the order has. */
  suggested?: Partial<CorrectionValues>
}

/** The button that corrects an invoice with its dialog, for those who may (OQ-810). */
export function CorrectInvoiceButton({ id, serial, isIcon = false, suggested }: CorrectInvoiceButtonProps) {
  const mayCorrect = useMay<typeof correctInvoice>('money.write', 'personal.read')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayCorrect) return null
  const prefetch = () => prefetchDialogs(CorrectInvoiceDialog)
  const events = {
    'aria-haspopup': 'dialog',
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => setIsOpen(true),
  } as const
  return (
    <>
      {isIcon ? (
        <IconButton
          label={messages.actionOf(serial)}
          icon={<IconPencil size={15} stroke={1.5} aria-hidden="true" />}
          {...events}
        />
      ) : (
        <Button variant="subtle" size="xs" aria-label={messages.actionOf(serial)} {...events}>
          {messages.action}
        </Button>
      )}
      <CorrectInvoiceDialog
        opened={isOpen}
        invoice={{ id, serial }}
        {...(suggested && { suggested })}
        onClose={() => setIsOpen(false)}
        onDone={() => setIsOpen(false)}
      />
    </>
  )
}
