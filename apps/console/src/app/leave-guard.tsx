import { useBlocker } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { hasUnsavedChanges } from '../ui/unsaved-changes.ts'

/** Asks before a navigation throws away what a form holds. */
export function LeaveGuard() {
  const blocker = useBlocker({
    // The end of a session is no choice, and a new tab or filter of the same screen loses nothing.
    shouldBlockFn: ({ current, next }) =>
      hasUnsavedChanges() && next.pathname !== paths.login && next.pathname !== current.pathname,
    // The form itself warns before the page is left.
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Leave without saving?"
      onConfirm={async () => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      What you typed on this screen is not saved and is lost.
    </ConfirmDialog>
  )
}
