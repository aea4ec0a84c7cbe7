import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  row,
  test,
  toast,
} from './journey.ts'
import { makeCoupon, makeMasterclass, makeTransaction, uniqueCode } from './records.ts'
import { daysFromNow, openCalendar, pickDay } from './wizard.ts'

test('lists, finds, edits with a conflict, creates and deletes coupons (OQ-305, OQ-303, OQ-304, OQ-306)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { _id: masterclassId, title } = await makeMasterclass(program)
  const coupon = await makeCoupon(program, { absolute_discount: 50_000, discount_percentage: null })
  await program.call('PATCH', '/admin/coupons', {
    coupons: [{ _id: coupon._id }],
    entity_id: masterclassId,
    entity_type: 'masterclass',
  })
  await program.query(
    `insert into transaction (id, reference_order_id, status, amount, discount_amount, coupon_id, coupon_code,
       currency_code, created_at, entity_type, entity_id, entity_title, user_id, user_first_name, user_last_name,
       user_phone, user_email)
     select gen_random_uuid(), 'order_' || gen_random_uuid(), 'completed', 49900, 50000, $1, $2, 'INR', now(),
       'masterclass', $3, $4, gen_random_uuid(), 'Priya', 'Sharma', '+919876543210', 'priya@mail.example'
     from generate_series(1, 2)`,
    [coupon._id, coupon.code, masterclassId, title],
  )

  await page.goto('/coupons')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coupons')
  await expect(page.getByRole('tab')).toHaveText([/^Active/, /^Ended/, /^Not in use/])
  await page.getByRole('searchbox').fill(coupon.code.toLowerCase())
  const mine = row(page, coupon.code)
  await expect(page.getByRole('table', { name: 'Coupons' }).getByRole('rowheader')).toHaveText([coupon.code])
  await expect(mine).toContainText('₹500.00 off')
  await expect(mine).toContainText('1 product')
  await expect(mine).toContainText('2 redeemed')
  await expect(mine).toContainText('₹1,000.00')
  await expectAccessibleInBothSchemes(page)

  await mine.getByText('₹500.00 off').click()
  await expect(page.getByRole('dialog', { name: `Edit ${coupon.code}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await mine.getByRole('button', { name: `Edit ${coupon.code}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Edit ${coupon.code}` })
  await expect(dialog.getByRole('group', { name: 'Code' })).toHaveText(`Code${coupon.code}`)
  await expect(dialog.getByRole('group', { name: 'Discount' })).toContainText('₹500.00 off')
  await expect(dialog.getByLabel('INR discount')).toHaveCount(0)
  await expect(dialog.getByRole('row', { name: new RegExp(title) })).toContainText('No discount in USD')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByLabel('Max redemptions').fill('2')
  await program.call('PATCH', `/admin/coupon/${coupon._id}`, { max_per_person: 1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Coupon updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(mine).toContainText('Limit: at most 2, 1 per person')
  await expect(mine).toContainText('Used up')
  await expect(mine).toContainText('2 of 2 redeemed')

  const code = uniqueCode('ALONE')
  await page.getByRole('button', { name: 'Create New' }).click()
  const form = page.getByRole('dialog', { name: 'Create coupon' })
  await form.getByLabel('Code').fill(code)
  await openCalendar(page, 'Valid till')
  await pickDay(page, 'Valid till', daysFromNow(20))
  await form.getByLabel('USD discount').pressSequentially('500')
  await expectAccessibleInBothSchemes(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Coupons Created')).toBeVisible()
  await expect(row(page, code)).toContainText('Not in use')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/coupons?tab=unlinked&q=${code}`)
  await row(page, code)
    .getByRole('button', { name: `Edit ${code}` })
    .click()
  const alone = page.getByRole('dialog', { name: `Edit ${code}` })
  await expect(alone).toContainText('Not in use yet.')
  await expectNoSidewaysScroll(page)
  await alone.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog', { name: `Delete ${code}?` })
    .getByRole('button', { name: 'Delete' })
    .press('Enter')
  await expect(toast(page, 'Coupon deleted')).toBeVisible()
  await expect(page.getByText('No coupons found')).toBeVisible()
  await expect(alone).toHaveCount(0)
  await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1)
})

test('filters coupons by their end and by what they are linked to, in the address (OQ-682)', async ({
  signedIn: page,
  program,
}) => {
  const mark = uniqueCode('F')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const near = await makeCoupon(program, { code: `${mark}A`, valid_till: inDays(3) })
  const far = await makeCoupon(program, { code: `${mark}B`, valid_till: inDays(60) })
  const { _id: entity_id } = await makeMasterclass(program)
  const coupons = [{ _id: far._id }]
  await program.call('PATCH', '/admin/coupons', { coupons, entity_id, entity_type: 'masterclass' })
  const codes = page.getByRole('table', { name: 'Coupons' }).getByRole('rowheader')
  const choose = async (field: string, choice: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: choice, exact: true }).click()
  }

  await page.goto(`/coupons?q=${mark}`)
  await expect(codes).toHaveText([far.code, near.code])
  await choose('Ends', 'Within 7 days')
  await expect(page).toHaveURL(`/coupons?q=${mark}&ends=week`)
  await expect(codes).toHaveText([near.code])
  await choose('Linked to', 'Masterclasses')
  await expect(page.getByText('No coupons match the filters.')).toBeVisible()
  await choose('Ends', 'Later')
  await expect(codes).toHaveText([far.code])
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Active 1')
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await expect(codes).toHaveText([far.code])
  await page.getByRole('tab', { name: /^Not in use/ }).click()
  await expect(page.getByRole('combobox', { name: 'Linked to' })).toHaveCount(0)
  await page.getByRole('tab', { name: /^Ended/ }).click()
  await expect(page.getByRole('combobox', { name: 'Ends' })).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/coupons?q=${mark}&ends=later&linked=membership`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/coupons')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
})

test('changes the last day of several coupons at once, takes it back, and changes none of them if one has changed (OQ-683)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const mark = uniqueCode('E')
  const [one, two] = [
    await makeCoupon(program, { code: `${mark}A` }),
    await makeCoupon(program, { code: `${mark}B` }),
  ]
  await page.goto(`/coupons?q=${mark}`)
  await page.getByRole('checkbox', { name: `Select ${one.code}` }).check()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Select ${two.code}` }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Change last day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the last day of 2 coupons' })
  await dialog.getByRole('button', { name: 'Change 2 coupons' }).click()
  await expect(dialog.getByText('Validity is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Valid till' }).fill('31/12/2031')
  await expectAccessibleInBothSchemes(page)
  await program.call('PATCH', `/admin/coupon/${two._id}`, { max_per_person: 1 })
  await dialog.getByRole('button', { name: 'Change 2 coupons' }).click()
  await expect(dialog.getByText('1 of 2 coupons have changed meanwhile')).toBeVisible()
  await expect(row(page, one.code)).not.toContainText('31 Dec 2031')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change last day' }).click()
  await dialog.getByRole('textbox', { name: 'Valid till' }).fill('31/12/2031')
  await dialog.getByRole('button', { name: 'Change 2 coupons' }).click()
  const done = toast(page, 'Last day of 2 coupons changed')
  await expect(done).toBeVisible()
  for (const { code } of [one, two]) await expect(row(page, code)).toContainText('31 Dec 2031')
  await done.getByRole('button', { name: 'Undo' }).click()
  for (const { code } of [one, two]) await expect(row(page, code)).not.toContainText('31 Dec 2031')
  const { body } = await program.call<{ valid_till: string }>('GET', `/admin/coupon/${one._id}`)
  expect(body.data.valid_till).toBe(one.valid_till)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('leads from a coupon to exactly the orders that redeemed it, and back from an order (OQ-320, OQ-321)', async ({
  signedIn: page,
  program,
}) => {
  const coupon = await makeCoupon(program, { absolute_discount: 50_000, discount_percentage: null })
  const makeOrder = async (fields: Parameters<typeof makeTransaction>[1]) => {
    const made = await makeTransaction(program, fields)
    await program.query(
      'update transaction set coupon_id = $1, coupon_code = $2, discount_amount = 50000 where id = $3',
      [coupon._id, coupon.code, made.id],
    )
    return made
  }
  const old = await makeOrder({ created_at: '2025-01-05T06:00:00Z' })
  const refunded = await makeOrder({ entity_type: 'membership', status: 'refunded' })
  const abroad = await makeOrder({ currency_code: 'USD', amount: 4_900 })
  await makeOrder({ status: 'pending' })
  await makeTransaction(program)

  await page.goto(`/coupons?q=${coupon.code}`)
  const listed = row(page, coupon.code)
  await listed.getByRole('link', { name: '3 redeemed' }).click()
  await expect(page).toHaveURL(/\/transactions\/all\?/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Transactions')
  const chips = page.getByRole('list', { name: 'Filters' })
  await expect(chips).toContainText(`Coupon ${coupon.code}`)
  await expect(chips).toContainText('Status Completed or refunded')
  const table = page.getByRole('table', { name: 'All transactions' })
  const references = () =>
    table
      .getByRole('row')
      .locator('a[aria-label]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
  const redeemed = [old, refunded, abroad].map((made) => made.reference_order_id).sort()
  await expect.poll(async () => (await references()).sort()).toEqual(redeemed)
  await expect(page.getByRole('region', { name: 'Sums of the filtered orders' })).toContainText('2 orders')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await table.getByRole('link', { name: old.reference_order_id }).click()
  await page.getByRole('region', { name: 'Amounts' }).getByRole('link', { name: coupon.code }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${coupon.code}` })
  await dialog.getByRole('link', { name: '1 order in USD' }).click()
  await expect(chips).toContainText('Currency USD')
  await expect.poll(references).toEqual([abroad.reference_order_id])
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/transactions/orders/${old.id}`)
  await page.goBack()
  await expect.poll(references).toHaveLength(3)

  await chips.getByRole('button', { name: 'Remove Status Completed or refunded' }).click()
  await expect.poll(references).toHaveLength(4)
  await chips.getByRole('button', { name: `Remove Coupon ${coupon.code}` }).click()
  await expect(chips).toHaveCount(0)
  await page.getByRole('button', { name: 'Coupon', exact: true }).click()
  await page.getByRole('combobox', { name: 'Coupon' }).fill(coupon.code)
  await page.getByRole('option', { name: coupon.code }).click()
  await expect.poll(references).toHaveLength(4)
})
