import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { Spinner } from '../ui/spinner.tsx'
import { StatusGlyph } from '../ui/status-glyph.tsx'
import classes from './toaster.module.css'

/** An error interrupts a screen reader; a failure that the screen shows too does not. */
export type ToastKind = 'pending' | 'success' | 'error' | 'failed'

let mounted: Promise<void> | undefined

/**
 * Shows a toast, or changes the one that has the same id.
 * @param durationMs how long it stays; Infinity until it is changed or closed
 */
export async function showToast(
  id: number,
  kind: ToastKind,
  message: string,
  durationMs: number,
): Promise<void> {
  mounted ??= mount()
  await mounted
  toast.custom(
    (toastId) => <ToastBody kind={kind} message={message} onClose={() => toast.dismiss(toastId)} />,
    {
      id,
      duration: durationMs,
      unstyled: true,
      className: classes.place,
    },
  )
}

export function dismissToast(id: number): void {
  toast.dismiss(id)
}

// Toasts outlive screens and are spoken of outside of React, so they have a root of their own.
function mount(): Promise<void> {
  return new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'))
    createRoot(host).render(<Host onReady={resolve} />)
  })
}

// The toaster hears only what is said after it is mounted; a parent's effect runs after those of its children.
function Host({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])
  return (
    <Toaster
      position="top-right"
      expand
      visibleToasts={4}
      gap={8}
      offset={{ top: 64, right: 16 }}
      mobileOffset={12}
    />
  )
}

interface ToastBodyProps {
  kind: ToastKind
  message: string
  onClose: () => void
}

function ToastBody({ kind, message, onClose }: ToastBodyProps) {
  return (
    <div className={classes.toast} role={kind === 'error' ? 'alert' : 'status'} data-kind={kind}>
      {kind === 'pending' && <Spinner size={18} />}
      {kind === 'success' && <StatusGlyph shape="tick" tone="ok" size={18} />}
      {(kind === 'error' || kind === 'failed') && <StatusGlyph shape="cross" tone="bad" size={18} />}
      <span className={classes.message}>{message}</span>
      <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
        <IconX size={14} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}
