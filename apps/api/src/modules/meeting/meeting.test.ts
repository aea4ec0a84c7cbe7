import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/record-id.ts'
import { createTestApp, type TestApp, testNow } from '../../test-app.ts'
import { makeMasterclass } from '../../test-records.ts'

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

  it('AUTH-09 OQ-112 is not told without a credential', async () => {
    const answer = await app.call('GET', '/admin/meeting-accounts', { token: null })
    expect(answer.status).toBe(401)
  })

  it('OQ-112 an id that no session has leaves none out', async () => {
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

  it('OQ-112 many sessions on one account hide none on another', async () => {
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

describe('with a provider that takes its time', () => {
  /** Meetings that the provider is being asked to make, or to change; each waits until the test answers it. */
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

  it('OQ-112 a masterclass that moves while its meeting is made stays a draft, and is published anew', async () => {
    const made = await makeMasterclass(app)
    const publishing = publish(app, made._id)
    await asked(1)
    expect((await edit(app, made._id, { zoom_hub_name: 'zoom_4' })).status).toBe(200)
    answer(1)
    const refused = await publishing
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('The Zoom account was changed meanwhile. Publish again.')
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

  it('OQ-112 one that moves and is published there at once has the meeting of that account', async () => {
    const made = await makeMasterclass(app)
    const first = publish(app, made._id)
    await asked(1)
    await edit(app, made._id, { zoom_hub_name: 'zoom_4' })
    const second = publish(app, made._id)
    await asked(2)
    // The late answer of the account that was left.
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

  it('MC-49 of two edits that follow each other the later one stands at the provider', async () => {
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
    // The first is still on its way: sent beside it, the second could arrive before it. The job comes again.
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

  it('OQ-029 MC-51 one that moves while it is deactivated is not turned on without a meeting there', async () => {
    const made = await makeMasterclass(app)
    const publishing = publish(app, made._id)
    await asked(1)
    answer(21)
    expect((await publishing).status).toBe(200)
    const status = (is_active: boolean) =>
      app.call('POST', '/admin/masterclass/status', { json: { masterclass_id: made._id, is_active } })
    await status(false)
    await edit(app, made._id, { zoom_hub_name: 'zoom_4' })
    const refused = await status(true)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Publish the masterclass first')
    expect((await read(app, made._id)).is_active).toBe(false)
    // Back on the account that holds its meeting, nothing has to be made.
    await edit(app, made._id, { zoom_hub_name: 'zoom_1' })
    expect((await status(true)).body.data.is_active).toBe(true)
    expect(await meetingOf(app, made._id)).toMatchObject({ provider_meeting_id: '21', is_booked: true })
  })
})
