import { IconCalendarPlus } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'

/** Opens the dialog that copies a session to several dates. On a card there is room for an icon only. */
export function CopyDatesButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      label="Repeat on dates"
      icon={<IconCalendarPlus size={16} stroke={1.5} aria-hidden="true" />}
      onClick={onClick}
    />
  )
}
