import type {
  Settlement,
  SettlementLine,
  SettlementLineKind,
} from '@greenroom/contract/money/settlement/settlement.schema'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import type { ListedLineRow, ListedSettlementRow } from './settlement-list.repository.ts'

/** Presents a settlement for a response. */
export function presentSettlement(row: ListedSettlementRow): Settlement {
  const { payments, refunds, adjustments, fee, tax, net } = row
  const unexplained = payments - refunds + adjustments - fee - net
  return {
    _id: row.id,
    settlement_id: row.gateway_id,
    utr: row.utr,
    settled_at: row.settled_at.toISOString(),
    currency: row.currency_code,
    line_count: row.line_count,
    payments,
    refunds,
    adjustments,
    fee,
    tax,
    net,
    unexplained,
    open_differences: row.open_differences,
    state: unexplained === 0 && row.open_differences === 0 ? 'meets' : 'differs',
    sandbox: row.sandbox,
  }
}

/** Presents a line for a response. */
export function presentLine(row: ListedLineRow): SettlementLine {
  return {
    _id: row.id,
    kind: row.kind as SettlementLineKind,
    type: row.type,
    entity_id: row.entity_id,
    payment_id: row.payment_id,
    dispute_id: row.dispute_id,
    order:
      row.transaction_id === null || row.reference_order_id === null
        ? null
        : { _id: row.transaction_id, reference_order_id: row.reference_order_id },
    amount: row.amount,
    debit: row.debit,
    credit: row.credit,
    fee: row.fee,
    tax: row.tax,
    currency: row.currency_code,
    description: row.description,
    method: row.method,
    made_at: row.made_at?.toISOString() ?? null,
    has_difference: row.has_difference,
  }
}

const text = (heading: string): TableColumn => ({ heading, kind: 'text' })
const amount = (heading: string): TableColumn => ({ heading, kind: 'amount' })

/** The columns of an export, in the order of its statement. The heading of a time names its zone. */
export function exportColumns(rows: 'settlements' | 'lines', timeZone: string): TableColumn[] {
  const moment = (heading: string): TableColumn => ({ heading: `${heading} (${timeZone})`, kind: 'moment' })
  const settlement = [text('Settlement'), text('UTR'), moment('Settled at')]
  if (rows === 'settlements') {
    return [
      ...settlement,
      text('Currency'),
      { heading: 'Lines', kind: 'integer' },
      amount('Payments'),
      amount('Refunds'),
      amount('Adjustments'),
      amount('Fee with GST'),
      amount('GST on the fee'),
      amount('To the bank'),
      amount('Unexplained'),
    ]
  }
  return [
    ...settlement,
    text('Kind'),
    text('ID'),
    text('Payment ID'),
    text('Order'),
    text('Dispute'),
    text('Description'),
    text('Payment method'),
    moment('Made at'),
    text('Currency'),
    amount('Amount'),
    amount('Fee with GST'),
    amount('GST on the fee'),
    amount('Taken'),
    amount('Added'),
  ]
}
