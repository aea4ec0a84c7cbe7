import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { makeCreator } from '../../test-records.ts'

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
  it('AUTH-09 is refused without a credential', async () => {
    expect((await app.call('POST', '/admin/creator', { json: valid, token: null })).status).toBe(401)
  })

  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['CRE-03 no first name', { first_name: ' ' }, 'first_name', 'First name is required'],
    ['CRE-03 no last name', { last_name: undefined }, 'last_name', 'Last name is required'],
    ['CRE-04 an e-mail without @', { email: 'kavya.greenroom.example' }, 'email', 'Invalid email format'],
    [
      'CRE-04 an e-mail without a dotted domain',
      { email: 'kavya@greenroom' },
      'email',
      'Invalid email format',
    ],
    [
      'CRE-04 LIM-10 an e-mail with white space',
      { email: 'kavya @greenroom.example' },
      'email',
      'Invalid email format',
    ],
    ['CRE-05 a phone of one digit', { phone: '+919' }, 'phone', 'Invalid phone number format'],
    ['CRE-05 a phone of twelve digits', { phone: '+91123456789012' }, 'phone', 'Invalid phone number format'],
    ['CRE-05 a phone that begins with 0', { phone: '+910123456789' }, 'phone', 'Invalid phone number format'],
    ['CRE-05 a phone with letters', { phone: '+91abc' }, 'phone', 'Invalid phone number format'],
    ['CRE-05 a number where a text belongs', { phone: 9845012763 }, 'phone', 'Invalid phone number format'],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, path, message) => {
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path, message }])
  })

  it('CRE-10 CRE-01 makes a creator and answers it', async () => {
    const answer = await create()
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ success: true, data: valid })
    expect(Object.keys(answer.body.data).sort()).toEqual(['_id', 'email', 'first_name', 'last_name', 'phone'])
  })

  it('CRE-05 the shortest and the longest phone are taken', async () => {
    expect((await create({ email: 'short@greenroom.example', phone: '+9112' })).status).toBe(201)
    expect((await create({ email: 'long@greenroom.example', phone: '+9112345678901' })).status).toBe(201)
  })

  it('CRE-10 an e-mail that exists is 409, also in other letters and many times at once', async () => {
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

  it('fields that the client may not choose do nothing', async () => {
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
  it('CRE-09 finds a part of the name or the e-mail, literally and in any case', async () => {
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
