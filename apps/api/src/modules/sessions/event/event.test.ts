import { Event } from '@greenroom/contract/sessions/event/event.schema'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { eventForm, makeCreator, makeEvent, makeWebinar, picture } from '../../../test-records.ts'

type Parts = Record<string, string | Blob | undefined>

let app: TestApp
let creatorId: string

beforeAll(async () => {
  app = await createTestApp()
  creatorId = (await makeCreator(app))._id
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const create = (overrides: Parts = {}, headers: Record<string, string> = {}) =>
  app.call('POST', '/admin/event', { form: eventForm(overrides), headers })
const createWebinar = (overrides: Parts = {}) =>
  create({
    event_type: 'ONLINE',
    location: undefined,
    zoom_hub_name: 'zoom_1',
    creator_id: creatorId,
    ...overrides,
  })
const edit = (id: string, form: Record<string, string | Blob>, headers: Record<string, string> = {}) =>
  app.call('PATCH', `/admin/event/${id}`, { form, headers })
const read = async (id: string) => (await app.call('GET', `/admin/event/${id}`)).body.data
const inr = (changes: Record<string, unknown> = {}) =>
  JSON.stringify([{ currency_code: 'INR', current_price: 99900, ...changes }])
const idsOf = (answer: { body: { data: { _id: string }[] } }) => answer.body.data.map((one) => one._id)

async function countRows(table: 'event' | 'audit_entry' | 'file'): Promise<number> {
  const { count } = await app.database.kysely
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One case per rule of the form: what is sent, the refused field, and its message. */
const refusals: [string, Parts, string, string][] = [
  ['an empty title (EVT-23)', { title: '' }, 'title', 'Title is required'],
  ['a title of white space (EVT-23)', { title: ' \t ' }, 'title', 'Title is required'],
  [
    'a title of 201 characters (EVT-23)',
    { title: 'x'.repeat(201) },
    'title',
    'Title should not exceed 200 characters',
  ],
  ['an empty location (EVT-24)', { location: '' }, 'location', 'Location is required'],
  ['a location of white space (EVT-24)', { location: '  ' }, 'location', 'Location is required'],
  ['an empty start time (EVT-25)', { start_time: '' }, 'start_time', 'Start time is required'],
  ['an empty end time (EVT-25)', { end_time: '' }, 'end_time', 'End time is required'],
  [
    'a start time without an offset (EVT-25)',
    { start_time: '2026-12-05T12:30:00' },
    'start_time',
    'Enter a date and time such as 2026-12-31T18:30:00Z',
  ],
  ['an empty total (EVT-26)', { total_tickets: '' }, 'total_tickets', 'Total tickets are required'],
  ['a total of 0 (EVT-26)', { total_tickets: '0' }, 'total_tickets', 'At least 1 ticket required'],
  ['a total below 0 (EVT-26)', { total_tickets: '-1' }, 'total_tickets', 'At least 1 ticket required'],
  [
    'a total that is not a whole number (EVT-26)',
    { total_tickets: '1.5' },
    'total_tickets',
    'Total tickets are required',
  ],
  [
    'a total above the maximum (EVT-26)',
    { total_tickets: '10000001' },
    'total_tickets',
    'Should not exceed 10,000,000 tickets',
  ],
  [
    'a negative number of sold tickets (EVT-27)',
    { total_tickets_sold: '-1' },
    'total_tickets_sold',
    'Total tickets sold cannot be negative',
  ],
  [
    'one ticket more sold than there are (EVT-27)',
    { total_tickets_sold: '121' },
    'total_tickets_sold',
    'Cannot exceed total tickets',
  ],
  [
    'a number of sold tickets that is not a number (EVT-27)',
    { total_tickets_sold: 'many' },
    'total_tickets_sold',
    'Enter a whole number',
  ],
  [
    'a percentage below 0 (EVT-28)',
    { discount: JSON.stringify({ percentage: -0.01 }) },
    'discount.percentage',
    'Must be at least 0',
  ],
  [
    'a percentage above 100 (EVT-28)',
    { discount: JSON.stringify({ percentage: 100.01 }) },
    'discount.percentage',
    'Must not exceed 100',
  ],
  [
    'a percentage with three decimals (EVT-28)',
    { discount: JSON.stringify({ percentage: 10.125 }) },
    'discount.percentage',
    'Enter at most two decimals',
  ],
  [
    'coins below 0 (EVT-29)',
    { discount: JSON.stringify({ coins: -1 }) },
    'discount.coins',
    'Must be at least 0',
  ],
  [
    'more coins than the maximum (EVT-29)',
    { discount: JSON.stringify({ coins: 1_000_000_001 }) },
    'discount.coins',
    'Should not exceed 1,000,000,000 coins',
  ],
  [
    'half a coin (EVT-29)',
    { discount: JSON.stringify({ coins: 0.5 }) },
    'discount.coins',
    'Enter a whole number',
  ],
  ['a paid event without a price (EVT-04)', { prices: '[]' }, 'prices', 'Price is required'],
  ['prices that are not JSON (EVT-04)', { prices: '{' }, 'prices', 'Price is required'],
  [
    'a price without its current price (EVT-04)',
    { prices: inr({ current_price: undefined }) },
    'prices.0.current_price',
    'Price is required',
  ],
  [
    'a member price below 0 (LIM-02)',
    { prices: inr({ member_price: -1 }) },
    'prices.0.member_price',
    'Price is required',
  ],
  [
    'a guest price with a fraction of a paisa (LIM-02)',
    { prices: inr({ guest_price: 10.5 }) },
    'prices.0.guest_price',
    'Price is required',
  ],
  [
    'one currency twice (EVT-04)',
    { prices: JSON.stringify([...JSON.parse(inr()), ...JSON.parse(inr())]) },
    'prices',
    'prices names a currency twice',
  ],
  [
    'a referral discount below 0 (EVT-05)',
    { referral_discount: JSON.stringify([{ currency_code: 'INR', price: -1 }]) },
    'referral_discount.0.price',
    'Price is required',
  ],
  [
    'a map link that is a script (EVT-37)',
    { google_map_location: 'javascript:alert(1)' },
    'google_map_location',
    'Enter a link that starts with http:// or https://',
  ],
  ['a State that has ended (OQ-250)', { venue_state: '28' }, 'venue_state', 'Choose a State from the list'],
  ['a State by its name (OQ-250)', { venue_state: 'Goa' }, 'venue_state', 'Choose a State from the list'],
  [
    'a flag that is neither true nor false (API-04)',
    { sold_out: 'maybe' },
    'sold_out',
    'Enter true or false',
  ],
]

describe('creating', () => {
  it('requires a credential (AUTH-09)', async () => {
    const answer = await app.call('POST', '/admin/event', { form: eventForm(), token: null })
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('UNAUTHENTICATED')
  })

  const missing: [string, Parts, string, string][] = [
    ['no title (EVT-23)', { title: undefined }, 'title', 'Title is required'],
    ['no location (EVT-24)', { location: undefined }, 'location', 'Location is required'],
    ['no start time (EVT-25)', { start_time: undefined }, 'start_time', 'Start time is required'],
    ['no end time (EVT-25)', { end_time: undefined }, 'end_time', 'End time is required'],
    ['no total (EVT-26)', { total_tickets: undefined }, 'total_tickets', 'Total tickets are required'],
    ['no prices (EVT-04)', { prices: undefined }, 'prices', 'Price is required'],
    ['no type (EVT-02)', { event_type: undefined }, 'event_type', 'event_type must be ONLINE or OFFLINE'],
    [
      'a type of MEMBERS_ONLY (EVT-02, EVT-03)',
      { event_type: 'MEMBERS_ONLY' },
      'event_type',
      'event_type must be ONLINE or OFFLINE',
    ],
    [
      'the URL of an image that was never uploaded (EVT-35)',
      { banner: '/files/nothing.jpg' },
      'banner',
      'This file is not known. Upload it again.',
    ],
  ]
  it.each([...missing, ...refusals])('rejects %s', async (_title, overrides, path, message) => {
    const before = [await countRows('event'), await countRows('audit_entry')]
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path, message }])
    expect(answer.body.message).toBe(message)
    expect([await countRows('event'), await countRows('audit_entry')]).toEqual(before)
  })

  const webinarRefusals: [string, Parts, string, string][] = [
    ['no account (WEB-03)', { zoom_hub_name: undefined }, 'zoom_hub_name', 'Zoom account is required'],
    ['an empty account (WEB-03)', { zoom_hub_name: '' }, 'zoom_hub_name', 'Zoom account is required'],
    ['an unknown account (WEB-03)', { zoom_hub_name: 'zoom_5' }, 'zoom_hub_name', 'Zoom account is required'],
    ['no creator (EVT-37)', { creator_id: undefined }, 'creator_id', 'Creator is required'],
    ['an empty creator (EVT-37)', { creator_id: '' }, 'creator_id', 'Creator is required'],
    [
      'no total (WEB-05, EVT-26)',
      { total_tickets: undefined },
      'total_tickets',
      'Total tickets are required',
    ],
  ]
  it.each(webinarRefusals)('a webinar with %s is refused', async (_title, overrides, path, message) => {
    const answer = await createWebinar(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path, message }])
  })

  it('names every refused field in one response (EVT-34)', async () => {
    const answer = await createWebinar({
      total_tickets: undefined,
      prices: '[]',
      zoom_hub_name: undefined,
    })
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([
      'total_tickets',
      'prices',
      'zoom_hub_name',
    ])
  })

  it('rejects an unknown creator and keeps no image (EVT-37)', async () => {
    const files = await app.storedFiles()
    const answer = await createWebinar({
      creator_id: '01931f6e-0000-7000-8000-00000000dead',
      banner: await picture(),
    })
    expect(answer.status).toBe(404)
    expect(answer.body.errors).toEqual([{ path: 'creator_id', message: 'This creator does not exist' }])
    expect(await app.storedFiles()).toEqual(files)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('creates an offline event with every field, active and published (EVT-34, EVT-37, EVT-01, EVT-10)', async () => {
    const answer = await create({
      member_only: 'true',
      is_active: 'false',
      is_published: 'false',
      total_tickets_sold: '7',
      sold_out: 'true',
      creator_id: creatorId,
      venue_state: '27',
      prices: JSON.stringify([
        {
          currency_code: 'INR',
          original_price: 199900,
          current_price: 99900,
          member_price: 49900,
          guest_price: 149900,
        },
        { currency_code: 'USD', current_price: 1900 },
      ]),
      referral_discount: JSON.stringify([{ currency_code: 'INR', price: 10000 }]),
      discount: JSON.stringify({ percentage: 12.5, coins: 40 }),
      banner: await picture('png'),
      ticket_banner: await picture('jpeg'),
      post_event_banner: await picture('webp'),
    })
    expect(answer.status).toBe(201)
    expect(z.safeParse(Event, answer.body.data).success).toBe(true)
    expect(answer.body.data).toMatchObject({
      id: answer.body.data._id,
      title: 'Investors meet in Pune',
      event_type: 'OFFLINE',
      location: 'Hyatt Regency, Viman Nagar',
      city: 'Pune',
      venue_state: '27',
      google_map_location: 'https://maps.google.com/?q=Hyatt+Regency+Pune',
      start_time: '2026-12-05T12:30:00.000Z',
      end_time: '2026-12-05T15:30:00.000Z',
      member_only: true,
      is_active: true,
      is_published: true,
      sold_out: true,
      is_paid: true,
      total_tickets: 120,
      total_tickets_sold: 7,
      is_unlimited_tickets: false,
      zoom_hub_name: null,
      creator_id: { _id: creatorId, first_name: 'Asha' },
      prices: [
        {
          currency_code: 'INR',
          original_price: 199900,
          current_price: 99900,
          member_price: 49900,
          guest_price: 149900,
        },
        {
          currency_code: 'USD',
          original_price: null,
          current_price: 1900,
          member_price: null,
          guest_price: null,
        },
      ],
      referral_discount: [{ currency_code: 'INR', price: 10000 }],
      discount: { percentage: 12.5, coins: 40 },
      version: 1,
    })
    for (const [field, type] of [
      ['banner', 'image/png'],
      ['ticket_banner', 'image/jpeg'],
      ['post_event_banner', 'image/webp'],
    ] as const) {
      const picked = await fetch(`${app.url}${answer.body.data[field]}`)
      expect(picked.headers.get('content-type')).toBe(type)
    }
    expect(await read(answer.body.data._id)).toEqual(answer.body.data)
  })

  it('creates a webinar, active and unpublished whatever was sent (EVT-34, WEB-05, EVT-11)', async () => {
    const answer = await createWebinar({ is_active: 'false', is_published: 'true' })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      event_type: 'ONLINE',
      is_active: true,
      is_published: false,
      zoom_hub_name: 'zoom_1',
      creator_id: { _id: creatorId },
      location: '',
    })
  })

  it('stores a free event without prices and discount (EVT-04, EVT-06)', async () => {
    const { body } = await create({ is_paid: 'false', prices: '[]' })
    expect(body.data).toMatchObject({
      is_paid: false,
      prices: [],
      referral_discount: [],
      discount: { percentage: null, coins: null },
    })
  })

  it('accepts empty fields of the other type from a client that sends every field (EVT-37)', async () => {
    const { status, body } = await create({
      zoom_hub_name: '',
      creator_id: '',
      banner: '',
      ticket_banner: '',
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ zoom_hub_name: null, creator_id: null, banner: null })
  })

  it('counts registrations beside the number of sold tickets that staff entered (EVT-21, OQ-432)', async () => {
    const { body } = await create({ total_tickets_sold: '42' })
    expect(body.data).toMatchObject({ registrations_count: 0, total_tickets_sold: 42 })
  })

  const limits: [string, Parts, Record<string, unknown>][] = [
    [
      'a title of 200 characters, emoji counted as one (EVT-23)',
      { title: `${'x'.repeat(199)}💰` },
      { title: `${'x'.repeat(199)}💰` },
    ],
    ['a title of 1 character (EVT-23)', { title: 'x' }, { title: 'x' }],
    ['a total of 1 (EVT-26)', { total_tickets: '1' }, { total_tickets: 1 }],
    ['the largest total (EVT-26)', { total_tickets: '10000000' }, { total_tickets: 10_000_000 }],
    [
      'unlimited tickets without a total (EVT-26)',
      { is_unlimited_tickets: 'true', total_tickets: '' },
      { is_unlimited_tickets: true, total_tickets: null },
    ],
    ['no ticket sold (EVT-27)', { total_tickets_sold: '0' }, { total_tickets_sold: 0 }],
    ['every ticket sold (EVT-27)', { total_tickets_sold: '120' }, { total_tickets_sold: 120 }],
    [
      'more sold than the total of unlimited tickets (EVT-27)',
      { is_unlimited_tickets: 'true', total_tickets_sold: '121' },
      { total_tickets_sold: 121 },
    ],
    [
      'a discount of 0 (EVT-28, EVT-29)',
      { discount: JSON.stringify({ percentage: 0, coins: 0 }) },
      { discount: { percentage: 0, coins: 0 } },
    ],
    [
      'the largest discount (EVT-28, EVT-29)',
      { discount: JSON.stringify({ percentage: 100, coins: 1_000_000_000 }) },
      { discount: { percentage: 100, coins: 1_000_000_000 } },
    ],
    [
      'a discount just inside both limits (EVT-28)',
      { discount: JSON.stringify({ percentage: 99.99 }) },
      { discount: { percentage: 99.99, coins: null } },
    ],
    [
      'a time in the past (EVT-25, OQ-041)',
      { start_time: '2025-11-20T06:30:00Z', end_time: '2025-11-20T08:30:00Z' },
      { start_time: '2025-11-20T06:30:00.000Z', end_time: '2025-11-20T08:30:00.000Z' },
    ],
  ]
  it.each(limits)('%s is taken', async (_title, overrides, expected) => {
    const answer = await create(overrides)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject(expected)
  })

  it('accepts all four meeting accounts (WEB-03, LIM-08)', async () => {
    for (const zoom_hub_name of ['zoom_1', 'zoom_2', 'zoom_3', 'zoom_4']) {
      expect((await createWebinar({ zoom_hub_name })).body.data.zoom_hub_name).toBe(zoom_hub_name)
    }
  })

  it('creates one event and returns the same response for a repeat with the same Idempotency-Key (EVT-34)', async () => {
    const before = await countRows('event')
    const banner = await picture()
    const send = () => create({ banner }, { 'idempotency-key': 'one-event' })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1)
    expect((await send()).body).toEqual(answers[0]?.body)
    expect(await countRows('event')).toBe(before + 1)
    expect(await app.storedFiles()).toHaveLength(await countRows('file'))
  })

  it('rejects the same image in another field with the same Idempotency-Key with 422 (EVT-35)', async () => {
    const made = await makeEvent(app)
    const banner = await picture()
    const send = (form: Record<string, Blob>) =>
      app.call('PATCH', `/admin/event/${made._id}`, { form, headers: { 'idempotency-key': 'one-picture' } })
    const first = await send({ banner })
    expect(first.status).toBe(200)
    const other = await send({ ticket_banner: banner })
    expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED'])
    expect(await send({ banner })).toMatchObject({ status: 200, body: first.body })
    expect(await app.storedFiles()).toHaveLength(await countRows('file'))
  })

  it('rejects an empty file with a name and ignores one without a name (EVT-35)', async () => {
    const made = await makeEvent(app)
    const { banner } = (await edit(made._id, { banner: await picture() })).body.data
    const stored = await app.storedFiles()
    const refused = await edit(made._id, {
      banner: new File([], 'new.png', { type: 'image/png' }),
      title: 'Other',
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([
      { path: 'banner', message: 'This file is empty. Choose another one.' },
    ])
    // What a browser sends for an empty file input.
    const kept = await edit(made._id, { banner: new File([], ''), title: 'Another title' })
    expect(kept.body.data).toMatchObject({ banner, title: 'Another title' })
    expect(await app.storedFiles()).toEqual(stored)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('adds one audit entry with the differences', async () => {
    const made = await makeEvent(app)
    await edit(made._id, { title: 'Another title' })
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity_id', '=', made._id)
      .orderBy('at')
      .execute()
    expect(entries.map((entry) => entry.action)).toEqual(['event.create', 'event.update'])
    expect(entries[1]).toMatchObject({
      actor_email: 'meera.nair@greenroom.example',
      before: { title: 'Investors meet in Pune', version: 1 },
      after: { title: 'Another title', version: 2 },
    })
  })
})

describe('duplicating', () => {
  const duplicate = (id: string) => app.call('POST', `/admin/event/${id}/duplicate`)

  it('copies an event a week later, unpublished, unsold and with its own pictures (OQ-188)', async () => {
    const made = await makeEvent(app, {
      banner: await picture(),
      post_event_banner: await picture(),
      discount: JSON.stringify({ percentage: 12.5, coins: 300 }),
    })
    await edit(made._id, { total_tickets_sold: '5', sold_out: 'true', is_active: 'false' })
    const { status, body } = await duplicate(made._id)
    expect(status).toBe(201)
    const copy = body.data
    const { _id, id, banner, version, created_at, ...members } = made
    expect(copy).toMatchObject({
      ...members,
      title: 'Investors meet in Pune (copy)',
      start_time: '2026-12-12T12:30:00.000Z',
      end_time: '2026-12-12T15:30:00.000Z',
      post_event_banner: null,
      is_active: true,
      is_published: false,
      total_tickets_sold: 0,
      sold_out: false,
      discount: { percentage: 12.5, coins: 300 },
    })
    expect(copy.banner).not.toBe(banner)
    expect((await fetch(`${app.url}${copy.banner}`)).status).toBe(200)
  })

  it('copies a webinar to a draft with its host and account (OQ-188)', async () => {
    const made = await makeWebinar(app, { creator_id: creatorId })
    const { body } = await duplicate(made._id)
    expect(body.data).toMatchObject({
      event_type: 'ONLINE',
      is_published: false,
      zoom_hub_name: 'zoom_1',
      creator_id: { _id: creatorId },
    })
  })
})

describe('editing', () => {
  it('keeps omitted fields (EVT-35)', async () => {
    const made = await makeEvent(app, { banner: await picture() })
    const answer = await edit(made._id, { description: 'New words' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({ ...made, description: 'New words', version: 2 })
  })

  it('keeps version and audit log if nothing changes (EVT-35)', async () => {
    const made = await makeEvent(app, {
      banner: await picture(),
      discount: JSON.stringify({ percentage: 12.5 }),
    })
    const audited = await countRows('audit_entry')
    const same = eventForm({ discount: JSON.stringify({ percentage: 12.5 }), banner: made.banner })
    for (const unchanged of [{}, same, { ticket_banner: '' }]) {
      expect((await edit(made._id, unchanged)).body.data).toEqual(made)
    }
    expect(await countRows('audit_entry')).toBe(audited)
    const dearer = JSON.stringify([{ currency_code: 'INR', original_price: 199900, current_price: 99901 }])
    expect((await edit(made._id, { ...same, prices: dearer })).body.data.version).toBe(2)
  })

  it('sets every field (EVT-35, EVT-37)', async () => {
    const made = await makeEvent(app)
    const { status, body } = await edit(made._id, {
      title: 'Investors meet in Nashik',
      description: 'Moved.',
      start_time: '2026-12-06T12:30:00+05:30',
      end_time: '2026-12-06T15:30:00+05:30',
      location: 'Express Inn',
      city: 'Nashik',
      google_map_location: '',
      event_type: 'OFFLINE',
      member_only: 'true',
      is_paid: 'false',
      prices: '[]',
      is_active: 'false',
      is_published: 'false',
      is_unlimited_tickets: 'true',
      total_tickets: '',
      total_tickets_sold: '3',
      sold_out: 'true',
      zoom_hub_name: 'zoom_2',
      creator_id: creatorId,
      referral_discount: JSON.stringify([{ currency_code: 'USD', price: 100 }]),
      discount: JSON.stringify({ percentage: 33.33 }),
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      title: 'Investors meet in Nashik',
      description: 'Moved.',
      start_time: '2026-12-06T07:00:00.000Z',
      end_time: '2026-12-06T10:00:00.000Z',
      location: 'Express Inn',
      city: 'Nashik',
      google_map_location: '',
      member_only: true,
      is_paid: false,
      prices: [],
      is_active: false,
      is_published: false,
      is_unlimited_tickets: true,
      total_tickets: null,
      total_tickets_sold: 3,
      sold_out: true,
      zoom_hub_name: 'zoom_2',
      creator_id: { _id: creatorId },
      referral_discount: [{ currency_code: 'USD', price: 100 }],
      discount: { percentage: 33.33, coins: null },
    })
    expect(await read(made._id)).toEqual(body.data)
  })

  it.each(refusals)('%s is refused and changes nothing', async (_title, overrides, path, message) => {
    const made = await makeEvent(app)
    const answer = await edit(made._id, overrides as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path, message }])
    expect(await read(made._id)).toEqual(made)
  })

  it('returns 404 for an unknown or malformed id (EVT-35)', async () => {
    for (const id of ['01931f6e-0000-7000-8000-00000000dead', 'nonsense', "1' or '1'='1"]) {
      const answer = await edit(encodeURIComponent(id), { title: 'x' })
      expect(answer.status).toBe(404)
      expect(answer.body.message).toBe('This event does not exist')
    }
  })

  it('lets a past event get its post-event banner and a corrected time (EVT-25, OQ-041)', async () => {
    const made = await makeEvent(app)
    app.clock.set('2026-12-25T00:00:00Z')
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const answer = await app.call('PATCH', `/admin/event/${made._id}`, {
      form: { start_time: '2026-12-06T12:30:00Z', post_event_banner: await picture() },
      token,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data.start_time).toBe('2026-12-06T12:30:00.000Z')
    expect(answer.body.data.post_event_banner).toMatch(/^\/files\//)
  })

  it('hides an event and shows it again (OQ-058, EVT-35)', async () => {
    const made = await makeEvent(app)
    expect((await edit(made._id, { is_active: 'false' })).body.data).toMatchObject({
      is_active: false,
      is_published: true,
    })
    expect((await edit(made._id, { is_active: 'true' })).body.data.is_active).toBe(true)
  })

  it('rejects turning an event into a webinar and the reverse (OQ-116)', async () => {
    const event = await makeEvent(app)
    const toWebinar = await edit(event._id, { event_type: 'ONLINE' })
    expect(toWebinar.status).toBe(409)
    expect(toWebinar.body).toMatchObject({
      code: 'WRONG_STATE',
      errors: [{ path: 'event_type', message: "An event can't become a webinar" }],
    })
    const webinar = await makeWebinar(app)
    const toEvent = await edit(webinar._id, { event_type: 'OFFLINE' })
    expect(toEvent.status).toBe(409)
    expect(toEvent.body.message).toBe("A webinar can't become an event")
    expect((await edit(webinar._id, { event_type: 'ONLINE', title: 'Same kind' })).status).toBe(200)
  })

  it('rejects removing the account or the creator of a webinar (WEB-03, OQ-116)', async () => {
    const made = await makeWebinar(app)
    const answer = await edit(made._id, { zoom_hub_name: '', creator_id: '' })
    expect(answer.body.errors).toEqual([
      { path: 'zoom_hub_name', message: 'Zoom account is required' },
      { path: 'creator_id', message: 'Creator is required' },
    ])
  })

  it('lets an old webinar without an account be edited (WEB-03)', async () => {
    const made = await makeWebinar(app)
    await app.database.kysely
      .updateTable('event')
      .set({ zoom_hub_name: null, creator_id: null })
      .where('id', '=', made._id)
      .execute()
    const answer = await edit(made._id, { title: 'Still editable', zoom_hub_name: '', creator_id: '' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ zoom_hub_name: null, creator_id: null })
  })

  it('accepts a webinar without a location (EVT-24, WEB-05)', async () => {
    const made = await makeWebinar(app)
    expect((await edit(made._id, { location: '' })).status).toBe(200)
  })

  it('rejects a stale edit with the current record and changes nothing (OQ-109)', async () => {
    const made = await makeEvent(app)
    const first = await edit(made._id, { title: 'First' }, { 'if-match': '"1"' })
    const second = await edit(made._id, { description: 'Second' }, { 'if-match': '"1"' })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'STALE', data: first.body.data })
    expect(await read(made._id)).toEqual(first.body.data)
    expect((await edit(made._id, { description: 'Second' }, { 'if-match': '"2"' })).status).toBe(200)
  })

  it('accepts exactly one of many concurrent edits of one version (OQ-109)', async () => {
    const made = await makeEvent(app)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => edit(made._id, { title: `Title ${n}` }, { 'if-match': '"1"' })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7)
  })
})

describe('tickets', () => {
  it('rejects a total below the sold tickets and names both fields, the total first (OQ-118, EVT-27)', async () => {
    const made = await makeEvent(app, { total_tickets_sold: '50' })
    const answer = await edit(made._id, { total_tickets: '49' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { path: 'total_tickets', message: 'Cannot be less than the tickets already sold' },
      { path: 'total_tickets_sold', message: 'Cannot exceed total tickets' },
    ])
    expect((await edit(made._id, { total_tickets: '50' })).status).toBe(200)
  })

  it('rejects limiting an event again that sold more than its old total (EVT-27)', async () => {
    const made = await makeEvent(app, { is_unlimited_tickets: 'true', total_tickets_sold: '121' })
    const answer = await edit(made._id, { is_unlimited_tickets: 'false' })
    expect(answer.body.errors[0]).toEqual({
      path: 'total_tickets',
      message: 'Cannot be less than the tickets already sold',
    })
    expect((await edit(made._id, { is_unlimited_tickets: 'false', total_tickets: '121' })).status).toBe(200)
  })

  it('never accepts both of two concurrent edits of the total and the sold tickets (EVT-27)', async () => {
    for (let round = 0; round < 8; round++) {
      const made = await makeEvent(app, { total_tickets: '10', title: `Round ${round}` })
      const edits = [
        () => edit(made._id, { total_tickets: '5' }),
        () => edit(made._id, { total_tickets_sold: '6' }),
      ]
      const answers = await Promise.all((round % 2 ? edits.reverse() : edits).map((send) => send()))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
      const after = await read(made._id)
      expect(after.total_tickets_sold).toBeLessThanOrEqual(after.total_tickets)
    }
  })

  it('uses the same message when only the database refuses (EVT-27)', async () => {
    const db = app.database.kysely
    await sql`create function sell_one_more() returns trigger language plpgsql as
      $$ begin new.total_tickets_sold = new.total_tickets + 1; return new; end $$`.execute(db)
    await sql`create trigger sell_one_more before insert or update on event for each row
      when (new.title = 'Sold meanwhile') execute function sell_one_more()`.execute(db)
    const made = await makeEvent(app)
    const sold = { path: 'total_tickets_sold', message: 'Cannot exceed total tickets' }
    const edited = await edit(made._id, { title: 'Sold meanwhile', total_tickets_sold: '1' })
    expect(edited.status).toBe(400)
    expect(edited.body.errors).toEqual([sold])
    const lowered = await edit(made._id, { title: 'Sold meanwhile', total_tickets: '100' })
    expect(lowered.body.errors).toEqual([
      { path: 'total_tickets', message: 'Cannot be less than the tickets already sold' },
      sold,
    ])
    const created = await create({ title: 'Sold meanwhile' })
    expect(created.status).toBe(400)
    expect(created.body.errors).toEqual([sold])
    expect(await read(made._id)).toEqual(made)
  })

  it('has the database refuse more sold than there are from any program (EVT-27)', async () => {
    const made = await makeEvent(app, { total_tickets: '10' })
    const update = app.database.kysely.updateTable('event').where('id', '=', made._id)
    await expect(update.set({ total_tickets_sold: 11 }).execute()).rejects.toThrow('event_tickets')
    await expect(update.set({ total_tickets: null }).execute()).rejects.toThrow('event_tickets_given')
    await update.set({ total_tickets_sold: 10 }).execute()
    await expect(update.set({ total_tickets: 9 }).execute()).rejects.toThrow('event_tickets')
  })
})

describe('pictures', () => {
  const fields = ['banner', 'ticket_banner', 'post_event_banner'] as const

  it.each(fields)(
    '%s is kept by its path or its whole URL, replaced by a file, and removed when empty (EVT-30, EVT-35)',
    async (field) => {
      const made = await makeEvent(app, { [field]: await picture('jpeg') })
      const others = fields.filter((one) => one !== field)
      const isServed = async (address: string) => (await fetch(`${app.url}${address}`)).status === 200

      for (const address of [made[field], `http://127.0.0.1:3999${made[field]}`]) {
        const kept = await edit(made._id, { [field]: address })
        expect(kept.status, JSON.stringify(kept.body)).toBe(200)
        expect(kept.body.data).toMatchObject({ [field]: made[field], version: 1 })
      }
      expect((await edit(made._id, { [field]: `https://evil.example${made[field]}` })).status).toBe(400)
      expect(await isServed(made[field])).toBe(true)

      const replaced = (await edit(made._id, { [field]: await picture('webp') })).body.data
      expect(replaced[field]).not.toBe(made[field])
      expect([await isServed(made[field]), await isServed(replaced[field])]).toEqual([false, true])

      const gone = await edit(made._id, { [field]: made[field] })
      expect(gone.status).toBe(400)
      expect(gone.body.errors).toEqual([{ path: field, message: 'This file is not known. Upload it again.' }])
      expect((await read(made._id))[field]).toBe(replaced[field])

      const removed = (await edit(made._id, { [field]: '' })).body.data
      expect(removed[field]).toBeNull()
      expect(await isServed(replaced[field])).toBe(false)
      for (const other of others) expect(removed[other]).toBeNull()
    },
  )

  it.each(fields)('rejects in %s what is not an image by its bytes (EVT-30)', async (field) => {
    const before = await countRows('event')
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer()
    for (const bytes of [
      new Uint8Array(gif),
      '%PDF-1.7 not a picture',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ]) {
      const answer = await create({ [field]: new Blob([bytes], { type: 'image/png' }) })
      expect(answer.status).toBe(415)
      expect(answer.body.errors).toEqual([
        { path: field, message: 'Only JPG, PNG or WEBP images are allowed' },
      ])
    }
    expect(await countRows('event')).toBe(before)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('accepts an image of 100 MB and rejects one byte more (EVT-30, LIM-04)', async () => {
    const small = await picture('jpeg')
    const filler = (size: number) => new Uint8Array(size - small.size)
    const atLimit = new Blob([small, filler(104_857_600)])
    const { status, body } = await create({ ticket_banner: atLimit })
    expect(status).toBe(201)
    await edit(body.data._id, { ticket_banner: '' })
    const answer = await create({ ticket_banner: new Blob([small, filler(104_857_601)]) })
    expect(answer.status).toBe(413)
    expect(answer.body.errors).toEqual([{ path: 'ticket_banner', message: 'Image must be 100MB or smaller' }])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('rejects two files in one field (EVT-30)', async () => {
    const form = { ...eventForm(), banner: [await picture(), await picture()] }
    const answer = await app.call('POST', '/admin/event', { form })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: 'banner', message: 'banner takes at most 1 files' }])
  })

  it('keeps the stored image and stores none when an edit is refused (EVT-30)', async () => {
    const made = await makeEvent(app, { banner: await picture() })
    const files = await app.storedFiles()
    const answer = await edit(made._id, { banner: await picture('png'), total_tickets: '0' })
    expect(answer.status).toBe(400)
    expect(await app.storedFiles()).toEqual(files)
    expect((await read(made._id)).banner).toBe(made.banner)
  })
})

describe('lists', () => {
  let lists: TestApp
  beforeAll(async () => {
    lists = await createTestApp()
  })
  afterAll(() => lists.close())
  const list = (query = '') => lists.call('GET', `/admin/events${query}`)

  it('lists one type, members-only events, or all; the latest first, or the earliest (EVT-32, EVT-03)', async () => {
    const owner = (await makeCreator(lists, { email: 'Owner@greenroom.example' }))._id
    const late = await makeEvent(lists, { start_time: '2027-03-01T10:00:00Z', member_only: 'true' })
    const soon = await makeEvent(lists, { start_time: '2026-11-22T10:00:00Z' })
    const hidden = await makeEvent(lists, { start_time: '2026-12-24T10:00:00Z' })
    await lists.call('PATCH', `/admin/event/${hidden._id}`, { form: { is_active: 'false' } })
    const webinar = await makeWebinar(lists, {
      start_time: '2027-01-01T10:00:00Z',
      member_only: 'true',
      creator_id: owner,
    })
    const ids = [late._id, webinar._id, hidden._id, soon._id]
    expect(idsOf(await list())).toEqual(ids)
    expect(idsOf(await list('?event_type=OFFLINE'))).toEqual([late._id, hidden._id, soon._id])
    expect(idsOf(await list('?event_type=ONLINE'))).toEqual([webinar._id])
    expect(idsOf(await list('?event_type=MEMBERS_ONLY'))).toEqual([late._id, webinar._id])
    expect(idsOf(await list('?sort_by=-1'))).toEqual(ids)
    expect(idsOf(await list('?sort_by=1'))).toEqual([...ids].reverse())
    expect(idsOf(await list('?event_type=OFFLINE&sort_by=1&limit=1&offset=1'))).toEqual([hidden._id])
    expect(idsOf(await list('?event_type=&sort_by='))).toEqual(ids)
    for (const one of (await list()).body.data) expect(z.safeParse(Event, one).success).toBe(true)
  })

  it('counts the events of each group beside the page, of the asked type (OQ-195)', async () => {
    const own = await createTestApp()
    try {
      await makeEvent(own, { member_only: 'true' })
      const unpublished = await makeEvent(own)
      await own.call('PATCH', `/admin/event/${unpublished._id}`, { form: { is_published: 'false' } })
      await makeWebinar(own, { start_time: '2026-11-22T10:00:00Z', member_only: 'true' })
      const webinar = await makeWebinar(own, { start_time: '2026-12-22T10:00:00Z' })
      await own.call('POST', '/admin/event/publish', { json: { event_id: webinar._id } })
      const counts = async (query: string) => {
        const token = await own.tokenFor('meera.nair@greenroom.example')
        return (await own.call('GET', `/admin/events?limit=1&${query}`, { token })).body.group_counts
      }
      expect(await counts('')).toEqual({ active: 3, draft: 1, past: 0 })
      expect(await counts('event_type=OFFLINE')).toEqual({ active: 2, draft: 0, past: 0 })
      expect(await counts('event_type=ONLINE')).toEqual({ active: 1, draft: 1, past: 0 })
      expect(await counts('event_type=MEMBERS_ONLY')).toEqual({ active: 1, draft: 1, past: 0 })
      own.clock.set('2026-12-10T00:00:00Z')
      expect(await counts('event_type=OFFLINE')).toEqual({ active: 0, draft: 0, past: 2 })
      expect(await counts('event_type=ONLINE')).toEqual({ active: 1, draft: 0, past: 1 })
    } finally {
      await own.close()
    }
  })

  it('sorts events with the same start by id in both directions (EVT-32)', async () => {
    const start_time = '2028-05-05T05:05:00Z'
    const together: string[] = []
    for (let n = 0; n < 4; n++) together.push((await makeEvent(lists, { start_time }))._id)
    const picked = async (sort: string) =>
      idsOf(await list(`?sort_by=${sort}`)).filter((id: string) => together.includes(id))
    expect(await picked('1')).toEqual([...together].sort())
    expect(await picked('-1')).toEqual([...together].sort().reverse())
  })

  it.each([
    ['an unknown type (EVT-32)', '?event_type=HYBRID', 'event_type must be OFFLINE, ONLINE or MEMBERS_ONLY'],
    ['another order (EVT-32)', '?sort_by=0', 'sort_by must be 1 or -1'],
    ['a limit of 0 (EVT-32)', '?limit=0', 'limit must be a whole number of 1 or more'],
    ['a negative offset (EVT-32)', '?offset=-1', 'offset must be a whole number of 0 or more'],
  ])('rejects %s', async (_title, query, message) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(message)
  })

  it('lists only the events of the creator with the signed-in e-mail address (EVT-33)', async () => {
    const mine = (await makeCreator(lists, { email: 'Meera.Nair@greenroom.example' }))._id
    const first = await makeWebinar(lists, { creator_id: mine, start_time: '2027-06-01T10:00:00Z' })
    const second = await makeEvent(lists, { creator_id: mine, start_time: '2027-07-01T10:00:00Z' })
    const answer = await lists.call('GET', '/event/my')
    expect(idsOf(answer)).toEqual([second._id, first._id])
    expect(answer.body.data[0]).toEqual(second)
    expect(idsOf(await lists.call('GET', '/event/my?limit=1&offset=1'))).toEqual([first._id])
    const token = await lists.tokenFor('arjun.rao@greenroom.example')
    expect((await lists.call('GET', '/event/my', { token })).body.data).toEqual([])
  })

  it('requires a credential for the lists (AUTH-09, EVT-33)', async () => {
    for (const path of ['/event/my', '/admin/events', '/admin/event/x']) {
      expect((await lists.call('GET', path, { token: null })).status).toBe(401)
    }
  })

  it('returns 404 for an unknown or malformed id (OQ-007)', async () => {
    for (const id of ['01931f6e-0000-7000-8000-00000000dead', 'nonsense']) {
      expect((await lists.call('GET', `/admin/event/${id}`)).status).toBe(404)
    }
  })
})
