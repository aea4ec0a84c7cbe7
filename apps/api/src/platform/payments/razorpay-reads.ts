import type { Logger } from 'pino'
import * as z from 'zod'
import { printable } from '../printable.ts'
import {
  type GatewayList,
  type GatewayPage,
  type GatewayPayment,
  type GatewayReads,
  type ListedRefund,
  type OrderNames,
  PaymentRefused,
  PaymentUnknown,
  type SettledKind,
  type SettledLine,
} from './payment-gateway.ts'
import {
  gatewayPaymentOf,
  paymentRefundOf,
  RazorpayOrder,
  RazorpayPayment,
  RazorpayRefund,
} from './razorpay-messages.ts'

export interface RazorpayResponse {
  status: number
  text: string
  /** The header Retry-After in seconds, if it names a number. */
  retryAfter?: number | undefined
}

const notUnderstood = 'Razorpay gave no clear answer.'

/** Page sizes: the max of payments and refunds; settlements allow 1,000, but their lines are long. */
const pageSize = 100
const settledPageSize = 500
/** Orders with one receipt that are looked at; receipts are meant to be unique. */
const mostOrders = 10
/** Attempts of one read while Razorpay is busy, and the longest pause between two. */
const attempts = 5
const longestPauseMs = 20_000

const GatewayId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)
const Orders = z.object({ items: z.array(RazorpayOrder) })
const Payments = z.object({ items: z.array(RazorpayPayment) })
const DatedRefund = RazorpayRefund.extend({ created_at: z.number().int().positive() })
const Refunds = z.object({ items: z.array(DatedRefund) })
const settledKinds: readonly SettledKind[] = ['payment', 'refund', 'adjustment', 'transfer']
/** At most what a `bigint` of minor units can't overflow when lines are added up. */
const minorUnits = z.number().int().nonnegative().max(1e15)
// Zero until it is settled. The largest second that a JavaScript date has.
const seconds = z.number().int().nonnegative().max(8.64e12)
/** @see https://razorpay.com/docs/api/settlements/fetch-recon/ */
const ReportLine = z.object({
  entity_id: GatewayId,
  type: z.string().regex(/^[A-Za-z0-9_. -]{1,40}$/),
  // An adjustment can have the sign of what it moves.
  amount: z.number().int().min(-1e15).max(1e15),
  debit: minorUnits,
  credit: minorUnits,
  // Razorpay's fee includes the tax.
  fee: minorUnits.nullish(),
  tax: minorUnits.nullish(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  payment_id: GatewayId.nullish(),
  order_id: GatewayId.nullish(),
  dispute_id: GatewayId.nullish(),
  settlement_id: GatewayId.nullish(),
  settlement_utr: z
    .string()
    .regex(/^[\x21-\x7e]{0,100}$/)
    .nullish(),
  description: z.string().nullish(),
  method: z.string().max(40).nullish(),
  created_at: seconds.nullish(),
  settled_at: seconds.nullish(),
})
type ReportLine = z.output<typeof ReportLine>
const Report = z.object({ items: z.array(z.unknown()) })

/**
 * Creates the calls that only read. They wait while Razorpay is busy (429), as long as it asks for, and give up after
 * five attempts. A page with a single item that cannot be understood is refused as a whole; of a report of settlements
 * only that line is, because one odd adjustment must not hide what happened to all other money.
 * @param exchange sends a request and returns any response; throws PaymentUnknown without one
 * @param accepted returns the JSON of a success; throws PaymentRefused or PaymentUnknown
 */
export function createRazorpayReads({
  exchange,
  accepted,
  log,
}: {
  exchange: (method: 'GET', path: string) => Promise<RazorpayResponse>
  accepted: (response: RazorpayResponse) => unknown
  log: Logger
}): GatewayReads {
  async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const parsed = schema.safeParse(accepted(await patient(path)))
    if (parsed.success) return parsed.data
    log.error({ path: path.replace(/\?.*/, '') }, 'Razorpay returned something that could not be understood')
    throw new PaymentUnknown(notUnderstood)
  }

  /** Reads one entity; null if Razorpay has none with this id. */
  async function find<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    try {
      return await read(path, schema)
    } catch (error) {
      if (error instanceof PaymentRefused && isUnknownId(error.message)) return null
      throw error
    }
  }

  async function patient(path: string): Promise<RazorpayResponse> {
    for (let attempt = 1; ; attempt++) {
      const response = await exchange('GET', path)
      if (response.status !== 429 || attempt === attempts) return response
      const pause = Math.min(longestPauseMs, (response.retryAfter ?? 2 ** (attempt - 1)) * 1000)
      log.info({ pause }, 'Razorpay is busy, waiting')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  async function paymentsOf(
    gatewayOrderId: string,
    receipt: string | null,
  ): Promise<GatewayPayment[] | null> {
    const list = await find(`/orders/${encodeURIComponent(gatewayOrderId)}/payments`, Payments)
    if (!list) return null
    if (list.items.some((item) => item.order_id !== gatewayOrderId)) throw new PaymentUnknown(notUnderstood)
    return list.items.map((item) => gatewayPaymentOf(item, { receipt }))
  }

  async function findPayment(paymentId: string): Promise<GatewayPayment | null> {
    const found = await find(`/payments/${encodeURIComponent(paymentId)}`, RazorpayPayment)
    if (!found) return null
    if (found.id !== paymentId) throw new PaymentUnknown(notUnderstood)
    const payment = gatewayPaymentOf(found)
    if (payment.reference !== null || payment.gatewayOrderId === null) return payment
    // Only the order has our reference.
    const order = await find(`/orders/${encodeURIComponent(payment.gatewayOrderId)}`, RazorpayOrder)
    return gatewayPaymentOf(found, order)
  }

  async function findPaymentsOfOrder({
    gatewayOrderId,
    reference,
    paymentId,
  }: OrderNames): Promise<GatewayPayment[]> {
    const payments = gatewayOrderId === null ? [] : ((await paymentsOf(gatewayOrderId, reference)) ?? [])
    if (payments.some(({ state }) => state === 'captured')) return payments
    // A second try to pay may have made another order with the same receipt, and either can be paid.
    const { items } = await read(`/orders?${query({ receipt: reference, count: mostOrders })}`, Orders)
    const others = items.filter(({ id, receipt }) => receipt === reference && id !== gatewayOrderId)
    for (const { id } of others) payments.push(...((await paymentsOf(id, reference)) ?? []))
    if (payments.length > 0 || paymentId === null) return payments
    const payment = await findPayment(paymentId)
    return payment ? [payment] : []
  }

  async function list<Item, Converted>(
    path: string,
    schema: z.ZodType<{ items: Item[] }>,
    { from, until, skip }: GatewayList,
    convert: (item: Item) => Converted,
  ): Promise<GatewayPage<Converted>> {
    const span = { from: Math.floor(from.getTime() / 1000), to: Math.floor(until.getTime() / 1000) }
    const { items } = await read(`${path}?${query({ ...span, count: pageSize, skip })}`, schema)
    return { items: items.map(convert), next: items.length < pageSize ? null : skip + items.length }
  }

  return {
    findPaymentsOfOrder,
    findPayment,
    async findListedRefund(gatewayRefundId) {
      const found = await find(`/refunds/${encodeURIComponent(gatewayRefundId)}`, DatedRefund)
      if (found && found.id !== gatewayRefundId) throw new PaymentUnknown(notUnderstood)
      return found && listedRefundOf(found)
    },
    listPayments: (span) => list('/payments', Payments, span, (item) => gatewayPaymentOf(item)),
    listRefunds: (span) => list('/refunds', Refunds, span, listedRefundOf),
    async listSettlements(day, skip) {
      const [year, month, date] = day.split('-').map(Number)
      const path = `/settlements/recon/combined?${query({ year, month, day: date, count: settledPageSize, skip })}`
      const { items } = await read(path, Report)
      const lines = items.flatMap((item) => {
        const { data } = ReportLine.safeParse(item)
        return data ? [settledLineOf(data)] : []
      })
      const unreadable = items.length - lines.length
      if (unreadable > 0)
        log.error({ day, unreadable }, 'Lines of a settlement report could not be understood')
      return {
        items: lines,
        unreadable,
        next: items.length < settledPageSize ? null : skip + items.length,
      }
    },
  }
}

function listedRefundOf(refund: z.output<typeof DatedRefund>): ListedRefund {
  return { ...paymentRefundOf(refund), at: new Date(refund.created_at * 1000) }
}

function settledLineOf(line: ReportLine): SettledLine {
  const description = withoutContacts(printable(line.description ?? '', []))
  return {
    kind: settledKinds.find((kind) => kind === line.type) ?? 'other',
    type: line.type,
    id: line.entity_id,
    paymentId: line.type === 'payment' ? line.entity_id : (line.payment_id ?? null),
    gatewayOrderId: line.order_id ?? null,
    disputeId: line.dispute_id ?? null,
    amount: Math.abs(line.amount),
    debit: line.debit,
    credit: line.credit,
    fee: line.fee ?? null,
    tax: line.tax ?? null,
    currency: line.currency,
    settlementId: line.settlement_id ?? null,
    utr: line.settlement_utr || null,
    description: description || null,
    method: line.method || null,
    madeAt: momentOf(line.created_at),
    at: momentOf(line.settled_at),
  }
}

/** Cuts e-mail addresses and phone numbers out of a text that stays in the books for good. */
function withoutContacts(text: string): string {
  return text.replace(/\S+@\S+/g, '…').replace(/\+?\d(?:[ -]?\d){9,}/g, '…')
}

const momentOf = (second: number | null | undefined) => (second ? new Date(second * 1000) : null)

/** Whether a refusal says that there is nothing with this id, which is an answer. */
function isUnknownId(message: string): boolean {
  return /\bid provided does not exist\b|is not a valid id\b|no db records found/i.test(message)
}

function query(values: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.toString()
}
