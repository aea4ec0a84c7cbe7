import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SettingsError } from '../../settings.ts'
import { loadSandboxKeys } from './sandbox-keys.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-keys-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('creates the sandbox key once, for its owner only, for any number of concurrent programs (AUTH-01)', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => loadSandboxKeys(dataDir)))
  expect(new Set(all.map(({ privateKey }) => privateKey.d)).size).toBe(1)
  expect(await loadSandboxKeys(dataDir)).toEqual(all[0])
  expect(await readdir(join(dataDir, 'keys'))).toEqual(['sandbox-identity.json'])
  const { mode } = await stat(join(dataDir, 'keys', 'sandbox-identity.json'))
  expect(mode & 0o777).toBe(0o600)
})

it('closes only the folder of the keys to other users (AUTH-01)', async () => {
  const below = join(dataDir, 'made', 'here')
  await loadSandboxKeys(below)
  expect((await stat(join(below, 'keys'))).mode & 0o777).toBe(0o700)
  expect((await stat(below)).mode & 0o011).toBe(0o011)
})

it('names a place in which no key can be created (AUTH-01)', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  const failure = await loadSandboxKeys(join(file, 'data')).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SettingsError)
  expect(String(failure)).toContain(file)
})

it('publishes nothing of the private key (AUTH-09)', async () => {
  const { publicKeys } = await loadSandboxKeys(dataDir)
  expect(Object.keys(publicKeys.keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

it('names a damaged key file and says what to do (AUTH-01)', async () => {
  await loadSandboxKeys(dataDir)
  const path = join(dataDir, 'keys', 'sandbox-identity.json')
  for (const content of ['', '{"kty":', '{"kty":"RSA"}']) {
    await writeFile(path, content)
    const failure = await loadSandboxKeys(dataDir).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SettingsError)
    expect(String(failure)).toContain(path)
    expect(String(failure)).toContain('Delete the file')
  }
})
