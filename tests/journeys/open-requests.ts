import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright/test'

/** Milliseconds without a request after which a page has loaded what it needs. */
const quietMs = 500
const longestWaitMs = 60_000

const requestsOf = new WeakMap<Page, Set<Request>>()

/** Counts the requests of a page from now on. Playwright's own count begins only with a loaded document. */
export function followRequests(page: Page): void {
  const open = new Set<Request>()
  requestsOf.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('response', (response) => {
    const document = response.request()
    if (!document.isNavigationRequest() || document.frame() !== page.mainFrame()) return
    // Requests of the previous document end with it, some without an event.
    for (const request of open) if (request !== document) open.delete(request)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => open.delete(request))
}

/**
 * Waits until a page that `followRequests` follows has no request under way.
 * @param ms how long there must be none
 * @param limitMs after which the wait ends
 * @param held a request that the caller holds back, which doesn't count
 * @returns false if there is still one then
 */
export async function requestsEnded(
  page: Page,
  ms = quietMs,
  limitMs = longestWaitMs,
  held?: Request,
): Promise<boolean> {
  const open = requestsOf.get(page) ?? new Set()
  const isOpen = () => open.size > (held && open.has(held) ? 1 : 0)
  const begun = Date.now()
  let quietSince = begun
  while (isOpen() || Date.now() - quietSince < ms) {
    if (Date.now() - begun > limitMs) return false
    await sleep(10)
    if (isOpen()) quietSince = Date.now()
  }
  return true
}
