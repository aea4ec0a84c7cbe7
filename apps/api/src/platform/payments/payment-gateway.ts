import type { Selectable } from 'kysely'
import type { DB } from '../database/tables.ts'

/** A request for a refund; every attempt of one refund sends exactly the same. */
export interface RefundRequest {
  /** The gateway's payment id. */
  paymentId: string
  /** The whole amount or a part of it, in minor units. */
  amount: number
  currency: string
  /** Our own key, the same for every attempt, so that the gateway makes one refund however often it is called. */
  idempotencyKey: string
  /** Our own unique reference, to find a refund again that was never confirmed. At most 40 characters. */
  reference: string
  /** Shown in the gateway's own console. */
  notes: Record<string, string>
}

export interface RefundSearch {
  paymentId: string
  /** The gateway's refund id, if known. */
  gatewayRefundId: string | null
  reference: string
}

/** A refund as the gateway reports it; processed and failed are final. */
export interface GatewayRefund {
  gatewayRefundId: string
  state: 'pending' | 'processed' | 'failed'
  /** In minor units. */
  amount: number
  currency: string
  /** Why it failed, in a form that may be shown. */
  reason?: string | undefined
  /** When the gateway made it; null if the gateway doesn't say. */
  at: Date | null
}

/** A refund of a payment, ours or made in the gateway's dashboard. */
export interface PaymentRefund extends GatewayRefund {
  paymentId: string
  /** Our reference; null for a refund that we did not request. */
  reference: string | null
}

/** What a webhook reports about a refund. */
interface RefundEvent extends PaymentRefund {
  kind: 'refund'
}

/** A payment as the gateway reports it. */
export interface GatewayPayment {
  paymentId: string
  /** The gateway's order, which one or more attempts to pay belong to. */
  gatewayOrderId: string | null
  /** Our order's reference, from the gateway order's receipt or the notes; null if there is none. */
  reference: string | null
  /**
   * Captured: the money arrived, even if it was refunded later. Failed: this attempt was not paid. Returned: nobody
   * captured it, so the gateway gave it back by itself.
   */
  state: 'open' | 'captured' | 'failed' | 'returned'
  /** What the buyer was charged, in minor units. */
  amount: number
  /** The gateway's fee with its tax, in minor units; null if it is not known. Who bears it depends on the account. */
  fee: number | null
  /** What a payment in another currency is in rupees, in paise; left out if the gateway does not say. */
  rupees?: number
  /** What was refunded of it, in minor units. */
  refunded: number
  /** The amount of the gateway's order and what was paid of it, in minor units; null if the gateway did not send it. */
  order: { amount: number; paid: number } | null
  currency: string
  /** As the gateway names it: card, upi, netbanking, wallet. */
  method: string | null
  at: Date
}

/** What a webhook reports about a payment. */
interface PaymentEvent extends GatewayPayment {
  kind: 'payment'
}

/** What a webhook reports about a dispute: a buyer claims a payment back through the bank. */
export interface DisputeEvent {
  kind: 'dispute'
  /** The gateway's ids. */
  disputeId: string
  paymentId: string
  /** What is claimed back, and what was taken for it, in minor units. */
  amount: number
  amountDeducted: number
  currency: string
  reasonCode: string | null
  reasonDescription: string | null
  /** As the gateway names them. */
  phase: string | null
  state: string
  /** The last moment for evidence. */
  respondBy: Date | null
  openedAt: Date
  /** When the gateway sent it. */
  toldAt: Date
}

/** An event that waits for its order if that does not exist yet. */
export type OrderEvent = RefundEvent | PaymentEvent

export type GatewayEvent = OrderEvent | DisputeEvent

/** A webhook as the gateway itself would send it: the exact bytes and their signature. */
export interface SignedEvent {
  id: string
  body: string
  signature: string
}

/** A refund in the gateway's list of all refunds. */
export interface ListedRefund extends PaymentRefund {
  at: Date
}

/** What moved money in a settlement. A type that the gateway adds later is "other". */
export type SettledKind = 'payment' | 'refund' | 'adjustment' | 'transfer' | 'other'

/** A line of a settlement, as the gateway reports it. Amounts are in minor units. */
export interface SettledLine {
  kind: SettledKind
  /** The gateway's own name of the type. */
  type: string
  /** The gateway's id of the payment, the refund or whatever else moved money. */
  id: string
  /** The payment; for a refund the one that was refunded. */
  paymentId: string | null
  gatewayOrderId: string | null
  /** The dispute that took the money, or gave it back. */
  disputeId: string | null
  /** The whole amount before the gateway's fee. */
  amount: number
  /** What was taken from the account, and what was added to it. */
  debit: number
  credit: number
  /** The gateway's fee with its tax; null if the gateway does not say it. */
  fee: number | null
  /** The tax in the fee; null if the gateway does not say it. */
  tax: number | null
  currency: string
  settlementId: string | null
  /** The bank's reference of the settlement. */
  utr: string | null
  /** The gateway's reason, of an adjustment for instance. */
  description: string | null
  method: string | null
  /** When the payment, refund or adjustment was made. */
  madeAt: Date | null
  /** When it was settled; null if it is not settled yet. */
  at: Date | null
}

/** A page of the report of settlements. A line that can't be understood is counted, and stops no other. */
interface SettledPage extends GatewayPage<SettledLine> {
  unreadable: number
}

/** The names of an order that is looked up at the gateway. */
export interface OrderNames {
  gatewayOrderId: string | null
  /** Our reference, which is the receipt of the gateway's order. */
  reference: string
  paymentId: string | null
}

/** A payment or a refund of ours, for a gateway that settles it. */
export interface MovedMoney {
  kind: 'payment' | 'refund'
  /** The gateway's id. */
  id: string
  paymentId: string
  gatewayOrderId: string | null
  method: string | null
  /** In minor units. */
  amount: number
  currency: string
  at: Date
}

/** Finds our own records for a gateway without customers, where they count as paid and refunded. */
export interface KnownRecords {
  /** Lists payments and refunds that moved in a span, its end exclusive, the oldest first. */
  listMoved(span: { from: Date; until: Date }): Promise<MovedMoney[]>
  findOrder(
    column: 'payment_id' | 'gateway_order_id' | 'reference_order_id',
    value: string,
  ): Promise<
    | Pick<
        Selectable<DB['transaction']>,
        'reference_order_id' | 'gateway_order_id' | 'amount' | 'currency_code' | 'created_at' | 'completed_at'
      >
    | undefined
  >
  findRefund(
    gatewayRefundId: string,
  ): Promise<
    | (Pick<Selectable<DB['refund']>, 'amount' | 'currency_code' | 'requested_at' | 'settled_at'> &
        Pick<Selectable<DB['transaction']>, 'payment_id'>)
    | undefined
  >
}

/** A span of time, both ends inclusive, and how many items to skip. */
export interface GatewayList {
  from: Date
  until: Date
  skip: number
}

export interface GatewayPage<Item> {
  items: Item[]
  /** How many items to skip for the next page; null after the last one. */
  next: number | null
}

/**
 * What the gateway can be asked without changing anything. Each call throws PaymentUnknown if there was no clear
 * response, and PaymentRefused if the gateway refused the request. A null and an empty list are certain.
 */
export interface GatewayReads {
  /** Lists all payments of an order, failed ones too. */
  findPaymentsOfOrder(order: OrderNames): Promise<GatewayPayment[]>
  /** Finds a payment; null if the gateway has none with this id. */
  findPayment(paymentId: string): Promise<GatewayPayment | null>
  /** Finds a refund; null if the gateway has none with this id. */
  findListedRefund(gatewayRefundId: string): Promise<ListedRefund | null>
  /** Lists payments by the time at which they were made. */
  listPayments(list: GatewayList): Promise<GatewayPage<GatewayPayment>>
  listRefunds(list: GatewayList): Promise<GatewayPage<ListedRefund>>
  /**
   * Lists what was settled on a day.
   * @param day YYYY-MM-DD in India
   */
  listSettlements(day: string, skip: number): Promise<SettledPage>
}

/** An attempt to pay at a checkout. */
export interface PaymentAttempt {
  gatewayOrderId: string
  /** Our order's reference. */
  reference: string
  /** In minor units. */
  amount: number
  currency: string
  method: string
  outcome: 'captured' | 'failed'
  /** Sends no webhook, as if it had been lost on its way. */
  isMessageLost: boolean
}

/** The gateway that took the payments. Never called inside a database transaction. */
export interface PaymentGateway extends GatewayReads {
  readonly kind: 'razorpay' | 'sandbox'
  /**
   * Refunds a payment or a part of it. May be repeated with the same key.
   * @throws PaymentRefused if the gateway did not do it
   * @throws PaymentUnknown if it may have done it, or is doing it
   */
  refund(request: RefundRequest): Promise<GatewayRefund>
  /**
   * Finds a refund with our reference; null if there is none.
   * @throws PaymentUnknown if this cannot be determined, so that null is always certain
   */
  findRefund(search: RefundSearch): Promise<GatewayRefund | null>
  /**
   * Lists all refunds of a payment.
   * @throws PaymentUnknown if this cannot be determined
   */
  refundsOf(paymentId: string): Promise<PaymentRefund[]>
  /** Tells whether a webhook comes from the gateway, by the signature over its raw bytes. */
  verifyWebhook(rawBody: Buffer, signature: string | undefined): boolean
  /** Parses a verified webhook; null if it is not about a payment, a refund or a dispute. */
  parseEvent(rawBody: Buffer): GatewayEvent | null
  /** Only for gateways without webhooks of their own: sets the function that receives their events. */
  sendEventsTo?(receive: (event: SignedEvent) => Promise<void>): void
  /** Only for gateways without customers of their own: sets how our records are found. */
  readRecords?(records: KnownRecords): void
  /** Only for gateways without a checkout of their own: takes a payment and sends its webhook. */
  pay?(attempt: PaymentAttempt): Promise<void>
}

/** The gateway did not do it. The message may be shown to a person. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
  /** The gateway reports that the whole payment was refunded before. */
  readonly alreadyRefunded: boolean
  /** The gateway reports that less than the requested amount is left. */
  readonly exceedsRest: boolean

  constructor(
    message: string,
    {
      alreadyRefunded = false,
      exceedsRest = false,
    }: { alreadyRefunded?: boolean; exceedsRest?: boolean } = {},
  ) {
    super(message)
    this.alreadyRefunded = alreadyRefunded
    this.exceedsRest = exceedsRest
  }
}

/** The gateway may or may not have done it. The message may be logged. */
export class PaymentUnknown extends Error {
  override readonly name = 'PaymentUnknown'
  /** Seconds that a busy gateway asks to wait, if it says so. */
  readonly retryAfter: number | undefined

  constructor(message: string, cause?: unknown, retryAfter?: number) {
    super(message, { cause })
    this.retryAfter = retryAfter
  }
}
