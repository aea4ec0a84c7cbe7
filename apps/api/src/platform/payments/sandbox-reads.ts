import { createHash } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import { isSystemError } from '../system-error.ts'
import type {
  AskedOrder,
  Expected,
  GatewayPayment,
  GatewayReads,
  ListedRefund,
  SettledLine,
} from './payment-gateway.ts'
import { jsonOf } from './razorpay-messages.ts'

/**
 * Endings that make the sandbox differ from our books. It stores no orders: for any other payment and
 * refund it returns what the request contains, and for any other pending order no payment.
 */
export const sandboxReadMarks = {
  /** Of an order's reference or gateway order id: it was paid, by UPI. */
  paid: '_paid',
  /** The same, but with ₹99 less. Of a payment id: the payment was of ₹99 less. */
  paidOther: '_paid_other',
  /** Of an order's reference or gateway order id: the only attempt to pay failed. */
  attemptFailed: '_attempt_failed',
  /** Of a payment id: there is no such payment. */
  notPaid: '_not_paid',
  /** Of a refund id: there is no such refund. */
  notMade: '_not_made',
} as const

/** What a payment with another amount lacks, in minor units. */
const lessPaid = 9_900
const unknownIdStart = 'rfnd_sandbox_'
const pageSize = 100

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

/** Adds what happened at the sandbox without Greenroom: payments, and lines of settlements. */
export async function addToSandboxLedger(file: string, lines: readonly SandboxLedgerLine[]): Promise<void> {
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

/**
 * Creates the sandbox's calls that only read.
 * @param file the ledger of what happened at the sandbox without Greenroom
 * @param listRefunds returns all refunds that the sandbox made
 */
export function createSandboxReads({
  file,
  listRefunds,
}: {
  file: string
  listRefunds: () => Promise<ListedRefund[]>
}): GatewayReads {
  async function payments(): Promise<GatewayPayment[]> {
    return (await linesOf(file)).flatMap((line) =>
      line.kind === 'payment'
        ? [
            {
              paymentId: line.paymentId,
              gatewayOrderId: line.gatewayOrderId,
              reference: line.reference,
              state: line.state,
              amount: line.amount,
              currency: line.currency,
              method: line.method,
              at: new Date(line.at),
            },
          ]
        : [],
    )
  }

  async function isNone(id: string): Promise<boolean> {
    return (await linesOf(file)).some((line) => line.kind === 'none' && line.id === id)
  }

  async function findPayment(paymentId: string, expected: Expected): Promise<GatewayPayment | null> {
    const kept = (await payments()).find((payment) => payment.paymentId === paymentId)
    if (kept) return kept
    if (paymentId.endsWith(sandboxReadMarks.notPaid) || (await isNone(paymentId))) return null
    const { amount, currency, at } = expected
    return {
      paymentId,
      gatewayOrderId: null,
      reference: null,
      state: 'captured',
      amount: paymentId.endsWith(sandboxReadMarks.paidOther) ? other(amount) : amount,
      currency,
      method: null,
      at,
    }
  }

  return {
    findPayment,

    async findPaymentsOfOrder({ gatewayOrderId, reference, paymentId, expected }: AskedOrder) {
      const kept = (await payments()).filter(
        (payment) =>
          payment.reference === reference ||
          (gatewayOrderId !== null && payment.gatewayOrderId === gatewayOrderId),
      )
      if (kept.length > 0) return kept
      const has = (mark: string) => reference.endsWith(mark) || gatewayOrderId?.endsWith(mark)
      const isOther = has(sandboxReadMarks.paidOther)
      const isFailed = has(sandboxReadMarks.attemptFailed)
      if (isOther || isFailed || has(sandboxReadMarks.paid)) {
        const digest = createHash('sha256').update(reference).digest('hex').slice(0, 14)
        return [
          {
            paymentId: `pay_sandbox_${digest}`,
            gatewayOrderId,
            reference,
            state: isFailed ? 'failed' : 'captured',
            amount: isOther ? other(expected.amount) : expected.amount,
            currency: expected.currency,
            method: 'upi',
            at: new Date(expected.at.getTime() + 120_000),
          },
        ]
      }
      const payment = paymentId === null ? null : await findPayment(paymentId, expected)
      return payment ? [payment] : []
    },

    async findListedRefund(gatewayRefundId, { amount, currency, at, paymentId }) {
      const made = (await listRefunds()).find((refund) => refund.gatewayRefundId === gatewayRefundId)
      if (made) return made
      const isUnknown =
        gatewayRefundId.startsWith(unknownIdStart) || gatewayRefundId.endsWith(sandboxReadMarks.notMade)
      if (isUnknown || paymentId === null || (await isNone(gatewayRefundId))) return null
      return { gatewayRefundId, paymentId, reference: null, state: 'processed', amount, currency, at }
    },

    async listPayments({ from, until, skip }) {
      return pageOf(
        (await payments()).filter(({ at }) => at >= from && at <= until),
        skip,
      )
    },

    async listRefunds({ from, until, skip }) {
      return pageOf(
        (await listRefunds()).filter(({ at }) => at >= from && at <= until),
        skip,
      )
    },

    async listSettlements(day, skip) {
      const lines = (await linesOf(file)).flatMap((line): SettledLine[] =>
        line.kind === 'settled' && line.day === day
          ? [
              {
                kind: line.of,
                id: line.id,
                paymentId: line.paymentId,
                amount: line.amount,
                currency: line.currency,
                settlementId: `setl_sandbox_${day}`,
                at: new Date(`${day}T12:00:00+05:30`),
              },
            ]
          : [],
      )
      return pageOf(lines, skip)
    },
  }
}

function other(amount: number): number {
  return amount > lessPaid ? amount - lessPaid : amount + lessPaid
}

function pageOf<Item>(all: Item[], skip: number) {
  const items = all.slice(skip, skip + pageSize)
  return { items, next: skip + items.length < all.length ? skip + items.length : null }
}

async function linesOf(file: string): Promise<z.output<typeof LedgerLine>[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return []
    throw error
  }
  return text.split('\n').flatMap((line) => {
    const parsed = LedgerLine.safeParse(jsonOf(line))
    return parsed.success ? [parsed.data] : []
  })
}
