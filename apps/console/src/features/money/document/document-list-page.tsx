import { listDocuments } from '@greenroom/contract/money/document/document.endpoints'
import { documentKinds, type TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { countText } from '../../../lib/count-text.ts'
import { businessDay } from '../../../lib/dates.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { documentKindLabels } from '../../../shared/money/tax-document/tax-document-messages.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
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
import {
  type DocumentSearch,
  documentListQuery,
  documentSearchOf,
  isFiltered,
  monthChoices,
} from './document-search.ts'
import { DocumentTable } from './document-table.tsx'

const StateDialog = lazyDialog('document-state', () =>
  import('./document-state-dialog.tsx').then((part) => part.DocumentStateDialog),
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
          skeleton={<DocumentTable.Skeleton count={list.pager.size} />}
          panel={panel}
          foot={<Pager {...list.pager} />}
        >
          {(rows) => (
            <DocumentTable
              rows={rows}
              onAddState={setCompleting}
              onIntent={() => prefetchDialogs(StateDialog)}
            />
          )}
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
    </>
  )
}
