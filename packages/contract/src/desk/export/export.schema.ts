import * as z from 'zod/mini'
import { Month } from '../../calendar-month.ts'
import { Id } from '../../field.ts'
import { CouponExportFilters } from '../../money/coupon/coupon.endpoints.ts'
import { documentKinds } from '../../money/document/document.schema.ts'
import { dayBases, dayBasisMessage } from '../../money/month-money/month-money.schema.ts'
import { NumbersFilters } from '../../money/report/report.schema.ts'
import { TransactionFilters } from '../../money/transaction/transaction.endpoints.ts'
import { PeopleFilters } from '../../people/people-list/people-list.schema.ts'
import { RegistrationFilters } from '../../sessions/registration/registration.endpoints.ts'
import { HistoryFilters } from '../history/history.schema.ts'

const exportKinds = [
  'transactions',
  'documents',
  'gst-return',
  'history',
  'registrations',
  'numbers',
  'coupons',
  'people',
  'settlements',
  'journal',
] as const
export type ExportKind = (typeof exportKinds)[number]

const exportFormats = ['csv', 'xlsx', 'json', 'xml'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** An export is open while it waits or runs. An expired one has lost its file. */
const exportStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** How long the file of an export is kept, in hours. */
export const exportKeptHours = 24

/** The columns of exported transactions, with their headings. */
export const transactionColumns = {
  reference: 'Order',
  status: 'Status',
  ordered_at: 'Ordered at',
  completed_at: 'Paid at',
  entity_type: 'Type',
  entity_title: 'Title',
  entity_start_time: 'Session starts at',
  buyer: 'Buyer',
  phone: 'Phone',
  email: 'E-mail',
  currency: 'Currency',
  amount: 'Amount',
  discount: 'Discount',
  refunded: 'Refunded',
  refunded_at: 'Last refunded at',
  tax: 'Tax',
  coupon: 'Coupon',
  payment_id: 'Payment ID',
  gateway_order_id: 'Gateway order ID',
  payment_method: 'Payment method',
  billing_name: 'Billing name',
  billing_address: 'Billing address',
  billing_state: 'Billing State',
  billing_country: 'Billing country',
  gstin: 'GSTIN',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
} as const
export type TransactionColumn = keyof typeof transactionColumns
export const transactionColumnNames = Object.keys(transactionColumns) as [
  TransactionColumn,
  ...TransactionColumn[],
]

const exportMessages = {
  kind: `kind must be ${exportKinds.slice(0, -1).join(', ')} or ${exportKinds.at(-1)}`,
  table: 'format must be csv or xlsx',
  journal: 'format must be csv, xlsx or xml',
  return: 'format must be json or xlsx',
  form: 'form must be gstr1, gstr1a, gstr3b or amendments',
  sheets: 'Only GSTR-1 can be exported as JSON',
  columns: 'Choose at least one column',
  column: `columns must be some of ${transactionColumnNames.join(', ')}`,
  settlementRows: 'of must be settlements, lines or days',
  documentKind: 'document_kind must be invoice, credit-note or debit-note',
} as const

const tableFormat = z.enum(['csv', 'xlsx'], { error: exportMessages.table })

/** Exactly the rows that the list of transactions has with these filters. */
export const TransactionExport = z.object({
  kind: z.literal('transactions'),
  format: tableFormat,
  filters: TransactionFilters,
  /** In this order; all of them by default. */
  columns: z.optional(
    z
      .array(z.enum(transactionColumnNames, { error: exportMessages.column }))
      .check(z.minLength(1, exportMessages.columns), z.maxLength(100, exportMessages.column)),
  ),
})

/** The register of the invoices or the credit notes of a month, or of both. */
export const DocumentExport = z.object({
  kind: z.literal('documents'),
  format: tableFormat,
  month: Month,
  document_kind: z.optional(z.enum(documentKinds, { error: exportMessages.documentKind })),
})

/**
 * - `gstr1`: the return of a month
 * - `gstr1a`: what came after the last file of a filed month
 * - `gstr3b`: the sums that GSTR-3B of a month asks for
 * - `amendments`: what the corrections of a month change in filed ones
 */
const returnForms = ['gstr1', 'gstr1a', 'gstr3b', 'amendments'] as const
export type ReturnForm = (typeof returnForms)[number]

/** The returns of a month: one sheet for each table, and GSTR-1 also as the JSON of the GST portal. */
export const GstReturnExport = z
  .object({
    kind: z.literal('gst-return'),
    format: z.enum(['json', 'xlsx'], { error: exportMessages.return }),
    month: Month,
    /** GSTR-1 by default. */
    form: z.optional(z.enum(returnForms, { error: exportMessages.form })),
  })
  .check(
    z.refine(({ format, form = 'gstr1' }) => format === 'xlsx' || form === 'gstr1', {
      path: ['format'],
      error: exportMessages.sheets,
    }),
  )

/** Exactly the entries that the history has with these filters. Needs the permissions of the history as well. */
const HistoryExport = z.object({
  kind: z.literal('history'),
  format: tableFormat,
  filters: HistoryFilters,
})

/** Exactly the people that the list of a session has with these filters. Needs the permission of the list as well. */
const RegistrationExport = z.object({
  kind: z.literal('registrations'),
  format: tableFormat,
  filters: RegistrationFilters,
})

/** The rows of a report of sales, by time or by what the orders have in common. */
export const NumbersExport = z.object({
  kind: z.literal('numbers'),
  format: tableFormat,
  filters: NumbersFilters,
})

/** Exactly the coupons that their list has with these filters, or the selected ones of them. Needs the permission of the list as well. */
const CouponExport = z.object({
  kind: z.literal('coupons'),
  format: tableFormat,
  filters: CouponExportFilters,
})

/** Exactly the people that their list has with these filters, in its order. Needs the permissions of the list as well. */
const PeopleExport = z.object({
  kind: z.literal('people'),
  format: tableFormat,
  filters: PeopleFilters,
})

/** Settlements of a month, or the lines of them or of one settlement, or the money of each day of a month. */
export const SettlementExport = z.object({
  kind: z.literal('settlements'),
  format: tableFormat,
  /** What the rows are. */
  of: z.enum(['settlements', 'lines', 'days'], { error: exportMessages.settlementRows }),
  month: z.optional(Month),
  settlement: z.optional(Id),
  /** The day that counts money, for the rows "days". */
  by: z.optional(z.enum(dayBases, { error: dayBasisMessage })),
})

/** The journal of a month, an entry a row; as XML the vouchers that Tally imports. */
export const JournalExport = z.object({
  kind: z.literal('journal'),
  format: z.enum(['csv', 'xlsx', 'xml'], { error: exportMessages.journal }),
  month: Month,
})

export const NewExport = z.discriminatedUnion(
  'kind',
  [
    TransactionExport,
    DocumentExport,
    GstReturnExport,
    HistoryExport,
    RegistrationExport,
    NumbersExport,
    CouponExport,
    PeopleExport,
    SettlementExport,
    JournalExport,
  ],
  { error: exportMessages.kind },
)
export type NewExport = z.output<typeof NewExport>

export const Export = z.object({
  _id: z.string(),
  kind: z.enum(exportKinds),
  format: z.enum(exportFormats),
  file_name: z.string(),
  state: z.enum(exportStates),
  rows_done: z.int(),
  /** How many rows there were when it was requested. */
  rows_total: z.int(),
  byte_size: z.nullable(z.int()),
  /** Why it failed. */
  problem: z.nullable(z.string()),
  requested_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** When its file is deleted. */
  expires_at: z.nullable(z.string()),
})
export type Export = z.output<typeof Export>
