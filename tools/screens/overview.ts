import { failCalls, holdCalls, type Scene } from './scene.ts'

export const overview: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${sample.url}/overview`)
  await page.getByRole('heading', { name: 'Next sessions' }).waitFor()
  await shoot('overview')
  await page.getByRole('list', { name: 'INR' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await shoot('overview-end')
  await page.getByRole('heading', { name: 'Money' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Show daily sums in INR as a table' }).click()
  await page.getByRole('button', { name: 'Show the meeting accounts as a table' }).click()
  await page.getByRole('table', { name: 'Times of the meeting accounts' }).scrollIntoViewIfNeeded()
  await shoot('overview-tables')
  await page.goto(`${empty.url}/overview`)
  await page.getByRole('heading', { name: 'Where to begin' }).waitFor()
  await shoot('overview-empty')
  await page.goto(`${sample.url}/advisory/leads?waits=past-call`)
  await page.getByRole('table').waitFor()
  await shoot('leads-past-call')
  await page.goto(`${sample.url}/coupons?ends=week`)
  await page.getByText('within seven days').waitFor()
  await shoot('coupons-ending')
  await failCalls(page, '**/admin/overview', async () => {
    await page.goto(`${sample.url}/overview`)
    await page.getByText('Error loading the overview.').waitFor()
    await shoot('overview-failed')
  })
  await holdCalls(page, '**/admin/overview', async () => {
    await page.goto(`${sample.url}/overview`)
    await page.getByRole('status').filter({ hasText: 'Loading overview...' }).waitFor()
    await shoot('overview-loading')
  })
}
