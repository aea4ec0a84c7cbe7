import { expect, type Locator, type Page } from 'playwright/test'
import { pictureBytes } from './records.ts'

const dayName = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** The value of a date and time field. */
export interface PickedTime {
  /** Any moment of the day in Asia/Kolkata. */
  day: Date
  /** Two digits each, on a 12-hour clock. */
  hours: string
  minutes: string
  half: 'AM' | 'PM'
}

/** Returns the day this many days from now. */
export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 24 * 3_600_000)
}

/** Returns the field of a date and time. */
export function timeField(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label })
}

/** Types a day and a time. */
export async function typeTime(page: Page, label: string, picked: PickedTime): Promise<void> {
  const time = `${picked.hours}:${picked.minutes} ${picked.half}`
  const field = timeField(page, label)
  await field.fill(`${dayName.format(picked.day)} ${time}`)
  await field.press('Enter')
  await expect(field).toHaveValue(new RegExp(`, ${time}$`))
}

/** Opens the calendar of a date. */
export async function openCalendar(page: Page, label: string): Promise<Locator> {
  await timeField(page, label).locator('..').getByRole('button', { name: 'Pick from a calendar' }).click()
  const calendar = page.getByRole('dialog', { name: label, exact: true })
  // Its script is loaded when it first opens.
  await expect(calendar.getByRole('button', { name: 'Next month' })).toBeVisible()
  return calendar
}

/** Picks a day in the open calendar. */
export async function pickDay(page: Page, label: string, day: Date): Promise<void> {
  const calendar = page.getByRole('dialog', { name: label, exact: true })
  await expect(calendar).toBeVisible()
  const cell = calendar.getByRole('button', { name: dayName.format(day), exact: true })
  if (!(await cell.isVisible())) {
    const month = await calendar.getByText(/^[A-Z][a-z]+ \d{4}$/).innerText()
    const direction = day < new Date(`1 ${month}`) ? 'Previous month' : 'Next month'
    await calendar.getByRole('button', { name: direction }).click()
  }
  await cell.click()
}

/** Chooses a value in a select field. */
export async function choose(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
}

/** Searches for a creator by part of the e-mail address or name, and selects the result. */
export async function pickCreator(page: Page, search: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Creator' }).fill(search)
  await page
    .getByRole('listbox', { name: 'Creators' })
    .getByRole('option')
    .filter({ hasText: new RegExp(search, 'i') })
    .first()
    .click()
}

interface Details {
  title: string
  description?: string
  account?: string
  creator?: string
  day?: Date
  banner?: boolean
}

/** Fills step 1 of a new masterclass. */
export async function fillDetails(page: Page, details: Details): Promise<void> {
  const day = details.day ?? daysFromNow(5)
  await page.getByLabel('Title').fill(details.title)
  await page.getByLabel('Description').fill(details.description ?? 'What people take home.')
  if (details.banner) {
    await page.locator('input[type="file"]').setInputFiles({
      name: 'banner.jpg',
      mimeType: 'image/jpeg',
      buffer: await pictureBytes(),
    })
    await expect(page.getByRole('button', { name: 'Remove banner.jpg' })).toBeVisible()
  }
  await choose(page, 'Attendance Type', 'Hybrid')
  await typeTime(page, 'Start time', { day, hours: '07', minutes: '15', half: 'PM' })
  await typeTime(page, 'End time', { day, hours: '08', minutes: '45', half: 'PM' })
  await pickCreator(page, details.creator ?? 'ananya')
  await choose(page, 'Zoom account', details.account ?? 'zoom_4')
}

/** Fills the four prices of step 2, in minor units. */
export async function fillPrices(
  page: Page,
  prices: { inr: readonly [number, number]; usd: readonly [number, number] } = {
    inr: [249900, 149900],
    usd: [4900, 2900],
  },
): Promise<void> {
  for (const [section, values] of [
    ['Rupee price', prices.inr],
    ['Dollar price', prices.usd],
  ] as const) {
    const fields = page.getByRole('region', { name: section })
    await fields.getByLabel('Original price').fill(String(values[0]))
    await fields.getByLabel('Current price').fill(String(values[1]))
  }
}

/** Adds a community link in step 3. */
export async function addLink(page: Page, type: string, url: string): Promise<void> {
  const links = page.getByRole('group', { name: /^Community link \d+$/ })
  const before = await links.count()
  await page.getByRole('button', { name: 'Add link' }).click()
  const added = links.nth(before)
  await added.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
  await added.getByLabel('URL').fill(url)
}

/** Opens the next step and waits for it. */
export async function next(page: Page, step: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('group', { name: step })).toBeVisible()
}
