import { useCallback, useEffect, useRef } from 'react'

type Ask = () => void

// Forms that hold something unsaved, each with the question of its own where it stands in a dialog. It is asked by
// whoever owns navigation, so forms need not know the router.
const dirtyForms = new Map<object, Ask | undefined>()

/** Tells whether any form on the screen holds something that would be lost. */
export function hasUnsavedChanges(): boolean {
  return dirtyForms.size > 0
}

/**
 * Has a dialog that holds something unsaved ask whether it may close.
 * @returns whether there is one, which then stays until its question is answered
 */
export function askInDialog(): boolean {
  const ask = [...dirtyForms.values()].find((one) => one !== undefined)
  ask?.()
  return ask !== undefined
}

/**
 * Warns before a form's unsaved changes are lost: by leaving the page, and, through the layout, by navigating.
 * @param dirty whether the form holds something unsaved
 * @param askToClose for a form in a dialog that the address opens: what its Cancel does. Every step in the browser's
 * history takes such a dialog away, and does this instead
 * @returns a function to call once it is saved, before navigating away in the same moment
 */
export function useUnsavedChanges(dirty: boolean, askToClose?: Ask): () => void {
  const form = useRef({})
  const release = useCallback(() => void dirtyForms.delete(form.current), [])
  const latestAsk = useRef(askToClose)
  latestAsk.current = askToClose
  const isInDialog = askToClose !== undefined

  useEffect(() => {
    if (!dirty) return
    dirtyForms.set(form.current, isInDialog ? () => latestAsk.current?.() : undefined)
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      release()
      window.removeEventListener('beforeunload', warn)
    }
  }, [dirty, isInDialog, release])

  return release
}
