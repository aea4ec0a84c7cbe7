import { listRefundRequests } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type { RefundRequest } from '@greenroom/contract/money/refund-request/refund-request.schema'
import { IconUserCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { countText } from '../../../lib/count-text.ts'
import { OneRecordChip, oneRecordFilter } from '../../../shared/record/record-list/one-record.tsx'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SkeletonCards } from '../../../ui/skeleton-cards.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { limitsText } from './limits-text.ts'
import { RefundBatchList } from './refund-batch-list.tsx'
import { RefundRequestCard, type RequestAction } from './refund-request-card.tsx'
import { refundRequestMessages as messages } from './refund-request-messages.ts'

const ApproveDialog = lazyDialog('approve-refund', () =>
  import('./approve-dialog.tsx').then((part) => part.ApproveDialog),
)
const DeclineDialog = lazyDialog('decline-refund', () =>
  import('./decline-dialog.tsx').then((part) => part.DeclineDialog),
)
const WithdrawDialog = lazyDialog('withdraw-refund', () =>
  import('./withdraw-dialog.tsx').then((part) => part.WithdrawDialog),
)
const dialogs = { approve: ApproveDialog, decline: DeclineDialog, withdraw: WithdrawDialog }
const prefetchDialog = () => prefetchDialogs(ApproveDialog, DeclineDialog, WithdrawDialog)

const route = getRouteApi('/signed-in/transactions/requests')

type Tab = keyof typeof messages.tabs
type RequestTab = Exclude<Tab, 'batches'>

interface Asking {
  action: RequestAction
  request: RefundRequest
}

/** Refunds that wait for a second person, and those that were decided (OQ-353). */
export function RefundRequestListPage(): ReactNode {
  const search = route.useSearch()
  const shown: Tab = search.tab ?? 'open'
  // The counts of the tabs come with the requests.
  const tab: RequestTab = shown === 'batches' ? 'open' : shown
  const { go, filterBy } = useListSearch<typeof search>({ tab: 'open' })
  const panel = useListPanel()
  const list = useNumberedRows(listRefundRequests, {
    queryOf: (page) => ({ state: tab, id: search.only, ...pageRange({ ...search, page }) }),
    read: ({ requests, counts }) => ({
      rows: requests.filter(({ state }) => (state === 'open') === (tab === 'open')),
      total: search.only === undefined ? counts[tab] : requests.length,
    }),
  })
  const [asking, setAsking] = useState<Asking>()
  const { last } = useLastOpened(asking)
  // As the list has it now: the reason or the requester's access may change while the question is open.
  const request = list.rows?.find(({ _id }) => _id === last?.request._id) ?? last?.request
  const Question = last && dialogs[last.action]
  const counts = list.data?.counts
  const showAll = () => go({ only: undefined })

  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={messages.tabs}
        counts={counts ? { open: countText(counts.open), decided: countText(counts.decided) } : {}}
        value={shown}
        onChange={(chosen) => filterBy({ tab: chosen }, { replace: true })}
      >
        {shown === 'batches' ? (
          <RefundBatchList search={search} />
        ) : (
          <>
            {search.only !== undefined && <OneRecordChip onAll={showAll} />}
            <RecordList
              list={list}
              messages={{
                cardsLabel: messages.cardsLabel,
                loading: messages.loading,
                loadFailed: messages.loadFailed,
                empty: messages.empty[tab],
                emptyHelp:
                  tab === 'decided'
                    ? messages.emptyHelp.decided
                    : list.data && messages.emptyHelp.open(limitsText(list.data.limits)),
              }}
              icon={IconUserCheck}
              panel={panel}
              filter={search.only === undefined ? undefined : oneRecordFilter(showAll)}
              skeleton={<SkeletonCards label={messages.loading} />}
              card={(request) => (
                <RefundRequestCard
                  key={request._id}
                  request={request}
                  onChoose={(action) => setAsking({ action, request })}
                  onIntent={prefetchDialog}
                />
              )}
              foot={list.total > 0 && <Pager {...list.pager} />}
            />
          </>
        )}
      </StatusTabs>
      {last && request && Question && (
        <Question
          // Keeps the reason of a dialog that was closed by mistake.
          key={`${last.action} ${last.request._id}`}
          opened={asking !== undefined}
          request={request}
          onClose={() => setAsking(undefined)}
          onDone={panel.focus}
        />
      )}
    </>
  )
}
