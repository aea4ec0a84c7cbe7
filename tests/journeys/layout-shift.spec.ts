import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { paths } from '../../apps/console/src/lib/paths.ts'
import { expect, test } from './journey.ts'
import { requestsEnded } from './open-requests.ts'
import { addressOf, screens } from './screens.ts'

/** The routes that belong to no section: the first screen, and an unknown address. */
const ownRoutes = ['/', '$']

test('measures every screen that has a route (OQ-310)', () => {
  const features = join(import.meta.dirname, '../../apps/console/src/features')
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
  const routes = files
    .filter((name) => name.endsWith('.screens.ts'))
    .flatMap((name) => [
      ...readFileSync(join(features, name), 'utf8').matchAll(/^ +path: (?:paths\.(\w+)|'([^']+)'),/gm),
    ])
    .map(([, name, path]) => path ?? paths[name as 'home'])
  expect(routes.length).toBeGreaterThan(30)
  expect([...new Set(screens.map(({ route }) => route))].sort()).toEqual(
    [...new Set(routes), ...ownRoutes].sort(),
  )
})

interface Shift {
  value: number
  /** The elements that moved, with their position before and after. */
  moved: string[]
}

/**
 * Records the shifts of every page that is opened afterwards. Each response is late, so that the parts of a screen
 * arrive one after the other: at once they would move nothing.
 */
async function recordShifts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    type Entry = PerformanceEntry & { value: number; sources: Source[] }
    const at = ({ x, y }: DOMRect) => `${Math.round(x)},${Math.round(y)}`
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const text = node?.textContent?.slice(0, 40)
          return `${element?.tagName}.${element?.className} “${text}” ${at(previousRect)} to ${at(currentRect)}`
        })
        shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Lets the session's answer come after all others, as it can on a slow connection: every screen uses its settings and
 * permissions.
 */
async function holdSession(page: Page): Promise<void> {
  await page.route('**/admin/session', async (route) => {
    await requestsEnded(page, 200, 10_000, route.request())
    await route.continue()
  })
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)

/** Waits for the content: no skeleton, no further request, and the frame that draws the last response. */
async function isDrawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
}

// Each case opens a page of its own, so the workers share them.
test.describe.configure({ mode: 'parallel' })

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: width === 390 })

    for (const screen of screens) {
      const { route, search, of, idOf } = screen
      const name = [route, search, of ?? (idOf && 'of a record')].filter(Boolean).join(' ')
      test(`moves nothing while ${name} loads (OQ-310)`, async ({ signedIn: page, program }) => {
        await recordShifts(page)
        await holdSession(page)
        await page.goto(await addressOf(screen, program))
        await isDrawn(page)
        expect(await shiftsOf(page)).toEqual([])
      })
    }
  })
}

test('notices content that moves, or the checks above would prove nothing (OQ-310)', async ({
  signedIn: page,
}) => {
  await recordShifts(page)
  await page.goto('/creators')
  await isDrawn(page)
  await page.evaluate(() => {
    const late = document.createElement('p')
    late.style.height = '22px'
    document.querySelector('main')?.prepend(late)
  })
  await expect.poll(async () => (await shiftsOf(page)).length).toBeGreaterThan(0)
})
