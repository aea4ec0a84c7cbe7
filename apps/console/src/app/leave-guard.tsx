import { useBlocker } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '../lib/paths.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { askInDialog, hasUnsavedChanges } from '../ui/unsaved-changes.ts'

// Fetched when there is something to ask: dialogs are too heavy for the first load.
const LeaveQuestion = lazyDialog(
  'leave-question',
  () => import('./leave-question.tsx').then((part) => part.LeaveQuestion),
  ({ onStay }) => onStay(),
)

/** Asks before a navigation throws away what a form holds. */
export function LeaveGuard() {
  const [wanted, setWanted] = useState(false)
  // A dialog stands in the address, so that Back on the same screen takes it away: it asks in its own words, as its
  // Cancel does, and closes by itself.
  useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== paths.login && askInDialog(),
    enableBeforeUnload: false,
  })
  const blocker = useBlocker({
    // The end of a session is no choice, and a new tab or filter of the same screen loses nothing.
    shouldBlockFn: ({ current, next }) =>
      hasUnsavedChanges() && next.pathname !== paths.login && next.pathname !== current.pathname,
    // The form itself warns before the page is left.
    enableBeforeUnload: false,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  if (isBlocked && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <LeaveQuestion
        opened={isBlocked}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </Suspense>
  )
}
