import type { Coupon, CouponLink } from '@greenroom/contract/money/coupon/coupon.schema'
import type { Locator, Page } from 'playwright/test'
import {
  answerCalls,
  card,
  expect,
  expectAccessibleInBothSchemes,
  holdCalls,
  loseCalls,
  refusedCall,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import type { Program } from './program.ts'
import { makeCoupon, makeMasterclass, makePublished, uniqueCode } from './records.ts'
import { daysFromNow, openCalendar, pickDay } from './wizard.ts'

async function linksOf(program: Program, id: string): Promise<CouponLink[]> {
  return (await program.call<CouponLink[]>('GET', `/admin/coupons/${id}`)).body.data
}

/** Opens the coupons of a masterclass from its card. */
async function openCoupons(page: Page, title: string): Promise<Locator> {
  await card(page, title).getByRole('button', { name: '+ Add coupon' }).click()
  const dialog = page.getByRole('dialog', { name: `Coupons for “${title}”` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Creates a coupon that is linked to a masterclass. */
async function makeLinked(program: Program, masterclassId: string): Promise<Coupon> {
  const coupon = await makeCoupon(program)
  const { _id, code, valid_till, discount_percentage } = coupon
  await program.call('PATCH', '/admin/coupons', {
    coupons: [{ _id, code, valid_till, discount_percentage }],
    entity_id: masterclassId,
    entity_type: 'masterclass',
  })
  return coupon
}

/** Searches for a coupon and selects it. */
async function pick(page: Page, dialog: Locator, code: string): Promise<void> {
  await dialog.getByLabel('Search coupons').fill(code)
  // The list before the search may have the coupon at another place.
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option', { name: new RegExp(code) }).click()
}

test('opens a dialog of 750 px from + Add coupon on every card except past ones (CPN-03, CPN-04)', async ({
  signedIn: page,
  program,
}) => {
  const { _id, title } = await makePublished(program)
  await page.goto('/masterclass')
  const dialog = await openCoupons(page, title)
  await expect(dialog.getByText('No coupons found')).toBeVisible()
  expect((await dialog.boundingBox())?.width).toBe(750)
  await expect(page).toHaveURL(new RegExp(`coupons=${_id}`))
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.goto('/masterclass?tab=draft')
  await expect(
    card(page, 'How much gold is enough?').getByRole('button', { name: '+ Add coupon' }),
  ).toBeVisible()
  await page.goto('/masterclass?tab=past')
  await expect(card(page, 'Small caps: hope and hazard')).toBeVisible()
  await expect(page.getByRole('button', { name: '+ Add coupon' })).toHaveCount(0)
})

test('searches for a coupon, adds and links it (CPN-05, CPN-06, CPN-09, CPN-21, OQ-040)', async ({
  signedIn: page,
  program,
}) => {
  const { _id, title } = await makeMasterclass(program)
  const coupon = await makeCoupon(program, { absolute_discount: 50000, discount_percentage: null })
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  const searches: { text: string; at: number }[] = []
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.includes('coupon')) calls.add(`${request.method()} ${pathname}`)
    if (pathname === '/admin/coupon')
      searches.push({ text: searchParams.get('search') ?? '', at: Date.now() })
  })
  const begun = Date.now()
  await dialog.getByLabel('Search coupons').fill(coupon.code)
  const option = page.getByRole('option', { name: new RegExp(coupon.code) })
  await expect(option).toContainText('₹500.00 off')
  const askedFor = () => searches.filter(({ text }) => text !== '')
  await expect.poll(() => askedFor().length).toBeGreaterThan(0)
  await expect(page.getByRole('option')).toHaveCount(1)
  const asked = askedFor()
  expect(asked.map(({ text }) => text)).toEqual([coupon.code])
  expect((asked[0]?.at ?? 0) - begun).toBeGreaterThanOrEqual(500)

  await option.click()
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText(coupon.code)
  await expectAccessibleInBothSchemes(page)
  expect(await linksOf(program, _id)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Coupon linked')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await linksOf(program, _id)).toMatchObject([
    { coupon_id: { code: coupon.code }, is_active: true, entity_id: _id, entity_type: 'masterclass' },
  ])
  const known = ['GET /admin/coupon', 'PATCH /admin/coupons', `GET /admin/coupons/${_id}`]
  expect([...calls].filter((call) => call.includes('/admin/') && !known.includes(call))).toEqual([])
  expect(calls).toContain('PATCH /admin/coupons')
})

test('removes a new row until it is saved (CPN-08)', async ({ signedIn: page, program }) => {
  const { _id, title } = await makeMasterclass(program)
  const [kept, removed] = [await makeCoupon(program), await makeCoupon(program)]
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await pick(page, dialog, kept.code)
  await pick(page, dialog, removed.code)
  await dialog.getByRole('button', { name: `Remove ${removed.code}` }).click()
  await expect(dialog.getByRole('list', { name: 'New coupons' })).not.toContainText(removed.code)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await linksOf(program, _id)).map((link) => link.coupon_id.code)).toEqual([kept.code])

  const again = await openCoupons(page, title)
  await expect(again.getByRole('region', { name: 'Linked coupons' })).toContainText(kept.code)
  await expect(again.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('switches a linked coupon off and on (CPN-07, CPN-18, CPN-20)', async ({ signedIn: page, program }) => {
  const { _id, title } = await makeMasterclass(program)
  const coupon = await makeLinked(program, _id)
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  const active = dialog.getByRole('switch', { name: `Active, ${coupon.code}` })
  await expect(active).toBeChecked()
  await expectAccessibleInBothSchemes(page)
  program.freeze()
  await active.click()
  await expect(toast(page, 'Changing coupon status')).toBeVisible()
  program.thaw()
  await expect(toast(page, 'Coupon status changed')).toBeVisible()
  await expect(active).not.toBeChecked()
  expect(await linksOf(program, _id)).toMatchObject([{ is_active: false }])
  await page.reload()
  await expect(active).not.toBeChecked()
  await active.focus()
  await page.keyboard.press('Space')
  await expect(active).toBeChecked()
  expect(await linksOf(program, _id)).toMatchObject([{ is_active: true }])
})

test('validates a new coupon, creates it at once and links it when saved (CPN-11, CPN-12, CPN-13, CPN-15, CPN-19)', async ({
  signedIn: page,
  program,
}) => {
  const { _id, title } = await makeMasterclass(program)
  const code = uniqueCode('WINTER')
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await dialog.getByRole('button', { name: 'Create new coupon' }).click()
  const form = dialog.getByRole('form', { name: 'New coupon' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Coupon Code is required')).toBeVisible()
  await expect(form.getByText('Validity is required')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await form.getByLabel('Code').fill('NO-WAY')
  await form.getByLabel('INR discount').focus()
  await expect(form.getByText('Only letters and numbers allowed')).toBeVisible()
  await form.getByLabel('Code').fill('')
  await form.getByLabel('Code').pressSequentially(code.toLowerCase())
  await expect(form.getByLabel('Code')).toHaveValue(code)
  await openCalendar(page, 'Valid till')
  await pickDay(page, 'Valid till', daysFromNow(20))
  await form.getByLabel('INR discount').pressSequentially('25000')
  await expect(form.getByLabel('INR discount')).toHaveValue('₹250.00')
  await form.getByLabel('Percent discount').fill('12.5')
  await form.getByRole('button', { name: 'Add', exact: true }).click()

  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText('₹250.00 off, 12.5% off')
  const made = await program.call<{ code: string }[]>('GET', `/admin/coupon?search=${code}`)
  expect(made.body.data).toMatchObject([
    { code, absolute_discount: 25000, absolute_discount_usd: null, discount_percentage: 12.5 },
  ])
  expect(await linksOf(program, _id)).toEqual([])
  const linked = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await linked).request().postDataJSON().coupons).toEqual([{ _id: expect.any(String), version: 1 }])
  await expect(dialog).toHaveCount(0)
  await expect(toast(page, 'Coupons Created').last()).toBeVisible()
  await expect(toast(page, 'Coupon linked')).toHaveCount(0)
  expect((await linksOf(program, _id)).map((link) => link.coupon_id.code)).toEqual([code])
})

test('changes an unsaved row, shows prices with it, and cancelling deletes only what nobody has linked (OQ-304, OQ-306, CPN-08)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const [{ title }, another] = [await makeMasterclass(program), await makeMasterclass(program)]
  const [left, linked] = [uniqueCode('LEFT'), uniqueCode('TAKEN')]
  const stored = async (code: string) =>
    (await program.call<Coupon[]>('GET', `/admin/coupon?search=${code}`)).body.data
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  const rows = dialog.getByRole('list', { name: 'New coupons' }).getByRole('listitem')
  for (const code of [left, linked]) {
    await dialog.getByRole('button', { name: 'Create new coupon' }).click()
    const form = dialog.getByRole('form', { name: 'New coupon' })
    await form.getByLabel('Code').fill(code)
    await openCalendar(page, 'Valid till')
    await pickDay(page, 'Valid till', daysFromNow(20))
    await form.getByLabel('Percent discount').fill('10')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(rows.filter({ hasText: code })).toContainText('10% off')
  }
  await dialog.getByRole('button', { name: `Change ${left}` }).click()
  const form = dialog.getByRole('form', { name: `Change ${left}` })
  await expect(form.getByLabel('Percent discount')).toHaveValue('10')
  await form.getByLabel('Percent discount').fill('50')
  await form.getByLabel('Max per person').fill('1')
  await expect(form.getByText('Price with this coupon')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await form.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: left })).toContainText('50% off · Limit: 1 per person')
  expect(await stored(left)).toMatchObject([{ discount_percentage: 50, max_per_person: 1, version: 2 }])
  const [taken] = await stored(linked)
  await program.call('PATCH', '/admin/coupons', {
    coupons: [{ _id: taken?._id }],
    entity_id: another._id,
    entity_type: 'masterclass',
  })

  const refused = page.waitForResponse((response) => response.status() === 409)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await refused
  await expect.poll(() => stored(left)).toEqual([])
  expect(await stored(linked)).toHaveLength(1)
})

test('refuses a taken code at its field (CPN-19, OQ-046)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { title } = await makeMasterclass(program)
  const { code } = await makeCoupon(program)
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await dialog.getByRole('button', { name: 'Create new coupon' }).click()
  const form = dialog.getByRole('form', { name: 'New coupon' })
  await form.getByLabel('Code').fill(code)
  await openCalendar(page, 'Valid till')
  await pickDay(page, 'Valid till', daysFromNow(3))
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Coupon code already exists')).toBeVisible()
  await expect(toast(page, 'Could not create coupons.')).toBeVisible()
  await expect(form.getByLabel('Code')).toHaveValue(code)
})

test('creates and links a new coupon by one press, and keeps it for Save when the link fails (OQ-046)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const { _id, title } = await makeMasterclass(program)
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  const createAndLink = async (code: string) => {
    await dialog.getByRole('button', { name: 'Create new coupon' }).click()
    const form = dialog.getByRole('form', { name: 'New coupon' })
    await form.getByLabel('Code').fill(code)
    await openCalendar(page, 'Valid till')
    await pickDay(page, 'Valid till', daysFromNow(3))
    await form.getByLabel('Percent discount').fill('10')
    await form.getByRole('button', { name: 'Create and link' }).click()
  }
  const codes = [uniqueCode('FIRST'), uniqueCode('SECOND')] as const
  await createAndLink(codes[0])
  await expect(dialog).toHaveCount(0)
  expect((await linksOf(program, _id)).map((link) => link.coupon_id.code)).toEqual([codes[0]])

  await card(page, title).getByRole('button', { name: '+ Add coupon' }).click()
  await page.route('**/admin/coupons', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await createAndLink(codes[1])
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText(codes[1])
  expect(await linksOf(program, _id)).toHaveLength(1)
  await page.unroute('**/admin/coupons')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await linksOf(program, _id)).toHaveLength(2)
})

test('reports failures and loses nothing (OQ-040, CPN-20)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const { _id, title } = await makeMasterclass(program)
  const [before, coupon] = [await makeLinked(program, _id), await makeCoupon(program)]
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  const linked = dialog.getByRole('switch', { name: `Active, ${before.code}` })
  await expect(linked).toBeChecked()
  await pick(page, dialog, coupon.code)
  await loseCalls(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Could not link coupon.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText(coupon.code)
  await linked.focus()
  await page.keyboard.press('Space')
  await expect(toast(page, 'Could not change coupon status.')).toBeVisible()
  await expect(linked).toBeChecked()
  await answerCalls(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Coupon linked')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('shows a coupon that someone else changed before and after, and linking keeps their change (OQ-109, OQ-045)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const [{ _id, title }, another] = [await makeMasterclass(program), await makeMasterclass(program)]
  const [changed, kept] = [await makeCoupon(program), await makeCoupon(program)]
  const change = (discount_percentage: number) =>
    program.call('PATCH', '/admin/coupons', {
      coupons: [{ _id: changed._id, discount_percentage }],
      entity_id: another._id,
      entity_type: 'masterclass',
    })
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await pick(page, dialog, changed.code)
  await pick(page, dialog, kept.code)
  await change(90)
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(toast(page, 'Could not link coupons.')).toBeVisible()
  const question = dialog.getByRole('alert')
  await expect(question).toContainText(`Someone else changed ${changed.code} from “20% off,`)
  await expect(question).toContainText('to “90% off,')
  const row = dialog.getByRole('list', { name: 'New coupons' }).getByRole('listitem')
  await expect(row.filter({ hasText: changed.code })).toContainText('Changed')
  await expect(row.filter({ hasText: changed.code })).toContainText('90% off')
  await expect(row.filter({ hasText: kept.code })).toContainText('Not saved')
  await expectAccessibleInBothSchemes(page)
  expect(await linksOf(program, _id)).toEqual([])

  await dialog.getByRole('button', { name: `Remove ${changed.code}` }).click()
  await expect(question).toHaveCount(0)
  await pick(page, dialog, changed.code)
  await save.click()
  await expect(toast(page, 'Coupons linked')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const links = await linksOf(program, _id)
  expect(
    links.map(({ coupon_id: { code, discount_percentage, version } }) => [
      code,
      discount_percentage,
      version,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [changed.code, 90, 2],
      [kept.code, 20, 1],
    ]),
  )
})

test('ends in the chosen state when someone else has switched the coupon (OQ-109, CPN-18)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { _id, title } = await makeMasterclass(program)
  const coupon = await makeLinked(program, _id)
  const turn = (is_active: boolean) =>
    program.call('POST', '/admin/coupon/entity', { coupon_id: coupon._id, entity_id: _id, is_active })
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  const active = dialog.getByRole('switch', { name: `Active, ${coupon.code}` })
  await expect(active).toBeChecked()
  await turn(false)
  await active.click()
  await expect(toast(page, 'Someone else has already made this change.')).toBeVisible()
  await expect(active).not.toBeChecked()
  expect(await linksOf(program, _id)).toMatchObject([{ is_active: false, version: 2 }])

  await turn(true)
  await turn(false)
  await active.click()
  await expect(active).toBeChecked()
  await expect(active).not.toHaveAttribute('aria-busy')
  expect(await linksOf(program, _id)).toMatchObject([{ is_active: true, version: 5 }])
})

test('asks before closing the dialog with unsaved rows (OQ-109)', async ({ signedIn: page, program }) => {
  const { title } = await makeMasterclass(program)
  const coupon = await makeCoupon(program)
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await pick(page, dialog, coupon.code)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText(coupon.code)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
})

test('asks before going back from the dialog with unsaved rows (OQ-109)', async ({
  signedIn: page,
  program,
}) => {
  const { title } = await makeMasterclass(program)
  const coupon = await makeCoupon(program)
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await openCoupons(page, title)
  await pick(page, dialog, coupon.code)
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleName('Close without saving?')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText(coupon.code)
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/masterclass\?tab=draft$/)
  await openCoupons(page, title)
  await expect(dialog.getByText('No coupons found')).toBeVisible()
})

test('does not save while a new coupon is half typed, because saving closes the dialog (CPN-09, OQ-109)', async ({
  signedIn: page,
  program,
}) => {
  const { _id, title } = await makeMasterclass(program)
  const coupon = await makeCoupon(program)
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await pick(page, dialog, coupon.code)
  await dialog.getByRole('button', { name: 'Create new coupon' }).click()
  await dialog.getByLabel('Code').fill('HALF')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(dialog.getByText('Add or cancel the new coupon first')).toBeVisible()
  await dialog.getByRole('form', { name: 'New coupon' }).getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await linksOf(program, _id)).map((link) => link.coupon_id.code)).toEqual([coupon.code])
})

test('OQ-109 OQ-012 the dialog is locked while saving, the reason stays beside the button, and a reload keeps both forms', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const { _id, title } = await makeMasterclass(program)
  const coupon = await makeCoupon(program)
  await page.goto('/masterclass?tab=draft')
  const dialog = await openCoupons(page, title)
  await pick(page, dialog, coupon.code)
  const held = await holdCalls(page, '**/admin/coupons')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: `Remove ${coupon.code}` })).toBeDisabled()
  await expect(dialog.getByLabel('Search coupons')).toBeDisabled()
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Close while it is being saved?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await held.lose()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The server did not respond. Check your connection and try again.',
  )
  await held.release()

  await dialog.getByRole('button', { name: 'Create new coupon' }).click()
  await dialog.getByLabel('Code').fill('HALF')
  await page.reload()
  await expect(dialog.getByLabel('Code')).toHaveValue('HALF')
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText(coupon.code)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('form', { name: 'New coupon' }).getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await linksOf(program, _id)).map((link) => link.coupon_id.code)).toEqual([coupon.code])
})
