import type { Page } from 'playwright/test'
import { card, chooseInCard, expect, expectAccessibleInBothSchemes, test, toast } from './journey.ts'
import { needOwnDocument } from './open-screen.ts'
import { hoursFromNow, makeMasterclass, makeTransaction, unique } from './records.ts'

const datesDialog = (page: Page) => page.getByRole('dialog', { name: /^Repeat “/ })
const question = (page: Page, what: string) => page.getByRole('alertdialog', { name: `Discard ${what}?` })

/** Makes the browser refuse to copy, as a policy of a company does. */
async function blockCopying(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Blocked', 'NotAllowedError'))
  })
}

async function openDates(page: Page, title: string): Promise<void> {
  await chooseInCard(page, title, 'Repeat on dates')
  await expect(datesDialog(page)).toBeVisible()
}

test('asks before the typed dates of copies are lost, and keeps them over a reload (OQ-531)', async ({
  signedIn: page,
  program,
}) => {
  const original = await makeMasterclass(program, {
    title: unique('Kept'),
    start_time: hoursFromNow(24 * 520),
    end_time: hoursFromNow(24 * 520 + 1),
  })
  await page.goto('/masterclass')
  await page.getByRole('tab', { name: /^Draft/ }).click()
  await expect(page).toHaveURL(/tab=draft/)
  const address = page.url()
  const rows = datesDialog(page).getByRole('listitem')
  await openDates(page, original.title)
  // Nothing typed, nothing asked.
  await page.keyboard.press('Escape')
  await expect(datesDialog(page)).toBeHidden()
  await openDates(page, original.title)
  await datesDialog(page).getByLabel('Number of dates').fill('5')
  await page.keyboard.press('Tab')
  await expect(rows).toHaveCount(5)

  await page.keyboard.press('Escape')
  await expect(question(page, 'the dates')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await expect(question(page, 'the dates')).toBeHidden()
  await page.mouse.click(5, 400)
  await expect(question(page, 'the dates')).toBeVisible()
  await question(page, 'the dates').getByRole('button', { name: 'Keep editing' }).click()
  await page.goBack()
  await expect(question(page, 'the dates')).toBeVisible()
  await question(page, 'the dates').getByRole('button', { name: 'Keep editing' }).click()
  await expect(rows).toHaveCount(5)
  expect(page.url()).toBe(address)

  page.on('dialog', (warning) => void warning.accept())
  await page.reload()
  await openDates(page, original.title)
  await expect(rows).toHaveCount(5)
  await expect(datesDialog(page).getByText('We restored your unsaved changes.')).toBeVisible()
  await datesDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await question(page, 'the dates').getByRole('button', { name: 'Discard' }).click()
  await expect(datesDialog(page)).toBeHidden()
  await openDates(page, original.title)
  await expect(rows).toHaveCount(4)
})

test('asks before signing out by the search or the menu loses what was typed (OQ-534)', async ({
  signedIn: page,
}) => {
  needOwnDocument(page)
  await page.goto('/creators?tab=create')
  await page.getByLabel('First Name').fill('Asha')
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const signOutBySearch = async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('Sign out')
    await page.keyboard.press('Enter')
  }
  await signOutBySearch()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('Asha')
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await signOutBySearch()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/login')
})

test('renames a refund reason by Enter or Save only, and Escape takes the label back (OQ-532)', async ({
  signedIn: page,
  program,
}) => {
  const order = await makeTransaction(program)
  const stored = async () => {
    const { body } = await program.call<{ label: string }[]>('GET', '/admin/refund-reasons')
    return body.data.map(({ label }) => label)
  }
  const before = await stored()
  const [first = ''] = before
  await page.goto(`/transactions/orders/${order.id}`)
  await page
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Manage reasons' }).click()
  const reasons = page.getByRole('dialog', { name: 'Reasons for refunds' })
  const field = reasons.getByRole('textbox', { name: `Reason ${first}`, exact: true })
  await field.fill('Half a thought')
  await field.press('Escape')
  await expect(field).toHaveValue(first)
  await expect(reasons).toBeVisible()
  await field.fill('Half a thought')
  // The field loses the focus by the question of the close button.
  await reasons.getByRole('button', { name: 'Done' }).click()
  await question(page, 'the unsaved reasons').getByRole('button', { name: 'Keep editing' }).click()
  await reasons.getByLabel('New reason').focus()
  expect(await stored()).toEqual(before)
  await expectAccessibleInBothSchemes(page)
  await reasons.getByRole('button', { name: 'Done' }).click()
  await question(page, 'the unsaved reasons').getByRole('button', { name: 'Discard' }).click()
  await expect(reasons).toBeHidden()
  expect(await stored()).toEqual(before)

  await page.getByRole('button', { name: 'Manage reasons' }).click()
  const renamed = unique('Renamed')
  await expect(field).toHaveValue(first)
  await field.fill(renamed)
  await reasons.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Reason saved')).toBeVisible()
  const now = reasons.getByRole('textbox', { name: `Reason ${renamed}` })
  await expect(now).toBeFocused()
  expect(await stored()).toContain(renamed)
  await now.fill(first)
  await now.press('Enter')
  await expect(field).toBeVisible()
  expect(await stored()).toEqual(before)
})

test('keeps a new API key on the screen until a copy has worked (OQ-530)', async ({ signedIn: page }) => {
  needOwnDocument(page)
  await page.goto('/api-keys')
  await page.getByRole('link', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(unique('Blocked'))
  await dialog.getByRole('checkbox', { name: 'Content: Read' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toHaveAccessibleName('Copy the key now')
  await blockCopying(page)
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The browser blocked copying.')
  await expect(dialog.getByLabel('API key')).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  for (const slip of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
  ]) {
    await slip()
    await expect(dialog.getByRole('button', { name: 'Close without copying' })).toBeVisible()
  }
  // Copied by hand, as the message says.
  await dialog.getByLabel('API key').focus()
  await page.keyboard.press('Control+c')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})

test('shows a text that could not be copied, selected and ready for Ctrl+C (OQ-530)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeMasterclass(program, { title: unique('Uncopied') })
  await page.goto('/masterclass?tab=draft')
  await blockCopying(page)
  const button = card(page, made.title)
    .getByRole('button', { name: /^Copy .* link$/ })
    .first()
  await button.click()
  const shown = page.getByRole('textbox', { name: 'Text to copy' })
  await expect(shown).toBeFocused()
  await expect(page.getByText('copy it with Ctrl+C')).toBeVisible()
  await expect(page.getByText('Link Copied!')).toHaveCount(0)
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(await shown.inputValue())
  await expectAccessibleInBothSchemes(page, '[data-sonner-toaster]')
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('creates a missing creator from the form of a webinar and returns with it chosen (OQ-535)', async ({
  signedIn: page,
  program,
}) => {
  await page.goto('/webinar/create')
  await page.getByLabel('Title').fill('A first webinar')
  const surname = unique('Newcomer').replace(' ', '')
  const picker = page.getByRole('combobox', { name: 'Creator' })
  await picker.fill(`Asha ${surname}`)
  await page.getByRole('option', { name: '+ Create Creator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a creator' })
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await expect(dialog.getByLabel('First name')).toHaveValue('Asha')
  await expect(dialog.getByLabel('Last name')).toHaveValue(surname)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByLabel('Email').fill(`${surname}@example.com`)
  await dialog.getByLabel('Phone').fill('9845012763')
  await dialog.getByRole('button', { name: 'Create creator' }).click()
  await expect(dialog).toBeHidden()
  await expect(picker).toHaveValue(`Asha ${surname} · ${surname}@example.com`)
  await expect(page.getByLabel('Title')).toHaveValue('A first webinar')
  const { body } = await program.call<{ last_name: string }[]>('GET', `/admin/creators?q=${surname}`)
  expect(body.data.map(({ last_name }) => last_name)).toEqual([surname])
})
