import * as z from 'zod/mini'
import { PersonalNote } from '../../access/personal.ts'
import { dayField } from '../../day-field.ts'
import { isRecordId, reference } from '../../field.ts'
import { CurrencyCode, moneySum } from '../../money.ts'
import { transactionTypes } from '../transaction/transaction-kinds.ts'
import {
  daysOf,
  fillingKinds,
  longestReport,
  otherReports,
  reportComparisons,
  reportDimensions,
  reportSteps,
} from './report.rules.ts'

/** The days of a report and what it is compared with; `bounded` checks them. */
export const periodFields = {
  /** First and last business day. */
  from: dayField('from'),
  to: dayField('to'),
  compare: z.optional(z.enum(reportComparisons, { error: 'compare must be before or year' })),
}

const notAnId = 'session_id must be an id'
/** Which sessions a report of seats has: those of one kind or all, or one session. */
export const seatsFields = {
  kind: z.optional(z.enum(fillingKinds, { error: `kind must be ${fillingKinds.join(', ')}` })),
  session_id: z.optional(reference(notAnId).check(z.refine(isRecordId, { error: notAnId }))),
}
const reportFields = { currency_code: CurrencyCode, ...periodFields }

/** Refuses reversed days, and more than 366. */
export const bounded = <Query extends { from: string; to: string }>() => [
  z.refine<Query>(({ from, to }) => from <= to, { error: "From can't be after To.", path: ['from'] }),
  z.refine<Query>((query) => daysOf(query) <= longestReport, {
    error: `Choose at most ${longestReport} days.`,
    path: ['to'],
  }),
]

export const step = z._default(z.enum(reportSteps, { error: 'step must be day, week or month' }), 'day')
const exported = [...reportDimensions, 'buyers', ...otherReports] as const
const dimension = z.enum(reportDimensions, { error: `dimension must be ${reportDimensions.join(', ')}` })

/** What a report divides: one currency, at most 366 days. */
export const PartsQuery = z.object({ ...reportFields, dimension }).check(...bounded())

/** What a report of sales sums up: one currency, at most 366 days, by day, week or month. */
export const SalesQuery = z
  .object({
    ...reportFields,
    step,
  })
  .check(...bounded())

/**
 * What an export of numbers contains: the parts of a dimension, buyers, another report, or the sales of days, weeks or
 * months. Another report takes no notice of the currency, and needs the permission of its rows as well; that of seats
 * alone takes notice of the kind and the session.
 */
export const NumbersFilters = z
  .object({
    ...reportFields,
    ...seatsFields,
    step,
    dimension: z.optional(
      z.enum(exported, {
        error: `dimension must be ${exported.slice(0, -1).join(', ')} or ${exported.at(-1)}`,
      }),
    ),
  })
  .check(...bounded())
export type NumbersFilters = z.output<typeof NumbersFilters>

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

export const span = { from: z.string(), to: z.string() }

/** Returns the members of a report that counts a period and its days, weeks or months. */
export const countedSteps = <Counts extends z.ZodMiniType>(counts: Counts) => ({
  total: counts,
  /** The earlier period; absent unless it was asked for. */
  previous: z.optional(z.object({ ...span, total: counts })),
  /** Every day, week or month of the period, the earliest first. */
  steps: z.array(
    z.object({
      ...span,
      counts,
      /** The same part of the earlier period; null where that has no such day. */
      previous: z.optional(z.nullable(z.object({ ...span, counts }))),
    }),
  ),
})

/** Who paid in some days, each once. */
export const BuyerCounts = z.object({
  buyers: z.int(),
  /** Those without a paid order in this currency before. */
  new: z.int(),
  returning: z.int(),
})
export type BuyerCounts = z.output<typeof BuyerCounts>

/** Somebody who paid in two steps is in both. */
export const BuyersReport = z.object({ currency_code: CurrencyCode, ...countedSteps(BuyerCounts) })
export type BuyersReport = z.output<typeof BuyersReport>

/** The orders with the same session, creator, coupon and so on. */
export const ReportPart = z.object({
  /** An id, or the value itself; null for orders without one. */
  key: z.nullable(PersonalNote),
  /** null without a key. */
  name: z.nullable(PersonalNote),
  /** The type of the orders, of a session or a membership. */
  type: z.nullable(z.enum(transactionTypes)),
  sum: SalesSum,
  /** The same orders of the earlier period; absent unless it was asked for. */
  previous: z.optional(SalesSum),
})
export type ReportPart = z.output<typeof ReportPart>

export const PartsReport = z.object({
  currency_code: CurrencyCode,
  total: SalesSum,
  /** The earlier period; absent unless it was asked for. */
  previous: z.optional(z.object({ ...span, total: SalesSum })),
  /** Those with the most completed first. */
  parts: z.array(ReportPart),
  /** How many further parts there are, and the sum of their orders. */
  others: z.object({ count: z.int(), sum: SalesSum }),
})
export type PartsReport = z.output<typeof PartsReport>

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
