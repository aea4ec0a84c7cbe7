import type { OrderDispute } from '@greenroom/contract/money/dispute/dispute.schema'
import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/difference-kinds'
import {
  longestTimeline,
  type TimelineItem,
  type TransactionDetail,
  type TransactionDocument,
  type TransactionRefund,
} from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { systemActor } from '../../../platform/audit/actor.ts'
import { flagsOf } from '../document/document.presenter.ts'
import { debitsOf } from '../document/document-balance.service.ts'
import type { OrderPayment } from './payment.repository.ts'
import { chargedBy } from './payment-sum.ts'
import { presentTransaction } from './transaction.presenter.ts'
import type { TransactionRow } from './transaction.repository.ts'
import type {
  ChangeRow,
  DocumentRow,
  NoteRow,
  RefundRow,
  RequestRow,
} from './transaction-detail.repository.ts'
import { isPaid } from './transaction-state.ts'

interface TransactionParts {
  transaction: TransactionRow
  refunds: RefundRow[]
  requests: RequestRow[]
  documents: DocumentRow[]
  notes: NoteRow[]
  changes: ChangeRow[]
  payments: OrderPayment[]
  differences: { id: string; kind: string }[]
  disputes: OrderDispute[]
  eventType: string | undefined
}

/** Presents a transaction with all that is known about it, but for the names of staff. */
export function presentDetail(parts: TransactionParts): Omit<TransactionDetail, 'staff'> {
  const { transaction, refunds, documents, payments, differences, disputes } = parts
  const timeline = timelineOf(parts)
  return {
    ...presentTransaction(transaction),
    completed_at: transaction.completed_at?.toISOString() ?? null,
    payment_id: transaction.payment_id,
    gateway_order_id: transaction.gateway_order_id,
    payment_method: transaction.payment_method,
    tax_amount: transaction.tax_amount,
    buyer_fee: isPaid(transaction.status) ? Math.max(0, chargedBy(payments) - transaction.amount) : 0,
    payments: payments.map(({ payment_id, amount, paid_at }) => ({
      payment_id,
      amount,
      paid_at: paid_at.toISOString(),
    })),
    differences: differences.map(({ id, kind }) => ({ _id: id, kind: kind as DifferenceKind })),
    disputes,
    event_type: (parts.eventType as TransactionDetail['event_type'] | undefined) ?? null,
    billing: {
      name: transaction.billing_name,
      address: transaction.billing_address,
      state: transaction.billing_state,
      country: transaction.billing_country,
      gstin: transaction.gstin,
      is_sez: transaction.is_sez,
    },
    document_state: transaction.document_state as TransactionDetail['document_state'],
    outside_document: transaction.outside_document,
    documents: documents.slice(0, longestTimeline).map((row) => presentDocument(row, documents)),
    refunds: refunds.slice(0, longestTimeline).map(presentRefund),
    timeline: timeline.slice(0, longestTimeline),
    is_timeline_cut: timeline.length > longestTimeline,
  }
}

/** Returns everything that happened, the newest first. */
function timelineOf({
  transaction,
  refunds,
  requests,
  documents,
  notes,
  changes,
}: Omit<TransactionParts, 'eventType' | 'payments' | 'differences' | 'disputes'>): TimelineItem[] {
  // What happened at the same instant is listed in this order.
  const items: TimelineItem[] = [
    { kind: 'ordered', at: transaction.created_at.toISOString() },
    ...(transaction.completed_at === null
      ? []
      : [
          {
            kind: 'paid' as const,
            at: transaction.completed_at.toISOString(),
            amount: transaction.amount,
            method: transaction.payment_method,
          },
        ]),
    ...changes.map(presentChange),
    ...requests.flatMap(presentRequest),
    ...refunds.flatMap((refund): TimelineItem[] => [
      {
        kind: 'refund-requested',
        at: refund.requested_at.toISOString(),
        by: refund.origin === 'gateway' ? null : personOf(refund.requested_by),
        refund_id: refund.id,
        amount: refund.amount,
        origin: refund.origin as TransactionRefund['origin'],
        ...(refund.refund_batch_id === null ? {} : { batch_id: refund.refund_batch_id }),
      },
      ...(refund.settled_at === null
        ? []
        : [
            {
              kind: 'refund-settled' as const,
              at: refund.settled_at.toISOString(),
              refund_id: refund.id,
              amount: refund.amount,
              state: refund.state as TransactionRefund['state'],
              reason: refund.reason,
            },
          ]),
    ]),
    ...documents.map(
      (document): TimelineItem => ({
        kind: 'document',
        at: document.issued_at.toISOString(),
        document_id: document.id,
        document_kind: document.kind as TransactionDocument['kind'],
        serial: document.serial,
      }),
    ),
    ...notes.map(presentNote),
  ]
  return items
    .map((item, order) => ({ item, order }))
    .sort((a, b) => (a.item.at === b.item.at ? b.order - a.order : a.item.at < b.item.at ? 1 : -1))
    .map(({ item }) => item)
}

function presentRequest(request: RequestRow): TimelineItem[] {
  const { id: request_id, amount } = request
  const asked: TimelineItem = {
    kind: 'approval-requested',
    at: request.requested_at.toISOString(),
    by: request.requested_by,
    request_id,
    amount,
    note: request.note,
  }
  if (request.decided_at === null) return [asked]
  return [
    asked,
    {
      kind: 'approval-decided',
      at: request.decided_at.toISOString(),
      by: request.state === 'withdrawn' ? request.requested_by : request.decided_by,
      request_id,
      amount,
      state: request.state as (TimelineItem & { kind: 'approval-decided' })['state'],
      reason: request.decision_reason,
    },
  ]
}

export function presentNote(note: NoteRow): TimelineItem {
  return {
    kind: 'note',
    at: note.written_at.toISOString(),
    by: note.written_by,
    note_id: note.id,
    text: note.text,
  }
}

function presentChange(change: ChangeRow): TimelineItem {
  const before = membersOf(change.before)
  const after = membersOf(change.after)
  return {
    kind: 'change',
    at: change.at.toISOString(),
    by: personOf(change.actor_email),
    change_id: change.id,
    action: change.action,
    changes: [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
      name,
      before: textOf(before[name]),
      after: textOf(after[name]),
    })),
  }
}

function personOf(email: string | null): string | null {
  return email === systemActor.email ? null : email
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @param all the documents of the order */
function presentDocument(row: DocumentRow, all: readonly DocumentRow[]): TransactionDocument {
  return {
    _id: row.id,
    kind: row.kind as TransactionDocument['kind'],
    serial: row.serial,
    document_date: row.document_date,
    issued_at: row.issued_at.toISOString(),
    total: row.total,
    currency_code: row.currency_code as TransactionDocument['currency_code'],
    is_state_missing: row.is_state_missing,
    can_debit: debitsOf(row, all).left,
    flags: flagsOf(row.flags),
  }
}

/** Presents a refund for a response. */
export function presentRefund(row: RefundRow): TransactionRefund {
  return {
    _id: row.id,
    origin: row.origin as TransactionRefund['origin'],
    state: row.state as TransactionRefund['state'],
    amount: row.amount,
    currency_code: row.currency_code as TransactionRefund['currency_code'],
    requested_at: row.requested_at.toISOString(),
    requested_by: row.requested_by,
    settled_at: row.settled_at?.toISOString() ?? null,
    refunded_at: row.refunded_at?.toISOString() ?? null,
    reason_code: row.reason_code,
    note: row.note,
    reason: row.reason,
    gateway_refund_id: row.gateway_refund_id,
  }
}
