/** A request for a refund; every attempt of one refund sends exactly the same. */
export interface RefundRequest {
  /** The gateway's payment id. */
  paymentId: string
  /** The whole amount or a part of it, in minor units. */
  amount: number
  /** What was paid, in minor units. Razorpay knows it; the sandbox does not. */
  paymentAmount: number
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
}

/** A refund of a payment, ours or made in the gateway's dashboard. */
export interface PaymentRefund extends GatewayRefund {
  paymentId: string
  /** Our reference; null for a refund that we did not request. */
  reference: string | null
}

/** What a webhook reports about a refund. */
export interface RefundEvent extends PaymentRefund {
  kind: 'refund'
}

/** A payment as the gateway reports it. */
export interface GatewayPayment {
  paymentId: string
  /** The gateway's order, which one or more attempts to pay belong to. */
  gatewayOrderId: string | null
  /** Our order's reference, from the gateway order's receipt or the notes; null if there is none. */
  reference: string | null
  /** Captured: the money arrived, even if it was refunded later. Failed: this attempt brought none. */
  state: 'open' | 'captured' | 'failed'
  /** In minor units. */
  amount: number
  currency: string
  /** The gateway's word: card, upi, netbanking, wallet. */
  method: string | null
  at: Date
}

/** What a webhook reports about a payment. */
export interface PaymentEvent extends GatewayPayment {
  kind: 'payment'
}

export type GatewayEvent = RefundEvent | PaymentEvent

/** A webhook as the gateway itself would send it: the exact bytes and their signature. */
export interface SignedEvent {
  id: string
  body: string
  signature: string
}

/** The gateway that took the payments. Never called inside a database transaction. */
export interface PaymentGateway {
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
  /** Parses a verified webhook; null if it is not about a payment or a refund. */
  parseEvent(rawBody: Buffer): GatewayEvent | null
  /** Only for gateways without webhooks of their own: sets the function that receives their events. */
  sendEventsTo?(receive: (event: SignedEvent) => Promise<void>): void
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

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
