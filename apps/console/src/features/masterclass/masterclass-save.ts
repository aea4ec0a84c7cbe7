import {
  createMasterclass,
  getMasterclass,
  listMasterclasses,
  publishMasterclass,
  updateMasterclass,
} from '@greenroom/contract/masterclass/masterclass.endpoints'
import { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { listMeetingAccounts } from '@greenroom/contract/meeting/meeting.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api/api-error.ts'
import { queryKey, useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEditInToast } from '../../shared/edit-conflict/save-edit-in-toast.ts'
import type { ImageChoice } from '../../shared/image-field/image-choice.ts'
import { closedGroup } from './masterclass-closed.ts'
import {
  changesOf,
  type EditedMasterclass,
  editedOf,
  type MasterclassFormValues,
  newMasterclassOf,
  storedEditedOf,
} from './masterclass-form-values.ts'
import { masterclassProgress, readOnlyWords } from './masterclass-messages.ts'

type OnProgress = (share: number) => void
type Ask = (conflicts: FieldConflict<EditedMasterclass>[]) => Promise<ReadonlySet<string> | null>

/** The wizard's writes, each with its toast (MC-43, MC-44, MC-45). */
export function useMasterclassSave() {
  const client = useQueryClient()
  const create = useCall(createMasterclass, { invalidates: [listMasterclasses] })
  const update = useCall(updateMasterclass, { invalidates: [listMasterclasses, getMasterclass] })
  const publish = useCall(publishMasterclass, {
    invalidates: [listMasterclasses, getMasterclass, listMeetingAccounts],
  })

  return {
    /**
     * Creates a draft.
     * @throws ApiError
     */
    async create(
      values: MasterclassFormValues,
      banner: ImageChoice,
      onProgress: OnProgress,
    ): Promise<Masterclass> {
      const work = create.call({
        body: newMasterclassOf(values),
        ...(banner.kind === 'picked' ? { files: { images: [banner.file] }, onProgress } : {}),
      })
      return (await notify.progress(work, masterclassProgress.create)).data
    },

    /**
     * Saves the changed fields of a stored masterclass and merges them with what others saved meanwhile (OQ-109).
     * @returns the saved masterclass; null when the person went back to the form
     * @throws ApiError
     */
    async update(
      base: Masterclass,
      values: MasterclassFormValues,
      banner: ImageChoice,
      { onProgress, ask }: { onProgress: OnProgress; ask: Ask },
    ): Promise<Masterclass | null> {
      let stored = storedEditedOf(base)
      return saveEditInToast<EditedMasterclass, Masterclass>(
        {
          loaded: { values: stored, version: base.version },
          typed: editedOf(values, base.banner, banner),
          save: async (changes, version) => {
            const picked = changes.banner !== undefined && banner.kind === 'picked' ? banner.file : null
            const answer = await update.call({
              params: { id: base._id },
              body: changesOf(changes, { ...stored, ...changes }),
              version,
              ...(picked ? { files: { images: [picked] }, onProgress } : {}),
            })
            return answer.data
          },
          read: (record) => {
            const current = z.parse(Masterclass, record)
            // Someone else published it meanwhile: a merge would edit what is no draft any more.
            const closed = closedGroup(current)
            if (closed) throw new ApiError(409, { message: readOnlyWords[closed], code: 'WRONG_STATE' })
            stored = storedEditedOf(current)
            return { values: stored, version: current.version }
          },
          ask,
        },
        masterclassProgress.update,
      )
    },

    /**
     * Publishes a saved masterclass (MC-28); the failure is told by the toast, the draft stays.
     * @returns the published masterclass; null when it could not be published
     */
    async publish(id: string): Promise<Masterclass | null> {
      try {
        const work = publish.call({ body: { masterclass_id: id } })
        return (await notify.progress(work, masterclassProgress.publish)).data
      } catch (reason) {
        if (reason instanceof ApiError) return null
        throw reason
      }
    },

    /** Asks the list anew after an outcome that is not known. */
    async refreshList(): Promise<void> {
      await client.invalidateQueries({ queryKey: queryKey(listMasterclasses) })
    },
  }
}

/** Whether a failed save can be mended in the form (OQ-033): a refusal, or a field that names what is gone. */
export function isMendable(reason: unknown): reason is ApiError {
  return (
    reason instanceof ApiError && (reason.isRefusal || (reason.status === 404 && reason.errors.length > 0))
  )
}
