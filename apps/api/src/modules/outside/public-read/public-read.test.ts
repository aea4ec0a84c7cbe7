import { randomUUID } from 'node:crypto'
import { endpoints } from '@greenroom/contract/endpoints'
import { couponPrice, redemptionRefusal } from '@greenroom/contract/money/coupon/coupon.rules'
import { priceWithGst } from '@greenroom/contract/money/payment-page/payment-page.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import {
  makeAdvisor,
  makeAdvisoryService,
  makeComment,
  makeCreator,
  makeEvent,
  makeMasterclass,
  makeMemberPost,
  makeOrder,
  makePost,
  makeUser,
  makeWebinar,
  picture,
} from '../../../test-records.ts'

let app: TestApp
let reader: string
let writer: string
beforeAll(async () => {
  app = await createTestApp()
  const makeKey = async (name: string, permissions: string[]) =>
    (await app.call('POST', '/admin/api-keys', { json: { name, permissions } })).body.data.secret
  reader = await makeKey('Public site', ['intake.read'])
  writer = await makeKey('Nightly import', ['intake.write'])
})
afterAll(() => app.close())

const read = (path: string, headers: Record<string, string> = {}) =>
  app.call('GET', path, { token: reader, headers })
const idsOf = async (path: string): Promise<string[]> =>
  (await read(path)).body.data.map((one: { _id: string }) => one._id)
const set = (table: string, id: string, values: string) =>
  app.database.pool.query(`update ${table} set ${values} where id = $1`, [id])
const ago = (hours: number) => new Date(Date.parse(testNow) - hours * 3_600_000)

async function upload(): Promise<string> {
  return (await app.call('POST', '/admin/upload', { form: { file: await picture() } })).body.data.url
}

async function makePaymentPage(overrides: Record<string, unknown> = {}) {
  const json = {
    title: 'Portfolio review',
    description: 'An hour with an adviser.',
    banner: await upload(),
    prices: [
      { currency_code: 'INR', original_price: 500000, current_price: 400001 },
      { currency_code: 'USD', original_price: 9900, current_price: 4900 },
    ],
    ...overrides,
  }
  return (await app.call('POST', '/admin/payment-entity', { json })).body.data
}

async function makeMembership(values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await app.database.kysely
    .insertInto('membership')
    .values({
      id,
      name: 'Gold',
      currency_code: 'INR',
      current_price: 99900,
      original_price: 149900,
      ...values,
    })
    .execute()
  return id
}

describe('every read', () => {
  const reads = endpoints.filter(({ section }) => section === 'intake-read')

  it('needs a credential with intake.read (OQ-420)', async () => {
    expect(reads.length).toBe(17)
    for (const { endpoint } of reads) {
      const path = endpoint.path.replace(':id', randomUUID())
      expect([path, (await app.call('GET', path, { token: null })).status]).toEqual([path, 401])
      expect([path, (await app.call('GET', path, { token: writer })).status]).toEqual([path, 403])
      expect(endpoint.permissions).toEqual(['intake.read'])
    }
  })

  it('refuses an unknown and a malformed id with 404', async () => {
    for (const { endpoint } of reads.filter(({ endpoint }) => endpoint.path.includes(':id'))) {
      for (const id of [randomUUID(), 'nothing']) {
        const path = endpoint.path.replace(':id', id)
        expect([path, (await read(path)).status]).toEqual([path, 404])
      }
    }
  })

  it('responds with 304 to a request that has the current version (OQ-420)', async () => {
    const id = (await makePaymentPage())._id
    const first = await read(`/intake/payment-pages/${id}`)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const same = await read(`/intake/payment-pages/${id}`, { 'if-none-match': etag })
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, '', etag])
    await app.call('PATCH', `/admin/payment-entity/${id}`, { json: { title: 'Portfolio check' } })
    const changed = await read(`/intake/payment-pages/${id}`, { 'if-none-match': etag })
    expect([changed.status, changed.body.data.title]).toEqual([200, 'Portfolio check'])
  })

  it('has a bounded page', async () => {
    for (const { endpoint } of reads.filter(({ endpoint }) => endpoint.query?.shape.limit)) {
      const path = endpoint.path.replace(':id', await makeMemberPost(app.database.kysely))
      expect((await read(`${path}?limit=0`)).status).toBe(400)
      const answer = await read(`${path}?limit=1`)
      expect([path, answer.status, answer.body.data.length <= 1]).toEqual([path, 200, true])
    }
  })
})

describe('sessions', () => {
  it('shows published masterclasses without what only staff know (OQ-420)', async () => {
    const host = await makeCreator(app, {
      first_name: 'Kavya',
      last_name: 'Iyer',
      email: 'kavya@host.example',
    })
    const made = await makeMasterclass(app, {
      creator_id: host._id,
      images: await picture(),
      links: JSON.stringify([
        { name: 'Telegram', url: 'https://t.me/greenroom', is_active: true },
        { name: 'Discord', url: 'https://discord.gg/closed', is_active: false },
      ]),
    })
    expect(await idsOf('/intake/masterclasses')).not.toContain(made._id)
    expect((await read(`/intake/masterclasses/${made._id}`)).status).toBe(404)
    await set('masterclass', made._id, 'is_active = true')
    const { data } = (await read(`/intake/masterclasses/${made._id}`)).body
    const url = `http://127.0.0.1:3999${made.banner}`
    expect(data).toEqual({
      _id: made._id,
      title: 'Save tax the legal way',
      description: 'What to claim, and when.',
      start_time: '2026-11-28T13:30:00.000Z',
      end_time: '2026-11-28T15:00:00.000Z',
      host_id: host._id,
      host_name: 'Kavya Iyer',
      attendance_type: 'virtual',
      banner: { url, renditions: [480, 960, 1600].map((width) => ({ width, url: `${url}?w=${width}` })) },
      prices: [
        { currency_code: 'USD', original_price: 9900, current_price: 4900 },
        { currency_code: 'INR', original_price: 499900, current_price: 249900 },
      ],
      sold_out: false,
      community_links: [{ name: 'Telegram', url: 'https://t.me/greenroom' }],
      changed_at: testNow,
    })
    expect((await read('/intake/masterclasses')).body.data).toContainEqual(data)
    expect(JSON.stringify(data)).not.toMatch(/@|\+91|zoom/)
  })

  it('lists no past one, and returns one that has begun by its id (OQ-420)', async () => {
    const { _id } = await makeMasterclass(app)
    await set('masterclass', _id, `is_active = true, start_time = '${ago(1).toISOString()}'`)
    expect(await idsOf('/intake/masterclasses')).not.toContain(_id)
    expect((await read(`/intake/masterclasses/${_id}`)).status).toBe(200)
  })

  it('shows active events and published webinars, each in its own list (OQ-420)', async () => {
    const event = await makeEvent(app)
    const hidden = await makeEvent(app)
    await set('event', hidden._id, 'is_active = false')
    const past = await makeEvent(app)
    await set('event', past._id, `start_time = '${ago(1).toISOString()}'`)
    const webinar = await makeWebinar(app)
    expect((await read(`/intake/webinars/${webinar._id}`)).status).toBe(404)
    await set('event', webinar._id, 'is_published = true')
    const hiddenWebinar = await makeWebinar(app)
    await set('event', hiddenWebinar._id, 'is_published = true, is_active = false')

    const events = await idsOf('/intake/events')
    expect(events).toContain(event._id)
    for (const { _id } of [hidden, past, webinar]) expect(events).not.toContain(_id)
    expect(await idsOf('/intake/webinars')).toEqual([webinar._id])
    expect((await read(`/intake/events/${past._id}`)).status).toBe(200)
    for (const path of [
      `events/${hidden._id}`,
      `events/${webinar._id}`,
      `webinars/${event._id}`,
      `webinars/${hiddenWebinar._id}`,
    ]) {
      expect([path, (await read(`/intake/${path}`)).status]).toEqual([path, 404])
    }
    const { data } = (await read(`/intake/webinars/${webinar._id}`)).body
    expect(Object.keys(data).sort()).toEqual([
      '_id',
      'banner',
      'changed_at',
      'description',
      'end_time',
      'host_id',
      'host_name',
      'is_paid',
      'member_only',
      'prices',
      'sold_out',
      'start_time',
      'title',
    ])
    expect((await read(`/intake/events/${event._id}`)).body.data).toMatchObject({
      city: 'Pune',
      sold_out: false,
      host_name: null,
      ticket_banner: null,
    })
  })

  it('is sold out by the switch and when no ticket is left (OQ-420)', async () => {
    const soldOut = async (values: string) => {
      const { _id } = await makeEvent(app)
      await set('event', _id, values)
      return (await read(`/intake/events/${_id}`)).body.data.sold_out
    }
    expect(await soldOut('sold_out = true')).toBe(true)
    expect(await soldOut('total_tickets_sold = 120')).toBe(true)
    expect(await soldOut('total_tickets_sold = 119')).toBe(false)
    expect(await soldOut('total_tickets_sold = 120, is_unlimited_tickets = true')).toBe(false)
  })
})

describe('what is sold and shown beside sessions', () => {
  it('shows memberships, active payment pages and active news (OQ-420)', async () => {
    const membership = await makeMembership()
    expect((await read(`/intake/memberships/${membership}`)).body.data).toMatchObject({
      name: 'Gold',
      banner: null,
      price: { currency_code: 'INR', original_price: 149900, current_price: 99900 },
    })
    expect(await idsOf('/intake/memberships')).toContain(membership)

    const [active, hidden] = [await makePaymentPage(), await makePaymentPage({ is_active: false })]
    const pages = await idsOf('/intake/payment-pages')
    expect([pages.includes(active._id), pages.includes(hidden._id)]).toEqual([true, false])
    expect((await read(`/intake/payment-pages/${hidden._id}`)).status).toBe(404)

    const makeNews = async (is_active: boolean) => {
      const json = {
        heading: 'Rates stay',
        thumbnail: await upload(),
        source: 'Mint',
        reference_link: 'https://news.example/rates',
        is_active,
      }
      return (await app.call('POST', '/admin/academy/news', { json })).body.data._id
    }
    const [shown, inactive] = [await makeNews(true), await makeNews(false)]
    const news = await idsOf('/intake/news')
    expect([news.includes(shown), news.includes(inactive)]).toEqual([true, false])
  })

  it('shows banners between their start and end, by their order (OQ-420)', async () => {
    const makeBanner = async (order: number, start: Date, end: Date, is_active = 'true') => {
      const form = {
        redirect: JSON.stringify({ type: 'external', redirect_link: 'https://greenroom.example/sale' }),
        files: await picture(),
        start_time: start.toISOString(),
        end_time: end.toISOString(),
        order: String(order),
        is_active,
      }
      const { status, body } = await app.call('POST', '/admin/banner', { form })
      expect(status).toBe(201)
      return body.data._id
    }
    const second = await makeBanner(2, ago(1), ago(-1))
    const first = await makeBanner(1, ago(1), ago(-1))
    await makeBanner(3, ago(2), ago(1))
    await makeBanner(4, ago(-1), ago(-2))
    await makeBanner(5, ago(1), ago(-1), 'false')
    expect(await idsOf('/intake/banners')).toEqual([first, second])
    const [banner] = (await read('/intake/banners')).body.data
    expect(banner.redirect).toEqual({ type: 'external', redirect_link: 'https://greenroom.example/sale' })
    expect(banner.files).toEqual([{ url: expect.stringMatching(/^http.*\/files\//), type: 'image' }])
  })

  it('shows services with the names of their advisors (OQ-420)', async () => {
    const id = await makeAdvisoryService(app)
    const advisor = await makeAdvisor(app)
    await app.call('PATCH', `/admin/advisory/services/${id}`, { json: { advisors: [advisor._id] } })
    expect((await read('/intake/services')).body.data).toContainEqual({
      _id: id,
      service_name: 'Term insurance',
      slot_time: 1800,
      buffer_time: 600,
      advisors: [{ _id: advisor._id, first_name: 'Radhika', last_name: 'Menon' }],
    })
  })
})

describe('the feed', () => {
  it('shows visible posts, pinned ones first, with polls and comments (OQ-420)', async () => {
    const db = app.database.kysely
    await app.database.pool.query('delete from post')
    const author = await makeUser(db, { external_id: 'u-1', username: 'nikhil', designation: 'Engineer' })
    const older = await makeMemberPost(db, { user_id: author, created_at: ago(3), is_pinned: true })
    const newer = await makeMemberPost(db, { created_at: ago(1) })
    const hidden = await makeMemberPost(db, { created_at: ago(2), is_visible: false })
    const poll = await makePost(app, {
      message: 'Vote!',
      poll: JSON.stringify({ options: ['Yes', 'No'] }),
      expires_at: ago(-24).toISOString(),
      images: [await picture()],
    })
    expect(await idsOf('/intake/posts')).toEqual([older, poll._id, newer])
    expect(await idsOf('/intake/posts?pinned=true')).toEqual([older])
    expect(await idsOf('/intake/posts?pinned=false')).toEqual([poll._id, newer])
    expect(await idsOf('/intake/posts?limit=1&offset=1')).toEqual([poll._id])
    expect((await read(`/intake/posts/${hidden}`)).status).toBe(404)
    expect((await read(`/intake/posts/${poll._id}`)).body.data).toMatchObject({
      poll: {
        options: [
          { option: 'Yes', votes: 0 },
          { option: 'No', votes: 0 },
        ],
        allow_multiple: false,
      },
      attachments: { images: [{ url: expect.stringMatching(/^http/) }], video: null },
    })

    const comment = await makeComment(db, { post_id: older, user_id: author, created_at: ago(2) })
    const reply = await makeComment(db, { post_id: older, parent_comment_id: comment, created_at: ago(1) })
    await makeComment(db, { post_id: hidden })
    const { data } = (await read(`/intake/posts/${older}/comments`)).body
    expect(
      data.map((one: { _id: string; parent_comment_id: string }) => [one._id, one.parent_comment_id]),
    ).toEqual([
      [reply, comment],
      [comment, null],
    ])
    expect(data[1].author).toEqual({
      _id: author,
      external_id: 'u-1',
      first_name: 'Nikhil',
      last_name: 'Menon',
      username: 'nikhil',
      designation: 'Engineer',
      profile_picture: null,
      is_opc: false,
    })
    expect((await read(`/intake/posts/${hidden}/comments`)).status).toBe(404)
  })
})

describe('the price to pay', () => {
  const priceOf = (entity_type: string, entity_id: string, query = '') =>
    read(`/intake/price?entity_type=${entity_type}&entity_id=${entity_id}&currency=INR${query}`)
  let codes = 0
  async function makeCoupon(values: Record<string, unknown> = {}) {
    const id = randomUUID()
    const code = `PRICE${++codes}`
    await app.database.kysely
      .insertInto('coupon')
      .values({ id, code, valid_till: new Date('2026-12-31T18:29:59Z'), discount_percentage: 20, ...values })
      .execute()
    return { id, code }
  }
  const link = (coupon_id: string, entity_id: string, is_active = true, entity_type = 'membership') =>
    app.database.kysely
      .insertInto('coupon_link')
      .values({ coupon_id, entity_id, entity_type, is_active })
      .execute()

  it('adds GST to payment pages only, and finds the price of every type (OQ-421)', async () => {
    const page = await makePaymentPage()
    expect((await priceOf('custom', page._id)).body.data).toEqual({
      entity_type: 'custom',
      entity_id: page._id,
      currency_code: 'INR',
      original_price: 500000,
      current_price: 400001,
      discount: 0,
      price: 400001,
      gst: priceWithGst(400001, 18) - 400001,
      total: priceWithGst(400001, 18),
      coupon: null,
    })
    const event = await makeEvent(app)
    const webinar = await makeWebinar(app, {
      prices: JSON.stringify([{ currency_code: 'INR', current_price: 100 }]),
      is_paid: 'true',
    })
    expect((await priceOf('events', webinar._id)).status).toBe(404)
    await set('event', webinar._id, 'is_published = true')
    expect((await priceOf('events', webinar._id)).body.data).toMatchObject({
      original_price: null,
      total: 100,
    })
    expect((await priceOf('events', event._id)).body.data).toMatchObject({ total: 99900, gst: 0 })
    const draft = await makeMasterclass(app)
    expect((await priceOf('masterclass', draft._id)).status).toBe(404)
    await set('masterclass', draft._id, 'is_active = true')
    expect((await priceOf('masterclass', draft._id)).body.data.total).toBe(249900)
  })

  it('refuses a currency without a price, and an unknown type (OQ-421)', async () => {
    const id = await makeMembership()
    const dollars = await read(`/intake/price?entity_type=membership&entity_id=${id}&currency=USD`)
    expect([dollars.status, dollars.body.errors]).toEqual([
      400,
      [{ path: 'currency', message: 'There is no price in USD' }],
    ])
    expect((await priceOf('ticket', id)).body.errors[0].path).toBe('entity_type')
  })

  it('says why a coupon takes nothing off (OQ-421, OQ-301)', async () => {
    const id = await makeMembership()
    const refusalOf = async (code: string, query = '') => {
      const { data } = (await priceOf('membership', id, `&coupon=${code}${query}`)).body
      expect(data.coupon.is_valid).toBe(data.coupon.refusal === null)
      expect(data.discount > 0).toBe(data.coupon.is_valid)
      return data.coupon.refusal
    }
    expect(await refusalOf('NOSUCHCODE')).toBe('unknown')
    expect(await refusalOf('%F0%9F%92%B0')).toBe('unknown')
    const unlinked = await makeCoupon()
    expect(await refusalOf(unlinked.code)).toBe('not-linked')
    await link(unlinked.id, id, false)
    expect(await refusalOf(unlinked.code)).toBe('not-linked')
    const ended = await makeCoupon({ valid_till: ago(1) })
    await link(ended.id, id)
    expect(await refusalOf(ended.code)).toBe('ended')
    const valid = await makeCoupon()
    await link(valid.id, id)
    expect(await refusalOf(` ${valid.code.toLowerCase()} `)).toBeNull()

    const buyer = await makeUser(app.database.kysely, { external_id: 'buyer-1' })
    const limited = await makeCoupon({ max_per_person: 1, max_redemptions: 2 })
    await link(limited.id, id)
    const buy = (user_id: string, status: string) =>
      makeOrder(app.database.kysely, { entity_id: id, user_id, status, coupon_id: limited.id })
    await buy(buyer, 'pending')
    expect(await refusalOf(limited.code, '&user_external_id=buyer-1')).toBeNull()
    await buy(buyer, 'refunded')
    expect(await refusalOf(limited.code, '&user_external_id=buyer-1')).toBe('used-by-person')
    expect(await refusalOf(limited.code, '&user_external_id=buyer-2')).toBeNull()
    expect(await refusalOf(limited.code)).toBeNull()
    await buy(randomUUID(), 'completed')
    expect(await refusalOf(limited.code)).toBe('used-up')
  })

  it('equals the price that the console shows, for any price and coupon (OQ-421, OQ-300)', async () => {
    const discounts = fc.record({
      absolute_discount: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      absolute_discount_usd: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      discount_percentage: fc.option(fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.constantFrom('INR' as const, 'USD' as const),
        discounts,
        fc.boolean(),
        fc.boolean(),
        async (current_price, currency_code, terms, hasEnded, isLinked) => {
          const id = await makeMembership({ currency_code, current_price, original_price: current_price })
          const valid_till = hasEnded ? ago(1) : ago(-1)
          const coupon = await makeCoupon({ ...terms, valid_till })
          if (isLinked) await link(coupon.id, id)
          const { data } = (
            await read(
              `/intake/price?entity_type=membership&entity_id=${id}&currency=${currency_code}&coupon=${coupon.code}`,
            )
          ).body
          const refusal = redemptionRefusal(
            { valid_till, max_redemptions: null, max_per_person: null },
            { now: new Date(testNow), isLinked, redeemed: 0, redeemedByPerson: 0 },
          )
          const expected = couponPrice({ currency_code, current_price }, terms)
          expect(data.coupon.refusal).toBe(refusal)
          expect([data.price, data.discount, data.total]).toEqual(
            refusal === null
              ? [expected.price, expected.discount, expected.price]
              : [current_price, 0, current_price],
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})
