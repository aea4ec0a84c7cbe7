import {
  listDifferences,
  type resolveDifferences,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { needsMoney } from '@greenroom/contract/money/reconciliation/reconciliation.rules'
import type {
  Difference,
  DifferenceAction,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { businessDay } from '../../../lib/dates.ts'
import { monthChoices, readMonth } from '../../../lib/month-choices.ts'
import { OneRecordChip, oneRecordFilter } from '../../../shared/record/record-list/one-record.tsx'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { SelectionBar } from '../../../shared/record/selection/selection-bar.tsx'
import { useSelection } from '../../../shared/record/selection/use-selection.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SkeletonCards } from '../../../ui/skeleton-cards.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { ComparisonBar, useComparisons } from './comparison-bar.tsx'
import { DifferenceCard } from './difference-card.tsx'
import classes from './difference-list-page.module.css'
import { differenceMessages as messages } from './difference-messages.ts'

const ResolveDialog = lazyDialog('resolve-difference', () =>
  import('./resolve-dialog.tsx').then((part) => part.ResolveDialog),
)
const ResolveSeveralDialog = lazyDialog('resolve-differences', () =>
  import('./resolve-dialog.tsx').then((part) => part.ResolveSeveralDialog),
)
const HealDialog = lazyDialog('heal-difference', () =>
  import('../../../shared/money/difference/heal-dialog.tsx').then((part) => part.HealDialog),
)
const prefetchDialog = () => prefetchDialogs(ResolveDialog, HealDialog)

const route = getRouteApi('/signed-in/books/differences')

type Tab = keyof typeof messages.tabs

const isShown = {
  open: (one: Difference) => one.resolved === null,
  resolved: (one: Difference) => one.resolved !== null,
}

/** What Greenroom and the payment gateway say differently, open and resolved, and the comparisons (OQ-271, OQ-272). */
export function DifferenceListPage(): ReactNode {
  const search = route.useSearch()
  const tab: Tab = search.tab ?? 'open'
  const month = readMonth(search.month)
  const { go, filterBy } = useListSearch<typeof search>({ tab: 'open' })
  const panel = useListPanel()
  const comparisons = useComparisons()
  const list = useNumberedRows(listDifferences, {
    queryOf: (page) => ({ state: tab, id: search.only, month, ...pageRange({ ...search, page }) }),
    read: ({ differences, count }) => ({ rows: differences.filter(isShown[tab]), total: count }),
  })
  const [resolving, setResolving] = useState<Difference>()
  const [healing, setHealing] = useState<Difference>()
  const [action, setAction] = useState<DifferenceAction>('complete-order')
  // As the list has it now: a comparison or a colleague may change it while its question is open.
  const current = (one: Difference | undefined) =>
    one && (list.rows?.find(({ _id }) => _id === one._id) ?? one)
  const { last: resolved } = useLastOpened(current(resolving))
  const { last: healed } = useLastOpened(current(healing))
  const counts = list.data?.counts
  const showAll = () => go({ only: undefined })
  const showAllMonths = () => {
    filterBy({ month: undefined })
    panel.focus()
  }
  const selects = useMay<typeof resolveDifferences>('money.write') && tab === 'open'
  const [isResolvingAll, setResolvingAll] = useState(false)
  const rows = list.rows ?? []
  const needing = rows.filter(({ kind }) => needsMoney(kind))
  const selection = useSelection(rows.filter(({ kind }) => !needsMoney(kind)).map(({ _id }) => _id))
  const selected = rows.filter(({ _id }) => selection.selected.includes(_id))
  // A closing dialog keeps its rows, which have left the list.
  const lastSelected = useRef(selected)
  if (selected.length > 0) lastSelected.current = selected
  const together = lastSelected.current
  const finished = comparisons.data?.last_finished_at

  return (
    <>
      <ComparisonBar read={comparisons} />
      <StatusTabs
        label={messages.tabsLabel}
        tabs={messages.tabs}
        counts={counts ? { open: countText(counts.open), resolved: countText(counts.resolved) } : {}}
        value={tab}
        onChange={(chosen) => filterBy({ tab: chosen }, { replace: true })}
      >
        <FilterSelect
          className={classes.month}
          label={messages.month}
          placeholder={messages.allMonths}
          data={monthChoices(businessDay(), month)}
          value={month}
          onChange={(chosen) => filterBy({ month: chosen })}
        />
        {selects && (
          <SelectionBar
            label={messages.selection}
            selection={selection}
            isHidden={list.rows?.length === 0}
            onCleared={panel.focus}
            note={needing.length > 0 && messages.moneyFirst(needing.length)}
          >
            <Button
              size="sm"
              aria-haspopup="dialog"
              onPointerEnter={() => prefetchDialogs(ResolveSeveralDialog)}
              onFocus={() => prefetchDialogs(ResolveSeveralDialog)}
              onClick={() => setResolvingAll(true)}
            >
              {messages.resolveSelected(selected.length)}
            </Button>
          </SelectionBar>
        )}
        {search.only !== undefined && <OneRecordChip onAll={showAll} />}
        <RecordList
          list={list}
          messages={{
            cardsLabel: messages.cardsLabel,
            loading: messages.loading,
            loadFailed: messages.loadFailed,
            empty: tab === 'open' && finished === null ? messages.notCompared : messages.empty[tab],
            emptyHelp: messages.emptyHelp[tab],
          }}
          icon={IconScale}
          panel={panel}
          filter={
            search.only !== undefined
              ? oneRecordFilter(showAll)
              : month === undefined
                ? undefined
                : { help: messages.noneOfMonth, clear: messages.clearMonth, onClear: showAllMonths }
          }
          skeleton={<SkeletonCards label={messages.loading} />}
          card={(difference) => (
            <DifferenceCard
              key={difference._id}
              difference={difference}
              onResolve={() => setResolving(difference)}
              onHeal={(chosen) => {
                setAction(chosen)
                setHealing(difference)
              }}
              onIntent={prefetchDialog}
              selection={selects && !needsMoney(difference.kind) ? selection : undefined}
            />
          )}
          foot={list.total > 0 && <Pager {...list.pager} />}
        />
      </StatusTabs>
      {resolved && (
        <ResolveDialog
          // Keeps the note of a dialog that was closed by mistake.
          key={resolved._id}
          opened={resolving !== undefined}
          difference={resolved}
          onClose={() => setResolving(undefined)}
          onResolved={panel.focus}
        />
      )}
      {together.length > 0 && (
        <ResolveSeveralDialog
          opened={isResolvingAll}
          differences={together}
          onClose={() => setResolvingAll(false)}
          onResolved={() => {
            selection.clear()
            panel.focus()
          }}
        />
      )}
      {healed && (
        <HealDialog
          opened={healing !== undefined}
          difference={healed}
          action={action}
          onClose={() => setHealing(undefined)}
          onDone={panel.focus}
        />
      )}
    </>
  )
}
