import type { Page } from 'playwright/test'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import { makeBanner } from './banner-records.ts'
import { makeEvent } from './event-records.ts'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  row,
  signIn,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import {
  hoursFromNow,
  makeAdvisor,
  makeCoupon,
  makeLead,
  makeMasterclass,
  makePublished,
  makeService,
  makeTransaction,
  unique,
} from './records.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const waiting = (page: Page, name: RegExp) => part(page, 'Needs attention').getByRole('link', { name })

/** Opens the list of a number, and returns the number. */
async function openNumber(page: Page, name: RegExp): Promise<number> {
  await page.goto('/overview')
  const link = waiting(page, name)
  const count = Number(/(\d+)$/.exec((await link.textContent()) ?? '')?.[1])
  await link.click()
  return count
}

test('opens from the mark, with each number leading to exactly its rows (OQ-445, OQ-448)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const advisor = await makeAdvisor(program)
  const late = await makeLead(program, service, { start_time: hoursFromNow(-50), advisor_id: advisor._id })
  const coupon = await makeCoupon(program, { valid_till: hoursFromNow(24 * 6) })
  const laterCoupon = await makeCoupon(program, { valid_till: hoursFromNow(24 * 8) })
  const banner = await makeBanner(program, { end_time: hoursFromNow(24 * 6) })
  const draft = await makeMasterclass(program, { start_time: hoursFromNow(20), end_time: hoursFromNow(21) })
  const event = await makeEvent(program, { start_time: hoursFromNow(20), end_time: hoursFromNow(21) })
  await program.query('update event set is_published = false where id = $1', [event._id])

  await page.goto('/masterclass')
  await page.getByRole('link', { name: 'Greenroom overview' }).click()
  await expect(page).toHaveURL('/overview')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page).toHaveTitle('Overview · Greenroom')
  await expect(waiting(page, /^Calls without an outcome/)).toContainText(/Oldest: \d+ days/)
  await expectAccessibleInBothSchemes(page)

  const leads = await openNumber(page, /^Calls without an outcome/)
  await expect(page).toHaveURL('/advisory/leads?waits=past-call')
  await expect(page.getByText(`Showing ${Math.min(10, leads)} of ${leads} rows`)).toBeVisible()
  await page.getByRole('searchbox').fill('Chandrika Menon')
  await expect(page.getByRole('button', { name: late.reference_record_id })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Waiting Call without an outcome' }).click()
  await expect(page).toHaveURL(/leads\?q=/)

  const unadvised = await openNumber(page, /^Leads without an advisor/)
  await expect(page.getByText(`Showing ${Math.min(10, unadvised)} of ${unadvised} rows`)).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  const rows = (list: string) => page.getByRole('list', { name: list, exact: true }).locator(':scope > li')
  const coupons = await openNumber(page, /^Coupons that end/)
  await expect(page.getByRole('table', { name: 'Coupons' }).locator('tbody tr')).toHaveCount(coupons)
  await expect(row(page, coupon.code)).toBeVisible()
  await expect(row(page, laterCoupon.code)).toHaveCount(0)
  // The filter survives a dialog.
  await row(page, coupon.code)
    .getByRole('button', { name: `Edit ${coupon.code}` })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/coupons?ends=week')
  await expectAccessibleInBothSchemes(page)
  await expect(page.getByRole('combobox', { name: 'Ends' })).toHaveValue('Within 7 days')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(row(page, laterCoupon.code)).toBeVisible()

  const banners = await openNumber(page, /^Banners that end/)
  await expect(rows('Banners')).toHaveCount(banners)
  await expect(page.getByText(`Priority ${banner.priority}`, { exact: true })).toBeVisible()

  const drafts = await openNumber(page, /^Masterclass drafts that begin/)
  await expect(page).toHaveURL('/masterclass?tab=draft&begins=day')
  await expect(rows('Masterclasses')).toHaveCount(drafts)
  await expect(card(page, draft.title)).toBeVisible()

  const events = await openNumber(page, /^Unpublished events/)
  await expect(rows('Events')).toHaveCount(events)
  await expect(card(page, event.title)).toBeVisible()
  await page.getByRole('button', { name: 'Remove Drafts that begin within a day' }).click()
  await expect(page).toHaveURL('/events')

  // Leaves the sample's numbers to other cases.
  await program.query('delete from lead where id = $1', [late._id])
  await program.query('delete from coupon where id = any ($1)', [[coupon._id, laterCoupon._id]])
  await program.query('update banner set is_active = false where id = $1', [banner._id])
  await program.query('delete from masterclass where id = $1', [draft._id])
  await program.query('delete from event where id = $1', [event._id])
})

test('shows the sums of the list of transactions, and the same as bars and as a table (OQ-446)', async ({
  signedIn: page,
  program,
}) => {
  await makeTransaction(program, { amount: 123_400, created_at: hoursFromNow(0) })
  await page.goto('/overview')
  const money = part(page, 'Net sales')
  const today = money.locator('[data-fact="today"]')
  await expect(today).toHaveText(/^₹[\d,]+$/)
  const amount = (await today.getAttribute('title')) ?? ''
  expect(amount).toMatch(/^₹[\d,]+\.\d\d$/)
  await expect(money.getByText(/yesterday by this time/)).toBeVisible()

  await test.step('the days of the chart are read out by the arrow keys', async () => {
    const days = money.getByRole('slider', { name: 'Net sales of the last 30 days in INR, by day' })
    await days.focus()
    await expect(days).toHaveAttribute('aria-valuetext', new RegExp(`^Today: ${amount.replace('.', '\\.')}`))
    await page.keyboard.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /^\d+ \w{3}: .+ · 30 days before: /)
  })

  // One key away.
  const toggle = money.getByRole('button', { name: 'Show daily sums in INR as a table' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  const table = money.getByRole('table', { name: 'Daily sums in INR' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveText(amount)
  await expect(money.getByRole('button', { name: 'Show daily sums in INR as a picture' })).toBeFocused()
  await money.getByRole('radio', { name: '7 days' }).check()
  await expect(table.getByRole('row')).toHaveCount(8)
  await expect(page).toHaveURL(/days=7&as=table|as=table&days=7/)
  await expectAccessibleInBothSchemes(page)

  await today.click()
  await expect(page).toHaveURL(/\/transactions\/all\?from=.*&currency=INR&status=paid/)
  await expect(page.locator('[data-sum="net"]')).toContainText(amount)
})

test('lists the next sessions and marks clashes on the lines of the accounts (OQ-445, OQ-447)', async ({
  signedIn: page,
  program,
}) => {
  // Other cases leave sessions on the account.
  await program.query(`delete from meeting where zoom_hub_name = 'zoom_3'`)
  await program.query(
    `update masterclass set start_time = start_time + interval '300 days', end_time = end_time + interval '300 days'
     where zoom_hub_name = 'zoom_3'`,
  )
  const times = { start_time: hoursFromNow(3), end_time: hoursFromNow(4), zoom_hub_name: 'zoom_3' } as const
  const booked = await makePublished(program, { ...times, title: unique('Booked class') })
  const draft = await makeMasterclass(program, { ...times, title: unique('Planned class') })
  await page.goto('/overview')
  const next = part(page, 'Next sessions')
  const row = next.locator('ul > li').filter({ hasText: draft.title })
  await expect(row).toContainText('Draft')
  await expect(row).toContainText('zoom_3')
  await expect(row).toContainText('Clash')
  await expect(row.getByRole('link', { name: '0 registered' })).toHaveAttribute(
    'href',
    `/masterclass/people/${draft._id}`,
  )
  const accounts = part(page, 'Zoom accounts')
  await expect(accounts.getByText(/1 booked, 1 draft, 1 clash/)).toBeVisible()
  const clash = accounts
    .getByRole('list', { name: 'Clashes' })
    .getByRole('listitem')
    .filter({ hasText: draft.title })
  await expect(clash).toContainText(`the draft ${draft.title} overlaps ${booked.title} on zoom_3.`)
  await expectAccessibleInBothSchemes(page)
  await accounts.getByRole('button', { name: 'Show the Zoom accounts as a table' }).click()
  const table = accounts.getByRole('table', { name: 'Times of the Zoom accounts' })
  await expect(
    table.getByRole('row').filter({ has: page.getByRole('link', { name: draft.title }) }),
  ).toContainText(`Clashes with ${booked.title}`)
  await expect(table.getByRole('row', { name: /^zoom_3/ }).filter({ hasText: 'Free' })).not.toHaveCount(0)
  await expectAccessibleInBothSchemes(page)

  await test.step('the draft moves to an account that is free, and back', async () => {
    await clash.getByRole('button', { name: /^Move draft to zoom_[14]$/ }).click()
    await expect(toast(page, new RegExp(`^“${draft.title}” is on zoom_[14]`))).toBeVisible()
    await expect(clash).toHaveCount(0)
    await expect(row).not.toContainText('zoom_3')
    await toast(page, /is on zoom_/)
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(row).toContainText('zoom_3')
  })
  await row.getByRole('link', { name: draft.title }).click()
  await expect(page).toHaveURL(`/masterclass?tab=draft&open=${draft._id}`)
  await expect(page.getByRole('dialog', { name: draft.title })).toBeVisible()
  await program.query('delete from meeting where owner_id = any ($1)', [[booked._id, draft._id]])
  await program.query('delete from masterclass where id = any ($1)', [[booked._id, draft._id]])
})

for (const [role, parts] of [
  ['finance', ['Net sales', 'Needs attention', 'Next sessions', 'Zoom accounts']],
  ['content', ['Needs attention', 'Next sessions', 'Zoom accounts']],
  ['advisory', ['Needs attention']],
] as const) {
  test(`has the parts of the role ${role} (OQ-445)`, async ({ page, program }) => {
    const email = sandboxAccounts.find((account) => account.role === role)?.email
    await signIn(page, await program.token(email), role)
    await page.goto('/overview')
    await expect(part(page, 'Needs attention')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...parts])
  })
}

test('says on an empty installation what to do first (OQ-449)', async ({ page, emptyProgram }) => {
  await signIn(page, await emptyProgram.token())
  await page.goto(`${emptyProgram.url}/masterclass`)
  await page.getByRole('link', { name: 'Set up your first class in a few minutes' }).click()
  await expect(page).toHaveURL(/\/overview$/)
  const first = part(page, 'Get started')
  await expect(first.getByRole('link')).toHaveText([
    'Create a creator',
    'Create a masterclass',
    'Create a webinar',
    'Create an event',
    'Create a payment page',
    'Create an advisor',
    'Invite a colleague',
  ])
  await expect(page.getByText('All caught up', { exact: true })).toBeVisible()
  await expect(page.getByText('No sales in the last 180 days')).toBeVisible()
  await expect(page.getByText('No session is planned')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await first.getByRole('link', { name: 'Create a creator' }).click()
  await expect(page.getByRole('tab', { name: 'Create' })).toHaveAttribute('aria-selected', 'true')
})

test('fits a phone (OQ-445)', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/overview')
  await expect(part(page, 'Next sessions')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Show the Zoom accounts as a table' }).click()
  await page.getByRole('button', { name: /^Show daily sums in INR as a table/ }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
})

test('keeps what it shows while the server cannot be reached, and says so (OQ-445)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall, refusedCall(503))
  const overview = '**/admin/overview'
  await page.route(overview, (route) => route.abort())
  await page.goto('/overview')
  await expect(page.getByText('Error loading the overview.')).toBeVisible()
  await page.unroute(overview)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(part(page, 'Needs attention')).toBeVisible()
})
