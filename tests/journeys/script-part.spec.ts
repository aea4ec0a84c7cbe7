import type { Page } from 'playwright/test'
import { card, expect, expectAccessibleInBothSchemes, test, toast, unansweredCall } from './journey.ts'
import type { Program } from './program.ts'

test.use({ coldBrowser: true })

/** Returns the files that the build lists for a route: imported ones first, the screen's own script last. */
async function filesOf(program: Program, path: string): Promise<string[]> {
  const routes: { path: string; files: string[] }[] = await (
    await fetch(`${program.url}/route-files.json`)
  ).json()
  const route = routes.find((one) => one.path === path)
  if (!route) throw new Error(`route-files.json has no route ${path}.`)
  return route.files
}

const failedPart = [unansweredCall, /Loading chunk \S+ failed/, /The above error occurred/]

/**
 * Aborts all requests for a file.
 * @returns lets them through again
 */
async function breakFile(page: Page, file: string | RegExp): Promise<() => Promise<void>> {
  const pattern = typeof file === 'string' ? `**${file}` : file
  await page.route(pattern, (route) => route.abort())
  return () => page.unroute(pattern)
}

const kinds = {
  'own script': (files: string[]) => files.at(-1),
  'imported script': (files: string[]) => files.find((file) => file.endsWith('.js')),
  stylesheet: (files: string[]) => files.find((file) => file.endsWith('.css')),
}

for (const [kind, find] of Object.entries(kinds)) {
  test(`a screen whose ${kind} failed to load opens at the next click, without a reload (SHELL-45 OQ-009)`, async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(...failedPart)
    const loaded = await filesOf(program, '/masterclass')
    const file = find((await filesOf(program, '/creators')).filter((one) => !loaded.includes(one)))
    if (!file) throw new Error(`/creators has no ${kind} of its own.`)

    // Before the first screen: what that loads afterwards may need the file too.
    const restore = await breakFile(page, file)
    await page.goto('/masterclass')
    await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.getByRole('link', { name: 'Creators' }).click()
    const screen = page.getByRole('main')
    await expect(screen.getByText('Loading chunk creators failed.')).toBeVisible()
    await expect(screen.getByText(`(error: ${program.url}${file})`)).toBeVisible()
    await restore()

    await page.getByRole('link', { name: 'Masterclass', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
    await page.getByRole('link', { name: 'Creators' }).click()
    await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })
}

test('a screen whose script fails once during the page load is fetched again by itself (SHELL-45)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  const own = (await filesOf(program, '/creators')).at(-1)
  let requests = 0
  await page.route(`**${own}`, (route) => (requests++ === 0 ? route.abort() : route.continue()))
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  expect(requests).toBeGreaterThan(1)
})

test('a screen whose script keeps failing during the page load shows the error view with Reload (SHELL-43 SHELL-45)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  const restore = await breakFile(page, (await filesOf(program, '/creators')).at(-1) ?? '')
  await page.goto('/creators')
  await expect(page.getByText('Loading chunk creators failed.')).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
})

const detailScript = /\/assets\/masterclass-detail-dialog-[^/]*\.js/

test('a dialog whose script failed shows the error over its screen and opens on Retry (SHELL-45)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  const restore = await breakFile(page, detailScript)
  await page.goto('/masterclass')
  const opener = card(page, 'First salary, first SIP').getByRole('button', {
    name: 'First salary, first SIP',
  })
  await opener.click()
  const failed = page.getByRole('dialog', { name: 'This could not be loaded' })
  await expect(failed).toContainText('Loading chunk masterclass-detail failed.')
  await expect(page.getByRole('list', { name: 'Masterclasses', includeHidden: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toContainText('Loading chunk masterclass-detail failed.')
  await page.keyboard.press('Escape')
  await expect(failed).toHaveCount(0)
  await expect(page).toHaveURL('/masterclass')

  await opener.click()
  await expect(failed).toBeVisible()
  await restore()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog', { name: 'First salary, first SIP' })).toBeVisible()
})

test('a dialog whose prefetch failed opens at the click (SHELL-45)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const restore = await breakFile(page, detailScript)
  await page.goto('/masterclass')
  const opener = card(page, 'First salary, first SIP').getByRole('button', {
    name: 'First salary, first SIP',
  })
  // A failed script is requested once more at once. A request under way while its route is removed may hang.
  let failures = 0
  page.on('requestfailed', (request) => {
    if (detailScript.test(request.url())) failures += 1
  })
  await opener.hover()
  await expect.poll(() => failures).toBe(2)
  await restore()
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'First salary, first SIP' })).toBeVisible()
})

test('a failed script keeps the form and what was typed in it (SHELL-45 OQ-012)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  await page.goto('/event/create')
  await page.getByLabel('Title').fill('Family finance day, again')

  const restoreField = await breakFile(page, /\/assets\/date-calendar-[^/]*\.js/)
  await page.getByRole('button', { name: 'Pick from a calendar' }).first().click()
  const failed = page.getByRole('alert').filter({ hasText: 'Loading chunk date-calendar failed.' })
  await expect(failed).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Family finance day, again')
  await restoreField()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  const restoreQuestion = await breakFile(page, /\/assets\/leave-question-[^/]*\.js/)
  await page.getByRole('link', { name: 'Creators' }).click()
  const noQuestion = page.getByRole('dialog', { name: 'This could not be loaded' })
  await expect(noQuestion).toContainText('Loading chunk leave-question failed.')
  await noQuestion.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/event/create')
  await expect(page.getByLabel('Title')).toHaveValue('Family finance day, again')
  await restoreQuestion()
  await page.getByRole('link', { name: 'Creators' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('a toast appears although its script cannot be fetched, and as usual once it can (SHELL-05)', async ({
  signedIn: page,
  expectedConsole,
  context,
}) => {
  expectedConsole.push(unansweredCall)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const restore = await breakFile(page, /\/assets\/toaster-[^/]*\.js/)
  await page.goto('/masterclass')
  const copy = card(page, 'First salary, first SIP').getByRole('button', { name: /^Copy/ }).first()
  await copy.click()
  await expect(page.getByRole('status').filter({ hasText: 'Link Copied!' })).toBeVisible()
  await expect(toast(page, 'Link Copied!')).toHaveCount(0)
  await restore()
  await copy.click()
  await expect(toast(page, 'Link Copied!')).toBeVisible()
})

test('reports a script part that cannot be loaded, and a reload recovers (SHELL-45)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall, /Loading chunk creators failed/, /The above error occurred/)
  await page.goto('/masterclass')
  await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
  await page.route(/\/assets\/creator-list-page-[^/]*\.js$/, (route) => route.abort())
  await page.getByRole('link', { name: 'Creators' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText('Loading chunk creators failed.')).toBeVisible()
  await expect(page.getByText('(error: ')).toBeVisible()
  await page.unroute(/\/assets\/creator-list-page-[^/]*\.js$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
})

test('fails a script part that does not arrive within 120 seconds (SHELL-44)', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(/Loading chunk creators failed/, /The above error occurred/)
  await page.clock.install()
  await page.goto('/masterclass')
  await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
  // The request never gets a response.
  await page.route(/\/assets\/creator-list-page-[^/]*\.js$/, () => {})
  await page.getByRole('link', { name: 'Creators' }).click()
  // The account control may say the same.
  const loading = page.getByRole('paragraph').filter({ hasText: /^Loading\.\.\.$/ })
  await expect(loading).toBeVisible()
  await page.clock.fastForward(115_000)
  await expect(loading).toBeVisible()
  await page.clock.fastForward(6_000)
  await expect(page.getByText('Loading chunk creators failed.')).toBeVisible()
  await expect(page.getByText('(timeout: creators)')).toBeVisible()
})
