import { createHash, randomBytes } from 'node:crypto'
import { type Permission, Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import { generalMessages } from '@greenroom/contract/error'
import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import { sessionMessages, sessionPrefix } from '@greenroom/contract/staff/session/session.schema'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { isSameAddress } from '../identity/allow-list.ts'
import type { Identity, SignInIdentity } from '../identity/identity.ts'
import type { StaffDirectory } from './staff-directory.ts'

/** A session that is in use, and what its person may do now. */
interface SessionAccess {
  id: string
  staffId: string
  /** The identity provider's id of the person. */
  subject: string
  email: string
  name: string
  role: Role
  permissions: ReadonlySet<Permission>
  /** When the session ends unless another call keeps it alive. */
  endsAt: Date
}

/** Where a session begins. */
interface SessionOrigin {
  address: string
  requestId: string
  /** The browser's User-Agent. */
  browser: string
}

interface StartedSession {
  /** Nothing but this response ever contains it. */
  credential: string
  access: SessionAccess
}

export interface SessionDirectory {
  /**
   * Begins the session of a verified sign-in, and records it.
   * @param tokenHash the name of the ID token, from hashIdToken; it begins one session
   * @throws AppError ACCOUNT_NOT_ACCEPTED for a disabled account, UNAUTHENTICATED if the token was used already
   */
  begin(identity: Identity, tokenHash: string, from: SessionOrigin): Promise<StartedSession>
  /**
   * Returns what the holder of a credential may do.
   * @param isCall whether somebody called, which keeps an idle session alive; false for what the console does by itself
   * @throws AppError UNAUTHENTICATED for an unknown credential, CREDENTIAL_EXPIRED for a session that has ended,
   * ACCOUNT_NOT_ACCEPTED if its account may no longer sign in
   */
  accessOf(credential: string, isCall?: boolean): Promise<SessionAccess>
  /** Drops what this process remembers, after a change. Other processes follow within `rememberedMs`. */
  forget(): void
}

interface SessionDirectoryOptions {
  db: Database
  clock: Clock
  log: Logger
  staff: StaffDirectory
  identity: Pick<SignInIdentity, 'isKnown' | 'admits'>
  sandboxes: readonly SandboxService[]
  hours: number
  /** 0 lets no session end for being idle. */
  idleMinutes: number
}

/**
 * How long a process remembers a session, in milliseconds. Where no screen listens for changes, another process notices
 * only then that a session, a role or an account has changed.
 */
const rememberedMs = 3_000
/** Max number of remembered sessions. */
const mostRemembered = 10_000
/** Max hours of a session whose role comes from groups: nobody says meanwhile that its person has left one (OQ-699). */
export const longestByGroups = 1
/** How often the last call is written, in milliseconds. */
const callPrecision = 60_000
/** Max characters of a User-Agent. */
const longestBrowser = 200

const form = new RegExp(`^${sessionPrefix}[\\w-]{43}$`)
const expired = 'Your sign-in has expired. Sign in again.'

/** Hashes a credential for storage and lookup. It is random, so no salt is needed. */
function hashCredential(credential: string): string {
  return createHash('sha256').update(credential).digest('hex')
}

/**
 * Names an ID token, so that it begins one session. Without the signature, because several texts can be a valid signature
 * of the same content.
 */
export function hashIdToken(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex')
}

/** Keeps the sessions of staff: one row each, with the hash of its credential (OQ-012). */
export function createSessionDirectory({
  db,
  clock,
  log,
  staff,
  identity,
  sandboxes,
  hours,
  idleMinutes,
}: SessionDirectoryOptions): SessionDirectory {
  const remembered = new Map<string, { row: SessionRow; until: number }>()
  /** How often a change was announced. */
  let changes = 0

  async function rowOf(sha256: string): Promise<SessionRow> {
    const known = remembered.get(sha256)
    if (known && known.until > performance.now()) return known.row
    const since = changes
    const row = await findSession(db, sha256)
    if (!row) throw refused()
    // Read before a change that was announced meanwhile: the next request reads it again.
    if (since !== changes) return row
    // Another request has noted its call since this one began to read.
    const noted = remembered.get(sha256)?.row.last_call_at
    if (noted && noted > row.last_call_at) row.last_call_at = noted
    remembered.delete(sha256)
    remembered.set(sha256, { row, until: performance.now() + rememberedMs })
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
    return row
  }

  /** @throws AppError if the account may not sign in any more */
  function roleOf(row: SessionRow): Role {
    // The sign-in was taken out of the settings.
    if (!identity.isKnown(row.issuer)) throw refused()
    const by = identity.admits(row.email)
    // The setting ADMIN_EMAILS wins over the table, so that the operator can always get in.
    if (by === 'address') return 'owner'
    if (row.is_disabled) throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.disabled)
    const isInvited = row.invited_at !== null && isSameAddress(row.staff_email, row.email)
    if (by === null && !isInvited) throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.notAccepted)
    return z.parse(Role, row.role)
  }

  function endOf(row: SessionRow): Date {
    if (idleMinutes === 0) return row.ends_at
    // The last call is written up to a minute late, and nobody is to be signed out early for it.
    const idleEnd = row.last_call_at.getTime() + idleMinutes * 60_000 + callPrecision
    return new Date(Math.min(row.ends_at.getTime(), idleEnd))
  }

  /** Notes a call without making it wait. A failure is no reason to fail the call. */
  function noteCall(row: SessionRow, now: Date): void {
    if (now.getTime() - row.last_call_at.getTime() < callPrecision) return
    row.last_call_at = now
    db.updateTable('session')
      .set({ last_call_at: now })
      .where('id', '=', row.id)
      .where('last_call_at', '<', now)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'Could not note the last call of a session'))
  }

  function accessTo(row: SessionRow, role: Role): SessionAccess {
    const { id, staff_id: staffId, subject, email, name } = row
    return { id, staffId, subject, email, name, role, permissions: permissionsOf(role), endsAt: endOf(row) }
  }

  return {
    async begin(person, tokenHash, { address, requestId, browser }) {
      const { staffId, role, permissions, isFromGroups } = await staff.accessOf(person)
      const lasting = isFromGroups ? Math.min(hours, longestByGroups) : hours
      const now = clock.now()
      const credential = sessionPrefix + randomBytes(32).toString('base64url')
      const { issuer, subject, email, name } = person
      const row = {
        id: uuidv7(),
        staff_id: staffId,
        issuer,
        subject,
        email,
        name,
        started_at: now,
        last_call_at: now,
        ends_at: new Date(now.getTime() + lasting * 3_600_000),
        address,
        browser: shownBrowser(browser),
      }
      await inTransaction(db, async (db) => {
        const made = await db
          .insertInto('session')
          .values({ ...row, sha256: hashCredential(credential), token_sha256: tokenHash })
          .onConflict((conflict) => conflict.column('token_sha256').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made) throw new AppError('UNAUTHENTICATED', sessionMessages.used)
        await db.updateTable('staff').set({ last_sign_in_at: now }).where('id', '=', staffId).execute()
        const actor: Actor = {
          id: subject,
          email,
          name,
          staffId,
          role,
          permissions,
          address,
          requestId,
          sessionId: row.id,
        }
        await recordAudit(
          { db, actor, sandboxes },
          { action: 'session.sign-in', entityType: 'session', entityId: row.id, label: email },
        )
      })
      return { credential, access: accessTo({ ...row, ...noStaff }, role) }
    },

    async accessOf(credential, isCall = false) {
      if (!form.test(credential)) throw refused()
      const row = await rowOf(hashCredential(credential))
      const role = roleOf(row)
      if (row.ended_at) throw new AppError('CREDENTIAL_EXPIRED', sessionMessages.ended)
      const now = clock.now()
      if (endOf(row) <= now) throw new AppError('CREDENTIAL_EXPIRED', expired)
      // Somebody else has the row of staff now.
      if (row.staff_issuer !== row.issuer || row.staff_subject !== row.subject) throw refused()
      if (isCall) noteCall(row, now)
      return accessTo(row, role)
    },

    forget() {
      changes += 1
      remembered.clear()
    },
  }
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** What accessTo doesn't read. */
const noStaff = {
  ended_at: null,
  role: '',
  is_disabled: false,
  invited_at: null,
  staff_email: '',
  staff_issuer: null,
  staff_subject: null,
}

function findSession(db: Database, sha256: string) {
  return db
    .selectFrom('session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select([
      'session.id',
      'session.staff_id',
      'session.issuer',
      'session.subject',
      'session.email',
      'session.name',
      'session.last_call_at',
      'session.ends_at',
      'session.ended_at',
      'staff.role',
      'staff.is_disabled',
      'staff.invited_at',
      'staff.email as staff_email',
      'staff.issuer as staff_issuer',
      'staff.subject as staff_subject',
    ])
    .where('session.sha256', '=', sha256)
    .executeTakeFirst()
}

/** Returns a User-Agent as a line that people can read. */
function shownBrowser(browser: string): string {
  return browser
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, longestBrowser)
    .trim()
}

function refused(): AppError {
  return new AppError('UNAUTHENTICATED', generalMessages.unauthenticated)
}

/** Days for which ended sessions are kept. Only then may the name of an ID token be forgotten: it has long expired. */
const keptDays = 90

/** Deletes sessions that ended 90 days ago. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db
    .deleteFrom('session')
    .where(({ fn }) => fn.coalesce('ended_at', 'ends_at'), '<', before)
    .execute()
}
