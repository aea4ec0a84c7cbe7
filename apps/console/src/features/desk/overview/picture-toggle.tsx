import { IconChartBar, IconTable } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { overviewMessages } from './overview-messages.ts'

interface PictureToggleProps {
  /** What is shown: "the meeting accounts". */
  of: string
  isTable: boolean
  onChange: (isTable: boolean) => void
}

/** Switches between a picture and the table with the same data. */
export function PictureToggle({ of, isTable, onChange }: PictureToggleProps) {
  const Shown = isTable ? IconChartBar : IconTable
  return (
    <IconButton
      label={isTable ? overviewMessages.showPicture(of) : overviewMessages.showTable(of)}
      icon={<Shown size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => onChange(!isTable)}
    />
  )
}
