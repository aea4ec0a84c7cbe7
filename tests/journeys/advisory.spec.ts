import { dayIn } from '@greenroom/contract/calendar-day'
import { leadStatuses } from '@greenroom/contract/lead-status'
import type { Locator, Page } from 'playwright/test'
import {
  card,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  freeze,
  refusedCall,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import {
  changeLead,
  changeService,
  hoursFromNow,
  makeAdvisor,
  makeLead,
  makeService,
  storedLead,
  storedService,
  unique,
} from './records.ts'

const statusOf = (page: Page | Locator, reference: string): Locator =>
  page.getByRole('combobox', { name: `Status of ${reference}` })

const row = (page: Page, reference: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: reference, exact: true }) })

const words = (status: string) => status.replaceAll('_', ' ')

async function editService(page: Page, id: string): Promise<void> {
  await page.goto(`/advisory/services/${id}`)
  await page.getByRole('button', { name: 'Edit Service' }).click()
  await expect(page.getByLabel('Buffer time')).toBeFocused()
}

test('shows services as cards with their number of advisors, linked to the service (ADV-02, ADV-19, SHELL-33, OQ-680)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program, {}, [await makeAdvisor(program), await makeAdvisor(program)])
  await page.goto('/advisory/services')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advisory Services')
  const mine = card(page, service.service_name)
  await expect(mine).toContainText('2 advisors')
  await expect(mine).toContainText('0 open leads')
  await expectAccessibleInBothSchemes(page)
  await mine.click()
  await expect(page).toHaveURL(`/advisory/services/${service._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(service.service_name)
  await expect(page.getByRole('banner').getByText('Service Details', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(`${service.service_name} · Service Details · Greenroom`)
  await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/advisory/services')
})

test("shows a service's times in minutes, its advisors and its actions at the top (ADV-03, ADV-22, OQ-680)", async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const service = await makeService(program, { buffer_time: 900, slot_time: 2700 }, [advisor])
  await page.goto(`/advisory/services/${service._id}`)
  await expect(page.getByText('15 minutes')).toBeVisible()
  await expect(page.getByText('45 minutes')).toBeVisible()
  const edit = page.getByRole('button', { name: 'Edit Service' })
  const leads = page.getByRole('link', { name: 'View leads' })
  const tops = await Promise.all([edit, leads].map(async (one) => (await one.boundingBox())?.y ?? 999))
  // At the top, before what the page tells.
  expect(Math.max(...tops)).toBeLessThan(100)
  const advisors = page.getByRole('list', { name: 'Advisors' })
  await expect(advisors).toContainText(`Nandita ${advisor.last_name}`)
  await expect(advisors).toContainText(advisor.email)
  await expectAccessibleInBothSchemes(page)
})

test('edits a service: changes its times, adds one advisor and removes another (ADV-23, ADV-24, OQ-090)', async ({
  signedIn: page,
  program,
}) => {
  const [leaves, comes] = [await makeAdvisor(program), await makeAdvisor(program)]
  const service = await makeService(program, {}, [leaves])
  await editService(page, service._id)
  await page.getByLabel('Buffer time').fill('20')
  await page.getByLabel('Slot time').fill('75')
  await page.getByLabel('Add an advisor').fill(comes.email)
  await page.getByRole('option', { name: comes.email }).click()
  await expect(page.getByLabel('Add an advisor')).toHaveValue('')
  await page.getByRole('button', { name: `Remove Nandita ${leaves.last_name}` }).click()
  await expect(page.getByLabel('Add an advisor')).toBeFocused()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Service' })).toBeFocused()
  await expect(page.getByText('75 minutes')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Advisors' })).toContainText(comes.email)
  expect(await storedService(program, service._id)).toMatchObject({
    buffer_time: 1200,
    slot_time: 4500,
    advisors: [{ _id: comes._id }],
  })
})

test('restores the stored values on Cancel and sends nothing (ADV-24)', async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const service = await makeService(program, {}, [advisor])
  await editService(page, service._id)
  await page.getByLabel('Buffer time').fill('55')
  await page.getByRole('button', { name: /^Remove Nandita/ }).click()
  await expect(page.getByText('No advisors yet')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit Service' })).toBeFocused()
  await expect(page.getByText('10 minutes')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Advisors' })).toContainText(advisor.email)
  await page.getByRole('button', { name: 'Edit Service' }).click()
  await expect(page.getByLabel('Buffer time')).toHaveValue('10')
  expect((await storedService(program, service._id)).version).toBe(service.version)
})

test('searches 300 ms after typing stops, leaves out added advisors, and says when nobody matches (ADV-23, ADV-25, OQ-091)', async ({
  signedIn: page,
  program,
}) => {
  const [here, other] = [await makeAdvisor(program), await makeAdvisor(program)]
  const service = await makeService(program, {}, [here])
  await editService(page, service._id)
  const asked: { email: string | null; at: number }[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/admin/advisory/advisors')
      asked.push({ email: searchParams.get('email'), at: Date.now() })
  })
  const begun = Date.now()
  await page.getByLabel('Add an advisor').fill(other.email)
  await expect(page.getByRole('option')).toHaveCount(1)
  expect(asked.map(({ email }) => email)).toEqual([other.email])
  expect((asked[0]?.at ?? 0) - begun).toBeGreaterThanOrEqual(300)
  await expectAccessible(page)
  await page.getByLabel('Add an advisor').fill(here.email)
  await expect(page.getByText('No matching advisors found')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Add an advisor').fill('nobody has this')
  await expect(page.getByText('No matching advisors found')).toBeVisible()
  // By keyboard alone.
  await page.getByLabel('Add an advisor').fill(other.email.toUpperCase())
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Advisors' }).getByRole('listitem')).toHaveCount(2)
})

test('only logs a failed save: the form stays with its entries and says Not saved (ADV-26, OQ-093)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall, /Service not saved:/)
  const service = await makeService(program)
  await editService(page, service._id)
  await page.getByLabel('Slot time').fill('0')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Enter a slot time of 1 minute or more')).toBeVisible()
  await expect(page.getByLabel('Slot time')).toBeFocused()
  await page.getByLabel('Slot time').fill('40')
  await page.route(`**/admin/advisory/services/${service._id}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Slot time')).toHaveValue('40')
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(`**/admin/advisory/services/${service._id}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('40 minutes')).toBeVisible()
})

test('asks about fields that two people changed in one service, and merges the others (OQ-109)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const [theirs, mine] = [await makeAdvisor(program), await makeAdvisor(program)]
  const service = await makeService(program)
  await editService(page, service._id)
  await page.getByLabel('Slot time').fill('50')
  await page.getByLabel('Add an advisor').fill(mine.email)
  await page.getByRole('option', { name: mine.email }).click()
  await changeService(program, service._id, { slot_time: 3600, buffer_time: 300, advisors: [theirs._id] })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('50 minutes')
  await expect(question).toContainText('60 minutes')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit Service' })).toBeVisible()
  const stored = await storedService(program, service._id)
  expect(stored).toMatchObject({ slot_time: 3000, buffer_time: 300 })
  expect(stored.advisors.map(({ _id }) => _id).sort()).toEqual([mine._id, theirs._id].sort())
})

test('lists advisors with ID, email and services, or says that there are none (ADV-01, ADV-15, SHELL-32)', async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const idle = await makeAdvisor(program)
  const services = [await makeService(program, {}, [advisor]), await makeService(program, {}, [advisor])]
  await page.goto('/advisory/advisors')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advisors')
  await expect(page.getByRole('tab')).toHaveText(['All Advisors', 'Create Advisor'])
  const mine = card(page, `Nandita ${advisor.last_name}`)
  await expect(mine).toContainText(advisor.email)
  const links = mine.getByRole('link')
  await expect(links).toHaveCount(1)
  await mine.getByRole('button', { name: /^\+1 of the services of / }).click()
  await expect(links).toHaveCount(2)
  const names = services.map(({ service_name }) => service_name)
  expect((await links.allTextContents()).sort()).toEqual(names.sort())
  await expect(mine.getByRole('button', { name: /^Copy ID of / })).toHaveAttribute('title', advisor._id)
  await expect(card(page, `Nandita ${idle.last_name}`)).toContainText('No services available')
  await expectAccessibleInBothSchemes(page)
  await mine.getByRole('link', { name: services[1]?.service_name ?? '' }).click()
  await expect(page).toHaveURL(`/advisory/services/${services[1]?._id}`)
})

test('creates an advisor and lists it (ADV-16)', async ({ signedIn: page, program }) => {
  const email = `${unique('kavya').replace(' ', '.')}@example.com`
  await page.goto('/advisory/advisors')
  await page.getByRole('tab', { name: 'Create Advisor' }).click()
  await page.getByLabel('First name').fill('Kavya')
  await page.getByLabel('Last name').fill('Subramaniam')
  await page.getByLabel('Email').fill(email)
  await freeze(page, program)
  await page.getByRole('button', { name: 'Create Advisor' }).click()
  await expect(toast(page, 'Creating advisor')).toBeVisible()
  program.thaw()
  await expect(toast(page, 'Advisor created successfully')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'All Advisors', selected: true })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('tab', { name: 'Create Advisor' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('refuses an invalid or taken e-mail address at its field and keeps the entries (ADV-17, ADV-18, LIM-10)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { email } = await makeAdvisor(program)
  await page.goto('/advisory/advisors?tab=create')
  await page.getByRole('button', { name: 'Create Advisor' }).click()
  for (const refused of ['First name is required', 'Last name is required', 'Invalid email format']) {
    await expect(page.getByText(refused)).toBeVisible()
  }
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Kavya')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill('kavya@nowhere')
  await page.getByRole('button', { name: 'Create Advisor' }).click()
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Create Advisor' }).click()
  await expect(toast(page, 'Failed to create advisor. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('First name')).toHaveValue('Kavya')
})

test('shows the leads with the specified columns (ADV-04, ADV-06, ADV-07, SHELL-34)', async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const service = await makeService(program)
  const lead = await makeLead(program, service, {
    advisor_id: advisor._id,
    status: 'QUOTE_SENT_TO_CLIENT',
    start_time: '2025-11-20T09:30:00.000Z',
    created_at: '2025-11-18T04:50:00.000Z',
  })
  const tomorrow = dayIn(new Date(hoursFromNow(24)), 'Asia/Kolkata')
  const none = await makeLead(program, service, { start_time: `${tomorrow}T07:30:00.000Z` })
  const late = await makeLead(program, service, { start_time: '2025-11-20T09:30:00.000Z' })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advisory Leads')
  await expect(page.getByRole('columnheader')).toHaveText([
    'CRM reference ID',
    'Advisor',
    'Advisory Service',
    'User',
    'Call Date',
    'Booked On',
    'Status',
  ])
  await expect(row(page, lead.reference_record_id).getByRole('cell')).toHaveText([
    lead.reference_record_id,
    `Nandita ${advisor.last_name}`,
    service.service_name,
    'Chandrika Menon',
    '20 Nov 2025, 03:00 PM',
    '18 Nov 2025, 10:20 AM',
    /^QUOTE SENT TO CLIENTfor \d+ days$/,
  ])
  // A call of these days is named by its day, and a past one without an outcome says so (OQ-214).
  const callDate = (reference: string) => row(page, reference).getByRole('cell').nth(4)
  await expect(callDate(none.reference_record_id)).toHaveText('Tomorrow 01:00 PM')
  await expect(callDate(late.reference_record_id)).toHaveText('20 Nov 2025, 03:00 PM, past, no outcome yet')
  const colourOf = (cell: Locator) => cell.evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf(callDate(late.reference_record_id))).not.toBe(
    await colourOf(callDate(lead.reference_record_id)),
  )
  await expect(row(page, none.reference_record_id).getByRole('cell').nth(1)).toHaveText('–')
  await expectAccessibleInBothSchemes(page)
})

test('changes a status by keyboard without leaving the table (ADV-05, ADV-12, ADV-34)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const [first, second] = [await makeLead(program, service), await makeLead(program, service)]
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const status = statusOf(page, first.reference_record_id)
  await status.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(leadStatuses.map(words))
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await freeze(page, program)
  await page.keyboard.press('Enter')
  // It changes before the server has responded.
  await expect(status).toHaveText('DISCUSSION COMPLETED')
  await expect(toast(page, 'Updating status...')).toBeVisible()
  await expect(status).toBeFocused()
  program.thaw()
  await expect(toast(page, 'Status updated!')).toBeVisible()
  expect(await storedLead(program, first._id)).toMatchObject({
    status: 'DISCUSSION_COMPLETED',
    status_history: [{ status: 'INSURANCE_CALL_SCHEDULED' }, { status: 'DISCUSSION_COMPLETED' }],
  })
  await expect(status).toBeFocused()
  // Typed letters select the first status that begins with them (OQ-215).
  await page.keyboard.type('do')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('DOCUMENTS PENDING')
  // A letter moves to the next status that begins with it; Escape changes nothing.
  await page.keyboard.press('q')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('QUOTE SENT TO CLIENT')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(status).toHaveText('QUOTE SENT TO CLIENT')
  await expect(statusOf(page, second.reference_record_id)).toHaveText('INSURANCE CALL SCHEDULED')
})

test('reverts a status that the server refuses (ADV-34)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await page.route('**/admin/advisory/bookings/*', (route) => route.abort())
  const status = statusOf(page, lead.reference_record_id)
  await status.click()
  await page.getByRole('option', { name: 'CLOSED WON' }).click()
  await expect(toast(page, 'Failed to update status. The server did not respond.')).toBeVisible()
  await expect(status).toHaveText('INSURANCE CALL SCHEDULED')
})

test('keeps the last of two quick changes, with one history entry for each (ADV-12, OQ-095)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const status = statusOf(page, lead.reference_record_id)
  await expect(status).toBeVisible()
  await freeze(page, program)
  for (const next of ['DEFERRED', 'CLOSED WON']) {
    await status.click()
    await page.getByRole('option', { name: next }).click()
    await expect(status).toHaveText(next)
  }
  program.thaw()
  await expect(toast(page, 'Status updated!')).toHaveCount(2)
  await expect(status).toHaveText('CLOSED WON')
  expect((await storedLead(program, lead._id)).status_history.map((entry) => entry.status)).toEqual([
    'INSURANCE_CALL_SCHEDULED',
    'DEFERRED',
    'CLOSED_WON',
  ])
})

test('shows a status that someone else has changed instead of overwriting it, and keeps their other changes (OQ-109)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const service = await makeService(program)
  const advisor = await makeAdvisor(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const status = statusOf(page, lead.reference_record_id)
  await expect(status).toBeVisible()
  const choose = async (next: string) => {
    await status.click()
    await page.getByRole('option', { name: next }).click()
  }
  await changeLead(program, lead._id, { status: 'DEFERRED', advisor_id: advisor._id })
  await choose('CLOSED WON')
  await expect(toast(page, 'Someone else changed the same fields.')).toBeVisible()
  await expect(status).toHaveText('DEFERRED')
  await expect(row(page, lead.reference_record_id)).toContainText(advisor.last_name)
  expect((await storedLead(program, lead._id)).status).toBe('DEFERRED')

  const other = await makeAdvisor(program)
  await changeLead(program, lead._id, { advisor_id: other._id })
  await choose('CLOSED WON')
  await expect(toast(page, 'Someone else changed other fields. Both changes are saved.')).toBeVisible()
  await expect(row(page, lead.reference_record_id)).toContainText(other.last_name)
  expect(await storedLead(program, lead._id)).toMatchObject({
    status: 'CLOSED_WON',
    advisor: { _id: other._id },
  })
})

test('changes a status once when it is chosen again after a lost response (OQ-029)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const status = statusOf(page, lead.reference_record_id)
  await expect(status).toBeVisible()
  // The list isn't refreshed with the change either.
  await page.route('**/admin/advisory/bookings?*', (route) => route.abort())
  await page.route('**/admin/advisory/bookings/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const choose = async () => {
    await status.click()
    await page.getByRole('option', { name: 'DEFERRED' }).click()
  }
  await choose()
  await expect(toast(page, 'Failed to update status.')).toBeVisible()
  await expect(status).toHaveText('INSURANCE CALL SCHEDULED')
  // The list stays as it was read: with the stored status, choosing it again would change nothing.
  await page.unroute('**/admin/advisory/bookings/*')
  await choose()
  await expect(toast(page, 'Status updated!')).toBeVisible()
  await expect(status).toHaveText('DEFERRED')
  expect((await storedLead(program, lead._id)).status_history.map((entry) => entry.status)).toEqual([
    'INSURANCE_CALL_SCHEDULED',
    'DEFERRED',
  ])
})

test('filters leads by advisor, status and service from the address, and Clear removes all filters (ADV-08, OQ-094)', async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const service = await makeService(program)
  const both = await makeLead(program, service, { advisor_id: advisor._id, status: 'CLOSED_WON' })
  const other = await makeLead(program, service, { advisor_id: advisor._id })
  const apart = await makeLead(program, service, { status: 'CLOSED_WON' })
  await page.goto(`/advisory/services/${service._id}`)
  await page.getByRole('link', { name: 'View leads' }).click()
  await expect(page).toHaveURL(`/advisory/leads?service_id=${service._id}`)
  await expect(page.getByText('Showing 3 of 3 rows')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Other filters' })).toContainText(service.service_name)

  await page.getByRole('combobox', { name: 'Advisor', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('option', { name: `Nandita ${advisor.last_name}` }).click()
  await expect(page).toHaveURL(new RegExp(`advisor_id=${advisor._id}`))
  await expect(row(page, apart.reference_record_id)).toHaveCount(0)
  await expect(row(page, other.reference_record_id)).toBeVisible()
  await page.getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'CLOSED WON' }).click()
  await expect(page).toHaveURL(/status=CLOSED_WON/)
  await expect(page.getByText('Showing 1 of 1 rows')).toBeVisible()
  await expect(row(page, both.reference_record_id)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Showing 1 of 1 rows')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Advisor', exact: true })).toHaveValue(
    `Nandita ${advisor.last_name}`,
  )
  await expectAccessibleInBothSchemes(page)

  // A lead whose new status doesn't match leaves the table; the focus stays on the screen.
  await statusOf(page, both.reference_record_id).click()
  await page.getByRole('option', { name: 'CLOSED LOST' }).click()
  await page.getByRole('button', { name: 'Save status' }).click()
  await expect(page.getByText('No leads found')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/advisory/leads')
  await expect(page.getByRole('list', { name: 'Other filters' })).toHaveCount(0)
})

test('shows ten leads per page by default and prefetches the next page (ADV-09, ADV-10, LIM-06)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  for (let place = 0; place < 23; place += 1) await makeLead(program, service)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/admin/advisory/bookings') asked.push(searchParams.get('offset') ?? '')
  })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await expect(page.getByText('Showing 10 of 23 rows')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect.poll(() => asked).toEqual(['0', '10'])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await expect.poll(() => asked).toEqual(['0', '10', '20'])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 3 of 23 rows')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Page 3 of 3')).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page.getByText('Showing 23 of 23 rows')).toBeVisible()
  await page.goto(`/advisory/leads?service_id=${service._id}&page=99`)
  await expect(page.getByText('Showing 3 of 23 rows')).toBeVisible()
  await expect(page).toHaveURL(/page=3$/)
})

test('answers a lead, found by name or phone, in five clicks (OQ-213, OQ-216)', async ({
  signedIn: page,
  program,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const service = await makeService(program)
  const name = unique('Zubaida')
  const lead = await makeLead(program, service, { user_first_name: name, user_phone: '+919812345670' })
  const other = await makeLead(program, service, { user_phone: '+919812345671' })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const search = page.getByRole('searchbox', { name: 'Name or phone' })
  await search.fill('98123 45671')
  await expect(row(page, other.reference_record_id)).toBeVisible()
  await expect(row(page, lead.reference_record_id)).toHaveCount(0)
  await search.fill(name.toUpperCase())
  await expect(row(page, lead.reference_record_id)).toBeVisible()
  await expect(row(page, other.reference_record_id)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`service_id=${service._id}&q=`))

  // A click on a control of the row doesn't open it, nor does one in the list of statuses.
  await statusOf(page, lead.reference_record_id).click()
  await page.getByRole('option', { name: 'INSURANCE CALL SCHEDULED' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The name itself leads to the person.
  await row(page, lead.reference_record_id).locator('time').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Copy Phone of/ }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('+919812345670')
  const status = statusOf(dialog, lead.reference_record_id)
  await status.click()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('option', { name: 'DISCUSSION COMPLETED' }).click()
  await expect(toast(page, 'Status updated!')).toBeVisible()
  await expect(status).toHaveText('DISCUSSION COMPLETED')
  await expect(dialog.getByRole('region', { name: 'Status history' }).getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await storedLead(program, lead._id)).status).toBe('DISCUSSION_COMPLETED')
})

test('steps through the leads of the list with J and K, across pages, and opens their choices with S and A (OQ-216)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  // The newest is listed first.
  for (let place = 1; place <= 12; place += 1) {
    await makeLead(program, service, { user_first_name: `Lead${place}`, created_at: hoursFromNow(-place) })
  }
  await page.goto(`/advisory/leads?service_id=${service._id}&status=INSURANCE_CALL_SCHEDULED`)
  const opened = (place: number) => page.getByRole('dialog', { name: `Lead${place} Menon` })
  // The name itself leads to the person.
  await page.getByRole('row').filter({ hasText: 'Lead9 Menon' }).locator('time').first().click()
  await expect(opened(9).getByRole('status')).toHaveText('9 of 12')
  await page.keyboard.press('j')
  await expect(opened(10)).toBeVisible()
  await page.keyboard.press('j')
  await expect(opened(11).getByRole('status')).toHaveText('11 of 12')
  await expect(page).toHaveURL(/page=2/)
  await opened(11).getByRole('button', { name: 'Next lead' }).click()
  await expect(opened(12).getByRole('status')).toHaveText('Last of 12')
  await page.keyboard.press('j')
  await expect(opened(12).getByRole('button', { name: 'Next lead' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(opened(10).getByRole('status')).toHaveText('10 of 12')
  await page.keyboard.press('k')

  // A lead that leaves the list by its new status keeps its place for the next step.
  await page.keyboard.press('s')
  await expect(opened(9).getByRole('combobox', { name: /^Status of/ })).toBeFocused()
  await page.getByRole('option', { name: 'DEFERRED' }).click()
  await expect(opened(9).getByRole('status')).toHaveText('No longer in this list')
  await page.keyboard.press('j')
  await expect(opened(10).getByRole('status')).toHaveText('9 of 11')
  await page.keyboard.press('a')
  await expect(opened(10).getByRole('combobox', { name: 'Advisor' })).toBeFocused()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: 'Lead10 Menon' }).getByRole('button').first()).toBeFocused()
  await expect(page).not.toHaveURL(/open=/)
})

test('opens the booking from its reference with user, times, UTM details and history, newest first (ADV-11)', async ({
  signedIn: page,
  program,
}) => {
  const advisor = await makeAdvisor(program)
  const service = await makeService(program)
  const lead = await makeLead(program, service, {
    advisor_id: advisor._id,
    start_time: '2026-11-20T09:30:00.000Z',
    created_at: '2026-11-18T04:50:00.000Z',
    meta: { utm_source: 'meta', utm_campaign: 'retirement_oct_women_35_50' },
  })
  for (const status of ['DISCUSSION_COMPLETED', 'QUOTE_SENT_TO_CLIENT']) {
    await program.call('PATCH', `/admin/advisory/bookings/${lead._id}`, { status })
  }
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const reference = page.getByRole('button', { name: lead.reference_record_id, exact: true })
  await reference.click()
  const dialog = page.getByRole('dialog')
  for (const shown of [
    'Chandrika Menon',
    service.service_name,
    'chandrika.menon@mail.example',
    '+91 94470 31268',
    '20 Nov 2026, 03:00 PM',
    '18 Nov 2026, 10:20 AM',
    'utm_campaign',
    'retirement_oct_women_35_50',
  ]) {
    await expect(dialog).toContainText(shown)
  }
  await expect(dialog.getByRole('region', { name: 'Status history' }).getByRole('listitem')).toContainText([
    'QUOTE SENT TO CLIENT',
    'DISCUSSION COMPLETED',
    'INSURANCE CALL SCHEDULED',
  ])
  await expect(dialog.getByRole('combobox', { name: 'Advisor' })).toHaveValue(`Nandita ${advisor.last_name}`)
  await expectAccessibleInBothSchemes(page)
  await expect(page).toHaveURL(new RegExp(`open=${lead._id}`))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(reference).toBeFocused()
  // A link to the booking opens it, even if the list doesn't contain it.
  await page.goto(`/advisory/leads?status=CANCELLED&open=${lead._id}`)
  await expect(dialog).toContainText('retirement_oct_women_35_50')
})

test("copies a booking's phone and e-mail (ADV-11)", async ({ signedIn: page, program, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?open=${lead._id}`)
  for (const [what, value] of [
    ['Phone', '+919447031268'],
    ['Email', 'chandrika.menon@mail.example'],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${what} of Chandrika Menon` }).click()
    await expect(toast(page, `${what} copied`)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  }
})

test('offers the advisors of the booked service first, and any other too (ADV-11, OQ-141)', async ({
  signedIn: page,
  program,
}) => {
  const [own, other] = [
    await makeAdvisor(program, { last_name: unique('Zaveri') }),
    await makeAdvisor(program),
  ]
  const service = await makeService(program, {}, [own])
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}&open=${lead._id}`)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'Advisor' })
  await field.click()
  const [first, others] = [
    page.getByRole('group', { name: `Advisors of ${service.service_name}` }),
    page.getByRole('group', { name: 'Other advisors, not of this service' }),
  ]
  await expect(first.getByRole('option')).toHaveText([`Nandita ${own.last_name}`])
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(`Nandita ${own.last_name}`)
  await expect(others.getByRole('option', { name: other.last_name })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  // Typing filters both groups.
  await field.fill('Nandita')
  await others.getByRole('option', { name: other.last_name }).click()
  await expect(toast(page, 'Advisor updated successfully')).toBeVisible()
  expect(await storedLead(program, lead._id)).toMatchObject({ advisor: { _id: other._id } })
})

test("assigns and reassigns a booking's advisor, each with its own messages (ADV-35, ADV-36, OQ-092)", async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const [first, second] = [await makeAdvisor(program), await makeAdvisor(program)]
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}&open=${lead._id}`)
  const dialog = page.getByRole('dialog')
  const choose = async (lastName: string) => {
    await dialog.getByRole('combobox', { name: 'Advisor' }).click()
    await page.getByRole('option', { name: lastName }).click()
  }
  await expect(dialog.getByRole('combobox', { name: 'Advisor' })).toHaveValue('')
  await page.route('**/admin/advisory/bookings/*', (route) => route.abort())
  await dialog.getByRole('combobox', { name: 'Advisor' }).click()
  await expectAccessible(page)
  await page.getByRole('option', { name: first.last_name }).click()
  await expect(toast(page, 'Failed to update advisor')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Advisor' })).toHaveValue('')
  await page.unroute('**/admin/advisory/bookings/*')
  await choose(first.last_name)
  await expect(toast(page, 'Advisor updated successfully')).toBeVisible()
  await expect(row(page, lead.reference_record_id)).toContainText(first.last_name)

  await page.route('**/admin/advisory/bookings/*', (route) => route.abort())
  await choose(second.last_name)
  await expect(toast(page, 'Failed to reassign advisor')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Advisor' })).toHaveValue(`Nandita ${first.last_name}`)
  await page.unroute('**/admin/advisory/bookings/*')
  await freeze(page, program)
  await choose(second.last_name)
  await expect(toast(page, 'Reassigning advisor...')).toBeVisible()
  program.thaw()
  await expect(toast(page, 'Advisor reassigned successfully')).toBeVisible()
  expect(await storedLead(program, lead._id)).toMatchObject({
    advisor: { _id: second._id },
    status_history: [{ status: 'INSURANCE_CALL_SCHEDULED' }],
  })
})

test("lets a lead's status be chosen but not emptied (ADV-14)", async ({ signedIn: page, program }) => {
  const service = await makeService(program)
  const lead = await makeLead(program, service, { status: 'DEFERRED' })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await statusOf(page, lead.reference_record_id).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(leadStatuses.length)
  // The current status is ticked, and choosing it again changes nothing.
  await page.getByRole('option', { name: 'DEFERRED', selected: true }).click()
  await expect(statusOf(page, lead.reference_record_id)).toHaveText('DEFERRED')
  const { body, status } = await program.call('PATCH', `/admin/advisory/bookings/${lead._id}`, { status: '' })
  expect([status, body.message]).toEqual([400, 'Status is required'])
  expect((await storedLead(program, lead._id)).version).toBe(lead.version)
})

test('shows the error view for a service that does not exist (SHELL-33)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(404), /This service does not exist/)
  await page.goto('/advisory/services/01931f6e-0000-7000-8000-00000000ffff')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
})

test('fits every column beside the open sidebar at 1280 by 800, with whole dates and statuses at any width (ADV-07)', async ({
  signedIn: page,
  program,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.addInitScript(() => localStorage.setItem('sidebar', 'open'))
  const service = await makeService(program)
  const lead = await makeLead(program, service, { status: 'INSURANCE_CALL_SCHEDULED' })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await expect(page.getByRole('button', { name: 'Close sidebar' })).toBeVisible()
  const cells = row(page, lead.reference_record_id).getByRole('cell')
  await expect(cells).toHaveCount(7)
  const table = page.getByRole('table')
  expect(await table.evaluate((element) => element.parentElement?.scrollWidth)).toBe(
    await table.evaluate((element) => element.parentElement?.clientWidth),
  )
  for (const width of [1280, 1024, 1440, 1920, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const place of [0, 4, 5, 6]) {
      const cut = await cells.nth(place).evaluate((cell) => cell.scrollWidth - cell.clientWidth)
      expect(cut, `cell ${place} is cut off by so many pixels at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('has the filters of leads in one row on a phone, and opens the others below it (ADV-08, OQ-311)', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/advisory/leads')
  const search = page.getByRole('searchbox', { name: 'Name or phone' })
  const filters = page.getByRole('button', { name: /^Filters/ })
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await expect(status).toBeHidden()
  const [field, button] = [await search.boundingBox(), await filters.boundingBox()]
  expect(button?.y).toBe(field?.y)
  expect(button?.height).toBeGreaterThanOrEqual(40)

  await filters.press('Enter')
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await status.click()
  await page.getByRole('option', { name: 'QUOTE SENT TO CLIENT' }).click()
  await expect(page).toHaveURL(/status=QUOTE_SENT_TO_CLIENT/)
  await expect(filters).toHaveText('Filters1')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(filters).toHaveText('Filters')
})

test('shows the leads as a list on a phone, where their status can be changed (ADV-07)', async ({
  signedIn: page,
  program,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await statusOf(page, lead.reference_record_id).click()
  await page.getByRole('option', { name: 'CANCELLED' }).click()
  await page.getByRole('button', { name: 'Save status' }).click()
  await expect(toast(page, 'Status updated!')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
