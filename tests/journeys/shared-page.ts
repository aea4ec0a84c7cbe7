import type { Browser, BrowserContext, Page } from 'playwright/test'
import { requestsEnded } from './open-requests.ts'
import { clockInstallers, keepConsole } from './open-screen.ts'
import { replaceMethod } from './replace-method.ts'

/** How long a case's requests may take at its end before the next case gets a new document, in milliseconds. */
const longestLateMs = 10_000

/** Events to which cases listen. Playwright itself listens to others. */
const caseEvents = [
  'console',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'dialog',
  'download',
] as const

/**
 * Keeps a context with its page for the next case of the worker: the page's process, HTTP cache and compiled scripts
 * save half of the time of loading the console. A case gets a new context if its options differ, or if the previous case
 * failed or did something that `followPage` cannot undo.
 */
export class SharedContext {
  /** Whether the page holds the console that an earlier case loaded, without a screen. */
  hasEarlierConsole = false
  /** Whether this case signs in, and so can take the console over. Any other case would see its requests. */
  canTakeConsole = false
  /** Whether this case leaves the console to the next one. */
  leavesConsole = false
  #kept: { context: BrowserContext; options: string } | undefined

  /**
   * Returns a context with one page.
   * @param options options of the case, as text. Playwright applies them to each context that the case creates.
   */
  async take(browser: Browser, options: string): Promise<BrowserContext> {
    this.hasEarlierConsole = this.leavesConsole
    this.leavesConsole = false
    if (this.#kept?.options !== options) await this.discard()
    if (!this.#kept) {
      const context = await browser.newContext()
      const page = await context.newPage()
      // Animations end in their first frame: each further one costs time, and no case watches them.
      if (browser.browserType().name() === 'chromium') {
        const session = await context.newCDPSession(page)
        await session.send('Animation.enable')
        await session.send('Animation.setPlaybackRate', { playbackRate: 1000 })
      }
      this.#kept = { context, options }
    }
    return this.#kept.context
  }

  async discard(): Promise<void> {
    this.hasEarlierConsole = this.leavesConsole = false
    const kept = this.#kept
    this.#kept = undefined
    await kept?.context.close()
  }
}

interface PageDefaults {
  /** Origin of the console. */
  origin: string
  viewport: { width: number; height: number } | null
}

/**
 * Follows what a case does to a page.
 * @returns a function that undoes it. It returns false if that is impossible: the case closed the page, set its clock,
 * or opened another origin, which has its own storage.
 */
export function followPage(
  page: Page,
  shared: SharedContext,
  { origin, viewport }: PageDefaults,
): () => Promise<boolean> {
  const context = page.context()
  let isUndoable = true
  const scripts: { dispose(): Promise<void> }[] = []
  const restore = [
    replaceMethod(page, 'addInitScript', (original) => async (...args) => {
      const script = await original(...args)
      scripts.push(script as (typeof scripts)[number])
      return script
    }),
    ...clockInstallers.map((name) =>
      replaceMethod(page.clock, name, (original) => (...args) => {
        isUndoable = false
        return original(...args)
      }),
    ),
  ]
  const followAddress = () => {
    const address = new URL(page.url())
    if (address.protocol.startsWith('http') && address.origin !== origin) isUndoable = false
  }
  page.on('framenavigated', followAddress)

  return async () => {
    page.off('framenavigated', followAddress)
    for (const one of restore) one()
    if (!isUndoable || page.isClosed()) return false
    // A late answer would reach the next case.
    if (shared.leavesConsole) shared.leavesConsole = await requestsEnded(page, 0, longestLateMs)
    for (const event of caseEvents) await page.removeAllListeners(event)
    for (const one of [page, context]) await one.unrouteAll({ behavior: 'ignoreErrors' })
    for (const script of scripts) await script.dispose()
    for (const other of context.pages()) if (other !== page) await other.close()
    await context.setOffline(false)
    await context.clearPermissions()
    await context.clearCookies()
    await page.mouse.move(0, 0)
    await page.emulateMedia({ colorScheme: 'light' })
    if (viewport) await page.setViewportSize(viewport)
    if (shared.leavesConsole) {
      // It fails where the case has signed out or left the console.
      shared.leavesConsole = await keepConsole(page).catch(() => false)
      if (shared.leavesConsole) return true
    }
    await leaveConsole(page, origin)
    return true
  }
}

/** Leaves the console and deletes what it has stored. */
export async function leaveConsole(page: Page, origin: string): Promise<void> {
  // The page leaves by itself: with page.goto the browser would start another process.
  await page.evaluate(() => location.replace('about:blank'))
  await page.waitForURL('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}

/**
 * Clears the session storage that an earlier case left in the tab, before the console reads it.
 * @param name id of the case
 */
export async function forgetEarlierCase(page: Page, name: string): Promise<void> {
  await page.addInitScript((id) => {
    // Only in the tab itself: frames and the initial blank page have their own storage.
    if (window !== window.top || !location.protocol.startsWith('http')) return
    if (sessionStorage.getItem('test-case') === id) return
    sessionStorage.clear()
    sessionStorage.setItem('test-case', id)
  }, name)
}
