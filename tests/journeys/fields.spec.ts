import type { Coupon } from '@greenroom/contract/coupon/coupon.schema'
import type { Locator, Page } from 'playwright/test'
import { makeBanner } from './banner-records.ts'
import { card, expect, expectAccessibleInBothSchemes, holdCalls, test, unansweredCall } from './journey.ts'
import {
  makeCreator,
  makeMasterclass,
  makePaymentPage,
  storedPaymentPage,
  unique,
  uniqueCode,
} from './records.ts'
import { daysFromNow, pickDay } from './wizard.ts'

const negative = 'Negative numbers are not accepted.'

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.press('ControlOrMeta+v')
}

test('a price takes typed digits as paise and a pasted amount as it is written (OQ-024)', async ({
  signedIn: page,
  program,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const made = await makePaymentPage(program)
  await page.goto('/custom-payment-pages')
  await card(page, made.title)
    .getByRole('button', { name: `Edit ${made.title}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Edit “${made.title}”` })
  const price = dialog.getByLabel('Current price, INR')
  await expect(price).toHaveValue('₹999.00')

  await price.dblclick()
  await price.pressSequentially('25')
  await expect(price).toHaveValue('₹0.25')
  await expect(dialog.getByText('Under ₹100.')).toBeVisible()
  await price.press('ControlOrMeta+z')
  await price.press('ControlOrMeta+z')
  await expect(price).toHaveValue('₹999.00')
  await price.press('ControlOrMeta+Shift+z')
  await expect(price).toHaveValue('₹0.02')

  for (const [text, shown] of [
    ['₹5,49,90,01,999.00', '₹5,49,90,01,999.00'],
    ['2,499.50', '₹2,499.50'],
    ['249900 ', '₹2,499.00'],
    ['₹2,499', '₹2,499.00'],
  ] as const) {
    await price.press('ControlOrMeta+a')
    await paste(page, price, text)
    await expect(price).toHaveValue(shown)
  }
  for (const [text, refusal] of [
    ['$1,200', '“$1,200” is not an amount in INR.'],
    ['-500', negative],
    ['1e5', '“1e5” is no clear amount. Type it instead.'],
  ] as const) {
    await price.press('ControlOrMeta+a')
    await paste(page, price, text)
    await expect(dialog.getByRole('alert')).toHaveText(refusal)
    await expect(price).toHaveValue('₹2,499.00')
  }
  await expectAccessibleInBothSchemes(page)
  await price.press('End')
  await price.press('-')
  await expect(dialog.getByRole('alert')).toHaveText(negative)
  await expect(price).toHaveValue('₹2,499.00')

  // A digit in the middle, deleted and typed again.
  for (const _ of '.00') await price.press('ArrowLeft')
  await price.press('Backspace')
  await expect(price).toHaveValue('₹249.00')
  await price.press('9')
  await expect(price).toHaveValue('₹2,499.00')

  await price.press('ControlOrMeta+a')
  await price.press('0')
  await expect(price).toHaveValue('₹0.00')
  await price.press('Backspace')
  await expect(price).toHaveValue('')
  await price.pressSequentially('149900')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const { prices } = await storedPaymentPage(program, made._id)
  expect(prices.find(({ currency_code }) => currency_code === 'INR')?.current_price).toBe(149_900)
})

test('a number takes a decimal comma and refuses a minus sign (CPN-13)', async ({
  signedIn: page,
  program,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { title } = await makeMasterclass(program)
  const code = uniqueCode('COMMA')
  await page.goto('/masterclass?tab=draft')
  await card(page, title).getByRole('button', { name: '+ Add coupon' }).click()
  const dialog = page.getByRole('dialog', { name: `Coupons for “${title}”` })
  await dialog.getByRole('button', { name: 'Create new coupon' }).click()
  const form = dialog.getByRole('form', { name: 'New coupon' })
  await form.getByLabel('Code').fill(code)
  await form.getByRole('button', { name: 'Valid till' }).click()
  await pickDay(page, 'Valid till', daysFromNow(20))

  const percent = form.getByLabel('Percent discount')
  await percent.pressSequentially('7,5')
  await expect(percent).toHaveValue('7.5')
  for (const [key, refusal] of [
    ['-', 'Only digits and a decimal point are accepted.'],
    ['e', 'Only digits and a decimal point are accepted.'],
    [',', 'Only digits and a decimal point are accepted.'],
  ] as const) {
    await percent.press(key)
    await expect(form.getByRole('alert')).toHaveText(refusal)
    await expect(percent).toHaveValue('7.5')
  }
  await percent.press('ControlOrMeta+a')
  await paste(page, percent, '12,50')
  await expect(percent).toHaveValue('12.50')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await percent.press('ControlOrMeta+z')
  await expect(percent).toHaveValue('7.5')
  await percent.dblclick()
  await percent.press('0')
  await expect(percent).toHaveValue('0')
  await percent.press('ControlOrMeta+z')
  await expect(percent).toHaveValue('7.5')
  await percent.press('ControlOrMeta+a')
  await paste(page, percent, '-20')
  await expect(percent).toHaveValue('-20')
  await percent.blur()
  await expect(form.getByText('Enter a percentage from 0 to 100')).toBeVisible()
  await percent.dblclick()
  await percent.pressSequentially('7.5')

  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText('7.5% off')
  const made = await program.call<Coupon[]>('GET', `/admin/coupon?search=${code}`)
  expect(made.body.data).toMatchObject([{ code, discount_percentage: 7.5 }])
})

test('a picker never offers the rows of another search (MC-37)', async ({ signedIn: page, program }) => {
  const [first, second] = [unique('Firstfound'), unique('Secondfound')]
  await makeCreator(program, { last_name: first })
  await makeCreator(program, { last_name: second })
  await page.goto('/webinar/create')
  const field = page.getByRole('combobox', { name: 'Creator' })
  const options = page.getByRole('listbox', { name: 'Creators' }).getByRole('option')
  await field.fill(first)
  await expect(options).toContainText([first])
  await expect(options).toHaveCount(1)

  const held = await holdCalls(page, '**/admin/creators?*')
  await field.fill(second)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue(second)
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(options).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  await held.release()
  await expect(options).toContainText([second])
  await field.press('Enter')
  await expect(field).toHaveValue(new RegExp(`^Asha ${second} · `))
})

test('a picker says when there are more rows, and retries a failed search (CRE-09)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const name = unique('Manyfold')
  for (let count = 0; count < 21; count++) await makeCreator(program, { last_name: name })
  await page.goto('/webinar/create')
  const field = page.getByRole('combobox', { name: 'Creator' })
  const options = page.getByRole('listbox', { name: 'Creators' }).getByRole('option')
  const held = await holdCalls(page, '**/admin/creators?*')
  await field.fill(name)
  await expect(page.getByText('Searching…')).toBeVisible()
  await held.lose()
  await expect(page.getByText('Error loading creators.')).toBeVisible()
  await expect(options).toHaveText(['Retry'])
  await expectAccessibleInBothSchemes(page)
  await page.unroute('**/admin/creators?*')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(options).toHaveCount(20)
  await expect(page.getByText('Showing the first 20. Type to narrow.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})

test('a time can be typed while its calendar loads (BAN-04, SHELL-41, OQ-234)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeBanner(program)
  const calendar = await holdCalls(page, '**/assets/date-time-calendar-*.js')
  await page.goto(`/create-banner?id=${made._id}`)
  const start = page.getByLabel('Start time')
  await expect(start).toHaveValue(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d [AP]M$/)
  await page.getByRole('button', { name: 'Pick from a calendar' }).first().click()
  await start.fill('28 nov 2099 5:30p')
  await start.press('Tab')
  await expect(start).toHaveValue('28 Nov 2099, 05:30 PM')
  await calendar.release()
  await expect(
    page.getByRole('dialog').getByRole('option', { name: '05:30 PM', selected: true }),
  ).toBeVisible()
})
