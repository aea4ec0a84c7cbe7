import {
  createBanner,
  getBanner,
  listBanners,
  updateBanner,
} from '@greenroom/contract/banner/banner.endpoints'
import { Banner } from '@greenroom/contract/banner/banner.schema'
import * as z from 'zod/mini'
import { useCall } from '../../lib/api/hooks.ts'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEdit } from '../../shared/edit-conflict/save-edit.ts'
import {
  type BannerFormValues,
  changesOf,
  type EditedBanner,
  editedOf,
  newBannerOf,
  storedEditedOf,
} from './banner-form-values.ts'

interface Entered {
  values: BannerFormValues
  /** The files that were picked here, in their order. */
  picked: File[]
  /** Told how much of them has gone out, from 0 to 1. */
  onProgress: (share: number) => void
}

type Ask = (conflicts: FieldConflict<EditedBanner>[]) => Promise<ReadonlySet<string> | null>

/** The form's writes. What becomes of them is said by an alert (BAN-19), which is the form's to show. */
export function useBannerSave() {
  const create = useCall(createBanner, { invalidates: [listBanners] })
  const update = useCall(updateBanner, { invalidates: [listBanners, getBanner] })

  return {
    /** @throws ApiError */
    async create({ values, picked, onProgress }: Entered): Promise<Banner> {
      return (await create.call({ body: newBannerOf(values), files: { files: picked }, onProgress })).data
    },

    /**
     * Saves the changed fields and merges them with what others saved meanwhile (OQ-109).
     * @returns the saved banner; null when the person went back to the form
     * @throws ApiError
     */
    async update(base: Banner, { values, picked, onProgress }: Entered, ask: Ask): Promise<Banner | null> {
      let stored = base
      return saveEdit<EditedBanner, Banner>({
        loaded: { values: storedEditedOf(base), version: base.version },
        typed: editedOf(values, picked),
        save: async (changes, version) => {
          // Something was typed that makes no difference, such as a link of the kind that was not chosen.
          if (Object.keys(changes).length === 0) return stored
          const sendsFiles = changes.files !== undefined && picked.length > 0
          const answer = await update.call({
            params: { id: base._id },
            body: changesOf(
              changes,
              stored.files.map(({ url }) => url),
            ),
            version,
            ...(sendsFiles ? { files: { files: picked }, onProgress } : {}),
          })
          return answer.data
        },
        read: (record) => {
          stored = z.parse(Banner, record)
          return { values: storedEditedOf(stored), version: stored.version }
        },
        ask,
      })
    },
  }
}
