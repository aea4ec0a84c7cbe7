import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { Spinner } from '../ui/spinner.tsx'
import { StatusGlyph } from '../ui/status-glyph.tsx'
import classes from './toaster.module.css'
import { isMac, type OfferedUndo, useUndo } from './use-undo.ts'

/** What a toast of a failure offers. */
export interface Remedy {
  label: string
  onClick: () => void
}

export interface ToastOptions {
  remedy?: Remedy | undefined
  /** Takes the reported work back: a button, and the key for it while the toast is shown. */
  undo?: (() => void) | undefined
  /** It is narrow and lets clicks through where there is no room beside the content. */
  isBeside?: boolean
  /** A text to copy by hand. */
  text?: string
}

/** An error interrupts a screen reader, unless the screen shows it too. */
export type ToastKind = 'pending' | 'success' | 'error' | 'failed'

let mounted: Promise<void> | undefined

/**
 * Shows a toast, or updates the one with the same id.
 * @param durationMs Infinity to keep it until it is updated or closed
 */
export async function showToast(
  id: number,
  kind: ToastKind,
  message: string,
  durationMs: number,
  { remedy, undo, isBeside, text }: ToastOptions,
): Promise<void> {
  mounted ??= mount()
  await mounted
  // The buttons stay for a moment while the toast leaves.
  const offered = remedy && { ...remedy, onClick: once(remedy.onClick) }
  const takenBack = undo && { run: once(undo), durationMs }
  toast.custom(
    (toastId) => (
      <ToastBody
        kind={kind}
        message={message}
        remedy={offered}
        undo={takenBack}
        text={text}
        onClose={() => toast.dismiss(toastId)}
      />
    ),
    {
      id,
      // A toast with Undo closes itself: it waits while the focus is on it.
      duration: undo ? Number.POSITIVE_INFINITY : durationMs,
      unstyled: true,
      className: isBeside ? `${classes.place} ${classes.beside}` : classes.place,
    },
  )
}

/** Returns a function that acts on its first call only. */
function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

export function dismissToast(id: number): void {
  toast.dismiss(id)
}

/** Removes all toasts. */
export function dismissToasts(): void {
  toast.dismiss()
}

// Toasts outlive screens and are called from outside React, so they have their own root.
function mount(): Promise<void> {
  return new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'))
    createRoot(host).render(<Host onReady={resolve} />)
  })
}

// The toaster shows only toasts created after it is mounted. A parent's effect runs after those of its children.
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
  remedy: Remedy | undefined
  undo: OfferedUndo | undefined
  text: string | undefined
  onClose: () => void
}

function ToastBody({ kind, message, remedy, undo, text, onClose }: ToastBodyProps) {
  const body = useRef<HTMLDivElement>(null)
  useUndo(body, undo, onClose)
  return (
    <div ref={body} className={classes.toast} role={kind === 'error' ? 'alert' : 'status'} data-kind={kind}>
      {kind === 'pending' && <Spinner size={18} />}
      {kind === 'success' && <StatusGlyph shape="tick" tone="ok" size={18} />}
      {(kind === 'error' || kind === 'failed') && <StatusGlyph shape="cross" tone="bad" size={18} />}
      <span className="gr-grow gr-break gr-lines">
        {message}
        {text !== undefined && <SelectedText text={text} onClose={onClose} />}
        {remedy && (
          <button
            type="button"
            className={classes.remedy}
            onClick={() => {
              onClose()
              remedy.onClick()
            }}
          >
            {remedy.label}
          </button>
        )}
        {undo && (
          <button
            type="button"
            className={classes.remedy}
            aria-keyshortcuts={isMac ? 'Meta+Z' : 'Control+Z'}
            onClick={() => {
              onClose()
              undo.run()
            }}
          >
            Undo <kbd className={classes.key}>{isMac ? '⌘Z' : 'Ctrl Z'}</kbd>
          </button>
        )}
      </span>
      <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
        <IconX size={14} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}

/** A text that the browser did not copy, selected for the person to copy. Closing the toast returns the focus. */
function SelectedText({ text, onClose }: { text: string; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  useEffect(() => {
    const opener = document.activeElement
    field.current?.focus()
    field.current?.select()
    return () => {
      const isLost = document.activeElement === document.body || document.activeElement === field.current
      if (isLost && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <>
      <span id={hint}>
        {' '}
        The text is selected: copy it with Ctrl+C, on a Mac with ⌘C, or press and hold it.
      </span>
      <textarea
        ref={field}
        className={classes.text}
        aria-label="Text to copy"
        aria-describedby={hint}
        readOnly
        rows={Math.min(6, Math.ceil(text.length / 28) + 1)}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        // A drag would move the toast instead of selecting.
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      />
    </>
  )
}
