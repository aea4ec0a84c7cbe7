import { leadStatuses } from '@greenroom/contract/lead-status'
import {
  getAdvisoryService,
  getLead,
  listLeads,
  noAdvisor,
  noSource,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import {
  closeReasons,
  closeReasonTexts,
  reasonStatuses,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { Button } from '@mantine/core'
import { IconHeadset } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { readNow } from '../../../lib/api/read-now.ts'
import { ColumnChooser } from '../../../shared/record/columns/column-chooser.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useOpenedRecord } from '../../../shared/record/record-list/use-opened-record.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { type FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Pager } from '../../../ui/pager.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { AdvisorSelect } from './advisor-select.tsx'
import { leadMessages } from './advisory-messages.ts'
import classes from './lead-list-page.module.css'
import {
  isFiltered,
  type LeadSearch,
  leadListQuery,
  leadSearchOf,
  leadViews,
  noFilters,
} from './lead-search.ts'
import { leadStatusLabel } from './lead-status.ts'
import { choosableLeadColumns, LeadTable } from './lead-table.tsx'
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
const statusChoices = leadStatuses.map((value) => ({ value, label: leadStatusLabel(value) }))
const reasonChoices = closeReasons.map((value) => ({ value, label: closeReasonTexts[value] }))
const sortChoices = Object.entries(leadMessages.sorts).map(([value, label]) => ({ value, label }))

/**
 * The leads with filters, inline status and the dialog of a booking (ADV-07 to ADV-14, SHELL-34), as a table or as a
 * board, what needs action today, and how far they came (OQ-502).
 */
export function LeadListPage(): ReactNode {
  const search = leadSearchOf(route.useSearch())
  const { view, advisor_id, status, service_id, q, close_reason, sort } = search
  const { go, filterBy } = useListSearch<LeadSearch>()
  const list = useNumberedRows(listLeads, {
    queryOf: (page) => leadListQuery(search, page),
    read: ({ bookings, count }) => ({ rows: bookings, total: count }),
    readsAhead: true,
    enabled: view === undefined,
  })
  const writes = useLeadWrites()
  const statusChoice = useStatusChoice(writes)
  const panel = useListPanel()
  const maySearchPhones = useMay('personal.read')

  const service = useRead(
    getAdvisoryService,
    { params: { id: service_id ?? '' } },
    { enabled: service_id !== undefined, keepPrevious: false },
  )

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

  const onOpen = (lead: { _id: string }) => open({ open: lead._id })
  const onIntent = () => prefetchDialogs(LeadDialog)
  const hasReasons = close_reason !== undefined || (status !== undefined && reasonStatuses.includes(status))

  return (
    <>
      <SegmentedControl
        label={leadMessages.view}
        withLabel={false}
        options={leadMessages.views}
        value={view ?? 'table'}
        onChange={(chosen) => filterBy({ view: leadViews.find((one) => one === chosen) })}
      />
      {(view === undefined || view === 'board') && (
        <div className={classes.filters}>
          <FilterBar
            search={
              <SearchField
                isLabelShown
                className={classes.search}
                label={maySearchPhones ? leadMessages.search : leadMessages.searchNames}
                placeholder={leadMessages.searchPlaceholder}
                value={q ?? ''}
                onChange={(text) => filterBy({ q: text }, { replace: true })}
              />
            }
            set={[advisor_id, status, close_reason].filter((one) => one !== undefined).length}
          >
            <AdvisorSelect
              className={classes.advisor}
              label={leadMessages.advisor}
              placeholder={leadMessages.allAdvisors}
              value={
                advisor_id === undefined
                  ? null
                  : advisor_id === noAdvisor
                    ? { _id: noAdvisor, first_name: leadMessages.noAdvisor, last_name: '' }
                    : { _id: advisor_id }
              }
              clearable
              onChange={(id) => filterBy({ advisor_id: id })}
            />
            {view === undefined && (
              <FilterSelect
                className={classes.status}
                label={leadMessages.status}
                placeholder={leadMessages.allStatuses}
                data={statusChoices}
                value={status}
                onChange={(chosen) => filterBy({ status: chosen, close_reason: undefined })}
                {...selectProps}
              />
            )}
            {view === undefined && hasReasons && (
              <FilterSelect
                className={classes.reason}
                label={leadMessages.reason}
                placeholder={leadMessages.anyReason}
                data={reasonChoices}
                value={close_reason}
                onChange={(close_reason) => filterBy({ close_reason })}
                {...selectProps}
              />
            )}
            {view === undefined && (
              <FilterSelect
                className={classes.sort}
                label={leadMessages.sort}
                data={sortChoices}
                value={sort ?? 'newest'}
                allowDeselect={false}
                clearable={false}
                onChange={(chosen) => filterBy({ sort: chosen === 'longest' ? chosen : undefined })}
                {...selectProps}
              />
            )}
            <Button
              variant="subtle"
              className={filter.button}
              disabled={!isFiltered(search)}
              onClick={() => {
                go(noFilters)
                panel.focus()
              }}
            >
              {leadMessages.clear}
            </Button>
            {view === undefined && (
              <ColumnChooser table="leads" columns={choosableLeadColumns} className={filter.button} />
            )}
          </FilterBar>
        </div>
      )}
      {(view === undefined || view === 'board') && (
        <FilterChips
          label={leadMessages.otherFilters}
          chips={chipsOf(search, service.data?.service_name, (changes) => {
            go(changes)
            panel.focus()
          })}
        />
      )}
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
        <PartBoundary key={view} fallback={null}>
          {view === 'board' && (
            <LeadBoard
              search={search}
              statusOf={writes.statusOf}
              onStatus={statusChoice.setStatus}
              onOpen={onOpen}
              onIntent={onIntent}
            />
          )}
          {view === 'today' && <LeadToday />}
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

const selectProps = {
  maxDropdownHeight: 440,
  classNames: { root: 'gr-all', option: 'gr-small' },
} as const

/** The filters that have no field: links of services, of Today and of Sources set them. */
function chipsOf(
  { view, service_id, waits, action, source, reached, from, to }: LeadSearch,
  serviceName: string | undefined,
  go: (changes: LeadSearch) => void,
): FilterChip[] {
  const chip = (key: string, name: string, value: string, cleared: LeadSearch): FilterChip => ({
    key,
    name,
    value,
    onRemove: () => go(cleared),
  })
  const ofService = service_id !== undefined && [
    chip('service', leadMessages.service, serviceName ?? service_id, { service_id: undefined }),
  ]
  if (view === 'board') return ofService || []
  const days = [from, to].map((day) => (day === undefined ? '' : formatDay(day))).join(' – ')
  return [
    ...(ofService || []),
    ...(waits ? [chip('waits', leadMessages.waits, leadMessages.waitsFor[waits], { waits: undefined })] : []),
    ...(action
      ? [chip('action', leadMessages.action, leadMessages.actions[action], { action: undefined })]
      : []),
    ...(source === undefined
      ? []
      : [
          chip('source', leadMessages.source, source === noSource ? leadMessages.noSource : source, {
            source: undefined,
          }),
        ]),
    ...(reached
      ? [chip('reached', leadMessages.reached, leadMessages.stages[reached], { reached: undefined })]
      : []),
    ...(from === undefined && to === undefined
      ? []
      : [chip('days', leadMessages.days, days, { from: undefined, to: undefined })]),
  ]
}
