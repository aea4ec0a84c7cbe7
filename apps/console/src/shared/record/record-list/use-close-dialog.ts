import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history entry opened a dialog over the screen of the previous entry. */
    isDialogStep?: boolean
  }
}

/** State for a navigation that opens a dialog. */
export const dialogStep = { isDialogStep: true }

/**
 * Closes a dialog that the address opens. If it was opened with dialogStep, go back, which leaves no history entry on
 * which Back does nothing. If it was opened by a direct link, replace the address.
 * @param replace replaces the address with one without the dialog
 */
export function useCloseDialog(replace: () => void): () => void {
  const { history } = useRouter()
  const left = useRef<string>(undefined)
  const latestReplace = useRef(replace)
  latestReplace.current = replace
  return useCallback(() => {
    const { isDialogStep, __TSR_key: step } = history.location.state
    if (!isDialogStep) return latestReplace.current()
    // Going back is asynchronous. A second close before it finishes must not leave the screen below.
    if (left.current === step) return
    left.current = step
    // The form has already asked whether its changes may be lost.
    history.back({ ignoreBlocker: true })
  }, [history])
}
