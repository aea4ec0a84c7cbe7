import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './journey.ts'

test('ties the money of a month, and counts it by another day (OQ-804, OQ-805)', async ({
  signedIn: page,
}) => {
  await page.goto('/books/money')
  const main = page.getByRole('main')
  const titles = ['Captured at Razorpay', 'Settled', 'To the bank', 'Orders and their invoices']
  for (const title of titles) {
    await expect(main.getByRole('table', { name: title }).first().getByRole('row').nth(2)).toBeVisible()
  }
  const total = main
    .getByRole('table', { name: /^Captured at Razorpay/ })
    .first()
    .getByRole('row', { name: /^Captured \d/ })
  const amount = (await total.textContent())?.match(/₹.*/)?.[0] ?? ''
  expect(amount).not.toBe('')
  await expect(main.getByRole('table', { name: /^Settled/ }).first()).toContainText(amount)
  await expectAccessibleInBothSchemes(page)

  await test.step('days', async () => {
    const days = main.getByRole('table', { name: 'Money by day' })
    await expect(days.getByRole('columnheader', { name: 'Lost in disputes' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Counted on' }).click()
    await page.getByRole('option', { name: 'Day of the order' }).click()
    await expect(page).toHaveURL(/by=ordered/)
    await expect(days.getByRole('columnheader', { name: 'Lost in disputes' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Export days' }).click()
    await expect(page.getByRole('dialog', { name: 'Export the days' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('what does not meet leads to its list', async () => {
    const unmet = main.getByRole('region', { name: "What doesn't meet" })
    await unmet.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/books\/differences\?only=/)
    await expect(
      page.getByRole('list', { name: 'Differences with Razorpay' }).getByRole('listitem').first(),
    ).toBeVisible()
    await page.goBack()
  })

  await test.step('a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(main.getByRole('table', { name: 'Money by day' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test('leads from a settlement to its lines, and shows disputes that were opened and lost (OQ-781, OQ-783)', async ({
  signedIn: page,
}) => {
  await page.goto('/books/settlements')
  const settlements = page.getByRole('table', { name: 'Settlements' })
  await settlements.locator('[data-record]').first().getByRole('link').first().click()
  await expect(page.getByRole('table', { name: 'Lines of the settlement' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sums' })).toContainText('To the bank')

  await page.goto('/books/disputes')
  await expect(page.getByRole('main').locator('[data-record]')).toHaveCount(2)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('tab', { name: /Ended/ }).click()
  const lost = page.getByRole('main').locator('[data-record]').filter({ hasText: 'Lost' })
  await expect(lost).toHaveCount(1)
  await lost.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
})
