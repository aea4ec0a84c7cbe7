import { IconX } from '@tabler/icons-react'
import classes from './transaction-filter-chips.module.css'
import { transactionWords } from './transaction-messages.ts'

export interface FilterChip {
  key: string
  name: string
  value: string
  onRemove: () => void
}

/** The filters that are set, each with a cross, and one Clear for all. */
export function TransactionFilterChips({
  chips,
  onClear,
}: {
  chips: readonly FilterChip[]
  onClear: () => void
}) {
  if (chips.length === 0) return null
  return (
    <div className={classes.row}>
      <ul className={classes.chips} aria-label={transactionWords.filters}>
        {chips.map(({ key, name, value, onRemove }) => (
          <li key={key} className={classes.chip}>
            <span className={classes.words} title={value}>
              <span className={classes.name}>{name}</span> {value}
            </span>
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove ${name} ${value}`}
              title={`Remove ${name} ${value}`}
              onClick={onRemove}
            >
              <IconX size={13} stroke={2} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.clear} onClick={onClear}>
        {transactionWords.clear}
      </button>
    </div>
  )
}
