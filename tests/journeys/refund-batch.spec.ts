import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, expectAccessibleInBothSchemes, refusedCall, test } from './journey.ts'
import type { Program } from './program.ts'
import { makeRefundBatch, makeTransaction } from './records.ts'

const session = { entity_type: 'events' as const, entity_id: '', entity_title: 'Family finance day' }
const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
const questionOf = (page: Page): Locator => page.getByRole('alertdialog')

/** Makes orders of a new session. @returns its address */
async function sell(program: Program, count: number, marks: readonly string[] = []) {
  const made = { ...session, entity_id: randomUUID() }
  const orders = []
  for (let number = 0; number < count; number++) {
    orders.push(await makeTransaction(program, made, marks[number]))
  }
  return { orders, at: `/transactions/batches/new?type=events&id=${made.entity_id}` }
}

test('refunds all orders of a session, one after the other, and shows each (OQ-840, OQ-843, OQ-844)', async ({
  signedIn: page,
  program,
}) => {
  const { orders, at } = await sell(program, 3, ['', '_refused'])
  await page.goto(at)
  await expect(rows(page)).toHaveCount(3)
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Note').fill('The host is ill')
  await page.getByRole('button', { name: 'Refund 3 orders' }).click()
  await expect(questionOf(page)).toContainText('This refunds ₹7,497.00')
  await expectAccessible(page)
  await questionOf(page).getByRole('button', { name: 'Refund 3 orders' }).click()
  await expect(page).toHaveURL(/\/transactions\/batches\/[0-9a-f-]{36}/)
  await expect(page.getByRole('status', { name: 'Progress' })).toHaveText('3 of 3 done')
  await expect(rows(page).filter({ hasText: 'Refunded' })).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Failed' })).toHaveCount(1)
  await expect(page.getByText('Refunded so far')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('tab', { name: /^Failed/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Try failed ones again' }).click()
  await expect(questionOf(page)).toContainText('This begins 1 order, 1 of which failed before.')
  await questionOf(page).getByRole('button', { name: 'Cancel' }).click()

  // The order names the batch in its timeline, and leads back to it.
  await page.goto(`/transactions/orders/${orders[0]?.id}`)
  await page.getByRole('link', { name: 'with all orders of the session' }).click()
  await expect(page.getByText('Family finance day')).toBeVisible()
})

test('asks again when the orders have changed since the preview (OQ-841)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { orders, at } = await sell(program, 2)
  await page.goto(at)
  await page.getByRole('button', { name: 'Refund 2 orders' }).click()
  await program.call('POST', '/admin/payment/refund', { order_id: orders[0]?.id })
  await questionOf(page).getByRole('button', { name: 'Refund 2 orders' }).click()
  await expect(questionOf(page)).toContainText('Refund 1 order of Family finance day?')
  await expect(page).toHaveURL(/batches\/new/)
})

test('is decided by a second person, who sees what is refunded now (OQ-842, OQ-844)', async ({
  signedIn: page,
  program,
}) => {
  const colleague = 'farida.khan@greenroom.example'
  const declined = await makeRefundBatch(program, 'waiting', colleague)
  await page.goto('/transactions/requests?tab=batches')
  await expectAccessibleInBothSchemes(page)
  await page.goto(`/transactions/batches/${declined}`)
  await expect(page.getByText('Approving refunds 1 order now: ₹2,499.00.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It takes place on Sunday')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('It takes place on Sunday')).toBeVisible()
  await expect(page.getByText('Declined').first()).toBeVisible()

  const approved = await makeRefundBatch(program, 'waiting', colleague)
  await page.goto(`/transactions/batches/${approved}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await questionOf(page).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status', { name: 'Progress' })).toHaveText('1 of 1 done')
  await expect(rows(page).filter({ hasText: 'Refunded' })).toHaveCount(1)
})

test('lets only somebody else decide, and the requester withdraw (OQ-842)', async ({
  signedIn: page,
  program,
}) => {
  const own = await makeRefundBatch(program, 'waiting')
  await page.goto(`/transactions/batches/${own}`)
  await expect(page.getByText('You asked for this. Someone else decides.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await questionOf(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn').first()).toBeVisible()
})
