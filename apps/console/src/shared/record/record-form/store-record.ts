import * as z from 'zod/mini'
import { notify } from '../../../lib/notify.tsx'
import { type Edit, NothingLeft, saveEdit } from '../edit-conflict/save-edit.ts'
import { saveEditInToast } from '../edit-conflict/save-edit-in-toast.ts'
import type { EditConflict } from '../edit-conflict/use-edit-conflict.tsx'
import type { RecordForm, RecordFormHandlers, Sending, Versioned } from './record-form.ts'

/**
 * Creates a record, or saves what an edit changed over what others have saved since.
 * @param base the record that the edit began from; null creates one
 * @param subject of the toast: that of the next try replaces that of a failure
 * @returns the stored record; null if a question about another person's edit was not answered
 */
export async function storeRecord<V extends object, T extends Versioned, E extends object, A extends string>(
  spec: RecordForm<V, T, E>,
  typed: V,
  base: T | null,
  subject: string,
  handlers: RecordFormHandlers<V, T, E, A>,
  sending: Sending,
  ask: EditConflict['ask'],
): Promise<T | null> {
  const unsupported = () => Promise.reject(new Error(`The form ${spec.name} can't be saved.`))
  const { create = unsupported, update = unsupported, messages } = handlers
  if (base === null) {
    const work = create(typed, sending)
    return messages?.create ? notify.progress(work, messages.create, { subject, isOnScreen: true }) : work
  }
  let stored = base
  const edit: Edit<E, T> = {
    loaded: { values: spec.editedOf(spec.valuesOf(base), base), version: base.version ?? 0 },
    typed: spec.editedOf(typed, base),
    save: (changes, version) => {
      // What was typed makes no difference to the record.
      if (Object.keys(changes).length === 0) return Promise.resolve(stored)
      const all = { ...spec.editedOf(spec.valuesOf(stored), stored), ...changes }
      return update({ stored, version, changes, all }, sending)
    },
    read: (current) => {
      stored = z.parse(spec.record, current) as T
      return { values: spec.editedOf(spec.valuesOf(stored), stored), version: stored.version ?? 0 }
    },
    // An unmounted form asks nothing and keeps its draft.
    ask: (conflicts) => ask({ conflicts, spec, fileOf: sending.fileOf }),
  }
  try {
    return await (messages?.update
      ? saveEditInToast<E, T>(edit, messages.update, subject)
      : saveEdit<E, T>(edit))
  } catch (reason) {
    // The record is what was wanted, so the form is done.
    if (!(reason instanceof NothingLeft)) throw reason
    if (!messages?.update) notify.success(reason.message)
    return stored
  }
}
