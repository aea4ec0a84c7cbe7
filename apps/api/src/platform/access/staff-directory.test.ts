import type { roles } from '@greenroom/contract/access/permission'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrder } from '../../test-records.ts'
import { newId } from '../database/record-id.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import type { Identity } from '../identity/identity.ts'
import { createStaffDirectory } from './staff-directory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.kysely.deleteFrom('staff').execute())

const now = new Date('2026-11-21T06:30:00Z')
const person: Identity = {
  issuer: 'https://id.example',
  subject: 'person-1',
  email: 'Kabir.Rao@greenroom.example',
  name: 'Kabir Rao',
  isListed: false,
  issuedAt: now,
}

/** A directory as a process has it that has just started. */
const directory = (
  options: { roleAtFirst?: () => (typeof roles)[number]; isKnown?: (issuer: string) => boolean } = {},
) =>
  createStaffDirectory({
    db: database.kysely,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    sandboxes: [],
    defaultRole: 'administrator',
    roleAtFirst: () => undefined,
    isKnown: (issuer) => issuer === person.issuer,
    ...options,
  })

const rows = () => database.kysely.selectFrom('staff').selectAll().execute()
const change = (values: object) => database.kysely.updateTable('staff').set(values).execute()

describe('the staff directory', () => {
  it('makes one row at the first sign-in, also for many requests at once', async () => {
    const [first, second] = [directory(), directory()]
    const found = await Promise.all([first, second, first, second].map((one) => one.accessOf(person)))
    expect(new Set(found.map((access) => access.staffId)).size).toBe(1)
    expect(await rows()).toMatchObject([
      { email: person.email, name: 'Kabir Rao', role: 'administrator', first_sign_in_at: now },
    ])
    expect(found[0]?.permissions.has('money.refund')).toBe(true)
    expect(found[0]?.permissions.has('staff.write')).toBe(false)
  })

  it('finds the row that another process made at the same time under another issuer', async () => {
    for (let n = 0; n < 10; n++) {
      await database.kysely.deleteFrom('staff').execute()
      const moved = { ...person, issuer: 'https://other.example' }
      const other = directory({ isKnown: (issuer) => issuer === moved.issuer })
      const found = await Promise.all([
        directory()
          .accessOf(person)
          .catch(() => directory().accessOf(moved)),
        other.accessOf(moved),
      ])
      expect(new Set(found.map((access) => access.staffId)).size).toBe(1)
    }
  })

  it('gives an account of the sandbox its own role, only at the first sign-in', async () => {
    await directory({ roleAtFirst: () => 'viewer' }).accessOf(person)
    expect((await directory({ roleAtFirst: () => 'owner' }).accessOf(person)).role).toBe('viewer')
  })

  it('makes an address of ADMIN_EMAILS an owner, whatever its row says', async () => {
    await directory().accessOf(person)
    await change({ role: 'viewer' })
    expect((await directory().accessOf(person)).role).toBe('viewer')
    expect((await directory().accessOf({ ...person, isListed: true })).role).toBe('owner')
  })

  it('refuses a disabled account', async () => {
    const one = directory()
    await one.accessOf(person)
    await change({ is_disabled: true })
    await expect(one.accessOf(person)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
  })

  it('takes a look-alike of an invited address for another one (OQ-356)', async () => {
    await database.kysely
      .insertInto('staff')
      .values({
        id: crypto.randomUUID(),
        email: 'kabir@partner.example',
        name: '',
        role: 'owner',
        invited_at: now,
      })
      .execute()
    // The Kelvin sign: its lower case is the letter k.
    const lookAlike = '\u212aabir@partner.example'
    expect(await directory().isInvited(lookAlike)).toBe(false)
    const found = await directory()
      .accessOf({ ...person, email: lookAlike })
      .catch((error: unknown) => error)
    expect(found).not.toMatchObject({ role: 'owner' })
  })

  it('gives the row of an invitation to whoever signs in with its address', async () => {
    const invited = {
      id: crypto.randomUUID(),
      email: 'kabir.rao@greenroom.example',
      name: '',
      role: 'finance',
    }
    await database.kysely
      .insertInto('staff')
      .values({ ...invited, invited_by: 'meera.nair@greenroom.example', invited_at: now })
      .execute()
    expect(await directory().isInvited(person.email)).toBe(true)
    expect(await directory().isInvited('someone@greenroom.example')).toBe(false)
    expect(await directory().accessOf(person)).toMatchObject({ staffId: invited.id, role: 'finance' })
    expect(await rows()).toMatchObject([{ subject: 'person-1', name: 'Kabir Rao', first_sign_in_at: now }])
  })

  it('refuses another account of the same provider that has the address now', async () => {
    await directory().accessOf(person)
    const other = { ...person, subject: 'person-2' }
    await expect(directory().accessOf(other)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
    expect(await rows()).toMatchObject([{ subject: 'person-1' }])
  })

  it('keeps roles when the provider changes', async () => {
    const { staffId } = await directory().accessOf(person)
    await change({ role: 'content' })
    const moved = { ...person, issuer: 'https://other.example', subject: 'x' }
    const next = directory({ isKnown: (issuer) => issuer === moved.issuer })
    expect(await next.accessOf(moved)).toMatchObject({ staffId, role: 'content' })
    expect(await rows()).toMatchObject([{ issuer: moved.issuer, subject: 'x' }])
  })

  it('refuses an address whose account is at another provider that is in use too (OQ-698)', async () => {
    await directory().accessOf(person)
    const both = directory({ isKnown: () => true })
    const other = { ...person, issuer: 'https://other.example', subject: 'x' }
    await expect(both.accessOf(other)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
    expect(await rows()).toMatchObject([{ issuer: person.issuer, subject: 'person-1' }])
  })

  describe('after a change of the e-mail address', () => {
    const later = new Date(now.getTime() + 60_000)
    const renamed = { ...person, email: 'kabir.sen@greenroom.example', issuedAt: later }
    const addRow = (values: object) =>
      database.kysely
        .insertInto('staff')
        .values({ id: crypto.randomUUID(), email: renamed.email, name: '', role: 'viewer', ...values })
        .execute()
    const refused = { code: 'ACCOUNT_NOT_ACCEPTED', message: expect.stringContaining('new e-mail address') }

    it('follows the address of the account, once, and records it (OQ-381)', async () => {
      const { staffId } = await directory().accessOf(person)
      await change({ role: 'content' })
      const found = await Promise.all([directory(), directory()].map((one) => one.accessOf(renamed)))
      expect(found).toMatchObject([
        { staffId, role: 'content' },
        { staffId, role: 'content' },
      ])
      expect(await rows()).toMatchObject([{ email: renamed.email, version: 2 }])
      const entries = await database.kysely
        .selectFrom('audit_entry')
        .select(['actor_id', 'before', 'after'])
        .where('action', '=', 'staff.rename')
        .where('entity_id', '=', staffId)
        .execute()
      expect(entries).toEqual([
        { actor_id: 'system', before: { email: person.email }, after: { email: renamed.email } },
      ])
    })

    it('keeps the newer address when an older credential is still in use (OQ-381)', async () => {
      await directory().accessOf(person)
      await directory().accessOf(renamed)
      await directory().accessOf(person)
      expect(await rows()).toMatchObject([{ email: renamed.email, version: 2 }])
    })

    it('notices the change in the same process (OQ-381)', async () => {
      const one = directory()
      await one.accessOf(person)
      await one.accessOf(renamed)
      expect(await rows()).toMatchObject([{ email: renamed.email }])
    })

    it('refuses an address that another account has (OQ-381)', async () => {
      await directory().accessOf(person)
      await addRow({ issuer: person.issuer, subject: 'person-2' })
      await expect(directory().accessOf(renamed)).rejects.toMatchObject(refused)
      expect((await rows()).map(({ email }) => email).sort()).toEqual([person.email, renamed.email].sort())
    })

    it('replaces an invitation of the new address and keeps its own role (OQ-381)', async () => {
      const { staffId } = await directory().accessOf(person)
      await change({ role: 'content' })
      await addRow({ role: 'finance', invited_at: now, invited_by: 'meera.nair@greenroom.example' })
      expect(await directory().accessOf(renamed)).toMatchObject({ staffId, role: 'content' })
      expect(await rows()).toMatchObject([{ id: staffId, email: renamed.email }])
    })

    it('takes the address from an account that was invited again, and keeps its row for its refunds (OQ-387)', async () => {
      const { staffId } = await directory().accessOf(person)
      const former = crypto.randomUUID()
      await addRow({ id: former, name: 'Kabir Sen', first_sign_in_at: now, invited_at: now })
      const order = newId()
      await makeOrder(database.kysely, { id: order, entity_id: newId() })
      await database.kysely
        .insertInto('refund')
        .values({
          id: newId(),
          transaction_id: order,
          idempotency_key: order,
          state: 'failed',
          amount: 100,
          currency_code: 'INR',
          requested_by: renamed.email,
          requested_by_id: former,
          requested_at: now,
        })
        .execute()
      expect(await directory().accessOf(renamed)).toMatchObject({ staffId })
      const found = await rows()
      expect(found.find(({ id }) => id === staffId)).toMatchObject({ email: renamed.email })
      expect(found.find(({ id }) => id === former)).toMatchObject({
        email: `${former}@replaced.invalid`,
        name: 'Kabir Sen',
        is_disabled: true,
      })
      await database.kysely.deleteFrom('refund').execute()
    })

    it.each([{ role: 'owner' }, { is_disabled: true }])(
      'does not replace the row %j (OQ-381)',
      async (row) => {
        await directory().accessOf(person)
        await addRow(row)
        await expect(directory().accessOf(renamed)).rejects.toMatchObject(refused)
        // The operator gets in by ADMIN_EMAILS whatever the table says.
        expect((await directory().accessOf({ ...renamed, isListed: true })).role).toBe('owner')
        expect(await rows()).toHaveLength(2)
      },
    )

    it('stays disabled under a new address, also an invited one (OQ-381)', async () => {
      await directory().accessOf(person)
      await change({ is_disabled: true })
      await addRow({ invited_at: now, invited_by: 'meera.nair@greenroom.example' })
      await expect(directory().accessOf(renamed)).rejects.toMatchObject({
        message: expect.stringContaining('has been disabled'),
      })
      expect(await rows()).toHaveLength(2)
    })
  })
})
