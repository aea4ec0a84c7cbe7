import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { makeAdvisor, makeAdvisoryService } from '../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const path = '/admin/advisory/advisors'
const valid = { first_name: 'Radhika', last_name: 'Venkatesan', email: 'radhika@greenroom.example' }
const create = (overrides: Record<string, unknown> = {}) =>
  app.call('POST', '/admin/advisory/advisor', { json: { ...valid, ...overrides } })
const list = async (query = '') => {
  const answer = await app.call('GET', `${path}${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

describe('creating an advisor', () => {
  it('AUTH-09 is refused without a credential', async () => {
    expect((await app.call('POST', '/admin/advisory/advisor', { json: valid, token: null })).status).toBe(401)
  })

  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['ADV-28 no first name', { first_name: ' ' }, 'first_name', 'First name is required'],
    ['ADV-28 no last name', { last_name: undefined }, 'last_name', 'Last name is required'],
    [
      'ADV-28 a first name of 101 characters',
      { first_name: 'R'.repeat(101) },
      'first_name',
      'Should not exceed 100 characters',
    ],
    ['ADV-17 no e-mail', { email: undefined }, 'email', 'Invalid email format'],
    ['ADV-17 an empty e-mail', { email: '' }, 'email', 'Invalid email format'],
    ['ADV-17 an e-mail without @', { email: 'radhika.example' }, 'email', 'Invalid email format'],
    [
      'ADV-17 an e-mail without a dotted domain',
      { email: 'radhika@example' },
      'email',
      'Invalid email format',
    ],
    [
      'ADV-17 LIM-10 an e-mail with white space',
      { email: 'a b@example.com' },
      'email',
      'Invalid email format',
    ],
    ['ADV-17 an e-mail that is a number', { email: 7 }, 'email', 'Invalid email format'],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, field, message) => {
    const before = await list()
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: field, message }])
    expect(await list()).toEqual(before)
  })

  it('ADV-28 ADV-01 makes an advisor without a service and answers it', async () => {
    const answer = await create()
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual({
      _id: expect.any(String),
      ...valid,
      services: [],
      created_at: app.clock.now().toISOString(),
    })
    const audit = await app.database.kysely
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity_id', '=', answer.body.data._id)
      .execute()
    expect(audit).toMatchObject([
      { action: 'advisor.create', entity_label: 'Radhika Venkatesan', after: { email: valid.email } },
    ])
  })

  it('ADV-28 an e-mail that exists is 409, also in other letters and many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        create({ email: n % 2 ? 'Twice@Greenroom.example' : 'twice@greenroom.example' }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      code: 'DUPLICATE',
      errors: [{ path: 'email', message: 'An advisor with this e-mail address already exists' }],
    })
  })

  it('ADV-28 fields that the client may not choose do nothing', async () => {
    const service = await makeAdvisoryService(app)
    const answer = await create({
      email: 'extra@greenroom.example',
      _id: '01931f6e-0000-7000-8000-00000000dead',
      services: [service],
      created_at: '2001-01-01T00:00:00Z',
    })
    expect(answer.body.data).toMatchObject({ services: [], created_at: app.clock.now().toISOString() })
    expect(answer.body.data._id).not.toBe('01931f6e-0000-7000-8000-00000000dead')
  })
})

describe('listing advisors', () => {
  it('ADV-27 gives each with its services, by name, the newest advisor first', async () => {
    await sql`truncate advisor cascade`.execute(app.database.kysely)
    const [term, health] = [
      await makeAdvisoryService(app, { service_name: 'Term cover' }),
      await makeAdvisoryService(app, { service_name: 'Health cover' }),
    ]
    const first = await makeAdvisor(app, { first_name: 'Asha' })
    app.clock.set(new Date(app.clock.now().getTime() + 1000))
    const second = await makeAdvisor(app, { first_name: 'Binita' })
    for (const id of [term, health]) {
      const { body } = await app.call('PATCH', `/admin/advisory/services/${id}`, {
        json: { advisors: [first._id] },
      })
      expect(body.data.advisors).toHaveLength(1)
    }
    expect(await list()).toEqual([
      { ...second, services: [] },
      {
        ...first,
        services: [
          { _id: health, service_name: 'Health cover' },
          { _id: term, service_name: 'Term cover' },
        ],
      },
    ])
    expect((await list('?limit=1&offset=1')).map((one: { _id: string }) => one._id)).toEqual([first._id])
  })

  it('ADV-27 OQ-091 finds a part of the e-mail, literally and in any case, twenty at most', async () => {
    await makeAdvisor(app, { email: 'lakshmi_m@greenroom.example' })
    const emails = async (email: string) =>
      (await list(`?email=${encodeURIComponent(email)}`)).map((one: { email: string }) => one.email)
    expect(await emails('SHMI_M@')).toEqual(['lakshmi_m@greenroom.example'])
    expect(await emails('%')).toEqual([])
    expect(await emails("' or 1=1 --")).toEqual([])
    for (let n = 0; n < 25; n++) await makeAdvisor(app)
    expect(await emails('greenroom')).toHaveLength(20)
    expect((await list('?email=greenroom&limit=200')).length).toBe(20)
    expect((await list('?email=greenroom&limit=5')).length).toBe(5)
    expect((await list()).length).toBeGreaterThan(25)
    expect((await list('?email=')).length).toBeGreaterThan(25)
    expect((await list('?email=+')).length).toBeGreaterThan(25)
  })

  it('ADV-27 takes two queries, however many advisors there are', async () => {
    const { pool } = app.database
    let queries = 0
    // A read takes a connection from the pool for each of its queries.
    const count = () => {
      queries++
    }
    pool.on('acquire', count)
    expect((await list()).length).toBeGreaterThan(25)
    pool.off('acquire', count)
    expect(queries).toBe(2)
  })
})
