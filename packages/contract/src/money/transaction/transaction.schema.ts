import * as z from 'zod/mini'
import {
  PersonalEmail,
  PersonalLink,
  PersonalName,
  PersonalNote,
  PersonalPhone,
} from '../../access/personal.ts'
import { CurrencyCode } from '../../money.ts'
import { transactionTypes } from './transaction-kinds.ts'

/** The state of a refund. The transaction's own status stays completed until the refund is processed (OQ-051). */
export const refundStates = ['requested', 'unknown', 'failed', 'processed'] as const
export type RefundState = (typeof refundStates)[number]

/** The latest refund of a transaction; an open one counts as later than a settled one. */
export const RefundProgress = z.object({
  state: z.enum(refundStates),
  requested_at: z.string(),
  /** The sum of all refunds that are not settled. */
  open_amount: z.int(),
  reason: z.optional(PersonalNote),
})
export type RefundProgress = z.output<typeof RefundProgress>

/** A transaction; the API calls it an order. */
export const Transaction = z.object({
  _id: z.string(),
  reference_order_id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency_code: CurrencyCode,
  created_at: z.string(),
  entity_type: z.enum(transactionTypes),
  entity_id: z.object({ _id: z.string(), title: z.string(), start_time: z.nullable(z.string()) }),
  user_id: z.object({
    _id: z.string(),
    first_name: PersonalName,
    last_name: PersonalName,
    phone: PersonalPhone,
    email: PersonalEmail,
  }),
  meta: z.object({
    source: z.optional(PersonalNote),
    medium: z.optional(PersonalNote),
    campaign: z.optional(PersonalNote),
    zoom_join_url: z.optional(PersonalLink),
  }),
  refund: z.nullable(RefundProgress),
  /** The refund that waits for a second person, if one does (OQ-350). */
  refund_request: z.optional(
    z.object({ _id: z.string(), amount: z.int(), requested_by: z.string(), requested_at: z.string() }),
  ),
  /** The sum of the processed refunds. */
  refunded_amount: z.int(),
  /** The coupon that was used; its id is null if the product sent only the code. */
  coupon: z.nullable(z.object({ _id: z.nullable(z.string()), code: z.string(), discount_amount: z.int() })),
})
export type Transaction = z.output<typeof Transaction>
