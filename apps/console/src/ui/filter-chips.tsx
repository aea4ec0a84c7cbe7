import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './filter-chips.module.css'
import { IconButton } from './icon-button.tsx'

export interface FilterChip {
  key: string
  name: string
  value: string
  onRemove: () => void
  /** Wraps the text of the chip, for example in a button that changes the value. */
  renderText?: (text: ReactNode) => ReactNode
}

interface FilterChipsProps {
  /** Accessible name of the list. */
  label: string
  chips: readonly FilterChip[]
  /** Shows a Clear button for all filters. Omit it if the screen has its own. */
  clear?: { label: string; onClear: () => void }
  /** Controls of the filters that are not active, shown after the chips. */
  children?: ReactNode
  className?: string | undefined
}

/** The active filters, each with a remove button. */
export function FilterChips({ label, chips, clear, children, className }: FilterChipsProps) {
  const isEmpty = chips.length === 0
  if (isEmpty && !children) return null
  return (
    <div className={className ? `${classes.row} ${className}` : classes.row}>
      {!isEmpty && <Chips label={label} chips={chips} />}
      {children}
      {!isEmpty && clear && (
        <button type="button" className={classes.clear} onClick={clear.onClear}>
          {clear.label}
        </button>
      )}
    </div>
  )
}

function Chips({ label, chips }: Pick<FilterChipsProps, 'label' | 'chips'>) {
  return (
    <ul className="gr-contents" aria-label={label}>
      {chips.map(({ key, name, value, onRemove, renderText = (text) => text }) => (
        <li key={key} className={classes.chip}>
          {renderText(
            <span className={classes.text} title={value}>
              <span className="gr-faint">{name}</span> {value}
            </span>,
          )}
          <IconButton
            className={classes.remove}
            label={`Remove ${name} ${value}`}
            icon={<IconX size={13} stroke={2} aria-hidden="true" />}
            onClick={onRemove}
          />
        </li>
      ))}
    </ul>
  )
}
