import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatInstant } from '@greenroom/contract/date-time'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { Page } from 'playwright/test'
import {
  answerCalls,
  card,
  chooseInCard,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  expectToLast,
  loseCalls,
  passTime,
  quietPartsLoaded,
  refusedCall,
  setTime,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { needOwnDocument } from './open-screen.ts'
import type { Program } from './program.ts'
import {
  hoursFromNow,
  makeCreator,
  makeMasterclass,
  makePublished,
  pictureBytes,
  storedMasterclass,
  unique,
} from './records.ts'
import { expectRendition } from './rendition.ts'
import {
  addLink,
  choose,
  daysFromNow,
  fillDetails,
  fillPrices,
  next,
  openCalendar,
  pickDay,
  timeField,
  typeTime,
} from './wizard.ts'

const steps = ['Masterclass Details', 'Price Details', 'Joining Details'] as const

/** Finds the masterclass with this title. */
async function storedByTitle(program: Program, title: string): Promise<Masterclass> {
  const { body } = await program.call<Masterclass[]>(
    'GET',
    `/admin/masterclasses?search=${encodeURIComponent(title)}`,
  )
  const [found, another] = body.data
  if (!found || another) throw new Error(`There is not exactly one masterclass ${title}.`)
  return found
}

/** Returns ten minutes before the last midnight in Asia/Kolkata. */
function lastEvening(): Date {
  const offset = 330 * 60_000
  const midnight = Math.floor((Date.now() + offset) / 86_400_000) * 86_400_000 - offset
  return new Date(midnight - 10 * 60_000)
}

/** Records the headings of the cards that are tinted from now on. */
async function watchTint(page: Page): Promise<() => Promise<string[]>> {
  needOwnDocument(page)
  const tints = await page.evaluateHandle(() => {
    const titles: string[] = []
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement) || !target.matches('[data-shown]')) continue
        titles.push(target.querySelector('h2')?.textContent ?? '')
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['data-shown'] })
    return titles
  })
  return () => tints.jsonValue()
}

/** Opens the last step of an edit without changes. */
async function toLastStep(page: Page): Promise<void> {
  await next(page, steps[1])
  await next(page, steps[2])
}

test.describe('the list', () => {
  test('shows three tabs of cards with picture and start time (MC-07, MC-08, LIM-05, LIM-03)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makePublished(program, {
      images: new Blob([new Uint8Array(await pictureBytes())], { type: 'image/jpeg' }),
    })
    await page.goto('/masterclass')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masterclass')
    // OQ-191: each with its count.
    await expect(page.getByRole('tab')).toHaveText([/^Active \d+$/, /^Draft \d+$/, /^Past \d+$/])
    const mine = card(page, made.title)
    await expect(mine.getByRole('time')).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{2}:\d{2} [AP]M$/)
    await expectRendition(mine.locator('img').first())
    await expectAccessibleInBothSchemes(page)

    await page.getByRole('tab', { name: 'Past' }).click()
    await expect(page).toHaveURL(/tab=past/)
    const past = card(page, 'Small caps: hope and hazard')
    await expect(past).toBeVisible()
    expect(
      await past
        .locator('img')
        .first()
        .evaluate((image) => getComputedStyle(image).filter),
    ).toContain('grayscale')
    expect(await past.getByRole('button', { name: '+ Add coupon' }).count()).toBe(0)
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Past', selected: true })).toBeVisible()
  })

  test('shows an edit icon on drafts only, which opens the wizard (MC-10)', async ({ signedIn: page }) => {
    for (const [tab, count] of [
      ['active', 0],
      ['past', 0],
    ] as const) {
      await page.goto(`/masterclass?tab=${tab}`)
      await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Edit' })).toHaveCount(count)
    }
    await page.getByRole('tab', { name: 'Draft' }).click()
    const draft = card(page, 'How much gold is enough?')
    await expectAccessibleInBothSchemes(page)
    await draft.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(/\/masterclass\/edit\//)
    await expect(page.getByLabel('Title')).toHaveValue('How much gold is enough?')
  })

  test('opens the details, 420 px wide, from the title (MC-09, MC-01, LIM-01, LIM-02)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makePublished(program)
    await page.goto('/masterclass')
    await card(page, made.title).getByRole('button', { name: made.title }).click()
    const dialog = page.getByRole('dialog', { name: made.title })
    await expect(dialog).toBeVisible()
    expect((await dialog.boundingBox())?.width).toBe(420)
    const local = (iso: string) => formatInstant(new Date(iso), ', ', 'Asia/Kolkata')
    for (const words of [
      'What to claim, and when.',
      local(made.start_time),
      local(made.end_time),
      'Asha Rao',
      'Virtual',
      'zoom_3',
      '₹4,999.00',
      '₹2,499.00',
      '$99.00',
      '$49.00',
      'Telegram',
      'Active',
    ]) {
      await expect(dialog).toContainText(words)
    }
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(dialog).toContainText('What to claim, and when.')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).not.toHaveURL(/open=/)
  })

  test('shows each link with its name, address and a copy button that confirms for 3 seconds (MC-11, MC-12)', async ({
    signedIn: page,
    program,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    const made = await makePublished(program)
    await page.goto('/masterclass')
    const mine = card(page, made.title)
    const address = `${program.url}/site/payment/${made.creator_id._id}`
    await expect(mine.getByRole('link', { name: 'Payment Page' })).toHaveAttribute('href', address)
    await expect(mine.getByRole('link', { name: 'Telegram' })).toHaveAttribute(
      'href',
      'https://t.me/greenroom',
    )

    await expectToLast(toast(page, 'Link Copied!'), 3_000, () =>
      mine.getByRole('button', { name: 'Copy Payment Page link' }).click(),
    )
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await mine.getByRole('button', { name: 'Copy Telegram link' }).click()
    await expect(toast(page, 'Link Copied!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://t.me/greenroom')
  })

  test('shows two columns of cards, three on a very wide screen, one on a phone (MC-15)', async ({
    signedIn: page,
  }) => {
    await page.goto('/masterclass')
    const cards = page.getByRole('list', { name: 'Masterclasses' }).locator('> li')
    await expect(cards.nth(3)).toBeVisible()
    for (const [width, columns] of [
      [1440, 2],
      [1900, 3],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() =>
          cards.evaluateAll((all) => {
            const tops = all.map((one) => Math.round(one.getBoundingClientRect().top))
            return tops.filter((top) => top === tops[0]).length
          }),
        )
        .toBe(columns)
      await expectNoSidewaysScroll(page)
    }
    await expectAccessibleInBothSchemes(page)
  })

  test('shows ten masterclasses whole at 1440 x 900, equally high, and cuts nothing (OQ-191, OQ-661, OQ-662)', async ({
    signedIn: page,
    program,
  }) => {
    const { body } = await program.call<Masterclass[]>('GET', '/admin/masterclasses?status=active')
    for (let hours = 8000; hours < 8000 + 3 * (10 - body.data.length); hours += 3) {
      await makePublished(program, { start_time: hoursFromNow(hours), end_time: hoursFromNow(hours + 1) })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/masterclass')
    const cards = page.getByRole('list', { name: 'Masterclasses' }).locator('> li')
    await expect(cards.nth(9)).toBeInViewport({ ratio: 1 })
    const measured = await cards.evaluateAll((all) =>
      all.slice(0, 10).map((one) => ({
        height: one.clientHeight,
        cut: [...one.querySelectorAll('li, a[target], h2 > button')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent),
      })),
    )
    expect(new Set(measured.map(({ height }) => height)).size).toBe(1)
    expect(measured.flatMap(({ cut }) => cut)).toEqual([])
  })

  test('keeps the links of a card in one line, and shows the others by +n (OQ-661, MC-11)', async ({
    signedIn: page,
    program,
  }) => {
    const names = ['WhatsApp Group', 'WhatsApp Channel', 'Telegram', 'Discord']
    const links = names.map((name) => ({ name, url: `https://example.com/${name.length}`, is_active: true }))
    const { title } = await makePublished(program, { links: JSON.stringify(links) })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/masterclass')
    const mine = card(page, title)
    const height = (await mine.boundingBox())?.height ?? 0
    await expect(mine.getByRole('link', { name: 'Payment Page' })).toBeVisible()
    await expect(mine.getByRole('link', { name: 'Discord' })).toHaveCount(0)
    await mine.getByRole('button', { name: '3 more links' }).click()
    for (const name of names) await expect(mine.getByRole('link', { name, exact: true })).toBeVisible()
    await mine.getByRole('button', { name: 'Fewer links' }).click()
    await expect(mine.getByRole('link', { name: 'Discord' })).toHaveCount(0)
    expect((await mine.boundingBox())?.height).toBe(height)
  })

  test('asks before deactivating and moves the card to Draft (MC-16, MC-17, OQ-029)', async ({
    signedIn: page,
    program,
  }) => {
    const { _id, title } = await makePublished(program)
    await page.goto('/masterclass')
    await card(page, title).getByRole('button', { name: 'Deactivate' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(title)
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'No' }).click()
    await expect(question).toHaveCount(0)
    expect((await storedMasterclass(program, _id)).is_active).toBe(true)

    await card(page, title).getByRole('button', { name: 'Deactivate' }).click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(question).toHaveCount(0)
    await expect(card(page, title)).toHaveCount(0)
    expect((await storedMasterclass(program, _id)).is_active).toBe(false)
    await page.getByRole('tab', { name: 'Draft' }).click()
    await expect(card(page, title)).toBeVisible()
  })

  test('removes a masterclass from Active when it begins (MC-06, OQ-028)', async ({
    signedIn: page,
    program,
  }) => {
    const { title } = await makePublished(program, {
      start_time: hoursFromNow(0.5),
      end_time: hoursFromNow(1.5),
    })
    await page.clock.install()
    await page.goto('/masterclass')
    await expect(card(page, title)).toBeVisible()
    await quietPartsLoaded(page)
    await passTime(page, '28:00')
    await expect(card(page, title)).toBeVisible()
    await passTime(page, '04:00')
    await expect(card(page, title)).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
  })
})

test.describe('a new masterclass', () => {
  test('publishes a masterclass in three steps (MC-18, MC-19, MC-20, MC-21)', async ({
    signedIn: page,
    program,
  }) => {
    const title = unique('Insurance')
    const creator = await makeCreator(program, { first_name: 'Ishani', last_name: 'Mathur' })
    await page.goto('/masterclass/create')
    const stepButtons = page.getByRole('navigation', { name: 'Steps' }).getByRole('button')
    await expect(stepButtons).toHaveCount(3)
    for (const [place, name] of steps.entries()) {
      const step = page.getByRole('button', { name: `${place + 1} ${name}` })
      await expect(step).toBeDisabled()
    }
    await fillDetails(page, { title, creator: creator.email, account: 'zoom_4', banner: true })
    await expectAccessibleInBothSchemes(page)
    await next(page, steps[1])
    await expect(page.getByRole('button', { name: '1 Masterclass Details' })).toBeEnabled()
    await expect(page.getByRole('button', { name: '2 Price Details' })).toBeDisabled()
    await expect(page.getByRole('button', { name: '3 Joining Details' })).toBeDisabled()

    // MC-21: Back keeps the entries.
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await page.getByRole('button', { name: '2 Price Details' }).click()
    await fillPrices(page)
    await expectAccessibleInBothSchemes(page)
    await next(page, steps[2])
    await addLink(page, 'WhatsApp Group', 'https://chat.whatsapp.com/example')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Publish Event' }).click()

    await expect(toast(page, 'Masterclass Created')).toBeVisible()
    await expect(toast(page, 'Masterclass Published')).toBeVisible()
    await expect(page).toHaveURL(/\/masterclass$/)
    await expect(card(page, title).getByRole('time')).toHaveText(/07:15 PM$/)

    const stored = await storedByTitle(program, title)
    expect(stored).toMatchObject({
      is_active: true,
      attendance_type: 'hybrid',
      zoom_hub_name: 'zoom_4',
      creator_id: { _id: creator._id },
      links: [{ name: 'WhatsApp Group', url: 'https://chat.whatsapp.com/example', is_active: true }],
    })
    expect(stored.prices).toEqual(
      expect.arrayContaining([
        { currency_code: 'INR', original_price: 249900, current_price: 149900 },
        { currency_code: 'USD', original_price: 4900, current_price: 2900 },
      ]),
    )
    // MC-35: 07:15 PM in Asia/Kolkata.
    expect(stored.start_time).toMatch(/T13:45:00\.000Z$/)
    expect(stored.banner).not.toBeNull()
    const banner = await fetch(new URL(stored.banner ?? '', program.url))
    expect([banner.status, banner.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('stores a draft unpublished with Save in draft and clears the entries (MC-26, MC-27, MC-43, MC-23)', async ({
    signedIn: page,
    program,
  }) => {
    const title = unique('Draft')
    await page.goto('/masterclass')
    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await fillDetails(page, { title })
    await next(page, steps[1])
    await fillPrices(page)
    await next(page, steps[2])
    await expect(page.getByRole('button', { name: 'Publish Event' })).toBeVisible()
    const tinted = await watchTint(page)
    program.freeze()
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await expect(toast(page, 'Creating Masterclass')).toBeVisible()
    program.thaw()
    await expect(toast(page, 'Masterclass Created')).toBeVisible()
    await expect(page).toHaveURL(/\/masterclass\?tab=draft$/)
    await expect(card(page, title)).toBeFocused()
    await expect(card(page, title)).toBeInViewport({ ratio: 1 })
    expect(await tinted()).toEqual([title])
    await expect(page.locator('[data-shown]')).toHaveCount(0)
    expect((await storedByTitle(program, title)).is_active).toBe(false)

    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByText('We restored your unsaved changes.')).toHaveCount(0)
  })

  test('marks each missing field of step 1 (MC-31, MC-36, MC-37, MC-38)', async ({ signedIn: page }) => {
    await page.goto('/masterclass/create')
    await expect(page.getByRole('textbox', { name: 'Start time' })).toBeVisible()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    for (const words of [
      'Title is required',
      'Attendance Type is required',
      'Start time is required',
      'End time is required',
      'Creator is required',
      'Zoom account is required',
    ]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    }
    await expect(page.getByLabel('Title')).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await page.getByLabel('Title').fill('x'.repeat(41))
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('Title should not exceed 40 characters')).toBeVisible()
    await page.getByLabel('Title').fill('x'.repeat(40))
    await page.getByLabel('Description').focus()
    await expect(page.getByText('Title should not exceed 40 characters')).toHaveCount(0)
  })

  test('refuses times before today (MC-32, MC-33)', async ({ signedIn: page }) => {
    const evening = lastEvening()
    await setTime(page, evening)
    await page.goto('/masterclass/create')
    for (const label of ['Start time', 'End time']) {
      await typeTime(page, label, { day: evening, hours: '11', minutes: '55', half: 'PM' })
    }
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('Title is required')).toBeVisible()
    await expect(page.getByText('cannot be before today.')).toHaveCount(0)
    await passTime(page, '15:00')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('Start Time cannot be before today.')).toBeVisible()
    await expect(page.getByText('End Time cannot be before today.')).toBeVisible()
  })

  test('only warns of a start that has passed (MC-32, MC-33, OQ-037)', async ({ signedIn: page }) => {
    const evening = lastEvening()
    await setTime(page, evening)
    await page.goto('/masterclass/create')
    await typeTime(page, 'Start time', { day: evening, hours: '11', minutes: '55', half: 'PM' })
    await expect(page.getByText('The start has already passed.')).toHaveCount(0)
    await typeTime(page, 'Start time', { day: evening, hours: '11', minutes: '45', half: 'PM' })
    await expect(page.getByText('The start has already passed.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('End time is required')).toBeVisible()
    await expect(page.getByText('cannot be before today.')).toHaveCount(0)
    await expect(page.getByText('The start has already passed.')).toBeVisible()
  })

  test('asks for the time of a day without one and never assumes midnight (MC-32)', async ({
    signedIn: page,
  }) => {
    const day = daysFromNow(3)
    await page.goto('/masterclass/create')
    const field = timeField(page, 'Start time')
    const calendar = await openCalendar(page, 'Start time')
    await pickDay(page, 'Start time', day)
    await expect(calendar.getByRole('option', { name: '05:30 PM' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
    await expect(page.getByText(/^Choose a time for \d{1,2} [A-Z][a-z]{2} \d{4}\.$/)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('Title is required')).toBeVisible()
    await expect(page.getByText(/^Choose a time for /)).toBeVisible()

    // Half hours are beside the calendar. The one that completes the value closes it.
    await openCalendar(page, 'Start time')
    await calendar.getByRole('option', { name: '07:30 PM' }).click()
    await expect(calendar).toHaveCount(0)
    await expect(field).toBeFocused()
    const date = formatInstant(day, ', ', 'Asia/Kolkata').split(',')[0]
    await expect(field).toHaveValue(`${date}, 07:30 PM`)
    await expect(page.getByText(/^Choose a time for /)).toHaveCount(0)

    // A time alone keeps the day, a day alone keeps the time.
    await field.fill('7:15a')
    await field.press('Enter')
    await expect(field).toHaveValue(`${date}, 07:15 AM`)
    await field.fill('next year')
    await field.press('Tab')
    await expect(
      page.getByText('“next year” is not a date and time. Type it as 28 Nov 5:30 PM.'),
    ).toBeVisible()
    await expect(field).toHaveValue('next year')
  })

  test('moves the end with the start, and takes a time of the same day for the end (OQ-234)', async ({
    signedIn: page,
  }) => {
    await page.goto('/masterclass/create')
    const [start, end] = [timeField(page, 'Start time'), timeField(page, 'End time')]
    await start.fill('28 nov 2099 5:30p')
    await end.fill('7 pm')
    await end.press('Enter')
    await expect(start).toHaveValue('28 Nov 2099, 05:30 PM')
    await expect(end).toHaveValue('28 Nov 2099, 07:00 PM')
    await start.fill('1 dec 2099 10:00')
    await start.press('Enter')
    await expect(end).toHaveValue('1 Dec 2099, 11:30 AM')
  })

  test('offers the specified choices, and only warns of an end before the start (LIM-08, LIM-07, MC-24, MC-34)', async ({
    signedIn: page,
  }) => {
    await page.goto('/masterclass/create')
    await page.getByRole('combobox', { name: 'Zoom account' }).click()
    await expect(page.getByRole('option')).toHaveText(['zoom_1', 'zoom_4'])
    await page.keyboard.press('Escape')
    await fillDetails(page, { title: unique('Reversed') })
    await openCalendar(page, 'End time')
    await pickDay(page, 'End time', new Date())
    await page.keyboard.press('Escape')
    await expect(page.getByText('The end is before the start.')).toBeVisible()
    await next(page, steps[1])
    await fillPrices(page)
    await next(page, steps[2])
    await page.getByRole('button', { name: 'Add link' }).click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'WhatsApp Group',
      'WhatsApp Channel',
      'Telegram',
      'Discord',
      'Other',
    ])
  })

  test('keeps the list of creators on the screen, however long it is (MC-37)', async ({ signedIn: page }) => {
    await page.goto('/masterclass/create')
    const field = page.getByRole('combobox', { name: 'Creator' })
    await expect(field).toBeVisible()
    // The field is at the lower edge, with no space below it.
    await field.evaluate((input) => input.scrollIntoView({ block: 'end' }))
    await field.fill('a')
    const list = page.getByRole('listbox', { name: 'Creators' })
    await expect(list.getByRole('option').nth(3)).toBeVisible()
    await expect
      .poll(async () => {
        const box = await list.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= 900
      })
      .toBe(true)
  })

  test('accepts only pictures of at most 100 MB as banner, and removes it (MC-39, LIM-04)', async ({
    signedIn: page,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-banner-'))
    const large = join(folder, 'large.png')
    writeFileSync(large, '')
    truncateSync(large, 100 * 1_048_576 + 1)
    try {
      await page.goto('/masterclass/create')
      const input = page.locator('input[type="file"]')
      await input.setInputFiles({
        name: 'notes.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-'),
      })
      await expect(page.getByText('Only JPG, PNG or WEBP images are allowed')).toBeVisible()
      await input.setInputFiles(large)
      await expect(page.getByText('Image must be 100MB or smaller')).toBeVisible()
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        await input.setInputFiles({
          name: `picture.${format}`,
          mimeType: `image/${format}`,
          buffer: await pictureBytes(format),
        })
        await page.getByRole('button', { name: `Remove picture.${format}` }).click()
        await expect(page.getByText(`picture.${format}`)).toHaveCount(0)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('requires prices of digits only, and an address for each link (MC-40, MC-41, MC-42, MC-25)', async ({
    signedIn: page,
  }) => {
    await page.goto('/masterclass/create')
    await fillDetails(page, { title: unique('Prices') })
    await next(page, steps[1])
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByText('Price is required')).toHaveCount(4)
    await expectAccessibleInBothSchemes(page)
    const rupees = page.getByRole('region', { name: 'Rupee price' })
    await rupees.getByLabel('Original price').pressSequentially('1a2,4.5x000')
    await expect(rupees.getByLabel('Original price')).toHaveValue('₹12,450.00')
    await fillPrices(page, { inr: [12450000, 9900], usd: [4900, 50] })
    await expect(rupees.getByLabel('Original price')).toHaveValue('₹1,24,500.00')
    await expect(page.getByRole('region', { name: 'Dollar price' }).getByLabel('Original price')).toHaveValue(
      '$49.00',
    )
    await expect(page.getByText('Under ₹100.')).toBeVisible()
    await next(page, steps[2])

    await page.getByRole('button', { name: 'Add link' }).click()
    await choose(page, 'Type', 'Discord')
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await expect(page.getByText('Community link cannot be empty.')).toBeVisible()
    await expect(page.getByLabel('URL')).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Remove community link 1' }).click()
    await expect(page.getByLabel('URL')).toHaveCount(0)
  })

  test('returns to the list after a save without a response and keeps the entries (MC-30, OQ-033)', async ({
    signedIn: page,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    await page.goto('/masterclass')
    await expect(card(page, 'First salary, first SIP')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await fillDetails(page, { title: 'Not to be lost' })
    await next(page, steps[1])
    await fillPrices(page)
    await next(page, steps[2])
    await loseCalls(page)
    await page.getByRole('button', { name: 'Publish Event' }).click()
    await expect(toast(page, 'Could not create masterclass.')).toBeVisible()
    await expect(page).toHaveURL('/masterclass')
    await expect(toast(page, 'Publish')).toHaveCount(0)

    await answerCalls(page)
    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: '1 Masterclass Details' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Not to be lost')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByText('We restored your unsaved changes.')).toHaveCount(0)
  })

  test('asks before publishing over a clash (OQ-112)', async ({ signedIn: page, program }) => {
    const times = { start_time: hoursFromNow(70), end_time: hoursFromNow(71), zoom_hub_name: 'zoom_3' }
    const booked = await makePublished(program, times)
    const draft = await makeMasterclass(program, times)
    await page.goto(`/masterclass/edit/${draft._id}`)
    // The clash is shown before, and Publish is on every step (OQ-190).
    await expect(page.getByText(`zoom_3 is booked for “${booked.title}”`)).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(booked.title)
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    expect((await storedMasterclass(program, draft._id)).is_active).toBe(false)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await question.getByRole('button', { name: 'Publish anyway' }).click()
    await expect(toast(page, 'Masterclass Published')).toBeVisible()
    expect((await storedMasterclass(program, draft._id)).is_active).toBe(true)
  })
})

test.describe('a draft on its card', () => {
  test('is published in three clicks, on a free account if its own is booked (OQ-112, OQ-189)', async ({
    signedIn: page,
    program,
  }) => {
    // Later than the sample data, whose sessions could clash.
    const times = { start_time: hoursFromNow(9700), end_time: hoursFromNow(9701), zoom_hub_name: 'zoom_1' }
    const booked = await makePublished(program, times)
    const draft = await makeMasterclass(program, { ...times, title: unique('From its card') })
    await page.goto('/masterclass')
    await page.getByRole('tab', { name: 'Draft' }).click()
    await card(page, draft.title).getByRole('button', { name: 'Publish' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(`zoom_1 is booked for “${booked.title}”`)
    await expect(question).toContainText('zoom_4 is free at that time.')
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'Publish on zoom_4' }).click()
    await expect(toast(page, 'Masterclass Published')).toBeVisible()
    await expect(card(page, draft.title)).toHaveCount(0)
    expect(await storedMasterclass(program, draft._id)).toMatchObject({
      is_active: true,
      zoom_hub_name: 'zoom_4',
    })
  })

  test('says why it cannot be published and opens its form; a duplicate opens too (OQ-188, OQ-189)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 502 /)
    const title = unique('[meeting fails]')
    const draft = await makeMasterclass(program, {
      title,
      start_time: hoursFromNow(610),
      end_time: hoursFromNow(611),
    })
    await page.goto('/masterclass?tab=draft')
    await card(page, title).getByRole('button', { name: 'Publish' }).click()
    const failure = toast(page, /^Could not publish masterclass\. \S/)
    await failure.getByRole('button', { name: 'Open the form' }).click()
    await expect(page).toHaveURL(`/masterclass/edit/${draft._id}`)
    await expect(page.getByRole('main').getByRole('alert')).toBeInViewport()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('tab', { name: 'Draft' }).click()
    await chooseInCard(page, title, 'Duplicate')
    await expect(toast(page, 'Masterclass Duplicated')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue(`${title} (copy)`)
    await expect(page).not.toHaveURL(new RegExp(draft._id))
  })
})

test.describe('an edit', () => {
  test('prefills the wizard from the list, and after a reload (MC-22, MC-24, MC-32, OQ-007)', async ({
    signedIn: page,
    program,
  }) => {
    const { title, start_time, creator_id, zoom_hub_name } = await makeMasterclass(program)
    await page.goto('/masterclass?tab=draft')
    await card(page, title).getByRole('link', { name: 'Edit' }).click()
    const isFilled = async () => {
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await expect(page.getByRole('banner').getByTitle(title)).toBeVisible()
      await expect(page.getByLabel('Description')).toHaveValue('What to claim, and when.')
      await expect(page.getByRole('combobox', { name: 'Attendance Type' })).toHaveValue('Virtual')
      for (const hidden of ['Start time', 'End time', 'Creator', 'Zoom account']) {
        await expect(page.getByLabel(hidden)).toHaveCount(0)
      }
      // OQ-190: they are shown, but not as fields.
      const schedule = page.getByRole('region', { name: 'Time and host' })
      await expect(
        schedule.getByText(formatInstant(new Date(start_time), ', ', 'Asia/Kolkata')),
      ).toBeVisible()
      await expect(schedule).toContainText(creator_id.email)
      await expect(schedule.getByText(zoom_hub_name, { exact: true })).toBeVisible()
    }
    await isFilled()
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await isFilled()
    await next(page, steps[1])
    await expect(page.getByRole('region', { name: 'Rupee price' }).getByLabel('Current price')).toHaveValue(
      '₹2,499.00',
    )
    await next(page, steps[2])
    await expect(page.getByLabel('URL')).toHaveValue('https://t.me/greenroom')
  })

  test('keeps a masterclass unpublished on save, and saves and publishes on Publish (MC-29, MC-45)', async ({
    signedIn: page,
    program,
  }) => {
    const { _id, title } = await makeMasterclass(program, {
      start_time: hoursFromNow(500),
      end_time: hoursFromNow(501),
    })
    await page.goto('/masterclass?tab=draft')
    await card(page, title).getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Changed once')
    await toLastStep(page)
    program.freeze()
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await expect(toast(page, 'Updating Masterclass Details')).toBeVisible()
    program.thaw()
    await expect(toast(page, 'Updated Masterclass Details')).toBeVisible()
    await expect(page).toHaveURL(/\/masterclass\?tab=draft$/)
    expect(await storedMasterclass(program, _id)).toMatchObject({
      description: 'Changed once',
      is_active: false,
    })

    await card(page, title).getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Changed twice')
    await toLastStep(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(toast(page, 'Masterclass Published')).toBeVisible()
    await expect(card(page, title)).toBeVisible()
    expect(await storedMasterclass(program, _id)).toMatchObject({
      description: 'Changed twice',
      is_active: true,
    })
  })

  test('reports why a meeting cannot be made and keeps the draft (MC-44, MC-28)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 502 /)
    const { _id, title } = await makeMasterclass(program, {
      title: unique('Class [meeting fails]'),
      start_time: hoursFromNow(600),
      end_time: hoursFromNow(601),
    })
    const refused = await program.call('POST', '/admin/masterclass/zoom/publish', { masterclass_id: _id })
    const reason = refused.body.message
    await page.goto(`/masterclass/edit/${_id}`)
    await page.getByLabel('Description').fill('Saved all the same')
    await toLastStep(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(toast(page, /^Could not publish masterclass\. \S/)).toContainText(reason)
    await expect(page).toHaveURL(/\/masterclass\?tab=draft$/)
    await expect(card(page, title)).toBeVisible()
    expect(await storedMasterclass(program, _id)).toMatchObject({
      description: 'Saved all the same',
      is_active: false,
    })
  })

  for (const [group, start, reason] of [
    [
      'active',
      null,
      "This masterclass is published, so it can't be edited. Deactivate it to make it a draft again.",
    ],
    ['past', -2, 'This masterclass has begun, so it can no longer be edited.'],
  ] as const) {
    test(`shows a masterclass that is ${group}, opened by its address, read-only with the reason (MC-10, OQ-134)`, async ({
      signedIn: page,
      program,
    }) => {
      const { _id, title } = await (group === 'active' ? makePublished : makeMasterclass)(program)
      if (start !== null) {
        // The server refuses to create one that began yesterday, which an hour ago is just after midnight.
        await program.query('update masterclass set start_time = $2, end_time = $3 where id = $1', [
          _id,
          hoursFromNow(start),
          hoursFromNow(start + 1),
        ])
      }
      await page.goto(`/masterclass/edit/${_id}`)
      await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible()
      const shown = page.getByRole('main')
      await expect(shown.getByRole('definition').filter({ hasText: title })).toBeVisible()
      await expect(shown.getByRole('table', { name: 'Prices' })).toBeVisible()
      await expect(shown.getByText('https://t.me/greenroom')).toBeVisible()
      await expect(shown.locator('input, textarea')).toHaveCount(0)
      for (const name of ['Save in draft', 'Publish', 'Next']) {
        await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
      }
      await expectAccessibleInBothSchemes(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'Back to masterclasses' }).click()
      await expect(page).toHaveURL(group === 'active' ? /\/masterclass$/ : /\/masterclass\?tab=past$/)
      await expect(card(page, title)).toBeVisible()
    })
  }

  test('stops editing when someone else publishes the masterclass, and keeps the entries visible (MC-10, OQ-134, OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 409 /)
    const { _id } = await makeMasterclass(program)
    await page.goto(`/masterclass/edit/${_id}`)
    await page.getByLabel('Description').fill('Too late')
    await program.call('POST', '/admin/masterclass/zoom/publish', { masterclass_id: _id })
    await toLastStep(page)
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This masterclass is published' })).toBeVisible()
    await page.getByRole('button', { name: '1 Masterclass Details' }).click()
    await expect(page.getByLabel('Description')).toHaveValue('Too late')
    expect((await storedMasterclass(program, _id)).description).toBe('What to claim, and when.')
  })

  test('a refused save keeps step and reason, and the draft with its banner survives a reload (OQ-033, OQ-012)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(429))
    const { _id } = await makeMasterclass(program)
    await page.goto(`/masterclass/edit/${_id}`)
    await page.getByLabel('Description').fill('Half a thought')
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'banner.jpg', mimeType: 'image/jpeg', buffer: await pictureBytes() })
    await toLastStep(page)
    let refuse = () => {}
    const refused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const message = 'Too many requests. Try again in a minute.'
    const address = `**/admin/masterclass/${_id}`
    await page.route(address, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await refused
      await route.fulfill({ status: 429, json: { message, code: 'RATE_LIMITED' } })
    })
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await expect(page.getByLabel('URL')).toBeDisabled()
    refuse()
    const reason = page.getByRole('main').getByRole('alert')
    await expect(reason).toHaveText(message)
    await expect(page.getByRole('group', { name: steps[2] })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.unroute(address)

    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
    await expect(page.getByRole('group', { name: steps[2] })).toBeVisible()
    await page.getByRole('button', { name: '1 Masterclass Details' }).click()
    await expect(page.getByRole('button', { name: 'Remove banner.jpg' })).toBeVisible()
    await page.getByRole('button', { name: '3 Joining Details' }).click()
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await expect(toast(page, 'Updated Masterclass Details')).toBeVisible()
    const stored = await storedMasterclass(program, _id)
    expect(stored).toMatchObject({ description: 'Half a thought', banner: expect.any(String) })
  })
})
