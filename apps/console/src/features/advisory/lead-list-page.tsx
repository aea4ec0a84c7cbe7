import { getAdvisoryService, getLead, listLeads } from '@greenroom/contract/advisory/advisory.endpoints'
import { leadStatuses } from '@greenroom/contract/advisory/advisory.schema'
import { Button, Select } from '@mantine/core'
import { IconHeadset } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readNow, useRead } from '../../lib/api/hooks.ts'
import { useMay } from '../../lib/api/permissions.ts'
import { RecordList, useListPanel } from '../../shared/record-list/record-list.tsx'
import { dialogStep, useCloseDialog } from '../../shared/record-list/use-close-dialog.ts'
import { useNumberedRows } from '../../shared/record-list/use-numbered-rows.ts'
import { useOpenedRecord } from '../../shared/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../ui/dialog.tsx'
import filter from '../../ui/filter-bar.module.css'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { AdvisorSelect } from './advisor-select.tsx'
import { leadMessages } from './advisory-messages.ts'
import classes from './lead-list-page.module.css'
import { isFiltered, type LeadSearch, leadListQuery, leadSearchOf } from './lead-search.ts'
import { leadStatusLabel } from './lead-status.ts'
import { LeadTable, LeadTableSkeleton } from './lead-table.tsx'
import { useLeadWrites } from './lead-writes.ts'
import { useFocusOfLastLead, useLeadNeighbours } from './use-lead-neighbours.ts'

const LeadDialog = lazyDialog('lead-dialog', () =>
  import('./lead-dialog.tsx').then((part) => part.LeadDialog),
)

const route = getRouteApi('/signed-in/advisory/leads')
const noFilters: LeadSearch = {
  advisor_id: undefined,
  status: undefined,
  service_id: undefined,
  q: undefined,
}
const statusChoices = leadStatuses.map((value) => ({ value, label: leadStatusLabel(value) }))

/** The leads with filters, inline status and the dialog of a booking (ADV-07 to ADV-14, SHELL-34). */
export function LeadListPage(): ReactNode {
  const search = leadSearchOf(route.useSearch())
  const { advisor_id, status, service_id, q } = search
  const navigate = route.useNavigate()
  const go = (changes: LeadSearch, options: { replace?: boolean } = {}) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...changes }),
      resetScroll: false,
      ...options,
    })
  const list = useNumberedRows(listLeads, {
    queryOf: (page) => leadListQuery(search, page),
    read: ({ bookings, count }) => ({ rows: bookings, total: count }),
    search,
    go,
    readsAhead: true,
  })
  const writes = useLeadWrites()
  const panel = useListPanel()
  const maySearchPhones = useMay('personal.read')

  const service = useRead(
    getAdvisoryService,
    { params: { id: service_id ?? '' } },
    { enabled: service_id !== undefined, keepPrevious: false },
  )

  const detail = useOpenedRecord(getLead, search.open, list)
  const open = (id: string) =>
    void navigate({ search: (before) => ({ ...before, open: id }), state: dialogStep, resetScroll: false })
  const client = useQueryClient()
  const noteMove = useFocusOfLastLead(search.open, panel)
  const neighbours = useLeadNeighbours({
    id: search.open,
    rows: list.isStale ? undefined : list.rows,
    pager: list.pager,
    readPage: async (page) =>
      (await readNow(client, listLeads, { query: leadListQuery(search, page) })).bookings,
    move: (id, page) => {
      noteMove()
      void navigate({
        search: (before) => ({ ...before, open: id, page: page === 1 ? undefined : page }),
        replace: true,
        // The list behind the dialog is at another page now: closing must not go back to the one before.
        ...(page === list.pager.page ? { state: true } : {}),
        resetScroll: false,
      })
    },
  })
  const close = useCloseDialog(
    () =>
      void navigate({
        search: (before) => ({ ...before, open: undefined }),
        replace: true,
        resetScroll: false,
      }),
  )

  return (
    <>
      <FilterBar
        search={
          <SearchField
            isLabelShown
            className={classes.search}
            label={maySearchPhones ? leadMessages.search : leadMessages.searchNames}
            placeholder={leadMessages.searchPlaceholder}
            value={q ?? ''}
            onChange={(text) => go({ q: text === '' ? undefined : text }, { replace: true })}
          />
        }
        set={[advisor_id, status].filter((one) => one !== undefined).length}
      >
        <AdvisorSelect
          className={classes.advisor}
          label={leadMessages.advisor}
          placeholder={leadMessages.allAdvisors}
          value={advisor_id === undefined ? null : { _id: advisor_id }}
          clearable
          onChange={(id) => go({ advisor_id: id ?? undefined })}
        />
        <Select
          className={classes.status}
          label={leadMessages.status}
          placeholder={leadMessages.allStatuses}
          data={statusChoices}
          value={status ?? null}
          onChange={(chosen) => go({ status: leadStatuses.find((one) => one === chosen) })}
          clearable
          clearButtonProps={{ 'aria-label': `${leadMessages.clear} ${leadMessages.status}` }}
          maxDropdownHeight={440}
          withScrollArea={false}
          comboboxProps={{ portalProps: { target: 'main' } }}
          classNames={{ root: 'gr-all', option: 'gr-small', options: classes.options }}
        />
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
      </FilterBar>
      <FilterChips
        label={leadMessages.otherFilters}
        chips={
          service_id === undefined
            ? []
            : [
                {
                  key: 'service',
                  name: leadMessages.service,
                  value: service.data?.service_name ?? service_id,
                  onRemove: () => {
                    go({ service_id: undefined })
                    panel.focus()
                  },
                },
              ]
        }
      />
      <RecordList
        list={list}
        messages={leadMessages}
        icon={IconHeadset}
        filter={
          isFiltered(search)
            ? { help: leadMessages.noMatch, clear: leadMessages.clearFilters, onClear: () => go(noFilters) }
            : undefined
        }
        skeleton={<LeadTableSkeleton count={list.pager.size} />}
        panel={panel}
        foot={<Pager {...list.pager} />}
      >
        {(rows) => (
          <LeadTable
            rows={rows}
            statusOf={writes.statusOf}
            onStatus={(lead, chosen) => void writes.setStatus(lead, chosen)}
            onOpen={(lead) => open(lead._id)}
            onIntent={() => prefetchDialogs(LeadDialog)}
          />
        )}
      </RecordList>
      {detail.wanted && (
        <LeadDialog
          {...detail.dialog}
          lead={detail.record}
          advisorId={detail.record ? writes.advisorOf(detail.record) : null}
          onAdvisor={(lead, id) => void writes.setAdvisor(lead, id)}
          statusOf={writes.statusOf}
          onStatus={(lead, chosen) => void writes.setStatus(lead, chosen)}
          neighbours={neighbours}
          onClose={close}
        />
      )}
    </>
  )
}
