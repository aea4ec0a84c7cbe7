import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  row,
  test,
  toast,
} from './journey.ts'
import { makeCoupon, makePublished, uniqueCode } from './records.ts'

test('links several coupons to a masterclass with one press (OQ-696)', async ({
  signedIn: page,
  program,
}) => {
  const mark = uniqueCode('L')
  const coupons = [
    await makeCoupon(program, { code: `${mark}A` }),
    await makeCoupon(program, { code: `${mark}B` }),
  ]
  const session = await makePublished(program)
  await page.goto(`/coupons?q=${mark}`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Link to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link 2 coupons' })
  await dialog.getByRole('button', { name: 'Link 2 coupons' }).click()
  await expect(dialog.getByText('Choose at least one masterclass or membership')).toBeVisible()
  await dialog.getByLabel('Masterclass or membership', { exact: true }).fill(session.title)
  await page.getByRole('option', { name: session.title }).click()
  await expect(dialog.getByRole('list', { name: 'Linked to' })).toContainText(session.title)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Link 2 coupons' }).click()
  await expect(toast(page, '2 coupons linked to 1 product')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  for (const { code } of coupons) await expect(row(page, code)).toContainText('1 product')
  const { body } = await program.call<unknown[]>('GET', `/admin/coupons/${session._id}`)
  expect(body.data).toHaveLength(2)
})

test('exports the coupons of the list, and the selected ones alone (OQ-685)', async ({
  signedIn: page,
  program,
}) => {
  const mark = uniqueCode('X')
  const one = await makeCoupon(program, { code: `${mark}A` })
  await makeCoupon(program, { code: `${mark}B` })
  await page.goto(`/coupons?q=${mark}`)
  await page.getByRole('checkbox', { name: `Select ${one.code}` }).check()
  await page.getByRole('button', { name: 'Export selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export coupons' })
  await expect(dialog).toContainText('Exports the 1 selected coupon.')
  await expectAccessibleInBothSchemes(page)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await saved).suggestedFilename()).toMatch(/^coupons-.*\.csv$/)
  await expect(dialog).toContainText('1 row')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('keeps the figure of a card and its actions in one line at 1280 px, with Deactivate in the menu (OQ-644)', async ({
  signedIn: page,
  program,
}) => {
  const { title } = await makePublished(program)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/masterclass?q=${encodeURIComponent(title)}`)
  const more = card(page, title).getByRole('button', { name: 'More actions' })
  const figure = await card(page, title)
    .getByRole('link', { name: /registered|registration/ })
    .boundingBox()
  const button = await more.boundingBox()
  expect(
    Math.abs((figure?.y ?? 0) + (figure?.height ?? 0) / 2 - (button?.y ?? 0) - (button?.height ?? 0) / 2),
  ).toBeLessThan(20)
  await expect(card(page, title).getByRole('button', { name: 'Deactivate' })).toBeHidden()
  await more.click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(title)
})
