import { withReason } from './api/api-error.ts'
import { showPlainToast } from './plain-toast.ts'
import type * as ToasterModule from './toaster.tsx'

export interface ProgressMessages<T> {
  pending: string
  success: string | ((result: T) => string)
  error: string | ((reason: unknown) => string)
}

interface Options {
  /** How long it stays; 5000 by default. */
  durationMs?: number
}

const defaultDurationMs = 5000
let nextId = 1
let toaster: Promise<typeof ToasterModule> | undefined

function loadToaster(): Promise<typeof ToasterModule> {
  toaster ??= import('./toaster.tsx')
  toaster.catch(() => {
    toaster = undefined
  })
  return toaster
}

function show(id: number, kind: ToasterModule.ToastKind, message: string, durationMs: number): void {
  loadToaster()
    .then((module) => module.showToast(id, kind, message, durationMs))
    .catch(() => showPlainToast(kind, message, durationMs))
}

/** Prefetches the toaster, so that a toast can still look as usual when the server can no longer be reached. */
export function prepareMessages(): void {
  loadToaster().catch(() => undefined)
}

/** The one place that speaks to people in passing: toasts at the top right (SHELL-05). */
export const notify = {
  /** Says that something was done. */
  success(message: string, { durationMs = defaultDurationMs }: Options = {}): void {
    show(nextId++, 'success', message, durationMs)
  },

  /** Says that something failed; announced at once to those who listen. */
  error(message: string, { durationMs = defaultDurationMs }: Options = {}): void {
    show(nextId++, 'error', message, durationMs)
  },

  /** Says that a link is on the clipboard; 3 seconds (MC-12). */
  copied(): void {
    show(nextId++, 'success', 'Link Copied!', 3000)
  },

  /**
   * Follows a piece of work in one toast that turns from a spinner to a tick or a cross.
   * @returns the work's result; its failure is thrown on
   */
  async progress<T>(work: Promise<T>, messages: ProgressMessages<T>): Promise<T> {
    const id = nextId++
    show(id, 'pending', messages.pending, Number.POSITIVE_INFINITY)
    try {
      const result = await work
      show(id, 'success', wordsFor(messages.success, result), defaultDurationMs)
      return result
    } catch (reason) {
      show(id, 'error', errorText(messages.error, reason), defaultDurationMs)
      throw reason
    }
  },
}

// Why it failed follows the fixed message for every call.
function errorText(error: string | ((reason: unknown) => string), reason: unknown): string {
  return typeof error === 'string' ? withReason(error, reason) : error(reason)
}

function wordsFor<T>(words: string | ((value: T) => string), value: T): string {
  return typeof words === 'string' ? words : words(value)
}
