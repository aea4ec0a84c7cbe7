import { createHash, randomUUID } from 'node:crypto'
import { addDays, startOfDay, taxTimeZone } from '@greenroom/contract/calendar-day'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { appendLines, readerOfLines } from '../json-lines.ts'
import {
  type FakeAccount,
  type FakePayment,
  type FakeRefund,
  type FakeSettled,
  feeOf,
  fullyRefunded,
  RazorpayRefusal,
} from './fake-razorpay.ts'
import type { KnownRecords, MovedMoney } from './payment-gateway.ts'

/** Endings of ids that make the sandbox behave so; docs/providers.md describes them. */
export const sandboxMarks = {
  // Of a payment: what happens to its refund.
  refused: '_refused',
  timeOut: '_timeout',
  lost: '_lost',
  pending: '_pending',
  failsLater: '_fails_later',
  alreadyRefunded: '_already_refunded',
  // Of a payment or a refund: it does not exist.
  notPaid: '_not_paid',
  notMade: '_not_made',
  // Of an order's reference or gateway order: how it was paid; the second one also of a payment.
  paid: '_paid',
  paidOther: '_paid_other',
  paidWithFee: '_paid_with_fee',
  paidInParts: '_paid_in_parts',
  authorized: '_authorized',
  returned: '_returned',
  attemptFailed: '_attempt_failed',
} as const

/** How long a marked refund stays pending, in milliseconds. */
export const pendingMilliseconds = 2_000
/** The sandbox settles as Razorpay does at home, but also on Sundays and holidays. */
const settledAfterDays = 2
/** What a payment with another amount lacks, in minor units. */
const lessPaid = 9_900
/** The fee that the buyer bears, with its tax, as a share of the amount. */
const feeShare = 0.0236
const refundIdStart = 'rfnd_sandbox_'
const orderIdStart = 'order_sandbox_'

const RefundLine = z.object({
  /** A try was lost before it made a refund. */
  kind: z.enum(['try', 'refund']),
  id: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  currency: z.string(),
  idempotencyKey: z.string(),
  /** The body of the request; missing in lines of earlier versions and for refunds of the dashboard. */
  body: z.string().optional(),
  reference: z.string(),
  at: z.number(),
})
type RefundLine = z.output<typeof RefundLine>

const LedgerLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment'),
    paymentId: z.string(),
    gatewayOrderId: z.string().nullable(),
    reference: z.string().nullable(),
    amount: z.number().int(),
    currency: z.string(),
    method: z.string(),
    at: z.number(),
    state: z.enum(['captured', 'failed']).default('captured'),
  }),
  z.object({
    kind: z.literal('settled'),
    of: z.enum(['payment', 'refund']),
    id: z.string(),
    paymentId: z.string().nullable(),
    amount: z.number().int(),
    currency: z.string(),
    /** YYYY-MM-DD in India. */
    day: z.string(),
  }),
  // The sandbox has no payment or refund with this id.
  z.object({ kind: z.literal('none'), id: z.string() }),
])
export type SandboxLedgerLine = z.input<typeof LedgerLine>
type Line<Kind> = Extract<z.output<typeof LedgerLine>, { kind: Kind }>

type KnownOrder = NonNullable<Awaited<ReturnType<KnownRecords['findOrder']>>>

export interface SandboxFiles {
  /** The sandbox's refunds, one JSON object per line, so that they survive a restart and other processes see them. */
  file: string
  /** What happened at the sandbox without Greenroom. */
  ledgerFile: string
}

/**
 * Creates the sandbox's account over its files. An order or refund of Greenroom that no file names was paid or made as
 * recorded there, unless a mark says otherwise: a sandbox has no customers and no dashboard of its own.
 * @param announce receives each new refund
 */
export function createSandboxAccount({
  file,
  ledgerFile,
  clock,
  records,
  announce,
}: SandboxFiles & {
  clock: Clock
  records: () => KnownRecords
  announce: (refund: FakeRefund) => void
}): FakeAccount {
  const refundLines = readerOfLines(file, RefundLine)
  const ledger = readerOfLines(ledgerFile, LedgerLine)

  async function ledgerOf<Kind extends SandboxLedgerLine['kind']>(kind: Kind): Promise<Line<Kind>[]> {
    return (await ledger()).filter((line): line is Line<Kind> => line.kind === kind)
  }
  const isNone = async (id: string) => (await ledgerOf('none')).some((line) => line.id === id)

  return {
    async payments(id) {
      const taken = (await ledgerOf('payment')).map(takenPayment)
      if (id === undefined) return taken
      const found = taken.filter((payment) => payment.id === id)
      if (found.length > 0 || id.endsWith(sandboxMarks.notPaid) || (await isNone(id))) return found
      const order = await records().findOrder('payment_id', id)
      return order ? [knownPayment(order, { id, method: null }, id.endsWith(sandboxMarks.paidOther))] : []
    },

    async orders(name) {
      const asked = 'id' in name ? decodedReference(name.id) : name.receipt
      const order =
        'id' in name && asked === undefined
          ? await records().findOrder('gateway_order_id', name.id)
          : await records().findOrder('reference_order_id', asked ?? '')
      const receipt = order?.reference_order_id ?? asked ?? null
      const taken = (await ledgerOf('payment')).map(takenPayment)
      const isOfReference = ({ notes }: FakePayment) =>
        receipt !== null &&
        notes !== undefined &&
        'reference_order_id' in notes &&
        notes.reference_order_id === receipt
      const id =
        'id' in name
          ? name.id
          : (idOrNull(order?.gateway_order_id) ??
            taken.find((payment) => payment.order_id && isOfReference(payment))?.order_id ??
            orderIdOf(name.receipt))
      const payments = taken.filter(
        (payment) => payment.order_id === id || (!payment.order_id && isOfReference(payment)),
      )
      if (order && payments.length === 0) payments.push(...markedPayments(order))
      // Razorpay has no order for a reference that is longer than a receipt may be.
      if ((!order && payments.length === 0) || !idOrNull(id)) return []
      return [
        {
          id,
          receipt,
          amount: order?.amount,
          payments: payments.map((payment) => ({ ...payment, order_id: id })),
        },
      ]
    },

    async refunds(id) {
      const made = (await refundLines()).filter(({ kind }) => kind === 'refund').map(told)
      if (id === undefined) return made
      const found = made.filter((refund) => refund.id === id)
      const isUnknown = id.startsWith(refundIdStart) || id.endsWith(sandboxMarks.notMade)
      if (found.length > 0 || isUnknown || (await isNone(id))) return found
      const known = await records().findRefund(id)
      if (!known?.payment_id) return []
      const { payment_id, amount, currency_code: currency } = known
      return [{ id, payment_id, amount, currency, at: known.settled_at ?? known.requested_at }]
    },

    async settled(day) {
      // Its settlements have one currency each, so that their sums can be read.
      const settled = (currency: string) => {
        const end = currency === 'INR' ? '' : currency
        return {
          settlement_id: `setl_sandbox_${day}${end && `_${end}`}`,
          settlement_utr: `SANDBOX${day.replaceAll('-', '')}${end}`,
          day,
        }
      }
      const written = await ledgerOf('settled')
      const lines = written
        .filter((line) => line.day === day)
        .map(({ of, id, paymentId, amount, currency }): FakeSettled => {
          const paid = { entity_id: id, type: of, amount, currency, payment_id: paymentId }
          return { ...paid, ...settled(currency) }
        })
      const from = startOfDay(addDays(day, -settledAfterDays), taxTimeZone)
      const until = startOfDay(addDays(day, 1 - settledAfterDays), taxTimeZone)
      for (const moved of await records().listMoved({ from, until })) {
        const isWritten = written.some(({ id }) => id === moved.id)
        const isMissing =
          moved.paymentId.endsWith(sandboxMarks.notPaid) || moved.id.endsWith(sandboxMarks.notMade)
        if (isWritten || isMissing || (await isNone(moved.id))) continue
        lines.push({ ...settledLine(moved), ...settled(moved.currency) })
      }
      return lines
    },

    async addRefund({ payment_id: paymentId, amount, currency = 'INR', receipt, request }) {
      const has = (mark: string) => paymentId.endsWith(mark)
      if (has(sandboxMarks.refused)) {
        throw new RazorpayRefusal('Your account does not have enough balance to carry out the refund.')
      }
      if (has(sandboxMarks.alreadyRefunded)) throw new RazorpayRefusal(fullyRefunded)
      const key = request?.key ?? ''
      const line = refundLine({ paymentId, amount, currency, reference: receipt ?? '' }, key, clock.now())
      if (has(sandboxMarks.lost) && !(await refundLines()).some((one) => one.idempotencyKey === key)) {
        await appendLines(file, [{ ...line, kind: 'try' }])
        throw new Error('The request is lost.')
      }
      await appendLines(file, [{ ...line, body: request?.body }])
      announce(told(line))
      if (has(sandboxMarks.timeOut)) throw new Error('The response is lost.')
      return told(line)
    },
  }

  function told(line: RefundLine): FakeRefund {
    const { id, paymentId, amount, currency, reference, idempotencyKey, body, at } = line
    const isPending = isPendingAtFirst(paymentId) && clock.now().getTime() < at + pendingMilliseconds
    return {
      id,
      payment_id: paymentId,
      amount,
      currency,
      ...(isPending ? { status: 'pending' } : finalStateOf(paymentId)),
      receipt: reference || null,
      at,
      request: { key: idempotencyKey, body },
    }
  }
}

/** The sandbox keeps two per cent with 18 per cent of tax on that, as the fake does of a captured payment. */
function settledLine({ kind, id, paymentId, gatewayOrderId, method, amount, currency, at }: MovedMoney) {
  const { fee, tax } = kind === 'payment' ? feeOf(amount) : { fee: 0, tax: 0 }
  return {
    entity_id: id,
    type: kind,
    amount,
    fee,
    tax,
    currency,
    payment_id: kind === 'payment' ? null : paymentId,
    order_id: idOrNull(gatewayOrderId),
    method,
    created_at: Math.floor(at.getTime() / 1000),
  }
}

/** Tells whether the refund of a payment is pending at first. */
export function isPendingAtFirst(paymentId: string): boolean {
  return paymentId.endsWith(sandboxMarks.pending) || paymentId.endsWith(sandboxMarks.failsLater)
}

/** Returns how the refund of a payment ends. */
export function finalStateOf(
  paymentId: string,
): Pick<FakeRefund, 'error_description'> & { status: 'processed' | 'failed' } {
  return paymentId.endsWith(sandboxMarks.failsLater)
    ? { status: 'failed', error_description: "The customer's bank did not take the money back." }
    : { status: 'processed' }
}

/** Adds what happened at the sandbox without Greenroom: payments, and lines of settlements. */
export function addToSandboxLedger(file: string, lines: readonly SandboxLedgerLine[]): Promise<void> {
  return appendLines(file, lines)
}

/** Adds a refund that somebody made in the gateway's own console: it has no reference of ours. */
export async function addSandboxDashboardRefund(
  file: string,
  refund: Pick<RefundLine, 'paymentId' | 'amount' | 'currency'>,
  now: Date,
): Promise<string> {
  const line = refundLine({ ...refund, reference: '' }, `dashboard-${randomUUID()}`, now)
  await appendLines(file, [line])
  return line.id
}

function refundLine(
  refund: Pick<RefundLine, 'paymentId' | 'amount' | 'currency' | 'reference'>,
  idempotencyKey: string,
  now: Date,
): RefundLine {
  const id = `${refundIdStart}${digestOf(`${refund.paymentId}\n${idempotencyKey}`)}`
  return { kind: 'refund', id, ...refund, idempotencyKey, at: now.getTime() }
}

/** Returns a payment of the ledger as Razorpay stores it. */
export function takenPayment(line: Omit<Line<'payment'>, 'kind'>): FakePayment {
  const { paymentId, gatewayOrderId, reference, amount, currency, method, at, state: status } = line
  const payment = { id: paymentId, order_id: idOrNull(gatewayOrderId), amount, currency, status, method, at }
  return { ...payment, ...(reference === null ? {} : { notes: { reference_order_id: reference } }) }
}

function knownPayment(
  order: KnownOrder,
  values: Pick<FakePayment, 'id' | 'method' | 'status'>,
  isOther: boolean,
): FakePayment {
  const { amount, currency_code: currency, completed_at, created_at } = order
  return {
    order_id: idOrNull(order.gateway_order_id),
    amount: isOther ? amount + (amount > lessPaid ? -lessPaid : lessPaid) : amount,
    currency,
    at: completed_at ?? created_at,
    notes: { reference_order_id: order.reference_order_id },
    ...values,
  }
}

/** Returns the payments that an order has because of a mark. */
function markedPayments(order: KnownOrder): FakePayment[] {
  const { reference_order_id: reference, gateway_order_id: gatewayOrderId, amount } = order
  const has = (mark: string) => reference.endsWith(mark) || gatewayOrderId?.endsWith(mark) === true
  const payment = (values: Partial<FakePayment> = {}, isOther = false): FakePayment => ({
    ...knownPayment(
      order,
      { id: `pay_sandbox_${digestOf(reference)}`, status: 'captured', method: 'upi' },
      isOther,
    ),
    ...values,
  })
  if (has(sandboxMarks.attemptFailed)) return [payment({ status: 'failed' })]
  if (has(sandboxMarks.authorized)) return [payment({ status: 'authorized' })]
  // Nobody captured it, so Razorpay gave it back by itself.
  if (has(sandboxMarks.returned)) return [payment({ status: 'refunded', captured: false })]
  if (has(sandboxMarks.paidWithFee)) {
    const fee = Math.round(amount * feeShare)
    return [payment({ amount: amount + fee, fee, tax: Math.round((fee * 18) / 118) })]
  }
  if (has(sandboxMarks.paidInParts)) {
    const first = Math.floor(amount / 2)
    return [first, amount - first].map((part, index) =>
      payment({ id: `pay_sandbox_${digestOf(`${reference}\n${index}`)}`, amount: part }),
    )
  }
  if (has(sandboxMarks.paidOther)) return [payment({}, true)]
  return has(sandboxMarks.paid) ? [payment()] : []
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 14)
const idOrNull = (id: string | null | undefined) => (id && /^[\w-]{1,100}$/.test(id) ? id : null)

/** Names the order with a reference that has no gateway order id. */
const orderIdOf = (reference: string) => `${orderIdStart}${Buffer.from(reference).toString('base64url')}`
const decodedReference = (id: string) =>
  id.startsWith(orderIdStart) ? Buffer.from(id.slice(orderIdStart.length), 'base64url').toString() : undefined
