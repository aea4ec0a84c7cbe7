import { failureText, notify } from '../../../lib/notify.tsx'
import { editConflictMessages } from './edit-conflict-messages.ts'
import { type Edit, NothingLeft, saveEdit } from './save-edit.ts'

interface SaveMessages {
  pending: string
  success: string
  error: string | ((reason: unknown) => string)
}

/** Dismisses the toast of a save that waits for a choice: a spinner would cover the question. */
class Asked extends Error {}

/**
 * Saves an edit as saveEdit does, with a progress toast that pauses while a question is open.
 * @param subject a newer toast on the same subject replaces this one
 * @returns the saved record; null when the person went back to the form
 * @throws ApiError
 */
export async function saveEditInToast<V extends object, T>(
  edit: Edit<V, T>,
  messages: SaveMessages,
  subject: string,
): Promise<T | null> {
  let toast = startToast(messages, subject)
  try {
    const saved = await saveEdit<V, T>({
      ...edit,
      ask: async (conflicts) => {
        toast.fail(new Asked())
        const mine = await edit.ask(conflicts)
        if (mine !== null) toast = startToast(messages, subject)
        return mine
      },
    })
    toast.succeed()
    return saved
  } catch (reason) {
    toast.fail(reason)
    throw reason
  }
}

function startToast(
  messages: SaveMessages,
  subject: string,
): { succeed: () => void; fail: (reason: unknown) => void } {
  let succeed = () => {}
  let fail: (reason: unknown) => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
  notify
    .progress(
      promise,
      {
        ...messages,
        error: (reason) =>
          reason instanceof Asked
            ? editConflictMessages.sameFields
            : reason instanceof NothingLeft
              ? reason.message
              : failureText(messages.error, reason),
      },
      { subject, isOnScreen: true },
    )
    // The caller gets the failure from the save itself.
    .catch(() => {})
  return { succeed, fail }
}
