import { type Role, roles } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import type { Locator, Page, Response } from 'playwright/test'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  row,
  signIn,
  test,
  toast,
} from './journey.ts'
import type { Program } from './program.ts'

const content = [
  'Masterclass',
  'Events',
  'Webinar',
  'Banners',
  'Admin Post Management',
  'News',
  'Creators',
  'Coupons Management',
  'Memberships',
  'Coupons',
  'Url Shortener',
  'Custom Payment Pages',
]
const money = ['Transactions', 'Masterclass', 'Membership', 'Event', 'Custom']
const books = ['Books', 'Documents', 'Differences', 'Disputes', 'Settlements', 'Money', 'Months']
const moderation = ['Moderation', 'Users', 'Posts', 'Comments']
const advisory = ['Advisory', 'Services', 'Advisors', 'Leads']
const everything = [
  'Masterclass',
  ...money,
  ...moderation,
  ...content.slice(1, 7),
  ...advisory,
  ...content.slice(7),
  ...books,
]
const administration = ['Administration', 'Staff', 'API Keys', "People's data", 'History', 'Bin']
const bin = ['Administration', 'Bin']

/** What the sidebar has for each role, from top to bottom, with every section open. */
const sidebars: Record<Role, readonly string[]> = {
  owner: [...everything, ...administration],
  administrator: [...everything, 'Administration', 'Staff', 'History', 'Bin'],
  finance: ['Masterclass', ...money, ...content.slice(1), ...books, 'Administration', 'History', 'Bin'],
  content: [...content, ...bin],
  moderation: ['Masterclass', ...moderation, ...content.slice(1), ...bin],
  advisory,
  viewer: [...everything, ...bin],
}

/** The names of everything that writes. */
const writing =
  /^(Create|\+ Add|Add|Edit|Publish|Duplicate|Repeat|Deactivate|Delete|Ignore|Refund(?! here)|Check|Invoice|Pin|Unpin|Resolve|Compare|Export|Move|Upload|Save|Record|Mark|Download)\b/

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' })

function tokenOf(program: Program, role: Role): Promise<string> {
  return program.token(sandboxAccounts.find((account) => account.role === role)?.email)
}

/** Collects the calls that a page makes and that the server refuses. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response: Response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  return refused
}

/** Opens the screen of a link, and waits until it replaced the one before. */
async function openScreen(page: Page, link: Locator): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.textContent()
  const isShown = new URL(page.url()).pathname === (await link.getAttribute('href'))
  await link.click()
  if (!isShown) await expect(heading).not.toHaveText(before ?? '')
}

for (const role of roles) {
  test(`the role ${role} has exactly its screens, and no call of them is refused (OQ-365)`, async ({
    page,
    program,
  }) => {
    const refused = watchRefusals(page)
    await signIn(page, await tokenOf(program, role), role)
    await page.goto('/')
    const shown: string[] = []
    for (const section of await sections(page).locator(':scope > ul > li').all()) {
      await openScreen(page, section.getByRole('link').first())
      for (const link of await section.getByRole('link').all()) {
        const name = (await link.textContent()) ?? ''
        shown.push(name)
        await openScreen(page, link)
        // The screen and what it loads. Pictures and polling do not matter here.
        await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0)
        await expect(page.getByText('Ask an owner for access.')).toHaveCount(0)
        if (role !== 'viewer') continue
        const controls = page.getByRole('main').or(page.getByRole('banner'))
        for (const kind of ['button', 'link'] as const) {
          await expect(controls.getByRole(kind, { name: writing })).toHaveCount(0)
        }
        await expect(controls.getByRole('switch')).toHaveCount(0)
        await expect(controls.getByRole('tab', { name: /^Create/ })).toHaveCount(0)
        await expect(controls.getByRole('combobox', { name: /^Status of/ })).toHaveCount(0)
      }
    }
    expect(shown).toEqual(sidebars[role])
    expect(refused).toEqual([])
  })
}

test('shows a view of its own for a screen that the role does not include (OQ-366)', async ({
  page,
  program,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/admin/')) calls.push(new URL(request.url()).pathname)
  })
  // A tab that took the session over knows no permissions yet.
  await signIn(page, await tokenOf(program, 'viewer'), null)
  for (const [address, section] of [
    ['/masterclass/create', 'Masterclass'],
    ['/create-banner', 'Banners'],
    ['/news/edit?id=n1', 'News'],
    ['/creators?tab=create', 'Creators'],
    ['/custom-payment-pages?create=1', 'Custom Payment Pages'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(`Your role (Viewer) can't make changes in ${section}.`)).toBeVisible()
    await expect(page).toHaveURL(address)
  }
  // Besides the counts and the views of the sidebar, which follow later.
  const later = ['/admin/waiting', '/admin/saved-views']
  expect([...new Set(calls)].filter((path) => !later.includes(path))).toEqual(['/admin/session'])
  await expect(sections(page).getByRole('link', { name: 'Custom Payment Pages' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('leads a role without masterclasses to its own first screen (OQ-365, OQ-366)', async ({
  page,
  program,
}) => {
  await signIn(page, await tokenOf(program, 'advisory'), 'advisory')
  await page.goto('/masterclass')
  await expect(page.getByText('Your role (Advisory) does not include Masterclass.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Advisory' }).click()
  await expect(page).toHaveURL('/advisory/services')
  await expect(page.getByRole('list', { name: 'Advisory services' })).toBeVisible()
  // As somebody who is signed in opens the sign-in screen.
  await page.goto('/login')
  await expect(page).toHaveURL('/advisory/services')
})

test('follows a role that changes while the console is open, without a sign-out (OQ-367)', async ({
  page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(403))
  const email = 'kabir.rao@greenroom.example'
  const token = await program.token(email)
  await signIn(page, token, 'administrator')
  await page.goto('/custom-payment-pages')
  const activity = page.getByRole('switch').first()
  await expect(activity).toBeChecked()

  const setRole = async (role: Role) => {
    const { body } = await program.call<{ staff: { _id: string }[] }>('GET', `/admin/staff?q=${email}`)
    const { status } = await program.call('PATCH', `/admin/staff/${body.data.staff[0]?._id}`, { role })
    expect(status).toBe(200)
  }
  await setRole('viewer')
  await activity.click()
  await expect(toast(page, 'Your role does not allow this. Ask an owner for access.')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Custom payment pages' })).toBeVisible()

  await setRole('advisory')
  // A search calls the server, which refuses it.
  await page.getByRole('searchbox').or(page.getByLabel('Search payment pages')).first().fill('kit')
  await expect(page.getByText('Your role (Advisory) does not include Custom Payment Pages.')).toBeVisible()
  await expect(sections(page).getByRole('link')).toHaveText(['Advisory'])
  await expect(page).toHaveURL(/\/custom-payment-pages/)
})

test('changes nothing when the browser claims another role (OQ-369)', async ({
  page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(403))
  await signIn(page, await tokenOf(program, 'viewer'), 'owner')
  await page.route('**/admin/session', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.data.role = 'owner'
    body.data.permissions = [...permissionsOf('owner')]
    await route.fulfill({ response, json: body })
  })
  const stored = async () =>
    (
      await program.call<{ is_active: boolean; title: string }[]>(
        'GET',
        '/admin/payment-entity?is_active=true',
      )
    ).body.data
  const before = await stored()
  await page.goto('/custom-payment-pages')
  const first = row(page, before[0]?.title ?? '')
  await first.getByRole('switch').click()
  await expect(toast(page, 'Your role does not allow this.')).toBeVisible()
  await expect(first.getByRole('switch')).toBeChecked()
  expect(await stored()).toEqual(before)
  await expect(page).toHaveURL('/custom-payment-pages')
})

test('offers no search by phone and no copy of masked contacts (OQ-370)', async ({ page, program }) => {
  const refused = watchRefusals(page)
  await signIn(page, await tokenOf(program, 'viewer'), 'viewer')
  await page.goto('/transactions/all?from=2000-01-01')
  await expect(page.getByRole('table', { name: 'All transactions' })).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveCount(0)
  await page.getByRole('table').getByRole('link').first().click()
  const buyer = page.getByRole('region', { name: 'Buyer' })
  await expect(buyer).toContainText('•••')
  await expect(buyer.getByRole('button', { name: /^Copy (Phone|Email|E-mail)/ })).toHaveCount(0)

  await page.goto('/creators')
  const creators = page.getByRole('list', { name: 'Creators' })
  await expect(creators).toContainText('•••')
  await expect(creators.getByRole('button', { name: /^Copy (Email|Phone)/ })).toHaveCount(0)
  await expect(creators.getByRole('button', { name: /^Copy ID/ }).first()).toBeVisible()
  expect(refused).toEqual([])

  // A link of a colleague who may search by phone.
  await page.goto('/transactions/all?phone=9845012763')
  await expect(page.getByText('Your role does not include a search by phone number.')).toBeVisible()
  expect(refused).toEqual([])
})
