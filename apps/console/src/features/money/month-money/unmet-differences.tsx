import { listDifferences } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { differenceTitles } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatAnyMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { PartReading } from '../../../ui/part-reading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './month-money.module.css'
import { unmetMessages as messages, monthMoneyMessages } from './month-money-messages.ts'

/** How many differences are named. */
const mostNamed = 8

/** The open differences of a month: what keeps gateway, settlements and orders from meeting (OQ-804). */
export function UnmetDifferences({ month }: { month: string }) {
  const id = useId()
  const read = useRead(
    listDifferences,
    { query: { state: 'open', month, limit: mostNamed } },
    { keepPrevious: false },
  )
  return (
    <section aria-labelledby={id} className={`${classes.section} ${classes.differences}`}>
      <h2 id={id} className={classes.title}>
        {messages.title}
      </h2>
      {read.data === undefined ? (
        <PartReading
          label={messages.loading}
          failure={messages.loadFailed}
          retry={monthMoneyMessages.retry}
          hasFailed={read.error !== null}
          onRetry={() => void read.refetch()}
        >
          <Skeleton width="100%" />
        </PartReading>
      ) : read.data.count === 0 ? (
        <p className="gr-small gr-quiet">{messages.nothing}</p>
      ) : (
        <>
          <ul className={classes.unmet}>
            {read.data.differences.map(({ _id, kind, order, payment_id, gateway, ours }) => {
              const { amount, currency } = gateway.amount === null ? ours : gateway
              return (
                <li key={_id}>
                  <Link to={paths.differences} search={{ only: _id }} className={classes.link}>
                    {differenceTitles[kind]}
                  </Link>
                  <span className="gr-fine gr-faint gr-ellipsis">
                    {order?.reference_order_id ?? payment_id}
                  </span>
                  <span className="gr-num gr-nowrap">
                    {amount !== null && currency !== null && formatAnyMoney(amount, currency)}
                  </span>
                </li>
              )
            })}
          </ul>
          {read.data.count > mostNamed && (
            <Link to={paths.differences} search={{ month }} className={classes.link}>
              {messages.all(countText(read.data.count))}
            </Link>
          )}
        </>
      )}
    </section>
  )
}
