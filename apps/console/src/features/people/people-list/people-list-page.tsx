import type { addPersonLabel } from '@greenroom/contract/people/people-list/people-list.endpoints'
import type {
  PeopleFilters as Filters,
  ListedPerson,
} from '@greenroom/contract/people/people-list/people-list.schema'
import { IconUsers } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { paths } from '../../../lib/paths.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { ColumnChooser } from '../../../shared/record/columns/column-chooser.tsx'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import filter from '../../../ui/filter-bar.module.css'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { peopleListMessages as messages } from './people-list-messages.ts'
import classes from './people-list-page.module.css'
import { isFiltered, noFilters, type PeopleSearch, peopleFiltersOf, peopleSearchOf } from './people-search.ts'
import { choosablePeopleColumns, nameOf, PeopleTable } from './people-table.tsx'
import { usePeople } from './use-people.ts'

const LabelDialog = lazyDialog('person-labels', () =>
  import('../../../shared/people/person-labels/label-dialog.tsx').then((part) => part.LabelDialog),
)

const route = getRouteApi('/signed-in/people')
const skeletonRows = 12
/** The page of a person is an address of its own: its link prefetches it. */
const noPrefetch = () => {}

/** Everybody with whom the provider has to do, each once (OQ-732). */
export function PeopleListPage(): ReactNode {
  const search = peopleSearchOf(route.useSearch())
  const navigate = route.useNavigate()
  const { go } = useListSearch<PeopleSearch>()
  const filters = peopleFiltersOf(search)
  const list = usePeople(filters)
  const panel = useListPanel()
  const mayLabel = useMay<typeof addPersonLabel>('personal.read')
  const [labelled, setLabelled] = useState<ListedPerson>()
  const { last } = useLastOpened(labelled)
  const { people } = list
  return (
    <>
      <PeopleFilters search={search} about={list.about} onCleared={panel.focus}>
        <ColumnChooser table="people" columns={choosablePeopleColumns} className={filter.button} />
        <ExportButton
          className={filter.button}
          title={messages.exportTitle}
          what={messages.exportHelp}
          request={(format) => ({ kind: 'people', format, filters: filters as Filters })}
        >
          {messages.export}
        </ExportButton>
      </PeopleFilters>
      <div className={classes.foot}>
        <p className={classes.count} aria-live="polite">
          {people !== undefined && !list.isStale && messages.count(countText(people), people === 1)}
        </p>
        <BusinessDaysNote />
      </div>
      <RecordList
        list={list}
        messages={messages}
        icon={IconUsers}
        filter={
          isFiltered(search)
            ? {
                help: messages.noMatch,
                clear: messages.clearFilters,
                onClear: () => {
                  go(noFilters)
                  panel.focus()
                },
              }
            : undefined
        }
        skeleton={<PeopleTable.Skeleton count={skeletonRows} />}
        panel={panel}
      >
        {(rows) => (
          <PeopleTable
            rows={rows}
            onOpen={({ person }) => void navigate(paths.person(person))}
            onIntent={noPrefetch}
            onLabels={mayLabel ? setLabelled : undefined}
          />
        )}
      </RecordList>
      {last && (
        <LabelDialog
          opened={labelled !== undefined}
          person={last.person}
          name={nameOf(last)}
          labels={list.rows?.find(({ person }) => person === last.person)?.labels ?? last.labels}
          onClose={() => setLabelled(undefined)}
        />
      )}
    </>
  )
}
