import { taxTimeZone } from '@greenroom/contract/calendar-day'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import { countsSandbox, documents, inMonth, inPaise, startOf } from './gst-return.repository.ts'

const firstDay = "($1::text || '-01')::date"
const endDay = `(${firstDay} + interval '1 month')`
const parts = ['taxable', 'cgst', 'sgst', 'igst'] as const

/**
 * Selects the documents and the settlements of a month, a row for each voucher, in the order in which `readVoucher` reads it. Amounts
 * are paise; documents in dollars are converted as in GSTR-1.
 */
export function journalStatement(month: string): RowStatement {
  return {
    text: `select 'document' as source, document.document_date as day, document.serial as number, document.kind,
        document.buyer_name, document.order_reference,
        (${parts.map((name) => `(${inPaise(name)})`).join(' + ')})::bigint as total,
        ${parts.map((name) => `(${inPaise(name)})::bigint`).join(', ')},
        null::bigint as payments, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint
      from ${documents}
      where ${inMonth} and ${countsSandbox('document.sandbox')}
      union all
      select 'settlement', (settlement.settled_at at time zone '${taxTimeZone}')::date, settlement.gateway_id, null, null,
        settlement.utr, null, null, null, null, null,
        settlement.payments, settlement.refunds, settlement.adjustments - disputed.sum, disputed.sum, settlement.fee,
        settlement.tax, settlement.net
      from settlement
      cross join lateral (
        select coalesce(sum(line.credit - line.debit), 0)::bigint as sum from settlement_line as line
        where line.settlement_id = settlement.id and line.dispute_id is not null
          and line.kind not in ('payment', 'refund')
      ) as disputed
      where settlement.settled_at >= ${startOf(firstDay)} and settlement.settled_at < ${startOf(endDay)}
        and settlement.currency_code = 'INR' and ${countsSandbox('settlement.sandbox')}
      order by day, source, number`,
    values: [month],
  }
}
