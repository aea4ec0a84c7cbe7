// Here, because this script loads with every screen, once that is shown.
import '../ui/theme/forced-colors.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { endSession, readInterruption, subscribe } from '../lib/session.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useOpenedRecords } from './search/opened-records.ts'
import { useSessionRefresh } from './session-refresh.ts'

// Lazy: few sessions end in mid-work.
const SignInAgainDialog = lazyDialog('sign-in-again', () =>
  import('../features/staff/session/sign-in-again-dialog.tsx').then((part) => part.SignInAgainDialog),
)

/** Another tab that is signed in answers within this time, in milliseconds. */
const otherTabsMs = 200

/** Follows the session: asks the person to sign in again when it was interrupted (OQ-375). */
export function SessionWatch() {
  useSessionRefresh()
  useOpenedRecords()
  const interruption = useSyncExternalStore(subscribe, readInterruption)
  const isInterrupted = useAfter(otherTabsMs, interruption !== null)
  if (interruption === null || !isInterrupted) return null
  return <SignInAgainDialog opened credential={interruption.credential} onClose={() => endSession()} />
}

/** Returns true once a state has lasted for a time. */
function useAfter(ms: number, isState: boolean): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isState) return
    const timer = setTimeout(() => setDue(true), ms)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isState, ms])
  return isDue && isState
}
