import { createServer, type ServerResponse } from 'node:http'
import {
  createFakeRazorpay,
  type FakeInstant,
  type FakePayment,
  type FakeRefund,
  type FakeSettled,
  fakeWebhook,
  fullyRefunded,
  refusalResponse,
  unknownId,
} from './fake-razorpay.ts'
import type { SignedEvent } from './payment-gateway.ts'

/** When something happened is often of no interest. */
type Undated<Dated> = Omit<Dated, 'at'> & { at?: FakeInstant }

export type TestGatewayRefund = Undated<FakeRefund>
export type TestGatewayPayment = Undated<FakePayment> & {
  /** The receipt of the gateway's order; only order.paid contains it. */
  receipt?: string
  /** What order.paid says about its order; by default the payment has paid it. */
  order?: { amount?: number; amount_paid?: number }
  /** What payment.dispute.* says about the dispute. */
  dispute?: Record<string, string | number | null>
  /** When the event was sent. */
  sentAt?: FakeInstant
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

/** How the server handles the list of a payment's refunds. */
export type ListBehaviour = 'list' | '500' | 'html' | 'hang' | 'keys-refused' | 'unknown-payment' | 'garbage'

/** How the server handles any other read. */
type ReadBehaviour = 'read' | '500' | '429' | 'html' | 'garbage' | 'hang' | 'keys-refused'

/** The payments, refunds and settlements at the gateway. */
interface TestBooks {
  payments: Undated<FakePayment>[]
  refunds: TestGatewayRefund[]
  settled: FakeSettled[]
  /** Receipts of the gateway's orders by their id. */
  receipts: Map<string, string>
  /** Paths of all reads, with their query. */
  reads: string[]
  /** The behaviour of the next reads, one each, then the last one for all. Default: read. */
  behave(...behaviours: ReadBehaviour[]): void
  /** Called before each read, to change something in mid-comparison. */
  onRead: ((path: string) => void | Promise<void>) | null
  reset(): void
}

interface TestWebhook {
  body: string
  headers: Record<string, string>
}

export interface TestGateway {
  /** Settings of a program that uses this server instead of Razorpay. */
  environment: Record<string, string>
  baseUrl: string
  /** The refunds of the books. */
  refunds: TestGatewayRefund[]
  calls: RefundCall[]
  books: TestBooks
  /** How often the refunds of a payment were listed. */
  lists: () => number
  /** The behaviour for the next refund requests, one each, then the last one for all. Default: made. */
  behave(...behaviours: RefundBehaviour[]): void
  behaveAtLists(behaviour: ListBehaviour): void
  /** Holds the response to every refund request until the returned function is called. */
  holdAnswers(): () => void
  /** Body and headers of a webhook of this gateway. */
  webhook(
    event: string,
    refund: TestGatewayRefund & { payment?: TestGatewayPayment },
    eventId?: string,
  ): TestWebhook
  /** Body and headers of a webhook about a payment. */
  paymentWebhook(event: string, payment: TestGatewayPayment, eventId?: string): TestWebhook
  reset(): void
  close(): Promise<void>
}

export const testKeys = { id: 'rzp_test_key', secret: 'the-secret-of-the-key', webhook: 'the-webhook-secret' }

const bookedAt = '2026-11-20T10:02:00Z'
const webhookAt = 1_790_000_000_000

/** What the server sends: a response, none at all, or a broken connection. */
type Reply = Response | 'hang' | 'cut'

const broken = () => refusalResponse(500, 'We are facing some trouble completing your request at the moment.')
const html = (status: number) =>
  new Response('<html><body><h1>Something is in between</h1></body></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  })
const busy = () => {
  const response = refusalResponse(429, 'Request failed because of too many requests.')
  response.headers.set('retry-after', '0')
  return response
}

/** Replies that do nothing, by behaviour. */
const misbehaviours: Record<string, () => Reply> = {
  hang: () => 'hang',
  cut: () => 'cut',
  '500': broken,
  '429': busy,
  html: () => html(200),
  garbage: () => Response.json({ items: [{ id: 7 }] }),
  'in-progress': () => refusalResponse(409, 'The request with this idempotency key is in progress.'),
  refused: () => refusalResponse(400, 'Your account does not have enough balance to carry out the refund.'),
  'refused-html': () => html(403),
  'keys-refused': () => refusalResponse(401, 'Authentication failed'),
  'already-refunded': () => refusalResponse(400, fullyRefunded),
  exceeds: () => refusalResponse(400, 'The refund amount provided is greater than amount captured.'),
  'unknown-payment': () => refusalResponse(400, unknownId),
}

/** Replies to a refund that was made, by behaviour. */
const wrongAnswers: Record<string, (made: { amount: number }) => Reply> = {
  'made-hang': () => 'hang',
  'made-cut': () => 'cut',
  'made-500': broken,
  'made-html': () => html(200),
  'made-empty': () => new Response(),
  'made-other-amount': (made) => Response.json({ ...made, amount: made.amount - 1 }),
  'made-other-currency': (made) => Response.json({ ...made, currency: 'EUR' }),
  'made-other-payment': (made) => Response.json({ ...made, payment_id: 'pay_other' }),
}

/** An HTTP server on loopback with a fake Razorpay. It counts, and misbehaves on request. */
export async function startTestGateway(): Promise<TestGateway> {
  const calls: RefundCall[] = []
  let listCount = 0
  let made = 0
  let behaviours: RefundBehaviour[] = ['made']
  let readBehaviours: ReadBehaviour[] = ['read']
  let listBehaviour: ListBehaviour = 'list'
  const pendingKeys = new Set<string>()
  let held: Promise<void> = Promise.resolve()
  let release = () => {}

  const books: TestBooks = {
    payments: [],
    refunds: [],
    settled: [],
    receipts: new Map(),
    reads: [],
    onRead: null,
    behave(...next) {
      readBehaviours = next
    },
    reset() {
      for (const list of [books.payments, books.refunds, books.settled, books.reads]) list.length = 0
      books.receipts.clear()
      books.onRead = null
      readBehaviours = ['read']
    },
  }
  const dated = <Item extends object>(items: Item[]) => items.map((item) => ({ at: bookedAt, ...item }))
  const byId = <Item extends { id: string }>(items: Item[], id?: string) =>
    dated(items.filter((item) => id === undefined || item.id === id))
  const orderOf = (id: string) => ({
    id,
    receipt: books.receipts.get(id) ?? null,
    payments: dated(books.payments.filter((payment) => payment.order_id === id)),
  })
  const razorpay = createFakeRazorpay(
    {
      payments: async (id) => byId(books.payments, id),
      refunds: async (id) => byId(books.refunds, id),
      async orders(name) {
        const ids = new Set([
          ...books.receipts.keys(),
          ...books.payments.map(({ order_id }) => order_id ?? ''),
        ])
        return [...ids]
          .map(orderOf)
          .filter(({ id, receipt }) => ('id' in name ? id === name.id : receipt === name.receipt))
      },
      settled: async (on) => books.settled.filter(({ day }) => day === on),
      async addRefund(wanted) {
        const id = `rfnd_${String(++made).padStart(8, '0')}`
        const status = pendingKeys.has(wanted.request?.key ?? '') ? 'pending' : 'processed'
        const refund = { id, at: bookedAt, ...wanted, status } as const
        books.refunds.push(refund)
        return refund
      },
    },
    testKeys,
  )

  async function replyTo(request: Request): Promise<Reply> {
    const { pathname, search } = new URL(request.url)
    const path = pathname.replace(/^\/v1/, '')
    if (request.method !== 'GET') return refund(path, request)
    if (/^\/payments\/[^/]+\/refunds$/.test(path)) {
      listCount++
      return misbehaviours[listBehaviour]?.() ?? razorpay(request)
    }
    books.reads.push(path + search)
    await books.onRead?.(path + search)
    return misbehaviours[takeFirst(readBehaviours)]?.() ?? razorpay(request)
  }

  async function refund(path: string, request: Request): Promise<Reply> {
    const header = (name: string) => request.headers.get(name) ?? ''
    calls.push({
      paymentId: path.split('/')[2] ?? '',
      key: header('x-refund-idempotency'),
      authorization: header('authorization'),
      body: await request.clone().text(),
    })
    await held
    const behaviour = takeFirst(behaviours)
    if (behaviour === 'html') return html(502)
    const nothing = misbehaviours[behaviour]?.()
    if (nothing) return nothing
    if (behaviour === 'made-pending') pendingKeys.add(header('x-refund-idempotency'))
    const response = await razorpay(request)
    const wrong = wrongAnswers[behaviour]
    return wrong && response.ok ? wrong((await response.json()) as { amount: number }) : response
  }

  const server = createServer(async (incoming, response) => {
    try {
      const chunks: Uint8Array[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const { method = 'GET', url, headers } = incoming
      const body = method === 'GET' ? null : Buffer.concat(chunks)
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
      const request = new Request(`http://gateway${url}`, { method, headers: sent, body })
      await send(await replyTo(request), response)
    } catch {
      response.destroy()
    }
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
    refunds: books.refunds,
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
    webhook(event, { payment, ...refund }, id = `evt_${event}_${refund.id}`) {
      const about = {
        refund: { at: webhookAt, ...refund },
        payment: payment && { at: webhookAt, ...payment },
      }
      return webhookOf(fakeWebhook(event, about, { id, secret: testKeys.webhook }))
    },
    paymentWebhook(event, { receipt, order, dispute, sentAt, ...values }, id = `evt_${event}_${values.id}`) {
      const status =
        event === 'payment.failed' ? 'failed' : event === 'payment.authorized' ? 'authorized' : 'captured'
      const payment = { at: webhookAt, status, ...values }
      return webhookOf(
        fakeWebhook(event, { payment, receipt, order, dispute, sentAt }, { id, secret: testKeys.webhook }),
      )
    },
    reset() {
      release()
      held = Promise.resolve()
      calls.length = 0
      pendingKeys.clear()
      books.reset()
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

/** Takes the first behaviour; the last one stays. */
function takeFirst<Behaviour>(behaviours: Behaviour[]): Behaviour {
  return (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) as Behaviour
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply === 'cut') response.destroy()
  if (typeof reply === 'string') return
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
}

function webhookOf({ id, body, signature }: SignedEvent): TestWebhook {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': id,
    },
  }
}
