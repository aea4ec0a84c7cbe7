import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeMasterclass } from '../../../test-records.ts'

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
const saveAs = (version: number, id: string, change: Record<string, unknown> = {}) =>
  save([{ _id: id, version, ...change }])
const stored = async (code: string) =>
  (await app.call('GET', `/admin/coupon?search=${code}`)).body.data.find(
    (one: { code: string }) => one.code === code,
  )
const links = async (query = '') =>
  (await app.call('GET', `/admin/coupons/${masterclassId}${query}`)).body.data
const toggle = (coupon_id: string, is_active?: boolean, headers: Record<string, string> = {}) =>
  app.call('POST', '/admin/coupon/entity', {
    json: { coupon_id, entity_id: masterclassId, is_active },
    headers,
  })

describe('creating a coupon', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('POST', '/admin/coupon', { json: {}, token: null })).status).toBe(401)
  })

  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['no code (CPN-11)', { code: undefined }, 'code', 'Coupon Code is required'],
    ['an empty code (CPN-11)', { code: '' }, 'code', 'Coupon Code is required'],
    ['a code with a hyphen (CPN-11, LIM-11)', { code: 'TAX-20' }, 'code', 'Only letters and numbers allowed'],
    [
      'a code with a letter outside A to Z (CPN-11, LIM-11)',
      { code: 'ÜBER' },
      'code',
      'Only letters and numbers allowed',
    ],
    ['no validity (CPN-12)', { valid_till: undefined }, 'valid_till', 'Validity is required'],
    ['an empty validity (CPN-12)', { valid_till: '' }, 'valid_till', 'Validity is required'],
    [
      'a validity in the past (CPN-12)',
      { valid_till: '2026-11-21T06:29:59Z' },
      'valid_till',
      'Validity cannot be in the past',
    ],
    [
      'a discount below 0 (CPN-13)',
      { absolute_discount: -1 },
      'absolute_discount',
      'Enter an amount of 0 or more',
    ],
    [
      'a discount with a fraction of a paisa (CPN-13)',
      { absolute_discount_usd: 0.5 },
      'absolute_discount_usd',
      'Enter an amount of 0 or more',
    ],
    [
      'a percentage below 0 (CPN-13)',
      { discount_percentage: -0.01 },
      'discount_percentage',
      'Enter a percentage from 0 to 100',
    ],
    [
      'a percentage above 100 (CPN-13)',
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

  it('returns the coupon with its code in capitals (CPN-15, CPN-01, CPN-11)', async () => {
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

  it('accepts a coupon without discounts, and 0 and 100 percent (CPN-13)', async () => {
    expect((await create()).body.data).toMatchObject({ discount_percentage: null, absolute_discount: null })
    expect((await create({ discount_percentage: 0 })).status).toBe(201)
    expect((await create({ discount_percentage: 100 })).status).toBe(201)
  })

  it('rejects an existing code with 409, in any case and with concurrent requests (CPN-15)', async () => {
    const answers = await Promise.all(['SAME', 'same', 'Same', 'sAme'].map((code) => create({ code })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body.message).toBe('Coupon code already exists')
  })
})

describe('searching coupons', () => {
  it('matches a part of the code in any case, with literal wildcards (CPN-14)', async () => {
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
  it('creates, updates and links in one request and keeps other links (CPN-16, CPN-17, CPN-02)', async () => {
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

  it('saves all or nothing (CPN-16)', async () => {
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

  it('names the position of an invalid coupon (CPN-11, CPN-12)', async () => {
    const answer = await save([
      { code: newCode(), valid_till: validity },
      { code: 'A B', valid_till: '' },
    ])
    expect(answer.body.errors).toEqual([
      { path: 'coupons.1.code', message: 'Only letters and numbers allowed' },
      { path: 'coupons.1.valid_till', message: 'Validity is required' },
    ])
  })

  it('changes nothing when repeated (CPN-16)', async () => {
    const coupon = (await create({ discount_percentage: 5 })).body.data
    const form = [{ _id: coupon._id, code: coupon.code, valid_till: validity, discount_percentage: 5 }]
    const first = await save(form)
    expect((await save(form)).body.data).toEqual(first.body.data)
  })

  it('lets an existing coupon keep an expired validity (CPN-12)', async () => {
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

  it('rejects an unknown entity, coupon or entity type (CPN-16)', async () => {
    expect((await save([], { entity_id: 'nonsense' })).status).toBe(404)
    expect((await save([], { entity_id: '01931f6e-0000-7000-8000-00000000dead' })).status).toBe(404)
    expect((await save([{ _id: 'nonsense', code: 'X1', valid_till: validity }])).status).toBe(404)
    expect((await save([], { entity_type: 'event' })).status).toBe(400)
  })
})

describe('several people saving coupons', () => {
  it('links a coupon by its _id alone and keeps its terms (CPN-16, OQ-045)', async () => {
    const coupon = (await create({ absolute_discount: 50000, discount_percentage: 12.5 })).body.data
    const answer = await save([{ _id: coupon._id }])
    expect([answer.status, answer.body.message]).toEqual([200, 'Coupons linked'])
    expect(answer.body.data).toMatchObject([{ coupon_id: coupon, is_active: true }])
    const changed = await save([{ _id: coupon._id, discount_percentage: null }])
    expect(changed.body.data[0].coupon_id).toEqual({ ...coupon, discount_percentage: null, version: 2 })
    expect((await save([{ code: newCode(), valid_till: validity }])).body.message).toBe('Coupons Created')
  })

  it('rejects a stale change with the current coupon and stores nothing of the save (CPN-16, OQ-109)', async () => {
    const [fresh, coupon] = [newCode(), (await create({ discount_percentage: 5 })).body.data]
    expect((await saveAs(1, coupon._id, { discount_percentage: 90 })).status).toBe(200)
    const before = await links()
    for (const change of [{ discount_percentage: 10 }, {}]) {
      const answer = await save([
        { code: fresh, valid_till: validity },
        { _id: coupon._id, version: 1, ...change },
      ])
      expect([answer.status, answer.body.code]).toEqual([409, 'STALE'])
      expect(answer.body.data).toEqual({ ...coupon, discount_percentage: 90, version: 2 })
      const message = `Someone else has changed ${coupon.code}.`
      expect(answer.body.errors).toEqual([{ path: 'coupons.1.version', message }])
    }
    expect(await links()).toEqual(before)
    expect(await stored(fresh)).toBeUndefined()
    expect((await saveAs(2, coupon._id, { discount_percentage: 10 })).status).toBe(200)
  })

  it('accepts one of many concurrent changes of the same version (OQ-109)', async () => {
    const coupon = (await create()).body.data
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => saveAs(1, coupon._id, { discount_percentage: n + 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await stored(coupon.code)).version).toBe(2)
  })

  it('saves the same coupons for two people in opposite orders (CPN-16)', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create()))
    const coupons = made.map(({ body }) => body.data)
    const classes = [masterclassId, (await makeMasterclass(app))._id]
    const saves = Array.from({ length: 16 }, (_, n) => {
      const forms = coupons.map(({ _id }) => ({ _id, discount_percentage: n }))
      return save(n % 2 === 0 ? forms : forms.reverse(), { entity_id: classes[n % 2] })
    })
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(Array(16).fill(200))
    const discounts = await Promise.all(
      coupons.map(async ({ code }) => (await stored(code)).discount_percentage),
    )
    expect(new Set(discounts).size).toBe(1)
  })

  it('creates one set for two people who send the same codes in opposite orders, and rejects the other with 409 (CPN-16)', async () => {
    // A sequence is not rolled back, so it also counts the rows of repeated transactions.
    const db = app.database.kysely
    await sql
      .raw(
        `create sequence inserts;
        create function count_insert() returns trigger language plpgsql as
          $$ begin perform nextval('inserts'); return new; end $$;
        create trigger count_insert before insert on coupon for each row execute function count_insert()`,
      )
      .execute(db)
    const forms = Array.from({ length: 12 }, () => ({ code: newCode(), valid_till: validity }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save(n % 2 === 0 ? forms : forms.toReversed())),
    )
    const { rows } = await sql<{ last_value: number }>`select last_value from inserts`.execute(db)
    await sql.raw('drop function count_insert cascade; drop sequence inserts').execute(db)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await links()).toHaveLength(12)
    // Each loser waits at its first code and is rejected there; none is aborted by a deadlock.
    expect(rows).toEqual([{ last_value: 12 + 7 }])
  })

  it('rejects a coupon that is named twice, and a version of a new coupon (CPN-16)', async () => {
    const coupon = (await create()).body.data
    const twice = await save([{ _id: coupon._id }, { _id: coupon._id.toUpperCase() }])
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [{ path: 'coupons.1._id', message: 'This coupon is in the list twice' }],
    ])
    const versions = await save([
      { code: newCode(), valid_till: validity, version: 1 },
      { _id: coupon._id, version: 'new' },
      { discount_percentage: -1 },
    ])
    expect([versions.status, versions.body.errors]).toEqual([
      400,
      [
        { path: 'coupons.0.version', message: 'A new coupon has no version' },
        { path: 'coupons.1.version', message: 'version must be a whole number from 1' },
        { path: 'coupons.2.discount_percentage', message: 'Enter a percentage from 0 to 100' },
        { path: 'coupons.2.code', message: 'Coupon Code is required' },
        { path: 'coupons.2.valid_till', message: 'Validity is required' },
      ],
    ])
    expect(await links()).toEqual([])
  })
})

describe('the status of a link', () => {
  it('toggles, or sets the given target (CPN-18, CPN-07)', async () => {
    const coupon = (await create()).body.data
    await save([{ _id: coupon._id, code: coupon.code, valid_till: validity }])
    expect((await toggle(coupon._id)).body.data).toMatchObject({ is_active: false, entity_id: masterclassId })
    expect((await toggle(coupon._id)).body.data.is_active).toBe(true)
    expect((await toggle(coupon._id, false)).body.data.is_active).toBe(false)
    expect((await toggle(coupon._id, false)).body.data.is_active).toBe(false)
  })

  it('changes nothing and adds no audit entry for a repeated target (CPN-18)', async () => {
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

  it('ends where it started after an even number of concurrent toggles (CPN-18)', async () => {
    const coupon = (await create()).body.data
    await save([{ _id: coupon._id, code: coupon.code, valid_till: validity }])
    await Promise.all(Array.from({ length: 12 }, () => toggle(coupon._id)))
    expect((await links())[0].is_active).toBe(true)
  })

  it('rejects a stale change with the current link and changes nothing (CPN-18, OQ-109)', async () => {
    const coupon = (await create()).body.data
    expect((await save([{ _id: coupon._id }])).body.data[0].version).toBe(1)
    const first = { 'if-match': '"1"' }
    expect((await toggle(coupon._id, false, first)).body.data).toMatchObject({ is_active: false, version: 2 })
    for (const target of [true, false, undefined]) {
      const stale = await toggle(coupon._id, target, first)
      expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
      expect(stale.body.message).toBe(`Someone else has switched ${coupon.code} on or off.`)
      expect(stale.body.data).toEqual((await links())[0])
    }
    expect((await links())[0]).toMatchObject({ is_active: false, version: 2 })
    expect((await toggle(coupon._id, true, { 'if-match': '"2"' })).body.data.version).toBe(3)
  })

  it('returns 404 for a coupon that is not linked (CPN-18)', async () => {
    const coupon = (await create()).body.data
    expect((await toggle(coupon._id)).status).toBe(404)
    expect((await toggle('nonsense')).status).toBe(404)
  })
})
