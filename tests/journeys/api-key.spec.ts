import { keyPermissions } from '@greenroom/contract/staff/api-key/api-key.schema'
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test, toast } from './journey.ts'

test('makes an API key, which works until it is revoked (OQ-360, OQ-361)', async ({
  signedIn: page,
  program,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = `Checkout ${Date.now()}`
  await page.goto('/api-keys')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Keys')
  await page.getByRole('link', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Enter a name, such as "Checkout server"')).toBeVisible()
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await expect(dialog.getByRole('checkbox')).toHaveCount(keyPermissions.length)
  await dialog.getByRole('button', { name: 'Nightly import' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Content: Write' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Content: Write' }).uncheck()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toHaveAccessibleName('Copy the key now')
  await expect(dialog.getByLabel('API key')).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  const secret = await dialog.getByLabel('API key').inputValue()
  expect(secret).toMatch(/^grk_[\w-]{43}$/)

  // The key is not lost by a slip.
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('You have not copied the key. It is not shown again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(toast(page, 'Key copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Create key' })).toBeFocused()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(secret.slice(0, 10))
  await expect(page.getByText(secret)).toHaveCount(0)

  const statusOf = async (path: string) =>
    (await fetch(`${program.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status
  expect([await statusOf('/admin/creators'), await statusOf('/admin/orders')]).toEqual([200, 403])
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await statusOf('/admin/creators')).toBe(401)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
