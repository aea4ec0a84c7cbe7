import * as z from 'zod/mini'
import { CurrencyCode } from '../../money.ts'

/** Sums of documents in minor units. */
export const TaxSum = z.object({
  count: z.int(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
  total: z.int(),
})
export type TaxSum = z.output<typeof TaxSum>

/** The sums of one currency: invoices less credit notes. `count` counts both. */
const CurrencySum = z.extend(TaxSum, { currency_code: CurrencyCode })

/** How far a month is compared with the payment gateway. */
const MonthComparison = z.object({
  /** Open differences about money that moved in the month. */
  differences: z.int(),
  /** Days that are over and weren't compared since. Days before the first comparison don't count. */
  days_missing: z.int(),
  /** When a day of the month was last compared. */
  finished_at: z.nullable(z.string()),
  /** Whether the month was over before the first comparison. */
  is_earlier: z.boolean(),
  /** Whether a day of the month is being compared, or waits for it. */
  is_running: z.boolean(),
})

/** A calendar month of documents. */
export const GstMonth = z.object({
  month: z.string(),
  invoices: z.int(),
  credit_notes: z.int(),
  debit_notes: z.int(),
  sums: z.array(CurrencySum),
  /** Current invoices without the buyer's State. */
  state_missing: z.int(),
  /** Documents in dollars that cannot be reported yet. */
  rate_missing: z.int(),
  /** Rupees for one dollar, as text with up to four decimals. */
  usd_rate: z.nullable(z.string()),
  /** The rate of the latest month before this one that has a rate. */
  earlier_rate: z.nullable(z.object({ month: z.string(), usd_rate: z.string() })),
  comparison: MonthComparison,
  /** The last file of GSTR-1; null before the first. */
  exported: z.nullable(
    z.object({
      at: z.string(),
      /** E-mail address of who asked for it. */
      by: z.string(),
      documents: z.int(),
      /** Documents that are dated in the month and came after the file. */
      later: z.int(),
      /** Whether the return would have other sums or documents by now. */
      is_outdated: z.boolean(),
    }),
  ),
  /** Paid orders of the month whose invoice isn't issued yet. */
  documents_due: z.int(),
  /** Refunds of the month that the gateway hasn't settled, or that have no credit note yet. */
  refunds_open: z.int(),
  /** Whether the tables of GSTR-1 equal the registers; null for a filed month. */
  is_balanced: z.nullable(z.boolean()),
  filed_at: z.nullable(z.string()),
  filed_by: z.nullable(z.string()),
  /** The portal's acknowledgement (ARN) of the filed return. */
  arn: z.nullable(z.string()),
  /** Of the rate and the mark that it is filed; 0 before the first of them. */
  version: z.int(),
})
export type GstMonth = z.output<typeof GstMonth>

/** A financial year, for the date of its annual return. */
export const GstYear = z.object({
  /** In which it starts. */
  year: z.int(),
  /** YYYY-MM-DD */
  annual_return_filed_on: z.nullable(z.string()),
  /** The last day on which credit notes reduce the tax of its invoices. */
  last_day_of_credit: z.string(),
  /** 0 before the first date. */
  version: z.int(),
})
export type GstYear = z.output<typeof GstYear>

const arnMessage = 'Enter the 15 characters of the ARN, such as AA290926123456X'

/** Acknowledgement Reference Number of the GST portal. */
export const Arn = z
  .string({ error: arnMessage })
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}[0-9A-Z]{13}$/, arnMessage))

/** The tables of GSTR-1, in the order of the form. */
export const gstTables = ['b2b', 'b2cl', 'exp', 'b2cs', 'cdnr', 'cdnur'] as const
export type GstTable = (typeof gstTables)[number]

/** What is reported, in rupees: every document is in exactly one table. Credit notes count negatively. */
export const GstReturnSummary = z.object({
  month: z.string(),
  tables: z.array(z.extend(TaxSum, { table: z.enum(gstTables) })),
  /** Of all tables. */
  reported: TaxSum,
  /** Of the registers, at the month's rate. Equal to `reported` unless documents wait for a rate. */
  registered: TaxSum,
  rate_missing: z.array(
    z.object({
      serial: z.string(),
      document_date: z.string(),
      currency_code: CurrencyCode,
      total: z.int(),
      /** The month whose rate is missing: that of the invoice, for a credit note. */
      rate_month: z.string(),
    }),
  ),
  /** Documents that came after the last file of GSTR-1, the newest first; at most 100. */
  later: z.array(
    z.object({
      serial: z.string(),
      kind: z.enum(['invoice', 'credit-note', 'debit-note']),
      document_date: z.string(),
      issued_at: z.string(),
      transaction_id: z.string(),
      currency_code: CurrencyCode,
      total: z.int(),
    }),
  ),
})
export type GstReturnSummary = z.output<typeof GstReturnSummary>

const rateMessage = 'Enter rupees for one dollar, such as 83.25'

/** A rate outside of these has lost its decimal point. */
const leastRate = 20
const largestRate = 200
const rateBoundsMessage = `One dollar is ${leastRate} to ${largestRate} rupees. Check the decimal point.`

/** Rupees for one dollar, with at most four decimals. */
export const UsdRate = z.string({ error: rateMessage }).check(
  z.trim(),
  z.regex(/^[0-9]{1,4}(\.[0-9]{1,4})?$/, { error: rateMessage, abort: true }),
  z.refine((text) => Number(text) >= leastRate && Number(text) <= largestRate, { error: rateBoundsMessage }),
)
