import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeAdvisor, makeAdvisoryService } from '../../../test-records.ts'

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
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('POST', '/admin/advisory/advisor', { json: valid, token: null })).status).toBe(401)
  })

  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['no first name (ADV-28)', { first_name: ' ' }, 'first_name', 'First name is required'],
    ['no last name (ADV-28)', { last_name: undefined }, 'last_name', 'Last name is required'],
    [
      'a first name of 101 characters (ADV-28)',
      { first_name: 'R'.repeat(101) },
      'first_name',
      'Should not exceed 100 characters',
    ],
    ['no e-mail (ADV-17)', { email: undefined }, 'email', 'Invalid email format'],
    ['an empty e-mail (ADV-17)', { email: '' }, 'email', 'Invalid email format'],
    ['an e-mail without @ (ADV-17)', { email: 'radhika.example' }, 'email', 'Invalid email format'],
    [
      'an e-mail without a dotted domain (ADV-17)',
      { email: 'radhika@example' },
      'email',
      'Invalid email format',
    ],
    [
      'an e-mail with white space (ADV-17, LIM-10)',
      { email: 'a b@example.com' },
      'email',
      'Invalid email format',
    ],
    ['an e-mail that is a number (ADV-17)', { email: 7 }, 'email', 'Invalid email format'],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, field, message) => {
    const before = await list()
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: field, message }])
    expect(await list()).toEqual(before)
  })

  it('creates an advisor without services and returns it (ADV-28, ADV-01)', async () => {
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

  it('rejects an existing e-mail with 409, also in other case and with concurrent requests (ADV-28)', async () => {
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

  it('ignores fields that clients may not set (ADV-28)', async () => {
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
  it('lists advisors with their services by name, the newest advisor first (ADV-27)', async () => {
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

  it('matches a part of the e-mail literally, in any case, and returns at most twenty (ADV-27, OQ-091)', async () => {
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

  it('runs two queries for any number of advisors (ADV-27)', async () => {
    const { pool } = app.database
    let queries = 0
    // A read takes a connection from the pool for each query, so count them.
    const count = () => {
      queries++
    }
    pool.on('acquire', count)
    expect((await list()).length).toBeGreaterThan(25)
    pool.off('acquire', count)
    expect(queries).toBe(2)
  })
})
