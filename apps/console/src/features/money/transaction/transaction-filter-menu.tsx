import '@mantine/core/styles/Menu.layer.css'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import { Menu, Popover } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TransactionListType } from '../../../lib/paths.ts'
import { filterChoiceOf } from './filter-choice.ts'
import { CouponSelect, EntitySelect, filterOptions } from './transaction-filter-fields.tsx'
import classes from './transaction-filter-menu.module.css'
import { transactionEntityLabels, transactionFilterMessages } from './transaction-messages.ts'
import type {
  FilterNames,
  RecordFilterKey,
  TransactionFilterKey,
  TransactionFilters,
} from './transaction-search.ts'

export interface TransactionFilterMenuProps {
  filterKey: TransactionFilterKey
  type: TransactionListType
  /** The filters in the address. */
  filters: TransactionFilters
  names: FilterNames
  onChoose: (changes: TransactionFilters) => void
  onClose: () => void
}

/** The open menu of a filter, below the button that it is rendered beside. A choice closes it. */
export function TransactionFilterMenu({ filterKey, type, ...rest }: TransactionFilterMenuProps) {
  if (filterKey === 'coupon') return <CouponMenu {...rest} />
  if (filterKey !== 'entity') return <ChoiceMenu filterKey={filterKey} {...rest} />
  return type !== 'all' && <EntityMenu type={type} {...rest} />
}

type MenuProps = Omit<TransactionFilterMenuProps, 'filterKey' | 'type'>

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
}: MenuProps & { filterKey: Exclude<TransactionFilterKey, RecordFilterKey> }) {
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

function RecordMenu({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Popover {...shared} onClose={onClose} width={340} trapFocus>
      <Popover.Target>
        <span className={classes.anchor} aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

function EntityMenu({ type, ...rest }: MenuProps & { type: TransactionType }) {
  return (
    <RecordMenu label={transactionEntityLabels[type]} onClose={rest.onClose}>
      <EntitySelect type={type} {...selection('entity', rest)} autoOpens />
    </RecordMenu>
  )
}

function CouponMenu(props: MenuProps) {
  return (
    <RecordMenu label={transactionFilterMessages.coupon} onClose={props.onClose}>
      <CouponSelect {...selection('coupon', props)} autoOpens />
    </RecordMenu>
  )
}

function selection(key: RecordFilterKey, { filters, names, onChoose, onClose }: MenuProps) {
  return {
    value: filters[key],
    current: filterChoiceOf(key, filters, names),
    onChange: (id: string | undefined) => {
      onChoose({ [key]: id })
      onClose()
    },
  }
}
