import * as z from 'zod/mini'

/** A dispute of a payment, as its order shows it. Amounts are in minor units. */
export const OrderDispute = z.object({
  _id: z.string(),
  /** The gateway's id. */
  dispute_id: z.string(),
  payment_id: z.string(),
  /** What is claimed back; null while only a settlement has told of the dispute. */
  amount: z.nullable(z.int()),
  currency: z.string(),
  /** What the gateway says that it took. */
  amount_deducted: z.int(),
  /** What a lost dispute has cost; 0 for any other. */
  lost: z.int(),
  /** What settlements took for it, less what they gave back. */
  taken: z.int(),
  reason_code: z.nullable(z.string()),
  reason_description: z.nullable(z.string()),
  phase: z.nullable(z.string()),
  /** As the gateway names it: open, under_review, won, lost, closed, or one to come. */
  state: z.string(),
  /** The last moment for evidence. */
  respond_by: z.nullable(z.string()),
  opened_at: z.string(),
  /** When it was won, lost or closed. */
  ended_at: z.nullable(z.string()),
})
export type OrderDispute = z.output<typeof OrderDispute>

/** A dispute in the list. */
export const Dispute = z.extend(OrderDispute, {
  order: z.nullable(z.object({ _id: z.string(), reference_order_id: z.string(), entity_title: z.string() })),
  sandbox: z.boolean(),
})
export type Dispute = z.output<typeof Dispute>

/** Names of the gateway's states; one that it adds later is shown as it is. */
export const disputeStates: Readonly<Record<string, string>> = {
  open: 'Open',
  action_required: 'Action required',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
  unknown: 'Not told yet',
}
