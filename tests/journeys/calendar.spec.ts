import { addDays, dayIn, startOfDay } from '@greenroom/contract/calendar-day'
import type { Page } from 'playwright/test'
import { makeEvent, makePublishedWebinar, makeWebinar } from './event-records.ts'
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './journey.ts'
import { makeMasterclass, makePublished, unique } from './records.ts'

const zone = 'Asia/Kolkata'
/** A day of a month in which no other case has sessions. @param months from now */
function quietDay(months: number, dayOfMonth = 15): string {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, dayOfMonth))
  return month.toISOString().slice(0, 10)
}

/** A time of a day in India. @param hours after midnight */
const at = (day: string, hours: number) =>
  new Date(startOfDay(day, zone).getTime() + hours * 3_600_000).toISOString()

const cell = (page: Page, day: string) => page.locator(`[data-day="${day}"]`)
const longName = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
const monthName = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

test('shows masterclasses, webinars and events of a month with drafts and clashes, and opens one (OQ-510, OQ-511)', async ({
  signedIn: page,
  program,
}) => {
  const day = quietDay(30)
  const time = { start_time: at(day, 19), end_time: at(day, 20) }
  const shown = await makePublished(program, { title: unique('Shown'), ...time, zoom_hub_name: 'zoom_3' })
  const draft = await makeWebinar(program, { ...time, zoom_hub_name: 'zoom_3' })
  const event = await makeEvent(program, {
    start_time: at(addDays(day, 1), 10),
    end_time: at(addDays(day, 3), 18),
  })

  await page.goto('/masterclass')
  // The sidebar has it on every screen.
  await expect(page.getByRole('main').getByRole('link', { name: 'Calendar' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(page).toHaveURL(/\/calendar$/)
  await expect(page.getByRole('heading', { name: monthName(dayIn(new Date(), zone)) })).toBeVisible()

  await page.goto(`/calendar?day=${day}`)
  const grid = page.getByRole('grid', { name: monthName(day) })
  await expect(
    grid.getByRole('gridcell', { name: new RegExp(`^${longName(day)}, 2 sessions`) }),
  ).toBeVisible()
  await expect(page.getByText('3 sessions, 2 of them clash.')).toBeVisible()
  const entry = cell(page, day).getByRole('link', {
    name: new RegExp(`^07:00 PM ${shown.title} ?, Masterclass ?, Clashes with “${draft.title}”`),
  })
  await expect(entry).toBeVisible()
  await expect(
    cell(page, day).getByRole('link', { name: new RegExp(`${draft.title} ?, Webinar, Draft`) }),
  ).toBeVisible()
  // An event of three days is in each of them.
  for (const days of [1, 2, 3]) {
    await expect(cell(page, addDays(day, days)).getByRole('link', { name: event.title })).toBeVisible()
  }
  await expectAccessibleInBothSchemes(page)

  await entry.click()
  await expect(page.getByRole('dialog', { name: shown.title })).toBeVisible()
  await page.goBack()
  await expect(grid).toBeVisible()
})

test('shows a session of a month in lines that have its time and most of its title (OQ-663)', async ({
  signedIn: page,
  program,
}) => {
  const day = quietDay(40)
  const time = { start_time: at(day, 19), end_time: at(day, 20) }
  const masterclass = await makeMasterclass(program, {
    title: unique('A title that is longer'),
    ...time,
    zoom_hub_name: 'zoom_3',
  })
  const webinar = await makeWebinar(program, { ...time, zoom_hub_name: 'zoom_4' })
  const event = await makeEvent(program, time)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/calendar?day=${day}`)
  const line = cell(page, day).getByRole('link', { name: `07:00 PM ${masterclass.title}` })
  await expect(line.getByText('07:00 PM').last()).toBeVisible()
  expect((await line.boundingBox())?.height).toBe(24)
  const titleWidth = await line.getByText(masterclass.title).evaluate((title) => title.clientWidth)
  expect(titleWidth).toBeGreaterThanOrEqual(76)
  // Three kinds have three edges, which the legend names.
  const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem')
  await expect(legend).toHaveText(['Masterclass', 'Webinar', 'Event', 'Draft', 'Clash'])
  const edges = await Promise.all(
    [masterclass, webinar, event].map(({ title }) =>
      cell(page, day)
        .getByRole('link', { name: title })
        .locator('[data-kind]')
        .evaluate((edge) => getComputedStyle(edge).borderLeftStyle),
    ),
  )
  expect(edges).toEqual(['solid', 'double', 'dotted'])
})

test('fits six weeks into 900 px, and gives a session two lines where its day has room (OQ-663)', async ({
  signedIn: page,
  program,
}) => {
  const day = quietDay(46)
  const event = await makeEvent(program, { start_time: at(day, 19), end_time: at(day, 20) })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/calendar?day=${day}`)
  const chip = cell(page, day).getByRole('link', { name: `07:00 PM ${event.title}` })
  expect((await chip.boundingBox())?.height).toBe(36)
  await page.goto('/calendar?day=2031-03-15')
  const grid = await page.getByRole('grid', { name: 'March 2031' }).boundingBox()
  expect((grid?.y ?? 900) + (grid?.height ?? 0)).toBeLessThanOrEqual(900)
})

test('filters by type, account and creator in the address (OQ-511)', async ({ signedIn: page, program }) => {
  const day = quietDay(32)
  const time = (hour: number) => ({ start_time: at(day, hour), end_time: at(day, hour + 1) })
  const one = await makeMasterclass(program, { title: unique('One'), ...time(10), zoom_hub_name: 'zoom_1' })
  const other = await makePublishedWebinar(program, { ...time(14), zoom_hub_name: 'zoom_2' })
  await page.goto(`/calendar?day=${day}`)
  await expect(page.getByText('2 sessions.')).toBeVisible()
  const links = cell(page, day).getByRole('link')

  await page.getByRole('combobox', { name: 'Zoom account' }).click()
  await page.getByRole('option', { name: 'zoom_2' }).click()
  await expect(links).toHaveCount(1)
  await expect(links).toContainText(other.title)
  await expect(page).toHaveURL(/account=zoom_2/)
  await page.reload()
  await expect(links).toContainText(other.title)

  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Masterclass' }).click()
  await expect(page.getByText('No session in this time matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(links).toHaveCount(2)

  const host = `${one.creator_id.first_name} ${one.creator_id.last_name}`
  await page.getByRole('combobox', { name: 'Creator' }).click()
  await page.getByRole('option', { name: host }).first().click()
  await expect(links).toHaveCount(1)
  await expect(links).toContainText(one.title)
})

test('moves by keyboard: days, weeks, months, into a day and back (OQ-511)', async ({
  signedIn: page,
  program,
}) => {
  const day = quietDay(34)
  const session = await makeMasterclass(program, {
    title: unique('Keys'),
    start_time: at(day, 10),
    end_time: at(day, 11),
  })
  await page.goto(`/calendar?day=${day}`)
  await expect(cell(page, day).getByRole('link')).toBeVisible()
  await cell(page, day).focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, addDays(day, 1))).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cell(page, addDays(day, -6))).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, day)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cell(page, day).getByRole('link', { name: session.title })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cell(page, day)).toBeFocused()

  await page.keyboard.press('PageDown')
  const later = quietDay(35)
  await expect(page.getByRole('grid', { name: monthName(later) })).toBeVisible()
  await expect(cell(page, later)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(cell(page, day)).toBeFocused()
  await page.keyboard.press('Home')
  const monday = await page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? '')
  expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1)
  // Only one day is in the tab order.
  await expect(page.locator('[role="gridcell"][tabindex="0"]')).toHaveCount(1)
})

test('goes to a typed day (OQ-511, OQ-575)', async ({ signedIn: page }) => {
  await page.goto('/calendar')
  const field = page.getByLabel('Go to day')
  await field.fill('3 feb 2031')
  await field.press('Enter')
  await expect(page.getByRole('grid', { name: 'February 2031' })).toBeVisible()
  await expect(page).toHaveURL(/day=2031-02-03/)
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(field).toHaveValue('3 Mar 2031')
  await expectAccessibleInBothSchemes(page)
})

test('shows a week with its details, and the rest of a full day there (OQ-511)', async ({
  signedIn: page,
  program,
}) => {
  const day = quietDay(36)
  const titles: string[] = []
  for (const hour of [8, 11, 14, 17]) {
    const { title } = await makeMasterclass(program, {
      title: unique('Full'),
      start_time: at(day, hour),
      end_time: at(day, hour + 1),
    })
    titles.push(title)
  }
  await page.goto(`/calendar?day=${day}`)
  await page.getByRole('link', { name: `+2 more sessions on ${longName(day)}` }).click()
  await expect(page).toHaveURL(/view=week/)
  for (const title of titles) await expect(cell(page, day).getByRole('link', { name: title })).toBeVisible()
  await expect(
    cell(page, day)
      .getByText(/zoom_3/)
      .first(),
  ).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(cell(page, addDays(day, 7))).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(cell(page, dayIn(new Date(), zone))).toHaveAttribute('aria-current', 'date')
})

test('shows a week by the hour, where a clash on an account is an overlap (OQ-664)', async ({
  signedIn: page,
  program,
}) => {
  const day = quietDay(42)
  const make = async (from: number, to: number, zoom_hub_name: string) => {
    const times = { start_time: at(day, from), end_time: at(day, to) }
    const { title } = await makeMasterclass(program, { title: unique('Hour'), ...times, zoom_hub_name })
    // The name of a session that clashes also has the titles of the others.
    return cell(page, day).getByRole('link', { name: new RegExp(`^\\d\\d:\\d\\d [AP]M ${title}`) })
  }
  const first = await make(10, 12, 'zoom_1')
  const clash = await make(11, 13, 'zoom_1')
  const beside = await make(11, 12, 'zoom_2')
  const early = await make(6.5, 7.5, 'zoom_1')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/calendar?view=week&day=${day}`)
  await expect(first).toBeVisible()
  const boxOf = async (link: typeof first) =>
    (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const boxes = await Promise.all([first, clash, beside, early].map(boxOf))
  const [one, over, other, before] = boxes as [
    (typeof boxes)[0],
    (typeof boxes)[0],
    (typeof boxes)[0],
    (typeof boxes)[0],
  ]
  const hour = over.y - one.y
  expect(one.height).toBeCloseTo(2 * hour - 1, 0)
  expect(other.y).toBeCloseTo(over.y, 0)
  expect(one.y - before.y).toBeCloseTo(3.5 * hour, 0)
  // The clash lies over the first one, and the other account is beside both.
  expect(over.x).toBeLessThan(one.x + one.width)
  expect(over.y).toBeLessThan(one.y + one.height)
  expect(other.x).toBeGreaterThanOrEqual(one.x + one.width - 1)
  await expect(clash).toHaveAccessibleName(/11:00 AM .*Clashes with/)
  // The hours begin with the earliest session.
  await expect(page.getByText('6 AM', { exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  // Tab reaches the sessions in their order.
  await cell(page, day).focus()
  for (const link of [early, first, clash, beside]) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(cell(page, day)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, addDays(day, -1))).toBeFocused()
})

test('marks the time of now in this week only, and has long sessions above the hours (OQ-664)', async ({
  signedIn: page,
  program,
}) => {
  const day = quietDay(44)
  const event = await makeEvent(program, { start_time: at(day, 10), end_time: at(addDays(day, 1), 18) })
  // Midday in India, when the hours are shown.
  await page.clock.setFixedTime(at(dayIn(new Date(), zone), 12))
  await page.goto('/calendar?view=week')
  const now = page.locator('[data-now]')
  await expect(now).toBeVisible()
  expect(await now.evaluate((line) => line.closest('[data-day]')?.getAttribute('data-day'))).toBe(
    dayIn(new Date(), zone),
  )
  await page.goto(`/calendar?view=week&day=${day}`)
  const links = page.getByRole('link', { name: event.title })
  await expect(links.first()).toBeVisible()
  expect((await links.first().boundingBox())?.height).toBe(24)
  await expect(now).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('lists the days that have sessions (OQ-511)', async ({ signedIn: page, program }) => {
    const day = quietDay(38)
    const { title } = await makeMasterclass(program, {
      title: unique('Phone'),
      start_time: at(day, 19),
      end_time: at(day, 20),
    })
    await page.goto(`/calendar?day=${day}`)
    await expect(page.getByRole('heading', { name: longName(day) })).toBeVisible()
    const item = page.getByRole('link', { name: title })
    await expect(item).toContainText('07:00 PM')
    await expect(item).toContainText('Masterclass, Draft')
    await expect(item).toContainText('zoom_')
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Previous month' }).click()
    await expect(page.getByText('No sessions in this time.')).toBeVisible()
  })
})
