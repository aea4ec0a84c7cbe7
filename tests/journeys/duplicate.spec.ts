import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { Page } from 'playwright/test'
import { makeEvent, makePublishedWebinar, makeWebinar } from './event-records.ts'
import {
  chooseInCard,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import { type Program, startProgram } from './program.ts'
import { hoursFromNow, makeMasterclass, makePublished, pictureBytes, unique } from './records.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Repeat “/ })

async function storedCopies(program: Program, title: string): Promise<Masterclass[]> {
  const search = `search=${encodeURIComponent(title)}&limit=50`
  return (await program.call<Masterclass[]>('GET', `/admin/masterclasses?${search}`)).body.data
}

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
  await chooseInCard(page, original.title, 'Repeat on dates')
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
  await chooseInCard(page, original.title, 'Repeat on dates')
  const [first, second] = [1, 2].map((number) =>
    dialog(page).getByRole('textbox', { name: `Date ${number}` }),
  )
  if (!first || !second) throw new Error('The dialog has two dates')
  await second.fill(await first.inputValue())
  await second.blur()
  await expect(dialog(page).getByText('Another copy has this time')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Create 4 drafts' })).toBeDisabled()
})

test('creates and publishes copies, asks first about what a single one asks, and goes to them (OQ-643, OQ-512)', async ({
  signedIn: page,
  program,
}) => {
  const start = 24 * 640
  const original = await makeMasterclass(program, {
    title: unique('Published series'),
    start_time: hoursFromNow(start),
    end_time: hoursFromNow(start + 1),
    prices: JSON.stringify([
      { currency_code: 'USD', original_price: 9900, current_price: 4900 },
      { currency_code: 'INR', original_price: 499900, current_price: 0 },
    ]),
  })
  await page.goto('/masterclass?tab=draft')
  await chooseInCard(page, original.title, 'Repeat on dates')
  await expectAccessibleInBothSchemes(page)
  await dialog(page).getByRole('button', { name: 'Create and publish 4' }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish with these warnings?' })
  await expect(question.getByRole('listitem')).toHaveText([
    /The INR price is 0, so buyers pay nothing\./,
    /It has no banner\./,
  ])
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toBeHidden()
  expect(await storedCopies(program, original.title)).toHaveLength(1)

  await dialog(page).getByRole('button', { name: 'Create and publish 4' }).click()
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, '4 published')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/masterclass')
  const copies = (await storedCopies(program, original.title)).filter(({ _id }) => _id !== original._id)
  expect(copies.map(({ is_active }) => is_active)).toEqual([true, true, true, true])
  const entries = await program.query<{ action: string }>(
    `select action from audit_entry where entity_id in (${copies.map(({ _id }) => `'${_id}'`).join()}) order by action`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array(4).fill('masterclass.duplicate'),
    ...Array(4).fill('masterclass.publish'),
  ])
})

test('creates copies once and publishes each, also when responses are lost (OQ-643, OQ-029)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_CONNECTION_FAILED/)
  const start = 24 * 730
  const original = await makePublished(program, {
    title: unique('Lost series'),
    start_time: hoursFromNow(start),
    end_time: hoursFromNow(start + 1),
    images: new Blob([new Uint8Array(await pictureBytes())], { type: 'image/jpeg' }),
  })
  let lost = 0
  /** Lets a call happen, but loses its response the first time. */
  const loseFirst = (address: string) =>
    page.route(
      address,
      async (route) => {
        lost++
        await route.fetch()
        await route.abort('connectionfailed')
      },
      { times: 1 },
    )
  await page.goto('/masterclass')
  await loseFirst('**/duplicates')
  await loseFirst('**/zoom/publish')
  await chooseInCard(page, original.title, 'Repeat on dates')
  await dialog(page).getByRole('button', { name: 'Create and publish 4' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The server did not respond.')
  await dialog(page).getByRole('button', { name: 'Create and publish 4' }).click()
  await expect(toast(page, '4 published')).toBeVisible()
  expect(lost).toBe(2)
  const copies = await storedCopies(program, original.title)
  expect(copies).toHaveLength(5)
  expect(copies.every(({ is_active }) => is_active)).toBe(true)
})

test('names the copies that stay drafts with the reason, and leads to their forms (OQ-643, OQ-112)', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const strict = await startProgram({ MEETING_CLASHES: 'refuse', SAMPLE_DATA: 'off' })
  try {
    const start = 24 * 300
    const original = await makeWebinar(strict, {
      title: unique('Strict series'),
      start_time: hoursFromNow(start),
      end_time: hoursFromNow(start + 1),
      zoom_hub_name: 'zoom_1',
    })
    const booked = await makePublishedWebinar(strict, {
      title: unique('Booked'),
      start_time: hoursFromNow(start + 7 * 24 * 2),
      end_time: hoursFromNow(start + 7 * 24 * 2 + 1),
      zoom_hub_name: 'zoom_1',
    })
    await signIn(page, await strict.token())
    await page.goto(`${strict.url}/webinar?tab=draft`)
    await chooseInCard(page, original.title, 'Repeat on dates')
    await dialog(page).getByRole('button', { name: 'Create and publish 4' }).click()
    const question = page.getByRole('alertdialog', { name: 'Publish with these warnings?' })
    await expect(question.getByText('Copies that must be changed stay drafts.')).toBeVisible()
    await expect(question.getByText(`Date 2: zoom_1 is booked for “${booked.title}”`)).toBeVisible()
    await question.getByRole('button', { name: 'Publish', exact: true }).click()

    const outcome = page.getByRole('dialog', { name: '3 published, 1 stays a draft' })
    const left = outcome.getByRole('list', { name: 'Not published' }).getByRole('listitem')
    await expect(left).toHaveCount(1)
    await expect(left).toContainText(`“${original.title}”`)
    await expect(left).toContainText(`zoom_1 is already booked for “${booked.title}” at that time.`)
    await expectAccessibleInBothSchemes(page)
    await left.getByRole('link', { name: /^Open the form/ }).click()
    await expect(page).toHaveURL(/\/webinar\/edit\//)
    await expect(page.getByText(`zoom_1 is already booked for “${booked.title}”`)).toBeVisible()
    const { body } = await strict.call<Event[]>('GET', '/admin/events?event_type=ONLINE&limit=50')
    const copies = body.data.filter(({ _id, title }) => title === original.title && _id !== original._id)
    expect(copies.map(({ is_published }) => is_published).sort()).toEqual([false, true, true, true])
  } finally {
    // Nothing may be on its way when the program ends.
    await page.goto('about:blank')
    await strict.stop()
  }
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
