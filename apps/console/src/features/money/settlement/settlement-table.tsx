import type { Settlement } from '@greenroom/contract/money/settlement/settlement.schema'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../../lib/dates.ts'
import { formatAnyMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import phone from '../../../ui/phone-sums.module.css'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { settlementColumns as headings, settlementMessages as messages } from './settlement-messages.ts'
import classes from './settlement-table.module.css'

const sums = ['payments', 'refunds', 'adjustments', 'fee', 'tax', 'net'] as const

const columns: readonly Column<Settlement>[] = [
  {
    key: 'settled',
    heading: headings.settled,
    width: 'clamp(190px, 18cqi, 260px)',
    className: classes.settled,
    lines: ['60%', '80%'],
    cell: ({ _id, settled_at, settlement_id, utr, sandbox }) => (
      <>
        <Link {...paths.settlement(_id)} className={classes.open}>
          {formatTime(settled_at)}
        </Link>
        <div className="gr-fine gr-faint gr-ellipsis" title={settlement_id}>
          {utr ?? settlement_id}
          {sandbox && ` · ${messages.sandbox}`}
        </div>
      </>
    ),
  },
  ...sums.map(
    (name): Column<Settlement> => ({
      key: name,
      heading: headings[name],
      phoneLabel: headings[name],
      className: `gr-num gr-nowrap ${phone.sum} ${name === 'net' ? 'gr-bold' : ''}`,
      isRight: true,
      lines: ['64px'],
      cell: (settlement) =>
        settlement[name] === 0 && name !== 'net' ? (
          <span className="gr-faint">–</span>
        ) : (
          formatAnyMoney(
            name === 'refunds' || name === 'fee' ? -settlement[name] : settlement[name],
            settlement.currency,
          )
        ),
    }),
  ),
  {
    key: 'state',
    heading: headings.state,
    width: 120,
    lines: ['70%'],
    cell: ({ state }) => <SettlementState state={state} />,
  },
]

/** Whether the lines of a settlement add up and agree with the books. */
export function SettlementState({ state }: Pick<Settlement, 'state'>) {
  return (
    <Badge shape={state === 'meets' ? 'tick' : 'ring'} tone={state === 'meets' ? 'ok' : 'warn'}>
      {messages.states[state]}
    </Badge>
  )
}

/** What Razorpay paid into the bank (OQ-781). */
export const SettlementTable = recordTable<Settlement>({
  label: messages.tableLabel,
  loading: messages.loading,
  keyOf: ({ _id }) => _id,
  className: classes.table,
  columns,
})
