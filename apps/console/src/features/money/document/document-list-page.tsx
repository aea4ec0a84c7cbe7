import { listDocuments } from '@greenroom/contract/money/document/document.endpoints'
import { documentKinds, type TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { countText } from '../../../lib/count-text.ts'
import { businessDay } from '../../../lib/dates.ts'
import { monthChoices } from '../../../lib/month-choices.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import type { ChosenPlaces } from '../../../shared/money/missing-states/missing-places.ts'
import { missingStatesMessages } from '../../../shared/money/missing-states/missing-states-messages.ts'
import { documentKindLabels } from '../../../shared/money/tax-document/tax-document-messages.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { SelectionBar } from '../../../shared/record/selection/selection-bar.tsx'
import { useSelection } from '../../../shared/record/selection/use-selection.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import classes from './document-list-page.module.css'
import { documentMessages, documentTabs } from './document-messages.ts'
import { type DocumentSearch, documentListQuery, documentSearchOf, isFiltered } from './document-search.ts'
import { DocumentTable, MissingStateTable, useMayAddState } from './document-table.tsx'

const StateDialog = lazyDialog('document-state', () =>
  import('./document-state-dialog.tsx').then((part) => part.DocumentStateDialog),
)
const MissingStatesDialog = lazyDialog('missing-states', () =>
  import('../../../shared/money/missing-states/missing-states-dialog.tsx').then(
    (part) => part.MissingStatesDialog,
  ),
)

const route = getRouteApi('/signed-in/books/documents')
const noFilters: DocumentSearch = { q: undefined, kind: undefined, month: undefined }
const kindChoices = documentKinds.map((value) => ({ value, label: documentKindLabels[value] }))

/** The register of invoices and credit notes, and the worklist of those without a State (OQ-242, OQ-243). */
export function DocumentListPage(): ReactNode {
  const search = documentSearchOf(route.useSearch())
  const { tab = 'all', q, kind, month } = search
  const { filterBy: go } = useListSearch<DocumentSearch>({ tab: 'all' })
  const list = useNumberedRows(listDocuments, {
    queryOf: (page) => documentListQuery(search, page),
    read: ({ documents, counts }) => ({ rows: documents, total: counts[tab] }),
  })
  const panel = useListPanel()
  const [completing, setCompleting] = useState<TaxDocument>()
  const { last: completed } = useLastOpened(completing)
  const counts = list.data?.counts
  const selects = useMayAddState() && tab === 'state-missing'
  const [chosen, setChosen] = useState<ChosenPlaces>(new Map())
  // The page can change while its dialog is open, so the dialog keeps its rows.
  const [adding, setAdding] = useState<string[]>()
  const { last: added } = useLastOpened(adding)
  const selection = useSelection((list.rows ?? []).map(({ id }) => id))
  const Table = selects ? MissingStateTable : DocumentTable

  return (
    <>
      <StatusTabs
        label={documentMessages.tabsLabel}
        tabs={documentTabs}
        counts={
          counts ? { all: countText(counts.all), 'state-missing': countText(counts['state-missing']) } : {}
        }
        value={tab}
        onChange={(chosen) => go({ tab: chosen })}
      >
        <FilterBar
          search={
            <SearchField
              isLabelShown
              className={classes.search}
              label={documentMessages.search}
              placeholder={documentMessages.searchPlaceholder}
              value={q ?? ''}
              onChange={(text) => go({ q: text }, { replace: true })}
            />
          }
          set={[kind, month].filter((one) => one !== undefined).length}
        >
          <FilterSelect
            className={classes.select}
            label={documentMessages.kind}
            placeholder={documentMessages.allKinds}
            data={kindChoices}
            value={kind}
            onChange={(kind) => go({ kind })}
          />
          <FilterSelect
            className={classes.select}
            label={documentMessages.month}
            placeholder={documentMessages.allMonths}
            data={monthChoices(businessDay(), month)}
            value={month}
            onChange={(month) => go({ month })}
          />
          {isFiltered(search) && (
            <Button
              variant="subtle"
              className={filter.button}
              onClick={() => {
                go(noFilters)
                panel.focus()
              }}
            >
              {documentMessages.clear}
            </Button>
          )}
        </FilterBar>
        <BusinessDaysNote />
        {selects && (
          <SelectionBar
            label={documentMessages.selection}
            selection={selection}
            hasHead
            isHidden={list.rows?.length === 0}
            onCleared={panel.focus}
          >
            <Button
              size="sm"
              aria-haspopup="dialog"
              onPointerEnter={() => prefetchDialogs(MissingStatesDialog)}
              onFocus={() => prefetchDialogs(MissingStatesDialog)}
              onClick={() => setAdding([...selection.selected])}
            >
              {missingStatesMessages.open(selection.selected.length)}
            </Button>
          </SelectionBar>
        )}
        <RecordList
          list={list}
          messages={
            tab === 'all'
              ? documentMessages
              : { ...documentMessages, emptyHelp: documentMessages.nothingMissing }
          }
          icon={IconFileInvoice}
          filter={
            isFiltered(search)
              ? {
                  help: documentMessages.noMatch,
                  clear: documentMessages.clearFilters,
                  onClear: () => go(noFilters),
                }
              : undefined
          }
          skeleton={<Table.Skeleton count={list.pager.size} />}
          panel={panel}
          foot={<Pager {...list.pager} />}
        >
          {(rows) => {
            const actions = {
              rows,
              onAddState: setCompleting,
              onIntent: () => prefetchDialogs(StateDialog),
            }
            return selects ? (
              <MissingStateTable {...actions} selection={selection} />
            ) : (
              <DocumentTable {...actions} />
            )
          }}
        </RecordList>
      </StatusTabs>
      {completed && (
        <StateDialog
          opened={completing !== undefined}
          document={completed}
          onClose={() => setCompleting(undefined)}
          onDone={() => {
            setCompleting(undefined)
            panel.focus()
          }}
        />
      )}
      {added && (
        <MissingStatesDialog
          opened={adding !== undefined}
          of={{ ids: added }}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => setAdding(undefined)}
          onDone={() => {
            setAdding(undefined)
            selection.clear()
            panel.focus()
          }}
        />
      )}
    </>
  )
}
