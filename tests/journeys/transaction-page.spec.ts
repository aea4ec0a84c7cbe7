import {
  answerCalls,
  endSession,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  loseCalls,
  refusedCall,
  signInAgain,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { makeTransaction } from './records.ts'

test('opens an order from its ID, keeps a note on its timeline, and goes back to the filtered list (OQ-280, OQ-281, OQ-282)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeTransaction(program)
  await page.goto(`/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
  const sums = page.getByRole('region', { name: 'Sums of the filtered orders' })
  await expect(sums.getByRole('listitem')).toHaveCount(1)
  await expect(sums).toContainText('1 order')
  await expect(sums).toContainText('Collected ₹2,499.00')
  await sums.getByRole('button', { name: 'What the sums contain' }).click()
  await expect(sums.getByText('Sums of all orders that match the filters')).toBeVisible()
  await page.keyboard.press('Escape')

  // By keyboard.
  await page.getByRole('link', { name: made.reference_order_id }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/transactions/orders/${made.id}`)
  await expect(page.getByRole('banner')).toContainText(made.reference_order_id)
  await expect(page.getByRole('region', { name: 'Buyer' })).toContainText(made.user_email)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('Ordered')).toBeVisible()

  await timeline.getByRole('button', { name: 'Add note' }).click()
  await expect(timeline.getByText('Enter a note')).toBeVisible()
  const field = timeline.getByRole('textbox', { name: 'Note' })
  await expect(field).toBeFocused()
  await field.fill('Asked for the link.\nSent it again.')
  await timeline.getByRole('button', { name: 'Add note' }).click()
  await expect(toast(page, 'Note added')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(timeline.getByRole('listitem').first()).toContainText('Asked for the link.')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/transactions\/masterclass\?phone=/)
  await expect(sums).toContainText('Net ₹2,499.00')
})

test('asks Razorpay about a pending order and shows what it found (OQ-280)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeTransaction(program, { status: 'pending' })
  await page.goto(`/transactions/orders/${made.id}`)
  await page.getByRole('button', { name: 'Check with Razorpay' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check' }).click()
  await expect(toast(page, 'Razorpay has no payment for this order.')).toBeVisible()
  const entry = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()
  await expect(entry).toContainText('Checked with Razorpay')
  await expect(entry).toContainText('Razorpay has no payment for this order.')
})

test('keeps a note that was typed when the session ended (OQ-332)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  const { id } = await makeTransaction(program)
  const address = `/transactions/orders/${id}`
  await page.goto(address)
  const field = page.getByRole('textbox', { name: 'Note' })
  await field.fill('Called the buyer twice')
  await endSession(page)
  await page.getByRole('button', { name: 'Add note' }).click()
  await signInAgain(page, program, address)
  await expect(field).toHaveValue('Called the buyer twice')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(toast(page, 'Note added')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('')
})

test('retries an order that could not be loaded, and keeps the focus in the page (OQ-280)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const { id } = await makeTransaction(program)
  await loseCalls(page)
  await page.goto(`/transactions/orders/${id}`)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await answerCalls(page)
  await retry.press('Enter')
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect(page.locator('main *:focus')).toHaveCount(1)
})

test('keeps the focus in the page when a refund removes its button (OQ-280)', async ({
  signedIn: page,
  program,
}) => {
  const { id } = await makeTransaction(program)
  await page.goto(`/transactions/orders/${id}`)
  const refund = page.getByRole('main').getByRole('button', { name: /^Refund/ })
  await refund.press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Refund' }).click()
  await expect(question).toBeHidden()
  await expect(refund).toHaveCount(0)
  await expect(page.locator('main *:focus')).toHaveCount(1)
})

test('the sums of crores need no more lines on a phone than their skeleton (OQ-281, OQ-310)', async ({
  signedIn: page,
  program,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const multiply = (factor: string) => program.query(`update transaction set amount = amount ${factor}`)
  await multiply('* 1000')
  try {
    await page.goto('/transactions/masterclass')
    const sums = page.getByRole('region', { name: 'Sums' }).getByRole('listitem')
    await expect(sums.first()).toContainText(/₹[\d,]+,\d\d,\d\d,\d\d\d/)
    for (const line of await sums.all()) expect((await line.boundingBox())?.height).toBe(22)
    await page.setViewportSize({ width: 320, height: 844 })
    const buttons = await page.getByRole('button', { name: 'Export' }).boundingBox()
    for (const line of await sums.all()) {
      const box = await line.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
    }
  } finally {
    await multiply('/ 1000')
  }
})
