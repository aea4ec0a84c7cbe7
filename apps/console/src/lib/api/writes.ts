import { newKey } from './idempotency-key.ts'

/** Sent with every write of this page. Live changes carry it back. */
export const ownTab = newKey()

const listeners = new Set<() => void>()

/**
 * Calls a listener after every successful write.
 * @returns stops it
 */
export function onWrite(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the listeners that the server has accepted a write. */
export function tellWrite(): void {
  for (const listener of listeners) listener()
}
