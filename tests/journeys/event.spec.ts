import { formatInstant } from '@greenroom/contract/date-time'
import type { Locator, Page } from 'playwright/test'
import { changeEvent, makeEvent, storedByTitle, storedEvent } from './event-records.ts'
import {
  answerCalls,
  card,
  closeToast,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  loseCalls,
  refusedCall,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { pictureBytes, unique } from './records.ts'
import { expectRendition } from './rendition.ts'
import { daysFromNow, typeTime } from './wizard.ts'

const notSaved = /^Event not saved:/

/** Returns the form's field of one of the three pictures. */
function pictureField(page: Page, field: 'banner' | 'ticket_banner' | 'post_event_banner'): Locator {
  return page.locator(`[data-field="${field}"]`)
}

async function pickPicture(
  page: Page,
  field: 'banner' | 'ticket_banner' | 'post_event_banner',
): Promise<void> {
  await pictureField(page, field)
    .locator('input[type="file"]')
    .setInputFiles({ name: `${field}.jpg`, mimeType: 'image/jpeg', buffer: await pictureBytes() })
  await expect(page.getByRole('button', { name: `Remove ${field}.jpg` })).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

/** Replaces the amount of a price field by typing. */
async function replaceAmount(page: Page, name: string, digits: string): Promise<void> {
  await page.getByLabel(name).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(digits)
}

/** Fills the required fields of a free event with unlimited tickets. */
async function fillLeast(page: Page, title: string): Promise<void> {
  const day = daysFromNow(6)
  await page.getByLabel('Title').fill(title)
  await typeTime(page, 'Start time', { day, hours: '05', minutes: '30', half: 'PM' })
  await typeTime(page, 'End time', { day, hours: '08', minutes: '00', half: 'PM' })
  await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Town Hall, Fort')
  await page.getByRole('switch', { name: 'Unlimited tickets' }).check()
}

test.describe('the list', () => {
  test('shows banner, title, start time, both prices and registrations on a card (EVT-15, EVT-16, EVT-21)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeEvent(program, {
      banner: new Blob([new Uint8Array(await pictureBytes())], { type: 'image/jpeg' }),
      prices: JSON.stringify([
        { currency_code: 'USD', current_price: 1500 },
        { currency_code: 'INR', current_price: 99900 },
      ]),
    })
    await changeEvent(program, made._id, { total_tickets_sold: '42' })
    await page.goto('/events')
    const mine = card(page, made.title)
    await expect(mine.getByRole('time')).toHaveText(
      formatInstant(new Date(made.start_time), ' | ', 'Asia/Kolkata'),
    )
    await expectRendition(mine.locator('img').first())
    await expect(mine).toContainText('₹999.00')
    await expect(mine).toContainText('$15.00')
    await expect(mine).toContainText('0 of 100 registrations, 42 sold')
    await expect(mine.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/event/edit/${made._id}`)
  })

  test('has two tabs, of which only Active offers editing (SHELL-20, EVT-14, EVT-08)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeEvent(program)
    await page.goto('/masterclass')
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await expect(page).toHaveURL('/events')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events')
    await expect(page.getByRole('tab')).toHaveText([/^Active \d+$/, /^Past \d+$/])
    await expect(card(page, made.title).getByRole('link', { name: 'Edit' })).toBeVisible()

    await page.getByRole('tab', { name: 'Past' }).click()
    await expect(page).toHaveURL('/events?tab=past')
    await expect(card(page, made.title)).toHaveCount(0)
    await expect(card(page, 'Market night: the quarter in nine charts')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Edit' })).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Past', selected: true })).toBeVisible()
  })

  test('marks free, sold out, members-only, unpublished and hidden events (EVT-16, OQ-057)', async ({
    signedIn: page,
    program,
  }) => {
    const free = await makeEvent(program, { is_paid: 'false', prices: '[]', member_only: 'true' })
    const full = await makeEvent(program, { total_tickets: '12' })
    await changeEvent(program, full._id, { total_tickets_sold: '12' })
    const closed = await makeEvent(program, { sold_out: 'true' })
    await changeEvent(program, closed._id, { is_published: 'false', is_active: 'false' })
    await page.goto('/events')
    await expect(card(page, free.title)).toContainText(/Free.*Members only/s)
    await expect(card(page, full.title)).toContainText(/Sold out.*0 of 12 registrations, 12 sold/s)
    for (const words of ['Unpublished', 'Hidden', 'Sold out']) {
      await expect(card(page, closed.title)).toContainText(words)
    }
    await expectAccessibleInBothSchemes(page)
  })

  test('opens all details of an event from its title, also of a past one (EVT-01, OQ-059)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeEvent(program, {
      ticket_banner: new Blob([new Uint8Array(await pictureBytes())], { type: 'image/jpeg' }),
      discount: JSON.stringify({ percentage: 12.5, coins: 300 }),
      referral_discount: JSON.stringify([{ currency_code: 'INR', price: 10000 }]),
    })
    await page.goto('/events')
    await card(page, made.title).getByRole('button', { name: made.title }).click()
    const dialog = page.getByRole('dialog', { name: made.title })
    const local = (iso: string) => formatInstant(new Date(iso), ', ', 'Asia/Kolkata')
    for (const words of [
      'Tea and questions.',
      local(made.start_time),
      local(made.end_time),
      'Bangalore International Centre, Domlur',
      'Bengaluru',
      '0 of 100 registrations',
      '₹1,499.00',
      '₹999.00',
      '12.5%, 300 coins',
      '₹100.00',
      'Ticket banner',
    ]) {
      await expect(dialog).toContainText(words)
    }
    await expect(dialog.getByRole('link', { name: 'maps.app.goo.gl' })).toHaveAttribute('rel', /noopener/)
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(dialog).toContainText('Tea and questions.')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/events$/)

    const past = 'Market night: the quarter in nine charts'
    await page.getByRole('tab', { name: 'Past' }).click()
    await card(page, past).getByRole('button', { name: past }).click()
    await expect(page.getByRole('dialog', { name: past })).toContainText(/\d+ of 220 registrations/)
    await expect(page.getByRole('dialog', { name: past }).getByRole('link', { name: 'Edit' })).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
  })
})

test.describe('an offline event', () => {
  test('creates, lists, edits and hides an event', async ({ signedIn: page, program }) => {
    const title = unique('Money and chai')
    await test.step('SHELL-21 EVT-10 EVT-11 the empty form has nothing to switch on or to publish', async () => {
      await page.goto('/events')
      await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
      await expect(page).toHaveURL('/event/create')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Event')
      // Saving publishes and activates it, so there is no switch and no Publish button.
      await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
      await expect(page.getByRole('switch', { name: 'Active' })).toHaveCount(0)
      await expect(page.getByLabel('Total tickets sold')).toHaveCount(0)
    })

    await test.step('EVT-18 EVT-30 it is filled, saved and leads to the list', async () => {
      const day = daysFromNow(6)
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('Description').fill('Three creators, open questions.')
      await typeTime(page, 'Start time', { day, hours: '05', minutes: '30', half: 'PM' })
      await typeTime(page, 'End time', { day, hours: '08', minutes: '00', half: 'PM' })
      await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Town Hall, Fort')
      await page.getByLabel('City').fill('Mumbai')
      await page.getByRole('combobox', { name: 'State of the venue' }).fill('mahar')
      await page.getByRole('option', { name: 'Maharashtra (27)' }).click()
      await page.getByLabel('Google Map location').fill('https://maps.app.goo.gl/abc')
      await page.getByLabel('Total tickets').fill('180')
      await page.getByRole('switch', { name: 'Members only' }).check()
      await page.getByRole('switch', { name: 'Paid event' }).check()
      await page.getByLabel('Original price, INR').pressSequentially('149900')
      await page.getByLabel('Current price, INR').pressSequentially('99900')
      await page.getByLabel('Member price, INR').pressSequentially('79900')
      await page.getByLabel('Current price, USD').pressSequentially('1500')
      await expect(page.getByLabel('Current price, INR')).toHaveValue('₹999.00')
      await page.getByLabel('Discount percentage').fill('12.5')
      await page.getByLabel('Discount coins').fill('300')
      await page.getByLabel('Referral discount, INR').pressSequentially('10000')
      for (const field of ['banner', 'ticket_banner', 'post_event_banner'] as const) {
        await pickPicture(page, field)
      }
      await expectAccessibleInBothSchemes(page)
      await save(page)
      // A later save shows the same toast.
      await closeToast(toast(page, 'Event saved'))
      await expect(page).toHaveURL(/\/events$/)
      await expect(card(page, title)).toContainText('0 of 180 registrations')
    })

    const made = await storedByTitle(program, 'OFFLINE', title)
    await test.step('EVT-10 EVT-11 EVT-37 it is published and active, and holds what was entered', async () => {
      expect(made).toMatchObject({
        is_active: true,
        is_published: true,
        location: 'Town Hall, Fort',
        city: 'Mumbai',
        venue_state: '27',
        google_map_location: 'https://maps.app.goo.gl/abc',
        total_tickets: 180,
        member_only: true,
        is_paid: true,
        discount: { percentage: 12.5, coins: 300 },
        referral_discount: [{ currency_code: 'INR', price: 10000 }],
      })
      expect(made.prices).toContainEqual({
        currency_code: 'INR',
        original_price: 149900,
        current_price: 99900,
        member_price: 79900,
        guest_price: null,
      })
      // 05:30 PM in Asia/Kolkata.
      expect(made.start_time).toMatch(/T12:00:00\.000Z$/)
      for (const picture of [made.banner, made.ticket_banner, made.post_event_banner]) {
        const file = await fetch(new URL(picture ?? '', program.url))
        expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      }
    })

    await test.step('EVT-17 EVT-27 EVT-12 OQ-058 the card leads to its edit, where Yes hides it at once', async () => {
      await card(page, title).getByRole('link', { name: 'Edit' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Event')
      await page.getByLabel('Total tickets sold').fill('50')
      await pictureField(page, 'ticket_banner').getByRole('button', { name: 'Remove Ticket banner' }).click()
      await page.getByRole('switch', { name: 'Active' }).click()
      const question = page.getByRole('alertdialog', { name: 'Hide Event: irreversible' })
      await expect(question).toContainText(
        'The event disappears for everyone at once. Switching it on again later does not undo what registrants have seen.',
      )
      await expectAccessibleInBothSchemes(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toHaveCount(0)
      await expect(page.getByRole('switch', { name: 'Active' })).toBeChecked()
      await page.getByRole('switch', { name: 'Active' }).click()
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push(request.postData() ?? '')
      })
      await question.getByRole('button', { name: 'Hide event' }).click()
      await expect(toast(page, 'Event hidden')).toBeVisible()
      await expect(question).toHaveCount(0)
      await expect(page.getByRole('switch', { name: 'Active' })).not.toBeChecked()
      await expect(page.getByText('The event is hidden. Switch on and save to show it again.')).toBeVisible()
      // One call with the flag alone; other changes are still in the form.
      expect(sent.map((form) => [...form.matchAll(/name="(\w+)"/g)].map(([, name]) => name))).toEqual([
        ['is_active'],
      ])
      const { total_tickets_sold, ticket_banner } = made
      expect(await storedEvent(program, made._id)).toMatchObject({
        is_active: false,
        total_tickets_sold,
        ticket_banner,
        version: made.version + 1,
      })
      await expect(page.getByLabel('Total tickets sold')).toHaveValue('50')
      await expectAccessibleInBothSchemes(page)
      await save(page)
      await expect(toast(page, 'Event saved')).toBeVisible()
      await expect(toast(page, 'Both changes are saved.')).toHaveCount(0)
      await expect(page).toHaveURL(/\/events$/)
      await expect(card(page, title)).toContainText('Hidden')
      await expect(card(page, title)).toContainText('of 180 registrations, 50 sold')
      const hidden = await storedEvent(program, made._id)
      expect(hidden).toMatchObject({ is_active: false, total_tickets_sold: 50, ticket_banner: null })
      expect(hidden.banner).toBe(made.banner)
    })

    await test.step('EVT-13 it is switched on again without a question', async () => {
      await card(page, title).getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('switch', { name: 'Active' }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page.getByRole('switch', { name: 'Active' })).toBeChecked()
      await save(page)
      await expect(card(page, title)).not.toContainText('Hidden')
      expect((await storedEvent(program, made._id)).is_active).toBe(true)
    })
  })

  test('hides an event on Yes although someone else has saved it, and both forms keep their changes (OQ-058, OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const { _id } = await makeEvent(program)
    await page.goto(`/event/edit/${_id}`)
    await page.getByLabel('City').fill('Mysuru')
    await changeEvent(program, _id, { description: 'Their words' })
    await page.getByRole('switch', { name: 'Active' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hide event' }).click()
    await expect(toast(page, 'Event hidden')).toBeVisible()
    expect(await storedEvent(program, _id)).toMatchObject({
      is_active: false,
      description: 'Their words',
      city: 'Bengaluru',
    })
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await save(page)
    await expect(toast(page, 'Both changes are saved.')).toBeVisible()
    expect(await storedEvent(program, _id)).toMatchObject({
      is_active: false,
      description: 'Their words',
      city: 'Mysuru',
    })
  })

  test('keeps an event that cannot be hidden, and the question says why (OQ-058)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    const { _id } = await makeEvent(program)
    await page.goto(`/event/edit/${_id}`)
    await page.getByLabel('City').fill('Mysuru')
    await page.getByRole('switch', { name: 'Active' }).click()
    const question = page.getByRole('alertdialog')
    await loseCalls(page)
    await question.getByRole('button', { name: 'Hide event' }).click()
    await expect(question.getByRole('alert')).toContainText('The server did not respond.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('switch', { name: 'Active' })).toBeChecked()
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await answerCalls(page)
  })

  test('only warns of past times: a past event accepts a banner and a new time (EVT-25, OQ-041)', async ({
    signedIn: page,
    program,
  }) => {
    const day = daysFromNow(-3)
    const { _id } = await makeEvent(program, {
      start_time: day.toISOString(),
      end_time: day.toISOString(),
    })
    await page.goto(`/event/edit/${_id}`)
    await expect(page.getByText('The start has already passed.')).toBeVisible()
    await expect(page.getByText('The end has already passed.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await typeTime(page, 'Start time', { day, hours: '12', minutes: '05', half: 'AM' })
    await pictureField(page, 'post_event_banner')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: await pictureBytes() })
    await save(page)
    await expect(toast(page, 'Event saved')).toBeVisible()
    const stored = await storedEvent(program, _id)
    // 12:05 AM in Asia/Kolkata.
    expect(stored.start_time).toMatch(/T18:35:00\.000Z$/)
    expect(stored.post_event_banner).not.toBeNull()
  })

  test('creates a free event with unlimited tickets without prices or numbers (EVT-16, EVT-26)', async ({
    signedIn: page,
    program,
  }) => {
    const title = unique('Open house')
    await page.goto('/event/create')
    await fillLeast(page, title)
    await expect(page.getByLabel('Total tickets')).toHaveCount(0)
    await save(page)
    await expect(card(page, title)).toContainText(/Free.*0 registrations/s)
    expect(await storedByTitle(program, 'OFFLINE', title)).toMatchObject({
      is_unlimited_tickets: true,
      total_tickets: null,
      is_paid: false,
      prices: [],
    })
  })

  test('validates each field on blur with the specified messages (EVT-22 to EVT-29)', async ({
    signedIn: page,
    program,
  }) => {
    const { _id } = await makeEvent(program)
    await changeEvent(program, _id, { total_tickets_sold: '10' })
    await page.goto(`/event/edit/${_id}`)
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const judged = async (name: string, text: string, words: string) => {
      await expect(page.getByText(words, { exact: true })).toHaveCount(0)
      await field(name).fill(text)
      await expect(page.getByText(words, { exact: true })).toHaveCount(0)
      await field(name).blur()
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    }
    await judged('Title', '', 'Title is required')
    await judged('Title', 'x'.repeat(201), 'Title should not exceed 200 characters')
    await judged('Location', '', 'Location is required')
    await judged('Google Map location', 'maps.example', 'Enter a link that starts with http:// or https://')
    await judged('Total tickets', '', 'Total tickets are required')
    await judged('Total tickets', '0', 'At least 1 ticket required')
    await field('Total tickets').fill('100')
    await judged('Total tickets sold', '-1', 'Total tickets sold cannot be negative')
    await judged('Total tickets sold', '101', 'Cannot exceed total tickets')
    await judged('Discount percentage', '-1', 'Must be at least 0')
    await judged('Discount percentage', '100.5', 'Must not exceed 100')
    await judged('Discount coins', '-5', 'Must be at least 0')
    await replaceAmount(page, 'Current price, INR', '')
    await field('Current price, INR').blur()
    await expect(page.getByText('Price is required')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    // The first refused field on the screen gets the focus.
    await save(page)
    await expect(field('Title')).toBeFocused()
    await expect(page).toHaveURL(`/event/edit/${_id}`)

    await page.goto('/event/create')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('textbox', { name: 'Start time' }).focus()
    await page.getByRole('textbox', { name: 'End time' }).focus()
    await expect(page.getByText('Start time is required')).toBeVisible()
    await page.getByRole('textbox', { name: 'City' }).focus()
    await expect(page.getByText('End time is required')).toBeVisible()
  })

  test('marks both numbers when there are fewer tickets than sold (EVT-27)', async ({
    signedIn: page,
    program,
  }) => {
    const { _id } = await makeEvent(program)
    await changeEvent(program, _id, { total_tickets_sold: '10' })
    await page.goto(`/event/edit/${_id}`)
    await page.getByRole('textbox', { name: 'Total tickets', exact: true }).fill('9')
    await page.getByLabel('City').focus()
    await expect(page.getByText('Cannot be less than the tickets already sold')).toBeVisible()
    await expect(page.getByText('Cannot exceed total tickets')).toBeVisible()
    await page.getByRole('textbox', { name: 'Total tickets', exact: true }).fill('10')
    await page.getByLabel('City').focus()
    await expect(page.getByText('Cannot exceed total tickets')).toHaveCount(0)
    await save(page)
    await expect(page).toHaveURL(/\/events$/)
    expect((await storedEvent(program, _id)).total_tickets).toBe(10)
  })

  test('accepts only jpg, png or webp pictures (EVT-30, LIM-04)', async ({ signedIn: page }) => {
    await page.goto('/event/create')
    for (const field of ['banner', 'ticket_banner', 'post_event_banner'] as const) {
      const place = pictureField(page, field)
      await place.locator('input[type="file"]').setInputFiles({
        name: 'notes.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-'),
      })
      await expect(place.getByText('Only JPG, PNG or WEBP images are allowed')).toBeVisible()
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        await place.locator('input[type="file"]').setInputFiles({
          name: `picture.${format}`,
          mimeType: `image/${format}`,
          buffer: await pictureBytes(format),
        })
        await place.getByRole('button', { name: `Remove picture.${format}` }).click()
      }
    }
  })

  test('marks a file that is not a picture without a toast and keeps everything (EVT-31, OQ-063)', async ({
    signedIn: page,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(415), notSaved)
    // Playwright requests a picture again that the browser can't draw, and the page's policy forbids it.
    expectedConsole.push(/^Connecting to 'blob:/, /^CSP: connect-src blob$/)
    const logged: string[] = []
    page.on('console', (message) => {
      if (notSaved.test(message.text())) logged.push(message.text())
    })
    const title = unique('Kept')
    await page.goto('/event/create')
    await fillLeast(page, title)
    await pictureField(page, 'banner')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
    await save(page)
    await expect(page.getByText('Not saved')).toBeVisible()
    await expect(pictureField(page, 'banner').getByRole('alert')).toBeVisible()
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    await expect(page).toHaveURL('/event/create')
    await expect(page.getByLabel('Title')).toHaveValue(title)
    expect(logged).toHaveLength(1)
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Remove banner.png' }).click()
    await save(page)
    await expect(card(page, title)).toBeVisible()
  })

  test('a record that is deleted meanwhile does not close the open form (OQ-007)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(404))
    const { _id } = await makeEvent(program)
    await page.clock.install()
    await page.goto(`/event/edit/${_id}`)
    await page.getByLabel('City').fill('Mysuru')
    await page.route(`**/admin/event/${_id}`, (route) =>
      route.fulfill({ status: 404, json: { message: 'This event does not exist', code: 'NOT_FOUND' } }),
    )
    // Data older than 15 seconds is read again when the tab gets the focus.
    await page.clock.fastForward(20_000)
    const read = page.waitForResponse(`**/admin/event/${_id}`)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    expect((await read).status()).toBe(404)
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  })

  test('asks which changes to keep when two people change the same fields (OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const { _id } = await makeEvent(program)
    await page.goto(`/event/edit/${_id}`)
    await page.getByLabel('City').fill('Mysuru')
    await replaceAmount(page, 'Current price, INR', '88800')
    await changeEvent(program, _id, {
      city: 'Mangaluru',
      prices: JSON.stringify([{ currency_code: 'INR', current_price: 77700 }]),
    })
    await save(page)
    const question = page.getByRole('alertdialog')
    for (const words of ['Mysuru', 'Mangaluru', '₹888.00', '₹777.00']) {
      await expect(question).toContainText(words)
    }
    await expectAccessibleInBothSchemes(page)
    await question
      .getByRole('group', { name: 'City' })
      .getByRole('radio', { name: /Theirs/ })
      .check()
    await question.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Event saved')).toBeVisible()
    expect(await storedEvent(program, _id)).toMatchObject({
      city: 'Mangaluru',
      prices: [{ currency_code: 'INR', current_price: 88800, original_price: null }],
    })
  })

  test('saves and publishes an unpublished event with Publish (EVT-09, OQ-064)', async ({
    signedIn: page,
    program,
  }) => {
    const { _id, title } = await makeEvent(program)
    await changeEvent(program, _id, { is_published: 'false' })
    await page.goto('/events')
    await card(page, title).getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('City').fill('Chennai')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(toast(page, 'Event published')).toBeVisible()
    await expect(card(page, title)).not.toContainText('Unpublished')
    expect(await storedEvent(program, _id)).toMatchObject({ city: 'Chennai', is_published: true })
    await card(page, title).getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
  })

  test('shows the error view for an unknown id (OQ-007)', async ({ signedIn: page, expectedConsole }) => {
    // The browser logs the error that the view caught.
    expectedConsole.push(refusedCall(404), /^ApiError: This event does not exist/)
    await page.goto('/event/edit/01a1fe6b-0000-7000-8000-000000000000')
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
    await expect(page.getByText('This event does not exist')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveCount(0)
  })

  test('fits the form on a phone and keeps it accessible', async ({ signedIn: page, program }) => {
    const { _id } = await makeEvent(program)
    // As tall as the forms: axe counts a link that is half behind the sticky buttons as too small.
    await page.setViewportSize({ width: 390, height: 3000 })
    const fits = () => expectNoSidewaysScroll(page)
    for (const path of ['/events', '/event/create', `/event/edit/${_id}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await fits()
      await expectAccessibleInBothSchemes(page)
    }
    await page.goto('/webinar/create')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await fits()
    // Three buttons and the form's state share the bar.
    await page.getByLabel('Title').fill('A webinar in the making')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    for (const name of ['Cancel', 'Save', 'Publish']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    }
    await fits()
    await expectAccessibleInBothSchemes(page)
  })
})
