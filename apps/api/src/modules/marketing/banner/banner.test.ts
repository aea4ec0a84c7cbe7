import { connect } from 'node:net'
import { pictureTypes, videoTypes } from '@greenroom/contract/file-type'
import { bannerFilesTotal, bannerMessages } from '@greenroom/contract/marketing/banner/banner.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { sampleFiles } from '../../../test-files.ts'
import { makeEvent, makeWebinar, pdf, picture, video } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const path = '/admin/banner'
const unknownId = '01931f6e-0000-7000-8000-00000000dead'
const limit = bannerFilesTotal.maxBytes

type Form = Record<string, string | Blob | Blob[]>
const external = { type: 'external', redirect_link: 'https://www.example.com/offer' }
const internal = { type: 'internal', page: 'events', props: { section: 'nearby' } }

/** The parts of a valid form; undefined leaves one out. */
async function parts(overrides: Record<string, string | Blob | Blob[] | undefined> = {}): Promise<Form> {
  const form = {
    redirect: JSON.stringify(external),
    start_time: '2026-11-22T00:00:00.000Z',
    end_time: '2026-11-30T00:00:00.000Z',
    order: '0',
    files: await picture(),
    ...overrides,
  }
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Form
}
const create = async (overrides: Record<string, string | Blob | Blob[] | undefined> = {}) =>
  app.call('POST', path, { form: await parts(overrides) })
async function make(overrides: Record<string, string | Blob | Blob[] | undefined> = {}) {
  const answer = await create(overrides)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
const update = (id: string, form: Form, headers: Record<string, string> = {}) =>
  app.call('PATCH', `${path}/${id}`, { form, headers })
const get = async (id: string) => (await app.call('GET', `${path}/${id}`)).body.data
const fileExists = async (url: string) => (await app.call('GET', url, { token: null })).status === 200
const countBanners = async () => (await app.call('GET', path)).body.data.length
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'entity_label', 'before', 'after'])
    .where('entity_id', '=', id)
    .orderBy('at')
    .execute()

/** Stores an entity ID without the rules of a form. */
const storeEntity = (id: string, entity_id: string) =>
  app.database.kysely
    .updateTable('banner')
    .set({ redirect_props: JSON.stringify({ entity_id }) })
    .where('id', '=', id)
    .execute()

/** A JPEG padded to a size with meaningless bytes at the end of its pixels: what follows a picture is not stored. */
async function pictureOf(byteSize: number): Promise<Blob> {
  const small = await picture()
  return new Blob([small.slice(0, -2), new Uint8Array(byteSize - small.size), small.slice(-2)])
}

describe('creating a banner', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
    expect((await app.call('POST', path, { form: await parts(), token: null })).status).toBe(401)
    expect((await app.call('PATCH', `${path}/x`, { form: {}, token: null })).status).toBe(401)
  })

  const redirect = (value: unknown) => ({ redirect: JSON.stringify(value) })
  const refusals: [string, Record<string, string | undefined>, string, string][] = [
    ['no start time (BAN-13)', { start_time: undefined }, 'start_time', bannerMessages.required],
    ['an empty end time (BAN-13)', { end_time: '' }, 'end_time', bannerMessages.required],
    ['a time without an offset (BAN-13)', { end_time: '2026-11-22T10:00' }, 'end_time', ''],
    ['no redirect (BAN-13)', { redirect: undefined }, 'redirect', bannerMessages.required],
    ['a redirect that is not JSON (BAN-13)', { redirect: 'external' }, 'redirect', bannerMessages.required],
    [
      'a redirect without a type (BAN-13)',
      redirect({ redirect_link: 'https://x.example' }),
      'redirect.type',
      bannerMessages.required,
    ],
    [
      'external without a link (BAN-13)',
      redirect({ type: 'external' }),
      'redirect.redirect_link',
      bannerMessages.required,
    ],
    [
      'external with a blank link (BAN-13)',
      redirect({ type: 'external', redirect_link: ' ' }),
      'redirect.redirect_link',
      bannerMessages.required,
    ],
    [
      'a link that runs a script (BAN-02)',
      redirect({ type: 'external', redirect_link: 'javascript:alert(1)' }),
      'redirect.redirect_link',
      bannerMessages.link,
    ],
    [
      'a link to a local file (BAN-02)',
      redirect({ type: 'external', redirect_link: 'file:///etc/passwd' }),
      'redirect.redirect_link',
      bannerMessages.link,
    ],
    [
      'internal without a page (BAN-13)',
      redirect({ type: 'internal', props: { section: 'nearby' } }),
      'redirect.page',
      bannerMessages.required,
    ],
    [
      'internal to an unknown page (BAN-02)',
      redirect({ ...internal, page: 'posts' }),
      'redirect.page',
      bannerMessages.required,
    ],
    [
      'internal without a field (BAN-13, OQ-076)',
      redirect({ type: 'internal', page: 'events' }),
      'redirect.props',
      bannerMessages.required,
    ],
    [
      'internal with blank fields only (BAN-13, OQ-076)',
      redirect({ type: 'internal', page: 'events', props: { entity_id: ' ', ' ': 'x' } }),
      'redirect.props',
      bannerMessages.required,
    ],
    ['an order below 0 (BAN-01)', { order: '-1' }, 'order', bannerMessages.order],
    ['an order that is not a number (BAN-01)', { order: '1.5' }, 'order', bannerMessages.order],
    ['an order above 1,000,000 (BAN-01)', { order: '1000001' }, 'order', bannerMessages.order],
    ['a priority that is not a number (BAN-01)', { priority: 'high' }, 'priority', bannerMessages.order],
    ['is_active that is not a boolean (BAN-01)', { is_active: 'perhaps' }, 'is_active', ''],
    ['no file (BAN-13, OQ-077)', { files: undefined }, 'files', bannerMessages.required],
  ]
  it.each(refusals)('%s is refused', async (_title, overrides, field, message) => {
    const before = await countBanners()
    const answer = await create(overrides)
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(answer.body.errors[0].path).toBe(field)
    if (message) expect(answer.body.errors[0].message).toBe(message)
    expect(await countBanners()).toBe(before)
  })

  it('returns the stored banner (BAN-16, BAN-18, BAN-01, BAN-02)', async () => {
    const answer = await create({
      order: '7',
      is_active: 'false',
      files: [await picture('png'), await video()],
    })
    expect(answer.status).toBe(201)
    expect(answer.body.message).toBe('Banner created successfully!')
    const { files } = answer.body.data
    expect(answer.body.data).toEqual({
      _id: expect.any(String),
      url: files[0].url,
      files: [
        { url: expect.stringMatching(/^\/files\/\w+\.png$/), type: 'image' },
        { url: expect.stringMatching(/^\/files\/\w+\.webm$/), type: 'video' },
      ],
      priority: 7,
      order: 7,
      is_active: false,
      start_time: '2026-11-22T00:00:00.000Z',
      end_time: '2026-11-30T00:00:00.000Z',
      redirect: external,
      event_title: null,
      created_at: testNow,
      version: 1,
    })
    expect(await get(answer.body.data._id)).toEqual(answer.body.data)
    expect(await auditOf(answer.body.data._id)).toMatchObject([
      {
        action: 'banner.create',
        entity_label: 'Banner 7, https://www.example.com/offer',
        after: { order: 7 },
      },
    ])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('assigns the next free number without an order, a different one to each concurrent request (BAN-08, OQ-075)', async () => {
    const own = await createTestApp()
    const nextOrder = async () => (await own.call('GET', '/admin/banner?limit=1')).body.next_order
    const add = async (fields: Record<string, string | undefined> = {}) => {
      const answer = await own.call('POST', '/admin/banner', {
        form: await parts({ order: undefined, ...fields }),
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body.data.order
    }
    try {
      expect(await nextOrder()).toBe(1)
      expect(await add()).toBe(1)
      // An inactive banner keeps its number, because it may become active again.
      expect(await add({ order: '5', is_active: 'false' })).toBe(5)
      expect(await nextOrder()).toBe(6)
      const together = await Promise.all(Array.from({ length: 4 }, () => add()))
      expect(together.toSorted()).toEqual([6, 7, 8, 9])
      // After the last number comes the first gap.
      expect(await add({ order: '1000000' })).toBe(1_000_000)
      expect(await nextOrder()).toBe(2)
      expect(await add()).toBe(2)
    } finally {
      await own.close()
    }
  })

  it('is active by default and accepts priority as another name of order (BAN-01, OQ-075, OQ-107)', async () => {
    expect(await make()).toMatchObject({ is_active: true })
    expect(await make({ priority: '3', order: undefined })).toMatchObject({ order: 3, priority: 3 })
    expect(await make({ priority: '3', order: '1000000' })).toMatchObject({ order: 1_000_000 })
  })

  it('keeps custom fields as typed and in order, and drops empty ones (BAN-02, OQ-076)', async () => {
    const { _id: entity_id } = await makeWebinar(app)
    const props = { zeta: ' <b>1</b> ', entity_id, a: '₹', empty: ' ', '  ': 'nameless' }
    const given = { type: 'internal', page: 'webinars', redirect_link: 'https://www.example.com', props }
    const banner = await make(redirect(given))
    expect(banner.redirect).toEqual({
      type: 'internal',
      page: 'webinars',
      props: { zeta: ' <b>1</b> ', entity_id, a: '₹' },
    })
    expect(Object.keys(banner.redirect.props)).toEqual(['zeta', 'entity_id', 'a'])
    const elsewhere = await make(redirect({ ...internal, ...external }))
    expect(elsewhere.redirect).toEqual(external)
  })

  it('returns the title of the event that it leads to, alone and in the list (OQ-197)', async () => {
    const { _id: entity_id, title } = await makeEvent(app, { title: 'Investors meet in Kochi' })
    const leadingTo = (id: string) => redirect({ type: 'internal', page: 'events', props: { entity_id: id } })
    const banner = await make(leadingTo(entity_id.toUpperCase()))
    expect(banner.event_title).toBe(title)
    expect(await get(banner._id)).toEqual(banner)
    const listed = (await app.call('GET', path)).body.data
    expect(listed.find((one: { _id: string }) => one._id === banner._id)).toEqual(banner)
    expect((await auditOf(banner._id))[0]?.after).not.toHaveProperty('event_title')
    // Stored before an entity ID had to name an event (OQ-202).
    for (const id of ['01931f6e-0000-7000-8000-00000000dead', 'spring-sale', `${entity_id}0`]) {
      await storeEntity(banner._id, id)
      expect(await get(banner._id)).toMatchObject({ event_title: null })
    }
  })

  it('refuses an entity ID that is not the id of an event, or a webinar, in its field (OQ-202)', async () => {
    const event = await makeEvent(app)
    const webinar = await makeWebinar(app)
    const leading = (page: 'events' | 'webinars', entity_id: string) =>
      redirect({ type: 'internal', page, props: { entity_id } })
    for (const id of ['https://www.example.com/offer', unknownId, webinar._id, `${event._id} `]) {
      const answer = await create(leading('events', id))
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([
        { path: 'redirect.props.entity_id', message: 'This is not the ID of an event' },
      ])
    }
    expect((await create(leading('webinars', event._id))).body.message).toBe(
      'This is not the ID of a webinar',
    )
    expect((await create(leading('webinars', webinar._id))).status).toBe(201)

    const banner = await make(leading('events', event._id))
    expect((await update(banner._id, leading('events', 'e1'))).status).toBe(400)
    // One from before this rule stays, until it is changed.
    await storeEntity(banner._id, 'e1')
    const kept = { ...leading('events', 'e1'), order: '8' }
    expect((await update(banner._id, kept)).status).toBe(200)
    expect((await update(banner._id, leading('webinars', 'e1'))).status).toBe(400)
  })

  it('accepts the image and video types of posts (BAN-05, OQ-081)', async () => {
    const samples = await sampleFiles()
    const shown = [...pictureTypes, ...videoTypes]
    const answer = await create({ files: shown.map((type) => samples[type] ?? new Blob([])) })
    expect(answer.status).toBe(201)
    const files: { url: string; type: string }[] = answer.body.data.files
    expect(files.map(({ type }) => type)).toEqual(shown.map((type) => type.split('/')[0]))
    for (const [place, { url }] of files.entries()) {
      const served = await app.call('GET', url, { token: null })
      expect(served.headers.get('content-type')).toBe(shown[place])
      expect(served.headers.get('content-disposition')).toBe('inline')
    }
  })

  it('rejects SVG, HTML, PDF and other image and video formats by their bytes and keeps no file (BAN-05, OQ-081)', async () => {
    const samples = await sampleFiles()
    const before = [await countBanners(), await app.storedFiles()]
    for (const bytes of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>',
      'GIF89a......',
      await pdf(),
      ...['image/avif', 'image/bmp', 'video/vnd.avi'].map((type) => samples[type] ?? ''),
    ]) {
      const answer = await create({ files: [await picture(), new Blob([bytes], { type: 'image/png' })] })
      expect(answer.status).toBe(415)
      expect(answer.body.errors).toEqual([{ path: 'files', message: bannerMessages.wrongType }])
    }
    expect([await countBanners(), await app.storedFiles()]).toEqual(before)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('accepts files of 10485760 bytes together and rejects one byte more (BAN-10, OQ-073)', async () => {
    const small = await picture()
    expect(limit).toBe(10_485_760)
    for (const files of [
      [await pictureOf(limit - 1)],
      [await pictureOf(limit)],
      [small, await pictureOf(limit - small.size)],
      [await video(limit - small.size), small],
    ]) {
      expect((await create({ files })).status).toBe(201)
    }
    const before = [await countBanners(), await app.storedFiles()]
    for (const files of [
      [await pictureOf(limit + 1)],
      [small, await pictureOf(limit - small.size + 1)],
      [await pictureOf(limit), small],
      [await video(limit + 5 * 1_048_576)],
    ]) {
      const answer = await create({ files })
      expect(answer.status).toBe(413)
      expect(answer.body.message).toBe('File size exceeds the 10MB limit.')
    }
    expect([await countBanners(), await app.storedFiles()]).toEqual(before)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('accepts twenty files and rejects twenty-one (BAN-05)', async () => {
    const image = await picture()
    const twenty = Array.from({ length: 20 }, () => image)
    expect((await make({ files: twenty })).files).toHaveLength(20)
    expect((await create({ files: [...twenty, image] })).status).toBe(400)
  })

  it('keeps nothing of an interrupted upload (BAN-16)', async () => {
    const before = [await countBanners(), await app.storedFiles()]
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="files"; filename="a.webm"\r\n\r\n',
    )
    socket.write(Buffer.from(await (await video(300_000)).arrayBuffer()))
    await expect.poll(() => app.spooledFiles()).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => app.spooledFiles()).toEqual([])
    expect([await countBanners(), await app.storedFiles()]).toEqual(before)
  })

  it('creates one banner for two requests with the same key (BAN-16)', async () => {
    const before = await countBanners()
    const form = await parts()
    const send = () => app.call('POST', path, { form, headers: { 'idempotency-key': 'banner-1' } })
    const [first, second] = await Promise.all([send(), send()])
    expect(first.body).toEqual(second.body)
    expect(await countBanners()).toBe(before + 1)
  })
})

describe('changing a banner', () => {
  it('returns 404 for an unknown banner (BAN-17)', async () => {
    for (const id of ['nonsense', unknownId]) {
      expect((await update(id, { order: '1' })).status).toBe(404)
      expect((await app.call('GET', `${path}/${id}`)).status).toBe(404)
    }
  })

  it('changes the given fields and keeps the rest (BAN-17, BAN-18)', async () => {
    const banner = await make()
    const answer = await update(banner._id, { priority: '4', redirect: JSON.stringify(internal) })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Banner updated successfully!')
    expect(answer.body.data).toEqual({ ...banner, order: 4, priority: 4, redirect: internal, version: 2 })
    expect((await auditOf(banner._id))[1]).toMatchObject({
      action: 'banner.update',
      before: { order: 0, redirect: external },
      after: { order: 4, redirect: internal },
    })
  })

  it('deactivates a banner as its deletion and reactivates it with its files (BAN-14, BAN-17)', async () => {
    const banner = await make()
    const gone = await update(banner._id, { is_active: 'false' })
    expect(gone.body.data).toEqual({ ...banner, is_active: false, version: 2 })
    expect(await fileExists(banner.url)).toBe(true)
    expect((await update(banner._id, { is_active: 'true' })).body.data).toEqual({ ...banner, version: 3 })
  })

  it('keeps version and audit log if nothing changes (BAN-17)', async () => {
    const banner = await make({ redirect: JSON.stringify(internal) })
    for (const form of [
      {},
      { keep_files: JSON.stringify([banner.url]) },
      {
        order: '0',
        is_active: 'true',
        redirect: JSON.stringify(internal),
        start_time: '2026-11-22T05:30:00+05:30',
      },
    ] as Form[]) {
      expect((await update(banner._id, form)).body.data).toEqual(banner)
    }
    expect(await auditOf(banner._id)).toHaveLength(1)
  })

  it('rejects an edit that would make it incomplete (BAN-17, BAN-13)', async () => {
    const banner = await make()
    for (const [form, field] of [
      [{ start_time: '' }, 'start_time'],
      [{ redirect: '{"type":"internal"}' }, 'redirect.page'],
      [{ keep_files: '[]' }, 'files'],
      [{ keep_files: 'all' }, 'keep_files'],
    ] as [Form, string][]) {
      const answer = await update(banner._id, { order: '9', ...form })
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].path).toBe(field)
    }
    expect(await get(banner._id)).toEqual(banner)
  })

  it('removes, reorders and appends files (BAN-05, BAN-17, OQ-075)', async () => {
    const banner = await make({ files: [await picture('png'), await picture('jpeg'), await picture('webp')] })
    const [first, second, third] = banner.files
    const answer = await update(banner._id, {
      keep_files: JSON.stringify([third.url, `http://127.0.0.1:3999${first.url}`]),
      files: await video(),
    })
    expect(answer.body.data.files).toEqual([
      third,
      first,
      { url: expect.stringMatching(/webm$/), type: 'video' },
    ])
    expect(answer.body.data.url).toBe(third.url)
    expect(await fileExists(second.url)).toBe(false)
    expect(await fileExists(third.url)).toBe(true)
    const unused = await app.database.kysely.selectFrom('unused_file').select('key').execute()
    expect(unused.map(({ key }) => `/files/${key}`)).toContain(second.url)
    const swapped = await update(banner._id, { keep_files: '[]', files: await picture() })
    expect(swapped.body.data.files).toHaveLength(1)
  })

  it('keeps only its own files, each once (BAN-17)', async () => {
    const [banner, other] = [await make(), await make()]
    for (const url of [other.url, '/files/x.png', banner.url]) {
      const answer = await update(banner._id, { keep_files: JSON.stringify([banner.url, url]), order: '5' })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ path: 'keep_files.1', message: bannerMessages.fileUnknown }])
    }
    expect(await get(banner._id)).toEqual(banner)
    expect(await fileExists(other.url)).toBe(true)
  })

  it('limits kept and new files together to 10485760 bytes (BAN-10, BAN-17)', async () => {
    const kept = await pictureOf(4_000_000)
    const banner = await make({ files: kept })
    const stored = await app.storedFiles()
    const above = await update(banner._id, { files: await pictureOf(limit - kept.size + 1) })
    expect([above.status, above.body.message]).toEqual([413, 'File size exceeds the 10MB limit.'])
    expect(await app.storedFiles()).toEqual(stored)
    expect(await get(banner._id)).toEqual(banner)
    expect((await update(banner._id, { files: await pictureOf(limit - kept.size) })).status).toBe(200)
    const replaced = await update(banner._id, { keep_files: '[]', files: await pictureOf(limit) })
    expect(replaced.body.data.files).toHaveLength(1)
  })

  it('rejects a stale edit with the current record (BAN-17, OQ-109)', async () => {
    const banner = await make()
    await update(banner._id, { order: '2' })
    const stale = await update(banner._id, { order: '3' }, { 'if-match': '"1"' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'STALE', data: { order: 2, version: 2 } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => update(banner._id, { order: `${n + 10}` }, { 'if-match': '"2"' })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('listing banners', () => {
  beforeAll(async () => {
    await sql`truncate banner cascade`.execute(app.database.kysely)
    for (const [n, order] of [3, 1, 2, 1].entries()) {
      app.clock.set(new Date(Date.parse(testNow) + n * 60_000))
      await make({ order: String(order), is_active: String(n !== 2) })
    }
  })
  const orders = async (query: string) => {
    const answer = await app.call('GET', `${path}${query}`)
    expect(answer.status).toBe(200)
    return answer.body.data.map((one: { order: number; created_at: string }) => [
      one.order,
      one.created_at.slice(14, 16),
    ])
  }

  it('lists banners by order, then the newest first; active, inactive or all (BAN-15, BAN-03)', async () => {
    const [first, second, third, last] = [
      [1, '33'],
      [1, '31'],
      [2, '32'],
      [3, '30'],
    ]
    expect(await orders('')).toEqual([first, second, third, last])
    expect(await orders('?is_active=true')).toEqual([first, second, last])
    expect(await orders('?is_active=false')).toEqual([third])
    expect(await orders('?limit=2&offset=1')).toEqual([second, third])
    expect(await orders('?offset=99')).toEqual([])
    expect((await app.call('GET', `${path}?is_active=perhaps`)).status).toBe(400)
  })
})

describe('moving a banner', () => {
  let own: TestApp
  let ids: string[]
  const move = (id: string, body: object, headers: Record<string, string> = {}) =>
    own.call('POST', `${path}/${id}/move`, { json: body, headers })
  const inOrder = async () => {
    const { data } = (await own.call('GET', `${path}?is_active=true`)).body
    return data.map(({ _id, order }: { _id: string; order: number }) => [ids.indexOf(_id), order])
  }
  const add = async (form: Record<string, string>) =>
    (await own.call('POST', path, { form: await parts(form) })).body.data._id

  beforeEach(async () => {
    own = await createTestApp()
    ids = []
    for (const order of ['2', '5', '9']) ids.push(await add({ order }))
    return () => own.close()
  })

  it('exchanges the order numbers of the banners in between, with an audit entry for each (OQ-201)', async () => {
    const answer = await move(ids[2] ?? '', { after: null }, { 'if-match': '"1"' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toHaveLength(3)
    expect(await inOrder()).toEqual([
      [2, 2],
      [0, 5],
      [1, 9],
    ])
    for (const banner of answer.body.data) {
      expect((await own.call('GET', `${path}/${banner._id}`)).body.data).toEqual(banner)
      expect(banner.version).toBe(2)
    }
    const entries = await own.database.kysely
      .selectFrom('audit_entry')
      .select(['entity_id', 'before', 'after'])
      .where('action', '=', 'banner.update')
      .execute()
    expect(entries).toHaveLength(3)
    expect(entries.find(({ entity_id }) => entity_id === ids[2])).toMatchObject({
      before: { order: 9, priority: 9, version: 1 },
      after: { order: 2, priority: 2, version: 2 },
    })
  })

  it('changes nothing for a banner that already has this place', async () => {
    expect((await move(ids[1] ?? '', { after: ids[0] })).body.data).toEqual([])
    expect((await own.call('GET', `${path}/${ids[1]}`)).body.data.version).toBe(1)
  })

  it('keeps the order of two moves at the same time complete (OQ-201)', async () => {
    const answers = await Promise.all([
      move(ids[2] ?? '', { after: null }),
      move(ids[0] ?? '', { after: ids[1] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await inOrder()).map(([, order]: number[]) => order)).toEqual([2, 5, 9])
  })

  it('refuses a stale version, an unknown banner, and inactive ones (OQ-109, OQ-201)', async () => {
    const off = await add({ order: '4', is_active: 'false' })
    const stale = await move(ids[0] ?? '', { after: ids[2] }, { 'if-match': '"7"' })
    expect([stale.status, stale.body.code, stale.body.data._id]).toEqual([409, 'STALE', ids[0]])
    expect((await move(unknownId, { after: null })).status).toBe(404)
    expect((await move(off, { after: null })).body.code).toBe('WRONG_STATE')
    const behind = await move(ids[0] ?? '', { after: off })
    expect(behind.body.errors).toEqual([{ path: 'after', message: bannerMessages.notActive }])
    expect((await inOrder()).map(([place]: number[]) => place)).toEqual([0, 1, 2])
  })
})
