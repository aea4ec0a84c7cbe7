import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import type { GatewayPayment, ListedRefund } from '../../../platform/payments/payment-gateway.ts'
import {
  type ComparedOrder,
  type ComparedRefund,
  findRefundOf,
  listOrdersOf,
  type Mark,
} from './reconciliation.repository.ts'

const batch = 200

/** Lists the orders that some payments may belong to. */
export function ordersOf(call: Call, payments: readonly GatewayPayment[]): Promise<ComparedOrder[]> {
  return listOrdersOf(call.db, {
    paymentIds: payments.map(({ paymentId }) => paymentId),
    gatewayOrderIds: payments.flatMap(({ gatewayOrderId }) => gatewayOrderId ?? []),
    references: payments.flatMap(({ reference }) => reference ?? []),
  })
}

/** Lists the orders of payments that are known by their ids alone. */
export function ordersOfPayments(call: Call, paymentIds: string[]): Promise<ComparedOrder[]> {
  return listOrdersOf(call.db, { paymentIds, gatewayOrderIds: [], references: [] })
}

/** Finds our record of a refund that the gateway lists. */
export function refundOf(call: Call, listed: ListedRefund): Promise<ComparedRefund | undefined> {
  const id = listed.reference !== null && isRecordId(listed.reference) ? listed.reference : null
  return findRefundOf(call.db, { gatewayRefundId: listed.gatewayRefundId, id })
}

/** Splits a list of the gateway, so that our side of a batch is read at once. */
export function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, index) =>
    items.slice(index * batch, (index + 1) * batch),
  )
}

/** Yields our rows batch by batch, each read after the last row of the one before. */
export async function* readRows<Row extends Mark>(
  read: (after: Mark | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: Mark | null = null; ; ) {
    const rows: Row[] = await read(after, batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1) ?? null
  }
}
