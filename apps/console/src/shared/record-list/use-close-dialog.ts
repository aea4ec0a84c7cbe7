import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This step opened a dialog over the screen of the step before it. */
    isDialogStep?: boolean
  }
}

/** The state of a navigation that opens a dialog. */
export const dialogStep = { isDialogStep: true }

/**
 * Closes a dialog that the address opens. Opened with dialogStep, it closes by going back, so that no step is left on
 * which Back does nothing; opened by a direct link, the address is replaced.
 * @param replace replaces the address by one without the dialog
 */
export function useCloseDialog(replace: () => void): () => void {
  const { history } = useRouter()
  const left = useRef<string>(undefined)
  const latestReplace = useRef(replace)
  latestReplace.current = replace
  return useCallback(() => {
    const { isDialogStep, __TSR_key: step } = history.location.state
    if (!isDialogStep) return latestReplace.current()
    // Going back takes a moment. A second close meanwhile must not leave the screen below.
    if (left.current === step) return
    left.current = step
    // The form has already asked whether its changes may be lost.
    history.back({ ignoreBlocker: true })
  }, [history])
}
