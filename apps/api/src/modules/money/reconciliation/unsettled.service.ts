import { addDays, endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { Settings } from '../../../settings.ts'
import { closeAgreed, updateDifferences } from '../difference/difference.service.ts'
import { notSettled } from './comparison-rules.ts'
import { daysWithLines, listSettledMeanwhile, listUnsettled } from './unsettled.repository.ts'
import { addWorkingDays } from './working-days.ts'

/** Razorpay settles payments in another currency after seven working days instead of two. */
const moreDaysAbroad = 5
/** How many payments are read at once. */
const batch = 200

/** Finds payments that were captured and are in no settlement after the usual days (OQ-802). */
export function createUnsettledService({
  settings,
}: {
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE' | 'SETTLEMENT_DAYS'>
}) {
  const zone = settings.BUSINESS_TIME_ZONE

  async function checkDay(
    call: Call,
    day: string,
    currency: 'rupees' | 'others',
    tick: () => Promise<void>,
  ): Promise<void> {
    const span = { from: startOfDay(day, zone), until: new Date(endOfDay(day, zone).getTime() + 1), currency }
    for (let after = ''; ; ) {
      const payments = await listUnsettled(call.db, { ...span, after, limit: batch })
      for (const payment of payments) {
        await tick()
        await callInTransaction(call, (inner) =>
          updateDifferences(inner, payment.payment_id, ['not-settled'], notSettled(payment)),
        )
      }
      if (payments.length < batch) return
      after = payments.at(-1)?.payment_id ?? ''
    }
  }

  return {
    /**
     * Closes the differences of payments that a settlement has by now, and looks for payments that the settlements of a
     * day should have had at the latest. A day whose settlements are not stored may have any payment, so then nothing is
     * found.
     * @param day whose settlements were just stored, YYYY-MM-DD
     */
    async check(call: Call, day: string, tick: () => Promise<void>): Promise<void> {
      for (const paymentId of await listSettledMeanwhile(call.db)) {
        await callInTransaction(call, (inner) => closeAgreed(inner, paymentId, ['not-settled']))
      }
      for (const currency of ['rupees', 'others'] as const) {
        const usual = settings.SETTLEMENT_DAYS + (currency === 'rupees' ? 0 : moreDaysAbroad)
        // Weekends make at most as many days again, and four more.
        const first = addDays(day, -2 * usual - 4)
        const stored = await daysWithLines(call.db, { from: first, to: addWorkingDays(day, usual) }, zone)
        for (let captured = first; captured <= day; captured = addDays(captured, 1)) {
          const due = addWorkingDays(captured, usual)
          if (due < day || !isStored(stored, captured, due)) continue
          await checkDay(call, captured, currency, tick)
        }
      }
    },
  }
}

/** Tells whether each day of a span is stored. */
function isStored(stored: ReadonlySet<string>, from: string, to: string): boolean {
  for (let day = from; day <= to; day = addDays(day, 1)) if (!stored.has(day)) return false
  return true
}
