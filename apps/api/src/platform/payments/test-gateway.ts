import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createTestBooks, type TestBooks } from './test-gateway-books.ts'
import { signWebhook } from './webhook-signature.ts'

export interface TestGatewayRefund {
  id: string
  entity: 'refund'
  payment_id: string
  amount: number
  currency: string
  status: 'pending' | 'processed' | 'failed'
  receipt: string | null
  notes: Record<string, string> | never[]
}

export interface TestGatewayPayment {
  id: string
  amount: number
  currency?: string
  order_id?: string | null
  method?: string
  notes?: Record<string, string>
  /** The receipt of the gateway's order; only order.paid contains it. */
  receipt?: string
  /** In seconds. */
  created_at?: number
}

/** The refund requests that the server received. */
interface RefundCall {
  paymentId: string
  key: string
  authorization: string
  body: string
}

/**
 * How the server handles a refund request. Those that begin with "made" make the refund first, so that only the
 * response is missing or wrong.
 */
export type RefundBehaviour =
  | 'made'
  | 'made-pending'
  | 'made-hang'
  | 'made-cut'
  | 'made-500'
  | 'made-html'
  | 'made-empty'
  | 'made-other-amount'
  | 'made-other-currency'
  | 'made-other-payment'
  | 'hang'
  | 'cut'
  | '500'
  | '429'
  | 'html'
  | 'in-progress'
  | 'refused'
  | 'keys-refused'
  | 'refused-html'
  | 'already-refunded'
  | 'exceeds'

export type ListBehaviour = 'list' | '500' | 'html' | 'hang' | 'keys-refused' | 'unknown-payment' | 'garbage'

export interface TestGateway {
  /** Settings of a program that uses this server instead of Razorpay. */
  environment: Record<string, string>
  baseUrl: string
  refunds: TestGatewayRefund[]
  /** What was paid, by payment id. A payment that is not listed here can be refunded once. */
  captured: Map<string, number>
  calls: RefundCall[]
  /** What can be read about payments, refunds and settlements. */
  books: TestBooks
  /** How often refunds were listed. */
  lists: () => number
  /** The behaviour for the next refund requests, one each, then the last one for all. Default: made. */
  behave(...behaviours: RefundBehaviour[]): void
  behaveAtLists(behaviour: ListBehaviour): void
  /** Holds the response to every refund request until the returned function is called. */
  holdAnswers(): () => void
  /** Body and headers of a webhook of this gateway. */
  webhook(
    event: string,
    refund: TestGatewayRefund,
    eventId?: string,
  ): { body: string; headers: Record<string, string> }
  /** Body and headers of a webhook about a payment. */
  paymentWebhook(
    event: 'payment.captured' | 'payment.failed' | 'order.paid',
    payment: TestGatewayPayment,
    eventId?: string,
  ): { body: string; headers: Record<string, string> }
  reset(): void
  close(): Promise<void>
}

export const testKeys = { id: 'rzp_test_key', secret: 'the-secret-of-the-key', webhook: 'the-webhook-secret' }

type Reply = (response: ServerResponse) => void

const alreadyRefunded = 'The payment has been fully refunded already.'
const exceedsRest = 'The refund amount provided is greater than amount captured.'
const hang: Reply = () => {}
const cut: Reply = (response) => void response.destroy()
const broken = refusal(500, 'We are facing some trouble completing your request at the moment.')

const notMade: Partial<Record<RefundBehaviour, Reply>> = {
  hang,
  cut,
  '500': broken,
  '429': refusal(429, 'Request failed because of too many requests.'),
  html: page(502),
  'in-progress': refusal(409, 'The request with this idempotency key is in progress.'),
  refused: refusal(400, 'Your account does not have enough balance to carry out the refund.'),
  'refused-html': page(403),
  'keys-refused': refusal(401, 'Authentication failed'),
  'already-refunded': refusal(400, alreadyRefunded),
  exceeds: refusal(400, exceedsRest),
}

const notListed: Partial<Record<ListBehaviour, Reply>> = {
  hang,
  '500': broken,
  html: page(200),
  garbage: json(200, { items: [{ id: 7 }] }),
  'keys-refused': refusal(401, 'Authentication failed'),
  'unknown-payment': refusal(400, 'The id provided does not exist'),
}

function json(status: number, body: unknown): Reply {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refusal(status: number, description: string): Reply {
  const code = status === 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR'
  return json(status, { error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } })
}

function page(status: number): Reply {
  const html = '<html><body><h1>Something is in between</h1></body></html>'
  return (response) => void response.writeHead(status, { 'content-type': 'text/html' }).end(html)
}

function signedWebhook(event: string, payload: object, eventId: string, createdAt = 1_790_000_000) {
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_test',
    event,
    contains: Object.keys(payload),
    payload,
    created_at: createdAt,
  })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signWebhook(body, testKeys.webhook),
      'x-razorpay-event-id': eventId,
    },
  }
}

const currencyOf = (paymentId: string) => (paymentId.includes('usd') ? 'USD' : 'INR')

/**
 * An HTTP server on loopback with the part of Razorpay's API that refunds need. It counts, and misbehaves on request.
 * A payment whose id contains "usd" is in dollars, any other in rupees.
 */
export async function startTestGateway(): Promise<TestGateway> {
  const refunds: TestGatewayRefund[] = []
  const calls: RefundCall[] = []
  const books = createTestBooks({ json, refusal, page, hang })
  const captured = new Map<string, number>()
  const byKey = new Map<string, { body: string; refund: TestGatewayRefund }>()
  let listCount = 0
  let made = 0
  let behaviours: RefundBehaviour[] = ['made']
  let listBehaviour: ListBehaviour = 'list'
  let held: Promise<void> = Promise.resolve()
  let release = () => {}

  async function replyTo(request: IncomingMessage): Promise<Reply> {
    let body = ''
    for await (const chunk of request) body += chunk
    const url = new URL(request.url ?? '/', 'http://gateway')
    const { pathname } = url
    const [, paymentId = '', what] = /^\/v1\/payments\/([^/]+)\/(refunds?)$/.exec(pathname) ?? []
    if (request.method === 'GET' && what === 'refunds') return list(paymentId)
    const booked = request.method === 'GET' ? await books.reply(url) : null
    if (booked) return booked
    if (request.method !== 'POST' || what !== 'refund')
      return refusal(404, 'The requested URL was not found.')
    const key = String(request.headers['x-refund-idempotency'] ?? '')
    calls.push({ paymentId, key, authorization: request.headers.authorization ?? '', body })
    await held
    const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? 'made'
    return notMade[behaviour] ?? refund(behaviour, paymentId, key, body)
  }

  function refund(behaviour: RefundBehaviour, paymentId: string, key: string, body: string): Reply {
    const earlier = byKey.get(key)
    if (earlier && earlier.body !== body) return refusal(400, 'Different request body for the key.')
    if (!earlier) {
      const standing = refunds.filter((one) => one.payment_id === paymentId && one.status !== 'failed')
      const refunded = standing.reduce((sum, { amount }) => sum + amount, 0)
      const paid = captured.get(paymentId) ?? (standing.length > 0 ? refunded : Number.POSITIVE_INFINITY)
      if (refunded >= paid) return refusal(400, alreadyRefunded)
      if (refunded + JSON.parse(body).amount > paid) return refusal(400, exceedsRest)
    }
    const result =
      earlier?.refund ?? make(paymentId, key, body, behaviour === 'made-pending' ? 'pending' : 'processed')
    switch (behaviour) {
      case 'made-hang':
        return hang
      case 'made-cut':
        return cut
      case 'made-500':
        return broken
      case 'made-html':
        return page(200)
      case 'made-empty':
        return (response) => void response.writeHead(200).end()
      case 'made-other-amount':
        return json(200, { ...result, amount: result.amount - 1 })
      case 'made-other-currency':
        return json(200, { ...result, currency: 'EUR' })
      case 'made-other-payment':
        return json(200, { ...result, payment_id: 'pay_other' })
      default:
        return json(200, result)
    }
  }

  function make(
    paymentId: string,
    key: string,
    body: string,
    status: TestGatewayRefund['status'],
  ): TestGatewayRefund {
    const wanted = JSON.parse(body)
    made++
    const refund: TestGatewayRefund = {
      id: `rfnd_${String(made).padStart(8, '0')}`,
      entity: 'refund',
      payment_id: paymentId,
      amount: wanted.amount,
      currency: currencyOf(paymentId),
      status,
      receipt: wanted.receipt ?? null,
      notes: wanted.notes ?? [],
    }
    refunds.push(refund)
    byKey.set(key, { body, refund })
    return refund
  }

  function list(paymentId: string): Reply {
    listCount++
    const items = refunds.filter((one) => one.payment_id === paymentId)
    return notListed[listBehaviour] ?? json(200, { entity: 'collection', count: items.length, items })
  }

  const server = createServer((request, response) => {
    replyTo(request).then(
      (reply) => reply(response),
      () => response.destroy(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const baseUrl = `http://127.0.0.1:${address.port}/v1`
  return {
    environment: {
      PAYMENTS: 'razorpay',
      RAZORPAY_BASE_URL: baseUrl,
      RAZORPAY_KEY_ID: testKeys.id,
      RAZORPAY_KEY_SECRET: testKeys.secret,
      RAZORPAY_WEBHOOK_SECRET: testKeys.webhook,
      // A response that a test holds must not end by its time-out on a busy machine.
      PAYMENT_TIMEOUT_SECONDS: '60',
    },
    baseUrl,
    refunds,
    captured,
    calls,
    books,
    lists: () => listCount,
    behave(...next) {
      behaviours = next
    },
    behaveAtLists(behaviour) {
      listBehaviour = behaviour
    },
    holdAnswers() {
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    webhook: (event, refund, eventId = `evt_${event}_${refund.id}`) =>
      signedWebhook(event, { refund: { entity: refund } }, eventId),
    paymentWebhook(event, { receipt, ...payment }, eventId = `evt_${event}_${payment.id}`) {
      const entity = {
        entity: 'payment',
        currency: 'INR',
        order_id: null,
        method: 'upi',
        notes: [],
        created_at: 1_790_000_000,
        status: event === 'payment.failed' ? 'failed' : 'captured',
        ...payment,
      }
      const order = { entity: { id: entity.order_id ?? 'order_unknown', receipt: receipt ?? null } }
      const isOrder = event === 'order.paid'
      return signedWebhook(
        event,
        { payment: { entity }, ...(isOrder ? { order } : {}) },
        eventId,
        entity.created_at,
      )
    },
    reset() {
      release()
      held = Promise.resolve()
      refunds.length = 0
      calls.length = 0
      captured.clear()
      books.reset()
      byKey.clear()
      listCount = 0
      behaviours = ['made']
      listBehaviour = 'list'
    },
    close() {
      release()
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
