import type { QueryOf } from '@greenroom/contract/endpoint'
import { sumTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import type { TransactionSum } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { IconInfoCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { sumMessages } from './transaction-page-messages.ts'
import classes from './transaction-sums.module.css'

interface TransactionSumsProps {
  query: Partial<QueryOf<typeof sumTransactions>>
  enabled: boolean
  refetchMs: number | undefined
  /** The list says what failed and offers to retry; saying it twice helps nobody. */
  isListFailed: boolean
}

/** The sums of all filtered orders, a line for each currency, whose height is kept free (OQ-281). */
export function TransactionSums({ query, enabled, refetchMs, isListFailed }: TransactionSumsProps) {
  const sums = useRead(sumTransactions, { query } as never, {
    enabled,
    ...(refetchMs !== undefined && { refetchMs }),
  })
  const [isOpen, setIsOpen] = useState(false)
  const explanation = useId()
  const lines = query.currency_code === undefined ? shownCurrencies.length : 1
  return (
    <section
      className={classes.sums}
      data-lines={lines}
      aria-label={sumMessages.label}
      aria-busy={sums.isPlaceholderData || undefined}
      data-open={isOpen || undefined}
    >
      {sums.data ? (
        <SumLines sums={sums.data} />
      ) : sums.error ? (
        isListFailed ? null : (
          <p className={classes.failed}>
            {sumMessages.failed}{' '}
            <button type="button" className={classes.retry} onClick={() => void sums.refetch()}>
              {sumMessages.retry}
            </button>
          </p>
        )
      ) : (
        <Loading label={sumMessages.loading} className={classes.skeleton}>
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
            <Skeleton key={line} width="min(560px, 70%)" />
          ))}
        </Loading>
      )}
      {sums.data && sums.data.length > 0 && (
        <span className={classes.explain}>
          <IconButton
            label={sumMessages.explain}
            icon={<IconInfoCircle size={15} stroke={1.5} aria-hidden="true" />}
            aria-expanded={isOpen}
            aria-controls={explanation}
            className={classes.button}
            onClick={() => setIsOpen(!isOpen)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
          />
        </span>
      )}
      <p id={explanation} className={classes.explanation} hidden={!isOpen} role="status">
        {sumMessages.explanation}
      </p>
    </section>
  )
}

/** Sums, a line for each currency, with rupees first. */
export function SumLines({ sums }: { sums: readonly TransactionSum[] }) {
  return (
    <ul className={classes.lines}>
      {shownCurrencies.flatMap((currency) => {
        const sum = sums.find(({ currency_code }) => currency_code === currency)
        return sum ? [<Line key={currency} sum={sum} />] : []
      })}
    </ul>
  )
}

function Line({ sum }: { sum: TransactionSum }) {
  const money = (minor: number) => formatMoney(minor, sum.currency_code)
  return (
    <li className={classes.line}>
      <span className={classes.code}>{sum.currency_code}</span>
      <span className={classes.count}>{sumMessages.orders(sum.count)}</span>
      {(['completed', 'refunded', 'net', 'tax'] as const).map((name) => (
        <span key={name} className={classes.sum} data-sum={name}>
          <span className="gr-faint">{sumMessages[name]}</span> <span>{money(sum[name])}</span>
        </span>
      ))}
    </li>
  )
}
