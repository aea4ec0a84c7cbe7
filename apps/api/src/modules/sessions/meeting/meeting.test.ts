import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { startJobRunner } from '../../../platform/jobs/job-runner.ts'
import { startZoomServer, type ZoomServer } from '../../../platform/meetings/test-zoom.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeMasterclass, makeWebinar } from '../../../test-records.ts'

const publish = (app: TestApp, id: string) =>
  app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: id } })
const edit = (app: TestApp, id: string, form: Record<string, string>) =>
  app.call('POST', `/admin/masterclass/${id}`, { form })
const read = async (app: TestApp, id: string) => (await app.call('GET', `/admin/masterclass/${id}`)).body.data
const meetingOf = (app: TestApp, id: string) =>
  app.database.kysely.selectFrom('meeting').selectAll().where('owner_id', '=', id).executeTakeFirstOrThrow()

describe('which accounts are free', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(() => app.clock.set(testNow))

  const accounts = async (query: Record<string, string>) =>
    app.call('GET', `/admin/meeting-accounts?${new URLSearchParams(query)}`)

  it('requires a credential (AUTH-09, OQ-112)', async () => {
    const answer = await app.call('GET', '/admin/meeting-accounts', { token: null })
    expect(answer.status).toBe(401)
  })

  it('ignores an unknown session id (OQ-112)', async () => {
    const times = { start_time: '2027-02-10T10:00:00Z', end_time: '2027-02-10T11:00:00Z' }
    const made = await makeMasterclass(app, { ...times, zoom_hub_name: 'zoom_4' })
    await publish(app, made._id)
    for (const except of ['nonsense', "' or 1=1 --", newId()]) {
      const answer = await accounts({ ...times, except })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body.data.filter((one: { free: boolean }) => !one.free)).toMatchObject([
        { zoom_hub_name: 'zoom_4', clashes: [{ _id: made._id }] },
      ])
    }
  })

  it('shows all accounts when one has many sessions (OQ-112)', async () => {
    const hour = (n: number) => new Date(Date.parse('2028-01-01T00:00:00Z') + n * 3_600_000)
    const session = (n: number, zoom_hub_name: string) => ({
      owner_id: newId(),
      kind: 'masterclass',
      zoom_hub_name,
      title: `Session ${n}`,
      start_time: hour(n),
      end_time: hour(n),
      is_booked: true,
      state: 'created',
      reference: newId(),
      provider_meeting_id: '1',
      join_url: 'https://zoom.example.com/j/1',
    })
    await app.database.kysely
      .insertInto('meeting')
      .values([...Array.from({ length: 205 }, (_, n) => session(n, 'zoom_1')), session(205, 'zoom_2')])
      .execute()
    const answer = await accounts({
      start_time: hour(0).toISOString(),
      end_time: hour(300).toISOString(),
    })
    expect(answer.body.data.map((one: { free: boolean }) => one.free)).toEqual([false, false, true, true])
  })
})

/**
 * How each kind of session is created, published, edited and read, and the hour from which its cases use the account.
 */
const kinds = {
  masterclass: { from: 0, make: makeMasterclass, publish, edit, read },
  webinar: {
    from: 1000,
    make: makeWebinar,
    publish: (app: TestApp, id: string) =>
      app.call('POST', '/admin/event/publish', { json: { event_id: id } }),
    edit: (app: TestApp, id: string, form: Record<string, string>) =>
      app.call('PATCH', `/admin/event/${id}`, { form }),
    read: async (app: TestApp, id: string) => (await app.call('GET', `/admin/event/${id}`)).body.data,
  },
} as const
const eachKind = describe.each(['masterclass', 'webinar'] as const)

async function makePublishedOf(kind: keyof typeof kinds, app: TestApp, fields: Record<string, string>) {
  const session = kinds[kind]
  const { _id } = await session.make(app, fields)
  expect((await session.publish(app, _id)).status).toBe(200)
  return session.read(app, _id)
}

/** The hour that starts this many hours after 1 March 2027, 10:00 UTC. */
function hourAt(hours: number) {
  const start = Date.parse('2027-03-01T10:00:00Z') + hours * 3_600_000
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + 3_600_000).toISOString() }
}

const setStatus = (app: TestApp, id: string, is_active: boolean) =>
  app.call('POST', '/admin/masterclass/status', { json: { masterclass_id: id, is_active } })

/** Returns a masterclass that was published and deactivated, and another published in its place. */
async function makeReplaced(app: TestApp) {
  const made = await makePublishedOf('masterclass', app, hourAt(2000))
  await setStatus(app, made._id, false)
  const instead = await makePublishedOf('masterclass', app, { ...hourAt(2000), title: 'In its place' })
  return { made, instead }
}

describe('where clashes are warned about', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  eachKind('a published %s that is moved', (kind) => {
    const session = kinds[kind]
    const at = (hours: number) => hourAt(session.from + hours)
    const published = (hours: number, zoom_hub_name = 'zoom_1') =>
      makePublishedOf(kind, app, { ...at(hours), zoom_hub_name })

    it('is saved with a warning when moved onto another session of its account (OQ-112)', async () => {
      const there = await published(0)
      const made = await published(24)
      const moved = await session.edit(app, made._id, at(0.5))
      expect(moved.status).toBe(200)
      expect(moved.body.data).toMatchObject(at(0.5))
      expect(moved.body.warnings).toEqual([
        {
          code: 'MEETING_CLASH',
          message: `zoom_1 is already booked for “${there.title}” at that time.`,
          clashes: [expect.objectContaining({ _id: there._id, kind })],
        },
      ])
      const retitled = await session.edit(app, made._id, { title: 'The time stays' })
      expect([retitled.status, retitled.body.warnings]).toEqual([200, undefined])
      const away = await session.edit(app, made._id, at(24))
      expect([away.status, away.body.warnings]).toEqual([200, undefined])
    })

    it('is saved without a warning when only another account is booked (OQ-112)', async () => {
      await published(48, 'zoom_2')
      const made = await published(72)
      const moved = await session.edit(app, made._id, at(48))
      expect([moved.status, moved.body.warnings]).toEqual([200, undefined])
    })

    it('is warned when published, if moved as a draft (OQ-112)', async () => {
      await published(96)
      const draft = await session.make(app, { ...at(120), zoom_hub_name: 'zoom_1' })
      const moved = await session.edit(app, draft._id, at(96))
      expect([moved.status, moved.body.warnings]).toEqual([200, undefined])
      expect((await session.publish(app, draft._id)).body.warnings).toHaveLength(1)
    })
  })

  it('activates a masterclass over another session with a warning (OQ-112, MC-51)', async () => {
    const { made, instead } = await makeReplaced(app)
    const answer = await setStatus(app, made._id, true)
    expect(answer.body.data.is_active).toBe(true)
    expect(answer.body.warnings).toMatchObject([{ code: 'MEETING_CLASH', clashes: [{ _id: instead._id }] }])
    expect((await setStatus(app, made._id, true)).body.warnings).toBeUndefined()
    expect((await setStatus(app, made._id, false)).body.warnings).toBeUndefined()
  })
})

describe('where clashes are refused', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ MEETING_CLASHES: 'refuse' })
  })
  afterAll(() => app.close())

  eachKind('a published %s that is moved', (kind) => {
    const session = kinds[kind]
    const at = (hours: number) => hourAt(session.from + hours)
    const published = (hours: number) => makePublishedOf(kind, app, { ...at(hours), zoom_hub_name: 'zoom_1' })

    it('is rejected with 409 and unchanged when moved onto another session of its account (OQ-112)', async () => {
      const there = await published(0)
      const made = await published(24)
      const before = await meetingOf(app, made._id)
      for (const hours of [-1.1, 0, 1.1]) {
        const refused = await session.edit(app, made._id, { ...at(hours), title: 'Not this' })
        expect(refused.status).toBe(409)
        const message = `zoom_1 is already booked for “${there.title}” at that time.`
        expect(refused.body).toMatchObject({
          code: 'MEETING_CLASH',
          message,
          errors: [{ path: 'zoom_hub_name', message }],
          data: { clashes: [{ _id: there._id }] },
        })
      }
      // A later end alone also reaches the other session.
      expect((await session.edit(app, there._id, { end_time: at(24).start_time })).status).toBe(409)
      expect(await session.read(app, made._id)).toEqual(made)
      expect(await meetingOf(app, made._id)).toEqual(before)
      expect((await session.edit(app, made._id, at(2))).status).toBe(200)
    })

    it('is accepted for exactly one of several concurrent moves to one free hour (OQ-112)', async () => {
      const made = [await published(48), await published(72), await published(96)]
      const moves = await Promise.all(made.map(({ _id }) => session.edit(app, _id, at(60))))
      expect(moves.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const stored = await Promise.all(made.map(({ _id }) => session.read(app, _id)))
      expect(stored.filter(({ start_time }) => start_time === at(60).start_time)).toHaveLength(1)
    })

    it('is accepted for exactly one of a move and a concurrent publication (OQ-112)', async () => {
      const made = await published(120)
      const draft = await session.make(app, { ...at(144), zoom_hub_name: 'zoom_1' })
      const answers = await Promise.all([
        session.edit(app, made._id, at(144)),
        session.publish(app, draft._id),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    })
  })

  it('rejects activating a masterclass over another session (OQ-112, MC-51)', async () => {
    const { made, instead } = await makeReplaced(app)
    const refused = await setStatus(app, made._id, true)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'MEETING_CLASH', data: { clashes: [{ _id: instead._id }] } })
    expect((await read(app, made._id)).is_active).toBe(false)
    expect((await meetingOf(app, made._id)).is_booked).toBe(false)
  })
})

describe('with a slow provider', () => {
  /** Provider calls that create or update a meeting; each waits until the test responds. */
  let held: ServerResponse[]
  let changes: { topic: string; response: ServerResponse }[]
  let app: TestApp
  const provider = createServer((request, response) => {
    if (request.method !== 'PATCH') request.resume()
    response.setHeader('content-type', 'application/json')
    if (request.url === '/oauth/token') response.end('{"access_token":"t","expires_in":3600}')
    else if (request.method === 'GET') response.end('{"meetings":[]}')
    else if (request.method === 'POST') held.push(response)
    else json(request).then((body) => changes.push({ topic: (body as { topic: string }).topic, response }))
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const keys = { ACCOUNT_ID: 'a', CLIENT_ID: 'b', CLIENT_SECRET: 'c' }
    app = await createTestApp({
      ZOOM_BASE_URL: base,
      ZOOM_OAUTH_URL: `${base}/oauth/token`,
      ...Object.fromEntries(
        [1, 4].flatMap((n) => Object.entries(keys).map(([name, key]) => [`ZOOM_${n}_${name}`, key])),
      ),
    })
  })
  afterAll(async () => {
    await app.close()
    provider.closeAllConnections()
    provider.close()
  })
  beforeEach(() => {
    held = []
    changes = []
  })

  async function asked(times: number): Promise<void> {
    await expect.poll(() => held.length).toBe(times)
  }
  const answer = (id: number) =>
    held.shift()?.end(`{"id":${id},"join_url":"https://zoom.example.com/j/${id}"}`)

  it('leaves a draft that can be published again if the account changes while the meeting is created (OQ-112)', async () => {
    const made = await makeMasterclass(app)
    const publishing = publish(app, made._id)
    await asked(1)
    expect((await edit(app, made._id, { zoom_hub_name: 'zoom_4' })).status).toBe(200)
    answer(1)
    const refused = await publishing
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('The Zoom account has changed. Publish again.')
    expect(await read(app, made._id)).toMatchObject({ is_active: false, zoom_hub_name: 'zoom_4' })

    const again = publish(app, made._id)
    await asked(1)
    answer(2)
    expect((await again).body.data.is_active).toBe(true)
    expect(await meetingOf(app, made._id)).toMatchObject({
      zoom_hub_name: 'zoom_4',
      provider_meeting_id: '2',
      is_booked: true,
    })
  })

  it('creates the meeting on the new account for a session that moves and is published there at once (OQ-112)', async () => {
    const made = await makeMasterclass(app)
    const first = publish(app, made._id)
    await asked(1)
    await edit(app, made._id, { zoom_hub_name: 'zoom_4' })
    const second = publish(app, made._id)
    await asked(2)
    // The late response for the previous account.
    answer(11)
    expect((await first).status).toBe(409)
    answer(12)
    expect((await second).body.data).toMatchObject({ is_active: true, zoom_hub_name: 'zoom_4' })
    expect(await meetingOf(app, made._id)).toMatchObject({
      zoom_hub_name: 'zoom_4',
      provider_meeting_id: '12',
      is_booked: true,
    })
  })

  it('checks a masterclass at its new time if it moves while its meeting is created (OQ-112)', async () => {
    const there = await makeMasterclass(app, hourAt(0))
    const first = publish(app, there._id)
    await asked(1)
    answer(41)
    await first
    const made = await makeMasterclass(app, hourAt(24))
    const publishing = publish(app, made._id)
    await asked(1)
    const moved = await edit(app, made._id, hourAt(0))
    expect(moved.body.warnings).toMatchObject([{ clashes: [{ _id: there._id }] }])
    answer(42)
    expect((await publishing).body.data.is_active).toBe(true)
  })

  it('leaves the later of two quick edits at the provider (MC-49)', async () => {
    const made = await makeMasterclass(app, { zoom_hub_name: 'zoom_1' })
    const publishing = publish(app, made._id)
    await asked(1)
    answer(31)
    await publishing
    const tell = async () =>
      app.app.tasks['tell-meeting']?.(
        { ownerId: made._id },
        { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
      )
    await edit(app, made._id, { title: 'The first edit' })
    const first = tell()
    await expect.poll(() => changes.length).toBe(1)
    await edit(app, made._id, { title: 'The second edit' })
    // The first call is still running: a concurrent second one could arrive before it. The job is retried.
    await expect(tell()).rejects.toThrow('being changed')
    changes[0]?.response.writeHead(204).end()
    await first
    const again = tell()
    await expect.poll(() => changes.map(({ topic }) => topic)).toEqual(['The first edit', 'The second edit'])
    changes[1]?.response.writeHead(204).end()
    await again
    await tell()
    expect(changes).toHaveLength(2)
    expect(await meetingOf(app, made._id)).toMatchObject({
      told_title: 'The second edit',
      calling_until: null,
    })
  })

  it('leaves no job after 15 quick edits, although the first one fails at the provider (MC-49)', async () => {
    const made = await makeMasterclass(app)
    const publishing = publish(app, made._id)
    await asked(1)
    answer(41)
    await publishing
    await sql`delete from graphile_worker._private_jobs`.execute(app.database.kysely)
    const runner = await startJobRunner({
      pool: app.database.pool,
      tasks: app.app.tasks,
      log: pino({ level: 'silent' }),
    })
    try {
      await edit(app, made._id, { title: 'Edit 1' })
      await expect.poll(() => changes.length).toBe(1)
      for (let n = 2; n <= 15; n++) await edit(app, made._id, { title: `Edit ${n}` })
      changes[0]?.response.writeHead(500).end('{}')
      const told = async () => {
        for (const { response } of changes) if (!response.writableEnded) response.writeHead(204).end()
        // Retry at once, instead of after its pause, a job that ran during the first one.
        await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
          app.database.kysely,
        )
        return (await meetingOf(app, made._id)).told_title
      }
      await expect.poll(told).toBe('Edit 15')
    } finally {
      await runner.stop()
    }
    const { body } = await app.call('GET', '/metrics', { token: null })
    expect(body).toContain('greenroom_jobs{state="failed"} 0')
    expect(body).toContain('greenroom_jobs{state="waiting"} 0')
  })

  it('rejects activating a session that moved while deactivated and has no meeting there (OQ-029, MC-51)', async () => {
    const made = await makeMasterclass(app)
    const publishing = publish(app, made._id)
    await asked(1)
    answer(21)
    expect((await publishing).status).toBe(200)
    const status = (is_active: boolean) => setStatus(app, made._id, is_active)
    await status(false)
    await edit(app, made._id, { zoom_hub_name: 'zoom_4' })
    const refused = await status(true)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Publish the masterclass first')
    expect((await read(app, made._id)).is_active).toBe(false)
    // Back on the account of its meeting, nothing has to be created.
    await edit(app, made._id, { zoom_hub_name: 'zoom_1' })
    expect((await status(true)).body.data.is_active).toBe(true)
    expect(await meetingOf(app, made._id)).toMatchObject({ provider_meeting_id: '21', is_booked: true })
  })
})

describe('a publication that waits for the database', () => {
  let zoom: ZoomServer
  let app: TestApp
  beforeAll(async () => {
    zoom = await startZoomServer()
    app = await createTestApp({ ...zoom.environment, DATABASE_LOCK_TIMEOUT_SECONDS: '0.2' })
  })
  afterAll(async () => {
    await app.close()
    await zoom.close()
  })
  beforeEach(() => {
    zoom.meetings.length = 0
    zoom.counts.create = 0
    app.clock.set(testNow)
  })

  const holdRow = (table: string, column: string, id: string) =>
    app.database.hold(`select from ${table} where ${column} = $1 for update`, [id])
  const isShown = async (kind: keyof typeof kinds, id: string) => {
    const session = await kinds[kind].read(app, id)
    return session.is_active && session.is_published !== false
  }

  eachKind('of a %s', (kind) => {
    const session = kinds[kind]
    const fields = { zoom_hub_name: 'zoom_1' }
    /** Publishes, and locks a row as soon as Zoom has made the meeting, until the response has arrived. */
    async function publishDuring(id: string, lock: () => Promise<() => Promise<void>>) {
      const respond = zoom.holdAnswers()
      const publishing = session.publish(app, id)
      await expect.poll(() => zoom.meetings.length).toBe(1)
      const release = await lock()
      respond()
      const answer = await publishing
      await release()
      return answer
    }
    const table = kind === 'webinar' ? 'event' : kind

    it('calls no provider when the session is locked before', async () => {
      const { _id } = await session.make(app, fields)
      const release = await holdRow(table, 'id', _id)
      const refused = await session.publish(app, _id)
      await release()
      expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE'])
      expect(zoom.counts.create).toBe(0)
    })

    it('says that the provider was called when its result cannot be saved, and then uses that meeting', async () => {
      const { _id } = await session.make(app, fields)
      const refused = await publishDuring(_id, () => holdRow('meeting', 'owner_id', _id))
      expect(refused.status).toBe(503)
      const pause = Number(refused.headers.get('retry-after'))
      expect(pause).toBeGreaterThan(5)
      expect(refused.body.message).toBe(
        'The meeting provider was called, but the result could not be saved. Publish again in a minute.',
      )
      expect(await isShown(kind, _id)).toBe(false)

      app.clock.set(new Date(app.clock.now().getTime() + pause * 1000 + 1))
      expect((await session.publish(app, _id)).status).toBe(200)
      expect(zoom.counts.create).toBe(1)
      expect(await meetingOf(app, _id)).toMatchObject({
        provider_meeting_id: String(zoom.meetings[0]?.id),
        is_booked: true,
      })
    })

    it('says that the meeting exists when the publication cannot be saved, and then uses that meeting', async () => {
      const { _id } = await session.make(app, fields)
      const refused = await publishDuring(_id, () => holdRow(table, 'id', _id))
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(refused.body.message).toBe(
        'The meeting exists, but the publication could not be saved. Publish again in a moment.',
      )
      expect(await isShown(kind, _id)).toBe(false)
      expect((await session.publish(app, _id)).status).toBe(200)
      expect(zoom.counts.create).toBe(1)
      expect(await isShown(kind, _id)).toBe(true)
    })
  })
})

describe('a meeting that somebody deleted in Zoom', () => {
  let zoom: ZoomServer
  let app: TestApp
  beforeAll(async () => {
    zoom = await startZoomServer()
    app = await createTestApp(zoom.environment)
  })
  afterAll(async () => {
    await app.close()
    await zoom.close()
  })
  beforeEach(() => {
    zoom.behave('make')
    zoom.meetings.length = 0
  })

  const tell = async (ownerId: string) =>
    app.app.tasks['tell-meeting']?.(
      { ownerId },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
  const zoomOne = { zoom_hub_name: 'zoom_1' }
  /** Expects the session to have the only meeting in Zoom, which is another one than before. */
  async function expectReplaced(id: string, before: { provider_meeting_id: string | null }) {
    const [made, ...others] = zoom.meetings
    expect(others).toEqual([])
    const now = await meetingOf(app, id)
    expect(now).toMatchObject({
      state: 'created',
      provider_meeting_id: String(made?.id),
      join_url: made?.join_url,
      is_booked: true,
    })
    expect(now.provider_meeting_id).not.toBe(before.provider_meeting_id)
  }

  eachKind('and that belongs to a published %s', (kind) => {
    it('is replaced after an edit that Zoom has to hear (MC-49)', async () => {
      const { _id } = await makePublishedOf(kind, app, zoomOne)
      const before = await meetingOf(app, _id)
      zoom.meetings.length = 0
      expect((await kinds[kind].edit(app, _id, { title: 'A new title' })).status).toBe(200)
      await tell(_id)
      await expectReplaced(_id, before)
    })

    it('is not noticed by an edit of what Zoom does not have, which makes no call (OQ-753)', async () => {
      const { _id } = await makePublishedOf(kind, app, zoomOne)
      zoom.meetings.length = 0
      const { calls } = zoom
      expect((await kinds[kind].edit(app, _id, { description: 'Only the text changes' })).status).toBe(200)
      await tell(_id)
      expect(zoom.calls).toBe(calls)
    })

    it('costs no call of the day for other edits, and counts the others for its account (OQ-753, OQ-754)', async () => {
      const { _id } = await makePublishedOf(kind, app, zoomOne)
      const used = async () =>
        (
          await app.call(
            'GET',
            '/admin/meeting-accounts?start_time=2027-01-01T00:00:00Z&end_time=2027-01-01T01:00:00Z',
          )
        ).body.data.find((one: { zoom_hub_name: string }) => one.zoom_hub_name === 'zoom_1').calls_today
      const before = { used: await used(), ...zoom.counts, calls: zoom.calls }
      for (const text of ['One', 'Two', 'Three']) {
        await kinds[kind].edit(app, _id, { description: text })
        await tell(_id)
      }
      expect({ used: await used(), ...zoom.counts, calls: zoom.calls }).toEqual(before)
      await kinds[kind].edit(app, _id, { title: 'One call' })
      for (let again = 0; again < 2; again++) await tell(_id)
      expect([await used(), zoom.counts.update]).toEqual([before.used + 1, before.update + 1])
    })

    it('gets only what changed, so that what its host changed in Zoom stays (OQ-753)', async () => {
      const { _id } = await makePublishedOf(kind, app, zoomOne)
      const [made] = zoom.meetings
      const held = { timezone: 'Europe/Berlin', agenda: 'By the host', settings: { waiting_room: true } }
      Object.assign(made ?? {}, held, { start_time: '2027-01-01T00:00:00Z' })
      await kinds[kind].edit(app, _id, { title: 'Only the title' })
      await tell(_id)
      expect(zoom.changes.at(-1)).toEqual({ topic: 'Only the title' })
      expect(made).toMatchObject({ ...held, topic: 'Only the title', start_time: '2027-01-01T00:00:00Z' })
    })

    it('is replaced by a later attempt if Zoom fails at first (MC-49)', async () => {
      const { _id } = await makePublishedOf(kind, app, zoomOne)
      const before = await meetingOf(app, _id)
      zoom.meetings.length = 0
      await kinds[kind].edit(app, _id, { title: 'Another title' })
      for (const behaviour of ['fail', 'refuse'] as const) {
        zoom.behave(behaviour)
        await expect(tell(_id)).rejects.toThrow()
        expect(await meetingOf(app, _id)).toMatchObject({ join_url: null, is_booked: true })
      }
      zoom.behave('make')
      await tell(_id)
      await expectReplaced(_id, before)
    })
  })

  it('is replaced when its masterclass is published or activated again (MC-50, MC-51)', async () => {
    for (const again of [
      (id: string) => publish(app, id),
      (id: string) => setStatus(app, id, true).then((answer) => tell(id).then(() => answer)),
    ]) {
      const { _id } = await makePublishedOf('masterclass', app, zoomOne)
      const before = await meetingOf(app, _id)
      await setStatus(app, _id, false)
      zoom.meetings.length = 0
      expect((await again(_id)).status).toBe(200)
      await expectReplaced(_id, before)
      zoom.meetings.length = 0
    }
  })

  it('is replaced by publishing once more after Zoom refused the new one (MC-50)', async () => {
    const { _id } = await makePublishedOf('masterclass', app, zoomOne)
    const before = await meetingOf(app, _id)
    await setStatus(app, _id, false)
    zoom.meetings.length = 0
    zoom.behave('refuse')
    expect((await publish(app, _id)).status).toBe(502)
    zoom.behave('make')
    expect((await publish(app, _id)).status).toBe(200)
    await expectReplaced(_id, before)
  })
})
