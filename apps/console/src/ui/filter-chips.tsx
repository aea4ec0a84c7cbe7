import { IconX } from '@tabler/icons-react'
import classes from './filter-chips.module.css'
import { IconButton } from './icon-button.tsx'

export interface FilterChip {
  key: string
  name: string
  value: string
  onRemove: () => void
}

interface FilterChipsProps {
  /** Accessible name of the list. */
  label: string
  chips: readonly FilterChip[]
  /** Shows a Clear button for all filters. Omit it if the screen has its own. */
  clear?: { label: string; onClear: () => void }
}

/** The active filters, each with a remove button. */
export function FilterChips({ label, chips, clear }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <div className={classes.row}>
      <ul className="gr-contents" aria-label={label}>
        {chips.map(({ key, name, value, onRemove }) => (
          <li key={key} className={classes.chip}>
            <span className={classes.text} title={value}>
              <span className="gr-faint">{name}</span> {value}
            </span>
            <IconButton
              className={classes.remove}
              label={`Remove ${name} ${value}`}
              icon={<IconX size={13} stroke={2} aria-hidden="true" />}
              onClick={onRemove}
            />
          </li>
        ))}
      </ul>
      {clear && (
        <button type="button" className={classes.clear} onClick={clear.onClear}>
          {clear.label}
        </button>
      )}
    </div>
  )
}
