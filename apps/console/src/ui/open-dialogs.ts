import { useLayoutEffect } from 'react'

/** The open dialogs. Each listens for Escape by itself, so only the last one may close. */
const openDialogs: string[] = []

/** Registers a dialog while it is open. @returns whether it is the topmost one */
export function useIsTop(id: string, isOpen: boolean): () => boolean {
  useLayoutEffect(() => {
    if (!isOpen) return
    openDialogs.push(id)
    // Later: the dialog below may hear the same key press after this one has closed.
    return () => void setTimeout(() => openDialogs.splice(openDialogs.indexOf(id), 1))
  }, [id, isOpen])
  return () => openDialogs.at(-1) === id || !openDialogs.includes(id)
}
