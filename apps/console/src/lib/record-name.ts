import { useEffect, useSyncExternalStore } from 'react'

// The top bar is outside the screen, which knows the record.
let shown: string | undefined
const listeners = new Set<() => void>()

/** Shows the name of the screen's record beside the heading and in the document title, while the screen is mounted. */
export function useRecordName(name: string | undefined): void {
  useEffect(() => {
    show(name)
    return () => show(undefined)
  }, [name])
}

/** Returns the name of the screen's record; undefined on a screen without one, and until it is loaded. */
export function useShownRecordName(): string | undefined {
  return useSyncExternalStore(onRecordName, shownRecordName)
}

function show(name: string | undefined): void {
  shown = name
  for (const listener of listeners) listener()
}

/** Returns the name of the record of the screen that is mounted. */
export function shownRecordName(): string | undefined {
  return shown
}

/** Calls the listener when a screen shows its record, and when it leaves. */
export function onRecordName(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
