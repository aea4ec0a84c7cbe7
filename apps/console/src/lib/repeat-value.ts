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
  return readKept(subject, of) ?? keep(subject, of, make())
}

/** Like repeatValue, for a value that takes a call of its own, such as the URL of an uploaded file. */
export async function repeatCall(subject: string, of: string, make: () => Promise<string>): Promise<string> {
  return readKept(subject, of) ?? keep(subject, of, await make())
}

/** Call when the outcome of the write is known: the next one gets a new value. */
export function settleValue(subject: string): void {
  removeFromTab(keyOf(subject))
}

const keyOf = (subject: string) => `repeat:${subject}`

/** Somebody else in this tab means another write. */
const sameOf = (of: string) => JSON.stringify([readAccount()?.email, of])

function keep(subject: string, of: string, value: string): string {
  writeTab(keyOf(subject), JSON.stringify({ of: sameOf(of), value, until: Date.now() + keptMs }))
  return value
}

function readKept(subject: string, of: string): string | undefined {
  try {
    const kept = z.parse(Kept, JSON.parse(readTab(keyOf(subject)) ?? 'null'))
    return kept.of === sameOf(of) && kept.until > Date.now() ? kept.value : undefined
  } catch {
    return undefined
  }
}
