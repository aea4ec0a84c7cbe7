import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeCreator, makeEvent, makeMasterclass, makeWebinar } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const valid = {
  first_name: 'Kavya',
  last_name: 'Iyer',
  email: 'kavya@greenroom.example',
  phone: '+919845012763',
}
const create = (overrides: Record<string, unknown> = {}) =>
  app.call('POST', '/admin/creator', { json: { ...valid, ...overrides } })

describe('creating a creator', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('POST', '/admin/creator', { json: valid, token: null })).status).toBe(401)
  })

  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['no first name (CRE-03)', { first_name: ' ' }, 'first_name', 'First name is required'],
    ['no last name (CRE-03)', { last_name: undefined }, 'last_name', 'Last name is required'],
    ['an e-mail without @ (CRE-04)', { email: 'kavya.greenroom.example' }, 'email', 'Invalid email format'],
    [
      'an e-mail without a dotted domain (CRE-04)',
      { email: 'kavya@greenroom' },
      'email',
      'Invalid email format',
    ],
    [
      'an e-mail with white space (CRE-04, LIM-10)',
      { email: 'kavya @greenroom.example' },
      'email',
      'Invalid email format',
    ],
    ['a phone of one digit (CRE-05)', { phone: '+919' }, 'phone', 'Invalid phone number format'],
    [
      'a phone of twelve digits (CRE-05)',
      { phone: '+91123456789012' },
      'phone',
      'Invalid phone number format',
    ],
    [
      'a phone that begins with 0 (CRE-05)',
      { phone: '+910123456789' },
      'phone',
      'Invalid phone number format',
    ],
    ['a phone with letters (CRE-05)', { phone: '+91abc' }, 'phone', 'Invalid phone number format'],
    ['a number instead of a text (CRE-05)', { phone: 9845012763 }, 'phone', 'Invalid phone number format'],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, path, message) => {
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path, message }])
  })

  it('creates a creator and returns it (CRE-10, CRE-01)', async () => {
    const answer = await create()
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ success: true, data: valid })
    expect(Object.keys(answer.body.data).sort()).toEqual(['_id', 'email', 'first_name', 'last_name', 'phone'])
  })

  it('accepts the shortest and the longest phone (CRE-05)', async () => {
    expect((await create({ email: 'short@greenroom.example', phone: '+9112' })).status).toBe(201)
    expect((await create({ email: 'long@greenroom.example', phone: '+9112345678901' })).status).toBe(201)
  })

  it('rejects an existing e-mail with 409, also in other case and with concurrent requests (CRE-10)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        create({ email: n % 2 ? 'Twice@Greenroom.example' : 'twice@greenroom.example' }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body).toMatchObject({
      code: 'DUPLICATE',
      errors: [{ path: 'email', message: 'A creator with this e-mail already exists' }],
    })
  })

  it('ignores fields that clients may not set', async () => {
    const answer = await create({
      email: 'extra@greenroom.example',
      _id: '01931f6e-0000-7000-8000-00000000dead',
      id: '01931f6e-0000-7000-8000-00000000dead',
      created_at: '2001-01-01T00:00:00Z',
      version: 7,
      ['__proto__']: { admin: true },
    })
    expect(answer.status).toBe(201)
    expect(answer.body.data._id).not.toBe('01931f6e-0000-7000-8000-00000000dead')
  })
})

describe('listing creators', () => {
  it('matches a part of the name or the e-mail literally and in any case (CRE-09)', async () => {
    await makeCreator(app, {
      first_name: 'Lakshmi',
      last_name: 'Menon',
      email: 'lakshmi_m@greenroom.example',
    })
    const names = async (q: string) => {
      const answer = await app.call('GET', `/admin/creators?q=${encodeURIComponent(q)}`)
      return answer.body.data.map((one: { first_name: string }) => one.first_name)
    }
    expect(await names('LAKSHMI')).toEqual(['Lakshmi'])
    expect(await names('shmi men')).toEqual(['Lakshmi'])
    expect(await names('_m@')).toEqual(['Lakshmi'])
    expect(await names('%')).toEqual([])
    expect(await names("' or 1=1 --")).toEqual([])
    expect((await names('')).length).toBeGreaterThan(1)
  })
})

describe('the classes of creators', () => {
  const listed = async (q: string) => {
    const { body } = await app.call('GET', `/admin/creators?q=${q}`)
    const [{ hosted_count, last_hosted_at, next_class }] = body.data
    return { hosted_count, last_hosted_at, next_class }
  }

  it('are none for a new creator (OQ-667)', async () => {
    await makeCreator(app, { first_name: 'Nirmala', email: 'nirmala@greenroom.example' })
    expect(await listed('nirmala')).toEqual({ hosted_count: 0, last_hosted_at: null, next_class: null })
  })

  it('count published sessions that have begun, of both kinds, and name the earliest later one (OQ-667)', async () => {
    const { _id: creator_id } = await makeCreator(app, {
      first_name: 'Devika',
      email: 'devika@greenroom.example',
    })
    const publishedMasterclass = async (start_time: string, end_time: string) => {
      const made = await makeMasterclass(app, { creator_id, start_time, end_time })
      await app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: made._id } })
      return made
    }
    const first = await publishedMasterclass('2026-11-21T06:31:00Z', '2026-11-21T07:00:00Z')
    await publishedMasterclass('2026-12-20T10:00:00Z', '2026-12-20T11:00:00Z')
    // A draft is no class yet.
    await makeMasterclass(app, {
      creator_id,
      start_time: '2026-12-01T10:00:00Z',
      end_time: '2026-12-01T11:00:00Z',
    })
    const webinar = await makeWebinar(app, {
      creator_id,
      title: 'Term insurance',
      start_time: '2026-12-10T10:00:00Z',
      end_time: '2026-12-10T11:00:00Z',
      zoom_hub_name: 'zoom_2',
    })
    await app.call('POST', '/admin/event/publish', { json: { event_id: webinar._id } })
    // Another creator's.
    await makeEvent(app)
    expect(await listed('devika')).toMatchObject({ hosted_count: 0, next_class: { _id: first._id } })

    const before = app.clock.now()
    app.clock.set(new Date('2026-11-21T06:32:00Z'))
    try {
      expect(await listed('devika')).toEqual({
        hosted_count: 1,
        last_hosted_at: '2026-11-21T06:31:00.000Z',
        next_class: {
          _id: webinar._id,
          kind: 'webinar',
          title: 'Term insurance',
          start_time: '2026-12-10T10:00:00.000Z',
        },
      })
    } finally {
      app.clock.set(before)
    }
  })
})
