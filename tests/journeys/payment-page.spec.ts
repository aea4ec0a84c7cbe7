import type { PaymentPage } from '@greenroom/contract/money/payment-page/payment-page.schema'
import type { Locator, Page } from 'playwright/test'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  expectToLast,
  holdCalls,
  refusedCall,
  row,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import type { Program } from './program.ts'
import { makePaymentPage, pictureBytes, storedPaymentPage, unique } from './records.ts'
import { expectRendition } from './rendition.ts'

const pictureSeen = 'Portfolio review.png'

/** Opens the form of a new page. */
async function openNew(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Create New' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create payment page' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the form of a stored page from its row. */
async function openEdit(page: Page, title: string): Promise<Locator> {
  await row(page, title)
    .getByRole('button', { name: `Edit ${title}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Edit “${title}”` })
  await expect(dialog).toBeVisible()
  return dialog
}

async function pickPicture(dialog: Locator, buffer: Buffer, mimeType = 'image/png'): Promise<void> {
  await dialog.locator('input[type="file"]').setInputFiles({ name: pictureSeen, mimeType, buffer })
  await expect(dialog.getByRole('button', { name: `Remove ${pictureSeen}` })).toBeVisible()
}

/** Types the digits of the four prices. */
async function fillPrices(dialog: Locator, inr: [number, number], usd: [number, number]): Promise<void> {
  for (const [currency, [original, current]] of [
    ['INR', inr],
    ['USD', usd],
  ] as const) {
    await dialog.getByLabel(`Original price, ${currency}`).fill(String(original))
    await dialog.getByLabel(`Current price, ${currency}`).fill(String(current))
  }
}

async function fillNew(dialog: Locator, title: string): Promise<void> {
  await pickPicture(dialog, await pictureBytes('png'))
  await dialog.getByLabel('Title').fill(title)
  await fillPrices(dialog, [499_900, 99_900], [9_900, 1_999])
}

async function pagesTitled(program: Program, title: string): Promise<PaymentPage[]> {
  return (
    await program.call<PaymentPage[]>('GET', `/admin/payment-entity?title=${encodeURIComponent(title)}`)
  ).body.data
}

test.describe('the list', () => {
  test('shows two tabs of rows with banner, title, both prices and the payment link (SHELL-37, PAY-02, PAY-05, OQ-103)', async ({
    signedIn: page,
    program,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const made = await makePaymentPage(program)
    const off = await makePaymentPage(program, { is_active: false })
    const calls: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/admin/payment-entity') calls.push(searchParams)
    })
    await page.goto('/custom-payment-pages')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custom Payment Pages')
    await expect(page.getByRole('tab')).toHaveText([/^Active \d+$/, /^Inactive \d+$/])
    const mine = row(page, made.title)
    await expect(mine.getByRole('cell')).toContainText([
      /^₹999\.00₹1,178\.82 incl\. 18% GST$/,
      /^\$19\.99\$23\.59 incl\. 18% GST$/,
      '–',
      '',
      'Edit',
    ])
    await expect(mine).not.toContainText(/INR|USD/)
    await expect(mine).not.toContainText('sold')
    await expectRendition(mine.locator('img').last())
    await expect(row(page, off.title)).toHaveCount(0)
    // PAY-15
    expect(calls[0]?.get('limit')).toBe('100')
    expect(calls[0]?.get('is_active')).toBe('true')
    await expectAccessibleInBothSchemes(page)

    const address = `${program.url}/site/pay/${made._id}`
    await expect(mine.getByRole('link', { name: 'Payment Page' })).toHaveAttribute('href', address)
    await expectToLast(toast(page, 'Link Copied!'), 3_000, () =>
      mine.getByRole('button', { name: `Copy Payment Page link of ${made.title}` }).click(),
    )
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

    await page.getByRole('tab', { name: 'Inactive' }).click()
    await expect(page).toHaveURL(/tab=inactive/)
    await expect(row(page, off.title)).toBeVisible()
    await expect(row(page, made.title)).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Inactive', selected: true })).toBeVisible()
  })

  test('finds titles 500 ms after typing stops (PAY-03)', async ({ signedIn: page, program }) => {
    const made = await makePaymentPage(program, { title: unique('Queue_100%') })
    await page.goto('/custom-payment-pages')
    await expect(row(page, made.title)).toBeVisible()
    const asked: { title: string; at: number }[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/admin/payment-entity')
        asked.push({ title: searchParams.get('title') ?? '', at: Date.now() })
    })
    const begun = Date.now()
    await page.getByRole('searchbox').fill('queue_100%')
    const titles = page.getByRole('table', { name: 'Custom payment pages' }).getByRole('rowheader')
    await expect(titles).toContainText([made.title])
    await expect(titles).toHaveCount(1)
    expect(asked.map(({ title }) => title)).toEqual(['queue_100%'])
    expect((asked[0]?.at ?? 0) - begun).toBeGreaterThanOrEqual(500)
    await expect(page).toHaveURL(/q=queue/)
    await page.reload()
    await expect(titles).toContainText([made.title])

    await page.getByRole('searchbox').fill('nothing is called so')
    await expect(page.getByText('No payment pages found')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(row(page, made.title)).toBeVisible()
  })

  test('keeps the form open when a pending search starts (PAY-03, PAY-04)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makePaymentPage(program)
    await page.goto('/custom-payment-pages')
    await page.getByRole('searchbox').fill(made.title)
    // Dispatched directly: a click waits for the button to be stable, and the search would start in the meantime.
    await page.getByRole('link', { name: 'Create New' }).dispatchEvent('click')
    const dialog = page.getByRole('dialog', { name: 'Create payment page' })
    await expect(page).toHaveURL(/create=/)
    await expect(page).toHaveURL(/q=/)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(
      page.getByRole('table', { name: 'Custom payment pages' }).getByRole('rowheader'),
    ).toContainText([made.title])
  })

  test('fits the rows and the form on a phone (PAY-05)', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/custom-payment-pages')
    await expect(page.getByRole('table', { name: 'Custom payment pages' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothSchemes(page)
    await openNew(page)
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothSchemes(page)
  })
})

test('prices and what buyers pay are in one line each at 1280 px (OQ-668)', async ({
  signedIn: page,
  program,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const made = await makePaymentPage(program)
  await page.goto('/custom-payment-pages')
  const lines = row(page, made.title).getByText(/incl\. 18% GST/)
  await expect(lines).toHaveCount(2)
  for (const line of await lines.all()) {
    // A line of small text is 16 px high, and the cell does not cut it.
    expect((await line.boundingBox())?.height).toBeLessThan(24)
    expect(await line.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  }
})

test('a row on a phone stays as tall when the address of its page arrives (PAY-05, OQ-310)', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const session = await holdCalls(page, '**/admin/session')
  await page.goto('/custom-payment-pages')
  const first = page.getByRole('table', { name: 'Custom payment pages' }).locator('tbody tr').first()
  const copy = first.getByRole('button', { name: /^Copy Payment Page link/ })
  const height = async () => (await first.boundingBox())?.height
  await expect(first).toBeVisible()
  await expect(copy).toHaveCount(0)
  const before = await height()
  await session.release()
  await expect(copy).toBeVisible()
  expect(await height()).toBe(before)
})

test.describe('a new page', () => {
  test('creates a page with its picture and lists it as active (PAY-01, PAY-04, PAY-16, PAY-18)', async ({
    signedIn: page,
    program,
  }) => {
    const title = unique('Estate kit')
    await page.goto('/custom-payment-pages?tab=inactive')
    const dialog = await openNew(page)
    await expect(dialog.getByRole('checkbox', { name: 'Active' })).toBeChecked()
    await expectAccessibleInBothSchemes(page)
    await fillNew(dialog, title)
    await dialog.getByLabel('Description').fill('Templates and a call.')
    await dialog.getByLabel('Add to cart activity ID').fill('4401')
    await dialog.getByLabel('Purchase activity ID').fill('4402')
    await expectAccessibleInBothSchemes(page)
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/admin/payment-entity',
    )
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, 'Payment entity created successfully!')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/custom-payment-pages$/)
    await expect(row(page, title)).toBeVisible()
    await expectRendition(row(page, title).locator('img').last())
    expect((await sent).postDataJSON()).toMatchObject({ lsq: { add_to_cart: '4401', purchase: '4402' } })

    const [stored] = await pagesTitled(program, title)
    expect(stored).toMatchObject({
      title,
      description: 'Templates and a call.',
      is_active: true,
      prices: expect.arrayContaining([
        { currency_code: 'INR', original_price: 499_900, current_price: 99_900 },
        { currency_code: 'USD', original_price: 9_900, current_price: 1_999 },
      ]),
      meta: { lsq: { add_to_cart: '4401', purchase: '4402' } },
    })
    const banner = await fetch(new URL(stored?.banner ?? '', program.url))
    expect([banner.status, banner.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('creates an inactive page without the check mark (PAY-02, OQ-107)', async ({
    signedIn: page,
    program,
  }) => {
    const title = unique('Not yet')
    await page.goto('/custom-payment-pages')
    const dialog = await openNew(page)
    await fillNew(dialog, title)
    await dialog.getByRole('checkbox', { name: 'Active' }).uncheck()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/tab=inactive/)
    await expect(row(page, title)).toBeVisible()
    expect(await pagesTitled(program, title)).toMatchObject([{ is_active: false }])
  })

  test('reports missing and invalid values at their fields (PAY-06, PAY-07, PAY-08, PAY-09, OQ-102)', async ({
    signedIn: page,
  }) => {
    await page.goto('/custom-payment-pages')
    const dialog = await openNew(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Please upload a banner image')).toBeVisible()
    await expect(dialog.getByText('Title is required')).toBeVisible()
    await expect(dialog.getByText('Price is required')).toHaveCount(4)
    await expectAccessibleInBothSchemes(page)

    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await expect(dialog.getByText('Only JPG, PNG or WEBP images are allowed')).toBeVisible()
    await pickPicture(dialog, await pictureBytes('png'))
    await expect(dialog.getByText('Please upload a banner image')).toHaveCount(0)

    const title = dialog.getByLabel('Title')
    await title.fill('x')
    await dialog.getByLabel('Description').focus()
    await expect(dialog.getByText('Title is required')).toBeVisible()
    await title.fill('xy')
    await dialog.getByLabel('Description').focus()
    await expect(dialog.getByText('Title is required')).toHaveCount(0)
    await title.fill('🎓'.repeat(101))
    await expect(dialog.getByText('101 / 100')).toBeVisible()
    await dialog.getByLabel('Description').focus()
    await expect(dialog.getByText('Title should not exceed 100 characters')).toBeVisible()
    await title.fill('🎓'.repeat(100))
    await expect(dialog.getByText('100 / 100')).toBeVisible()
    await dialog.getByLabel('Description').focus()
    await expect(dialog.getByText('Title should not exceed 100 characters')).toHaveCount(0)

    for (const label of ['Add to cart activity ID', 'Purchase activity ID']) {
      await dialog.getByLabel(label).fill('12a')
      await dialog.getByLabel('Description').focus()
      await expect(dialog.getByText('Leadsquared activity ID should be a number.')).toBeVisible()
      await dialog.getByLabel(label).fill('12')
      await dialog.getByLabel('Description').focus()
      await expect(dialog.getByText('Leadsquared activity ID should be a number.')).toHaveCount(0)
    }
  })

  test("shows the buyer's price with 18% GST below each current price while typing (PAY-10, OQ-105)", async ({
    signedIn: page,
  }) => {
    await page.goto('/custom-payment-pages')
    const dialog = await openNew(page)
    const rupees = dialog.getByLabel('Current price, INR')
    // Beside the original price, in the row of its currency.
    const rowOf = async (field: Locator) => (await field.boundingBox())?.y
    expect(await rowOf(rupees)).toBe(await rowOf(dialog.getByLabel('Original price, INR')))
    for (const [key, typed, final] of [
      ['9', '₹0.09', '₹0.11'],
      ['9', '₹0.99', '₹1.17'],
      ['9', '₹9.99', '₹11.79'],
      ['0', '₹99.90', '₹117.88'],
      ['0', '₹999.00', '₹1,178.82'],
    ] as const) {
      await rupees.press(key)
      await expect(rupees).toHaveValue(typed)
      await expect(dialog.getByText(`${final} incl. 18% GST`)).toBeVisible()
    }
    await dialog.getByLabel('Current price, USD').fill('1999')
    await expect(dialog.getByText('$23.59 incl. 18% GST')).toBeVisible()
    await dialog.getByLabel('Original price, INR').fill('50000')
    await expect(dialog.getByText('The current price is above the original price.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  test("shows the server's message when a page is refused and keeps the entries (PAY-17)", async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 4\d\d /)
    const title = unique('Broken picture')
    await page.goto('/custom-payment-pages')
    const dialog = await openNew(page)
    await fillNew(dialog, title)
    // A GIF named .png, which only the server detects.
    await dialog.getByRole('button', { name: `Remove ${pictureSeen}` }).click()
    await pickPicture(dialog, await pictureBytes('gif'))
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, /^Could not create payment entity\. \S/)).toBeVisible()
    await expect(dialog.getByLabel('Title')).toHaveValue(title)
    await expect(dialog.getByText('Only JPG, PNG or WEBP images are allowed')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    expect(await pagesTitled(program, title)).toEqual([])
    await dialog.getByRole('button', { name: `Remove ${pictureSeen}` }).click()
    await pickPicture(dialog, await pictureBytes('png'))
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(row(page, title)).toBeVisible()
  })

  test('reports a missing response as unexpected, and a second try creates one page (PAY-19)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    const title = unique('Second try')
    await page.goto('/custom-payment-pages')
    const dialog = await openNew(page)
    await fillNew(dialog, title)
    // The server creates the page, but its response is lost.
    await page.route(
      '**/admin/payment-entity',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, 'An unexpected error occurred.')).toBeVisible()
    await expect(dialog.getByLabel('Title')).toHaveValue(title)
    expect(await pagesTitled(program, title)).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(row(page, title)).toBeVisible()
    expect(await pagesTitled(program, title)).toHaveLength(1)
  })
})

test.describe('an edit', () => {
  test('opens with the stored values and sends only changes (PAY-04, PAY-12, PAY-18)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makePaymentPage(program)
    await page.goto('/custom-payment-pages')
    const dialog = await openEdit(page, made.title)
    await expect(page).toHaveURL(new RegExp(`edit=${made._id}`))
    await expect(dialog.getByLabel('Title')).toHaveValue(made.title)
    await expect(dialog.getByLabel('Current price, INR')).toHaveValue('₹999.00')
    await expect(dialog.getByText('₹1,178.82 incl. 18% GST')).toBeVisible()
    await expect(dialog.getByLabel('Add to cart activity ID')).toHaveValue('3301')
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(dialog.getByLabel('Title')).toHaveValue(made.title)

    const title = unique('Renamed')
    await dialog.getByLabel('Title').fill(title)
    // Like a person: the field moves the caret to its end on focus.
    const price = dialog.getByLabel('Current price, INR')
    await price.click()
    await price.press('ControlOrMeta+a')
    await price.pressSequentially('89900')
    await expect(price).toHaveValue('₹899.00')
    await pickPicture(dialog, await pictureBytes('png'))
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Payment entity updated successfully!')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, title)).toContainText('₹899.00')
    expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['banner', 'prices', 'title'])
    const stored = await storedPaymentPage(program, made._id)
    expect(stored).toMatchObject({ title, description: made.description, is_active: true, meta: made.meta })
    expect(stored.banner).not.toBe(made.banner)
  })

  test('moves a page to Inactive and back with the checkbox (PAY-02)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makePaymentPage(program)
    await page.goto('/custom-payment-pages')
    const dialog = await openEdit(page, made.title)
    await dialog.getByRole('checkbox', { name: 'Active' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, made.title)).toHaveCount(0)
    expect((await storedPaymentPage(program, made._id)).is_active).toBe(false)
    await page.getByRole('tab', { name: 'Inactive' }).click()
    await openEdit(page, made.title)
    await dialog.getByRole('checkbox', { name: 'Active' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    expect((await storedPaymentPage(program, made._id)).is_active).toBe(true)
  })

  test("shows the server's message when an edit is refused (PAY-17)", async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 4\d\d /)
    const made = await makePaymentPage(program)
    await page.goto('/custom-payment-pages')
    const dialog = await openEdit(page, made.title)
    await pickPicture(dialog, await pictureBytes('gif'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, /^Could not update payment entity\. \S/)).toBeVisible()
    await expect(dialog).toBeVisible()
    expect((await storedPaymentPage(program, made._id)).banner).toBe(made.banner)
  })

  test('reports an edit of a page that does not exist and closes (PAY-04)', async ({
    signedIn: page,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(404))
    await page.goto('/custom-payment-pages?edit=01931f6e-0000-7000-8000-00000000ffff')
    await expect(page.getByText('This payment page could not be loaded.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/custom-payment-pages')
  })
})
