import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Settings, SettingsError } from '../../settings.ts'
import type { Clock } from '../clock.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createRazorpayPayments } from './razorpay-payments.ts'
import { createSandboxPayments } from './sandbox-payments.ts'

/** Tells whether the settings choose the payment sandbox. */
export function isPaymentSandbox(settings: Settings): boolean {
  return settings.PAYMENTS === 'sandbox' || (settings.PAYMENTS === 'auto' && !settings.RAZORPAY_KEY_ID)
}

/** The files of the payment sandbox. */
export function sandboxPaymentFiles({ DATA_DIR: folder }: Pick<Settings, 'DATA_DIR'>) {
  return { file: join(folder, 'sandbox-refunds.jsonl'), ledgerFile: join(folder, 'sandbox-ledger.jsonl') }
}

/**
 * Creates the payment gateway of the settings. PAYMENTS=auto is Razorpay if its keys are set, else the sandbox.
 * @throws SettingsError naming what is missing
 */
export function choosePayments(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Logger },
): PaymentGateway {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = settings
  const webhookSecret = settings.RAZORPAY_WEBHOOK_SECRET
  const webhookSecrets = [webhookSecret, settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  )
  const sandbox = () =>
    createSandboxPayments({
      ...sandboxPaymentFiles(settings),
      clock,
      log,
      webhookSecret,
    })
  if (settings.PAYMENTS === 'sandbox') return sandbox()
  if (keyId && keySecret) {
    if (webhookSecrets.length === 0) {
      log.warn('RAZORPAY_WEBHOOK_SECRET is not set: webhooks are refused, and refunds are settled by polling')
    }
    return createRazorpayPayments({
      baseUrl: settings.RAZORPAY_BASE_URL,
      keyId,
      keySecret,
      webhookSecrets,
      timeoutSeconds: settings.PAYMENT_TIMEOUT_SECONDS,
      log,
    })
  }
  if (keyId || keySecret) {
    const missing = keyId ? 'RAZORPAY_KEY_SECRET' : 'RAZORPAY_KEY_ID'
    throw new SettingsError(`${missing}: missing; Razorpay needs both its key id and its key secret`)
  }
  if (settings.PAYMENTS === 'razorpay') {
    throw new SettingsError('PAYMENTS: razorpay needs RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET')
  }
  return sandbox()
}
