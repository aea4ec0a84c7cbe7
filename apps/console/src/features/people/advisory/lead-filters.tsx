import { leadStatuses } from '@greenroom/contract/lead-status'
import {
  getAdvisoryService,
  noAdvisor,
  noSource,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import {
  closeReasons,
  closeReasonTexts,
  reasonStatuses,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { Button } from '@mantine/core'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { ColumnChooser } from '../../../shared/record/columns/column-chooser.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { type FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { AdvisorSelect } from './advisor-select.tsx'
import { leadMessages } from './advisory-messages.ts'
import classes from './lead-list-page.module.css'
import { isFiltered, type LeadSearch, noFilters } from './lead-search.ts'
import { leadStatusLabel } from './lead-status.ts'
import { choosableLeadColumns } from './lead-table.tsx'

const statusChoices = leadStatuses.map((value) => ({ value, label: leadStatusLabel(value) }))
const reasonChoices = closeReasons.map((value) => ({ value, label: closeReasonTexts[value] }))
const sortChoices = Object.entries(leadMessages.sorts).map(([value, label]) => ({ value, label }))
const selectProps = {
  maxDropdownHeight: 440,
  classNames: { root: 'gr-all', option: 'gr-small' },
} as const

/** The filters of the table and of the board. @param onCleared called when filters are gone, and the focus with them */
export function LeadFilters({ search, onCleared }: { search: LeadSearch; onCleared: () => void }) {
  const { view, advisor_id, status, service_id, q, close_reason, sort } = search
  const { go, filterBy } = useListSearch<LeadSearch>()
  const maySearchPhones = useMay('personal.read')
  const service = useRead(
    getAdvisoryService,
    { params: { id: service_id ?? '' } },
    { enabled: service_id !== undefined, keepPrevious: false },
  )
  const hasReasons = close_reason !== undefined || (status !== undefined && reasonStatuses.includes(status))
  const clear = (changes: LeadSearch) => {
    go(changes)
    onCleared()
  }
  return (
    <>
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
          {isFiltered(search) && (
            <Button variant="subtle" className={filter.button} onClick={() => clear(noFilters)}>
              {leadMessages.clear}
            </Button>
          )}
          {view === undefined && (
            <ColumnChooser
              table="leads"
              columns={choosableLeadColumns}
              className={`${filter.button} ${classes.columns}`}
            />
          )}
        </FilterBar>
      </div>
      <FilterChips
        label={leadMessages.otherFilters}
        chips={chipsOf(search, service.data?.service_name, clear)}
      />
    </>
  )
}

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
