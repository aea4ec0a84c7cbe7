import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { Page } from 'playwright/test'
import { makeEvent } from './event-records.ts'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  toast,
} from './journey.ts'
import type { Program } from './program.ts'
import { hoursFromNow, makeMasterclass, makePublished, unique } from './records.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Repeat “/ })

async function storedDrafts(program: Program, title: string): Promise<Masterclass[]> {
  const { body } = await program.call<Masterclass[]>(
    'GET',
    `/admin/masterclasses?status=draft&search=${encodeURIComponent(title)}`,
  )
  return body.data
}

/** How many weeks apart two times are. */
const weeksBetween = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / (7 * 86_400_000)

test('duplicates an active masterclass to weekly dates, names clashes, and leaves one out (OQ-513)', async ({
  signedIn: page,
  program,
}) => {
  // Apart from the times of the other specs, which run on the same program.
  const start = 24 * 500
  const original = await makePublished(program, {
    title: unique('Series'),
    start_time: hoursFromNow(start),
    end_time: hoursFromNow(start + 1),
    zoom_hub_name: 'zoom_1',
  })
  const booked = await makePublished(program, {
    title: unique('Booked'),
    start_time: hoursFromNow(start + 7 * 24 * 2),
    end_time: hoursFromNow(start + 7 * 24 * 2 + 1),
    zoom_hub_name: 'zoom_1',
  })
  await page.goto('/masterclass')
  await card(page, original.title).getByRole('button', { name: 'Repeat on dates' }).click()
  const rows = dialog(page).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await dialog(page).getByLabel('Number of dates').fill('6')
  await page.keyboard.press('Tab')
  await expect(rows).toHaveCount(6)
  await dialog(page).getByLabel('Number of dates').fill('4')
  await page.keyboard.press('Tab')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1).getByText(`zoom_1 is booked for “${booked.title}”`)).toBeVisible()
  await expect(rows.nth(0).getByText('zoom_1 is free at that time')).toBeVisible()
  await expect(dialog(page).getByText('One date clashes.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await rows.nth(1).getByRole('combobox', { name: 'Zoom account 2' }).click()
  await page.getByRole('option', { name: 'zoom_4' }).click()
  await expect(rows.nth(1).getByText('zoom_4 is free at that time')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Leave out date 3' }).click()
  await expect(rows).toHaveCount(3)
  await expect(dialog(page).getByRole('button', { name: 'Leave out date 3' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Create 3 drafts' }).click()
  await expect(toast(page, '3 drafts created')).toBeVisible()
  await expect(page).toHaveURL(/tab=draft/)
  await expect(dialog(page)).toBeHidden()

  const drafts = await storedDrafts(program, original.title)
  expect(
    drafts.map(({ start_time, zoom_hub_name, title }) => [
      Math.round(weeksBetween(original.start_time, start_time)),
      zoom_hub_name,
      title,
    ]),
  ).toEqual([
    [1, 'zoom_1', original.title],
    [2, 'zoom_4', original.title],
    [4, 'zoom_1', original.title],
  ])
})

test('refuses one time twice (OQ-513)', async ({ signedIn: page, program }) => {
  const original = await makeMasterclass(program, {
    title: unique('Lost'),
    // Whole minutes, as somebody types them.
    start_time: `${hoursFromNow(24 * 500).slice(0, 16)}:00.000Z`,
    end_time: `${hoursFromNow(24 * 500 + 1).slice(0, 16)}:00.000Z`,
  })
  await page.goto('/masterclass?tab=draft')
  await card(page, original.title).getByRole('button', { name: 'Repeat on dates' }).click()
  const [first, second] = [1, 2].map((number) =>
    dialog(page).getByRole('textbox', { name: `Date ${number}` }),
  )
  if (!first || !second) throw new Error('The dialog has two dates')
  await second.fill(await first.inputValue())
  await second.blur()
  await expect(dialog(page).getByText('Another copy has this time')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Create 4 drafts' })).toBeDisabled()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('duplicates an event from its details, without an account (OQ-513)', async ({
    signedIn: page,
    program,
  }) => {
    const event = await makeEvent(program, {
      start_time: hoursFromNow(24 * 600),
      end_time: hoursFromNow(24 * 600 + 2),
    })
    await page.goto(`/events?open=${event._id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Repeat on dates' }).click()
    await expect(dialog(page).getByRole('combobox', { name: /^Zoom account/ })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothSchemes(page)
    await dialog(page).getByRole('button', { name: 'Create 4 drafts' }).click()
    await expect(toast(page, '4 drafts created')).toBeVisible()
  })
})
