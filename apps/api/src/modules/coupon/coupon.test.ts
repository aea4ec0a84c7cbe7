import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../test-app.ts'
import { makeMasterclass } from '../../test-records.ts'

let app: TestApp
let masterclassId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(testNow)
  masterclassId = (await makeMasterclass(app))._id
})

const validity = '2026-12-31T18:29:59.999Z'
let count = 0
const newCode = () => `CODE${++count}`
const create = (form: Record<string, unknown> = {}) =>
  app.call('POST', '/admin/coupon', { json: { code: newCode(), valid_till: validity, ...form } })
const save = (coupons: unknown[], target: Record<string, unknown> = {}) =>
  app.call('PATCH', '/admin/coupons', {
    json: { coupons, entity_id: masterclassId, entity_type: 'masterclass', ...target },
  })
const links = async (query = '') =>
  (await app.call('GET', `/admin/coupons/${masterclassId}${query}`)).body.data
const toggle = (coupon_id: string, is_active?: boolean) =>
  app.call('POST', '/admin/coupon/entity', { json: { coupon_id, entity_id: masterclassId, is_active } })

describe('creating a coupon', () => {
  it('AUTH-09 is refused without a credential', async () => {
    expect((await app.call('POST', '/admin/coupon', { json: {}, token: null })).status).toBe(401)
  })

  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['CPN-11 no code', { code: undefined }, 'code', 'Coupon Code is required'],
    ['CPN-11 an empty code', { code: '' }, 'code', 'Coupon Code is required'],
    ['CPN-11 LIM-11 a code with a hyphen', { code: 'TAX-20' }, 'code', 'Only letters and numbers allowed'],
    [
      'CPN-11 LIM-11 a code with a letter outside A to Z',
      { code: 'ÜBER' },
      'code',
      'Only letters and numbers allowed',
    ],
    ['CPN-12 no validity', { valid_till: undefined }, 'valid_till', 'Validity is required'],
    ['CPN-12 an empty validity', { valid_till: '' }, 'valid_till', 'Validity is required'],
    [
      'CPN-12 a validity in the past',
      { valid_till: '2026-11-21T06:29:59Z' },
      'valid_till',
      'Validity cannot be in the past',
    ],
    [
      'CPN-13 a discount below 0',
      { absolute_discount: -1 },
      'absolute_discount',
      'Enter an amount of 0 or more',
    ],
    [
      'CPN-13 a discount in parts of a paisa',
      { absolute_discount_usd: 0.5 },
      'absolute_discount_usd',
      'Enter an amount of 0 or more',
    ],
    [
      'CPN-13 a percentage below 0',
      { discount_percentage: -0.01 },
      'discount_percentage',
      'Enter a percentage from 0 to 100',
    ],
    [
      'CPN-13 a percentage above 100',
      { discount_percentage: 100.01 },
      'discount_percentage',
      'Enter a percentage from 0 to 100',
    ],
  ]
  it.each(refusals)('%s is refused', async (_title, form, path, message) => {
    const answer = await create(form)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual({ path, message })
  })

  it('CPN-15 CPN-01 CPN-11 answers the coupon with its code in capitals', async () => {
    const answer = await create({ code: 'taxSave20', discount_percentage: 12.5, absolute_discount: 50000 })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      code: 'TAXSAVE20',
      valid_till: validity,
      discount_percentage: 12.5,
      absolute_discount: 50000,
      absolute_discount_usd: null,
    })
    expect(answer.body.data._id).toBeTruthy()
  })

  it('CPN-13 the three discounts may all be absent, and 0 and 100 percent are taken', async () => {
    expect((await create()).body.data).toMatchObject({ discount_percentage: null, absolute_discount: null })
    expect((await create({ discount_percentage: 0 })).status).toBe(201)
    expect((await create({ discount_percentage: 100 })).status).toBe(201)
  })

  it('CPN-15 a code that exists is 409, whatever its letters, also many times at once', async () => {
    const answers = await Promise.all(['SAME', 'same', 'Same', 'sAme'].map((code) => create({ code })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body.message).toBe('Coupon code already exists')
  })
})

describe('searching coupons', () => {
  it('CPN-14 finds a part of the code in any case, wildcards literally', async () => {
    await create({ code: 'DIWALI25' })
    const codes = async (search: string) => {
      const answer = await app.call('GET', `/admin/coupon?search=${encodeURIComponent(search)}`)
      return answer.body.data.map((one: { code: string }) => one.code)
    }
    expect(await codes('wali')).toEqual(['DIWALI25'])
    expect(await codes('%')).toEqual([])
    expect(await codes('_')).toEqual([])
    expect((await codes('')).length).toBeLessThanOrEqual(50)
  })
})

describe('coupons of a masterclass', () => {
  it('CPN-16 CPN-17 CPN-02 creates, updates and links in one call, and leaves other links', async () => {
    const existing = (await create()).body.data
    const first = newCode()
    await save([{ code: first, valid_till: validity }])
    const answer = await save([
      { _id: existing._id, code: existing.code, valid_till: validity, discount_percentage: 30 },
      { code: newCode(), valid_till: validity, absolute_discount: 10000 },
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.data).toHaveLength(3)
    expect(answer.body.data).toEqual(await links())
    for (const link of answer.body.data) {
      expect(link).toMatchObject({ entity_id: masterclassId, entity_type: 'masterclass', is_active: true })
    }
    const updated = answer.body.data.find(
      (link: { coupon_id: { _id: string } }) => link.coupon_id._id === existing._id,
    )
    expect(updated.coupon_id.discount_percentage).toBe(30)
    expect(await links('?entity_type=membership')).toEqual([])
  })

  it('CPN-16 is all or nothing', async () => {
    const taken = (await create()).body.data.code
    const fresh = newCode()
    const answer = await save([
      { code: fresh, valid_till: validity },
      { code: taken, valid_till: validity },
    ])
    expect(answer.status).toBe(409)
    expect(answer.body.errors).toEqual([{ path: 'coupons.1.code', message: 'Coupon code already exists' }])
    expect(await links()).toEqual([])
    expect((await app.call('GET', `/admin/coupon?search=${fresh}`)).body.data).toEqual([])
  })

  it('CPN-11 CPN-12 a row that breaks a rule is named by its place', async () => {
    const answer = await save([
      { code: newCode(), valid_till: validity },
      { code: 'A B', valid_till: '' },
    ])
    expect(answer.body.errors).toEqual([
      { path: 'coupons.1.code', message: 'Only letters and numbers allowed' },
      { path: 'coupons.1.valid_till', message: 'Validity is required' },
    ])
  })

  it('CPN-16 repeated it changes nothing', async () => {
    const coupon = (await create({ discount_percentage: 5 })).body.data
    const form = [{ _id: coupon._id, code: coupon.code, valid_till: validity, discount_percentage: 5 }]
    const first = await save(form)
    expect((await save(form)).body.data).toEqual(first.body.data)
  })

  it('CPN-12 an existing coupon may keep a validity that has passed', async () => {
    const coupon = (await create()).body.data
    app.clock.set('2027-02-01T00:00:00Z')
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const answer = await app.call('PATCH', '/admin/coupons', {
      token,
      json: {
        coupons: [{ _id: coupon._id, code: coupon.code, valid_till: validity }],
        entity_id: masterclassId,
        entity_type: 'masterclass',
      },
    })
    expect(answer.status).toBe(200)
  })

  it('CPN-16 an unknown entity, coupon or kind is refused', async () => {
    expect((await save([], { entity_id: 'nonsense' })).status).toBe(404)
    expect((await save([], { entity_id: '01931f6e-0000-7000-8000-00000000dead' })).status).toBe(404)
    expect((await save([{ _id: 'nonsense', code: 'X1', valid_till: validity }])).status).toBe(404)
    expect((await save([], { entity_type: 'event' })).status).toBe(400)
  })
})

describe('the status of a link', () => {
  it('CPN-18 CPN-07 toggles, or goes to the target that is given', async () => {
    const coupon = (await create()).body.data
    await save([{ _id: coupon._id, code: coupon.code, valid_till: validity }])
    expect((await toggle(coupon._id)).body.data).toMatchObject({ is_active: false, entity_id: masterclassId })
    expect((await toggle(coupon._id)).body.data.is_active).toBe(true)
    expect((await toggle(coupon._id, false)).body.data.is_active).toBe(false)
    expect((await toggle(coupon._id, false)).body.data.is_active).toBe(false)
  })

  it('CPN-18 a target that is repeated changes nothing and leaves no second audit entry', async () => {
    const coupon = (await create()).body.data
    await save([{ _id: coupon._id, code: coupon.code, valid_till: validity }])
    const answers = [await toggle(coupon._id, false), await toggle(coupon._id, false)]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', coupon._id)
      .orderBy('id')
      .execute()
    expect(entries.map((entry) => entry.action)).toEqual([
      'coupon.create',
      'coupon.link',
      'coupon.deactivate',
    ])
  })

  it('CPN-18 an even number of toggles at once ends where it began', async () => {
    const coupon = (await create()).body.data
    await save([{ _id: coupon._id, code: coupon.code, valid_till: validity }])
    await Promise.all(Array.from({ length: 12 }, () => toggle(coupon._id)))
    expect((await links())[0].is_active).toBe(true)
  })

  it('CPN-18 what is not linked is 404', async () => {
    const coupon = (await create()).body.data
    expect((await toggle(coupon._id)).status).toBe(404)
    expect((await toggle('nonsense')).status).toBe(404)
  })
})
