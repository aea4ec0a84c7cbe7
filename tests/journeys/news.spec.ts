import type { Locator, Page } from 'playwright/test'
import {
  answerCalls,
  card,
  endSession,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  freeze,
  holdCalls,
  loseCalls,
  refusedCall,
  signInAgain,
  slowUploads,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { makeNews, newsHeaded, storedNews } from './news-records.ts'
import { requestsEnded } from './open-requests.ts'
import { needOwnDocument } from './open-screen.ts'
import { largePictureBytes, pictureBytes, storedFileCount, unique } from './records.ts'
import { expectRendition } from './rendition.ts'

const long = `${'The committee kept the rate and explained at length why it did. '.repeat(6)}\nThe last line.`

async function pickThumbnail(page: Page, name = 'thumbnail.png', buffer?: Buffer): Promise<void> {
  await page
    .locator('[data-field="thumbnail"] input[type="file"]')
    .setInputFiles({ name, mimeType: 'image/png', buffer: buffer ?? (await pictureBytes('png')) })
}

async function fillNew(page: Page, heading: string): Promise<void> {
  await pickThumbnail(page)
  await page.getByLabel('Title').fill(heading)
  await page.getByLabel('Description').fill('What it means <b>for you</b>.\nTwo lines.')
  await page.getByLabel('Source').fill('Business Line')
  await page.getByLabel('Reference Link').fill('https://www.example.com/story')
}

async function submit(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Create|Update) News Snippet$/ })
    .click()
}

function editOf(page: Page, heading: string): Locator {
  return card(page, heading).getByRole('link', { name: `Edit ${heading}` })
}

test.describe('the list', () => {
  test('shows two tabs of cards in two columns, with inactive ones greyed (SHELL-27, NEWS-01, NEWS-02, NEWS-03)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeNews(program, { description: long })
    const brief = await makeNews(program)
    const off = await makeNews(program, { is_active: false })
    await page.goto('/masterclass')
    await page.getByRole('link', { name: 'News', exact: true }).click()
    await expect(page).toHaveURL('/news')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
    await expect(page.getByRole('tab')).toHaveText([/^Current \d+$/, /^Inactive \d+$/])
    const mine = card(page, made.heading)
    await expectRendition(mine.locator('img').first())
    await expect(mine).toContainText('Mint')
    const link = mine.getByRole('link', { name: 'example.com', exact: true })
    await expect(link).toHaveAttribute('href', 'https://www.example.com/rates')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const boxes = await Promise.all([mine, card(page, brief.heading)].map((one) => one.boundingBox()))
    expect(boxes[0]?.y).toBe(boxes[1]?.y)
    expect(boxes[0]?.x).not.toBe(boxes[1]?.x)

    // The description expands and collapses.
    const words = mine.getByText('The last line.')
    const more = mine.getByRole('button', { name: 'Show more' })
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    const shut = (await words.boundingBox())?.height ?? 0
    await more.click()
    const less = mine.getByRole('button', { name: 'Show less' })
    await expect(less).toHaveAttribute('aria-expanded', 'true')
    await expect(less).toBeFocused()
    expect((await words.boundingBox())?.height).toBeGreaterThan(shut * 2)
    await expectAccessibleInBothSchemes(page)
    await less.click()
    expect((await words.boundingBox())?.height).toBe(shut)
    await expect(card(page, brief.heading).getByRole('button', { name: 'Show more' })).toHaveCount(0)
    await expect(card(page, off.heading)).toHaveCount(0)

    await page.getByRole('tab', { name: 'Inactive' }).click()
    await expect(page).toHaveURL('/news?tab=inactive')
    const grey = card(page, off.heading)
    await expect(grey.locator('img').first()).toHaveCSS('filter', 'grayscale(1)')
    await expect(card(page, made.heading)).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Inactive', selected: true })).toBeVisible()
    await expect(grey).toBeVisible()
  })
})

test('switches a snippet off and on from its card, one click each (OQ-200, NEWS-02, NEWS-17, OQ-109)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { _id: id, heading } = await makeNews(program)
  await page.goto('/news')
  const active = card(page, heading).getByRole('switch', { name: `Active, ${heading}` })
  await expect(active).toBeChecked()
  await freeze(page, program)
  await active.press('Space')
  // The list shows the new state before the server responds, and keeps the focus.
  await expect(card(page, heading)).toHaveCount(0)
  await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1)
  await expect(toast(page, 'Updating News Snippet...')).toBeVisible()
  program.thaw()
  await expect(toast(page, 'Updated News Snippet!')).toBeVisible()
  expect((await storedNews(program, id)).is_active).toBe(false)

  await page.getByRole('tab', { name: 'Inactive' }).click()
  await expect(active).not.toBeChecked()
  await program.call('PATCH', `/admin/academy/news/${id}`, { source: 'Reuters' })
  await active.click()
  await expect(toast(page, 'Both changes are saved.')).toBeVisible()
  await expect(card(page, heading)).toHaveCount(0)
  expect(await storedNews(program, id)).toMatchObject({ is_active: true, source: 'Reuters' })
})

test.describe('a new snippet', () => {
  test('creates a snippet and lists it (SHELL-28, NEWS-06, NEWS-07, NEWS-18)', async ({
    signedIn: page,
    program,
  }) => {
    const heading = unique('Gold at a new high')
    await page.goto('/news')
    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await expect(page).toHaveURL('/news/create')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create News Snippet')
    await expect(page.getByRole('checkbox', { name: 'Active' })).toBeChecked()
    await fillNew(page, heading)
    await expect(page.getByRole('button', { name: 'Remove thumbnail.png' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/admin/academy/news'),
    )
    // Held, to check the pending message.
    await freeze(page, program)
    await submit(page)
    await expect(toast(page, 'Creating News Snippet...')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Create News Snippet' })).toBeDisabled()
    program.thaw()
    await expect(toast(page, 'Created News Snippet!')).toBeVisible()
    await expect(page).toHaveURL('/news')
    const mine = card(page, heading)
    await expect(mine).toContainText('What it means <b>for you</b>.')
    await expectRendition(mine.locator('img').first())
    expect((await sent).postDataJSON()).toMatchObject({ heading, is_active: true })
    expect(await newsHeaded(program, heading)).toMatchObject([
      {
        description: 'What it means <b>for you</b>.\nTwo lines.',
        source: 'Business Line',
        reference_link: 'https://www.example.com/story',
        is_active: true,
        is_free: true,
        price: null,
      },
    ])
  })

  test('validates each field on blur with the specified messages (NEWS-08, NEWS-09, NEWS-10, NEWS-11, OQ-086)', async ({
    signedIn: page,
  }) => {
    await page.goto('/news/create')
    for (const [label, words] of [
      ['Title', 'Heading is required'],
      ['Source', 'Source is required'],
      ['Reference Link', 'Reference link is required'],
    ] as const) {
      await expect(page.getByText(words)).toHaveCount(0)
      await page.getByLabel(label).fill('  ')
      await page.getByLabel(label).blur()
      await expect(page.getByText(words)).toBeVisible()
    }
    await page.getByLabel('Reference Link').fill('no link')
    await page.getByLabel('Reference Link').blur()
    await expect(page.getByText('Enter a link that starts with http:// or https://')).toBeVisible()
    await page.getByLabel('Reference Link').fill('www.example.com/x')
    await page.getByLabel('Reference Link').blur()
    await expect(page.getByLabel('Reference Link')).toHaveValue('https://www.example.com/x')
    await expect(page.getByText('Enter a link that starts with http:// or https://')).toHaveCount(0)
    await submit(page)
    await expect(page.getByText('Thumbnail is required')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose an image Thumbnail' })).toBeFocused()
    await expectAccessibleInBothSchemes(page)

    await expect(page.locator('[data-field="thumbnail"]')).toContainText('JPG, PNG or WEBP, up to 100 MB')
    await page
      .locator('[data-field="thumbnail"] input[type="file"]')
      .setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(page.getByText('Only JPG, PNG or WEBP images are allowed')).toBeVisible()
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      await page.locator('[data-field="thumbnail"] input[type="file"]').setInputFiles({
        name: `picture.${format}`,
        mimeType: `image/${format}`,
        buffer: await pictureBytes(format),
      })
      const picture = page.locator('[data-field="thumbnail"]')
      await expect(picture).toContainText(`picture.${format}`)
      await expect(picture.locator('img')).toHaveCSS('object-fit', 'contain')
      const chooser = page.waitForEvent('filechooser')
      await picture.getByRole('button', { name: `Replace picture.${format}` }).click()
      await (await chooser).setFiles({
        name: `other.${format}`,
        mimeType: `image/${format}`,
        buffer: await pictureBytes(format),
      })
      await picture.getByRole('button', { name: `Remove other.${format}` }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Choose an image Thumbnail' })).toBeFocused()
    }
    await expect(page).toHaveURL('/news/create')
  })

  test('reports a failed creation, keeps the entries, and a second try creates one snippet (NEWS-18, NEWS-08)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall, refusedCall(415))
    // Playwright requests a picture again that the browser can't draw, and the page's policy forbids it.
    expectedConsole.push(/^Connecting to 'blob:/, /^CSP: connect-src blob$/)
    const heading = unique('Second try')
    await page.goto('/news/create')
    await fillNew(page, heading)
    await page.getByRole('button', { name: 'Remove thumbnail.png' }).click()
    await pickThumbnail(page, 'page.png', Buffer.from('<html></html>'))
    await expect(page.getByText('13 B · No preview')).toBeVisible()
    await submit(page)
    await expect(toast(page, 'Could not create news snippet.')).toBeVisible()
    await expect(page.locator('[data-field="thumbnail"]').getByRole('alert')).toHaveText(
      'Only JPG, PNG or WEBP images are allowed',
    )
    await expect(page.getByText('Not saved')).toBeVisible()
    await page.getByRole('button', { name: 'Remove page.png' }).click()
    await pickThumbnail(page)
    await loseCalls(page)
    await submit(page)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The server did not respond. Check your connection and try again.',
    )
    await expectAccessibleInBothSchemes(page)
    await expect(page.getByLabel('Title')).toHaveValue(heading)
    await answerCalls(page)
    await submit(page)
    await expect(page).toHaveURL('/news')
    await expect(card(page, heading)).toBeVisible()
    expect(await newsHeaded(program, heading)).toHaveLength(1)
  })
})

test.describe('an edit', () => {
  test('opens with the stored values and sends only changes (SHELL-29, NEWS-12, NEWS-13, NEWS-17)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeNews(program, { price: 4900 })
    await page.goto('/news')
    await editOf(page, made.heading).click()
    await expect(page).toHaveURL(`/news/edit?id=${made._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit News Snippet')
    // Pictures of the list that are being made smaller would be requests that a reload ends unseen.
    await requestsEnded(page)
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue(made.heading)
    await expect(page.getByLabel('Description')).toHaveValue(made.description)
    await expect(page.getByLabel('Source')).toHaveValue('Mint')
    await expect(page.getByLabel('Reference Link')).toHaveValue(made.reference_link)
    await expectAccessibleInBothSchemes(page)
    const heading = unique('Rates fall')
    await page.getByLabel('Title').fill(heading)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await freeze(page, program)
    await submit(page)
    await expect(toast(page, 'Updating News Snippet...')).toBeVisible()
    program.thaw()
    await expect(toast(page, 'Updated News Snippet!')).toBeVisible()
    await expect(page).toHaveURL('/news')
    await expect(card(page, heading)).toBeVisible()
    expect((await sent).postDataJSON()).toEqual({ heading })
    expect((await sent).headers()['if-match']).toBe(`"${made.version}"`)
    expect(await storedNews(program, made._id)).toMatchObject({
      heading,
      price: 4900,
      thumbnail: made.thumbnail,
    })

    await editOf(page, heading).click()
    await pickThumbnail(page)
    const again = page.waitForRequest((request) => request.method() === 'PATCH')
    await submit(page)
    await expect(page).toHaveURL('/news')
    expect(Object.keys((await again).postDataJSON())).toEqual(['thumbnail'])
    expect((await storedNews(program, made._id)).thumbnail).not.toBe(made.thumbnail)
  })

  test('moves a snippet to Inactive and back with the checkbox (NEWS-02, NEWS-07)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeNews(program)
    await page.goto(`/news/edit?id=${made._id}`)
    await page.getByRole('checkbox', { name: 'Active' }).uncheck()
    await submit(page)
    await expect(page).toHaveURL('/news?tab=inactive')
    await expect(card(page, made.heading)).toBeVisible()
    expect((await storedNews(program, made._id)).is_active).toBe(false)
    await editOf(page, made.heading).click()
    await page.getByRole('checkbox', { name: 'Active' }).check()
    await submit(page)
    await expect(page).toHaveURL('/news')
    await expect(card(page, made.heading)).toBeVisible()
  })

  test('shows the list without a snippet, and opens one from navigation state (SHELL-29, OQ-007)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(404), /This news snippet does not exist|Not found/)
    const made = await makeNews(program)
    await page.goto('/news/edit')
    await expect(page).toHaveURL('/news')
    await expect(page.getByRole('list', { name: 'News snippets' })).toBeVisible()
    await page.evaluate((news) => {
      history.replaceState({ ...history.state, news }, '', '/news/edit')
    }, made)
    await page.reload()
    await expect(page).toHaveURL(`/news/edit?id=${made._id}`)
    await expect(page.getByLabel('Title')).toHaveValue(made.heading)
    await page.goto('/news/edit?id=01931f6e-0000-7000-8000-00000000ffff')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  })
})

test('asks before leaving a changed form, and keeps the entries when the session ends (OQ-109, OQ-012)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.goto('/news')
  await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
  await fillNew(page, 'Half a story')
  await page.getByRole('link', { name: 'Back' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Half a story')
  await endSession(page)
  await submit(page)
  await signInAgain(page, program, '/news/create')
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
  // The picked file is back as well.
  await expect(page.getByText('thumbnail.png')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Half a story')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('while a snippet is being saved its fields are locked, and leaving says that it is being saved (OQ-109)', async ({
  signedIn: page,
}) => {
  const heading = unique('Saved slowly')
  await page.goto('/news/create')
  await fillNew(page, heading)
  const held = await holdCalls(page, '**/admin/academy/news')
  await submit(page)
  await expect(page.getByLabel('Title')).toBeDisabled()
  await page.getByRole('link', { name: 'Back' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave while it is being saved?' })
  await expect(question).toContainText('The save continues.')
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await held.release()
  await expect(page).toHaveURL('/news')
  await expect(card(page, heading)).toBeVisible()
})

test('a call that is never answered fails after a minute; a retry makes the snippet once (OQ-033)', async ({
  signedIn: page,
  program,
}) => {
  const heading = unique('Nobody answers')
  await page.clock.install()
  await page.goto('/news/create')
  await fillNew(page, heading)
  const held = await holdCalls(page, '**/admin/academy/news')
  await submit(page)
  await expect(page.getByLabel('Title')).toBeDisabled()
  await held.arrived
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The server did not respond. Check your connection and try again.',
  )
  await expect(page.getByLabel('Title')).toHaveValue(heading)
  await held.release()
  await submit(page)
  await expect(page).toHaveURL('/news')
  expect(await newsHeaded(program, heading)).toHaveLength(1)
})

test('a cancelled upload unlocks the form, stores nothing and keeps the picked file (OQ-187)', async ({
  signedIn: page,
  program,
}) => {
  const heading = unique('Large picture')
  const files = await storedFileCount(program)
  await page.goto('/news/create')
  await fillNew(page, heading)
  await pickThumbnail(page, 'large.png', await largePictureBytes())
  const atFullSpeed = await slowUploads(page)
  await submit(page)
  await expect(page.getByLabel('Title')).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Sending the files' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The upload was cancelled. Nothing is saved.',
  )
  await expect(page.getByLabel('Title')).toBeEnabled()
  await expect(page.getByLabel('Title')).toHaveValue(heading)
  await expect(page.getByText('large.png')).toBeVisible()
  expect(await newsHeaded(program, heading)).toEqual([])

  await atFullSpeed()
  await submit(page)
  await expect(page).toHaveURL('/news')
  expect(await newsHeaded(program, heading)).toHaveLength(1)
  expect(await storedFileCount(program)).toBe(files + 1)
})

test('a draft with its picture outlives a script that fails to load (OQ-012)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(/Loading chunk|Failed to load resource|Failed to fetch/)
  needOwnDocument(page)
  await page.goto('/news/create')
  await fillNew(page, 'Half a story')
  await page.route(/\/assets\/leave-question-[^/]*\.js/, (route) => route.abort('connectionfailed'))
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('Loading chunk leave-question failed.')).toBeVisible()
  await page.unroute(/\/assets\/leave-question-[^/]*\.js/)
  await page.goto('/news/create')
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Half a story')
  await expect(page.getByText('thumbnail.png')).toBeVisible()
})

test('fits the cards and the form on a phone (NEWS-03, NEWS-06)', async ({ signedIn: page, program }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const made = await makeNews(program, {
    heading: unique('A heading that is long enough to need several lines on a phone'),
    description: long,
    reference_link: `https://www.example.com/${'very-long-path-'.repeat(12)}`,
  })
  const fits = async () => await expectNoSidewaysScroll(page)
  await page.goto('/news')
  await card(page, made.heading).getByRole('button', { name: 'Show more' }).click()
  await fits()
  await expectAccessibleInBothSchemes(page)
  await editOf(page, made.heading).click()
  await expect(page.getByLabel('Title')).toHaveValue(made.heading)
  await fits()
  await expectAccessibleInBothSchemes(page)
})
