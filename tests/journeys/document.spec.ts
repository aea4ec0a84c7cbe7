import { readFile } from 'node:fs/promises'
import {
  closeToast,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  test,
  toast,
} from './journey.ts'
import { makeTransaction } from './records.ts'

test('finds a document, downloads it, and corrects one without a State (OQ-242, OQ-243)', async ({
  signedIn: page,
  program,
}) => {
  const [first, second] = [await makeTransaction(program), await makeTransaction(program)]
  await program.query(`update transaction set billing_state = 'Kerala' where id = $1`, [second.id])
  for (const { id } of [first, second]) {
    const { status } = await program.call('POST', '/admin/masterclass/invoice', { order_id: id })
    expect(status).toBe(200)
  }
  const rowOf = (reference: string) => page.getByRole('row').filter({ hasText: reference })
  await page.goto('/books')
  await expect(page).toHaveURL('/books/documents')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents')
  await expectAccessibleInBothSchemes(page)

  await page.getByLabel('Number, order or buyer').fill(second.reference_order_id)
  const row = rowOf(second.reference_order_id)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('Kerala')
  await expect(row).toContainText('₹381.20')
  await expect(row.getByRole('link', { name: second.reference_order_id })).toHaveAttribute(
    'href',
    `/transactions/orders/${second.id}`,
  )
  const serial = (await row.locator('td').first().locator('span').first().textContent()) ?? ''
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: `Download ${serial}` }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${serial.replaceAll('/', '-')}.pdf`)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('tab', { name: /State missing/ }).click()
  await expect(page.getByText('No documents match the filters.')).toBeVisible()
  await page.getByLabel('Number, order or buyer').fill(first.reference_order_id)
  const missing = rowOf(first.reference_order_id)
  await expect(missing).toContainText('(assumed)')
  await missing.getByRole('button', { name: /^Add State of / }).click()
  const dialog = page.getByRole('dialog', { name: /^Add State of / })
  await expect(dialog).toContainText('An issued invoice never changes.')
  await dialog.getByRole('button', { name: 'Issue documents' }).click()
  await expect(dialog.getByText('Choose a State')).toBeVisible()
  const outside = dialog.getByRole('checkbox', { name: 'The buyer is outside India' })
  await outside.check()
  await dialog.getByRole('button', { name: 'Issue documents' }).click()
  await expect(dialog.getByText('Choose a country').last()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Country of the buyer' }).fill('united st')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await expectAccessibleInBothSchemes(page)
  await outside.uncheck()
  await dialog.getByRole('combobox', { name: 'State of the buyer' }).fill('tamil')
  await page.getByRole('option', { name: 'Tamil Nadu (33)' }).click()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Issue documents' }).click()
  await expect(toast(page, /^Issued GR/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(missing).toHaveCount(0)

  await page.getByRole('tab', { name: /^All/ }).click()
  await expect(rowOf(first.reference_order_id)).toHaveCount(3)
  await expect(rowOf(first.reference_order_id).filter({ hasText: 'Tamil Nadu' })).toHaveCount(1)
  await expect(rowOf(first.reference_order_id).filter({ hasText: 'Credit note' })).toContainText('−₹2,499.00')
  await page.reload()
  await expect(rowOf(first.reference_order_id)).toHaveCount(3)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('copies a link that opens an invoice without signing in, and says when it has ended (OQ-681)', async ({
  signedIn: page,
  program,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(404))
  const order = await makeTransaction(program)
  await program.call('POST', '/admin/masterclass/invoice', { order_id: order.id })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const address of [
    `/books/documents?q=${order.reference_order_id}`,
    `/transactions/orders/${order.id}`,
  ]) {
    await page.goto(address)
    await page.getByRole('button', { name: /^Copy link to GR/ }).click()
    await closeToast(toast(page, 'Link copied. It opens the document for 24 hours'))
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).origin).toBe(new URL(program.url).origin)
    const file = await fetch(link)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect((await file.text()).slice(0, 5)).toBe('%PDF-')
  }
  await page.goto(`/transactions/orders/${order.id}`)
  await expectAccessibleInBothSchemes(page)
  await expect(page.getByText('Link to a document made')).toHaveCount(2)

  await program.query('update document_link set ends_at = now()', [])
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await expect(page.getByRole('heading')).toHaveText('This link has ended')
  await expectAccessible(page)
  // The page follows the system.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
})
