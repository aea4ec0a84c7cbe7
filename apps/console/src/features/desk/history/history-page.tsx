import { listHistoryPeople } from '@greenroom/contract/desk/history/history.endpoints'
import { historyKinds } from '@greenroom/contract/desk/history/history.schema'
import { historySectionNames, historySections } from '@greenroom/contract/desk/history/record-types'
import type { listStaffSessions } from '@greenroom/contract/staff/session/open-session.endpoints'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { type FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { historyKindLabels, historyMessages as messages } from './history-messages.ts'
import classes from './history-page.module.css'
import { type HistorySearch, historyFiltersOf, historySearchOf, noFilters } from './history-search.ts'
import { HistorySkeleton, HistoryTable } from './history-table.tsx'
import { useHistory } from './use-history.ts'

const route = getRouteApi('/signed-in/history')
const sectionChoices = historySectionNames.map((value) => ({ value, label: historySections[value].label }))
const skeletonRows = 12

/** Who changed what and when, sign-ins, what was refused (OQ-340), and who saw whose contacts (OQ-669). */
export function HistoryPage(): ReactNode {
  const search = historySearchOf(route.useSearch())
  const { go } = useListSearch<HistorySearch>()
  const filters = historyFiltersOf(search)
  const list = useHistory(filters)
  const people = useRead(listHistoryPeople, {})
  const panel = useListPanel()
  const maySeeLooks = useMay<typeof listStaffSessions>('staff.read', 'staff.write')
  const nameOf = (email: string) => {
    if (email === 'system') return messages.program
    const name = people.data?.find((one) => one.email === email)?.name
    return name ? `${name} (${email})` : email
  }
  const recordName =
    list.rows?.find(({ entity_type, entity_id }) => `${entity_type}:${entity_id}` === search.record)
      ?.entity_label ?? search.record
  const kindChoices = historyKinds
    .filter((kind) => kind !== 'looks' || maySeeLooks)
    .map((value) => ({ value, label: historyKindLabels[value] }))
  const shown: Record<keyof HistorySearch, string | undefined> = {
    kind: search.kind && historyKindLabels[search.kind],
    person: search.person && nameOf(search.person),
    section: search.section && historySections[search.section].label,
    record: search.record && recordName,
    from: search.from && formatDay(search.from),
    to: search.to && formatDay(search.to),
  }
  const chips = (Object.keys(shown) as (keyof HistorySearch)[]).flatMap((key): FilterChip[] =>
    shown[key] === undefined
      ? []
      : [
          {
            key,
            name: messages[key],
            value: shown[key],
            onRemove: () => {
              go({ [key]: undefined })
              panel.focus()
            },
          },
        ],
  )
  const clear = () => {
    go(noFilters)
    panel.focus()
  }
  return (
    <>
      <FilterBar
        set={chips.filter(({ key }) => key !== 'person' && key !== 'record').length}
        search={
          <FilterSelect
            className={classes.person}
            label={messages.person}
            placeholder={messages.everybody}
            data={peopleChoices(people.data ?? [], search.person, nameOf)}
            value={search.person}
            onChange={(person) => go({ person })}
            searchable
            nothingFoundMessage={messages.noMatches}
          />
        }
      >
        <FilterSelect
          className={classes.select}
          label={messages.kind}
          placeholder={messages.allKinds}
          data={kindChoices}
          value={search.kind}
          onChange={(kind) => go({ kind })}
        />
        <FilterSelect
          className={classes.select}
          label={messages.section}
          placeholder={messages.allSections}
          data={sectionChoices}
          value={search.section}
          onChange={(section) => go({ section })}
        />
        {(['from', 'to'] as const).map((key) => (
          <DayField
            key={key}
            className={classes.day}
            label={messages[key]}
            placeholder={messages.anyDay}
            value={search[key] ?? null}
            {...(key === 'to' && search.from && { min: search.from })}
            {...(key === 'from' && search.to && { max: search.to })}
            isPast
            onChange={(day) => go({ [key]: day })}
          />
        ))}
        <ExportButton
          className={filter.button}
          title={messages.exportTitle}
          what={messages.exportHelp}
          request={() => ({ kind: 'history', format: 'csv', filters })}
          isCsv
        >
          {messages.export}
        </ExportButton>
      </FilterBar>
      <BusinessDaysNote />
      <FilterChips
        label={messages.filters}
        className={classes.chips}
        chips={chips}
        clear={{ label: messages.clear, onClear: clear }}
      />
      <RecordList
        list={list}
        messages={messages}
        icon={IconHistory}
        filter={
          chips.length > 0
            ? {
                help: search.kind === 'looks' ? messages.noLooks : messages.noMatch,
                clear: messages.clearFilters,
                onClear: clear,
              }
            : undefined
        }
        skeleton={<HistorySkeleton count={skeletonRows} />}
        panel={panel}
      >
        {(rows) => (
          <HistoryTable
            rows={rows}
            joinsRuns={search.record === undefined}
            onRecord={(record) => go({ record })}
          />
        )}
      </RecordList>
    </>
  )
}

/** The people to choose from; one of the address is offered also if nobody in the history has it. */
function peopleChoices(
  people: readonly { email: string }[],
  chosen: string | undefined,
  nameOf: (email: string) => string,
) {
  const emails = people.map(({ email }) => email)
  if (chosen !== undefined && !emails.includes(chosen)) emails.push(chosen)
  return emails.map((value) => ({ value, label: nameOf(value) }))
}
