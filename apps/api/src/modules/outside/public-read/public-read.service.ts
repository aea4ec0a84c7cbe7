import type { QueryOf } from '@greenroom/contract/endpoint'
import type { CurrencyCode } from '@greenroom/contract/money'
import { priceWithGst } from '@greenroom/contract/money/payment-page/payment-page.schema'
import type { readPrice } from '@greenroom/contract/outside/public-read/public-read.endpoints'
import type {
  PricedType,
  PriceToPay,
  PublicBanner,
  PublicComment,
  PublicEvent,
  PublicMasterclass,
  PublicMembership,
  PublicNews,
  PublicPaymentPage,
  PublicPost,
  PublicService,
  PublicWebinar,
} from '@greenroom/contract/outside/public-read/public-read.schema'
import { invalid, notFound } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { pricesOf } from '../../../platform/database/price-columns.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import type { CouponService } from '../../money/coupon/coupon.service.ts'
import { createPublicPresenter } from './public-read.presenter.ts'
import {
  findUserId,
  type Page,
  readBanners,
  readComments,
  readEvents,
  readMasterclasses,
  readMemberships,
  readNews,
  readPaymentPages,
  readPosts,
  readServices,
  type Shown,
} from './public-read.repository.ts'

/** A price in one currency. An event need not have an original price. */
interface PriceInCurrency {
  currency_code: CurrencyCode
  original_price: number | null
  current_price: number
}

/**
 * What the public product shows and sells: published, active and visible records only (OQ-420). A draft or hidden one
 * is refused like an unknown one.
 */
export function createIntakeReads({
  publicUrl,
  coupons,
}: {
  publicUrl: string
  coupons: Pick<CouponService, 'quote'>
}) {
  const present = createPublicPresenter(publicUrl)

  /** @throws AppError NOT_FOUND, also for an id that is not well-formed */
  async function one<Row>(id: string, name: string, read: (shown: Shown) => Promise<Row[]>): Promise<Row> {
    const [row] = isRecordId(id) ? await read({ id }) : []
    if (row === undefined) throw notFound(`This ${name} does not exist`)
    return row
  }

  const masterclass = (call: Call, id: string) =>
    one(id, 'masterclass', (shown) => readMasterclasses(call.db, shown, call.now))
  const event = (call: Call, type: 'ONLINE' | 'OFFLINE', id: string) =>
    one(id, type === 'ONLINE' ? 'webinar' : 'event', (shown) => readEvents(call.db, type, shown, call.now))
  const membership = (call: Call, id: string) =>
    one(id, 'membership', (shown) => readMemberships(call.db, shown))
  const paymentPage = (call: Call, id: string) =>
    one(id, 'payment page', (shown) => readPaymentPages(call.db, shown))
  const post = (call: Call, id: string) => one(id, 'post', (shown) => readPosts(call.db, shown))

  /** Returns the prices of what can be bought. Orders name events and webinars alike. */
  const pricesOfType: Record<PricedType, (call: Call, id: string) => Promise<PriceInCurrency[]>> = {
    masterclass: async (call, id) => pricesOf(await masterclass(call, id)),
    membership: async (call, id) => [await membership(call, id)],
    custom: async (call, id) => pricesOf(await paymentPage(call, id)),
    events: async (call, id) => {
      const read = async (shown: Shown) => [
        ...(await readEvents(call.db, 'OFFLINE', shown, call.now)),
        ...(await readEvents(call.db, 'ONLINE', shown, call.now)),
      ]
      return (await one(id, 'event', read)).prices
    },
  }

  return {
    masterclasses: async (call: Call, page: Page): Promise<PublicMasterclass[]> =>
      (await readMasterclasses(call.db, page, call.now)).map(present.masterclass),
    masterclass: async (call: Call, id: string): Promise<PublicMasterclass> =>
      present.masterclass(await masterclass(call, id)),

    events: async (call: Call, page: Page): Promise<PublicEvent[]> =>
      (await readEvents(call.db, 'OFFLINE', page, call.now)).map(present.event),
    event: async (call: Call, id: string): Promise<PublicEvent> =>
      present.event(await event(call, 'OFFLINE', id)),

    webinars: async (call: Call, page: Page): Promise<PublicWebinar[]> =>
      (await readEvents(call.db, 'ONLINE', page, call.now)).map(present.webinar),
    webinar: async (call: Call, id: string): Promise<PublicWebinar> =>
      present.webinar(await event(call, 'ONLINE', id)),

    memberships: async (call: Call, page: Page): Promise<PublicMembership[]> =>
      (await readMemberships(call.db, page)).map(present.membership),
    membership: async (call: Call, id: string): Promise<PublicMembership> =>
      present.membership(await membership(call, id)),

    paymentPages: async (call: Call, page: Page): Promise<PublicPaymentPage[]> =>
      (await readPaymentPages(call.db, page)).map(present.paymentPage),
    paymentPage: async (call: Call, id: string): Promise<PublicPaymentPage> =>
      present.paymentPage(await paymentPage(call, id)),

    banners: async (call: Call, page: Page): Promise<PublicBanner[]> =>
      (await readBanners(call.db, page, call.now)).map(present.banner),

    posts: async (
      call: Call,
      { pinned, ...page }: Page & { pinned?: boolean | undefined },
    ): Promise<PublicPost[]> => (await readPosts(call.db, page, pinned)).map(present.post),
    post: async (call: Call, id: string): Promise<PublicPost> => present.post(await post(call, id)),

    /** @throws AppError NOT_FOUND if the post is hidden or unknown */
    async comments(call: Call, postId: string, page: Page): Promise<PublicComment[]> {
      const { id } = await post(call, postId)
      return (await readComments(call.db, id, page)).map(present.comment)
    },

    news: async (call: Call, page: Page): Promise<PublicNews[]> =>
      (await readNews(call.db, page)).map(present.news),

    services: async (call: Call, page: Page): Promise<PublicService[]> =>
      (await readServices(call.db, page)).map(present.service),

    /**
     * Returns what a buyer pays (OQ-421).
     * @throws AppError NOT_FOUND for what is not on sale, VALIDATION if it has no price in the currency
     */
    async price(call: Call, query: QueryOf<typeof readPrice>): Promise<PriceToPay> {
      const { entity_type, entity_id, currency, coupon: code, user_external_id } = query
      const prices = await pricesOfType[entity_type](call, entity_id)
      const found = prices.find((one) => one.currency_code === currency)
      if (!found) throw invalid([{ path: 'currency', message: `There is no price in ${currency}` }])
      const buyerId = user_external_id === undefined ? null : await findUserId(call.db, user_external_id)
      const quote = code?.trim()
        ? await coupons.quote(call, { code, entityId: entity_id, price: found, buyerId })
        : null
      const discount = quote?.discount ?? 0
      const price = found.current_price - discount
      const gst = entity_type === 'custom' ? priceWithGst(price) - price : 0
      return {
        entity_type,
        entity_id,
        currency_code: found.currency_code,
        original_price: found.original_price,
        current_price: found.current_price,
        discount,
        price,
        gst,
        total: price + gst,
        coupon: quote && {
          code: quote.code,
          is_valid: quote.refusal === null,
          refusal: quote.refusal,
          valid_till: quote.valid_till,
        },
      }
    },
  }
}
