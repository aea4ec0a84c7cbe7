import { failCalls, holdCalls, type Scene } from './scene.ts'

export const months: Scene = async (page, shoot, { sample, empty }) => {
  // Documents are issued every minute.
  await sample.query("select graphile_worker.add_job('issue-documents')")
  for (let n = 0; n === 0; await page.waitForTimeout(500)) {
    const rows = await sample.query<{ n: number }>('select count(*)::int as n from tax_document')
    n = rows[0]?.n ?? 0
  }
  await page.goto(`${sample.url}/books/months`)
  await page.getByRole('table').waitFor()
  await shoot('months')
  await page.locator('tr[data-month]').nth(1).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('table').waitFor()
  await shoot('month')
  await dialog.getByRole('button', { name: 'Mark as filed' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('month-file')
  await page.goto(`${empty.url}/books/months`)
  await page.getByText('No months yet').waitFor()
  await shoot('months-empty')
  await failCalls(page, '**/admin/gst/months*', async () => {
    await page.goto(`${sample.url}/books/months`)
    await page.getByText('Error loading months.').waitFor()
    await shoot('months-failed')
  })
  await holdCalls(page, '**/admin/gst/months*', async () => {
    await page.goto(`${sample.url}/books/months`)
    await page.getByRole('status').filter({ hasText: 'Loading months...' }).waitFor()
    await shoot('months-loading')
  })
}

export const exports: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/transactions/masterclass`)
  await page.getByRole('table').waitFor()
  await shoot('transactions-with-export')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Columns').waitFor()
  const downloaded = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await downloaded
  await dialog
    .getByRole('button', { name: /^Download/ })
    .first()
    .waitFor()
  await shoot('transactions-export')
}
