import { addDays, dayIn } from '@greenroom/contract/calendar-day'
import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { newId } from '../platform/database/record-id.ts'
import { isPaymentSandbox, sandboxPaymentFiles } from '../platform/payments/choose-payments.ts'
import {
  addToSandboxLedger,
  type SandboxLedgerLine,
  sandboxMarks,
} from '../platform/payments/sandbox-account.ts'
import {
  insertDifferences,
  newestRefund,
  recentOrders,
  type SampleDifference,
  updatePendingOrder,
} from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws } from './sample-draws.ts'

const hour = 3_600_000
const day = 24 * hour

type Side = { state: string; amount: number; currency: string } | null

/**
 * Adds differences with the payment sandbox, one of each important kind, and writes to the sandbox's ledger what it must
 * say for them, so that a comparison finds the same again. Two pending orders heal, and one fails, when staff check
 * them: the job checks those only a day later.
 */
async function addDifferences({ db, now, settings }: SampleContext): Promise<SampleCounts> {
  if (!isPaymentSandbox(settings)) return {}
  const draws = createDraws(2_027)
  const since = { from: new Date(now.getTime() - 6 * day), until: new Date(now.getTime() - 20 * hour) }
  const pending = await recentOrders(db, { status: 'pending', ...since })
  const paid = await recentOrders(db, { status: 'completed', ...since })
  // Old enough to be in a settlement, whatever day of the week it is.
  const aged = { from: new Date(now.getTime() - 10 * day), until: new Date(now.getTime() - 7 * day) }
  const [late] = await recentOrders(db, { status: 'completed', ...aged })
  const refund = await newestRefund(db)
  const found = new Date(now.getTime() - 5 * hour)
  const ledger: SandboxLedgerLine[] = []
  const differences: SampleDifference[] = []

  const note = (
    kind: DifferenceKind,
    subject: string,
    at: Date,
    { ours, gateway, ...of }: { ours: Side; gateway: Side } & Partial<SampleDifference>,
  ) =>
    differences.push({
      id: newId(),
      kind,
      subject,
      our_state: ours?.state ?? null,
      our_amount: ours?.amount ?? null,
      our_currency: ours?.currency ?? null,
      gateway_state: gateway?.state ?? null,
      gateway_amount: gateway?.amount ?? null,
      gateway_currency: gateway?.currency ?? null,
      occurred_at: at,
      found_at: new Date(found.getTime() - differences.length * 1000),
      last_seen_at: found,
      sandbox: true,
      ...of,
    })
  const payment = (
    order: (typeof pending)[number] | null,
    values: { amount: number; currency: string; at: Date },
  ) => {
    const paymentId = `pay_${draws.letters(14)}`
    ledger.push({
      kind: 'payment',
      paymentId,
      gatewayOrderId: null,
      reference: order?.reference_order_id ?? null,
      method: 'upi',
      ...values,
      at: values.at.getTime(),
    })
    return paymentId
  }
  const later = ({ created_at }: { created_at: Date }) => new Date(created_at.getTime() + 2 * 60_000)
  const oursOf = (order: (typeof pending)[number]) => ({
    state: order.status,
    amount: order.amount,
    currency: order.currency_code,
  })

  const [healing, alsoHealing, failing, captured, other] = pending
  const [twice, unpaid, settled] = paid
  if (captured) {
    const theirs = { amount: captured.amount, currency: captured.currency_code }
    const id = payment(captured, { ...theirs, at: later(captured) })
    note('paid-not-completed', id, later(captured), {
      transaction_id: captured.id,
      payment_id: id,
      ours: oursOf(captured),
      gateway: { state: 'captured', ...theirs },
    })
  }
  if (other) {
    const theirs = { amount: Math.max(100, other.amount - 9_900), currency: other.currency_code }
    const id = payment(other, { ...theirs, at: later(other) })
    note('amount-differs', id, later(other), {
      transaction_id: other.id,
      payment_id: id,
      ours: oursOf(other),
      gateway: { state: 'captured', ...theirs },
    })
  }
  if (twice) {
    const theirs = { amount: twice.amount, currency: twice.currency_code }
    const id = payment(twice, { ...theirs, at: later(twice) })
    note('paid-twice', id, later(twice), {
      transaction_id: twice.id,
      payment_id: id,
      ours: oursOf(twice),
      gateway: { state: 'captured', ...theirs },
    })
  }
  const alone = { amount: 99_900, currency: 'INR' }
  const aloneAt = new Date(now.getTime() - 30 * hour)
  const aloneId = payment(null, { ...alone, at: aloneAt })
  note('payment-without-order', aloneId, aloneAt, {
    payment_id: aloneId,
    ours: null,
    gateway: { state: 'captured', ...alone },
  })
  if (unpaid?.payment_id) {
    ledger.push({ kind: 'none', id: unpaid.payment_id })
    note('not-paid', unpaid.payment_id, unpaid.completed_at ?? unpaid.created_at, {
      transaction_id: unpaid.id,
      payment_id: unpaid.payment_id,
      ours: oursOf(unpaid),
      gateway: null,
    })
  }
  if (refund?.gateway_refund_id) {
    ledger.push({ kind: 'none', id: refund.gateway_refund_id })
    note('refund-not-made', refund.gateway_refund_id, refund.settled_at ?? refund.requested_at, {
      transaction_id: refund.transaction_id,
      payment_id: refund.payment_id,
      gateway_refund_id: refund.gateway_refund_id,
      ours: { state: refund.state, amount: refund.amount, currency: refund.currency_code },
      gateway: null,
    })
  }
  if (settled?.payment_id) {
    const theirs = { amount: Math.max(100, settled.amount - 5_000), currency: settled.currency_code }
    const settledDay = addDays(dayIn(now, settings.BUSINESS_TIME_ZONE), -1)
    ledger.push({
      kind: 'settled',
      of: 'payment',
      id: settled.payment_id,
      paymentId: settled.payment_id,
      day: settledDay,
      ...theirs,
    })
    note('settled-differs', settled.payment_id, new Date(`${settledDay}T12:00:00+05:30`), {
      transaction_id: settled.id,
      payment_id: settled.payment_id,
      ours: oursOf(settled),
      gateway: { state: 'settled', ...theirs },
    })
  }

  if (late?.payment_id) {
    const theirs = { amount: late.amount, currency: late.currency_code }
    ledger.push({
      kind: 'settled',
      of: 'payment',
      id: late.payment_id,
      paymentId: late.payment_id,
      day: addDays(dayIn(now, settings.BUSINESS_TIME_ZONE), 30),
      ...theirs,
    })
    note('not-settled', late.payment_id, late.completed_at ?? late.created_at, {
      transaction_id: late.id,
      payment_id: late.payment_id,
      ours: oursOf(late),
      gateway: { state: 'captured', ...theirs },
    })
  }
  const stray = { amount: 149_900, currency: 'INR' }
  const strayId = `pay_${draws.letters(14)}`
  const strayDay = addDays(dayIn(now, settings.BUSINESS_TIME_ZONE), -2)
  ledger.push({ kind: 'settled', of: 'payment', id: strayId, paymentId: strayId, day: strayDay, ...stray })
  note('settled-unknown', strayId, new Date(`${strayDay}T12:00:00+05:30`), {
    payment_id: strayId,
    ours: null,
    gateway: { state: 'settled', ...stray },
  })

  const checked = {
    gateway_checked_at: new Date(now.getTime() - hour),
    gateway_check_at: new Date(now.getTime() + day),
  }
  for (const [order, mark] of [
    [healing, sandboxMarks.paid],
    [alsoHealing, sandboxMarks.paid],
    [failing, sandboxMarks.attemptFailed],
    [captured, null],
    [other, null],
  ] as const) {
    if (!order) continue
    const gateway_order_id = mark === null ? null : `order_${draws.letters(14)}${mark}`
    await updatePendingOrder(db, order.id, { ...checked, gateway_order_id })
  }
  const yesterday = addDays(dayIn(now, settings.BUSINESS_TIME_ZONE), -1)
  await addToSandboxLedger(sandboxPaymentFiles(settings).ledgerFile, ledger)
  await insertDifferences(db, differences, [
    {
      day: yesterday,
      state: 'done',
      requested_at: found,
      requested_by: 'system',
      started_at: found,
      finished_at: found,
      payments: paid.length,
      differences: differences.length,
    },
  ])
  return { differences: differences.length }
}

export const differenceSample: SampleSection = { add: addDifferences }
