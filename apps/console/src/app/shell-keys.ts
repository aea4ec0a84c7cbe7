import { useEffect } from 'react'
import { useQuiet } from '../lib/use-quiet.ts'
import { openShellDialog } from './shell-dialog.ts'
import type * as ShellKeyPress from './shell-key-press.ts'

let part: typeof ShellKeyPress | undefined
let last: KeyboardEvent | undefined

async function load(): Promise<typeof ShellKeyPress | undefined> {
  try {
    part = await import('./shell-key-press.ts')
  } catch {
    // The next key press fetches it again.
  }
  return part
}

/** Listens for the keys of every screen (OQ-459). Their script is loaded once the screen has, or with the first key. */
export function useShellKeys(): void {
  const isQuiet = useQuiet()
  useEffect(() => {
    if (isQuiet) void load()
  }, [isQuiet])
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    window.addEventListener('keydown', onSaveKey, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('keydown', onSaveKey, true)
    }
  }, [])
}

/** Comes before every field, because lists, tags and buttons take Enter for themselves, also with Ctrl. */
function onSaveKey(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) part?.onSaveKey(event)
}

async function onKey(event: KeyboardEvent): Promise<void> {
  if (part) return part.onKey(event)
  if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    // Later it would be too late to keep the browser from its own search.
    if (!event.defaultPrevented) openShellDialog('search')
    event.preventDefault()
    return
  }
  last = event
  const { href } = location
  const focused = document.activeElement
  const loaded = await load()
  // A key that was meant for another screen or field does nothing on this one, nor one that a later key followed.
  if (last === event && location.href === href && document.activeElement === focused) loaded?.onKey(event)
}
