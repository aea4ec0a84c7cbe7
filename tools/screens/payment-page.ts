import { failCalls, type Scene } from './scene.ts'

export const paymentPages: Scene = async (page, shoot, { sample, empty }) => {
  for (const tab of ['active', 'inactive']) {
    await page.goto(`${sample.url}/custom-payment-pages?tab=${tab}`)
    await page.getByRole('list', { name: 'Custom payment pages' }).waitFor()
    await shoot(`payment-pages-${tab}`)
  }
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByLabel('Title').waitFor()
  await shoot('payment-pages-edit')
  await page.goto(`${sample.url}/custom-payment-pages?q=zzz`)
  await page.getByText('No payment pages found').waitFor()
  await shoot('payment-pages-no-match')
  await page.getByRole('link', { name: 'Create New' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create payment page' })
  await dialog.waitFor()
  await shoot('payment-pages-create')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Please upload a banner image').waitFor()
  await shoot('payment-pages-create-with-errors')
  await dialog.getByLabel('Title').fill('A seat at the year-end workshop')
  await dialog.getByLabel('Original price, INR').fill('499900')
  await dialog.getByLabel('Current price, INR').fill('99900')
  await page.getByText('₹1,178.82 incl. 18% GST').waitFor()
  await shoot('payment-pages-create-prices')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('payment-pages-leave')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await page.goto(`${empty.url}/custom-payment-pages`)
  await page.getByText('No payment pages found').waitFor()
  await shoot('payment-pages-empty')
  await failCalls(page, '**/admin/payment-entity*', async () => {
    await page.goto(`${sample.url}/custom-payment-pages`)
    await page.getByText('Error loading entities.').waitFor()
    await shoot('payment-pages-failed')
  })
}
