import { readFile } from 'node:fs/promises'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import { changeEvent, makeEvent, makePublishedWebinar } from './event-records.ts'
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
import { makeTransaction, unique } from './records.ts'

/** Sends free sign-ups, as the public product does. */
async function signUp(program: Program, eventId: string, ...names: string[]): Promise<void> {
  const records = names.map((name) => ({
    external_id: unique('signup').replaceAll(' ', '-'),
    session_type: 'event',
    session_id: eventId,
    user: { name, email: `${name.split(' ')[0]?.toLowerCase()}@mail.example`, phone: '+919845012763' },
    registered_at: '2026-11-01T10:00:00Z',
    changed_at: '2026-11-01T10:00:00Z',
  }))
  const { status, body } = await program.call<{ created: number }>('POST', '/intake/registrations', {
    records,
  })
  expect([status, body.data.created], JSON.stringify(body)).toEqual([200, names.length])
}

const freeEvent = (program: Program, fields: Record<string, string> = {}) =>
  makeEvent(program, { is_paid: 'false', prices: '[]', ...fields })

test('leads from the card of an event to its people, with tabs and a search (EVT-21, OQ-433)', async ({
  signedIn: page,
  program,
}) => {
  const event = await freeEvent(program)
  await signUp(program, event._id, 'Nikhil Menon', 'Zoya Khan')
  const order = await makeTransaction(program, { entity_type: 'events', entity_id: event._id })
  await makeTransaction(program, { entity_type: 'events', entity_id: event._id, status: 'refunded' })
  await page.goto('/events')
  await card(page, event.title).getByRole('link', { name: '3 of 100 registrations' }).click()
  await expect(page).toHaveURL(`/event/people/${event._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registrations')
  await expect(page.getByRole('banner')).toContainText(event.title)
  await expect(page.getByRole('tab')).toHaveText(['Registered 3', 'Cancelled or refunded 1', 'All 4'])
  const table = page.getByRole('table', { name: 'Registrations' })
  await expect(table.getByRole('row')).toHaveCount(4)
  const paid = table.getByRole('row').filter({ hasText: order.user_email })
  await expect(paid.getByRole('link', { name: order.reference_order_id })).toHaveAttribute(
    'href',
    `/transactions/orders/${order.id}`,
  )
  await expect(paid.getByRole('button')).toHaveCount(0)
  await expect(table.getByRole('row').filter({ hasText: 'Zoya Khan' })).toContainText('Free')
  await expectAccessibleInBothSchemes(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy e-mails' }).click()
  await expect(toast(page, '3 e-mails copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split(', ')).toHaveLength(3)
  expect(copied).toContain(order.user_email)

  await page.getByRole('searchbox', { name: 'Name, e-mail or phone' }).fill('zoya@')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/q=zoya/)
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Name, e-mail or phone' }).fill('nobody')
  await expect(page.getByText('No registrations match the search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await page.getByRole('tab', { name: /Cancelled or refunded/ }).click()
  await expect(page).toHaveURL(/state=given_back/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('Refunded')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: /All/ }).click()
  await expect(table.getByRole('row')).toHaveCount(5)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
})

test('leads to the same people in the list of people, and by whether they came (OQ-734)', async ({
  signedIn: page,
  program,
}) => {
  const event = await freeEvent(program)
  await signUp(program, event._id, 'Nikhil Menon', 'Zoya Khan')
  await program.query(
    "update registration set attended_at = now() where session_id = $1 and user_name = 'Zoya Khan'",
    [event._id],
  )
  await program.query(
    'select refresh_person_figures(array(select distinct person_id from person_figure_change))',
  )
  await page.goto(`/event/people/${event._id}`)
  await page.getByRole('link', { name: 'In People' }).click()
  await expect(page).toHaveURL(`/people?session=${event._id}`)
  await expect(page.getByText('2 people')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(event.title)
  await page.getByRole('combobox', { name: 'Attendance' }).click()
  await page.getByRole('option', { name: 'Did not come' }).click()
  await expect(page.getByText('1 person')).toBeVisible()
  await expect(page.getByRole('table', { name: 'People' })).toContainText('Nikhil Menon')
  await expectAccessibleInBothSchemes(page)
})

test('gives the seat of a free sign-up back, and restores it (OQ-435)', async ({
  signedIn: page,
  program,
}) => {
  const event = await freeEvent(program)
  await signUp(program, event._id, 'Nikhil Menon')
  await page.goto(`/event/people/${event._id}`)
  await page.getByRole('button', { name: 'Give back the seat of Nikhil Menon' }).click()
  const question = page.getByRole('alertdialog', { name: 'Give back the seat of Nikhil Menon?' })
  await expect(question).toContainText('Only staff can restore the registration.')
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Give back' }).click()
  await expect(toast(page, 'Seat given back')).toBeVisible()
  await expect(page.getByText('No registrations found')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('tab', { name: 'Cancelled or refunded 1' }).click()
  await expect(page.getByRole('table')).toContainText('Given back by staff')
  await page.getByRole('button', { name: 'Restore the registration of Nikhil Menon' }).click()
  await expect(toast(page, 'Registration restored')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Registered 1' })).toBeVisible()
})

test('exports exactly the rows of the list (OQ-434)', async ({ signedIn: page, program }) => {
  const event = await freeEvent(program)
  await signUp(program, event._id, 'Nikhil Menon', 'Zoya Khan')
  await page.goto(`/event/people/${event._id}?q=zoya`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export registrations' })
  await expect(dialog).toContainText('Exports the 1 row of this list.')
  await expectAccessibleInBothSchemes(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Zoya Khan,zoya@mail.example')
})

test('counts the seat of a refunded order no more, on card, details and form (OQ-430, OQ-432)', async ({
  signedIn: page,
  program,
}) => {
  const event = await makeEvent(program)
  const order = { entity_type: 'events', entity_id: event._id } as const
  await makeTransaction(program, order)
  const { id } = await makeTransaction(program, order)
  await changeEvent(program, event._id, { total_tickets_sold: '2' })
  await page.goto('/events')
  const mine = card(page, event.title)
  await expect(mine).toContainText('2 of 100 registrations')
  await expect(mine).not.toContainText('2 sold')
  const { status } = await program.call('POST', '/admin/payment/refund', { order_id: id })
  expect(status).toBe(200)
  await page.reload()
  await expect(mine.getByRole('link', { name: '1 of 100 registrations, 2 sold' })).toBeVisible()
  await mine.getByRole('button', { name: event.title }).click()
  await expect(page.getByRole('dialog', { name: event.title })).toContainText(
    '1 of 100 registrations, 2 sold',
  )
  await page.goto(`/event/edit/${event._id}`)
  await expect(page.getByLabel('Total tickets sold')).toHaveValue('2')
  await page.getByRole('link', { name: '1 registered' }).click()
  await expect(page).toHaveURL(`/event/people/${event._id}`)
  await expect(page.getByRole('tab', { name: 'Cancelled or refunded 1' })).toBeVisible()
})

test('is reached from a webinar and a masterclass as well (OQ-433)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(404), /This session does not exist/)
  const webinar = await makePublishedWebinar(program)
  await page.goto('/webinar')
  await card(page, webinar.title).getByRole('link', { name: '0 registrations' }).click()
  await expect(page).toHaveURL(`/webinar/people/${webinar._id}`)
  await expect(page.getByText('People appear here when they buy a seat or sign up.')).toBeVisible()
  await page.goto('/masterclass')
  const link = card(page, 'First salary, first SIP').getByRole('link', { name: /^\d+ registered$/ })
  const count = Number((await link.textContent())?.split(' ')[0])
  await link.click()
  await expect(page).toHaveURL(/\/masterclass\/people\//)
  await expect(page.getByRole('tab', { name: `Registered ${count}` })).toBeVisible()
  await page.goto('/masterclass/people/00000000-0000-7000-8000-000000000000')
  await expect(page.getByRole('main')).toContainText('does not exist')
})

test('masks contacts, and offers no search and no export, to the role Content (OQ-370)', async ({
  page,
  program,
}) => {
  const event = await freeEvent(program)
  await signUp(program, event._id, 'Nikhil Menon')
  const content = sandboxAccounts.find((account) => account.role === 'content')
  await signIn(page, await program.token(content?.email), 'content')
  await page.goto(`/event/people/${event._id}`)
  await expect(page.getByRole('table')).toContainText('n•••@mail.example')
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Give back the seat of Nikhil Menon' })).toBeVisible()
})
