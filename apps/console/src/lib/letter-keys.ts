import { useSyncExternalStore } from 'react'
import { readCredential } from './session.ts'

const listeners = new Set<() => void>()

function storageKey(): string {
  return `letter-keys:${readCredential()?.subject ?? ''}`
}

/** Tells whether keys without Ctrl or ⌘ do something. Speech input types letters by accident (WCAG 2.1.4). */
export function areLettersOn(): boolean {
  return localStorage.getItem(storageKey()) !== 'off'
}

/** Switches single-letter keys on or off for the signed-in person on this browser. */
export function switchLetters(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey())
  else localStorage.setItem(storageKey(), 'off')
  for (const listener of listeners) listener()
}

/** Returns `areLettersOn`, also after a change in another tab. */
export function useLetters(): boolean {
  return useSyncExternalStore(subscribe, areLettersOn)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
