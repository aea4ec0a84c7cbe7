import { listSettlements } from '@greenroom/contract/money/settlement/settlement.endpoints'
import { IconBuildingBank } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countText } from '../../../lib/count-text.ts'
import { businessDay, formatMonth } from '../../../lib/dates.ts'
import { monthChoices, readMonth } from '../../../lib/month-choices.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import filter from '../../../ui/filter-bar.module.css'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { Pager } from '../../../ui/pager.tsx'
import classes from './settlement-list-page.module.css'
import { settlementMessages as messages } from './settlement-messages.ts'
import { SettlementTable } from './settlement-table.tsx'

const route = getRouteApi('/signed-in/books/settlements')

/** What Razorpay paid into the bank, and whether it meets the books (OQ-781). */
export function SettlementListPage(): ReactNode {
  const search = route.useSearch()
  const month = readMonth(search.month)
  const { filterBy } = useListSearch<typeof search>()
  const panel = useListPanel()
  const list = useNumberedRows(listSettlements, {
    queryOf: (page) => ({ month, ...pageRange({ ...search, page }) }),
    read: ({ settlements, total }) => ({ rows: settlements, total }),
  })
  const showAll = () => {
    filterBy({ month: undefined })
    panel.focus()
  }
  return (
    <>
      <div className={`${filter.bar} ${classes.bar}`}>
        <FilterSelect
          className={classes.month}
          label={messages.month}
          placeholder={messages.allMonths}
          data={monthChoices(businessDay(), month)}
          value={month}
          onChange={(chosen) => filterBy({ month: chosen })}
        />
        <ExportButton
          className={`${filter.button} gr-push`}
          title={messages.exportTitle}
          what={list.rows && messages.exportWhat(countText(list.total), month && formatMonth(month))}
          request={(format) => ({ kind: 'settlements', format, of: 'settlements', month })}
        >
          {messages.export}
        </ExportButton>
      </div>
      <BusinessDaysNote />
      <RecordList
        list={list}
        messages={messages}
        icon={IconBuildingBank}
        panel={panel}
        filter={
          month === undefined
            ? undefined
            : { help: messages.noneOfMonth, clear: messages.clearMonth, onClear: showAll }
        }
        skeleton={<SettlementTable.Skeleton count={list.pager.size} />}
        foot={<Pager {...list.pager} />}
      >
        {(rows) => <SettlementTable rows={rows} />}
      </RecordList>
    </>
  )
}
