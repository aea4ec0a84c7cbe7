import type { Locator, Page } from 'playwright/test'
import { makeEvent, makeWebinar } from './event-records.ts'
import {
  card,
  endSession,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  expectToLast,
  leaveForSignIn,
  refusedCall,
  signInAgain,
  signInDialog,
  test,
  toast,
} from './journey.ts'
import { makeNews } from './news-records.ts'
import { needOwnDocument } from './open-screen.ts'
import { makePost, storedPost } from './post-records.ts'
import { makeLead, makeMasterclass, makeService, pictureBytes, storedLead, unique } from './records.ts'

test('redirects every screen to sign-in before any call when there is no credential (SHELL-07, AUTH-06)', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/admin')) calls.push(request.url())
  })
  for (const path of [
    '/',
    '/masterclass',
    '/masterclass/create',
    '/masterclass/edit/x',
    '/transactions',
    '/transactions/membership',
    '/moderation',
    '/moderation/posts',
    '/user-moderation',
    '/banners',
    '/create-banner',
    '/create-post',
    '/community',
    '/news',
    '/news/edit',
    '/creators',
    '/advisory',
    '/advisory/services/x',
    '/advisory/leads',
    '/memberships',
    '/coupons',
    '/url-shortener',
    '/custom-payment-pages',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }
  expect(calls).toEqual([])
})

/**
 * Removes the credential of an open screen from session storage.
 * @returns the API calls made from then on
 */
async function removeCredential(page: Page): Promise<string[]> {
  const calls: string[] = []
  await page.evaluate(() => sessionStorage.removeItem('credential'))
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/admin')) calls.push(request.url())
  })
  return calls
}

test('redirects a link of an open screen to sign-in when there is no credential (AUTH-06)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  const calls = await removeCredential(page)
  await page.getByRole('link', { name: 'Masterclass' }).click()
  await expect(page).toHaveURL('/login')
  expect(calls).toEqual([])
})

test('sends nothing on Pin Post without a credential, and returns to the list after sign-in (AUTH-06, OQ-012)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makePost(program)
  await page.goto('/create-post')
  const pin = page.locator(`[data-post="${made._id}"]`).getByRole('button', { name: 'Pin Post' })
  await expect(pin).toBeVisible()
  const calls = await removeCredential(page)
  await pin.click()
  await leaveForSignIn(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(calls).toEqual([])
  expect((await storedPost(program, made._id)).is_pinned).toBe(false)

  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: 'Meera Nair' }).click()
  await expect(page).toHaveURL('/create-post')
  await expect(pin).toBeVisible()
})

test('sends no change of a lead’s status without a credential, and goes to sign-in (AUTH-06)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const status = page.getByRole('combobox', { name: `Status of ${lead.reference_record_id}` })
  await expect(status).toBeVisible()
  const calls = await removeCredential(page)
  await status.click()
  await page.getByRole('option', { name: 'CLOSED WON' }).click()
  await leaveForSignIn(page)
  expect(calls).toEqual([])
  expect((await storedLead(program, lead._id)).status).toBe(lead.status)
})

test('sends nothing on Create News without a credential, goes to sign-in and keeps the entries (AUTH-06, OQ-012)', async ({
  signedIn: page,
  program,
}) => {
  await page.goto('/news/create')
  await page.locator('[data-field="thumbnail"] input[type="file"]').setInputFiles({
    name: 'thumbnail.png',
    mimeType: 'image/png',
    buffer: await pictureBytes('png'),
  })
  await page.getByLabel('Title').fill('Typed before')
  const calls = await removeCredential(page)
  await page.getByLabel('Description').fill('Typed afterwards')
  await page.getByLabel('Source').fill('Business Line')
  await page.getByLabel('Reference Link').fill('https://www.example.com/story')
  await page.getByRole('button', { name: 'Create News Snippet' }).click()
  await expect(signInDialog(page)).toBeVisible()
  expect(calls).toEqual([])
  await signInAgain(page, program, '/news/create')
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Typed before')
  await expect(page.getByLabel('Description')).toHaveValue('Typed afterwards')
})

test('removes a refused credential and goes to sign-in, which has no sidebar (SHELL-06, SHELL-14, AUTH-07)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.goto('/masterclass')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => sessionStorage.getItem('credential'))).toBeNull()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
})

test('closes the sidebar, reopens it with the menu button, and remembers the choice (SHELL-03, SHELL-04)', async ({
  signedIn: page,
}) => {
  await page.goto('/masterclass')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link', { name: 'Masterclass' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)

  const rail = page.getByRole('complementary', { name: 'Main' })
  const menu = page.getByRole('button', { name: 'Open menu' })
  const close = page.getByRole('button', { name: 'Close sidebar' })
  const expectRail = async () => {
    await expect(rail.getByText('Greenroom')).toHaveCount(0)
    expect((await rail.boundingBox())?.width).toBe(56)
    // The names are for screen readers and tooltips.
    expect((await sections.getByText('Creators').boundingBox())?.width).toBe(1)
  }
  await close.click()
  await expect(menu).toBeFocused()
  await expectRail()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Masterclass' })).toBeVisible()
  await expectRail()

  await test.step('the rail names and links every section (OQ-229)', async () => {
    const icons = sections.getByRole('link')
    await expect(icons).toHaveCount(sidebar.length)
    for (const [place, { name }] of sidebar.entries()) {
      await expect(icons.nth(place)).toHaveAccessibleName(name)
      await expect(icons.nth(place)).toHaveAttribute('title', name)
    }
    await sections.getByRole('link', { name: 'Moderation' }).click()
    await expect(page).toHaveURL('/moderation/users')
    await expect(sections.locator('[aria-current]')).toHaveAccessibleName('Moderation')
    await expectAccessibleInBothSchemes(page)
  })

  await menu.click()
  await expect(close).toBeFocused()
  await expect(sections.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('starts as a rail below 1180 px, and keeps what the person chose (OQ-229)', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1179, height: 800 })
  await page.goto('/creators')
  const side = page.getByRole('complementary', { name: 'Main' })
  const width = async () => (await side.boundingBox())?.width
  await expect.poll(width).toBe(56)
  await page.setViewportSize({ width: 1180, height: 800 })
  await expect.poll(width).toBe(240)
  await page.setViewportSize({ width: 1179, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.poll(width).toBe(240)
  await page.reload()
  await expect.poll(width).toBe(240)
  await page.setViewportSize({ width: 1023, height: 800 })
  await expect(side).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

/** An entry of the sidebar: its label, and the address and heading of its screen. */
interface SidebarEntry {
  name: string
  path?: string
  heading?: string
  /** For a section with sub-sections, the row that names them. */
  row?: string
  items?: readonly { name: string; path: string; heading: string }[]
}

const sidebar: readonly SidebarEntry[] = [
  { name: 'Masterclass', path: '/masterclass', heading: 'Masterclass' },
  {
    name: 'Transactions',
    row: 'SHELL-09',
    items: [
      { name: 'Masterclass', path: '/transactions/masterclass', heading: 'Masterclass Transactions' },
      { name: 'Membership', path: '/transactions/membership', heading: 'Membership Transactions' },
      { name: 'Event', path: '/transactions/events', heading: 'Event Transactions' },
      { name: 'Custom', path: '/transactions/custom', heading: 'Custom Transactions' },
    ],
  },
  {
    name: 'Moderation',
    row: 'SHELL-10',
    items: [
      { name: 'Users', path: '/moderation/users', heading: 'Reported Users' },
      { name: 'Posts', path: '/moderation/posts', heading: 'Reported Posts' },
      { name: 'Comments', path: '/moderation/comments', heading: 'Reported Comments' },
    ],
  },
  { name: 'Events', path: '/events', heading: 'Events' },
  { name: 'Webinar', path: '/webinar', heading: 'Webinar' },
  { name: 'Banners', path: '/banners', heading: 'Banners' },
  { name: 'Admin Post Management', path: '/create-post', heading: 'Post Management' },
  { name: 'News', path: '/news', heading: 'News' },
  { name: 'Creators', path: '/creators', heading: 'Creators' },
  {
    name: 'Advisory',
    row: 'SHELL-11',
    items: [
      { name: 'Services', path: '/advisory/services', heading: 'Advisory Services' },
      { name: 'Advisors', path: '/advisory/advisors', heading: 'Advisors' },
      { name: 'Leads', path: '/advisory/leads', heading: 'Advisory Leads' },
    ],
  },
  {
    name: 'Coupons Management',
    row: 'OQ-305',
    items: [
      { name: 'Memberships', path: '/memberships', heading: 'Coupons Management' },
      { name: 'Coupons', path: '/coupons', heading: 'Coupons' },
    ],
  },
  { name: 'Url Shortener', path: '/url-shortener', heading: 'Url Shortener' },
  { name: 'Custom Payment Pages', path: '/custom-payment-pages', heading: 'Custom Payment Pages' },
  {
    name: 'Books',
    row: 'OQ-242',
    items: [
      { name: 'Documents', path: '/books/documents', heading: 'Documents' },
      { name: 'Differences', path: '/books/differences', heading: 'Differences' },
      { name: 'Disputes', path: '/books/disputes', heading: 'Disputes' },
      { name: 'Settlements', path: '/books/settlements', heading: 'Settlements' },
      { name: 'Money', path: '/books/money', heading: 'Money' },
      { name: 'Months', path: '/books/months', heading: 'Months' },
    ],
  },
  {
    name: 'Administration',
    row: 'OQ-355',
    items: [
      { name: 'Staff', path: '/staff', heading: 'Staff' },
      { name: 'API Keys', path: '/api-keys', heading: 'API Keys' },
      { name: "People's data", path: '/personal-data', heading: "People's data" },
      { name: 'History', path: '/history', heading: 'History' },
      { name: 'Bin', path: '/bin', heading: 'Bin' },
    ],
  },
]

test('lists the sections in the given order, each linked to its screen (SHELL-08, SHELL-12)', async ({
  signedIn: page,
}) => {
  await page.goto('/')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const entries = sections.locator('> ul > li')
  await expect(sections.locator('> ul > li > *')).toHaveText(sidebar.map(({ name }) => name))
  const follow = async (link: Locator, path: string, heading: string) => {
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(sections.locator('[aria-current="page"]')).toHaveCount(1)
  }
  for (const [place, { name, path = '', heading = '', items, row }] of sidebar.entries()) {
    const entry = entries.nth(place)
    if (!items) {
      await follow(entry.getByRole('link', { name, exact: true }), path, heading)
      continue
    }
    await test.step(`${row} ${name} opens its first screen and unfolds into its sub-sections`, async () => {
      const links = entry.getByRole('list').getByRole('link')
      await expect(links).toHaveCount(0)
      await entry.getByRole('link', { name, exact: true }).first().click()
      await expect(page).toHaveURL(items[0]?.path ?? '')
      await expect(links).toHaveText(items.map((item) => item.name))
      for (const [at, item] of items.entries()) await follow(links.nth(at), item.path, item.heading)
    })
  }
})

test('has Overview, Calendar and People above the sections (OQ-642, OQ-732)', async ({ signedIn: page }) => {
  await page.goto('/masterclass')
  const home = page.getByRole('navigation', { name: 'Home' })
  await expect(home.getByRole('link')).toHaveText(['Overview', 'Calendar', 'People'])
  for (const [name, path] of [
    ['Overview', '/overview'],
    ['Calendar', '/calendar'],
  ] as const) {
    await home.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(home.locator('[aria-current="page"]')).toHaveText(name)
  }
  await expectAccessibleInBothSchemes(page)
})

test('expands Transactions into its four kinds, linked to their lists (SHELL-09, SHELL-18)', async ({
  signedIn: page,
}) => {
  await page.goto('/masterclass')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const heading = sections.getByRole('button', { name: 'Transactions' })
  await expect(heading).toHaveAttribute('aria-expanded', 'false')
  await heading.click()
  await expect(heading).toHaveAttribute('aria-expanded', 'true')
  await expect(page).toHaveURL('/masterclass')
  const items = sections
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Transactions' }) })
    .getByRole('list')
    .getByRole('link')
  await expect(items).toHaveText(['Masterclass', 'Membership', 'Event', 'Custom'])
  await expectAccessibleInBothSchemes(page)
  for (const [place, type] of ['masterclass', 'membership', 'events', 'custom'].entries()) {
    await items.nth(place).click()
    await expect(page).toHaveURL(`/transactions/${type}`)
    await expect(items.nth(place)).toHaveAttribute('aria-current', 'page')
    await expect(sections.locator('[aria-current="page"]')).toHaveCount(1)
  }
  await page.reload()
  await expect(items).toHaveCount(4)
  await heading.click()
  await expect(items).toHaveCount(0)
  await sections.getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL('/transactions/masterclass')
  await expect(items).toHaveCount(4)
})

/** A route of the specification's table. */
interface SpecifiedRoute {
  row: string
  /** Its path; {masterclass} and similar parts are replaced with a record's id. */
  path: string
  /** The path that it redirects to (OQ-002 to OQ-004). */
  leadsTo?: string
  heading: string
  /** Whether the name of the record is the heading, with this text beside it. */
  isNamed?: boolean
  /** What only this screen has. */
  content: (page: Page) => Locator
}

const field = (label: string) => (page: Page) => page.getByLabel(label)
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name })
const cards = (name: string) => (page: Page) => page.getByRole('list', { name, exact: true })
const table = (page: Page) => page.getByRole('table')
const transactions = (type: string, heading: string, from = `/transactions/${type}`): SpecifiedRoute => ({
  row: 'SHELL-18',
  path: from,
  leadsTo: `/transactions/${type}`,
  heading,
  content: table,
})

const routeTable: readonly SpecifiedRoute[] = [
  { row: 'SHELL-15', path: '/masterclass', heading: 'Masterclass', content: cards('Masterclasses') },
  { row: 'SHELL-16', path: '/masterclass/create', heading: 'Create Masterclass', content: field('Title') },
  {
    row: 'SHELL-17',
    path: '/masterclass/edit/{masterclass}',
    heading: 'Edit Masterclass',
    content: field('Title'),
  },
  transactions('masterclass', 'Masterclass Transactions', '/transactions'),
  transactions('masterclass', 'Masterclass Transactions'),
  transactions('membership', 'Membership Transactions'),
  transactions('events', 'Event Transactions'),
  transactions('custom', 'Custom Transactions'),
  ...(['users', 'posts', 'comments'] as const).map((kind) => ({
    row: 'SHELL-19',
    path: `/moderation/${kind}`,
    heading: `Reported ${kind[0]?.toUpperCase()}${kind.slice(1)}`,
    content: cards(`Reported ${kind}`),
  })),
  {
    row: 'SHELL-19',
    path: '/moderation',
    leadsTo: '/moderation/users',
    heading: 'Reported Users',
    content: cards('Reported users'),
  },
  {
    row: 'SHELL-19',
    path: '/moderation/anything',
    leadsTo: '/moderation/users',
    heading: 'Reported Users',
    content: cards('Reported users'),
  },
  {
    row: 'SHELL-38',
    path: '/user-moderation',
    leadsTo: '/moderation/users',
    heading: 'Reported Users',
    content: cards('Reported users'),
  },
  { row: 'SHELL-20', path: '/events', heading: 'Events', content: cards('Events') },
  { row: 'SHELL-21', path: '/event/create', heading: 'Create Event', content: field('Google Map location') },
  {
    row: 'SHELL-21',
    path: '/event/edit/{event}',
    heading: 'Edit Event',
    content: field('Google Map location'),
  },
  { row: 'SHELL-22', path: '/webinar', heading: 'Webinar', content: cards('Webinars') },
  {
    row: 'SHELL-23',
    path: '/webinar/create',
    heading: 'Create Webinar',
    content: (page) => page.getByRole('combobox', { name: 'Zoom account' }),
  },
  {
    row: 'SHELL-23',
    path: '/webinar/edit/{webinar}',
    heading: 'Edit Webinar',
    content: (page) => page.getByRole('combobox', { name: 'Zoom account' }),
  },
  {
    row: 'SHELL-24',
    path: '/banners',
    heading: 'Banners',
    content: (page) => page.getByRole('tab', { name: 'Inactive' }),
  },
  { row: 'SHELL-25', path: '/create-banner', heading: 'Create Banner', content: field('Order number') },
  { row: 'SHELL-26', path: '/create-post', heading: 'Post Management', content: tab('Admin Posts') },
  {
    row: 'SHELL-38',
    path: '/community',
    leadsTo: '/create-post',
    heading: 'Post Management',
    content: tab('Admin Posts'),
  },
  { row: 'SHELL-27', path: '/news', heading: 'News', content: tab('Current') },
  { row: 'SHELL-28', path: '/news/create', heading: 'Create News Snippet', content: field('Title') },
  {
    row: 'SHELL-29',
    path: '/news/edit?id={news}',
    heading: 'Edit News Snippet',
    content: field('Title'),
  },
  { row: 'SHELL-30', path: '/creators', heading: 'Creators', content: tab('All Creators') },
  {
    row: 'SHELL-31',
    path: '/advisory',
    leadsTo: '/advisory/services',
    heading: 'Advisory Services',
    content: cards('Advisory services'),
  },
  { row: 'SHELL-32', path: '/advisory/advisors', heading: 'Advisors', content: tab('All Advisors') },
  {
    row: 'SHELL-33',
    path: '/advisory/services',
    heading: 'Advisory Services',
    content: cards('Advisory services'),
  },
  {
    row: 'SHELL-33',
    path: '/advisory/services/{service}',
    heading: 'Service Details',
    isNamed: true,
    content: (page) => page.getByRole('button', { name: 'Edit Service' }),
  },
  { row: 'SHELL-34', path: '/advisory/leads', heading: 'Advisory Leads', content: table },
  { row: 'SHELL-35', path: '/memberships', heading: 'Coupons Management', content: cards('Memberships') },
  { row: 'SHELL-36', path: '/url-shortener', heading: 'Url Shortener', content: tab('All Shortlinks') },
  {
    row: 'SHELL-37',
    path: '/custom-payment-pages',
    heading: 'Custom Payment Pages',
    content: (page) => page.getByRole('link', { name: 'Create New' }),
  },
  {
    row: 'SHELL-38',
    path: '/transaction/membership',
    leadsTo: '/transactions/membership',
    heading: 'Membership Transactions',
    content: table,
  },
]

test('shows the right screen and heading for every route of the specification (SHELL-03, OQ-005)', async ({
  signedIn: page,
  program,
}) => {
  const ids: Record<string, string | undefined> = {
    masterclass: (await makeMasterclass(program))._id,
    event: (await makeEvent(program))._id,
    webinar: (await makeWebinar(program))._id,
    service: (await makeService(program))._id,
    news: (await program.call<{ news_list: { _id: string }[] }>('GET', '/admin/academy/news?limit=1')).body
      .data.news_list[0]?._id,
  }
  for (const { row, path, leadsTo, heading, isNamed, content } of routeTable) {
    await test.step(`${row} ${path} shows ${heading}`, async () => {
      const address = path.replace(/\{(\w+)\}/, (_, kind: string) => ids[kind] ?? '')
      await page.goto(address)
      await expect(content(page)).toBeVisible()
      await expect(page).toHaveURL(leadsTo ?? address)
      if (isNamed) await expect(page.getByRole('banner').getByText(heading, { exact: true })).toBeVisible()
      else await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      // The name of a record precedes the heading (OQ-228).
      await expect(page).toHaveTitle(new RegExp(`(^| · )${heading} · Greenroom$`))
      await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })
  }
})

test('shows an empty first screen in English (SHELL-13, SHELL-02)', async ({ signedIn: page }) => {
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('main')).toHaveText('')
  await expectAccessibleInBothSchemes(page)
})

test('shows the error view with ways on for an unknown path (SHELL-43, OQ-712)', async ({
  signedIn: page,
}) => {
  for (const path of ['/nowhere', '/masterclass/unknown/deeper', '/event', '/transactions/other']) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByText('404 Not Found')).toBeVisible()
  }
  const main = page.getByRole('main')
  await expect(main.getByText("This page doesn't exist")).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(main.getByRole('link', { name: 'Overview' })).toHaveAttribute('href', '/overview')
  await main.getByRole('link', { name: 'Go to Masterclass' }).click()
  await expect(page).toHaveURL(/\/masterclass$/)
  await expect(page.getByRole('tab', { name: 'Active' })).toBeVisible()
})

test('shows the error view for an edit of a missing record (SHELL-43)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(404), /This masterclass does not exist/)
  await page.goto('/masterclass/edit/01931f6e-0000-7000-8000-00000000ffff')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
})

test('shows a toast at the top right for 5 seconds (SHELL-05)', async ({ signedIn: page }) => {
  await page.clock.install()
  await page.goto('/creators?tab=create')
  await page.getByLabel('First name').fill('Meenal')
  await page.getByLabel('Last name').fill('Kapoor')
  await page.getByLabel('Email').fill(`${unique('meenal').replace(' ', '.')}@example.com`)
  await page.getByLabel('Phone').fill('9845012763')
  const shown = toast(page, 'Creator created successfully')
  const create = page.getByRole('button', { name: 'Create Creator' })
  await expectToLast(
    shown,
    5_000,
    () => create.click(),
    async () => {
      const box = await shown.boundingBox()
      expect(box && box.x + box.width).toBeGreaterThan(1440 - 40)
      expect(box?.y).toBeLessThan(150)
    },
  )
})

test('has a back button to the list on create and edit screens (SHELL-39)', async ({
  signedIn: page,
  program,
}) => {
  const { _id } = await makeMasterclass(program)
  for (const path of ['/masterclass/create', `/masterclass/edit/${_id}`]) {
    await page.goto(path)
    await expect(page.getByLabel('Title')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/masterclass$/)
  }
  await expect(page.getByRole('link', { name: 'Back' })).toHaveCount(0)
})

test('Back returns to the tab and the scroll position that a record was opened from (OQ-230)', async ({
  signedIn: page,
  program,
}) => {
  for (let count = 0; count < 4; count += 1) await makeNews(program, { is_active: false })
  await page.setViewportSize({ width: 700, height: 400 })
  await page.goto('/news')
  await page.getByRole('tab', { name: 'Inactive' }).click()
  await expect(page).toHaveURL('/news?tab=inactive')
  const edit = page.getByRole('list', { name: 'News snippets' }).getByRole('link', { name: /^Edit/ })
  await edit.nth(3).scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const position = await scrolled()
  expect(position).toBeGreaterThan(100)
  await edit.nth(3).click()
  await expect(page.getByLabel('Title')).toBeVisible()
  expect(await scrolled()).toBe(0)
  await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/news?tab=inactive')
  await expect.poll(scrolled).toBe(position)

  await edit.nth(3).click()
  await expect(page.getByLabel('Title')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/news?tab=inactive')
})

test('has a green Create button on lists whose records are created on a screen or in a tab (SHELL-40, OQ-231)', async ({
  signedIn: page,
}) => {
  await page.goto('/masterclass')
  const create = page.getByRole('banner').getByRole('link', { name: 'Create' })
  const [red = 0, green = 0, blue = 0] = await create.evaluate((link) =>
    (getComputedStyle(link).backgroundColor.match(/\d+/g) ?? []).slice(0, 3).map(Number),
  )
  expect(green).toBeGreaterThan(red * 1.5)
  expect(green).toBeGreaterThan(blue * 1.3)
  await create.click()
  await expect(page).toHaveURL('/masterclass/create')
  await page.goto('/creators')
  await create.click()
  await expect(page.getByRole('tab', { name: 'Create Creator', selected: true })).toBeVisible()
  await expect(create).toHaveCount(0)
  await page.goto('/memberships')
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons Management' })).toBeVisible()
  await expect(create).toHaveCount(0)
})

test('shows the whole title beside Create on a phone, where Create is an icon with a name (OQ-713)', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, name] of [
    ['/masterclass', 'Create'],
    ['/custom-payment-pages', 'Create New'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible()
    const isCut = await page
      .getByRole('heading', { level: 1 })
      .evaluate((title) => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight)
    expect(isCut, path).toBe(false)
  }
})

test('shows a spinner with its text while a list loads, also on a phone (SHELL-41)', async ({
  signedIn: page,
  program,
}) => {
  const loading = page.getByRole('status').getByText('Loading masterclasses...', { exact: true })
  await page.goto('/masterclass')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
  program.freeze()
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(loading).toBeVisible()
  await expect(loading.locator('svg')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(loading).toBeInViewport({ ratio: 1 })
  program.thaw()
  await expect(card(page, 'Small caps: hope and hazard')).toBeVisible()
  await expect(loading).toHaveCount(0)
})

test('uses one icon set on every screen (SHELL-42)', async ({ signedIn: page }) => {
  for (const path of [
    '/masterclass',
    '/creators',
    '/advisory/services',
    '/advisory/advisors',
    '/memberships',
    '/coupons',
    '/url-shortener',
    '/custom-payment-pages',
  ]) {
    await page.goto(path)
    const records = page.getByRole('main').locator('li, tbody tr')
    await expect(records.first()).toBeVisible()
    const icons = page.locator('nav svg, main li svg, main tbody svg')
    expect(await icons.count()).toBeGreaterThan(5)
    // The shape of a status (drawn in 12 units) and the tick of a checkbox are no icons.
    expect(
      await icons.evaluateAll(
        (all) =>
          all.filter(
            (icon) =>
              !icon.classList.contains('tabler-icon') &&
              icon.getAttribute('viewBox') !== '0 0 12 12' &&
              icon.parentElement?.querySelector('input[type="checkbox"]') === null,
          ).length,
      ),
    ).toBe(0)
  }
})

test('shows the sidebar as an overlay on a phone, traps the focus and closes it on Escape (SHELL-04)', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/masterclass')
  await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Open menu' })
  const overlay = page.getByRole('dialog', { name: 'Main' })
  await expect(overlay).toHaveCount(0)
  await menu.click()
  await expect(overlay).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  await expect(menu).toBeFocused()

  await menu.click()
  await overlay.getByRole('link', { name: 'Creators' }).click()
  await expect(page).toHaveURL('/creators')
  await expect(overlay).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})

test('names the sandboxes on every screen, on a phone in the menu, and before sign-in (OQ-170)', async ({
  signedIn: page,
}) => {
  const note = page.getByRole('note')
  const expectNote = async () => {
    await expect(note).toHaveText('Sandbox: nothing is real')
    await expect(note).toBeInViewport({ ratio: 1 })
    await expectAccessibleInBothSchemes(page)
    await expectNoSidewaysScroll(page)
  }
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await expectNote()
  await page.getByRole('button', { name: 'Close sidebar' }).click()
  await expectNote()
  await page.setViewportSize({ width: 320, height: 640 })
  // A phone has it in the menu: the title needs the room.
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Main' }).getByRole('note')).toHaveText(
    'Sandbox: nothing is real',
  )
  await page.getByRole('button', { name: 'Close sidebar' }).click()
  await page.getByRole('button', { name: 'Account: Meera Nair' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.reload()
  await expectNote()
})

test('removes the credential on sign-out, goes to sign-in, and Back does not undo it (OQ-008)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await page.getByRole('button', { name: 'Account: Meera Nair' }).click()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('meera.nair@greenroom.example')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => sessionStorage.getItem('credential'))).toBeNull()
  await page.goto('/masterclass')
  await expect(page).toHaveURL('/login')
})

test('keeps the chosen appearance, and System follows the device', async ({ signedIn: page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/creators')
  const scheme = page.locator('html')
  await page.getByRole('button', { name: /^Account/ }).click()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('radio', { name: 'System' }).check()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('is usable by keyboard alone', async ({ signedIn: page }) => {
  needOwnDocument(page)
  await page.goto('/masterclass')
  await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // Only controls have a ring.
  await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none')

  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'Active' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Draft' })).toBeFocused()
  await expect(page).toHaveURL(/tab=draft/)
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Past', selected: true })).toBeFocused()

  await page.getByRole('link', { name: 'Creators' }).focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1, name: 'Creators' })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
})

test('a page that a translator has changed still follows (OQ-330)', async ({ signedIn: page }) => {
  await page.goto('/moderation/posts')
  await expect(page.getByRole('button', { name: 'Ignore' }).first()).toBeVisible()
  needOwnDocument(page)
  // As a translator does: each text becomes an element with the translated text.
  const translate = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || /^(SCRIPT|STYLE|FONT)$/.test(text.parentElement?.tagName ?? ''))
          continue
        const font = document.createElement('font')
        font.append(text.data)
        text.replaceWith(font)
      }
    })
  await translate()
  for (const path of ['/moderation/users', '/moderation/comments', '/moderation/posts']) {
    await page.locator(`nav a[href="${path}"]`).first().click()
    await expect(page).toHaveURL(path)
    await expect(page.locator('main li, main article').first()).toBeVisible()
    await translate()
    for (const type of await page.getByRole('checkbox').all()) await type.click()
  }
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
})
