import type { Locator, Page } from 'playwright/test'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import { needOwnDocument } from './open-screen.ts'

// Other cases of the worker compare the whole sidebar.
test.afterEach(async ({ program }) => {
  await program.query('delete from saved_view')
})

const viewsOf = (page: Page, section: string): Locator =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('list', { name: `Views of ${section}` })
const inTopBar = (page: Page): Locator => page.getByRole('banner')
const menuOf = (page: Page, name: string): Locator =>
  inTopBar(page).getByRole('button', { name: new RegExp(`^View ${name}`) })

/** Checks the search parameters of the address, in any order. */
async function expectSearch(page: Page, expected: Record<string, string>): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(expected)
}

test('saves the filters of a list, opens them from the sidebar, changes, renames and deletes them (OQ-495, OQ-499)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409), refusedCall(400))
  await page.goto('/coupons')
  await page.getByRole('searchbox').waitFor()
  // Nothing differs from the default.
  const save = inTopBar(page).getByRole('button', { name: 'Save view' })
  await expect(save).toHaveCount(0)
  await page.getByRole('tab', { name: /^Ended/ }).click()
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.type('Ended ones')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Ended ones is now in the sidebar')).toBeVisible()

  const link = viewsOf(page, 'Coupons Management').getByRole('link', { name: 'Ended ones' })
  await expect(link).toHaveAttribute('aria-current', 'page')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.locator('[aria-current="page"]')).toHaveCount(1)
  await expect(menuOf(page, 'Ended ones')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  // From another screen, after a reload: the section is collapsed there.
  await page.goto('/news')
  await page.reload()
  needOwnDocument(page)
  await sections.getByRole('button', { name: 'Sub-sections of Coupons Management' }).click()
  await link.click()
  await expect(page).toHaveURL('/coupons?tab=ended')
  await expect(page.getByRole('tab', { name: /^Ended/ })).toHaveAttribute('aria-selected', 'true')
  await expect(link).toHaveAttribute('aria-current', 'page')

  // Another filter: the view is still named, and can be saved with it.
  await page.getByRole('searchbox').fill('ZZ')
  await expectSearch(page, { tab: 'ended', q: 'ZZ' })
  await expect(menuOf(page, 'Ended ones')).toHaveAccessibleName('View Ended ones, Changed')
  await expect(link).not.toHaveAttribute('aria-current')
  await page.reload()
  await expect(menuOf(page, 'Ended ones')).toHaveAccessibleName('View Ended ones, Changed')
  await inTopBar(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Ended ones now has these filters')).toBeVisible()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(menuOf(page, 'Ended ones')).toHaveAccessibleName('View Ended ones')

  // By keyboard alone.
  await menuOf(page, 'Ended ones').focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveText(['Rename', 'Share', 'Delete'])
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(menuOf(page, 'Ended ones')).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  const renaming = page.getByRole('dialog', { name: 'Rename the view Ended ones' })
  await renaming.getByLabel('Name').fill('Over')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'View renamed')).toBeVisible()
  await expect(viewsOf(page, 'Coupons Management').getByRole('link')).toHaveText(['Over'])
  await expect(menuOf(page, 'Over')).toBeFocused()

  // A name in use is refused at its field.
  await page.getByRole('searchbox').fill('YY')
  await expect(menuOf(page, 'Over')).toHaveAccessibleName('View Over, Changed')
  await menuOf(page, 'Over').click()
  await menu.getByRole('menuitem', { name: 'Save as new view' }).click()
  await dialog.getByLabel('Name').fill('OVER')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('You already have a view with this name in this section')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await menuOf(page, 'Over').click()
  await menu.getByRole('menuitem', { name: 'Undo changes' }).click()
  await expectSearch(page, { tab: 'ended', q: 'ZZ' })

  await menuOf(page, 'Over').click()
  await menu.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the view Over?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Over deleted')).toBeVisible()
  await expect(viewsOf(page, 'Coupons Management')).toHaveCount(0)
  // The filters stay, and can be saved again.
  await expectSearch(page, { tab: 'ended', q: 'ZZ' })
  await expect(save).toBeVisible()
  expect(await program.query('select id from saved_view')).toEqual([])
})

test('shows a shared view to those who may open its screen, and lets them keep one of their own (OQ-496, OQ-497)', async ({
  signedIn: page,
  program,
  browser,
}) => {
  for (const [path, name, search] of [
    ['/news', 'Old news', { tab: 'inactive' }],
    ['/transactions/masterclass', 'In dollars', { currency: 'USD' }],
  ] as const) {
    await program.call('POST', '/admin/saved-views', { path, name, search, is_shared: false })
  }
  await page.goto('/news?tab=inactive')
  await menuOf(page, 'Old news').click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await expect(toast(page, 'Old news is shared with everybody who may open this screen')).toBeVisible()

  const theirs = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(theirs, await program.token('dev.patel@greenroom.example'), 'content')
  await theirs.goto(`${program.url}/news`)
  const shared = viewsOf(theirs, 'News').getByRole('link', { name: 'Old news' })
  await expect(shared).toHaveAccessibleDescription('Shared by Meera Nair')
  await shared.click()
  await expect(theirs).toHaveURL(`${program.url}/news?tab=inactive`)
  await menuOf(theirs, 'Old news').click()
  await expect(theirs.getByRole('menuitem')).toHaveText(['Save as new view'])
  await theirs.keyboard.press('Escape')
  // The section without sub-sections folds its views.
  await theirs.getByRole('button', { name: 'Views of News' }).click()
  await expect(shared).toHaveCount(0)
  await expectAccessibleInBothSchemes(theirs)
  await theirs.context().close()
})

test('keeps a view with a phone number from being shared (OQ-498)', async ({ signedIn: page }) => {
  await page.goto('/transactions/masterclass?phone=9876543210')
  await inTopBar(page).getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await expect(dialog.getByRole('switch', { name: 'Share with everybody' })).toBeDisabled()
  await expect(dialog.getByText('stays your own')).toBeVisible()
})

test('opens views from the sidebar of a phone, and lists many in a dialog (OQ-499)', async ({
  signedIn: page,
  program,
}) => {
  for (let number = 1; number <= 9; number++) {
    await program.call('POST', '/admin/saved-views', {
      path: '/coupons',
      name: `Batch ${number}`,
      search: { q: `B${number}` },
      is_shared: false,
    })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/coupons')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const views = viewsOf(page, 'Coupons Management')
  await expect(views.getByRole('link')).toHaveCount(8)
  await views.getByRole('link', { name: 'Batch 3' }).click()
  await expect(page).toHaveURL('/coupons?q=B3')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0)
  await expect(menuOf(page, 'Batch 3')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await views.getByRole('button', { name: 'All views…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Views of Coupons Management' })
  await dialog.getByLabel('Search views').fill('batch 9')
  await expect(dialog.getByRole('link')).toHaveCount(1)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('link', { name: /Batch 9/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/coupons?q=B9')
})

test('hides columns, remembers them, and keeps them in a view (OQ-495)', async ({ signedIn: page }) => {
  await page.goto('/transactions/masterclass')
  const table = page.getByRole('table', { name: 'Masterclass transactions' })
  await expect(table.getByRole('columnheader', { name: 'Source' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  const menu = page.getByRole('menu', { name: 'Columns' })
  // Order and amount always show.
  await expect(menu.getByRole('menuitemcheckbox')).toHaveText(['Customer', 'Title', 'Status', 'Source'])
  await expectAccessibleInBothSchemes(page)
  await menu.getByRole('menuitemcheckbox', { name: 'Source' }).click()
  await expect(table.getByRole('columnheader', { name: 'Source' })).toHaveCount(0)
  await menu.getByRole('menuitemcheckbox', { name: 'Title' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns, 2 hidden' })).toBeFocused()
  await expectSearch(page, { hide: 'title,source' })
  await expect(table.getByRole('cell').first()).toBeVisible()

  // The next visit, without anything in the address.
  await page.goto('/transactions/masterclass')
  await expect(page.getByRole('button', { name: 'Columns, 2 hidden' })).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveCount(5)

  await page.getByRole('button', { name: 'Columns, 2 hidden' }).click()
  await menu.getByRole('menuitemcheckbox', { name: 'Source' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/transactions/masterclass?hide=title')
  await inTopBar(page).getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Without titles')
  await page.keyboard.press('Enter')
  await expect(viewsOf(page, 'Transactions').getByRole('link')).toHaveText(['Without titles'])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/advisory/leads?hide=bookedOn,status')
  // The status always shows.
  await expect(page.getByRole('button', { name: 'Columns, 1 hidden' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
})
