import { createHash } from 'node:crypto'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { isSystemError } from '../system-error.ts'
import {
  type FakeAccount,
  type FakePayment,
  type FakeRefund,
  fullyRefunded,
  RazorpayRefusal,
} from './fake-razorpay.ts'
import type { KnownOrder, KnownRecords } from './payment-gateway.ts'
import { jsonOf } from './razorpay-messages.ts'

/** Endings of ids that make the sandbox behave so. */
export const sandboxMarks = {
  /** Of a payment id: a refund is refused, with a reason. */
  refused: '_refused',
  /** Of a payment id: it is refunded, but the response is lost. */
  timeOut: '_timeout',
  /** Of a payment id: neither refunded nor answered at the first attempt; refunded at the next. */
  lost: '_lost',
  /** Of a payment id: its refund is pending at first, and processed a little later. */
  pending: '_pending',
  /** Of a payment id: its refund is pending at first, and fails a little later. */
  failsLater: '_fails_later',
  /** Of a payment id: reported as refunded before. */
  alreadyRefunded: '_already_refunded',
  /** Of a payment id: there is no such payment. */
  notPaid: '_not_paid',
  /** Of a refund id: there is no such refund. */
  notMade: '_not_made',
  /** Of an order's reference or gateway order id: it was paid, by UPI. */
  paid: '_paid',
  /** The same, but with ₹99 less. Of a payment id: the payment was of ₹99 less. */
  paidOther: '_paid_other',
  /** Of an order's reference or gateway order id: the only attempt to pay failed. */
  attemptFailed: '_attempt_failed',
} as const

/** How long a marked refund stays pending, in milliseconds. */
export const pendingMilliseconds = 2_000
/** What a payment with another amount lacks, in minor units. */
const lessPaid = 9_900
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
  const refundLines = readerOf(file, RefundLine)
  const ledger = readerOf(ledgerFile, LedgerLine)

  async function ledgerOf<Kind extends SandboxLedgerLine['kind']>(kind: Kind): Promise<Line<Kind>[]> {
    return (await ledger()).filter((line): line is Line<Kind> => line.kind === kind)
  }
  const isNone = async (id: string) => (await ledgerOf('none')).some((line) => line.id === id)
  const settledAs = async (kind: 'payment' | 'refund', entityId: string) =>
    (await ledgerOf('settled')).filter(({ of, id }) => of === kind && id === entityId)
  const taken = async () => (await ledgerOf('payment')).map(takenPayment)

  return {
    async payments(id) {
      const kept = await taken()
      if (id === undefined) return kept
      const found = kept.filter((payment) => payment.id === id)
      if (found.length > 0 || id.endsWith(sandboxMarks.notPaid) || (await isNone(id))) return found
      const order = await records().findOrder({ paymentId: id })
      if (order) return [knownPayment(order, id)]
      return (await settledAs('payment', id)).map(({ amount, currency, day }) => ({
        id,
        amount,
        currency,
        at: day,
      }))
    },

    async orders(name) {
      const asked = 'id' in name ? decodedReference(name.id) : name.receipt
      const order = await records().findOrder(
        asked === undefined && 'id' in name ? { gatewayOrderId: name.id } : { reference: asked ?? '' },
      )
      const kept = await taken()
      const receipt = order?.reference ?? asked ?? null
      const isOfReference = (payment: FakePayment) => receipt !== null && noted(payment) === receipt
      const id =
        'id' in name
          ? name.id
          : (idOrNull(order?.gatewayOrderId) ??
            kept.find((payment) => payment.order_id && isOfReference(payment))?.order_id ??
            orderIdOf(name.receipt))
      const payments = kept.filter(
        (payment) => payment.order_id === id || (!payment.order_id && isOfReference(payment)),
      )
      if (!order && payments.length === 0) return []
      if (order && payments.length === 0) payments.push(...markedPayments(order))
      return [
        {
          id,
          receipt: receipt ?? noted(payments[0]) ?? null,
          payments: payments.map((payment) => ({ ...payment, order_id: id })),
        },
      ]
    },

    async refunds(id) {
      const made = (await refundLines()).filter(({ kind }) => kind === 'refund').map((line) => told(line))
      if (id === undefined) return made
      const found = made.filter((refund) => refund.id === id)
      const isUnknown = id.startsWith(refundIdStart) || id.endsWith(sandboxMarks.notMade)
      if (found.length > 0 || isUnknown || (await isNone(id))) return found
      const known = await records().findRefund(id)
      if (known) {
        const { paymentId, at, ...amount } = known
        return [{ id, payment_id: paymentId, at: at.getTime(), ...amount }]
      }
      return (await settledAs('refund', id)).map(({ paymentId, amount, currency, day }) => ({
        id,
        payment_id: paymentId ?? '',
        amount,
        currency,
        at: day,
      }))
    },

    async settled(day) {
      const lines = (await ledgerOf('settled')).filter((line) => line.day === day)
      return lines.map(({ of, id, paymentId, amount, currency }) => ({
        entity_id: id,
        type: of,
        amount,
        currency,
        payment_id: paymentId,
        settlement_id: `setl_sandbox_${day}`,
      }))
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
        await append(file, [{ ...line, kind: 'try' }])
        throw new Error('The request is lost.')
      }
      await append(file, [{ ...line, body: request?.body }])
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
  return append(file, lines)
}

/** Adds a refund that somebody made in the gateway's own console: it has no reference of ours. */
export async function addSandboxDashboardRefund(
  file: string,
  refund: Pick<RefundLine, 'paymentId' | 'amount' | 'currency'>,
  now: Date,
): Promise<string> {
  const line = refundLine({ ...refund, reference: '' }, `dashboard-${crypto.randomUUID()}`, now)
  await append(file, [line])
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

/** Returns a payment of the ledger as Razorpay would store it. */
export function takenPayment(line: Omit<Line<'payment'>, 'kind'>): FakePayment {
  const { paymentId, gatewayOrderId, reference, amount, currency, method, at, state } = line
  return {
    id: paymentId,
    order_id: idOrNull(gatewayOrderId),
    amount,
    currency,
    status: state,
    method,
    at,
    ...notesOf(reference),
  }
}

function knownPayment(order: KnownOrder, id: string): FakePayment {
  const { amount, currency, gatewayOrderId, reference } = order
  return {
    id,
    order_id: idOrNull(gatewayOrderId),
    amount: id.endsWith(sandboxMarks.paidOther) ? otherThan(amount) : amount,
    currency,
    method: null,
    at: (order.paidAt ?? order.createdAt).getTime(),
    ...notesOf(reference),
  }
}

/** The payments that an order has because of a mark. */
function markedPayments(order: KnownOrder): FakePayment[] {
  const { amount, currency, gatewayOrderId, reference } = order
  const has = (mark: string) => reference.endsWith(mark) || gatewayOrderId?.endsWith(mark)
  const isOther = has(sandboxMarks.paidOther)
  const isFailed = has(sandboxMarks.attemptFailed)
  if (!isOther && !isFailed && !has(sandboxMarks.paid)) return []
  return [
    {
      id: `pay_sandbox_${digestOf(reference)}`,
      amount: isOther ? otherThan(amount) : amount,
      currency,
      status: isFailed ? 'failed' : 'captured',
      at: order.paidAt?.getTime() ?? order.createdAt.getTime() + 120_000,
      ...notesOf(reference),
    },
  ]
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 14)
const otherThan = (amount: number) => (amount > lessPaid ? amount - lessPaid : amount + lessPaid)
const notesOf = (reference: string | null) =>
  reference === null ? {} : { notes: { reference_order_id: reference } }
const noted = (payment?: FakePayment) => payment?.notes?.reference_order_id
const idOrNull = (id: string | null | undefined) => (id && /^[\w-]{1,100}$/.test(id) ? id : null)

/** Names the order with a reference that has no gateway order id. Razorpay's receipts have at most 40 characters. */
const orderIdOf = (reference: string) => `${orderIdStart}${Buffer.from(reference).toString('base64url')}`
const decodedReference = (id: string) =>
  id.startsWith(orderIdStart) ? Buffer.from(id.slice(orderIdStart.length), 'base64url').toString() : undefined

async function append(file: string, lines: readonly object[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a', 0o600)
  try {
    // The leading line break closes a line that a crash left open.
    await handle.appendFile(`\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns a function that reads a file's valid lines, and parses them only if the file has changed. */
function readerOf<Parsed>(file: string, schema: z.ZodType<Parsed>): () => Promise<readonly Parsed[]> {
  let read = { state: '', lines: [] as Parsed[] }
  return async () => {
    try {
      const { mtimeMs, size } = await stat(file)
      const state = `${mtimeMs} ${size}`
      if (state === read.state) return read.lines
      const lines = (await readFile(file, 'utf8')).split('\n').flatMap((line) => {
        const parsed = schema.safeParse(jsonOf(line))
        return parsed.success ? [parsed.data] : []
      })
      read = { state, lines }
      return lines
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return []
      throw error
    }
  }
}
