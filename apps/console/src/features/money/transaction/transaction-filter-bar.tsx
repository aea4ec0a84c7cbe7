import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import type { TransactionListType } from '../../../lib/paths.ts'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { transactionStatusLabels } from '../../../shared/money/order-status/order-status.ts'
import { soldLabels } from '../../../shared/money/sold-picker/sold-labels.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from './phone-field.tsx'
import { TransactionFilterChips } from './transaction-filter-chips.tsx'
import { trafficSourceLabels } from './transaction-labels.ts'
import classes from './transaction-list-page.module.css'
import { transactionFilterMessages, transactionMessages } from './transaction-messages.ts'
import type {
  FilterNames,
  TransactionFilterKey,
  TransactionFilters,
  TransactionSearch,
} from './transaction-search.ts'

const FilterDialog = lazyDialog('transaction-filters', () =>
  import('./transaction-filter-dialog.tsx').then((part) => part.TransactionFilterDialog),
)

export const noFilters: TransactionFilters = {
  entity: undefined,
  status: undefined,
  source: undefined,
  currency: undefined,
  coupon: undefined,
}

interface TransactionFilterBarProps {
  type: TransactionListType
  search: TransactionSearch
  span: { from: string; to: string }
  names: FilterNames
  shown: readonly NamedFilter[]
  onChange: (changes: TransactionSearch, options?: { replace: boolean }) => void
  /** A chip is gone, and the focus with it. */
  onRemoved: () => void
}

/** The days, the phone number and the filters of the list. */
export function TransactionFilterBar({
  type,
  search,
  span,
  names,
  shown,
  onChange,
  onRemoved,
}: TransactionFilterBarProps) {
  const maySearchPhones = useMay('personal.read')
  const [isFiltering, setIsFiltering] = useState(false)
  const filtering = useLastOpened(isFiltering || undefined)
  const count = shown.filter(({ value }) => value !== undefined).length
  // Put both days into the address, so that a shared link shows the same days tomorrow.
  const setDays = (days: { from?: string; to?: string }) =>
    onChange({ from: span.from, to: span.to, ...days })
  const remove = (filters: TransactionFilters) => {
    onChange(filters)
    onRemoved()
  }
  const menu = { type, filters: search, names }
  return (
    <>
      <div className={`${filter.bar} ${classes.bar}`}>
        <DayField
          label={transactionMessages.from}
          className={classes.day}
          value={span.from}
          max={span.to}
          isPast
          onChange={(from) => setDays({ from: from ?? undefined })}
        />
        <DayField
          label={transactionMessages.to}
          className={classes.day}
          value={span.to}
          min={span.from}
          isPast
          onChange={(to) => setDays({ to: to ?? undefined })}
        />
        {maySearchPhones && (
          <PhoneField
            className={classes.phone}
            value={search.phone ?? ''}
            onChange={(phone) => onChange({ phone }, { replace: true })}
          />
        )}
        <Button
          variant="default"
          className={`${filter.button} ${classes.filters}`}
          aria-haspopup="dialog"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}
          rightSection={count > 0 && <span className={filter.count}>{count}</span>}
          onPointerEnter={prefetchFilters}
          onFocus={prefetchFilters}
          onClick={() => setIsFiltering(true)}
        >
          <span className={classes.filtersLabel}>{transactionMessages.filters}</span>
        </Button>
        <TransactionFilterChips
          {...menu}
          shown={shown}
          onChange={onChange}
          onRemove={(key) => remove({ [key]: undefined })}
          onClear={() => remove(noFilters)}
        />
      </div>
      {filtering.last && (
        <FilterDialog
          // Resets to the current filters each time it opens.
          opened={isFiltering}
          {...menu}
          onApply={(filters) => {
            onChange(filters)
            setIsFiltering(false)
          }}
          onClose={() => setIsFiltering(false)}
        />
      )}
    </>
  )
}

export interface NamedFilter {
  key: TransactionFilterKey
  name: string
  /** As it is shown; undefined if the filter is not set. */
  value: string | undefined
}

/** Returns the filters that a type has, as they are shown. */
export function namedFilters(
  { entity, status, source, currency, coupon }: TransactionFilters,
  type: TransactionListType,
  names: FilterNames,
): NamedFilter[] {
  return [
    // An entity belongs to one type.
    ...(type === 'all'
      ? []
      : [
          {
            key: 'entity',
            name: soldLabels[type],
            value: entity && (names.entity ?? entity),
          } as const,
        ]),
    {
      key: 'status',
      name: transactionFilterMessages.status,
      value: status && transactionStatusLabels[status],
    },
    { key: 'source', name: transactionFilterMessages.source, value: source && trafficSourceLabels[source] },
    { key: 'currency', name: transactionFilterMessages.currency, value: currency },
    { key: 'coupon', name: transactionFilterMessages.coupon, value: coupon && (names.coupon ?? coupon) },
  ]
}

function prefetchFilters() {
  prefetchDialogs(FilterDialog)
}
