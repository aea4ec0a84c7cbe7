import { notify } from '../../lib/notify.tsx'

/** Ends the toast of a save that waits for a choice: a spinner would stand over the question. */
export class Asked extends Error {}

/**
 * One toast for the time until an edit is saved, has failed or has to ask.
 * @param words.error is given the reason; Asked where a choice is waited for
 */
export function startSaveToast(words: {
  pending: string
  success: string
  error: (reason: unknown) => string
}): { succeed: () => void; fail: (reason: unknown) => void } {
  let succeed = () => {}
  let fail: (reason: unknown) => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
  notify
    .progress(promise, words)
    // Whoever saves learns of the failure from the save itself.
    .catch(() => {})
  return { succeed, fail }
}
