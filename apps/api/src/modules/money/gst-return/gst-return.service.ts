import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import type { DataOf } from '@greenroom/contract/endpoint'
import type { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import type {
  GstMonth,
  GstReturnSummary,
  TaxSum,
} from '@greenroom/contract/money/gst-return/gst-return.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { refuseStale } from '../../../platform/database/records.ts'
import { lockMonth, lockRates, savePeriod } from './gst-period.repository.ts'
import { presentSummary } from './gst-return.presenter.ts'
import {
  findDocumentMonths,
  findFiledWithRateOf,
  groupDocuments,
  listAfterExport,
  listWithoutRate,
  type MonthRow,
  sumMonths,
  sumRegisters,
} from './gst-return.repository.ts'

/** What to change of a month; null changes nothing. */
type Decision = Parameters<typeof savePeriod>[2] | null

interface GstSettings {
  COMPANY_GSTIN: string
}

const mostListed = 100
/** What the tables and the registers must have in common. */
const taxAmounts = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const

/** How far months are compared with the payment gateway. */
export interface MonthComparisons {
  /** Returns the comparison of each month, by month. */
  ofMonths: (call: Call, months: readonly string[]) => Promise<ReadonlyMap<string, GstMonth['comparison']>>
}

/** Months of tax documents: their sums, GSTR-1, and whether it is filed. */
export function createGstReturnService(settings: GstSettings, comparisons: MonthComparisons) {
  const gstin = settings.COMPANY_GSTIN

  /** Returns the sums of a month's GSTR-1, and whether its tables equal the registers. */
  async function sumReturn(call: Call, month: string): Promise<{ reported: TaxSum; isBalanced: boolean }> {
    const groups = await groupDocuments(call.db, month)
    const registers = await sumRegisters(call.db, month)
    const { reported, registered } = presentSummary({ month, gstin }, groups, registers)
    return {
      reported,
      isBalanced: taxAmounts.every((amount) => reported[amount] === registered[amount]),
    }
  }

  /** Reads months in the given order. */
  async function readMonths(call: Call, months: readonly string[]): Promise<GstMonth[]> {
    if (months.length === 0) return []
    const rows = await sumMonths(call.db, months)
    const compared = await comparisons.ofMonths(call, months)
    const read: GstMonth[] = []
    for (const row of rows) {
      const comparison = compared.get(row.month)
      if (!comparison) throw new Error('Each month has a comparison.')
      const isFiled = row.filed_at !== null
      const sums = isFiled && row.exported === null ? undefined : await sumReturn(call, row.month)
      read.push({
        ...presentMonth(row),
        exported: row.exported && presentExport(row.exported, sums?.reported),
        comparison,
        is_balanced: isFiled ? null : (sums?.isBalanced ?? null),
      })
    }
    return read
  }

  async function getMonth(call: Call, month: string): Promise<GstMonth> {
    const [found] = await readMonths(call, [month])
    if (!found) throw new Error('A month always has sums.')
    return found
  }

  /**
   * Changes a month under its lock, and writes the audit entry.
   * @throws AppError STALE with the current month
   */
  async function change(
    call: Call,
    month: string,
    action: 'rate' | 'file' | 'reopen',
    decide: (before: GstMonth) => Decision | Promise<Decision>,
  ): Promise<GstMonth> {
    await lockMonth(call.db, month, 'exclusive')
    // Another month's credit notes take this month's rate, so no month is filed while a rate changes.
    if (action !== 'reopen') await lockRates(call.db)
    const before = await getMonth(call, month)
    refuseStale(call.expectedVersion, before, changedMeanwhile(before))
    const values = await decide(before)
    if (values === null) return before
    await savePeriod(call.db, month, values)
    const after = await getMonth(call, month)
    const kept = ({ usd_rate, filed_at, filed_by, arn }: GstMonth) => ({ usd_rate, filed_at, filed_by, arn })
    await recordAudit(call, {
      action: `gst-period.${action}`,
      entityType: 'gst-period',
      entityId: null,
      label: month,
      before: kept(before),
      after: kept(after),
    })
    return after
  }

  return {
    /**
     * Lists the months from the first document to the present or the newest document, the newest first.
     * @param month lists only this one of them
     */
    async listMonths(
      call: Call,
      { month, limit, offset }: { month?: string | undefined; limit: number; offset: number },
    ): Promise<DataOf<typeof listGstMonths>> {
      const span = await findDocumentMonths(call.db)
      if (span === null) return { total: 0, months: [] }
      const now = monthNow(call)
      const last = span.last > now ? span.last : now
      if (month !== undefined) {
        const months = month < span.first || month > last ? [] : await readMonths(call, [month])
        return { total: months.length, months }
      }
      const newest = numberOf(last)
      const total = newest - numberOf(span.first) + 1
      const shown = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) =>
        monthText(newest - offset - at),
      )
      return { total, months: await readMonths(call, shown) }
    },

    /** Sums up the tables of a month's GSTR-1 beside its registers. */
    async summarize(call: Call, month: string): Promise<GstReturnSummary> {
      const [groups, registered, rateMissing, later] = await Promise.all([
        groupDocuments(call.db, month),
        sumRegisters(call.db, month),
        listWithoutRate(call.db, month, mostListed),
        listAfterExport(call.db, month, mostListed),
      ])
      return {
        ...presentSummary({ month, gstin }, groups, registered),
        rate_missing: rateMissing,
        later: later.map((row) => ({ ...row, issued_at: row.issued_at.toISOString() })),
      }
    },

    /** @throws AppError WRONG_STATE for a filed month, or one whose rate a filed month's credit notes took */
    setRate(call: Call, month: string, rate: string): Promise<GstMonth> {
      return change(call, month, 'rate', async ({ filed_at, usd_rate }) => {
        if (filed_at !== null) {
          throw new AppError('WRONG_STATE', 'This month is filed. Mark it as not filed to change its rate.')
        }
        if (usd_rate !== null && Number(usd_rate) === Number(rate)) return null
        const filed = await findFiledWithRateOf(call.db, month)
        if (filed !== undefined) {
          throw new AppError(
            'WRONG_STATE',
            `Credit notes of the filed month ${filed} take this rate. Mark that month as not filed to change it.`,
          )
        }
        return { usd_rate: rate }
      })
    },

    /**
     * @param confirmed what the person saw; undefined members are not compared
     * @throws AppError WRONG_STATE for a month that isn't over or has documents without a rate; STALE with the current
     * month if it isn't what was confirmed
     */
    async file(
      call: Call,
      month: string,
      { arn = null, ...confirmed }: Confirmed & { arn?: string | null | undefined } = {},
    ): Promise<GstMonth> {
      if (month >= monthNow(call)) {
        throw new AppError('WRONG_STATE', 'This month is not over. Mark it as filed after its last day.')
      }
      return change(call, month, 'file', (before) => {
        const { filed_at, rate_missing, state_missing, exported } = before
        if (filed_at !== null) return null
        const current = {
          documents: before.invoices + before.credit_notes + before.debit_notes,
          state_missing,
          later: exported?.later ?? 0,
        }
        if (differs(confirmed, current)) {
          throw new AppError('STALE', 'The documents of this month have changed. Nothing was filed.', {
            data: before,
          })
        }
        if (rate_missing > 0) throw rateMissingError()
        return { filed_at: call.now, filed_by: call.actor.email, arn }
      })
    },

    reopen(call: Call, month: string): Promise<GstMonth> {
      return change(call, month, 'reopen', ({ filed_at }) =>
        filed_at === null ? null : { filed_at: null, filed_by: null, arn: null },
      )
    },
  }
}

/** What the person who files a month saw. */
type Confirmed = Partial<Record<'documents' | 'state_missing' | 'later', number | undefined>>

function differs(confirmed: Confirmed, current: Required<Confirmed>): boolean {
  return (Object.keys(current) as (keyof Confirmed)[]).some(
    (name) => confirmed[name] !== undefined && confirmed[name] !== current[name],
  )
}

/** Says what a colleague changed. */
function changedMeanwhile({ filed_by, usd_rate }: GstMonth): string {
  if (filed_by !== null) return `${filed_by} marked this month as filed meanwhile.`
  const rate = usd_rate === null ? '' : ` Its rate is ${Number(usd_rate)}, and it is not filed.`
  return `Someone else changed this month in the meantime.${rate}`
}

export function rateMissingError(): AppError {
  return new AppError(
    'WRONG_STATE',
    'Some documents of this month are in dollars. Enter the rupees for one dollar first.',
  )
}

/** @param reported what the return would report by now */
function presentExport(
  file: NonNullable<MonthRow['exported']>,
  reported: TaxSum | undefined,
): NonNullable<GstMonth['exported']> {
  const { at, by, documents, later } = file
  const isOther = (['taxable', 'cgst', 'sgst', 'igst'] as const).some(
    (amount) => reported !== undefined && reported[amount] !== file[amount],
  )
  return { at: new Date(at).toISOString(), by, documents, later, is_outdated: later > 0 || isOther }
}

function presentMonth(row: MonthRow): Omit<GstMonth, 'comparison' | 'is_balanced' | 'exported'> {
  return {
    month: row.month,
    invoices: row.invoices,
    credit_notes: row.credit_notes,
    debit_notes: row.debit_notes,
    sums: row.sums,
    state_missing: row.state_missing,
    rate_missing: row.rate_missing,
    usd_rate: row.usd_rate,
    earlier_rate: row.earlier_rate,
    documents_due: row.documents_due,
    refunds_open: row.refunds_open,
    filed_at: row.filed_at?.toISOString() ?? null,
    filed_by: row.filed_by,
    arn: row.arn,
    version: row.version,
  }
}

/** Months since year 0. */
function numberOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
}

function monthText(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}

function monthNow(call: Call): string {
  return dayIn(call.now, taxTimeZone).slice(0, 7)
}
