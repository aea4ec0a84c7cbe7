import * as z from 'zod/mini'
import { minuteMs } from './minute.ts'
import { readAccount } from './session.ts'
import { readTab, removeFromTab, writeTab } from './tab-storage.ts'

/** As long as a create keeps its Idempotency-Key. */
const keptMs = 60 * minuteMs

const Kept = z.object({ of: z.string(), value: z.string(), until: z.number() })

/**
 * Returns a value that a write computes when it is sent, such as an id or a time. Until its outcome is known, the same
 * write gets the same value, also after a reload: with another one it would be another write (OQ-608).
 * @param subject names the write
 * @param of everything else that makes the write the same
 */
export function repeatValue(subject: string, of: string, make: () => string): string {
  // Somebody else in this tab means another write.
  const same = JSON.stringify([readAccount()?.email, of])
  const kept = readKept(subject)
  if (kept?.of === same && kept.until > Date.now()) return kept.value
  const value = make()
  writeTab(keyOf(subject), JSON.stringify({ of: same, value, until: Date.now() + keptMs }))
  return value
}

/** Call when the outcome of the write is known: the next one gets a new value. */
export function settleValue(subject: string): void {
  removeFromTab(keyOf(subject))
}

const keyOf = (subject: string) => `repeat:${subject}`

function readKept(subject: string): z.output<typeof Kept> | undefined {
  try {
    return z.parse(Kept, JSON.parse(readTab(keyOf(subject)) ?? 'null'))
  } catch {
    return undefined
  }
}
