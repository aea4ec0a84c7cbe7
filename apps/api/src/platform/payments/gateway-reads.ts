/** A payment as the gateway reports it. Only captured and refunded mean that the money arrived. */
export interface GatewayPayment {
  paymentId: string
  /** The gateway's order; null for a payment without one. */
  gatewayOrderId: string | null
  /** Our reference of the order, from the gateway's receipt or notes; null if they have none. */
  reference: string | null
  state: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** In minor units. */
  amount: number
  currency: string
  /** In the gateway's word: card, upi, netbanking, wallet. */
  method: string | null
  at: Date
  /** Why it failed, in a form that may be shown. */
  reason?: string | undefined
}

/** A refund in the gateway's list of all refunds. */
export interface ListedRefund {
  gatewayRefundId: string
  paymentId: string
  /** Our reference; null for a refund that we did not request. */
  reference: string | null
  state: 'pending' | 'processed' | 'failed'
  amount: number
  currency: string
  at: Date
}

/** A payment or a refund in a settlement. */
export interface SettledLine {
  kind: 'payment' | 'refund'
  /** The gateway's id of the payment or the refund. */
  id: string
  /** The payment; for a refund the one that was refunded. */
  paymentId: string | null
  /** The whole amount, before the gateway's fee, in minor units. */
  amount: number
  currency: string
  settlementId: string | null
  at: Date | null
}

/** An order of ours, as the gateway is asked about it. Razorpay ignores what it is expected to say; the sandbox plays it. */
export interface AskedOrder {
  gatewayOrderId: string | null
  reference: string
  paymentId: string | null
  expected: { amount: number; currency: string; at: Date }
}

/** A span of time with its last millisecond, and the page to read. */
export interface GatewayList {
  from: Date
  until: Date
  /** How many items to skip. */
  skip: number
}

export interface GatewayPage<Item> {
  items: Item[]
  /** How many the gateway sent, with those that are of no interest here. */
  count: number
  /** Whether another page may follow. */
  hasMore: boolean
}

/**
 * What the gateway can be asked without changing anything. Each call throws PaymentUnknown if the gateway gave no
 * clear response, and PaymentRefused if it refused to say; nothing that they return is a guess.
 */
export interface GatewayReads {
  /** Lists all payments of an order, also failed ones; empty if the gateway has none. */
  findPaymentsOfOrder(order: AskedOrder): Promise<GatewayPayment[]>
  /** Finds one payment; null if the gateway certainly has none with this id. */
  findPayment(paymentId: string, expected: AskedOrder['expected']): Promise<GatewayPayment | null>
  /** Finds one refund; null if the gateway certainly has none with this id. */
  findListedRefund(
    gatewayRefundId: string,
    expected: AskedOrder['expected'] & { paymentId: string | null },
  ): Promise<ListedRefund | null>
  listPayments(list: GatewayList): Promise<GatewayPage<GatewayPayment>>
  listRefunds(list: GatewayList): Promise<GatewayPage<ListedRefund>>
  /** @param day YYYY-MM-DD in India, when the settlement was made */
  listSettlements(day: string, skip: number): Promise<GatewayPage<SettledLine>>
}
