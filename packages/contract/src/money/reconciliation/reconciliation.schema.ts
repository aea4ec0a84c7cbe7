import * as z from 'zod/mini'
import { PersonalNote } from '../../access/personal.ts'
import { requiredText } from '../../field.ts'
import { type DifferenceKind, differenceKinds } from './difference-kinds.ts'

export { type DifferenceKind, differenceKinds } from './difference-kinds.ts'

/** What staff read as the heading of each kind, and search for. */
export const differenceTitles: Record<DifferenceKind, string> = {
  'paid-not-completed': 'Paid at Razorpay, not completed here',
  'paid-twice': 'Paid twice',
  'amount-differs': 'Amounts differ',
  'payment-without-order': 'Payment without an order',
  'not-paid': 'Completed here, not paid at Razorpay',
  'payment-of-another-order': 'Payment of another order',
  'refund-unknown': 'Refund at Razorpay, unknown here',
  'refund-not-made': 'Refund here, unknown at Razorpay',
  'refund-differs': 'Refunds differ',
  'settled-differs': 'Settled amount differs',
  'not-settled': 'Captured and not settled',
  'settled-unknown': 'Settled without a payment',
  'refunded-too-much': 'Refunded more than was paid',
}

/**
 * How a difference was closed: both sides agree by now, Greenroom followed the gateway, staff closed it with a note, or
 * staff had its payment refunded.
 */
const differenceResolutions = ['agreed', 'healed', 'staff', 'refunded'] as const
export type DifferenceResolution = (typeof differenceResolutions)[number]

/** What Greenroom can do about a difference. */
const differenceActions = ['complete-order', 'record-refund', 'accept-amount', 'refund-payment'] as const
export type DifferenceAction = (typeof differenceActions)[number]

/** What one side says; null members are unknown there. */
export const DifferenceSide = z.object({
  state: z.nullable(z.string()),
  amount: z.nullable(z.int()),
  currency: z.nullable(z.string()),
})
export type DifferenceSide = z.output<typeof DifferenceSide>

export const Difference = z.object({
  _id: z.string(),
  kind: z.enum(differenceKinds),
  /** The order, where there is one. */
  order: z.nullable(
    z.object({
      _id: z.string(),
      reference_order_id: z.string(),
      entity_title: z.string(),
      /** The payment that the order counts as its own. */
      payment_id: z.nullable(z.string()),
    }),
  ),
  payment_id: z.nullable(z.string()),
  gateway_refund_id: z.nullable(z.string()),
  ours: DifferenceSide,
  gateway: DifferenceSide,
  occurred_at: z.nullable(z.string()),
  found_at: z.string(),
  last_seen_at: z.string(),
  /** Since when its payment is being refunded, or was refunded; it can't be resolved until that ends. */
  refunding_at: z.nullable(z.string()),
  /** Why the last refund of its payment was not made; it may be tried again. */
  refund_failure: z.nullable(PersonalNote),
  /** The main one of the actions. */
  action: z.nullable(z.enum(differenceActions)),
  actions: z.array(z.enum(differenceActions)),
  /** Of what both sides say, and of whether it is resolved. */
  version: z.int(),
  resolved: z.nullable(
    z.object({
      at: z.string(),
      resolution: z.enum(differenceResolutions),
      by: z.nullable(z.string()),
      note: z.nullable(PersonalNote),
    }),
  ),
})
export type Difference = z.output<typeof Difference>

const comparisonStates = ['waiting', 'running', 'done', 'failed'] as const

/** The comparison of one business day with the gateway's lists. */
export const Comparison = z.object({
  day: z.string(),
  state: z.enum(comparisonStates),
  /** When the last complete comparison of this day ended. */
  finished_at: z.nullable(z.string()),
  payments: z.int(),
  refunds: z.int(),
  settlements: z.int(),
  differences: z.int(),
  failure: z.nullable(PersonalNote),
})
export type Comparison = z.output<typeof Comparison>

export const reconciliationMessages = {
  alreadyResolved: 'This difference has already been resolved.',
  changed: 'This difference has changed since you opened it. Nothing was recorded.',
  noAction: "Greenroom can't settle this difference. Close it with a note.",
  refunding:
    'The payment of this difference is being refunded. It is resolved when Razorpay has refunded it.',
  secondPerson:
    "A refund of this amount, or one more today, needs a second person. Refund the payment in Razorpay's dashboard.",
  noteRequired: 'Say in a note why this is resolved',
  noteTooLong: 'Should not exceed 500 characters',
  month: 'Enter a month such as 2026-11',
  resolvedNone: 'Choose at least one difference',
  resolvedTooMany: 'Resolve at most 200 differences at once',
  resolvedTwice: 'This difference is in the request twice',
  moneyFirst: 'Money has to move first, so this difference is resolved by itself',
  day: 'Enter a day such as 2026-11-20',
  amount: 'Enter the amount in minor units, such as 249900',
} as const

export const longestResolution = 500

/** The most differences that one call resolves. */
export const mostResolved = 200

export const ResolutionNote = requiredText(reconciliationMessages.noteRequired, {
  max: longestResolution,
  message: reconciliationMessages.noteTooLong,
})

/** What a check of one order at the gateway found (OQ-270). */
export const checkOutcomes = ['completed', 'failed', 'nothing', 'unchanged', 'differs'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]
