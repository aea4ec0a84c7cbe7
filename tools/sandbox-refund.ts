import { refuseSandboxes } from '../apps/api/src/demo.ts'
import { systemClock } from '../apps/api/src/platform/clock.ts'
import { isPaymentSandbox, sandboxPaymentFiles } from '../apps/api/src/platform/payments/choose-payments.ts'
import { addSandboxDashboardRefund } from '../apps/api/src/platform/payments/sandbox-account.ts'
import { readSettings, SettingsError } from '../apps/api/src/settings.ts'

// npm run sandbox:refund -- PAYMENT AMOUNT [CURRENCY]: refunds in the payment sandbox as somebody would in the gateway's
// dashboard. The amount is in minor units. The next comparison of today finds the refund and records it.
try {
  const [paymentId, amount, currency = 'INR'] = process.argv.slice(2)
  const minor = Number(amount)
  if (!paymentId || !Number.isSafeInteger(minor) || minor < 1) {
    throw new SettingsError('Usage: npm run sandbox:refund -- PAYMENT AMOUNT [CURRENCY]')
  }
  const settings = readSettings(process.env)
  if (!isPaymentSandbox(settings)) throw new SettingsError('The payment sandbox is not in use.')
  refuseSandboxes(settings, ['payments'])
  const { file } = sandboxPaymentFiles(settings)
  const id = await addSandboxDashboardRefund(file, { paymentId, amount: minor, currency }, systemClock.now())
  process.stdout.write(`${id}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
