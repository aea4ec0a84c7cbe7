import * as z from 'zod/mini'
import { PersonalNote } from '../../access/personal.ts'
import { optionalText, requiredText } from '../../field.ts'
import { CurrencyCode } from '../../money.ts'
import { TransactionRefund } from '../transaction/transaction-detail.schema.ts'
import { transactionTypes } from '../transaction/transaction-kinds.ts'

export const refundMessages = {
  amountRequired: 'Enter an amount',
  reasonRequired: 'Choose a reason',
  requestRequired: 'request_id must be a UUID',
  noteTooLong: 'Should not exceed 500 characters',
  labelRequired: 'Reason is required',
  labelTooLong: 'Should not exceed 80 characters',
  labelTaken: 'This reason is already in the list.',
} as const

/** Max length of the note of a refund. */
export const longestNote = 500

export const ReasonLabel = requiredText(refundMessages.labelRequired, {
  max: 80,
  message: refundMessages.labelTooLong,
})

/** A reason that staff can choose; an inactive one is no longer offered. */
export const RefundReason = z.object({
  _id: z.string(),
  code: z.string(),
  label: z.string(),
  position: z.int(),
  is_active: z.boolean(),
  version: z.int(),
})
export type RefundReason = z.output<typeof RefundReason>

export const RefundNote = optionalText(longestNote)

/** What staff see before money moves. Amounts are in minor units. */
export const Refundable = z.object({
  order: z.object({
    _id: z.string(),
    reference_order_id: z.string(),
    status: z.string(),
    entity_type: z.enum(transactionTypes),
    entity_title: z.string(),
    created_at: z.string(),
  }),
  currency_code: CurrencyCode,
  amount: z.int(),
  /** Processed refunds. */
  refunded_amount: z.int(),
  /** Refunds that the gateway has not settled yet. */
  open_amount: z.int(),
  /** What a refund can still take. */
  left: z.int(),
  /** The gateway's smallest refund. */
  least: z.int(),
  paid_at: z.string(),
  payment_method: z.nullable(z.string()),
  /** The payment is older than the gateway's limit for normal refunds; it may refuse. */
  is_past_limit: z.boolean(),
  /** Working days until the buyer has the money. */
  days: z.object({ from: z.int(), to: z.int() }),
  /** Why nothing can be refunded now; null if something can. */
  refusal: z.nullable(PersonalNote),
  /** Beyond which limits a refund by the caller needs a second person (OQ-350). */
  approval: z.object({
    /** In minor units; null without a limit. */
    above: z.nullable(z.int()),
    /** What was refunded of this order without a second person. */
    unapproved: z.int(),
    per_day: z.nullable(z.int()),
    /** How many refunds the caller made today without a second person. */
    today: z.int(),
  }),
  refunds: z.array(TransactionRefund),
  /** The active reasons. */
  reasons: z.array(RefundReason),
})
export type Refundable = z.output<typeof Refundable>
