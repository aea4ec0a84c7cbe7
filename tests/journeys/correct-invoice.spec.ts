import { gstinCheckCharacter } from '../../apps/api/src/modules/money/document/gstin.ts'
import { expect, expectAccessibleInBothSchemes, refusedCall, signIn, test, toast } from './journey.ts'
import { makeCredited, makeTransaction } from './records.ts'

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

test('takes back a credit note whose money was not given back, in two parts (OQ-811)', async ({
  page,
  program,
}) => {
  await signIn(page, await program.token())
  const made = await makeCredited(program)
  await program.query(
    `insert into gateway_difference (id, kind, subject, transaction_id, payment_id, found_at, last_seen_at)
    values (gen_random_uuid(), 'refund-not-made', $1::text, $1::uuid, $2, now(), now())`,
    [made.id, `pay_${made.reference_order_id.slice(6)}`],
  )
  await page.goto(`${program.url}/transactions/orders/${made.id}`)
  await expect(page.getByText('Razorpay did not give this money back.')).toBeVisible()
  await page.getByRole('button', { name: /^Debit note for / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Part of it').click()
  await dialog.getByRole('button', { name: 'Issue debit note' }).click()
  await expect(dialog.getByText('Enter an amount, at most what is left of the credit note')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByLabel('Amount').fill('100000')
  await dialog.getByRole('button', { name: 'Issue debit note' }).click()
  await expect(toast(page, /^Issued GRD\//)).toBeVisible()
  await page.getByRole('button', { name: /^Debit note for / }).click()
  await expect(dialog.getByText('All of it, ₹1,499.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Issue debit note' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Debit note', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Debit note for / })).toHaveCount(0)
})
