import { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { IconCalendarStats } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { Pager } from '../../../ui/pager.tsx'
import { AnnualReturns } from './annual-returns.tsx'
import { monthMessages } from './month-messages.ts'
import { MonthTable } from './month-table.tsx'

const route = getRouteApi('/signed-in/books/months')

/** The months of documents, and how far each is on its way to being filed (OQ-294, OQ-658). */
export function MonthListPage(): ReactNode {
  const search = route.useSearch()
  const list = useNumberedRows(listGstMonths, {
    queryOf: (page) => pageRange({ ...search, page }),
    read: ({ months, total }) => ({ rows: months, total }),
  })
  return (
    <RecordList
      list={list}
      messages={monthMessages}
      icon={IconCalendarStats}
      skeleton={<MonthTable.Skeleton count={list.pager.size} />}
      panel={useListPanel()}
      foot={
        <>
          <Pager {...list.pager} />
          <AnnualReturns />
        </>
      }
    >
      {(months) => <MonthTable rows={months} />}
    </RecordList>
  )
}
