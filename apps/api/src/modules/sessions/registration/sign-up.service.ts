import { isSoldOut } from '@greenroom/contract/sessions/event/event-seats.rules'
import {
  eventTakesSignUps,
  masterclassTakesSignUps,
} from '@greenroom/contract/sessions/registration/registration.rules'
import {
  type AttendanceRecord,
  registrationMessages,
  type SignUpRecord,
} from '@greenroom/contract/sessions/registration/registration.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { differs } from '../../../platform/database/records.ts'
import {
  findSession,
  findSessionName,
  insertSignUp,
  lockEvents,
  lockOfOrder,
  lockSignUp,
  type SessionRow,
  storeChangeTime,
  updateRegistration,
} from './registration.repository.ts'

/** What became of a record. */
interface Stored {
  outcome: 'created' | 'changed' | 'unchanged'
  id: string
}

type Registered = NonNullable<Awaited<ReturnType<typeof lockSignUp>>>

/** Locks the events of sign-ups in one order, before their seats are counted. */
export async function lockSeats(call: Call, records: readonly SignUpRecord[]): Promise<void> {
  const ids = records.filter((record) => record.session_type === 'event').map((record) => record.session_id)
  await lockEvents(call.db, [...new Set(ids.filter(isRecordId))])
}

/**
 * Stores a free sign-up or its change. The caller has locked its event. An older change, and a repeated one, change
 * nothing; a seat that staff gave back stays given back (OQ-436).
 * @throws AppError VALIDATION for an unknown session, WRONG_STATE if it is sold or sold out, or for another session
 */
export async function storeSignUp(call: Call, record: SignUpRecord): Promise<Stored> {
  if (record.user._id !== undefined && !isRecordId(record.user._id)) {
    throw invalid([{ path: 'user._id', message: '_id must be the id of an account' }])
  }
  const stored = await lockSignUp(call.db, record.external_id)
  return stored ? change(call, stored, record) : add(call, record)
}

async function add(call: Call, record: SignUpRecord): Promise<Stored> {
  const session = isRecordId(record.session_id)
    ? await findSession(call.db, { type: record.session_type, id: record.session_id })
    : undefined
  if (!session) throw invalid([{ path: 'session_id', message: registrationMessages.session }])
  if (!takesSignUps(session)) throw new AppError('WRONG_STATE', registrationMessages.notFree)
  if (!record.cancelled && session.type === 'event' && isSoldOut(session)) {
    throw new AppError('WRONG_STATE', registrationMessages.soldOut)
  }
  const id = newId()
  const isNew = await insertSignUp(call.db, {
    id,
    external_id: record.external_id,
    session_type: session.type,
    session_id: session.id,
    created_at: new Date(record.registered_at),
    changed_at: new Date(record.changed_at),
    updated_at: call.now,
    ...personOf(record),
    ...seatOf(record),
  })
  // Another call has just stored it.
  if (!isNew) return storeSignUp(call, record)
  await audited(call, 'registration.create', id, session.title, {
    session_id: session.id,
    given_back_reason: record.cancelled ? 'cancelled' : null,
  })
  return { outcome: 'created', id }
}

async function change(call: Call, stored: Registered, record: SignUpRecord): Promise<Stored> {
  const { id } = stored
  if (stored.session_id !== record.session_id || stored.session_type !== record.session_type) {
    throw new AppError('WRONG_STATE', registrationMessages.moved)
  }
  const isOlder = stored.changed_at !== null && new Date(record.changed_at) <= stored.changed_at
  // Without an e-mail address the person was erased, and stays so.
  if (isOlder || stored.user_email === '') return { outcome: 'unchanged', id }
  const isStaffs = stored.given_back_reason === 'staff'
  const wasCancelled = stored.given_back_at !== null
  const session = await findSession(call.db, { type: record.session_type, id: stored.session_id })
  const takesSeat = wasCancelled && !record.cancelled && !isStaffs
  if (takesSeat && session?.type === 'event' && isSoldOut(session)) {
    throw new AppError('WRONG_STATE', registrationMessages.soldOut)
  }
  const keepsSeat = isStaffs || wasCancelled === record.cancelled
  const before = toldOf(stored)
  const after = toldOf({ ...stored, ...personOf(record), ...(keepsSeat ? {} : seatOf(record)) })
  if (!differs(after, before)) {
    await storeChangeTime(call.db, id, new Date(record.changed_at))
    return { outcome: 'unchanged', id }
  }
  await updateRegistration(call.db, id, {
    ...personOf(record),
    ...(keepsSeat ? {} : seatOf(record)),
    changed_at: new Date(record.changed_at),
    updated_at: call.now,
  })
  const seatAction = record.cancelled ? 'registration.give-back' : 'registration.restore'
  const action = keepsSeat ? 'registration.update' : seatAction
  await audited(call, action, id, session?.title ?? null, after, before)
  return { outcome: 'changed', id }
}

/** What the history tells about a change of a registration. */
function toldOf({ user_id, user_name, user_email, user_phone, source, given_back_reason }: Registered) {
  return { user_id, user_name, user_email, user_phone, source, given_back_reason }
}

/**
 * Stores that somebody attended. The earliest time and the most minutes are kept, so that records of one person in any
 * order have one result (OQ-437).
 * @throws AppError VALIDATION for a record that names no registration or two, NOT_FOUND
 */
export async function storeAttendance(call: Call, record: AttendanceRecord): Promise<Stored> {
  const { external_id, reference_order_id } = record
  if ((external_id === undefined) === (reference_order_id === undefined)) {
    throw invalid([{ path: 'external_id', message: registrationMessages.whose }])
  }
  const stored =
    external_id !== undefined
      ? await lockSignUp(call.db, external_id)
      : await lockOfOrder(call.db, reference_order_id ?? '')
  if (!stored) throw new AppError('NOT_FOUND', registrationMessages.unknown)
  const at = new Date(record.attended_at)
  const attended_at = stored.attended_at !== null && stored.attended_at <= at ? stored.attended_at : at
  const minutes = [stored.attended_minutes, record.minutes].filter((one) => typeof one === 'number')
  const attended_minutes = minutes.length === 0 ? null : Math.max(...minutes)
  const isKnown =
    stored.attended_at?.getTime() === attended_at.getTime() && stored.attended_minutes === attended_minutes
  if (isKnown) return { outcome: 'unchanged', id: stored.id }
  await updateRegistration(call.db, stored.id, { attended_at, attended_minutes, updated_at: call.now })
  const title = (await findSessionName(call.db, stored.session_id))?.title ?? null
  await audited(call, 'registration.attend', stored.id, title, {
    attended_at: attended_at.toISOString(),
    attended_minutes,
  })
  return { outcome: 'changed', id: stored.id }
}

function takesSignUps(session: SessionRow): boolean {
  return session.type === 'event' ? eventTakesSignUps(session) : masterclassTakesSignUps(session)
}

function personOf({ user, source }: SignUpRecord) {
  return {
    user_id: user._id ?? null,
    user_name: user.name.trim(),
    user_email: user.email,
    user_phone: user.phone,
    source: source ?? null,
  }
}

function seatOf({ cancelled, changed_at }: SignUpRecord) {
  return cancelled
    ? { given_back_at: new Date(changed_at), given_back_reason: 'cancelled' }
    : { given_back_at: null, given_back_reason: null }
}

function audited(
  call: Call,
  action:
    | 'registration.create'
    | 'registration.update'
    | 'registration.give-back'
    | 'registration.restore'
    | 'registration.attend',
  id: string,
  label: string | null,
  after: Record<string, unknown>,
  before?: Record<string, unknown>,
): Promise<void> {
  return recordAudit(call, {
    action,
    entityType: 'registration',
    entityId: id,
    label,
    after,
    ...(before && { before }),
  })
}
