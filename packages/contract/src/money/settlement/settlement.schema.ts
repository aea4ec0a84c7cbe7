import * as z from 'zod/mini'
import { PersonalNote } from '../../access/personal.ts'

/** What moved money in a settlement. A type that the gateway adds later is "other". */
const settlementLineKinds = ['payment', 'refund', 'adjustment', 'transfer', 'other'] as const
export type SettlementLineKind = (typeof settlementLineKinds)[number]

/** A settlement of the payment gateway with the sums of its lines, in minor units. */
export const Settlement = z.object({
  _id: z.string(),
  /** The gateway's id. */
  settlement_id: z.string(),
  /** The bank's reference. */
  utr: z.nullable(z.string()),
  settled_at: z.string(),
  currency: z.string(),
  line_count: z.int(),
  /** Payments before the fee. */
  payments: z.int(),
  refunds: z.int(),
  /** Everything else, negative if it was taken. */
  adjustments: z.int(),
  /** With its tax. */
  fee: z.int(),
  /** The GST in the fee, which is input tax credit. */
  tax: z.int(),
  /** What reached the bank. */
  net: z.int(),
  /** What the sums don't explain: payments, refunds, adjustments and fee against net. */
  unexplained: z.int(),
  /** Open differences of its lines. */
  open_differences: z.int(),
  /** Whether its lines add up and agree with the books. */
  state: z.enum(['meets', 'differs']),
  sandbox: z.boolean(),
})
export type Settlement = z.output<typeof Settlement>

/** A line of a settlement, as the gateway reports it. Amounts are in minor units. */
export const SettlementLine = z.object({
  _id: z.string(),
  kind: z.enum(settlementLineKinds),
  /** The gateway's own name of the kind, and its id of what moved the money. */
  type: z.string(),
  entity_id: z.string(),
  payment_id: z.nullable(z.string()),
  dispute_id: z.nullable(z.string()),
  order: z.nullable(z.object({ _id: z.string(), reference_order_id: z.string() })),
  amount: z.int(),
  debit: z.int(),
  credit: z.int(),
  /** With its tax; null if the gateway doesn't say it. */
  fee: z.nullable(z.int()),
  tax: z.nullable(z.int()),
  currency: z.string(),
  description: z.nullable(PersonalNote),
  method: z.nullable(z.string()),
  made_at: z.nullable(z.string()),
  has_difference: z.boolean(),
})
export type SettlementLine = z.output<typeof SettlementLine>
