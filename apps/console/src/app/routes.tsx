import { type CurrencyCode, currencyCodes } from '@greenroom/contract/money'
import {
  type TrafficSource,
  type TransactionStatusFilter,
  trafficSources,
  transactionStatusFilters,
  transactionTypes,
} from '@greenroom/contract/transaction/transaction.schema'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  parseSearchWith,
  redirect,
  stringifySearchWith,
  useParams,
} from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { readCredential, rememberReturnTo } from '../lib/session.ts'
import { takeSessionOver } from '../lib/shared-session.ts'
import { lazyPart, withProps } from '../ui/lazy-part.ts'
import { AppLayout } from './app-layout.tsx'
import { ErrorView } from './error-view.tsx'
import { PendingView } from './pending-view.tsx'
import { day, oneOf, positive, text } from './search-params.ts'

// The build reads from this file which screen each route shows: name its lazy part on the component line.
const LoginPage = lazyPart('login', () =>
  import('../features/session/login-page.tsx').then((part) => part.LoginPage),
)
const MasterclassListPage = lazyPart('masterclass-list', () =>
  import('../features/masterclass/masterclass-list-page.tsx').then((part) => part.MasterclassListPage),
)
const MasterclassFormPage = lazyPart('masterclass-form', () =>
  import('../features/masterclass/masterclass-wizard.tsx').then((part) => part.MasterclassFormPage),
)
const TransactionListPage = lazyPart('transactions', () =>
  import('../features/transaction/transaction-list-page.tsx').then((part) => part.TransactionListPage),
)
const UserQueuePage = lazyPart('reported-users', () =>
  import('../features/moderation/user-queue-page.tsx').then((part) => part.UserQueuePage),
)
const PostQueuePage = lazyPart('reported-posts', () =>
  import('../features/moderation/post-queue-page.tsx').then((part) => part.PostQueuePage),
)
const CommentQueuePage = lazyPart('reported-comments', () =>
  import('../features/moderation/comment-queue-page.tsx').then((part) => part.CommentQueuePage),
)
const MembershipListPage = lazyPart('memberships', () =>
  import('../features/membership/membership-list-page.tsx').then((part) => part.MembershipListPage),
)
const PaymentPageListPage = lazyPart('payment-pages', () =>
  import('../features/payment-page/payment-page-list-page.tsx').then((part) => part.PaymentPageListPage),
)
const EventsPage = lazyPart('event-list', () =>
  import('../features/event/event-list-page.tsx').then((part) => part.EventsPage),
)
const WebinarPage = lazyPart('webinar-list', () =>
  import('../features/event/event-list-page.tsx').then((part) => part.WebinarPage),
)
const EventFormPage = lazyPart('event-form', () =>
  import('../features/event/event-form.tsx').then((part) => part.EventFormPage),
)
const BannerListPage = lazyPart('banners', () =>
  import('../features/banner/banner-list-page.tsx').then((part) => part.BannerListPage),
)
const BannerFormPage = lazyPart('banner-form', () =>
  import('../features/banner/banner-form-page.tsx').then((part) => part.BannerFormPage),
)
const PostManagementPage = lazyPart('posts', () =>
  import('../features/post/post-management-page.tsx').then((part) => part.PostManagementPage),
)
const NewsListPage = lazyPart('news', () =>
  import('../features/news/news-list-page.tsx').then((part) => part.NewsListPage),
)
const NewsFormPage = lazyPart('news-form', () =>
  import('../features/news/news-form.tsx').then((part) => part.NewsFormPage),
)
const CreatorsPage = lazyPart('creators', () =>
  import('../features/creator/creator-list-page.tsx').then((part) => part.CreatorsPage),
)
const ServiceListPage = lazyPart('advisory-services', () =>
  import('../features/advisory/service-list-page.tsx').then((part) => part.ServiceListPage),
)
const ServicePage = lazyPart('advisory-service', () =>
  import('../features/advisory/service-page.tsx').then((part) => part.ServicePage),
)
const AdvisorListPage = lazyPart('advisory-advisors', () =>
  import('../features/advisory/advisor-list-page.tsx').then((part) => part.AdvisorListPage),
)
const LeadListPage = lazyPart('advisory-leads', () =>
  import('../features/advisory/lead-list-page.tsx').then((part) => part.LeadListPage),
)
const ShortlinkListPage = lazyPart('shortlinks', () =>
  import('../features/shortlink/shortlink-list-page.tsx').then((part) => part.ShortlinkListPage),
)

interface MasterclassListSearch {
  tab?: 'active' | 'draft' | 'past'
  /** The masterclass whose details are open. */
  open?: string
  /** The masterclass whose coupons are open. */
  coupons?: string
}

interface EventsSearch {
  tab?: 'active' | 'past'
  /** The event whose details are open. */
  open?: string
}

interface WebinarSearch {
  tab?: 'active' | 'draft' | 'past'
  /** The webinar whose details are open. */
  open?: string
}

interface BannersSearch {
  tab?: 'active' | 'inactive'
}

interface BannerFormSearch {
  /** The banner that is updated; a new one is made without it. */
  id?: string
}

interface PostManagementSearch {
  tab?: 'pinned' | 'create'
  /** The post that is edited. */
  id?: string
  /** The activity ID that is searched for among the pinned posts. */
  q?: string
}

interface NewsSearch {
  tab?: 'current' | 'inactive'
}

interface NewsEditSearch {
  /** The snippet that is edited. */
  id?: string
}

interface CreatorsSearch {
  tab?: 'all' | 'create'
  q?: string
}

interface AdvisorsSearch {
  tab?: 'all' | 'create'
}

interface LeadListSearch {
  advisor_id?: string
  /** One of the lead's statuses: the screen judges it, so that their schema is no part of the first load. */
  status?: string
  service_id?: string
  page?: number
  size?: number
  /** The booking whose details are open. */
  open?: string
}

interface ShortlinkListSearch {
  tab?: 'all' | 'create'
  /** The short code of the link that is edited. */
  edit?: string
}

interface TransactionListSearch {
  /** First and last day, YYYY-MM-DD in the business's zone. */
  from?: string
  to?: string
  phone?: string
  entity?: string
  status?: TransactionStatusFilter
  source?: TrafficSource
  currency?: CurrencyCode
  page?: number
  size?: number
}

interface ReportsSearch {
  /** The ticked report types, comma-separated. */
  types?: string
}

interface ReportedCommentsSearch extends ReportsSearch {
  /** The post that is shown with a comment. */
  post?: string
}

interface MembershipListSearch {
  /** The membership whose coupons are open. */
  coupons?: string
}

interface PaymentPageListSearch {
  tab?: 'active' | 'inactive'
  q?: string
  /** The page that is edited. */
  edit?: string
  /** A new page is being made. */
  create?: '1'
}

// An unknown type is an unknown path (OQ-004). The router preloads it like the page itself: shown without its script it
// would wait in a fallback, which React keeps for at least 300 ms.
function ofKnownType(Page: typeof TransactionListPage) {
  const Screen = () => {
    const { type } = useParams({ from: '/signed-in/transactions/$type' })
    return oneOf(transactionTypes, type) ? <Page /> : <ErrorView />
  }
  return Object.assign(Screen, { preload: Page.preload })
}

// OQ-002, OQ-004
function leadToReportedUsers(): never {
  throw redirect({ to: paths.userModeration, replace: true })
}

/**
 * Takes the session over from another tab, or leads to the sign-in screen (OQ-150).
 * @param wanted path with search to open after the sign-in; null for a link that is only preloaded
 */
async function signInFirst(wanted: string | null): Promise<void> {
  if (await takeSessionOver()) return
  if (wanted !== null) rememberReturnTo(wanted)
  throw redirect({ to: paths.login, replace: true })
}

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <ErrorView /> })

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: () => {
    if (readCredential() !== null) throw redirect({ to: paths.masterclassList, replace: true })
  },
  component: LoginPage,
})

// Every route but /login is below this one, so no screen renders and no call is made without a credential (SHELL-07,
// AUTH-06).
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // No promise with a credential: it would delay the first screen.
  beforeLoad: ({ location, preload }) => {
    if (readCredential() === null) return signInFirst(preload ? null : location.href)
  },
  component: AppLayout,
})

const screens = [
  createRoute({ getParentRoute: () => signedIn, path: paths.home, component: () => null }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.masterclassList,
    validateSearch: (search): MasterclassListSearch => ({
      tab: oneOf(['active', 'draft', 'past'], search.tab),
      open: text(search.open),
      coupons: text(search.coupons),
    }),
    component: MasterclassListPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.masterclassCreate,
    component: withProps(MasterclassFormPage, { mode: 'create' }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/masterclass/edit/$id',
    component: withProps(MasterclassFormPage, { mode: 'edit' }),
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.transactions,
    beforeLoad: () => {
      throw redirect({ ...paths.transactionList('masterclass'), replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/transaction/membership',
    beforeLoad: () => {
      throw redirect({ ...paths.transactionList('membership'), replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/transactions/$type',
    validateSearch: (search): TransactionListSearch => ({
      from: day(search.from),
      to: day(search.to),
      phone: text(search.phone),
      entity: text(search.entity),
      status: oneOf(transactionStatusFilters, search.status),
      source: oneOf(trafficSources, search.source),
      currency: oneOf(currencyCodes, search.currency),
      page: positive(search.page),
      size: positive(search.size),
    }),
    component: ofKnownType(TransactionListPage),
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: '/user-moderation',
    beforeLoad: leadToReportedUsers,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.moderation,
    beforeLoad: leadToReportedUsers,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/moderation/$',
    beforeLoad: leadToReportedUsers,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.userModeration,
    validateSearch: (search): ReportsSearch => ({ types: text(search.types) }),
    component: UserQueuePage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.postModeration,
    validateSearch: (search): ReportsSearch => ({ types: text(search.types) }),
    component: PostQueuePage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.commentModeration,
    validateSearch: (search): ReportedCommentsSearch => ({
      types: text(search.types),
      post: text(search.post),
    }),
    component: CommentQueuePage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.eventList,
    validateSearch: (search): EventsSearch => ({
      tab: oneOf(['active', 'past'], search.tab),
      open: text(search.open),
    }),
    component: EventsPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.eventCreate,
    component: withProps(EventFormPage, { kind: 'OFFLINE', mode: 'create' }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/event/edit/$id',
    component: withProps(EventFormPage, { kind: 'OFFLINE', mode: 'edit' }),
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.webinarList,
    validateSearch: (search): WebinarSearch => ({
      tab: oneOf(['active', 'draft', 'past'], search.tab),
      open: text(search.open),
    }),
    component: WebinarPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.webinarCreate,
    component: withProps(EventFormPage, { kind: 'ONLINE', mode: 'create' }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webinar/edit/$id',
    component: withProps(EventFormPage, { kind: 'ONLINE', mode: 'edit' }),
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.banners,
    validateSearch: (search): BannersSearch => ({ tab: oneOf(['active', 'inactive'], search.tab) }),
    component: BannerListPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.bannerForm,
    validateSearch: (search): BannerFormSearch => ({ id: text(search.id) }),
    component: BannerFormPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.posts,
    validateSearch: (search): PostManagementSearch => ({
      tab: oneOf(['pinned', 'create'], search.tab),
      id: text(search.id),
      q: text(search.q),
    }),
    component: PostManagementPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/community',
    beforeLoad: () => {
      throw redirect({ to: paths.posts, replace: true })
    },
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.newsList,
    validateSearch: (search): NewsSearch => ({ tab: oneOf(['current', 'inactive'], search.tab) }),
    component: NewsListPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.newsCreate,
    component: withProps(NewsFormPage, { mode: 'create' }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.newsEdit,
    validateSearch: (search): NewsEditSearch => ({ id: text(search.id) }),
    component: withProps(NewsFormPage, { mode: 'edit' }),
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.creators,
    validateSearch: (search): CreatorsSearch => ({
      tab: oneOf(['all', 'create'], search.tab),
      q: text(search.q),
    }),
    component: CreatorsPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.advisory,
    beforeLoad: () => {
      throw redirect({ to: paths.advisoryServices, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.advisoryServices,
    component: ServiceListPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/advisory/services/$id',
    component: ServicePage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.advisoryAdvisors,
    validateSearch: (search): AdvisorsSearch => ({ tab: oneOf(['all', 'create'], search.tab) }),
    component: AdvisorListPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.advisoryLeads,
    validateSearch: (search): LeadListSearch => ({
      advisor_id: text(search.advisor_id),
      status: text(search.status),
      service_id: text(search.service_id),
      page: positive(search.page),
      size: positive(search.size),
      open: text(search.open),
    }),
    component: LeadListPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.memberships,
    validateSearch: (search): MembershipListSearch => ({ coupons: text(search.coupons) }),
    component: MembershipListPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.shortlinks,
    validateSearch: (search): ShortlinkListSearch => ({
      tab: oneOf(['all', 'create'], search.tab),
      edit: text(search.edit),
    }),
    component: ShortlinkListPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.paymentPages,
    validateSearch: (search): PaymentPageListSearch => ({
      tab: oneOf(['active', 'inactive'], search.tab),
      q: text(search.q),
      edit: text(search.edit),
      create: oneOf(['1'], text(search.create)),
    }),
    component: PaymentPageListPage,
  }),

  createRoute({ getParentRoute: () => signedIn, path: '$', component: () => <ErrorView /> }),
] as const

/** The console's router: every route stands in this file. */
export const router = createRouter({
  routeTree: root.addChildren([login, signedIn.addChildren(screens)]),
  // Parameters stay the text that stands in the address: an id of digits is no number.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultErrorComponent: ({ error }) => <ErrorView error={error} />,
  defaultPendingComponent: PendingView,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
