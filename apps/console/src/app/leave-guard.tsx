import { useBlocker } from '@tanstack/react-router'
import { useEffect, useReducer, useState } from 'react'
import { paths } from '../lib/paths.ts'
import { readInterruption } from '../lib/session.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { askInDialog, forgetUnsaved, leaveQuestion, unsavedState } from '../ui/unsaved-changes.ts'

// Lazy: dialogs are too heavy for the first load.
const LeaveQuestion = lazyDialog('leave-question', () =>
  import('./leave-question.tsx').then((part) => part.LeaveQuestion),
)

/** The end of a session is not the person's choice, and while it is interrupted every navigation ends it. */
function isByChoice({ next }: { next: { pathname: string } }): boolean {
  return next.pathname !== paths.login && readInterruption() === null
}

/** Asks before a navigation discards unsaved changes. */
export function LeaveGuard() {
  const [wanted, setWanted] = useState(false)
  const [leave, setLeave] = useState<() => void>()
  const [, recheck] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    leaveQuestion.ask = (asked) => setLeave(() => asked)
    leaveQuestion.recheck = recheck
  }, [])
  // The address opens dialogs, so Back would close them. A dialog with unsaved changes asks first, as its Cancel does.
  useBlocker({
    shouldBlockFn: (navigation) => isByChoice(navigation) && askInDialog(),
    enableBeforeUnload: false,
  })
  const blocker = useBlocker({
    shouldBlockFn: (navigation) => {
      const isAsked = isByChoice(navigation) && unsavedState(navigation) !== null
      // Back has changed the address before it is asked about. Undo that when a link takes the place of its question.
      if (isAsked && navigation.action === 'PUSH') blocker.reset?.()
      return isAsked
    },
    // useUnsavedChanges warns before the page is closed.
    enableBeforeUnload: false,
    withResolver: true,
  })
  const navigation = blocker.status === 'blocked' ? blocker : undefined
  const isAsking = navigation !== undefined || leave !== undefined
  const state = unsavedState(navigation)
  const go = () => (leave ? leave() : navigation?.proceed())
  // Once all is saved there is nothing left to ask: go where the person wanted.
  const isNeedless = isAsking && state === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the question has become needless
  useEffect(() => {
    if (!isNeedless) return
    // Later than the saved form itself, which goes to its list.
    setTimeout(() => {
      go()
      setLeave(undefined)
    })
  }, [isNeedless])
  if (isAsking && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <LeaveQuestion
      opened={isAsking && !isNeedless}
      isSaving={state === 'saving'}
      onLeave={() => {
        forgetUnsaved(navigation)
        go()
      }}
      onClose={() => {
        setLeave(undefined)
        blocker.reset?.()
      }}
    />
  )
}
