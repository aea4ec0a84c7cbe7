import { type MoneySpan, moneyOfSpan, moneySpans } from '@greenroom/contract/desk/overview/overview.rules'
import type { DaySum } from '@greenroom/contract/desk/overview/overview.schema'
import type { CurrencyCode } from '@greenroom/contract/money'
import { IconReceiptRupee } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { MoneyChart } from './money-chart.tsx'
import classes from './money-part.module.css'
import { ordersLink } from './overview-links.ts'
import { moneyMessages as messages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'
import { changeText } from './overview-texts.ts'
import { PictureToggle } from './picture-toggle.tsx'

interface MoneyPartProps {
  money: readonly DaySum[]
  /** YYYY-MM-DD */
  today: string
}

/** What came in today, in seven and in thirty days per currency, against the span before (OQ-446). */
export function MoneyPart({ money, today }: MoneyPartProps) {
  const [wanted, setWanted] = useState<CurrencyCode>()
  const [isTable, setIsTable] = useState(false)
  const currencies = shownCurrencies.filter((currency) =>
    money.some(({ currency_code }) => currency_code === currency),
  )
  const charted = currencies.find((currency) => currency === wanted) ?? currencies[0]
  if (charted === undefined) {
    return (
      <OverviewPart title={messages.title}>
        <StatePanel kind="empty" icon={IconReceiptRupee} title={messages.empty} help={messages.emptyHelp} />
      </OverviewPart>
    )
  }
  return (
    <OverviewPart title={messages.title} help={messages.help}>
      {currencies.map((currency) => (
        <ul key={currency} className={classes.spans} aria-label={currency}>
          {moneySpans.map((days) => (
            <Span key={days} days={days} money={money} currency={currency} today={today} />
          ))}
        </ul>
      ))}
      <div className={classes.tools}>
        {currencies.length > 1 && (
          <SegmentedControl
            label={messages.currency}
            withLabel={false}
            options={{ INR: 'INR', USD: 'USD' }}
            value={charted}
            onChange={setWanted}
          />
        )}
        <span className="gr-push">
          <PictureToggle of={messages.picture(charted)} isTable={isTable} onChange={setIsTable} />
        </span>
      </div>
      <MoneyChart money={money} currency={charted} today={today} isTable={isTable} />
    </OverviewPart>
  )
}

function Span({
  days,
  money,
  currency,
  today,
}: {
  days: MoneySpan
  money: readonly DaySum[]
  currency: CurrencyCode
  today: string
}) {
  const compared = moneyOfSpan(money, currency, today, days)
  const { now } = compared
  return (
    <li className={classes.span} data-days={days}>
      <span>{messages.spans[days]}</span>
      <Link {...ordersLink(currency, now)} className={classes.amount}>
        {formatMoney(now.net, currency)} <span className={classes.code}>{currency}</span>
      </Link>
      <span className={classes.fine}>{messages.orders(now.orders)}</span>
      <span className={classes.change}>{changeText(compared, currency, days)}</span>
    </li>
  )
}
