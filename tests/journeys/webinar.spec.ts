import type { Page } from 'playwright/test'
import { makeEvent, makePublishedWebinar, makeWebinar, storedByTitle, storedEvent } from './event-records.ts'
import {
  card,
  chooseInCard,
  expect,
  expectAccessibleInBothSchemes,
  passTime,
  quietPartsLoaded,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import { startProgram } from './program.ts'
import { hoursFromNow, makeCreator, makePublished, unique } from './records.ts'
import { choose, daysFromNow, pickCreator, typeTime } from './wizard.ts'

/** From 07:15 to 08:15 PM in Asia/Kolkata. */
function eveningOf(day: Date): { start_time: string; end_time: string } {
  const date = new Date(day.getTime() + 330 * 60_000).toISOString().slice(0, 10)
  return { start_time: `${date}T13:45:00.000Z`, end_time: `${date}T14:45:00.000Z` }
}

/** Picks that evening's times in the form. */
async function moveTo(page: Page, day: Date): Promise<void> {
  await typeTime(page, 'Start time', { day, hours: '07', minutes: '15', half: 'PM' })
  await typeTime(page, 'End time', { day, hours: '08', minutes: '15', half: 'PM' })
}

test('shows three tabs, with drafts and active webinars editable (SHELL-22, WEB-01, WEB-02, EVT-08)', async ({
  signedIn: page,
  program,
}) => {
  const draft = await makeWebinar(program)
  const active = await makePublishedWebinar(program, {
    start_time: hoursFromNow(300),
    end_time: hoursFromNow(301),
  })
  await page.goto('/masterclass')
  await page.getByRole('link', { name: 'Webinar', exact: true }).click()
  await expect(page).toHaveURL('/webinar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webinar')
  await expect(page.getByRole('tab')).toHaveText([/^Active \d+$/, /^Draft \d+$/, /^Past \d+$/])
  await expect(card(page, active.title).getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/webinar/edit/${active._id}`,
  )
  await expect(card(page, draft.title)).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('tab', { name: 'Draft' }).click()
  await expect(card(page, draft.title).getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(card(page, active.title)).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('tab', { name: 'Past' }).click()
  const past = card(page, 'ETFs: price, value and the gap between')
  await expect(past).toContainText(/\d+ of 300 registrations/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  await past.getByRole('button', { name: 'ETFs: price, value and the gap between' }).click()
  await expect(page.getByRole('dialog')).toContainText('Zoom account')
  await expectAccessibleInBothSchemes(page)
})

test('creates a webinar, saves it as a draft and publishes it', async ({ signedIn: page, program }) => {
  const title = unique('Budget night')
  const creator = await makeCreator(program, { first_name: 'Ishani', last_name: 'Mathur' })
  const day = daysFromNow(9)
  await test.step('SHELL-23 WEB-05 the empty form has no place and no sold tickets', async () => {
    await page.goto('/webinar?tab=draft')
    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Webinar')
    // A webinar has no place and no field for tickets sold.
    for (const name of ['Location', 'Google Map location', 'Total tickets sold']) {
      await expect(page.getByLabel(name)).toHaveCount(0)
    }
  })

  await test.step('WEB-03 WEB-04 EVT-18 account and creator are chosen; saving leads to Draft', async () => {
    await page.getByRole('combobox', { name: 'Zoom account' }).click()
    await expect(page.getByRole('option')).toHaveText(['zoom_1', 'zoom_4'])
    await page.keyboard.press('Escape')
    await page.getByLabel('Title').fill(title)
    await typeTime(page, 'Start time', { day, hours: '07', minutes: '15', half: 'PM' })
    await typeTime(page, 'End time', { day, hours: '08', minutes: '15', half: 'PM' })
    await pickCreator(page, creator.email)
    await choose(page, 'Zoom account', 'zoom_4')
    await page.getByLabel('Total tickets').fill('250')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Webinar saved')).toBeVisible()
    await expect(page).toHaveURL('/webinar?tab=draft')
    await expect(card(page, title)).toContainText(/Free.*0 of 250 registrations/s)
  })

  const made = await storedByTitle(program, 'ONLINE', title)
  expect(made).toMatchObject({
    event_type: 'ONLINE',
    is_active: true,
    is_published: false,
    zoom_hub_name: 'zoom_4',
    creator_id: { _id: creator._id },
  })

  await test.step('EVT-09 EVT-17 its edit saves and publishes', async () => {
    await card(page, title).getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Webinar')
    await page.getByLabel('Description').fill('Bring your questions.')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(toast(page, 'Webinar published')).toBeVisible()
    await expect(page).toHaveURL(/\/webinar$/)
    await expect(card(page, title)).toBeVisible()
    expect(await storedEvent(program, made._id)).toMatchObject({
      description: 'Bring your questions.',
      is_published: true,
    })
  })
})

test('moves a webinar from Active or Draft to Past when it begins (WEB-02, EVT-07, OQ-028)', async ({
  signedIn: page,
  program,
}) => {
  const soon = { start_time: hoursFromNow(0.5), end_time: hoursFromNow(1.5) }
  const webinar = await makePublishedWebinar(program, soon)
  const draft = await makeWebinar(program, soon)
  const event = await makeEvent(program, soon)
  for (const [path, begun] of [
    ['/webinar', webinar],
    ['/webinar?tab=draft', draft],
    ['/events', event],
  ] as const) {
    await page.clock.install({ time: new Date() })
    await page.goto(path)
    await expect(card(page, begun.title)).toBeVisible()
    await quietPartsLoaded(page)
    await passTime(page, '28:00')
    await expect(card(page, begun.title)).toBeVisible()
    await passTime(page, '04:00')
    await expect(card(page, begun.title)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Past' }).click()
    await expect(card(page, begun.title)).toBeVisible()
    await expect(card(page, begun.title).getByRole('link', { name: 'Edit' })).toHaveCount(0)
  }
})

test('reports a missing account and creator of a new webinar on blur (WEB-03, WEB-04)', async ({
  signedIn: page,
}) => {
  await page.goto('/webinar/create')
  await page.getByRole('combobox', { name: 'Creator' }).focus()
  await page.getByRole('combobox', { name: 'Zoom account' }).focus()
  await expect(page.getByText('Creator is required')).toBeVisible()
  await page.getByLabel('Total tickets').focus()
  await expect(page.getByText('Zoom account is required')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})

test('saves and publishes a new webinar with Publish (EVT-09, OQ-064)', async ({
  signedIn: page,
  program,
}) => {
  const title = unique('At once')
  const day = daysFromNow(12)
  await page.goto('/webinar/create')
  await page.getByLabel('Title').fill(title)
  await typeTime(page, 'Start time', { day, hours: '06', minutes: '00', half: 'AM' })
  await typeTime(page, 'End time', { day, hours: '06', minutes: '30', half: 'AM' })
  await pickCreator(page, 'ananya')
  await choose(page, 'Zoom account', 'zoom_1')
  await page.getByRole('switch', { name: 'Unlimited tickets' }).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, 'Webinar published')).toBeVisible()
  await expect(page).toHaveURL(/\/webinar$/)
  await expect(card(page, title)).toContainText(/Free.*0 registrations/s)
  expect((await storedByTitle(program, 'ONLINE', title)).is_published).toBe(true)
})

test('says what is booked on the account, and asks before publishing over it (OQ-112)', async ({
  signedIn: page,
  program,
}) => {
  // Later than the sample data, whose sessions could clash.
  const times = { start_time: hoursFromNow(9600), end_time: hoursFromNow(9601), zoom_hub_name: 'zoom_1' }
  const booked = await makePublished(program, times)
  const draft = await makeWebinar(program, times)
  await page.goto(`/webinar/edit/${draft._id}`)
  await expect(page.getByText(`zoom_1 is booked for “${booked.title}”`)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(booked.title)
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect((await storedEvent(program, draft._id)).is_published).toBe(false)

  await choose(page, 'Zoom account', 'zoom_4')
  await expect(page.getByText('zoom_4 is free at that time.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, 'Webinar published')).toBeVisible()
  expect(await storedEvent(program, draft._id)).toMatchObject({
    is_published: true,
    zoom_hub_name: 'zoom_4',
  })
})

test('asks before saving a new time of a published webinar that clashes (OQ-112)', async ({
  signedIn: page,
  program,
}) => {
  const day = daysFromNow(21)
  const booked = await makePublished(program, { ...eveningOf(day), zoom_hub_name: 'zoom_2' })
  const mine = await makePublishedWebinar(program, { ...eveningOf(daysFromNow(20)), zoom_hub_name: 'zoom_2' })
  await page.goto(`/webinar/edit/${mine._id}`)
  const question = page.getByRole('alertdialog', { name: 'This overlaps another session' })
  await test.step('an edit of anything else is not asked about', async () => {
    await page.getByLabel('Description').fill('Only the words')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Webinar saved')).toBeVisible()
    await page.goto(`/webinar/edit/${mine._id}`)
  })
  await moveTo(page, day)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(question).toContainText(booked.title)
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(await storedEvent(program, mine._id)).toMatchObject(eveningOf(daysFromNow(20)))

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Move anyway' }).click()
  await expect(toast(page, 'Webinar saved')).toBeVisible()
  expect(await storedEvent(program, mine._id)).toMatchObject({ ...eveningOf(day), is_published: true })
})

test('keeps a refused clashing move in the form with the reason (OQ-112)', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409), /^Webinar not saved:/)
  const strict = await startProgram({ MEETING_CLASHES: 'refuse', SAMPLE_DATA: 'off' })
  try {
    const day = daysFromNow(21)
    const booked = await makePublishedWebinar(strict, eveningOf(day))
    const mine = await makePublishedWebinar(strict, eveningOf(daysFromNow(20)))
    await signIn(page, await strict.token())
    await page.goto(`${strict.url}/webinar/edit/${mine._id}`)
    await page.getByLabel('Description').fill('Stays typed')
    await moveTo(page, day)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move anyway' }).click()
    await expect(page.getByText(`zoom_2 is already booked for “${booked.title}” at that time.`)).toBeVisible()
    await expect(page.getByText('Not saved')).toBeVisible()
    await expect(page.getByLabel('Description')).toHaveValue('Stays typed')
    await expectAccessibleInBothSchemes(page)
    expect(await storedEvent(strict, mine._id)).toEqual(mine)
  } finally {
    await strict.stop()
  }
})

test('reports a meeting that cannot be made and saves the webinar as a draft (OQ-064)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(502))
  const { _id, title } = await makeWebinar(program, {
    title: unique('Webinar [meeting fails]'),
    start_time: hoursFromNow(400),
    end_time: hoursFromNow(401),
  })
  await page.goto(`/webinar/edit/${_id}`)
  await page.getByLabel('Description').fill('Saved all the same')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, 'The webinar is saved, but not published.')).toBeVisible()
  await expect(page).toHaveURL('/webinar?tab=draft')
  await expect(card(page, title)).toBeVisible()
  expect(await storedEvent(program, _id)).toMatchObject({
    description: 'Saved all the same',
    is_published: false,
  })
})

test('publishes and duplicates a webinar from its card; a failure opens the form, which shows the reason (OQ-188, OQ-189, EVT-09, EVT-10)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(502))
  const ready = await makeWebinar(program, { start_time: hoursFromNow(420), end_time: hoursFromNow(421) })
  const failing = await makeWebinar(program, {
    title: unique('Webinar [meeting fails]'),
    start_time: hoursFromNow(430),
    end_time: hoursFromNow(431),
  })
  await page.goto('/webinar?tab=draft')
  const buttonOf = (title: string, name: string) => card(page, title).getByRole('button', { name })
  await buttonOf(ready.title, 'Publish').click()
  await expect(toast(page, 'Webinar published')).toBeVisible()
  await expect(card(page, ready.title)).toHaveCount(0)
  expect(await storedEvent(program, ready._id)).toMatchObject({ is_published: true })

  await buttonOf(failing.title, 'Publish').click()
  const failure = toast(page, /^The webinar is saved, but not published\. \S/)
  await failure.getByRole('button', { name: 'Open the form' }).click()
  await expect(page).toHaveURL(`/webinar/edit/${failing._id}`)
  const reason = page.getByRole('main').getByRole('alert')
  await expect(reason).toBeInViewport()
  await expect(reason).toContainText('meeting')

  await page.getByRole('link', { name: 'Back' }).click()
  await chooseInCard(page, failing.title, 'Duplicate')
  await expect(toast(page, 'Webinar duplicated')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(`${failing.title} (copy)`)
  await expect(reason).toHaveCount(0)
})

test('prefills an edit from the list, after a reload and under the other address (EVT-17, OQ-007)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makePublishedWebinar(program, {
    start_time: hoursFromNow(500),
    end_time: hoursFromNow(501),
    zoom_hub_name: 'zoom_3',
  })
  await page.goto('/webinar')
  await card(page, made.title).getByRole('link', { name: 'Edit' }).click()
  const isFilled = async () => {
    await expect(page.getByLabel('Title')).toHaveValue(made.title)
    await expect(page.getByRole('combobox', { name: 'Creator' })).toHaveValue(/Asha Rao/)
    // Its meeting is on that account.
    await expect(page.getByRole('group', { name: 'Zoom account' })).toContainText('zoom_3')
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
  }
  await isFilled()
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await isFilled()
  await page.goto(`/event/edit/${made._id}`)
  await expect(page).toHaveURL(`/webinar/edit/${made._id}`)
  await isFilled()
})
