import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useLazyMenu } from '../../../ui/use-lazy-menu.tsx'
import classes from './transaction-filter-chips.module.css'
import type { TransactionFilterMenuProps } from './transaction-filter-menu.tsx'
import { transactionMessages } from './transaction-messages.ts'
import type { TransactionFilterKey, TransactionFilters } from './transaction-search.ts'

const FilterMenu = lazyPart<TransactionFilterMenuProps>('transaction-filter-menu', () =>
  import('./transaction-filter-menu.tsx').then((part) => part.TransactionFilterMenu),
)

interface TransactionFilterChipsProps extends Pick<TransactionFilterMenuProps, 'type' | 'filters' | 'names'> {
  /** Name and shown value of each filter; the value is undefined if it is not set. */
  shown: readonly { key: TransactionFilterKey; name: string; value: string | undefined }[]
  onChange: (changes: TransactionFilters) => void
  onRemove: (key: TransactionFilterKey) => void
  onClear: () => void
}

/** The filters above the table, each with its menu. A choice applies at once and becomes a chip (TXN-08, OQ-208). */
export function TransactionFilterChips({
  shown,
  onChange,
  onRemove,
  onClear,
  ...menu
}: TransactionFilterChipsProps) {
  // A choice moves its filter among the chips, and the focus with it.
  const [chosen, setChosen] = useState<TransactionFilterKey>()
  const control = (key: TransactionFilterKey, children: ReactNode, isChip: boolean) => (
    <FilterControl
      key={key}
      {...menu}
      filterKey={key}
      className={isChip ? classes.change : classes.add}
      takesFocus={isChip && chosen === key}
      onFocused={() => setChosen(undefined)}
      onChoose={(changes) => {
        setChosen(key)
        onChange(changes)
      }}
    >
      {children}
    </FilterControl>
  )
  const chips = shown.flatMap(({ key, name, value }): FilterChip[] =>
    value === undefined
      ? []
      : [
          {
            key,
            name,
            value,
            onRemove: () => onRemove(key),
            renderText: (text) => control(key, text, true),
          },
        ],
  )
  return (
    <FilterChips
      label={transactionMessages.filters}
      className={classes.row}
      chips={chips}
      clear={{ label: transactionMessages.clear, onClear }}
    >
      {shown.map(
        ({ key, name, value }) =>
          value === undefined &&
          control(
            key,
            <>
              {name}
              <IconChevronDown size={14} stroke={1.5} className="gr-faint" aria-hidden="true" />
            </>,
            false,
          ),
      )}
    </FilterChips>
  )
}

interface FilterControlProps extends Omit<TransactionFilterMenuProps, 'onClose'> {
  className: string | undefined
  takesFocus: boolean
  onFocused: () => void
  children: ReactNode
}

/** A button with the menu of a filter, whose script is fetched on first use. */
function FilterControl({ className, takesFocus, onFocused, children, ...menu }: FilterControlProps) {
  const { button, buttonProps, menu: lazyMenu } = useLazyMenu(FilterMenu)
  const latestOnFocused = useRef(onFocused)
  latestOnFocused.current = onFocused
  useEffect(() => {
    if (!takesFocus) return
    button.current?.focus()
    latestOnFocused.current()
  }, [takesFocus, button])
  return (
    <span className={classes.control}>
      <button
        type="button"
        className={className}
        aria-haspopup={menu.filterKey === 'entity' || menu.filterKey === 'coupon' ? 'dialog' : 'menu'}
        {...buttonProps}
      >
        {children}
      </button>
      {lazyMenu((close) => (
        <FilterMenu {...menu} onClose={close} />
      ))}
    </span>
  )
}
