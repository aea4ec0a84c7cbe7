import { withReason } from './api/api-error.ts'
import { clearPlainToast, showPlainToast } from './plain-toast.ts'
import { hasSessionEnded } from './session.ts'
import type * as ToasterModule from './toaster.tsx'

export interface ProgressMessages<T> {
  pending: string
  success: string | ((result: T) => string)
  /** No message if the screen shows the failure: the toast then goes. */
  error: string | ((reason: unknown) => string | undefined)
}

export type Remedy = ToasterModule.Remedy

/** Takes the work of a toast back. */
export type Undo = () => void

interface ProgressOptions<T> {
  /** Offered when the work fails. The toast then stays until it is used or closed. */
  remedy?: Remedy | undefined
  /** Returns what takes a success back; undefined if nothing can. The toast then stays for ten seconds (OQ-481). */
  undo?: ((result: T) => Undo | undefined) | undefined
  /** Returns what a success leads to; undefined for nothing. */
  next?: ((result: T) => Remedy | undefined) | undefined
  /** Identifies the subject of the work: a newer toast on the same subject replaces this one. */
  subject?: string
  /** The screen also shows the failure, so the toast does not interrupt a screen reader. */
  isOnScreen?: boolean
}

const defaultDurationMs = 5000
/** How long a toast offers Undo. It waits while the pointer or the focus is on it. */
const undoDurationMs = 10_000
let nextId = 1
let toaster: Promise<typeof ToasterModule> | undefined
const lastToastOf = new Map<string, number>()
/** The newest failure that a toast of progress has told. Who catches it asks at once. */
export let toldFailure: unknown

function loadToaster(): Promise<typeof ToasterModule> {
  toaster ??= import('./toaster.tsx')
  toaster.catch(() => {
    toaster = undefined
  })
  return toaster
}

function show(
  id: number,
  kind: ToasterModule.ToastKind,
  message: string,
  durationMs: number,
  options: ToasterModule.ToastOptions = {},
): void {
  // Its buttons would act for the person of the session (OQ-591).
  const hasEnded = hasSessionEnded()
  const shownMs = hasEnded ? defaultDurationMs : durationMs
  loadToaster()
    .then((module) => module.showToast(id, kind, message, shownMs, hasEnded ? {} : options))
    .catch(() => showPlainToast(kind, message, shownMs))
}

function dismiss(id: number): void {
  loadToaster()
    .then((module) => module.dismissToast(id))
    // Without the toaster there is no toast to dismiss.
    .catch(() => undefined)
}

/**
 * Removes all toasts when the session ends: they name what its person did, and offer to take it back. A write that is
 * still running reports its outcome, but offers nothing.
 */
export function clearMessages(): void {
  clearPlainToast()
  void toaster?.then((module) => module.dismissToasts()).catch(() => undefined)
}

/** Prefetches the toaster, so that a toast can still look as usual when the server can no longer be reached. */
export function prepareMessages(): void {
  loadToaster().catch(() => undefined)
}

/** Shows toasts at the top right (SHELL-05). All transient messages go through here. */
export const notify = {
  /**
   * Reports a success.
   * @param undo takes it back
   */
  success(message: string, undo?: Undo): void {
    show(nextId++, 'success', message, undo ? undoDurationMs : defaultDurationMs, { undo })
  },

  /**
   * Reports a failure; screen readers announce it at once.
   * @param remedy what can be done about it: the toast then stays until it is used or closed
   */
  error(message: string, remedy?: Remedy): void {
    show(nextId++, 'error', message, remedy ? Number.POSITIVE_INFINITY : defaultDurationMs, { remedy })
  },

  /** Confirms for 3 seconds that a link or another text was copied (MC-12). */
  copied(message = 'Link Copied!'): void {
    show(nextId++, 'success', message, 3000)
  },

  /** Shows a text that could not be copied, selected and with how to copy it by hand (OQ-530). */
  uncopied(text: string): void {
    show(nextId++, 'error', 'The browser blocked copying.', Number.POSITIVE_INFINITY, { text })
  },

  /**
   * Returns a toast that several writes share. It is narrow: the screen keeps the top of its right column free for it,
   * so that it covers nothing. Each `show` replaces its message.
   */
  beside(): { show: (kind: 'pending' | 'success' | 'error', message: string, undo?: Undo) => void } {
    const id = nextId++
    return {
      show: (kind, message, undo) => {
        const duration = kind === 'pending' ? Number.POSITIVE_INFINITY : defaultDurationMs
        show(id, kind, message, undo ? undoDurationMs : duration, { isBeside: true, undo })
      },
    }
  },

  /**
   * Shows the progress of a promise in one toast that turns from a spinner to a tick or a cross.
   * @returns the promise's result
   * @throws the promise's failure
   */
  async progress<T>(
    work: Promise<T>,
    messages: ProgressMessages<T>,
    { subject, isOnScreen = false, remedy, undo: undoOf, next }: ProgressOptions<T> = {},
  ): Promise<T> {
    const id = nextId++
    if (subject) {
      const replaced = lastToastOf.get(subject)
      if (replaced) dismiss(replaced)
      lastToastOf.set(subject, id)
    }
    const end = (
      kind: ToasterModule.ToastKind,
      message: string,
      { remedy: offered, undo }: ToasterModule.ToastOptions = {},
    ) => {
      const offeredMs = kind === 'success' ? undoDurationMs : Number.POSITIVE_INFINITY
      const duration = offered || undo ? offeredMs : defaultDurationMs
      if (!subject || lastToastOf.get(subject) === id)
        show(id, kind, message, duration, { remedy: offered, undo })
    }
    show(id, 'pending', messages.pending, Number.POSITIVE_INFINITY)
    try {
      const result = await work
      end('success', messageFor(messages.success, result), {
        undo: undoOf?.(result),
        remedy: next?.(result),
      })
      return result
    } catch (reason) {
      const message = failureText(messages.error, reason)
      if (!message) dismiss(id)
      else {
        end(isOnScreen ? 'failed' : 'error', message, { remedy })
        toldFailure = reason
      }
      throw reason
    }
  },
}

/** @returns a fixed message followed by why the call failed, or what the section makes of the reason */
export function failureText<Text extends string | undefined>(
  error: string | ((reason: unknown) => Text),
  reason: unknown,
): string | Text {
  return typeof error === 'string' ? withReason(error, reason) : error(reason)
}

function messageFor<T>(message: string | ((value: T) => string), value: T): string {
  return typeof message === 'string' ? message : message(value)
}
