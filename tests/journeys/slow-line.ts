import type { Page, Route } from 'playwright/test'
import * as bindings from '../../apps/console/src/lib/key-bindings.ts'
import { expect } from './journey.ts'
import { requestsEnded } from './open-requests.ts'

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
  hold: (part?: string) => void
  /** The names of the held scripts. */
  held: () => string[]
  /** Holds each write from now on. */
  holdWrites: () => void
  /** Lets the held writes through. */
  releaseWrites: () => Promise<void>
  /** Lets the held scripts through, and waits for what they bring. */
  release: () => Promise<void>
}

/** Makes a page's line slow. Call it before the page is opened. */
export async function slowLine(page: Page): Promise<SlowLine> {
  const writes: string[] = []
  const held: { name: string; route: Route }[] = []
  const heldWrites: Route[] = []
  let wanted: string | undefined
  let areWritesHeld = false
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/admin/') && request.method() !== 'GET')
      writes.push(`${request.method()} ${pathname}`)
  })
  await page.route('**/assets/*.js', async (route) => {
    const name = route.request().url().split('/').at(-1) ?? ''
    if (wanted !== undefined && name.startsWith(wanted)) held.push({ name, route })
    else await route.continue()
  })
  await page.route('**/admin/**', async (route) => {
    if (areWritesHeld && route.request().method() !== 'GET') heldWrites.push(route)
    else await route.continue()
  })
  return {
    writes,
    holdWrites() {
      areWritesHeld = true
    },
    async releaseWrites() {
      areWritesHeld = false
      for (const route of heldWrites.splice(0)) await route.continue()
    },
    hold(part = '') {
      wanted = part
    },
    held: () => held.map(({ name }) => name),
    async release() {
      wanted = undefined
      for (const { route } of held.splice(0)) await route.continue()
      await settle(page)
    },
  }
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

/** Presses keys one after the other, as somebody does who does not wait. */
export async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
  await drawn(page)
}

interface Router {
  navigate: (to: { href: string }) => Promise<void>
}

/** Follows a link to a console address: the sidebar's if it has one, otherwise as any other link does. */
export async function follow(page: Page, address: string): Promise<void> {
  const link = page.locator(`nav[aria-label="Sections"] a[href="${address}"]`).first()
  if (await link.isVisible()) await link.click()
  else {
    await page.evaluate((href) => {
      const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router }
      void router.navigate({ href })
    }, address)
  }
}
