import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { addToSandboxLedger } from '../../apps/api/src/platform/payments/sandbox-account.ts'
import {
  endSession,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  holdCalls,
  refusedCall,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { makeDifference, makeTransaction, storedTransaction } from './records.ts'

test('works off differences: completes an order after a question, resolves another with a note (OQ-272, OQ-523)', async ({
  signedIn: page,
  program,
}) => {
  const order = await makeTransaction(program, { status: 'pending' })
  await makeDifference(program, order.id)
  const alone = await makeDifference(program)
  await page.goto('/books/differences')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
  const paid = card.filter({ hasText: order.reference_order_id })
  await expect(paid).toContainText('Paid at Razorpay, not completed here')
  await expect(paid).toContainText('₹2,499.00')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const complete = paid.getByRole('button', { name: `Complete the order ${order.reference_order_id}` })
  const question = page.getByRole('alertdialog', { name: `Complete order ${order.reference_order_id}?` })
  // What heals a difference is the main action of its card.
  await expect(paid.locator('[data-primary]')).toHaveText(['Complete the order'])
  await complete.click()
  await expect(question).toContainText('Pending, ₹2,499.00')
  await expect(question).toContainText('Captured, ₹2,499.00')
  await expect(question).toContainText("an invoice with the next number is issued. It can't be undone.")
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await storedTransaction(program, order)).status).toBe('pending')
  await complete.click()
  await question.getByRole('button', { name: 'Complete the order' }).click()
  await expect(toast(page, 'The order is completed.')).toBeVisible()
  await expect(paid).toHaveCount(0)
  expect((await storedTransaction(program, order)).status).toBe('completed')

  await page.getByRole('button', { name: `Resolve ${alone}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Resolve this difference?' })
  await expect(dialog.getByLabel('Note')).toBeFocused()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog.getByText('Say in a note why this is resolved')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByLabel('Note').fill('A test payment of ours')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(toast(page, 'Difference resolved')).toBeVisible()
  await expect(card.filter({ hasText: alone })).toHaveCount(0)

  await page.getByRole('tab', { name: /^Resolved/ }).click()
  await expect(card.filter({ hasText: alone })).toContainText('A test payment of ours')
  await page.reload()
  await expect(card.filter({ hasText: order.reference_order_id })).toContainText('Recorded here')
})

for (const [verb, button, done, status] of [
  ['accept', 'Accept this amount', 'The order is completed.', 'completed'],
  ['refund', 'Refund it', 'The refund is requested.', 'pending'],
] as const) {
  test(`lets staff ${verb} a payment of another amount, from the page of the order (OQ-752)`, async ({
    signedIn: page,
    program,
  }) => {
    const order = await makeTransaction(program, { status: 'pending' })
    await makeDifference(program, order.id, true)
    await page.goto(`/transactions/orders/${order.id}`)
    await expect(page.getByText('Amounts differ.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'See in Differences' }).click()
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
    await expect(card).toHaveCount(1)
    await expect(card.locator('[data-primary]')).toHaveText(['Accept this amount'])
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await card.getByRole('button', { name: `${button} ${order.reference_order_id}` }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Captured, ₹2,400.00')
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: button }).click()
    await expect(toast(page, done)).toBeVisible()
    await expect(card).toHaveCount(0)
    const stored = await storedTransaction(program, order)
    expect([stored.status, stored.amount]).toEqual([status, verb === 'accept' ? 240_000 : 249_900])
  })
}

for (const [button, done, status] of [
  ['Accept this amount', 'The order is completed.', 'Completed'],
  ['Refund it', 'The refund is requested.', 'Pending'],
] as const) {
  test(`decides "${button}" on the page of the order (OQ-777)`, async ({ signedIn: page, program }) => {
    const order = await makeTransaction(program, { status: 'pending' })
    const payment = await makeDifference(program, order.id, true)
    await page.goto(`/transactions/orders/${order.id}`)
    const action = page.getByRole('button', { name: `${button} ${payment}` })
    await expect(page.getByText('Razorpay: Captured, ₹2,400.00.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Refund all/ })).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await action.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Captured, ₹2,400.00')
    await question.getByRole('button', { name: button }).click()
    await expect(toast(page, done)).toBeVisible()
    await expect(action).toHaveCount(0)
    await expect(page.getByText('Amounts differ.')).toHaveCount(0)
    await expect(page.getByText(status, { exact: true }).first()).toBeVisible()
  })
}

test('refunds several payments of one order in one dialog, each with its result (OQ-777)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(502))
  const order = await makeTransaction(program, { status: 'pending' })
  const ids: string[] = []
  for (let n = 0; n < 2; n++) ids.push(await makeDifference(program, order.id, true))
  const [first, last] = ids as [string, string]
  // The sandbox finds the payments of an order in its ledger, and refuses the refund of one with this ending.
  const refused = `${first}_refused`
  await program.query(
    'update gateway_difference set subject = $1, payment_id = $1, gateway_amount = 100000 where subject = $2',
    [refused, first],
  )
  for (const [paymentId, amount] of [
    [refused, 100_000],
    [last, 240_000],
  ] as const) {
    await addToSandboxLedger(join(program.dataDir, 'sandbox-ledger.jsonl'), [
      {
        kind: 'payment',
        paymentId,
        gatewayOrderId: null,
        reference: order.reference_order_id,
        amount,
        currency: 'INR',
        method: 'upi',
        at: Date.now(),
      },
    ])
  }
  await page.goto(`/transactions/orders/${order.id}`)
  await page.getByRole('button', { name: 'Refund all 2 payments' }).click()
  const dialog = page.getByRole('alertdialog', {
    name: `Refund 2 payments of order ${order.reference_order_id}?`,
  })
  const rows = dialog.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: refused })).toContainText('₹1,000.00')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Refund 2 payments (₹3,400.00)' }).click()
  await expect(rows.filter({ hasText: last })).toContainText('Refunded')
  await expect(rows.filter({ hasText: refused })).toContainText('Your account does not have enough balance')
  await expect(dialog).toContainText('1 of 2 payments could not be refunded.')
  await expect(dialog.getByRole('button', { name: 'Refund 1 payment (₹1,000.00)' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: `Refund it ${last}` })).toHaveCount(0)
  await expect(page.getByText(/^The payment was not refunded: Your account/)).toBeVisible()
  await expect(page.getByRole('button', { name: `Refund it ${refused}` })).toBeVisible()
})

test('checks a pending order with Razorpay after a question, and says what was found (OQ-270, OQ-527)', async ({
  signedIn: page,
  program,
}) => {
  const order = await makeTransaction(program, { status: 'pending' })
  await program.query('update transaction set gateway_order_id = $1 where id = $2', [
    `order_${randomUUID().slice(0, 13)}_paid`,
    order.id,
  ])
  await page.goto(`/transactions/orders/${order.id}`)
  await page.getByRole('button', { name: /^Check with Razorpay/ }).click()
  const question = page.getByRole('alertdialog', {
    name: `Check order ${order.reference_order_id} with Razorpay?`,
  })
  await expect(question).toContainText('the order is completed and its numbered invoice issued')
  expect((await storedTransaction(program, order)).status).toBe('pending')
  await question.getByRole('button', { name: 'Check' }).click()
  await expect(toast(page, /^Paid ₹2,499 by UPI at .*: the order is completed now\.$/)).toBeVisible()
  await expect(page.getByText('Completed').first()).toBeVisible()
  expect((await storedTransaction(program, order)).status).toBe('completed')
})

test('compares a day on request (OQ-271)', async ({ signedIn: page }) => {
  await page.goto('/books/differences')
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expect(toast(page, 'Comparing the day with Razorpay')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comparison with Razorpay' })).toContainText('Last compared')
})

test('asks before a note is lost, keeps the focus, and removes a difference that a colleague resolved (OQ-272, OQ-531, OQ-533)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const payment = await makeDifference(program)
  await page.goto('/books/differences')
  const resolve = page.getByRole('button', { name: `Resolve ${payment}` })
  const dialog = page.getByRole('dialog', { name: 'Resolve this difference?' })
  const note = dialog.getByLabel('Note')
  await resolve.press('Enter')
  await note.fill('Refunded by hand')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard the note?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(resolve).toBeFocused()

  await resolve.press('Enter')
  await expect(note).toHaveValue('')
  await note.fill(' ')
  await dialog.getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(dialog.getByText('Say in a note why this is resolved')).toBeVisible()
  await expect(note).toBeFocused()

  await program.query(
    "update gateway_difference set resolution = 'staff', resolved_at = now(), resolved_by = 'arjun.rao@greenroom.example', note = 'x' where payment_id = $1",
    [payment],
  )
  await note.fill('Refunded by hand')
  await dialog.getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(toast(page, 'This difference has already been resolved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(resolve).toHaveCount(0)
})

test('says when the last comparison could not be loaded, with a retry (OQ-271)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const { lose, release } = await holdCalls(page, '**/admin/**/comparisons?*')
  await lose()
  await page.goto('/books/differences')
  const bar = page.getByRole('region', { name: 'Comparison with Razorpay' })
  await expect(bar.getByText('The last comparison could not be loaded.')).toBeVisible()
  await release()
  await bar.getByRole('button', { name: 'Retry' }).click()
  await expect(bar.getByText(/^Last compared|^Not compared yet/)).toBeVisible()
})

test('does not end the session of somebody who types a note when the comparisons are polled (OQ-271)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  const payment = await makeDifference(program)
  await page.clock.install()
  await page.goto('/books/differences')
  await page.getByRole('button', { name: `Resolve ${payment}` }).click()
  const note = page.getByRole('dialog').getByLabel('Note')
  await note.fill('Refunded by hand')
  await endSession(page)
  const refused = page.waitForResponse(
    (response) => response.url().includes('/comparisons') && response.status() === 401,
  )
  await page.clock.runFor(61_000)
  await refused
  await expect(note).toHaveValue('Refunded by hand')
  await expect(page).toHaveURL('/books/differences')
})

test('resolves several differences of a month with one usual note, but none that needs money to move (OQ-678, OQ-679)', async ({
  signedIn: page,
  program,
}) => {
  const month = '2024-02'
  const order = await makeTransaction(program, { status: 'pending' })
  const paid = await makeDifference(program, order.id)
  const loose = [await makeDifference(program), await makeDifference(program), await makeDifference(program)]
  await program.query(
    `update gateway_difference set occurred_at = '${month}-10T10:00:00Z' where subject = any ($1)`,
    [[paid, ...loose]],
  )
  await page.goto('/books/differences')
  await page.getByRole('combobox', { name: 'Month' }).or(page.getByLabel('Month')).first().waitFor()
  await page.goto(`/books/differences?month=${month}`)
  await expect(page.getByRole('tab', { name: /^Open/ })).toHaveText('Open 4')
  const cards = page.getByRole('list', { name: 'Differences with Razorpay' }).locator('> li')
  await expect(cards).toHaveCount(4)
  await expect(
    page.getByText('1 on this page needs money to move, so it is resolved by itself.'),
  ).toBeVisible()
  await expect(cards.filter({ hasText: order.reference_order_id }).getByRole('checkbox')).toHaveCount(0)
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await all.check()
  await cards.getByRole('checkbox', { name: `Select ${loose[2]}` }).uncheck()
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Resolve 2 differences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve 2 differences?' })
  await expect(dialog).toContainText('Payment without an order (2).')
  const note = dialog.getByLabel('Note')
  await dialog.getByRole('button', { name: 'Belongs to another product.' }).click()
  await dialog.getByRole('button', { name: 'A test payment of ours.' }).click()
  await expect(note).toHaveValue('A test payment of ours.')
  await expect(note).toBeFocused()
  await page.keyboard.type(' Ask Farida.')
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(toast(page, '2 differences resolved')).toBeVisible()
  await expect(cards).toHaveCount(2)
  await page.getByRole('tab', { name: /^Resolved/ }).click()
  await expect(page).toHaveURL(`/books/differences?month=${month}&tab=resolved`)
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all())
    await expect(card).toContainText('A test payment of ours. Ask Farida.')
})

test('says why several differences were not resolved, and keeps the note (OQ-679)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const month = '2024-01'
  const loose = [await makeDifference(program), await makeDifference(program)]
  await program.query(
    `update gateway_difference set occurred_at = '${month}-10T10:00:00Z' where subject = any ($1)`,
    [loose],
  )
  await page.goto(`/books/differences?month=${month}`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Resolve 2 differences' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Ours')
  await program.query('update gateway_difference set version = version + 1 where subject = $1', [loose[0]])
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(dialog).toContainText(
    "1 of 2 differences can't be resolved together, so nothing was saved. Leave out the marked ones.",
  )
  await expect(dialog).toContainText(
    `${loose[0]}: This difference has changed since you opened it. Nothing was recorded.`,
  )
  await expect(dialog.getByLabel('Note')).toHaveValue('Ours')
  // The list was read again, so the next press names the current version.
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(toast(page, '2 differences resolved')).toBeVisible()
})
