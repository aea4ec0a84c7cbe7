import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import { type EndpointDeclaration, takesIdempotencyKey } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import type axe from 'axe-core'
import {
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
  type TestInfo,
} from 'playwright/test'
import { followRequests, requestsEnded } from './open-requests.ts'
import { openScreensInConsole, type StoredSession } from './open-screen.ts'
import { type Program, startProgram, storedCredential } from './program.ts'
import { saveScreenshots } from './screenshots.ts'
import { followPage, forgetEarlierCase, leaveConsole, SharedContext } from './shared-page.ts'

interface Journey {
  /** A page with a credential, as after an earlier sign-in. */
  signedIn: Page
  /** Console messages that a case expects and adds here. Any other message fails it. */
  expectedConsole: RegExp[]
  /** Whether the case needs a browser without a cache, as after its start. Default false. */
  coldBrowser: boolean
  /** Whether each `goto` loads the document, for cases about loading. By default it opens a screen of the loaded console. */
  loadsScreens: boolean
  /** Notes that the case signs in, before its page is chosen. */
  canTakeConsole: undefined
}

/** Returns the browser's console message for a call refused with this status. */
export function refusedCall(status: number): RegExp {
  return new RegExp(`Failed to load resource: the server responded with a status of ${status} `)
}

/** The browser's console message for a call without a response. */
export const unansweredCall = /Failed to load resource: net::ERR_/

interface Programs {
  /** The program with sample data, shared by all cases of a worker. */
  program: Program
  /**
   * A program without data, for empty lists. It starts when a case first needs it. A case removes the records that it
   * creates there.
   */
  emptyProgram: Program
  sharedContext: SharedContext
}

/** Milliseconds for a program to start on a busy machine. */
const programPatience = 180_000

export const test = base.extend<Journey, Programs>({
  program: [
    async ({ browserName: _ }, use) => {
      const program = await startProgram()
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: programPatience },
  ],
  emptyProgram: [
    async ({ browserName: _ }, use) => {
      const program = await startProgram({ SAMPLE_DATA: 'off' })
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: programPatience },
  ],
  sharedContext: [
    async ({ browserName: _ }, use) => {
      const shared = new SharedContext()
      await use(shared)
      await shared.discard()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ program }, use) => use(program.url),
  coldBrowser: [false, { option: true }],
  loadsScreens: [false, { option: true }],
  canTakeConsole: async ({ sharedContext }, use) => {
    sharedContext.canTakeConsole = true
    await use(undefined)
  },
  context: async (
    {
      browser,
      sharedContext,
      coldBrowser,
      program,
      viewport,
      timezoneId,
      locale,
      colorScheme,
      deviceScaleFactor,
      hasTouch,
      isMobile,
      contextOptions,
    },
    use,
    testInfo,
  ) => {
    if (coldBrowser) await sharedContext.discard()
    const options = {
      viewport,
      timezoneId,
      locale,
      colorScheme,
      deviceScaleFactor,
      hasTouch,
      isMobile,
      contextOptions,
    }
    const context = await sharedContext.take(browser, JSON.stringify(options))
    const page = context.pages()[0] ?? (await context.newPage())
    if (sharedContext.hasEarlierConsole && !sharedContext.canTakeConsole) {
      await leaveConsole(page, program.url)
      sharedContext.hasEarlierConsole = false
    }
    sharedContext.canTakeConsole = false
    const undo = followPage(page, sharedContext, { origin: program.url, viewport: viewport ?? null })
    await forgetEarlierCase(page, nameOf(testInfo))
    await use(context)
    // A failed case must not leave a suspended program to the next one.
    program.thaw()
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    if (hasFailed || !(await undo())) await sharedContext.discard()
  },
  expectedConsole: async ({ browserName: _ }, use) => use([]),
  page: async ({ context, expectedConsole }, use, testInfo) => {
    // The trace of a second attempt reads the pictures of the page, which the policy refuses to it.
    if (testInfo.retry > 0) expectedConsole.push(/^Connecting to 'blob:|^CSP: connect-src blob/)
    const page = context.pages()[0] ?? (await context.newPage())
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => {
      if (mustHaveKey(request)) problems.push(`No Idempotency-Key: ${request.method()} ${request.url()}`)
    })
    followRequests(page)
    await page.addInitScript(() => {
      // A document may serve many cases, and `freeze` looks for the toaster in it.
      performance.setResourceTimingBufferSize(10_000)
      // A violation of the content security policy is a defect, whatever the browser logs.
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
      )
    })
    await use(page)
    expect(problems.filter((text) => !expectedConsole.some((pattern) => pattern.test(text)))).toEqual([])
  },
  // Fixtures are set up in this order: canTakeConsole before the page.
  signedIn: async (
    { canTakeConsole: _, page, program, sharedContext, coldBrowser, loadsScreens },
    use,
    testInfo,
  ) => {
    const session = storedSession(await program.token(), 'owner')
    await signIn(page, session.credential ?? '')
    if (coldBrowser || loadsScreens) return await use(page)
    const end = openScreensInConsole(page, {
      origin: program.url,
      isHeld: sharedContext.hasEarlierConsole,
      session: { ...session, 'test-signed-in': 'yes', 'test-case': nameOf(testInfo) },
    })
    await use(page)
    sharedContext.leavesConsole = end()
  },
})

export { expect }

const withoutKey = endpoints
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => !takesIdempotencyKey(endpoint))

/** Tells whether a request is a write without the idempotency key that it could have (OQ-029). */
function mustHaveKey(request: Request): boolean {
  const { pathname } = new URL(request.url())
  if (!pathname.startsWith('/admin/') || request.headers()['idempotency-key'] !== undefined) return false
  return (
    !['GET', 'HEAD', 'OPTIONS'].includes(request.method()) &&
    !withoutKey.some((endpoint) => endpoint.method === request.method() && isPathOf(endpoint, pathname))
  )
}

function isPathOf({ path }: EndpointDeclaration, pathname: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)
}

/**
 * Stores the credential, the business's time zone and the permissions in the tab's session storage, as a sign-in does.
 * Only once, so a sign-out in the case removes it for good.
 * @param role of the token's account; null stores no permissions, as in a tab that took the session over
 */
export async function signIn(page: Page, token: string, role: Role | null = 'owner'): Promise<void> {
  await page.addInitScript(
    (session) => {
      // Only in the tab itself: frames and the initial blank page have their own storage.
      if (window !== window.top || !location.protocol.startsWith('http')) return
      if (sessionStorage.getItem('test-signed-in')) return
      sessionStorage.setItem('test-signed-in', 'yes')
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
    },
    storedSession(token, role),
  )
}

function storedSession(credential: string, role: Role | null): StoredSession {
  return {
    ...storedCredential(credential),
    businessTimeZone: 'Asia/Kolkata',
    ...(role && { permissions: [...permissionsOf(role)].join(' ') }),
  }
}

function nameOf({ testId, retry, repeatEachIndex }: TestInfo): string {
  return `${testId}-${retry}-${repeatEachIndex}`
}

/** Replaces the tab's credential. */
export async function exchangeCredential(page: Page, credential: string): Promise<void> {
  await page.evaluate((held) => {
    for (const [key, value] of Object.entries(held)) sessionStorage.setItem(key, value)
  }, storedCredential(credential))
}

/** Makes the server refuse the tab's credential, which looks as valid as before. */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const random = (sessionStorage.getItem('credential') ?? '').replace('grs_', '')
    sessionStorage.setItem('credential', `grs_${[...random].reverse().join('')}`)
  })
}

/** Returns the dialog that asks to sign in again over a screen. */
export function signInDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sign in again' })
}

/** Waits for the dialog that asks to sign in again, and leaves it for the sign-in screen. */
export async function leaveForSignIn(page: Page): Promise<void> {
  await signInDialog(page).getByRole('button', { name: 'Go to the sign-in page' }).click()
  await expect(page).toHaveURL('/login')
}

/** Leaves the dialog that asks to sign in again, signs in and opens an address. */
export async function signInAgain(page: Page, program: Program, address: string): Promise<void> {
  await leaveForSignIn(page)
  // A form unmounts only when the next screen shows.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await exchangeCredential(page, await program.token())
  await page.goto(address)
}

const calls = '**/admin/**'

/** Drops the response of every call of a page, like a lost connection, until `answerCalls`. */
export async function loseCalls(page: Page): Promise<void> {
  await page.route(calls, (route) => route.abort('connectionfailed'))
}

/** Ends `loseCalls`. */
export async function answerCalls(page: Page): Promise<void> {
  await page.unroute(calls)
}

/**
 * Holds the calls to an address, to check what a screen shows until the response arrives.
 * @returns `release` continues them and all later ones; `lose` fails them and all later ones, until `release`
 */
export async function holdCalls(
  page: Page,
  address: string,
): Promise<{ arrived: Promise<void>; release: () => Promise<void>; lose: () => Promise<void> }> {
  const held: Route[] = []
  let tellArrival = () => {}
  /** Resolves with the first call: a clock that moves before it would not count for it. */
  const arrived = new Promise<void>((resolve) => {
    tellArrival = resolve
  })
  let isLost = false
  let isReleased = false
  const hold = async (route: Route) => {
    tellArrival()
    if (isReleased) await route.continue()
    else if (isLost) await route.abort('connectionfailed')
    else held.push(route)
  }
  await page.route(address, hold)
  return {
    arrived,
    async release() {
      // A call that arrives before the handler is gone is not held either.
      isReleased = true
      for (const route of held.splice(0)) await route.continue()
      await page.unroute(address, hold)
    },
    async lose() {
      // The screen may show its loading text before it makes the call: that call must fail as well.
      isLost = true
      for (const route of held.splice(0)) await route.abort('connectionfailed')
    },
  }
}

/** Returns the card with this name. */
export function card(page: Page, name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
}

/** Chooses an action from the menu of a card. */
export async function chooseInCard(page: Page, name: string, action: string): Promise<void> {
  await card(page, name).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Chooses an action from the menu of a table's row. */
export async function chooseInRow(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^More actions of / }).click()
  await row.page().getByRole('menuitem', { name: action }).click()
}

/** Returns the row of a table whose heading has this text. */
export function row(page: Page, name: string): Locator {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').filter({ has: page.getByText(name, { exact: true }) }) })
}

/** Returns the toast with this text. */
export function toast(page: Page, words: string | RegExp): Locator {
  return page.locator('[data-sonner-toast]').filter({ hasText: words })
}

/** Waits for a toast and closes it. */
export async function closeToast(shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  // On a busy machine it can leave before a click with the pointer.
  await shown.evaluateAll((toasts) => {
    for (const one of toasts) one.querySelector<HTMLElement>('button[aria-label="Close"]')?.click()
  })
  await expect(shown).toHaveCount(0)
}

/**
 * Suspends the program when the page has loaded everything. The toaster loads with the first touch of the page, so the
 * page is touched first.
 */
export async function freeze(page: Page, program: Program): Promise<void> {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/toaster-[^/]*\.js$/.test(name)),
  )
  if (!(await requestsEnded(page))) throw new Error('The page does not stop loading.')
  program.freeze()
}

/**
 * Slows the uploads of a page down to 64 KB a second.
 * @returns a function that restores the full speed
 */
export async function slowUploads(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await session.send('Network.enable')
  await limit(64_000)
  return async () => {
    await limit(-1)
  }
}

/**
 * Checks a toast's duration to half a second. The case must install the page's clock before it opens the page. The clock
 * moves only in steps, so a busy machine doesn't matter.
 * @param shown the toast
 * @param lasts milliseconds
 * @param cause makes the toast appear
 * @param look further checks while it is shown
 */
export async function expectToLast(
  shown: Locator,
  lasts: number,
  cause: () => Promise<unknown>,
  look = async () => {},
): Promise<void> {
  const page = shown.page()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await cause()
  // A toast stays while the pointer is over it.
  await page.mouse.move(0, 0)
  await expect(async () => {
    // Rendering uses timers too.
    await page.clock.runFor(10)
    expect(await shown.isVisible()).toBe(true)
  }).toPass()
  await page.clock.runFor(lasts - 500)
  await expect(shown).toBeVisible()
  await look()
  await page.clock.runFor(1_000)
  await expect(shown).toHaveCount(0)
  await page.clock.resume()
}

/** Moves a page's clock on once the page has loaded everything, because scripts under way would time out. */
export async function passTime(page: Page, time: string): Promise<void> {
  if (!(await requestsEnded(page))) throw new Error('The page does not stop loading.')
  await page.clock.fastForward(time)
}

/** Sets the clocks of a page and of the server's answers, which correct it (OQ-517). Call it before the page is opened. */
export async function setTime(page: Page, time: string | Date): Promise<void> {
  await page.clock.install({ time })
  await page.route('**/admin/session', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data?: { time: string } }
    if (answer.data) answer.data.time = await page.evaluate(() => new Date().toISOString())
    await route.fulfill({ response, json: answer })
  })
}

/** The minified file, a third smaller than the source that axe-core exports. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules for axe: WCAG 2.2 AA with best practices, or the colour rules alone. */
const axeRules: Record<'all' | 'colours', axe.RunOnly> = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Checks the current page against WCAG 2.2 AA. While a modal dialog is open, it checks the dialog alone: the screen
 * below cannot be reached, and cases check it without the dialog. `npm run screens` saves what was checked.
 * @param within selects the parts to check instead, for what lies over a screen that goes on
 */
export async function expectAccessible(
  page: Page,
  rules: keyof typeof axeRules = 'all',
  within = '[aria-modal="true"]',
): Promise<void> {
  // Skip colours in transition. Endless animations, such as spinners, never finish.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  )
  // It stays in the document, and half a megabyte of script takes time to parse.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async ([runOnly, parts]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      // Preloading would fetch the style sheets again, even from a program that a case has stopped.
      const dialogs = document.querySelectorAll(parts)
      const result = await checker.run(dialogs.length > 0 ? dialogs : document, {
        preload: false,
        runOnly,
        resultTypes: ['violations'],
      })
      return result.violations.map((violation) => ({
        id: violation.id,
        help: violation.help,
        nodes: violation.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
      }))
    },
    [axeRules[rules], within] as const,
  )
  expect(violations).toEqual([])
  if (rules === 'all') await saveScreenshots(page)
}

/** Checks light, then only the colours of dark, because a scheme changes nothing else. */
export async function expectAccessibleInBothSchemes(page: Page, within?: string): Promise<void> {
  const isChromium = page.context().browser()?.browserType().name() === 'chromium'
  // Other browsers can't be told another scheme.
  for (const colorScheme of isChromium ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours', within)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Checks that the page fits its window: nothing makes it scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
}

/** Waits until what is loaded in quiet time is there: a leap of the clock would be its time-out. */
export async function quietPartsLoaded(page: Page): Promise<void> {
  await page
    .getByRole('switch', { name: 'Single-letter keys', includeHidden: true })
    .waitFor({ state: 'attached' })
  // The others began to load with it.
  await page.waitForLoadState('networkidle')
}
