import { listTransactions } from '@greenroom/contract/transaction/transaction.endpoints'
import { canDo } from '@greenroom/contract/transaction/transaction.rules'
import type { Transaction, TransactionType } from '@greenroom/contract/transaction/transaction.schema'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconReceiptRupee, IconRefresh } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { useBusinessTimeZone } from '../../lib/api/session.ts'
import { businessTimeZone, businessZoneName } from '../../lib/dates.ts'
import { dayWords } from '../../ui/day-field-props.ts'
import { preloadDialog } from '../../ui/dialog.tsx'
import { type FilterChip, FilterChips } from '../../ui/filter-chips.tsx'
import { LazyDayField } from '../../ui/lazy-day-field.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Pager, pageCount } from '../../ui/pager.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { PhoneField } from './phone-field.tsx'
import { useEntityName } from './transaction-entities.ts'
import classes from './transaction-list-page.module.css'
import { entityWords, filterWords, transactionWords } from './transaction-messages.ts'
import {
  filterCount,
  pageSizes,
  queryOf,
  sizeOf,
  spanOf,
  type TransactionFilters,
  type TransactionSearch,
} from './transaction-search.ts'
import { TransactionTable, TransactionTableSkeleton } from './transaction-table.tsx'
import { refundPollMs, sourceNames, statusNames } from './transaction-words.ts'

const FilterDialog = lazyDialog('transaction-filters', () =>
  import('./transaction-filter-dialog.tsx').then((part) => part.TransactionFilterDialog),
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
}

/** The transactions of one type; one screen serves all (TXN-05). */
export function TransactionListPage() {
  const { type } = route.useParams()
  // The rows of one type must not stand under the heading of another while they load.
  return <TransactionList key={type} type={type as TransactionType} />
}

function TransactionList({ type }: { type: TransactionType }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = new Date()
  const knownZone = useBusinessTimeZone()
  const timeZone = knownZone ?? businessTimeZone()
  const span = spanOf(search, now, timeZone)
  const size = sizeOf(search)
  const page = search.page ?? 1

  const [pollMs, setPollMs] = useState<number>()
  const list = useRead(
    listTransactions,
    { query: queryOf(type, search, now, timeZone) },
    {
      enabled: !span.isReversed && knownZone !== undefined,
      ...(pollMs === undefined ? {} : { refetchMs: pollMs }),
    },
  )
  const rows = list.data?.ordersList
  const total = list.data?.ordersCount ?? 0
  // Asked anew when an answer has come, because a refund that takes long is asked about less often.
  useEffect(() => setPollMs(rows && refundPollMs(rows, list.dataUpdatedAt)), [rows, list.dataUpdatedAt])

  const entityName = useEntityName(type, search.entity, list.isPlaceholderData ? undefined : rows)
  const [isFiltering, setIsFiltering] = useState(false)
  const [filterings, setFilterings] = useState(0)
  const [refunding, setRefunding] = useState<Transaction>()
  const [isAsking, setIsAsking] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const focusPanel = () => panel.current?.focus({ preventScroll: true })

  const go = (changes: TransactionSearch, options: { replace?: boolean } = {}) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...changes }),
      resetScroll: false,
      ...options,
    })
  // Both days go into the address, so that a shared link shows the same days tomorrow.
  const setDays = (days: { from?: string; to?: string }) => go({ from: span.from, to: span.to, ...days })
  const clearAll = () => {
    go({ ...noFilters, phone: undefined })
    focusPanel()
  }

  // A page that has gone, because rows left the filter or the address was written by hand, becomes the last one.
  const last = pageCount(total, size)
  const isBeyond = rows !== undefined && !list.isPlaceholderData && page > last
  useEffect(() => {
    if (!isBeyond) return
    void navigate({
      search: (before) => ({ ...before, page: last === 1 ? undefined : last }),
      replace: true,
      resetScroll: false,
    })
  }, [isBeyond, last, navigate])

  const askForRefund = (transaction: Transaction) => {
    setRefunding(transaction)
    setIsAsking(true)
  }
  // While the question stands, the row may have become another: the question speaks of the row as it is.
  const current = rows?.find(({ _id }) => _id === refunding?._id) ?? refunding
  const canRefund = current === undefined || canDo.refund(current)
  useEffect(() => {
    if (!isAsking || canRefund) return
    setIsAsking(false)
    panel.current?.focus({ preventScroll: true })
  }, [isAsking, canRefund])

  const chips = chipsOf(search, type, entityName, (changes) => {
    go(changes)
    focusPanel()
  })
  const isFiltered = chips.length > 0 || search.phone !== undefined

  const body = () => {
    if (span.isReversed) {
      return (
        <StatePanel
          kind="no-match"
          title={transactionWords.reversed}
          action={
            <Button variant="default" onClick={() => go({ from: undefined, to: undefined })}>
              {transactionWords.showLastDays}
            </Button>
          }
        />
      )
    }
    if (rows === undefined) {
      if (list.isPending) return <TransactionTableSkeleton count={size} />
      return (
        <StatePanel
          kind="error"
          title={transactionWords.failed}
          help={failureHelp(list.error)}
          action={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => {
                focusPanel()
                void list.refetch()
              }}
            >
              {transactionWords.retry}
            </Button>
          }
        />
      )
    }
    if (total === 0) {
      return isFiltered ? (
        <StatePanel
          kind="no-match"
          title={transactionWords.empty}
          help={`Nothing from ${daysWords(span)} matches ${filterNames(chips, search.phone)}.`}
          action={
            <Button variant="default" onClick={clearAll}>
              {transactionWords.clearFilters}
            </Button>
          }
        />
      ) : (
        <StatePanel
          kind="empty"
          icon={<IconReceiptRupee size={20} stroke={1.5} aria-hidden="true" />}
          title={transactionWords.empty}
          help={`Nothing was bought from ${daysWords(span)}.`}
          action={
            (search.from ?? search.to) !== undefined && (
              <Button variant="default" onClick={() => go({ from: undefined, to: undefined })}>
                {transactionWords.showLastDays}
              </Button>
            )
          }
        />
      )
    }
    return (
      <>
        <div aria-busy={list.isPlaceholderData || undefined} className={classes.rows}>
          <TransactionTable
            label={tableLabels[type]}
            rows={rows}
            onRefund={askForRefund}
            onIntent={fetchRefundAhead}
          />
        </div>
        <Pager
          page={Math.min(page, last)}
          size={size}
          sizes={pageSizes}
          shown={rows.length}
          total={total}
          busy={list.isPlaceholderData}
          onPage={(next) => {
            go({ page: next === 1 ? undefined : next })
            window.scrollTo({ top: 0 })
          }}
          onSize={(next) => go({ size: next === pageSizes[0] ? undefined : next })}
        />
      </>
    )
  }

  const set = filterCount(search)
  const zoneName = businessZoneName()
  return (
    <>
      <div className={classes.bar}>
        <LazyDayField
          label={transactionWords.from}
          className={classes.day}
          value={span.from}
          max={span.to}
          onChange={(from) => setDays({ from })}
        />
        <LazyDayField
          label={transactionWords.to}
          className={classes.day}
          value={span.to}
          min={span.from}
          onChange={(to) => setDays({ to })}
        />
        <PhoneField
          className={classes.phone}
          value={search.phone ?? ''}
          onChange={(phone) => go({ phone: phone === '' ? undefined : phone }, { replace: true })}
        />
        <Button
          variant="default"
          className={classes.filters}
          aria-haspopup="dialog"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}
          rightSection={set > 0 && <span className={classes.count}>{set}</span>}
          onPointerEnter={fetchFiltersAhead}
          onFocus={fetchFiltersAhead}
          onClick={() => {
            setFilterings(filterings + 1)
            setIsFiltering(true)
          }}
        >
          {transactionWords.filters}
        </Button>
      </div>
      {zoneName !== undefined && <p className={classes.zone}>{transactionWords.zone(zoneName)}</p>}
      <FilterChips
        label={transactionWords.filters}
        chips={chips}
        clear={{
          label: transactionWords.clear,
          onClear: () => {
            go(noFilters)
            focusPanel()
          },
        }}
      />
      <div ref={panel} tabIndex={-1} className={classes.panel}>
        {body()}
      </div>
      <Suspense fallback={null}>
        {filterings > 0 && (
          <FilterDialog
            // Each time it begins with what is set.
            key={filterings}
            opened={isFiltering}
            type={type}
            filters={search}
            entityName={entityName}
            onApply={(filters) => {
              go(filters)
              setIsFiltering(false)
            }}
            onClose={() => setIsFiltering(false)}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {refunding && (
          <RefundDialog
            opened={isAsking}
            transaction={refunding}
            onClose={() => setIsAsking(false)}
            onDone={focusPanel}
          />
        )}
      </Suspense>
    </>
  )
}

const tableLabels: Record<TransactionType, string> = {
  masterclass: 'Masterclass transactions',
  membership: 'Membership transactions',
  events: 'Event transactions',
  custom: 'Custom transactions',
}

function chipsOf(
  { entity, status, source, currency }: TransactionFilters,
  type: TransactionType,
  entityName: string | undefined,
  go: (changes: TransactionFilters) => void,
): FilterChip[] {
  const chips: (FilterChip | undefined)[] = [
    entity === undefined
      ? undefined
      : {
          key: 'entity',
          name: entityWords[type],
          value: entityName ?? entity,
          onRemove: () => go({ entity: undefined }),
        },
    status && {
      key: 'status',
      name: filterWords.status,
      value: statusNames[status],
      onRemove: () => go({ status: undefined }),
    },
    source && {
      key: 'source',
      name: filterWords.source,
      value: sourceNames[source],
      onRemove: () => go({ source: undefined }),
    },
    currency && {
      key: 'currency',
      name: filterWords.currency,
      value: currency,
      onRemove: () => go({ currency: undefined }),
    },
  ]
  return chips.filter((chip) => chip !== undefined)
}

function daysWords({ from, to }: { from: string; to: string }): string {
  return `${dayWords(from)} to ${dayWords(to)}`
}

function filterNames(chips: readonly FilterChip[], phone: string | undefined): string {
  const names = chips.map(({ name, value }) => `${name} ${value}`)
  return [...(phone === undefined ? [] : [`phone ${phone}`]), ...names].join(', ')
}

function fetchFiltersAhead() {
  fetchAhead([preloadDialog, FilterDialog.preload])
}

function fetchRefundAhead() {
  fetchAhead([preloadDialog, RefundDialog.preload])
}

function fetchAhead(parts: readonly (() => Promise<void>)[]) {
  // One that fails now is asked for again when its dialog is opened.
  for (const fetchPart of parts) fetchPart().catch(() => undefined)
}
