import { gstinCheckCharacter } from '../../apps/api/src/modules/money/document/gstin.ts'
import { expect, expectAccessibleInBothSchemes, refusedCall, signIn, test, toast } from './journey.ts'
import { makeTransaction } from './records.ts'

const trader = `27AAAAA0001A1Z${gstinCheckCharacter('27AAAAA0001A1Z')}`

test('corrects an invoice: a GSTIN, a preview, a credit note and a new invoice (OQ-810)', async ({
  page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(400))
  await signIn(page, await program.token())
  const made = await makeTransaction(program)
  const invoice = await program.call('POST', '/admin/masterclass/invoice', { order_id: made.id })
  expect(invoice.status).toBe(200)
  await page.goto(`${program.url}/transactions/orders/${made.id}`)
  await page.getByRole('button', { name: /^Correct / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'GSTIN' })).toBeVisible()

  await test.step('a GSTIN that is none is refused at its field', async () => {
    await dialog.getByRole('textbox', { name: 'GSTIN' }).fill('27AAAAA0001A1ZX')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByText('This is not a valid GSTIN. Check it on the GST portal.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the preview shows both sides and what is issued', async () => {
    await dialog.getByRole('textbox', { name: 'GSTIN' }).fill(trader)
    await dialog.getByRole('textbox', { name: 'Buyer’s name' }).fill('Shah Traders')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('4 Hill Road, Mumbai')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByRole('row', { name: /Place of supply .* Maharashtra \(27\)/ })).toBeVisible()
    await expect(dialog.getByText('Credit note', { exact: true })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('both documents are issued, and the order keeps the buyer', async () => {
    await dialog.getByRole('button', { name: 'Issue both documents' }).click()
    await expect(toast(page, /^Issued /)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Shah Traders').first()).toBeVisible()
    // The replaced invoice can't be corrected again.
    await expect(page.getByRole('button', { name: /^Correct / })).toHaveCount(1)
  })
})
