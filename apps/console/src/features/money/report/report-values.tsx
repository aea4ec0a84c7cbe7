import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './report.module.css'
import { comparisonLabels, reportMessages as messages } from './report-messages.ts'
import type { Report } from './report-search.ts'
import { changeText, daysText } from './report-texts.ts'

/** First and last business day, YYYY-MM-DD. */
export interface Days {
  from: string
  to: string
}

/** What rows hold: an amount or a number by name; null where there is none. */
export type Values<Name extends string> = Readonly<Record<Name, number | null>>

/** How the values of a report are named and written, and which rows they open. */
export interface ValueTexts<Name extends string> {
  /** In the order of the columns. */
  labels: Readonly<Record<Name, string>>
  format: (value: number, name: Name) => string
  /** What the links open: "orders". */
  opens?: string
}

interface ValueProps<Name extends string> {
  texts: ValueTexts<Name>
  name: Name
  value: number | null
  /** The list with the rows behind the value; absent where no list has such a filter. */
  link?: LinkProps | undefined
  /** Whose rows they are: the days, or a part. */
  of: string
  /** The row has a link for the keyboard already. */
  isRepeated?: boolean
}

/** A number that opens the rows behind it. */
export function Value<Name extends string>({
  texts: { labels, format, opens = messages.orders },
  name,
  value,
  link,
  of,
  isRepeated,
}: ValueProps<Name>): ReactNode {
  if (value === null) return <span className="gr-faint">–</span>
  const text = format(value, name)
  if (value === 0) return <span className="gr-faint">{text}</span>
  if (!link) return text
  return (
    <Link
      {...link}
      className={classes.number}
      tabIndex={isRepeated ? -1 : undefined}
      aria-label={messages.open(text, labels[name], of, opens)}
    >
      {text}
    </Link>
  )
}

interface BeforeProps<Name extends string> extends Omit<ValueProps<Name>, 'value'> {
  now: number | null
  /** undefined where there is nothing to compare with. */
  before: number | null | undefined
}

/** A value of the earlier period, with the change since. */
export function Before<Name extends string>({ now, before, ...value }: BeforeProps<Name>) {
  if (before === undefined) return <span className="gr-faint">–</span>
  const change = changeText(now, before)
  return (
    <span className={classes.before} title={value.of}>
      <Value value={before} {...value} isRepeated />
      {change && <span className={classes.change}>{change}</span>}
    </span>
  )
}

interface TotalsProps<Name extends string> {
  texts: ValueTexts<Name>
  total: Values<Name>
  previous?: Values<Name> | undefined
  compare: Report['compare']
  now: Days
  before: Days | undefined
  /** The list with the rows behind a value of some days; absent where there is none. */
  linkOf?: (days: Days, name: Name) => LinkProps | undefined
}

/** The totals of a report beside those of the earlier period. */
export function Totals<Name extends string>({
  texts,
  total,
  previous,
  compare,
  now,
  before,
  linkOf,
}: TotalsProps<Name>) {
  const shownValue = (name: Name, values: Values<Name>, days: Days) => (
    <Value texts={texts} name={name} value={values[name]} link={linkOf?.(days, name)} of={daysText(days)} />
  )
  return (
    <ul className={classes.totals} aria-label={messages.totals}>
      {namesOf(texts).map((name) => {
        const change = changeText(total[name], previous?.[name])
        return (
          <li key={name} className={classes.total}>
            <span className={classes.name}>{texts.labels[name]}</span>
            <span className={classes.value}>{shownValue(name, total, now)}</span>
            {previous && before && compare !== 'none' && (
              <span className={classes.compared}>
                {change && <span className={classes.change}>{change}</span>} {comparisonLabels[compare]}:{' '}
                {shownValue(name, previous, before)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the names of values in the order of their labels. */
export function namesOf<Name extends string>({ labels }: Pick<ValueTexts<Name>, 'labels'>): Name[] {
  return Object.keys(labels) as Name[]
}
