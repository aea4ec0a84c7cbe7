import type { SignedEvent } from './payment-gateway.ts'
import { signWebhook } from './webhook-signature.ts'

/** An ISO instant, or milliseconds. */
export type FakeInstant = string | number | Date

/** A payment in the account. Missing fields have the values of an ordinary payment. */
export interface FakePayment {
  id: string
  amount: number
  at: FakeInstant
  currency?: string
  /** In paise; by default the amount of a payment in rupees, and none of another one. */
  base_amount?: number | null
  order_id?: string | null
  /** One of Razorpay's, or one that it may add later. */
  status?: string
  captured?: boolean
  amount_refunded?: number
  refund_status?: 'partial' | 'full' | null
  /** With its tax. By default two per cent with 18 per cent of tax on that, once the payment is captured. */
  fee?: number | null
  tax?: number | null
  method?: string | null
  notes?: Record<string, string> | never[]
}

interface FakeOrder {
  id: string
  receipt: string | null
  /** By default the amount of the first payment. */
  amount?: number | undefined
  /** All attempts to pay it. */
  payments: FakePayment[]
}

export interface FakeRefund {
  id: string
  payment_id: string
  amount: number
  at: FakeInstant
  currency?: string
  /** One of Razorpay's, or one that it may add later. */
  status?: string
  receipt?: string | null
  notes?: Record<string, string> | never[]
  error_description?: string
  /** The idempotency key and the body of the request that made it; none for a refund of the dashboard. */
  request?: { key: string; body?: string | undefined }
}

/**
 * A line of a settlement; notes are as in the report, a text. Without debit and credit a payment adds its amount less
 * the fee, an adjustment adds its amount or takes a negative one, and everything else takes its amount and the fee.
 */
export interface FakeSettled {
  entity_id: string
  type: 'payment' | 'refund' | 'transfer' | 'adjustment' | 'reversal'
  amount: number
  debit?: number
  credit?: number
  /** With its tax. */
  fee?: number | null
  tax?: number | null
  created_at?: number | null
  settled_at?: number | null
  currency?: string
  payment_id?: string | null
  order_id?: string | null
  dispute_id?: string | null
  settlement_id?: string
  settlement_utr?: string | null
  description?: string | null
  method?: string | null
  notes?: string
  /** YYYY-MM-DD in India. */
  day: string
}

/** What the fake knows. Each read may be of one id, which the account may then find elsewhere than in its lists. */
export interface FakeAccount {
  payments(id?: string): Promise<FakePayment[]>
  refunds(id?: string): Promise<FakeRefund[]>
  orders(name: { id: string } | { receipt: string }): Promise<FakeOrder[]>
  settled(day: string): Promise<FakeSettled[]>
  /**
   * Stores a refund that Razorpay would make.
   * @throws RazorpayRefusal to refuse it; any other error loses the response
   */
  addRefund(refund: Omit<FakeRefund, 'id' | 'at' | 'status'>): Promise<FakeRefund>
}

/** A refusal in Razorpay's format. */
export class RazorpayRefusal extends Error {
  readonly status: number

  constructor(description: string, status = 400) {
    super(description)
    this.status = status
  }
}

export const fullyRefunded = 'The payment has been fully refunded already.'
export const unknownId = 'The id provided does not exist'
const leastRefund = 100

/**
 * Creates a fake of the part of Razorpay's API that this program calls. It speaks Razorpay's wire, so that sandbox and
 * tests run the real adapter.
 * @returns handles a request; rejects if the response is lost
 * @see https://razorpay.com/docs/api/
 */
export function createFakeRazorpay(
  account: FakeAccount,
  keys: { id: string; secret: string },
): (request: Request) => Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`
  /** Refunds run one after another, so that two never see the same rest. */
  let last: Promise<unknown> = Promise.resolve()

  async function handle(request: Request): Promise<Response> {
    try {
      if (request.headers.get('authorization') !== authorization) {
        throw new RazorpayRefusal('Authentication failed', 401)
      }
      return Response.json(await contentFor(request))
    } catch (error) {
      if (error instanceof RazorpayRefusal) return refusalResponse(error.status, error.message)
      throw error
    }
  }

  async function contentFor(request: Request): Promise<unknown> {
    const { pathname, searchParams: search } = new URL(request.url)
    const [, what = '', name = '', more] =
      /^\/v1\/(payments|orders|refunds|settlements)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(pathname) ?? []
    const id = decodeURIComponent(name)
    if (name && !/^[\w-]{1,100}$/.test(id)) throw new RazorpayRefusal(`${id} is not a valid id`)
    switch (`${request.method} ${what}${id && '/:id'}${more ? `/${more}` : ''}`) {
      case 'POST payments/:id/refund':
        return refund(id, request)
      case 'GET payments/:id/refunds': {
        const { id: payment_id } = only(await account.payments(id))
        const refunds = (await account.refunds()).filter((one) => one.payment_id === payment_id)
        return list(refunds.map(refundEntity), search)
      }
      case 'GET payments':
        return list(await paymentEntities(await account.payments()), search)
      case 'GET payments/:id':
        return only(await paymentEntities(await account.payments(id)))
      case 'GET orders': {
        const orders = await account.orders({ receipt: search.get('receipt') ?? '' })
        return page(orders.map(orderEntity), search)
      }
      case 'GET orders/:id':
        return orderEntity(only(await account.orders({ id })))
      case 'GET orders/:id/payments':
        return collection(await paymentEntities(only(await account.orders({ id })).payments))
      case 'GET refunds':
        return list((await account.refunds()).map(refundEntity), search)
      case 'GET refunds/:id':
        return refundEntity(only(await account.refunds(id)))
      case 'GET settlements/:id/combined': {
        const [year, month, day] = ['year', 'month', 'day'].map((part) => search.get(part)?.padStart(2, '0'))
        const settled = await account.settled(`${year}-${month}-${day}`)
        return page(settled.map(settledEntity), search, 1000)
      }
      default:
        throw new RazorpayRefusal('The requested URL was not found on the server.')
    }
  }

  /** A payment is refunded once its whole amount is back, and stays captured until then. */
  async function paymentEntities(payments: FakePayment[]) {
    const refunds = payments.length > 0 ? await account.refunds() : []
    return payments.map((payment) => {
      const refunded = refundedOf(payment.id, refunds)
      if (refunded === 0) return paymentEntity(payment)
      const isWhole = refunded >= payment.amount
      return {
        ...paymentEntity(payment),
        ...(isWhole && { status: 'refunded' as const }),
        amount_refunded: refunded,
        refund_status: isWhole ? 'full' : 'partial',
      }
    })
  }

  async function refund(paymentId: string, request: Request): Promise<unknown> {
    const key = request.headers.get('x-refund-idempotency') ?? ''
    if (key.length < 10) {
      throw new RazorpayRefusal('The idempotency key must be at least 10 characters long.')
    }
    if (/[^\w-]/.test(key)) {
      throw new RazorpayRefusal(
        'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
      )
    }
    const body = await request.text()
    const refunds = await account.refunds()
    const earlier = refunds.find((one) => one.request?.key === key)
    if (earlier) {
      const isSame = earlier.payment_id === paymentId && (earlier.request?.body ?? body) === body
      if (isSame) return refundEntity(earlier)
      throw new RazorpayRefusal('Different request with the same idempotency key has already been processed.')
    }
    const payment = only(await account.payments(paymentId))
    const { currency = 'INR', status = 'captured' } = payment
    if (status !== 'captured') {
      throw new RazorpayRefusal('The payment status should be captured for action to be taken')
    }
    const wanted = JSON.parse(body) as Partial<Pick<FakeRefund, 'amount' | 'receipt' | 'notes'>>
    const { amount = payment.amount, receipt = null, notes = [] } = wanted
    const refunded = refundedOf(paymentId, refunds)
    if (refunded >= payment.amount) throw new RazorpayRefusal(fullyRefunded)
    if (amount < leastRefund) throw new RazorpayRefusal(`The amount must be at least ${currency} 1.00`)
    if (refunded + amount > payment.amount) {
      throw new RazorpayRefusal('The refund amount provided is greater than amount captured.')
    }
    return refundEntity(
      await account.addRefund({
        payment_id: paymentId,
        amount,
        currency,
        receipt,
        notes,
        request: { key, body },
      }),
    )
  }

  return (request) => {
    if (request.method !== 'POST') return handle(request)
    const turn = last.then(() => handle(request))
    last = turn.catch(() => {})
    return turn
  }
}

/** Returns a refusal in Razorpay's format. */
export function refusalResponse(status: number, description: string): Response {
  const code = status < 500 ? 'BAD_REQUEST_ERROR' : 'SERVER_ERROR'
  const error = { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
  return Response.json({ error }, { status })
}

/**
 * Returns a webhook that Razorpay would send.
 * @param about a refund with its payment, or a payment, for order.paid with its order
 */
export function fakeWebhook(
  event: string,
  about:
    | { refund: FakeRefund; payment?: FakePayment | undefined }
    | {
        payment: FakePayment
        receipt?: string | undefined
        order?: { amount?: number; amount_paid?: number } | undefined
        /** What payment.dispute.* says about the dispute, in Razorpay's terms. */
        dispute?: Record<string, string | number | null> | undefined
        /** When the event was sent; by default when the payment was made. */
        sentAt?: FakeInstant | undefined
      },
  { id, secret }: { id: string; secret: string },
): SignedEvent {
  const payload =
    'refund' in about
      ? {
          refund: { entity: refundEntity(about.refund) },
          ...(about.payment && { payment: { entity: paymentEntity(about.payment) } }),
        }
      : {
          payment: { entity: paymentEntity(about.payment) },
          ...(event === 'order.paid' && {
            order: {
              entity: {
                ...orderEntity({
                  id: about.payment.order_id ?? 'order_fake',
                  receipt: about.receipt ?? null,
                  payments: [about.payment],
                }),
                ...about.order,
              },
            },
          }),
          ...(event.startsWith('payment.dispute.') && {
            dispute: {
              entity: {
                id: 'disp_fake',
                entity: 'dispute',
                payment_id: about.payment.id,
                amount: about.payment.amount,
                amount_deducted: 0,
                currency: about.payment.currency ?? 'INR',
                reason_code: 'goods_or_services_not_received_or_partially_received',
                phase: 'chargeback',
                status: event === 'payment.dispute.created' ? 'open' : event.slice('payment.dispute.'.length),
                created_at: secondsOf(about.payment.at),
                ...about.dispute,
              },
            },
          }),
        }
  const { at } = 'refund' in about ? about.refund : about.payment
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_fake',
    event,
    contains: Object.keys(payload),
    payload,
    created_at: secondsOf(('sentAt' in about ? about.sentAt : undefined) ?? at),
  })
  return { id, body, signature: signWebhook(body, secret) }
}

/** What Razorpay keeps of a captured payment by default: two per cent, and 18 per cent of tax on that. */
export function feeOf(amount: number): { fee: number; tax: number } {
  const own = Math.round(amount * 0.02)
  const tax = Math.round(own * 0.18)
  return { fee: own + tax, tax }
}

function paymentEntity({ at, ...payment }: FakePayment) {
  const { status = 'captured', amount } = payment
  const captured = payment.captured ?? (status === 'captured' || status === 'refunded')
  const isFailed = status === 'failed'
  const { fee, tax } = feeOf(amount)
  return {
    entity: 'payment',
    currency: 'INR',
    base_amount: (payment.currency ?? 'INR') === 'INR' ? amount : null,
    status,
    order_id: null,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: status === 'refunded' ? amount : 0,
    amount_transferred: 0,
    refund_status: status === 'refunded' ? 'full' : null,
    captured,
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'buyer@example',
    email: 'buyer@example.com',
    contact: '+919000000000',
    notes: [],
    fee: captured ? fee : null,
    tax: captured ? tax : null,
    error_code: isFailed ? 'BAD_REQUEST_ERROR' : null,
    error_description: isFailed ? 'The payment was not completed in time.' : null,
    error_source: isFailed ? 'customer' : null,
    error_step: isFailed ? 'payment_authentication' : null,
    error_reason: isFailed ? 'payment_timed_out' : null,
    acquirer_data: { rrn: null },
    created_at: secondsOf(at),
    ...payment,
  }
}

function refundEntity({ at, request: _request, ...refund }: FakeRefund) {
  return {
    entity: 'refund',
    currency: 'INR',
    status: 'processed',
    receipt: null,
    notes: [],
    acquirer_data: { arn: null },
    batch_id: null,
    speed_requested: 'normal',
    speed_processed: 'normal',
    created_at: secondsOf(at),
    ...refund,
  }
}

function orderEntity({ payments, ...order }: FakeOrder) {
  const amount = order.amount ?? payments[0]?.amount ?? 0
  const captured = payments.map(paymentEntity).filter((payment) => payment.captured)
  const amount_paid = Math.min(
    amount,
    captured.reduce((sum, payment) => sum + payment.amount, 0),
  )
  return {
    entity: 'order',
    currency: payments[0]?.currency ?? 'INR',
    attempts: payments.length,
    status: amount_paid >= amount && amount > 0 ? 'paid' : payments.length > 0 ? 'attempted' : 'created',
    offer_id: null,
    notes: [],
    ...order,
    amount,
    amount_paid,
    amount_due: amount - amount_paid,
  }
}

function settledEntity({ day, ...line }: FakeSettled) {
  const isCredit = line.type === 'payment' || (line.type === 'adjustment' && line.amount >= 0)
  const fee = line.fee ?? 0
  const amount = Math.abs(line.amount)
  return {
    currency: 'INR',
    debit: isCredit ? 0 : amount + fee,
    credit: isCredit ? amount - fee : 0,
    payment_id: null,
    order_id: null,
    order_receipt: null,
    dispute_id: null,
    description: null,
    method: null,
    fee,
    tax: 0,
    on_hold: false,
    created_at: secondsOf(`${day}T09:00:00+05:30`),
    settlement_id: 'setl_fake',
    settlement_utr: 'UTR_FAKE',
    settled: true,
    settled_at: secondsOf(`${day}T12:00:00+05:30`),
    posted_at: null,
    ...line,
  }
}

function refundedOf(paymentId: string, refunds: readonly FakeRefund[]): number {
  return refunds
    .filter((one) => one.payment_id === paymentId && one.status !== 'failed')
    .reduce((sum, one) => sum + one.amount, 0)
}

function only<Item>([found]: Item[]): Item {
  if (!found) throw new RazorpayRefusal(unknownId)
  return found
}

const collection = (items: unknown[]) => ({ entity: 'collection', count: items.length, items })

/** Returns what was made in the requested span, the newest first. */
function list(items: { created_at: number }[], search: URLSearchParams) {
  const from = Number(search.get('from') ?? 0)
  const to = Number(search.get('to') ?? Number.POSITIVE_INFINITY)
  const inside = items.filter(({ created_at }) => created_at >= from && created_at <= to)
  return page(
    inside.sort((a, b) => b.created_at - a.created_at),
    search,
  )
}

function page(items: unknown[], search: URLSearchParams, most = 100) {
  const count = Number(search.get('count') ?? 10)
  const skip = Number(search.get('skip') ?? 0)
  if (!(count >= 1)) throw new RazorpayRefusal('The count must be at least 1.')
  if (count > most) throw new RazorpayRefusal(`The count may not be greater than ${most}.`)
  return collection(items.slice(skip, skip + count))
}

const secondsOf = (at: FakeInstant) => Math.floor(new Date(at).getTime() / 1000)
