import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../test-app.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'token-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function runToken(environment: Record<string, string>, ...words: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment }
  const command = ['--import', 'tsx', join(import.meta.dirname, '../../../../../tools/token.ts'), ...words]
  return new Promise<{ code: number; out: string; complaint: string }>((resolve) => {
    execFile(process.execPath, command, { env, timeout: 100_000 }, (error, out, complaint) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, complaint }),
    )
  })
}

it('prints only a credential that the server accepts (AUTH-09)', async () => {
  const app = await createTestApp()
  try {
    app.clock.set(new Date())
    const environment = {
      ...{ PUBLIC_URL: 'http://127.0.0.1:3999', NODE_ENV: 'test' },
      ...{ GREENROOM_URL: app.url, DATA_DIR: app.dataDir },
    }
    const { code, out, complaint } = await runToken(environment)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(out).toMatch(/^grs_[\w-]{43}\n$/)
    const { body } = await app.call('GET', '/admin/session', { token: out.trim() })
    expect(body.data.email).toBe('meera.nair@greenroom.example')
    const another = await runToken(environment, 'asha.rao@greenroom.example')
    const { body: session } = await app.call('GET', '/admin/session', { token: another.out.trim() })
    expect(session.data.name).toBe('Asha Rao')
  } finally {
    await app.close()
  }
})

it.each<[string, Record<string, string>, string[], RegExp]>([
  ['Google serves', { GOOGLE_CLIENT_ID: 'abc' }, [], /not in use/],
  ['an OpenID provider serves', { OIDC_ISSUER: 'https://id.example' }, [], /not in use/],
  ['it is production', { NODE_ENV: 'production' }, [], /production/],
  ['the server is open to the network', { HOST: '0.0.0.0' }, [], /HOST/],
  ['the port is not known', { PORT: '0' }, [], /PORT/],
  ['the argument is no address', {}, ['meera'], /not an e-mail address/],
  ['no server responds', { PORT: '9' }, [], /No server responds at http:\/\/127\.0\.0\.1:9/],
])('creates no credential when %s (AUTH-09)', async (_title, environment, words, reason) => {
  const { code, out, complaint } = await runToken(environment, ...words)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(complaint).toMatch(reason)
  expect(complaint.trim().split('\n')).toHaveLength(1)
})
