import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import { guideIds, guideIndex } from '../../apps/console/src/features/desk/help/guide-index.ts'
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, signIn, test } from './journey.ts'

test.describe.configure({ mode: 'parallel' })

test('opens the page about the screen from the account menu, and its links open their screens (OQ-670)', async ({
  signedIn: page,
}) => {
  await page.goto('/transactions/masterclass')
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('link', { name: 'Guide' }).click()
  await expect(page).toHaveURL('/help?page=refund')
  await expect(page.getByRole('region', { name: 'Account' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Guide', level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Refund an order', level: 2 })).toBeVisible()
  await expect(page).toHaveTitle('Refund an order · Guide · Greenroom')

  const article = page.getByRole('article')
  await article.getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL('/transactions/all')
  await page.goBack()
  await article.getByRole('link', { name: 'Help a buyer who waits' }).click()
  await expect(page.getByRole('heading', { name: 'Help a buyer who waits' })).toBeFocused()
  await page
    .getByRole('navigation', { name: 'Pages of the guide' })
    .getByRole('link', { name: 'Close a month' })
    .click()
  await expect(page).toHaveURL('/help?page=month')

  // On a page of the guide, and on a screen of no single job, Guide opens the list.
  for (const address of ['/help?page=month', '/overview']) {
    await page.goto(address)
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('link', { name: 'Guide' }).click()
    await expect(page).toHaveURL('/help')
  }
  await expect(page.getByRole('navigation', { name: 'Pages of the guide' }).getByRole('link')).toHaveCount(
    guideIds.length,
  )
  await expectAccessibleInBothSchemes(page)
})

test('opens the page about the screen from the list of keys (OQ-670)', async ({ signedIn: page }) => {
  await page.goto('/advisory/leads')
  await page.getByRole('table').waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await keys.getByRole('link', { name: 'Guide for this screen' }).click()
  await expect(page).toHaveURL('/help?page=lead')
  await expect(keys).toBeHidden()
})

test('is found by the search with the words of a job (OQ-670)', async ({ signedIn: page }) => {
  await page.goto('/overview')
  await page.locator('header [aria-keyshortcuts]').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('how to refund')
  await page.getByRole('option', { name: 'How to: Refund an order' }).click()
  await expect(page).toHaveURL('/help?page=refund')
})

for (const id of guideIds) {
  test(`shows ${id} on one screen with its picture, readable by everybody and on a phone (OQ-670)`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/help?page=${id}`)
    await expect(page.getByRole('heading', { name: guideIndex[id].title })).toBeVisible()
    const picture = page.getByRole('article').getByRole('img')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true)
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
    ).toBeLessThanOrEqual(0)
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('link', { name: 'All pages' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
}

test('shows the picture of the chosen appearance', async ({ signedIn: page }) => {
  await page.goto('/help?page=invite')
  const picture = page.getByRole('article').getByRole('img')
  await expect(picture).toHaveAttribute('src', /invite-light/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(picture).toHaveAttribute('src', /invite-dark/)
})

test('can be read by every role; a screen that the role does not include has no link (OQ-670)', async ({
  page,
  program,
}) => {
  const email = sandboxAccounts.find(({ role }) => role === 'moderation')?.email ?? ''
  await signIn(page, await program.token(email), 'moderation')
  await page.goto('/help?page=refund')
  const article = page.getByRole('article')
  await expect(article.getByText('choose Refund')).toBeVisible()
  await expect(article.getByText('Transactions')).toBeVisible()
  await expect(article.getByRole('link', { name: 'Transactions' })).toHaveCount(0)
  await expect(
    article.getByText("Your role doesn't include the screens without a link. Ask an owner for access."),
  ).toBeVisible()
  await page.goto('/help?page=moderate')
  await article.getByRole('link', { name: 'Comments' }).click()
  await expect(page).toHaveURL('/moderation/comments')
})

test('says so when an address names no page, and lists all', async ({ signedIn: page }) => {
  await page.goto('/help?page=nothing')
  await expect(page.getByText('The guide has no such page.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Erase a person/ })).toBeVisible()
})
