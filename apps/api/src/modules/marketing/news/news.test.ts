import { newsMessages } from '@greenroom/contract/marketing/news/news.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { pdf, picture } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const path = '/admin/academy/news'
const unknownId = '01931f6e-0000-7000-8000-00000000dead'

async function upload(): Promise<string> {
  const answer = await app.call('POST', '/admin/upload', { form: { file: await picture() } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.url
}

async function body(overrides: Record<string, unknown> = {}) {
  return {
    heading: 'Repo rate unchanged',
    description: 'Nothing changes\n<b>this quarter</b>.',
    thumbnail: 'thumbnail' in overrides ? overrides.thumbnail : await upload(),
    source: 'Rupee Ledger',
    reference_link: 'https://news.example.com/repo?a=1&b=2',
    ...overrides,
  }
}
const create = async (overrides: Record<string, unknown> = {}) =>
  app.call('POST', path, { json: await body(overrides) })
async function make(overrides: Record<string, unknown> = {}) {
  const answer = await create(overrides)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
const update = (id: string, json: unknown, headers: Record<string, string> = {}) =>
  app.call('PATCH', `${path}/${id}`, { json, headers })
const get = async (id: string) => (await app.call('GET', `${path}/${id}`)).body.data
const fileExists = async (url: string) => (await app.call('GET', url, { token: null })).status === 200
const list = async (query = '') => (await app.call('GET', `${path}${query}`)).body.data.news_list
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'entity_label', 'before', 'after'])
    .where('entity_id', '=', id)
    .orderBy('at')
    .execute()

describe('creating a news snippet', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
    expect((await app.call('POST', path, { json: {}, token: null })).status).toBe(401)
    expect((await app.call('PATCH', `${path}/x`, { json: {}, token: null })).status).toBe(401)
  })

  const refusals: [string, Record<string, unknown>, string, string][] = [
    ['no thumbnail (NEWS-08)', { thumbnail: undefined }, 'thumbnail', 'Thumbnail is required'],
    ['an empty thumbnail (NEWS-08)', { thumbnail: '' }, 'thumbnail', 'Thumbnail is required'],
    [
      'a thumbnail from another site (NEWS-08)',
      { thumbnail: 'https://x.example/a.png' },
      'thumbnail',
      'Thumbnail is required',
    ],
    [
      'a thumbnail that was never uploaded (NEWS-08)',
      { thumbnail: `/files/${'0'.repeat(32)}.png` },
      'thumbnail',
      '',
    ],
    ['no heading (NEWS-09)', { heading: undefined }, 'heading', 'Heading is required'],
    ['a blank heading (NEWS-09)', { heading: ' \t' }, 'heading', 'Heading is required'],
    ['a heading of 501 characters (NEWS-09)', { heading: 'h'.repeat(501) }, 'heading', ''],
    ['no source (NEWS-10)', { source: '' }, 'source', 'Source is required'],
    [
      'no reference link (NEWS-11)',
      { reference_link: undefined },
      'reference_link',
      'Reference link is required',
    ],
    [
      'a blank reference link (NEWS-11)',
      { reference_link: ' ' },
      'reference_link',
      'Reference link is required',
    ],
    ...['no link', 'editor@news.example.com', 'mailto:editor@news.example.com', '//news.example.com'].map(
      (reference_link): [string, Record<string, unknown>, string, string] => [
        `the link ${reference_link} (NEWS-11, OQ-086)`,
        { reference_link },
        'reference_link',
        'Enter a link that starts with http:// or https://',
      ],
    ),
    ['a link that runs a script (NEWS-11)', { reference_link: 'javascript:alert(1)' }, 'reference_link', ''],
    [
      'a link of another scheme (NEWS-11)',
      { reference_link: 'ftp://news.example.com/a' },
      'reference_link',
      '',
    ],
    ['a price that is not a number (NEWS-13)', { price: 'ten' }, 'price', newsMessages.price],
    ['a price below 0 (NEWS-13)', { price: -1 }, 'price', newsMessages.price],
    ['a fraction of a paisa (NEWS-13)', { price: '10.5' }, 'price', newsMessages.price],
    ['is_active as text in JSON (NEWS-01)', { is_active: 'true' }, 'is_active', ''],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, field, message) => {
    const before = (await list()).length
    const answer = await create(overrides)
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(answer.body.errors[0].path).toBe(field)
    if (message) expect(answer.body.errors[0].message).toBe(message)
    expect((await list()).length).toBe(before)
  })

  it.each([
    ['www.example.org/x', 'https://www.example.org/x'],
    [' news.example.org:8080/a?b=1#c ', 'https://news.example.org:8080/a?b=1#c'],
    ['http://www.example.org/x', 'http://www.example.org/x'],
  ])('stores the reference link %j as %j (NEWS-11, OQ-086)', async (reference_link, stored) => {
    const made = await create({ reference_link })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body.data.reference_link).toBe(stored)
    const edited = await app.call('PATCH', `/admin/academy/news/${made.body.data._id}`, {
      json: { reference_link },
    })
    expect(edited.body.data).toMatchObject({ reference_link: stored, version: 1 })
  })

  it('accepts JSON with the URL of an upload and returns the stored snippet (NEWS-15, NEWS-01, OQ-023)', async () => {
    const thumbnail = await upload()
    const answer = await create({ thumbnail, price: '4900', is_free: false, is_active: false })
    expect(answer.status).toBe(201)
    expect(answer.body.message).toBe('Created News Snippet!')
    expect(answer.body.data).toEqual({
      ...(await body({ thumbnail })),
      _id: expect.any(String),
      price: 4900,
      is_active: false,
      is_free: false,
      created_at: testNow,
      version: 1,
    })
    expect(await get(answer.body.data._id)).toEqual(answer.body.data)
    expect(await auditOf(answer.body.data._id)).toMatchObject([
      { action: 'news.create', entity_label: 'Repo rate unchanged', after: { price: 4900 } },
    ])
  })

  it('is free, active and without a price by default (NEWS-15, NEWS-13, OQ-085, OQ-107)', async () => {
    const snippet = await make({ description: undefined })
    expect(snippet).toMatchObject({ description: '', price: null, is_active: true, is_free: true })
    for (const [given, stored] of [
      ['0', 0],
      [0, 0],
      ['', null],
      [null, null],
    ]) {
      expect((await make({ price: given })).price).toBe(stored)
    }
  })

  it('accepts multipart with the thumbnail as a file or by its URL (NEWS-15, OQ-023)', async () => {
    const { thumbnail, ...texts } = (await body()) as Record<string, string>
    const form = { ...texts, price: '150', is_active: 'false', is_free: 'false' }
    const asFile = await app.call('POST', path, { form: { ...form, thumbnail: await picture('webp') } })
    expect(asFile.status, JSON.stringify(asFile.body)).toBe(201)
    expect(asFile.body.data).toMatchObject({
      thumbnail: expect.stringMatching(/\.webp$/),
      description: 'Nothing changes\n<b>this quarter</b>.',
      price: 150,
      is_active: false,
      is_free: false,
    })
    const asText = await app.call('POST', path, { form: { ...form, thumbnail: String(thumbnail) } })
    expect(asText.body.data.thumbnail).toBe(thumbnail)
    const without = await app.call('POST', path, { form })
    expect(without.body.errors).toEqual([{ path: 'thumbnail', message: 'Thumbnail is required' }])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('rejects SVG, HTML, GIF and PDF by their bytes and keeps no file (NEWS-08)', async () => {
    const { thumbnail: _, ...texts } = (await body()) as Record<string, string>
    const before = [(await list()).length, await app.storedFiles()]
    for (const bytes of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>',
      'GIF89a......',
      await pdf(),
    ]) {
      const answer = await app.call('POST', path, {
        form: { ...texts, thumbnail: new Blob([bytes], { type: 'image/png' }) },
      })
      expect(answer.status).toBe(415)
      expect(answer.body.message).toBe('Only JPG, PNG or WEBP images are allowed')
    }
    expect([(await list()).length, await app.storedFiles()]).toEqual(before)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('accepts a thumbnail of 100 MB and rejects one byte more (NEWS-08, LIM-04)', async () => {
    const { thumbnail: _, ...texts } = (await body()) as Record<string, string>
    const small = await picture()
    const send = (byteSize: number) =>
      app.call('POST', path, {
        form: { ...texts, thumbnail: new Blob([small, new Uint8Array(byteSize - small.size)]) },
      })
    const { status, body: made } = await send(104_857_600)
    expect(status).toBe(201)
    expect((await update(made.data._id, { thumbnail: await upload() })).status).toBe(200)
    const answer = await send(104_857_601)
    expect([answer.status, answer.body.message]).toEqual([413, 'Image must be 100MB or smaller'])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('assigns the thumbnail to the snippet, and to no other (NEWS-15, OQ-023)', async () => {
    const thumbnail = await upload()
    await make({ thumbnail: `http://127.0.0.1:3999${thumbnail}` })
    expect((await create({ thumbnail })).body.errors[0].path).toBe('thumbnail')
    await app.app.files.sweep(new Date('2027-01-01T00:00:00Z'))
    expect(await fileExists(thumbnail)).toBe(true)
  })

  it('creates one snippet for two requests with the same key (NEWS-15)', async () => {
    const json = await body({ heading: 'Sent twice' })
    const send = () => app.call('POST', path, { json, headers: { 'idempotency-key': 'news-1' } })
    const [first, second] = await Promise.all([send(), send()])
    // The same text: a repeat has its members in the order of the first response.
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body))
    expect(JSON.stringify((await send()).body)).toBe(JSON.stringify(first.body))
    const made = (await list()).filter((one: { heading: string }) => one.heading === 'Sent twice')
    expect(made).toHaveLength(1)
  })
})

describe('changing a news snippet', () => {
  it('refuses a key that was used for an edit of another version (OQ-029, OQ-109)', async () => {
    const { _id, version } = await make()
    const edit = (of: number) =>
      update(_id, { source: 'Mint' }, { 'idempotency-key': `edit-${_id}`, 'if-match': `"${of}"` })
    expect((await edit(version)).status).toBe(200)
    const again = await edit(version + 1)
    expect([again.status, again.body.code]).toEqual([422, 'KEY_REUSED'])
  })

  it('returns 404 for an unknown snippet (NEWS-16)', async () => {
    for (const id of ['nonsense', unknownId]) {
      expect((await update(id, { heading: 'x' })).status).toBe(404)
      expect((await app.call('GET', `${path}/${id}`)).status).toBe(404)
    }
  })

  it.each([
    ['an empty heading (NEWS-09)', { heading: '' }, 'Heading is required'],
    ['a blank source (NEWS-10)', { source: ' ' }, 'Source is required'],
    ['an empty link (NEWS-11)', { reference_link: '' }, 'Reference link is required'],
    ['an empty thumbnail (NEWS-08)', { thumbnail: '' }, 'Thumbnail is required'],
    ['a price as text (NEWS-13)', { price: 'ten' }, newsMessages.price],
  ])('rejects %s and changes nothing', async (_title, changes, message) => {
    const snippet = await make()
    const answer = await update(snippet._id, { description: 'Other', ...changes })
    expect([answer.status, answer.body.message]).toEqual([400, message])
    expect(await get(snippet._id)).toEqual(snippet)
  })

  it('changes the given fields and keeps the rest (NEWS-16, NEWS-12)', async () => {
    const snippet = await make({ price: 100 })
    const answer = await update(snippet._id, { heading: 'Another', is_active: false })
    expect(answer.body.message).toBe('Updated News Snippet!')
    expect(answer.body.data).toEqual({ ...snippet, heading: 'Another', is_active: false, version: 2 })
    expect((await auditOf(snippet._id))[1]).toMatchObject({
      action: 'news.update',
      before: { heading: 'Repo rate unchanged', is_active: true },
      after: { heading: 'Another', is_active: false },
    })
    expect((await update(snippet._id, { price: '250' })).body.data.price).toBe(250)
    expect((await update(snippet._id, { price: null })).body.data.price).toBeNull()
  })

  it('keeps version and audit log if nothing changes (NEWS-16, NEWS-12)', async () => {
    const snippet = await make({ price: 100 })
    const { heading, thumbnail, price } = snippet
    for (const same of [{}, { heading, thumbnail, price: String(price) }, { is_free: true }]) {
      expect((await update(snippet._id, same)).body.data).toEqual(snippet)
    }
    expect(await auditOf(snippet._id)).toHaveLength(1)
  })

  it('replaces the thumbnail and deletes the old one (NEWS-16, OQ-023)', async () => {
    const snippet = await make()
    const thumbnail = await upload()
    expect((await update(snippet._id, { thumbnail })).body.data.thumbnail).toBe(thumbnail)
    expect(await fileExists(snippet.thumbnail)).toBe(false)
    const asFile = await app.call('PATCH', `${path}/${snippet._id}`, {
      form: { thumbnail: await picture('png'), is_active: 'false' },
    })
    expect(asFile.body.data).toMatchObject({ thumbnail: expect.stringMatching(/\.png$/), is_active: false })
    expect(await fileExists(thumbnail)).toBe(false)
    const other = await make()
    const stolen = await update(snippet._id, { thumbnail: other.thumbnail })
    expect(stolen.body.errors[0].path).toBe('thumbnail')
    expect(await fileExists(other.thumbnail)).toBe(true)
  })

  it('rejects a stale edit with the current record (NEWS-16, OQ-109)', async () => {
    const snippet = await make()
    await update(snippet._id, { heading: 'Changed meanwhile' })
    const stale = await update(snippet._id, { source: 'Mine' }, { 'if-match': '"1"' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'STALE', data: { heading: 'Changed meanwhile', version: 2 } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => update(snippet._id, { heading: `E${n}` }, { 'if-match': '"2"' })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('listing news snippets', () => {
  it('counts the snippets of each tab, whatever page is asked for (OQ-195)', async () => {
    const counts = async () => (await app.call('GET', `${path}?limit=1&offset=1`)).body.group_counts
    const { current, inactive } = await counts()
    await make()
    await make({ is_active: false })
    await make({ is_active: false })
    expect(await counts()).toEqual({ current: current + 1, inactive: inactive + 2 })
  })

  it('lists active and inactive ones, the newest first, in pages (NEWS-14, NEWS-02)', async () => {
    await sql`truncate news`.execute(app.database.kysely)
    for (let n = 0; n < 3; n++) {
      app.clock.set(new Date(Date.parse(testNow) + n * 60_000))
      await make({ heading: `News ${n}`, is_active: n !== 1 })
    }
    const headings = async (query = '') => (await list(query)).map((one: { heading: string }) => one.heading)
    expect(await headings()).toEqual(['News 2', 'News 1', 'News 0'])
    expect(await headings('?limit=1&offset=1')).toEqual(['News 1'])
    expect(await headings('?offset=3')).toEqual([])
    expect((await app.call('GET', `${path}?limit=0`)).status).toBe(400)
  })
})
