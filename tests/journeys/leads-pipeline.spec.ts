import type { Locator, Page } from 'playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { changeLead, hoursFromNow, makeAdvisor, makeLead, makeService, storedLead } from './records.ts'

const board = (page: Page): Locator => page.getByRole('region', { name: 'Leads by status' })
const column = (page: Page, status: string): Locator => board(page).getByRole('region', { name: status })
const cardIn = (page: Page, status: string, reference: string): Locator =>
  column(page, status)
    .getByRole('listitem')
    .filter({ has: page.getByLabel(`Status of ${reference}`) })
const statusOf = (page: Page, reference: string): Locator =>
  page.getByRole('combobox', { name: `Status of ${reference}` })

test('shows for how long a lead has its status, and sorts by it (OQ-500)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const old = await makeLead(program, service, { created_at: hoursFromNow(-72 - 1) })
  const young = await makeLead(program, service, { created_at: hoursFromNow(-5.5) })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('combobox') })
  await expect(rows.first()).toContainText(young.reference_record_id)
  await expect(rows.first()).toContainText('for 5 hours')
  await expect(rows.nth(1)).toContainText('for 3 days')
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Longest in status' }).click()
  await expect(page).toHaveURL(/sort=longest/)
  await expect(rows.first()).toContainText(old.reference_record_id)
  await expectAccessibleInBothSchemes(page)
})

test('asks why a lead is closed, and saves it with or without a reason (OQ-504)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const [first, second] = [await makeLead(program, service), await makeLead(program, service)]
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await statusOf(page, first.reference_record_id).click()
  await page.getByRole('option', { name: 'CLOSED LOST' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`Why is ${first.reference_record_id} closed?`)
  await expectAccessibleInBothSchemes(page)
  // Escape gives the change up.
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect((await storedLead(program, first._id)).status).toBe('INSURANCE_CALL_SCHEDULED')

  await statusOf(page, first.reference_record_id).click()
  await page.getByRole('option', { name: 'CLOSED LOST' }).click()
  await question.getByLabel('Too expensive').check()
  await question.getByLabel('Note').fill('Wanted half the premium')
  await question.getByRole('button', { name: 'Save status' }).click()
  await expect(toast(page, 'Status updated!')).toBeVisible()
  await expect(page.getByText('for a moment · Too expensive')).toBeVisible()
  expect(await storedLead(program, first._id)).toMatchObject({
    status: 'CLOSED_LOST',
    close_reason: 'price',
    close_note: 'Wanted half the premium',
  })

  // By keyboard, without a reason: Enter in the question saves.
  await statusOf(page, second.reference_record_id).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('canc')
  await page.keyboard.press('Enter')
  await expect(question.getByLabel('No reason')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await storedLead(program, second._id)).status).toBe('CANCELLED')

  await page.getByRole('button', { name: second.reference_record_id }).click()
  await page.getByRole('button', { name: 'Add a reason' }).click()
  await page
    .getByRole('dialog', { name: /^Why is/ })
    .getByLabel('Duplicate booking')
    .check()
  await page.getByRole('button', { name: 'Save reason' }).click()
  await expect(toast(page, 'Reason saved')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Duplicate booking')).toBeVisible()
  await expectAccessible(page)
  expect((await storedLead(program, second._id)).close_reason).toBe('duplicate')
})

test('moves a card of the board by drag and by keyboard, and the counts with it (OQ-503)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  const other = await makeLead(program, service, { status: 'DISCUSSION_COMPLETED' })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await page.getByText('Board', { exact: true }).click()
  await expect(page).toHaveURL(/view=board/)
  await expect(board(page).getByRole('heading', { level: 2 })).toHaveCount(11)
  await expect(column(page, 'DISCUSSION COMPLETED').getByRole('heading')).toContainText('1 lead')
  await expectAccessibleInBothSchemes(page)

  const reference = lead.reference_record_id
  await cardIn(page, 'INSURANCE CALL SCHEDULED', reference).dragTo(column(page, 'DISCUSSION COMPLETED'))
  await expect(cardIn(page, 'DISCUSSION COMPLETED', reference)).toBeVisible()
  await expect(page.getByText(`${reference} moved to DISCUSSION COMPLETED`)).toBeAttached()
  await expect(column(page, 'DISCUSSION COMPLETED').getByRole('heading')).toContainText('2 leads')
  await expect(column(page, 'INSURANCE CALL SCHEDULED').getByRole('heading')).toContainText('0 leads')
  expect((await storedLead(program, lead._id)).status).toBe('DISCUSSION_COMPLETED')

  // Arrow keys walk over the cards; the list of statuses moves one, and the focus goes along.
  const names = column(page, 'DISCUSSION COMPLETED').getByRole('button', { name: /^Chandrika Menon/ })
  await names.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(names.nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  const moved = (await names.nth(1).getAttribute('aria-label'))?.split(', ')[1] ?? ''
  expect([reference, other.reference_record_id]).toContain(moved)
  await page.keyboard.press('Enter')
  await page.keyboard.type('quote')
  await page.keyboard.press('Enter')
  await expect(cardIn(page, 'QUOTE SENT TO CLIENT', moved).getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(names.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Chandrika Menon')
  await page.keyboard.press('Escape')

  // Alt with an arrow moves a card to the column beside.
  await expect(names.first()).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  const beside = column(page, 'DID NOT JOIN CALL').getByRole('button', { name: /^Chandrika Menon/ })
  await expect(beside).toBeFocused()
  await expect(page.getByText('moved to DID NOT JOIN CALL')).toBeAttached()
  await expect(page).toHaveURL(/view=board/)
})

test('folds the columns of closed leads, and opens the one that a card moves to (OQ-503)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const lead = await makeLead(program, service, { status: 'DOCUMENTS_PENDING' })
  await makeLead(program, service, { status: 'CANCELLED' })
  await page.goto(`/advisory/leads?service_id=${service._id}&view=board`)
  const won = column(page, 'CLOSED WON').getByRole('button', { expanded: false })
  const cancelled = column(page, 'CANCELLED')
  await expect(won).toBeVisible()
  await expect(cancelled.getByRole('heading')).toContainText('1 lead')
  await expect(cancelled.getByRole('listitem')).toHaveCount(0)
  await cancelled.getByRole('button', { expanded: false }).click()
  await expect(cancelled.getByRole('listitem')).toHaveCount(1)
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await expect(cancelled.getByRole('listitem')).toHaveCount(1)

  await cardIn(page, 'DOCUMENTS PENDING', lead.reference_record_id)
    .getByRole('button', { name: /^Chandrika Menon/ })
    .focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(cardIn(page, 'CLOSED WON', lead.reference_record_id).getByRole('button')).toBeFocused()
  // The card is there before it is saved.
  await expect.poll(async () => (await storedLead(program, lead._id)).status).toBe('CLOSED_WON')
})

test('asks for a reason on a drop, and puts a card back that somebody else has moved (OQ-503, OQ-504, OQ-109)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const service = await makeService(program)
  const lead = await makeLead(program, service, { status: 'QUOTE_SENT_TO_CLIENT' })
  const reference = lead.reference_record_id
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto(`/advisory/leads?service_id=${service._id}&view=board`)
  const card = cardIn(page, 'QUOTE SENT TO CLIENT', reference)
  // Five columns are in sight, and the test's drag doesn't scroll, as a browser's does at the edge of the board.
  const showFrom = (status: string) =>
    column(page, status).evaluate((element) => element.scrollIntoView({ inline: 'start', block: 'nearest' }))
  await showFrom('QUOTE SENT TO CLIENT')
  await card.dragTo(column(page, 'CLOSED LOST'))
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
  await changeLead(program, lead._id, { status: 'PAYMENT_LINK_SENT' })
  await showFrom('DISCUSSION COMPLETED')
  await card.dragTo(column(page, 'DISCUSSION COMPLETED'))
  await expect(cardIn(page, 'PAYMENT LINK SENT', reference)).toBeVisible()
  await expect(column(page, 'DISCUSSION COMPLETED').getByRole('listitem')).toHaveCount(0)
  expect((await storedLead(program, lead._id)).status).toBe('PAYMENT_LINK_SENT')
})

test('loads more cards of one column (OQ-503)', async ({ signedIn: page, program }) => {
  const service = await makeService(program)
  for (let n = 0; n < 21; n++) await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}&view=board`)
  const cards = column(page, 'INSURANCE CALL SCHEDULED').getByRole('listitem')
  await expect(cards).toHaveCount(20)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
})

test('loads the board by one call, and again when the connection is back (OQ-519)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/admin/advisory/bo')) calls.push(new URL(request.url()).pathname)
  })
  await page.route('**/admin/advisory/board?*', (route) => route.abort())
  await page.goto(`/advisory/leads?service_id=${service._id}&view=board`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unroute('**/admin/advisory/board?*')
  calls.length = 0
  // As the browser does when it has a network again.
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  await expect(cardIn(page, 'INSURANCE CALL SCHEDULED', lead.reference_record_id)).toBeVisible()
  expect(calls).toEqual(['/admin/advisory/board'])
})

test('lists what needs action today by advisor, and each number opens its leads (OQ-501)', async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const service = await makeService(program)
  const past = await makeLead(program, service, { advisor_id: advisor._id, start_time: hoursFromNow(-30) })
  await makeLead(program, service, { advisor_id: advisor._id, start_time: hoursFromNow(60) })
  await page.goto('/advisory/leads?view=today')
  const row = page.getByRole('row').filter({ hasText: advisor.last_name })
  await expect(row.getByRole('cell')).toHaveText(['1', '0', '0', '1'])
  await expectAccessibleInBothSchemes(page)
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/action=call-past/)
  await expect(page.getByRole('list', { name: 'Other filters' })).toContainText('Past call, no outcome')
  await expect(page.getByText('Showing 1 of 1 rows')).toBeVisible()
  await expect(page.getByRole('button', { name: past.reference_record_id })).toBeVisible()
})

test('lists the calls of today by time, and who has waited longest for an answer (OQ-716)', async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const service = await makeService(program)
  const now = Date.now()
  const day = 24 * 3_600_000
  // Until midnight in India, where the business is. The sample may have calls today too, but none so soon.
  const left = day - ((now + 5.5 * 3_600_000) % day)
  const at = (share: number) => new Date(now + left * share).toISOString()
  const late = await makeLead(program, service, { start_time: at(0.02) })
  const soon = await makeLead(program, service, { start_time: at(0.01), advisor_id: advisor._id })
  const past = await makeLead(program, service, {
    start_time: hoursFromNow(-30),
    created_at: hoursFromNow(-24 * 900),
  })
  await page.goto('/advisory/leads?view=today')
  const calls = page.getByRole('list', { name: 'Calls today' })
  await expect(calls.getByRole('listitem').first()).toContainText(advisor.last_name)
  await expect(calls.getByRole('button').nth(0)).toHaveAccessibleName(new RegExp(soon.reference_record_id))
  await expect(calls.getByRole('button').nth(1)).toHaveAccessibleName(new RegExp(late.reference_record_id))
  const answers = page.getByRole('list', { name: 'Answer next' })
  await expect(answers.getByRole('listitem').first()).toContainText('Past call, no outcome')
  await expectAccessibleInBothSchemes(page)
  await answers.getByRole('button', { name: past.reference_record_id }).click()
  await expect(page.getByRole('dialog')).toContainText(past.reference_record_id)
})

test('shows how far leads of each source came, and each number opens its leads (OQ-505)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const source = `fair-${service._id.slice(0, 8)}`
  const meta = { utm_source: source }
  await makeLead(program, service, { meta })
  await makeLead(program, service, { meta })
  const quoted = await makeLead(program, service, { meta, status: 'QUOTE_SENT_TO_CLIENT' })
  await page.goto('/advisory/leads?view=sources')
  const row = page.getByRole('row').filter({ hasText: source })
  await expect(row.getByRole('cell')).toHaveText(['3', '133%', '133%', '00%', '00%'])
  await expectAccessibleInBothSchemes(page)
  await row.getByRole('link', { name: `1 quoted, ${source}` }).click()
  await expect(page.getByText('Showing 1 of 1 rows')).toBeVisible()
  await expect(page.getByRole('button', { name: quoted.reference_record_id })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Other filters' })).toContainText(source)
  await page.goto('/advisory/leads?view=sources&from=2026-02-02&to=2026-02-01')
  await expect(page.getByText("From can't be after To.")).toBeVisible()
  await page.goto('/advisory/leads?view=sources&from=2024-01-01&to=2026-02-01')
  await expect(page.getByText('Choose at most 366 days.')).toBeVisible()
})

test('marks busy advisors, and asks before a second call at the same time (OQ-506)', async ({
  signedIn: page,
  program,
}) => {
  const [busy, free] = [await makeAdvisor(program), await makeAdvisor(program)]
  const service = await makeService(program, {}, [busy, free])
  const start_time = hoursFromNow(50)
  const held = await makeLead(program, service, { advisor_id: busy._id, start_time })
  const lead = await makeLead(program, service, { start_time })
  await page.goto(`/advisory/leads?service_id=${service._id}&open=${lead._id}`)
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Advisor' })
  await field.click()
  const option = page.getByRole('option', { name: busy.last_name })
  await expect(option).toContainText('Busy')
  await expect(page.getByRole('option', { name: free.last_name })).not.toContainText('Busy')
  await expectAccessible(page)
  await option.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(held.reference_record_id)
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await storedLead(program, lead._id)).advisor).toBeNull()
  await field.click()
  await option.click()
  await question.getByRole('button', { name: 'Assign anyway' }).click()
  await expect(toast(page, 'Advisor updated successfully')).toBeVisible()
  expect((await storedLead(program, lead._id)).advisor?._id).toBe(busy._id)
})

test('says that nothing needs action, and that no leads were booked (OQ-501, OQ-505)', async ({
  page,
  emptyProgram,
}) => {
  await signIn(page, await emptyProgram.token())
  await page.goto(`${emptyProgram.url}/advisory/leads?view=today`)
  await expect(page.getByText('Nothing needs action today')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${emptyProgram.url}/advisory/leads?view=sources`)
  await expect(page.getByText('No leads were booked in these days')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${emptyProgram.url}/advisory/leads?view=board`)
  // The columns of closed leads are folded.
  await expect(page.getByText('No leads', { exact: true })).toHaveCount(7)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('shows one column of the board at a time, without scrolling the page sideways (OQ-503)', async ({
    signedIn: page,
    program,
  }) => {
    const service = await makeService(program)
    await makeLead(program, service)
    for (const view of ['table', 'board', 'today', 'sources']) {
      await page.goto(`/advisory/leads?service_id=${service._id}&view=${view}`)
      await expect(page.getByText('Chandrika Menon').or(page.getByRole('table')).first()).toBeVisible()
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoSidewaysScroll(page)
      }
      await expectAccessible(page)
    }
  })
})
