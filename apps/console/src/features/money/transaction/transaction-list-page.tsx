import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { transactionAllows } from '@greenroom/contract/money/transaction/transaction.rules'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconDownload, IconReceiptRupee } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useBusinessTimeZone } from '../../../lib/api/current-session.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { businessTimeZone } from '../../../lib/dates.ts'
import { firstDay, type TransactionListType } from '../../../lib/paths.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { transactionStatusLabels } from '../../../shared/money/order-status/order-status.ts'
import { ColumnChooser } from '../../../shared/record/columns/column-chooser.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { PhoneField } from './phone-field.tsx'
import { useCouponCode } from './transaction-coupons.ts'
import { useEntityName } from './transaction-entities.ts'
import { TransactionFilterChips } from './transaction-filter-chips.tsx'
import { refundPollMs, trafficSourceLabels } from './transaction-labels.ts'
import classes from './transaction-list-page.module.css'
import {
  transactionEntityLabels,
  transactionFilterMessages,
  transactionMessages,
  transactionTableLabels,
} from './transaction-messages.ts'
import {
  type FilterNames,
  spanOf,
  type TransactionFilterKey,
  type TransactionFilters,
  type TransactionSearch,
  transactionListQuery,
  transactionSumQuery,
} from './transaction-search.ts'
import { TransactionSums } from './transaction-sums.tsx'
import { choosableTransactionColumns, TransactionTable } from './transaction-table.tsx'

const FilterDialog = lazyDialog('transaction-filters', () =>
  import('./transaction-filter-dialog.tsx').then((part) => part.TransactionFilterDialog),
)
const ExportDialog = lazyDialog('transaction-export', () =>
  import('./transaction-export-dialog.tsx').then((part) => part.TransactionExportDialog),
)
const RefundDialog = lazyDialog('transaction-refund', () =>
  import('./transaction-refund-dialog.tsx').then((part) => part.TransactionRefundDialog),
)

const route = getRouteApi('/signed-in/transactions/$type')
const noFilters: TransactionFilters = {
  entity: undefined,
  status: undefined,
  source: undefined,
  currency: undefined,
  coupon: undefined,
}

/** The transactions of one type or of all; the same screen serves all types (TXN-05, OQ-320). */
export function TransactionListPage(): ReactNode {
  const { type } = route.useParams()
  // Remount, so that the rows of one type never appear under the heading of another while they load.
  return <TransactionList key={type} type={type as TransactionListType} />
}

function TransactionList({ type }: { type: TransactionListType }) {
  const search = route.useSearch()
  const now = new Date()
  const knownZone = useBusinessTimeZone()
  const timeZone = knownZone ?? businessTimeZone()
  const span = spanOf(search, now, timeZone)
  const maySearchPhones = useMay('personal.read')
  const mayExport = useMay<typeof createExport>('money.export')
  const isRefused = search.phone !== undefined && !maySearchPhones
  const { filterBy: go } = useListSearch<TransactionSearch>()

  const [pollMs, setPollMs] = useState<number>()
  const list = useNumberedRows(listTransactions, {
    queryOf: (page) => transactionListQuery(type, { ...search, page }, now, timeZone),
    read: ({ ordersList, ordersCount }) => ({ rows: ordersList, total: ordersCount }),
    enabled: !span.isReversed && !isRefused && knownZone !== undefined,
    refetchMs: pollMs,
  })
  const { rows, updatedAt } = list
  // Updated after each response, because a refund that takes long is polled less and less often.
  useEffect(() => {
    setPollMs(
      list.data &&
        refundPollMs([...list.data.ordersList, ...(list.data.other_types?.orders ?? [])], updatedAt),
    )
  }, [list.data, updatedAt])

  const entityName = useEntityName(type, search.entity, list.isStale ? undefined : rows)
  const couponCode = useCouponCode(search.coupon, list.isStale ? undefined : rows)
  const [isFiltering, setIsFiltering] = useState(false)
  const filtering = useLastOpened(isFiltering || undefined)
  const [isExporting, setIsExporting] = useState(false)
  const exporting = useLastOpened(isExporting || undefined)
  const [refunding, setRefunding] = useState<Transaction>()
  const { last: refunded } = useLastOpened(refunding)
  // A request can end after its question has closed. Then another one may be open, which stays.
  const latestRefunding = useRef(refunding)
  latestRefunding.current = refunding
  const isAsked = (id: string) => latestRefunding.current?._id === id
  const panel = useListPanel()
  const othersTitle = useId()

  // Put both days into the address, so that a shared link shows the same days tomorrow.
  const setDays = (days: { from?: string; to?: string }) => go({ from: span.from, to: span.to, ...days })
  const showLastDays = (
    <Button variant="default" onClick={() => go({ from: undefined, to: undefined })}>
      {transactionMessages.showLastDays}
    </Button>
  )

  const others = list.isStale ? undefined : list.data?.other_types
  // The row may change while the dialog is open. The dialog shows its current state.
  const listed = [...(rows ?? []), ...(others?.orders ?? [])]
  const current = listed.find(({ _id }) => _id === refunding?._id) ?? refunding
  const canRefund = current === undefined || transactionAllows.refund(current)
  useEffect(() => {
    if (canRefund) return
    setRefunding(undefined)
    panel.focus()
  }, [canRefund, panel])

  const filters = namedFilters(search, type, { entity: entityName, coupon: couponCode })
  const set = filters.filter(({ value }) => value !== undefined)
  const changeAndFocus = (changes: TransactionFilters) => {
    go(changes)
    panel.focus()
  }
  const isFiltered = set.length > 0 || search.phone !== undefined

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
            onChange={(phone) => go({ phone }, { replace: true })}
          />
        )}
        <Button
          variant="default"
          className={`${filter.button} ${classes.filters}`}
          aria-haspopup="dialog"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}
          rightSection={set.length > 0 && <span className={filter.count}>{set.length}</span>}
          onPointerEnter={prefetchFilters}
          onFocus={prefetchFilters}
          onClick={() => setIsFiltering(true)}
        >
          <span className={classes.filtersLabel}>{transactionMessages.filters}</span>
        </Button>
        <TransactionFilterChips
          type={type}
          filters={search}
          names={{ entity: entityName, coupon: couponCode }}
          shown={filters}
          onChange={go}
          onRemove={(key) => changeAndFocus({ [key]: undefined })}
          onClear={() => changeAndFocus(noFilters)}
        />
      </div>
      <BusinessDaysNote className={classes.zone} />
      {!span.isReversed && !isRefused && (
        <div className={classes.summary}>
          <TransactionSums
            query={transactionSumQuery(type, search, now, timeZone)}
            enabled={knownZone !== undefined}
            refetchMs={pollMs}
            isListFailed={list.error !== null && rows === undefined}
          />
          <ColumnChooser
            table="transactions"
            columns={choosableTransactionColumns}
            className={classes.export}
          />
          {mayExport && (
            <Button
              variant="default"
              size="compact-md"
              className={classes.export}
              aria-haspopup="dialog"
              disabled={knownZone === undefined}
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
              onPointerEnter={() => prefetchDialogs(ExportDialog)}
              onFocus={() => prefetchDialogs(ExportDialog)}
              onClick={() => setIsExporting(true)}
            >
              {transactionMessages.export}
            </Button>
          )}
        </div>
      )}
      {span.isReversed ? (
        <StatePanel kind="no-match" title={transactionMessages.reversed} action={showLastDays} />
      ) : isRefused ? (
        <StatePanel
          kind="no-match"
          title={transactionMessages.phoneRefused}
          action={
            <Button variant="default" onClick={() => go({ phone: undefined })}>
              {transactionMessages.clearPhone}
            </Button>
          }
        />
      ) : (
        <RecordList
          list={list}
          messages={{ ...transactionMessages, emptyHelp: `No purchases from ${daysText(span)}.` }}
          icon={IconReceiptRupee}
          emptyAction={(search.from ?? search.to) !== undefined && showLastDays}
          filter={
            isFiltered
              ? {
                  help: `No transactions from ${daysText(span)} match ${filterNames(set, search.phone)}.`,
                  clear: transactionMessages.clearFilters,
                  onClear: () => go({ ...noFilters, phone: undefined }),
                  wider:
                    search.phone !== undefined && span.from > firstDay
                      ? {
                          label: transactionMessages.searchAllDates,
                          onSearch: () => go({ from: firstDay, to: undefined }),
                        }
                      : undefined,
                }
              : undefined
          }
          skeleton={<TransactionTable.Skeleton count={list.pager.size} />}
          panel={panel}
          foot={<Pager {...list.pager} />}
        >
          {(shown) => (
            <TransactionTable
              label={transactionTableLabels[type]}
              rows={shown}
              namesType={type === 'all'}
              onRefund={setRefunding}
              onIntent={() => prefetchDialogs(RefundDialog)}
            />
          )}
        </RecordList>
      )}
      {others && others.count > 0 && (
        <section className={classes.others} aria-labelledby={othersTitle}>
          <h2 id={othersTitle} className="gr-heading gr-bold">
            {transactionMessages.otherTypes(others.count)}
          </h2>
          {others.count > others.orders.length && (
            <p className="gr-small gr-faint">{transactionMessages.newestOthers(others.orders.length)}</p>
          )}
          <TransactionTable
            label={transactionMessages.otherTypesLabel}
            rows={others.orders}
            namesType
            onRefund={setRefunding}
            onIntent={() => prefetchDialogs(RefundDialog)}
          />
        </section>
      )}
      {filtering.last && (
        <FilterDialog
          // Resets to the current filters each time it opens.
          opened={isFiltering}
          type={type}
          filters={search}
          names={{ entity: entityName, coupon: couponCode }}
          onApply={(filters) => {
            go(filters)
            setIsFiltering(false)
          }}
          onClose={() => setIsFiltering(false)}
        />
      )}
      {exporting.last && (
        <ExportDialog
          opened={isExporting}
          filters={transactionSumQuery(type, search, now, timeZone)}
          total={list.isStale ? undefined : list.data?.ordersCount}
          onClose={() => setIsExporting(false)}
        />
      )}
      {refunded && (
        <RefundDialog
          // Each question has its own fields and its own progress.
          opened={refunding !== undefined}
          transaction={refunded}
          onClose={() => isAsked(refunded._id) && setRefunding(undefined)}
          onDone={() => isAsked(refunded._id) && panel.focus()}
        />
      )}
    </>
  )
}

interface NamedFilter {
  key: TransactionFilterKey
  name: string
  /** As it is shown; undefined if the filter is not set. */
  value: string | undefined
}

function namedFilters(
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
            name: transactionEntityLabels[type],
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

function daysText({ from, to }: { from: string; to: string }): string {
  return `${formatDay(from)} to ${formatDay(to)}`
}

function filterNames(set: readonly NamedFilter[], phone: string | undefined): string {
  const names = set.map(({ name, value }) => `${name} ${value}`)
  return [...(phone === undefined ? [] : [`phone ${phone}`]), ...names].join(', ')
}

function prefetchFilters() {
  prefetchDialogs(FilterDialog)
}
