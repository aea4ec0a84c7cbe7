import { failCalls, holdCalls, type Scene } from './scene.ts'

export const memberships: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${sample.url}/memberships`)
  await page.getByRole('list', { name: 'Memberships' }).waitFor()
  await shoot('memberships')
  await page
    .getByRole('button', { name: /^Add Coupon/ })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Search coupons').waitFor()
  await shoot('memberships-coupons')
  await page.goto(`${empty.url}/memberships`)
  await page.getByText('No memberships found').waitFor()
  await shoot('memberships-empty')
  await failCalls(page, '**/admin/memberships*', async () => {
    await page.goto(`${sample.url}/memberships`)
    await page.getByText('Error loading memberships.').waitFor()
    await shoot('memberships-failed')
  })
  await holdCalls(page, '**/admin/memberships*', async () => {
    await page.goto(`${sample.url}/memberships`)
    await page.getByRole('status').filter({ hasText: 'Loading memberships...' }).waitFor()
    await shoot('memberships-loading')
  })
}
