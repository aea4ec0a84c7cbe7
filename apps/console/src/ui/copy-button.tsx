import { IconCopy } from '@tabler/icons-react'
import { IconButton } from './icon-button.tsx'

interface CopyButtonProps {
  /** What goes to the clipboard. */
  value: string
  /** What it copies, for its name: "Copy Payment Page". */
  label: string
  onCopied: () => void
  /** The browser refused the clipboard. */
  onFailed?: () => void
  className?: string
}

/** Puts a text on the clipboard and says so through onCopied. */
export function CopyButton({ value, label, onCopied, onFailed, className }: CopyButtonProps) {
  const copy = () => copyText(value).then(onCopied, () => onFailed?.())
  return (
    <IconButton
      label={label}
      icon={<IconCopy size={15} stroke={1.5} aria-hidden="true" />}
      onClick={copy}
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
