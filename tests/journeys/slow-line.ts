import type { Page, Request, Route } from 'playwright/test'
import * as bindings from '../../apps/console/src/lib/key-bindings.ts'
import { expect, quietPartsLoaded } from './journey.ts'
import { requestsEnded } from './open-requests.ts'
import { needOwnDocument } from './open-screen.ts'

/** Every letter and sign that the console has a use for, of all screens and dialogs. */
export const letters = [
  ...new Set(Object.values(bindings).flatMap((keys) => Object.values<string>(keys))),
].filter((key) => key.length === 1)

/** The letters that only what is focused on a screen takes: nothing else may act on them. */
export const screenLetters = letters.filter(
  (key) => !Object.values<string>(bindings.shellKeys).includes(key) || key === bindings.queueKeys.previous,
)

/** What lies over the screen, topmost last. */
const overlays = '[aria-modal="true"], dialog[open]'

/** A page whose scripts can be made late, and that notes each write. */
export interface SlowLine {
  /** Method and path of each call that is not a GET. */
  writes: string[]
  /** Holds each script that is asked for from now on. @param part begins the names of those to hold; by default all */
  hold: (part?: string) => Promise<void>
  /** The names of the held scripts. */
  held: () => string[]
  /** Holds each write from now on. */
  holdWrites: () => Promise<void>
  /** Lets the held writes through. */
  releaseWrites: () => Promise<void>
  /** Lets the held scripts through, and waits for what they bring. */
  release: () => Promise<void>
}

/** Makes a page's line slow. Its next address is loaded, so that no script is there. */
export function slowLine(page: Page): SlowLine {
  needOwnDocument(page)
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/admin/') && request.method() !== 'GET')
      writes.push(`${request.method()} ${pathname}`)
  })
  const nameOf = (request: Request) => request.url().split('/').at(-1) ?? ''
  const gate = (address: string, isHeld: (request: Request) => boolean) => {
    const held: Route[] = []
    let state: 'unused' | 'closed' | 'open' = 'unused'
    const handle = async (route: Route) => {
      if (state === 'closed' && isHeld(route.request())) held.push(route)
      else await route.continue()
    }
    return {
      held,
      // Not before it is needed, because a route keeps the page from its cache.
      async close() {
        if (state === 'unused') await page.route(address, handle)
        state = 'closed'
      },
      async open() {
        state = 'open'
        for (const route of held.splice(0)) await route.continue()
      },
    }
  }
  let wanted = ''
  const scripts = gate('**/assets/*.js', (request) => nameOf(request).startsWith(wanted))
  const calls = gate('**/admin/**', (request) => request.method() !== 'GET')
  return {
    writes,
    async hold(part = '') {
      wanted = part
      await scripts.close()
    },
    held: () => scripts.held.map((route) => nameOf(route.request())),
    holdWrites: calls.close,
    releaseWrites: calls.open,
    async release() {
      await scripts.open()
      await settle(page)
    },
  }
}

/** Loads an address, with what comes later by itself. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await quietPartsLoaded(page)
  await settle(page)
}

/** Waits until nothing is asked for, and what has come is drawn. */
export async function settle(page: Page): Promise<void> {
  expect(await requestsEnded(page, 150)).toBe(true)
  await drawn(page)
}

/** Waits for two frames: what a key or a click does at once is done then. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )
}

interface Shown {
  /** Name of each open dialog, topmost last. */
  dialogs: string[]
  /** Whether the topmost dialog has the focus. */
  isFocused: boolean
  /** The focused element, for the message of a failure. */
  focused: string
  address: string
}

/** Returns which dialogs are open, where the focus is, and the address. */
export function shown(page: Page): Promise<Shown> {
  return page.evaluate((selector) => {
    const open = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const nameOf = (one: Element) =>
      one.getAttribute('aria-label') ??
      document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ??
      ''
    const active = document.activeElement
    return {
      dialogs: open.map(nameOf),
      isFocused: open.at(-1)?.contains(active) ?? true,
      focused: `${active?.tagName} ${active?.getAttribute('aria-label') ?? active?.textContent?.slice(0, 40)}`,
      address: location.pathname + location.search,
    }
  }, overlays)
}

/** What a page must show: values, or matchers such as expect.stringMatching. */
export type Wanted = { [Name in keyof Shown]?: unknown }

/** Waits until the page shows this. */
export async function expectShown(page: Page, wanted: Wanted): Promise<void> {
  await expect.poll(() => shown(page), { intervals: [30] }).toMatchObject(wanted)
}

/** Presses keys one after the other, as somebody does who does not wait. */
export async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
  await drawn(page)
}

/** Follows a link to a console address: the sidebar's if it has one, otherwise as any other link does. */
export async function follow(page: Page, address: string): Promise<void> {
  const link = page.locator(`nav[aria-label="Sections"] a[href="${address}"]`).first()
  if (await link.isVisible()) await link.click()
  else {
    await page.evaluate((href) => {
      const { __TSR_ROUTER__: router } = window as never as { __TSR_ROUTER__: { navigate(to: object): void } }
      router.navigate({ href })
    }, address)
  }
}
