import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'

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
