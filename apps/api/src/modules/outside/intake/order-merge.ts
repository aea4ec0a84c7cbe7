import {
  orderIntakeMessages,
  type SentOrderStatus,
} from '@greenroom/contract/outside/intake/order-intake.schema'
import { invalid } from '../../../platform/app-error.ts'
import { isPaid, movesTo } from '../../money/transaction/payment.service.ts'

/** An order as a record describes it. Null in a required column of `transaction` means that the record doesn't tell. */
export interface SentOrder {
  status: SentOrderStatus
  amount: number
  currency_code: string
  created_at: Date
  completed_at: Date | null
  entity_type: string
  entity_id: string
  entity_title: string | null
  entity_start_time: Date | null
  /** Null for a buyer without an account. */
  user_id: string | null
  user_first_name: string | null
  user_last_name: string | null
  user_email: string | null
  user_phone: string | null
  payment_id: string | null
  gateway_order_id: string | null
  payment_method: string | null
  coupon_id: string | null
  coupon_code: string | null
  discount_amount: number
  billing_name: string | null
  billing_address: string | null
  billing_state: string | null
  billing_country: string | null
  gstin: string | null
  source: string | null
  medium: string | null
  campaign: string | null
  zoom_join_url: string | null
  is_sez: boolean
  attendance: 'in-person' | 'online' | null
  outside_document: string | null
  source_changed_at: Date
}

export type OrderColumn = keyof SentOrder

/** An order as it is stored. */
export type StoredOrder = Omit<SentOrder, 'status' | 'source_changed_at'> & {
  id: string
  status: string
  source_changed_at: Date | null
  document_state: string
  /** The buyer was erased. */
  is_erased: boolean
}

type OrderChanges = { [Column in OrderColumn]?: SentOrder[Column] }

/** What was sold for how much. It is final once the money has arrived. */
const soldColumns = [
  'amount',
  'currency_code',
  'created_at',
  'entity_type',
  'entity_id',
  'discount_amount',
  'coupon_code',
] as const
/** What an invoice shows. */
const invoicedColumns = [
  'user_id',
  'user_first_name',
  'user_last_name',
  'user_email',
  'user_phone',
  'entity_title',
  'entity_start_time',
  'billing_name',
  'billing_address',
  'billing_state',
  'billing_country',
  'gstin',
  'is_sez',
  'attendance',
] as const
const otherColumns = ['source', 'medium', 'campaign', 'zoom_join_url'] as const
/** Columns that a record may leave open. */
const openColumns: readonly OrderColumn[] = [
  'user_id',
  'user_first_name',
  'user_last_name',
  'user_email',
  'user_phone',
  'entity_title',
]
const paymentColumns = ['payment_id', 'gateway_order_id', 'payment_method'] as const

/**
 * Returns what a record changes in a stored order. Records of an order may come in any order and more than once, and end
 * in the same state: the status of the furthest one, and everything else of the newest one (OQ-403).
 * @throws AppError VALIDATION if the record contradicts what is final
 */
export function changesOf(stored: StoredOrder, sent: SentOrder): OrderChanges {
  const isNewer = stored.source_changed_at === null || sent.source_changed_at > stored.source_changed_at
  const isMoving = movesTo(stored.status, sent.status)
  const wasPaid = isPaid(stored.status)
  const changes: OrderChanges = {}
  const take = <Column extends OrderColumn>(column: Column) => {
    if (!isSame(stored[column], sent[column])) changes[column] = sent[column]
  }

  const isFinal = wasPaid ? isNewer || isMoving : isMoving && !isNewer && isPaid(sent.status)
  if (isFinal) {
    for (const column of soldColumns) {
      if (!isSame(stored[column], sent[column])) throw refusal(column, orderIntakeMessages.paid)
    }
  } else if (isNewer && !wasPaid) {
    for (const column of soldColumns) take(column)
    take('coupon_id')
  }
  if (isMoving) changes.status = sent.status
  if (isNewer && !stored.is_erased) {
    const described =
      stored.document_state === 'issued' ? otherColumns : [...invoicedColumns, ...otherColumns]
    for (const column of described) {
      if (sent[column] !== null || !openColumns.includes(column)) take(column)
    }
  }
  takePayment(stored, sent, { changes, isNewer, isMoving, wasPaid })
  if (stored.completed_at === null && isPaid(sent.status)) take('completed_at')
  takeOutsideDocument(stored, sent, { changes, isNewer })
  if (isNewer) changes.source_changed_at = sent.source_changed_at
  return changes
}

/** The members of a record by the columns that an invoice shows. */
const memberOf: Record<(typeof invoicedColumns)[number], string> = {
  user_id: 'user.external_id',
  user_first_name: 'user.first_name',
  user_last_name: 'user.last_name',
  user_email: 'user.email',
  user_phone: 'user.phone',
  entity_title: 'entity_title',
  entity_start_time: 'entity_start_time',
  billing_name: 'billing.name',
  billing_address: 'billing.address',
  billing_state: 'billing.state',
  billing_country: 'billing.country',
  gstin: 'gstin',
  is_sez: 'is_sez',
  attendance: 'attendance',
}

/**
 * Returns the members of a record that an issued invoice shows otherwise, so that they were not taken (OQ-812). A record
 * that is older than what is stored is outdated, and none of it is named.
 */
export function ignoredOf(stored: StoredOrder, sent: SentOrder): string[] {
  const isOutdated = stored.source_changed_at !== null && sent.source_changed_at < stored.source_changed_at
  if (stored.document_state !== 'issued' || stored.is_erased || isOutdated) return []
  return invoicedColumns
    .filter((column) => sent[column] !== null || !openColumns.includes(column))
    .filter((column) => !isSame(stored[column], sent[column]))
    .map((column) => memberOf[column])
}

/** An attempt to pay may be followed by another one, but money that has arrived has one payment. */
function takePayment(
  stored: StoredOrder,
  sent: SentOrder,
  {
    changes,
    isNewer,
    isMoving,
    wasPaid,
  }: { changes: OrderChanges; isNewer: boolean; isMoving: boolean; wasPaid: boolean },
): void {
  for (const column of paymentColumns) {
    if (sent[column] === null || sent[column] === stored[column]) continue
    const isAttempt = wasPaid && !isPaid(sent.status)
    if (stored[column] === null ? !isAttempt : !wasPaid && (isNewer || isMoving)) {
      changes[column] = sent[column]
    } else if (wasPaid && !isAttempt && isNewer && column !== 'payment_method') {
      throw refusal(column, orderIntakeMessages.otherPayment)
    }
  }
}

function takeOutsideDocument(
  stored: StoredOrder,
  sent: SentOrder,
  { changes, isNewer }: { changes: OrderChanges; isNewer: boolean },
): void {
  const { outside_document } = sent
  if (outside_document === null || outside_document === stored.outside_document) return
  if (stored.outside_document === null && stored.document_state !== 'issued') {
    changes.outside_document = outside_document
  } else if (isNewer) {
    const message =
      stored.outside_document === null ? orderIntakeMessages.invoiced : orderIntakeMessages.otherDocument
    throw refusal('outside_document', message)
  }
}

function refusal(path: string, message: string) {
  return invalid([{ path, message }])
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other
}
