import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import type { DataOf } from '@greenroom/contract/endpoint'
import { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { Button } from '@mantine/core'
import { IconDownload, IconReceiptRupee } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useBusinessTimeZone } from '../../../lib/api/current-session.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { businessTimeZone } from '../../../lib/dates.ts'
import { firstDay, paths, type TransactionListType } from '../../../lib/paths.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { ColumnChooser } from '../../../shared/record/columns/column-chooser.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import light from '../../../ui/light-button.module.css'
import { Pager } from '../../../ui/pager.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { useCouponCode } from './transaction-coupons.ts'
import { useEntityName } from './transaction-entities.ts'
import { type NamedFilter, namedFilters, noFilters, TransactionFilterBar } from './transaction-filter-bar.tsx'
import { refundPollMs } from './transaction-labels.ts'
import classes from './transaction-list-page.module.css'
import { transactionMessages, transactionTableLabels } from './transaction-messages.ts'
import {
  spanOf,
  type TransactionSearch,
  transactionListQuery,
  transactionSumQuery,
} from './transaction-search.ts'
import { TransactionSums } from './transaction-sums.tsx'
import { choosableTransactionColumns, TransactionTable } from './transaction-table.tsx'
import { useRefundQuestion } from './use-refund-question.tsx'

const ExportDialog = lazyDialog('transaction-export', () =>
  import('./transaction-export-dialog.tsx').then((part) => part.TransactionExportDialog),
)
const route = getRouteApi('/signed-in/transactions/$type')

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

  const names = {
    entity: useEntityName(type, search.entity, list.isStale ? undefined : rows),
    coupon: useCouponCode(search.coupon, list.isStale ? undefined : rows),
  }
  const panel = useListPanel()

  const showLastDays = (
    <Button variant="default" onClick={() => go({ from: undefined, to: undefined })}>
      {transactionMessages.showLastDays}
    </Button>
  )

  const others = list.isStale ? undefined : list.data?.other_types
  const refund = useRefundQuestion([...(rows ?? []), ...(others?.orders ?? [])], panel)
  const filters = namedFilters(search, type, names)
  const set = filters.filter(({ value }) => value !== undefined)
  const isFiltered = set.length > 0 || search.phone !== undefined

  return (
    <>
      <TransactionFilterBar
        type={type}
        search={search}
        span={span}
        names={names}
        shown={filters}
        onChange={go}
        onRemoved={panel.focus}
      />
      <BusinessDaysNote className={classes.zone} />
      <Summary
        isShown={!span.isReversed && !isRefused}
        query={transactionSumQuery(type, search, now, timeZone)}
        isZoneKnown={knownZone !== undefined}
        pollMs={pollMs}
        isListFailed={list.error !== null && rows === undefined}
        total={list.isStale ? undefined : list.data?.ordersCount}
        numbers={{ from: search.from, to: search.to, currency: search.currency }}
      />
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
              {...refund.ofTable}
            />
          )}
        </RecordList>
      )}
      {others && others.count > 0 && <OtherTypes others={others} refund={refund.ofTable} />}
      {refund.dialog}
    </>
  )
}

interface SummaryProps {
  isShown: boolean
  query: ReturnType<typeof transactionSumQuery>
  /** Whether the zone of the days is known. */
  isZoneKnown: boolean
  pollMs: number | undefined
  isListFailed: boolean
  /** Number of transactions; undefined while it is not known. */
  total: number | undefined
  /** What Numbers shows: the days and the currency of the list. */
  numbers: Pick<TransactionSearch, 'from' | 'to' | 'currency'>
}

/** The sums of all transactions that match, and their export. */
function Summary({ isShown, query, isZoneKnown, pollMs, isListFailed, total, numbers }: SummaryProps) {
  const mayExport = useMay<typeof createExport>('money.export')
  const [isExporting, setIsExporting] = useState(false)
  const exporting = useLastOpened(isExporting || undefined)
  return (
    <>
      {isShown && (
        <div className={classes.summary}>
          <TransactionSums
            query={query}
            enabled={isZoneKnown}
            refetchMs={pollMs}
            isListFailed={isListFailed}
          />
          <ColumnChooser
            table="transactions"
            columns={choosableTransactionColumns}
            className={classes.export}
          />
          <Link to={paths.reports} search={numbers} className={`${light.button} ${classes.export}`}>
            {transactionMessages.numbers}
          </Link>
          {mayExport && (
            <Button
              variant="default"
              className={classes.export}
              aria-haspopup="dialog"
              disabled={!isZoneKnown}
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
      {exporting.last && (
        <ExportDialog
          opened={isExporting}
          filters={query}
          total={total}
          onClose={() => setIsExporting(false)}
        />
      )}
    </>
  )
}

interface OtherTypesProps {
  others: NonNullable<DataOf<typeof listTransactions>['other_types']>
  refund: ReturnType<typeof useRefundQuestion>['ofTable']
}

/** The orders of other types that the phone number has. */
function OtherTypes({ others, refund }: OtherTypesProps) {
  const title = useId()
  return (
    <section className={classes.others} aria-labelledby={title}>
      <h2 id={title} className="gr-heading gr-bold">
        {transactionMessages.otherTypes(others.count)}
      </h2>
      {others.count > others.orders.length && (
        <p className="gr-small gr-faint">{transactionMessages.newestOthers(others.orders.length)}</p>
      )}
      <TransactionTable
        label={transactionMessages.otherTypesLabel}
        rows={others.orders}
        namesType
        {...refund}
      />
    </section>
  )
}

function daysText({ from, to }: { from: string; to: string }): string {
  return `${formatDay(from)} to ${formatDay(to)}`
}

function filterNames(set: readonly NamedFilter[], phone: string | undefined): string {
  const names = set.map(({ name, value }) => `${name} ${value}`)
  return [...(phone === undefined ? [] : [`phone ${phone}`]), ...names].join(', ')
}
