import {
  type GatewayPage,
  type GatewayPayment,
  type ListedRefund,
  type PaymentGateway,
  type PaymentRefund,
  PaymentUnknown,
  type SettledLine,
} from '../../../platform/payments/payment-gateway.ts'
import type { Span } from './reconciliation.repository.ts'

/** What the gateway lists of one day: payments and refunds by their ids at the gateway. */
export interface DayLists {
  payments: Map<string, GatewayPayment>
  refunds: Map<string, ListedRefund>
  settled: SettledLine[]
  /** How many lines of the settlements could not be understood. */
  unreadable: number
}

/** Max pages of one list: a gateway whose list never ends must not keep a job running for ever. */
const mostPages = 2_000

/**
 * Reads all pages of the gateway's lists of a day.
 * @param keepAlive called after each page
 */
export async function readLists(
  gateway: Pick<PaymentGateway, 'listPayments' | 'listRefunds' | 'listSettlements'>,
  day: string,
  span: Span,
  keepAlive: () => Promise<void>,
): Promise<DayLists> {
  const payments = await readAll(
    (skip) => gateway.listPayments({ ...span, skip }),
    ({ paymentId }) => paymentId,
    keepAlive,
  )
  const refunds = await readAll(
    (skip) => gateway.listRefunds({ ...span, skip }),
    ({ gatewayRefundId }) => gatewayRefundId,
    keepAlive,
  )
  let unreadable = 0
  const settled = await readAll(
    async (skip) => {
      const page = await gateway.listSettlements(day, skip)
      unreadable += page.unreadable
      return page
    },
    ({ type, id }) => `${type} ${id}`,
    keepAlive,
  )
  return { payments, refunds, settled: [...settled.values()], unreadable }
}

/** Lists the refunds that the gateway has made of a payment, or is making. */
export async function refundsMade(
  gateway: Pick<PaymentGateway, 'refundsOf'>,
  paymentId: string,
): Promise<PaymentRefund[]> {
  return (await gateway.refundsOf(paymentId)).filter(({ state }) => state !== 'failed')
}

/** Reads a list to its end, by id: an item that moves to the next page meanwhile is listed twice. */
async function readAll<Item>(
  read: (skip: number) => Promise<GatewayPage<Item>>,
  idOf: (item: Item) => string,
  keepAlive: () => Promise<void>,
): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  let pages = 0
  for (let skip: number | null = 0; skip !== null; ) {
    if (++pages > mostPages) throw new PaymentUnknown('A list of Razorpay does not end.')
    const page: GatewayPage<Item> = await read(skip)
    for (const item of page.items) items.set(idOf(item), item)
    skip = page.next
    await keepAlive()
  }
  return items
}
