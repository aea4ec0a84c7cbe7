import { randomUUID } from 'node:crypto'
import { formatInstant, zoneName } from '@greenroom/contract/date-time'
import type { Page } from 'playwright/test'
import { formatDay } from '../../apps/console/src/ui/day-field-props.ts'
import { makeBanner, storedBanner } from './banner-records.ts'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  passTime,
  setTime,
  test,
  unansweredCall,
} from './journey.ts'
import { makePost } from './post-records.ts'
import { makeMasterclass, makeTransaction, uniqueCode } from './records.ts'
import { daysFromNow, openCalendar, pickDay, typeTime } from './wizard.ts'

// The business, like the other journeys, is in Asia/Kolkata, which has no daylight saving time.
const viewerZone = 'America/New_York'
test.use({ timezoneId: viewerZone })

/** A day on which clocks change in New York. */
interface Change {
  words: string
  day: string
  /** Noon in New York. */
  noon: string
  /** 00:30 and 23:30 of the day, with the change in between, and the zone's name at each. */
  early: string
  late: string
  names: [string, string]
  /** An evening in New York, and the day that has already begun in India. */
  evening: string
  today: string
  /** The first of the seven days that end with it. */
  firstDay: string
}

const changes: readonly Change[] = [
  {
    words: 'daylight saving time begins',
    day: '2025-03-09',
    noon: '2025-03-09T16:00:00Z',
    early: '2025-03-09T05:30:00.000Z',
    late: '2025-03-10T03:30:00.000Z',
    names: ['EST', 'EDT'],
    evening: '2025-03-09T23:00:00Z',
    today: '2025-03-10',
    firstDay: '2025-03-04',
  },
  {
    words: 'daylight saving time ends',
    day: '2025-11-02',
    noon: '2025-11-02T17:00:00Z',
    early: '2025-11-02T04:30:00.000Z',
    late: '2025-11-03T04:30:00.000Z',
    names: ['EDT', 'EST'],
    evening: '2025-11-02T23:00:00Z',
    today: '2025-11-03',
    firstDay: '2025-10-28',
  },
]

/** Returns the moment this many milliseconds after another one, in ISO 8601. */
function after(iso: string, milliseconds: number): string {
  return new Date(Date.parse(iso) + milliseconds).toISOString()
}

/** Returns the first and last millisecond of a day in India. */
function boundsOf(day: string): [string, string] {
  return [
    new Date(`${day}T00:00:00+05:30`).toISOString(),
    new Date(`${day}T23:59:59.999+05:30`).toISOString(),
  ]
}

/** Returns a day's name in a calendar: 9 March 2025. */
function longDay(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Formats a moment for the viewer, with the zone's name. */
function local(iso: string, separator: ' | ' | ', '): string {
  const moment = new Date(iso)
  return `${formatInstant(moment, separator, viewerZone)} ${zoneName(moment, viewerZone)}`
}

/** Opens a tab with a credential that doesn't know the business's time zone yet. */
async function forgetZone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) sessionStorage.removeItem('businessTimeZone')
  })
}

for (const change of changes) {
  test(`stores and shows what is picked as that day and time, with its zone, on the day when ${change.words} (OQ-025, LIM-05)`, async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeBanner(program, {
      start_time: after(change.noon, 24 * 3_600_000),
      end_time: after(change.noon, 72 * 3_600_000),
    })
    await setTime(page, change.noon)
    await page.goto(`/create-banner?id=${made._id}`)
    const day = new Date(change.noon)
    await typeTime(page, 'Start time', { day, hours: '12', minutes: '30', half: 'AM' })
    await typeTime(page, 'End time', { day, hours: '11', minutes: '30', half: 'PM' })
    await page.getByRole('main').getByRole('button', { name: 'Update Banner' }).click()
    await expect(page).toHaveURL('/banners')
    expect(await storedBanner(program, made._id)).toMatchObject({
      start_time: change.early,
      end_time: change.late,
    })
    await expect(card(page, `Priority ${made.priority}`).getByRole('time')).toHaveText([
      `${formatDay(change.day)} | 12:30 AM ${change.names[0]}`,
      `${formatDay(change.day)} | 11:30 PM ${change.names[1]}`,
    ])
    await page.goto(`/create-banner?id=${made._id}`)
    for (const [label, time, name] of [
      ['Start time', '12:30 AM', change.names[0]],
      ['End time', '11:30 PM', change.names[1]],
    ] as const) {
      const field = page.getByRole('textbox', { name: label })
      await expect(field).toHaveValue(`${formatDay(change.day)}, ${time}`)
      await expect(field).toHaveAccessibleDescription(`Your time, ${name}`)
    }
    await expectAccessibleInBothSchemes(page)
  })

  test(`shows the business's last seven days, and marks its today, in the evening of the day when ${change.words} (TXN-06, OQ-050, OQ-025)`, async ({
    signedIn: page,
    program,
  }) => {
    // The list is filtered to this case's own entity.
    const entity_id = randomUUID()
    const sell = async (created_at: string) =>
      (await makeTransaction(program, { entity_id, created_at })).reference_order_id
    const [[begins], [, ends]] = [boundsOf(change.firstDay), boundsOf(change.today)]
    const outside = [await sell(after(begins, -1)), await sell(after(ends, 1))]
    const inside = [await sell(begins), await sell(ends)]
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/admin/orders')
    await setTime(page, change.evening)
    await page.goto(`/transactions/masterclass?entity=${entity_id}`)
    const { searchParams } = new URL((await asked).url())
    expect([searchParams.get('start_date'), searchParams.get('end_date')]).toEqual([begins, ends])
    for (const [label, day] of [
      ['From', change.firstDay],
      ['To', change.today],
    ] as const) {
      await expect(page.getByRole('textbox', { name: label })).toHaveValue(formatDay(day))
    }
    await expect(page.getByText('Days are in India Standard Time.')).toBeVisible()
    const rows = page.getByRole('table').locator('tbody tr')
    const marked = (await openCalendar(page, 'To')).locator('[data-today]')
    await expect(marked).toHaveAccessibleName(longDay(change.today))
    await page.keyboard.press('Escape')
    for (const order of inside) await expect(rows.filter({ hasText: order })).toHaveCount(1)
    for (const order of outside) await expect(rows.filter({ hasText: order })).toHaveCount(0)
    await expect(rows.filter({ hasText: inside[0] })).toContainText(local(begins, ', '))
    await expect(rows.filter({ hasText: inside[1] })).toContainText(local(ends, ', '))
    await expectAccessibleInBothSchemes(page)
  })

  test(`keeps a first day that is picked beyond the day when ${change.words} (TXN-06, OQ-025)`, async ({
    signedIn: page,
    program,
  }) => {
    const entity_id = randomUUID()
    const [[begins], [, ends]] = [boundsOf(change.firstDay), boundsOf(change.day)]
    const first = await makeTransaction(program, { entity_id, created_at: begins })
    const before = await makeTransaction(program, { entity_id, created_at: after(begins, -1) })
    const last = await makeTransaction(program, { entity_id, created_at: ends })
    const rows = page.getByRole('table').locator('tbody tr')
    await setTime(page, change.evening)
    await page.goto(`/transactions/masterclass?entity=${entity_id}&to=${change.day}&from=${change.day}`)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(last.reference_order_id)
    const calendar = await openCalendar(page, 'From')
    const cell = calendar.getByRole('button', {
      name: longDay(change.firstDay),
      exact: true,
    })
    if (!(await cell.isVisible())) await calendar.getByRole('button', { name: 'Previous month' }).click()
    await cell.click()
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue(formatDay(change.firstDay))
    await expect(rows.filter({ hasText: first.reference_order_id })).toHaveCount(1)
    await expect(rows.filter({ hasText: before.reference_order_id })).toHaveCount(0)
  })
}

test('names the zone of times on cards, in details, tables and fields (LIM-05, OQ-025)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeMasterclass(program)
  const post = await makePost(program)
  await page.goto('/masterclass?tab=draft')
  const shown = card(page, made.title)
  await expect(shown.getByRole('time')).toHaveText(local(made.start_time, ' | '))
  await shown.getByRole('button', { name: made.title }).click()
  await expect(page.getByRole('dialog').getByText(local(made.start_time, ', '))).toBeVisible()

  await page.goto('/create-post')
  await expect(page.getByText(local(post.created_at, ' | ')).first()).toBeVisible()

  await page.goto('/advisory/leads')
  const callDate = page.getByRole('table').getByRole('time').first()
  await expect(callDate).toHaveText(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d [AP]M E[SD]T$/)
  // The cell is no wider than in the business's zone, and the time must not be cut off.
  expect(await callDate.locator('..').evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true)

  await page.goto('/masterclass/create')
  for (const label of ['Start time', 'End time']) {
    await expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(
      /^Your time, E[SD]T$/,
    )
  }
})

test("uses the business's today in the wizard (MC-32, MC-33, OQ-041)", async ({ signedIn: page }) => {
  // 22:30 on 19 March in New York, 08:00 on the 20th in India, which began at 14:30 in New York.
  await setTime(page, '2025-03-20T02:30:00Z')
  await page.goto('/masterclass/create')
  const day = new Date('2025-03-19T12:00:00Z')
  await typeTime(page, 'Start time', { day, hours: '02', minutes: '30', half: 'PM' })
  await typeTime(page, 'End time', { day, hours: '02', minutes: '31', half: 'PM' })
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('cannot be before today.')).toHaveCount(0)
  // After the next midnight in India the picked day is yesterday.
  await passTime(page, '16:00:00')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Start Time cannot be before today.')).toBeVisible()
  await expect(page.getByText('End Time cannot be before today.')).toBeVisible()
})

test('keeps a coupon valid until the end of a business day (CPN-12, OQ-047, OQ-025)', async ({
  signedIn: page,
  program,
}) => {
  const { _id } = await makeMasterclass(program)
  const code = uniqueCode('ZONE')
  await page.goto(`/masterclass?tab=draft&coupons=${_id}`)
  const dialog = page.getByRole('dialog', { name: /^Coupons for/ })
  await dialog.getByRole('button', { name: 'Create new coupon' }).click()
  const form = dialog.getByRole('form', { name: 'New coupon' })
  await form.getByLabel('Code').fill(code)
  const field = form.getByRole('textbox', { name: 'Valid till' })
  await expect(field).toHaveAccessibleDescription('The end of this day, India Standard Time')
  await openCalendar(page, 'Valid till')
  const last = daysFromNow(20)
  await pickDay(page, 'Valid till', last)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(last)
  await expect(dialog.getByRole('list', { name: 'New coupons' })).toContainText(
    `Valid till ${formatDay(day)}`,
  )
  const made = await program.call<{ valid_till: string }[]>('GET', `/admin/coupon?search=${code}`)
  expect(made.body.data.map(({ valid_till }) => valid_till)).toEqual([boundsOf(day)[1]])
})

test("learns the business's zone before it requests days in a new tab (TXN-06, OQ-025)", async ({
  signedIn: page,
  program,
}) => {
  await forgetZone(page)
  const { evening, firstDay, today } = changes[0] as Change
  const sold = await makeTransaction(program, { entity_id: randomUUID(), created_at: boundsOf(today)[1] })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/admin/orders') asked.push(searchParams.get('start_date') ?? '')
  })
  await setTime(page, evening)
  await page.goto(`/transactions/masterclass?entity=${sold.entity_id}`)
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue(formatDay(firstDay))
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue(formatDay(today))
  await expect(page.getByRole('table')).toContainText(sold.reference_order_id)
  expect(new Set(asked)).toEqual(new Set([boundsOf(firstDay)[0]]))
})

test("names the zone of times once a tab learns it, and shows the viewer's days in a list without it (OQ-025)", async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  await forgetZone(page)
  const made = await makeMasterclass(program)
  const { evening, day } = changes[0] as Change
  const sold = await makeTransaction(program, { entity_id: randomUUID(), created_at: evening })
  await page.goto('/masterclass?tab=draft')
  await expect(card(page, made.title).getByRole('time')).toHaveText(local(made.start_time, ' | '))

  expectedConsole.push(unansweredCall)
  await page.route('**/admin/session', (route) => route.abort('connectionfailed'))
  await page.clock.install({ time: evening })
  await page.goto(`/transactions/masterclass?entity=${sold.entity_id}`)
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue(formatDay(day))
  await expect(page.getByRole('table')).toContainText(sold.reference_order_id)
})

for (const path of [
  '/overview',
  '/transactions/all',
  '/history',
  '/books/differences',
  '/books/documents',
  '/coupons',
  '/advisory/leads?view=sources',
]) {
  test(`names the zone of the days on ${path} (OQ-025)`, async ({ signedIn: page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').getByText('Days are in India Standard Time.')).toBeVisible()
  })
}

test('refuses a time that clocks skip or repeat, and takes a zone (OQ-575)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeBanner(program, { end_time: '2027-12-20T10:00:00.000Z' })
  await page.goto(`/create-banner?id=${made._id}`)
  const field = page.getByRole('textbox', { name: 'Start time' })
  for (const [text, refusal] of [
    ['14 mar 2027 2:30 am', 'The clocks skip 02:30 AM on 14 Mar 2027: it becomes 03:30 AM EDT.'],
    ['7 nov 2027 1:30 am', '01:30 AM on 7 Nov 2027 occurs twice. Type EDT or EST after the time.'],
  ] as const) {
    await field.fill(text)
    await field.press('Enter')
    await expect(page.getByText(refusal)).toBeVisible()
    await expect(field).toHaveValue(text)
  }
  await field.fill('7 nov 2027 1:30 am EST')
  await field.press('Control+Enter')
  await expect(page).toHaveURL('/banners')
  expect((await storedBanner(program, made._id)).start_time).toBe('2027-11-07T06:30:00.000Z')
  await page.goto(`/create-banner?id=${made._id}`)
  await field.fill('28 Nov 2027, 05:30 PM IST')
  await field.press('Enter')
  await expect(field).toHaveValue('28 Nov 2027, 07:00 AM')
})
