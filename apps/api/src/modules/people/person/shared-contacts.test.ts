import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeQuietOrder } from '../../../test-person.ts'
import { makeUser } from '../../../test-records.ts'
import { eraseTask } from './erasure-run.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.database.kysely

async function buy(
  user: Partial<Record<'first_name' | 'last_name' | 'email' | 'phone', string>>,
): Promise<string> {
  const id = randomUUID()
  const { first_name = '', last_name = '', email = '', phone = '' } = user
  await makeQuietOrder(db(), {
    id,
    user_first_name: first_name,
    user_last_name: last_name,
    user_email: email,
    user_phone: phone,
  })
  return id
}
const pageOf = async (order: string) => (await app.call('GET', `/admin/people/order.${order}`)).body.data
const sameAs = async (order: string) =>
  (await app.call('GET', `/admin/people/order.${order}/same`)).body.data.map(
    ({ person }: { person: string }) => person,
  )

async function erase(order: string, confirmation: string): Promise<void> {
  const { preview } = (await app.call('GET', `/admin/personal-data/people/order.${order}`)).body.data
  const { status, body } = await app.call('POST', '/admin/personal-data/erasures', {
    json: { person: `order.${order}`, preview, confirmation },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  await app.app.tasks[eraseTask]?.({ id: body.data._id }, { signal: new AbortController().signal } as never)
}

describe('a placeholder address of a checkout (OQ-724)', () => {
  it('makes no person of two buyers, and the erasure of one leaves the other whole', async () => {
    const asha = await buy({ first_name: 'Asha', phone: '+919800000001', email: 'void@razorpay.com' })
    const imran = await buy({ first_name: 'Imran', phone: '+919800000002', email: 'void@razorpay.com' })
    expect(await pageOf(asha)).toMatchObject({ names: ['Asha'], phones: ['+919800000001'] })
    expect(await pageOf(imran)).toMatchObject({ names: ['Imran'], phones: ['+919800000002'] })
    expect(await sameAs(asha)).toEqual([])
    await sql`insert into transaction_note (id, transaction_id, text, written_by, written_at)
      values (gen_random_uuid(), ${imran}::uuid, 'Wrote from void@razorpay.com, like 98000 00001', 'x', now())`.execute(
      db(),
    )
    await erase(asha, 'Asha')
    const { rows } = await sql`select user_first_name, user_email, user_phone, text from transaction
      join transaction_note on transaction_id = transaction.id where transaction.id = ${imran}::uuid`.execute(
      db(),
    )
    expect(rows).toEqual([
      {
        user_first_name: 'Imran',
        user_email: 'void@razorpay.com',
        user_phone: '+919800000002',
        text: 'Wrote from void@razorpay.com, like [erased]',
      },
    ])
    expect((await app.call('GET', `/admin/people/order.${asha}`)).status).toBe(404)
  })
})

describe('an address of a family (OQ-723)', () => {
  it('proposes the other person, and each is erased alone', async () => {
    const email = 'rao.family@greenroom.example'
    const asha = await buy({ first_name: 'Asha', last_name: 'Rao', email, phone: '9845011111' })
    const kiran = await buy({ first_name: 'Kiran', last_name: 'Rao', email, phone: '9845022222' })
    expect(await sameAs(asha)).toEqual([(await pageOf(kiran)).person])
    const json = { text: 'Prefers calls in the evening' }
    expect((await app.call('POST', `/admin/people/order.${kiran}/notes`, { json })).status).toBe(201)
    expect([await pageOf(asha), await pageOf(kiran)].map(({ counts }) => counts.note)).toEqual([0, 1])
    await erase(asha, 'Asha Rao')
    expect(await pageOf(kiran)).toMatchObject({ names: ['Kiran Rao'], emails: [email] })
    expect(await sameAs(kiran)).toEqual([])
  })
})

it('erases what a transaction stores while the erasure runs, and takes a later order for somebody new (OQ-726)', async () => {
  const user = { first_name: 'Lata', last_name: 'Iyer', email: 'lata@greenroom.example', phone: '9845033333' }
  const first = await buy(user)
  const [{ person_id } = { person_id: null }] = await db()
    .selectFrom('transaction')
    .select('person_id')
    .where('id', '=', first)
    .execute()
  // As if a transaction had found the person before the erasure and committed after its steps.
  await sql`create function late_order() returns trigger language plpgsql as $$
    begin
      if new.step = 'files' and old.step <> 'files' and not exists (select from transaction where reference_order_id = 'late') then
        insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id,
          entity_title, user_id, user_first_name, user_last_name, user_email, user_phone, person_id)
        select gen_random_uuid(), 'late', 'failed', 1, 'INR', now(), 'custom', gen_random_uuid(), 'x', gen_random_uuid(),
          'Lata', 'Iyer', 'lata@greenroom.example', '9845033333', ${sql.lit(person_id)}::uuid;
      end if;
      return new;
    end $$`.execute(db())
  await sql`create trigger late_order before update on erasure for each row execute function late_order()`.execute(
    db(),
  )
  await erase(first, 'Lata Iyer')
  await sql`drop trigger late_order on erasure`.execute(db())
  const { rows } =
    await sql`select user_email, user_first_name from transaction where reference_order_id = 'late'`.execute(
      db(),
    )
  expect(rows).toEqual([{ user_email: '', user_first_name: 'Erased' }])
  const later = await buy(user)
  expect(await pageOf(later)).toMatchObject({ names: ['Lata Iyer'], counts: { order: 1 } })
})

it('erases an account that was made between the request and the start (OQ-726)', async () => {
  const user = { first_name: 'Uma', last_name: 'Shah', email: 'uma@greenroom.example', phone: '9845055555' }
  const order = await buy(user)
  const { preview } = (await app.call('GET', `/admin/personal-data/people/order.${order}`)).body.data
  const json = { person: `order.${order}`, preview, confirmation: 'Uma Shah' }
  const { body } = await app.call('POST', '/admin/personal-data/erasures', { json })
  const { first_name, last_name, email, phone } = user
  const account = await makeUser(db(), { first_name, last_name, email, phone })
  await app.app.tasks[eraseTask]?.({ id: body.data._id }, { signal: AbortSignal.timeout(60_000) } as never)
  expect((await app.call('GET', `/admin/personal-data/erasures/${body.data._id}`)).body.data.state).toBe(
    'erased',
  )
  expect((await sql`select from app_user where id = ${account}::uuid`.execute(db())).rows).toEqual([])
})

it('begins an erasure again that was running before people were records, and erases all (OQ-725)', async () => {
  const order = await buy({
    first_name: 'Zoya',
    last_name: 'Ali',
    email: 'zoya@greenroom.example',
    phone: '9845066666',
  })
  const { preview } = (await app.call('GET', `/admin/personal-data/people/order.${order}`)).body.data
  const json = { person: `order.${order}`, preview, confirmation: 'Zoya Ali' }
  const { body } = await app.call('POST', '/admin/personal-data/erasures', { json })
  await sql`update erasure set state = 'running', step = 'history', subject = subject - 'persons' - 'shared'
    where id = ${body.data._id}::uuid`.execute(db())
  await app.app.tasks[eraseTask]?.({ id: body.data._id }, { signal: AbortSignal.timeout(60_000) } as never)
  const { rows } = await sql`select user_email from transaction where id = ${order}::uuid`.execute(db())
  expect(rows).toEqual([{ user_email: '' }])
})

describe('rows that are older than the records of people (OQ-725)', () => {
  it('get their person by a job, which forgets nobody in between and whom nothing is about at night', async () => {
    const user = {
      first_name: 'Ravi',
      last_name: 'Menon',
      email: 'ravi@greenroom.example',
      phone: '9845044444',
    }
    const orders = [await buy(user), await buy({ ...user, email: 'RAVI@greenroom.example' })]
    const people = async () =>
      (
        await sql<{ person: string | null }>`select person_id as person from transaction
          where id = any(${orders}::uuid[])`.execute(db())
      ).rows.map(({ person }) => person)
    const [before] = await people()
    for (const on of ['disable', 'enable']) {
      if (on === 'enable') {
        await sql`update transaction set person_id = null where id = any(${orders}::uuid[])`.execute(db())
        await sql`delete from person where id = ${before}::uuid`.execute(db())
      }
      await sql`alter table transaction ${sql.raw(on)} trigger transaction_person_of_update`.execute(db())
    }
    expect(await people()).toEqual([null, null])
    expect((await app.call('GET', `/admin/people/order.${orders[0]}`)).status).toBe(503)
    const run = (task: string) => app.app.tasks[task]?.({}, { signal: new AbortController().signal } as never)
    await run('sort-people')
    const [one, two] = await people()
    expect(one).toEqual(expect.any(String))
    expect(two).toBe(one)

    await run('forget-people')
    expect(await people()).toEqual([one, one])
    await sql`delete from transaction where id = any(${orders}::uuid[])`.execute(db())
    await run('forget-people')
    expect((await sql`select from person where id = ${one}::uuid`.execute(db())).rows).toEqual([])
    expect((await sql`select from person_identifier where value like '%ravi%'`.execute(db())).rows).toEqual(
      [],
    )
  })

  it('forgets people who were merged only together: one without records leads to the others (OQ-725, OQ-727)', async () => {
    const run = (task: string) =>
      app.app.tasks[task]?.({}, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal })
    const [first, middle, last] = [randomUUID(), randomUUID(), randomUUID()]
    const user = await makeUser(db(), { first_name: 'Tara', email: 'tara@merged.example', phone: '' })
    await sql`insert into person (id) values (${last}::uuid)`.execute(db())
    await sql`insert into person (id, merged_into) values (${middle}::uuid, ${last}::uuid)`.execute(db())
    await sql`insert into person (id, merged_into) values (${first}::uuid, ${middle}::uuid)`.execute(db())
    await sql`update app_user set person_id = ${first}::uuid where id = ${user}::uuid`.execute(db())
    // More than a batch, so that the others are in several.
    await sql`insert into person select gen_random_uuid() from generate_series(1, 700)`.execute(db())
    const left = async () =>
      (await sql`select from person where id = any(${[first, middle, last]}::uuid[])`.execute(db())).rows
        .length
    await run('forget-people')
    expect(await left()).toBe(3)
    await sql`delete from app_user where id = ${user}::uuid`.execute(db())
    await run('forget-people')
    expect(await left()).toBe(0)
  })
})
