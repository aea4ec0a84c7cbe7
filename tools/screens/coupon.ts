import { failCalls, holdCalls, type Scene } from './scene.ts'

export const couponPage: Scene = async (page, shoot, { sample, empty }) => {
  for (const tab of ['active', 'ended', 'unlinked']) {
    await page.goto(`${sample.url}/coupons?tab=${tab}`)
    await page.getByRole('list', { name: 'Coupons', exact: true }).waitFor()
    await shoot(`coupon-page-${tab}`)
  }
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByText('Not linked yet.').waitFor()
  await shoot('coupon-page-not-linked')
  await page.goto(`${sample.url}/coupons`)
  await page.getByRole('button', { name: 'Edit FIRSTCLASS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit FIRSTCLASS' })
  await dialog.getByRole('cell').first().waitFor()
  await shoot('coupon-page-edit')
  await dialog.getByRole('region', { name: 'Prices with this coupon' }).scrollIntoViewIfNeeded()
  await shoot('coupon-page-prices')
  await page.goto(`${sample.url}/coupons?create=1`)
  const form = page.getByRole('dialog', { name: 'Create coupon' })
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Coupon Code is required').waitFor()
  await shoot('coupon-page-create-with-errors')
  await page.goto(`${sample.url}/coupons?q=zzz`)
  await page.getByText('No coupons found').waitFor()
  await shoot('coupon-page-no-match')
  await page.goto(`${empty.url}/coupons`)
  await page.getByText('No coupons found').waitFor()
  await shoot('coupon-page-empty')
  await failCalls(page, '**/admin/coupons*', async () => {
    await page.goto(`${sample.url}/coupons`)
    await page.getByText('Error loading coupons.').waitFor()
    await shoot('coupon-page-failed')
  })
  await holdCalls(page, '**/admin/coupons*', async () => {
    await page.goto(`${sample.url}/coupons`)
    await page.getByRole('status').filter({ hasText: 'Loading coupons...' }).waitFor()
    await shoot('coupon-page-loading')
  })
}
