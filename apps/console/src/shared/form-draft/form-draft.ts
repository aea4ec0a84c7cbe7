import * as z from 'zod/mini'
import { readAccount } from '../../lib/session.ts'

/**
 * The temporary state of a form (MC-20): kept for this browser tab until it is saved, so that it survives a failure, a
 * reload and the end of a session (OQ-012, OQ-033). In each function id is the record that is edited; null for a new one.
 */
export interface FormDraft<T> {
  /** Gives what the account that is signed in had entered; null when there is nothing. */
  read: (id: string | null) => T | null
  /** Keeps what was entered so far; whatever was kept before is replaced. */
  write: (id: string | null, draft: T) => void
  /** Forgets what was entered. */
  clear: (id: string | null) => void
}

let lastOwner: string | undefined

/**
 * Returns the e-mail address that new drafts belong to. A credential can expire or vanish while somebody types, and the
 * session ends only with the next request: until then it is the account that was signed in last on this page.
 */
function currentOwner(): string | undefined {
  lastOwner = readAccount()?.email ?? lastOwner
  return lastOwner
}

/**
 * Makes the temporary state of one form.
 * @param name the word that the form's entries are kept under
 * @param schema the shape of a draft, as it must be to be offered again
 */
export function formDraft<T>(name: string, schema: z.ZodMiniType<T>): FormDraft<T> {
  // Another account that signs in on the same tab must not be shown what the first one typed.
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
        // What an earlier version of the console wrote may have another shape.
        return null
      }
    },
    write(id, draft) {
      const owner = currentOwner()
      if (owner === undefined) return
      try {
        sessionStorage.setItem(keyOf(id), JSON.stringify({ owner, draft }))
      } catch {
        // A full storage costs the copy, not the form.
      }
    },
    clear(id) {
      sessionStorage.removeItem(keyOf(id))
    },
  }
}
