import { currencyCodes } from '@greenroom/contract/money'
import {
  trafficSources,
  transactionStatusFilters,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  parseSearchWith,
  type RouteComponent,
  redirect,
  stringifySearchWith,
  useParams,
} from '@tanstack/react-router'
import type { TransactionSearch } from '../features/money/transaction/transaction-search.ts'
import { includesAll } from '../lib/api/permissions.ts'
import { rememberHistory } from '../lib/back.ts'
import { paths, type TransactionListType, transactionListTypes } from '../lib/paths.ts'
import { isAtWork, noteScreen } from '../lib/screen-work.ts'
import {
  clearCredential,
  hasSessionEnded,
  readCredential,
  readInterruption,
  rememberReturnTo,
} from '../lib/session.ts'
import { isSignInReturn } from '../lib/sign-in-return.ts'
import { storedPermissions } from '../lib/stored-permissions.ts'
import { lazyPart, withProps } from '../ui/lazy-part.ts'
import { SkeletonCards } from '../ui/skeleton-cards.tsx'
import { AppLayout } from './app-layout.tsx'
import { ErrorView } from './error-view.tsx'
import { gated } from './gate.tsx'
import { firstSection } from './nav.ts'
import { queryClient } from './query-client.ts'
import { permissionsOfScreen } from './screen-access.ts'
import {
  choice,
  day,
  oneOf,
  positive,
  type SearchReaders,
  type SearchValues,
  searchOf,
  text,
} from './search-params.ts'

// The build reads from this file which screen each route shows: name its lazy part in the call of screen().
// Every screen states its return type. An inferred one would depend on the router's type, which depends on the screens.
const LoginPage = lazyPart('login', () =>
  import('../features/staff/session/login-page.tsx').then((part) => part.LoginPage),
)
const OverviewPage = lazyPart('overview', () =>
  import('../features/desk/overview/overview-page.tsx').then((part) => part.OverviewPage),
)
const MasterclassListPage = lazyPart('masterclass-list', () =>
  import('../features/sessions/masterclass/masterclass-list-page.tsx').then(
    (part) => part.MasterclassListPage,
  ),
)
const MasterclassFormPage = lazyPart('masterclass-form', () =>
  import('../features/sessions/masterclass/masterclass-wizard.tsx').then((part) => part.MasterclassFormPage),
)
const TransactionListPage = lazyPart('transactions', () =>
  import('../features/money/transaction/transaction-list-page.tsx').then((part) => part.TransactionListPage),
)
const TransactionPage = lazyPart('transaction', () =>
  import('../features/money/transaction/transaction-page.tsx').then((part) => part.TransactionPage),
)
const RefundRequestListPage = lazyPart('refund-requests', () =>
  import('../features/money/refund-request/refund-request-list-page.tsx').then(
    (part) => part.RefundRequestListPage,
  ),
)
const RegistrationListPage = lazyPart('registrations', () =>
  import('../features/sessions/registration/registration-list-page.tsx').then(
    (part) => part.RegistrationListPage,
  ),
)
const UserQueuePage = lazyPart('reported-users', () =>
  import('../features/community/moderation/user-queue-page.tsx').then((part) => part.UserQueuePage),
)
const PostQueuePage = lazyPart('reported-posts', () =>
  import('../features/community/moderation/post-queue-page.tsx').then((part) => part.PostQueuePage),
)
const CommentQueuePage = lazyPart('reported-comments', () =>
  import('../features/community/moderation/comment-queue-page.tsx').then((part) => part.CommentQueuePage),
)
const MembershipListPage = lazyPart('memberships', () =>
  import('../features/money/membership/membership-list-page.tsx').then((part) => part.MembershipListPage),
)
const CouponListPage = lazyPart('coupon-list', () =>
  import('../features/money/coupon/coupon-list-page.tsx').then((part) => part.CouponListPage),
)
const PaymentPageListPage = lazyPart('payment-pages', () =>
  import('../features/money/payment-page/payment-page-list-page.tsx').then(
    (part) => part.PaymentPageListPage,
  ),
)
const EventListPage = lazyPart('event-list', () =>
  import('../features/sessions/event/event-list-page.tsx').then((part) => part.EventListPage),
)
const EventFormPage = lazyPart('event-form', () =>
  import('../features/sessions/event/event-form.tsx').then((part) => part.EventFormPage),
)
const CalendarPage = lazyPart('calendar', () =>
  import('../features/sessions/calendar/calendar-page.tsx').then((part) => part.CalendarPage),
)
const BannerListPage = lazyPart('banners', () =>
  import('../features/marketing/banner/banner-list-page.tsx').then((part) => part.BannerListPage),
)
const BannerFormPage = lazyPart('banner-form', () =>
  import('../features/marketing/banner/banner-form-page.tsx').then((part) => part.BannerFormPage),
)
const PostManagementPage = lazyPart('posts', () =>
  import('../features/community/post/post-management-page.tsx').then((part) => part.PostManagementPage),
)
const PostEditPage = lazyPart('post-edit', () =>
  import('../features/community/post/post-edit-page.tsx').then((part) => part.PostEditPage),
)
const NewsListPage = lazyPart('news', () =>
  import('../features/marketing/news/news-list-page.tsx').then((part) => part.NewsListPage),
)
const NewsFormPage = lazyPart('news-form', () =>
  import('../features/marketing/news/news-form.tsx').then((part) => part.NewsFormPage),
)
const CreatorsPage = lazyPart('creators', () =>
  import('../features/sessions/creator/creator-list-page.tsx').then((part) => part.CreatorsPage),
)
const ServiceListPage = lazyPart('advisory-services', () =>
  import('../features/people/advisory/service-list-page.tsx').then((part) => part.ServiceListPage),
)
const ServicePage = lazyPart('advisory-service', () =>
  import('../features/people/advisory/service-page.tsx').then((part) => part.ServicePage),
)
const AdvisorListPage = lazyPart('advisory-advisors', () =>
  import('../features/people/advisory/advisor-list-page.tsx').then((part) => part.AdvisorListPage),
)
const LeadListPage = lazyPart('advisory-leads', () =>
  import('../features/people/advisory/lead-list-page.tsx').then((part) => part.LeadListPage),
)
const MonthListPage = lazyPart('months', () =>
  import('../features/money/gst-return/month-list-page.tsx').then((part) => part.MonthListPage),
)
const DocumentListPage = lazyPart('documents', () =>
  import('../features/money/document/document-list-page.tsx').then((part) => part.DocumentListPage),
)
const DifferenceListPage = lazyPart('differences', () =>
  import('../features/money/reconciliation/difference-list-page.tsx').then((part) => part.DifferenceListPage),
)
const StaffListPage = lazyPart('staff', () =>
  import('../features/staff/staff/staff-list-page.tsx').then((part) => part.StaffListPage),
)
const ApiKeyListPage = lazyPart('api-keys', () =>
  import('../features/staff/api-key/api-key-list-page.tsx').then((part) => part.ApiKeyListPage),
)
const WebhookListPage = lazyPart('webhooks', () =>
  import('../features/staff/webhook/webhook-list-page.tsx').then((part) => part.WebhookListPage),
)
const PersonPage = lazyPart('person', () =>
  import('../features/people/person/person-page.tsx').then((part) => part.PersonPage),
)
const PersonalDataPage = lazyPart('personal-data', () =>
  import('../features/people/person/personal-data-page.tsx').then((part) => part.PersonalDataPage),
)
const HistoryPage = lazyPart('history', () =>
  import('../features/desk/history/history-page.tsx').then((part) => part.HistoryPage),
)
const BinPage = lazyPart('bin', () =>
  import('../features/desk/bin/bin-page.tsx').then((part) => part.BinPage),
)
const ShortlinkListPage = lazyPart('shortlinks', () =>
  import('../features/marketing/shortlink/shortlink-list-page.tsx').then((part) => part.ShortlinkListPage),
)

// An unknown type is an unknown path (OQ-004). The router preloads it like the page itself: suspending while its script
// loads would show a fallback, which React keeps for at least 300 ms.
function ofKnownType(Page: typeof TransactionListPage) {
  const Screen = () => {
    const { type } = useParams({ from: '/signed-in/transactions/$type' })
    return oneOf(transactionListTypes, type) ? <Page /> : <ErrorView />
  }
  return Object.assign(Screen, { preload: Page.preload })
}

/** The screen after a sign-in: /masterclass, or the first that the role includes (OQ-365). */
function homePath(): string {
  return firstSection(storedPermissions()).path
}

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <ErrorView /> })

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  // Somebody who is signed in may return here from the identity provider. The page then removes the code from its
  // address, which loads this route once more.
  beforeLoad: ({ location, cause }) => {
    if (readCredential() === null || cause === 'stay' || isSignInReturn(location.searchStr)) return
    throw redirect({ to: homePath(), replace: true })
  },
  component: withProps(LoginPage, { homePath }),
})

// Every route but /login is below this one, so no screen renders and no call is made without a credential (SHELL-07,
// AUTH-06).
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // With a credential, return no promise: it would delay the first screen.
  beforeLoad: ({ location, preload }) => {
    if (readCredential() !== null) return
    // A tab or a filter of the screen: its call lets the person sign in on the screen (OQ-375).
    if (!preload && isAtWork() && !hasSessionEnded()) return
    return signInFirst(preload ? null : location.href)
  },
  component: AppLayout,
})

/** Not in the first load: only a tab without a credential needs it. Without its script, it asks for a sign-in. */
async function goOnWithOtherTab(): Promise<boolean> {
  const part = await import('../lib/take-session-over.ts').catch(() => undefined)
  return (await part?.takeSessionOver()) ?? false
}

/**
 * Takes the session over from another tab, or redirects to the sign-in screen (OQ-150).
 * @param wanted path with search to open after sign-in; null for a link that is only preloaded
 */
async function signInFirst(wanted: string | null): Promise<void> {
  if (readInterruption() === null && (await goOnWithOtherTab())) return
  if (wanted !== null) {
    rememberReturnTo(wanted)
    // Leaving the screen gives up what waits there.
    if (readInterruption() !== null) clearCredential()
  }
  throw redirect({ to: paths.login, replace: true })
}

/**
 * Declares the route of a screen.
 * @param search a reader for each search parameter
 * @param prefetch requests data while the screen's script loads
 */
function screen<const Path extends string, Readers extends SearchReaders = Record<never, never>>(
  path: Path,
  component: NonNullable<RouteComponent>,
  search = {} as Readers,
  prefetch: (match: {
    params: Readonly<Record<string, string>>
    search: SearchValues<Readers>
  }) => void = () => {},
) {
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    component: gated(path, component),
    validateSearch: searchOf(search),
    // The router's own type of this function would depend on the type of the whole route.
    beforeLoad: prefetch as () => void,
  })
}

/** Declares an old or a shorter path, which redirects to a screen. */
function redirected<const Path extends string>(path: Path, target: () => ReturnType<typeof redirect>) {
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    beforeLoad: () => {
      throw target()
    },
  })
}

// Paths that lead to the first queue (OQ-002, OQ-004).
const toReportedUsers = () => redirect({ to: paths.userModeration, replace: true })

/** Not in the first load: other screens need neither the endpoint nor its schemas. */
async function prefetchTransactions(type: TransactionListType, search: TransactionSearch): Promise<void> {
  // If the script cannot be fetched, the screen requests the rows itself.
  const part = await import('../features/money/transaction/transaction-prefetch.ts').catch(() => undefined)
  part?.prefetchTransactions(queryClient, type, search)
}

const transactionSearch = {
  from: day,
  to: day,
  phone: text,
  entity: text,
  coupon: text,
  status: choice(...transactionStatusFilters),
  source: choice(...trafficSources),
  currency: choice(...currencyCodes),
  hide: text,
  page: positive,
  size: positive,
}

const registrationSearch = {
  state: choice('holding', 'given_back', 'all'),
  q: text,
  page: positive,
  size: positive,
}

const screens = [
  screen(paths.home, () => null),
  screen(paths.overview, OverviewPage),

  screen(paths.masterclassList, MasterclassListPage, {
    tab: choice('active', 'draft', 'past'),
    begins: choice('day'),
    open: text,
    coupons: text,
  }),
  screen(paths.masterclassCreate, withProps(MasterclassFormPage, { mode: 'create' })),
  screen('/masterclass/edit/$id', withProps(MasterclassFormPage, { mode: 'edit' })),
  screen('/masterclass/people/$id', RegistrationListPage, registrationSearch),

  redirected(paths.transactions, () => redirect({ ...paths.transactionList('masterclass'), replace: true })),
  redirected('/transaction/membership', () =>
    redirect({ ...paths.transactionList('membership'), replace: true }),
  ),
  screen('/transactions/orders/$id', TransactionPage),
  screen(paths.refundRequests, RefundRequestListPage, {
    tab: choice('open', 'decided'),
    only: text,
    page: positive,
    size: positive,
  }),
  screen('/transactions/$type', ofKnownType(TransactionListPage), transactionSearch, ({ params, search }) => {
    const type = oneOf(transactionListTypes, params.type)
    const needed = permissionsOfScreen('/transactions/$type')
    // The screen tells those who may not search by phone.
    const phone = search.phone === undefined ? [] : (['personal.read'] as const)
    if (type && includesAll(storedPermissions(), [...needed, ...phone]))
      void prefetchTransactions(type, search)
  }),
  redirected('/user-moderation', toReportedUsers),
  redirected(paths.moderation, toReportedUsers),
  redirected('/moderation/$', toReportedUsers),
  screen(paths.userModeration, UserQueuePage, { types: text }),
  screen(paths.postModeration, PostQueuePage, { types: text }),
  screen(paths.commentModeration, CommentQueuePage, { types: text, post: text }),

  screen(paths.eventList, withProps(EventListPage, { kind: 'OFFLINE' }), {
    tab: choice('active', 'past'),
    begins: choice('day'),
    open: text,
  }),
  screen(paths.eventCreate, withProps(EventFormPage, { kind: 'OFFLINE', mode: 'create' })),
  screen('/event/edit/$id', withProps(EventFormPage, { kind: 'OFFLINE', mode: 'edit' })),
  screen('/event/people/$id', RegistrationListPage, registrationSearch),

  screen(paths.webinarList, withProps(EventListPage, { kind: 'ONLINE' }), {
    tab: choice('active', 'draft', 'past'),
    begins: choice('day'),
    open: text,
  }),
  screen(paths.webinarCreate, withProps(EventFormPage, { kind: 'ONLINE', mode: 'create' })),
  screen('/webinar/edit/$id', withProps(EventFormPage, { kind: 'ONLINE', mode: 'edit' })),
  screen('/webinar/people/$id', RegistrationListPage, registrationSearch),

  screen(paths.calendar, CalendarPage, {
    view: choice('month', 'week'),
    day,
    kind: choice('masterclass', 'webinar', 'event'),
    account: text,
    host: text,
  }),

  screen(paths.banners, BannerListPage, { tab: choice('active', 'inactive'), ends: choice('week') }),
  screen(paths.bannerForm, BannerFormPage, { id: text }),

  screen(
    paths.posts,
    PostManagementPage,
    { tab: choice('pinned', 'create'), id: text, q: text },
    ({ search }) => {
      // The editor's address before it had a screen of its own.
      if (search.id !== undefined) throw redirect({ ...paths.postEdit(search.id), replace: true })
    },
  ),
  screen('/create-post/edit/$id', PostEditPage),
  redirected('/community', () => redirect({ to: paths.posts, replace: true })),

  screen(paths.newsList, NewsListPage, { tab: choice('current', 'inactive') }),
  screen(paths.newsCreate, withProps(NewsFormPage, { mode: 'create' })),
  screen(paths.newsEdit, withProps(NewsFormPage, { mode: 'edit' }), { id: text }),

  screen(paths.creators, CreatorsPage, { tab: choice('all', 'create'), q: text }),

  redirected(paths.advisory, () => redirect({ to: paths.advisoryServices, replace: true })),
  screen(paths.advisoryServices, ServiceListPage),
  screen('/advisory/services/$id', ServicePage),
  screen(paths.advisoryAdvisors, AdvisorListPage, { tab: choice('all', 'create') }),
  screen(paths.advisoryLeads, LeadListPage, {
    advisor_id: text,
    // The screen checks it, so that the schema of the statuses is not part of the first load.
    status: text,
    service_id: text,
    hide: text,
    waits: text,
    q: text,
    view: text,
    action: text,
    close_reason: text,
    source: text,
    reached: text,
    from: day,
    to: day,
    sort: text,
    page: positive,
    size: positive,
    open: text,
  }),

  screen(paths.memberships, MembershipListPage, { coupons: text }),

  // People have no list of their own.
  redirected(paths.people, () => redirect({ to: paths.home, replace: true })),
  // The screen checks the kind, so that the kinds are not part of the first load.
  screen('/people/$id', PersonPage, { kind: text, post: text, merge: text }),

  screen(paths.personalData, PersonalDataPage, { person: text }),

  screen(paths.coupons, CouponListPage, {
    tab: choice('active', 'ended', 'unlinked'),
    ends: choice('week'),
    q: text,
    edit: text,
    create: choice('1'),
  }),

  screen(paths.shortlinks, ShortlinkListPage, { tab: choice('all', 'create'), edit: text }),

  screen(paths.paymentPages, PaymentPageListPage, {
    tab: choice('active', 'inactive'),
    q: text,
    edit: text,
    create: choice('1'),
  }),

  redirected(paths.books, () => redirect({ to: paths.documents, replace: true })),
  screen(paths.documents, DocumentListPage, {
    // The screen checks these, as it does for leads.
    tab: text,
    kind: text,
    q: text,
    month: text,
    page: positive,
    size: positive,
  }),
  screen(paths.differences, DifferenceListPage, {
    tab: choice('open', 'resolved'),
    only: text,
    page: positive,
    size: positive,
  }),
  screen(paths.months, MonthListPage, { open: text, page: positive, size: positive }),

  // The screen checks the role, so that the roles are not part of the first load.
  screen(paths.staff, StaffListPage, {
    q: text,
    role: text,
    page: positive,
    size: positive,
    create: choice('1'),
  }),

  screen(paths.apiKeys, ApiKeyListPage, { page: positive, size: positive, create: choice('1') }),

  screen(paths.webhooks, WebhookListPage, {
    tab: choice('waiting', 'failed', 'sent'),
    page: positive,
    size: positive,
  }),

  // The screen checks kind and section, so that their names are not part of the first load.
  screen(paths.history, HistoryPage, {
    kind: text,
    person: text,
    section: text,
    record: text,
    from: day,
    to: day,
  }),

  // The screen checks the kind, as the history does.
  screen(paths.bin, BinPage, { tab: text, q: text, page: positive, size: positive }),

  screen('$', () => <ErrorView />),
] as const

/** Creates the console's router. This file declares every route. */
export const router = createRouter({
  routeTree: root.addChildren([login, signedIn.addChildren(screens)]),
  // Only for the end-to-end tests, which remove from it what a screen has read.
  context: { queryClient },
  // Keep parameters as text: an id that consists of digits is not a number.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultErrorComponent: ({ error }) => <ErrorView error={error} />,
  defaultPendingComponent: () => <SkeletonCards label="Loading..." count={4} />,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

rememberHistory(router.history)
// Before the router's own listener, so that the guard of the next route knows that it is another screen.
const noteShownScreen = () => noteScreen(router.history.location.pathname)
noteShownScreen()
router.history.subscribe(noteShownScreen)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
