import * as z from 'zod/mini'
import {
  PersonalAddress,
  PersonalName,
  PersonalNote,
  PersonalTaxId,
  personalChange,
} from '../../access/personal.ts'
import { requiredText } from '../../field.ts'
import { CurrencyCode, moneySum } from '../../money.ts'
import { OrderDispute } from '../dispute/dispute.schema.ts'
import { documentFlags, documentKinds } from '../document/document.schema.ts'
import { differenceKinds } from '../reconciliation/difference-kinds.ts'
import { refundStates, Transaction } from './transaction.schema.ts'

/** The sums of filtered transactions in one currency. Only completed and refunded ones were paid. */
export const TransactionSum = z.object({
  currency_code: CurrencyCode,
  count: z.int(),
  completed: moneySum(),
  refunded: moneySum(),
  /** Completed less refunded. */
  net: moneySum(),
  /** Tax of the invoices less that of the credit notes. */
  tax: moneySum(),
})
export type TransactionSum = z.output<typeof TransactionSum>

/** A refund of a transaction, which may be a part of its amount. */
export const TransactionRefund = z.object({
  _id: z.string(),
  state: z.enum(refundStates),
  amount: z.int(),
  currency_code: CurrencyCode,
  /** Where it was requested: here, or in the gateway's dashboard. */
  origin: z.enum(['greenroom', 'gateway']),
  requested_by: z.string(),
  requested_at: z.string(),
  settled_at: z.nullable(z.string()),
  /** When the gateway made it, by its own clock; null if it didn't say. */
  refunded_at: z.nullable(z.string()),
  /** Why staff refunded. */
  reason_code: z.nullable(z.string()),
  note: z.nullable(PersonalNote),
  /** Why the gateway refused; null unless it did. */
  reason: z.nullable(PersonalNote),
  gateway_refund_id: z.nullable(z.string()),
})
export type TransactionRefund = z.output<typeof TransactionRefund>

export const TransactionDocument = z.object({
  _id: z.string(),
  kind: z.enum(documentKinds),
  serial: z.string(),
  /** The day on the document, YYYY-MM-DD. */
  document_date: z.string(),
  issued_at: z.string(),
  total: z.int(),
  currency_code: CurrencyCode,
  is_state_missing: z.boolean(),
  /** What a debit note can still take back of a credit note, in minor units; 0 for other documents. */
  can_debit: z.int(),
  flags: z.array(z.enum(documentFlags)),
})
export type TransactionDocument = z.output<typeof TransactionDocument>

/** Max length of a note. */
const longestNote = 2_000

export const NoteText = requiredText('Enter a note', {
  max: longestNote,
  message: `Should not exceed ${longestNote} characters`,
})

/** A member of a transaction that changed. */
const TransactionChange = personalChange(
  {
    user_first_name: 'note',
    user_last_name: 'note',
    user_email: 'email',
    user_phone: 'phone',
    billing_name: 'note',
    billing_address: 'address',
    gstin: 'tax-id',
    zoom_join_url: 'link',
    source: 'note',
    medium: 'note',
    campaign: 'note',
  },
  z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
)

/** What happened to a transaction. `by` is an e-mail address, or null for the buyer, the gateway and jobs. */
export const TimelineItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ordered'), at: z.string() }),
  z.object({ kind: z.literal('paid'), at: z.string(), amount: z.int(), method: z.nullable(z.string()) }),
  z.object({
    kind: z.literal('refund-requested'),
    at: z.string(),
    by: z.nullable(z.string()),
    refund_id: z.string(),
    amount: z.int(),
    origin: z.enum(['greenroom', 'gateway']),
    /** The refund of all orders of a session that it was part of. */
    batch_id: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('refund-settled'),
    at: z.string(),
    refund_id: z.string(),
    amount: z.int(),
    state: z.enum(refundStates),
    reason: z.nullable(PersonalNote),
  }),
  z.object({
    kind: z.literal('approval-requested'),
    at: z.string(),
    by: z.string(),
    request_id: z.string(),
    amount: z.int(),
    note: z.nullable(PersonalNote),
  }),
  z.object({
    kind: z.literal('approval-decided'),
    at: z.string(),
    /** Null for a request that lapsed. */
    by: z.nullable(z.string()),
    request_id: z.string(),
    amount: z.int(),
    state: z.enum(['approved', 'declined', 'withdrawn', 'lapsed']),
    reason: z.nullable(PersonalNote),
  }),
  z.object({
    kind: z.literal('document'),
    at: z.string(),
    document_id: z.string(),
    document_kind: z.enum(documentKinds),
    serial: z.string(),
  }),
  z.object({
    kind: z.literal('note'),
    at: z.string(),
    by: z.string(),
    note_id: z.string(),
    text: PersonalNote,
  }),
  z.object({
    kind: z.literal('change'),
    at: z.string(),
    by: z.nullable(z.string()),
    change_id: z.string(),
    /** The action of the audit entry: "transaction.check". */
    action: z.string(),
    changes: z.array(TransactionChange),
  }),
])
export type TimelineItem = z.output<typeof TimelineItem>

/** Max items of a timeline; the newest are kept. */
export const longestTimeline = 200

/** A transaction with all that is known about it. */
export const TransactionDetail = z.extend(Transaction, {
  completed_at: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  gateway_order_id: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  tax_amount: z.int(),
  /** What the buyer was charged on top of the amount: the gateway's fee, which the buyer bears in some accounts. */
  buyer_fee: z.int(),
  /** Its payments, the oldest first, if it is not paid by a single one of its amount. */
  payments: z.array(z.object({ payment_id: z.string(), amount: z.int(), paid_at: z.string() })),
  /** Open differences with the gateway, the newest first. */
  differences: z.array(z.object({ _id: z.string(), kind: z.enum(differenceKinds) })),
  /** Claims of the buyer's bank, the newest first. */
  disputes: z.array(OrderDispute),
  /** Where an event takes place; null for other types, and for one that is gone. */
  event_type: z.nullable(z.enum(['ONLINE', 'OFFLINE'])),
  billing: z.object({
    name: z.nullable(PersonalName),
    address: z.nullable(PersonalAddress),
    state: z.nullable(z.string()),
    country: z.nullable(z.string()),
    gstin: z.nullable(PersonalTaxId),
    /** Whether the buyer is a unit or developer of a Special Economic Zone, as the order says. */
    is_sez: z.boolean(),
  }),
  /**
   * Of the invoice: a job issues it, it was issued, its first request issues it, another system did, or there is none
   * because nothing was paid.
   */
  document_state: z.enum(['due', 'issued', 'on-request', 'elsewhere', 'none']),
  /** The number of an invoice that another system issued. */
  outside_document: z.nullable(z.string()),
  /** Newest first. */
  documents: z.array(TransactionDocument),
  /** Newest first. */
  refunds: z.array(TransactionRefund),
  /** Newest first. */
  timeline: z.array(TimelineItem),
  /** Whether older items were left out of the timeline. */
  is_timeline_cut: z.boolean(),
  /** Names of the staff in the timeline and the refunds, as they are called now; those who never signed in have none. */
  staff: z.array(z.object({ email: z.string(), name: z.string() })),
})
export type TransactionDetail = z.output<typeof TransactionDetail>
