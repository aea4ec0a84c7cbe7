import { getLead, listLeads } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { IconHeadset } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readNow } from '../../../lib/api/read-now.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useOpenedRecord } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Pager } from '../../../ui/pager.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { ScreenSkeleton } from '../../../ui/screen-skeleton.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { leadMessages } from './advisory-messages.ts'
import { LeadFilters } from './lead-filters.tsx'
import {
  isFiltered,
  type LeadSearch,
  leadListQuery,
  leadSearchOf,
  leadViews,
  noFilters,
} from './lead-search.ts'
import { LeadTable } from './lead-table.tsx'
import { useLeadWrites } from './lead-writes.ts'
import { useFocusOfLastLead, useLeadNeighbours } from './use-lead-neighbours.ts'
import { useStatusChoice } from './use-status-choice.tsx'

const LeadDialog = lazyDialog('lead-dialog', () =>
  import('./lead-dialog.tsx').then((part) => part.LeadDialog),
)

const route = getRouteApi('/signed-in/advisory/leads')
// Lazy: only lists that are filtered by days show it.
const BusinessDaysNote = lazyPart('business-days', () =>
  import('../../../shared/field/business-days/business-days-note.tsx').then((part) => part.BusinessDaysNote),
)
const LeadBoard = lazyPart('lead-board', () => import('./lead-board.tsx').then((part) => part.LeadBoard))
const LeadToday = lazyPart('lead-today', () => import('./lead-today.tsx').then((part) => part.LeadToday))
const LeadSources = lazyPart('lead-sources', () =>
  import('./lead-sources.tsx').then((part) => part.LeadSources),
)
/**
 * The leads with filters, inline status and the dialog of a booking (ADV-07 to ADV-14, SHELL-34), as a table or as a
 * board, what needs action today, and how far they came (OQ-502).
 */
export function LeadListPage(): ReactNode {
  const search = leadSearchOf(route.useSearch())
  const { view } = search
  const { go, filterBy } = useListSearch<LeadSearch>()
  const list = useLeadRows(search)
  const writes = useLeadWrites()
  const statusChoice = useStatusChoice(writes)
  const panel = useListPanel()
  const { detail, neighbours, open, close } = useLeadDialog(search, list, panel)
  const onOpen = (lead: { _id: string }) => open({ open: lead._id })
  const onIntent = () => prefetchDialogs(LeadDialog)

  return (
    <>
      <SegmentedControl
        label={leadMessages.view}
        withLabel={false}
        options={leadMessages.views}
        value={view ?? 'table'}
        onChange={(chosen) => filterBy({ view: leadViews.find((one) => one === chosen) })}
      />
      {(view === undefined || view === 'board') && <LeadFilters search={search} onCleared={panel.focus} />}
      {view === undefined && (search.from ?? search.to) !== undefined && (
        <PartBoundary fallback={null} failure={() => null}>
          <BusinessDaysNote />
        </PartBoundary>
      )}
      {view === undefined ? (
        <RecordList
          list={list}
          messages={leadMessages}
          icon={IconHeadset}
          filter={
            isFiltered(search)
              ? { help: leadMessages.noMatch, clear: leadMessages.clearFilters, onClear: () => go(noFilters) }
              : undefined
          }
          skeleton={<LeadTable.Skeleton count={list.pager.size} />}
          panel={panel}
          foot={<Pager {...list.pager} />}
        >
          {(rows) => (
            <LeadTable
              rows={rows}
              statusOf={writes.statusOf}
              onStatus={(lead, chosen) => void statusChoice.setStatus(lead, chosen)}
              onOpen={onOpen}
              onIntent={onIntent}
            />
          )}
        </RecordList>
      ) : (
        <PartBoundary key={view} fallback={<ScreenSkeleton shape="lines" />}>
          {view === 'board' && (
            <LeadBoard
              search={search}
              statusOf={writes.statusOf}
              onStatus={statusChoice.setStatus}
              onOpen={onOpen}
              onIntent={onIntent}
            />
          )}
          {view === 'today' && <LeadToday onOpen={onOpen} onIntent={onIntent} />}
          {view === 'sources' && <LeadSources search={search} go={go} />}
        </PartBoundary>
      )}
      {detail.wanted && (
        <LeadDialog
          {...detail.dialog}
          lead={detail.record}
          advisorId={detail.record ? writes.advisorOf(detail.record) : null}
          onAdvisor={(lead, id, knowsClashes) => void writes.setAdvisor(lead, id, knowsClashes)}
          statusOf={writes.statusOf}
          onStatus={(lead, chosen) => void statusChoice.setStatus(lead, chosen)}
          onReason={(lead) => void statusChoice.changeReason(lead)}
          neighbours={neighbours}
          onClose={close}
        />
      )}
      {statusChoice.dialog}
    </>
  )
}

const noList = { rows: undefined, isPending: false }

/** The lead that the address opens, and its neighbours in the table. */
function useLeadDialog(
  search: LeadSearch,
  list: ReturnType<typeof useLeadRows>,
  panel: ReturnType<typeof useListPanel>,
) {
  const { go } = useListSearch<LeadSearch>()
  const { view } = search
  // Other views have no list that could have the lead.
  const detail = useOpenedRecord(getLead, search.open, view === undefined ? list : noList)
  const { open, close } = useDialogSearch<LeadSearch>({ open: undefined })
  const client = useQueryClient()
  const noteMove = useFocusOfLastLead(search.open, panel)
  const neighbours = useLeadNeighbours({
    id: search.open,
    rows: list.isStale || view !== undefined ? undefined : list.rows,
    pager: list.pager,
    readPage: async (page) =>
      (await readNow(client, listLeads, { query: leadListQuery(search, page) })).bookings,
    move: (id, page) => {
      noteMove()
      go(
        { open: id, page: page === 1 ? undefined : page },
        // The list behind the dialog is at another page now: closing must not go back to the one before.
        { replace: true, ...(page === list.pager.page ? { state: true } : {}) },
      )
    },
  })
  return { detail, neighbours, open, close }
}

function useLeadRows(search: LeadSearch) {
  return useNumberedRows(listLeads, {
    queryOf: (page) => leadListQuery(search, page),
    read: ({ bookings, count }) => ({ rows: bookings, total: count }),
    readsAhead: true,
    enabled: search.view === undefined,
  })
}
