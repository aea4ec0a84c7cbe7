import type { ServerResponse } from 'node:http'

type Reply = (response: ServerResponse) => void

/** A payment as the server keeps it. */
interface BookedPayment {
  id: string
  order_id?: string | null
  amount: number
  currency?: string
  status?: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  method?: string
  notes?: Record<string, string>
  /** An ISO instant. */
  at?: string
}

/** A refund that was made in the gateway's dashboard. */
interface BookedRefund {
  id: string
  payment_id: string
  amount: number
  currency?: string
  status?: 'pending' | 'processed' | 'failed'
  receipt?: string | null
  at?: string
}

interface SettledItem {
  entity_id: string
  type: 'payment' | 'refund' | 'transfer' | 'adjustment'
  amount: number
  currency?: string
  payment_id?: string | null
  notes?: string
  /** YYYY-MM-DD in India. */
  day: string
}

/** How the server handles a read. */
type ReadBehaviour = 'read' | '500' | '429' | 'html' | 'garbage' | 'hang' | 'keys-refused'

/** The payments, refunds and settlements that the test server returns. */
export interface TestBooks {
  payments: BookedPayment[]
  refunds: BookedRefund[]
  settled: SettledItem[]
  /** Receipts of the gateway's orders by their id. */
  receipts: Map<string, string>
  /** Paths of all reads, with their query. */
  reads: string[]
  /** The behaviour of the next reads, one each, then the last one for all. Default: read. */
  behave(...behaviours: ReadBehaviour[]): void
  /** Called before each read, to change something in mid-comparison. */
  onRead: ((path: string) => void | Promise<void>) | null
  reply(url: URL): Promise<Reply | null>
  reset(): void
}

const at = '2026-11-20T10:02:00Z'
const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1000)

export function createTestBooks(replies: {
  json(status: number, body: unknown): Reply
  refusal(status: number, description: string): Reply
  page(status: number): Reply
  hang: Reply
}): TestBooks {
  const { json, refusal } = replies
  const unknown = refusal(400, 'The id provided does not exist')
  let behaviours: ReadBehaviour[] = ['read']

  const paymentOf = (payment: BookedPayment) => ({
    entity: 'payment',
    currency: 'INR',
    order_id: null,
    status: 'captured',
    method: 'upi',
    notes: [],
    ...payment,
    created_at: seconds(payment.at ?? at),
  })
  const refundOf = (refund: BookedRefund) => ({
    entity: 'refund',
    currency: 'INR',
    status: 'processed',
    receipt: null,
    notes: [],
    ...refund,
    created_at: seconds(refund.at ?? at),
  })
  const collection = (items: unknown[]) => json(200, { entity: 'collection', count: items.length, items })

  /** The newest first, as Razorpay lists them. */
  function paged(url: URL, items: { created_at: number }[]): Reply {
    const [from, to, count, skip] = ['from', 'to', 'count', 'skip'].map((name) =>
      Number(url.searchParams.get(name) ?? 0),
    ) as [number, number, number, number]
    const inside = items.filter(({ created_at }) => created_at >= from && created_at <= to)
    const sorted = inside.sort((a, b) => b.created_at - a.created_at)
    return collection(sorted.slice(skip, skip + (count || 10)))
  }

  function read(url: URL): Reply | null {
    const path = url.pathname.replace(/^\/v1/, '')
    const [, what = '', id = '', more] =
      /^\/(payments|orders|refunds)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? []
    const orderIds = new Set([...books.receipts.keys(), ...books.payments.map(({ order_id }) => order_id)])
    switch (`${what}${id && '/:id'}${more ? `/${more}` : ''}`) {
      case 'payments':
        return paged(url, books.payments.map(paymentOf))
      case 'payments/:id': {
        const found = books.payments.find((payment) => payment.id === id)
        return found ? json(200, paymentOf(found)) : unknown
      }
      case 'orders':
        return collection(
          [...books.receipts]
            .filter(([, receipt]) => receipt === url.searchParams.get('receipt'))
            .map(([order, receipt]) => ({ id: order, entity: 'order', receipt })),
        )
      case 'orders/:id':
        return orderIds.has(id) ? json(200, { id, receipt: books.receipts.get(id) ?? null }) : unknown
      case 'orders/:id/payments':
        if (!orderIds.has(id)) return unknown
        return collection(books.payments.filter(({ order_id }) => order_id === id).map(paymentOf))
      case 'refunds':
        return paged(url, books.refunds.map(refundOf))
      case 'refunds/:id': {
        const found = books.refunds.find((refund) => refund.id === id)
        return found ? json(200, refundOf(found)) : unknown
      }
    }
    if (path !== '/settlements/recon/combined') return null
    const [year, month, day, skip, count] = ['year', 'month', 'day', 'skip', 'count'].map((name) =>
      Number(url.searchParams.get(name) ?? 0),
    ) as [number, number, number, number, number]
    const wanted = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    const items = books.settled
      .filter((item) => item.day === wanted)
      .map(({ day: settledDay, ...item }) => ({
        currency: 'INR',
        payment_id: null,
        settlement_id: 'setl_1',
        settled_at: seconds(`${settledDay}T06:00:00Z`),
        ...item,
      }))
    return collection(items.slice(skip, skip + count))
  }

  const books: TestBooks = {
    payments: [],
    refunds: [],
    settled: [],
    receipts: new Map(),
    reads: [],
    onRead: null,
    behave(...next) {
      behaviours = next
    },
    async reply(url) {
      const result = read(url)
      if (!result) return null
      const path = `${url.pathname.replace(/^\/v1/, '')}${url.search}`
      books.reads.push(path)
      await books.onRead?.(path)
      switch (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) {
        case '500':
          return refusal(500, 'We are facing some trouble completing your request at the moment.')
        case '429':
          return (response) => {
            response.setHeader('retry-after', '0')
            refusal(429, 'Request failed because of too many requests.')(response)
          }
        case 'html':
          return replies.page(200)
        case 'garbage':
          return json(200, { items: [{ id: 7 }] })
        case 'hang':
          return replies.hang
        case 'keys-refused':
          return refusal(401, 'Authentication failed')
        default:
          return read(url) ?? result
      }
    },
    reset() {
      books.payments.length = 0
      books.refunds.length = 0
      books.settled.length = 0
      books.receipts.clear()
      books.reads.length = 0
      books.onRead = null
      behaviours = ['read']
    },
  }
  return books
}
