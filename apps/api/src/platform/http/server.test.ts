import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings.ts'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { createHttpServer } from './server.ts'

const formStart = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(100)}`

/** A log that collects its lines. */
function keptLog(level: string) {
  const lines: string[] = []
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(String(chunk))
    done()
  }
  return { lines, log: pino({ level }, new Writable({ write })) }
}

describe('an unexpected error', () => {
  it('returns a general message, and logs the details with the client’s request id (API-02)', async () => {
    const { log, lines } = keptLog('error')
    const server = await createHttpServer({
      settings: readSettings({}),
      log,
      signInSources: [],
    })
    server.get('/breaks', async () => {
      throw new Error('select secret from somewhere')
    })
    const answer = await server.inject('/breaks')
    await server.close()
    expect(answer.statusCode).toBe(500)
    const body = answer.json()
    expect(body).toMatchObject({ success: false, code: 'INTERNAL' })
    expect(body.message).toContain('Something went wrong on the server.')
    expect(answer.body).not.toMatch(/secret|somewhere|stack|\.ts/)
    expect(answer.headers['x-request-id']).toBe(body.request_id)
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0] ?? '')
    expect(line).toMatchObject({ reqId: body.request_id, code: 'INTERNAL' })
    expect(line.err.message).toBe('select secret from somewhere')
    expect(line.err.stack).toContain('server.test.ts')
  })
})

describe('limits', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('rejects headers of more than 16 KB with 431', async () => {
    const answer = await app.call('GET', '/admin/creators', { headers: { 'x-large': 'x'.repeat(17_000) } })
    expect(answer.status).toBe(431)
  })

  it('rejects a form of more than 60 texts with 413 and keeps nothing', async () => {
    const form = Object.fromEntries(Array.from({ length: 61 }, (_, place) => [`text-${place}`, 'x']))
    const answer = await app.call('POST', '/admin/upload', { form })
    expect([answer.status, answer.body.code]).toEqual([413, 'TOO_LARGE'])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('rejects a form text longer than 256 KB by name and keeps nothing', async () => {
    const answer = await app.call('POST', '/admin/masterclass', {
      form: { description: 'x'.repeat(262_145) },
    })
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ path: 'description', message: 'This text is too long' }],
    ])
    expect(await app.spooledFiles()).toEqual([])
  })
})

describe('a client that disconnects', () => {
  it.each([
    ['in the middle of JSON', '/admin/creator', 'application/json', '{"first_name":"'],
    [
      'in the middle of a text of a form',
      '/admin/masterclass',
      'multipart/form-data; boundary=b',
      formStart('title'),
    ],
    [
      'in the middle of a file',
      '/admin/masterclass',
      'multipart/form-data; boundary=b',
      formStart('images"; filename="a.png'),
    ],
    ['in the middle of a webhook', '/webhooks/razorpay', 'application/json', '{'],
  ])('logs no error for %s', async (_name, path, contentType, body) => {
    const { log, lines } = keptLog('debug')
    const app = await createTestApp({}, log)
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${contentType}\r\n` +
        `content-length: 100000\r\n\r\n${body}`,
    )
    const [request] = await once(app.app.fastify.server, 'request')
    await expect.poll(() => request.readableFlowing).toBe(true)
    socket.destroy()
    const refused = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^Request/.test(msg))
    await expect.poll(refused).toMatchObject([{ msg: 'Request refused', code: 'BAD_REQUEST' }])
    await app.close()
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([])
  })
})
