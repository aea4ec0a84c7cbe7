import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import {
  answerCalls,
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  holdCalls,
  loseCalls,
  signIn,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { makeMember, report } from './moderation-records.ts'
import { makeNews } from './news-records.ts'
import type { Program } from './program.ts'
import {
  makeCreator,
  makeLead,
  makeMasterclass,
  makePaymentPage,
  makeService,
  makeTransaction,
  storedPaymentPage,
  unique,
} from './records.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const optionOf = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('option', { name })
const recentOf = (page: Page) => dialogOf(page).getByRole('group', { name: 'Recent' }).getByRole('option')
const selected = (page: Page) => dialogOf(page).locator('[role="option"][aria-selected="true"]')

/** Opens the search by its key, and waits for its field. */
async function openSearch(page: Page): Promise<Locator> {
  // Before that, nothing listens.
  await page.locator('header [aria-keyshortcuts]').waitFor()
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  return fieldOf(page)
}

async function signInAs(page: Page, program: Program, role: 'viewer' | 'content'): Promise<void> {
  const email = sandboxAccounts.find((account) => account.role === role)?.email ?? ''
  await signIn(page, await program.token(email), role)
}

test('leads a caller’s order number to a refund in five keys and one click (OQ-455)', async ({
  signedIn: page,
  program,
}) => {
  const { id, reference_order_id: reference } = await makeTransaction(program)
  await page.goto('/masterclass')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  // 1: the key. 2: paste. 3: Enter, at once.
  await openSearch(page)
  await page.keyboard.insertText(` ${reference.toUpperCase()} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/transactions/orders/${id}`)
  await expect(dialogOf(page)).toBeHidden()
  // 4: the refund. 5: its question, by a click.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Refund/ })
    .press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
  await expect(toast(page, /refund/i)).toBeVisible()
})

test('finds a person’s order and booking by a phone as it is dictated, and marks what matches (OQ-455, OQ-456)', async ({
  signedIn: page,
  program,
}) => {
  const { id, user_phone: phone } = await makeTransaction(program)
  const digits = phone.slice(3)
  const lead = await makeLead(program, await makeService(program), { user_phone: phone })
  await page.goto('/masterclass')
  const field = await openSearch(page)
  await field.fill(`+91 ${digits.slice(0, 5)}-${digits.slice(5)}`)
  await expect(dialogOf(page).getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveCount(1)
  await expect(dialogOf(page).locator('mark').first()).toHaveText(`${digits.slice(0, 5)} ${digits.slice(5)}`)
  await expect(dialogOf(page).getByRole('status')).toHaveText('2 results')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(`/advisory/leads?open=${lead._id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  // What was opened is offered first, by its number or name, without the phone.
  await openSearch(page)
  await expect(recentOf(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  // So is what was opened without the search.
  await page.goto(`/transactions/orders/${id}`)
  const stored = () => page.evaluate(() => localStorage.getItem('recent'))
  await expect.poll(stored).toContain(id)
  await openSearch(page)
  await expect(recentOf(page)).toHaveCount(2)
  await expect(recentOf(page).first()).toContainText('order_')
  expect(await stored()).not.toContain(digits.slice(5))
})

test('moves through the results by keyboard, opens in a new tab, and returns the focus (OQ-455)', async ({
  signedIn: page,
  program,
  context,
}) => {
  const word = unique('Ledger')
  await makeMasterclass(program, { title: `${word} one` })
  const { _id } = await makeMasterclass(program, { title: `${word} two` })
  await page.goto('/creators')
  const create = page.getByRole('link', { name: 'Create' })
  await create.focus()
  const field = await openSearch(page)
  await field.fill(word)
  await expect(optionOf(page, `${word} one`)).toBeVisible()
  await expect(selected(page)).toHaveCount(1)
  const first = await selected(page).textContent()
  await expect(field).toHaveAttribute('aria-activedescendant', `${await selected(page).getAttribute('id')}`)
  await field.press('End')
  expect(await selected(page).textContent()).not.toBe(first)
  await field.press('ArrowDown')
  expect(await selected(page).textContent()).toBe(first)
  await field.press('ArrowUp')
  await field.press('Home')
  expect(await selected(page).textContent()).toBe(first)

  const opened = context.waitForEvent('page')
  await optionOf(page, `${word} two`).hover()
  await field.press('Control+Enter')
  const tab = await opened
  await expect(tab).toHaveURL(new RegExp(`/masterclass\\?tab=draft&open=${_id}`))
  await tab.close()
  await expect(dialogOf(page)).toBeVisible()
  await field.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(create).toBeFocused()
})

test('opens screens, create actions and commands of the role (OQ-455, OQ-457)', async ({ page, program }) => {
  await signInAs(page, program, 'viewer')
  await page.goto('/masterclass')
  const field = await openSearch(page)
  await expect(dialogOf(page).getByRole('group', { name: 'Go to' })).toBeVisible()
  await expect(dialogOf(page).getByRole('group', { name: 'Create' })).toHaveCount(0)
  await expect(optionOf(page, 'Administration › Staff')).toHaveCount(0)
  await field.fill('diff')
  await expect(optionOf(page, 'Books › Differences')).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL('/books/differences')

  await openSearch(page)
  await fieldOf(page).fill('dark')
  await optionOf(page, 'Appearance: Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await openSearch(page)
  await fieldOf(page).fill('appearance system')
  await fieldOf(page).press('Enter')
  await expect(dialogOf(page)).toBeHidden()
})

test('leads to a difference by its payment, and to a masterclass by its host (OQ-596)', async ({
  signedIn: page,
  program,
}) => {
  const id = randomUUID()
  const payment = `pay_${id.slice(0, 13)}`
  // A page of later ones.
  await program.query(
    `insert into gateway_difference (id, kind, subject, payment_id, gateway_state, gateway_amount, gateway_currency,
      found_at, last_seen_at)
    select case number when 0 then $1 else gen_random_uuid() end, 'payment-without-order', subject, subject, 'captured',
      249900, 'INR', moment, moment
    from generate_series(0, 20) as number, lateral (select now() + number * interval '1 minute' as moment,
      case number when 0 then $2 else 'other' || number || '_' || gen_random_uuid() end as subject) as one`,
    [id, payment],
  )
  const host = await makeCreator(program, { first_name: unique('Madhavi') })
  const title = unique('Of money')
  await makeMasterclass(program, { title, creator_id: host._id })
  await page.goto('/masterclass')
  const field = await openSearch(page)
  await field.fill(host.first_name)
  await expect(optionOf(page, title)).toContainText(host.first_name)
  await field.fill(payment)
  await expect(optionOf(page, payment)).toContainText('₹2,499.00')
  await expect(optionOf(page, payment)).toContainText('Open')
  await optionOf(page, payment).click()
  await expect(page).toHaveURL(`/books/differences?only=${id}`)
  const cards = page.locator('main [data-record]')
  await expect(cards).toHaveCount(1)
  await expect(cards.filter({ hasText: payment })).toBeInViewport()
  await expect(cards.filter({ hasText: payment })).toBeFocused()
  // Only its own tab has it.
  await page.getByRole('tab', { name: /^Resolved/ }).click()
  await expect(page.getByText('The record you searched for is not here any more.')).toBeVisible()
  await page.getByRole('tab', { name: /^Open/ }).click()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove Shown the one you searched for' }).click()
  await expect(cards).toHaveCount(10)
  await expect(cards.filter({ hasText: payment })).toHaveCount(0)
})

test('loads more of a list until it shows the record that was found (OQ-596)', async ({ page, program }) => {
  const heading = unique('Rates stay')
  const { _id } = await makeNews(program, { heading })
  await program.query(
    `insert into news (id, heading, thumbnail_key, source, reference_link, created_at)
    select gen_random_uuid(), 'Later news ' || number, thumbnail_key, source, reference_link,
      created_at + number * interval '1 millisecond'
    from news, generate_series(1, 250) as number where id = $1`,
    [_id],
  )
  await signInAs(page, program, 'viewer')
  await page.goto('/creators')
  await (await openSearch(page)).fill(heading)
  await optionOf(page, heading).click()
  await expect(page).toHaveURL('/news')
  await expect(page.locator('[data-record]').filter({ hasText: heading })).toBeFocused()
})

test('opens a create form from the search (OQ-455)', async ({ signedIn: page }) => {
  await page.goto('/masterclass')
  const field = await openSearch(page)
  await field.fill('create news')
  await field.press('Enter')
  await expect(page).toHaveURL('/news/create')
})

test('keeps the results of the latest text, and shows earlier ones until they are there (OQ-458)', async ({
  signedIn: page,
  program,
}) => {
  const [one, other] = [unique('Alpine'), unique('Baltic')]
  await makeMasterclass(program, { title: one })
  await makeMasterclass(program, { title: other })
  await page.goto('/creators')
  const field = await openSearch(page)
  await field.fill(one)
  await expect(optionOf(page, one)).toBeVisible()
  const held = await holdCalls(page, '**/admin/search?*')
  await field.fill(other)
  await expect(dialogOf(page).getByRole('status')).toHaveText('Searching...')
  await expect(optionOf(page, one)).toBeVisible()
  // Enter waits for the records of the typed text.
  await field.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await held.release()
  await expect(page).toHaveURL(/\/masterclass\?/)
  await expect(page.getByRole('dialog', { name: other })).toBeVisible()
})

test('says that nothing matches, and retries a search that failed (OQ-458)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const title = unique('Caspian')
  await makeMasterclass(program, { title })
  await page.goto('/creators')
  const field = await openSearch(page)
  await field.fill('%_"\\ 100% zzzz')
  await expect(dialogOf(page).getByText('Nothing matches “%_"\\ 100% zzzz”')).toBeVisible()
  await loseCalls(page)
  await field.fill(title)
  await expect(dialogOf(page).getByRole('alert')).toContainText('The search failed')
  await answerCalls(page)
  await dialogOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(optionOf(page, title)).toBeVisible()
  await field.fill('x'.repeat(10_000))
  expect(await field.inputValue()).toHaveLength(200)
})

test('runs single letters on a screen, but not while somebody types or over a dialog (OQ-459)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators')
  await expect(card(page, 'Ananya Deshpande')).toBeVisible()
  await page.keyboard.press('/')
  const own = page.getByRole('main').getByRole('searchbox')
  await expect(own).toBeFocused()
  await page.keyboard.type('c?/')
  await expect(own).toHaveValue('c?/')
  await own.fill('')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('region', { name: 'On a focused report' })).toContainText('Ignore')
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/creators')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/creators?tab=create')
})

test('opens the search with / on a screen without a field (OQ-459)', async ({ signedIn: page }) => {
  await page.goto('/books/months')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await expect(fieldOf(page)).toBeFocused()
  await expect(fieldOf(page)).toHaveValue('')
})

test('saves the open form with Ctrl and Enter, in a dialog and on a screen (OQ-459)', async ({
  signedIn: page,
  program,
}) => {
  const { _id } = await makePaymentPage(program)
  await page.goto(`/custom-payment-pages?edit=${_id}`)
  const dialog = page.getByRole('dialog')
  const title = unique('Renamed')
  await dialog.getByLabel('Title').fill(title)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  expect((await storedPaymentPage(program, _id)).title).toBe(title)

  await page.goto('/news/create')
  await page.getByLabel('Reference Link').fill('x')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
})

test('switches single letters off in the account menu, also those of the moderation (OQ-460)', async ({
  signedIn: page,
  program,
}) => {
  // Other cases clear the reports of the sample.
  for (const { id } of [await makeMember(program), await makeMember(program)]) {
    await report(program, 'user', id)
  }
  await page.goto('/moderation/users')
  const keys = page.getByRole('main').getByText('Works on the highlighted report.')
  await expect(keys).toBeVisible()
  await page.getByRole('button', { name: /^Account/ }).click()
  const letters = page.getByRole('switch', { name: 'Single-letter keys' })
  await expect(letters).toBeChecked()
  await letters.click()
  await expect(letters).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  const reports = page.locator('[data-report]')
  await reports.first().focus()
  await page.keyboard.press('j')
  await expect(reports.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(reports.nth(1)).toBeFocused()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The search always opens, and its commands switch them on again.
  await openSearch(page)
  await fieldOf(page).fill('switch single')
  await fieldOf(page).press('Enter')
  await page.reload()
  await expect(keys).toBeVisible()
})

test('forgets what was opened when the person signs out (OQ-461)', async ({ signedIn: page, program }) => {
  const title = unique('Danube')
  await makeMasterclass(program, { title })
  await page.goto('/creators')
  const field = await openSearch(page)
  await field.fill(title)
  await optionOf(page, title).click()
  expect(await page.evaluate(() => localStorage.getItem('recent'))).toContain(title)
  await page.goto('/creators')
  await openSearch(page)
  await fieldOf(page).fill('sign out')
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('recent'))).toBeNull()
})

test('has no accessibility findings, on a phone neither (OQ-455)', async ({ signedIn: page }) => {
  await page.goto('/masterclass')
  await openSearch(page)
  await expectAccessibleInBothSchemes(page)
  await fieldOf(page).fill('an')
  await expect(dialogOf(page).getByRole('group').first()).toBeVisible()
  await expect(dialogOf(page).getByRole('status')).toHaveText(/results?$/)
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/masterclass')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await fieldOf(page).fill('an')
  await expect(dialogOf(page).getByRole('status')).toHaveText(/results?$/)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
  await dialogOf(page).getByRole('button', { name: 'Close search' }).click()
  await expect(dialogOf(page)).toBeHidden()
})
