import { insertDispute } from '../modules/money/dispute/dispute.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import { isPaymentSandbox } from '../platform/payments/choose-payments.ts'
import { recentOrders } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws } from './sample-draws.ts'

const day = 24 * 3_600_000

/** What became of each dispute: an open one waits for evidence. */
const ends = [
  { state: 'open', reason: 'Service not received', deducted: false },
  { state: 'under_review', reason: 'Cardholder does not recognize the payment', deducted: false },
  { state: 'lost', reason: 'Service not received', deducted: true },
  { state: 'won', reason: 'Paid by other means', deducted: false },
] as const

/** Adds disputes of some paid orders, as webhooks of the payment sandbox would have told of them. */
async function addDisputes({ db, now, settings }: SampleContext): Promise<SampleCounts> {
  if (!isPaymentSandbox(settings)) return {}
  const draws = createDraws(2_028)
  const span = { from: new Date(now.getTime() - 40 * day), until: new Date(now.getTime() - 12 * day) }
  const orders = await recentOrders(db, { status: 'completed', ...span })
  const disputed = orders.filter(({ payment_id, currency_code }) => payment_id && currency_code === 'INR')
  let disputes = 0
  for (const { state, reason, deducted } of ends) {
    const order = disputed[disputes * 5]
    if (!order?.payment_id) continue
    const openedAt = new Date(now.getTime() - (disputes + 2) * day)
    const isEnded = state === 'lost' || state === 'won'
    const endedAt = isEnded ? new Date(openedAt.getTime() + day) : null
    await insertDispute(db, {
      id: newId(),
      gateway_id: `disp_${draws.letters(14)}`,
      payment_id: order.payment_id,
      amount: order.amount,
      amount_deducted: deducted ? order.amount : 0,
      currency_code: order.currency_code,
      reason_code: null,
      reason_description: reason,
      phase: 'chargeback',
      state,
      respond_by: new Date(openedAt.getTime() + 7 * day),
      opened_at: openedAt,
      ended_at: endedAt,
      told_at: endedAt ?? openedAt,
      sandbox: true,
      created_at: openedAt,
      updated_at: endedAt ?? openedAt,
    })
    disputes++
  }
  return { disputes }
}

export const disputeSample: SampleSection = { add: addDisputes }
