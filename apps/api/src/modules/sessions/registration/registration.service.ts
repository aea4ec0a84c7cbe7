import { dayIn } from '@greenroom/contract/calendar-day'
import type { QueryOf } from '@greenroom/contract/endpoint'
import { isFull } from '@greenroom/contract/sessions/event/event-seats.rules'
import type {
  listRegistrations as listEndpoint,
  RegistrationFilters,
} from '@greenroom/contract/sessions/registration/registration.endpoints'
import {
  type Registration,
  registrationMessages,
  type SessionType,
} from '@greenroom/contract/sessions/registration/registration.schema'
import type * as z from 'zod/mini'
import {
  requirePermissions,
  requirePersonalSearch,
  seesPersonalData,
} from '../../../platform/access/require-permission.ts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { exportColumns, presentRegistration } from './registration.presenter.ts'
import {
  countRegistrations,
  countStates,
  exportStatement,
  findRegistration,
  findSession,
  findSessionName,
  listRegistrations,
  lockEvents,
  type RegistrationFilter,
  type RegistrationRow,
  updateRegistration,
} from './registration.repository.ts'

export type RegistrationService = ReturnType<typeof createRegistrationService>

type Filters = z.output<typeof RegistrationFilters>

/** Who registered for a session: by orders, whose registrations the database keeps, and by free sign-ups. */
export function createRegistrationService() {
  return {
    /**
     * Lists who registered for a session, the latest first.
     * @throws AppError NOT_FOUND for an unknown session
     */
    async list(call: Call, { limit, offset, ...filters }: QueryOf<typeof listEndpoint>) {
      const session = await findRecord(call, findSessionName, filters.session_id, 'session')
      const filter = filterOf(filters)
      const [states, found, rows] = await Promise.all([
        countStates(call.db, session.id),
        filter.search.trim() === '' ? null : countRegistrations(call.db, filter),
        listRegistrations(call.db, filter, { limit, offset }),
      ])
      const of = { ...states, all: states.holding + states.given_back }
      const { id, type, title, start_time } = session
      return {
        session: { _id: id, type, title, start_time: start_time.toISOString(), ...states },
        count: found ?? of[filter.state],
        registrations: rows.map(presentRegistration),
      }
    },

    /** Prepares the export of exactly the rows that `list` has with the same filters (OQ-434). */
    async prepareExport(call: Call, { filters }: { filters: Filters }, timeZone: string) {
      requirePermissions(call.actor, ['content.read'])
      // A search would tell what the mask hides.
      if (filters.q !== undefined) requirePersonalSearch(call.actor, 'filters.q')
      await findRecord(call, findSessionName, filters.session_id, 'session')
      const filter = filterOf(filters)
      const isMasked = !seesPersonalData(call.actor)
      return {
        fileName: `registrations-${dayIn(call.now, timeZone)}`,
        rowsTotal: await countRegistrations(call.db, filter),
        work: {
          kind: 'table' as const,
          sheet: 'Registrations',
          columns: exportColumns(timeZone),
          statement: exportStatement(call.db, filter, { timeZone, isMasked }),
        },
      }
    },

    /**
     * Releases the seat of a free sign-up. If it was released before, nothing changes.
     * @throws AppError NOT_FOUND, STALE with the current record, WRONG_STATE for the registration of an order
     */
    async giveBack(call: Call, id: string): Promise<Registration> {
      const row = await locked(call, id)
      refuseEdit(call, row)
      if (row.given_back_at !== null) return presentRegistration(row)
      return saved(call, row, 'registration.give-back', {
        given_back_at: call.now,
        given_back_reason: 'staff',
      })
    },

    /**
     * Takes a seat again for a free sign-up. If it holds one, nothing changes.
     * @throws AppError as `giveBack`, and WRONG_STATE if no seat is left
     */
    async restore(call: Call, id: string): Promise<Registration> {
      const { session_id, session_type } = await findRecord(call, findRegistration, id, 'registration')
      await lockEvents(call.db, [session_id])
      const row = await locked(call, id)
      refuseEdit(call, row)
      if (row.given_back_at === null) return presentRegistration(row)
      const session = await findSession(call.db, { type: session_type as SessionType, id: session_id })
      if (session?.type === 'event' && isFull(session)) {
        throw new AppError('WRONG_STATE', registrationMessages.soldOut)
      }
      return saved(call, row, 'registration.restore', { given_back_at: null, given_back_reason: null })
    },
  }
}

const locked = (call: Call, id: string) =>
  lockRecord(call, 'registration', findRegistration, id, 'registration')

/** @throws AppError WRONG_STATE for the registration of an order, STALE with the current record */
function refuseEdit(call: Call, row: RegistrationRow): void {
  if (row.transaction_id !== null) throw new AppError('WRONG_STATE', registrationMessages.order)
  refuseStale(call.expectedVersion, presentRegistration(row), 'Someone else has changed this registration.')
}

async function saved(
  call: Call,
  before: RegistrationRow,
  action: 'registration.give-back' | 'registration.restore',
  values: { given_back_at: Date | null; given_back_reason: 'staff' | null },
): Promise<Registration> {
  await updateRegistration(call.db, before.id, { ...values, updated_at: call.now })
  const after = await findRecord(call, findRegistration, before.id, 'registration')
  await recordAudit(call, {
    action,
    entityType: 'registration',
    entityId: before.id,
    label: (await findSessionName(call.db, before.session_id))?.title ?? null,
    before: auditMembers(before),
    after: auditMembers(after),
  })
  return presentRegistration(after)
}

function filterOf({ session_id, state, q = '' }: Filters): RegistrationFilter {
  return { sessionId: session_id, state, search: q }
}

/** Nothing of the person: the history keeps what happened to the seat. */
function auditMembers({ session_id, given_back_at, given_back_reason }: RegistrationRow) {
  return { session_id, given_back_at: given_back_at?.toISOString() ?? null, given_back_reason }
}
