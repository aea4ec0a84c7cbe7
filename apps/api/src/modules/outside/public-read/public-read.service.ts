import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import type {
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
import type { Call } from '../../../platform/call.ts'
import { settingsOn, type TaxPeriod, type TaxPeriodSettings } from '../../../tax-period.ts'
import { type ListOrder, nextCursor, type Page, type Placed } from './list-order.repository.ts'
import { readPriceToPay } from './public-price.service.ts'
import { createPublicPresenter } from './public-read.presenter.ts'
import {
  listOrders,
  readBanners,
  readComments,
  readEvents,
  readMasterclasses,
  readMemberships,
  readNews,
  readPaymentPages,
  readPosts,
  readServices,
} from './public-read.repository.ts'
import {
  findShownEvent,
  findShownMasterclass,
  findShownMembership,
  findShownPage,
  findShownPost,
} from './shown-record.service.ts'

/** A page of a list with the cursor of the next one. */
interface Listed<T> {
  data: T[]
  next_cursor: string | null
}

type RateSettings = TaxPeriodSettings & { TAX_PERIODS: readonly TaxPeriod[] }

function listed<Row extends Placed, T>(
  order: ListOrder,
  page: Page,
  rows: Row[],
  present: (row: Row) => T,
): Listed<T> {
  return { data: rows.map(present), next_cursor: nextCursor(order, rows, page) }
}

/**
 * What the public product shows and sells: published, active and visible records only (OQ-420). A draft or hidden one
 * is refused like an unknown one.
 * @param settings the rate of GST, which is added to the prices of payment pages
 */
export function createIntakeReads(publicUrl: string, settings: RateSettings) {
  const present = createPublicPresenter(publicUrl)

  return {
    masterclasses: async (call: Call, page: Page): Promise<Listed<PublicMasterclass>> =>
      listed(
        listOrders.masterclasses,
        page,
        await readMasterclasses(call.db, page, call.now),
        present.masterclass,
      ),
    masterclass: async (call: Call, id: string): Promise<PublicMasterclass> =>
      present.masterclass(await findShownMasterclass(call, id)),

    events: async (call: Call, page: Page): Promise<Listed<PublicEvent>> =>
      listed(listOrders.events, page, await readEvents(call.db, 'OFFLINE', page, call.now), present.event),
    event: async (call: Call, id: string): Promise<PublicEvent> =>
      present.event(await findShownEvent(call, 'OFFLINE', id)),

    webinars: async (call: Call, page: Page): Promise<Listed<PublicWebinar>> =>
      listed(listOrders.events, page, await readEvents(call.db, 'ONLINE', page, call.now), present.webinar),
    webinar: async (call: Call, id: string): Promise<PublicWebinar> =>
      present.webinar(await findShownEvent(call, 'ONLINE', id)),

    memberships: async (call: Call, page: Page): Promise<Listed<PublicMembership>> =>
      listed(listOrders.memberships, page, await readMemberships(call.db, page), present.membership),
    membership: async (call: Call, id: string): Promise<PublicMembership> =>
      present.membership(await findShownMembership(call, id)),

    paymentPages: async (call: Call, page: Page): Promise<Listed<PublicPaymentPage>> =>
      listed(listOrders.paymentPages, page, await readPaymentPages(call.db, page), present.paymentPage),
    paymentPage: async (call: Call, id: string): Promise<PublicPaymentPage> =>
      present.paymentPage(await findShownPage(call, id)),

    banners: async (call: Call, page: Page): Promise<Listed<PublicBanner>> =>
      listed(listOrders.banners, page, await readBanners(call.db, page, call.now), present.banner),

    posts: async (
      call: Call,
      { pinned, ...page }: Page & { pinned?: boolean | undefined },
    ): Promise<Listed<PublicPost>> =>
      listed(listOrders.posts, page, await readPosts(call.db, page, pinned), present.post),
    post: async (call: Call, id: string): Promise<PublicPost> => present.post(await findShownPost(call, id)),

    /** @throws AppError NOT_FOUND if the post is hidden or unknown */
    async comments(call: Call, postId: string, page: Page): Promise<Listed<PublicComment>> {
      const { id } = await findShownPost(call, postId)
      return listed(listOrders.comments, page, await readComments(call.db, id, page), present.comment)
    },

    news: async (call: Call, page: Page): Promise<Listed<PublicNews>> =>
      listed(listOrders.news, page, await readNews(call.db, page), present.news),

    services: async (call: Call, page: Page): Promise<Listed<PublicService>> =>
      listed(listOrders.services, page, await readServices(call.db, page), present.service),

    price: (call: Call, query: Parameters<typeof readPriceToPay>[1]) =>
      readPriceToPay(call, query, settingsOn(settings, dayIn(call.now, taxTimeZone)).GST_RATE),
  }
}
