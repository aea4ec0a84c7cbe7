import * as z from 'zod/mini'
import { CurrencyCode, moneySum } from '../../money.ts'
import { daysOf, longestReport, reportComparisons, reportSteps } from './report.rules.ts'

const day = (name: string) =>
  z
    .string({ error: `${name} must be a day such as 2026-11-21` })
    .check(z.refine(isDay, { error: `${name} must be a day such as 2026-11-21` }))

function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text) || text < '1910') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const reportFields = {
  currency_code: CurrencyCode,
  /** First and last business day. */
  from: day('from'),
  to: day('to'),
  compare: z.optional(z.enum(reportComparisons, { error: 'compare must be before or year' })),
}

const bounded = <Query extends { from: string; to: string }>() => [
  z.refine<Query>(({ from, to }) => from <= to, { error: 'From cannot be after To.', path: ['from'] }),
  z.refine<Query>((query) => daysOf(query) <= longestReport, {
    error: `Choose at most ${longestReport} days.`,
    path: ['to'],
  }),
]

/** What a report of sales sums up: one currency, at most 366 days, by day, week or month. */
export const SalesQuery = z
  .object({
    ...reportFields,
    step: z._default(z.enum(reportSteps, { error: 'step must be day, week or month' }), 'day'),
  })
  .check(...bounded())

/** The paid orders of some days, each with its refunds and its tax on the day of the order, in minor units. */
export const SalesSum = z.object({
  orders: z.int(),
  /** What was paid, before refunds. */
  completed: moneySum(),
  refunded: moneySum(),
  /** Completed less refunded. */
  net: moneySum(),
  /** Tax of the invoices less that of the credit notes. */
  tax: moneySum(),
  /** Completed by order, rounded; null without orders. */
  average: z.nullable(moneySum()),
})
export type SalesSum = z.output<typeof SalesSum>

const span = { from: z.string(), to: z.string() }

export const SalesReport = z.object({
  currency_code: CurrencyCode,
  total: SalesSum,
  /** The earlier period; absent unless it was asked for. */
  previous: z.optional(z.object({ ...span, total: SalesSum })),
  /** Every day, week or month of the period, the earliest first, also without orders. */
  steps: z.array(
    z.object({
      ...span,
      sum: SalesSum,
      /** The same part of the earlier period; null where that has no such day. */
      previous: z.optional(z.nullable(z.object({ ...span, sum: SalesSum }))),
    }),
  ),
})
export type SalesReport = z.output<typeof SalesReport>
