import { addDays, dayIn, endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import {
  type Comparison,
  reconciliationMessages,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import type { Logger } from 'pino'
import { invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'
import {
  type GatewayPage,
  type GatewayPayment,
  type ListedRefund,
  type PaymentGateway,
  PaymentRefused,
  PaymentUnknown,
  type SettledLine,
} from '../../../platform/payments/payment-gateway.ts'
import type { Settings } from '../../../settings.ts'
import type { RefundService } from '../refund/refund.service.ts'
import {
  claimComparison,
  extendClaim,
  failComparison,
  findComparison,
  finishComparison,
  lastFinished,
  listComparisons,
  listMissedDays,
  requestComparison,
} from './comparison.repository.ts'
import {
  orderOf,
  paymentDifference,
  paymentKinds,
  refundDifference,
  refundKinds,
} from './comparison-rules.ts'
import { subjectsWithOpen } from './difference.repository.ts'
import { closeAgreed, type FoundDifference, noteDifference, paymentFound } from './difference.service.ts'
import { presentComparison } from './reconciliation.presenter.ts'
import {
  type ComparedOrder,
  type ComparedRefund,
  findOrder,
  findRefundOf,
  listCompletedOrders,
  listOrdersOf,
  listProcessedRefunds,
  listRefundedOutside,
  type Mark,
  type Span,
} from './reconciliation.repository.ts'

/** The job that compares a day; its payload is {day}. */
export const compareDayTask = 'compare-day'

/** The days that the daily run compares, by how many days ago they were: payments are captured and refunded late. */
const comparedDaysAgo = [1, 2, 3, 7]
/** How many missed days the daily run makes up for, after the program was off. */
const mostMissedDays = 30
/** How long a claim lasts after its last page or row, in milliseconds. */
const claimMs = 10 * 60_000
const batch = 200

export type ComparisonService = ReturnType<typeof createComparisonService>

/** What is compared: whole lists of one day. */
interface DayLists {
  payments: Map<string, GatewayPayment>
  refunds: Map<string, ListedRefund>
  settled: SettledLine[]
}

/**
 * Compares whole business days with the gateway's lists of payments, refunds and settlements (OQ-271). All pages of a
 * day are read before anything is stored, so that an interrupted comparison, or one with an unreadable page, changes
 * nothing. Each difference is confirmed by asking the gateway about that payment or refund once more, outside any
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
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
  log: Logger
}) {
  const zone = settings.BUSINESS_TIME_ZONE

  async function readAll<Item>(
    read: (skip: number) => Promise<GatewayPage<Item>>,
    keep: (item: Item) => void,
    keepAlive: () => Promise<void>,
  ): Promise<void> {
    for (let skip: number | null = 0; skip !== null; ) {
      const page: GatewayPage<Item> = await read(skip)
      for (const item of page.items) keep(item)
      skip = page.next
      await keepAlive()
    }
  }

  async function readLists(day: string, span: Span, keepAlive: () => Promise<void>): Promise<DayLists> {
    // By id: an item that moves to the next page while a list is read comes twice.
    const lists: DayLists = { payments: new Map(), refunds: new Map(), settled: [] }
    await readAll(
      (skip) => gateway.listPayments({ ...span, skip }),
      (payment) => lists.payments.set(payment.paymentId, payment),
      keepAlive,
    )
    await readAll(
      (skip) => gateway.listRefunds({ ...span, skip }),
      (refund) => lists.refunds.set(refund.gatewayRefundId, refund),
      keepAlive,
    )
    const settled = new Map<string, SettledLine>()
    await readAll(
      (skip) => gateway.listSettlements(day, skip),
      (line) => settled.set(`${line.kind} ${line.id}`, line),
      keepAlive,
    )
    lists.settled = [...settled.values()]
    return lists
  }

  /** Stores what was found about a subject, and closes what is no longer different. */
  async function store(
    call: Call,
    subject: string,
    kinds: readonly FoundDifference['kind'][],
    found: FoundDifference | null,
  ): Promise<number> {
    const isOpen = found ? await noteDifference(call, found) : false
    await closeAgreed(
      call,
      subject,
      kinds.filter((kind) => kind !== found?.kind),
    )
    return isOpen ? 1 : 0
  }

  /** Reads a payment from the gateway again and stores the remaining difference. */
  async function judgePayment(
    outer: Call,
    payment: GatewayPayment | null,
    paymentId: string,
    order: ComparedOrder | undefined,
  ): Promise<number> {
    const expected = {
      amount: order?.amount ?? payment?.amount ?? 0,
      currency: order?.currency_code ?? payment?.currency ?? '',
      at: payment?.at ?? order?.completed_at ?? order?.created_at ?? outer.now,
    }
    const fresh = await gateway.findPayment(paymentId, payment ?? expected)
    return callInTransaction(outer, async (call) => {
      if (!fresh) {
        const current = order && (await findOrder(call.db, order.id))
        const isStill =
          current?.payment_id === paymentId && ['completed', 'refunded'].includes(current.status)
        return store(call, paymentId, paymentKinds, isStill ? notPaid(current, paymentId) : null)
      }
      const current = orderOf(fresh, await ordersOf(call, [fresh]))
      const kind = paymentDifference(fresh, current)
      return store(call, paymentId, paymentKinds, kind && paymentFound(kind, fresh, current))
    })
  }

  async function comparePayments(call: Call, lists: DayLists, tick: () => Promise<void>): Promise<number> {
    let found = 0
    for (const payments of batches([...lists.payments.values()])) {
      const orders = await ordersOf(call, payments)
      const open = await subjectsWithOpen(
        call.db,
        payments.map(({ paymentId }) => paymentId),
      )
      for (const payment of payments) {
        const order = orderOf(payment, orders)
        if (!paymentDifference(payment, order) && !open.has(payment.paymentId)) continue
        await tick()
        found += await judgePayment(call, payment, payment.paymentId, order)
      }
    }
    return found
  }

  /** Looks up each of our paid orders that the gateway did not list on the day. */
  async function compareOrders(
    call: Call,
    span: Span,
    lists: DayLists,
    tick: () => Promise<void>,
  ): Promise<number> {
    let found = 0
    const completed = readRows((after) => listCompletedOrders(call.db, span, after, batch))
    for await (const order of completed) {
      if (order.payment_id !== null && lists.payments.has(order.payment_id)) continue
      await tick()
      found +=
        order.payment_id === null
          ? await callInTransaction(call, (inner) =>
              store(inner, order.id, ['not-paid'], notPaid(order, order.id)),
            )
          : await judgePayment(call, null, order.payment_id, order)
    }
    return found
  }

  /**
   * Lets the refund module record the gateway's state of a refund, as a webhook would, and stores what still
   * differs.
   */
  async function judgeRefund(outer: Call, listed: ListedRefund): Promise<number> {
    const subject = listed.gatewayRefundId
    const order = orderOfRefund(listed, await ordersOfPayments(outer, [listed.paymentId]))
    if (order) await refunds.applyEvent(outer, listed)
    return callInTransaction(outer, async (call) => {
      const refund = await refundOf(call, listed)
      const kind = refundDifference(listed, refund)
      return store(call, subject, refundKinds, kind && refundFound(kind, listed, refund, order))
    })
  }

  async function compareRefunds(call: Call, lists: DayLists, tick: () => Promise<void>): Promise<number> {
    let found = 0
    for (const listed of batches([...lists.refunds.values()])) {
      const open = await subjectsWithOpen(
        call.db,
        listed.map(({ gatewayRefundId }) => gatewayRefundId),
      )
      for (const refund of listed) {
        const ours = await refundOf(call, refund)
        const isOpenHere = ours?.state === 'requested' || ours?.state === 'unknown'
        const differs = refundDifference(refund, ours) !== null || (isOpenHere && refund.state !== 'pending')
        if (!differs && !open.has(refund.gatewayRefundId)) continue
        await tick()
        const fresh = await gateway.findListedRefund(refund.gatewayRefundId, refund)
        if (fresh) found += await judgeRefund(call, fresh)
      }
    }
    return found
  }

  /** Looks up each of our processed refunds that the gateway did not list on the day. */
  async function compareOurRefunds(
    call: Call,
    span: Span,
    lists: DayLists,
    tick: () => Promise<void>,
  ): Promise<number> {
    let found = 0
    const processed = readRows((after) => listProcessedRefunds(call.db, span, after, batch))
    for await (const refund of processed) {
      if (refund.gateway_refund_id !== null && lists.refunds.has(refund.gateway_refund_id)) continue
      await tick()
      found += await judgeOurRefund(call, refund)
    }
    return found
  }

  async function judgeOurRefund(outer: Call, refund: ComparedRefund): Promise<number> {
    const subject = refund.gateway_refund_id ?? refund.id
    if (refund.gateway_refund_id !== null) {
      const listed = await gateway.findListedRefund(refund.gateway_refund_id, {
        amount: refund.amount,
        currency: refund.currency_code,
        at: refund.settled_at ?? refund.requested_at,
        paymentId: refund.payment_id,
      })
      if (listed) return judgeRefund(outer, listed)
    } else if (refund.payment_id !== null && (await isRefundedAnyhow(refund, refund.payment_id))) {
      return callInTransaction(outer, (call) => store(call, subject, refundKinds, null))
    }
    return callInTransaction(outer, (call) =>
      store(call, subject, refundKinds, {
        kind: 'refund-not-made',
        subject,
        transactionId: refund.transaction_id,
        paymentId: refund.payment_id,
        gatewayRefundId: refund.gateway_refund_id,
        ours: { state: refund.state, amount: refund.amount, currency: refund.currency_code },
        gateway: null,
        at: refund.settled_at,
      }),
    )
  }

  /** Asks the gateway about each order that the public product set to refunded. */
  async function compareRefundedOutside(call: Call, span: Span, tick: () => Promise<void>): Promise<number> {
    let found = 0
    const orders = readRows((after) => listRefundedOutside(call.db, span, after, batch))
    for await (const order of orders) {
      await tick()
      const given = order.payment_id === null ? 0 : await givenBack(order.payment_id)
      found += await callInTransaction(call, (inner) =>
        store(
          inner,
          order.id,
          refundKinds,
          given >= order.amount
            ? null
            : {
                kind: 'refund-not-made',
                subject: order.id,
                transactionId: order.id,
                paymentId: order.payment_id,
                gatewayRefundId: null,
                ours: { state: 'processed', amount: order.amount, currency: order.currency_code },
                gateway:
                  given === 0 ? null : { state: 'processed', amount: given, currency: order.currency_code },
                at: order.refunded_outside_at,
              },
        ),
      )
    }
    return found
  }

  /** A refund without the gateway's id was recorded because the gateway said that the payment was refunded before. */
  async function isRefundedAnyhow(refund: ComparedRefund, paymentId: string): Promise<boolean> {
    const made = await refundsMade(paymentId)
    return made.some(({ reference }) => reference === refund.id) || sumOf(made) >= refund.paid_amount
  }

  /** What the gateway gave back of a payment, or is giving back, in minor units. */
  const givenBack = async (paymentId: string) => sumOf(await refundsMade(paymentId))

  const refundsMade = async (paymentId: string) =>
    (await gateway.refundsOf(paymentId)).filter(({ state }) => state !== 'failed')

  async function compareSettled(call: Call, lists: DayLists, tick: () => Promise<void>): Promise<number> {
    let found = 0
    for (const lines of batches(lists.settled)) {
      const orders = await ordersOfPayments(
        call,
        lines.flatMap(({ paymentId }) => paymentId ?? []),
      )
      for (const line of lines) {
        await tick()
        found += line.kind === 'payment' ? await judgeSettledPayment(call, line, orders) : 0
        if (line.kind === 'refund') found += await judgeSettledRefund(call, line)
      }
    }
    return found
  }

  async function judgeSettledPayment(
    outer: Call,
    line: SettledLine,
    orders: ComparedOrder[],
  ): Promise<number> {
    const order = orders.find(({ payment_id }) => payment_id === line.id)
    if (!order || !['completed', 'refunded'].includes(order.status)) {
      return judgePayment(outer, null, line.id, order)
    }
    const ours = { state: order.status, amount: order.amount, currency: order.currency_code }
    return storeSettled(outer, line, order.id, ours)
  }

  async function judgeSettledRefund(outer: Call, line: SettledLine): Promise<number> {
    const refund = await findRefundOf(outer.db, { gatewayRefundId: line.id, id: null })
    if (!refund) {
      const listed = await gateway.findListedRefund(line.id, {
        amount: line.amount,
        currency: line.currency,
        at: line.at ?? outer.now,
        paymentId: line.paymentId,
      })
      return listed ? judgeRefund(outer, listed) : 0
    }
    const ours = { state: refund.state, amount: refund.amount, currency: refund.currency_code }
    return storeSettled(outer, line, refund.transaction_id, ours)
  }

  function storeSettled(
    outer: Call,
    line: SettledLine,
    transactionId: string,
    ours: { state: string; amount: number; currency: string },
  ): Promise<number> {
    // Payments in dollars can be settled in rupees, at a rate that our books do not know.
    const differs = line.currency === ours.currency && line.amount !== ours.amount
    return callInTransaction(outer, (call) =>
      store(
        call,
        line.id,
        ['settled-differs'],
        differs
          ? {
              kind: 'settled-differs',
              subject: line.id,
              transactionId,
              paymentId: line.paymentId,
              gatewayRefundId: line.kind === 'refund' ? line.id : null,
              ours,
              gateway: { state: 'settled', amount: line.amount, currency: line.currency },
              at: line.at,
            }
          : null,
      ),
    )
  }

  async function ordersOf(call: Call, payments: readonly GatewayPayment[]): Promise<ComparedOrder[]> {
    return listOrdersOf(call.db, {
      paymentIds: payments.map(({ paymentId }) => paymentId),
      gatewayOrderIds: payments.flatMap(({ gatewayOrderId }) => gatewayOrderId ?? []),
      references: payments.flatMap(({ reference }) => reference ?? []),
    })
  }

  function ordersOfPayments(call: Call, paymentIds: string[]): Promise<ComparedOrder[]> {
    return listOrdersOf(call.db, { paymentIds, gatewayOrderIds: [], references: [] })
  }

  function refundOf(call: Call, listed: ListedRefund): Promise<ComparedRefund | undefined> {
    const id = listed.reference !== null && isRecordId(listed.reference) ? listed.reference : null
    return findRefundOf(call.db, { gatewayRefundId: listed.gatewayRefundId, id })
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
        const lists = await readLists(day, span, keepAlive)
        let differences = await comparePayments(call, lists, tick)
        differences += await compareOrders(call, span, lists, tick)
        differences += await compareRefunds(call, lists, tick)
        differences += await compareOurRefunds(call, span, lists, tick)
        differences += await compareRefundedOutside(call, span, tick)
        differences += await compareSettled(call, lists, tick)
        await finishComparison(call.db, day, now, {
          finished: call.refreshed().now,
          payments: lists.payments.size,
          refunds: lists.refunds.size,
          settlements: lists.settled.length,
          differences,
        })
        log.info({ day, differences, payments: lists.payments.size }, 'Compared a day with the gateway')
      } catch (error) {
        const isGateway = error instanceof PaymentUnknown || error instanceof PaymentRefused
        await failComparison(call.db, day, now, isGateway ? error.message : 'The comparison was interrupted.')
        throw error
      }
    },

    judgePayment,
    judgeRefund,
  }
}

function notPaid(order: ComparedOrder, subject: string): FoundDifference {
  return {
    kind: 'not-paid',
    subject,
    transactionId: order.id,
    paymentId: order.payment_id,
    ours: { state: order.status, amount: order.amount, currency: order.currency_code },
    gateway: null,
    at: order.completed_at,
  }
}

function refundFound(
  kind: FoundDifference['kind'],
  listed: ListedRefund,
  refund: ComparedRefund | undefined,
  order: ComparedOrder | undefined,
): FoundDifference {
  return {
    kind,
    subject: listed.gatewayRefundId,
    transactionId: refund?.transaction_id ?? order?.id ?? null,
    paymentId: listed.paymentId,
    gatewayRefundId: listed.gatewayRefundId,
    ours: refund ? { state: refund.state, amount: refund.amount, currency: refund.currency_code } : null,
    gateway: { state: listed.state, amount: listed.amount, currency: listed.currency },
    at: listed.at,
  }
}

function orderOfRefund(listed: ListedRefund, orders: readonly ComparedOrder[]): ComparedOrder | undefined {
  return orders.find(({ payment_id }) => payment_id === listed.paymentId)
}

function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, index) =>
    items.slice(index * batch, (index + 1) * batch),
  )
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

/**
 * Yields rows batch by batch, each read after the last row of the one before.
 * @param atOf returns the time by which the rows are sorted
 */
async function* readRows<Row extends Mark>(
  read: (after: Mark | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: Mark | null = null; ; ) {
    const rows: Row[] = await read(after)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1) ?? null
  }
}

const sumOf = (refunds: readonly { amount: number }[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)
