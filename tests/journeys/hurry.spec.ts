import type { Page } from 'playwright/test'
import { card, expect, holdCalls, test } from './journey.ts'
import { clearReports, isStored, makeReportedPosts, openReports } from './moderation-records.ts'
import { newsHeaded } from './news-records.ts'
import { pictureBytes, unique } from './records.ts'

// A script or a response is late, and the person goes on. With a cold cache, so that each script is asked for.
test.use({ coldBrowser: true })

/** Holds the script whose file begins with a name, until released. */
function holdScript(page: Page, name: string) {
  return holdCalls(page, `**/assets/${name}-*.js`)
}

async function fillNews(page: Page, heading: string): Promise<void> {
  await page
    .locator('[data-field="thumbnail"] input[type="file"]')
    .setInputFiles({ name: 'thumbnail.png', mimeType: 'image/png', buffer: await pictureBytes('png') })
  await page.getByLabel('Title').fill(heading)
  await page.getByLabel('Description').fill('What it means.')
  await page.getByLabel('Source').fill('Business Line')
  await page.getByLabel('Reference Link').fill('https://www.example.com/story')
}

const reportCards = (page: Page) =>
  page.getByRole('list', { name: 'Reported posts' }).locator('[data-report]')

test.describe('while the next screen is late', () => {
  test('the saved form is gone and saves nothing twice', async ({ signedIn: page, program }) => {
    const heading = unique('Saved once')
    await page.goto('/news/create')
    await fillNews(page, heading)
    const list = await holdScript(page, 'news-list-page')
    await page.keyboard.press('Control+Enter')
    await list.arrived
    await expect(page.getByLabel('Title')).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await list.release()
    await expect(card(page, heading)).toBeVisible()
    expect(await newsHeaded(program, heading)).toHaveLength(1)
  })

  test('the search of the screen that was left opens nothing', async ({ signedIn: page }) => {
    await page.goto('/creators')
    await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
    const events = await holdScript(page, 'event-list-page')
    await page.getByRole('searchbox').fill('asha')
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await events.arrived
    await expect(page).toHaveURL('/events')
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    await events.release()
    await expect(page.getByRole('list', { name: 'Events' })).toBeVisible()
    await expect(page).toHaveURL('/events')
  })

  test('a save that ends does not move the person', async ({ signedIn: page, program }) => {
    const heading = unique('Left alone')
    await page.goto('/news/create')
    await fillNews(page, heading)
    const save = await holdCalls(page, '**/admin/academy/news')
    await page.keyboard.press('Control+Enter')
    await save.arrived
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    const events = await holdScript(page, 'event-list-page')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await events.arrived
    await save.release()
    await expect.poll(() => newsHeaded(program, heading)).toHaveLength(1)
    await events.release()
    await expect(page.getByRole('list', { name: 'Events' })).toBeVisible()
    await expect(page).toHaveURL('/events')
  })
})

test.describe('while a dialog is late', () => {
  test('its question is announced, and neither Y nor J reaches the queue below', async ({
    signedIn: page,
    program,
  }) => {
    await clearReports(program)
    const posts = await makeReportedPosts(program, 3)
    await page.goto('/moderation/posts')
    await expect(reportCards(page).first()).toBeFocused()
    const window = await holdScript(page, 'dialog-window')
    await page.keyboard.press('d')
    await window.arrived
    await expect(page.getByRole('dialog', { name: 'Loading...' })).toBeFocused()
    for (const key of ['j', 'y', 'i']) await page.keyboard.press(key)
    await window.release()
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    for (const post of posts) {
      expect(await isStored(program, 'post', post._id)).toBe(true)
      expect(await openReports(program, post._id)).toBe(1)
    }
    await page.keyboard.press('n')
    await expect(reportCards(page).first()).toBeFocused()
  })

  test('Escape closes it before it opens, and it does not open later', async ({
    signedIn: page,
    program,
  }) => {
    await clearReports(program)
    await makeReportedPosts(program, 1)
    await page.goto('/moderation/posts')
    await expect(reportCards(page).first()).toBeFocused()
    const window = await holdScript(page, 'dialog-window')
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog', { name: 'Loading...' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(reportCards(page).first()).toBeFocused()
    await window.release()
    await page.keyboard.press('i')
    await expect(page.getByText('No post reports found')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('what is typed after Ctrl K stands in the search, and no letter acts on the queue', async ({
    signedIn: page,
    program,
  }) => {
    await clearReports(program)
    const [post] = await makeReportedPosts(program, 1)
    await page.goto('/moderation/posts')
    await expect(reportCards(page).first()).toBeFocused()
    const search = await holdScript(page, 'search-dialog')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('idea')
    await search.release()
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect(field).toBeFocused()
    await page.keyboard.type('s')
    await expect(field).toHaveValue('ideas')
    expect(await openReports(program, post?._id ?? '')).toBe(1)
  })
})

test('a form that is opened again while its save runs is empty, and a failed save keeps what was typed', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  const heading = unique('Sent once')
  await page.goto('/news/create')
  await fillNews(page, heading)
  const reopen = async () => {
    await page.getByRole('link', { name: 'News', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.locator('header a[data-primary]').click()
  }
  const save = await holdCalls(page, '**/admin/academy/news')
  await page.keyboard.press('Control+Enter')
  await save.arrived
  await reopen()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await save.lose()
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible()
  await save.release()
  await page.getByRole('link', { name: 'News', exact: true }).click()
  await page.locator('header a[data-primary]').click()
  await expect(page.getByLabel('Title')).toHaveValue(heading)
  await page.keyboard.press('Control+Enter')
  await expect(card(page, heading)).toBeVisible()
  expect(await newsHeaded(program, heading)).toHaveLength(1)
})
