import { getSettlement } from '@greenroom/contract/money/settlement/settlement.endpoints'
import type { Settlement, SettlementLine } from '@greenroom/contract/money/settlement/settlement.schema'
import { IconBuildingBank } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatAnyMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import { pageRange, pageSizes } from '../../../shared/record/record-list/page-range.ts'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { RecordScreen } from '../../../shared/record/record-page/record-page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { LineTable } from './line-table.tsx'
import {
  settlementColumns as headings,
  settlementPageMessages as messages,
  settlementMessages,
} from './settlement-messages.ts'
import classes from './settlement-page.module.css'
import { SettlementState } from './settlement-table.tsx'

const route = getRouteApi('/signed-in/books/settlements/$id')

/** A settlement: its sums, and the lines that they come from (OQ-781). */
export function SettlementPage(): ReactNode {
  const { id } = route.useParams()
  const search = route.useSearch()
  const read = useRead(getSettlement, { params: { id }, query: pageRange(search) })
  return (
    <RecordScreen
      read={read}
      loadFailed={messages.loadFailed}
      skeleton={<LoadingSettlement count={pageRange(search).limit} />}
    >
      {({ settlement, lines }) => (
        <Loaded settlement={settlement} lines={lines} isStale={read.isPlaceholderData} />
      )}
    </RecordScreen>
  )
}

/** @param count of its lines */
function LoadingSettlement({ count }: { count: number }) {
  return (
    <div className="gr-stack">
      <div className={classes.head}>
        <Skeleton width="min(100%, 480px)" height={16} />
      </div>
      <Skeleton height={92} />
      <LineTable.Skeleton count={count} />
    </div>
  )
}

function Loaded({
  settlement,
  lines,
  isStale,
}: {
  settlement: Settlement
  lines: readonly SettlementLine[]
  isStale: boolean
}) {
  const search = route.useSearch()
  const { go } = useListSearch<typeof search>()
  const { page = 1 } = search
  const { limit: size } = pageRange(search)
  return (
    <div className="gr-stack">
      <Head settlement={settlement} />
      <Sums settlement={settlement} />
      {lines.length === 0 ? (
        <StatePanel kind="empty" icon={IconBuildingBank} title={messages.empty} help={messages.emptyHelp} />
      ) : (
        <>
          <LineTable rows={lines} />
          <Pager
            page={page}
            size={size}
            sizes={pageSizes}
            shown={lines.length}
            total={settlement.line_count}
            busy={isStale}
            onPage={(chosen) => go({ page: chosen === 1 ? undefined : chosen })}
            onSize={(chosen) => go({ page: undefined, size: chosen === pageSizes[0] ? undefined : chosen })}
          />
        </>
      )}
    </div>
  )
}

function Head({ settlement }: { settlement: Settlement }) {
  const { _id, settlement_id, utr, settled_at, state, open_differences: open, sandbox } = settlement
  return (
    <div className={classes.head}>
      <SettlementState state={state} />
      <span className="gr-small">{messages.settledAt(formatTime(settled_at))}</span>
      <span className="gr-small gr-faint gr-break">
        {messages.settlement} <span className="gr-mono">{settlement_id}</span>
        {utr !== null && (
          <>
            {' · '}
            {messages.utr} <span className="gr-mono">{utr}</span>
          </>
        )}
        {sandbox && ` · ${settlementMessages.sandbox}`}
      </span>
      {open > 0 && (
        <Link to={paths.differences} className={classes.link}>
          {messages.differences(open)}
        </Link>
      )}
      <ExportButton
        className="gr-push"
        title={messages.exportTitle}
        what={messages.exportWhat(countText(settlement.line_count))}
        request={(format) => ({ kind: 'settlements', format, of: 'lines', settlement: _id })}
      >
        {messages.export}
      </ExportButton>
    </div>
  )
}

const parts = ['payments', 'refunds', 'adjustments', 'fee', 'net'] as const

/** From what was paid to what reached the bank. */
function Sums({ settlement }: { settlement: Settlement }) {
  const { currency, tax, unexplained } = settlement
  return (
    <section aria-label={messages.sums}>
      <dl className={classes.sums}>
        {parts.map((name) => (
          <div key={name} data-total={name === 'net' || undefined}>
            <dt className="gr-small gr-quiet">{headings[name]}</dt>
            <dd className="gr-num">
              {formatAnyMoney(
                name === 'refunds' || name === 'fee' ? 0 - settlement[name] : settlement[name],
                currency,
              )}
              {name === 'fee' && tax > 0 && (
                <span className="gr-fine gr-faint">
                  {headings.tax} {formatAnyMoney(tax, currency)}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {unexplained !== 0 && (
        <p className={`gr-small ${classes.note}`}>
          {messages.unexplained(formatAnyMoney(unexplained, currency))}
        </p>
      )}
    </section>
  )
}
