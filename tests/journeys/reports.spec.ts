import { readFile } from 'node:fs/promises'
import { addDays, dayIn, startOfDay } from '@greenroom/contract/calendar-day'
import type { Page } from 'playwright/test'
import { emptyingOf } from '../../apps/api/src/platform/database/test-emptying.ts'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  signIn,
  test,
  toast,
} from './journey.ts'
import { makeMember } from './moderation-records.ts'
import type { Program } from './program.ts'
import { makeLead, makeMasterclass, makeService, makeTransaction } from './records.ts'
import { choose } from './wizard.ts'

// Its cases share the worker's program.
test.beforeEach(async ({ emptyProgram: program }) => {
  await program.query(emptyingOf('transaction'))
  await program.query('delete from saved_view')
})

const zone = 'Asia/Kolkata'
const today = () => dayIn(new Date(), zone)
const noonOf = (day: string) => new Date(startOfDay(day, zone).getTime() + 12 * 3_600_000).toISOString()

/** Makes orders on three days in a row, and one a year before the last. */
async function makeOrders(program: Program) {
  const last = addDays(today(), -3)
  const yearBefore = `${Number(last.slice(0, 4)) - 1}${last.slice(4)}`
  const paid: [day: string, amount: number, currency?: 'USD'][] = [
    [addDays(last, -2), 1_000_50],
    [addDays(last, -2), 499_50],
    [last, 3_000_00],
    [yearBefore, 2_000_00],
    [last, 49_00, 'USD'],
  ]
  for (const [day, amount, currency_code = 'INR'] of paid)
    await makeTransaction(program, { amount, currency_code, created_at: noonOf(day) })
  await makeTransaction(program, { amount: 9_99, status: 'pending', created_at: noonOf(last) })
  return { first: addDays(last, -2), last, yearBefore }
}

const total = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Totals' }).getByRole('listitem').filter({ hasText: name })

test('shows numbers by day, week and month, against the year before, and opens the orders behind them (OQ-651, OQ-652)', async ({
  page,
  emptyProgram: program,
}) => {
  const { first, last } = await makeOrders(program)
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?from=${first}&to=${last}`)
  await expect(page.getByRole('heading', { name: 'Numbers' })).toBeVisible()
  await expect(total(page, 'Collected')).toContainText('₹4,500.00')
  await expect(total(page, 'Average order')).toContainText('₹1,500.00')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
  await expectAccessibleInBothSchemes(page)

  await test.step('the keys move along the points of the picture, and its text is read out', async () => {
    const points = page.getByRole('slider', { name: 'Collected by day, INR' })
    await points.focus()
    await expect(points).toHaveAttribute('aria-valuetext', /₹3,000\.00/)
    await page.keyboard.press('Home')
    await expect(points).toHaveAttribute('aria-valuetext', /₹1,500\.00/)
    await page.keyboard.press('ArrowRight')
    await expect(points).toHaveAttribute('aria-valuetext', /₹0\.00/)
    await expect(page.locator('figcaption')).toContainText('₹0.00')
  })

  await test.step('a year earlier', async () => {
    await choose(page, 'Compare with', 'Year before')
    await expect(page).toHaveURL(/compare=year/)
    await expect(total(page, 'Collected')).toContainText('+125%')
    await expect(total(page, 'Collected').getByRole('link', { name: /^₹2,000\.00/ })).toBeVisible()
    await page.reload()
    await expect(total(page, 'Collected')).toContainText('+125%')
  })

  await test.step('by month, in dollars', async () => {
    await choose(page, 'By', 'Month')
    await choose(page, 'Currency', 'USD')
    await expect(total(page, 'Collected')).toContainText('$49.00')
    await expect(page.getByRole('slider', { name: 'Collected by month, USD' })).toBeAttached()
    await choose(page, 'Currency', 'INR')
  })

  await test.step('a number opens exactly its orders', async () => {
    await choose(page, 'By', 'Day')
    await page
      .getByRole('table')
      .getByRole('link', { name: /^₹1,500\.00, Collected/ })
      .click()
    await expect(page.getByRole('heading', { name: 'All Transactions' })).toBeVisible()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('region', { name: 'Sums of the filtered orders' })).toContainText('₹1,500.00')
    await page.getByRole('link', { name: 'Numbers' }).click()
    await expect(page).toHaveURL(new RegExp(`/reports\\?.*from=${first}`))
  })
})

test('exports the rows of a report as CSV and Excel (OQ-653)', async ({ page, emptyProgram: program }) => {
  const { first, last } = await makeOrders(program)
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?from=${first}&to=${last}&compare=none`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export numbers' })
  await expect(dialog).toContainText('Exports the rows of ')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const csv = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await csv
  expect(file.suggestedFilename()).toBe(`numbers-${first}-${last}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  // The tax is that of the invoices, which are issued a moment later.
  expect(lines[1]).toMatch(new RegExp(`^INR,${first},${first},2,1500.00,0.00,1500.00,\\d+\\.\\d\\d,750.00$`))
  const excel = page.waitForEvent('download')
  await dialog.getByText('Excel', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await excel).suggestedFilename()).toBe(`numbers-${first}-${last}.xlsx`)
})

test('divides the orders by source, session and more, and opens those of a part (OQ-654)', async ({
  page,
  emptyProgram: program,
}) => {
  const { first, last } = await makeOrders(program)
  const entity_id = '01931f6e-0000-7000-8000-00000000cccc'
  const ring = { source: 'meta', entity_id, entity_title: 'Tax for freelancers', created_at: noonOf(last) }
  await makeTransaction(program, { ...ring, amount: 1_500_00 })
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?from=${first}&to=${last}`)
  await page.getByRole('combobox', { name: 'Report' }).click()
  await page.getByRole('option', { name: 'Sales by source' }).click()
  await expect(page).toHaveURL(/by=source/)
  const table = page.getByRole('table', { name: 'Source' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row', { name: /^Meta/ })).toContainText('25%')
  await expectAccessibleInBothSchemes(page)
  await table.getByRole('link', { name: 'Meta', exact: true }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.goBack()
  await page.goto(`${program.url}/reports?from=${first}&to=${last}&by=session&compare=none`)
  await page.getByRole('link', { name: 'Tax for freelancers', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Masterclass Transactions' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sums of the filtered orders' })).toContainText('₹1,500.00')
})

test('counts new and returning buyers (OQ-655)', async ({ page, emptyProgram: program }) => {
  const { first, last } = await makeOrders(program)
  await program.query(`update transaction set user_id = '01931f6e-0000-7000-8000-00000000bbbb'
    where currency_code = 'INR' and status = 'completed' and amount <> 49950`)
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?from=${first}&to=${last}`)
  await page.getByRole('combobox', { name: 'Report' }).click()
  await page.getByRole('option', { name: 'New and returning buyers' }).click()
  await expect(total(page, 'Buyers')).toContainText('2')
  await expect(total(page, 'New')).toContainText('1')
  await expect(total(page, 'Returning')).toContainText('1')
  await expect(page.getByRole('slider', { name: 'Buyers by day, INR' })).toBeAttached()
  await expect(page.getByRole('table', { name: 'Buyers by day' }).getByRole('row')).toHaveCount(4)
  await expectAccessibleInBothSchemes(page)
})

async function chooseReport(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Report' }).click()
  await page.getByRole('option', { name }).click()
}

test('shows leads by source through the stages, and opens them (OQ-671)', async ({
  page,
  emptyProgram: program,
}) => {
  await program.query(emptyingOf('lead'))
  const service = await makeService(program)
  const booked = (days: number, fields: object) =>
    makeLead(program, service, { created_at: noonOf(addDays(today(), -days)), ...fields })
  await booked(2, { status: 'CLOSED_WON', meta: { utm_source: 'google' } })
  await booked(2, { meta: { utm_source: 'google' } })
  await booked(3, { meta: {} })
  await booked(32, { meta: { utm_source: 'google' } })
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports`)
  await chooseReport(page, 'Leads by source')
  await expect(page).toHaveURL(/by=leads/)
  await expect(total(page, 'Booked')).toContainText('+200%')
  await expect(page.getByText('Currency')).toBeHidden()
  const picture = page.getByRole('slider', { name: 'Leads by how far they came' })
  await picture.focus()
  await expect(picture).toHaveAttribute('aria-valuetext', /^Won: 1/)
  await page.keyboard.press('Home')
  await expect(picture).toHaveAttribute('aria-valuetext', /^Booked: 3 · .*: 1$/)
  const table = page.getByRole('table', { name: 'How far leads came, by source' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectAccessibleInBothSchemes(page)
  await table.getByRole('link', { name: '1 won, google' }).click()
  await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await program.query(emptyingOf('lead'))
})

test('counts the reports that came in and were handled, and how fast, and opens the reports (OQ-672, OQ-675)', async ({
  page,
  emptyProgram: program,
}) => {
  await program.query('truncate removed_report, report')
  const member = await makeMember(program)
  const came = (minutes: number | null) =>
    program.query(
      `insert into report (id, entity_type, entity_id, reason, created_at, dismissed_at, dismissed_by)
        values (gen_random_uuid(), 'user', $1, 'spam', $2, $2::timestamptz + $3 * interval '1 minute', 'a@b.example')`,
      [member.id, noonOf(addDays(today(), -1)), minutes],
    )
  for (const minutes of [30, 90, null]) await came(minutes)
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?by=moderation`)
  await expect(total(page, 'Came in')).toContainText('3')
  await expect(total(page, 'Half within')).toContainText('1 h')
  await expect(page.getByRole('slider', { name: 'Came in by day' })).toBeAttached()
  await page.getByRole('radio', { name: 'Half within' }).check({ force: true })
  await expect(page.getByRole('slider', { name: 'Half within by day' })).toBeAttached()
  await choose(page, 'By', 'Month')
  const table = page.getByRole('table', { name: 'Reports of members by month' })
  await expectAccessibleInBothSchemes(page)
  await table.getByRole('link', { name: /^3, Came in/ }).click()
  await expect(page.getByRole('heading', { name: /^Reports that came in, / })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Reports that came in' })
  await expect(rows.getByRole('row')).toHaveCount(4)
  await expect(rows.getByRole('row').filter({ hasText: member.name })).toHaveCount(3)
  await expectAccessibleInBothSchemes(page)
  await expect(rows.getByRole('link', { name: /^Open, User/ })).toHaveAttribute('href', /\/moderation\/users/)
  await expect(rows.getByRole('link', { name: /open its history$/ }).first()).toHaveAttribute(
    'href',
    /\/history\?record=user/,
  )
  await page.setViewportSize({ width: 390, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Show all numbers' }).click()
  await program.query('delete from report where dismissed_at is not null')
  await total(page, 'Handled')
    .getByRole('link', { name: /^2, Handled/ })
    .click()
  await expect(page.getByText('2 more reports were deleted with their items.')).toBeVisible()
  await expect(page.getByText('No reports to list', { exact: true })).toBeVisible()
  await choose(page, 'By', 'Day')
  await expect(total(page, 'Came in')).toContainText('3')
  await program.query('truncate removed_report, report')
})

test('shows how seats fill before sessions, and one of them alone (OQ-673)', async ({
  page,
  emptyProgram: program,
}) => {
  await program.query(emptyingOf('masterclass', 'event', 'registration'))
  const { _id } = await makeMasterclass(program, { title: 'Seats before the start' })
  const start = noonOf(addDays(today(), -1))
  await program.query('update masterclass set start_time = $2, end_time = $2 where id = $1', [_id, start])
  for (const days of [10, 2])
    await program.query(
      `insert into registration (id, external_id, session_type, session_id, user_name, user_email, user_phone, created_at)
        values (gen_random_uuid(), gen_random_uuid()::text, 'masterclass', $1, 'Nikhil Menon', 'n@mail.example',
          '+919845012763', $2::timestamptz - $3 * interval '1 day')`,
      [_id, start, days],
    )
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?compare=none`)
  await chooseReport(page, 'Seats before a session')
  const picture = page.getByRole('slider', { name: 'Share of the registrations, by days before the start' })
  await picture.focus()
  await expect(picture).toHaveAttribute('aria-valuetext', 'At the start: 100%')
  await page.keyboard.press('Home')
  await expect(picture).toHaveAttribute('aria-valuetext', '30 days: 0%')
  const byDay = page.getByRole('table', { name: 'Seats by days before the start' })
  await expect(byDay.getByRole('row')).toHaveCount(32)
  await expect(byDay.getByRole('row', { name: /^7 days/ })).toContainText('50%')
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await sessions.getByRole('link', { name: 'Seats before the start', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`session=${_id}`))
  await expect(page.getByRole('heading', { name: /^Seats before the start, / })).toBeVisible()
  await page.getByRole('button', { name: 'Show all sessions' }).click()
  await sessions.getByRole('link', { name: /^2 at the start, Seats before the start/ }).click()
  await expect(page).toHaveURL(new RegExp(`/masterclass/people/${_id}`))
  // Its reads have ended before the session goes.
  await expect(page.getByText('Nikhil Menon').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await program.query(emptyingOf('masterclass', 'event', 'registration'))
})

test('shows the first number above the fold of a phone, its filters folded (OQ-651)', async ({
  page,
  emptyProgram: program,
}) => {
  await makeOrders(program)
  await page.setViewportSize({ width: 390, height: 740 })
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?currency=USD`)
  await expect(total(page, 'Collected')).toBeInViewport({ ratio: 1 })
  const filters = page.getByRole('button', { name: 'Filters 1' })
  await expect(page.getByRole('combobox', { name: 'Currency' })).toBeHidden()
  await filters.click()
  await choose(page, 'Currency', 'INR')
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})

test('offers no report of what a role does not include (OQ-671, OQ-672)', async ({
  page,
  emptyProgram: program,
}) => {
  await makeOrders(program)
  const finance = sandboxAccounts.find(({ role }) => role === 'finance')
  await signIn(page, await program.token(finance?.email), 'finance')
  await page.goto(`${program.url}/reports`)
  await page.getByRole('combobox', { name: 'Report' }).click()
  await expect(page.getByRole('option', { name: 'New and returning buyers' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Leads by source' })).toHaveCount(0)
  await page.goto(`${program.url}/reports?by=leads`)
  await expect(page.getByText('Your role does not include leads.')).toBeVisible()
  await page.getByRole('button', { name: 'Show sales' }).click()
  await expect(total(page, 'Collected')).toBeVisible()
})

test('saves a report as a view (OQ-651)', async ({ page, emptyProgram: program }) => {
  await makeOrders(program)
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports?step=month&compare=year`)
  await page.getByRole('banner').getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Months of the year')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(toast(page, 'Months of the year is now in the sidebar')).toBeVisible()
  await page.goto(`${program.url}/reports`)
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Months of the year' })
    .click()
  await expect(page.getByRole('combobox', { name: 'By' })).toHaveValue('Month')
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toHaveValue('Year before')
})

test('says what to do without orders, with days that cannot be shown, and after a failure (OQ-651)', async ({
  page,
  emptyProgram: program,
  expectedConsole,
}) => {
  await signIn(page, await program.token())
  await page.goto(`${program.url}/reports`)
  await expect(page.getByText('No paid orders', { exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Show the last 365 days' }).click()
  await expect(page).toHaveURL(/step=month/)
  await page.goto(`${program.url}/reports?from=2024-01-01&to=2026-01-01`)
  await expect(page.getByText('Choose at most 366 days.')).toBeVisible()
  await page.goto(`${program.url}/reports?from=2026-01-02&to=2026-01-01`)
  await page.getByRole('button', { name: 'Show the last 30 days' }).click()
  await expect(page.getByText('No paid orders', { exact: true })).toBeVisible()

  expectedConsole.push(/500/)
  await page.route('**/admin/numbers/sales?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`${program.url}/reports`)
  await expect(page.getByText('Error loading numbers.')).toBeVisible()
  await page.unroute('**/admin/numbers/sales?*')
  await makeOrders(program)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(total(page, 'Collected')).toContainText('₹4,500.00')
})

test('is usable on a phone (OQ-651)', async ({ page, emptyProgram: program }) => {
  await makeOrders(program)
  await signIn(page, await program.token())
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${program.url}/reports`)
  await expect(total(page, 'Orders')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
})
