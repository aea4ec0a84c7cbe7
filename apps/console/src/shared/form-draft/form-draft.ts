import * as z from 'zod/mini'
import { readAccount } from '../../lib/session.ts'

/**
 * The draft of a form (MC-20), kept for this browser tab until it is saved, so that it survives a failure, a reload and
 * the end of a session (OQ-012, OQ-033). In each function, id is the edited record; null for a new one.
 */
export interface FormDraft<T> {
  /** Returns the draft of the signed-in account; null when there is none. */
  read: (id: string | null) => T | null
  /** Stores a draft and replaces an earlier one. */
  write: (id: string | null, draft: T) => void
  /** Removes the draft. */
  clear: (id: string | null) => void
}

let lastOwner: string | undefined

/**
 * Returns the e-mail address that new drafts belong to. A credential can expire or vanish while somebody types, and the
 * session ends only with the next request. Until then it is the account that was last signed in on this page.
 */
function currentOwner(): string | undefined {
  lastOwner = readAccount()?.email ?? lastOwner
  return lastOwner
}

/**
 * Creates the draft store of one form.
 * @param name storage name of the form's drafts
 * @param schema validates a draft before it is restored
 */
export function formDraft<T>(name: string, schema: z.ZodMiniType<T>): FormDraft<T> {
  // Another account that signs in on the same tab must not see the first one's input.
  const stored = z.object({ owner: z.string(), draft: schema })
  const keyOf = (id: string | null) => (id === null ? `${name}:create` : `${name}:edit:${id}`)
  return {
    read(id) {
      // Every form reads its draft when it opens, so the owner is known before anything is typed.
      currentOwner()
      const text = sessionStorage.getItem(keyOf(id))
      if (text === null) return null
      try {
        const { owner, draft } = z.parse(stored, JSON.parse(text))
        return owner === readAccount()?.email ? (draft as T) : null
      } catch {
        // A draft of an earlier console version may have another shape.
        return null
      }
    },
    write(id, draft) {
      const owner = currentOwner()
      if (owner === undefined) return
      try {
        sessionStorage.setItem(keyOf(id), JSON.stringify({ owner, draft }))
      } catch {
        // With a full storage the draft is lost, but the form works.
      }
    },
    clear(id) {
      sessionStorage.removeItem(keyOf(id))
    },
  }
}
