import { getGstReturn } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { getMonthMoney } from '@greenroom/contract/money/month-money/month-money.endpoints'
import { IconScale } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { businessDay } from '../../../lib/dates.ts'
import { monthChoices, readMonth } from '../../../lib/month-choices.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import filter from '../../../ui/filter-bar.module.css'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { PartReading } from '../../../ui/part-reading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { MoneyDays } from './money-days.tsx'
import classes from './month-money.module.css'
import { monthMoneyMessages as messages, sectionMessages } from './month-money-messages.ts'
import { MonthTie } from './month-tie.tsx'
import { UnmetDifferences } from './unmet-differences.tsx'

const route = getRouteApi('/signed-in/books/money')

/** The money of a month from the gateway to the return, and by day (OQ-804, OQ-805). */
export function MonthMoneyPage(): ReactNode {
  const search = route.useSearch()
  const { filterBy } = useListSearch<typeof search>()
  const today = businessDay()
  const chosen = readMonth(search.month)
  const month = chosen ?? today.slice(0, 7)
  return (
    <>
      <div className={`${filter.bar} ${classes.bar}`}>
        <FilterSelect
          className={classes.month}
          label={messages.month}
          data={monthChoices(today, month)}
          value={month}
          clearable={false}
          onChange={(value) => filterBy({ month: value })}
        />
      </div>
      <BusinessDaysNote />
      <div className={classes.page}>
        <Tie key={month} month={month}>
          <UnmetDifferences month={month} />
          <MoneyDays month={month} by={search.by ?? 'refunded'} onBy={(by) => filterBy({ by })} />
        </Tie>
      </div>
    </>
  )
}

/** @param children what follows, once its place is known */
function Tie({ month, children }: { month: string; children: ReactNode }) {
  const read = useRead(getMonthMoney, { params: { month } }, { keepPrevious: false })
  const summary = useRead(getGstReturn, { params: { month } }, { keepPrevious: false })
  if (read.data === undefined || (summary.data === undefined && summary.error === null)) {
    return (
      <PartReading
        label={messages.loading}
        failure={messages.loadFailed}
        retry={messages.retry}
        hasFailed={read.error !== null}
        onRetry={() => void read.refetch()}
      >
        <div className={classes.sections}>
          {Object.keys(sectionMessages).map((section) => (
            <div key={section} className={classes.waiting}>
              <Skeleton width="40%" />
              <Skeleton width="100%" />
              <Skeleton width="100%" />
              <Skeleton width="100%" />
              <Skeleton width="100%" />
            </div>
          ))}
        </div>
      </PartReading>
    )
  }
  const { currencies } = read.data
  if (currencies.length === 0) {
    return (
      <>
        <StatePanel kind="empty" icon={IconScale} title={messages.empty} help={messages.emptyHelp} />
        {children}
      </>
    )
  }
  return (
    <>
      {currencies.map((money) => (
        <MonthTie
          key={money.currency}
          month={month}
          money={money}
          summary={money.currency === 'INR' ? summary.data : undefined}
          isAlone={currencies.length === 1}
        />
      ))}
      {children}
    </>
  )
}
