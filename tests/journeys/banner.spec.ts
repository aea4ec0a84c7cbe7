import { formatInstant } from '@greenroom/contract/date-time'
import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import type { Locator, Page } from 'playwright/test'
import {
  changeBanner,
  makeBanner,
  pictureFile,
  storedBanner,
  storedByPriority,
  uniquePriority,
  videoFile,
} from './banner-records.ts'
import { makeEvent, makeWebinar } from './event-records.ts'
import {
  card,
  closeToast,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  freeze,
  loseCalls,
  refusedCall,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { expectPlayable, writeVideo } from './media.ts'
import { hoursFromNow } from './records.ts'
import { expectRendition } from './rendition.ts'
import { daysFromNow, typeTime } from './wizard.ts'

const tenMegabytes = 10_485_760

function filesField(page: Page): Locator {
  return page.locator('[data-field="files"]')
}

type Files = Parameters<Locator['setInputFiles']>[0]

async function pickFiles(page: Page, files: Files): Promise<void> {
  await filesField(page).locator('input[type="file"]').setInputFiles(files)
}

/** Returns the tiles of the chosen files. */
function tiles(page: Page): Locator {
  return filesField(page).getByRole('list', { name: 'Files' }).getByRole('listitem')
}

async function pickTimes(page: Page): Promise<void> {
  await typeTime(page, 'Start time', { day: daysFromNow(1), hours: '09', minutes: '00', half: 'AM' })
  await typeTime(page, 'End time', { day: daysFromNow(4), hours: '09', minutes: '30', half: 'PM' })
}

/** Fills the fields of an external banner. Returns its unique order number. */
async function fillLeast(page: Page): Promise<number> {
  const priority = uniquePriority()
  await pickFiles(page, await pictureFile())
  await pickTimes(page)
  await page.getByRole('radio', { name: 'External' }).check()
  await page.getByLabel('URL').fill('https://www.example.com/new-year')
  await page.getByLabel('Order number').fill(String(priority))
  return priority
}

async function submit(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Create|Update) Banner$/ })
    .click()
}

function editOf(page: Page, priority: number): Locator {
  return card(page, `Priority ${priority}`).getByRole('link', { name: `Edit, Priority ${priority}` })
}

test.describe('the list', () => {
  test('shows cards with the first file, the priority number, dates and redirect (SHELL-24, BAN-03, BAN-01, OQ-077)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeBanner(program, {}, [await pictureFile(), await videoFile()])
    const webinar = await makeWebinar(program)
    const inner = await makeBanner(
      program,
      {
        redirect: JSON.stringify({
          type: 'internal',
          page: 'webinars',
          props: { entity_id: webinar._id, source: 'home', slot: 'top', variant: 'b' },
        }),
      },
      [await videoFile()],
    )
    await page.goto('/masterclass')
    await page.getByRole('link', { name: 'Banners', exact: true }).click()
    await expect(page).toHaveURL('/banners')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Banners')
    const mine = card(page, `Priority ${made.priority}`)
    await expectRendition(mine.locator('img').first())
    await expect(mine).toContainText('2 files')
    const times = [made.start_time, made.end_time].map((iso) =>
      formatInstant(new Date(iso), ' | ', 'Asia/Kolkata'),
    )
    await expect(mine.getByRole('time')).toHaveText(times)
    const link = mine.getByRole('link', { name: 'https://www.example.com/offer' })
    await expect(link).toHaveAttribute('href', 'https://www.example.com/offer')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(mine).toContainText('External')

    const moving = card(page, `Priority ${inner.priority}`)
    await expect(moving).toContainText('Internal, Webinars')
    await expect(moving).toContainText(webinar.title)
    await expect(moving).toContainText('3 more fields')
    await expect(moving).toContainText('Video')
    // The video shows its first frame.
    await expect
      .poll(() =>
        moving
          .locator('video')
          .evaluate((video: HTMLVideoElement) => [video.videoWidth > 0, video.readyState >= 2]),
      )
      .toEqual([true, true])
    await expectAccessibleInBothSchemes(page)
  })

  test('keeps the toggle in the address and marks a banner outside its dates (BAN-03, OQ-078)', async ({
    signedIn: page,
    program,
  }) => {
    const soon = await makeBanner(program, { start_time: hoursFromNow(24) })
    const over = await makeBanner(program, { end_time: hoursFromNow(-1) })
    const now = await makeBanner(program)
    const off = await makeBanner(program, { is_active: 'false' })
    await page.goto('/banners')
    await expect(page.getByRole('tab', { name: 'Active', selected: true })).toBeVisible()
    await expect(card(page, `Priority ${soon.priority}`)).toContainText('Scheduled')
    await expect(card(page, `Priority ${over.priority}`)).toContainText('Ended')
    await expect(card(page, `Priority ${now.priority}`)).toContainText('Running')
    await expect(card(page, `Priority ${off.priority}`)).toHaveCount(0)
    // Lowest order number first.
    const shownCards = page.getByRole('list', { name: 'Banners' }).locator('> li')
    await expect(page.getByRole('tab', { selected: true })).toHaveText(`Active ${await shownCards.count()}`)
    const lefts = await shownCards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(1)
    const numbers = (await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).map(
      (words) => Number(words.replace('Priority ', '')),
    )
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))

    await page.getByRole('tab', { name: 'Inactive' }).click()
    await expect(page).toHaveURL('/banners?tab=inactive')
    const mine = card(page, `Priority ${off.priority}`)
    await expect(mine.getByRole('link', { name: /^Edit/ })).toBeVisible()
    await expect(mine.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await expect(card(page, `Priority ${now.priority}`)).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Inactive', selected: true })).toBeVisible()
    await expect(mine).toBeVisible()
  })

  test('moves banners by keyboard and by drag, with their order numbers (OQ-201, OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const made = [await makeBanner(program), await makeBanner(program), await makeBanner(program)] as const
    const [first, second, third] = made
    const numbers = made.map(({ priority }) => priority)
    const inOrder = async (...banners: Banner[]) => {
      const stored = await Promise.all(banners.map(({ _id }) => storedBanner(program, _id)))
      return stored.map(({ priority }) => priority)
    }
    const grip = (priority = 0) => page.getByRole('button', { name: `Move Priority ${priority}` })
    await page.goto('/banners')
    await grip(numbers[2]).focus()
    await freeze(page, program)
    await page.keyboard.press('ArrowUp')
    // Shown before the server responds, and the next key moves the same banner.
    await expect(grip(numbers[1])).toBeFocused()
    await expect(page.getByText(/^Moved to \d+ of \d+$/)).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(grip(numbers[0])).toBeFocused()
    await expect(toast(page, 'Updating banner').first()).toBeVisible()
    program.thaw()
    await expect(toast(page, 'Banner updated successfully!')).toBeVisible()
    await expect.poll(() => inOrder(third, first, second)).toEqual(numbers)

    // Someone else's change of another field is kept.
    const end_time = hoursFromNow(72)
    await changeBanner(program, third._id, { end_time })
    const target = await card(page, `Priority ${numbers[2]}`).boundingBox()
    await grip(numbers[0]).hover()
    await page.mouse.down()
    await page.mouse.move((target?.x ?? 0) + 60, (target?.y ?? 0) + 40, { steps: 8 })
    await expect(grip(numbers[2])).toHaveAttribute('data-dragged')
    await page.mouse.up()
    await expect(grip(numbers[2])).toBeFocused()
    await expect.poll(() => inOrder(first, second, third)).toEqual(numbers)
    expect(await storedBanner(program, third._id)).toMatchObject({ end_time })

    // Escape ends a drag without a change.
    await grip(numbers[2]).hover()
    await page.mouse.down()
    const start = await card(page, `Priority ${numbers[0]}`).boundingBox()
    await page.mouse.move((start?.x ?? 0) + 60, (start?.y ?? 0) + 40, { steps: 8 })
    await expect(grip(numbers[0])).toHaveAttribute('data-dragged')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(page.locator('[data-dragged]')).toHaveCount(0)
    expect(await inOrder(first, second, third)).toEqual(numbers)
  })

  test('asks before deleting, makes the banner inactive, and restores it from its form (BAN-14, BAN-19, OQ-078)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeBanner(program)
    const name = `Priority ${made.priority}`
    await page.goto('/banners')
    await card(page, name)
      .getByRole('button', { name: `Delete, ${name}` })
      .click()
    const question = page.getByRole('alertdialog')
    await expect(question).toHaveAccessibleName(`Delete the banner with priority ${made.priority}?`)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(card(page, name).getByRole('button', { name: `Delete, ${name}` })).toBeFocused()

    await card(page, name)
      .getByRole('button', { name: `Delete, ${name}` })
      .click()
    await question.getByRole('button', { name: 'Delete' }).click()
    const alert = toast(page, 'Banner deleted successfully!')
    await expect(alert).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await expect(alert).toHaveCount(0)
    await expect(card(page, name)).toHaveCount(0)
    expect(await storedBanner(program, made._id)).toMatchObject({ is_active: false, files: made.files })

    await page.getByRole('tab', { name: 'Inactive' }).click()
    await editOf(page, made.priority).click()
    await page.getByRole('checkbox', { name: 'Is Active' }).check()
    await submit(page)
    await closeToast(toast(page, 'Banner updated successfully!'))
    await expect(page).toHaveURL('/banners')
    await expect(card(page, name)).toBeVisible()
    expect((await storedBanner(program, made._id)).is_active).toBe(true)
  })

  test('deletes a banner that someone else has changed and keeps their changes (BAN-14, OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const made = await makeBanner(program)
    const name = `Priority ${made.priority}`
    await page.goto('/banners')
    await card(page, name)
      .getByRole('button', { name: `Delete, ${name}` })
      .click()
    const end_time = hoursFromNow(72)
    await changeBanner(program, made._id, { end_time })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await closeToast(toast(page, 'Banner deleted successfully!'))
    expect(await storedBanner(program, made._id)).toMatchObject({ is_active: false, end_time })
  })

  test('reports a failed deletion and keeps the banner (BAN-19)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    const made = await makeBanner(program)
    const name = `Priority ${made.priority}`
    await page.goto('/banners')
    await card(page, name)
      .getByRole('button', { name: `Delete, ${name}` })
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await loseCalls(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    const alert = toast(page, 'Banner deletion failed!')
    await expect(alert).toContainText('The server did not respond.')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(card(page, name).getByRole('button', { name: `Delete, ${name}` })).toBeFocused()
  })
})

test.describe('a new banner', () => {
  test('creates an external banner with pictures and a playable video, and lists it (SHELL-25, BAN-05, BAN-08, BAN-19)', async ({
    signedIn: page,
    program,
  }) => {
    await page.goto('/banners')
    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await expect(page).toHaveURL('/create-banner')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Banner')
    await expect(page.getByRole('checkbox', { name: 'Is Active' })).toBeChecked()
    await expect(page.getByRole('main').getByRole('button', { name: 'Create Banner' })).toBeVisible()

    await pickFiles(page, [await pictureFile('first.jpg'), await pictureFile('second.jpg')])
    await pickFiles(page, { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html></html>') })
    await expect(tiles(page).filter({ hasText: 'page.jpg' })).toContainText('No preview')
    await page.getByRole('button', { name: 'Remove page.jpg' }).click()
    await pickFiles(page, await videoFile())
    await expect(tiles(page)).toHaveCount(3)
    await expect(tiles(page).getByRole('img', { name: 'first.jpg' })).toHaveJSProperty('naturalWidth', 640)
    await expectPlayable(tiles(page).locator('video'))
    await page.getByRole('button', { name: 'Remove second.jpg' }).click()
    await expect(tiles(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused()

    await pickTimes(page)
    await page.getByRole('radio', { name: 'External' }).check()
    await page.getByLabel('URL').fill('https://www.example.com/new-year?from=home')
    const priority = uniquePriority()
    await page.getByLabel('Order number').fill(String(priority))
    await expectAccessibleInBothSchemes(page)
    const alert = toast(page, 'Banner created successfully!')
    // On a busy machine the press can end when the toast has been read and is gone.
    await Promise.all([expect(alert).toBeVisible(), submit(page)])
    await expectAccessibleInBothSchemes(page)
    // On a busy machine the message leaves during the scan, so nothing closes it.
    await expect(alert).toHaveCount(0)
    await expect(page).toHaveURL('/banners')
    await expect(card(page, `Priority ${priority}`)).toContainText('2 files')

    const stored = await storedByPriority(program, priority)
    expect(stored).toMatchObject({
      is_active: true,
      order: priority,
      redirect: { type: 'external', redirect_link: 'https://www.example.com/new-year?from=home' },
    })
    expect(stored.files.map(({ type }) => type)).toEqual(['image', 'video'])
    // 09:00 AM and 09:30 PM in Asia/Kolkata.
    expect(stored.start_time).toMatch(/T03:30:00\.000Z$/)
    expect(stored.end_time).toMatch(/T16:00:00\.000Z$/)
    const types = await Promise.all(
      stored.files.map(async ({ url }) =>
        (await fetch(new URL(url, program.url))).headers.get('content-type'),
      ),
    )
    expect(types).toEqual(['image/jpeg', 'video/webm'])
  })

  test('prefills the next free order number, and an empty field lets the server choose (BAN-08, OQ-075)', async ({
    signedIn: page,
    program,
  }) => {
    const last = await makeBanner(program, { order: '900000' })
    expect(last.order).toBe(900_000)
    await page.goto('/create-banner')
    await expect(page.getByLabel('Order number')).toHaveValue('900001')
    // Leaving an unchanged form doesn't ask.
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/banners')
    await makeBanner(program, { order: '900001' })
    await page.goto('/create-banner')
    await expect(page.getByLabel('Order number')).toHaveValue('900002')
    await fillLeast(page)
    await page.getByLabel('Order number').fill('')
    await submit(page)
    await closeToast(toast(page, 'Banner created successfully!'))
    await expect(card(page, 'Priority 900002')).toBeVisible()
  })

  test('creates a banner that opens a webinar found by its title, with custom fields (BAN-07, BAN-02, OQ-076, OQ-202)', async ({
    signedIn: page,
    program,
  }) => {
    const webinar = await makeWebinar(program)
    const event = await makeEvent(program)
    await page.goto('/create-banner')
    const priority = await fillLeast(page)
    await page.getByRole('radio', { name: 'Internal' }).check()
    await expect(page.getByLabel('URL')).toHaveCount(0)
    await page.getByRole('radio', { name: 'Webinars' }).check()
    const entity = page.getByRole('combobox', { name: 'Entity ID' })
    // A web address and the ID of an event find nothing among the webinars.
    for (const wrong of ['https://www.example.com/offer', event._id]) {
      await entity.fill(wrong)
      await expect(page.getByText('Nothing on this page matches.')).toBeVisible()
    }
    await entity.fill(webinar.title.slice(4))
    await expect(page.getByRole('option')).toHaveText([new RegExp(`^${webinar.title}`)])
    await expectAccessibleInBothSchemes(page)
    await entity.press('Enter')
    await expect(entity).toHaveValue(webinar.title)
    // The other page has no webinars.
    await page.getByRole('radio', { name: 'Events' }).check()
    await expect(entity).toHaveValue('')
    await page.getByRole('radio', { name: 'Webinars' }).check()
    await entity.fill(webinar._id)
    await page.getByRole('option', { name: webinar.title }).click()
    await expect(entity).toHaveValue(webinar.title)
    for (const [place, name, value] of [
      [1, 'source', 'home <b>top</b>'],
      [2, 'slot', '1'],
      [3, '', ''],
    ] as const) {
      await page.getByRole('button', { name: 'Add field' }).click()
      const field = page.getByRole('group', { name: `Custom field ${place}` })
      await expect(field.getByLabel('Name')).toBeFocused()
      await page.keyboard.type(name)
      await field.getByLabel('Value').fill(value)
    }
    await page.getByRole('group', { name: 'Custom field 2' }).getByLabel('Name').fill('source')
    await page.getByRole('group', { name: 'Custom field 2' }).getByLabel('Name').blur()
    await expect(page.getByText('This name is used twice')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Remove custom field 2' }).click()
    await expect(page.getByRole('button', { name: 'Add field' })).toBeFocused()
    await submit(page)
    await closeToast(toast(page, 'Banner created successfully!'))
    expect((await storedByPriority(program, priority)).redirect).toEqual({
      type: 'internal',
      page: 'webinars',
      props: { entity_id: webinar._id, source: 'home <b>top</b>' },
    })
    const mine = card(page, `Priority ${priority}`)
    await expect(mine).toContainText(webinar.title)
    await expect(mine.getByText('1 more field')).toHaveAttribute('title', 'source: home <b>top</b>')
  })

  test('reports missing fields in a toast and focuses the first one (BAN-13, BAN-06, BAN-12, OQ-010)', async ({
    signedIn: page,
  }) => {
    await page.goto('/create-banner')
    for (const label of ['Start time', 'End time']) {
      await expect(page.locator('label').filter({ hasText: label })).toContainText('*')
    }
    await submit(page)
    const alert = toast(page, 'Please fill in all required fields.')
    await expect(alert).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused()
    await expect(alert).toHaveCount(0)
    for (const words of [
      'Add at least one file',
      'Pick a start time',
      'Pick an end time',
      'Choose where the banner leads',
    ]) {
      await expect(page.getByText(words)).toBeVisible()
    }
    await expectAccessibleInBothSchemes(page)

    await pickFiles(page, await pictureFile())
    await expect(page.getByText('Add at least one file')).toHaveCount(0)
    await submit(page)
    await expect(page.getByRole('textbox', { name: 'Start time' })).toBeFocused()
    await closeToast(alert)

    await pickTimes(page)
    await submit(page)
    await expect(page.getByRole('radio', { name: 'External' })).toBeFocused()
    await closeToast(alert)
    await page.getByRole('radio', { name: 'External' }).check()
    await submit(page)
    await expect(page.getByLabel('URL')).toBeFocused()
    await closeToast(alert)
    await page.getByLabel('URL').fill('javascript:alert(1)')
    await submit(page)
    await expect(page.getByText('Enter a link that starts with http:// or https://')).toBeVisible()
    await expect(page.getByLabel('URL')).toBeFocused()
    await expect(alert).toHaveCount(0)

    await page.getByRole('radio', { name: 'Internal' }).check()
    await expect(page.getByLabel('Entity ID')).toBeDisabled()
    await submit(page)
    await expect(page.getByRole('radio', { name: 'Events' })).toBeFocused()
    await closeToast(alert)
    await page.getByRole('radio', { name: 'Events' }).check()
    await submit(page)
    await expect(page.getByLabel('Entity ID')).toBeFocused()
    await expect(page.getByText('Enter an entity ID or a custom field')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  test('refuses a video of more than 10 MB and accepts files of exactly 10 MB together (BAN-10, BAN-11)', async ({
    signedIn: page,
    program,
  }, testInfo) => {
    await page.goto('/create-banner')
    await expect(filesField(page)).toContainText('photos up to 10 MB, videos up to 100 MB')
    await expect(filesField(page)).toContainText('All files together: at most 10 MB.')
    const alert = toast(page, 'File size exceeds the 10MB limit.')
    const pickVideo = async (name: string, byteSize: number) => {
      // From disk, because ten megabytes take long between a case and its browser.
      const path = testInfo.outputPath(name)
      await writeVideo(path, byteSize)
      await pickFiles(page, path)
    }
    await pickVideo('too-long.webm', tenMegabytes + 1)
    await expect(alert).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await expect(alert).toHaveCount(0)
    await expect(tiles(page)).toHaveCount(0)
    await expect(filesField(page)).toContainText('0 B of 10 MB')

    const priority = await fillLeast(page)
    const picture = (await pictureFile()).buffer.length
    await pickVideo('one-byte-more.webm', tenMegabytes - picture + 1)
    await closeToast(alert)
    await expect(tiles(page)).toHaveCount(1)
    await pickVideo('just-right.webm', tenMegabytes - picture)
    await expect(tiles(page)).toHaveCount(2)
    await expect(filesField(page)).toContainText('10 MB of 10 MB')
    await submit(page)
    await closeToast(toast(page, 'Banner created successfully!'))
    const stored = await storedByPriority(program, priority)
    expect(stored.files).toHaveLength(2)

    // The stored files count too.
    await editOf(page, priority).click()
    await expect(filesField(page)).toContainText('10 MB of 10 MB')
    await pickFiles(page, await pictureFile('more.jpg'))
    await closeToast(alert)
    await page.getByRole('button', { name: 'Remove Video 2' }).click()
    await pickFiles(page, await pictureFile('more.jpg'))
    await expect(tiles(page)).toHaveCount(2)
  })

  test('refuses other files with a message, by name in the form and by content on the server (BAN-05)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(415))
    // Playwright requests a picture again that the browser can't draw, and the page's policy forbids it.
    expectedConsole.push(/^Connecting to 'blob:/, /^CSP: connect-src blob$/)
    const words = 'Only JPG, PNG, WEBP or GIF images and MP4, WEBM or MOV videos are allowed'
    await page.goto('/create-banner')
    for (const [name, mimeType] of [
      ['notes.pdf', 'application/pdf'],
      ['mark.svg', 'image/svg+xml'],
      ['scan.avif', 'image/avif'],
    ] as const) {
      await pickFiles(page, { name, mimeType, buffer: Buffer.from('x') })
      await expect(filesField(page).getByRole('alert')).toHaveText(words)
      await expect(tiles(page)).toHaveCount(0)
    }
    await pickFiles(page, { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
    await expect(filesField(page).getByRole('alert')).toHaveText('This file is empty. Choose another one.')
    await expect(tiles(page)).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    const priority = await fillLeast(page)
    await expect(filesField(page).getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove home.jpg' }).click()
    await pickFiles(page, { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') })
    await submit(page)
    const alert = toast(page, 'Failed to save banner.')
    await expect(alert).toContainText(words)
    await closeToast(alert)
    await expect(page.getByText('Not saved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove page.png' }).click()
    await pickFiles(page, await pictureFile())
    await submit(page)
    await closeToast(toast(page, 'Banner created successfully!'))
    expect((await storedByPriority(program, priority)).files).toHaveLength(1)
  })
})

test.describe('an update', () => {
  test('updates a banner opened from its card or address: replaces files and keeps the rest (BAN-04, BAN-09, BAN-17, OQ-007)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeBanner(program, {}, [await pictureFile(), await videoFile()])
    await page.goto('/banners')
    await editOf(page, made.priority).click()
    await expect(page).toHaveURL(`/create-banner?id=${made._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Banner')
    await page.reload()
    await expect(page.getByRole('main').getByRole('button', { name: 'Update Banner' })).toBeVisible()
    await expect(page.getByLabel('URL')).toHaveValue('https://www.example.com/offer')
    await expect(page.getByLabel('Order number')).toHaveValue(String(made.priority))
    await expect(tiles(page)).toHaveCount(2)
    await expectAccessibleInBothSchemes(page)

    await page.getByRole('button', { name: 'Remove Image 1' }).click()
    await pickFiles(page, await pictureFile('new.jpg'))
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await submit(page)
    await closeToast(toast(page, 'Banner updated successfully!'))
    await expect(page).toHaveURL('/banners')
    expect((await sent).headers()['if-match']).toBe(`"${made.version}"`)
    const stored = await storedBanner(program, made._id)
    expect(stored.files.map(({ type }) => type)).toEqual(['video', 'image'])
    expect(stored.files[0]?.url).toBe(made.files[1]?.url)
    expect(stored).toMatchObject({
      redirect: made.redirect,
      start_time: made.start_time,
      order: made.order,
      is_active: true,
    })
    // The save deletes the removed file.
    expect((await fetch(new URL(made.files[0]?.url ?? '', program.url))).status).toBe(404)
  })

  test('opens a banner from navigation state alone, and the create form without one (BAN-04, OQ-007)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(404), /This banner does not exist|Not found/)
    const made = await makeBanner(program)
    await page.goto('/create-banner')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Banner')
    await page.evaluate((banner) => {
      history.replaceState({ ...history.state, banner }, '')
    }, made)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Banner')
    await expect(page).toHaveURL(`/create-banner?id=${made._id}`)
    await expect(page.getByLabel('Order number')).toHaveValue(String(made.priority))

    await page.goto('/create-banner?id=01931f6e-0000-7000-8000-00000000ffff')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  })

  test('sends only changes, so changes of different fields by two people are both kept (BAN-17, OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const made = await makeBanner(program)
    await page.goto(`/create-banner?id=${made._id}`)
    await page.getByLabel('URL').fill('https://www.example.com/mine')
    await changeBanner(program, made._id, { is_active: 'false' })
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await submit(page)
    await expect(toast(page, 'Both changes are saved.')).toBeVisible()
    await closeToast(toast(page, 'Banner updated successfully!'))
    const names = [...((await sent).postData() ?? '').matchAll(/name="(\w+)"/g)].map((match) => match[1])
    expect(names).toEqual(['redirect'])
    expect(await storedBanner(program, made._id)).toMatchObject({
      is_active: false,
      redirect: { type: 'external', redirect_link: 'https://www.example.com/mine' },
    })
  })
})

test('fits the cards and the form on a phone (BAN-03, BAN-04)', async ({ signedIn: page, program }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const event = await makeEvent(program)
  const made = await makeBanner(
    program,
    {
      redirect: JSON.stringify({
        type: 'internal',
        page: 'events',
        props: { entity_id: event._id, source: 'home' },
      }),
    },
    [await pictureFile(), await videoFile()],
  )
  const fits = async () => await expectNoSidewaysScroll(page)
  await page.goto('/banners')
  await expect(card(page, `Priority ${made.priority}`)).toBeVisible()
  await fits()
  await page.setViewportSize({ width: 320, height: 844 })
  await fits()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothSchemes(page)
  await editOf(page, made.priority).click()
  await expect(tiles(page)).toHaveCount(2)
  await fits()
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Order number').fill('')
  await submit(page)
  await expect(page.getByText('Enter a whole number from 0 to 1,000,000')).toBeVisible()
  await expect(page.getByLabel('Order number')).toBeFocused()
})
