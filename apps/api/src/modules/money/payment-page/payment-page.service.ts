import type { VenuePlace } from '@greenroom/contract/gst-state'
import type {
  NewPaymentPage,
  PaymentPageChanges,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import {
  type ListedPaymentPage,
  type PaymentPage,
  paymentPageMessages,
} from '@greenroom/contract/money/payment-page/payment-page.schema'
import { invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { priceColumns } from '../../../platform/database/price-columns.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs, findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { type Files, keyOfUrl } from '../../../platform/files/files.ts'
import { salesOf } from '../transaction/sales.service.ts'
import { presentPaymentPage } from './payment-page.presenter.ts'
import {
  countPaymentPages,
  findPaymentPage,
  insertPaymentPage,
  listPaymentPages,
  type PaymentPageValues,
  updatePaymentPage,
} from './payment-page.repository.ts'

export type PaymentPageService = ReturnType<typeof createPaymentPageService>

/** Custom payment pages; the API calls one a payment entity. */
export function createPaymentPageService({
  files,
  publicUrl,
}: {
  files: Files
  /** Base URL of uploaded files in browsers; a form names a banner by its path or its whole URL. */
  publicUrl: string
}) {
  /**
   * Takes an uploaded image as the page's banner.
   * @throws AppError VALIDATION for an unknown one
   */
  async function adoptBanner(call: Call, url: string, ownerId: string): Promise<string> {
    const key = keyOfUrl(url.trim(), publicUrl)
    if (key === null) throw invalid([{ path: 'banner', message: paymentPageMessages.bannerRequired }])
    await files.adopt(call.db, key, ownerId, 'banner')
    return key
  }

  return {
    /** Lists payment pages with what they have sold, the newest first. */
    async list(
      call: Call,
      query: {
        is_active?: boolean | undefined
        title?: string | undefined
        limit: number
        offset: number
      },
    ): Promise<ListedPaymentPage[]> {
      const { is_active: isActive, ...filter } = query
      const rows = await listPaymentPages(call.db, { ...filter, isActive })
      const sales = await salesOf(
        call,
        rows.map((row) => row.id),
      )
      return rows.map((row) => ({ ...presentPaymentPage(row), sales: sales.get(row.id) ?? [] }))
    },

    /** Counts the payment pages of each status that a search finds, each at most up to `mostCounted`. */
    countGroups: ({ db }: Call, title: string | undefined) => countPaymentPages(db, title),

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<PaymentPage> {
      return presentPaymentPage(await findRecord(call, findPaymentPage, id, 'payment page'))
    },

    /**
     * Sets the State of the seat that a page sells. The caller has a transaction.
     * @param replaces whether it replaces a State that is known
     * @throws AppError NOT_FOUND
     */
    async setState(
      call: Call,
      id: string,
      state: VenuePlace,
      { replaces }: { replaces: boolean },
    ): Promise<void> {
      const row = await lockRecord(call, 'payment_page', findPaymentPage, id, 'payment page')
      if (row.venue_state === state || (row.venue_state !== null && !replaces)) return
      const after = await updatePaymentPage(call.db, id, { venue_state: state, now: call.now })
      await recordAudit(call, {
        action: 'payment-page.update',
        entityType: 'payment-page',
        entityId: id,
        label: row.title,
        before: { ...presentPaymentPage(row) },
        after: { ...presentPaymentPage(after) },
      })
    },

    /** @throws AppError VALIDATION for a banner that was not uploaded or belongs to another record */
    async create(call: Call, form: NewPaymentPage): Promise<PaymentPage> {
      const id = newId()
      const lsq = form.lsq ?? form.meta?.lsq
      const made = presentPaymentPage(
        await insertPaymentPage(call.db, {
          id,
          now: call.now,
          values: {
            title: form.title,
            description: form.description ?? '',
            is_active: form.is_active ?? true,
            banner_key: await adoptBanner(call, form.banner, id),
            venue_state: form.venue_state ?? null,
            ...priceColumns(form.prices),
            lsq_add_to_cart: lsq?.add_to_cart ?? '',
            lsq_purchase: lsq?.purchase ?? '',
          },
        }),
      )
      await recordAudit(call, {
        action: 'payment-page.create',
        entityType: 'payment-page',
        entityId: id,
        label: made.title,
        after: { ...made },
      })
      return made
    },

    /**
     * Changes the given fields, also among the lead-tracking ids. A replaced banner is deleted.
     * @throws AppError NOT_FOUND, STALE with the current record, VALIDATION for an unknown banner
     */
    async update(call: Call, id: string, form: PaymentPageChanges): Promise<PaymentPage> {
      const row = await lockRecord(call, 'payment_page', findPaymentPage, id, 'payment page')
      const before = presentPaymentPage(row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this payment page.')
      const bannerKey = form.banner === undefined ? row.banner_key : await adoptBanner(call, form.banner, id)
      const lsq = form.lsq ?? form.meta?.lsq
      const values: PaymentPageValues = {
        title: form.title ?? row.title,
        description: form.description ?? row.description,
        is_active: form.is_active ?? row.is_active,
        banner_key: bannerKey,
        venue_state: form.venue_state === undefined ? row.venue_state : form.venue_state,
        ...priceColumns(form.prices ?? before.prices),
        lsq_add_to_cart: lsq?.add_to_cart ?? row.lsq_add_to_cart,
        lsq_purchase: lsq?.purchase ?? row.lsq_purchase,
      }
      if (!differs(values, row)) return before
      const after = presentPaymentPage(await updatePaymentPage(call.db, id, { ...values, now: call.now }))
      if (bannerKey !== row.banner_key) await files.release(call.db, row.banner_key)
      await recordAudit(call, {
        action: 'payment-page.update',
        entityType: 'payment-page',
        entityId: id,
        label: after.title,
        before: { ...before },
        after: { ...after },
      })
      return after
    },
  }
}
