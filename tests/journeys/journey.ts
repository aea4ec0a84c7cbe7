import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EndpointDeclaration, takesIdempotencyKey } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import type axe from 'axe-core'
import { test as base, expect, type Locator, type Page, type Request, type Route } from 'playwright/test'
import { type Program, startProgram } from './program.ts'

interface Journey {
  /** Holds a credential before the first page is opened, as a person does who signed in before. */
  signedIn: Page
  /** Console messages that a case expects; anything else fails it. A case adds its own. */
  expectedConsole: RegExp[]
}

/** What the browser itself writes of a call that is refused with this status. */
export function refusedCall(status: number): RegExp {
  return new RegExp(`Failed to load resource: the server responded with a status of ${status} `)
}

/** What the browser writes of a call that gets no answer. */
export const unansweredCall = /Failed to load resource: net::ERR_/

interface Programs {
  /** The program with sample data, for all cases of a worker. */
  program: Program
  /**
   * One without any data, for lists that hold nothing. It starts when a case first asks for it, and a case that makes
   * something there takes it away again.
   */
  emptyProgram: Program
}

/** Milliseconds that a program may take to start on a busy machine. */
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
  baseURL: async ({ program }, use) => use(program.url),
  expectedConsole: async ({ browserName: _ }, use) => use([]),
  page: async ({ page, program, expectedConsole }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => {
      if (mustHaveKey(request)) problems.push(`No Idempotency-Key: ${request.method()} ${request.url()}`)
    })
    await page.addInitScript(() => {
      // A violation of the content security policy is a defect, whatever the browser logs of it.
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
      )
    })
    await use(page)
    // A case that failed half-way must not leave the next one a program that does not answer.
    program.thaw()
    expect(problems.filter((text) => !expectedConsole.some((pattern) => pattern.test(text)))).toEqual([])
  },
  signedIn: async ({ page, program }, use) => {
    await signIn(page, await program.token())
    await use(page)
  },
})

export { expect }

const withoutKey = endpoints
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => !takesIdempotencyKey(endpoint))

/** Whether a request writes to the API without the key that makes a repeat harmless, where it could have one (OQ-029). */
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
 * Puts what a sign-in keeps into the tab's session storage: the credential, and the time zone of the business. Once:
 * signing out in the case removes it for good.
 */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.addInitScript((credential) => {
    // Only in the tab itself: frames and the blank page before the first address have a storage of their own.
    if (window !== window.top || !location.protocol.startsWith('http')) return
    if (sessionStorage.getItem('test-signed-in')) return
    sessionStorage.setItem('test-signed-in', 'yes')
    sessionStorage.setItem('credential', credential)
    sessionStorage.setItem('businessTimeZone', 'Asia/Kolkata')
  }, token)
}

/** Puts another credential in the place of the one that the tab holds. */
export async function exchangeCredential(page: Page, credential: string): Promise<void> {
  await page.evaluate((held) => sessionStorage.setItem('credential', held), credential)
}

/** From now on the server refuses the credential that the tab holds, although it looks as good as before. */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [head, claims, signature = ''] = (sessionStorage.getItem('credential') ?? '').split('.')
    sessionStorage.setItem('credential', [head, claims, [...signature].reverse().join('')].join('.'))
  })
}

/** After the end of a session: waits for the sign-in screen, signs in and opens an address. */
export async function signInAgain(page: Page, program: Program, address: string): Promise<void> {
  await expect(page).toHaveURL('/login')
  // A form is gone only with the next screen.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await exchangeCredential(page, await program.token())
  await page.goto(address)
}

const calls = '**/admin/**'

/** Leaves every call of a page without an answer, as a lost connection does, until `answerCalls`. */
export async function loseCalls(page: Page): Promise<void> {
  await page.route(calls, (route) => route.abort('connectionfailed'))
}

/** Ends what `loseCalls` began. */
export async function answerCalls(page: Page): Promise<void> {
  await page.unroute(calls)
}

/**
 * Holds the calls to an address, so that what a screen shows until the response comes can be seen.
 * @returns `release` lets them and all later ones go on; `lose` fails them and all later ones, until `release`
 */
export async function holdCalls(
  page: Page,
  address: string,
): Promise<{ release: () => Promise<void>; lose: () => Promise<void> }> {
  const held: Route[] = []
  let isLost = false
  const hold = async (route: Route) => {
    if (isLost) await route.abort('connectionfailed')
    else held.push(route)
  }
  await page.route(address, hold)
  return {
    async release() {
      for (const route of held.splice(0)) await route.continue()
      // One that comes in between goes on with this.
      await page.unroute(address, hold)
    },
    async lose() {
      // The screen may say that it loads before its call is made: that call must fail as well.
      isLost = true
      for (const route of held.splice(0)) await route.abort('connectionfailed')
    },
  }
}

/** The card that carries a name. */
export function card(page: Page, name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
}

/** A toast with these words. */
export function toast(page: Page, words: string | RegExp): Locator {
  return page.locator('[data-sonner-toast]').filter({ hasText: words })
}

/**
 * Holds the program once the page has fetched all that it wants. What draws the toasts comes with the first touch of
 * the page and could not come any more, so the page is touched first.
 */
export async function freeze(page: Page, program: Program): Promise<void> {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/toaster-[^/]*\.js$/.test(name)),
  )
  await page.waitForLoadState('networkidle')
  program.freeze()
}

/**
 * Checks that a toast stays for a time and then goes by itself, to half a second. The page's clock, which the case must
 * have installed before it opened the page, only moves in steps, so a busy machine changes nothing.
 * @param shown the toast
 * @param lasts milliseconds
 * @param cause what makes the toast appear
 * @param look what else is checked while it is shown
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
  // A pointer over a toast holds it.
  await page.mouse.move(0, 0)
  await expect(async () => {
    // The page draws by timers too.
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

/** A third less to read than the source that axe-core exports. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe is asked: the rules of WCAG 2.2 AA and its best practices, or the rules about colours alone. */
const axeRules: Record<'all' | 'colours', axe.RunOnly> = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Checks the page as it stands, open dialogs included, against WCAG 2.2 AA. */
export async function expectAccessible(page: Page, rules: keyof typeof axeRules = 'all'): Promise<void> {
  // A colour in transition has a contrast that nobody reads; what moves for ever, such as a spinner, has no end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  )
  // It stays with the document, and half a megabyte of script takes its time to read.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (runOnly) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    // It would fetch the style sheets anew, also from a program that a case has ended.
    const result = await checker.run(document, { preload: false, runOnly, resultTypes: ['violations'] })
    return result.violations.map((violation) => ({
      id: violation.id,
      help: violation.help,
      nodes: violation.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }))
  }, axeRules[rules])
  expect(violations).toEqual([])
}

/** Checks light and dark, one after the other; what a scheme changes are its colours, so dark is asked about those. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours')
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Checks that the page fits its window: nothing makes it scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
}
