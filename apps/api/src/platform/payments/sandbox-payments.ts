import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { createFakeRazorpay, type FakeRefund, fakeWebhook } from './fake-razorpay.ts'
import type { KnownRecords, PaymentAttempt, PaymentGateway, SignedEvent } from './payment-gateway.ts'
import { createRazorpayPayments } from './razorpay-payments.ts'
import {
  addToSandboxLedger,
  createSandboxAccount,
  finalStateOf,
  isPendingAtFirst,
  pendingMilliseconds,
  type SandboxFiles,
  takenPayment,
} from './sandbox-account.ts'

interface SandboxPaymentsOptions extends SandboxFiles {
  clock: Clock
  log: Logger
  /** Signs its webhooks; by default a secret of this process, which also receives them. */
  webhookSecret?: string | undefined
}

/**
 * Creates a payment gateway that needs no account: the adapter for Razorpay, connected to a fake Razorpay in this
 * process. Endings of ids make it fail or time out (sandboxMarks).
 */
export function createSandboxPayments(options: SandboxPaymentsOptions): PaymentGateway {
  const { clock, log, ledgerFile } = options
  const secret = options.webhookSecret ?? randomBytes(32).toString('hex')
  const keys = { id: 'rzp_sandbox', secret: randomBytes(32).toString('hex') }
  let receive: ((event: SignedEvent) => Promise<void>) | undefined
  let records: KnownRecords = {
    listMoved: async () => [],
    findOrder: async () => undefined,
    findRefund: async () => undefined,
  }

  const razorpay = createFakeRazorpay(
    createSandboxAccount({ ...options, records: () => records, announce }),
    keys,
  )
  const gateway = createRazorpayPayments({
    baseUrl: 'http://sandbox.invalid/v1',
    fetch: (url, init) => razorpay(new Request(url, init)),
    keyId: keys.id,
    keySecret: keys.secret,
    webhookSecrets: [secret],
    timeoutSeconds: 60,
    log,
  })

  async function deliver(event: SignedEvent): Promise<void> {
    await receive?.(event).catch((error: unknown) =>
      log.debug({ err: error }, 'Could not deliver a sandbox webhook'),
    )
  }

  /** Sends the webhooks that the real gateway would send. */
  function announce(refund: FakeRefund): void {
    const send = (name: string, values: Pick<FakeRefund, 'status' | 'error_description'>) => {
      const event = { refund: { ...refund, ...values } }
      void deliver(fakeWebhook(name, event, { id: `${refund.id}_${name}`, secret }))
    }
    const isPending = isPendingAtFirst(refund.payment_id)
    const end = finalStateOf(refund.payment_id)
    if (isPending) send('refund.created', { status: 'pending' })
    setTimeout(() => send(`refund.${end.status}`, end), isPending ? pendingMilliseconds : 0).unref()
  }

  async function pay({ isMessageLost, outcome, ...paid }: PaymentAttempt): Promise<void> {
    const paymentId = `pay_sandbox_${randomBytes(7).toString('hex')}`
    const line = { ...paid, paymentId, at: clock.now().getTime(), state: outcome }
    await addToSandboxLedger(ledgerFile, [{ kind: 'payment', ...line }])
    if (isMessageLost) return
    const event = { payment: takenPayment(line) }
    await deliver(fakeWebhook(`payment.${outcome}`, event, { id: paymentId, secret }))
  }

  return {
    ...gateway,
    kind: 'sandbox',
    pay,
    sendEventsTo(receiver) {
      receive = receiver
    },
    readRecords(known) {
      records = known
    },
  }
}
