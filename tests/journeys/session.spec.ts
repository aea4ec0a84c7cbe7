import type { Page } from 'playwright/test'
import {
  card,
  endSession,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectToLast,
  refusedCall,
  test,
  toast,
} from './journey.ts'
import { pictureBytes } from './records.ts'

const failed = 'Login with google failed.'

function credentialOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('credential'))
}

/** Signs in through the account page of the sandbox, as a person does. */
async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name }).click()
}

test('AUTH-01 AUTH-02 AUTH-03 AUTH-08 staff sign in with the social button, and every call carries the credential', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Use your company e-mail address.')).toBeVisible()
  await expect(page.getByText('Sandbox sign-in')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours')
  }
  const listCall = page.waitForRequest((request) => request.url().includes('/admin/masterclasses'))
  await page.getByRole('button', { name: 'Meera Nair' }).click()
  await expect(page).toHaveURL(/\/masterclass$/)
  await expect(card(page, 'First salary, first SIP')).toBeVisible()

  const credential = await credentialOf(page)
  expect(credential?.split('.')).toHaveLength(3)
  expect((await listCall).headers().authorization).toBe(`Bearer ${credential}`)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(credential)
  await page.reload()
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
})

test('AUTH-05 every accepted account may do everything', async ({ page }) => {
  await page.goto('/login')
  await signInAs(page, 'Arjun Mehta')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account: Arjun Mehta' })).toBeVisible()
})

test('AUTH-04 SHELL-05 an account that is not accepted is told so for 5 seconds, and another may sign in', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.clock.install()
  await page.goto('/login')
  await expectToLast(toast(page, failed), 5_000, () => signInAs(page, 'Rohan Das'))
  await expect(page).toHaveURL('/login')
  expect(await credentialOf(page)).toBeNull()

  await signInAs(page, 'Meera Nair')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
})

test('AUTH-04 a sign-in that is cancelled says that it failed', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(toast(page, failed)).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await credentialOf(page)).toBeNull()
})

test('AUTH-04 an answer of the provider that belongs to no attempt of this tab is refused', async ({
  page,
}) => {
  await page.goto('/login?code=stolen&state=foreign')
  await expect(toast(page, failed)).toBeVisible()
  expect(await credentialOf(page)).toBeNull()
})

test('AUTH-07 OQ-012 a session that ends in mid-work returns to its place with what was typed and picked', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.goto('/login')
  await signInAs(page, 'Meera Nair')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
  await page.getByLabel('Title').fill('Words that must not be lost')
  await page.getByLabel('Description').fill('Half a description')
  await page.locator('input[type="file"]').setInputFiles({
    name: 'banner.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureBytes(),
  })
  await expect(page.getByText('banner.jpg')).toBeVisible()

  await endSession(page)
  await page.getByRole('combobox', { name: 'Creator' }).fill('Ananya')
  await expect(page).toHaveURL('/login')
  expect(await credentialOf(page)).toBeNull()

  await signInAs(page, 'Meera Nair')
  await expect(page).toHaveURL('/masterclass/create')
  await expect(page.getByLabel('Title')).toHaveValue('Words that must not be lost')
  await expect(page.getByLabel('Description')).toHaveValue('Half a description')
  await expect(page.getByText('What you entered earlier is back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove banner.jpg' })).toBeVisible()
})

test('OQ-150 a link opened in a new tab reaches its screen without signing in again', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/masterclass')
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Creators' }).click({ modifiers: ['ControlOrMeta'] })
  const second = await opening
  await expect(second).toHaveURL('/creators')
  await expect(second.getByRole('list', { name: 'Creators' })).toBeVisible()
  expect(await credentialOf(second)).toBe(await credentialOf(page))
  // An address that is pasted into a tab, whose opener knows nothing of the console.
  const third = await context.newPage()
  await third.goto('/news?tab=inactive')
  await expect(third.getByRole('tab', { name: 'Inactive' })).toHaveAttribute('aria-selected', 'true')
  await expect(third).toHaveURL('/news?tab=inactive')
  expect(await third.evaluate(() => JSON.stringify(localStorage))).not.toContain(await credentialOf(page))
})

test('OQ-150 OQ-008 signing out ends the session in every tab, and no tab brings it back', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/creators')
  const second = await context.newPage()
  await second.goto('/masterclass')
  await expect(card(second, 'First salary, first SIP')).toBeVisible()

  await page.getByRole('button', { name: 'Account: Meera Nair' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(second).toHaveURL('/login')
  expect(await credentialOf(second)).toBeNull()
  const third = await context.newPage()
  for (const tab of [third, page, second]) {
    await tab.goto('/masterclass')
    await expect(tab).toHaveURL('/login')
    expect(await credentialOf(tab)).toBeNull()
  }
})

test('OQ-150 an address opened without a session is shown after signing in', async ({ page }) => {
  await page.goto('/creators?q=Ananya')
  await expect(page).toHaveURL('/login')
  await signInAs(page, 'Meera Nair')
  await expect(page).toHaveURL('/creators?q=Ananya')
  await expect(page.getByLabel('Search creators')).toHaveValue('Ananya')
})

test('OQ-150 a refused session is not taken over again by the tab that lost it', async ({
  signedIn: page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/news')
  await expect(second.getByRole('tab', { name: 'Current' })).toBeVisible()
  await endSession(page)
  await page.getByRole('link', { name: 'Masterclass' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/login')
  expect(await credentialOf(second)).not.toBeNull()
})
