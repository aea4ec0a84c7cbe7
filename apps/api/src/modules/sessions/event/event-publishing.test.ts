import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeCreator, makeEvent, makeMasterclass, makeWebinar } from '../../../test-records.ts'

let app: TestApp
let creatorId: string

beforeAll(async () => {
  app = await createTestApp()
  creatorId = (await makeCreator(app))._id
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const publish = (id: string, on = app) => on.call('POST', '/admin/event/publish', { json: { event_id: id } })
const publishMasterclass = (id: string, on = app) =>
  on.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: id } })
const edit = (id: string, form: Record<string, string>) => app.call('PATCH', `/admin/event/${id}`, { form })
const read = async (id: string) => (await app.call('GET', `/admin/event/${id}`)).body.data
const meetingOf = (id: string) =>
  app.database.kysely.selectFrom('meeting').selectAll().where('owner_id', '=', id).executeTakeFirst()
const context = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }

/** Creates a webinar of one hour at its own time: `place` is the number of days after 1 March. */
const webinar = (place: number, overrides: Record<string, string> = {}) =>
  makeWebinar(app, { creator_id: creatorId, ...hour(place), ...overrides })
function hour(place: number) {
  const start = Date.parse('2027-03-01T10:00:00Z') + place * 86_400_000
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + 3_600_000).toISOString() }
}

describe('publishing', () => {
  it('requires a credential (AUTH-09, EVT-36)', async () => {
    const answer = await app.call('POST', '/admin/event/publish', { json: { event_id: 'x' }, token: null })
    expect(answer.status).toBe(401)
  })

  it('returns 404 for an unknown event and names a missing id (EVT-36)', async () => {
    expect((await publish('nonsense')).status).toBe(404)
    expect((await publish('01931f6e-0000-7000-8000-00000000dead')).status).toBe(404)
    const answer = await app.call('POST', '/admin/event/publish', { json: {} })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: 'event_id', message: 'event_id is required' }])
  })

  it('creates a meeting and publishes the webinar (EVT-36, WEB-02)', async () => {
    const made = await webinar(0, { zoom_hub_name: 'zoom_3' })
    const answer = await publish(made._id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({ ...made, is_published: true, version: 2 })
    expect(answer.body.warnings).toBeUndefined()
    const meeting = await meetingOf(made._id)
    expect(meeting).toMatchObject({
      kind: 'webinar',
      state: 'created',
      is_booked: true,
      zoom_hub_name: 'zoom_3',
      title: made.title,
    })
    expect(meeting?.join_url).toMatch(/^https?:\/\//)
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity_id', '=', made._id)
      .where('action', '=', 'event.publish')
      .executeTakeFirstOrThrow()
    expect(entry.after).toMatchObject({ is_published: true })
  })

  it('creates no second meeting when published again or concurrently (EVT-36)', async () => {
    const made = await webinar(1)
    const answers = await Promise.all([publish(made._id), publish(made._id), publish(made._id)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    const again = await publish(made._id)
    expect(again.body.data.version).toBe(2)
    const meeting = await meetingOf(made._id)
    const atProvider = await readFile(join(app.dataDir, 'sandbox-meetings.jsonl'), 'utf8')
    const meetingsMade = new Set(
      atProvider
        .split('\n')
        .filter((line) => line.includes(meeting?.reference ?? 'none'))
        .map((line) => JSON.parse(line).providerMeetingId),
    )
    expect(meetingsMade.size).toBe(1)
  })

  it('publishes an offline event without a meeting and changes nothing the second time (EVT-36)', async () => {
    const made = await makeEvent(app)
    await edit(made._id, { is_published: 'false' })
    const first = await publish(made._id)
    expect(first.body.data).toMatchObject({ is_published: true, version: 3 })
    expect((await publish(made._id)).body.data).toEqual(first.body.data)
    expect(await meetingOf(made._id)).toBeUndefined()
  })

  it('rejects a webinar that has started and accepts one that starts now (EVT-36)', async () => {
    const begun = await makeWebinar(app, { creator_id: creatorId, start_time: '2026-11-21T06:29:59.999Z' })
    const answer = await publish(begun._id)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'WRONG_STATE', message: 'This webinar has already begun.' })
    expect((await read(begun._id)).is_published).toBe(false)
    const now = await makeWebinar(app, {
      creator_id: creatorId,
      start_time: testNow,
      end_time: '2026-11-21T07:30:00Z',
    })
    expect((await publish(now._id)).status).toBe(200)
  })

  it('rejects an old webinar without an account (EVT-36, WEB-03)', async () => {
    const made = await webinar(2)
    await app.database.kysely
      .updateTable('event')
      .set({ zoom_hub_name: null })
      .where('id', '=', made._id)
      .execute()
    const answer = await publish(made._id)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: 'zoom_hub_name', message: 'Zoom account is required' }])
  })

  it('leaves a draft that can be published again if the provider refuses the meeting (EVT-36)', async () => {
    const made = await webinar(3, { title: 'Later [meeting fails]' })
    const answer = await publish(made._id)
    expect(answer.status).toBe(502)
    expect(answer.body.code).toBe('MEETING_PROVIDER')
    expect((await read(made._id)).is_published).toBe(false)
    await edit(made._id, { title: 'Now it works' })
    expect((await publish(made._id)).body.data.is_published).toBe(true)
  })

  it('searches for a meeting of unknown outcome before it creates another (EVT-36)', async () => {
    const made = await webinar(4, { title: 'Slow [meeting times out]' })
    expect((await publish(made._id)).status).toBe(502)
    expect((await meetingOf(made._id))?.state).toBe('unknown')
    await app.app.tasks['settle-meeting']?.({ ownerId: made._id }, context)
    const settled = await meetingOf(made._id)
    expect(settled?.state).toBe('created')
    expect((await read(made._id)).is_published).toBe(false)
    await edit(made._id, { title: 'Now it is confirmed' })
    expect((await publish(made._id)).body.data.is_published).toBe(true)
    expect((await meetingOf(made._id))?.provider_meeting_id).toBe(settled?.provider_meeting_id)
  })
})

describe('a published webinar', () => {
  const published = async (place: number, overrides: Record<string, string> = {}) => {
    const made = await webinar(place, overrides)
    return (await publish(made._id)).body.data
  }

  it('sends its new title and time to the meeting (OQ-064)', async () => {
    const made = await published(10)
    const { start_time, end_time } = hour(11)
    expect((await edit(made._id, { title: 'A better title', start_time, end_time })).status).toBe(200)
    await app.app.tasks['tell-meeting']?.({ ownerId: made._id }, context)
    expect(await meetingOf(made._id)).toMatchObject({
      title: 'A better title',
      told_title: 'A better title',
      told_start_time: new Date(start_time),
      told_end_time: new Date(end_time),
    })
  })

  it('cannot move to another account while published (OQ-112)', async () => {
    const made = await published(12)
    const moved = await edit(made._id, { zoom_hub_name: 'zoom_4' })
    expect(moved.status).toBe(409)
    expect(moved.body).toMatchObject({
      code: 'WRONG_STATE',
      errors: [{ path: 'zoom_hub_name', message: "A published webinar can't move to another Zoom account" }],
    })
    expect((await read(made._id)).zoom_hub_name).toBe('zoom_1')
    expect((await edit(made._id, { zoom_hub_name: 'zoom_1' })).status).toBe(200)
  })

  it('releases its place as a draft, and can then move and be published again (OQ-116)', async () => {
    const made = await published(13)
    const draft = await edit(made._id, { is_published: 'false', zoom_hub_name: 'zoom_4' })
    expect(draft.body.data).toMatchObject({ is_published: false, zoom_hub_name: 'zoom_4' })
    expect((await meetingOf(made._id))?.is_booked).toBe(false)
    expect((await publish(made._id)).body.data.is_published).toBe(true)
    expect(await meetingOf(made._id)).toMatchObject({ zoom_hub_name: 'zoom_4', is_booked: true })
  })

  it('keeps its place and its meeting while hidden (OQ-117)', async () => {
    const made = await published(14)
    expect((await edit(made._id, { is_active: 'false' })).body.data).toMatchObject({
      is_active: false,
      is_published: true,
    })
    expect(await meetingOf(made._id)).toMatchObject({ is_booked: true, state: 'created' })
  })

  it('cannot be published by editing the flag (EVT-36)', async () => {
    const made = await webinar(15)
    const answer = await edit(made._id, { is_published: 'true' })
    expect(answer.status).toBe(409)
    expect(answer.body.errors).toEqual([
      { path: 'is_published', message: 'Publish the webinar to make its meeting' },
    ])
    expect(await meetingOf(made._id)).toBeUndefined()
  })
})

describe('clashes on one account', () => {
  it('warns a webinar of a masterclass and of a webinar within the buffer (OQ-112, WEB-03)', async () => {
    const { start_time, end_time } = hour(20)
    const masterclass = await makeMasterclass(app, {
      title: 'Class in the way',
      zoom_hub_name: 'zoom_2',
      start_time,
      end_time,
    })
    await publishMasterclass(masterclass._id)
    const after = (minutes: number) => ({
      start_time: new Date(Date.parse(end_time) + minutes * 60_000).toISOString(),
      end_time: new Date(Date.parse(end_time) + (minutes + 30) * 60_000).toISOString(),
      zoom_hub_name: 'zoom_2',
    })
    const close = await webinar(20, { ...after(14), title: 'Too close' })
    const answer = await publish(close._id)
    expect(answer.status).toBe(200)
    expect(answer.body.data.is_published).toBe(true)
    expect(answer.body.warnings).toEqual([
      {
        code: 'MEETING_CLASH',
        message: 'zoom_2 is already booked for “Class in the way” at that time.',
        clashes: [expect.objectContaining({ _id: masterclass._id, kind: 'masterclass' })],
      },
    ])
    const next = await webinar(20, after(30))
    const second = await publish(next._id)
    expect(second.body.warnings[0].clashes).toEqual([
      expect.objectContaining({ _id: close._id, kind: 'webinar', title: 'Too close' }),
    ])
    const far = await webinar(20, after(75))
    expect((await publish(far._id)).body.warnings).toBeUndefined()
  })

  it('warns a masterclass of a webinar, and shows the account as taken (OQ-112)', async () => {
    const made = await webinar(21, { zoom_hub_name: 'zoom_4', title: 'Webinar in the way' })
    await publish(made._id)
    const { start_time, end_time } = hour(21)
    const accounts = await app.call(
      'GET',
      `/admin/meeting-accounts?start_time=${start_time}&end_time=${end_time}`,
    )
    expect(accounts.body.data.find((one: { free: boolean }) => !one.free)).toMatchObject({
      zoom_hub_name: 'zoom_4',
      clashes: [{ _id: made._id, kind: 'webinar' }],
    })
    const masterclass = await makeMasterclass(app, { zoom_hub_name: 'zoom_4', start_time, end_time })
    const answer = await publishMasterclass(masterclass._id)
    expect(answer.body.warnings[0]).toMatchObject({
      message: 'zoom_4 is already booked for “Webinar in the way” at that time.',
      clashes: [{ _id: made._id, kind: 'webinar' }],
    })
  })

  it.each([0, 15, 45])('applies a buffer of %i minutes to the minute (OQ-112)', async (buffer) => {
    const strict = await createTestApp({
      MEETING_CLASHES: 'refuse',
      MEETING_BUFFER_MINUTES: String(buffer),
    })
    const first = await makeWebinar(strict, hour(0))
    expect((await publish(first._id, strict)).status).toBe(200)
    // Before as well as after the booked session.
    for (const apart of [-(buffer + 60), buffer + 60]) {
      const nearer = apart - Math.sign(apart)
      const spanAt = (minutes: number) => {
        const start = Date.parse(hour(0).start_time) + minutes * 60_000
        return {
          start_time: new Date(start).toISOString(),
          end_time: new Date(start + 3_600_000).toISOString(),
        }
      }
      const tooClose = await makeWebinar(strict, spanAt(nearer))
      expect((await publish(tooClose._id, strict)).status).toBe(409)
      const { start_time, end_time } = spanAt(nearer)
      const accounts = await strict.call(
        'GET',
        `/admin/meeting-accounts?start_time=${start_time}&end_time=${end_time}`,
      )
      const account = accounts.body.data.find(
        (one: { zoom_hub_name: string }) => one.zoom_hub_name === first.zoom_hub_name,
      )
      expect(account).toMatchObject({ free: false, clashes: [{ _id: first._id }] })
      const farEnough = await makeWebinar(strict, spanAt(apart))
      expect((await publish(farEnough._id, strict)).status).toBe(200)
    }
    await strict.close()
  })

  it('accepts exactly one of several concurrent webinars and masterclasses if clashes are refused (OQ-112)', async () => {
    const strict = await createTestApp({ MEETING_CLASHES: 'refuse' })
    const times = hour(0)
    const webinars = []
    const masterclasses = []
    for (let n = 0; n < 3; n++) {
      webinars.push(await makeWebinar(strict, times))
      masterclasses.push(await makeMasterclass(strict, times))
    }
    const answers = await Promise.all([
      ...webinars.map(({ _id }) => publish(_id, strict)),
      ...masterclasses.map(({ _id }) => publishMasterclass(_id, strict)),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body).toMatchObject({ code: 'MEETING_CLASH', errors: [{ path: 'zoom_hub_name' }] })
    expect(refused?.body.data.clashes).toHaveLength(1)
    const events = await strict.call('GET', '/admin/events?event_type=ONLINE')
    const classes = await strict.call('GET', '/admin/masterclasses?status=active')
    const publishedEvents = events.body.data.filter((one: { is_published: boolean }) => one.is_published)
    expect(publishedEvents.length + classes.body.data.length).toBe(1)
    await strict.close()
  })
})

describe('publishing while the webinar is edited', () => {
  it('leaves a draft if the account changes while the meeting is created (OQ-112)', async () => {
    const held: ServerResponse[] = []
    const provider = createServer((request, response) => {
      request.resume()
      response.setHeader('content-type', 'application/json')
      if (request.url === '/oauth/token') response.end('{"access_token":"t","expires_in":3600}')
      else if (request.method === 'GET') response.end('{"meetings":[]}')
      else held.push(response)
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const keys = { ACCOUNT_ID: 'a', CLIENT_ID: 'b', CLIENT_SECRET: 'c' }
    const slow = await createTestApp({
      ZOOM_BASE_URL: base,
      ZOOM_OAUTH_URL: `${base}/oauth/token`,
      ...Object.fromEntries(
        [1, 4].flatMap((n) => Object.entries(keys).map(([name, key]) => [`ZOOM_${n}_${name}`, key])),
      ),
    })
    const made = await makeWebinar(slow)
    const publishing = publish(made._id, slow)
    await expect.poll(() => held.length).toBe(1)
    const form = { zoom_hub_name: 'zoom_4' }
    expect((await slow.call('PATCH', `/admin/event/${made._id}`, { form })).status).toBe(200)
    held.shift()?.end('{"id":1,"join_url":"https://zoom.example.com/j/1"}')
    const answer = await publishing
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('The Zoom account has changed. Publish again.')
    const stored = await slow.call('GET', `/admin/event/${made._id}`)
    expect(stored.body.data).toMatchObject({ is_published: false, zoom_hub_name: 'zoom_4' })

    const again = publish(made._id, slow)
    await expect.poll(() => held.length).toBe(1)
    held.shift()?.end('{"id":2,"join_url":"https://zoom.example.com/j/2"}')
    expect((await again).body.data.is_published).toBe(true)
    const row = await slow.database.kysely.selectFrom('meeting').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ zoom_hub_name: 'zoom_4', provider_meeting_id: '2', is_booked: true })
    await slow.close()
    provider.closeAllConnections()
    provider.close()
  })
})
