import type { NewNews, NewsChanges } from '@greenroom/contract/news/news.endpoints'
import { type News, newsMessages } from '@greenroom/contract/news/news.schema'
import type { Actor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRecordId, newId } from '../../platform/database/record-id.ts'
import { AppError, invalid, notFound } from '../../platform/error.ts'
import { type Files, keyOfUrl } from '../../platform/files/files.ts'
import type { SpooledFile } from '../../platform/files/spool.ts'
import { presentNews } from './news.present.ts'
import { findNews, insertNews, listNews, lockNews, type NewsValues, updateNews } from './news.repository.ts'

export type NewsService = ReturnType<typeof createNewsService>

/** A multipart form may bring its thumbnail as a file instead of an address. */
type ThumbnailOptional<Form extends { thumbnail?: string | undefined }> = Omit<Form, 'thumbnail'> & {
  thumbnail?: string | undefined
}

/** News snippets of the academy. */
export function createNewsService({
  files,
  publicUrl,
}: {
  files: Files
  /** Under which browsers see uploaded files: a thumbnail may be named by its path or by its whole address. */
  publicUrl: string
}) {
  const missing = () => notFound('This news snippet does not exist')

  /** Makes a picture the snippet's own: one that comes with the form, or one that was uploaded before (OQ-023). */
  async function takeThumbnail(
    db: Database,
    id: string,
    uploaded: SpooledFile | undefined,
    url: string | undefined,
  ): Promise<string> {
    if (uploaded) return (await files.keep(db, uploaded, id)).key
    const key = url === undefined ? null : keyOfUrl(url.trim(), publicUrl)
    if (key === null) throw invalid([{ path: 'thumbnail', message: newsMessages.thumbnailRequired }])
    await files.adopt(db, key, id, 'thumbnail')
    return key
  }

  async function audited(db: Database, actor: Actor, action: string, before: News | null, after: News) {
    await recordAudit(db, actor, {
      action: `news.${action}`,
      entityType: 'news',
      entityId: after._id,
      label: after.heading,
      before: before && { ...before },
      after: { ...after },
    })
  }

  return {
    /** News snippets, the newest first. */
    async list(db: Database, page: { limit: number; offset: number }): Promise<News[]> {
      return (await listNews(db, page)).map(presentNews)
    },

    /** @throws AppError NOT_FOUND */
    async get(db: Database, id: string): Promise<News> {
      const row = isRecordId(id) ? await findNews(db, id) : undefined
      if (!row) throw missing()
      return presentNews(row)
    },

    /**
     * @param uploaded the thumbnail, where the form brings it as a file; it goes before an address
     * @throws AppError VALIDATION without a thumbnail, and for one that was not uploaded or is another record's
     */
    async create(
      db: Database,
      form: ThumbnailOptional<NewNews>,
      uploaded: SpooledFile | undefined,
      actor: Actor,
      now: Date,
    ): Promise<News> {
      const id = newId()
      const made = presentNews(
        await insertNews(db, {
          id,
          now,
          values: {
            heading: form.heading,
            description: form.description ?? '',
            thumbnail_key: await takeThumbnail(db, id, uploaded, form.thumbnail),
            source: form.source,
            reference_link: form.reference_link,
            price: form.price ?? null,
            is_active: form.is_active ?? true,
            is_free: form.is_free ?? true,
          },
        }),
      )
      await audited(db, actor, 'create', null, made)
      return made
    },

    /**
     * Changes the given fields. A replaced thumbnail is removed.
     * @param expectedVersion the version that the client has seen; undefined lets the last write win
     * @throws AppError NOT_FOUND, STALE with the current record, VALIDATION for a thumbnail that is not known
     */
    async update(
      db: Database,
      id: string,
      form: NewsChanges,
      uploaded: SpooledFile | undefined,
      expectedVersion: number | undefined,
      actor: Actor,
      now: Date,
    ): Promise<News> {
      const row = isRecordId(id) ? await lockNews(db, id) : undefined
      if (!row) throw missing()
      const before = presentNews(row)
      if (expectedVersion !== undefined && expectedVersion !== row.version) {
        throw new AppError('STALE', 'Someone else has changed this news snippet.', { data: before })
      }
      const keepsThumbnail = !uploaded && form.thumbnail === undefined
      const values: NewsValues = {
        heading: form.heading ?? row.heading,
        description: form.description ?? row.description,
        thumbnail_key: keepsThumbnail
          ? row.thumbnail_key
          : await takeThumbnail(db, id, uploaded, form.thumbnail),
        source: form.source ?? row.source,
        reference_link: form.reference_link ?? row.reference_link,
        price: form.price === undefined ? row.price : form.price,
        is_active: form.is_active ?? row.is_active,
        is_free: form.is_free ?? row.is_free,
      }
      const isChanged = (Object.keys(values) as (keyof NewsValues)[]).some(
        (name) => values[name] !== row[name],
      )
      if (!isChanged) return before
      const after = presentNews(await updateNews(db, id, { ...values, now }))
      if (values.thumbnail_key !== row.thumbnail_key) await files.release(db, row.thumbnail_key)
      await audited(db, actor, 'update', before, after)
      return after
    },
  }
}
