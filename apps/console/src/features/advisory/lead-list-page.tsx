import { getAdvisoryService, getLead, listLeads } from '@greenroom/contract/advisory/advisory.endpoints'
import { leadStatuses } from '@greenroom/contract/advisory/advisory.schema'
import { Button, Select } from '@mantine/core'
import { IconHeadset, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { readAhead, useRead } from '../../lib/api/hooks.ts'
import { useOpenedRecord } from '../../shared/record-dialog/use-opened-record.ts'
import { preloadDialog } from '../../ui/dialog.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Pager, pageCount } from '../../ui/pager.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { AdvisorSelect } from './advisor-select.tsx'
import { leadWords } from './advisory-messages.ts'
import classes from './lead-list-page.module.css'
import { isFiltered, type LeadSearch, leadSearchOf, pageSizes, queryOf, sizeOf } from './lead-search.ts'
import { statusWords } from './lead-status.ts'
import { LeadTable, LeadTableSkeleton } from './lead-table.tsx'
import { useLeadWrites } from './lead-writes.ts'

const LeadDialog = lazyDialog('lead-dialog', () =>
  import('./lead-dialog.tsx').then((part) => part.LeadDialog),
)

const route = getRouteApi('/signed-in/advisory/leads')
const noFilters: LeadSearch = { advisor_id: undefined, status: undefined, service_id: undefined }
const statusChoices = leadStatuses.map((value) => ({ value, label: statusWords(value) }))

/** The leads with their filters, their inline status and the dialog of one booking (ADV-07 to ADV-14, SHELL-34). */
export function LeadListPage() {
  const search = leadSearchOf(route.useSearch())
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const size = sizeOf(search)
  const page = search.page ?? 1

  const list = useRead(listLeads, { query: queryOf(search, page) })
  const writes = useLeadWrites()
  const rows = list.data?.bookings
  const total = list.data?.count ?? 0
  const last = pageCount(total, size)

  const panel = useRef<HTMLDivElement>(null)
  const focusPanel = () => panel.current?.focus({ preventScroll: true })
  const go = (changes: LeadSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...changes }),
      resetScroll: false,
    })
  const clear = () => {
    go(noFilters)
    focusPanel()
  }

  // The page that is likely to be wanted next is there when it is.
  const { advisor_id, status, service_id } = search
  const isAhead = list.data !== undefined && !list.isPlaceholderData && page < last
  useEffect(() => {
    if (isAhead)
      void readAhead(client, listLeads, {
        query: queryOf({ advisor_id, status, service_id, size }, page + 1),
      })
  }, [client, isAhead, advisor_id, status, service_id, size, page])

  // A page that has gone, because leads left the filter or the address was written by hand, becomes the last one.
  const isBeyond = rows !== undefined && !list.isPlaceholderData && page > last
  useEffect(() => {
    if (!isBeyond) return
    void navigate({
      search: (before) => ({ ...before, page: last === 1 ? undefined : last }),
      replace: true,
      resetScroll: false,
    })
  }, [isBeyond, last, navigate])

  // A lead whose new status does not match the filter leaves the table, and the focus would go with it.
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new rows are what takes the focus away
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    hadFocus.current = false
    panel.current?.focus({ preventScroll: true })
  }, [rows])

  const service = useRead(
    getAdvisoryService,
    { params: { id: service_id ?? '' } },
    { enabled: service_id !== undefined, keepPrevious: false },
  )

  const listed = rows?.find(({ _id }) => _id === search.open)
  const single = useRead(
    getLead,
    { params: { id: search.open ?? '' } },
    { enabled: search.open !== undefined && rows !== undefined && listed === undefined, keepPrevious: false },
  )
  const opened = useOpenedRecord(search.open, listed, single)
  // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
  const open = (id: string) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const close = () =>
    void navigate({
      search: (before) => ({ ...before, open: undefined }),
      replace: true,
      resetScroll: false,
    })

  const body = () => {
    if (rows === undefined) {
      if (list.isPending) return <LeadTableSkeleton count={size} />
      return (
        <StatePanel
          kind="error"
          title={leadWords.loadFailed}
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
              {leadWords.retry}
            </Button>
          }
        />
      )
    }
    if (total === 0) {
      return isFiltered(search) ? (
        <StatePanel
          kind="no-match"
          title={leadWords.empty}
          help={leadWords.noMatch}
          action={
            <Button variant="default" onClick={clear}>
              {leadWords.clearFilters}
            </Button>
          }
        />
      ) : (
        <StatePanel
          kind="empty"
          icon={<IconHeadset size={20} stroke={1.5} aria-hidden="true" />}
          title={leadWords.empty}
          help={leadWords.emptyHelp}
        />
      )
    }
    return (
      <>
        <div aria-busy={list.isPlaceholderData || undefined} className={classes.rows}>
          <LeadTable
            rows={rows}
            statusOf={writes.statusOf}
            onStatus={(lead, chosen) => {
              hadFocus.current = true
              void writes.setStatus(lead, chosen)
            }}
            onOpen={(lead) => open(lead._id)}
            onIntent={fetchDialogAhead}
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

  return (
    <>
      <div className={classes.bar}>
        <AdvisorSelect
          className={classes.advisor}
          label={leadWords.advisor}
          placeholder={leadWords.allAdvisors}
          value={advisor_id === undefined ? null : { _id: advisor_id }}
          clearable
          onChange={(id) => go({ advisor_id: id ?? undefined })}
        />
        <Select
          className={classes.status}
          label={leadWords.status}
          placeholder={leadWords.allStatuses}
          data={statusChoices}
          value={status ?? null}
          onChange={(chosen) => go({ status: leadStatuses.find((one) => one === chosen) })}
          clearable
          clearButtonProps={{ 'aria-label': `${leadWords.clear} ${leadWords.status}` }}
          maxDropdownHeight={440}
          withScrollArea={false}
          comboboxProps={{ portalProps: { target: 'main' } }}
          classNames={{ input: classes.choice, option: classes.option, options: classes.options }}
        />
        <Button variant="subtle" className={classes.clear} disabled={!isFiltered(search)} onClick={clear}>
          {leadWords.clear}
        </Button>
      </div>
      <FilterChips
        label={leadWords.otherFilters}
        chips={
          service_id === undefined
            ? []
            : [
                {
                  key: 'service',
                  name: leadWords.service,
                  value: service.data?.service_name ?? service_id,
                  onRemove: () => {
                    go({ service_id: undefined })
                    focusPanel()
                  },
                },
              ]
        }
      />
      <div ref={panel} tabIndex={-1} className={classes.panel}>
        {body()}
      </div>
      <Suspense fallback={null}>
        {opened.wanted && (
          <LeadDialog
            opened={search.open !== undefined}
            lead={opened.record}
            failure={opened.failure}
            advisorId={opened.record ? writes.advisorOf(opened.record) : null}
            onAdvisor={(lead, id) => void writes.setAdvisor(lead, id)}
            onRetry={opened.retry}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

function fetchDialogAhead() {
  // One that fails now is asked for again when its dialog is opened.
  for (const fetchPart of [preloadDialog, LeadDialog.preload]) fetchPart().catch(() => undefined)
}
