import { formatInstant } from '@greenroom/contract/date-time'
import type { CheckOutcome } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { findRecord } from '../../../platform/database/records.ts'
import {
  type GatewayPayment,
  type PaymentGateway,
  PaymentRefused,
  PaymentUnknown,
} from '../../../platform/payments/payment-gateway.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import type { Settings } from '../../../settings.ts'
import { closeAgreed, paymentKinds } from '../difference/difference.service.ts'
import type { PaymentService } from '../transaction/payment.service.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import {
  type ComparedOrder,
  claimPendingOrders,
  findOrder,
  markChecked,
  releasePendingOrders,
  retirePendingOrders,
} from './reconciliation.repository.ts'

/** Max orders that one run of the job checks. */
const mostInOneRun = 100
/** After so many failures in a row the run ends: the gateway is down or refuses everything. */
const mostFailures = 3

/** The result of a check, with a message for the screen. */
interface Found {
  outcome: CheckOutcome
  message: string
}

/** Checks orders at the gateway and applies the result through the state machine of orders (OQ-270). */
export function createPendingCheckService({
  gateway,
  payments,
  transactions,
  settings,
  log,
}: {
  gateway: PaymentGateway
  payments: Pick<PaymentService, 'applyPayment'>
  transactions: Pick<TransactionService, 'get'>
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
  log: Logger
}) {
  /** Asks the gateway, outside any transaction. */
  function ask(order: ComparedOrder): Promise<GatewayPayment[]> {
    return gateway.findPaymentsOfOrder({
      gatewayOrderId: order.gateway_order_id,
      reference: order.reference_order_id,
      paymentId: order.payment_id,
    })
  }

  /** Applies what the gateway said. Every captured payment counts: a second one is a difference. */
  async function record(outer: Call, order: ComparedOrder, found: GatewayPayment[]): Promise<Found> {
    return callInTransaction(outer, async (call) => {
      const captured = found.filter(({ state }) => state === 'captured').sort(byTime)
      const failed = found.filter(({ state }) => state === 'failed').sort(byTime)
      const open = found.find(({ state }) => state === 'open')
      const returned = found.find(({ state }) => state === 'returned')
      const results: Found[] = []
      for (const payment of captured) results.push(await apply(call, order, payment))
      const last = failed.at(-1)
      if (captured.length === 0 && !open && last) results.push(await apply(call, order, last))
      await markChecked(call.db, order.id, call.now)
      // A later part may have completed an order that the first one did not pay.
      const completed = results.findIndex(({ outcome }) => outcome === 'completed')
      const told =
        results.find(({ outcome }, index) => outcome === 'differs' && index > completed) ??
        results[completed] ??
        results.find(({ outcome }) => outcome !== 'unchanged') ??
        results[0]
      if (told) return told
      return { outcome: 'nothing', message: nothingPaid(open, returned) }
    })
  }

  async function apply(call: Call, order: ComparedOrder, payment: GatewayPayment): Promise<Found> {
    const outcome = await payments.applyPayment(call, { transactionId: order.id, payment })
    if (outcome !== 'differs' && payment.state === 'captured') {
      await closeAgreed(call, payment.paymentId, paymentKinds, outcome === 'completed' ? 'healed' : 'agreed')
    }
    return { outcome, message: messageOf(outcome, order, payment) }
  }

  function messageOf(
    outcome: Exclude<CheckOutcome, 'nothing'>,
    order: ComparedOrder,
    payment: GatewayPayment,
  ): string {
    const paid = `${amountText(payment)}${payment.method ? ` by ${methodText(payment.method)}` : ''}`
    const moment = formatInstant(payment.at, ', ', settings.BUSINESS_TIME_ZONE)
    switch (outcome) {
      case 'completed':
        return `Paid ${paid} at ${moment}: the order is completed now.`
      case 'failed':
        return 'The last attempt to pay failed: the order is failed now.'
      case 'unchanged':
        return payment.state === 'captured'
          ? `Nothing has changed: ${paid} was paid at ${moment}, as recorded here.`
          : 'Nothing has changed: the last attempt to pay failed.'
      case 'differs':
        return payment.amount === order.amount && payment.currency === order.currency_code
          ? `A payment of ${paid} does not fit this order: see Differences.`
          : `A payment of ${amountText(payment)} was captured, the order is of ${orderText(order)}: see Differences.`
    }
  }

  return {
    /**
     * Asks the gateway about one order for a member of staff.
     * @throws AppError NOT_FOUND; PAYMENT_PROVIDER without a clear response of the gateway; UNAVAILABLE if the result cannot be
     * saved
     */
    async check(call: Call, id: string): Promise<Found & { order: Transaction }> {
      const order = await findRecord(call, findOrder, id, 'transaction')
      let found: GatewayPayment[]
      try {
        found = await ask(order)
      } catch (error) {
        throw gatewayError(error)
      }
      return afterProviderCall(
        'Razorpay was asked, but its answer could not be saved. Try again.',
        5,
        async () => {
          const told = await callInTransaction(call, async (inner) => {
            const told = await record(inner, order, found)
            // Asking again about an order that is settled is no event of its timeline.
            if (told.outcome === 'unchanged') return told
            await recordAudit(inner, {
              action: 'transaction.check',
              entityType: 'transaction',
              entityId: order.id,
              label: order.reference_order_id,
              after: { outcome: told.outcome, found: told.message },
            })
            return told
          })
          return { ...told, order: await transactions.get(call, order.id) }
        },
      )
    },

    /**
     * Job: checks pending orders that are due, at most 100 of them. An order moves to its next check when it is
     * claimed, so that one that always fails holds up no other.
     */
    async checkPending(call: Call): Promise<void> {
      await retirePendingOrders(call.db, call.now)
      const orders = await claimPendingOrders(call.db, call.now, mostInOneRun)
      let failures = 0
      for (const [index, order] of orders.entries()) {
        try {
          await record(call, order, await ask(order))
          failures = 0
        } catch (error) {
          if (!(error instanceof PaymentUnknown || error instanceof PaymentRefused)) throw error
          log.warn({ transactionId: order.id, reason: error.message }, 'A pending order could not be checked')
          if (++failures < mostFailures) continue
          const rest = orders.slice(index + 1).map(({ id }) => id)
          await releasePendingOrders(call.db, rest, call.refreshed().now)
          return
        }
      }
    },
  }
}

/** Returns what staff see when the gateway could not be asked. */
export function gatewayError(error: unknown): unknown {
  if (error instanceof PaymentRefused) return new AppError('PAYMENT_PROVIDER', error.message)
  if (error instanceof PaymentUnknown) {
    return new AppError('PAYMENT_PROVIDER', 'Razorpay did not respond clearly. Try again in a minute.')
  }
  return error
}

function nothingPaid(open: GatewayPayment | undefined, returned: GatewayPayment | undefined): string {
  if (open) return `Razorpay has a payment of ${amountText(open)} that is not captured yet.`
  if (!returned) return 'Razorpay has no payment for this order.'
  return `Razorpay gave a payment of ${amountText(returned)} back by itself, because it was not captured in time. The order is not paid.`
}

const byTime = (one: GatewayPayment, other: GatewayPayment) => one.at.getTime() - other.at.getTime()

const methodNames: Record<string, string> = {
  upi: 'UPI',
  card: 'card',
  netbanking: 'net banking',
  wallet: 'wallet',
  emi: 'EMI',
}

function methodText(method: string): string {
  return methodNames[method] ?? method
}

function orderText(order: ComparedOrder): string {
  return amountText({ amount: order.amount, currency: order.currency_code })
}

/** Formats an amount of any currency, without decimals if they are zero: ₹2,499. */
function amountText({ amount, currency }: { amount: number; currency: string }): string {
  const digits = amount % 100 === 0 ? 0 : 2
  const figures = new Intl.NumberFormat('en-IN', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 100)
  const symbols: Record<string, string> = { INR: '₹', USD: '$' }
  return `${symbols[currency] ?? `${currency} `}${figures}`
}
