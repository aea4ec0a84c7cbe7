import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings.ts'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { createHttpServer } from './server.ts'

describe('an error that nobody foresaw', () => {
  it('API-02 is told in general words, and logged whole under the request id that the client sees', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'error' },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk))
          done()
        },
      }),
    )
    const server = await createHttpServer({
      settings: readSettings({}),
      log,
      signInSources: { pages: [], calls: [] },
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

  it('headers of more than 16 KB are 431', async () => {
    const answer = await app.call('GET', '/admin/creators', { headers: { 'x-large': 'x'.repeat(17_000) } })
    expect(answer.status).toBe(431)
  })

  it('a form of more than 60 texts is 413 and leaves nothing', async () => {
    const form = Object.fromEntries(Array.from({ length: 61 }, (_, place) => [`text-${place}`, 'x']))
    const answer = await app.call('POST', '/admin/upload', { form })
    expect([answer.status, answer.body.code]).toEqual([413, 'TOO_LARGE'])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('a text of a form that is longer than 256 KB is named, and leaves nothing', async () => {
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
