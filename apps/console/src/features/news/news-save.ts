import { uploadFile } from '@greenroom/contract/file/file.endpoints'
import { createNews, getNews, listNews, updateNews } from '@greenroom/contract/news/news.endpoints'
import { News } from '@greenroom/contract/news/news.schema'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEditInToast } from '../../shared/edit-conflict/save-edit-in-toast.ts'
import { changesOf, type NewsFormValues, newNewsOf, valuesOf } from './news-form-values.ts'
import { saveWords } from './news-messages.ts'

type OnProgress = (share: number) => void
type Ask = (conflicts: FieldConflict<NewsFormValues>[]) => Promise<ReadonlySet<string> | null>

/** The writes of the form, each with its toast (NEWS-17, NEWS-18). */
export function useNewsSave() {
  const upload = useCall(uploadFile, { invalidates: [] })
  const create = useCall(createNews, { invalidates: [listNews] })
  const update = useCall(updateNews, { invalidates: [listNews, getNews] })

  // A picture that is sent already is not sent again when the form is refused for something else.
  const sent = useRef<{ file: File; url: string } | null>(null)
  const send = async (file: File, onProgress: OnProgress): Promise<string> => {
    if (sent.current?.file === file) return sent.current.url
    const { data } = await upload.call({ body: {}, files: { file: [file] }, onProgress })
    sent.current = { file, url: data.url }
    return data.url
  }

  return {
    /** @throws ApiError */
    async create(values: NewsFormValues, file: File, onProgress: OnProgress): Promise<News> {
      const make = async () => {
        const address = await send(file, onProgress)
        return (await create.call({ body: newNewsOf(values, address) })).data
      }
      return notify.progress(make(), saveWords.create)
    },

    /**
     * Saves the changed fields and merges them with what others saved meanwhile (NEWS-12, OQ-109).
     * @param file the picture that takes the place of the stored one; null leaves it
     * @returns the saved snippet; null when the person went back to the form
     * @throws ApiError
     */
    async update(
      base: News,
      values: NewsFormValues,
      file: File | null,
      { onProgress, ask }: { onProgress: OnProgress; ask: Ask },
    ): Promise<News | null> {
      return saveEditInToast<NewsFormValues, News>(
        {
          loaded: { values: valuesOf(base), version: base.version },
          typed: values,
          save: async (changes, version) => {
            const isPicked = changes.thumbnail !== undefined && file !== null
            const address = isPicked ? await send(file, onProgress) : null
            const body = changesOf(changes, address)
            return (await update.call({ params: { id: base._id }, body, version })).data
          },
          read: (record) => {
            const current = z.parse(News, record)
            return { values: valuesOf(current), version: current.version }
          },
          ask,
        },
        saveWords.update,
      )
    },
  }
}
