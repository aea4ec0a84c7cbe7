import {
  createShortlink,
  listShortlinks,
  removeShortlink,
  replaceShortlink,
} from '@greenroom/contract/shortlink/shortlink.endpoints'
import { Shortlink } from '@greenroom/contract/shortlink/shortlink.schema'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEditInToast } from '../../shared/edit-conflict/save-edit-in-toast.ts'
import {
  type EditedShortlink,
  editedOf,
  newShortlinkOf,
  type ShortlinkFormValues,
  storedEditedOf,
  targetOf,
} from './shortlink-form-values.ts'
import { shortlinkProgress } from './shortlink-messages.ts'

type Ask = (conflicts: FieldConflict<EditedShortlink>[]) => Promise<ReadonlySet<string> | null>

/** The writes of the screen, each with its toast (LINK-13, LINK-14, OQ-098, OQ-099). */
export function useShortlinkSave() {
  const create = useCall(createShortlink, { invalidates: [listShortlinks] })
  const replace = useCall(replaceShortlink, { invalidates: [listShortlinks] })
  const remove = useCall(removeShortlink, { invalidates: [listShortlinks] })

  return {
    isCreating: create.isPending,

    /** @throws ApiError */
    async create(values: ShortlinkFormValues): Promise<Shortlink> {
      const answer = create.call({ body: newShortlinkOf(values) })
      return (
        await notify.progress(answer, {
          ...shortlinkProgress.create,
          error: (reason) =>
            reason instanceof ApiError
              ? `${shortlinkProgress.create.error} ${reason.message}`
              : shortlinkProgress.create.error,
        })
      ).data
    },

    /**
     * Saves what was changed and merges it with what others saved meanwhile (OQ-109).
     * @returns the saved link; null when the person went back to the form
     * @throws ApiError
     */
    async update(base: Shortlink, values: ShortlinkFormValues, ask: Ask): Promise<Shortlink | null> {
      let stored = storedEditedOf(base)
      return saveEditInToast<EditedShortlink, Shortlink>(
        {
          loaded: { values: stored, version: base.version },
          typed: editedOf(values, Object.keys(base.params)),
          save: async (changes, version) => {
            const body = targetOf({ ...stored, ...changes } as EditedShortlink)
            const params = { shortCode: base.shortCode }
            return (await replace.call({ params, body, version })).data
          },
          read: (record) => {
            const current = z.parse(Shortlink, record)
            stored = storedEditedOf(current)
            return { values: stored, version: current.version }
          },
          ask,
        },
        shortlinkProgress.update,
      )
    },

    /** @throws ApiError */
    async remove({ shortCode }: Shortlink): Promise<void> {
      await notify.progress(remove.call({ params: { shortCode } }), shortlinkProgress.remove)
    },
  }
}
