import type { Binned } from '@greenroom/contract/desk/bin/bin.schema'
import type { NewNews, NewsChanges } from '@greenroom/contract/marketing/news/news.endpoints'
import { type News, newsMessages } from '@greenroom/contract/marketing/news/news.schema'
import { invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs, findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { type Files, keyOfUrl } from '../../../platform/files/files.ts'
import type { SpooledFile } from '../../../platform/files/spool.ts'
import { keepInBin } from '../../desk/bin/bin-keeping.service.ts'
import { presentNews } from './news.presenter.ts'
import {
  countNews,
  deleteNews,
  findNews,
  insertNews,
  listNews,
  type NewsValues,
  updateNews,
} from './news.repository.ts'

/** A multipart form may send its thumbnail as a file instead of a URL. */
type ThumbnailOptional<Form extends { thumbnail?: string | undefined }> = Omit<Form, 'thumbnail'> & {
  thumbnail?: string | undefined
}

/** News snippets of the academy. */
export function createNewsService({
  files,
  publicUrl,
}: {
  files: Files
  /** Base URL of uploaded files in browsers; a form names a thumbnail by its path or its whole URL. */
  publicUrl: string
}) {
  /** Takes the form's image, or one that was uploaded before, as the snippet's thumbnail (OQ-023). */
  async function takeThumbnail(
    call: Call,
    id: string,
    uploaded: SpooledFile | undefined,
    url: string | undefined,
  ): Promise<string> {
    if (uploaded) return (await files.keep(call.db, uploaded, id)).key
    const key = url === undefined ? null : keyOfUrl(url.trim(), publicUrl)
    if (key === null) throw invalid([{ path: 'thumbnail', message: newsMessages.thumbnailRequired }])
    await files.adopt(call.db, key, id, 'thumbnail')
    return key
  }

  async function audited(
    call: Call,
    action: 'create' | 'update' | 'remove',
    before: News | null,
    after: News | null,
  ) {
    const news = after ?? before
    if (!news) return
    await recordAudit(call, {
      action: `news.${action}`,
      entityType: 'news',
      entityId: news._id,
      label: news.heading,
      before: before && { ...before },
      after: after && { ...after },
    })
  }

  return {
    /** Lists news snippets, the newest first. */
    async list(call: Call, page: { limit: number; offset: number }): Promise<News[]> {
      return (await listNews(call.db, page)).map(presentNews)
    },

    /** Counts the snippets of each status, each at most up to `mostCounted`. */
    countGroups: ({ db }: Call) => countNews(db),

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<News> {
      return presentNews(await findRecord(call, findNews, id, 'news snippet'))
    },

    /**
     * @param uploaded the thumbnail as a file; it takes precedence over a URL
     * @throws AppError VALIDATION without a thumbnail, or for one that was not uploaded or belongs to another record
     */
    async create(
      call: Call,
      form: ThumbnailOptional<NewNews>,
      uploaded: SpooledFile | undefined,
    ): Promise<News> {
      const id = newId()
      const made = presentNews(
        await insertNews(call.db, {
          id,
          now: call.now,
          values: {
            heading: form.heading,
            description: form.description ?? '',
            thumbnail_key: await takeThumbnail(call, id, uploaded, form.thumbnail),
            source: form.source,
            reference_link: form.reference_link,
            price: form.price ?? null,
            is_active: form.is_active ?? true,
            is_free: form.is_free ?? true,
          },
        }),
      )
      await audited(call, 'create', null, made)
      return made
    },

    /**
     * Changes the given fields. A replaced thumbnail is deleted.
     * @throws AppError NOT_FOUND, STALE with the current record, VALIDATION for an unknown thumbnail
     */
    async update(
      call: Call,
      id: string,
      form: NewsChanges,
      uploaded: SpooledFile | undefined,
    ): Promise<News> {
      const row = await lockRecord(call, 'news', findNews, id, 'news snippet')
      const before = presentNews(row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this news snippet.')
      const keepsThumbnail = !uploaded && form.thumbnail === undefined
      const values: NewsValues = {
        heading: form.heading ?? row.heading,
        description: form.description ?? row.description,
        thumbnail_key: keepsThumbnail
          ? row.thumbnail_key
          : await takeThumbnail(call, id, uploaded, form.thumbnail),
        source: form.source ?? row.source,
        reference_link: form.reference_link ?? row.reference_link,
        price: form.price === undefined ? row.price : form.price,
        is_active: form.is_active ?? row.is_active,
        is_free: form.is_free ?? row.is_free,
      }
      if (!differs(values, row)) return before
      const after = presentNews(await updateNews(call.db, id, { ...values, now: call.now }))
      if (values.thumbnail_key !== row.thumbnail_key) await files.release(call.db, row.thumbnail_key)
      await audited(call, 'update', before, after)
      return after
    },

    /**
     * Moves a news snippet to the bin, with its thumbnail (OQ-477).
     * @throws AppError NOT_FOUND, STALE with the current record
     */
    async remove(call: Call, id: string): Promise<Binned> {
      const before = presentNews(await lockRecord(call, 'news', findNews, id, 'news snippet'))
      refuseStale(call.expectedVersion, before, 'Someone else has changed this news snippet.')
      const label = before.heading
      const binId = await keepInBin(call, { kind: 'news', id, label, permission: 'content.write' })
      await deleteNews(call.db, id)
      await audited(call, 'remove', before, null)
      return { bin_id: binId }
    },
  }
}
