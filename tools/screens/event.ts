import { changeEvent, storedEvent } from '../../tests/journeys/event-records.ts'
import { pictureBytes } from '../../tests/journeys/records.ts'
import { daysFromNow, typeTime } from '../../tests/journeys/wizard.ts'
import { failCalls, holdCalls, openForEdit, type Scene, shootWhole } from './scene.ts'

export const eventLists: Scene = async (page, shoot, { sample, empty }) => {
  for (const [path, name, tabs] of [
    ['events', 'Events', ['active', 'past']],
    ['webinar', 'Webinars', ['active', 'draft', 'past']],
  ] as const) {
    for (const tab of tabs) {
      await page.goto(`${sample.url}/${path}?tab=${tab}`)
      await page.getByRole('list', { name }).waitFor()
      await shoot(`${path}-${tab}`)
    }
    await page.getByRole('listitem').getByRole('heading').first().getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await shoot(`${path}-detail-past`)
    await page.goto(`${empty.url}/${path}`)
    await page.getByText('No events to show.').waitFor()
    await shoot(`${path}-empty`)
    await failCalls(page, '**/admin/events*', async () => {
      await page.goto(`${sample.url}/${path}`)
      await page.getByText('Cannot fetch events.').waitFor()
      await shoot(`${path}-failed`)
    })
    await holdCalls(page, '**/admin/events*', async () => {
      await page.goto(`${sample.url}/${path}`)
      await page
        .getByRole('status')
        .filter({ hasText: /^Loading .*\.\.\.$/ })
        .waitFor()
      await shoot(`${path}-loading`)
    })
  }
  await page.goto(`${sample.url}/events`)
  await page.getByRole('button', { name: 'Investors meet: Pune' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('events-detail')
}

export const eventForm: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/event/create`)
  await page.getByRole('textbox', { name: 'Start time' }).waitFor()
  await shoot('event-create')
  await page.getByRole('switch', { name: 'Paid event' }).check()
  await page.getByLabel('Discount percentage').fill('101')
  await page.getByLabel('Discount coins').fill('-1')
  await page.getByLabel('Google Map location').fill('maps')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Title is required').waitFor()
  await shootWhole(page, shoot, 'event-create-with-errors')
  await page.getByLabel('Title').fill('Money and chai, Mumbai')
  await page.getByLabel('Description').fill('Three creators, open questions, and chai for everybody.')
  const day = daysFromNow(6)
  await typeTime(page, 'Start time', { day, hours: '05', minutes: '30', half: 'PM' })
  await typeTime(page, 'End time', { day, hours: '08', minutes: '00', half: 'PM' })
  await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Town Hall, Fort')
  await page.getByLabel('City').fill('Mumbai')
  const state = page.getByRole('combobox', { name: 'State of the venue' })
  await state.fill('mah')
  await shoot('event-create-state')
  await state.press('Enter')
  await page.getByLabel('Google Map location').fill('https://maps.app.goo.gl/x7Qm4R2bT9')
  await page.getByLabel('Total tickets').fill('180')
  for (const [name, digits] of [
    ['Original price, INR', '149900'],
    ['Current price, INR', '9990'],
    ['Member price, INR', '79900'],
    ['Current price, USD', '1500'],
    ['Referral discount, INR', '10000'],
  ] as const) {
    await page.getByLabel(name).fill(digits)
  }
  await page.getByLabel('Discount percentage').fill('12.5')
  await page.getByLabel('Discount coins').fill('300')
  for (const field of ['banner', 'ticket_banner']) {
    await page.locator(`[data-field="${field}"] input[type="file"]`).setInputFiles({
      name: `${field}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await pictureBytes(),
    })
    await page.getByRole('button', { name: `Remove ${field}.jpg` }).waitFor()
  }
  await shootWhole(page, shoot, 'event-create-filled')

  const id = await openForEdit(page, sample, '/events', 'Investors meet: Pune')
  await page.getByRole('textbox', { name: 'Total tickets', exact: true }).fill('120')
  await page.getByRole('textbox', { name: 'Total tickets', exact: true }).blur()
  await page.getByText('Cannot be less than the tickets already sold').waitFor()
  await shootWhole(page, shoot, 'event-edit')
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('alertdialog', { name: 'Hide Event: irreversible' }).waitFor()
  await shoot('event-hide')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await page.getByText('The event is hidden. Switch on and save to show it again.').waitFor()
  await shoot('event-hidden')
  // The next look needs the same data.
  await changeEvent(sample, id, { is_active: 'true' })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('event-leave')
}

export const webinarForm: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/webinar/create`)
  await page.getByRole('combobox', { name: 'Zoom account' }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Zoom account is required').waitFor()
  await page.getByLabel('Title').fill('When to sell a share')
  await shootWhole(page, shoot, 'webinar-create-with-errors')
  await openForEdit(page, sample, '/webinar?tab=draft', 'An emergency fund that earns its keep')
  await page.getByText(/^zoom_4 is booked for/).waitFor()
  await shootWhole(page, shoot, 'webinar-edit')
  await page.getByRole('combobox', { name: 'Zoom account' }).click()
  await page.getByRole('option').first().waitFor()
  await shoot('webinar-accounts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('webinar-clash')
  await openForEdit(page, sample, '/webinar', 'How to read a mutual fund fact sheet')
  await shoot('webinar-edit-published')
}

export const eventConflict: Scene = async (page, shoot, { sample }) => {
  const title = 'Family finance day'
  const id = await openForEdit(page, sample, '/events', title)
  const { description } = await storedEvent(sample, id)
  await page.getByLabel('Title').fill('Family money day')
  await page.getByRole('textbox', { name: 'Total tickets', exact: true }).fill('300')
  await changeEvent(sample, id, { title: 'A day of family finance', total_tickets: '280' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('event-conflict')
  // The next look needs the same data.
  await changeEvent(sample, id, { title, description, total_tickets: '250' })
}
