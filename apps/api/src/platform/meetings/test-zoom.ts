import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface ZoomMeeting {
  id: number
  topic: string
  start_time: string
  agenda: string
  join_url: string
}

/**
 * What the server does when a meeting is requested:
 * - make: makes it and responds
 * - refuse: returns 400 and makes nothing
 * - fail: returns 500 and makes nothing
 * - hang: makes nothing and never responds
 * - make-and-hang: makes it and never responds
 * - make-and-cut: makes it and closes the connection
 */
export type ZoomBehaviour = 'make' | 'refuse' | 'fail' | 'hang' | 'make-and-hang' | 'make-and-cut'

export interface ZoomServer {
  /** Settings for a program that uses this server for zoom_1 and zoom_2. */
  environment: Record<string, string>
  /** A test may delete one. */
  meetings: ZoomMeeting[]
  /** Number of requests to create and to change a meeting. */
  counts: { create: number; update: number }
  /** Bodies of the requests to change a meeting. */
  changes: Record<string, unknown>[]
  /** Number of all requests, but for tokens. */
  readonly calls: number
  behave(behaviour: ZoomBehaviour): void
  /** Sets the milliseconds between making a meeting and responding. */
  answerAfter(milliseconds: number): void
  /** Holds the response to every created meeting until the returned function is called. */
  holdAnswers(): () => void
  close(): Promise<void>
}

/** Starts an HTTP server on loopback with the part of Zoom's API that meetings need. */
export async function startZoomServer(): Promise<ZoomServer> {
  const meetings: ZoomMeeting[] = []
  const counts = { create: 0, update: 0 }
  const changes: Record<string, unknown>[] = []
  let calls = 0
  let behaviour: ZoomBehaviour = 'make'
  let delay = 0
  let held: Promise<void> | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += chunk
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = new URL(request.url ?? '/', 'http://zoom').pathname
    if (path === '/oauth/token') return void send(200, { access_token: 'token', expires_in: 3600 })
    calls++
    if (request.headers.authorization !== 'Bearer token') return void send(401, { code: 124, message: 'No.' })
    if (path === '/v2/users/me/meetings') {
      if (request.method === 'GET') return void send(200, { next_page_token: '', meetings })
      return create(JSON.parse(text), response, send)
    }
    const meeting = meetings.find(({ id }) => path === `/v2/meetings/${id}`)
    if (!meeting) return void send(404, { code: 3001, message: 'Meeting does not exist.' })
    if (request.method === 'GET') return void send(200, meeting)
    counts.update++
    changes.push(JSON.parse(text))
    Object.assign(meeting, changes.at(-1))
    response.writeHead(204).end()
  }

  async function create(
    wanted: Omit<ZoomMeeting, 'id' | 'join_url'>,
    response: ServerResponse,
    send: (status: number, body: unknown) => unknown,
  ): Promise<void> {
    counts.create++
    if (behaviour === 'refuse') return void send(400, { code: 300, message: 'Not today.' })
    if (behaviour === 'fail') return void send(500, { message: 'Something broke.' })
    if (behaviour === 'hang') return
    const id = 90_000_000_000 + counts.create
    const made = { ...wanted, id, join_url: `https://zoom.example.com/j/${id}` }
    meetings.push(made)
    if (behaviour === 'make-and-hang') return
    if (behaviour === 'make-and-cut') return void response.destroy()
    await (held ?? new Promise((resolve) => setTimeout(resolve, delay)))
    send(201, made)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const base = `http://127.0.0.1:${address.port}`
  const account = (n: number) => ({
    [`ZOOM_${n}_ACCOUNT_ID`]: `account-${n}`,
    [`ZOOM_${n}_CLIENT_ID`]: `client-${n}`,
    [`ZOOM_${n}_CLIENT_SECRET`]: `secret-${n}`,
  })
  return {
    environment: {
      MEETINGS: 'zoom',
      ZOOM_BASE_URL: `${base}/v2`,
      ZOOM_OAUTH_URL: `${base}/oauth/token`,
      ...account(1),
      ...account(2),
    },
    meetings,
    counts,
    changes,
    get calls() {
      return calls
    },
    behave(next) {
      behaviour = next
    },
    answerAfter(milliseconds) {
      delay = milliseconds
    },
    holdAnswers() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        held = undefined
        release()
      }
    },
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
