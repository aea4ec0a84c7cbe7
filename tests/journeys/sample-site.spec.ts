import type { Page } from 'playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { makeCoupon, makePublished } from './records.ts'

// The sample site is not part of the console.
test.use({ loadsScreens: true })

/** The site follows the browser's scheme, without an attribute of its own. */
async function expectAccessibleSite(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours')
  }
}

async function fillContact(page: Page, first = 'Ishaan', last = 'Kulkarni'): Promise<void> {
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('E-mail').fill(`${first.toLowerCase()}@mail.example`)
  await page.getByLabel('Phone').fill('+919845012763')
}

test('shows the whole circle: a class is bought with a coupon, seen by staff, invoiced, refunded and its seat given back (OQ-442, OQ-430)', async ({
  signedIn: page,
  program,
}) => {
  const masterclass = await makePublished(program)
  const coupon = await makeCoupon(program)
  await program.call('PATCH', '/admin/coupons', {
    coupons: [{ _id: coupon._id }],
    entity_id: masterclass._id,
    entity_type: 'masterclass',
  })
  await page.goto('/masterclass')
  const card = page.getByRole('listitem').filter({ hasText: masterclass.title })
  const address = await card.getByRole('link', { name: 'Payment Page' }).getAttribute('href')
  await page.goto(address ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(masterclass.title)
  await page.getByLabel('Coupon (optional)').fill(coupon.code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('₹1,999.20', { exact: true })).toBeVisible()
  await expectAccessibleSite(page)
  await fillContact(page)
  await page.getByLabel('State').selectOption({ label: 'Karnataka' })
  await page.getByRole('button', { name: 'Pay ₹1,999.20' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay ₹1,999.20')
  await expectAccessibleSite(page)
  await page.getByRole('button', { name: 'Pay ₹1,999.20' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you. Your payment has arrived.')
  await expectAccessibleSite(page)
  const orderPage = page.url()

  await page.getByRole('link', { name: 'See this order in the staff console' }).click()
  await expect(page.getByText('Ishaan Kulkarni').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Documents' })).toContainText('Invoice')
  await page.goto(`/masterclass/people/${masterclass._id}`)
  await expect(page.getByRole('tab')).toHaveText(['Registered 1', 'Cancelled or refunded 0', 'All 1'])

  await page.goto('/transactions/masterclass')
  const row = page.getByRole('row').filter({ hasText: 'Ishaan Kulkarni' })
  await row.getByRole('button', { name: /^Refund / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
  await expect(row).toContainText('Refunded')
  await page.goto(`/masterclass/people/${masterclass._id}`)
  await expect(page.getByRole('tab')).toHaveText(['Registered 0', 'Cancelled or refunded 1', 'All 1'])
  await page.goto(orderPage)
  await expect(page.getByRole('status')).toHaveText('Your payment was refunded.')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Credit note')).toBeVisible({ timeout: 1 })
  }).toPass()
})

test('takes posts, comments, likes, votes and reports of visitors, on a phone too (OQ-442)', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/site/community')
  await page.getByText('Join in to post, comment, like and vote').click()
  await fillContact(page, 'Rukmini', 'Das')
  await expectAccessibleSite(page)
  await page.getByRole('button', { name: 'Join' }).click()
  const message = 'Which tax regime for a first salary?'
  await page.getByLabel('Write as Rukmini').fill(message)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const post = page.getByRole('article').filter({ hasText: message })
  await expect(post).toContainText('Rukmini Das')
  await post.getByRole('button', { name: '0 likes' }).click()
  await expect(post.getByRole('button', { name: '1 like' })).toBeVisible()
  await post.getByText('Report').first().click()
  await post.getByRole('combobox').selectOption({ label: 'Spam' })
  await post.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you for telling us.')
  await post.getByRole('link', { name: '0 comments' }).click()
  await page.getByLabel('Comment as Rukmini').fill('The new one, mostly.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('The new one, mostly.')).toBeVisible()
  await expectAccessibleSite(page)
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/moderation/posts')
  await expect(page.getByText(message)).toBeVisible()
})

test('books a call with the campaign that led to it (OQ-442)', async ({ signedIn: page }) => {
  await page.goto('/site/advisory/term?utm_source=mail&utm_campaign=diwali')
  await fillContact(page, 'Zubin', 'Daruwala')
  await page.getByLabel('When, in India').fill('2027-01-15T11:30')
  await expectAccessibleSite(page)
  await page.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByRole('status')).toHaveText('Your call is booked.')
  await page.goto('/advisory/leads?q=Zubin')
  await expect(page.getByRole('row').filter({ hasText: 'Zubin Daruwala' })).toContainText(
    '15 Jan 2027, 11:30 AM',
  )
})

test("has the console's font, corners and main button (OQ-677)", async ({ signedIn: page, program }) => {
  const masterclass = await makePublished(program)
  await page.goto(`/site/masterclasses/${masterclass._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(masterclass.title)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true)
  const looks = () =>
    page
      .getByRole('button')
      .last()
      .evaluate((button) => {
        const { fontFamily, borderRadius, backgroundColor } = getComputedStyle(button)
        return { font: fontFamily.split(',')[0], borderRadius, backgroundColor }
      })
  const onSite = await looks()
  expect(onSite).toEqual({ font: 'Inter', borderRadius: '6px', backgroundColor: 'rgb(15, 122, 75)' })
  await page.goto('/creators?tab=create')
  await expect(page.getByRole('button', { name: 'Create Creator' })).toBeVisible()
  expect(await looks()).toEqual(onSite)
})
