import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '../../settings.ts'
import { systemClock } from '../clock.ts'
import { chooseIdentity } from './identity.ts'
import { publicUrlOf } from './public-url.ts'

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
  const { code, out, complaint } = await runToken({ PORT: '3123' })
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '3123' })
  const context = {
    publicUrl: publicUrlOf(settings),
    dataDir,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  }
  const identity = await chooseIdentity(settings, context)
  await expect(identity.verify(out.trim())).resolves.toMatchObject({ email: 'meera.nair@greenroom.example' })

  const another = await runToken({ PORT: '3123' }, 'asha.rao@greenroom.example')
  await expect(identity.verify(another.out.trim())).resolves.toMatchObject({ name: 'Asha Rao' })
  const otherPort = await runToken({ PORT: '3124' })
  await expect(identity.verify(otherPort.out.trim())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

it.each<[string, Record<string, string>, string[], RegExp]>([
  ['Google serves', { GOOGLE_CLIENT_ID: 'abc' }, [], /not in use/],
  ['an OpenID provider serves', { OIDC_ISSUER: 'https://id.example' }, [], /not in use/],
  ['it is production', { NODE_ENV: 'production' }, [], /production/],
  ['the server is open to the network', { HOST: '0.0.0.0' }, [], /HOST/],
  ['the port is not known', { PORT: '0' }, [], /PORT/],
  ['the argument is no address', {}, ['meera'], /not an e-mail address/],
])('creates no credential when %s (AUTH-09)', async (_title, environment, words, reason) => {
  const { code, out, complaint } = await runToken(environment, ...words)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(complaint).toMatch(reason)
  expect(complaint.trim().split('\n')).toHaveLength(1)
})
