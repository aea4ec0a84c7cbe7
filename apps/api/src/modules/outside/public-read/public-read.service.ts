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
import { readPriceToPay } from './public-price.service.ts'
import { createPublicPresenter } from './public-read.presenter.ts'
import {
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
} from './public-read.repository.ts'
import {
  findShownEvent,
  findShownMasterclass,
  findShownMembership,
  findShownPage,
  findShownPost,
} from './shown-record.service.ts'

/**
 * What the public product shows and sells: published, active and visible records only (OQ-420). A draft or hidden one
 * is refused like an unknown one.
 */
export function createIntakeReads(publicUrl: string) {
  const present = createPublicPresenter(publicUrl)

  return {
    masterclasses: async (call: Call, page: Page): Promise<PublicMasterclass[]> =>
      (await readMasterclasses(call.db, page, call.now)).map(present.masterclass),
    masterclass: async (call: Call, id: string): Promise<PublicMasterclass> =>
      present.masterclass(await findShownMasterclass(call, id)),

    events: async (call: Call, page: Page): Promise<PublicEvent[]> =>
      (await readEvents(call.db, 'OFFLINE', page, call.now)).map(present.event),
    event: async (call: Call, id: string): Promise<PublicEvent> =>
      present.event(await findShownEvent(call, 'OFFLINE', id)),

    webinars: async (call: Call, page: Page): Promise<PublicWebinar[]> =>
      (await readEvents(call.db, 'ONLINE', page, call.now)).map(present.webinar),
    webinar: async (call: Call, id: string): Promise<PublicWebinar> =>
      present.webinar(await findShownEvent(call, 'ONLINE', id)),

    memberships: async (call: Call, page: Page): Promise<PublicMembership[]> =>
      (await readMemberships(call.db, page)).map(present.membership),
    membership: async (call: Call, id: string): Promise<PublicMembership> =>
      present.membership(await findShownMembership(call, id)),

    paymentPages: async (call: Call, page: Page): Promise<PublicPaymentPage[]> =>
      (await readPaymentPages(call.db, page)).map(present.paymentPage),
    paymentPage: async (call: Call, id: string): Promise<PublicPaymentPage> =>
      present.paymentPage(await findShownPage(call, id)),

    banners: async (call: Call, page: Page): Promise<PublicBanner[]> =>
      (await readBanners(call.db, page, call.now)).map(present.banner),

    posts: async (
      call: Call,
      { pinned, ...page }: Page & { pinned?: boolean | undefined },
    ): Promise<PublicPost[]> => (await readPosts(call.db, page, pinned)).map(present.post),
    post: async (call: Call, id: string): Promise<PublicPost> => present.post(await findShownPost(call, id)),

    /** @throws AppError NOT_FOUND if the post is hidden or unknown */
    async comments(call: Call, postId: string, page: Page): Promise<PublicComment[]> {
      const { id } = await findShownPost(call, postId)
      return (await readComments(call.db, id, page)).map(present.comment)
    },

    news: async (call: Call, page: Page): Promise<PublicNews[]> =>
      (await readNews(call.db, page)).map(present.news),

    services: async (call: Call, page: Page): Promise<PublicService[]> =>
      (await readServices(call.db, page)).map(present.service),

    price: readPriceToPay,
  }
}
