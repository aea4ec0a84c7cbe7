import type { Page } from 'playwright/test'
import { replaceMethod } from './replace-method.ts'

/** Methods of a page's clock that cannot be undone. */
export const clockInstallers = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

/** What a sign-in stores in the tab's session storage. */
export type StoredSession = Record<string, string>

interface Console extends Window {
  /** The router puts itself there. */
  __TSR_ROUTER__: {
    state: { status: string }
    options: {
      context: { queryClient: { removeQueries(filter: object): void; invalidateQueries(): Promise<void> } }
    }
  }
}

/**
 * Returns the state of a history entry whose earlier ones the router does not know, as after a load. With a key of its own
 * the router restores no scroll position there.
 */
function firstEntry(): object {
  const key = Math.random().toString(36).slice(2)
  return { __TSR_index: 0, key, __TSR_key: key }
}

/**
 * Leaves the shown screen for the empty one, and forgets what the screen has read.
 * @returns false if only a load gives the page a clean state: a dialog or a toast stays open, or the browser has stored
 * a setting that the console reads when it starts
 */
async function leaveScreen(page: Page): Promise<boolean> {
  await page.evaluate((entry) => {
    history.pushState(entry, '', '/')
    const close = '[data-sonner-toast] button[aria-label="Close"]'
    for (const button of document.querySelectorAll<HTMLElement>(close)) button.click()
  }, firstEntry())
  await showNavigation(page)
  return page.evaluate(async () => {
    const toasts = () => document.querySelectorAll('[data-sonner-toast]').length
    // A toast leaves for a fifth of a second. One that cannot be closed would stay.
    const end = Date.now() + 1000
    while (toasts() > 0 && Date.now() < end) await new Promise(requestAnimationFrame)
    const dialogs = document.querySelector('[role=dialog], [role=alertdialog], dialog[open], :popover-open')
    const settings = Object.keys(localStorage).filter((key) => !['recent', 'database-position'].includes(key))
    const { context } = (window as unknown as Console).__TSR_ROUTER__.options
    context.queryClient.removeQueries({ type: 'inactive' })
    return toasts() === 0 && dialogs === null && settings.length === 0
  })
}

/** Waits until the router has rendered the current address. */
async function showNavigation(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const router = (window as unknown as Console).__TSR_ROUTER__
    do await new Promise(requestAnimationFrame)
    while (router.state.status !== 'idle')
  })
}

async function showScreen(page: Page, address: string): Promise<void> {
  await page.evaluate(
    ([entry, href]) => {
      const { context } = (window as unknown as Console).__TSR_ROUTER__.options
      // What the layout has read.
      void context.queryClient.invalidateQueries()
      scrollTo(0, 0)
      history.replaceState(entry, '', href)
    },
    [firstEntry(), address] as const,
  )
  await showNavigation(page)
}

/**
 * Leaves the screen of a case that has ended, and deletes what the case has stored, except the session.
 * @returns false if the page cannot be kept for the next case
 */
export async function keepConsole(page: Page): Promise<boolean> {
  if (!(await leaveScreen(page))) return false
  await page.evaluate(async () => {
    localStorage.clear()
    // The console holds its databases open, so they can be emptied but not deleted.
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      await new Promise((resolve, reject) => {
        opening.addEventListener('success', resolve)
        opening.addEventListener('error', reject)
        opening.addEventListener('blocked', reject)
      })
      const database = opening.result
      const emptying = database.transaction([...database.objectStoreNames], 'readwrite')
      for (const store of database.objectStoreNames) emptying.objectStore(store).clear()
      await new Promise((resolve, reject) => {
        emptying.addEventListener('complete', resolve)
        emptying.addEventListener('abort', reject)
      })
      database.close()
    }
  })
  return true
}

const ownDocuments = new WeakSet<Page>()

/**
 * Makes each later `page.goto` of the case load the document, and keeps that document from the next case. For a case
 * that tests the load, or that changes something which outlives a screen.
 */
export function needOwnDocument(page: Page): void {
  ownDocuments.add(page)
}

const routeOf = new WeakMap<Page, Page['route']>()

/**
 * Routes calls of the loaded console. `page.route` makes each `page.goto` load the document, because a route of a
 * document or a script takes effect only with a load. Each call is a new request, so its route needs none.
 */
export function routeCalls(page: Page, ...args: Parameters<Page['route']>): ReturnType<Page['route']> {
  return (routeOf.get(page) ?? page.route.bind(page))(...args)
}

interface Start {
  /** Origin of the console. */
  origin: string
  /** Whether the page holds the console of an earlier case. */
  isHeld: boolean
  /** What the sign-in of this case stores. */
  session: StoredSession
}

/**
 * Lets `page.goto` open a screen in the loaded console, until the case does something that takes effect only with a load.
 * It saves two thirds of the processor time.
 * @returns a function that ends this. It tells whether the console can be kept for the next case.
 */
export function openScreensInConsole(page: Page, { origin, isHeld, session }: Start): () => boolean {
  const context = page.context()
  const load = page.goto.bind(page)
  routeOf.set(page, page.route.bind(page))
  let isLoaded = isHeld
  let isFirst = true
  ownDocuments.delete(page)
  const restore = [
    [page, 'addInitScript'],
    [page, 'route'],
    [context, 'addInitScript'],
    [context, 'route'],
    [context, 'newCDPSession'],
    [context, 'setOffline'],
    ...clockInstallers.map((name) => [page.clock, name]),
  ].map(([target, name]) =>
    replaceMethod(target as object, name as string, (original) => (...args) => {
      needOwnDocument(page)
      return original(...args)
    }),
  )

  const open = async (address: string): Promise<boolean> => {
    const stored: StoredSession = await page.evaluate(() =>
      '__TSR_ROUTER__' in window ? { ...sessionStorage } : {},
    )
    // After a sign-out the credential and the permissions are missing.
    if (subjectOf(stored) !== subjectOf(session)) return false
    if (stored.permissions !== session.permissions) return false
    const { pathname } = new URL(page.url())
    const isEmpty = isFirst && isHeld && pathname === '/'
    if (!isEmpty && !(await leaveScreen(page))) return false
    if (isFirst && isHeld) {
      await page.evaluate((items) => {
        sessionStorage.clear()
        for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
      }, session)
    }
    await showScreen(page, address)
    return true
  }

  page.goto = async (address, options) => {
    const isConsole = address.startsWith('/') && page.url().startsWith(`${origin}/`)
    const canOpen = isLoaded && isConsole && options === undefined && !ownDocuments.has(page)
    const isOpen = canOpen && (await open(address))
    isFirst = false
    if (isOpen) return null
    const response = await load(address, options)
    isLoaded = true
    return response
  }
  return () => {
    page.goto = load
    for (const one of restore) one()
    return isLoaded && !ownDocuments.has(page)
  }
}

/** @returns the id of the account that is signed in; undefined when nobody is */
function subjectOf({ credential, session }: StoredSession): string | undefined {
  return credential === undefined || session === undefined ? undefined : JSON.parse(session).subject
}
