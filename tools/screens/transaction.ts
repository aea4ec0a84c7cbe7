import { emptyingOf } from '../../apps/api/src/platform/database/test-emptying.ts'
import { sandboxMarks } from '../../apps/api/src/platform/payments/sandbox-payments.ts'
import { makeTransaction } from '../../tests/journeys/records.ts'
import { failCalls, holdCalls, type Scene, shootWhole } from './scene.ts'

export const transactions: Scene = async (page, shoot, { sample, empty }) => {
  for (const type of ['masterclass', 'membership', 'events', 'custom']) {
    await page.goto(`${sample.url}/transactions/${type}`)
    await page.getByRole('table').waitFor()
    await shoot(`transactions-${type}`)
  }
  await page.goto(`${sample.url}/transactions/masterclass?status=completed&source=meta&currency=INR`)
  await page.getByRole('list', { name: 'Filters' }).waitFor()
  await shoot('transactions-filtered')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('dialog', { name: 'Filters' }).waitFor()
  await shoot('transactions-filters')
  await page.getByRole('combobox', { name: 'Masterclass' }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await shoot('transactions-filters-masterclasses')
  await page.goto(`${sample.url}/transactions/masterclass`)
  await page.getByRole('table').waitFor()
  await page.getByRole('button', { name: /^From: / }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('transactions-calendar')
  await page.keyboard.press('Escape')
  await page.getByLabel('Phone').fill('98450')
  await page.getByText('Enter a valid phone number.').waitFor()
  await shoot('transactions-phone-too-short')
  await page.getByLabel('Phone').fill('6000000000')
  await page.getByText('No transactions found').waitFor()
  await shoot('transactions-no-match')
  await page.goto(`${sample.url}/transactions/masterclass?from=2026-11-02&to=2026-11-01`)
  await page.getByText('From cannot be after To.').waitFor()
  await shoot('transactions-reversed')
  await page.goto(`${empty.url}/transactions/masterclass`)
  await page.getByText('No transactions found').waitFor()
  await shoot('transactions-empty')
  await failCalls(page, '**/admin/orders*', async () => {
    await page.goto(`${sample.url}/transactions/events`)
    await page.getByText('Error loading transactions.').waitFor()
    await shoot('transactions-failed')
  })
  await holdCalls(page, '**/admin/orders*', async () => {
    await page.goto(`${sample.url}/transactions/events`)
    await page.getByRole('status').filter({ hasText: 'Loading transactions...' }).waitFor()
    await shoot('transactions-loading')
  })
}

export const order: Scene = async (page, shoot, { sample }) => {
  const idOf = async (condition: string) => {
    const [row] = await sample.query<{ id: string }>(
      `select id from transaction where ${condition} order by created_at desc limit 1`,
    )
    if (!row) throw new Error(`The sample has no order with ${condition}`)
    return row.id
  }
  const open = async (condition: string) => {
    await page.goto(`${sample.url}/transactions/orders/${await idOf(condition)}`)
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  }
  await open(`coupon_id is not null and status = 'completed'`)
  await shootWhole(page, shoot, 'order-coupon')
  await open(`status = 'refunded' and entity_type = 'events'`)
  await shoot('order-refunded')
  await open(`id in (select transaction_id from refund where state = 'failed')`)
  await shootWhole(page, shoot, 'order-refund-failed')
  await open(`status = 'pending'`)
  await shoot('order-pending')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Enter a note').waitFor()
  await shoot('order-note-refused')
  const id = await idOf('true')
  await holdCalls(page, `**/admin/orders/${id}`, async () => {
    await page.goto(`${sample.url}/transactions/orders/${id}`)
    await page.getByRole('status').filter({ hasText: 'Loading order...' }).waitFor()
    await shoot('order-loading')
  })
  await failCalls(page, `**/admin/orders/${id}`, async () => {
    await page.goto(`${sample.url}/transactions/orders/${id}`)
    await page.getByText('Error loading order.').waitFor()
    await shoot('order-failed')
  })
}

export const sums: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/transactions/masterclass?from=2000-01-01`)
  await page.getByRole('button', { name: 'What the sums contain' }).click()
  await shoot('sums-explained')
  await holdCalls(page, '**/admin/orders/sums*', async () => {
    await page.goto(`${sample.url}/transactions/masterclass`)
    await page.getByRole('table').waitFor()
    await shoot('sums-loading')
  })
  await failCalls(page, '**/admin/orders/sums*', async () => {
    await page.goto(`${sample.url}/transactions/masterclass`)
    await page.getByText('The sums could not be loaded.').waitFor()
    await shoot('sums-failed')
  })
}

export const refund: Scene = async (page, shoot, { empty }) => {
  const ask = async (mark: string) => {
    const made = await makeTransaction(empty, {}, mark)
    await page.goto(`${empty.url}/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
    await page.getByRole('button', { name: /^Refund / }).click()
    await page.getByRole('alertdialog').waitFor()
  }
  const answer = (words: string) => page.getByRole('alertdialog').getByRole('button', { name: words }).click()
  try {
    await ask(sandboxMarks.pending)
    await shoot('refund-question')
    await answer('Refund')
    await page.getByText('Refund in progress').waitFor()
    await shoot('refund-in-progress')
    await page.getByRole('table').getByText('Refunded').waitFor()
    await shoot('refund-settled')
    await ask(sandboxMarks.refused)
    await answer('Refund')
    await page.getByRole('alertdialog').getByRole('alert').waitFor()
    await shoot('refund-refused')
    await answer('No')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await shoot('refund-refused-row')
  } finally {
    // The next look needs the same data.
    await empty.query(emptyingOf('transaction'))
  }
}

export const refundPart: Scene = async (page, shoot, { empty }) => {
  const made = await makeTransaction(empty)
  try {
    await page.goto(`${empty.url}/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
    await page.getByRole('button', { name: /^Refund / }).click()
    const question = page.getByRole('alertdialog')
    const yes = question.getByRole('button', { name: 'Refund' })
    await question.getByText('A part').click()
    await question.getByLabel('Amount').fill('250000')
    await yes.click()
    await question.getByText('is left to refund').waitFor()
    await shootWhole(page, shoot, 'refund-part-refused')
    await question.getByLabel('Amount').fill('100000')
    await question.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Goodwill' }).click()
    await question.getByLabel('Note').fill('The second day was cancelled.')
    await shootWhole(page, shoot, 'refund-part')
    await question.getByRole('button', { name: 'Manage reasons' }).click()
    await page.getByRole('textbox', { name: 'Reason Goodwill' }).waitFor()
    await shoot('refund-reasons')
    await page.getByRole('button', { name: 'Done' }).click()
    await yes.click()
    await page.getByText('Refunded ₹1,000 of').waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await shoot('refund-part-row')
  } finally {
    await empty.query(emptyingOf('transaction'))
  }
}
