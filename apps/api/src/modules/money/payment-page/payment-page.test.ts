import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeOrder, picture } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const path = '/admin/payment-entity'
const prices = [
  { currency_code: 'USD', original_price: 9900, current_price: 4900 },
  { currency_code: 'INR', original_price: 499900, current_price: 249900 },
]

async function upload(): Promise<string> {
  const answer = await app.call('POST', '/admin/upload', { form: { file: await picture() } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.url
}

async function form(overrides: Record<string, unknown> = {}) {
  return {
    title: 'One to one tax review',
    description: 'An hour with an adviser.',
    is_active: true,
    banner: overrides.banner === undefined ? await upload() : overrides.banner,
    prices,
    lsq: { add_to_cart: '212', purchase: '213' },
    ...overrides,
  }
}
const create = async (overrides: Record<string, unknown> = {}) =>
  app.call('POST', path, { json: await form(overrides) })
async function make(overrides: Record<string, unknown> = {}) {
  const answer = await create(overrides)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
const update = (id: string, json: unknown, headers: Record<string, string> = {}) =>
  app.call('PATCH', `${path}/${id}`, { json, headers })
const fileExists = async (url: string) => (await app.call('GET', url, { token: null })).status === 200
const auditOf = async (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'entity_label', 'before', 'after', 'actor_email'])
    .where('entity_id', '=', id)
    .orderBy('at')
    .execute()

describe('creating a payment page', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('POST', path, { json: {}, token: null })).status).toBe(401)
  })

  const withPrices = (change: Record<string, unknown>) =>
    prices.map((price, n) => (n === 0 ? { ...price, ...change } : price))
  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['an empty banner (PAY-06)', { banner: '' }, 'banner', 'Please upload a banner image'],
    ['no banner (PAY-06)', { banner: null }, 'banner', 'Please upload a banner image'],
    [
      'a banner from another site (PAY-06)',
      { banner: 'https://elsewhere.example/a.png' },
      'banner',
      'Please upload a banner image',
    ],
    ['a banner that was never uploaded (PAY-06)', { banner: '/files/0123456789abcdef.png' }, 'banner', ''],
    [
      'a banner as a path (PAY-06)',
      { banner: '/files/../../etc/passwd' },
      'banner',
      'Please upload a banner image',
    ],
    ['no title (PAY-07)', { title: undefined }, 'title', 'Title is required'],
    ['a blank title (PAY-07)', { title: '   ' }, 'title', 'Title is required'],
    ['a title of 1 character (PAY-07, OQ-102)', { title: 'T' }, 'title', 'Title is required'],
    ['a title of 1 character and spaces (PAY-07, OQ-102)', { title: ' T ' }, 'title', 'Title is required'],
    [
      'a title of 101 characters (PAY-07, OQ-102)',
      { title: '🎓'.repeat(101) },
      'title',
      'Title should not exceed 100 characters',
    ],
    ['no prices (PAY-08)', { prices: undefined }, 'prices', 'Price is required'],
    ['one currency (PAY-08)', { prices: prices.slice(1) }, 'prices', 'Price is required'],
    ['a currency twice (PAY-08)', { prices: [prices[1], prices[1]] }, 'prices', 'Price is required'],
    [
      'no current price (PAY-08)',
      { prices: withPrices({ current_price: undefined }) },
      'prices.0.current_price',
      'Price is required',
    ],
    [
      'no original price (PAY-08)',
      { prices: withPrices({ original_price: null }) },
      'prices.0.original_price',
      'Price is required',
    ],
    [
      'a price below 0 (PAY-08)',
      { prices: withPrices({ current_price: -1 }) },
      'prices.0.current_price',
      'Price is required',
    ],
    [
      'a fraction of a cent (PAY-08)',
      { prices: withPrices({ current_price: 0.5 }) },
      'prices.0.current_price',
      'Price is required',
    ],
    [
      'a price as text (PAY-08)',
      { prices: withPrices({ current_price: '4900' }) },
      'prices.0.current_price',
      'Price is required',
    ],
    [
      'an activity id with letters (PAY-09)',
      { lsq: { add_to_cart: '21a' } },
      'lsq.add_to_cart',
      'Leadsquared activity ID should be a number.',
    ],
    [
      'an activity id below 0 (PAY-09)',
      { lsq: { purchase: '-2' } },
      'lsq.purchase',
      'Leadsquared activity ID should be a number.',
    ],
    [
      'an activity id under meta (PAY-09, OQ-104)',
      { lsq: undefined, meta: { lsq: { purchase: '2.5' } } },
      'meta.lsq.purchase',
      'Leadsquared activity ID should be a number.',
    ],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, field, message) => {
    const before = await app.call('GET', path)
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].path).toBe(field)
    expect(answer.body.errors[0].message).toMatch(/\S/)
    if (message) expect(answer.body.errors[0].message).toBe(message)
    expect((await app.call('GET', path)).body.data).toEqual(before.body.data)
  })

  it('returns the stored page (PAY-11, PAY-01, PAY-16)', async () => {
    const banner = await upload()
    const answer = await create({ banner })
    expect(answer.status).toBe(201)
    expect(answer.body.message).toBe('Payment entity created successfully!')
    const page = {
      _id: expect.any(String),
      title: 'One to one tax review',
      description: 'An hour with an adviser.',
      is_active: true,
      banner,
      prices,
      venue_state: null,
      meta: { lsq: { add_to_cart: '212', purchase: '213' } },
      created_at: testNow,
      version: 1,
    }
    expect(answer.body.data).toEqual(page)
    expect((await app.call('GET', `${path}/${answer.body.data._id}`)).body.data).toEqual(page)
    expect(await auditOf(answer.body.data._id)).toMatchObject([
      {
        action: 'payment-page.create',
        entity_label: 'One to one tax review',
        actor_email: 'meera.nair@greenroom.example',
        after: { banner, prices },
      },
    ])
  })

  it('is active by default and may lack description and tracking (PAY-02, OQ-104)', async () => {
    const page = await make({ is_active: undefined, description: undefined, lsq: undefined })
    expect(page).toMatchObject({
      is_active: true,
      description: '',
      meta: { lsq: { add_to_cart: '', purchase: '' } },
    })
    expect(await make({ is_active: false })).toMatchObject({ is_active: false })
  })

  it('accepts tracking ids under meta (OQ-104, PAY-16)', async () => {
    expect(
      (await make({ lsq: undefined, meta: { lsq: { add_to_cart: '7', purchase: '' } } })).meta.lsq,
    ).toEqual({
      add_to_cart: '7',
      purchase: '',
    })
  })

  it('accepts the shortest and the longest values (PAY-07, PAY-08, PAY-09)', async () => {
    const free = prices.map((price) => ({ ...price, original_price: 0, current_price: 0 }))
    expect(
      await make({ title: 'Ab', prices: free, lsq: { add_to_cart: '0', purchase: '9'.repeat(20) } }),
    ).toMatchObject({
      title: 'Ab',
      prices: free,
    })
    const longest = '🎓'.repeat(100)
    expect((await make({ title: longest })).title).toBe(longest)
    expect((await make({ prices: [...prices].reverse() })).prices).toEqual(prices)
  })

  it('assigns the banner to the page, and to no other (OQ-023, PAY-06)', async () => {
    const banner = await upload()
    await make({ banner })
    const second = await create({ banner })
    expect(second.status).toBe(400)
    expect(second.body.errors[0].path).toBe('banner')
    expect(await fileExists(banner)).toBe(true)
    await app.app.files.sweep(new Date('2027-01-01T00:00:00Z'))
    expect(await fileExists(banner)).toBe(true)
  })

  it('accepts the banner by its whole URL (OQ-023)', async () => {
    const banner = await upload()
    expect((await make({ banner: `http://127.0.0.1:3999${banner}` })).banner).toBe(banner)
  })

  it('ignores fields that clients may not set', async () => {
    const page = await make({
      _id: '01931f6e-0000-7000-8000-00000000dead',
      version: 9,
      created_at: '2001-01-01T00:00:00Z',
    })
    expect(page).toMatchObject({ version: 1, created_at: testNow })
    expect(page._id).not.toBe('01931f6e-0000-7000-8000-00000000dead')
  })

  it('creates one page for two requests with the same key', async () => {
    const json = await form({ title: 'Sent twice' })
    const send = () => app.call('POST', path, { json, headers: { 'idempotency-key': 'page-1' } })
    const [first, second] = await Promise.all([send(), send()])
    expect(first.body).toEqual(second.body)
    expect((await app.call('GET', `${path}?title=Sent+twice`)).body.data).toHaveLength(1)
  })
})

describe('listing payment pages', () => {
  beforeAll(async () => {
    await sql`truncate payment_page`.execute(app.database.kysely)
    for (const [n, title] of ['Tax review', '100% refund_ready', 'Tax audit help'].entries()) {
      app.clock.set(new Date(Date.parse(testNow) + n * 60_000))
      await make({ title, is_active: n !== 1 })
    }
  })

  const titles = async (query: string) => {
    const answer = await app.call('GET', `${path}${query}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data.map((page: { title: string }) => page.title)
  }

  it('counts the pages of each status within the search, whatever page is asked for (OQ-195)', async () => {
    const counts = async (query: string) => (await app.call('GET', `${path}?${query}`)).body.group_counts
    expect(await counts('limit=1&offset=1')).toEqual({ active: 2, inactive: 1 })
    expect(await counts('title=TAX&is_active=false')).toEqual({ active: 2, inactive: 0 })
    expect(await counts('title=refund_')).toEqual({ active: 0, inactive: 1 })
  })

  it('lists all, active or inactive pages, the newest first (PAY-13, PAY-02)', async () => {
    expect(await titles('')).toEqual(['Tax audit help', '100% refund_ready', 'Tax review'])
    expect(await titles('?is_active=true')).toEqual(['Tax audit help', 'Tax review'])
    expect(await titles('?is_active=false')).toEqual(['100% refund_ready'])
    expect(await titles('?is_active=')).toHaveLength(3)
  })

  it('has what each page has sold, per currency (OQ-198)', async () => {
    const pages = (await app.call('GET', path)).body.data
    expect(pages.map((page: { sales: unknown }) => page.sales)).toEqual([[], [], []])
    const order = { entity_type: 'custom', entity_id: pages[1]._id }
    await makeOrder(app.database.kysely, { ...order, amount: 294_882 })
    await makeOrder(app.database.kysely, { ...order, status: 'pending' })
    const { data } = (await app.call('GET', path)).body
    expect(data.map((page: { sales: unknown }) => page.sales)).toEqual([
      [],
      [{ currency_code: 'INR', sold: 1, amount: 294_882 }],
      [],
    ])
  })

  it('matches a part of the title in any case and literally (PAY-13, PAY-03)', async () => {
    expect(await titles('?title=TAX')).toEqual(['Tax audit help', 'Tax review'])
    expect(await titles('?title=tax&is_active=false')).toEqual([])
    expect(await titles('?title=%25')).toEqual(['100% refund_ready'])
    expect(await titles('?title=_')).toEqual(['100% refund_ready'])
    expect(await titles("?title=' or 1=1 --")).toEqual([])
    expect(await titles('?title=++')).toHaveLength(3)
  })

  it('returns pages of a limit from an offset (PAY-13, PAY-14, PAY-15)', async () => {
    expect(await titles('?limit=2')).toEqual(['Tax audit help', '100% refund_ready'])
    expect(await titles('?limit=2&offset=2')).toEqual(['Tax review'])
    expect(await titles('?limit=200')).toHaveLength(3)
    expect(await titles('?limit=9999')).toHaveLength(3)
    expect(await titles('?offset=999999999')).toEqual([])
  })

  it.each([
    '?limit=0',
    '?limit=-1',
    '?limit=x',
    '?offset=-1',
    '?is_active=maybe',
    `?title=${'a'.repeat(201)}`,
  ])('rejects %s (PAY-13)', async (query) => {
    expect((await app.call('GET', `${path}${query}`)).status).toBe(400)
  })

  it('returns 404 for an unknown page (PAY-16)', async () => {
    expect((await app.call('GET', `${path}/nonsense`)).status).toBe(404)
    expect((await app.call('GET', `${path}/01931f6e-0000-7000-8000-00000000dead`)).status).toBe(404)
  })
})

describe('changing a payment page', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('PATCH', `${path}/x`, { json: {}, token: null })).status).toBe(401)
  })

  it('returns 404 for an unknown page (PAY-12)', async () => {
    expect((await update('nonsense', { title: 'New title' })).status).toBe(404)
    expect((await update('01931f6e-0000-7000-8000-00000000dead', { title: 'New title' })).status).toBe(404)
  })

  it.each([
    ['an empty title (PAY-07)', { title: '' }, 'Title is required'],
    ['one currency (PAY-08)', { prices: prices.slice(1) }, 'Price is required'],
    ['an empty banner (PAY-06)', { banner: '' }, 'Please upload a banner image'],
    ['letters (PAY-09)', { lsq: { purchase: 'x' } }, 'Leadsquared activity ID should be a number.'],
  ])('rejects %s and changes nothing', async (_title, changes, message) => {
    const page = await make()
    const answer = await update(page._id, { description: 'Other', ...changes })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(message)
    expect((await app.call('GET', `${path}/${page._id}`)).body.data).toEqual(page)
  })

  it('changes the given fields and keeps the rest (PAY-12, PAY-16)', async () => {
    const page = await make()
    const answer = await update(page._id, { title: 'Another title', is_active: false })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Payment entity updated successfully!')
    expect(answer.body.data).toEqual({ ...page, title: 'Another title', is_active: false, version: 2 })
    expect((await auditOf(page._id))[1]).toMatchObject({
      action: 'payment-page.update',
      before: { title: page.title, is_active: true },
      after: { title: 'Another title', is_active: false },
    })
  })

  it('changes one tracking id, in either place, and clears one (PAY-12, OQ-104)', async () => {
    const page = await make()
    expect((await update(page._id, { lsq: { purchase: '999' } })).body.data.meta.lsq).toEqual({
      add_to_cart: '212',
      purchase: '999',
    })
    expect((await update(page._id, { meta: { lsq: { add_to_cart: '' } } })).body.data.meta.lsq).toEqual({
      add_to_cart: '',
      purchase: '999',
    })
  })

  it('keeps version and audit log if nothing changes (PAY-12)', async () => {
    const page = await make()
    const { title, banner, prices: samePrices } = page
    expect((await update(page._id, { title, banner, prices: samePrices })).body.data).toEqual(page)
    expect((await update(page._id, {})).body.data).toEqual(page)
    expect(await auditOf(page._id)).toHaveLength(1)
  })

  it('replaces the banner and deletes the old one (PAY-06, OQ-023)', async () => {
    const page = await make()
    const banner = await upload()
    expect((await update(page._id, { banner })).body.data.banner).toBe(banner)
    expect(await fileExists(banner)).toBe(true)
    expect(await fileExists(page.banner)).toBe(false)
    const stored = await app.storedFiles()
    await app.app.files.sweep(app.clock.now())
    const key = page.banner.split('/').at(-1)
    expect(await app.storedFiles()).toEqual(stored.filter((name) => name !== key))
    expect(stored).toContain(key)
  })

  it('rejects the banner of another page (PAY-06)', async () => {
    const [page, other] = [await make(), await make()]
    expect((await update(page._id, { banner: other.banner })).body.errors[0].path).toBe('banner')
    expect(await fileExists(other.banner)).toBe(true)
    expect(await fileExists(page.banner)).toBe(true)
  })

  it('rejects a stale edit with the current record (PAY-12, OQ-109)', async () => {
    const page = await make()
    await update(page._id, { title: 'Changed meanwhile' })
    const stale = await update(page._id, { description: 'Mine' }, { 'if-match': '"1"' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'STALE', data: { title: 'Changed meanwhile', version: 2 } })
    expect((await update(page._id, { description: 'Mine' }, { 'if-match': '"2"' })).body.data).toMatchObject({
      title: 'Changed meanwhile',
      description: 'Mine',
      version: 3,
    })
  })

  it('accepts exactly one of many concurrent edits of the same version (PAY-12)', async () => {
    const page = await make()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => update(page._id, { title: `Edit ${n}` }, { 'if-match': '"1"' })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

it('stores the State of the seat that a page sells (OQ-795)', async () => {
  const page = await make({ venue_state: '27' })
  expect(page.venue_state).toBe('27')
  expect((await update(page._id, { title: 'A day in Pune' })).body.data.venue_state).toBe('27')
  expect((await update(page._id, { venue_state: '28' })).body.errors).toMatchObject([{ path: 'venue_state' }])
  expect((await update(page._id, { venue_state: null })).body.data.venue_state).toBeNull()
})
