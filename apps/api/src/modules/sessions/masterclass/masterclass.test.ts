import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeCreator, makeMasterclass, makeOrder, masterclassForm, picture } from '../../../test-records.ts'

let app: TestApp
let creatorId: string

beforeAll(async () => {
  app = await createTestApp()
  creatorId = (await makeCreator(app))._id
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const create = (overrides: Record<string, string | Blob | undefined> = {}) =>
  app.call('POST', '/admin/masterclass', { form: masterclassForm(creatorId, overrides) })
const edit = (id: string, form: Record<string, string | Blob>, headers: Record<string, string> = {}) =>
  app.call('POST', `/admin/masterclass/${id}`, { form, headers })
const read = (id: string) => app.call('GET', `/admin/masterclass/${id}`)
const publish = (id: string) =>
  app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: id } })
const setStatus = (id: string, is_active?: boolean, headers: Record<string, string> = {}) =>
  app.call('POST', '/admin/masterclass/status', { json: { masterclass_id: id, is_active }, headers })
const idsOf = (answer: { body: { data: { _id: string }[] } }) => answer.body.data.map((one) => one._id)

async function countRows(table: 'masterclass' | 'audit_entry' | 'file'): Promise<number> {
  const { count } = await app.database.kysely
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

describe('creating', () => {
  it('requires a credential (AUTH-09)', async () => {
    const answer = await app.call('POST', '/admin/masterclass', {
      form: masterclassForm(creatorId),
      token: null,
    })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' })
  })

  const prices = (change: (list: Record<string, unknown>[]) => unknown) =>
    JSON.stringify(
      change([
        { currency_code: 'USD', original_price: 9900, current_price: 4900 },
        { currency_code: 'INR', original_price: 499900, current_price: 249900 },
      ]),
    )

  const refusals: [string, Record<string, string | undefined>, string, string][] = [
    ['no title (MC-31)', { title: undefined }, 'title', 'Title is required'],
    ['an empty title (MC-31)', { title: '' }, 'title', 'Title is required'],
    ['a title of white space (MC-31)', { title: ' \t ' }, 'title', 'Title is required'],
    [
      'a title of 41 characters (MC-31)',
      { title: 'x'.repeat(41) },
      'title',
      'Title should not exceed 40 characters',
    ],
    ['no start time (MC-32)', { start_time: undefined }, 'start_time', 'Start time is required'],
    ['an empty start time (MC-32)', { start_time: '' }, 'start_time', 'Start time is required'],
    [
      'a start time before today in India (MC-32, OQ-041)',
      { start_time: '2026-11-20T18:29:59.999Z' },
      'start_time',
      'Start Time cannot be before today.',
    ],
    ['no end time (MC-33)', { end_time: undefined }, 'end_time', 'End time is required'],
    [
      'an end time before today in India (MC-33, OQ-041)',
      { end_time: '2026-11-20T18:29:59.999Z' },
      'end_time',
      'End Time cannot be before today.',
    ],
    [
      'a start time without an offset (MC-35)',
      { start_time: '2026-11-28T13:30:00' },
      'start_time',
      'Enter a date and time such as 2026-12-31T18:30:00Z',
    ],
    [
      'a day that does not exist (MC-35)',
      { start_time: '2027-02-29T13:30:00Z' },
      'start_time',
      'Enter a date and time such as 2026-12-31T18:30:00Z',
    ],
    ['no meeting account (MC-36)', { zoom_hub_name: undefined }, 'zoom_hub_name', 'Zoom account is required'],
    [
      'an unknown meeting account (MC-36)',
      { zoom_hub_name: 'zoom_5' },
      'zoom_hub_name',
      'Zoom account is required',
    ],
    ['no creator (MC-37)', { creator_id: undefined }, 'creator_id', 'Creator is required'],
    [
      'no attendance type (MC-38)',
      { attendance_type: undefined },
      'attendance_type',
      'Attendance Type is required',
    ],
    [
      'an unknown attendance type (MC-38)',
      { attendance_type: 'remote' },
      'attendance_type',
      'Attendance Type is required',
    ],
    ['no prices (MC-40)', { prices: undefined }, 'prices', 'Price is required'],
    ['prices that are not JSON (MC-40)', { prices: '{' }, 'prices', 'Price is required'],
    [
      'prices in one currency only (MC-40)',
      { prices: prices((list) => list.slice(0, 1)) },
      'prices',
      'Price is required',
    ],
    ['one currency twice (MC-40)', { prices: prices(([usd]) => [usd, usd]) }, 'prices', 'Price is required'],
    [
      'a missing current price (MC-40)',
      { prices: prices(([usd, inr]) => [{ ...usd, current_price: undefined }, inr]) },
      'prices.0.current_price',
      'Price is required',
    ],
    [
      'a price with a fraction of a minor unit (LIM-02)',
      { prices: prices(([usd, inr]) => [usd, { ...inr, original_price: 10.5 }]) },
      'prices.1.original_price',
      'Price is required',
    ],
    [
      'a price below 0 (LIM-02)',
      { prices: prices(([usd, inr]) => [usd, { ...inr, original_price: -1 }]) },
      'prices.1.original_price',
      'Price is required',
    ],
    [
      'a price in another currency (LIM-01)',
      { prices: prices(([usd, inr]) => [usd, { ...inr, currency_code: 'EUR' }]) },
      'prices.1.currency_code',
      'Choose one of USD, INR',
    ],
    [
      'a community link without an address (MC-42)',
      { links: JSON.stringify([{ name: 'Telegram', url: ' ' }]) },
      'links.0.url',
      'Community link cannot be empty.',
    ],
    [
      'a community link that is a script (MC-42)',
      { links: JSON.stringify([{ name: 'Telegram', url: 'javascript:alert(1)' }]) },
      'links.0.url',
      'Enter a link that starts with http:// or https://',
    ],
    [
      'a flag that is neither true nor false (API-04)',
      { is_attach_to_superclass: 'maybe' },
      'is_attach_to_superclass',
      'Enter true or false',
    ],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, path, message) => {
    const before = [await countRows('masterclass'), await countRows('audit_entry')]
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual({ path, message })
    expect(answer.body.message).toBe(answer.body.errors[0].message)
    expect([await countRows('masterclass'), await countRows('audit_entry')]).toEqual(before)
  })

  it('rejects an unknown creator and keeps no image (MC-37)', async () => {
    const files = await app.storedFiles()
    const answer = await create({
      creator_id: '01931f6e-0000-7000-8000-00000000dead',
      images: await picture(),
    })
    expect(answer.status).toBe(404)
    expect(answer.body.errors).toEqual([{ path: 'creator_id', message: 'This creator does not exist' }])
    expect(await app.storedFiles()).toEqual(files)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('creates an unpublished masterclass with every field (MC-48, MC-27)', async () => {
    const answer = await create({ images: await picture('png'), is_attach_to_superclass: 'true' })
    expect(answer.status).toBe(201)
    expect(answer.body.success).toBe(true)
    expect(z.safeParse(Masterclass, answer.body.data).success).toBe(true)
    expect(answer.body.data).toMatchObject({
      title: 'Save tax the legal way',
      is_active: false,
      is_attach_to_superclass: true,
      attendance_type: 'virtual',
      zoom_hub_name: 'zoom_1',
      creator_id: { _id: creatorId, first_name: 'Asha' },
      start_time: '2026-11-28T13:30:00.000Z',
      links: [{ name: 'Telegram', url: 'https://t.me/greenroom', is_active: true }],
      version: 1,
    })
    const picked = await fetch(`${app.url}${answer.body.data.banner}`)
    expect(picked.headers.get('content-type')).toBe('image/png')
    expect((await read(answer.body.data._id)).body.data).toEqual(answer.body.data)
  })

  it('formats start_time_format_string like the cards, in India’s time (MC-05)', async () => {
    const { body } = await create({ start_time: '2026-11-28T13:30:00Z' })
    expect(body.data.start_time_format_string).toBe('28 Nov 2026 | 07:00 PM')
  })

  it('stores a title of 40 characters as typed and counts an emoji as one (MC-31)', async () => {
    const title = `${'ñ'.repeat(36)} 💰 x`
    const { status, body } = await create({ title })
    expect(status).toBe(201)
    expect(body.data.title).toBe(title)
  })

  it('accepts the first instant of today in India (MC-32, MC-33, OQ-041)', async () => {
    const times = { start_time: '2026-11-20T18:30:00Z', end_time: '2026-11-20T18:30:00Z' }
    expect((await create(times)).status).toBe(201)
  })

  it('takes today from BUSINESS_TIME_ZONE (MC-32, MC-33, OQ-041)', async () => {
    const elsewhere = await createTestApp({ BUSINESS_TIME_ZONE: 'America/New_York' })
    try {
      // It is half past one at night there, so the day has just begun.
      const { _id } = await makeCreator(elsewhere)
      const createAt = (moment: string) =>
        elsewhere.call('POST', '/admin/masterclass', {
          form: masterclassForm(_id, { start_time: moment, end_time: moment }),
        })
      const refused = await createAt('2026-11-21T04:59:59.999Z')
      expect(refused.status).toBe(400)
      expect(refused.body.errors).toEqual([
        { path: 'start_time', message: 'Start Time cannot be before today.' },
        { path: 'end_time', message: 'End Time cannot be before today.' },
      ])
      expect((await createAt('2026-11-21T05:00:00Z')).status).toBe(201)
    } finally {
      await elsewhere.close()
    }
  })

  it('accepts an end before the start (MC-34)', async () => {
    expect((await create({ end_time: '2026-11-28T10:00:00Z' })).status).toBe(201)
  })

  it('rejects what is not an image by its bytes, whatever its name (MC-39)', async () => {
    const pdf = new Blob(['%PDF-1.7 not a picture'], { type: 'image/jpeg' })
    const answer = await create({ images: pdf })
    expect(answer.status).toBe(415)
    expect(answer.body.errors).toEqual([
      { path: 'images', message: 'Only JPG, PNG or WEBP images are allowed' },
    ])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('accepts every attendance type and all four meeting accounts (MC-02, MC-36)', async () => {
    for (const attendance_type of ['hybrid', 'virtual', 'in-person']) {
      const made = (await create({ attendance_type, venue_state: '96' })).body.data
      expect(made.attendance_type).toBe(attendance_type)
      // A virtual one has no venue (OQ-795).
      expect(made.venue_state).toBe(attendance_type === 'virtual' ? null : '96')
    }
    for (const zoom_hub_name of ['zoom_1', 'zoom_2', 'zoom_3', 'zoom_4']) {
      expect((await create({ zoom_hub_name })).body.data.zoom_hub_name).toBe(zoom_hub_name)
    }
  })

  it('adds one audit entry with who, what and from where', async () => {
    const { body } = await create()
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity_id', '=', body.data._id)
      .execute()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      action: 'masterclass.create',
      actor_email: 'meera.nair@greenroom.example',
      entity_label: body.data.title,
      address: '127.0.0.1',
    })
    expect(entries[0]?.request_id).toBeTruthy()
  })
})

describe('a repeated create', () => {
  it('creates one masterclass and returns the same response with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'create-once' }
    const send = async () =>
      app.call('POST', '/admin/masterclass', {
        form: { ...masterclassForm(creatorId), images: await picture() },
        headers,
      })
    const before = await countRows('masterclass')
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1)
    expect(JSON.stringify((await send()).body)).toBe(JSON.stringify(answers[0]?.body))
    expect(await countRows('masterclass')).toBe(before + 1)
    const referenced = await countRows('file')
    expect((await app.storedFiles()).length).toBe(referenced)
  })

  it('rejects the key of other content', async () => {
    const headers = { 'idempotency-key': 'another-content' }
    await app.call('POST', '/admin/masterclass', { form: masterclassForm(creatorId), headers })
    const answer = await app.call('POST', '/admin/masterclass', {
      form: masterclassForm(creatorId, { title: 'Another' }),
      headers,
    })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('KEY_REUSED')
  })
})

describe('duplicating', () => {
  const duplicate = (id: string, headers: Record<string, string> = {}) =>
    app.call('POST', `/admin/masterclass/${id}/duplicate`, { headers })

  it('copies a published masterclass to a draft a week later, with a banner of its own (OQ-188)', async () => {
    const { _id: id } = (await create({ images: await picture() })).body.data
    const original = (await publish(id)).body.data
    const { status, body } = await duplicate(id)
    expect(status).toBe(201)
    const copy = body.data
    const { _id, banner, version, created_at, start_time_format_string, ...members } = original
    expect(copy).toMatchObject({
      ...members,
      title: 'Save tax the legal way (copy)',
      start_time: '2026-12-05T13:30:00.000Z',
      end_time: '2026-12-05T15:00:00.000Z',
      is_active: false,
      version: 1,
    })
    expect(copy._id).not.toBe(id)
    expect(copy.banner).not.toBe(banner)
    // Removing the banner of one leaves the other's.
    await edit(copy._id, { remove_banner: 'true' })
    expect((await fetch(`${app.url}${banner}`)).status).toBe(200)
    expect((await fetch(`${app.url}${copy.banner}`)).status).toBe(404)
    const audit = await app.database.kysely
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', copy._id)
      .orderBy('at')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual(['masterclass.duplicate', 'masterclass.update'])
  })

  it('copies a past masterclass to the next such weekday, and cuts a long title (OQ-188)', async () => {
    const made = (await create({ title: 'x'.repeat(40) })).body.data
    await app.database.kysely
      .updateTable('masterclass')
      .set({ start_time: '2026-10-06T13:30:00Z', end_time: '2026-10-06T15:00:00Z' })
      .where('id', '=', made._id)
      .execute()
    const copy = (await duplicate(made._id)).body.data
    expect([copy.start_time, copy.end_time]).toEqual(['2026-11-24T13:30:00.000Z', '2026-11-24T15:00:00.000Z'])
    expect(copy.title).toBe(`${'x'.repeat(33)} (copy)`)
  })

  it('makes one copy with one banner for the same Idempotency-Key (OQ-188)', async () => {
    const made = (await create({ images: await picture() })).body.data
    const before = [await countRows('masterclass'), await countRows('file')]
    const headers = { 'idempotency-key': 'duplicate-once' }
    const answers = await Promise.all([duplicate(made._id, headers), duplicate(made._id, headers)])
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
    expect([await countRows('masterclass'), await countRows('file')]).toEqual(before.map((n) => n + 1))
  })

  it('returns 404 for an unknown masterclass (OQ-188)', async () => {
    expect((await duplicate('0'.repeat(24))).status).toBe(404)
  })
})

describe('editing', () => {
  it('keeps omitted fields (MC-49)', async () => {
    const made = await makeMasterclass(app)
    const answer = await edit(made._id, { description: 'New words' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({ ...made, description: 'New words', version: 2 })
  })

  it('keeps version and audit log if nothing changes (MC-49, OQ-034)', async () => {
    const made = await makeMasterclass(app)
    const audited = await countRows('audit_entry')
    const form = masterclassForm(made.creator_id._id, { start_time: '2026-11-28T19:00:00+05:30' })
    const unchangedForms: Record<string, string | Blob>[] = [{}, form, { remove_banner: 'true' }]
    for (const unchanged of unchangedForms) {
      expect((await edit(made._id, unchanged)).body.data).toEqual(made)
    }
    expect(await countRows('audit_entry')).toBe(audited)
    const links = JSON.stringify([{ name: 'Telegram', url: 'https://t.me/greenroom', is_active: false }])
    expect((await edit(made._id, { ...form, links })).body.data.version).toBe(2)
  })

  it('returns 404 for an unknown or malformed id (MC-49)', async () => {
    for (const id of ['01931f6e-0000-7000-8000-00000000dead', 'nonsense', '%00', "1' or '1'='1"]) {
      const answer = await edit(encodeURIComponent(id), { title: 'x' })
      expect([404, 400]).toContain(answer.status)
      expect(answer.body.success).toBe(false)
    }
  })

  it('applies the rules to an edit and changes nothing (MC-31, MC-42)', async () => {
    const made = await makeMasterclass(app)
    const answer = await edit(made._id, {
      title: 'x'.repeat(41),
      links: JSON.stringify([{ name: 'Telegram', url: '' }]),
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { path: 'title', message: 'Title should not exceed 40 characters' },
      { path: 'links.0.url', message: 'Community link cannot be empty.' },
    ])
    expect((await read(made._id)).body.data).toEqual(made)
  })

  it('keeps an old draft editable: a time before today is rejected only if it changes (MC-24)', async () => {
    const made = await makeMasterclass(app)
    app.clock.set('2026-12-20T00:00:00Z')
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const later = (form: Record<string, string>) =>
      app.call('POST', `/admin/masterclass/${made._id}`, { form, token })
    expect((await later({ title: 'Later', start_time: '2026-11-28T19:00:00+05:30' })).status).toBe(200)
    const moved = await later({ start_time: '2026-11-29T13:30:00Z' })
    expect(moved.body.message).toBe('Start Time cannot be before today.')
  })

  it('replaces and removes a banner with its file (MC-39)', async () => {
    const made = await makeMasterclass(app, { images: await picture() })
    const replaced = await edit(made._id, { images: await picture('webp') })
    expect(replaced.body.data.banner).not.toBe(made.banner)
    expect((await fetch(`${app.url}${made.banner}`)).status).toBe(404)
    const removed = await edit(made._id, { remove_banner: 'true' })
    expect(removed.body.data.banner).toBeNull()
    expect((await fetch(`${app.url}${replaced.body.data.banner}`)).status).toBe(404)
  })

  it('rejects a stale change of status with the current record and changes nothing (OQ-482)', async () => {
    const made = await makeMasterclass(app)
    await publish(made._id)
    const off = await setStatus(made._id, false)
    const edited = await edit(made._id, { title: 'Edited meanwhile' })
    const stale = await setStatus(made._id, true, { 'if-match': `"${off.body.data.version}"` })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'STALE', data: edited.body.data })
    expect((await read(made._id)).body.data.is_active).toBe(false)
    const current = await setStatus(made._id, true, { 'if-match': `"${edited.body.data.version}"` })
    expect([current.status, current.body.data.is_active]).toEqual([200, true])
  })

  it('rejects a stale edit with the current record and changes nothing (OQ-109)', async () => {
    const made = await makeMasterclass(app)
    const first = await edit(made._id, { title: 'First' }, { 'if-match': '"1"' })
    const second = await edit(made._id, { description: 'Second' }, { 'if-match': '"1"' })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'STALE', data: first.body.data })
    expect((await read(made._id)).body.data).toEqual(first.body.data)
    expect((await edit(made._id, { description: 'Second' }, { 'if-match': '"2"' })).status).toBe(200)
  })

  it('accepts exactly one of many concurrent edits of one version (OQ-109)', async () => {
    const made = await makeMasterclass(app)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => edit(made._id, { title: `Title ${n}` }, { 'if-match': '"1"' })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7)
  })

  it('rejects a malformed If-Match (OQ-109)', async () => {
    const made = await makeMasterclass(app)
    expect((await edit(made._id, { title: 'x' }, { 'if-match': '"new"' })).status).toBe(400)
  })
})

describe('groups', () => {
  it('puts each class in exactly one group, also at the boundary (MC-06)', async () => {
    const active = await makeMasterclass(app, { title: 'Boundary active', zoom_hub_name: 'zoom_2' })
    await publish(active._id)
    const draft = await makeMasterclass(app, { title: 'Boundary draft' })
    const start = Date.parse(active.start_time)
    for (const [moment, expected] of [
      [start - 1, ['active', 'draft']],
      [start, ['active', 'draft']],
      [start + 1, ['past', 'past']],
    ] as const) {
      app.clock.set(new Date(moment))
      const groups = await Promise.all(
        (['active', 'draft', 'past'] as const).map(async (status) => {
          const token = await app.tokenFor('meera.nair@greenroom.example')
          const answer = await app.call('GET', `/admin/masterclasses?status=${status}&search=Boundary`, {
            token,
          })
          return [status, idsOf(answer)] as const
        }),
      )
      const groupsOf = (id: string) => groups.filter(([, ids]) => ids.includes(id)).map(([status]) => status)
      expect(groupsOf(active._id)).toEqual([expected[0]])
      expect(groupsOf(draft._id)).toEqual([expected[1]])
    }
  })

  it('lists all, the latest first, and searches the title literally (MC-47, MC-52)', async () => {
    const names = ['100% certain', '100 percent', 'under_score', 'underXscore', 'back\\slash']
    for (const title of names) await makeMasterclass(app, { title, creator_id: creatorId })
    const titles = async (search: string) => {
      const answer = await app.call('GET', `/admin/masterclasses?search=${encodeURIComponent(search)}`)
      return answer.body.data.map((one: { title: string }) => one.title)
    }
    expect(await titles('100%')).toEqual(['100% certain'])
    expect(await titles('UNDER_')).toEqual(['under_score'])
    expect(await titles('\\')).toEqual(['back\\slash'])
    const all = (await app.call('GET', '/admin/masterclasses')).body.data
    const starts = all.map((one: { start_time: string }) => one.start_time)
    expect(starts).toEqual([...starts].sort().reverse())
  })

  it('counts each group beside the page, within the search (OQ-195)', async () => {
    const began = await makeMasterclass(app, { title: 'Counted began', creator_id: creatorId })
    app.clock.set(new Date(Date.parse(began.start_time) + 1))
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const later = { start_time: '2027-03-01T10:00:00Z', end_time: '2027-03-01T11:00:00Z' }
    const call = (method: string, path: string, options = {}) => app.call(method, path, { token, ...options })
    for (const title of ['Counted A', 'Counted B', 'Other']) {
      const form = masterclassForm(creatorId, { title, ...later })
      await call('POST', '/admin/masterclass', { form })
    }
    const published = await call('GET', '/admin/masterclasses?search=Counted B')
    const json = { masterclass_id: published.body.data[0]._id }
    await call('POST', '/admin/masterclass/zoom/publish', { json })
    const counts = async (query: string) =>
      (await call('GET', `/admin/masterclasses?${query}`)).body.group_counts
    const ofSearch = { active: 1, draft: 1, past: 1 }
    expect(await counts('search=Counted')).toEqual(ofSearch)
    expect(await counts('search=Counted&status=past&limit=1&offset=1')).toEqual(ofSearch)
    expect((await counts('')).draft).toBeGreaterThan(1)
  })

  it('stops counting a group at 1,000 (OQ-195)', async () => {
    await sql`insert into masterclass (id, title, start_time, end_time, creator_id, zoom_hub_name, attendance_type,
        original_price_usd, current_price_usd, original_price_inr, current_price_inr)
      select gen_random_uuid(), 'Crowded', '2020-01-01', '2020-01-01', ${creatorId}, 'zoom_1', 'virtual', 0, 0, 0, 0
      from generate_series(1, 1001)`.execute(app.database.kysely)
    const answer = await app.call('GET', '/admin/masterclasses?search=Crowded&limit=1')
    expect(answer.body.group_counts).toEqual({ active: 0, draft: 0, past: 1000 })
    await sql`delete from masterclass where title = 'Crowded'`.execute(app.database.kysely)
  })

  it('counts the coupons of each masterclass, also inactive ones (OQ-195)', async () => {
    const [none, two] = [await makeMasterclass(app), await makeMasterclass(app)]
    const valid = { valid_till: '2026-12-31T18:29:59.999Z', discount_percentage: 20 }
    const saved = await app.call('PATCH', '/admin/coupons', {
      json: {
        coupons: [
          { code: 'COUNTED1', ...valid },
          { code: 'COUNTED2', ...valid },
        ],
        entity_id: two._id,
        entity_type: 'masterclass',
      },
    })
    const json = { coupon_id: saved.body.data[0].coupon_id._id, entity_id: two._id, is_active: false }
    expect((await app.call('POST', '/admin/coupon/entity', { json })).status).toBe(200)
    const listed = (await app.call('GET', '/admin/masterclasses')).body.data
    const count = (id: string) => listed.find((one: { _id: string }) => one._id === id).coupons_count
    expect([count(none._id), count(two._id)]).toEqual([0, 2])
  })

  it('has what each masterclass has sold, per currency (OQ-198)', async () => {
    const { _id } = await makeMasterclass(app)
    const sales = async () => {
      const listed = (await app.call('GET', '/admin/masterclasses')).body.data
      return listed.find((one: { _id: string }) => one._id === _id).sales
    }
    expect(await sales()).toEqual([])
    await makeOrder(app.database.kysely, { entity_id: _id, amount: 99_900 })
    await makeOrder(app.database.kysely, { entity_id: _id, amount: 50_000 })
    await makeOrder(app.database.kysely, { entity_id: _id, amount: 1_500, currency_code: 'USD' })
    await makeOrder(app.database.kysely, { entity_id: _id, status: 'refunded' })
    expect(await sales()).toEqual([
      { currency_code: 'INR', sold: 2, amount: 149_900 },
      { currency_code: 'USD', sold: 1, amount: 1_500 },
    ])
  })

  it('lists Active and Draft from the next one, Past from the latest (MC-47)', async () => {
    for (const [title, start_time] of [
      ['Order late', '2027-03-01T10:00:00Z'],
      ['Order soon', '2026-11-22T10:00:00Z'],
    ]) {
      await makeMasterclass(app, { title, start_time, creator_id: creatorId })
    }
    const order = async (status: string, token?: string) => {
      const answer = await app.call(
        'GET',
        `/admin/masterclasses?status=${status}&search=Order`,
        token ? { token } : {},
      )
      return answer.body.data.map((one: { title: string }) => one.title)
    }
    expect(await order('draft')).toEqual(['Order soon', 'Order late'])
    app.clock.set('2028-01-01T00:00:00Z')
    expect(await order('past', await app.tokenFor('meera.nair@greenroom.example'))).toEqual([
      'Order late',
      'Order soon',
    ])
  })

  const badQueries: [string, string][] = [
    ['an unknown status (MC-47)', 'status=upcoming'],
    ['a limit of 0 (MC-47)', 'limit=0'],
    ['a negative offset (MC-47)', 'offset=-1'],
    ['a limit that is not a number (MC-47)', 'limit=ten'],
    ['a repeated status (MC-47)', 'status=draft&status=past'],
  ]
  it.each(badQueries)('%s is refused', async (_title, query) => {
    expect((await app.call('GET', `/admin/masterclasses?${query}`)).status).toBe(400)
  })

  it('reduces a huge limit to 200 and treats an empty parameter as absent (MC-47)', async () => {
    expect((await app.call('GET', '/admin/masterclasses?limit=999999&status=&search=')).status).toBe(200)
  })
})

describe('publishing', () => {
  it('creates a meeting and activates the class (MC-50, MC-28)', async () => {
    const made = await makeMasterclass(app, { zoom_hub_name: 'zoom_3' })
    const answer = await publish(made._id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ _id: made._id, is_active: true, version: 2 })
    expect(answer.body.warnings).toBeUndefined()
    const meeting = await app.database.kysely
      .selectFrom('meeting')
      .selectAll()
      .where('owner_id', '=', made._id)
      .executeTakeFirstOrThrow()
    expect(meeting).toMatchObject({ state: 'created', is_booked: true, zoom_hub_name: 'zoom_3' })
    expect(meeting.join_url).toMatch(/^https?:\/\//)
  })

  it('creates no second meeting when published again (MC-50)', async () => {
    const made = await makeMasterclass(app, {
      start_time: '2026-12-01T10:00:00Z',
      end_time: '2026-12-01T11:00:00Z',
    })
    const answers = await Promise.all([publish(made._id), publish(made._id), publish(made._id)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await publish(made._id)).body.data.version).toBe(2)
    const meeting = await app.database.kysely
      .selectFrom('meeting')
      .select('reference')
      .where('owner_id', '=', made._id)
      .executeTakeFirstOrThrow()
    const atProvider = await readFile(join(app.dataDir, 'sandbox-meetings.jsonl'), 'utf8')
    const meetingsMade = new Set(
      atProvider
        .split('\n')
        .filter((line) => line.includes(meeting.reference))
        .map((line) => JSON.parse(line).providerMeetingId),
    )
    expect(meetingsMade.size).toBe(1)
  })

  it('rejects a class that has started (MC-50)', async () => {
    const made = await makeMasterclass(app, { start_time: '2026-11-21T06:29:59Z' })
    const answer = await publish(made._id)
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('WRONG_STATE')
  })

  it('returns 404 for an unknown class and names a missing id (MC-50)', async () => {
    expect((await publish('nonsense')).status).toBe(404)
    const answer = await app.call('POST', '/admin/masterclass/zoom/publish', { json: {} })
    expect(answer.body.errors).toEqual([{ path: 'masterclass_id', message: 'masterclass_id is required' }])
  })

  it('leaves a draft that can be published again if the provider refuses the meeting (MC-29)', async () => {
    const made = await makeMasterclass(app, { title: 'Later [meeting fails]', zoom_hub_name: 'zoom_4' })
    const answer = await publish(made._id)
    expect(answer.status).toBe(502)
    expect(answer.body.code).toBe('MEETING_PROVIDER')
    expect((await read(made._id)).body.data.is_active).toBe(false)
    await edit(made._id, { title: 'Now it works' })
    expect((await publish(made._id)).body.data.is_active).toBe(true)
  })

  it('searches for a meeting of unknown outcome before it creates another (MC-29)', async () => {
    const made = await makeMasterclass(app, { title: 'Slow [meeting times out]', zoom_hub_name: 'zoom_4' })
    expect((await publish(made._id)).status).toBe(502)
    const row = () =>
      app.database.kysely
        .selectFrom('meeting')
        .selectAll()
        .where('owner_id', '=', made._id)
        .executeTakeFirstOrThrow()
    expect((await row()).state).toBe('unknown')
    const context = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
    await app.app.tasks['settle-meeting']?.({ ownerId: made._id }, context)
    const settled = await row()
    expect(settled.state).toBe('created')
    expect((await read(made._id)).body.data.is_active).toBe(false)
    await edit(made._id, { title: 'Now it is confirmed' })
    expect((await publish(made._id)).body.data.is_active).toBe(true)
    expect((await row()).provider_meeting_id).toBe(settled.provider_meeting_id)
  })

  it('returns a clash on the account next to the data (OQ-112)', async () => {
    const times = {
      start_time: '2027-01-10T10:00:00Z',
      end_time: '2027-01-10T11:00:00Z',
      zoom_hub_name: 'zoom_2',
    }
    const first = await makeMasterclass(app, { ...times, title: 'First on zoom_2' })
    await publish(first._id)
    const second = await makeMasterclass(app, {
      ...times,
      start_time: '2027-01-10T11:14:00Z',
      end_time: '2027-01-10T12:00:00Z',
    })
    const answer = await publish(second._id)
    expect(answer.status).toBe(200)
    expect(answer.body.warnings).toEqual([
      {
        code: 'MEETING_CLASH',
        message: 'zoom_2 is already booked for “First on zoom_2” at that time.',
        clashes: [expect.objectContaining({ _id: first._id, kind: 'masterclass' })],
      },
    ])
  })

  it('returns which accounts are free at a time (OQ-112)', async () => {
    const times = { start_time: '2027-02-10T10:00:00Z', end_time: '2027-02-10T11:00:00Z' }
    const made = await makeMasterclass(app, { ...times, zoom_hub_name: 'zoom_4' })
    await publish(made._id)
    const ask = async (start: string, end: string, except = '') =>
      (await app.call('GET', `/admin/meeting-accounts?start_time=${start}&end_time=${end}&except=${except}`))
        .body.data
    const free = async (start: string, end: string, except?: string) =>
      (await ask(start, end, except))
        .filter((one: { free: boolean }) => one.free)
        .map((one: { zoom_hub_name: string }) => one.zoom_hub_name)
    expect(await free('2027-02-10T10:30:00Z', '2027-02-10T12:00:00Z')).toEqual(['zoom_1', 'zoom_2', 'zoom_3'])
    expect(await free('2027-02-10T11:14:59Z', '2027-02-10T12:00:00Z')).not.toContain('zoom_4')
    expect(await free('2027-02-10T11:15:00Z', '2027-02-10T12:00:00Z')).toContain('zoom_4')
    expect(await free('2027-02-10T10:30:00Z', '2027-02-10T12:00:00Z', made._id)).toContain('zoom_4')
  })
})

describe('the status', () => {
  it('deactivates and activates again (MC-17, MC-51)', async () => {
    const made = await makeMasterclass(app, {
      start_time: '2027-03-10T10:00:00Z',
      end_time: '2027-03-10T11:00:00Z',
    })
    await publish(made._id)
    expect((await setStatus(made._id)).body.data.is_active).toBe(false)
    expect((await setStatus(made._id)).body.data.is_active).toBe(true)
  })

  it('changes nothing for a repeated target (MC-51)', async () => {
    const made = await makeMasterclass(app, {
      start_time: '2027-04-10T10:00:00Z',
      end_time: '2027-04-10T11:00:00Z',
    })
    await publish(made._id)
    const first = await setStatus(made._id, false)
    expect((await setStatus(made._id, false)).body.data).toEqual(first.body.data)
  })

  it('rejects activating what was never published (MC-51)', async () => {
    const made = await makeMasterclass(app)
    const answer = await setStatus(made._id, true)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('Publish the masterclass first')
  })

  it('ends where it started after an even number of concurrent toggles (MC-51)', async () => {
    const made = await makeMasterclass(app, {
      start_time: '2027-05-10T10:00:00Z',
      end_time: '2027-05-10T11:00:00Z',
    })
    await publish(made._id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => setStatus(made._id)))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect((await read(made._id)).body.data.is_active).toBe(true)
  })
})

describe('where a clash is refused', () => {
  it('accepts exactly one of two concurrent publications on one account (OQ-112)', async () => {
    const strict = await createTestApp({ MEETING_CLASHES: 'refuse' })
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, n) => makeMasterclass(strict, { title: `Same time ${n}` })),
    )
    const answers = await Promise.all(
      made.map(({ _id }) =>
        strict.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: _id } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body).toMatchObject({ code: 'MEETING_CLASH', errors: [{ path: 'zoom_hub_name' }] })
    expect(refused?.body.data.clashes).toHaveLength(1)
    const active = await strict.call('GET', '/admin/masterclasses?status=active')
    expect(active.body.data).toHaveLength(1)
    await strict.close()
  })
})

it('keeps the State of the venue until the masterclass becomes virtual, and copies it (OQ-795)', async () => {
  const { _id } = (await create({ attendance_type: 'in-person', venue_state: '27' })).body.data
  const edit = async (form: Record<string, string>) =>
    (await app.call('POST', `/admin/masterclass/${_id}`, { form })).body.data
  expect((await edit({ title: 'In Pune' })).venue_state).toBe('27')
  expect((await app.call('POST', `/admin/masterclass/${_id}/duplicate`)).body.data.venue_state).toBe('27')
  expect((await edit({ venue_state: '29' })).venue_state).toBe('29')
  expect((await edit({ attendance_type: 'virtual' })).venue_state).toBeNull()
})
