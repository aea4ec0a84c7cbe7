import '@mantine/core/styles/Menu.layer.css'
import type { TransactionType } from '@greenroom/contract/transaction/transaction.schema'
import { Menu, Popover } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { EntityChoice } from './transaction-entities.ts'
import { EntitySelect, filterOptions } from './transaction-filter-fields.tsx'
import classes from './transaction-filter-menu.module.css'
import { transactionEntityLabels, transactionFilterMessages } from './transaction-messages.ts'
import type { TransactionFilterKey, TransactionFilters } from './transaction-search.ts'

export interface TransactionFilterMenuProps {
  filterKey: TransactionFilterKey
  type: TransactionType
  /** The filters in the address. */
  filters: TransactionFilters
  /** Name of the filtered entity. */
  entityName: string | undefined
  onChoose: (changes: TransactionFilters) => void
  onClose: () => void
}

/** The open menu of a filter, below the button that it is rendered beside. A choice closes it. */
export function TransactionFilterMenu({ filterKey, ...rest }: TransactionFilterMenuProps) {
  return filterKey === 'entity' ? <EntityMenu {...rest} /> : <ChoiceMenu filterKey={filterKey} {...rest} />
}

const shared = {
  opened: true,
  position: 'bottom-start',
  offset: 4,
  shadow: 'md',
  transitionProps: { duration: 0 },
  // A touch would close the menu before its click reaches the button.
  clickOutsideEvents: ['mousedown'] as string[],
  portalProps: { target: 'main' },
  returnFocus: false,
} as const

function ChoiceMenu({
  filterKey,
  filters,
  onChoose,
  onClose,
}: TransactionFilterMenuProps & { filterKey: Exclude<TransactionFilterKey, 'entity'> }) {
  const current = filters[filterKey]
  return (
    <Menu {...shared} onClose={onClose} width={168} loop withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <span className={classes.anchor} aria-hidden="true" />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label={transactionFilterMessages[filterKey]}>
        {filterOptions[filterKey].map(({ value, label }, place) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={value === current}
            data-autofocus={(current === undefined ? place === 0 : value === current) || undefined}
            checkIcon={<IconCheck size={14} stroke={2} aria-hidden="true" />}
            closeMenuOnClick
            className={classes.item}
            onChange={() => onChoose({ [filterKey]: value })}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function EntityMenu({
  type,
  filters,
  entityName,
  onChoose,
  onClose,
}: Omit<TransactionFilterMenuProps, 'filterKey'>) {
  const label = transactionEntityLabels[type]
  const current: EntityChoice | null =
    filters.entity === undefined ? null : { value: filters.entity, label: entityName ?? filters.entity }
  return (
    <Popover {...shared} onClose={onClose} width={340} trapFocus>
      <Popover.Target>
        <span className={classes.anchor} aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={label}>
        <EntitySelect
          type={type}
          value={filters.entity}
          current={current}
          onChange={(entity) => {
            onChoose({ entity })
            onClose()
          }}
          autoOpens
        />
      </Popover.Dropdown>
    </Popover>
  )
}
