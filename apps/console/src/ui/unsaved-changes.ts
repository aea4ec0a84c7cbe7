import { useCallback, useEffect, useRef } from 'react'

// Forms that hold something unsaved. It is asked by whoever owns navigation, so forms need not know the router.
const dirtyForms = new Set<object>()

/** Tells whether any form on the screen holds something that would be lost. */
export function hasUnsavedChanges(): boolean {
  return dirtyForms.size > 0
}

/**
 * Warns before a form's unsaved changes are lost: by leaving the page, and, through the layout, by navigating.
 * @param dirty whether the form holds something unsaved
 * @returns a function to call once it is saved, before navigating away in the same moment
 */
export function useUnsavedChanges(dirty: boolean): () => void {
  const form = useRef({})
  const release = useCallback(() => void dirtyForms.delete(form.current), [])

  useEffect(() => {
    if (!dirty) return
    dirtyForms.add(form.current)
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      release()
      window.removeEventListener('beforeunload', warn)
    }
  }, [dirty, release])

  return release
}
