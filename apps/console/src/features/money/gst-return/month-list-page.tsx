import { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { IconCalendarStats } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import type { TypedRate } from './month-dialog.tsx'
import { monthMessages } from './month-messages.ts'
import { MonthTable } from './month-table.tsx'

const MonthDialog = lazyDialog('month', () => import('./month-dialog.tsx').then((part) => part.MonthDialog))

const route = getRouteApi('/signed-in/books/months')

/** The months of documents, with GSTR-1 of each (OQ-294). */
export function MonthListPage(): ReactNode {
  const search = route.useSearch()
  const dialog = useDialogSearch<{ open?: string | undefined }>({ open: undefined })
  const list = useNumberedRows(listGstMonths, {
    queryOf: (page) => pageRange({ ...search, page }),
    read: ({ months, total }) => ({ rows: months, total }),
  })
  const [typedRates, setTypedRates] = useState<ReadonlyMap<string, TypedRate>>(new Map())
  const opened = list.rows?.find(({ month }) => month === search.open)
  const { last } = useLastOpened(opened)
  const isUnknown = search.open !== undefined && list.rows !== undefined && opened === undefined
  useEffect(() => {
    if (isUnknown) dialog.close()
  }, [isUnknown, dialog.close])
  return (
    <>
      <RecordList
        list={list}
        messages={monthMessages}
        icon={IconCalendarStats}
        skeleton={<MonthTable.Skeleton count={list.pager.size} />}
        panel={useListPanel()}
        foot={<Pager {...list.pager} />}
      >
        {(months) => (
          <MonthTable
            rows={months}
            onOpen={({ month }) => dialog.open({ open: month })}
            onIntent={() => prefetchDialogs(MonthDialog)}
          />
        )}
      </RecordList>
      {last && (
        <MonthDialog
          key={last.month}
          opened={opened !== undefined}
          month={last}
          onClose={dialog.close}
          typedRate={typedRates.get(last.month)}
          onTypeRate={(typed) => {
            const others = [...typedRates].filter(([month]) => month !== last.month)
            setTypedRates(new Map(typed ? [...others, [last.month, typed]] : others))
          }}
        />
      )}
    </>
  )
}
