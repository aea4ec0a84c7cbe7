import type { Page, Route } from 'playwright/test'
import { test as base, expect, expectAccessibleInBothSchemes, unansweredCall } from './journey.ts'
import { makeNews } from './news-records.ts'
import { routeCalls } from './open-screen.ts'
import { makePinnedPosts } from './post-records.ts'
import type { Program } from './program.ts'
import {
  makeAdvisor,
  makeCoupon,
  makeCreator,
  makeMasterclass,
  makePaymentPage,
  makeShortlink,
} from './records.ts'
import { visit } from './typed-form.ts'

/** Every list of this file is empty until a case fills it. */
const test = base.extend<object, { program: Program }>({
  program: [({ emptyProgram }, use) => use(emptyProgram), { scope: 'worker' }],
})

interface ListRow {
  at: string
  /** The requirements that it serves. */
  ids?: string
  loading: string
  failed: string
  empty: string
  /** The button that takes a search back, for a list with one. */
  clear?: string
  /** The table with its records, columns that must differ in each, and how one is made. */
  more?: { table: string; unique?: string; make: (program: Program) => Promise<unknown>; page?: number }
}

const masterclasses = {
  ids: 'MC-13, MC-14',
  loading: 'Loading masterclasses...',
  failed: 'Cannot fetch masterclasses.',
}
const news = {
  ids: 'NEWS-04, NEWS-05',
  loading: 'Loading news snippets...',
  failed: 'Cannot fetch news snippets.',
}
const banners = { ids: 'BAN-20, BAN-21', loading: 'Loading banners...', failed: 'Error loading banners.' }
const pages = { ids: 'PAY-20, PAY-15', loading: 'Loading entities...', failed: 'Error loading entities.' }
const noEvents = { ids: 'EVT-19, EVT-20', failed: 'Cannot fetch events.', empty: 'No events to show.' }
const noMasterclasses = { ...masterclasses, empty: 'No masterclasses to show.' }
const noNews = { ...news, empty: 'No news snippets to show.' }
const noPages = { ...pages, empty: 'No payment pages found', clear: 'Clear search' }

const lists: readonly ListRow[] = [
  { at: '/masterclass', ...noMasterclasses },
  {
    at: '/masterclass?tab=draft',
    ...noMasterclasses,
    more: { table: 'masterclass', make: makeMasterclass },
  },
  { at: '/masterclass?tab=past', ...noMasterclasses },
  { at: '/events', loading: 'Loading events...', ...noEvents },
  { at: '/events?tab=past', loading: 'Loading events...', ...noEvents },
  {
    at: '/webinar?tab=draft',
    loading: 'Loading webinars...',
    ...noEvents,
  },
  { at: '/webinar', loading: 'Loading webinars...', ...noEvents },
  { at: '/news', ...noNews, more: { table: 'news', make: makeNews, page: 200 } },
  { at: '/news?tab=inactive', ...noNews },
  {
    at: '/banners',
    ...banners,
    empty: 'No active banners available.',
  },
  { at: '/banners?tab=inactive', ...banners, empty: 'No inactive banners available.' },
  {
    at: '/creators',
    loading: 'Loading creators...',
    failed: 'Error loading creators.',
    empty: 'No creators found',
    clear: 'Clear search',
    more: { table: 'creator', unique: 'email', make: makeCreator },
  },
  {
    at: '/advisory/services',
    ids: 'ADV-20, ADV-21',
    loading: 'Loading services...',
    failed: 'Failed to load services. Please try again or contact support.',
    empty: 'No services available.',
  },
  {
    at: '/advisory/advisors',
    loading: 'Loading advisors...',
    failed: 'Error loading advisors.',
    empty: 'No advisors found',
    more: { table: 'advisor', unique: 'email', make: makeAdvisor },
  },
  {
    at: '/advisory/leads',
    loading: 'Loading leads...',
    failed: 'Error loading leads.',
    empty: 'No leads found',
    clear: 'Clear filters',
  },
  {
    at: '/create-post',
    ids: 'POST-30, POST-31',
    loading: 'Loading...',
    failed: 'Error loading posts',
    empty: 'No posts available',
    more: { table: 'post', make: (program) => makePinnedPosts(program, 1), page: 25 },
  },
  {
    at: '/create-post?tab=pinned',
    ids: 'POST-30, POST-31',
    loading: 'Loading pinned posts...',
    failed: 'Error loading pinned posts',
    empty: 'No pinned posts available',
    more: { table: 'post', make: (program) => makePinnedPosts(program, 1), page: 25 },
  },
  {
    at: '/coupons',
    loading: 'Loading coupons...',
    failed: 'Error loading coupons.',
    empty: 'No coupons found',
    clear: 'Clear search',
  },
  {
    at: '/coupons?tab=unlinked',
    loading: 'Loading coupons...',
    failed: 'Error loading coupons.',
    empty: 'No coupons found',
    more: { table: 'coupon', unique: 'code', make: makeCoupon, page: 50 },
  },
  {
    at: '/url-shortener',
    ids: 'LINK-09',
    loading: 'Loading shortlinks...',
    failed: 'Error loading shortlinks.',
    empty: 'No shortlinks found',
    more: { table: 'shortlink', unique: 'short_code', make: makeShortlink },
  },
  { at: '/custom-payment-pages', ...noPages, more: { table: 'payment_page', make: makePaymentPage } },
  { at: '/custom-payment-pages?tab=inactive', ...noPages },
  {
    at: '/memberships',
    loading: 'Loading memberships...',
    failed: 'Error loading memberships.',
    empty: 'No memberships found',
  },
  ...(['user', 'post', 'reaction'] as const).map((kind) => ({
    at: `/moderation/${kind === 'reaction' ? 'comments' : `${kind}s`}`,
    ids: 'MOD-22',
    loading: `Loading ${kind} reports...`,
    failed: `Error loading ${kind} reports.`,
    empty: `No ${kind} reports found`,
  })),
  {
    at: '/transactions/masterclass',
    loading: 'Loading transactions...',
    failed: 'Error loading transactions.',
    empty: 'No transactions found',
  },
  {
    at: '/books/documents',
    loading: 'Loading documents...',
    failed: 'Error loading documents.',
    empty: 'No documents found',
    clear: 'Clear filters',
  },
  {
    at: '/books/disputes',
    loading: 'Loading disputes...',
    failed: 'Error loading disputes.',
    empty: 'No open disputes',
  },
  {
    at: '/books/settlements',
    loading: 'Loading settlements...',
    failed: 'Error loading settlements.',
    empty: 'No settlements yet',
  },
  {
    at: '/books/months',
    loading: 'Loading months...',
    failed: 'Error loading months.',
    empty: 'No months yet',
  },
  {
    at: '/transactions/requests',
    loading: 'Loading refund requests...',
    failed: 'Refund requests could not be loaded.',
    empty: 'No refunds to approve',
  },
  {
    at: '/api-keys',
    loading: 'Loading API keys...',
    failed: 'Error loading API keys.',
    empty: 'No API keys yet',
  },
  {
    at: '/bin',
    ids: 'OQ-475',
    loading: 'Loading the bin...',
    failed: 'Error loading the bin.',
    empty: 'Nothing in the bin',
    clear: 'Clear search',
  },
]

/** A screen without a list, which the others are opened from. */
const start = '/masterclass/create'

/** Holds all calls of the console that match, until they are lost or answered. */
async function hold(page: Page, matches: (url: URL) => boolean = () => true) {
  const held: Route[] = []
  let fate: 'held' | 'lost' | 'answered' = 'held'
  const end = (route: Route) => (fate === 'lost' ? route.abort('connectionfailed') : route.fallback())
  await routeCalls(page, '**/admin/**', async (route, request) => {
    if (!matches(new URL(request.url()))) return route.fallback()
    if (fate === 'held') held.push(route)
    else await end(route)
  })
  return async (next: 'held' | 'lost' | 'answered') => {
    fate = next
    for (const route of next === 'held' ? [] : held.splice(0)) await end(route)
  }
}

const screen = (page: Page) => page.getByRole('main')

for (const { at, ids = 'SHELL-41', loading, failed, empty, clear } of lists) {
  test(`${at} shows that it loads, a failure that Retry ends, and that nothing is there (OQ-110, ${ids})`, async ({
    signedIn: page,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    await page.goto(start)
    const end = await hold(page)
    await visit(page, at)
    await expect(screen(page).getByText(loading, { exact: true })).toBeVisible()
    await end('lost')
    await expect(screen(page).getByText(failed, { exact: true })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await end('answered')
    await screen(page).getByRole('button', { name: 'Retry' }).first().press('Enter')
    const none = screen(page).getByText(empty, { exact: true })
    await expect(none).toBeVisible()
    await expect(page.locator('main :focus, main:focus')).toHaveCount(1)
    await expectAccessibleInBothSchemes(page)
    if (!clear) return
    const wayBack = screen(page).getByRole('button', { name: clear }).last()
    await expect(wayBack).toHaveCount(0)
    const found = page.waitForResponse((response) => response.url().includes('nobody'))
    await screen(page).getByRole('searchbox').fill('nobody has this')
    await (await found).finished()
    await expect(wayBack).toBeVisible()
    await expect(none).toBeVisible()
    // What was found for an earlier text is dimmed.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await wayBack.click()
    await expect(wayBack).toHaveCount(0)
    await expect(none).toBeVisible()
    await expect(screen(page).getByRole('searchbox')).toHaveValue('')
  })
}

for (const { at, more } of lists) {
  if (!more) continue
  const { table, unique, make, page: size = 100 } = more
  test(`${at} loads ${size} at a time, and more again after a failure (OQ-110)`, async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    // Records of other kinds leave some.
    await program.query(`delete from ${table}`)
    await make(program)
    try {
      const total = size + 5
      await program.query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(
           'id', gen_random_uuid()${unique ? `, '${unique}', n || t.${unique}` : ''},
           'created_at', t.created_at - n * interval '1 minute'))).*
         from ${table} t, generate_series(1, $1::int) n`,
        [total - 1],
      )
      await page.goto(start)
      await visit(page, at)
      const button = screen(page).getByRole('button', { name: 'Load More' })
      await expect(button).toBeVisible()
      const end = await hold(page, ({ search }) => search.includes(`offset=${size}`))
      await end('lost')
      await button.click()
      await expect(screen(page).getByText(/^More could not be loaded\./)).toBeVisible()
      await end('answered')
      await button.click()
      await expect(button).toHaveCount(0)
      await expect(page.locator('.gr-unseen[aria-live="polite"]').first()).toHaveText(
        `Showing ${total} results`,
      )
      await expect(page.locator('main :focus')).toHaveCount(1)
    } finally {
      await program.query(`delete from ${table}`)
    }
  })
}
