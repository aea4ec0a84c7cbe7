import { failCalls, holdCalls, type Scene } from './scene.ts'

export const differences: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${sample.url}/books/differences`)
  await page.getByRole('list', { name: 'Differences with Razorpay' }).waitFor()
  await shoot('differences')
  await page
    .getByRole('button', { name: /^Resolve / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Resolve this difference?' })
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('Say in a note why this is resolved').waitFor()
  await shoot('differences-resolve')
  await page.goto(`${empty.url}/books/differences`)
  await page.getByText('No differences found yet.').waitFor()
  await shoot('differences-empty')
  await failCalls(page, '**/admin/differences*', async () => {
    await page.goto(`${sample.url}/books/differences`)
    await page.getByText('Differences could not be loaded.').waitFor()
    await shoot('differences-failed')
  })
  await holdCalls(page, '**/admin/differences*', async () => {
    await page.goto(`${sample.url}/books/differences`)
    await page.getByRole('status').filter({ hasText: 'Loading differences...' }).waitFor()
    await shoot('differences-loading')
  })
}
