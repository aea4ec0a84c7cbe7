import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MeetingProviderRefused, MeetingProviderUnknown, type MeetingRequest } from './meeting-provider.ts'
import { createZoomMeetings } from './zoom-meetings.ts'

interface Call {
  method: string
  url: URL
  authorization: string
  body: string
}
type Answerer = (call: Call, response: ServerResponse) => unknown

interface Stored {
  id: number
  topic: string
  start_time: string
  agenda: string
  join_url: string
}

const secret = 'a-very-secret-client-secret'
let now = new Date('2026-11-21T06:00:00Z')
let server: ReturnType<typeof createServer>
let base: string
let calls: Call[]
let tokensGiven: number
let meetings: Stored[]
/** Responds before the usual behaviour, once each. */
let next: Answerer[]
let nextToken: Answerer[]
let pageSize: number
let listShowsAgenda: boolean
let logged: string

const json = (status: number, body: unknown, headers = {}): Answerer => {
  return (_call, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  now = new Date('2026-11-21T06:00:00Z')
  calls = []
  tokensGiven = 0
  meetings = []
  next = []
  nextToken = []
  pageSize = 300
  listShowsAgenda = true
  logged = ''
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  let body = ''
  for await (const chunk of request) body += chunk
  const url = new URL(request.url ?? '/', base)
  const call = { method: request.method ?? '', url, authorization: request.headers.authorization ?? '', body }
  calls.push(call)
  if (url.pathname === '/oauth/token') {
    const special = nextToken.shift()
    if (special) return special(call, response)
    tokensGiven += 1
    return json(200, { access_token: `token-${tokensGiven}`, expires_in: 3600 })(call, response)
  }
  const special = next.shift()
  if (special) return special(call, response)
  if (call.authorization !== `Bearer token-${tokensGiven}`) {
    return json(401, { code: 124, message: 'Invalid access token.' })(call, response)
  }
  return ordinary(call, response)
}

function ordinary(call: Call, response: ServerResponse): unknown {
  const id = Number(/^\/v2\/meetings\/(\d+)$/.exec(call.url.pathname)?.[1])
  const found = meetings.find((meeting) => meeting.id === id)
  if (call.method === 'POST' && /^\/v2\/users\/[^/]+\/meetings$/.test(call.url.pathname)) {
    const wanted = JSON.parse(call.body)
    const made = {
      ...wanted,
      id: 90_000_000_000 + meetings.length,
      join_url: `https://zoom.example.com/j/${meetings.length}`,
    }
    meetings.push(made)
    return json(201, { ...made, start_url: 'https://zoom.example.com/s/1?zak=hostkey' })(call, response)
  }
  if (call.method === 'GET' && /^\/v2\/users\/[^/]+\/meetings$/.test(call.url.pathname)) {
    const from = Number(call.url.searchParams.get('next_page_token') ?? 0)
    const page = meetings.slice(from, from + pageSize)
    const shown = page.map(({ agenda, ...rest }) =>
      listShowsAgenda ? { ...rest, agenda: agenda.slice(0, 250) } : rest,
    )
    const token = from + pageSize < meetings.length ? String(from + pageSize) : ''
    return json(200, { page_size: 300, next_page_token: token, meetings: shown })(call, response)
  }
  if (!found) return json(404, { code: 3001, message: 'Meeting does not exist: 1.' })(call, response)
  if (call.method === 'GET') return json(200, found)(call, response)
  Object.assign(found, JSON.parse(call.body))
  return response.writeHead(204).end()
}

const keys = {
  accountId: 'account-1',
  clientId: 'client-1',
  clientSecret: secret,
  userId: 'host@example.com',
}

function keepLine(line: string): void {
  logged += line
}

function zoom(timeoutSeconds = 600) {
  const log = pino({ level: 'debug' }, { write: keepLine })
  return createZoomMeetings({
    baseUrl: `${base}/v2`,
    oauthUrl: `${base}/oauth/token`,
    accounts: { zoom_1: keys },
    timeoutSeconds,
    clock: { now: () => now },
    log,
  })
}

const request: MeetingRequest = {
  account: 'zoom_1',
  reference: 'masterclass-0193',
  title: 'Ragas at dusk',
  agenda: 'Bring your own tanpura.',
  startTime: new Date('2026-12-01T12:30:00.000Z'),
  endTime: new Date('2026-12-01T14:00:30.000Z'),
  timeZone: 'Asia/Kolkata',
}

const near = { startTime: request.startTime }
const to = (path: RegExp, method?: string) =>
  calls.filter((call) => path.test(call.url.pathname) && (!method || call.method === method))
const posts = () => to(/\/meetings$/, 'POST')

/** Waits for a rejection and returns the error. */
async function failure(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('It did not fail.')
  return error
}

describe('creating a meeting', () => {
  test('sends the session and returns the id and the join URL, without the start URL', async () => {
    const made = await zoom().create(request)
    expect(made).toEqual({ providerMeetingId: '90000000000', joinUrl: 'https://zoom.example.com/j/0' })
    const [token] = to(/token/)
    expect(token?.authorization).toBe(`Basic ${Buffer.from(`client-1:${secret}`).toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
      grant_type: 'account_credentials',
      account_id: 'account-1',
    })
    expect(posts()[0]?.url.pathname).toBe('/v2/users/host%40example.com/meetings')
    expect(JSON.parse(posts()[0]?.body ?? '')).toMatchObject({
      topic: 'Ragas at dusk',
      type: 2,
      start_time: '2026-12-01T12:30:00Z',
      duration: 91,
      timezone: 'Asia/Kolkata',
      agenda: 'Reference: masterclass-0193\nBring your own tanpura.',
    })
  })

  test.each([
    ['2026-12-01T12:30:00Z', 1],
    ['2026-12-01T12:30:30Z', 1],
    ['2026-12-01T13:30:00Z', 60],
    ['2026-12-01T12:29:59Z', 60],
  ])('rounds an end at %s to %i minutes', async (end, minutes) => {
    await zoom().create({ ...request, endTime: new Date(end) })
    expect(JSON.parse(posts()[0]?.body ?? '').duration).toBe(minutes)
  })

  test('cuts a title at 200 without splitting a character, and keeps the reference after a long text', async () => {
    const title = `${'a'.repeat(199)}🎵 and more`
    await zoom().create({ ...request, title, agenda: 'x'.repeat(5000) })
    const body = JSON.parse(posts()[0]?.body ?? '')
    expect(body.topic).toBe('a'.repeat(199))
    expect(body.agenda).toHaveLength(2000)
    expect(body.agenda.startsWith('Reference: masterclass-0193\n')).toBe(true)
  })

  test('accepts a number or a text as the id', async () => {
    next.push(json(201, { id: 'abc/1', join_url: 'https://zoom.example.com/j/1' }))
    expect((await zoom().create(request)).providerMeetingId).toBe('abc/1')
  })

  test('rejects an account without keys and sends nothing', async () => {
    const error = await failure(zoom().create({ ...request, account: 'zoom_2' }))
    expect(error).toBeInstanceOf(MeetingProviderRefused)
    expect(error.message).toBe('The meeting account zoom_2 is not set up.')
    expect(calls).toEqual([])
  })
})

describe('tokens', () => {
  test('reuses a token until a minute before it expires', async () => {
    const provider = zoom()
    await provider.create(request)
    now = new Date(now.getTime() + 3539_000)
    await provider.create(request)
    expect(tokensGiven).toBe(1)
    now = new Date(now.getTime() + 2_000)
    await provider.create(request)
    expect(tokensGiven).toBe(2)
  })

  test('renews a token that Zoom no longer accepts once, and creates one meeting', async () => {
    next.push(json(401, { code: 124, message: 'Access token is expired.' }))
    await zoom().create(request)
    expect(tokensGiven).toBe(2)
    expect(posts()).toHaveLength(2)
    expect(meetings).toHaveLength(1)
  })

  test('treats a second 401 as a refusal', async () => {
    next.push(json(401, {}), json(401, {}))
    const error = await failure(zoom().create(request))
    expect(error).toBeInstanceOf(MeetingProviderRefused)
    expect(error.message).toBe('Zoom did not accept the keys of the meeting account zoom_1.')
    expect(posts()).toHaveLength(2)
  })

  test.each([
    ['wrong keys', json(400, { reason: 'Invalid client_id or client_secret', error: 'invalid_client' })],
    ['an answer without a token', json(200, { token: 'x' })],
    ['a server error', json(500, {})],
    ['a page', ((_call, response) => response.end('<html></html>')) as Answerer],
    ['a reset', ((_call, response) => response.destroy()) as Answerer],
  ])(
    'treats %s instead of a token as a refusal, because no meeting was requested',
    async (_name, answerer) => {
      nextToken.push(answerer)
      const provider = zoom()
      expect(await failure(provider.create(request))).toBeInstanceOf(MeetingProviderRefused)
      expect(posts()).toEqual([])
      await provider.create(request)
      expect(meetings).toHaveLength(1)
    },
  )
})

describe('a meeting that Zoom refuses', () => {
  test('returns Zoom’s reason without secrets', async () => {
    const message = `Bad\u0000 <b>topic</b> at https://x.example/y?access_token=zzz for ${secret} Bearer token-1 ${'k'.repeat(40)}`
    next.push(json(400, { code: 300, message }))
    const error = await failure(zoom().create(request))
    expect(error).toBeInstanceOf(MeetingProviderRefused)
    expect(error.message).toBe('Zoom refused: Bad topic at … for … … …')
    for (const hidden of [secret, 'token-1', 'zzz']) expect(logged + error.message).not.toContain(hidden)
    expect(logged).toContain('zoom_1')
  })

  test.each([
    ['30', 30, 'Zoom is busy. Try again in 30 seconds.'],
    ['2026-11-21T06:01:00Z', 60, 'Zoom is busy. Try again in 60 seconds.'],
    [undefined, undefined, 'Zoom is busy. Try again later.'],
  ])('returns when to retry if Zoom is busy: %s', async (header, seconds, message) => {
    next.push(json(429, { code: 429, message: 'Too many' }, header ? { 'retry-after': header } : {}))
    const error = await failure(zoom().create(request))
    expect(error).toBeInstanceOf(MeetingProviderRefused)
    expect(error).toMatchObject({ message, retryAfter: seconds })
  })

  test('was not created if nothing listens there', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const provider = createZoomMeetings({
      baseUrl: `http://127.0.0.1:${port}`,
      oauthUrl: `${base}/oauth/token`,
      accounts: { zoom_1: keys },
      timeoutSeconds: 600,
      clock: { now: () => now },
      log: pino({ level: 'silent' }),
    })
    expect(await failure(provider.create(request))).toBeInstanceOf(MeetingProviderRefused)
  })
})

describe('a meeting with an unknown outcome', () => {
  const broken: [string, Answerer][] = [
    ['a server error', json(500, { message: 'x' })],
    ['a bad gateway', json(502, {})],
    [
      'a page of HTML',
      (_call, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['nothing', (_call, response) => response.writeHead(201).end()],
    ['no join address', json(201, { id: 5 })],
    ['a join address that is a script', json(201, { id: 5, join_url: 'javascript:alert(1)' })],
    ['a redirect', (_call, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a reset', (_call, response) => response.destroy()],
    [
      'an answer cut off',
      (_call, response) => {
        response.writeHead(201, { 'content-length': '500' })
        response.write('{"id": 5')
        setImmediate(() => response.destroy())
      },
    ],
    ['silence', () => {}],
    ['an answer that never ends', (_call, response) => response.writeHead(201).write('{')],
  ]
  test.each(broken)('because Zoom gave %s', async (_name, answerer) => {
    next.push(answerer)
    const error = await failure(zoom(0.4).create(request))
    expect(error).toBeInstanceOf(MeetingProviderUnknown)
    expect(error.message).toMatch(/may have been/)
    expect(posts()).toHaveLength(1)
  })
})

describe('finding a meeting by our reference', () => {
  const other = { ...request, reference: 'masterclass-019' }

  test.each([true, false])('finds it past the first page if the list contains agendas: %s', async (shown) => {
    listShowsAgenda = shown
    pageSize = 2
    const provider = zoom()
    for (let i = 0; i < 4; i += 1) await provider.create({ ...other, reference: `other-${i}` })
    const made = await provider.create({ ...request, agenda: 'x'.repeat(1000) })
    expect(await provider.find('zoom_1', request.reference, near)).toEqual(made)
    const lists = to(/\/users\/.*\/meetings$/, 'GET')
    expect(lists).toHaveLength(3)
    expect(lists[0]?.url.search).toBe('?type=scheduled&page_size=300')
    expect(to(/\/v2\/meetings\//, 'GET')).toHaveLength(shown ? 0 : 5)
  })

  test('ignores a longer or shorter reference, and one later in the text', async () => {
    const provider = zoom()
    await provider.create(other)
    await provider.create({ ...request, reference: `${request.reference}4` })
    await provider.create({ ...other, agenda: `Reference: ${request.reference}` })
    expect(await provider.find('zoom_1', request.reference, near)).toBeNull()
  })

  test('opens only meetings at about that time without agendas, and skips a deleted one', async () => {
    listShowsAgenda = false
    const provider = zoom()
    await provider.create({ ...request, startTime: new Date('2027-03-01T00:00:00Z') })
    await provider.create(other)
    const shown = meetings.map(({ id, start_time }) => ({ id, start_time }))
    const list = json(200, { meetings: [...shown, { id: 7, start_time: '2026-12-01T12:30:00Z' }] })
    next.push(list)
    expect(await provider.find('zoom_1', request.reference, near)).toBeNull()
    expect(to(/\/v2\/meetings\//, 'GET').map((call) => call.url.pathname)).toEqual([
      '/v2/meetings/90000000001',
      '/v2/meetings/7',
    ])
  })

  test.each([
    ['500', json(500, {})],
    ['429', json(429, {})],
    ['400', json(400, { message: 'no' })],
    ['a list without meetings', json(200, {})],
    ['a reset', ((_call, response) => response.destroy()) as Answerer],
  ])('never treats %s as "there is none"', async (_name, answerer) => {
    next.push(answerer)
    expect(await failure(zoom().find('zoom_1', 'x', near))).toBeInstanceOf(MeetingProviderUnknown)
  })

  test('cannot tell for an account without keys', async () => {
    expect(await failure(zoom().find('zoom_3', 'x', near))).toBeInstanceOf(MeetingProviderUnknown)
  })

  test('gives up a list whose pages never end', async () => {
    next = Array.from({ length: 101 }, () => json(200, { meetings: [], next_page_token: 'again' }))
    expect(await failure(zoom().find('zoom_1', 'x', near))).toBeInstanceOf(MeetingProviderUnknown)
    expect(to(/\/users\//, 'GET')).toHaveLength(100)
  })
})

describe('changing a meeting', () => {
  test('sends the new title and time, and keeps the reference', async () => {
    const provider = zoom()
    const made = await provider.create(request)
    const startTime = new Date('2026-12-02T12:30:00Z')
    await provider.update('zoom_1', made.providerMeetingId, { ...request, title: 'Ragas at dawn', startTime })
    expect(meetings[0]).toMatchObject({ topic: 'Ragas at dawn', start_time: '2026-12-02T12:30:00Z' })
    expect(await provider.find('zoom_1', request.reference, near)).toEqual(made)
  })

  test('returns false for a deleted meeting, and treats another 404 as a refusal and a server error as unknown', async () => {
    const provider = zoom()
    expect(await provider.update('zoom_1', '12', request)).toBe(false)
    for (const body of [{ code: 1001, message: 'User does not exist: 1.' }, 'Not here']) {
      next = [json(404, body)]
      expect(await failure(provider.update('zoom_1', '12', request))).toBeInstanceOf(MeetingProviderRefused)
    }
    next.push(json(503, {}))
    expect(await failure(provider.update('zoom_1', '12', request))).toBeInstanceOf(MeetingProviderUnknown)
  })
})
