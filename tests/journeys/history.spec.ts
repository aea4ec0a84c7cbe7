import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  row,
  signIn,
  test,
  toast,
} from './journey.ts'
import { makeMember } from './moderation-records.ts'
import { makeCoupon, makeMasterclass, makeShortlink, uniqueCode } from './records.ts'
import { openCalendar } from './wizard.ts'

test('shows a change with before and after, in the panel of the record and in the history (OQ-340, OQ-341, OQ-344)', async ({
  signedIn: page,
  program,
}) => {
  const coupon = await makeCoupon(program, { absolute_discount: 50_000, discount_percentage: null })
  await page.goto(`/coupons?tab=unlinked&q=${coupon.code}`)
  const edit = row(page, coupon.code).getByRole('button', { name: `Edit ${coupon.code}` })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: `Edit ${coupon.code}` })
  await dialog.getByLabel('INR discount').fill('75000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Coupon updated')).toBeVisible()

  await edit.click()
  await dialog.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History', exact: true })
  const entries = panel.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText(
    `Changed discount (INR) of the coupon “${coupon.code}” from ₹500.00 to ₹750.00`,
  )
  await expect(entries.first()).toContainText('Meera Nair')
  await expect(entries.last()).toContainText(`Created the coupon “${coupon.code}”`)
  await expectAccessibleInBothSchemes(page)

  // The dialog below stays open.
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'History' })).toBeFocused()

  await dialog.getByRole('button', { name: 'History' }).click()
  await panel.getByRole('link', { name: 'Show all in History' }).click()
  await expect(page).toHaveURL(`/history?record=coupon%3A${coupon._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History')
  const rows = page.getByRole('table', { name: 'History' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await rows
    .first()
    .getByRole('button', { name: /^Show change: Changed/ })
    .click()
  await expect(rows.first().getByRole('definition')).toHaveText(/₹500\.00.*₹750\.00/)
  await expectAccessibleInBothSchemes(page)
})

test('filters the history in the address, and opens the record of an entry (OQ-340)', async ({
  signedIn: page,
  program,
}) => {
  const code = uniqueCode('HIST')
  const coupon = await makeCoupon(program, { code })
  await page.goto('/history')
  await page.getByRole('combobox', { name: 'Section' }).click()
  await page.getByRole('option', { name: 'Coupons' }).click()
  await expect(page).toHaveURL(/section=coupon/)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText(`Created the coupon “${code}”`)
  await row.getByRole('button', { name: `Only entries of ${code}` }).click()
  await expect(page).toHaveURL(/record=coupon/)
  await expect(page.getByRole('table', { name: 'History' }).locator('tbody').getByRole('row')).toHaveCount(1)
  const filters = page.getByRole('list', { name: 'Filters' })
  await expect(filters.getByRole('listitem')).toHaveText(['Section Coupons', `Record ${code}`])
  await page.reload()
  await expect(filters.getByRole('listitem')).toHaveText(['Section Coupons', `Record ${code}`])

  const calendar = await openCalendar(page, 'To')
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await calendar.getByRole('button', { name: /^1 / }).first().click()
  await expect(page).toHaveURL(/to=\d{4}-\d{2}-01/)
  await expect(page.getByText('Nothing in the history')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/history')
  await expect(row).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('link', { name: code }).click()
  await expect(page.getByRole('dialog', { name: `Edit ${code}` })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`edit=${coupon._id}`))
})

test('shows a run of the same change as one row that opens (OQ-709)', async ({ signedIn: page, program }) => {
  const first = await makeShortlink(program)
  const made = [first]
  for (let more = 0; more < 5; more++) made.push(await makeShortlink(program))
  await page.goto('/history?section=shortlink')
  const run = page
    .getByRole('row')
    .filter({ hasText: /Created \d+ short links/ })
    .first()
  const entry = page.getByRole('row').filter({ hasText: `Created the short link “${first.shortCode}”` })
  await expect(run).toBeVisible()
  await expect(entry).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  const toggle = run.getByRole('button', { name: /^Show \d+ entries/ })
  await toggle.click()
  await expect(entry).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await run.getByRole('button', { name: /^Hide/ }).click()
  await expect(entry).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await toggle.click()
  await expectNoSidewaysScroll(page)
  await entry.getByRole('button', { name: /^Only entries of/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Created the short link' })).toHaveCount(1)
})

test('shows what a viewer tried, and exports the filtered list (OQ-342, OQ-343)', async ({
  signedIn: page,
  program,
  browser,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(403))
  const viewer = 'tara.bose@greenroom.example'
  const token = await program.token(viewer)
  const refused = await fetch(`${program.url}/admin/creator`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(refused.status).toBe(403)
  await page.goto(`/history?kind=refused&person=${viewer}`)
  const row = page.getByRole('row').filter({ hasText: 'Not allowed: Create a creator' }).first()
  await expect(row).toContainText('Tara Bose')
  await expect(row).toContainText('Refused')
  await expect(row).toContainText('From 127.0.0.1')

  await page.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export history' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/)
  await expect(dialog.getByText(/^history-/)).toBeVisible()

  // Without the permission there is neither the screen nor the button on a record.
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, token, 'viewer')
  await theirs.goto(`${program.url}/history`)
  await expect(theirs.getByText('Your role (Viewer) does not include Administration.')).toBeVisible()
  await theirs.goto(`${program.url}/creators`)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Creators')
  await expect(theirs.getByRole('button', { name: /^History/ })).toHaveCount(0)
  await theirs.context().close()
})

test('shows an owner who looked at a person, and nobody else (OQ-669)', async ({
  signedIn: page,
  program,
  browser,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(403))
  const member = await makeMember(program)
  const token = await program.token('kabir.rao@greenroom.example')
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${program.url}/admin/people/${member.id}`, { headers })).status).toBe(200)
  const about = new URLSearchParams({
    kind: 'looks',
    entity_type: 'person',
    entity_id: `user.${member.id}`,
    person: 'kabir.rao@greenroom.example',
  })
  await expect
    .poll(
      async () =>
        (await program.call<{ entries: object[] }>('GET', `/admin/history?${about}`)).body.data.entries
          .length,
    )
    .toBe(1)

  await page.goto(`/people/${member.id}`)
  await page.getByRole('link', { name: 'Who looked' }).click()
  await expect(page).toHaveURL(/\/history\?kind=looks&record=person%3Aperson\.[0-9a-f-]{36}$/)
  const look = page.getByRole('row').filter({ hasText: 'Kabir Rao' })
  await expect(look).toContainText(`Looked at the page of ${member.name}`)
  await expect(look).toContainText('From 127.0.0.1 · session')
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([
    'Kind Who looked',
    `Record ${member.name}`,
  ])
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await look.getByRole('link', { name: member.name }).click()
  await expect(page).toHaveURL(/\/people\/person\.[0-9a-f-]{36}$/)
  await expectNoSidewaysScroll(page)

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, token, 'administrator')
  await theirs.goto(`${program.url}/history`)
  await theirs.getByRole('combobox', { name: 'Kind' }).click()
  await expect(theirs.getByRole('option')).toHaveText(['Changes', 'Sign-ins', 'Refused'])
  await theirs.goto(`${program.url}/people/${member.id}`)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(member.name)
  await expect(theirs.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Who looked' })).toHaveCount(0)
  await theirs.context().close()
})

test('opens the history on a screen of one record, on a card, and says if there is none (OQ-344)', async ({
  signedIn: page,
  program,
}) => {
  const { _id, title } = await makeMasterclass(program)
  await page.goto(`/masterclass/edit/${_id}`)
  await page.getByRole('banner').getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History', exact: true })
  await expect(panel).toContainText(`Created the masterclass “${title}”`)
  await expect(panel.getByRole('definition').filter({ hasText: '₹2,499.00' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/creators')
  await page.getByRole('button', { name: 'History of Ananya Deshpande' }).click()
  await expect(page.getByRole('dialog', { name: 'History of Ananya Deshpande' })).toContainText(
    'No changes yet',
  )
  await expectNoSidewaysScroll(page)
})
