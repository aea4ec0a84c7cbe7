import type { Permission } from '@greenroom/contract/access/permission'
import type {
  listReportedComments,
  listReportedUsers,
} from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { createPost, listPosts, updatePost } from '@greenroom/contract/community/post/post.endpoints'
import type { listBin } from '@greenroom/contract/desk/bin/bin.endpoints'
import type { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import type { createBanner, listBanners } from '@greenroom/contract/marketing/banner/banner.endpoints'
import type { createNews, listNews, updateNews } from '@greenroom/contract/marketing/news/news.endpoints'
import type {
  createShortlink,
  listShortlinks,
  replaceShortlink,
} from '@greenroom/contract/marketing/shortlink/shortlink.endpoints'
import type {
  createCoupon,
  listCoupons,
  saveCouponsOfEntity,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import type { listDocuments } from '@greenroom/contract/money/document/document.endpoints'
import type { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import type { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import type {
  createPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { listDifferences } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type { listRefundRequests } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type {
  getTransaction,
  listTransactions,
} from '@greenroom/contract/money/transaction/transaction.endpoints'
import type {
  createAdvisor,
  getAdvisoryService,
  listAdvisors,
  listAdvisoryServices,
  listLeads,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { listErasures } from '@greenroom/contract/people/person/personal-data.endpoints'
import type { getCalendar } from '@greenroom/contract/sessions/calendar/calendar.endpoints'
import type { createCreator, listCreators } from '@greenroom/contract/sessions/creator/creator.endpoints'
import type { createEvent, listEvents, updateEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import type {
  createMasterclass,
  listMasterclasses,
  updateMasterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { listRegistrations } from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { listApiKeys } from '@greenroom/contract/staff/api-key/api-key.endpoints'
import type { inviteStaff, listStaff } from '@greenroom/contract/staff/staff/staff.endpoints'
import type { listWebhookDeliveries } from '@greenroom/contract/staff/webhook/webhook.endpoints'
import { needed } from '../lib/api/permissions.ts'

/** The search parameters with which a list opens a form. */
type FormParameter = 'create' | 'edit' | 'coupons'

interface ScreenAccess {
  /** What the calls need that the screen makes at once. */
  opens: readonly Permission[]
  /** What its forms need, which a search parameter opens over the list. */
  forms?: Partial<Record<FormParameter, readonly Permission[]>>
}

const couponLinks = needed<typeof saveCouponsOfEntity>('content.write')

/** What each screen needs, by its route as routes.tsx declares it. A screen without an entry is open to all staff. */
const screens: Record<string, ScreenAccess> = {
  '/masterclass': {
    opens: needed<typeof listMasterclasses>('content.read'),
    forms: { coupons: couponLinks },
  },
  '/masterclass/create': { opens: needed<typeof createMasterclass>('content.write') },
  '/masterclass/edit/$id': { opens: needed<typeof updateMasterclass>('content.write') },
  '/masterclass/people/$id': { opens: needed<typeof listRegistrations>('content.read') },
  '/transactions/$type': { opens: needed<typeof listTransactions>('money.read') },
  '/transactions/requests': { opens: needed<typeof listRefundRequests>('money.read') },
  '/transactions/orders/$id': { opens: needed<typeof getTransaction>('money.read') },
  '/moderation/users': { opens: needed<typeof listReportedUsers>('moderation.read') },
  '/moderation/posts': {
    // Reported posts are posts with their reports.
    opens: [...needed<typeof listPosts>('content.read'), 'moderation.read'],
  },
  '/moderation/comments': { opens: needed<typeof listReportedComments>('moderation.read') },
  '/events': { opens: needed<typeof listEvents>('content.read') },
  '/event/create': { opens: needed<typeof createEvent>('content.write') },
  '/event/edit/$id': { opens: needed<typeof updateEvent>('content.write') },
  '/event/people/$id': { opens: needed<typeof listRegistrations>('content.read') },
  '/webinar': { opens: needed<typeof listEvents>('content.read') },
  '/webinar/create': { opens: needed<typeof createEvent>('content.write') },
  '/webinar/edit/$id': { opens: needed<typeof updateEvent>('content.write') },
  '/webinar/people/$id': { opens: needed<typeof listRegistrations>('content.read') },
  '/calendar': { opens: needed<typeof getCalendar>('content.read') },
  '/banners': { opens: needed<typeof listBanners>('content.read') },
  // Creates and edits, which need the same.
  '/create-banner': { opens: needed<typeof createBanner>('content.write') },
  '/create-post': {
    opens: needed<typeof listPosts>('content.read'),
    forms: { create: needed<typeof createPost>('content.write') },
  },
  '/create-post/edit/$id': { opens: needed<typeof updatePost>('content.write') },
  '/news': { opens: needed<typeof listNews>('content.read') },
  '/news/create': { opens: needed<typeof createNews>('content.write') },
  '/news/edit': { opens: needed<typeof updateNews>('content.write') },
  '/creators': {
    opens: needed<typeof listCreators>('content.read'),
    forms: { create: needed<typeof createCreator>('content.write') },
  },
  '/advisory/services': { opens: needed<typeof listAdvisoryServices>('advisory.read') },
  '/advisory/services/$id': { opens: needed<typeof getAdvisoryService>('advisory.read') },
  '/advisory/advisors': {
    opens: needed<typeof listAdvisors>('advisory.read'),
    forms: { create: needed<typeof createAdvisor>('advisory.write') },
  },
  '/advisory/leads': { opens: needed<typeof listLeads>('advisory.read') },
  '/memberships': {
    opens: needed<typeof listMemberships>('content.read'),
    forms: { coupons: couponLinks },
  },
  // The dialog of a coupon shows its redemptions to those who may only read.
  '/coupons': {
    opens: needed<typeof listCoupons>('content.read'),
    forms: { create: needed<typeof createCoupon>('content.write') },
  },
  '/url-shortener': {
    opens: needed<typeof listShortlinks>('content.read'),
    forms: {
      create: needed<typeof createShortlink>('content.write'),
      edit: needed<typeof replaceShortlink>('content.write'),
    },
  },
  '/custom-payment-pages': {
    opens: needed<typeof listPaymentPages>('content.read'),
    forms: {
      create: needed<typeof createPaymentPage>('content.write'),
      edit: needed<typeof updatePaymentPage>('content.write'),
    },
  },
  '/books/documents': { opens: needed<typeof listDocuments>('money.read') },
  '/books/differences': { opens: needed<typeof listDifferences>('money.read') },
  '/books/months': { opens: needed<typeof listGstMonths>('money.read') },
  '/staff': {
    opens: needed<typeof listStaff>('staff.read'),
    forms: { create: needed<typeof inviteStaff>('staff.read', 'staff.write') },
  },
  '/api-keys': { opens: needed<typeof listApiKeys>('key.write') },
  '/webhooks': { opens: needed<typeof listWebhookDeliveries>('webhook.read') },
  // Each role sees a part of it; the server leaves out the others.
  '/people/$id': { opens: [] },
  '/personal-data': { opens: needed<typeof listErasures>('personal.erase') },
  '/bin': { opens: needed<typeof listBin>('content.read') },
  '/history': { opens: needed<typeof listHistory>('history.read', 'personal.read') },
}

/**
 * Returns the permissions that an address needs.
 * @param route the route's full path, with $parameters
 */
export function permissionsOfScreen(
  route: string,
  search: Readonly<Record<string, unknown>> = {},
): readonly Permission[] {
  const { opens = [], forms = {} } = screens[route] ?? {}
  return [
    ...opens,
    // A tab that creates is the form of its list.
    ...((search.create !== undefined || search.tab === 'create') && forms.create ? forms.create : []),
    ...(search.edit !== undefined && forms.edit ? forms.edit : []),
    ...(search.coupons !== undefined && forms.coupons ? forms.coupons : []),
  ]
}
