import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id, isRecordId, reference } from '../../field.ts'
import { amount } from '../../money.ts'
import { Transaction } from '../transaction/transaction.schema.ts'
import { TransactionRefund } from '../transaction/transaction-detail.schema.ts'
import { ReasonLabel, Refundable, RefundNote, RefundReason, refundMessages } from './refund.schema.ts'

/** Present if the refund waits for a second person: no money was moved (OQ-351). */
const approval = z.optional(z.literal('requested'))

const orderId = reference('order_id is required')

export const refundTransaction = endpoint({
  name: 'refundTransaction',
  method: 'POST',
  path: '/admin/payment/refund',
  summary: 'Refund what is left of a completed transaction',
  description:
    "Refuses an order that is not completed, is already refunded or has a refund in progress (409), and another amount than is left (409 STALE, with the order). Fails with the gateway's reason (502). While the gateway has not confirmed the outcome, the message says so, and the refund's state is unknown. approval is requested if it waits for a second person.",
  requirements: ['TXN-17', 'TXN-13', 'OQ-051', 'OQ-351', 'OQ-520'],
  permissions: ['money.refund'],
  body: z.object({
    order_id: orderId,
    /** What was confirmed, in minor units. Refused with 409 STALE if another amount is left (OQ-520). */
    amount: z.optional(amount(refundMessages.amountRequired)),
  }),
  response: ok(z.object({ message: z.string(), order: Transaction, approval })),
  ownTransactions: true,
})

/** Refunds a part of an order. A repeated request_id returns the first one's refund. */
export const refundPart = endpoint({
  name: 'refundPart',
  method: 'POST',
  path: '/admin/orders/:id/refunds',
  summary: 'Refund a part of a completed transaction, with a reason',
  description:
    "Refuses an amount or a reason that doesn't fit (400), an order that is not completed, is already refunded or has a refund in progress (409), and a request_id that another refund has (422 KEY_REUSED). Fails with the gateway's reason (502). approval is requested if it waits for a second person.",
  requirements: ['TXN-13', 'OQ-260', 'OQ-351'],
  permissions: ['money.refund'],
  params: z.object({ id: Id }),
  body: z.object({
    amount: amount(refundMessages.amountRequired),
    reason_code: reference(refundMessages.reasonRequired),
    note: z.optional(RefundNote),
    request_id: z
      .string({ error: refundMessages.requestRequired })
      .check(z.refine(isRecordId, { error: refundMessages.requestRequired })),
  }),
  response: ok(
    z.object({
      message: z.string(),
      /** Absent while it waits for a second person. */
      refund: z.optional(TransactionRefund),
      order: Transaction,
      approval,
    }),
  ),
  ownTransactions: true,
})

/** What staff see before money moves. */
export const getRefundable = endpoint({
  name: 'getRefundable',
  method: 'GET',
  path: '/admin/orders/:id/refundable',
  summary: 'Show what can be refunded of a transaction',
  requirements: ['TXN-13', 'OQ-261', 'OQ-350'],
  permissions: ['money.read'],
  params: z.object({ id: Id }),
  response: ok(Refundable),
})

export const listRefundReasons = endpoint({
  name: 'listRefundReasons',
  method: 'GET',
  path: '/admin/refund-reasons',
  summary: 'List the reasons for refunds, hidden ones too',
  requirements: ['OQ-262'],
  permissions: ['money.read'],
  response: ok(z.array(RefundReason)),
})

export const createRefundReason = endpoint({
  name: 'createRefundReason',
  method: 'POST',
  path: '/admin/refund-reasons',
  summary: 'Add a reason for refunds',
  description: 'Refuses a label that exists (409 DUPLICATE).',
  requirements: ['OQ-262'],
  permissions: ['money.write'],
  body: z.object({ label: ReasonLabel }),
  response: ok(RefundReason),
  status: 201,
})

export const updateRefundReason = endpoint({
  name: 'updateRefundReason',
  method: 'PATCH',
  path: '/admin/refund-reasons/:id',
  summary: 'Rename, hide, show or move a reason for refunds',
  description: 'Refuses a label that exists (409 DUPLICATE), and hiding the last one (409 WRONG_STATE).',
  requirements: ['OQ-262'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  body: z.object({
    label: z.optional(ReasonLabel),
    is_active: z.optional(z.boolean()),
    position: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  }),
  response: ok(RefundReason),
  versioned: true,
})
