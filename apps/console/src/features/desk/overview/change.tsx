import { percentChange, type SpanSum } from '@greenroom/contract/desk/overview/overview.rules'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import classes from './change.module.css'
import { moneyMessages as messages } from './overview-messages.ts'

/** By how much a span differs from the one before, in percent; nothing where there is no percentage. */
export function Change({ now, before }: { now: SpanSum; before: SpanSum }) {
  const percent = percentChange(now.net, before.net)
  if (percent === null || before.orders === 0) return null
  const isMore = percent >= 0
  const Arrow = isMore ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={classes.change} data-less={!isMore || undefined}>
      <Arrow size={14} stroke={2} aria-hidden="true" />
      <span className="gr-unseen">{isMore ? messages.more : messages.less} </span>
      {Math.abs(percent).toLocaleString('en-IN')}%
    </span>
  )
}
