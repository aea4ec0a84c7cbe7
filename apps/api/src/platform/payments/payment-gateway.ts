/** What a refund at the gateway is asked for with; every try of one refund sends exactly the same. */
export interface RefundRequest {
  /** The gateway's name for the payment. */
  paymentId: string
  /** The whole amount, in minor units. */
  amount: number
  currency: string
  /** Ours, and the same for every try, so that the gateway makes one refund however often it is asked. */
  idempotencyKey: string
  /** Ours, and unique: by it a refund is found again whose making was never confirmed. At most 40 characters. */
  reference: string
  /** Shown in the gateway's own console. */
  notes: Record<string, string>
}

export interface RefundSearch {
  paymentId: string
  /** The gateway's name for the refund, where it is known. */
  gatewayRefundId: string | null
  reference: string
}

/** A refund as the gateway tells it; processed and failed are final. */
export interface GatewayRefund {
  gatewayRefundId: string
  state: 'pending' | 'processed' | 'failed'
  /** In minor units. */
  amount: number
  currency: string
  /** Why it failed, fit to be shown. */
  reason?: string | undefined
}

/** What a webhook tells of a refund. */
export interface RefundEvent extends GatewayRefund {
  paymentId: string
  /** Our reference; null for a refund that was not asked for by us. */
  reference: string | null
}

/** A webhook that the gateway itself could have sent: the exact bytes and their signature. */
export interface SignedEvent {
  id: string
  body: string
  signature: string
}

/** Whoever took the payments. Never called inside a database transaction. */
export interface PaymentGateway {
  readonly kind: 'razorpay' | 'sandbox'
  /**
   * Asks for a whole payment to be given back. May be repeated with the same key.
   * @throws PaymentRefused when the gateway did not do it
   * @throws PaymentUnknown when it may have done it, or does it just now
   */
  refund(request: RefundRequest): Promise<GatewayRefund>
  /**
   * Looks for a refund that was asked for with our reference; null when there is none.
   * @throws PaymentUnknown whenever this cannot be told, so that null is always an answer
   */
  findRefund(search: RefundSearch): Promise<GatewayRefund | null>
  /** Tells whether a webhook comes from the gateway, by the signature over its raw bytes. */
  verifyWebhook(rawBody: Buffer, signature: string | undefined): boolean
  /** Reads a verified webhook; null for one that tells nothing of a refund. */
  parseEvent(rawBody: Buffer): RefundEvent | null
  /** Only where no outside service sends webhooks: takes the function that receives them. */
  sendEventsTo?(receive: (event: SignedEvent) => Promise<void>): void
}

/** The gateway did not do it. The message may be shown to a person. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
  /** The gateway says that the whole payment has been given back before. */
  readonly alreadyRefunded: boolean

  constructor(message: string, { alreadyRefunded = false }: { alreadyRefunded?: boolean } = {}) {
    super(message)
    this.alreadyRefunded = alreadyRefunded
  }
}

/** The gateway may or may not have done it. The message may be logged. */
export class PaymentUnknown extends Error {
  override readonly name = 'PaymentUnknown'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
