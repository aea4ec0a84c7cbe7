import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { isStillSending, withUnreadBody } from './unread-body.ts'

const megabyte = 1_048_576

describe('an error response while the body is still being sent', () => {
  let app: TestApp
  let token: string

  beforeAll(async () => {
    app = await createTestApp()
    token = await app.tokenFor('meera.nair@greenroom.example')
  })
  afterAll(() => app.close())

  /** Sends a whole request before reading anything, as Python's http.client does. */
  async function sendThenRead(path: string, bytes: number, headers: Record<string, string>, start = '') {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
    failed.catch(() => {})
    const lines = Object.entries({ host: 'x', connection: 'close', ...headers, 'content-length': bytes })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const send = async () => {
      await written(socket, `POST ${path} HTTP/1.1\r\n${head}\r\n${start}`)
      const chunk = Buffer.alloc(megabyte, 'x')
      for (let left = bytes - start.length; left > 0; left -= chunk.length) {
        await written(socket, chunk.subarray(0, Math.min(left, chunk.length)))
      }
      return text(socket)
    }
    return Promise.race([send(), failed])
  }
  const written = (socket: Socket, data: string | Buffer) =>
    new Promise<void>((resolve, reject) => socket.write(data, (error) => (error ? reject(error) : resolve())))
  const form = 'multipart/form-data; boundary=b'
  const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n`

  it.each([
    ['an announced size over the cap', '/admin/banner', 60, form, '', 413],
    ['a JSON body over 1 MB', '/admin/creator', 30, 'application/json', '', 413],
    ['a file over its cap', '/admin/activity', 70, form, part('file'), 413],
    ['a file in a field that takes none', '/admin/activity', 30, form, part('title'), 400],
    ['a body of the wrong type', '/admin/creator', 30, 'application/xml', '', 415],
    ['a path that does not exist', '/admin/nothing', 30, form, '', 404],
  ])(
    'reaches a client that reads only after sending everything: %s (LIM-04)',
    async (_name, path, size, type, start, status) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type }
      for (let round = 0; round < 3; round += 1) {
        const answer = await sendThenRead(path, size * megabyte, headers, start)
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
        expect(answer).toContain('"success":false')
      }
      expect(await app.spooledFiles()).toEqual([])
    },
  )

  it('reaches a client without a credential that sends a large file (AUTH-03)', async () => {
    expect(await sendThenRead('/admin/upload', 30 * megabyte, { 'content-type': form })).toMatch(
      /^HTTP\/1.1 401 /,
    )
  })

  it('reaches fetch, and the same client’s next request succeeds (LIM-04)', async () => {
    const file = new Blob([new Uint8Array(60 * megabyte)])
    for (let round = 0; round < 3; round += 1) {
      const answer = await app.call('POST', '/admin/banner', { form: { files: file } })
      expect(answer.status).toBe(413)
      expect(answer.body.message).toBe('File size exceeds the 10MB limit.')
      expect((await app.call('GET', '/admin/session')).status).toBe(200)
    }
  })
})

describe('the rest of a request', () => {
  it('is read for a limited time: an endless client gets the error and is disconnected', async () => {
    const server = createServer((request, response) => {
      expect(isStillSending(request)).toBe(true)
      response.writeHead(413, { connection: 'close', 'content-length': 7 })
      withUnreadBody(request, 'refused', 50).pipe(response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nx')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 [\s\S]*refused$/)
    server.close()
    await once(server, 'close')
  })
})
