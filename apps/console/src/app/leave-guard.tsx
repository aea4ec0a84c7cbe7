import { useBlocker } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '../lib/paths.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { askInDialog, forgetUnsaved, unsavedState } from '../ui/unsaved-changes.ts'

// Lazy: dialogs are too heavy for the first load.
const LeaveQuestion = lazyPart('leave-question', () =>
  import('./leave-question.tsx').then((part) => part.LeaveQuestion),
)

/** Asks before a navigation discards unsaved changes. */
export function LeaveGuard() {
  const [wanted, setWanted] = useState(false)
  // The address opens dialogs, so Back would close them. A dialog with unsaved changes asks first, as its Cancel does.
  useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== paths.login && askInDialog(),
    enableBeforeUnload: false,
  })
  const blocker = useBlocker({
    // Don't ask when the session ends, which the person didn't choose, or when only the tab or filter changes.
    shouldBlockFn: ({ current, next }) =>
      unsavedState() !== null && next.pathname !== paths.login && next.pathname !== current.pathname,
    // useUnsavedChanges handles closing the page.
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
        isSaving={unsavedState() === 'saving'}
        onLeave={() => {
          forgetUnsaved()
          blocker.proceed?.()
        }}
        onStay={() => blocker.reset?.()}
      />
    </Suspense>
  )
}
