import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'

interface Expiring {
  expiresAt: Date
}

interface CredentialCache<T extends Expiring> {
  /** Returns the cached value of this credential unless it has expired. */
  get(credential: string): T | undefined
  keep(credential: string, verified: T): void
}

/**
 * Caches verified credentials until they expire, because checking a signature costs more than a whole list request
 * (OQ-012). Only their SHA-256 is kept, so that a memory dump contains none.
 * @param most max number of entries; the least recently used is evicted first
 */
export function createCredentialCache<T extends Expiring>(clock: Clock, most = 1000): CredentialCache<T> {
  // A Map iterates in insertion order. A used entry is inserted again, so the first one is the oldest.
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
