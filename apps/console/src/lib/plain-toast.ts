import classes from './plain-toast.module.css'
import type { ToastKind } from './toaster.tsx'

/**
 * Shows a message without the toaster, whose script could not be fetched. It comes with the first load, so a failure
 * can always be told. Work that is only under way is not shown: the message of its end follows.
 * @param durationMs how long it stays
 */
export function showPlainToast(kind: ToastKind, message: string, durationMs: number): void {
  if (kind === 'pending') return
  const toast = document.createElement('p')
  toast.className = classes.toast ?? ''
  toast.role = kind === 'error' ? 'alert' : 'status'
  toast.textContent = message
  document.body.append(toast)
  setTimeout(() => toast.remove(), durationMs)
}
