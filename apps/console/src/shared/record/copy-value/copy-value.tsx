import { isMasked } from '@greenroom/contract/access/personal'
import { type Icon, IconCopy } from '@tabler/icons-react'
import { copyWithToast } from '../../../lib/copy-text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

interface CopyValueProps {
  /** If undefined because it is not loaded yet, the button's place is kept free. */
  value: string | undefined
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

/** A button that copies a text to the clipboard and shows a toast. A masked text is of no use elsewhere. */
export function CopyValue({
  value,
  label,
  copied,
  icon: CopyIcon = IconCopy,
  title,
  className,
}: CopyValueProps) {
  if (value !== undefined && isMasked(value)) return null
  return (
    <IconButton
      label={label}
      icon={<CopyIcon size={15} stroke={1.5} aria-hidden="true" />}
      onClick={() => value !== undefined && void copyWithToast(value, copied)}
      style={value === undefined ? { visibility: 'hidden' } : undefined}
      className={className}
      title={title}
    />
  )
}
