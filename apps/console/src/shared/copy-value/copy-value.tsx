import { type Icon, IconCopy } from '@tabler/icons-react'
import { notify } from '../../lib/notify.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface CopyValueProps {
  value: string
  /** The button's accessible name: "Copy Payment Page link". */
  label: string
  /** Message of the toast; by default that of a link (MC-12). */
  copied?: string
  /** Instead of the copy icon. */
  icon?: Icon
  /** The tooltip, if it is not the label. */
  title?: string | undefined
  className?: string | undefined
}

/** A button that copies a text to the clipboard and shows a toast. */
export function CopyValue({
  value,
  label,
  copied,
  icon: CopyIcon = IconCopy,
  title,
  className,
}: CopyValueProps) {
  const confirm = () => notify.copied(copied)
  const fail = () => notify.error('The browser blocked copying.')
  return (
    <IconButton
      label={label}
      icon={<CopyIcon size={15} stroke={1.5} aria-hidden="true" />}
      onClick={() => void copyText(value).then(confirm, fail)}
      className={className}
      title={title}
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
