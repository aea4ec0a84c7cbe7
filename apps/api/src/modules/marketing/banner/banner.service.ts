import { type Binned, binMessages } from '@greenroom/contract/desk/bin/bin.schema'
import type { FieldError } from '@greenroom/contract/error'
import { isBlank } from '@greenroom/contract/field'
import type { BannerChanges, NewBanner } from '@greenroom/contract/marketing/banner/banner.endpoints'
import { movedBanners, pageEventType } from '@greenroom/contract/marketing/banner/banner.rules'
import {
  type Banner,
  bannerFilesTotal,
  bannerMessages,
  lastBannerOrder,
  mostBannerFiles,
  type Redirect,
} from '@greenroom/contract/marketing/banner/banner.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { differs, findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { type Files, keyOfUrl } from '../../../platform/files/files.ts'
import type { SpooledFile } from '../../../platform/files/spool.ts'
import { keepInBin } from '../../desk/bin/bin-keeping.service.ts'
import { presentBanner } from './banner.presenter.ts'
import {
  type BannerRow,
  type BannerValues,
  claimBannerPosition,
  deleteBanner,
  eventTypeOf,
  findBanner,
  freeBannerPosition,
  insertBanner,
  listBanners,
  lockActiveBanners,
  replaceBannerFiles,
  setBannerPositions,
  updateBanner,
} from './banner.repository.ts'

/** Banners of the home screen. */
export function createBannerService({
  files,
  publicUrl,
}: {
  files: Files
  /** Base URL of uploaded files in browsers; a form names a kept file by its path or its whole URL. */
  publicUrl: string
}) {
  async function read(call: Call, id: string): Promise<Banner> {
    return presentBanner(await findRecord(call, findBanner, id, 'banner'))
  }

  /** Returns the files that stay, in the form's order. */
  function keptFiles(row: BannerRow, urls: readonly string[] | undefined): BannerRow['files'] {
    if (urls === undefined) return row.files
    const keys = urls.map((url) => keyOfUrl(url.trim(), publicUrl))
    const errors = keys.flatMap((key, place): FieldError[] =>
      row.files.some((file) => file.key === key) && keys.indexOf(key) === place
        ? []
        : [{ path: `keep_files.${place}`, message: bannerMessages.fileUnknown }],
    )
    if (errors.length > 0) throw invalid(errors)
    return keys.flatMap((key) => row.files.filter((file) => file.key === key))
  }

  async function keepFiles(call: Call, id: string, uploaded: readonly SpooledFile[]): Promise<string[]> {
    const keys: string[] = []
    for (const spooled of uploaded) keys.push((await files.keep(call.db, spooled, id)).key)
    return keys
  }

  /**
   * Refuses an entity ID that isn't the id of an event or webinar, as the page needs it (OQ-202).
   * @param stored the redirect that is changed: one from before this rule stays as it is
   * @throws AppError VALIDATION
   */
  async function requireEntity(call: Call, redirect: Redirect, stored?: RedirectColumns): Promise<void> {
    const { redirect_page: page, redirect_props: props } = redirectColumns(redirect)
    const { entity_id: id } = props
    if (page === null || id === undefined) return
    if (stored?.redirect_page === page && stored.redirect_props.entity_id === id) return
    const eventType = isRecordId(id) ? await eventTypeOf(call.db, id) : undefined
    if (eventType === pageEventType[page]) return
    throw invalid([{ path: 'redirect.props.entity_id', message: bannerMessages.entity[page] }])
  }

  async function audited(
    call: Call,
    action: 'create' | 'update' | 'remove',
    before: Banner | null,
    after: Banner | null,
  ) {
    const banner = after ?? before
    if (!banner) return
    await recordAudit(call, {
      action: `banner.${action}`,
      entityType: 'banner',
      entityId: banner._id,
      label: labelOf(banner),
      before: before && auditMembers(before),
      after: after && auditMembers(after),
    })
  }

  return {
    /** Lists banners by order; active, inactive or all. */
    async list(
      call: Call,
      query: { is_active?: boolean | undefined; ends?: 'week' | undefined; limit: number; offset: number },
    ): Promise<Banner[]> {
      const { is_active: isActive, ends, ...page } = query
      const endingAt = ends && call.now
      return (await listBanners(call.db, { ...page, isActive, endingAt })).map(presentBanner)
    },

    /** Returns the order number of a new banner whose form has none (OQ-075). */
    nextOrder: (call: Call): Promise<number> => freeBannerPosition(call.db, lastBannerOrder),

    /** @throws AppError NOT_FOUND */
    get: read,

    /**
     * Adds a banner. Without an order number it gets the next free one.
     * @throws AppError VALIDATION for a banner without a file, or with an entity ID of something else
     */
    async create(call: Call, form: NewBanner, uploaded: readonly SpooledFile[]): Promise<Banner> {
      requireFiles([], uploaded)
      await requireEntity(call, form.redirect)
      const id = newId()
      const position = form.order ?? form.priority ?? (await claimBannerPosition(call.db, lastBannerOrder))
      await insertBanner(call.db, {
        id,
        now: call.now,
        values: {
          ...redirectColumns(form.redirect),
          start_time: new Date(form.start_time),
          end_time: new Date(form.end_time),
          position,
          is_active: form.is_active ?? true,
        },
      })
      await replaceBannerFiles(call.db, id, await keepFiles(call, id, uploaded))
      const made = await read(call, id)
      await audited(call, 'create', null, made)
      return made
    },

    /**
     * Changes the given fields. The files that the form names stay, in its order; new ones follow.
     * @throws AppError NOT_FOUND, STALE with the current record, VALIDATION for a file of another record or if no
     * file would be left, TOO_LARGE if all files together are
     */
    async update(
      call: Call,
      id: string,
      form: BannerChanges,
      uploaded: readonly SpooledFile[],
    ): Promise<Banner> {
      const row = await lockRecord(call, 'banner', findBanner, id, 'banner')
      const before = presentBanner(row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this banner.')
      const kept = keptFiles(row, form.keep_files)
      const changesFiles =
        uploaded.length > 0 || kept.length !== row.files.length || kept.some((one, n) => one !== row.files[n])
      if (changesFiles) requireFiles(kept, uploaded)
      if (form.redirect) await requireEntity(call, form.redirect, row)
      const values: BannerValues = {
        ...(form.redirect ? redirectColumns(form.redirect) : redirectOf(row)),
        start_time: form.start_time === undefined ? row.start_time : new Date(form.start_time),
        end_time: form.end_time === undefined ? row.end_time : new Date(form.end_time),
        position: form.order ?? form.priority ?? row.position,
        is_active: form.is_active ?? row.is_active,
      }
      if (!differs(values, row) && !changesFiles) return before
      await updateBanner(call.db, id, { ...values, now: call.now })
      if (changesFiles) {
        const added = await keepFiles(call, id, uploaded)
        await replaceBannerFiles(call.db, id, [...kept.map((file) => file.key), ...added])
        const gone = row.files.filter((file) => !kept.includes(file))
        await files.releaseAll(
          call.db,
          gone.map((file) => file.key),
        )
      }
      const after = await read(call, id)
      await audited(call, 'update', before, after)
      return after
    },

    /**
     * Moves an inactive banner to the bin, with its files (OQ-477).
     * @throws AppError NOT_FOUND, STALE with the current record, WRONG_STATE for an active banner
     */
    async remove(call: Call, id: string): Promise<Binned> {
      const before = presentBanner(await lockRecord(call, 'banner', findBanner, id, 'banner'))
      refuseStale(call.expectedVersion, before, 'Someone else has changed this banner.')
      if (before.is_active) throw new AppError('WRONG_STATE', binMessages.notInactive)
      const label = labelOf(before)
      const binId = await keepInBin(call, { kind: 'banner', id, label, permission: 'content.write' })
      await deleteBanner(call.db, id)
      await audited(call, 'remove', before, null)
      return { bin_id: binId }
    },

    /**
     * Moves an active banner behind another one, or to the first place (OQ-201).
     * @returns all banners whose order number has changed
     * @throws AppError NOT_FOUND, STALE with the current record, WRONG_STATE for an inactive banner, VALIDATION if the
     * other banner isn't active
     */
    async move(call: Call, id: string, after: string | null): Promise<Banner[]> {
      const active = (await lockActiveBanners(call.db)).map(presentBanner)
      const moved = await read(call, id)
      refuseStale(call.expectedVersion, moved, 'Someone else has changed this banner.')
      if (!moved.is_active) throw new AppError('WRONG_STATE', bannerMessages.notActive)
      if (after !== null && !active.some(({ _id }) => _id === after)) {
        throw invalid([{ path: 'after', message: bannerMessages.notActive }])
      }
      const changed = movedBanners(active, id, after).map((banner) => ({
        ...banner,
        priority: banner.order,
        version: banner.version + 1,
      }))
      await setBannerPositions(call.db, changed, call.now)
      for (const banner of changed) {
        await audited(call, 'update', active.find(({ _id }) => _id === banner._id) ?? null, banner)
      }
      return changed
    },
  }
}

/** @throws AppError VALIDATION for no file or too many, TOO_LARGE for too many bytes together (BAN-10) */
function requireFiles(kept: readonly { byteSize: number }[], added: readonly { byteSize: number }[]): void {
  const all = [...kept, ...added]
  if (all.length === 0) throw invalid([{ path: 'files', message: bannerMessages.required }])
  if (all.length > mostBannerFiles) throw invalid([{ path: 'files', message: bannerMessages.tooManyFiles }])
  if (all.reduce((sum, file) => sum + file.byteSize, 0) <= bannerFilesTotal.maxBytes) return
  throw new AppError('TOO_LARGE', bannerFilesTotal.tooLarge, {
    errors: [{ path: 'files', message: bannerFilesTotal.tooLarge }],
  })
}

type RedirectColumns = Pick<
  BannerValues,
  'redirect_type' | 'redirect_link' | 'redirect_page' | 'redirect_props'
>

/** Returns the columns of a redirect, without members of the other kind and without empty fields. */
function redirectColumns(redirect: Redirect): RedirectColumns {
  if (redirect.type === 'external') {
    return {
      redirect_type: 'external',
      redirect_link: redirect.redirect_link ?? null,
      redirect_page: null,
      redirect_props: {},
    }
  }
  const given = Object.entries(redirect.props ?? {}).filter(
    ([name, value]) => !isBlank(name) && !isBlank(value),
  )
  return {
    redirect_type: 'internal',
    redirect_link: null,
    redirect_page: redirect.page ?? null,
    redirect_props: Object.fromEntries(given),
  }
}

function redirectOf({
  redirect_type,
  redirect_link,
  redirect_page,
  redirect_props,
}: BannerRow): RedirectColumns {
  return { redirect_type, redirect_link, redirect_page, redirect_props }
}

function labelOf({ order, redirect }: Banner): string {
  return `Banner ${order}, ${redirect.type === 'external' ? redirect.redirect_link : `to ${redirect.page}`}`
}

/** The title belongs to the event, whose own entries record its changes. */
function auditMembers({ event_title: _, ...members }: Banner) {
  return members
}
