import { randomUUID } from 'node:crypto'
import type { Locator, Page, Route } from 'playwright/test'
import { expect, holdCalls, refusedCall, signIn, test, toast, unansweredCall } from './journey.ts'
import type { Program } from './program.ts'
import { type MadeTransaction, makeTransaction } from './records.ts'

const orderPage = ({ id }: MadeTransaction) => `/transactions/orders/${id}`

/** Opens the question of a refund on an order's page and asks for a part of it. */
async function askForPart(page: Page, amount: string): Promise<Locator> {
  await page.getByRole('button', { name: /^Refund / }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Part of it', { exact: true }).click()
  await question.getByLabel('Amount').fill(amount)
  await question.getByRole('combobox', { name: 'Reason' }).click()
  await page.locator('[role=option]:visible').first().click()
  return question
}

function refundsOf(program: Program, { id }: MadeTransaction) {
  return program.query<{ amount: number; state: string }>(
    'select amount::int, state from refund where transaction_id = $1 order by id',
    [id],
  )
}

/** Counts the calls of a page to an address. */
function countCalls(page: Page, method: string, path: RegExp): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}

async function secondTab(page: Page, program: Program): Promise<Page> {
  const other = await page.context().newPage()
  await signIn(other, await program.token())
  return other
}

test.describe('a refund', () => {
  test('is requested once by a double click, and stays on screen while it runs (OQ-260)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeTransaction(program)
    const calls = countCalls(page, 'POST', /\/refunds$/)
    await page.goto(orderPage(made))
    const question = await askForPart(page, '100000')
    const held = await holdCalls(page, '**/admin/orders/*/refunds')
    const yes = question.getByRole('button', { name: 'Refund' })
    await yes.dblclick()
    await yes.press('Enter')
    await yes.press('Enter')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(question).toBeVisible()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await held.release()
    await expect(question).toHaveCount(0)
    await expect(page.getByText('Refunded ₹1,000 of ₹2,499').first()).toBeVisible()
    expect(calls()).toBe(1)
    expect(await refundsOf(program, made)).toEqual([{ amount: 100_000, state: 'processed' }])
  })

  test('continues when its page is left, and the list shows its outcome (OQ-260)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeTransaction(program)
    await page.goto(`/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
    await page.getByRole('link', { name: made.reference_order_id }).click()
    const question = await askForPart(page, '100000')
    const held = await holdCalls(page, '**/admin/orders/*/refunds')
    await question.getByRole('button', { name: 'Refund' }).click()
    await page.goBack()
    await expect(page).toHaveURL(/\/transactions\/masterclass/)
    await expect(question).toHaveCount(0)
    await held.release()
    await expect(page.getByRole('row').filter({ hasText: made.reference_order_id })).toContainText(
      'Refunded ₹1,000 of ₹2,499',
    )
    expect(await refundsOf(program, made)).toHaveLength(1)
  })

  test('of more than is left is refused in a second tab, which then shows what is left (OQ-260)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeTransaction(program)
    const other = await secondTab(page, program)
    await page.goto(orderPage(made))
    await other.goto(orderPage(made))
    const [first, second] = [await askForPart(page, '200000'), await askForPart(other, '200000')]
    await first.getByRole('button', { name: 'Refund' }).click()
    await expect(first).toHaveCount(0)
    await second.getByRole('button', { name: 'Refund' }).click()
    await expect(second.getByRole('alert')).toContainText('Only ₹499.00 is left to refund.')
    await second.getByRole('button', { name: 'Cancel' }).click()
    await expect(other.getByText('Refunded ₹2,000 of ₹2,499').first()).toBeVisible()
    expect(await refundsOf(program, made)).toHaveLength(1)
    await other.close()
  })

  test('whose response was lost is repeated without refunding twice, also after its question was closed (OQ-260, OQ-323)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    const made = await makeTransaction(program)
    const ids: unknown[] = []
    page.on('request', (request) => {
      if (/\/refunds$/.test(request.url())) ids.push(request.postDataJSON().request_id)
    })
    await page.goto(orderPage(made))
    const question = await askForPart(page, '50000')
    const lost = async (route: Route) => {
      await route.fetch()
      await route.abort('connectionfailed')
    }
    await page.route('**/admin/orders/*/refunds', lost)
    await question.getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByText('Refunded ₹500 of ₹2,499').first()).toBeVisible()
    await page.unroute('**/admin/orders/*/refunds', lost)
    await question.getByRole('button', { name: 'Cancel' }).click()
    const again = await askForPart(page, '50000')
    await again.getByRole('button', { name: 'Refund' }).click()
    await expect(again).toHaveCount(0)
    expect(await refundsOf(program, made)).toEqual([{ amount: 50_000, state: 'processed' }])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('whose response was lost leaves the next order a request of its own (OQ-260, OQ-323)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    const first = await makeTransaction(program, { entity_title: 'Two of one buyer' })
    const second = await makeTransaction(program, { entity_title: 'Two of one buyer' })
    await program.query('update transaction set user_phone = $1 where id = $2', [first.user_phone, second.id])
    await page.goto(`/transactions/masterclass?phone=${encodeURIComponent(first.user_phone)}`)
    const refundIn = async (order: MadeTransaction) => {
      const row = page.getByRole('row').filter({ hasText: order.reference_order_id })
      await row.getByRole('button', { name: /^Refund / }).click()
      const question = page.getByRole('alertdialog')
      await question.getByText('Part of it', { exact: true }).click()
      await question.getByLabel('Amount').fill('50000')
      await question.getByRole('combobox', { name: 'Reason' }).click()
      await page.locator('[role=option]:visible').first().click()
      await question.getByRole('button', { name: 'Refund' }).click()
      return question
    }
    await page.route('**/admin/orders/*/refunds', async (route) => {
      await route.fetch()
      await route.abort('connectionfailed')
    })
    const question = await refundIn(first)
    await expect(page.getByText('Refunded ₹500 of ₹2,499')).toHaveCount(1)
    await page.unroute('**/admin/orders/*/refunds')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await refundIn(second)
    await expect(page.getByText('Refunded ₹500 of ₹2,499')).toHaveCount(2)
    for (const order of [first, second]) expect(await refundsOf(program, order)).toHaveLength(1)
  })
})

/** Stores a payment without an order, as a comparison finds it. */
async function makeDifference(program: Program): Promise<string> {
  const payment = `pay_${randomUUID().slice(0, 13)}`
  await program.query(
    `insert into gateway_difference (id, kind, subject, payment_id, gateway_state, gateway_amount, gateway_currency,
      occurred_at, found_at, last_seen_at)
    values ($1, 'payment-without-order', $2, $2, 'captured', 249900, 'INR', now(), now(), now())`,
    [randomUUID(), payment],
  )
  return payment
}

test('a difference that another tab has resolved leaves the list with the reason (OQ-272, OQ-333)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const payment = await makeDifference(program)
  const other = await secondTab(page, program)
  const dialogs: Locator[] = []
  for (const tab of [page, other]) {
    await tab.goto('/books/differences')
    await tab.getByRole('button', { name: `Resolve ${payment}` }).click()
    const dialog = tab.getByRole('dialog', { name: 'Resolve this difference?' })
    await dialog.getByLabel('Note').fill(tab === page ? 'A test payment' : 'Asked the bank')
    dialogs.push(dialog)
  }
  const [first, second] = dialogs as [Locator, Locator]
  await first.getByRole('button', { name: 'Resolve' }).dblclick()
  await expect(first).toHaveCount(0)
  await second.getByRole('button', { name: 'Resolve' }).click()
  await expect(toast(other, 'This difference has already been resolved.')).toBeVisible()
  await expect(second).toHaveCount(0)
  await expect(other.getByRole('button', { name: `Resolve ${payment}`, includeHidden: true })).toHaveCount(0)
  await other.close()
})

test('a State is added once by a double click, and a second tab shows that it is done (OQ-243, OQ-322)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const made = await makeTransaction(program)
  await program.call('POST', '/admin/masterclass/invoice', { order_id: made.id })
  const rowIn = (tab: Page) => tab.locator('tr').filter({ hasText: made.reference_order_id })
  const other = await secondTab(page, program)
  const dialogs: Locator[] = []
  for (const tab of [page, other]) {
    await tab.goto('/books/documents')
    await tab.getByLabel('Number, order or buyer').fill(made.reference_order_id)
    await rowIn(tab)
      .getByRole('button', { name: /^Add State of / })
      .click()
    const dialog = tab.getByRole('dialog', { name: /^Add State of / })
    await dialog.getByRole('combobox', { name: 'State of the buyer' }).fill('tamil')
    await tab.getByRole('option', { name: 'Tamil Nadu (33)' }).click()
    dialogs.push(dialog)
  }
  const [first, second] = dialogs as [Locator, Locator]
  const calls = countCalls(page, 'POST', /\/state$/)
  await first.getByRole('button', { name: 'Issue documents' }).dblclick()
  await expect(toast(page, /^Issued GR/)).toBeVisible()
  await second.getByRole('button', { name: 'Issue documents' }).click()
  await expect(second).toContainText('This document lacks no State.')
  await expect(rowIn(other)).toHaveCount(3)
  expect(calls()).toBe(1)
  await other.close()
})
