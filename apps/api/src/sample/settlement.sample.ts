import { addDays, dayIn } from '@greenroom/contract/calendar-day'
import pino from 'pino'
import { listMoved } from '../modules/money/reconciliation/reconciliation.repository.ts'
import { storeSettlements } from '../modules/money/settlement/settlement-store.service.ts'
import { startCall } from '../platform/call.ts'
import { isPaymentSandbox, sandboxPaymentFiles } from '../platform/payments/choose-payments.ts'
import { createSandboxPayments } from '../platform/payments/sandbox-payments.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'

/** How many days of settlements there are. */
const days = 21

/** Adds what the payment sandbox has settled, as the comparisons of these days would have stored it. */
async function addSettlements({ db, now, settings }: SampleContext): Promise<SampleCounts> {
  if (!isPaymentSandbox(settings)) return {}
  const clock = { now: () => now }
  const sandbox = createSandboxPayments({
    ...sandboxPaymentFiles(settings),
    clock,
    log: pino({ level: 'silent' }),
  })
  sandbox.readRecords?.({
    listMoved: (span) => listMoved(db, span),
    findOrder: async () => undefined,
    findRefund: async () => undefined,
  })
  const today = dayIn(now, settings.BUSINESS_TIME_ZONE)
  let settlements = 0
  for (let ago = days; ago > 0; ago--) {
    const { items } = await sandbox.listSettlements(addDays(today, -ago), 0)
    if (items.length === 0) continue
    const call = startCall({ db, clock, sandboxes: ['payments'] })
    await storeSettlements(call, items, {
      isComplete: false,
      tick: async () => {},
      hasHistory: false,
    })
    settlements++
  }
  return { settlements }
}

export const settlementSample: SampleSection = { add: addSettlements }
