import { type Permission, Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { Identity } from '../identity/identity.ts'

/** What the owner of a credential may do. */
export interface Access {
  staffId: string
  role: Role
  permissions: ReadonlySet<Permission>
}

export interface StaffDirectory {
  /**
   * Returns what a verified account may do; its first sign-in makes its row.
   * @throws AppError ACCOUNT_NOT_ACCEPTED if it is disabled, or if its address belongs to another account
   */
  accessOf(identity: Identity): Promise<Access>
  /** Records the time of a sign-in. */
  signedIn(access: Access): Promise<void>
  /** Tells whether an account that the settings do not admit was invited. */
  isInvited(email: string): Promise<boolean>
  /** Drops what this process remembers, after a change. Other processes follow within `rememberedMs`. */
  forget(): void
}

export interface StaffDirectoryOptions {
  db: Database
  clock: Clock
  /** The role of an account that the settings admit by its domain. */
  defaultRole: Role
  /** Roles of the sandbox's own accounts at their first sign-in. */
  roleAtFirst(email: string): Role | undefined
}

/** How long a process remembers a role, in milliseconds: a change of role must reach every process within a minute. */
export const rememberedMs = 20_000
/** Max number of remembered accounts. */
const mostRemembered = 10_000

const disabled = 'Your account was disabled. Ask an owner of Greenroom.'
const otherAccount =
  'This e-mail address belonged to another account. Ask an owner of Greenroom to invite it again.'

/** Keeps who may sign in and with which role. */
export function createStaffDirectory({
  db,
  clock,
  defaultRole,
  roleAtFirst,
}: StaffDirectoryOptions): StaffDirectory {
  const remembered = new Map<string, { access: Access; until: number }>()

  /** The setting ADMIN_EMAILS wins over the table, so that the operator can always get in. */
  async function load(identity: Identity): Promise<Access> {
    // A second time if another request made the row meanwhile, perhaps of a process with another issuer.
    const row = (await findOrAdmit(identity)) ?? (await findOrAdmit(identity))
    if (!row) throw new Error('The account is neither found nor admitted.')
    if (row.is_disabled && !identity.isListed) throw new AppError('ACCOUNT_NOT_ACCEPTED', disabled)
    const role = identity.isListed ? 'owner' : z.parse(Role, row.role)
    return { staffId: row.id, role, permissions: permissionsOf(role) }
  }

  async function findOrAdmit(identity: Identity): Promise<StaffRow | undefined> {
    return (await findBySubject(db, identity)) ?? (await inTransaction(db, (db) => admit(db, identity)))
  }

  /**
   * Makes the row of a first sign-in, or gives the row of an invitation its account.
   * @returns undefined if another request makes the row at the same time
   */
  async function admit(db: Database, identity: Identity): Promise<StaffRow | undefined> {
    const { issuer, subject, email, name, isListed } = identity
    const known = await db
      .selectFrom('staff')
      .select(['id', 'role', 'is_disabled', 'email', 'issuer', 'subject'])
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .forUpdate()
      .executeTakeFirst()
    if (!known) {
      const role = isListed ? 'owner' : (roleAtFirst(email) ?? defaultRole)
      const now = clock.now()
      return await db
        .insertInto('staff')
        .values({ id: uuidv7(), issuer, subject, email, name, role, first_sign_in_at: now, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'role', 'is_disabled', 'email'])
        .executeTakeFirst()
    }
    // Another request of the same sign-in was faster.
    if (known.issuer === issuer && known.subject === subject) return known
    // At the same provider, another subject is another person who got the address later.
    if (known.issuer === issuer && !isListed) throw new AppError('ACCOUNT_NOT_ACCEPTED', otherAccount)
    await db
      .updateTable('staff')
      .set({
        issuer,
        subject,
        name,
        first_sign_in_at: sql`coalesce(first_sign_in_at, ${clock.now()})`,
      })
      .where('id', '=', known.id)
      .execute()
    return known
  }

  return {
    async accessOf(identity) {
      const key = JSON.stringify([identity.issuer, identity.subject, identity.isListed])
      const known = remembered.get(key)
      if (known && known.until > performance.now()) return known.access
      const access = await load(identity)
      remembered.delete(key)
      remembered.set(key, { access, until: performance.now() + rememberedMs })
      const [oldest] = remembered.keys()
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
      return access
    },
    async signedIn({ staffId }) {
      await db.updateTable('staff').set({ last_sign_in_at: clock.now() }).where('id', '=', staffId).execute()
    },
    async isInvited(email) {
      const row = await db
        .selectFrom('staff')
        .select('id')
        .where(sql`lower(email)`, '=', sql`lower(${email})`)
        .where('invited_at', 'is not', null)
        .executeTakeFirst()
      return row !== undefined
    },
    forget() {
      remembered.clear()
    },
  }
}

interface StaffRow {
  id: string
  role: string
  is_disabled: boolean
  email: string
}

function findBySubject(db: Database, { issuer, subject }: Identity): Promise<StaffRow | undefined> {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'is_disabled', 'email'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}
