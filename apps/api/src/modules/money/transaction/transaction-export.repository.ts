import type { TransactionColumn } from '@greenroom/contract/desk/export/export.schema'
import {
  hiddenColumn,
  maskedEmail,
  maskedNote,
  maskedPhone,
} from '../../../platform/database/masked-columns.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import { indexedRows, parameters, type TransactionFilter } from './transaction-filter.repository.ts'

const exportExpressions: Record<TransactionColumn, (zone: string, table: string) => string> = {
  reference: () => 'reference_order_id',
  status: () => 'status',
  ordered_at: (zone) => localMoment('created_at', zone),
  completed_at: (zone) => localMoment('completed_at', zone),
  entity_type: () => 'entity_type',
  entity_title: () => 'entity_title',
  entity_start_time: (zone) => localMoment('entity_start_time', zone),
  buyer: () => "btrim(user_first_name || ' ' || user_last_name)",
  phone: () => 'user_phone',
  email: () => 'user_email',
  currency: () => 'currency_code',
  amount: () => 'amount',
  discount: () => 'discount_amount',
  refunded: () => 'refunded_amount',
  refunded_at: (zone, table) =>
    localMoment(
      `(select max(coalesce(refund.refunded_at, refund.settled_at)) from refund
        where refund.transaction_id = ${table}.id and refund.state = 'processed')`,
      zone,
    ),
  tax: () => 'tax_amount',
  coupon: () => 'coupon_code',
  payment_id: () => 'payment_id',
  gateway_order_id: () => 'gateway_order_id',
  payment_method: () => 'payment_method',
  billing_name: () => 'billing_name',
  billing_address: () => 'billing_address',
  billing_state: () => 'billing_state',
  billing_country: () => 'billing_country',
  gstin: () => 'gstin',
  source: () => 'source',
  medium: () => 'medium',
  campaign: () => 'campaign',
}

/** Masks a column for exports by accounts without `personal.read`. */
const maskedExpressions: Partial<Record<TransactionColumn, string>> = {
  phone: maskedPhone('user_phone'),
  email: maskedEmail('user_email'),
  buyer: maskedNote("btrim(user_first_name || ' ' || user_last_name)"),
  billing_name: maskedNote('billing_name'),
  billing_address: hiddenColumn('billing_address'),
  gstin: hiddenColumn('gstin'),
  source: maskedNote('source'),
  medium: maskedNote('medium'),
  campaign: maskedNote('campaign'),
}

function localMoment(column: string, zone: string): string {
  return `to_char(${column} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`
}

/**
 * Selects the rows of the list, the newest first, for an export.
 * @param filter null matches nothing
 * @param timeZone an IANA zone, in which instants are written
 * @param isMasked whether personal data is masked, as in the contract's `Transaction`
 */
export function exportStatement(
  filter: TransactionFilter | null,
  columns: readonly TransactionColumn[],
  { timeZone, isMasked }: { timeZone: string; isMasked: boolean },
): RowStatement {
  const { values, add } = parameters()
  const rows = filter && indexedRows('export', filter, add)
  // A value that no column uses would have no type.
  const hasMoments = columns.some((column) => exportExpressions[column]('', '').includes('time zone'))
  const zone = hasMoments ? add(timeZone, 'text') : ''
  const table = rows?.table ?? 'transaction'
  const selected = columns
    .map((column) => (isMasked && maskedExpressions[column]) || exportExpressions[column](zone, table))
    .join(', ')
  return {
    text: `${rows?.phone ?? ''} select ${selected} from ${table}
      where ${rows?.where ?? 'false'} order by created_at desc, id desc`,
    values,
  }
}
