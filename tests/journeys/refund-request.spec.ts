import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import {
  test as base,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  toast,
} from './journey.ts'
import { type Program, startProgram } from './program.ts'
import { makeTransaction } from './records.ts'

/** Refunds above ₹1,000 need a second person. */
const test = base.extend<object, { program: Program }>({
  program: [
    async ({ browserName: _ }, use) => {
      const program = await startProgram({ REFUND_APPROVAL_ABOVE_INR: '1000' })
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const requester = 'farida.khan@greenroom.example'
const approver = 'arjun.mehta@greenroom.example'
const address = '/transactions/requests'

const cardOf = (page: Page, reference: string) =>
  page
    .getByRole('list', { name: 'Refund requests' })
    .getByRole('listitem')
    .filter({ hasText: reference })
    .first()

/** Asks for a whole order by the API, as the owner. */
async function request(program: Program) {
  const made = await makeTransaction(program)
  const { status } = await program.call('POST', '/admin/payment/refund', { order_id: made.id })
  expect(status).toBe(200)
  return made
}

test('asks for a refund, which a second account approves (OQ-350, OQ-351, OQ-352, OQ-353)', async ({
  page,
  program,
  browser,
}) => {
  const made = await makeTransaction(program)
  const name = 'Yamini Vaidya'
  await signIn(page, await program.token(requester), 'finance')
  await page.goto(`/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
  const row = page.getByRole('row').filter({ hasText: made.user_email })
  await row.getByRole('button', { name: /^Refund / }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleName(`Request a refund of ₹2,499.00 to ${name}?`)
  await expect(question).toContainText('Refunds above ₹1,000.00 need a second person.')
  await expect(question).toContainText('colleagues with the role Owner, Administrator, or Finance')
  await expectAccessibleInBothSchemes(page)
  // A part at the limit needs nobody else.
  await question.getByText('Part of it').click()
  await question.getByLabel('Amount').fill('100000')
  await expect(question).toHaveAccessibleName(`Refund ₹1,000.00 to ${name}?`)
  await question.getByText('All of').click()
  await question.getByRole('button', { name: /refund/i }).click()
  await expect(question).toContainText('Choose a reason')
  await question.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Goodwill' }).click()
  await question.getByLabel('Note').fill('Ill that day.')
  await question.getByRole('button', { name: /refund/i }).click()
  await expect(toast(page, /A second person has to approve it/)).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(row).toContainText('Refund requested')
  await expect(row).toContainText(`by ${requester}`)
  await expect(row.getByRole('button', { name: /^Refund / })).toHaveCount(0)

  const link = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Refund Requests' })
  await expect(link).toHaveAccessibleDescription('1 waiting')
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund Requests')
  const own = cardOf(page, made.reference_order_id)
  await expect(own).toContainText('You requested this. Someone else decides.')
  await expect(own.getByRole('button', { name: /^Withdraw / })).toBeVisible()
  await expect(own.getByRole('button', { name: /^(Approve|Decline) / })).toHaveCount(0)

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, await program.token(approver), 'administrator')
  await theirs.goto(`${program.url}${address}`)
  const card = cardOf(theirs, made.reference_order_id)
  await expect(card).toContainText(`₹2,499.00 to ${name}`)
  await expect(card).toContainText(`by ${requester}`)
  await expect(card).toContainText('Goodwill')
  await expect(card).toContainText('Ill that day.')
  await expectAccessibleInBothSchemes(theirs)
  await card.getByRole('button', { name: /^Approve / }).click()
  const approval = theirs.getByRole('alertdialog')
  await expect(approval).toHaveAccessibleName(`Refund ₹2,499.00 to ${name}?`)
  await expect(approval).toContainText(made.reference_order_id)
  await expect(approval).toContainText(`by ${requester}`)
  await expectAccessibleInBothSchemes(theirs)
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(toast(theirs, `Refund initiated for order ${made.reference_order_id}`)).toBeVisible()
  await expect(theirs.getByText('No refunds to approve')).toBeVisible()
  await expect(theirs.getByText('Refunds above ₹1,000 come here.')).toBeVisible()
  await theirs.getByRole('tab', { name: /^Decided/ }).click()
  await expect(card).toContainText('Approved')
  await expect(card).toContainText(`by ${approver}`)
  await expect(card).toContainText('The refund is processed.')
  await theirs.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(theirs)
  await theirs.context().close()

  await page.goto(`/transactions/orders/${made.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Approval requested for a refund of ₹2,499.00')
  await expect(timeline).toContainText('Request for a refund of ₹2,499.00 approved')
  await expect(timeline).toContainText('Refund of ₹2,499.00 processed')
  const [stored] = await program.query<{ status: string }>('select status from transaction where id = $1', [
    made.id,
  ])
  expect(stored?.status).toBe('refunded')
})

test('declines a refund with a reason, after which it can be asked for again (OQ-352)', async ({
  page,
  program,
}) => {
  const made = await request(program)
  await signIn(page, await program.token(approver), 'administrator')
  await page.goto(address)
  const card = cardOf(page, made.reference_order_id)
  await card.getByRole('button', { name: /^Decline / }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline the refund of ₹2,499.00?' })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog).toContainText('Enter a reason')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  // By keyboard.
  await dialog.getByLabel('Reason').fill('The course was attended.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Refund declined')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.getByRole('tab', { name: /^Decided/ }).click()
  await expect(card).toContainText('Declined')
  await expect(card).toContainText('The course was attended.')
  await card.getByRole('link', { name: made.reference_order_id }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('The course was attended.')
  await expect(page.getByRole('button', { name: /^Refund / })).toBeVisible()
})

test('withdraws one’s own request, and says when an order was refunded meanwhile (OQ-352)', async ({
  signedIn: page,
  program,
  browser,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const made = await request(program)
  await page.goto(`/transactions/orders/${made.id}`)
  await page.getByRole('link', { name: 'Refund requested' }).click()
  await expect(page).toHaveURL(address)
  await cardOf(page, made.reference_order_id)
    .getByRole('button', { name: /^Withdraw / })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleName('Withdraw the request for ₹2,499.00?')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(page, 'Request withdrawn')).toBeVisible()
  await expect(cardOf(page, made.reference_order_id)).toHaveCount(0)

  const other = await request(program)
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, await program.token(approver), 'administrator')
  await theirs.goto(`${program.url}${address}`)
  await cardOf(theirs, other.reference_order_id)
    .getByRole('button', { name: /^Approve / })
    .click()
  await program.query("update transaction set status = 'refunded' where id = $1", [other.id])
  const approval = theirs.getByRole('alertdialog')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(toast(theirs, 'This order was refunded meanwhile. The request has lapsed.')).toBeVisible()
  await expect(approval).toHaveCount(0)
  await expect(cardOf(theirs, other.reference_order_id)).toHaveCount(0)
  await theirs.getByRole('tab', { name: /^Decided/ }).click()
  await expect(cardOf(theirs, other.reference_order_id)).toContainText('Lapsed')
  await theirs.context().close()
})

test('says that another amount is left while an approval is asked, and waits for a second press (OQ-520, OQ-526)', async ({
  page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const order = await makeTransaction(program, { amount: 500_000 })
  const part = { amount: 249_900, reason_code: 'goodwill', request_id: randomUUID() }
  const asked = await program.call('POST', `/admin/orders/${order.id}/refunds`, part)
  expect(asked.status).toBe(200)
  await signIn(page, await program.token(approver), 'administrator')
  await page.goto(address)
  await cardOf(page, order.reference_order_id)
    .getByRole('button', { name: /^Approve / })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Left to refund')
  await expect(question).toContainText('₹5,000.00')
  await program.query(
    `insert into refund (id, transaction_id, idempotency_key, amount, currency_code, state, requested_by, requested_at)
     values (gen_random_uuid(), $1, 'meanwhile', 100000, 'INR', 'processed', 'razorpay', now())`,
    [order.id],
  )
  const approve = question.getByRole('button', { name: 'Approve' })
  await approve.click()
  await expect(question).toContainText('₹4,000.00')
  await expect(question.getByRole('alert')).toHaveCount(1)
  await expectAccessibleInBothSchemes(page)
  // The refused press was the first.
  await approve.click()
  await expect(page.getByText('No refunds to approve')).toBeVisible()
  const [made] = await program.query<{ amount: string }>(
    "select amount from refund where transaction_id = $1 and idempotency_key <> 'meanwhile'",
    [order.id],
  )
  expect(Number(made?.amount)).toBe(249_900)
})
