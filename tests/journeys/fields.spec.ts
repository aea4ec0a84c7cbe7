import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import type { Locator, Page } from 'playwright/test'
import { makeBanner, storedBanner } from './banner-records.ts'
import { makeEvent, storedEvent } from './event-records.ts'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  holdCalls,
  row,
  test,
  unansweredCall,
} from './journey.ts'
import { makePost, storedPost } from './post-records.ts'
import {
  makeCoupon,
  makeCreator,
  makeMasterclass,
  makePaymentPage,
  storedPaymentPage,
  unique,
  uniqueCode,
} from './records.ts'
import { daysFromNow, openCalendar, pickDay } from './wizard.ts'

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
  await row(page, made.title)
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
  await openCalendar(page, 'Valid till')
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
  const calendar = await holdCalls(page, '**/assets/date-calendar-*.js')
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

test.describe('the day of a list', () => {
  const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

  test('is typed, as the latest one without a year, and kept in the address (TXN-06, OQ-575)', async ({
    signedIn: page,
  }) => {
    await page.goto('/transactions/all?from=2025-01-01&to=2025-06-30')
    await field(page, 'From').fill('1st of feb 2025')
    await field(page, 'From').press('Enter')
    await expect(page).toHaveURL(/from=2025-02-01/)
    await expect(field(page, 'From')).toHaveValue('1 Feb 2025')
    await field(page, 'To').fill('28.02.25')
    await field(page, 'To').press('Tab')
    await expect(page).toHaveURL(/to=2025-02-28/)

    await field(page, 'To').fill('monday 4 mar 2025')
    await field(page, 'To').press('Enter')
    await expect(page.getByText('4 Mar 2025 is a Tuesday, not a Monday.')).toBeVisible()
    await expect(page).toHaveURL(/to=2025-02-28/)
    await field(page, 'To').fill('1 jan 2025')
    await field(page, 'To').press('Enter')
    await expect(page.getByText('Choose 1 Feb 2025 or a day after it.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await field(page, 'To').fill('')
    await field(page, 'To').press('Enter')
    await expect(page).not.toHaveURL(/to=2025/)
  })

  for (const [path, labels] of [
    ['/transactions/all', ['From', 'To']],
    ['/history', ['From', 'To']],
    ['/advisory/leads?view=sources', ['Booked from', 'Booked until']],
    ['/books/differences', ['Day']],
  ] as const) {
    test(`is the same field on ${path} (OQ-575)`, async ({ signedIn: page }) => {
      await page.goto(path)
      for (const label of labels) {
        await field(page, label).fill('12 marx')
        await field(page, label).press('Enter')
        await expect(page.getByText('“marx” is not a month or a weekday.')).toBeVisible()
        await field(page, label).fill('12-mar-2026')
        await field(page, label).press('Enter')
        await expect(field(page, label)).toHaveValue('12 Mar 2026')
        const calendar = await openCalendar(page, label)
        await expect(calendar.getByRole('button', { name: '12 March 2026', exact: true })).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(calendar).toBeHidden()
      }
    })
  }
})

/** Controls of the banner's form, and what a person does in each before the save key. */
const savedFrom: [string, (page: Page) => Promise<unknown>][] = [
  ['a number', (page) => page.getByLabel('Order number').focus()],
  ['a date that is still typed', (page) => page.getByLabel('Start time').fill('28 nov 2099 5:30p')],
  ['a date with its calendar open', (page) => openCalendar(page, 'End time')],
  ['one of a few', (page) => page.getByRole('radio', { name: 'External' }).focus()],
  ['a check', (page) => page.getByRole('checkbox', { name: 'Is Active' }).focus()],
  ['the choice of a file', (page) => page.getByRole('button', { name: /Choose files/ }).focus()],
  ['the button of a calendar', (page) => page.getByRole('button', { name: 'Pick from' }).first().focus()],
]
for (const [name, use] of savedFrom) {
  test(`saves with Ctrl and Enter from ${name} (OQ-459, OQ-576)`, async ({ signedIn: page, program }) => {
    const made = await makeBanner(program, {
      start_time: '2099-11-20T10:00:00.000Z',
      end_time: '2099-12-20T10:00:00.000Z',
    })
    await page.goto(`/create-banner?id=${made._id}`)
    await expect(page.getByLabel('Start time')).toHaveValue(/2099/)
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().includes(made._id),
    )
    if (!name.startsWith('a date that')) {
      await page.getByLabel('Start time').fill('27 nov 2099 5:30p')
      await page.getByLabel('Start time').press('Enter')
    }
    await use(page)
    await page.keyboard.press('Control+Enter')
    expect((await saved).status()).toBe(200)
    const day = name.startsWith('a date that') ? 28 : 27
    expect((await storedBanner(program, made._id)).start_time).toBe(`2099-11-${day}T12:00:00.000Z`)
    await expect(page).toHaveURL('/banners')
  })
}

test('saves a date that is still typed by a click, and not the one before (OQ-576)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeBanner(program)
  await page.goto(`/create-banner?id=${made._id}`)
  await page.getByLabel('End time').fill('31 dec 2099 11:30p')
  await page.getByRole('main').getByRole('button', { name: 'Update Banner' }).click()
  await expect(page).toHaveURL('/banners')
  expect((await storedBanner(program, made._id)).end_time).toBe('2099-12-31T18:00:00.000Z')

  await page.goto(`/create-banner?id=${made._id}`)
  await page.getByLabel('End time').fill('mon 30 dec 2099 11:30p')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('30 Dec 2099 is a Wednesday, not a Monday.')).toBeVisible()
  expect((await storedBanner(program, made._id)).end_time).toBe('2099-12-31T18:00:00.000Z')
})

test('saves with Ctrl and Enter from tags, an editor and a dialog (OQ-576)', async ({
  signedIn: page,
  program,
}) => {
  const post = await makePost(program)
  for (const label of ['Tags', 'Message'] as const) {
    await page.goto(`/create-post/edit/${post._id}`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill(unique(`Saved from ${label}`))
    const text = await message.inputValue()
    await (label === 'Tags' ? page.getByRole('combobox', { name: 'Tags' }) : message).click()
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await storedPost(program, post._id)).message).toBe(text)
  }

  const code = uniqueCode('KEY')
  const coupon = await makeCoupon(program, { code })
  await page.goto(`/coupons?edit=${coupon._id}`)
  const dialog = page.getByRole('dialog', { name: `Edit ${code}` })
  await dialog.getByLabel('Valid till').fill('28/11/2098')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  const { body } = await program.call<{ valid_till: string }[]>('GET', `/admin/coupon?search=${code}`)
  expect(body.data.map(({ valid_till }) => valid_till)).toEqual(['2098-11-28T18:29:59.999Z'])
})

test('saves with Ctrl and Enter from an open list, with what was chosen before (OQ-576)', async ({
  signedIn: page,
  program,
}) => {
  const { _id } = await makeEvent(program)
  await page.goto(`/event/edit/${_id}`)
  const title = unique('Saved from a list')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('combobox', { name: 'State of the venue' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await storedEvent(program, _id)).title).toBe(title)
})
