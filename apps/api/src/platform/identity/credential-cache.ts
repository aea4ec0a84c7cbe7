import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'

interface Expiring {
  expiresAt: Date
}

export interface CredentialCache<T extends Expiring> {
  /** What was kept for this credential, unless it has expired since. */
  get(credential: string): T | undefined
  keep(credential: string, verified: T): void
}

/**
 * Remembers verified credentials until they expire, because a signature check costs more than a whole list request
 * (OQ-012). Credentials are kept as SHA-256 only, so that a memory dump gives none away.
 * @param most how many are kept; the least recently used goes first
 */
export function createCredentialCache<T extends Expiring>(clock: Clock, most = 1000): CredentialCache<T> {
  // A Map iterates in order of insertion: what is used again is inserted again, so the first entry is the oldest.
  const entries = new Map<string, T>()
  return {
    get(credential) {
      const key = nameOf(credential)
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.expiresAt <= clock.now()) return undefined
      entries.set(key, entry)
      return entry
    },
    keep(credential, verified) {
      const key = nameOf(credential)
      entries.delete(key)
      entries.set(key, verified)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
  }
}

function nameOf(credential: string): string {
  return hash('sha256', credential, 'base64url')
}
