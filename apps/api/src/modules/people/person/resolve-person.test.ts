import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { keepPlaceholders } from './person-sorting.repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const table of ['app_user', 'intake_user', 'person', 'shared_email']) {
    await database.pool.query(`delete from ${table}`)
  }
})
afterAll(() => database.drop())

interface Given {
  account?: string
  email?: string
  phone?: string
  name?: string
}

async function resolve({ account, email, phone, name }: Given): Promise<string> {
  const { rows } = await database.pool.query<{ person: string }>(
    `select resolve_person($1, $2, $3, $4, 'transaction') as person`,
    [account ?? null, email ?? '', phone ?? '', name ?? ''],
  )
  return rows[0]?.person ?? ''
}

async function makeAccount(
  { email = '', phone = '', name = '' }: Given,
  verified: { email?: boolean; phone?: boolean } = {},
): Promise<{ id: string; person: string }> {
  const [first = '', ...last] = name.split(' ')
  const { rows } = await database.pool.query<{ id: string; person: string }>(
    `insert into app_user (id, first_name, last_name, email, phone, is_email_verified, is_phone_verified)
     values ($1, $2, $3, $4, $5, $6, $7) returning id, person_id as person`,
    [randomUUID(), first, last.join(' '), email, phone, verified.email ?? false, verified.phone ?? false],
  )
  return rows[0] ?? { id: '', person: '' }
}

const asha = { name: 'Asha Rao', email: 'asha@greenroom.example', phone: '+919845012763' }

describe('a record of somebody without an account (OQ-723)', () => {
  it('joins by an address with the same name, also in another case, order, script or spelling', async () => {
    const first = await resolve(asha)
    for (const name of [
      'ASHA RAO',
      'Rao Asha',
      'Asha',
      'A. Rao',
      'Āsha Rao',
      'Smt. Asha Rao',
      'आशा राव',
      '',
    ]) {
      expect([name, await resolve({ name, email: ' Asha@Greenroom.example ' })]).toEqual([name, first])
    }
  })

  it('compares with every name that came with an address, so that no short one chains people', async () => {
    const email = 'rao@greenroom.example'
    const nameless = await resolve({ email })
    expect(await resolve({ email, name: 'A Rao' })).toBe(nameless)
    expect(await resolve({ email, name: 'Asha Rao' })).toBe(nameless)
    const anil = await resolve({ email, name: 'Anil Rao' })
    expect(anil).not.toBe(nameless)
    // Names that can't be compared join nobody while there are two.
    for (const name of ['', 'आशा']) {
      expect([nameless, anil]).not.toContain(await resolve({ email, name }))
    }
  })

  it.each([
    ['Asha–Rao', 'Asha Rao'],
    ['“Asha” Rao', 'Asha Rao'],
    ['Asha\u200b Rao', 'Asha Rao'],
  ])('reads the name %j like %j', async (name, other) => {
    expect(await resolve({ ...asha, name })).toBe(await resolve({ ...asha, name: other }))
  })

  it('is another person with another name at the same address', async () => {
    expect(await resolve({ ...asha, name: 'Imran Rao' })).not.toBe(await resolve(asha))
  })

  it('joins by a phone alone only with the same name, and while only one has an address', async () => {
    const first = await resolve({ name: 'Asha Rao', phone: '98450 12763' })
    expect(await resolve({ name: 'Rao Asha', phone: '09845012763' })).toBe(first)
    expect(await resolve({ name: 'Imran Rao', phone: '09845012763' })).not.toBe(first)
    expect(await resolve({ name: 'आशा राव', phone: '09845012763' })).not.toBe(first)
    expect(await resolve(asha)).toBe(first)
    expect(await resolve({ ...asha, email: 'asha.rao@other.example' })).not.toBe(first)
  })

  it('is somebody new each time without anything to be found by', async () => {
    expect(await resolve({ name: 'Asha Rao' })).not.toBe(await resolve({ name: 'Asha Rao' }))
  })
})

describe('an account (OQ-723)', () => {
  it('takes over what its person bought before, and is found by its id whatever its orders say', async () => {
    const before = await resolve(asha)
    const { id, person } = await makeAccount(asha)
    expect(person).toBe(before)
    expect(await resolve({ account: id, name: 'Imran Khan', email: 'imran@greenroom.example' })).toBe(person)
  })

  it('is a person of its own beside another account with the same address and name', async () => {
    const [one, two] = [await makeAccount(asha), await makeAccount(asha)]
    expect(two.person).not.toBe(one.person)
    expect(await resolve(asha)).toBe(one.person)
  })

  it('does not give away who it bought for', async () => {
    const { id, person } = await makeAccount(asha)
    const imran = { name: 'Imran Khan', email: 'imran@greenroom.example', phone: '9845012764' }
    expect(await resolve({ account: id, ...imran })).toBe(person)
    expect(await resolve(imran)).not.toBe(person)
  })

  it('keeps a phone that was given to another account apart', async () => {
    const one = await makeAccount(asha)
    await database.pool.query(`update app_user set phone = '' where id = $1`, [one.id])
    const two = await makeAccount({ name: 'Imran Khan', email: 'imran@greenroom.example', phone: asha.phone })
    expect(two.person).not.toBe(one.person)
    expect(await resolve({ name: 'Imran Khan', email: 'imran@greenroom.example', phone: asha.phone })).toBe(
      two.person,
    )
  })

  it('follows the name of its record', async () => {
    const { id, person } = await makeAccount(asha)
    await database.pool.query(`update app_user set last_name = 'Menon' where id = $1`, [id])
    expect(await resolve({ ...asha, name: 'Asha Menon' })).toBe(person)
    expect(await resolve(asha)).not.toBe(person)
  })

  it('keeps its address although two strangers use it', async () => {
    const { person } = await makeAccount(asha)
    await resolve({ email: asha.email, name: 'Imran Khan', phone: '9845012771' })
    await resolve({ email: asha.email, name: 'Meera Nair', phone: '9845012772' })
    expect(await resolve(asha)).toBe(person)
  })

  it('joins nobody by what an order says that comes before its record: it can be a present', async () => {
    const { person } = await makeAccount(asha)
    const id = randomUUID()
    await database.pool.query('insert into intake_user (external_id_hash, user_id) values ($1, $2)', [
      'b'.repeat(64),
      id,
    ])
    const imran = await resolve({ account: id, ...asha })
    expect(imran).not.toBe(person)
    await database.pool.query(
      `insert into app_user (id, first_name, last_name, email, phone) values ($1, 'Imran', 'Khan', 'imran@greenroom.example', '')`,
      [id],
    )
    expect(await resolve({ name: 'Imran Khan', email: 'imran@greenroom.example' })).toBe(imran)
    expect(await resolve(asha)).toBe(person)
  })

  it('has its person before its record comes', async () => {
    const id = randomUUID()
    await database.pool.query('insert into intake_user (external_id_hash, user_id) values ($1, $2)', [
      'a'.repeat(64),
      id,
    ])
    const person = await resolve({ account: id, ...asha })
    await database.pool.query(
      `insert into app_user (id, first_name, last_name, email, phone) values ($1, 'Imran', 'Khan', '', '')`,
      [id],
    )
    const { rows } = await database.pool.query('select person_id from app_user where id = $1', [id])
    expect(rows).toEqual([{ person_id: person }])
  })
})

describe('a verified address (OQ-737)', () => {
  const imran = { name: 'Imran Khan', email: asha.email, phone: '9845012764' }

  it('joins a record with another name, and its phone stays nobody’s', async () => {
    const { person } = await makeAccount(asha, { email: true })
    expect(await resolve(imran)).toBe(person)
    expect(await resolve({ name: 'Imran Khan', phone: imran.phone })).not.toBe(person)
    // The other name is not a name of the address.
    expect(await resolve(asha)).toBe(person)
    expect(await resolve({ ...asha, name: 'Meera Nair' })).toBe(person)
  })

  it('joins a record without a name, also if somebody else used the address before', async () => {
    const before = await resolve(imran)
    const { person } = await makeAccount({ ...asha, name: 'Asha Rao' }, {})
    expect(person).not.toBe(before)
    expect(await resolve({ email: asha.email })).not.toBe(person)
    await database.pool.query('update app_user set is_email_verified = true where person_id = $1', [person])
    expect(await resolve({ email: asha.email })).toBe(person)
    // Whoever has the same name is closer.
    expect(await resolve(imran)).toBe(before)
  })

  it('of a new account takes over whoever used it alone before, with any name', async () => {
    const before = await resolve(imran)
    expect((await makeAccount(asha, { email: true })).person).toBe(before)
  })

  it('of a new account takes over nobody if several used it, or another account has it', async () => {
    const several = [
      await resolve(imran),
      await resolve({ ...imran, name: 'Meera Nair', phone: '9845012765' }),
    ]
    const { person } = await makeAccount(asha, { email: true })
    expect(several).not.toContain(person)
    const other = await makeAccount(asha, { email: true })
    expect(other.person).not.toBe(person)
  })

  it('that two accounts have verified is neither’s', async () => {
    const one = await makeAccount(asha, { email: true })
    const other = await makeAccount({ ...asha, name: 'Meera Nair', phone: '' }, { email: true })
    const found = await resolve(imran)
    expect([one.person, other.person]).not.toContain(found)
    expect(await resolve({ ...asha, name: 'Meera Nair' })).toBe(other.person)
  })

  it('joins nobody once the product takes it back, or the account has another address', async () => {
    const { id, person } = await makeAccount(asha, { email: true })
    await database.pool.query('update app_user set is_email_verified = false where id = $1', [id])
    expect(await resolve(imran)).not.toBe(person)
  })

  it('is not verified any more once the account has another one, and neither is a phone', async () => {
    const { id, person } = await makeAccount(asha, { email: true, phone: true })
    await database.pool.query(
      "update app_user set email = 'new@greenroom.example', phone = '+919845099999' where id = $1",
      [id],
    )
    expect(await resolve(imran)).not.toBe(person)
    expect(await resolve({ phone: asha.phone, name: '' })).not.toBe(person)
    expect(await resolve({ phone: '9845099999', name: '' })).toBe(person)
    expect(await resolve({ ...imran, email: 'new@greenroom.example' })).toBe(person)
    expect(await resolve(asha)).toBe(person)
  })

  it('joins nobody if many people share it', async () => {
    await database.pool.query(
      `insert into shared_email (value, is_setting) values ('office@company.example', true)`,
    )
    const email = 'office@company.example'
    const { person } = await makeAccount({ ...asha, email }, { email: true })
    expect(await resolve({ ...imran, email })).not.toBe(person)
    expect(await resolve({ email })).not.toBe(person)
  })

  it('is not verified by an order with the address', async () => {
    const before = await resolve(asha)
    expect(await resolve(imran)).not.toBe(before)
  })
})

describe('a verified phone (OQ-737)', () => {
  const other = { phone: asha.phone, email: 'asha.rao@other.example' }

  it('joins the same name although each has an e-mail address', async () => {
    const { person } = await makeAccount(asha, { phone: true })
    expect(await resolve({ ...other, name: 'Rao Asha' })).toBe(person)
  })

  it('joins a name that can’t be compared, and no other one: families share phones', async () => {
    const { person } = await makeAccount(asha, { phone: true })
    expect(await resolve({ phone: asha.phone, name: 'आशा राव' })).toBe(person)
    expect(await resolve({ phone: asha.phone, name: 'Imran Rao' })).not.toBe(person)
  })

  it('of two accounts leaves them two people', async () => {
    const one = await makeAccount(asha, { phone: true })
    const two = await makeAccount({ ...asha, email: other.email }, { phone: true })
    expect(two.person).not.toBe(one.person)
  })
})

describe('a shared address (OQ-724)', () => {
  it('is found by itself with the third name and phone, and identifies nobody from then on', async () => {
    const shared = 'office@company.example'
    const people = []
    for (const [name, phone] of [
      ['Asha Rao', '9845012761'],
      ['Imran Khan', '9845012762'],
      ['Meera Nair', '9845012763'],
    ] as const) {
      people.push(await resolve({ name, phone, email: shared }))
    }
    expect(new Set(people).size).toBe(3)
    expect((await database.pool.query('select value, is_setting from shared_email')).rows).toEqual([
      { value: shared, is_setting: false },
    ])
    expect(people).not.toContain(await resolve({ name: 'Asha Rao', phone: '9845012769', email: shared }))
    expect(await resolve({ name: 'Imran Khan', phone: '9845012762', email: shared })).toBe(people[1])
  })

  it('is found by itself with the twenty-first name without a phone', async () => {
    const email = 'office@company.example'
    const name = (place: number) => `Person${String.fromCharCode(97 + place)}`
    for (let place = 0; place < 20; place++) await resolve({ name: name(place), email })
    const isShared = async () =>
      (await database.pool.query('select from shared_email where not is_setting')).rowCount
    expect(await isShared()).toBe(0)
    await resolve({ name: name(20), email })
    expect(await isShared()).toBe(1)
  })

  it('keeps 10,000 orders of a placeholder apart, by phone and name', async () => {
    await database.pool.query(
      `insert into shared_email (value, is_setting) values ('void@razorpay.com', true)`,
    )
    const { rows } = await database.pool.query<{ people: number }>(
      `select count(distinct resolve_person(null, 'void@razorpay.com', (9840000000 + n % 5000)::text, 'Asha Rao',
        'transaction'))::int as people from generate_series(1, 10000) as n`,
    )
    expect(rows).toEqual([{ people: 5000 }])
  })
})

it('makes one person of two first records at once', async () => {
  const found = await Promise.all(Array.from({ length: 8 }, () => resolve(asha)))
  expect(new Set(found).size).toBe(1)
})

it('lets one of two new accounts at once take over who bought before (OQ-731)', async () => {
  for (let round = 0; round < 5; round++) {
    const buyer = {
      name: `Nila Sen${round}`,
      email: `nila${round}@greenroom.example`,
      phone: `98450127${round}9`,
    }
    const before = await resolve(buyer)
    const accounts = await Promise.all([
      makeAccount({ name: buyer.name, email: buyer.email }),
      makeAccount({ name: buyer.name, phone: buyer.phone }),
    ])
    expect(accounts.filter(({ person }) => person === before)).toHaveLength(1)
  }
})

describe('who joins whom (OQ-731)', () => {
  const merge = (other: string, kept: string) =>
    database.pool.query('update person set merged_into = $2 where id = $1', [other, kept])

  it('takes initials alone for no name', async () => {
    const first = await resolve(asha)
    expect(await resolve({ name: 'A A', phone: asha.phone })).not.toBe(first)
    expect(await resolve({ name: 'A. Rao', email: asha.email })).toBe(first)
  })

  it('counts people who were merged as one', async () => {
    const { id, person } = await makeAccount({ name: 'Asha Rao', email: asha.email })
    const guest = await resolve({ name: 'Kiran Rao', email: asha.email })
    expect(guest).not.toBe(person)
    // A name that can't be compared tells nobody apart while there are two.
    expect([person, guest]).not.toContain(await resolve({ name: 'आशा', email: asha.email }))
    await database.pool.query('delete from person where id <> all($1)', [[person, guest]])
    await merge(guest, person)
    expect([person, guest]).toContain(await resolve({ name: 'आशा', email: asha.email }))
    // Whoever was merged into an account has one.
    const other = await makeAccount({ name: 'Kiran Rao', email: asha.email })
    expect([id, person, guest]).not.toContain(other.person)
  })

  it('lets no order without a name join by an address that the account had before', async () => {
    const { id, person } = await makeAccount({ name: 'Asha Rao', email: asha.email })
    expect(await resolve({ email: asha.email })).toBe(person)
    await database.pool.query("update app_user set email = 'new@greenroom.example' where id = $1", [id])
    expect(await resolve({ email: asha.email })).not.toBe(person)
    expect(await resolve({ name: 'Asha Rao', email: asha.email })).toBe(person)
    expect(await resolve({ email: 'new@greenroom.example' })).toBe(person)
  })

  it('lets an address join again once it is no placeholder any more', async () => {
    await keepPlaceholders(database.kysely, [asha.email])
    const [one, two] = [await resolve(asha), await resolve({ ...asha, phone: '9845012700' })]
    expect(one).not.toBe(two)
    await keepPlaceholders(database.kysely, [])
    expect([one, two]).toContain(await resolve({ ...asha, phone: '9845012701' }))
  })
})
