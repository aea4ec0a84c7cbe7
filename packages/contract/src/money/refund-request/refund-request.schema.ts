import * as z from 'zod/mini'
import { PersonalEmail, PersonalName, PersonalNote, PersonalPhone } from '../../access/personal.ts'
import { requiredText } from '../../field.ts'
import { CurrencyCode } from '../../money.ts'
import { approvalCauses } from '../refund/refund.rules.ts'
import { refundStates } from '../transaction/transaction.schema.ts'
import { transactionTypes } from '../transaction/transaction-kinds.ts'

/**
 * The states of a request. A lapsed one could not be approved any more, because the order was refunded without it.
 */
const refundRequestStates = ['open', 'approved', 'declined', 'withdrawn', 'lapsed'] as const
export type RefundRequestState = (typeof refundRequestStates)[number]

/** Why a requester would not be allowed to refund today. */
const requesterProblems = ['disabled', 'no-permission'] as const

export const refundRequestMessages = {
  declineReasonRequired: 'Enter a reason',
  declineReasonTooLong: 'Should not exceed 500 characters',
} as const

/** Max length of the reason of a decision. */
export const longestDecision = 500

export const DeclineReason = requiredText(refundRequestMessages.declineReasonRequired, {
  max: longestDecision,
  message: refundRequestMessages.declineReasonTooLong,
})

/**
 * Which refunds need a second person: those of an order above an amount in minor units, 0 for all, and those of one
 * person after so many on one day. Null where no limit is set.
 */
export const RefundLimits = z.object({
  above: z.object({ INR: z.nullable(z.int()), USD: z.nullable(z.int()) }),
  per_day: z.nullable(z.int()),
})
export type RefundLimits = z.output<typeof RefundLimits>

/** A refund that needs a second person. Amounts are in minor units. */
export const RefundRequest = z.object({
  _id: z.string(),
  state: z.enum(refundRequestStates),
  /** The rule that it broke: the amount, or the number of refunds of one person on one day. */
  cause: z.enum(approvalCauses),
  order: z.object({
    _id: z.string(),
    reference_order_id: z.string(),
    amount: z.int(),
    entity_type: z.enum(transactionTypes),
    entity_title: z.string(),
  }),
  buyer: z.object({
    first_name: PersonalName,
    last_name: PersonalName,
    phone: PersonalPhone,
    email: PersonalEmail,
  }),
  amount: z.int(),
  currency_code: CurrencyCode,
  /** The reason from the list, with its present label. */
  reason: z.nullable(z.object({ code: z.string(), label: z.string() })),
  note: z.nullable(PersonalNote),
  requested_by: z.string(),
  requested_at: z.string(),
  /** Why the requester could not ask for it now; null for one who could, and for a decided request. */
  requester_problem: z.nullable(z.enum(requesterProblems)),
  /** Whether the caller asked for it, and so cannot decide it. */
  is_own: z.boolean(),
  /** Who approved or declined it; null while open, and for a withdrawn or lapsed one. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** Why it was declined, or why it lapsed. */
  decision_reason: z.nullable(PersonalNote),
  /** The refund of an approved request. `reason` is why the gateway refused it. */
  refund: z.nullable(
    z.object({ _id: z.string(), state: z.enum(refundStates), reason: z.nullable(PersonalNote) }),
  ),
})
export type RefundRequest = z.output<typeof RefundRequest>
