import { useSyncExternalStore } from 'react'

/** A dialog of the shell, which a key, a button or a command opens. */
type ShellDialog = 'search' | 'keys' | 'sessions'

let opened: ShellDialog | undefined
let earlyText = ''
const listeners = new Set<() => void>()

/** Opens a dialog of the shell instead of another; undefined closes it. */
export function openShellDialog(dialog: ShellDialog | undefined): void {
  opened = dialog
  earlyText = ''
  for (const listener of listeners) listener()
}

/** Keeps what is typed into the search before its script is there. */
export function keepEarlyText(text: string): void {
  earlyText = text
}

/** @returns what was typed before the search was there */
export function readEarlyText(): string {
  return earlyText
}

export function useShellDialog(): ShellDialog | undefined {
  return useSyncExternalStore(subscribe, () => opened)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
