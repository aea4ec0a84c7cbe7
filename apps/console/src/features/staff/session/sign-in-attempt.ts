import * as z from 'zod/mini'

// The browser's storage and not the tab's: a phone may return from the provider's app in a new tab. Scripts of the
// console alone can read it, as they can read the credential.
const prefix = 'signIn.'
/** How long the server keeps a sign-in, in milliseconds. */
const keptMs = 600_000

const Attempt = z.object({
  /** What only the browser has that began the sign-in. */
  secret: z.string(),
  /** The provider, as its button names it. */
  name: z.string(),
  /** Whether a tab waits for the window in which the sign-in runs. */
  isWindow: z.boolean(),
  begunAt: z.number(),
})
type SignInAttempt = z.output<typeof Attempt>

/**
 * Keeps a sign-in until its return, beside those of other tabs, and forgets those that took too long.
 * @returns false when the browser refused to store it
 */
export function keepAttempt(state: string, attempt: Omit<SignInAttempt, 'begunAt'>): boolean {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue
      const kept = readAttempt(key.slice(prefix.length))
      if (!kept || Math.abs(Date.now() - kept.begunAt) > keptMs) localStorage.removeItem(key)
    }
    localStorage.setItem(prefix + state, JSON.stringify({ ...attempt, begunAt: Date.now() }))
    return true
  } catch {
    return false
  }
}

/** Returns the sign-in of a state that this browser has begun; null when there is none. */
export function readAttempt(state: string): SignInAttempt | null {
  try {
    return Attempt.safeParse(JSON.parse(localStorage.getItem(prefix + state) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Returns the sign-in of a state, and forgets it. */
export function takeAttempt(state: string): SignInAttempt | null {
  const attempt = readAttempt(state)
  if (attempt) localStorage.removeItem(prefix + state)
  return attempt
}
