import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { isSystemError } from '../system-error.ts'
import {
  type GatewayRefund,
  type ListedRefund,
  type PaymentAttempt,
  type PaymentGateway,
  type PaymentRefund,
  PaymentRefused,
  PaymentUnknown,
  type RefundRequest,
  type RefundSearch,
  type SignedEvent,
} from './payment-gateway.ts'
import { gatewayEventOf, jsonOf, referenceNote } from './razorpay-messages.ts'
import { addToSandboxLedger, createSandboxReads } from './sandbox-reads.ts'
import { isWebhookSigned, signWebhook } from './webhook-signature.ts'

/** Endings of a payment id that make the sandbox behave so; any other payment is refunded at once. */
const sandboxMarks = {
  /** Refused, with a reason. */
  refused: '_refused',
  /** Refunded, but the response is lost. */
  timeOut: '_timeout',
  /** Neither refunded nor answered at the first attempt; refunded at the next. */
  lost: '_lost',
  /** Pending at first; processed a little later. */
  pending: '_pending',
  /** Pending at first; fails a little later. */
  failsLater: '_fails_later',
  /** Reported as refunded before. */
  alreadyRefunded: '_already_refunded',
} as const

/** How long a marked refund stays pending, in milliseconds. */
const pendingMilliseconds = 2_000

const alreadyRefunded = 'The payment has been fully refunded already.'
const exceedsRest = 'The refund amount provided is greater than amount captured.'
const failure = "The customer's bank did not take the money back."

const Entry = z.object({
  kind: z.enum(['try', 'refund']),
  id: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  currency: z.string(),
  idempotencyKey: z.string(),
  reference: z.string(),
  at: z.number(),
})
type Entry = z.output<typeof Entry>

interface SandboxPaymentsOptions {
  /**
   * The file of its refunds, one JSON object per line, so that they survive a restart and other processes see them.
   */
  file: string
  /** The file of what happened at the sandbox without Greenroom. */
  ledgerFile: string
  clock: Clock
  log: Logger
  /** Signs its webhooks; by default a secret of this process, which also receives them. */
  webhookSecret?: string | undefined
}

/**
 * Creates a payment gateway that needs no account and behaves like the real one: one refund per key, parts up to what was
 * paid, signed webhooks. The end of a payment's id makes it fail or time out (sandboxMarks).
 */
export function createSandboxPayments(options: SandboxPaymentsOptions): PaymentGateway {
  const { file, clock, log } = options
  const secret = options.webhookSecret ?? randomBytes(32).toString('hex')
  let receive: ((event: SignedEvent) => Promise<void>) | undefined
  /** Refunds of one process run one after another, so that two never read the same empty file. */
  let last: Promise<unknown> = Promise.resolve()

  async function refund(request: RefundRequest): Promise<GatewayRefund> {
    const turn = last.then(() => refundInTurn(request))
    last = turn.catch(() => {})
    return turn
  }

  async function refundInTurn(request: RefundRequest): Promise<GatewayRefund> {
    const { paymentId, idempotencyKey } = request
    const has = (mark: string) => paymentId.endsWith(mark)
    if (has(sandboxMarks.refused)) {
      throw new PaymentRefused('Your account does not have enough balance to carry out the refund.')
    }
    const earlier = await entriesOf(file, paymentId)
    const same = earlier.filter((entry) => entry.idempotencyKey === idempotencyKey)
    if (same.some((entry) => !asksFor(entry, request))) {
      throw new PaymentRefused('The idempotency key was used for another request.')
    }
    const made = same.find((entry) => entry.kind === 'refund')
    if (made) return told(made)
    if (has(sandboxMarks.lost) && same.length === 0) {
      await append(file, entryOf('try', request, clock.now()))
      throw new PaymentUnknown('The payment gateway did not respond.')
    }
    const refunded = earlier
      .filter((entry) => entry.kind === 'refund' && told(entry).state !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    if (refunded >= request.paymentAmount || has(sandboxMarks.alreadyRefunded)) {
      throw new PaymentRefused(alreadyRefunded, { alreadyRefunded: true })
    }
    if (refunded + request.amount > request.paymentAmount) {
      throw new PaymentRefused(exceedsRest, { exceedsRest: true })
    }
    const entry = entryOf('refund', request, clock.now())
    await append(file, entry)
    announce(entry)
    if (has(sandboxMarks.timeOut)) throw new PaymentUnknown('The payment gateway did not respond.')
    return told(entry)
  }

  async function findRefund(search: RefundSearch): Promise<GatewayRefund | null> {
    const found = (await entriesOf(file, search.paymentId)).find(
      (entry) =>
        entry.kind === 'refund' &&
        (entry.id === search.gatewayRefundId || entry.reference === search.reference),
    )
    return found ? told(found) : null
  }

  async function refundsOf(paymentId: string): Promise<PaymentRefund[]> {
    const entries = await entriesOf(file, paymentId)
    return entries
      .filter(({ kind }) => kind === 'refund')
      .map((entry) => ({ ...told(entry), paymentId, reference: entry.reference || null }))
  }

  async function listRefunds(): Promise<ListedRefund[]> {
    return (await entriesOf(file))
      .filter(({ kind }) => kind === 'refund')
      .map((entry) => ({
        ...told(entry),
        paymentId: entry.paymentId,
        reference: entry.reference || null,
        at: new Date(entry.at),
      }))
  }

  function told(entry: Entry): GatewayRefund {
    const { id: gatewayRefundId, amount, currency } = entry
    const state =
      isPendingAtFirst(entry) && clock.now().getTime() < entry.at + pendingMilliseconds
        ? 'pending'
        : finalStateOf(entry)
    return {
      gatewayRefundId,
      state,
      amount,
      currency,
      ...(state === 'failed' ? { reason: failure } : {}),
    }
  }

  async function deliver(id: string, content: object): Promise<void> {
    const body = JSON.stringify(content)
    await receive?.({ id, body, signature: signWebhook(body, secret) }).catch((error: unknown) =>
      log.debug({ err: error }, 'Could not deliver a sandbox webhook'),
    )
  }

  async function pay(attempt: PaymentAttempt): Promise<void> {
    const { isMessageLost, outcome, ...paid } = attempt
    const payment = {
      ...paid,
      kind: 'payment' as const,
      paymentId: `pay_sandbox_${randomBytes(7).toString('hex')}`,
      at: clock.now().getTime(),
      state: outcome,
    }
    await addToSandboxLedger(options.ledgerFile, [payment])
    if (!isMessageLost) await deliver(payment.paymentId, paymentEventBody(payment))
  }

  /** Sends the webhooks that the real gateway would send. */
  function announce(entry: Entry): void {
    const send = (event: string, status: string) => {
      void deliver(`${entry.id}_${event}`, eventBody(event, status, entry))
    }
    const state = finalStateOf(entry)
    if (isPendingAtFirst(entry)) send('refund.created', 'pending')
    const pause = isPendingAtFirst(entry) ? pendingMilliseconds : 0
    setTimeout(() => send(`refund.${state}`, state), pause).unref()
  }

  return {
    kind: 'sandbox',
    refund,
    findRefund,
    refundsOf,
    pay,
    ...createSandboxReads({ file: options.ledgerFile, listRefunds }),
    verifyWebhook: (rawBody, signature) => isWebhookSigned(rawBody, signature, [secret]),
    parseEvent: gatewayEventOf,
    sendEventsTo(receiver) {
      receive = receiver
    },
  }
}

function isPendingAtFirst({ paymentId }: Entry): boolean {
  return paymentId.endsWith(sandboxMarks.pending) || paymentId.endsWith(sandboxMarks.failsLater)
}

function finalStateOf({ paymentId }: Entry): 'processed' | 'failed' {
  return paymentId.endsWith(sandboxMarks.failsLater) ? 'failed' : 'processed'
}

function asksFor(entry: Entry, request: RefundRequest): boolean {
  return (
    entry.amount === request.amount &&
    entry.currency === request.currency &&
    entry.reference === request.reference
  )
}

function entryOf(kind: Entry['kind'], request: RefundRequest, now: Date): Entry {
  const { paymentId, amount, currency, idempotencyKey, reference } = request
  const digest = createHash('sha256').update(`${paymentId}\n${idempotencyKey}`).digest('hex')
  const id = `rfnd_sandbox_${digest.slice(0, 14)}`
  return { kind, id, paymentId, amount, currency, idempotencyKey, reference, at: now.getTime() }
}

function eventBody(event: string, status: string, entry: Entry) {
  const { id, paymentId, amount, currency, reference } = entry
  const refund = {
    id,
    entity: 'refund',
    payment_id: paymentId,
    amount,
    currency,
    status,
    receipt: reference,
    notes: { [referenceNote]: reference },
    ...(status === 'failed' ? { error_description: failure } : {}),
  }
  return {
    entity: 'event',
    account_id: 'acc_sandbox',
    event,
    contains: ['refund'],
    payload: { refund: { entity: refund } },
    created_at: Math.floor(entry.at / 1000),
  }
}

function paymentEventBody(
  payment: Omit<PaymentAttempt, 'outcome' | 'isMessageLost'> & {
    paymentId: string
    state: PaymentAttempt['outcome']
    /** Milliseconds. */
    at: number
  },
) {
  const { paymentId, gatewayOrderId, reference, amount, currency, method, state } = payment
  const seconds = Math.floor(payment.at / 1000)
  return {
    entity: 'event',
    account_id: 'acc_sandbox',
    event: `payment.${state}`,
    contains: ['payment'],
    payload: {
      payment: {
        entity: {
          id: paymentId,
          entity: 'payment',
          order_id: gatewayOrderId,
          amount,
          currency,
          status: state,
          method,
          notes: { reference_order_id: reference },
          created_at: seconds,
        },
      },
    },
    created_at: seconds,
  }
}

/** A refund that somebody made in the gateway's own console: it has no reference of ours. */
export async function addSandboxDashboardRefund(
  file: string,
  refund: Pick<RefundRequest, 'paymentId' | 'amount' | 'currency'>,
  now: Date,
): Promise<string> {
  const idempotencyKey = `dashboard-${randomBytes(8).toString('hex')}`
  const entry = entryOf(
    'refund',
    { ...refund, paymentAmount: 0, idempotencyKey, reference: '', notes: {} },
    now,
  )
  await append(file, entry)
  return entry.id
}

async function append(file: string, entry: Entry): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a', 0o600)
  try {
    // The leading line break closes a line that a crash left open.
    await handle.appendFile(`\n${JSON.stringify(entry)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function entriesOf(file: string, paymentId?: string): Promise<Entry[]> {
  const entries: Entry[] = []
  const input = createReadStream(file, 'utf8')
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      const entry = Entry.safeParse(jsonOf(line))
      if (entry.success && (paymentId === undefined || entry.data.paymentId === paymentId)) {
        entries.push(entry.data)
      }
    }
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
  } finally {
    lines.close()
    input.destroy()
  }
  return entries
}
