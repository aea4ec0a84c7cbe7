import { type Permission, Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import { sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { systemActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { isSameAddress } from '../identity/allow-list.ts'
import type { Identity } from '../identity/identity.ts'
import { lockOwners } from './lock-owners.ts'

/** What an account may do. */
interface Access {
  staffId: string
  role: Role
  permissions: ReadonlySet<Permission>
  /** Whether the role comes from the groups of the provider, which are known only at the sign-in. */
  isFromGroups: boolean
}

export interface StaffDirectory {
  /**
   * Returns what a verified account may do; its first sign-in makes its row.
   * @throws AppError ACCOUNT_NOT_ACCEPTED if it is disabled, if its address belongs to another account, or if it is in no
   * group that gives a role
   */
  accessOf(identity: Identity): Promise<Access>
  /** Tells whether an account that the settings do not admit was invited. */
  isInvited(email: string): Promise<boolean>
}

interface StaffDirectoryOptions {
  db: Database
  clock: Clock
  log: Logger
  sandboxes: readonly SandboxService[]
  /** The role of an account that the settings admit by its domain. */
  defaultRole: Role
  /** Roles of the sandbox's own accounts at their first sign-in. */
  roleAtFirst(email: string): Role | undefined
  /** Tells whether a sign-in of the settings has an issuer. */
  isKnown(issuer: string): boolean
}

const otherAccount =
  'This e-mail address belonged to another account. Ask an owner of Greenroom to invite it again.'
const invitedAgain = 'This address was invited again. Sign in again to use it.'
const takenAddress =
  'Your new e-mail address belongs to another member of staff here. Ask an owner of Greenroom to invite it again.'

/** Keeps who may sign in and with which role. */
export function createStaffDirectory({
  db,
  clock,
  log,
  sandboxes,
  defaultRole,
  roleAtFirst,
  isKnown,
}: StaffDirectoryOptions): StaffDirectory {
  /** The setting ADMIN_EMAILS wins over the table, so that the operator can always get in. */
  async function load(identity: Identity): Promise<Access> {
    // A second time if another request made the row meanwhile, perhaps of a process with another issuer.
    const row = (await findOrAdmit(identity)) ?? (await findOrAdmit(identity))
    if (!row) throw new Error('The account is neither found nor admitted.')
    if (row.is_disabled && !identity.isListed)
      throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.disabled)
    const isFromGroups = identity.groupRole !== undefined && !row.role_by_hand && !identity.isListed
    const given = isFromGroups && (await inTransaction(db, (db) => followGroups(db, row.id, identity)))
    const role = identity.isListed ? 'owner' : given || z.parse(Role, row.role)
    return { staffId: row.id, role, permissions: permissionsOf(role), isFromGroups }
  }

  /**
   * Stores the role that the groups of the provider give, and records a change of it. An owner's decision outranks them,
   * and the last owner stays one, as with a change by hand.
   * @returns the role that the account has now
   * @throws AppError ACCOUNT_NOT_ACCEPTED if they give none
   */
  async function followGroups(db: Database, id: string, { groupRole }: Identity): Promise<Role> {
    // All owners first, in the order of every other change of them, so that nobody waits in a circle.
    const owners = await lockOwners(db)
    const row = await db
      .selectFrom('staff')
      .select(['role', 'role_by_hand', 'email'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const role = z.parse(Role, row.role)
    if (row.role_by_hand || groupRole === role) return role
    if (role === 'owner' && owners.length === 1 && owners[0] === id) {
      log.warn(
        { staff: id, groupRole },
        'The groups would have taken the role of the last owner; it was kept',
      )
      await recordAudit(
        { db, actor: systemActor, sandboxes },
        {
          action: 'staff.keep-last-owner',
          entityType: 'staff',
          entityId: id,
          label: row.email,
          after: { role, ...(groupRole && { group_role: groupRole }) },
        },
      )
      return role
    }
    if (!groupRole) throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.noGroup)
    await db
      .updateTable('staff')
      .set({ role: groupRole, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await recordAudit(
      { db, actor: systemActor, sandboxes },
      {
        action: 'staff.follow-groups',
        entityType: 'staff',
        entityId: id,
        label: row.email,
        before: { role },
        after: { role: groupRole },
      },
    )
    return groupRole
  }

  async function findOrAdmit(identity: Identity): Promise<StaffRow | undefined> {
    const known = await findBySubject(db, identity)
    if (!known) return inTransaction(db, (db) => admit(db, identity))
    if (hasMoved(known, identity)) await inTransaction(db, (db) => followAddress(db, known.id, identity))
    return known
  }

  /**
   * Stores the new e-mail address of a known account. If the address has a row without an account, such as an invitation,
   * that row gives it up: the account keeps its own role. An owner by ADMIN_EMAILS gets in whatever the table says.
   * @throws AppError ACCOUNT_NOT_ACCEPTED if the address belongs to another account, or its row may not just go
   */
  async function followAddress(db: Database, id: string, identity: Identity): Promise<void> {
    const { email, isListed, issuedAt } = identity
    const rows = await db
      .selectFrom('staff')
      .select(['id', 'role', 'is_disabled', 'email', 'email_as_of', 'subject', 'first_sign_in_at'])
      .where((where) => where.or([where('id', '=', id), where(sql`lower(email)`, '=', sql`lower(${email})`)]))
      .orderBy('id')
      .forUpdate()
      .execute()
    const own = rows.find((row) => row.id === id)
    // Another request has stored it meanwhile, or access ends anyway.
    if (!own || own.is_disabled || !hasMoved(own, { email, issuedAt })) return
    const other = rows.find((row) => row.id !== id)
    if (other) {
      // An address that an owner disabled stays disabled, and the last owner's row must not vanish.
      const isKept = other.is_disabled || (other.role === 'owner' && own.role !== 'owner')
      if (other.subject !== null || isKept || !isSameAddress(other.email, email)) {
        if (isListed) return
        throw new AppError('ACCOUNT_NOT_ACCEPTED', takenAddress)
      }
      if (other.first_sign_in_at === null) await db.deleteFrom('staff').where('id', '=', other.id).execute()
      else await retire(db, other)
    }
    await db
      .updateTable('staff')
      .set({ email, email_as_of: issuedAt, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await recordAudit(
      { db, actor: systemActor, sandboxes },
      {
        action: 'staff.rename',
        entityType: 'staff',
        entityId: id,
        label: email,
        before: { email: own.email, ...(other && { replaced_invitation: other.role }) },
        after: { email },
      },
    )
  }

  /** Ends the access of a row whose address belongs to another account now. Refunds refer to whoever signed in with it. */
  async function retire(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
    const retired = { email: `${id}@replaced.invalid`, is_disabled: true }
    await db
      .updateTable('staff')
      .set({ ...retired, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await recordAudit(
      { db, actor: systemActor, sandboxes },
      {
        action: 'staff.disable',
        entityType: 'staff',
        entityId: id,
        label: email,
        before: { email, is_disabled: false },
        after: retired,
      },
    )
  }

  /**
   * Makes the row of a first sign-in, or gives the row of an invitation its account.
   * @returns undefined if another request makes the row at the same time
   */
  async function admit(db: Database, identity: Identity): Promise<StaffRow | undefined> {
    const { issuer, subject, email, name, isListed, issuedAt, groupRole } = identity
    const known = await db
      .selectFrom('staff')
      .select([
        'id',
        'role',
        'role_by_hand',
        'is_disabled',
        'email',
        'email_as_of',
        'issuer',
        'subject',
        'first_sign_in_at',
        'invited_at',
      ])
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .forUpdate()
      .executeTakeFirst()
    if (!known) {
      // Nobody gets a row who gets no role.
      if (groupRole === null && !isListed) throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.noGroup)
      const role = isListed ? 'owner' : (groupRole ?? roleAtFirst(email) ?? defaultRole)
      const now = clock.now()
      return await db
        .insertInto('staff')
        .values({
          id: uuidv7(),
          issuer,
          subject,
          email,
          email_as_of: issuedAt,
          name,
          role,
          first_sign_in_at: now,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'role', 'role_by_hand', 'is_disabled', 'email', 'email_as_of'])
        .executeTakeFirst()
    }
    // PostgreSQL turns some other letters, such as the Kelvin sign, into ASCII: a look-alike is another address.
    if (!isSameAddress(known.email, email)) throw new AppError('ACCOUNT_NOT_ACCEPTED', otherAccount)
    // Another request of the same sign-in was faster.
    if (known.issuer === issuer && known.subject === subject) return known
    // Another subject may be another person who got the address later, and another provider in use may know another
    // person by it. Only accounts of a provider that was taken out of the settings move to the next one.
    if (known.issuer !== null && (known.issuer === issuer || isKnown(known.issuer)) && !isListed)
      throw new AppError('ACCOUNT_NOT_ACCEPTED', otherAccount)
    // The account that had the address before may still hold a credential.
    if (
      known.subject === null &&
      known.first_sign_in_at &&
      known.invited_at &&
      issuedAt <= known.invited_at
    ) {
      throw new AppError('CREDENTIAL_EXPIRED', invitedAgain)
    }
    await db
      .updateTable('staff')
      .set({
        issuer,
        subject,
        name,
        email_as_of: issuedAt,
        first_sign_in_at: sql`coalesce(first_sign_in_at, ${clock.now()})`,
      })
      .where('id', '=', known.id)
      .execute()
    if (known.issuer !== null) {
      await recordAudit(
        { db, actor: systemActor, sandboxes },
        {
          action: 'staff.move',
          entityType: 'staff',
          entityId: known.id,
          label: known.email,
          before: { issuer: known.issuer },
          after: { issuer },
        },
      )
    }
    return known
  }

  return {
    accessOf: load,
    async isInvited(email) {
      const row = await db
        .selectFrom('staff')
        .select('email')
        .where(sql`lower(email)`, '=', sql`lower(${email})`)
        .where('invited_at', 'is not', null)
        .executeTakeFirst()
      return row !== undefined && isSameAddress(row.email, email)
    },
  }
}

interface StaffRow {
  id: string
  role: string
  role_by_hand: boolean
  is_disabled: boolean
  email: string
  email_as_of: Date | null
}

/** Tells whether a credential has a newer e-mail address than the row. */
function hasMoved(
  row: Pick<StaffRow, 'email' | 'email_as_of'>,
  { email, issuedAt }: Pick<Identity, 'email' | 'issuedAt'>,
) {
  return email !== row.email && (row.email_as_of === null || row.email_as_of < issuedAt)
}

function findBySubject(db: Database, { issuer, subject }: Identity): Promise<StaffRow | undefined> {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'role_by_hand', 'is_disabled', 'email', 'email_as_of'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}
