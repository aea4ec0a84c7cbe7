import { listDisputes } from '@greenroom/contract/money/dispute/dispute.endpoints'
import { IconGavel } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countText } from '../../../lib/count-text.ts'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { Pager } from '../../../ui/pager.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { disputeMessages as messages } from './dispute-messages.ts'
import { DisputeTable } from './dispute-table.tsx'

const route = getRouteApi('/signed-in/books/disputes')

/** Payments that buyers claim back through their banks, the next deadline first (OQ-783). */
export function DisputeListPage(): ReactNode {
  const search = route.useSearch()
  const tab = search.tab ?? 'open'
  const { filterBy } = useListSearch<typeof search>({ tab: 'open' })
  const list = useNumberedRows(listDisputes, {
    queryOf: (page) => ({ state: tab, ...pageRange({ ...search, page }) }),
    read: ({ disputes, counts }) => ({ rows: disputes, total: counts[tab] }),
  })
  const counts = list.data?.counts
  return (
    <StatusTabs
      label={messages.tabsLabel}
      tabs={messages.tabs}
      counts={counts ? { open: countText(counts.open), ended: countText(counts.ended) } : {}}
      value={tab}
      onChange={(chosen) => filterBy({ tab: chosen }, { replace: true })}
    >
      <p className="gr-small gr-quiet">{messages.why}</p>
      <RecordList
        list={list}
        messages={{ ...messages, empty: messages.empty[tab], emptyHelp: messages.emptyHelp[tab] }}
        icon={IconGavel}
        panel={useListPanel()}
        skeleton={<DisputeTable.Skeleton count={5} />}
        foot={list.total > 0 && <Pager {...list.pager} />}
      >
        {(rows) => <DisputeTable rows={rows} />}
      </RecordList>
    </StatusTabs>
  )
}
