import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import { Menu } from '@mantine/core'
import type { TransactionListType } from '../../../lib/paths.ts'
import { soldLabels } from '../../../shared/money/sold-picker/sold-labels.ts'
import { SoldPicker } from '../../../shared/money/sold-picker/sold-picker.tsx'
import { menuCheck, OpenMenu, OpenPopover } from '../../../ui/menu.tsx'
import { filterChoiceOf } from './filter-choice.ts'
import { CouponSelect, filterOptions } from './transaction-filter-fields.tsx'
import { transactionFilterMessages } from './transaction-messages.ts'
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

function ChoiceMenu({
  filterKey,
  filters,
  onChoose,
  onClose,
}: MenuProps & { filterKey: Exclude<TransactionFilterKey, RecordFilterKey> }) {
  const current = filters[filterKey]
  return (
    <OpenMenu
      label={transactionFilterMessages[filterKey]}
      position="bottom-start"
      width={168}
      onClose={onClose}
    >
      {filterOptions[filterKey].map(({ value, label }, place) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={value === current}
          data-autofocus={(current === undefined ? place === 0 : value === current) || undefined}
          checkIcon={menuCheck}
          closeMenuOnClick
          onChange={() => onChoose({ [filterKey]: value })}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </OpenMenu>
  )
}

function EntityMenu({ type, ...rest }: MenuProps & { type: TransactionType }) {
  return (
    <OpenPopover width={340} label={soldLabels[type]} onClose={rest.onClose}>
      <SoldPicker type={type} {...selection('entity', rest)} autoOpens />
    </OpenPopover>
  )
}

function CouponMenu(props: MenuProps) {
  return (
    <OpenPopover width={340} label={transactionFilterMessages.coupon} onClose={props.onClose}>
      <CouponSelect {...selection('coupon', props)} autoOpens />
    </OpenPopover>
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
