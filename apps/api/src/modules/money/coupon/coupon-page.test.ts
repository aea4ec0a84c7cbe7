import type { ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCounts, foldCounts, recount } from '../../../platform/database/kept-counts.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeMasterclass } from '../../../test-records.ts'
import { redemptionCounts } from './redemption-counts.repository.ts'

const log = pino({ level: 'silent' })
const validity = '2026-12-31T18:29:59.999Z'

let app: TestApp
let masterclassId: string
beforeAll(async () => {
  app = await createTestApp()
  masterclassId = (await makeMasterclass(app))._id
})
afterAll(() => app.close())

let count = 0
const newCode = () => `PAGE${++count}`
async function create(form: Record<string, unknown> = {}): Promise<ListedCoupon> {
  const answer = await app.call('POST', '/admin/coupon', {
    json: { code: newCode(), valid_till: validity, ...form },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const link = (id: string) =>
  app.call('PATCH', '/admin/coupons', {
    json: { coupons: [{ _id: id }], entity_id: masterclassId, entity_type: 'masterclass' },
  })
const change = (id: string, json: Record<string, unknown>, headers: Record<string, string> = {}) =>
  app.call('PATCH', `/admin/coupon/${id}`, { json, headers })
const remove = (id: string) => app.call('DELETE', `/admin/coupon/${id}`)
const read = async (id: string): Promise<ListedCoupon> =>
  (await app.call('GET', `/admin/coupon/${id}`)).body.data
const codes = async (query: string): Promise<string[]> =>
  (await app.call('GET', `/admin/coupons?${query}`)).body.data.map((one: ListedCoupon) => one.code)

/** Inserts an order with a coupon, as the public product does. */
async function order(couponId: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = newId()
  await app.database.kysely
    .insertInto('transaction')
    .values({
      id,
      reference_order_id: id,
      status: 'completed',
      amount: 80_000,
      discount_amount: 20_000,
      currency_code: 'INR',
      coupon_id: couponId,
      created_at: new Date('2026-11-20T10:00:00Z'),
      entity_type: 'masterclass',
      entity_id: masterclassId,
      entity_title: 'Save tax',
      user_id: newId(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      ...values,
    })
    .execute()
  return id
}

async function audited(id: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom('audit_entry')
    .select('action')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.action)
}

describe('the list of coupons', () => {
  it('requires a credential (AUTH-09)', async () => {
    for (const path of ['/admin/coupons', `/admin/coupon/${newId()}`, `/admin/coupon/${newId()}/links`]) {
      expect((await app.call('GET', path, { token: null })).status, path).toBe(401)
    }
  })

  it('refuses an unknown group (OQ-305)', async () => {
    const answer = await app.call('GET', '/admin/coupons?group=all')
    expect([answer.status, answer.body.message]).toEqual([400, 'group must be active, ended or unlinked'])
  })

  it('groups coupons and finds them by a part of the code (OQ-305)', async () => {
    const linked = await create({ code: 'LISTLINKED' })
    await link(linked._id)
    await create({ code: 'LISTALONE' })
    for (const [code, valid_till] of [
      ['LISTENDED1', '2026-11-18T18:29:59.999Z'],
      ['LISTENDED2', '2026-11-19T18:29:59.999Z'],
    ] as const) {
      expect((await change((await create({ code }))._id, { valid_till })).status).toBe(200)
    }
    expect(await codes('search=list')).toEqual(['LISTALONE', 'LISTLINKED'])
    expect(await codes('group=ended&search=list')).toEqual(['LISTENDED2', 'LISTENDED1'])
    expect(await codes('group=unlinked&search=list')).toEqual(['LISTENDED2', 'LISTENDED1', 'LISTALONE'])
    expect(await codes('group=unlinked&search=list&limit=1&offset=2')).toEqual(['LISTALONE'])
    expect(await codes('search=%25')).toEqual([])
    const { group_counts } = (await app.call('GET', '/admin/coupons?search=list&limit=1&offset=1')).body
    expect(group_counts).toEqual({ active: 2, ended: 2, unlinked: 3 })
  })

  it('filters by the end and by what a coupon is linked to (OQ-682, OQ-448)', async () => {
    const made: [code: string, valid_till: string][] = [
      ['FILTERA', '2026-11-28T06:29:59.999Z'],
      ['FILTERB', '2026-11-28T06:30:00.000Z'],
      ['FILTERC', '2026-12-21T06:29:59.999Z'],
      ['FILTERD', '2026-12-21T06:30:00.000Z'],
    ]
    for (const [code, valid_till] of made) await create({ code, valid_till })
    expect(await codes('search=filter&ends=week')).toEqual(['FILTERA'])
    expect(await codes('search=filter&ends=month')).toEqual(['FILTERC', 'FILTERB', 'FILTERA'])
    expect(await codes('search=filter&ends=later')).toEqual(['FILTERD'])
    const { body } = await app.call('GET', '/admin/coupons?search=filterd')
    await link(body.data[0]._id)
    expect(await codes('search=filter&linked_to=masterclass')).toEqual(['FILTERD'])
    expect(await codes('search=filter&linked_to=membership')).toEqual([])
    expect(await codes('search=filter&linked_to=masterclass&ends=week')).toEqual([])
    const counted = await app.call('GET', '/admin/coupons?search=filter&linked_to=masterclass&ends=week')
    expect(counted.body.group_counts).toEqual({ active: 1, ended: 0, unlinked: 0 })
    for (const [query, message] of [
      ['ends=day', 'ends must be week, month or later'],
      ['linked_to=events', 'linked_to must be masterclass or membership'],
    ] as const) {
      const answer = await app.call('GET', `/admin/coupons?${query}`)
      expect([answer.status, answer.body.message]).toEqual([400, message])
    }
  })

  it('counts links and redemptions per currency (OQ-302)', async () => {
    const { _id } = await create({ discount_percentage: 20, max_redemptions: 500, max_per_person: 1 })
    expect(await read(_id)).toMatchObject({
      max_redemptions: 500,
      max_per_person: 1,
      links_count: 0,
      redemptions: [],
      is_used: false,
    })
    await link(_id)
    await order(_id, { status: 'pending' })
    expect(await read(_id)).toMatchObject({ links_count: 1, redemptions: [], is_used: true })
    const refunded = await order(_id)
    await order(_id)
    await order(_id, { status: 'failed' })
    await order(_id, { currency_code: 'USD', amount: 2_400, discount_amount: 600 })
    const both = [
      { currency_code: 'INR', redeemed: 2, discount: 40_000, amount: 160_000 },
      { currency_code: 'USD', redeemed: 1, discount: 600, amount: 2_400 },
    ]
    expect((await read(_id)).redemptions).toEqual(both)
    await app.database.kysely
      .updateTable('transaction')
      .set({ status: 'refunded' })
      .where('id', '=', refunded)
      .execute()
    expect((await read(_id)).redemptions).toEqual(both)

    const db = app.database.kysely
    expect(await foldCounts(db, redemptionCounts, log)).toBeGreaterThan(0)
    expect((await read(_id)).redemptions).toEqual(both)
    await app.database.kysely.deleteFrom('transaction').where('id', '=', refunded).execute()
    const [rupees, usd] = both
    const left = [{ ...rupees, redeemed: 1, discount: 20_000, amount: 80_000 }, usd]
    expect((await read(_id)).redemptions).toEqual(left)
    expect(await checkCounts(db, redemptionCounts)).toBe(0)

    // Until the orders are counted again, the list reads them.
    await db.updateTable('count_state').set({ counted_at: null }).where('list', '=', 'redemptions').execute()
    expect((await read(_id)).redemptions).toEqual(left)
    await recount(db, redemptionCounts)
    expect((await read(_id)).redemptions).toEqual(left)
    expect(await checkCounts(db, redemptionCounts)).toBe(0)
  })
})

describe('the orders of a coupon', () => {
  const listed = async (query: string): Promise<string[]> =>
    (await app.call('GET', `/admin/orders?${query}`)).body.data.ordersList.map(
      ({ _id }: { _id: string }) => _id,
    )

  it('are as many as it was redeemed, whatever their type and day (OQ-320)', async () => {
    const { _id } = await create()
    const { _id: another } = await create()
    const redeemed = [
      await order(_id, { created_at: new Date('2024-02-01T10:00:00Z') }),
      await order(_id, { entity_type: 'membership', status: 'refunded' }),
      await order(_id, { currency_code: 'USD', created_at: new Date('2026-11-20T11:00:00Z') }),
    ]
    const pending = await order(_id, { status: 'pending', created_at: new Date('2023-02-01T10:00:00Z') })
    await order(another)
    const paid = `coupon_id=${_id}&status=paid`
    expect((await listed(paid)).sort()).toEqual([...redeemed].sort())
    expect(await listed(`${paid}&currency_code=USD`)).toEqual([redeemed[2]])
    expect(await listed(`coupon_id=${_id}&status=pending`)).toEqual([pending])
    expect(await listed(`coupon_id=${_id.toUpperCase()}&entity_type=membership`)).toEqual([redeemed[1]])
    const { redemptions } = await read(_id)
    expect(redemptions.reduce((sum, one) => sum + one.redeemed, 0)).toBe(redeemed.length)
    const sums = (await app.call('GET', `/admin/orders/sums?${paid}`)).body.data
    expect(
      sums.map(({ currency_code, count, completed }: Record<string, unknown>) => [
        currency_code,
        count,
        completed,
      ]),
    ).toEqual(redemptions.map(({ currency_code, redeemed, amount }) => [currency_code, redeemed, amount]))
  })

  it('are none for an unknown or malformed id (OQ-320)', async () => {
    expect(await listed(`coupon_id=${newId()}`)).toEqual([])
    expect(await listed('coupon_id=TAXSAVE20')).toEqual([])
  })
})

describe('changing a coupon', () => {
  it('requires a credential and an existing coupon (AUTH-09, OQ-303)', async () => {
    const path = `/admin/coupon/${newId()}`
    expect((await app.call('PATCH', path, { json: {}, token: null })).status).toBe(401)
    expect((await app.call('PATCH', path, { json: {} })).status).toBe(404)
    expect((await change('nonsense', {})).status).toBe(404)
  })

  it.each([
    [{ code: '' }, 'code', 'Coupon Code is required'],
    [{ valid_till: '' }, 'valid_till', 'Validity is required'],
    [{ discount_percentage: 101 }, 'discount_percentage', 'Enter a percentage from 0 to 100'],
    [{ max_redemptions: 0 }, 'max_redemptions', 'Enter a whole number of 1 or more'],
    [{ max_per_person: 1.5 }, 'max_per_person', 'Enter a whole number of 1 or more'],
    [{ max_per_person: '1' }, 'max_per_person', 'Enter a whole number of 1 or more'],
    [{ max_redemptions: 1_000_000_001 }, 'max_redemptions', 'Enter a whole number of 1 or more'],
  ])('refuses %j (CPN-11, CPN-12, CPN-13, OQ-301)', async (json, path, message) => {
    const { _id } = await create()
    const answer = await change(_id, json)
    expect([answer.status, answer.body.errors]).toEqual([400, [{ path, message }]])
    expect((await read(_id)).version).toBe(1)
  })

  it('changes the given fields of an unused coupon and keeps the others (OQ-303)', async () => {
    const coupon = await create({ absolute_discount: 50_000, max_per_person: 1 })
    const code = newCode()
    const changes = { code: code.toLowerCase(), absolute_discount: null, discount_percentage: 12.5 }
    const answer = await change(coupon._id, { ...changes, max_redemptions: 40 }, { 'if-match': '"1"' })
    expect([answer.status, answer.body.message]).toEqual([200, 'Coupon updated'])
    expect(answer.body.data).toMatchObject({
      ...coupon,
      ...changes,
      code,
      max_redemptions: 40,
      version: 2,
      links_count: 0,
    })
    expect((await change(coupon._id, { max_redemptions: 40 })).body.data.version).toBe(2)
    expect(await audited(coupon._id)).toEqual(['coupon.create', 'coupon.update'])
  })

  it('refuses a stale edit with the current coupon, and a taken code (OQ-109, OQ-046)', async () => {
    const [coupon, other] = [await create(), await create()]
    await change(coupon._id, { max_per_person: 2 })
    const stale = await change(coupon._id, { max_per_person: 3 }, { 'if-match': '"1"' })
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
    expect(stale.body.data).toEqual(await read(coupon._id))
    const taken = await change(coupon._id, { code: other.code })
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ path: 'code', message: 'Coupon code already exists' }],
    ])
  })

  it('keeps code and discounts of a coupon that an order carries, and changes end and limits (OQ-303)', async () => {
    const coupon = await create({ discount_percentage: 20 })
    await order(coupon._id, { status: 'pending' })
    const message = 'An order carries this coupon, so its code and discounts stay'
    const answer = await change(coupon._id, { discount_percentage: 25, absolute_discount: 100 })
    expect([answer.status, answer.body.code, answer.body.errors]).toEqual([
      409,
      'WRONG_STATE',
      [
        { path: 'absolute_discount', message },
        { path: 'discount_percentage', message },
      ],
    ])
    const inList = await app.call('PATCH', '/admin/coupons', {
      json: {
        coupons: [{ _id: coupon._id, code: newCode() }],
        entity_id: masterclassId,
        entity_type: 'masterclass',
      },
    })
    expect([inList.status, inList.body.errors]).toEqual([409, [{ path: 'coupons.0.code', message }]])
    expect(await read(coupon._id)).toMatchObject({ version: 1, links_count: 0, discount_percentage: 20 })

    const allowed = { valid_till: '2026-11-19T18:29:59.999Z', max_redemptions: 1, discount_percentage: 20 }
    expect((await change(coupon._id, allowed)).body.data).toMatchObject({ ...allowed, version: 2 })
  })
})

describe('deleting a coupon', () => {
  it('requires a credential and an existing coupon (AUTH-09, OQ-304)', async () => {
    const path = `/admin/coupon/${newId()}`
    expect((await app.call('DELETE', path, { token: null })).status).toBe(401)
    expect((await app.call('DELETE', path)).status).toBe(404)
    expect((await remove('nonsense')).status).toBe(404)
  })

  it('refuses one that was linked or that an order carries (OQ-304)', async () => {
    const [linked, used] = [await create(), await create()]
    await link(linked._id)
    await order(used._id, { status: 'failed' })
    const ofLinked = await remove(linked._id)
    expect([ofLinked.status, ofLinked.body.code, ofLinked.body.message]).toEqual([
      409,
      'WRONG_STATE',
      `Masterclasses or memberships have ${linked.code}, so it stays. Change its end date instead.`,
    ])
    expect((await remove(used._id)).body.message).toBe(
      `Orders carry ${used.code}, so it stays. Change its end date instead.`,
    )
    expect((await read(linked._id)).code).toBe(linked.code)
    expect((await read(used._id)).code).toBe(used.code)
  })

  it('deletes any other, and frees its code (OQ-304)', async () => {
    const coupon = await create()
    expect((await remove(coupon._id)).body).toMatchObject({ message: 'Coupon deleted', data: {} })
    expect((await remove(coupon._id)).status).toBe(404)
    expect(await audited(coupon._id)).toEqual(['coupon.create', 'coupon.remove'])
    await create({ code: coupon.code })
  })

  it('never deletes a coupon that is linked at the same time (OQ-304)', async () => {
    for (let round = 0; round < 8; round++) {
      const coupon = await create()
      const [removed, linked] = await Promise.all([remove(coupon._id), link(coupon._id)])
      expect([removed.status, linked.status]).toEqual(removed.status === 200 ? [200, 404] : [409, 200])
    }
  })
})

describe('what a coupon is linked to', () => {
  it('is listed with prices, the newest link first (OQ-306)', async () => {
    const coupon = await create({ discount_percentage: 20 })
    const membershipId = newId()
    await app.database.kysely
      .insertInto('membership')
      .values({
        id: membershipId,
        name: 'Circle',
        currency_code: 'INR',
        current_price: 499_900,
        original_price: 599_900,
      })
      .execute()
    const second = await makeMasterclass(app)
    await link(coupon._id)
    app.clock.set('2026-11-21T06:31:00Z')
    for (const [entity_id, entity_type] of [
      [second._id, 'masterclass'],
      [membershipId, 'membership'],
    ]) {
      await app.call('PATCH', '/admin/coupons', {
        json: { coupons: [{ _id: coupon._id }], entity_id, entity_type },
      })
      app.clock.set('2026-11-21T06:32:00Z')
    }
    await app.call('POST', '/admin/coupon/entity', {
      json: { coupon_id: coupon._id, entity_id: second._id, is_active: false },
    })
    const answer = await app.call('GET', `/admin/coupon/${coupon._id}/links`)
    expect(answer.body.data).toEqual([
      {
        entity_id: membershipId,
        entity_type: 'membership',
        is_active: true,
        title: 'Circle',
        start_time: null,
        prices: [{ currency_code: 'INR', current_price: 499_900, original_price: 599_900 }],
      },
      {
        entity_id: second._id,
        entity_type: 'masterclass',
        is_active: false,
        title: second.title,
        start_time: second.start_time,
        prices: second.prices,
      },
      expect.objectContaining({ entity_id: masterclassId, is_active: true }),
    ])
    const page = await app.call('GET', `/admin/coupon/${coupon._id}/links?limit=1&offset=1`)
    expect(page.body.data).toEqual([answer.body.data[1]])
    expect((await app.call('GET', '/admin/coupon/nonsense/links')).status).toBe(404)
  })
})

describe('the end of several coupons (OQ-683)', () => {
  const ends = (coupons: unknown, options: object = {}) =>
    app.call('POST', '/admin/coupons/ends', { json: { coupons }, ...options })
  const next = '2027-01-31T18:29:59.999Z'
  const of = ({ _id, version }: { _id: string; version: number }, valid_till = next) => ({
    _id,
    version,
    valid_till,
  })
  const audited = (id: string) =>
    app.database.kysely
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('entity_id', '=', id)
      .where('action', '=', 'coupon.update')
      .execute()

  it('changes all, each with an entry, and leaves what has that end already', async () => {
    const [one, two, same] = [
      await create({ code: 'ENDSA' }),
      await create({ code: 'ENDSB' }),
      await create({ code: 'ENDSC', valid_till: next }),
    ]
    const answer = await ends([two, one, same].map((coupon) => of(coupon)))
    expect([answer.status, answer.body.message]).toEqual([200, '3 coupons updated'])
    expect(
      answer.body.data.map(({ code, valid_till, version }: typeof one) => [code, valid_till, version]),
    ).toEqual([
      ['ENDSB', next, 2],
      ['ENDSA', next, 2],
      ['ENDSC', next, 1],
    ])
    expect(await audited(one._id)).toEqual([
      { before: { valid_till: one.valid_till, version: 1 }, after: { valid_till: next, version: 2 } },
    ])
    expect(await audited(same._id)).toEqual([])
  })

  it('ends coupons at once with an end in the past', async () => {
    const coupon = await create({ code: 'ENDSNOW' })
    expect((await ends([of(coupon, '2026-11-20T18:29:59.999Z')])).status).toBe(200)
    expect(await codes('group=ended&search=endsnow')).toEqual(['ENDSNOW'])
  })

  it('changes none if one has changed or is gone, and names each', async () => {
    const [kept, changed] = [await create({ code: 'ENDSKEPT' }), await create({ code: 'ENDSCHANGED' })]
    await change(changed._id, { max_redemptions: 3 })
    const answer = await ends([of(kept), of(changed), of({ _id: newId(), version: 1 })])
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'WRONG_STATE',
      '2 of 3 coupons have changed meanwhile, so nothing was saved. Check them and try again.',
    ])
    expect(answer.body.errors).toEqual([
      { path: 'coupons.1._id', message: 'Someone else has changed ENDSCHANGED.' },
      { path: 'coupons.2._id', message: 'This coupon does not exist' },
    ])
    expect((await read(kept._id)).valid_till).toBe(kept.valid_till)
  })

  it('refuses none, more than 200, one twice, and whoever may only read', async () => {
    const coupon = of(await create({ code: 'ENDSTWICE' }))
    for (const [coupons, message] of [
      [[], 'Choose at least one coupon'],
      [
        Array.from({ length: 201 }, () => of({ _id: newId(), version: 1 })),
        'Change at most 200 coupons at once',
      ],
      [[coupon, { ...coupon, _id: coupon._id.toUpperCase() }], 'This coupon is in the list twice'],
      [[{ ...coupon, valid_till: '' }], 'Validity is required'],
    ] as const) {
      const answer = await ends(coupons)
      expect([answer.status, answer.body.message]).toEqual([400, message])
    }
    expect((await ends([coupon], { token: null })).status).toBe(401)
  })
})
