import type { Scene } from './scene.ts'

interface Keys {
  keys: { _id: string; name: string; revoked_at: string | null }[]
}

export const apiKeys: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${empty.url}/api-keys`)
  await page.getByText('No API keys yet').waitFor()
  await shoot('api-keys-empty')
  await page.goto(`${sample.url}/api-keys?create=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Choose at least one permission').waitFor()
  await shoot('api-keys-create-with-errors')
  await dialog.getByLabel('Name').fill(`Checkout server ${Date.now() % 100_000}`)
  await dialog.getByRole('checkbox', { name: 'content.read' }).check()
  await dialog.getByRole('checkbox', { name: 'money.read' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key now').waitFor()
  await shoot('api-keys-shown-once')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.getByText('You have not copied the key.').waitFor()
  await shoot('api-keys-not-copied')
  await dialog.getByRole('button', { name: 'Close without copying' }).click()
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  await shoot('api-keys')
  await page
    .getByRole('button', { name: /^Revoke / })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('api-keys-revoke')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).first().waitFor()
  await shoot('api-keys-revoked')
  const { body } = await sample.call<Keys>('GET', '/admin/api-keys')
  for (const key of body.data.keys.filter(({ revoked_at }) => revoked_at === null)) {
    await sample.call('POST', `/admin/api-keys/${key._id}/revoke`)
  }
}
