import { addDays, dayIn, endOfDay, startOfDay, taxTimeZone } from '@greenroom/contract/calendar-day'
import {
  type Comparison,
  reconciliationMessages,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import type { Logger } from 'pino'
import { invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'
import {
  type PaymentGateway,
  PaymentRefused,
  PaymentUnknown,
} from '../../../platform/payments/payment-gateway.ts'
import type { Settings } from '../../../settings.ts'
import { settleDisputes } from '../dispute/dispute.service.ts'
import type { RefundService } from '../refund/refund.service.ts'
import { storeSettlements } from '../settlement/settlement-store.service.ts'
import {
  claimComparison,
  extendClaim,
  failComparison,
  findComparison,
  finishComparison,
  lastFinished,
  listComparisons,
  listMissedDays,
  markLinesStored,
  requestComparison,
} from './comparison.repository.ts'
import { type DayLists, readLists } from './gateway-lists.ts'
import { createPaymentComparison } from './payment-comparison.service.ts'
import { presentComparison } from './reconciliation.presenter.ts'
import type { Span } from './reconciliation.repository.ts'
import { createRefundComparison } from './refund-comparison.service.ts'
import { createSettlementComparison } from './settlement-comparison.service.ts'
import { createUnsettledService } from './unsettled.service.ts'

/** The job that compares a day; its payload is {day}. */
export const compareDayTask = 'compare-day'

/** The days that the daily run compares, by how many days ago they were: payments are captured and refunded late. */
const comparedDaysAgo = [1, 2, 3, 7]
/** How many missed days the daily run makes up for, after the program was off. */
const mostMissedDays = 30
/** Everything that could be read is stored and compared; the comparison fails, so that somebody looks at the rest. */
class UnreadableLines extends Error {
  override readonly name = 'UnreadableLines'

  constructor(count: number) {
    super(
      count === 1
        ? '1 line of the settlements could not be read.'
        : `${count} lines of the settlements could not be read.`,
    )
  }
}

/** How long a claim lasts after its last page or row, in milliseconds. */
const claimMs = 10 * 60_000

export type ComparisonService = ReturnType<typeof createComparisonService>

/**
 * Compares whole business days with the gateway's lists of payments, refunds and settlements (OQ-271). All pages of a
 * day are read before anything is stored, so that one with an unreadable page changes nothing. Lines of settlements are
 * stored first (OQ-780); one that can't be read fails the comparison only after all others are compared. Each difference is confirmed by asking the gateway about that payment or refund once more, outside any
 * transaction, and by reading our side again: so lists that shift between two pages, and webhooks that arrive
 * meanwhile, raise nothing.
 */
export function createComparisonService({
  gateway,
  refunds,
  settings,
  log,
}: {
  gateway: PaymentGateway
  refunds: Pick<RefundService, 'applyEvent'>
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE' | 'BOOKS_BEGIN' | 'SETTLEMENT_DAYS'>
  log: Logger
}) {
  const zone = settings.BUSINESS_TIME_ZONE
  const { BOOKS_BEGIN: first } = settings
  const payments = createPaymentComparison({
    gateway,
    booksBegin: first === undefined ? undefined : startOfDay(first, taxTimeZone),
  })
  const refundComparison = createRefundComparison({ gateway, refunds })
  const settlements = createSettlementComparison({ gateway, payments, refunds: refundComparison })
  const unsettled = createUnsettledService({ settings })

  /** @returns the number of open differences */
  async function compareLists(
    call: Call,
    span: Span,
    lists: DayLists,
    tick: () => Promise<void>,
  ): Promise<number> {
    let differences = await payments.compareListed(call, lists, tick)
    differences += await payments.compareOrders(call, span, lists, tick)
    differences += await refundComparison.compareListed(call, lists, tick)
    differences += await refundComparison.compareOurs(call, span, lists, tick)
    differences += await refundComparison.compareOutside(call, span, tick)
    differences += await settlements.compare(call, lists.settled, tick)
    return differences
  }

  async function queue(call: Call, day: string, runAt?: Date): Promise<void> {
    await enqueue(call.db, {
      task: compareDayTask,
      payload: { day },
      key: `${compareDayTask}:${day}`,
      runAt,
    })
  }

  return {
    /** Lists the comparisons of the last days, and when the last complete one ended. */
    async list(call: Call, { limit }: { limit: number }) {
      const finished = await lastFinished(call.db)
      return {
        last_finished_at: finished?.toISOString() ?? null,
        comparisons: (await listComparisons(call.db, limit)).map(presentComparison),
      }
    },

    /**
     * Requests the comparison of a day; a job does it.
     * @throws AppError VALIDATION for a day that is none, or that has not begun
     */
    async request(call: Call, day: string): Promise<Comparison> {
      const isDay = !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && addDays(day, 0) === day
      if (!isDay) throw invalid([{ path: 'day', message: reconciliationMessages.day }])
      if (day > dayIn(call.now, zone)) {
        throw invalid([{ path: 'day', message: 'This day has not begun yet' }])
      }
      await requestComparison(call.db, day, { at: call.now, by: call.actor.email })
      await recordAudit(call, {
        action: 'comparison.request',
        entityType: 'comparison',
        entityId: null,
        label: day,
        after: { day },
      })
      await queue(call, day)
      const row = await findComparison(call.db, day)
      if (!row) throw new Error('A requested comparison is not stored')
      return presentComparison(row)
    },

    /**
     * Requests the comparison of each day of a month that has begun.
     * @param month "2026-11"
     * @throws AppError VALIDATION for a month that has not begun
     */
    async requestMonth(call: Call, month: string): Promise<{ days: number }> {
      const today = dayIn(call.now, zone)
      if (month > today.slice(0, 7)) {
        throw invalid([{ path: 'month', message: 'This month has not begun yet' }])
      }
      const days: string[] = []
      for (let day = `${month}-01`; day.startsWith(month) && day <= today; day = addDays(day, 1)) {
        await requestComparison(call.db, day, { at: call.now, by: call.actor.email })
        await queue(call, day)
        days.push(day)
      }
      await recordAudit(call, {
        action: 'comparison.request',
        entityType: 'comparison',
        entityId: null,
        label: month,
        after: { month },
      })
      return { days: days.length }
    },

    /** Job: requests the comparisons of the last days and of days that were missed. */
    async requestLastDays(call: Call): Promise<void> {
      const today = dayIn(call.now, zone)
      const missed = await listMissedDays(call.db, {
        from: addDays(today, -mostMissedDays),
        until: addDays(today, -1),
        timeZone: zone,
      })
      const days = new Set([...comparedDaysAgo.map((ago) => addDays(today, -ago)), ...missed])
      for (const day of [...days].sort().reverse()) {
        await requestComparison(call.db, day, { at: call.now, by: call.actor.email })
        await queue(call, day)
      }
    },

    /** Job: compares a day. A failure stores its reason and is retried; nothing else is stored then. */
    async compare(call: Call, payload: unknown): Promise<void> {
      const { day } = payload as { day: string }
      const { now } = call
      const claimEnd = () => new Date(call.refreshed().now.getTime() + claimMs)
      if (!(await claimComparison(call.db, day, { now, until: claimEnd() }))) {
        // The other process may die: this job looks again when its claim has ended.
        await queue(call, day, claimEnd())
        return
      }
      const keepAlive = async () => {
        if (!(await extendClaim(call.db, day, now, claimEnd()))) {
          throw new Error('Another process has taken this comparison over')
        }
      }
      let ticks = 0
      const tick = async () => {
        if (++ticks % 50 === 0) await keepAlive()
      }
      try {
        const span = { from: startOfDay(day, zone), until: earlier(endOfDay(day, zone), now) }
        const lists = await readLists(gateway, day, span, keepAlive)
        await storeSettlements(call, lists.settled, { isComplete: lists.unreadable === 0, tick })
        await settleDisputes(call, lists.settled)
        const differences = await compareLists(call, span, lists, tick)
        if (lists.unreadable > 0) throw new UnreadableLines(lists.unreadable)
        await markLinesStored(call.db, day, now, call.refreshed().now)
        await unsettled.check(call, day, tick)
        await finishComparison(call.db, day, now, {
          finished: call.refreshed().now,
          payments: lists.payments.size,
          refunds: lists.refunds.size,
          settlements: lists.settled.length,
          differences,
        })
        log.info({ day, differences, payments: lists.payments.size }, 'Compared a day with the gateway')
      } catch (error) {
        const isGateway =
          error instanceof PaymentUnknown ||
          error instanceof PaymentRefused ||
          error instanceof UnreadableLines
        await failComparison(call.db, day, now, isGateway ? error.message : 'The comparison was interrupted.')
        throw error
      }
    },

    /** Records a refund as the gateway lists it, and stores what still differs. */
    applyRefund: refundComparison.apply,
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
