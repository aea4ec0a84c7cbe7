import {
  daysOfSpan,
  type MoneySpan,
  type MoneySums,
  moneyOfSpan,
  type SpanSum,
} from '@greenroom/contract/desk/overview/overview.rules'
import type { CurrencyCode } from '@greenroom/contract/money'
import { IconReceiptRupee } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatCompactMoney } from '../../../lib/compact-money.ts'
import { formatMoney, formatShortMoney, shownCurrencies } from '../../../lib/money.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { Change } from './change.tsx'
import { DayTable } from './day-table.tsx'
import classes from './money-part.module.css'
import { ordersLink } from './overview-links.ts'
import { moneyMessages as messages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'
import { dayMonthText } from './overview-texts.ts'
import { PictureToggle } from './picture-toggle.tsx'

const route = getRouteApi('/signed-in/overview')
/** Formats a sum in whole units: the number that one looks at. The table and the list have the paise. */
const wholeMoney = (minor: number, currency: CurrencyCode) =>
  formatShortMoney(Math.round(minor / 100) * 100, currency)

const ranges = { 7: '7 days', 30: '30 days', 90: '90 days' } as const

/** What came in, against the span before it: one number with its days, and the facts beside it (OQ-446). */
export function MoneyPart({ money }: { money: MoneySums }) {
  const { currency: wanted, days: range = '30', as } = route.useSearch()
  const navigate = useNavigate()
  const currencies = shownCurrencies.filter((currency) =>
    money.days.some(({ currency_code }) => currency_code === currency),
  )
  const currency = currencies.find((one) => one === wanted) ?? currencies[0]
  const days = Number(range) as MoneySpan
  const charted = useMemo(() => (currency ? daysOfSpan(money, currency, days) : []), [money, currency, days])
  if (currency === undefined) {
    return (
      <OverviewPart title={messages.title}>
        <StatePanel kind="empty" icon={IconReceiptRupee} title={messages.empty} help={messages.emptyHelp} />
      </OverviewPart>
    )
  }
  const show = (changed: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ to: '.', search: (search) => ({ ...search, ...changed }), replace: true })
  const span = moneyOfSpan(money, currency, days)
  return (
    <OverviewPart
      title={messages.title}
      help={messages.help}
      actions={
        <>
          {currencies.length > 1 && (
            <SegmentedControl
              label={messages.currency}
              withLabel={false}
              options={{ INR: 'INR', USD: 'USD' }}
              value={currency}
              onChange={(chosen) => show({ currency: chosen === currencies[0] ? undefined : chosen })}
            />
          )}
          <SegmentedControl
            label={messages.range}
            withLabel={false}
            options={ranges}
            value={range}
            onChange={(chosen) => show({ days: chosen === '30' ? undefined : chosen })}
          />
        </>
      }
    >
      <div className={classes.panel}>
        <div className={classes.main}>
          <p className={classes.total}>
            <Link
              {...ordersLink(currency, span.now)}
              className={classes.number}
              title={formatMoney(span.now.net, currency)}
            >
              {wholeMoney(span.now.net, currency)}
            </Link>
            <Change {...span} />
            <span className="gr-faint">
              {span.before.orders === 0
                ? messages.noneBefore(days)
                : messages.before(wholeMoney(span.before.net, currency), days)}
            </span>
          </p>
          {as === 'table' ? (
            <DayTable days={charted} currency={currency} />
          ) : (
            <Chart
              kind="bars"
              height={260}
              label={messages.chart(currency, days)}
              names={{ value: messages.net, previous: messages.daysBefore(days) }}
              points={charted.map(({ now, before }) => ({
                day: now.from,
                value: now.net,
                previous: before.net,
              }))}
              format={(minor) => formatMoney(minor, currency)}
              formatTick={(minor) => formatCompactMoney(minor, currency)}
              formatDay={(day) => (day === money.today ? messages.spans[1] : dayMonthText(day))}
            />
          )}
          <div className={classes.foot}>
            <PictureToggle
              of={messages.picture(currency)}
              isTable={as === 'table'}
              onChange={(isTable) => show({ as: isTable ? 'table' : undefined })}
            />
          </div>
        </div>
        <Facts money={money} currency={currency} days={days} span={span.now} currencies={currencies} />
      </div>
    </OverviewPart>
  )
}

interface FactsProps {
  money: MoneySums
  currency: CurrencyCode
  currencies: readonly CurrencyCode[]
  days: MoneySpan
  /** The span that the chart shows. */
  span: SpanSum
}

/** Today, the last week, what was given back, and the other currency. */
function Facts({ money, currency, currencies, days, span }: FactsProps) {
  const today = moneyOfSpan(money, currency, 1)
  const week = moneyOfSpan(money, currency, 7)
  const other = currencies.find((one) => one !== currency)
  const inOther = other && moneyOfSpan(money, other, days)
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{messages.today}</dt>
        <dd>
          <Link
            {...ordersLink(currency, today.now)}
            className={classes.amount}
            title={formatMoney(today.now.net, currency)}
            data-fact="today"
          >
            {wholeMoney(today.now.net, currency)}
          </Link>
        </dd>
        <dd className={classes.fine}>
          {messages.orders(today.now.orders)} · {messages.yesterday(wholeMoney(today.before.net, currency))}
        </dd>
      </div>
      <div>
        <dt>{messages.spans[7]}</dt>
        <dd>
          <Link {...ordersLink(currency, week.now)} className={classes.amount}>
            {wholeMoney(week.now.net, currency)}
          </Link>
          <Change {...week} />
        </dd>
        <dd className={classes.fine}>{messages.orders(week.now.orders)}</dd>
      </div>
      <div>
        <dt>{messages.refunded(days)}</dt>
        <dd>
          <span className={classes.amount}>{wholeMoney(span.refunded, currency)}</span>
          {span.completed > 0 && (
            <span className="gr-small gr-faint">{messages.share(span.refunded / span.completed)}</span>
          )}
        </dd>
        <dd className={classes.fine}>{messages.ofPaid(wholeMoney(span.completed, currency))}</dd>
      </div>
      <div>
        <dt>{other ? messages.inCurrency(other, days) : messages.average(days)}</dt>
        <dd>
          {other && inOther ? (
            <Link {...ordersLink(other, inOther.now)} className={classes.amount}>
              {wholeMoney(inOther.now.net, other)}
            </Link>
          ) : (
            <span className={classes.amount}>
              {formatMoney(span.orders === 0 ? 0 : Math.round(span.completed / span.orders), currency)}
            </span>
          )}
        </dd>
        <dd className={classes.fine}>{messages.orders((inOther?.now ?? span).orders)}</dd>
      </div>
    </dl>
  )
}
