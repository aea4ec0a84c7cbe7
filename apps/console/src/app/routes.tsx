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
import { rememberHistory } from '../lib/back.ts'
import { paths } from '../lib/paths.ts'
import type { Screen } from '../lib/screen.ts'
import { isAtWork, noteScreen } from '../lib/screen-work.ts'
import { type SearchReaders, searchOf } from '../lib/search-params.ts'
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
import { ScreenSkeleton } from '../ui/screen-skeleton.tsx'
import { AppLayout } from './app-layout.tsx'
import { ErrorView } from './error-view.tsx'
import { gated } from './gate.tsx'
import { firstSection } from './nav.ts'
import { queryClient } from './query-client.ts'
import { screens, shapeAt } from './screens.ts'

// Every screen states its return type. An inferred one would depend on the router's type, which depends on the screens.
const LoginPage = lazyPart('login', () =>
  import('../features/staff/session/login-page.tsx').then((part) => part.LoginPage),
)

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

// The router preloads it like the page itself: suspending while its script loads would show a fallback, which React keeps
// for at least 300 ms.
function ofKnownAddress({ component: Page, exists }: Pick<Screen, 'component' | 'exists'>) {
  if (!exists) return Page
  const Known = () => (exists(useParams({ strict: false })) ? <Page /> : <ErrorView />)
  return Object.assign(Known, Page.preload && { preload: Page.preload })
}

/** Makes the route of a screen. */
function routeOf<const Path extends string, Readers extends SearchReaders = Record<never, never>>(
  declared: Screen<Path, Readers>,
) {
  const { path, search = {} as Readers, prefetch } = declared
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    component: gated(path, ofKnownAddress(declared)),
    pendingComponent: () => <ScreenSkeleton shape={shapeAt(path)} />,
    validateSearch: searchOf(search),
    // The router's own type of this function would depend on the type of the whole route.
    beforeLoad: ((match: object) => prefetch?.({ ...match, client: queryClient } as never)) as () => void,
  })
}

/** The routes of screens, with the type of each. */
type RoutesOf<Screens extends readonly unknown[]> = {
  -readonly [Index in keyof Screens]: Screens[Index] extends Screen<infer Path, infer Readers>
    ? ReturnType<typeof routeOf<Path, Readers>>
    : never
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

const routes = [
  ...(screens.map(routeOf as never) as RoutesOf<typeof screens>),
  routeOf({ path: paths.home, component: () => null, heading: '' }),
  redirected(paths.transactions, () => redirect({ ...paths.transactionList('masterclass'), replace: true })),
  redirected('/transaction/membership', () =>
    redirect({ ...paths.transactionList('membership'), replace: true }),
  ),
  redirected('/user-moderation', toReportedUsers),
  redirected(paths.moderation, toReportedUsers),
  redirected('/moderation/$', toReportedUsers),
  redirected('/community', () => redirect({ to: paths.posts, replace: true })),
  redirected(paths.advisory, () => redirect({ to: paths.advisoryServices, replace: true })),
  redirected(paths.books, () => redirect({ to: paths.documents, replace: true })),
  routeOf({ path: '$', component: () => <ErrorView />, heading: '' }),
] as const

/** Creates the console's router. This file declares every route. */
export const router = createRouter({
  routeTree: root.addChildren([login, signedIn.addChildren(routes)]),
  // Only for the end-to-end tests, which remove from it what a screen has read.
  context: { queryClient },
  // Keep parameters as text: an id that consists of digits is not a number.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultErrorComponent: ({ error }) => <ErrorView error={error} />,
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
