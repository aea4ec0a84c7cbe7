import { couponCodeOf } from '@greenroom/contract/money/coupon/coupon.rules'
import { type OrderRecord, orderIntakeMessages } from '@greenroom/contract/outside/intake/order-intake.schema'
import { erasedName } from '@greenroom/contract/people/person/personal-data.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { type AuditEntry, recordAudits } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { inSavepoint } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { issueDocumentsSoon } from '../../money/document/document-task.ts'
import { isOwnGstin } from '../../money/document/own-gstin.service.ts'
import type { GatewayEventService } from '../../money/refund/gateway-event.service.ts'
import { isPaid } from '../../money/transaction/payment.service.ts'
import { announceOrder } from '../../staff/webhook/order-announcement.service.ts'
import type { Stored } from './intake-batch.ts'
import { pastTime } from './intake-time.ts'
import {
  type Contact,
  findContacts,
  findCoupons,
  findSold,
  insertOrders,
  lockOrders,
  type SoldRecord,
  updateOrders,
} from './order-intake.repository.ts'
import { changesOf, ignoredOf, type OrderColumn, type SentOrder, type StoredOrder } from './order-merge.ts'
import { type KnownUser, knownUsers } from './user-intake.repository.ts'

/** What several records refer to. */
interface Referred {
  users: Map<string, KnownUser>
  contacts: Map<string, Contact>
  sold: Map<string, SoldRecord>
  coupons: Map<string, string>
}

/** A record and what becomes of it. */
interface Work {
  record: OrderRecord
  id: string
  sent: SentOrder | AppError
  result: Stored | undefined
}

/** Orders as another system sends them (OQ-403 to OQ-406). Many are stored by a few statements. */
export function createOrderIntake({
  events,
  settings,
}: {
  events: Pick<GatewayEventService, 'applyEarlyOf'>
  settings: { COMPANY_GSTIN: string }
}) {
  /** Stores records with different ids. */
  async function storeDistinct(call: Call, records: OrderRecord[]): Promise<Stored[]> {
    const referred = await referredBy(call, records)
    const works = records.map(
      (record): Work => ({
        record,
        id: newId(),
        sent: isOwnGstin(record.gstin, settings)
          ? invalid([{ path: 'gstin', message: orderIntakeMessages.ownGstin }])
          : sentBy(call, record, referred),
        result: undefined,
      }),
    )
    const audits: AuditEntry[] = []
    const paid: string[] = []

    const complete = works.flatMap(({ record, id, sent }) =>
      sent instanceof AppError || refusalOfNew(sent) ? [] : [{ id, reference: record.external_id, sent }],
    )
    const inserted = await insertOrders(call.db, complete, call.now)
    const others = works.filter(({ record }) => !inserted.has(record.external_id))
    const locked = await lockOrders(
      call.db,
      others.map(({ record }) => record.external_id),
    )
    const updates: Parameters<typeof updateOrders>[1][number][] = []
    for (const work of works) {
      const { record, sent } = work
      const stored = locked.get(record.external_id)
      if (sent instanceof AppError) work.result = sent
      else if (inserted.has(record.external_id)) {
        work.result = { outcome: 'created', id: work.id }
        audits.push(creation(work.id, record, sent))
        if (isPaid(sent.status)) paid.push(work.id)
      } else if (stored) {
        const merged = merge(stored, sent)
        work.result =
          merged instanceof AppError
            ? merged
            : { outcome: merged.outcome, id: stored.id, ignored: ignoredOf(stored, sent) }
        if (merged instanceof AppError) continue
        if (merged.update) updates.push(merged.update)
        if (merged.outcome === 'changed') audits.push(change(record, stored, merged.changed))
        if (merged.changed.status !== undefined && isPaid(sent.status)) paid.push(stored.id)
      } else work.result = refusalOfNew(sent)
    }
    await updateOrders(call.db, updates, call.now)
    await recordAudits(call, audits)
    for (const { record, id } of works) {
      if (record.entity_type === 'custom' && inserted.has(record.external_id) && isRecent(call, record)) {
        await announceOrder(call, { id, reference_order_id: record.external_id }, 'created')
      }
    }
    for (const { record, result } of works) {
      if (record.entity_type !== 'custom' || result === undefined || result instanceof AppError) continue
      if (result.id !== null && paid.includes(result.id) && isRecent(call, record)) {
        await announceOrder(call, { id: result.id, reference_order_id: record.external_id }, 'completed')
      }
    }
    await events.applyEarlyOf(call, gatewayNames(works))
    // Last, because the row of this job is shared with every other caller until the commit.
    if (paid.length > 0) await issueDocumentsSoon(call.db)
    return works.map(({ result }) => {
      if (!result) throw new Error('A stored order has no result')
      return result
    })
  }

  /** Stores records with different ids; those that take another order's payment are found and refused. */
  async function storeApart(call: Call, records: OrderRecord[]): Promise<Stored[]> {
    try {
      return await inSavepoint(call.db, () => storeDistinct(call, records))
    } catch (error) {
      const refusal = takenPayment(error)
      if (!refusal) throw error
      if (records.length === 1) return [refusal]
      const half = records.length >> 1
      const first = await storeApart(call, records.slice(0, half))
      return [...first, ...(await storeApart(call, records.slice(half)))]
    }
  }

  return {
    /**
     * Stores records in a transaction.
     * @param records sorted by id; those with one id are applied in their order
     */
    async store(call: Call, records: OrderRecord[]): Promise<Stored[]> {
      const results: Stored[] = []
      let open = records.map((record, place) => ({ record, place }))
      while (open.length > 0) {
        const seen = new Set<string>()
        const round = open.filter(({ record }) => {
          const isFirst = !seen.has(record.external_id)
          seen.add(record.external_id)
          return isFirst
        })
        const stored = await storeApart(
          call,
          round.map(({ record }) => record),
        )
        for (const [index, { place }] of round.entries()) results[place] = stored[index] as Stored
        const done = new Set(round)
        open = open.filter((one) => !done.has(one))
      }
      return results
    },
  }
}

/** LeadSquared hears of sales while they happen, and not of those that are imported later (OQ-444). */
const announcedMilliseconds = 86_400_000

function isRecent({ now }: Call, { created_at }: OrderRecord): boolean {
  return now.getTime() - Date.parse(created_at) < announcedMilliseconds
}

async function referredBy({ db }: Call, records: readonly OrderRecord[]): Promise<Referred> {
  const buyers = [...new Set(records.flatMap(({ user }) => user.external_id ?? []))].sort()
  const users = await knownUsers(db, buyers)
  const withoutDetails = records.filter(({ user }) => !user.first_name)
  const accounts = withoutDetails.flatMap(({ user }) => users.get(user.external_id ?? '')?.user_id ?? [])
  return {
    users,
    contacts: await findContacts(db, accounts),
    sold: await findSold(
      db,
      records.map(({ entity_type, entity_id }) => ({ type: entity_type, id: entity_id })),
    ),
    coupons: await findCoupons(
      db,
      records.flatMap(({ coupon_code }) => (coupon_code === undefined ? [] : couponCodeOf(coupon_code))),
    ),
  }
}

/** Returns the order that a record describes, or why it is refused. */
function sentBy(call: Call, record: OrderRecord, referred: Referred): SentOrder | AppError {
  try {
    return sentOf(call, record, referred)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function sentOf(call: Call, record: OrderRecord, { users, contacts, sold, coupons }: Referred): SentOrder {
  const changedAt = pastTime(call, 'changed_at', record.changed_at)
  const known = users.get(record.user.external_id ?? '')
  const contact = record.user.first_name ? undefined : contacts.get(known?.user_id ?? '')
  const { first_name, last_name, email, phone } = { ...contact, ...record.user }
  const isUnknown = record.user.external_id !== undefined && !known?.source_changed_at
  if (isUnknown && first_name !== undefined && !email && !phone) {
    throw invalid([{ path: 'user', message: orderIntakeMessages.unknownBuyer }])
  }
  const entity = sold.get(`${record.entity_type}.${record.entity_id}`)
  const createdAt = pastTime(call, 'created_at', record.created_at)
  const billing = record.billing ?? {}
  const order: SentOrder = {
    status: record.status,
    amount: record.amount,
    currency_code: record.currency_code,
    created_at: createdAt,
    completed_at:
      isPaid(record.status) && record.completed_at !== undefined
        ? arrivalOf(pastTime(call, 'completed_at', record.completed_at), createdAt)
        : null,
    entity_type: record.entity_type,
    entity_id: record.entity_id,
    entity_title: record.entity_title ?? entity?.title ?? null,
    entity_start_time:
      record.entity_start_time === undefined
        ? (entity?.start_time ?? null)
        : new Date(record.entity_start_time),
    user_id: known?.user_id ?? null,
    user_first_name: first_name ?? null,
    user_last_name: first_name === undefined ? null : (last_name ?? ''),
    user_email: first_name === undefined ? null : (email ?? ''),
    user_phone: first_name === undefined ? null : (phone ?? ''),
    payment_id: record.payment_id ?? null,
    gateway_order_id: record.gateway_order_id ?? null,
    payment_method: record.payment_method ?? null,
    coupon_id: coupons.get(couponCodeOf(record.coupon_code ?? '')) ?? null,
    coupon_code: record.coupon_code ?? null,
    discount_amount: record.discount_amount ?? 0,
    billing_name: billing.name ?? null,
    billing_address: billing.address ?? null,
    billing_state: billing.state ?? null,
    billing_country: billing.country ?? null,
    gstin: record.gstin ?? null,
    source: record.source ?? null,
    medium: record.medium ?? null,
    campaign: record.campaign ?? null,
    zoom_join_url: record.zoom_join_url ?? null,
    is_sez: record.is_sez ?? false,
    attendance: record.attendance ?? null,
    outside_document: record.outside_document ?? null,
    source_changed_at: changedAt,
  }
  return known && isFromBeforeErasure(known, changedAt) ? { ...order, ...erasedBuyer(known) } : order
}

/** Returns when the money arrived, as for a payment that the gateway reports: not before the order (OQ-263). */
function arrivalOf(completedAt: Date, createdAt: Date): Date {
  return completedAt < createdAt ? createdAt : completedAt
}

function isFromBeforeErasure({ erasure_id, source_changed_at }: KnownUser, changedAt: Date): boolean {
  return erasure_id !== null && source_changed_at !== null && changedAt <= source_changed_at
}

/** The columns of an order whose buyer was erased, as the erasure writes them. */
function erasedBuyer({ erasure_id, user_id }: KnownUser) {
  return {
    user_id: erasure_id ?? user_id,
    user_first_name: erasedName.first,
    user_last_name: erasedName.last,
    user_email: '',
    user_phone: '',
    billing_name: null,
    billing_address: null,
    gstin: null,
    source: null,
    medium: null,
    campaign: null,
    zoom_join_url: null,
  }
}

/** Returns why an order cannot be created, though it could change an existing one. */
function refusalOfNew(sent: SentOrder): AppError | undefined {
  if (sent.entity_title === null) {
    return invalid([{ path: 'entity_id', message: orderIntakeMessages.unknownEntity }])
  }
  if (sent.user_first_name === null) {
    return invalid([{ path: 'user', message: orderIntakeMessages.unknownBuyer }])
  }
  return undefined
}

interface Merged {
  outcome: 'changed' | 'unchanged'
  changed: Partial<Record<OrderColumn, unknown>>
  update?: Parameters<typeof updateOrders>[1][number]
}

function merge(stored: StoredOrder, sent: SentOrder): Merged | AppError {
  try {
    const changes = changesOf(stored, sent)
    if (changes.entity_id !== undefined && sent.entity_title === null) {
      return invalid([{ path: 'entity_id', message: orderIntakeMessages.unknownEntity }])
    }
    if (Object.keys(changes).length === 0) return { outcome: 'unchanged', changed: {} }
    const { source_changed_at: _, ...changed } = changes
    const isChanged = Object.keys(changed).length > 0
    const values = { ...stored, ...changes } as SentOrder
    return {
      outcome: isChanged ? 'changed' : 'unchanged',
      changed,
      update: { id: stored.id, values, isChanged },
    }
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function creation(id: string, record: OrderRecord, sent: SentOrder): AuditEntry {
  const { status, amount, currency_code, payment_id } = sent
  return {
    action: 'transaction.intake',
    entityType: 'transaction',
    entityId: id,
    label: record.external_id,
    after: { status, amount, currency_code, ...(payment_id !== null && { payment_id }) },
  }
}

function change(record: OrderRecord, stored: StoredOrder, changed: Merged['changed']): AuditEntry {
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, stored[name as OrderColumn]]))
  return {
    action: 'transaction.intake-change',
    entityType: 'transaction',
    entityId: stored.id,
    label: record.external_id,
    before,
    after: changed,
  }
}

/** Returns by which names the gateway may have reported the orders. */
function gatewayNames(works: readonly Work[]) {
  const stored = works.filter(({ result }) => result && !(result instanceof AppError))
  const named = <T>(values: (T | undefined)[]) => values.filter((value) => value !== undefined)
  return {
    references: stored.map(({ record }) => record.external_id),
    gatewayOrders: named(stored.map(({ record }) => record.gateway_order_id)),
    payments: named(stored.map(({ record }) => record.payment_id)),
  }
}

function takenPayment(error: unknown): AppError | undefined {
  if (isUniqueViolation(error, 'transaction_payment_id_key')) {
    return invalid([{ path: 'payment_id', message: orderIntakeMessages.paymentTaken }])
  }
  if (isUniqueViolation(error, 'transaction_gateway_order')) {
    return invalid([{ path: 'gateway_order_id', message: orderIntakeMessages.gatewayOrderTaken }])
  }
  return undefined
}
