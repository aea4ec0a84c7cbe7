import type { CouponLink } from '@greenroom/contract/money/coupon/coupon.schema'
import type { ListedMembership, Membership } from '@greenroom/contract/money/membership/membership.endpoints'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import type { Program } from './program.ts'
import { makeCoupon } from './records.ts'

async function membershipNamed(program: Program, name: string): Promise<Membership> {
  const { body } = await program.call<Membership[]>('GET', '/admin/memberships')
  const found = body.data.find((membership) => membership.name === name)
  if (!found) throw new Error(`There is no membership ${name}.`)
  return found
}

test('shows each membership as a card with banner, name and price (SHELL-35, MEM-01, MEM-02, LIM-01)', async ({
  signedIn: page,
  program,
}) => {
  await page.goto('/memberships')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coupons Management')
  const { body } = await program.call<ListedMembership[]>('GET', '/admin/memberships')
  expect(body.data.length).toBeGreaterThanOrEqual(5)
  const cards = page.getByRole('list', { name: 'Memberships' })
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText(body.data.map(({ name }) => name))
  for (const { name, price, members_count } of body.data) {
    const written = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(
      price.current_price / 100,
    )
    await expect(card(page, name)).toContainText(`${price.currency_code === 'INR' ? '₹' : '$'}${written}`)
    // The sample's orders paid for memberships (OQ-407).
    expect(members_count).toBeGreaterThan(1)
    await expect(card(page, name)).toContainText(`${members_count} members`)
  }
  const picture = card(page, body.data[0]?.name ?? '')
    .locator('img')
    .last()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessibleInBothSchemes(page)
})

test('opens the shared dialog from Add Coupon and saves links of the type membership (MEM-03, CPN-10)', async ({
  signedIn: page,
  program,
}) => {
  const { _id, name } = await membershipNamed(program, 'Tax Desk, one financial year')
  const coupon = await makeCoupon(program)
  await page.goto('/memberships')
  await card(page, name)
    .getByRole('button', { name: `Add Coupon, ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Coupons for “${name}”` })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`coupons=${_id}`))
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Search coupons').fill(coupon.code)
  await page.getByRole('option', { name: new RegExp(coupon.code) }).click()
  const saved = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Coupon linked')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/memberships')
  expect((await saved).postDataJSON()).toMatchObject({ entity_id: _id, entity_type: 'membership' })
  expect((await program.call<CouponLink[]>('GET', `/admin/coupons/${_id}`)).body.data).toMatchObject([
    { coupon_id: { code: coupon.code }, entity_id: _id, entity_type: 'membership', is_active: true },
  ])
})

test('switches off a linked coupon of a membership (MEM-03, CPN-10)', async ({ signedIn: page, program }) => {
  const { _id, name } = await membershipNamed(program, 'Money Circle Abroad, yearly')
  await page.goto(`/memberships?coupons=${_id}`)
  const dialog = page.getByRole('dialog', { name: `Coupons for “${name}”` })
  const active = dialog.getByRole('switch', { name: 'Active, NRI10' })
  await expect(active).toBeChecked()
  await active.click()
  await expect(toast(page, 'Coupon status changed')).toBeVisible()
  await expect(active).not.toBeChecked()
  const links = (await program.call<CouponLink[]>('GET', `/admin/coupons/${_id}`)).body.data
  expect(links.find((link) => link.coupon_id.code === 'NRI10')).toMatchObject({ is_active: false })
  await active.click()
  await expect(active).toBeChecked()
})

test('closes the dialog when the membership does not exist (MEM-03)', async ({ signedIn: page }) => {
  await page.goto('/memberships?coupons=01931f6e-0000-7000-8000-00000000ffff')
  await expect(page.getByRole('list', { name: 'Memberships' })).toBeVisible()
  await expect(page).toHaveURL('/memberships')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('shows the empty state, and the error state with a retry (MEM-04, OQ-110)', async ({
  page,
  emptyProgram,
  expectedConsole,
}) => {
  await signIn(page, await emptyProgram.token())
  await page.goto(`${emptyProgram.url}/memberships`)
  await expect(page.getByText('No memberships found')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  expectedConsole.push(refusedCall(500))
  // Without the table the server itself returns an error.
  await emptyProgram.query('alter table membership rename to membership_away')
  try {
    await page.reload()
    await expect(page.getByText('Error loading memberships.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  } finally {
    await emptyProgram.query('alter table membership_away rename to membership')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No memberships found')).toBeVisible()
})

test('shows the cards in one column on a phone (MEM-02)', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/memberships')
  await expect(page.getByRole('list', { name: 'Memberships' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
})
