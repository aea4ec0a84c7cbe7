import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { uploadFile } from '@greenroom/contract/desk/file/file.endpoints'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { watchDiskSpace } from '../files/disk-space.ts'
import { refuseWritesOnFullDisk } from './full-disk.ts'

let app: TestApp

beforeAll(async () => {
  // More than any disk has, so it is "nearly full" from the start.
  app = await createTestApp({ DISK_RESERVE_MB: '8000000000' })
})

afterAll(async () => {
  await app.close()
})

test('rejects writes with a message and stores nothing while the disk is nearly full; reads work', async () => {
  const json = {
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha@greenroom.example',
    phone: '+919845012763',
  }
  const refused = await app.call('POST', '/admin/creator', { json })
  expect(refused).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL', success: false } })
  expect(refused.body.message).toContain('nearly full')
  const upload = await app.call('POST', '/admin/upload', {
    form: { file: new Blob([new Uint8Array(1000)], { type: 'image/png' }) },
  })
  expect(upload.status).toBe(507)
  expect(await app.spooledFiles()).toEqual([])
  expect((await app.call('GET', '/admin/creators')).body.data).toEqual([])
  expect((await app.call('GET', '/readyz', { token: null })).status).toBe(503)
  expect((await app.call('GET', '/healthz', { token: null })).status).toBe(200)
})

test('checks the credential first', async () => {
  expect((await app.call('POST', '/admin/creator', { json: {}, token: null })).status).toBe(401)
})

test('reserves room for uploads in progress until they arrive or are cut off', async () => {
  const megabyte = 1_048_576
  const look = async () => ({ device: 1, free: 200 * megabyte })
  const server = Fastify()
  refuseWritesOnFullDisk(server, watchDiskSpace({ data: '' }, 50 * megabyte, look))
  server.addContentTypeParser('*', (_request, body, done) => {
    body.on('end', () => done(null)).resume()
  })
  server.post('/upload', { config: { endpoint: uploadFile } }, async () => 'stored')
  server.post('/other', async () => 'stored')
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  /** Sends the head of a request and returns its connection; 100 Continue says that the head was accepted. */
  async function begin(size: string, path = '/upload') {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\nexpect: 100-continue\r\n${size}\r\n\r\n`,
    )
    return socket
  }
  const statusOf = async (size: number, path?: string) => {
    const socket = await begin(`content-length: ${size}`, path)
    let text = ''
    while (!/HTTP\/1.1 [2-5]/.test(text)) {
      const [data] = await once(socket, 'data')
      text += String(data)
      if (text.includes('100 Continue') && !/HTTP\/1.1 [2-5]/.test(text)) socket.write(Buffer.alloc(size))
    }
    socket.destroy()
    return Number(/HTTP\/1.1 ([2-5]\d\d)/.exec(text)?.[1])
  }

  const first = await begin(`content-length: ${90 * megabyte}`)
  await once(first, 'data')
  await expect.poll(() => statusOf(70 * megabyte)).toBe(507)
  expect(await statusOf(50 * megabyte)).toBe(200)
  expect(await statusOf(70 * megabyte, '/other')).not.toBe(507)
  // All of it has left before the next upload begins: that one needs the room of the first 40 MB.
  await new Promise<unknown>((sent) => first.write(Buffer.alloc(80 * megabyte), sent))
  await expect.poll(() => statusOf(70 * megabyte)).toBe(200)

  const unknown = await begin('transfer-encoding: chunked')
  await once(unknown, 'data')
  await expect.poll(() => statusOf(70 * megabyte)).toBe(507)
  unknown.destroy()
  await expect.poll(() => statusOf(70 * megabyte)).toBe(200)
  first.destroy()
  await server.close()
})
