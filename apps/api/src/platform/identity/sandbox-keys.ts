import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { SettingsError } from '../../settings.ts'
import { isSystemError } from '../system-error.ts'

const RsaPrivateJwk = z.object({
  kty: z.literal('RSA'),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  kid: z.string().min(1),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
})

type SandboxPrivateKey = z.output<typeof RsaPrivateJwk>

export interface SandboxKeys {
  privateKey: SandboxPrivateKey
  /** The public part, for checking signatures. */
  publicKeys: JSONWebKeySet
}

/**
 * Returns the sandbox's signing key from DATA_DIR/keys/sandbox-identity.json, and creates it on first use. Two
 * programs that start at once get the same one.
 * @throws SettingsError if the file is not such a key, cannot be read, or cannot be created
 */
export async function loadSandboxKeys(dataDir: string): Promise<SandboxKeys> {
  const folder = join(dataDir, 'keys')
  const path = join(folder, 'sandbox-identity.json')
  const kept = await readIfThere(path)
  if (kept !== undefined) return parseKeys(kept, path)
  try {
    // Separately from the folder below: other users must be able to enter the data folder.
    await mkdir(dataDir, { recursive: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await placeOnce(path, `${JSON.stringify(await generateKey(), null, 2)}\n`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(`The signing key of the sandbox sign-in cannot be written. ${reason}`, {
      cause: error,
    })
  }
  return parseKeys(await readFile(path, 'utf8'), path)
}

async function generateKey(): Promise<SandboxPrivateKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
  const jwk = await exportJWK(privateKey)
  return RsaPrivateJwk.parse({ ...jwk, alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(jwk) })
}

/** Writes a file atomically, so that the first of several writers wins. */
async function placeOnce(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(temporary, path)
  } catch (error) {
    // On a file system without hard links the last writer wins; only two first starts at once would notice.
    if (!isSystemError(error, 'EEXIST')) await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw new SettingsError(`The signing key of the sandbox sign-in, ${path}, may not be read.`, {
      cause: error,
    })
  }
}

function parseKeys(text: string, path: string): SandboxKeys {
  try {
    const privateKey = RsaPrivateJwk.parse(JSON.parse(text))
    const { kty, alg, use, kid, n, e } = privateKey
    return { privateKey, publicKeys: { keys: [{ kty, alg, use, kid, n, e }] } }
  } catch (error) {
    throw new SettingsError(
      `The signing key of the sandbox sign-in, ${path}, cannot be used. Delete the file and a new one is made.`,
      { cause: error },
    )
  }
}
