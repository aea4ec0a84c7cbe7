import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type { listDisputes as listEndpoint } from '@greenroom/contract/money/dispute/dispute.endpoints'
import type { OrderDispute } from '@greenroom/contract/money/dispute/dispute.schema'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { DisputeEvent, SettledLine } from '../../../platform/payments/payment-gateway.ts'
import { presentDispute, presentOrderDispute } from './dispute.presenter.ts'
import {
  countDisputes,
  type DisputeRow,
  disputesOfPayments,
  insertDispute,
  listDisputes,
  lockDispute,
  sumLines,
  updateDispute,
} from './dispute.repository.ts'

/** States that end a dispute. Any other one, known or not, is open. */
const ends = ['won', 'lost', 'closed']

/** What its history shows of a dispute. */
const told = [
  'state',
  'phase',
  'amount',
  'amount_deducted',
  'currency_code',
  'taken',
  'reason_code',
  'reason_description',
  'respond_by',
  'ended_at',
] as const
type Told = Pick<DisputeRow, (typeof told)[number]>

/** The state of a dispute of which only a settlement has said something. */
const onlySettled = 'unknown'

/**
 * Stores what the gateway's event says about a dispute (OQ-783). Events arrive in any order and repeatedly: the newest
 * one decides, of two in the same second the later state. Makes no refund and no credit note.
 */
export async function applyDispute(call: Call, event: DisputeEvent): Promise<void> {
  const stored = await lockDispute(call.db, event.disputeId)
  if (stored && !isNewer(event, stored)) return
  const isEnd = ends.includes(event.state)
  const values = {
    payment_id: event.paymentId,
    state: event.state,
    phase: event.phase,
    amount: event.amount,
    amount_deducted: event.amountDeducted,
    currency_code: event.currency,
    reason_code: event.reasonCode,
    reason_description: event.reasonDescription,
    respond_by: event.respondBy,
    ended_at: isEnd ? event.toldAt : null,
    opened_at: event.openedAt,
    told_at: event.toldAt,
  }
  await store(call, event.disputeId, stored, values)
}

/**
 * Adds up what settlements took and gave back for the disputes that some lines name, and opens a dispute that no event
 * has told of.
 */
export async function settleDisputes(outer: Call, lines: readonly SettledLine[]): Promise<void> {
  for (const disputeId of new Set(lines.flatMap((line) => line.disputeId ?? []))) {
    await callInTransaction(outer, async (call) => {
      const stored = await lockDispute(call.db, disputeId)
      const settled = await sumLines(call.db, disputeId)
      if (!settled || stored?.taken === settled.taken) return
      const at = settled.first_at ?? call.now
      const opened = {
        payment_id: settled.payment_id ?? '',
        state: onlySettled,
        amount: null,
        amount_deducted: 0,
        currency_code: settled.currency_code,
        opened_at: at,
        // Any event knows more.
        told_at: new Date(0),
      }
      await store(call, disputeId, stored, { ...(stored ? {} : opened), taken: settled.taken })
    })
  }
}

async function store(
  call: Call,
  gatewayId: string,
  stored: DisputeRow | undefined,
  values: Partial<DisputeRow>,
): Promise<void> {
  if (stored) {
    await updateDispute(call.db, stored.id, { ...values, updated_at: call.now })
  } else {
    await insertDispute(call.db, {
      ...(values as Pick<
        DisputeRow,
        'payment_id' | 'amount' | 'currency_code' | 'state' | 'opened_at' | 'told_at'
      >),
      id: newId(),
      gateway_id: gatewayId,
      sandbox: call.sandboxes.includes('payments'),
      created_at: call.now,
      updated_at: call.now,
    })
  }
  const after = await lockDispute(call.db, gatewayId)
  if (!after) throw new Error('A dispute was stored and is not there')
  const membersOf = (row: Told) => Object.fromEntries(told.map((name) => [name, row[name]]))
  await recordAudit(call, {
    action: stored ? 'dispute.update' : 'dispute.create',
    entityType: 'dispute',
    entityId: after.id,
    label: gatewayId,
    ...(stored && { before: membersOf(stored) }),
    after: membersOf(after),
  })
}

function isNewer(event: DisputeEvent, stored: DisputeRow): boolean {
  const difference = event.toldAt.getTime() - stored.told_at.getTime()
  return difference === 0 ? rankOf(event.state) > rankOf(stored.state) : difference > 0
}

/** How far a dispute is: of two events of the same second the further one is the later. */
function rankOf(state: string): number {
  const rank = ['open', 'action_required', 'under_review', 'closed', 'won', 'lost'].indexOf(state)
  return rank === -1 ? 1 : rank
}

/** Lists a page of disputes with the counts of both tabs. */
export async function readDisputes(
  call: Call,
  { state, ...page }: QueryOf<typeof listEndpoint>,
): Promise<DataOf<typeof listEndpoint>> {
  const [rows, counts] = await Promise.all([listDisputes(call.db, state, page), countDisputes(call.db)])
  return { counts, disputes: rows.map(presentDispute) }
}

/** Returns the newest disputes of an order's payments. */
export async function disputesOf(
  call: Call,
  paymentIds: readonly string[],
  most: number,
): Promise<OrderDispute[]> {
  if (paymentIds.length === 0) return []
  return (await disputesOfPayments(call.db, paymentIds, most)).map(presentOrderDispute)
}
