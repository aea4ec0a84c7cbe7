import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeEvent, makeMasterclass, makeWebinar, picture } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const dates = ['2026-12-05T13:30:00.000Z', '2026-12-12T13:30:00.000Z', '2026-12-19T13:30:00.000Z']
const copyTo = (kind: 'masterclass' | 'event', id: string, copies: unknown, options = {}) =>
  app.call('POST', `/admin/${kind}/${id}/duplicates`, { json: { copies }, ...options })

async function countMasterclasses(): Promise<number> {
  return (await app.database.kysely.selectFrom('masterclass').select('id').execute()).length
}

describe('copies of a session on several dates', () => {
  it('require a credential (OQ-513, AUTH-09)', async () => {
    const { _id } = await makeMasterclass(app)
    expect((await copyTo('masterclass', _id, [], { token: null })).status).toBe(401)
  })

  it.each([
    ['no date', [], 'copies', 'Choose at least one date'],
    [
      'too many dates',
      Array.from({ length: 27 }, (_, n) => ({ start_time: `2027-01-01T00:${10 + n}:00Z` })),
      'copies',
      'At most 26 dates',
    ],
    [
      'a time without offset',
      [{ start_time: '2026-12-05T13:30' }],
      'copies.0.start_time',
      expect.any(String),
    ],
    [
      'an unknown account',
      [{ start_time: dates[0], zoom_hub_name: 'zoom_9' }],
      'copies.0.zoom_hub_name',
      'Zoom account is required',
    ],
    [
      'a time that has passed',
      [{ start_time: dates[0] }, { start_time: '2026-11-21T06:30:00Z' }],
      'copies.1.start_time',
      'This time has already passed',
    ],
    [
      'one time twice, also with the account of the original',
      [{ start_time: dates[0] }, { start_time: dates[0], zoom_hub_name: 'zoom_1' }],
      'copies.1.start_time',
      'Another copy has this time',
    ],
  ])('refuse %s and make none (OQ-513)', async (_title, copies, path, message) => {
    const { _id } = await makeMasterclass(app)
    const before = await countMasterclasses()
    const { status, body } = await copyTo('masterclass', _id, copies)
    expect(status).toBe(400)
    expect(body.errors).toContainEqual({ path, message })
    expect(await countMasterclasses()).toBe(before)
  })

  it('refuse an unknown session (OQ-513)', async () => {
    const unknown = '01977000-0000-7000-8000-000000000000'
    expect((await copyTo('masterclass', unknown, [{ start_time: dates[0] }])).status).toBe(404)
    expect((await copyTo('event', unknown, [{ start_time: dates[0] }])).status).toBe(404)
  })

  it('are drafts with everything of the original, their own banner, and entries that name it (OQ-513)', async () => {
    const original = await makeMasterclass(app, { title: 'Weekly', images: await picture() })
    await app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: original._id } })
    const { status, body } = await copyTo('masterclass', original._id, [
      { start_time: dates[0] },
      { start_time: dates[1], zoom_hub_name: 'zoom_4' },
    ])
    expect([status, body.message]).toEqual([201, 'Masterclass duplicated'])
    expect(body.data).toHaveLength(2)
    const { _id: _, banner, created_at, version, start_time_format_string, ...kept } = original
    const [first, second] = body.data
    expect(first).toMatchObject({
      ...kept,
      title: 'Weekly',
      is_active: false,
      start_time: dates[0],
      end_time: '2026-12-05T15:00:00.000Z',
    })
    expect(second).toMatchObject({ start_time: dates[1], zoom_hub_name: 'zoom_4', is_active: false })
    const banners = [banner, first.banner, second.banner]
    expect(new Set(banners).size).toBe(3)
    for (const url of banners) {
      expect((await app.call('GET', new URL(url, 'http://x').pathname, { token: null })).status).toBe(200)
    }
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('entity_id', 'in', [first._id, second._id])
      .execute()
    expect(
      entries.map(({ action, after }) => [action, (after as { copied_from: string }).copied_from]),
    ).toEqual([
      ['masterclass.duplicate', original._id],
      ['masterclass.duplicate', original._id],
    ])
    const { body: history } = await app.call(
      'GET',
      `/admin/history?entity_type=masterclass&entity_id=${first._id}`,
    )
    expect(history.data.entries[0].names).toMatchObject({ [original._id]: 'Weekly' })
  })

  it('of a webinar and of an event are unpublished, with nothing sold (OQ-513)', async () => {
    const webinar = await makeWebinar(app)
    const event = await makeEvent(app, { total_tickets_sold: '7', sold_out: 'true' })
    const copies = [{ start_time: dates[0], zoom_hub_name: 'zoom_4' }]
    const { body: ofWebinar } = await copyTo('event', webinar._id, copies)
    const { body: ofEvent } = await copyTo('event', event._id, copies)
    expect(ofWebinar.data).toMatchObject([
      { is_published: false, zoom_hub_name: 'zoom_4', event_type: 'ONLINE' },
    ])
    expect(ofEvent.data).toMatchObject([
      {
        is_published: false,
        is_active: true,
        zoom_hub_name: null,
        total_tickets_sold: 0,
        sold_out: false,
        title: event.title,
        start_time: dates[0],
        end_time: '2026-12-05T16:30:00.000Z',
      },
    ])
  })

  it('are made once, however often the request is sent (OQ-513, OQ-029)', async () => {
    const { _id } = await makeMasterclass(app)
    const before = await countMasterclasses()
    const send = () =>
      copyTo(
        'masterclass',
        _id,
        dates.map((start_time) => ({ start_time })),
        { headers: { 'idempotency-key': 'twelve-once' } },
      )
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(
      new Set(answers.map(({ body }) => JSON.stringify(body.data.map((one: { _id: string }) => one._id))))
        .size,
    ).toBe(1)
    expect(await countMasterclasses()).toBe(before + 3)
  })
})

describe('the meeting accounts on several dates', () => {
  const check = (starts: string, seconds = '3600') =>
    app.call('GET', `/admin/meeting-accounts/dates?starts=${encodeURIComponent(starts)}&seconds=${seconds}`)

  it('refuse bad times (OQ-513)', async () => {
    expect((await check('')).status).toBe(400)
    expect((await check('tomorrow')).status).toBe(400)
    expect((await check(dates[0] ?? '', '-1')).status).toBe(400)
    expect((await check(Array(27).fill(dates[0]).join())).status).toBe(400)
  })

  it('list the published sessions on each account, within the buffer (OQ-513, OQ-112)', async () => {
    const booked = await makeMasterclass(app, {
      title: 'Booked',
      start_time: '2027-01-09T13:30:00Z',
      end_time: '2027-01-09T14:30:00Z',
      zoom_hub_name: 'zoom_2',
    })
    await makeMasterclass(app, {
      title: 'Draft',
      start_time: '2027-01-09T13:30:00Z',
      end_time: '2027-01-09T14:30:00Z',
      zoom_hub_name: 'zoom_3',
    })
    await app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: booked._id } })
    const starts = [
      '2027-01-09T14:44:00Z',
      '2027-01-09T14:45:00Z',
      '2027-01-09T12:15:01Z',
      '2027-01-09T12:15:00Z',
    ]
    const { status, body } = await check(starts.join())
    expect([status, body.data.buffer_minutes]).toEqual([200, 15])
    const clashes = body.data.dates.map(
      (date: { start_time: string; accounts: { zoom_hub_name: string; clashes: { title: string }[] }[] }) => [
        date.start_time,
        date.accounts.flatMap(({ zoom_hub_name, clashes }) =>
          clashes.map(({ title }) => `${zoom_hub_name} ${title}`),
        ),
      ],
    )
    expect(clashes).toEqual([
      [starts[0], ['zoom_2 Booked']],
      [starts[1], []],
      [starts[2], ['zoom_2 Booked']],
      [starts[3], []],
    ])
  })
})
