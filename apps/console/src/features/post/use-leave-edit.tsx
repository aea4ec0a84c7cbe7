import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { editorWords as words } from './post-messages.ts'

/**
 * Asks before another tab, or another post, of the same screen takes the place of an edit with changes. Leaving the
 * screen is asked about by the layout. A new post needs no question: it stays while other tabs are looked at.
 * @param id the post that is edited; null for a new one
 * @returns the question to render, and release, to be called once the edit is saved
 */
export function useLeaveEdit(
  id: string | null,
  isDirty: boolean,
): { question: ReactNode; release: () => void } {
  const isReleased = useRef(false)
  const release = useCallback(() => {
    isReleased.current = true
  }, [])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      id !== null &&
      isDirty &&
      !isReleased.current &&
      next.pathname === current.pathname &&
      (next.search as { id?: string }).id !== id,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const question = (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={words.leaveTitle}
      onConfirm={async () => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {words.leaveEffect}
    </ConfirmDialog>
  )
  return { question, release }
}
