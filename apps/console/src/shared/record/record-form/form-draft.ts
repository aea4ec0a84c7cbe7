import * as z from 'zod/mini'
import { readAccount, readLastAccount } from '../../../lib/session.ts'

/** An unsaved edit, as its draft stores it. */
interface FormDraft<V, T> {
  values: V
  /** The record that the edit is based on; null for a new one. */
  base: T | null
  /** The marks of picked files in the values. */
  marks: string[]
}

/** The keys of the drafts that this page is sending. */
const sendingKeys = new Set<string>()

/** Moves an item of the storage; a full storage keeps it where it is. */
function moveItem(from: string, to: string): void {
  const text = sessionStorage.getItem(from)
  if (text === null) return
  sessionStorage.removeItem(from)
  try {
    sessionStorage.setItem(to, text)
  } catch {
    sessionStorage.setItem(from, text)
  }
}

/**
 * Stores the unsaved entries of one form for this browser tab (MC-20), so that they survive a failure, a reload and the end
 * of a session (OQ-012, OQ-033). Only the account that typed a draft can read it.
 * @param name the form's name in the storage
 * @param values the shape of the form's values; a draft of another shape is ignored
 * @param record the shape of the record
 * @param id the record that is edited; null for a new one
 */
export function formDraft<V, T>(
  name: string,
  values: z.ZodMiniType<V>,
  record: z.ZodMiniType<T>,
  id: string | null,
) {
  const key = id === null ? `${name}:create` : `${name}:edit:${id}`
  const sendingKey = `${key}:sending`
  const Stored = z.object({
    owner: z.string(),
    draft: z.object({ values, base: z.nullable(record), marks: z.array(z.string()) }),
  })
  // A newer draft stays in its place, and the sent one is read once that is gone.
  const restoreSent = () => {
    if (sessionStorage.getItem(key) === null) moveItem(sendingKey, key)
  }
  return {
    /** @returns the draft of the signed-in account; null if there is none */
    read(): FormDraft<V, T> | null {
      // Every form reads its draft when it opens, so the owner is known before anything is typed.
      readLastAccount()
      // What a save of another form instance is sending is that save's. A failed save leaves it here.
      if (!sendingKeys.has(key)) restoreSent()
      const text = sessionStorage.getItem(key)
      if (text === null) return null
      try {
        const { owner, draft } = z.parse(Stored, JSON.parse(text))
        return owner === readAccount()?.email ? (draft as FormDraft<V, T>) : null
      } catch {
        // An earlier version of the console may have written another shape.
        return null
      }
    },

    /** Replaces the draft. */
    write(draft: FormDraft<V, T>): void {
      const owner = readLastAccount()
      if (owner === undefined) return
      try {
        sessionStorage.setItem(key, JSON.stringify({ owner, draft }))
      } catch {
        // With a full storage there is no draft. The form works without.
      }
    },

    clear(): void {
      sessionStorage.removeItem(key)
    },

    /**
     * Sets the draft aside while a save sends it, so that the form can be opened empty meanwhile.
     * @returns ends this: deletes the draft, or restores it after a failure
     */
    send(): (outcome: 'saved' | 'failed') => void {
      sendingKeys.add(key)
      moveItem(key, sendingKey)
      return (outcome) => {
        sendingKeys.delete(key)
        if (outcome === 'saved') sessionStorage.removeItem(sendingKey)
        else restoreSent()
      }
    },
  }
}
