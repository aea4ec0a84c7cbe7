import { IconCopy } from '@tabler/icons-react'
import { notify } from '../../lib/notify.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface CopyValueProps {
  value: string
  /** The button's accessible name: "Copy Payment Page link". */
  label: string
  /** Message of the toast; by default that of a link (MC-12). */
  copied?: string
  className?: string | undefined
}

/** A button that copies a text to the clipboard and shows a toast. */
export function CopyValue({ value, label, copied, className }: CopyValueProps) {
  const confirm = () => notify.copied(copied)
  const fail = () => notify.error('The browser blocked copying.')
  return (
    <IconButton
      label={label}
      icon={<IconCopy size={15} stroke={1.5} aria-hidden="true" />}
      onClick={() => void copyText(value).then(confirm, fail)}
      className={className}
    />
  )
}

// The Clipboard API exists only on https and localhost; a console inside a company network may have neither.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const opener = document.activeElement
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (opener instanceof HTMLElement) opener.focus()
  if (!copied) throw new Error('The clipboard is not available')
}
