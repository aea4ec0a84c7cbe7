import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { paths } from '../../apps/console/src/lib/paths.ts'
import { expect, test } from './journey.ts'
import { requestsEnded } from './open-requests.ts'
import type { Program } from './program.ts'

interface Screen {
  /** As routes.tsx declares it. */
  route: string
  /** Additions to the route: a tab, an opened form. */
  search?: string
  /** Which record, where a route is measured with several. */
  of?: string
  /** Returns the id of the record that the screen is about, which replaces $id or follows as ?id=. */
  idOf?: (program: Program) => Promise<string>
}

const firstId = (from: string) => async (program: Program) => {
  const [row] = await program.query<{ id: string }>(`select id from ${from} order by id limit 1`)
  if (!row) throw new Error(`The sample has no ${from}`)
  return row.id
}

async function ownPost(program: Program): Promise<string> {
  const { body } = await program.call<{ admin_post_user_id: string }>('GET', '/admin/session')
  return firstId(`post where user_id = '${body.data.admin_post_user_id}'`)(program)
}

const screens: Screen[] = [
  { route: paths.home },
  { route: paths.overview },
  { route: paths.masterclassList },
  { route: paths.masterclassList, search: '?tab=draft' },
  { route: paths.masterclassList, search: '?tab=past' },
  { route: paths.masterclassCreate },
  { route: '/masterclass/edit/$id', of: 'published', idOf: firstId('masterclass where is_active') },
  { route: '/masterclass/edit/$id', of: 'draft', idOf: firstId('masterclass where not is_active') },
  {
    route: '/masterclass/people/$id',
    idOf: firstId('masterclass where is_active and start_time < now()'),
  },
  { route: '/event/people/$id', idOf: firstId(`event where event_type = 'OFFLINE' and not is_paid`) },
  { route: '/webinar/people/$id', idOf: firstId(`event where event_type = 'ONLINE' and not is_published`) },
  ...['pending', 'completed', 'refunded'].map((status) => ({
    route: '/transactions/orders/$id',
    of: status,
    idOf: firstId(`transaction where status = '${status}'`),
  })),
  { route: '/transactions/$type', search: 'masterclass' },
  { route: '/transactions/$type', search: 'membership' },
  { route: '/transactions/$type', search: 'events?phone=9876543210' },
  { route: '/people/$id', idOf: firstId('app_user') },
  { route: paths.userModeration },
  { route: paths.postModeration },
  { route: paths.commentModeration },
  { route: paths.eventList },
  { route: paths.eventCreate },
  { route: '/event/edit/$id', idOf: firstId(`event where event_type = 'OFFLINE'`) },
  { route: paths.webinarList },
  { route: paths.webinarCreate },
  {
    route: '/webinar/edit/$id',
    of: 'published',
    idOf: firstId(`event where event_type = 'ONLINE' and is_published`),
  },
  {
    route: '/webinar/edit/$id',
    of: 'draft',
    idOf: firstId(`event where event_type = 'ONLINE' and not is_published`),
  },
  { route: paths.calendar },
  { route: paths.calendar, search: '?view=week' },
  { route: paths.banners },
  { route: paths.bannerForm },
  { route: paths.bannerForm, of: 'internal', idOf: firstId(`banner where redirect_type = 'internal'`) },
  { route: paths.bannerForm, of: 'external', idOf: firstId(`banner where redirect_type = 'external'`) },
  { route: paths.posts },
  { route: paths.posts, search: '?tab=create' },
  { route: '/create-post/edit/$id', idOf: ownPost },
  { route: paths.newsList },
  { route: paths.newsList, search: '?tab=inactive' },
  { route: paths.newsCreate },
  { route: paths.newsEdit, idOf: firstId('news') },
  { route: paths.creators },
  { route: paths.creators, search: '?tab=create' },
  { route: paths.advisoryServices },
  { route: '/advisory/services/$id', idOf: firstId('advisory_service') },
  { route: paths.advisoryAdvisors },
  { route: paths.advisoryAdvisors, search: '?tab=create' },
  { route: paths.advisoryLeads },
  { route: paths.advisoryLeads, search: '?view=board' },
  { route: paths.advisoryLeads, search: '?view=today' },
  { route: paths.advisoryLeads, search: '?view=sources' },
  { route: paths.advisoryLeads, search: '?q=nobody' },
  { route: paths.memberships },
  { route: paths.coupons },
  { route: paths.shortlinks },
  { route: paths.shortlinks, search: '?tab=create' },
  { route: paths.paymentPages },
  { route: paths.paymentPages, search: '?create=1' },
  { route: paths.documents },
  { route: paths.documents, search: '?q=nothing' },
  { route: paths.differences },
  { route: paths.refundRequests },
  { route: paths.months },
  { route: paths.staff },
  { route: paths.apiKeys },
  { route: paths.webhooks },
  { route: paths.personalData },
  { route: paths.history },
  { route: paths.bin },
  { route: '$', search: '/no-such-screen' },
]

async function addressOf({ route, search = '', idOf }: Screen, program: Program): Promise<string> {
  const id = await idOf?.(program)
  const path = route.replace('$id', id ?? '').replace(/\$.*$/, '')
  return id === undefined || route.includes('$id') ? `${path}${search}` : `${path}?id=${id}`
}

test('measures every screen that has a route (OQ-310)', () => {
  const routes = readFileSync(join(import.meta.dirname, '../../apps/console/src/app/routes.tsx'), 'utf8')
  const declared = [...routes.matchAll(/\bscreen\(\s*(?:paths\.(\w+)|'([^']+)')/g)].map(([, name, path]) =>
    name === undefined ? path : paths[name as 'home'],
  )
  expect(declared.length).toBeGreaterThan(30)
  expect([...new Set(screens.map(({ route }) => route))].sort()).toEqual([...new Set(declared)].sort())
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
