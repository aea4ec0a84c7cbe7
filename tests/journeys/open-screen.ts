import type { Page } from 'playwright/test'

/** These cannot be undone. */
export const clockInstallers = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

/** What a sign-in stores in the tab's session storage. */
export type StoredSession = Record<string, string>

interface Console extends Window {
  /** The router puts itself there. */
  __TSR_ROUTER__: {
    state: { status: string; isLoading: boolean }
    latestLoadPromise?: Promise<void>
    options: {
      context: { queryClient: { removeQueries(filter: object): void; invalidateQueries(): Promise<void> } }
    }
  }
}

/** Index of a loaded document's history entry: the router does not know those before it. */
const loadedEntry = { __TSR_index: 0 }

/**
 * Leaves the shown screen for an address without one, and forgets what the screen has read.
 * @returns false if only a load gives the page a clean state: a dialog or a toast stays open, or the browser has stored
 * a setting that the console reads when it starts
 */
async function leaveScreen(page: Page): Promise<boolean> {
  await page.evaluate((entry) => {
    history.pushState(entry, '', '/no-such-screen')
    const close = '[data-sonner-toast] button[aria-label="Close"]'
    for (const button of document.querySelectorAll<HTMLElement>(close)) button.click()
  }, loadedEntry)
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
    do {
      await router.latestLoadPromise
      await new Promise(requestAnimationFrame)
    } while (router.state.status !== 'idle' || router.state.isLoading)
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
    [loadedEntry, address] as const,
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
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const database = opening.result
      const emptying = database.transaction([...database.objectStoreNames], 'readwrite')
      for (const store of database.objectStoreNames) emptying.objectStore(store).clear()
      await new Promise((resolve) => emptying.addEventListener('complete', resolve))
      database.close()
    }
  })
  return true
}

/**
 * Lets `page.goto` open a screen in the loaded console, as if its document had just been loaded, until the case does
 * something that takes effect only with a load. It saves two thirds of the processor time.
 * @param isKept whether the page holds the console of an earlier case
 * @param session what the sign-in of this case stores
 * @returns a function that ends this. It tells whether the console can be kept for the next case.
 */
export function openScreensInConsole(page: Page, isKept: boolean, session: StoredSession): () => boolean {
  const context = page.context()
  const load = page.goto.bind(page)
  let isLoaded = isKept
  let isFirst = true
  let hasInterfered = false
  const restore = [
    [page, 'addInitScript'],
    [page, 'route'],
    [context, 'addInitScript'],
    [context, 'route'],
    [context, 'newCDPSession'],
    [context, 'setOffline'],
    ...clockInstallers.map((name) => [page.clock, name]),
  ].map(([target, name]) =>
    noteCall(target as object, name as string, () => {
      hasInterfered = true
    }),
  )

  const open = async (address: string): Promise<boolean> => {
    const isOfEarlierCase = isFirst && isKept
    const stored: StoredSession = await page.evaluate(() => ({ ...sessionStorage }))
    if (subjectOf(stored.credential) !== subjectOf(session.credential)) return false
    if (stored.permissions !== session.permissions) return false
    if (!isOfEarlierCase && !(await leaveScreen(page))) return false
    if (isOfEarlierCase) {
      await page.evaluate((items) => {
        sessionStorage.clear()
        for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
      }, session)
    }
    await showScreen(page, address)
    return true
  }

  page.goto = async (address, options) => {
    const canOpen = isLoaded && !hasInterfered && options === undefined && address.startsWith('/')
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
    return isLoaded && !hasInterfered
  }
}

/** @returns the id of the account that a credential names; undefined without a credential */
function subjectOf(credential: string | undefined): string | undefined {
  const claims = credential?.split('.')[1]
  return claims && JSON.parse(Buffer.from(claims, 'base64url').toString()).sub
}

/** Calls a listener before a method. @returns a function that restores the method */
function noteCall(target: object, name: string, listener: () => void): () => void {
  const original = Reflect.get(target, name) as (...args: unknown[]) => unknown
  Reflect.set(target, name, (...args: unknown[]) => {
    listener()
    return original.apply(target, args)
  })
  return () => void Reflect.set(target, name, original)
}
