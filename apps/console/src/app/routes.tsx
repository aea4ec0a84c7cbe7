import { currencyCodes } from '@greenroom/contract/money'
import {
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
import { prefetchTransactions } from '../features/transaction/transaction-prefetch.ts'
import { paths } from '../lib/paths.ts'
import { readCredential, rememberReturnTo } from '../lib/session.ts'
import { takeSessionOver } from '../lib/shared-session.ts'
import { lazyPart, withProps } from '../ui/lazy-part.ts'
import { AppLayout } from './app-layout.tsx'
import { ErrorView } from './error-view.tsx'
import { PendingView } from './pending-view.tsx'
import { queryClient } from './query-client.ts'
import { choice, day, oneOf, positive, searchOf, text } from './search-params.ts'

// The build reads from this file which screen each route shows: name its lazy part on the component line.
// Every screen states its return type. An inferred one would depend on the router's type, which depends on the screens.
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

// An unknown type is an unknown path (OQ-004). The router preloads it like the page itself: suspending while its script
// loads would show a fallback, which React keeps for at least 300 ms.
function ofKnownType(Page: typeof TransactionListPage) {
  const Screen = () => {
    const { type } = useParams({ from: '/signed-in/transactions/$type' })
    return oneOf(transactionTypes, type) ? <Page /> : <ErrorView />
  }
  return Object.assign(Screen, { preload: Page.preload })
}

const transactionSearch = searchOf({
  from: day,
  to: day,
  phone: text,
  entity: text,
  status: choice(...transactionStatusFilters),
  source: choice(...trafficSources),
  currency: choice(...currencyCodes),
  page: positive,
  size: positive,
})

// Paths that lead to the first queue (OQ-002, OQ-004).
function leadToReportedUsers(): never {
  throw redirect({ to: paths.userModeration, replace: true })
}

/**
 * Takes the session over from another tab, or redirects to the sign-in screen (OQ-150).
 * @param wanted path with search to open after sign-in; null for a link that is only preloaded
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
  // With a credential, return no promise: it would delay the first screen.
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
    validateSearch: searchOf({ tab: choice('active', 'draft', 'past'), open: text, coupons: text }),
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
    validateSearch: transactionSearch,
    beforeLoad: ({ params, search }): void => {
      const type = oneOf(transactionTypes, params.type)
      if (type) prefetchTransactions(queryClient, type, search)
    },
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
    validateSearch: searchOf({ types: text }),
    component: UserQueuePage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.postModeration,
    validateSearch: searchOf({ types: text }),
    component: PostQueuePage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.commentModeration,
    validateSearch: searchOf({ types: text, post: text }),
    component: CommentQueuePage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.eventList,
    validateSearch: searchOf({ tab: choice('active', 'past'), open: text }),
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
    validateSearch: searchOf({ tab: choice('active', 'draft', 'past'), open: text }),
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
    validateSearch: searchOf({ tab: choice('active', 'inactive') }),
    component: BannerListPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.bannerForm,
    validateSearch: searchOf({ id: text }),
    component: BannerFormPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.posts,
    validateSearch: searchOf({ tab: choice('pinned', 'create'), id: text, q: text }),
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
    validateSearch: searchOf({ tab: choice('current', 'inactive') }),
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
    validateSearch: searchOf({ id: text }),
    component: withProps(NewsFormPage, { mode: 'edit' }),
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.creators,
    validateSearch: searchOf({ tab: choice('all', 'create'), q: text }),
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
    validateSearch: searchOf({ tab: choice('all', 'create') }),
    component: AdvisorListPage,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: paths.advisoryLeads,
    validateSearch: searchOf({
      advisor_id: text,
      // The screen checks it, so that the schema of the statuses is not part of the first load.
      status: text,
      service_id: text,
      page: positive,
      size: positive,
      open: text,
    }),
    component: LeadListPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.memberships,
    validateSearch: searchOf({ coupons: text }),
    component: MembershipListPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.shortlinks,
    validateSearch: searchOf({ tab: choice('all', 'create'), edit: text }),
    component: ShortlinkListPage,
  }),

  createRoute({
    getParentRoute: () => signedIn,
    path: paths.paymentPages,
    validateSearch: searchOf({ tab: choice('active', 'inactive'), q: text, edit: text, create: choice('1') }),
    component: PaymentPageListPage,
  }),

  createRoute({ getParentRoute: () => signedIn, path: '$', component: () => <ErrorView /> }),
] as const

/** Creates the console's router. This file declares every route. */
export const router = createRouter({
  routeTree: root.addChildren([login, signedIn.addChildren(screens)]),
  // Keep parameters as text: an id that consists of digits is not a number.
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
