import {
  type OpenSession,
  type OwnSession,
  sessionMessages,
} from '@greenroom/contract/staff/session/session.schema'
import type { SessionDirectory } from '../../../platform/access/session-directory.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/audit/actor.ts'
import { recordAudits } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { afterCommit } from '../../../platform/database/database.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { presentSession } from './session.presenter.ts'
import {
  type EndReason,
  endOpenSessions,
  hasSession,
  listOpenSessions,
  shortenSessions,
} from './session.repository.ts'

export type SessionService = ReturnType<typeof createSessionService>

/** Lists and ends the sessions of staff (OQ-690). */
export function createSessionService({
  directory,
  idleMinutes,
}: {
  directory: Pick<SessionDirectory, 'forget'>
  /** 0 ends no session for being idle. */
  idleMinutes: number
}) {
  async function list({ db, now }: Call, staffId: string): Promise<OpenSession[]> {
    if (!isRecordId(staffId)) throw new AppError('NOT_FOUND', 'Account not found')
    // The last call is written to the minute.
    const calledSince = idleMinutes === 0 ? undefined : new Date(now.getTime() - (idleMinutes + 1) * 60_000)
    return (await listOpenSessions(db, { staffId, now, calledSince })).map(presentSession)
  }

  /** Ends sessions on every process once it has committed. Returns how many. */
  async function end(
    call: Call,
    which: { staffId: string; id?: string; exceptId?: string },
    because: EndReason,
  ): Promise<number> {
    const ended = await endOpenSessions(call.db, { ...which, now: call.now, because })
    await recordAudits(
      call,
      ended.map(({ id, email }) => ({
        action: because === 'sign-out' ? 'session.sign-out' : 'session.end',
        entityType: 'session',
        entityId: id,
        label: email,
        after: because === 'sign-out' ? null : { ended_because: because },
      })),
    )
    if (ended.length > 0) afterCommit(call.db, directory.forget)
    return ended.length
  }

  /** @throws AppError NOT_FOUND; ending a session twice is no failure */
  async function endOne(call: Call, staffId: string, id: string, because: EndReason): Promise<void> {
    const isKnown = isRecordId(id) && isRecordId(staffId) && (await hasSession(call.db, staffId, id))
    if (!isKnown) throw new AppError('NOT_FOUND', 'Session not found')
    await end(call, { staffId, id }, because)
  }

  return {
    /** Lists the caller's own. */
    async listOwn(call: Call): Promise<OwnSession[]> {
      const { staffId, sessionId } = ownerOf(call.actor)
      return (await list(call, staffId)).map((one) => ({ ...one, is_this_one: one._id === sessionId }))
    },
    list,

    /** Ends the session of the call. */
    signOut: (call: Call): Promise<unknown> => {
      const { staffId, sessionId } = ownerOf(call.actor)
      return callInTransaction(call, (call) => end(call, { staffId, id: sessionId }, 'sign-out'))
    },

    endOwn: (call: Call, id: string): Promise<void> => endOne(call, ownerOf(call.actor).staffId, id, 'own'),

    endOthers(call: Call): Promise<number> {
      const { staffId, sessionId } = ownerOf(call.actor)
      return end(call, { staffId, exceptId: sessionId }, 'own')
    },

    endOf: (call: Call, staffId: string, id: string): Promise<void> => endOne(call, staffId, id, 'staff'),

    /** Lets the open sessions of a member of staff last no longer than so many hours from now. */
    async shortenAllOf(call: Call, staffId: string, hours: number): Promise<void> {
      await shortenSessions(call.db, { staffId, until: new Date(call.now.getTime() + hours * 3_600_000) })
      afterCommit(call.db, directory.forget)
    },

    endAllOf: async (
      call: Call,
      staffId: string,
      because: 'staff' | 'disabled' | 'invited-again' = 'staff',
    ): Promise<number> => {
      if (!isRecordId(staffId)) throw new AppError('NOT_FOUND', 'Account not found')
      return end(call, { staffId }, because)
    },
  }
}

/** @throws AppError FORBIDDEN for an API key */
function ownerOf({ staffId, sessionId }: Actor): { staffId: string; sessionId: string } {
  if (staffId === null || sessionId === null) throw new AppError('FORBIDDEN', sessionMessages.keyRefused)
  return { staffId, sessionId }
}
