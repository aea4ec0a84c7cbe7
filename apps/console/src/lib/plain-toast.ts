import classes from './plain-toast.module.css'
import type { ToastKind } from './toaster.tsx'

let shown: HTMLElement | undefined

/**
 * Shows a message when the toaster's script could not be fetched. It is part of the first load, which has no room for
 * the toaster itself. Pending messages are skipped, because that of the outcome follows.
 * @param durationMs how long it stays
 */
export function showPlainToast(kind: ToastKind, message: string, durationMs: number): void {
  if (kind === 'pending') return
  shown?.remove()
  const toast = document.createElement('p')
  toast.className = classes.toast ?? ''
  toast.role = kind === 'error' ? 'alert' : 'status'
  toast.textContent = message
  document.body.append(toast)
  shown = toast
  setTimeout(() => toast.remove(), durationMs)
}

/** Removes the message when the session ends. */
export function clearPlainToast(): void {
  shown?.remove()
}
