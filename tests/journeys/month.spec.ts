import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test, toast } from './journey.ts'
import type { Program } from './program.ts'
import { makeTransaction } from './records.ts'

/** A month that no other case uses. */
const month = '2024-09'

/** Inserts an order with its invoice, as the job that issues documents does. */
async function makeInvoice(
  program: Program,
  number: number,
  amounts: { currency_code: 'INR' | 'USD'; total: number; taxable: number; igst: number },
): Promise<void> {
  const { id } = await makeTransaction(program, {
    created_at: `${month}-05T10:00:00Z`,
    currency_code: amounts.currency_code,
    amount: amounts.total,
  })
  await program.query(
    `insert into tax_document (id, kind, transaction_id, serial, series, financial_year, number, document_date,
        issued_at, supply, place_of_supply, sac, rate_percent, currency_code, total, taxable, cgst, sgst, igst, sandbox,
        content)
      values ($1, 'invoice', $2, $3, 'MT', 2024, $4, '${month}-05', now(), $5, $6, '999293', 18, $7, $8, $9, 0, 0, $10,
        true, '{}')`,
    [
      ...[randomUUID(), id, `MT/2425/${String(number).padStart(6, '0')}`, number],
      ...(amounts.currency_code === 'USD' ? ['export', '96'] : ['b2c', '27']),
      ...[amounts.currency_code, amounts.total, amounts.taxable, amounts.igst],
    ],
  )
  await program.query("update transaction set document_state = 'issued' where id = $1", [id])
}

test('closes a month: the rate for dollars, GSTR-1 equal to the registers, its JSON, and the mark that it is filed (OQ-292, OQ-293, OQ-294)', async ({
  signedIn: page,
  program,
}) => {
  await makeInvoice(program, 1, {
    currency_code: 'INR',
    total: 11_800_000,
    taxable: 10_000_000,
    igst: 1_800_000,
  })
  await makeInvoice(program, 2, { currency_code: 'USD', total: 4_900, taxable: 4_153, igst: 747 })
  await page.goto('/books/months?size=50')
  const row = page.locator(`tr[data-record="${month}"]`)
  await expect(row).toContainText('2 invoices, 0 credit notes')
  await expect(row).toContainText('₹1,18,000.00')
  await expect(row).toContainText('$49.00')
  await expect(row).toContainText('Not filed')
  await expectAccessibleInBothSchemes(page)

  await row.getByRole('button', { name: 'September 2024' }).click()
  const dialog = page.getByRole('dialog', { name: 'September 2024' })
  await expect(dialog.getByRole('heading', { name: 'September 2024' })).toBeFocused()
  await expect(dialog.getByText('MT/2425/000002 ($49.00)')).toBeVisible()
  const gstr1 = dialog.getByRole('button', { name: 'GSTR-1, JSON' })
  await expect(gstr1).toBeDisabled()
  const rate = dialog.getByLabel('Exchange rate (₹ per $1)')
  await rate.fill('835')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('One dollar is 20 to 200 rupees. Check the decimal point.')).toBeVisible()
  await rate.fill('₹83,5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Rate saved')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^EXP/ })).toContainText('₹4,091.51')
  await expect(dialog.getByRole('row', { name: /^B2CL/ })).toContainText('₹1,18,000.00')
  for (const name of [/^All tables/, /^Registers/]) {
    await expect(dialog.getByRole('row', { name })).toContainText('₹1,22,091.51')
  }
  await expect(dialog.getByText('The tables equal the registers to the paisa.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  const downloading = page.waitForEvent('download')
  await gstr1.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^gstr1-.*-2024-09\.json$/)
  const json = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(json).toMatchObject({
    fp: '092024',
    b2cl: [{ pos: '27', inv: [{ inum: 'MT/2425/000001', val: 118_000 }] }],
    exp: [{ exp_typ: 'WPAY', inv: [{ inum: 'MT/2425/000002', val: 4091.51 }] }],
  })

  await dialog.getByRole('button', { name: 'Mark as filed' }).click()
  const question = page.getByRole('alertdialog', { name: 'Mark September 2024 as filed?' })
  await question.getByRole('button', { name: 'Mark as filed' }).click()
  await expect(dialog.getByRole('button', { name: 'Mark as not filed' })).toBeVisible()
  await expect(rate).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(row).toContainText('Filed')
})

test('Back closes a month with its question, and saving and exporting keep the focus (OQ-293, OQ-294)', async ({
  signedIn: page,
  program,
}) => {
  await makeInvoice(program, 3, { currency_code: 'USD', total: 4_900, taxable: 4_153, igst: 747 })
  await page.goto('/books/months?size=50')
  const open = page
    .locator(`tr[data-record="${month}"]`)
    .getByRole('button', { name: 'September 2024' })
    .first()
  const dialog = page.getByRole('dialog', { name: 'September 2024' })
  const question = page.getByRole('alertdialog')
  await open.press('Enter')
  await dialog.getByRole('button', { name: /^Mark as/ }).click()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(dialog).toBeHidden()
  await open.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(question).toBeHidden()

  const toggle = dialog.getByRole('button', { name: /^Mark as/ })
  if ((await toggle.innerText()) === 'Mark as not filed') {
    await toggle.click()
    await question.getByRole('button', { name: 'Mark as not filed' }).click()
    await expect(question).toBeHidden()
  }
  await dialog.getByLabel('Exchange rate (₹ per $1)').fill('84.25')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await expect(toast(page, 'Rate saved')).toBeVisible()
  await expect(save).toBeFocused()

  const csv = dialog.getByRole('button', { name: 'Invoices, CSV' })
  const downloading = page.waitForEvent('download')
  await csv.press('Enter')
  await downloading
  await expect(csv).toBeFocused()
})

test('exports the filtered transactions with chosen columns, remembers them, and fits a phone (OQ-290, OQ-291)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeTransaction(program)
  await page.goto(`/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transactions' })
  await expect(dialog.getByText('Exports the 1 row of this list.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Clear all' }).click()
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Order', exact: true }).check()
  await dialog.getByRole('checkbox', { name: 'Amount' }).check()
  await expectAccessibleInBothSchemes(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toBe(`\uFEFFOrder,Amount\r\n${made.reference_order_id},2499.00\r\n`)
  await expect(dialog.getByText(/1 row, \d+ B/).first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
  const again = page.waitForEvent('download')
  await dialog
    .getByRole('button', { name: /^Download transactions/ })
    .first()
    .click()
  await again
  await expectNoSidewaysScroll(page)
})
