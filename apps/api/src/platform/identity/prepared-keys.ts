import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSandboxKeys } from './sandbox-keys.ts'

const cache = join(import.meta.dirname, '..', '..', '..', '..', '..', '.cache')
const keyFile = join('keys', 'sandbox-identity.json')

/**
 * Puts a sandbox signing key into a data folder of tests, so that not every test makes one: that takes 0.2 s of
 * processor time. All copies are the same key; a test of a foreign key makes one.
 * @param dataDir a data folder without a key
 */
export async function placePreparedKeys(dataDir: string): Promise<void> {
  await loadSandboxKeys(cache)
  await mkdir(join(dataDir, 'keys'), { mode: 0o700 })
  await copyFile(join(cache, keyFile), join(dataDir, keyFile))
}
