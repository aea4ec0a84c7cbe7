import { taxTimeZone } from '@greenroom/contract/calendar-day'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { DocumentKind } from '@greenroom/contract/money/document/document.schema'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import { type Amounts, type DocumentGroup, readDocument } from './gst-tables.ts'

// A credit note is converted at the rate of its invoice's month, so that it takes off what was reported.
/** Documents, with their `invoice` and the `period` of their rate. */
export const documents = documentsAs('')

/** Names documents, their invoices and the periods of their rates. @param prefix of the names */
function documentsAs(prefix: string): string {
  const [document, invoice, period] = ['document', 'invoice', 'period'].map((name) => prefix + name)
  return `tax_document as ${document}
    left join tax_document as ${invoice} on ${invoice}.id = ${document}.invoice_id
    left join gst_period as ${period}
      on ${period}.month = to_char(coalesce(${invoice}.document_date, ${document}.document_date), 'YYYY-MM')`
}

/** Documents of the month $1. */
export const inMonth = `document.document_date >= ($1::text || '-01')::date
  and document.document_date < (($1::text || '-01')::date + interval '1 month')::date`

// Documents of the sandbox are not valid. While there are no others they are a trial, and its return has them. Financial
// credit notes reduce no tax.
/** Whether what the sandbox made counts, as SQL. @param sandbox a column */
export const countsSandbox = (sandbox: string) =>
  `(not ${sandbox} or not exists (select from tax_document as valid where not valid.sandbox))`
const isReported = `not document.is_financial and ${countsSandbox('document.sandbox')}`
const inReturn = `${inMonth} and ${isReported}`

/** Rupees for one dollar: that of the payment if the document has it, else that of the month. */
const rate = 'coalesce(document.usd_rate, period.usd_rate)'

/** The columns that decide on a document's table and amounts, in the order of `readDocument`. */
const decisive = [
  'document.kind',
  'document.supply',
  'document.place_of_supply',
  'document.recipient_gstin',
  'document.sac',
  'document.rate_percent',
  'document.currency_code',
  'document.total',
  'document.taxable',
  'document.cgst',
  'document.sgst',
  'document.igst',
  'invoice.document_date',
  'invoice.total',
  rate,
]

/** What `readDocument` reads of a document. */
const cells = `${decisive.join(', ')}, document.serial, document.series, document.number, document.document_date,
  document.financial_year`

/**
 * Selects the documents of a month as texts, ordered by kind, series and number.
 * @param which `later`: only those that came after the file that was filed
 */
export function returnStatement(month: string, which: 'all' | 'later' = 'all'): RowStatement {
  const file = which === 'all' ? '' : `cross join (${lastFile('$1')}) as file`
  return {
    text: `select ${cells} from ${documents} ${file}
      where ${inReturn}${file && ` and ${afterExport('file.last_numbers')}`}
      order by document.kind desc, document.series, document.financial_year, document.number`,
    values: [month],
  }
}

/** Selects the documents that replace those of earlier, filed months: each original, then what replaces it. */
export function amendmentStatement(month: string): RowStatement {
  return {
    text: `select ${cells.replaceAll(/\b(document|invoice|period)\./g, 'original_$1.')}, ${cells}
      from ${documents}
      join (${documentsAs('original_')}) on original_document.id = document.replaces
      join gst_period as filed
        on filed.month = to_char(original_document.document_date, 'YYYY-MM') and filed.filed_at is not null
      where ${inReturn} and filed.month < $1::text
      order by original_document.document_date, original_document.serial`,
    values: [month],
  }
}

/** Counts the rows of a statement of this file. */
export async function countRows(db: Database, { text, values }: RowStatement): Promise<number> {
  const { rows } = await db.executeQuery<{ count: number }>(
    CompiledQuery.raw(`select count(*)::int as count from (${text}) as listed`, [...values]),
  )
  return rows[0]?.count ?? 0
}

/** Sums the tax on the gateway's fees of the settlements of a month, in paise. */
export async function sumGatewayTax(db: Database, month: string): Promise<number> {
  const { rows } = await db.executeQuery<{ tax: number }>(
    CompiledQuery.raw(
      `select coalesce(sum(tax), 0)::bigint as tax from settlement
        where settled_at >= ${startOf("($1::text || '-01')::date")}
          and settled_at < ${startOf("(($1::text || '-01')::date + interval '1 month')")}
          and currency_code = 'INR'
          and ${countsSandbox('sandbox')}`,
      [month],
    ),
  )
  return rows[0]?.tax ?? 0
}

/** Groups the documents of a month by all that their table and their amounts depend on. */
export async function groupDocuments(db: Database, month: string): Promise<DocumentGroup[]> {
  const grouped = decisive.map((column) =>
    column === 'document.recipient_gstin' ? '(document.recipient_gstin is not null)' : column,
  )
  const { rows } = await db.executeQuery<Record<string, string | number | null>>(
    CompiledQuery.raw(
      `select ${grouped.map((column, at) => `(${column})::text as c${at}`).join(', ')}, count(*)::int as documents
        from ${documents} where ${inReturn} group by ${grouped.join(', ')}`,
      [month],
    ),
  )
  return rows.map(({ documents, ...row }) => ({
    ...readDocument([
      ...decisive.map((_, at) => row[`c${at}`] as string | null),
      ...['', '', '0', `${month}-01`, '0'],
    ]),
    documents: documents as number,
  }))
}

const taxParts = ['taxable', 'cgst', 'sgst', 'igst']

/** An amount of a document in paise, as SQL; null in dollars without a rate. */
export const inPaise = (name: string) => `case document.currency_code when 'INR' then document.${name}
    else round(document.${name} * ${rate}) end`

/** The sums of the registers in paise. Documents in dollars count at their rate; those without one are left out. */
export async function sumRegisters(db: Database, month: string): Promise<Amounts & { count: number }> {
  const signed = (value: string) =>
    `coalesce(sum(case document.kind when 'credit-note' then -1 else 1 end * (${value})), 0)::bigint`
  const { rows } = await db.executeQuery<Amounts & { count: number }>(
    CompiledQuery.raw(
      `select count(*)::int as count, ${taxParts.map((name) => `${signed(inPaise(name))} as ${name}`).join(', ')},
          ${signed(taxParts.map((name) => `(${inPaise(name)})`).join(' + '))} as total
        from ${documents}
        where ${inReturn} and (document.currency_code = 'INR' or ${rate} is not null)`,
      [month],
    ),
  )
  return rows[0] as Amounts & { count: number }
}

/** Lists documents in dollars whose month has no rate, the newest first. */
export async function listWithoutRate(db: Database, month: string, limit: number) {
  const { rows } = await db.executeQuery<{
    serial: string
    document_date: string
    currency_code: CurrencyCode
    total: number
    rate_month: string
  }>(
    CompiledQuery.raw(
      `select document.serial, document.document_date, document.currency_code, document.total,
          to_char(coalesce(invoice.document_date, document.document_date), 'YYYY-MM') as rate_month
        from ${documents} where ${inReturn} and document.currency_code <> 'INR' and ${rate} is null
        order by document.document_date desc, document.serial desc limit $2`,
      [month, limit],
    ),
  )
  return rows
}

/**
 * Documents of a month that came after a file of its return: numbers are taken one after the other, so those with a
 * number that the file doesn't reach.
 */
const afterExport = (numbers: string) => `${isReported}
  and document.number > coalesce((${numbers}->>(document.series || ' ' || document.financial_year))::integer, 0)`

/**
 * The last file of a month's return that was made before the month was marked as filed: what was filed. @param month as SQL
 */
function lastFile(month: string): string {
  return `select file.* from gst_export as file
    where file.month = ${month} and file.exported_at <= coalesce(
      (select filed_at from gst_period where gst_period.month = ${month}), 'infinity')
    order by file.exported_at desc, file.id desc limit 1`
}

/** Lists documents that came after the last file of a month's return, the newest first. */
export async function listAfterExport(db: Database, month: string, limit: number) {
  const { rows } = await db.executeQuery<{
    serial: string
    kind: DocumentKind
    document_date: string
    issued_at: Date
    transaction_id: string
    currency_code: CurrencyCode
    total: number
  }>(
    CompiledQuery.raw(
      `select document.serial, document.kind, document.document_date, document.issued_at, document.transaction_id,
          document.currency_code, document.total
        from (${lastFile('$1')}) as file
        join tax_document as document on ${inMonth} and ${afterExport('file.last_numbers')}
        order by document.issued_at desc, document.serial desc limit $2`,
      [month, limit],
    ),
  )
  return rows
}

/** Returns a filed month with credit notes for a month's invoices in dollars; undefined without one. */
export async function findFiledWithRateOf(db: Database, month: string): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ month: string }>(
    CompiledQuery.raw(
      `select filed.month from tax_document as document
        join tax_document as note on note.invoice_id = document.id
        join gst_period as filed
          on filed.month = to_char(note.document_date, 'YYYY-MM') and filed.filed_at is not null
        where ${inMonth} and document.kind = 'invoice' and document.currency_code <> 'INR'
          and document.usd_rate is null and filed.month <> $1
        order by filed.month limit 1`,
      [month],
    ),
  )
  return rows[0]?.month
}

export interface MonthRow {
  month: string
  invoices: number
  credit_notes: number
  debit_notes: number
  state_missing: number
  rate_missing: number
  usd_rate: string | null
  earlier_rate: { month: string; usd_rate: string } | null
  filed_at: Date | null
  filed_by: string | null
  arn: string | null
  version: number
  /** The last file of the return, with its sums in paise. */
  exported: (Omit<Amounts, 'total'> & { at: string; by: string; documents: number; later: number }) | null
  documents_due: number
  refunds_open: number
  sums: ({ currency_code: CurrencyCode; count: number } & Amounts)[]
}

/** Returns the first days of the oldest and the newest month with a document; null without any. */
export async function findDocumentMonths(db: Database): Promise<{ first: string; last: string } | null> {
  const { first, last } = await db
    .selectFrom('tax_document')
    .select([
      sql<string | null>`to_char(min(document_date), 'YYYY-MM')`.as('first'),
      sql<string | null>`to_char(max(document_date), 'YYYY-MM')`.as('last'),
    ])
    .executeTakeFirstOrThrow()
  return first === null || last === null ? null : { first, last }
}

/** The first instant of a day in India. @param day as SQL */
export function startOf(day: string): string {
  return `${day}::timestamp at time zone '${taxTimeZone}'`
}

/** Waiting orders are counted up to this number; more say the same. */
const mostDue = 1000

/** Sums up months, in the given order. */
export async function sumMonths(db: Database, months: readonly string[]): Promise<MonthRow[]> {
  const { rows } = await db.executeQuery<MonthRow>(
    CompiledQuery.raw(
      `select listed.month, coalesce(counted.invoices, 0)::int as invoices,
          coalesce(counted.credit_notes, 0)::int as credit_notes,
          coalesce(counted.debit_notes, 0)::int as debit_notes, coalesce(counted.sums, '[]') as sums,
          (
            select count(*)::int from document_without_state as document
            where document.document_date >= listed.first_day and document.document_date < listed.end_day
          ) as state_missing,
          (
            select count(*)::int from ${documents}
            where document.document_date >= listed.first_day and document.document_date < listed.end_day
              and document.currency_code <> 'INR' and ${rate} is null and ${isReported}
          ) as rate_missing,
          own.usd_rate::text, (
            select json_build_object('month', earlier.month, 'usd_rate', earlier.usd_rate::text)
            from gst_period as earlier where earlier.month < listed.month and earlier.usd_rate is not null
            order by earlier.month desc limit 1
          ) as earlier_rate,
          own.filed_at, own.filed_by, own.arn, (
            select json_build_object('at', file.exported_at, 'by', file.exported_by, 'documents', file.documents,
              'taxable', file.taxable, 'cgst', file.cgst, 'sgst', file.sgst, 'igst', file.igst, 'later', (
                select count(*)::int from tax_document as document
                where document.document_date >= listed.first_day and document.document_date < listed.end_day
                  and ${afterExport('file.last_numbers')}
              ))
            from (${lastFile('listed.month')}) as file
          ) as exported, (
            select count(*)::int from (
              select from transaction
              where document_state = 'due' and status in ('completed', 'refunded')
                and completed_at >= ${startOf('listed.first_day')} and completed_at < ${startOf('listed.end_day')}
              limit ${mostDue}
            ) as due
          ) as documents_due, (
            select count(*)::int from (
              (
                select from refund
                where state in ('requested', 'unknown') and requested_at >= ${startOf('listed.first_day')}
                  and requested_at < ${startOf('listed.end_day')}
                limit ${mostDue}
              ) union all (
                select from refund
                where state = 'processed' and document_state = 'due' and settled_at >= ${startOf('listed.first_day')}
                  and settled_at < ${startOf('listed.end_day')}
                limit ${mostDue}
              )
            ) as open
          ) as refunds_open,
          coalesce(own.version, 0) as version
        from (
          select month, n, (month || '-01')::date as first_day,
            ((month || '-01')::date + interval '1 month')::date as end_day
          from unnest($1::text[]) with ordinality as month (month, n)
        ) as listed
        left join gst_period as own on own.month = listed.month
        left join lateral (
          select sum(invoices) as invoices, sum(credit_notes) as credit_notes, sum(debit_notes) as debit_notes,
            json_agg(json_build_object('currency_code', currency_code, 'count', invoices + credit_notes + debit_notes,
              'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst, 'total', total) order by currency_code) as sums
          from (
            select currency_code, count(*) filter (where kind = 'invoice') as invoices,
              count(*) filter (where kind = 'credit-note') as credit_notes,
              count(*) filter (where kind = 'debit-note') as debit_notes,
              ${['taxable', 'cgst', 'sgst', 'igst', 'total']
                .map((name) => `sum(case kind when 'credit-note' then -${name} else ${name} end) as ${name}`)
                .join(', ')}
            from tax_document
            where document_date >= listed.first_day and document_date < listed.end_day
            group by currency_code
          ) as of_currency
        ) as counted on true
        order by listed.n`,
      [months],
    ),
  )
  return rows
}

/** The columns of the registers, in the order of `registerColumns`. */
export function registerStatement(month: string, kind: string | null): RowStatement {
  return {
    text: `select document.serial, document.document_date, document.kind, document.order_reference,
        invoice.serial, invoice.document_date, document.buyer_name, document.recipient_gstin,
        document.supply, document.place_of_supply, document.sac, document.rate_percent, document.currency_code,
        document.taxable, document.cgst, document.sgst, document.igst, document.total,
        case when document.is_state_missing then 'Yes' else 'No' end,
        case when document.currency_code <> 'INR' then ${rate} end,
        case when document.currency_code = 'INR' or ${rate} is null then null
          when document.usd_rate is null then 'Month' else 'Payment' end,
        ${taxParts.map((name) => inPaise(name)).join(', ')}, ${taxParts.map((name) => `(${inPaise(name)})`).join(' + ')}
      from ${documents}
      where ${inMonth}${kind === null ? '' : ' and document.kind = $2'}
      order by document.kind desc, document.series, document.financial_year, document.number`,
    values: kind === null ? [month] : [month, kind],
  }
}

export async function countDocuments(db: Database, month: string, kind: string | null): Promise<number> {
  const { rows } = await db.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      `select count(*)::int as count from tax_document as document
        where ${inMonth}${kind === null ? '' : ' and document.kind = $2'}`,
      kind === null ? [month] : [month, kind],
    ),
  )
  return rows[0]?.count ?? 0
}
