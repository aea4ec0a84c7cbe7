import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  test,
  toast,
} from './journey.ts'
import type { Program } from './program.ts'
import { hoursFromNow, makeDifference, makeTransaction, unique } from './records.ts'

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

/** Inserts the invoice of an order, whose State may be missing. */
async function insertInvoice(
  program: Program,
  transactionId: string,
  { day, number, isStateMissing }: { day: string; number: number; isStateMissing: boolean },
): Promise<void> {
  await program.query(
    `insert into tax_document (id, kind, transaction_id, serial, series, financial_year, number, document_date,
        issued_at, supply, place_of_supply, sac, rate_percent, currency_code, total, taxable, cgst, sgst, igst, sandbox,
        is_state_missing, content)
      values ($1, 'invoice', $2, $3, 'MT', 2023, $4, $5, now(), 'b2c', '29', '999293', 18, 'INR', 118000, 100000, 9000,
        9000, 0, true, $6, '{}')`,
    [randomUUID(), transactionId, `MT/2324/${String(number).padStart(6, '0')}`, number, day, isStateMissing],
  )
  await program.query("update transaction set document_state = 'issued' where id = $1", [transactionId])
}

test('closes a month on its page: the rate for dollars, GSTR-1 equal to the registers, its JSON, and the mark that it is filed (OQ-292, OQ-293, OQ-294, OQ-658, OQ-659)', async ({
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
  await expect(row).toContainText('Late, due 11 Oct 2024')
  await expect(row).toContainText(/[12] of 6 steps/)
  await expectAccessibleInBothSchemes(page)

  await row.getByRole('link', { name: 'September 2024' }).click()
  await expect(page).toHaveURL(`/books/months/${month}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('September 2024')
  const main = page.getByRole('main')
  await expect(main.getByText('GSTR-1 was due on 11 Oct 2024')).toBeVisible()
  await expect(main.getByText(/MT\/2425\/000002 \(\$49\.00\)/)).toBeVisible()
  const file = main.getByRole('button', { name: 'Mark as filed' })
  await expect(file).toBeDisabled()
  await expect(main.getByText('Set the dollar rate first. GSTR-1 would be incomplete.')).toBeVisible()
  const gstr1 = main.getByRole('button', { name: 'GSTR-1, JSON' })
  await expect(gstr1).toBeDisabled()
  const rate = main.getByLabel('Exchange rate (₹ per $1)')
  const save = main.getByRole('button', { name: 'Save rate' })
  await rate.fill('835')
  await save.click()
  await expect(main.getByText('One dollar is 20 to 200 rupees. Check the decimal point.')).toBeVisible()
  await rate.fill('₹83,5')
  await save.click()
  await expect(toast(page, 'Rate saved')).toBeVisible()
  await expect(save).toBeFocused()
  await expect(main.getByText('One dollar is ₹83.5.')).toBeVisible()

  // A rate that is not saved yet asks before it is left, and survives a reload.
  await rate.fill('84.25')
  await page.getByRole('navigation').getByRole('link', { name: 'Coupons' }).click()
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.reload()
  await expect(rate).toHaveValue('84.25')
  await expect(main.getByText('We restored your unsaved changes.')).toBeVisible()
  await main.getByRole('button', { name: 'Discard' }).click()
  await expect(rate).toHaveValue('83.5')
  await expect(main.getByText('We restored your unsaved changes.')).toBeHidden()
  await expect(main.getByRole('row', { name: /^EXP/ })).toContainText('₹4,091.51')
  await expect(main.getByRole('row', { name: /^B2CL/ })).toContainText('₹1,18,000.00')
  for (const name of [/^All tables/, /^Registers/]) {
    await expect(main.getByRole('row', { name })).toContainText('₹1,22,091.51')
  }
  await expect(main.getByText('The tables equal the registers to the paisa.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  const downloading = page.waitForEvent('download')
  await gstr1.press('Enter')
  const download = await downloading
  await expect(gstr1).toBeFocused()
  expect(download.suggestedFilename()).toMatch(/^gstr1-.*-2024-09\.json$/)
  const json = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(json).toMatchObject({
    fp: '092024',
    b2cl: [{ pos: '27', inv: [{ inum: 'MT/2425/000001', val: 118_000 }] }],
    exp: [{ exp_typ: 'WPAY', inv: [{ inum: 'MT/2425/000002', val: 4091.51 }] }],
  })

  await expect(main.getByText(/^2 documents exported on /)).toBeVisible()
  await file.click()
  const question = page.getByRole('alertdialog', { name: 'Mark September 2024 as filed?' })
  await page.goBack()
  await expect(question).toBeHidden()
  await page.goForward()
  await file.click()
  await question.getByRole('button', { name: 'Mark as filed' }).click()
  await expect(main.getByRole('button', { name: 'Mark as not filed' })).toBeVisible()
  await expect(main.getByText('6 of 6 steps')).toBeVisible()
  await expect(rate).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/books/months?size=50')
  await expect(row).toContainText('Filed')
})

test('names the open steps before filing, and leads from the address of the former dialog (OQ-658, OQ-659)', async ({
  signedIn: page,
  program,
}) => {
  const other = '2024-03'
  const { id } = await makeTransaction(program, { created_at: `${other}-05T10:00:00Z` })
  await insertInvoice(program, id, { day: `${other}-05`, number: 31, isStateMissing: true })
  await page.goto(`/books/months?open=${other}`)
  await expect(page).toHaveURL(`/books/months/${other}`)
  const main = page.getByRole('main')
  const file = main.getByRole('button', { name: 'Mark as filed' })
  await expect(file).toHaveAttribute('data-variant', 'default')
  // Only the step that is next has a filled button.
  const steps = main.getByRole('list', { name: 'Steps' })
  await expect(steps.locator('[aria-current="step"]')).toHaveCount(1)
  await expect(steps.locator('button[data-variant="filled"], a[data-variant="filled"]')).toHaveCount(1)
  await expect(steps.locator('[aria-current="step"] :is(button, a)[data-variant="filled"]')).toHaveCount(1)
  await file.click()
  const question = page.getByRole('alertdialog')
  await expect(
    question.getByRole('listitem').filter({ hasText: 'Step 2: Add 1 missing State' }),
  ).toBeVisible()
  await expect(question).toContainText('1 invoice has no State.')
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.goto('/books/months/2024-13')
  await expect(page.getByText('404 Not Found')).toBeVisible()
})

test('adds the missing States of a month in one dialog with the keyboard, and keeps the choices when a save fails (OQ-656, OQ-657)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const buyer = unique('nina').replace(' ', '.').toLowerCase()
  const orders = []
  for (const state of [null, null, null, 'Tamil Nadu']) {
    const made = await makeTransaction(program, { created_at: hoursFromNow(-1) })
    await program.query(
      `update transaction set billing_state = $1, user_id = gen_random_uuid(), user_email = $2, user_phone = '',
        user_first_name = $3 where id = $4`,
      [state, `${buyer}@mail.example`, buyer, made.id],
    )
    const { status } = await program.call('POST', '/admin/masterclass/invoice', { order_id: made.id })
    expect(status).toBe(200)
    orders.push(made)
  }
  // Another buyer, without a guess.
  await program.query(
    "update transaction set user_id = gen_random_uuid(), user_email = '', user_first_name = 'Imran' where id = $1",
    [orders[2]?.id],
  )
  const ids = await program.query<{ id: string; serial: string }>(
    'select id, serial from tax_document where transaction_id = any ($1::uuid[]) and is_state_missing order by number',
    [orders.map(({ id }) => id)],
  )
  await page.goto(`/books/documents?tab=state-missing&q=${buyer}`)
  for (const { serial } of ids) await page.getByRole('checkbox', { name: `Select ${serial}` }).press('Space')
  await page.getByRole('button', { name: 'Add 3 missing States' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add missing States' })
  const stateOf = (at: number) => dialog.getByRole('combobox', { name: `State of ${ids[at]?.serial}` })
  await expect(dialog.getByText('2 of 3 invoices with a State')).toBeVisible()
  await expect(stateOf(0)).toHaveValue('Tamil Nadu (33)')
  await expect(dialog.getByText(/^Guess from/).first()).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await dialog.getByRole('checkbox', { name: `Select ${ids[1]?.serial}` }).press('Space')
  await dialog.getByRole('checkbox', { name: `Select ${ids[2]?.serial}` }).press('Space')
  const all = dialog.getByRole('combobox', { name: 'State of the selected invoices' })
  await all.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Goa (30)' })).toBeVisible()
  await all.fill('goa')
  await expect(page.locator('[role=option][data-combobox-selected]')).toHaveText('Goa (30)')
  await all.press('Enter')
  await expect(stateOf(1)).toHaveValue('Goa (30)')
  await expect(stateOf(2)).toHaveValue('Goa (30)')
  await dialog.getByRole('button', { name: 'Use the guess for all' }).press('Enter')
  await expect(stateOf(1)).toHaveValue('Tamil Nadu (33)')
  await expect(stateOf(2)).toHaveValue('Goa (30)')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add 3 missing States' }).press('Enter')
  await expect(stateOf(2)).toHaveValue('Goa (30)')

  // A colleague corrects one meanwhile.
  expect((await program.call('POST', `/admin/documents/${ids[0]?.id}/state`, { state: '32' })).status).toBe(
    200,
  )
  await dialog.getByRole('button', { name: 'Issue 3 corrected invoices' }).press('Enter')
  await expect(dialog.getByText(/1 of 3 documents can't be corrected, so nothing was saved\./)).toBeVisible()
  await expect(dialog.getByText('This document lacks no State. Reload the list.')).toBeVisible()
  await expect(stateOf(1)).toHaveValue('Tamil Nadu (33)')
  await expect(stateOf(2)).toHaveValue('Goa (30)')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothSchemes(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Issue 2 corrected invoices' }).press('Enter')
  await expect(toast(page, '2 invoices corrected')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No documents match the filters.')).toBeVisible()
  const states = await program.query<{ billing_state: string }>(
    'select billing_state from transaction where id = any ($1::uuid[]) order by billing_state',
    [orders.slice(0, 3).map(({ id }) => id)],
  )
  expect(states.map(({ billing_state }) => billing_state)).toEqual(['Goa', 'Kerala', 'Tamil Nadu'])
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

test('links a month to its differences, and compares it again (OQ-678)', async ({
  signedIn: page,
  program,
}) => {
  const now = new Date().toISOString().slice(0, 7)
  await makeDifference(program)
  const { id } = await makeTransaction(program, {})
  await insertInvoice(program, id, { day: `${now}-01`, number: 901, isStateMissing: false })
  await page.goto(`/books/months/${now}`)
  await expect(page.getByRole('link', { name: 'Open differences' })).toHaveAttribute(
    'href',
    `/books/differences?month=${now}`,
  )
  await page.getByRole('button', { name: 'Compare again' }).click()
  await expect(toast(page, /^Comparing \d+ days? with Razorpay$/)).toBeVisible()
  const days = await program.query<{ count: string }>(
    `select count(*) from gateway_comparison where day >= '${now}-01'`,
  )
  expect(Number(days[0]?.count)).toBeGreaterThanOrEqual(Number(new Date().toISOString().slice(8, 10)))
  // A comparison that goes on would settle the differences of the next case.
  const unfinished = () =>
    program.query<{ n: number }>(
      "select count(*)::int as n from gateway_comparison where state in ('waiting', 'running')",
    )
  await expect.poll(unfinished).toEqual([{ n: 0 }])
  await expect(page.getByRole('button', { name: 'Compare again' })).not.toHaveAttribute('aria-busy')
  await expectAccessibleInBothSchemes(page)
})

test('says what to do about a month without documents (OQ-678)', async ({ signedIn: page }) => {
  await page.goto('/books/months/2021-02')
  await expect(page.getByText('This month has no documents.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Orders of the month' })).toHaveAttribute(
    'href',
    '/transactions/all?from=2021-02-01&to=2021-02-28',
  )
  await expect(page.getByRole('button', { name: 'Compare again' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})
