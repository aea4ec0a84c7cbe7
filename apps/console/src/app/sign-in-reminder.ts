import { useEffect, useRef, useSyncExternalStore } from 'react'
import { serverNow } from '../lib/clock.ts'
import { minuteMs } from '../lib/minute.ts'
import { notify } from '../lib/notify.tsx'
import { readClaims, readCredential, subscribe } from '../lib/session.ts'

/** How long before the end of the credential the person is reminded. */
const aheadMs = 5 * minuteMs
/** The longest that a timer can wait. Providers may issue tokens for years. */
const longestTimerMs = 2 ** 31 - 1

/** Reminds the person a few minutes before the credential ends, and offers to sign in again (OQ-379). */
export function useSignInReminder(onAgain: () => void): void {
  const credential = useSyncExternalStore(subscribe, readCredential)
  const again = useRef(onAgain)
  again.current = onAgain

  useEffect(() => {
    if (credential === null) return
    const leftMs = (readClaims(credential)?.exp ?? 0) * 1000 - serverNow()
    const startedAt = performance.now()
    let stop = () => {}
    const remind = () => {
      // Not by the time of day, which somebody may set meanwhile.
      const minutes = Math.round((leftMs - (performance.now() - startedAt)) / minuteMs)
      if (minutes < 1) return
      const rest = minutes === 1 ? '1 minute' : `${minutes} minutes`
      stop = notify.reminder(`Your sign-in ends in ${rest}.`, {
        label: 'Sign in again',
        onClick: () => again.current(),
      })
    }
    const waitMs = leftMs - aheadMs
    if (waitMs > longestTimerMs) return
    const timer = setTimeout(remind, Math.max(0, waitMs))
    return () => {
      clearTimeout(timer)
      // Somebody has signed in again, or the session has ended.
      stop()
    }
  }, [credential])
}
