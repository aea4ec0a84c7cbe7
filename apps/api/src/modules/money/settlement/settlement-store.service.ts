import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { SettledLine } from '../../../platform/payments/payment-gateway.ts'
import {
  deleteLine,
  findByGatewayId,
  findLines,
  findOtherLines,
  insertLines,
  insertSettlement,
  type LineRow,
  lockSettlements,
  type SettlementRow,
  sumSettlement,
  updateLine,
  updateSettlement,
} from './settlement.repository.ts'

/** What a line says; the rest of its row is our own. */
const lineMembers = [
  'settlement_id',
  'kind',
  'payment_id',
  'gateway_order_id',
  'dispute_id',
  'amount',
  'debit',
  'credit',
  'fee',
  'tax',
  'currency_code',
  'description',
  'method',
  'made_at',
  'settled_at',
] as const
type LineValues = Pick<LineRow, (typeof lineMembers)[number]>

/** The sums of a settlement that its history shows. */
const sumMembers = ['line_count', 'payments', 'refunds', 'adjustments', 'fee', 'tax', 'net'] as const

/**
 * Stores the lines of the gateway's report of a day (OQ-780). Storing the same report again changes nothing. A line that
 * says something else by now is updated, and one that the report no longer has is deleted; both leave an entry in the
 * history of the settlement.
 * @param isComplete whether every line of the report could be read, so that a missing one is gone
 * @param hasHistory false for sample data, whose history is a single entry
 */
export async function storeSettlements(
  outer: Call,
  lines: readonly SettledLine[],
  {
    isComplete,
    tick,
    hasHistory = true,
  }: { isComplete: boolean; tick: () => Promise<void>; hasHistory?: boolean },
): Promise<void> {
  const groups = new Map<string | null, SettledLine[]>()
  for (const line of lines) {
    const group = groups.get(line.settlementId)
    if (group) group.push(line)
    else groups.set(line.settlementId, [line])
  }
  const told = idsOf(lines)
  for (const [gatewayId, group] of groups) {
    await tick()
    await callInTransaction(outer, async (call) => {
      await lockSettlements(call.db)
      await storeGroup(call, gatewayId, group, { told: isComplete ? told : null, hasHistory })
    })
  }
}

/** @param told the ids of the whole report, if every line of it could be read */
async function storeGroup(
  call: Call,
  gatewayId: string | null,
  lines: readonly SettledLine[],
  { told, hasHistory }: { told: readonly string[] | null; hasHistory: boolean },
): Promise<void> {
  const found = gatewayId === null ? null : await storeSettlement(call, gatewayId, lines)
  const stored = new Map((await findLines(call.db, idsOf(lines))).map((row) => [keyOf(row), row]))
  const touched = new Set(found ? [found.settlement.id] : [])
  const added: Parameters<typeof insertLines>[1][number][] = []
  const changes: { before: LineRow; after: LineValues }[] = []
  for (const line of lines) {
    const before = stored.get(keyOf({ entity_id: line.id, type: line.type }))
    const after = valuesOf(line, found?.settlement.id ?? null)
    if (!before) {
      added.push({
        id: newId(),
        type: line.type,
        entity_id: line.id,
        ...after,
        created_at: call.now,
        updated_at: call.now,
      })
    } else if (lineMembers.some((name) => !isSame(before[name], after[name]))) {
      if (before.settlement_id !== null) touched.add(before.settlement_id)
      await updateLine(call.db, before.id, {
        type: before.type,
        entity_id: before.entity_id,
        ...after,
        updated_at: call.now,
      })
      changes.push({ before, after })
    }
  }
  await insertLines(call.db, added)
  const gone = found && told && !found.isNew ? await findOtherLines(call.db, found.settlement.id, told) : []
  for (const row of gone) await deleteLine(call.db, row.id)

  await recordSums(call, found, touched, hasHistory)
  for (const { before, after } of changes) await recordLine(call, before, after)
  for (const row of gone) await recordLine(call, row, null)
}

/** Finds or inserts the settlement of some lines, and stores when and with which reference it reached the bank. */
async function storeSettlement(
  call: Call,
  gatewayId: string,
  lines: readonly SettledLine[],
): Promise<{ settlement: SettlementRow; isNew: boolean }> {
  // A report can lack the reference in single lines.
  const utr = lines.find((line) => line.utr !== null)?.utr ?? null
  const at = lines.find((line) => line.at !== null)?.at ?? null
  const stored = await findByGatewayId(call.db, gatewayId)
  if (!stored) {
    await insertSettlement(call.db, {
      id: newId(),
      gateway_id: gatewayId,
      utr,
      settled_at: at ?? call.now,
      // Razorpay settles in rupees; the sums take the currency of the lines if they agree.
      currency_code: 'INR',
      sandbox: call.sandboxes.includes('payments'),
      created_at: call.now,
      updated_at: call.now,
    })
    const settlement = await findByGatewayId(call.db, gatewayId)
    if (!settlement) throw new Error('A settlement was inserted and is not stored')
    return { settlement, isNew: true }
  }
  const values = { utr: utr ?? stored.utr, settled_at: at ?? stored.settled_at, updated_at: call.now }
  if (!isSame(values.utr, stored.utr) || !isSame(values.settled_at, stored.settled_at)) {
    await updateSettlement(call.db, stored.id, values)
    await recordAudit(call, {
      action: 'settlement.update',
      entityType: 'settlement',
      entityId: stored.id,
      label: gatewayId,
      before: { utr: stored.utr, settled_at: stored.settled_at },
      after: { utr: values.utr, settled_at: values.settled_at },
    })
  }
  return { settlement: stored, isNew: false }
}

async function recordSums(
  call: Call,
  found: { settlement: SettlementRow; isNew: boolean } | null,
  touched: ReadonlySet<string>,
  hasHistory: boolean,
): Promise<void> {
  for (const id of touched) {
    const after = await sumSettlement(call.db, id, call.now)
    if (!after || !hasHistory) continue
    const isNew = found?.isNew === true && found.settlement.id === id
    await recordAudit(call, {
      action: isNew ? 'settlement.create' : 'settlement.sum',
      entityType: 'settlement',
      entityId: id,
      label: after.gateway_id,
      after: Object.fromEntries(sumMembers.map((name) => [name, after[name]])),
    })
  }
}

/** @param after null if the report no longer has the line */
async function recordLine(call: Call, before: LineRow, after: LineValues | null): Promise<void> {
  const names = after ? lineMembers.filter((name) => !isSame(before[name], after[name])) : lineMembers
  const of = (values: LineValues) => ({
    entity_id: before.entity_id,
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
  })
  await recordAudit(call, {
    action: after ? 'settlement.line-update' : 'settlement.line-delete',
    entityType: 'settlement',
    entityId: after?.settlement_id ?? before.settlement_id,
    label: before.entity_id,
    before: of(before),
    ...(after && { after: of(after) }),
  })
}

function valuesOf(line: SettledLine, settlementId: string | null): LineValues {
  return {
    settlement_id: settlementId,
    kind: line.kind,
    payment_id: line.paymentId,
    gateway_order_id: line.gatewayOrderId,
    dispute_id: line.disputeId,
    amount: line.amount,
    debit: line.debit,
    credit: line.credit,
    fee: line.fee,
    tax: line.tax,
    currency_code: line.currency,
    // Of a payment it is what the buyer bought, which the order says better.
    description: line.kind === 'payment' || line.kind === 'refund' ? null : line.description,
    method: line.method,
    made_at: line.madeAt,
    settled_at: line.at,
  }
}

const idsOf = (lines: readonly SettledLine[]) => lines.map(({ id }) => id)
const keyOf = ({ entity_id, type }: Pick<LineRow, 'entity_id' | 'type'>) => `${type} ${entity_id}`

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  return one === other
}
