import { getOverview } from '@greenroom/contract/desk/overview/overview.endpoints'
import type { Overview } from '@greenroom/contract/desk/overview/overview.schema'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryKey, useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { minuteMs, useMinute } from '../../../lib/minute.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AccountLines } from './account-lines.tsx'
import { FirstSteps } from './first-steps.tsx'
import { MoneyPart } from './money-part.tsx'
import { NextSessions } from './next-sessions.tsx'
import { overviewMessages as messages } from './overview-messages.ts'
import classes from './overview-page.module.css'
import { WaitingPart } from './waiting-part.tsx'

/** What came in, what needs a person and what comes next, read again each minute (OQ-445). */
export function OverviewPage(): ReactNode {
  const now = useMinute()
  const client = useQueryClient()
  // Somebody asked for the first response only. What follows never ends the session.
  const isBackground = client.getQueryData(queryKey(getOverview, {})) !== undefined
  const overview = useRead(getOverview, {}, { refetchMs: minuteMs, isBackground })
  return (
    <div tabIndex={-1} className={classes.screen}>
      {overview.data ? (
        <>
          {overview.isError && (
            <p className={classes.stale} role="status">
              {messages.stale}
            </p>
          )}
          <BusinessDaysNote />
          <Parts overview={overview.data} now={now} />
        </>
      ) : overview.isPending ? (
        <OverviewSkeleton />
      ) : (
        <LoadFailure
          title={messages.loadFailed}
          error={overview.error}
          onRetry={() => void overview.refetch()}
        />
      )}
    </div>
  )
}

function Parts({ overview, now }: { overview: Overview; now: number }) {
  const { sessions, money } = overview
  return (
    <div className={classes.page}>
      {overview.is_new && <FirstSteps />}
      {money && (
        <MoneyPart money={{ days: money, later: overview.money_later ?? [], today: overview.today }} />
      )}
      <div className={classes.pair} data-alone={sessions === undefined || undefined}>
        <WaitingPart waiting={overview.waiting} oldest={overview.oldest} now={now} />
        {sessions && <NextSessions sessions={sessions} now={now} />}
      </div>
      {sessions && <AccountLines sessions={sessions} now={now} />}
    </div>
  )
}

function OverviewSkeleton() {
  const [hasSessions, hasMoney] = [useMay('content.read'), useMay('money.read')]
  const rows = (count: number, height: number) =>
    Array.from({ length: count }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
      <Skeleton key={row} height={height} />
    ))
  return (
    <Loading label={messages.loading}>
      <div className={classes.page}>
        {hasMoney && <Skeleton height={380} />}
        <div className={classes.pair} data-alone={!hasSessions || undefined}>
          <div className="gr-stack">{rows(8, 44)}</div>
          {hasSessions && <div className="gr-stack">{rows(6, 52)}</div>}
        </div>
      </div>
    </Loading>
  )
}
