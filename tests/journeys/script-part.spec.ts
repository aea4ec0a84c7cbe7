import type { Page } from 'playwright/test'
import { card, expect, expectAccessibleInBothSchemes, test, toast, unansweredCall } from './journey.ts'
import type { Program } from './program.ts'

interface RouteFiles {
  path: string
  scripts: string[]
  styles: string[]
}

/** What the build wrote about the routes: each with its own script first, then those that it imports. */
async function filesOf(program: Program, path: string): Promise<RouteFiles> {
  const routes: RouteFiles[] = await (await fetch(`${program.url}/route-files.json`)).json()
  const route = routes.find((one) => one.path === path)
  if (!route) throw new Error(`The build knows no route ${path}.`)
  return route
}

const failedPart = [unansweredCall, /Loading chunk \S+ failed/, /The above error occurred/]

/** Takes the answers to requests for a file away, until the returned function is called. */
async function breakFile(page: Page, file: string | RegExp): Promise<() => Promise<void>> {
  const pattern = typeof file === 'string' ? `**${file}` : file
  await page.route(pattern, (route) => route.abort())
  return () => page.unroute(pattern)
}

const kinds = ['own script', 'imported script', 'stylesheet'] as const

for (const kind of kinds) {
  test(`SHELL-45 OQ-009 a screen whose ${kind} failed opens at the next click, without a reload`, async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(...failedPart)
    const first = await filesOf(program, '/masterclass')
    const wanted = await filesOf(program, '/creators')
    const isNew = (file: string) => ![...first.scripts, ...first.styles].includes(file)
    const [own, ...imported] = wanted.scripts.filter(isNew)
    const file = { 'own script': own, 'imported script': imported[0], stylesheet: wanted.styles.find(isNew) }[
      kind
    ]
    if (!file) throw new Error(`/creators has no ${kind} that /masterclass has not.`)

    await page.goto('/masterclass')
    await expect(page.getByRole('list', { name: 'Masterclasses' })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const mend = await breakFile(page, file)
    await page.getByRole('link', { name: 'Creators' }).click()
    await expect(page.getByText('Loading chunk creators failed.')).toBeVisible()
    await expect(page.getByText(`(error: ${program.url}${file})`)).toBeVisible()
    await mend()

    await page.getByRole('link', { name: 'Webinar', exact: true }).click()
    await expect(card(page, 'Term insurance in plain words')).toBeVisible()
    await page.getByRole('link', { name: 'Creators' }).click()
    await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })
}

test('SHELL-45 a screen whose script failed once while the page was loaded comes by itself', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  const { scripts } = await filesOf(program, '/creators')
  let failures = 0
  await page.route(`**${scripts[0]}`, (route) => (failures++ === 0 ? route.abort() : route.continue()))
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  expect(failures).toBeGreaterThan(1)
})

test('SHELL-43 SHELL-45 a screen whose script keeps failing while the page is loaded shows the error view', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  const { scripts } = await filesOf(program, '/creators')
  const mend = await breakFile(page, scripts[0] ?? '')
  await page.goto('/creators')
  await expect(page.getByText('Loading chunk creators failed.')).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
})

test('SHELL-45 a dialog whose script failed says so over its screen, and opens at Retry or at the next click', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  const script = /\/assets\/masterclass-detail-dialog-[^/]*\.js/
  const mend = await breakFile(page, script)
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
  await expect(page).toHaveURL('/masterclass?tab=active')

  await opener.click()
  await expect(failed).toBeVisible()
  await mend()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog', { name: 'First salary, first SIP' })).toBeVisible()
})

test('SHELL-45 a dialog whose script failed when it was fetched ahead opens at the click', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const script = /\/assets\/masterclass-detail-dialog-[^/]*\.js/
  const mend = await breakFile(page, script)
  await page.goto('/masterclass')
  const opener = card(page, 'First salary, first SIP').getByRole('button', {
    name: 'First salary, first SIP',
  })
  const failure = page.waitForEvent('requestfailed', (request) => script.test(request.url()))
  await opener.hover()
  await failure
  await mend()
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'First salary, first SIP' })).toBeVisible()
})

test('SHELL-45 OQ-012 a failed script over a filled form loses nothing that was typed', async ({
  signedIn: page,
  expectedConsole,
}) => {
  expectedConsole.push(...failedPart)
  await page.goto('/event/create')
  await page.getByLabel('Title').fill('Family finance day, again')

  const mendField = await breakFile(page, /\/assets\/date-time-field-[^/]*\.js/)
  await page.getByRole('button', { name: /^Start time/ }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'Loading chunk date-time-field failed.' })
  await expect(failed).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Family finance day, again')
  await mendField()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  const mendQuestion = await breakFile(page, /\/assets\/leave-question-[^/]*\.js/)
  await page.getByRole('link', { name: 'Creators' }).click()
  const noQuestion = page.getByRole('dialog', { name: 'This could not be loaded' })
  await expect(noQuestion).toContainText('Loading chunk leave-question failed.')
  await noQuestion.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/event/create')
  await expect(page.getByLabel('Title')).toHaveValue('Family finance day, again')
  await mendQuestion()
  await page.getByRole('link', { name: 'Creators' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('SHELL-05 a message is shown without its script too, and as usual once that can be fetched', async ({
  signedIn: page,
  expectedConsole,
  context,
}) => {
  expectedConsole.push(unansweredCall)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const mend = await breakFile(page, /\/assets\/toaster-[^/]*\.js/)
  await page.goto('/masterclass')
  const copy = card(page, 'First salary, first SIP').getByRole('button', { name: /^Copy/ }).first()
  await copy.click()
  await expect(page.getByRole('status').filter({ hasText: 'Link Copied!' })).toBeVisible()
  await expect(toast(page, 'Link Copied!')).toHaveCount(0)
  await mend()
  await copy.click()
  await expect(toast(page, 'Link Copied!')).toBeVisible()
})
