import type { Locator, Page } from 'playwright/test'
import {
  card,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  freeze,
  refusedCall,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { makeShortlink, storedShortlink, unique, uniqueCode } from './records.ts'

type Box = { x: number; y: number; width: number; height: number }

async function editLink(page: Page, code: string) {
  await page.goto('/url-shortener')
  await card(page, code)
    .getByRole('button', { name: `Edit ${code}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Edit ${code}` })
  await expect(dialog).toBeVisible()
  return dialog
}

test('shows the code, both addresses and the parameters in All Shortlinks (LINK-01, LINK-02, LINK-03, SHELL-36)', async ({
  signedIn: page,
  program,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await makeShortlink(program, {
    webUrl: 'https://greenroom.example/tax?plan=1',
    appUrl: 'greenroom://tax/2026',
    params: { utm_source: 'meta', utm_medium: 'cpc' },
  })
  const bare = await makeShortlink(program, { webUrl: null, appUrl: 'greenroom://home' })
  await page.goto('/url-shortener')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Url Shortener')
  await expect(page.getByRole('tab')).toHaveText(['All Shortlinks', 'Create Shortlink'])
  const mine = card(page, link.shortCode)
  for (const shown of ['/tax?plan=1', link.appUrl ?? '', 'utm_source=meta', 'utm_medium=cpc', '0 opens']) {
    await expect(mine).toContainText(shown)
  }
  for (const [what, address] of [
    ['Short link', `${program.url}/s/${link.shortCode}`],
    ['Web URL', 'https://greenroom.example/tax?plan=1'],
    ['App URL', 'greenroom://tax/2026'],
  ] as const) {
    await expect(mine.getByRole('link', { name: `Open ${what} of ${link.shortCode}` })).toHaveAttribute(
      'href',
      address,
    )
    await mine.getByRole('button', { name: `Copy ${what} of ${link.shortCode}` }).click()
    await expect(toast(page, `${what} copied`)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  }
  await expect(card(page, bare.shortCode).getByRole('link', { name: /^Open Web URL/ })).toHaveCount(0)
  // A click beside the controls opens the record (OQ-662).
  await mine.getByText('0 opens').click()
  await expect(page.getByRole('dialog', { name: `Edit ${link.shortCode}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
})

test('finds a short link by its code or URL, the most opened first, with its host said once (OQ-706)', async ({
  signedIn: page,
  program,
}) => {
  const mark = uniqueCode('oq706')
  const webUrl = `https://links.example/${mark}`
  const rare = await makeShortlink(program, { webUrl })
  const common = await makeShortlink(program, { webUrl })
  const newest = await makeShortlink(program, { webUrl: null, appUrl: `greenroom://${mark}` })
  await program.query('update shortlink set opens = 9 where short_code = $1', [common.shortCode])
  await page.goto('/url-shortener')
  await page.getByRole('searchbox', { name: 'Search short links' }).fill(mark.toUpperCase())
  const links = page.getByRole('list', { name: 'Short links' }).getByRole('heading', { level: 2 })
  await expect(links).toHaveText([newest.shortCode, common.shortCode, rare.shortCode])
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Most opened' }).click()
  await expect(links).toHaveText([common.shortCode, newest.shortCode, rare.shortCode])
  await expect(page).toHaveURL(/sort=opens/)
  await expect(page.getByText('Web URLs without a host lead to links.example.')).toBeVisible()
  const shown = card(page, rare.shortCode).getByRole('link', { name: /^Open Web URL/ })
  await expect(shown).toHaveText(`/${mark}`)
  await expect(shown).toHaveAttribute('href', webUrl)
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('searchbox').fill(`${mark} nothing`)
  await page.getByRole('button', { name: 'Clear search', exact: true }).last().click()
  await expect(page).not.toHaveURL(/q=/)
})

test('redirects a short link to its web URL with the parameters (LINK-03, OQ-100)', async ({
  signedIn: page,
  program,
}) => {
  const target = `${program.url}/healthz`
  const { shortCode } = await makeShortlink(program, { webUrl: target, params: { utm_source: 'meta' } })
  await page.goto('/url-shortener')
  const opened = page.waitForEvent('popup')
  await card(page, shortCode)
    .getByRole('link', { name: `Open Short link of ${shortCode}` })
    .click()
  await expect(await opened).toHaveURL(`${target}?utm_source=meta`)
})

test('creates a short link with a generated code and parameters (LINK-02, LINK-06, LINK-07, OQ-099)', async ({
  signedIn: page,
  program,
}) => {
  const address = `https://greenroom.example/${unique('plan').replace(' ', '-')}`
  await page.goto('/url-shortener')
  await page.getByRole('tab', { name: 'Create Shortlink' }).click()
  await page.getByLabel('Web URL').fill(address)
  await page.getByRole('button', { name: 'Add parameter' }).click()
  await expect(page.getByLabel('Name of parameter 1')).toBeFocused()
  await page.getByLabel('Value of parameter 1').fill('meta')
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(page.getByText('Parameter name is required')).toBeVisible()
  await expect(page.getByLabel('Name of parameter 1')).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Name of parameter 1').fill('utm_source')
  await page.getByRole('button', { name: 'Add parameter' }).click()
  await page.getByLabel('Name of parameter 2').fill('utm_source')
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(page.getByText('Another parameter has this name')).toBeVisible()
  await page.getByRole('button', { name: 'Remove parameter 2' }).click()
  await expect(page.getByLabel('Name of parameter 1')).toBeFocused()
  await freeze(page, program)
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(toast(page, 'Creating shortlink')).toBeVisible()
  program.thaw()
  await expect(toast(page, 'Shortlink created successfully')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'All Shortlinks', selected: true })).toBeVisible()
  const mine = page
    .getByRole('listitem')
    .filter({ hasText: new URL(address).pathname })
    .first()
  await expect(mine.getByRole('heading')).toHaveText(/^[A-Za-z0-9]{7}$/)
  await expect(mine).toContainText('utm_source=meta')
  await page.getByRole('tab', { name: 'Create Shortlink' }).click()
  await expect(page.getByLabel('Web URL')).toHaveValue('')
})

test('previews the short address and the URL that it opens, and adds usual parameters (OQ-676, OQ-710)', async ({
  signedIn: page,
  program,
}) => {
  await page.goto('/url-shortener?tab=create')
  const preview = page.locator('dl', { hasText: 'Opens' })
  await expect(preview).toContainText(`${program.url}/s/(generated)`)
  await expect(preview).toContainText('Enter a URL above')
  await page.getByLabel('Web URL').fill('https://greenroom.example/tax?plan=1#top')
  await page.getByRole('button', { name: 'Add utm_source' }).click()
  await expect(page.getByLabel('Name of parameter 1')).toHaveValue('utm_source')
  await expect(page.getByLabel('Value of parameter 1')).toBeFocused()
  await page.keyboard.type('meta ads')
  await expect(page.getByRole('button', { name: 'Add utm_source' })).toHaveCount(0)
  await page.getByLabel('Short code').fill('tax-2026')
  await expect(preview).toContainText(`${program.url}/s/tax-2026`)
  await expect(preview).toContainText('https://greenroom.example/tax?plan=1&utm_source=meta%20ads#top')
  await expectAccessibleInBothSchemes(page)
})

test('begins a form in a tab at the left edge, with its action bar at the foot and its notice below the tabs (OQ-676)', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  for (const [address, field, create] of [
    ['/url-shortener?tab=create', 'Web URL', 'Create Shortlink'],
    ['/creators?tab=create', 'First name', 'Create Creator'],
    ['/advisory/advisors?tab=create', 'First name', 'Create Advisor'],
  ] as const) {
    await page.goto(address)
    await page.getByLabel(field).fill('https://greenroom.example')
    await page.reload()
    const notice = page.getByRole('status').filter({ hasText: 'We restored your unsaved changes.' })
    await expect(notice).toBeVisible()
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [tabs, panel, said, button] = await Promise.all(
      [
        page.getByRole('tablist'),
        page.getByRole('tabpanel'),
        notice,
        page.getByRole('button', { name: create }),
      ].map(boxOf) as [Promise<Box>, Promise<Box>, Promise<Box>, Promise<Box>],
    )
    expect(said.y - (tabs.y + tabs.height), address).toBeGreaterThanOrEqual(16)
    expect(Math.abs(said.x - panel.x), address).toBeLessThan(2)
    expect(said.width, address).toBe(912)
    // At the foot of the window, which does not scroll.
    expect(1080 - button.y - button.height, address).toBeLessThan(24)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), address).toBe(1080)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel(field)).toHaveValue('')
  }
})

test('requires an address and refuses schemes that are not allowed (LINK-04, LINK-05, OQ-127)', async ({
  signedIn: page,
}) => {
  await page.goto('/url-shortener?tab=create')
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(page.getByText('At least one URL is required')).toBeVisible()
  await expect(page.getByLabel('Web URL')).toBeFocused()
  await expectAccessible(page)
  // Either one is enough.
  await page.getByLabel('App URL').fill('greenroom://home')
  await expect(page.getByText('At least one URL is required')).toHaveCount(0)
  for (const wrong of [
    'greenroom.example',
    'ftp://greenroom.example',
    'javascript:alert(1)',
    'data:text/html,x',
  ]) {
    await page.getByLabel('Web URL').fill(wrong)
    await page.getByLabel('Short code').focus()
    await expect(
      page.getByText('Please enter a valid web URL starting with http:// or https://'),
    ).toBeVisible()
  }
  await page.getByLabel('App URL').fill('home')
  await page.getByLabel('Short code').focus()
  await expect(
    page.getByText('Please enter a valid app URL such as https://www.example.com/page'),
  ).toBeVisible()
  for (const wrong of ['javascript:alert(1)', 'feed:javascript:alert(1)', 'ms-msdt:/id', 'myapp://page']) {
    await page.getByLabel('App URL').fill(wrong)
    await page.getByLabel('Short code').focus()
    await expect(
      page.getByText('The app URL must start with http://, https:// or greenroom://'),
    ).toBeVisible()
  }
  await page.getByLabel('App URL').fill('greenroom://home')
  await page.getByLabel('Short code').focus()
  await expect(page.getByText('The app URL must start with')).toHaveCount(0)
  await expect(page.getByText('Starts with http://, https:// or greenroom://')).toBeVisible()
})

test("refuses a taken or reserved code at its field with the server's message (LINK-14, OQ-099)", async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409), unansweredCall)
  const taken = await makeShortlink(program)
  await page.goto('/url-shortener?tab=create')
  await page.getByLabel('Web URL').fill('https://greenroom.example')
  await page.getByLabel('Short code').fill('admin')
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(page.getByText('This short code is reserved')).toBeVisible()
  await page.getByLabel('Short code').fill(taken.shortCode)
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(toast(page, 'Failed to create shortlink. Short code already exists')).toBeVisible()
  await expect(page.getByLabel('Short code')).toBeFocused()
  await expect(page.getByLabel('Short code')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Web URL')).toHaveValue('https://greenroom.example')
  await page.route('**/admin/shortlink', (route) => route.abort())
  await page.getByLabel('Short code').fill(uniqueCode('free'))
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(toast(page, /Failed to create shortlink\. The server did not respond/)).toBeVisible()
})

test('keeps the code on edit, and the entries when an edit fails (LINK-08, LINK-13)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const link = await makeShortlink(program, { params: { utm_source: 'meta' } })
  const dialog = await editLink(page, link.shortCode)
  await expect(dialog.getByRole('group', { name: 'Short code' })).toContainText(link.shortCode)
  await expect(dialog.getByRole('textbox', { name: 'Short code' })).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByLabel('Web URL').fill('https://greenroom.example/other')
  await dialog.getByRole('button', { name: 'Remove parameter 1' }).click()
  await expect(dialog.getByRole('button', { name: 'Add parameter' })).toBeFocused()
  await page.route('**/admin/shortlink/*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update shortlink. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Web URL')).toHaveValue('https://greenroom.example/other')
  await page.unroute('**/admin/shortlink/*')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Shortlink updated successfully')).toBeVisible()
  // The failure has gone with the new try, not after its five seconds.
  expect(await page.locator('[data-sonner-toast][data-removed="false"]').count()).toBe(1)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Edit ${link.shortCode}` })).toBeFocused()
  await expect(card(page, link.shortCode)).toContainText('/other')
  expect(await storedShortlink(program, link.shortCode)).toMatchObject({
    webUrl: 'https://greenroom.example/other',
    params: {},
  })
})

test('asks about fields that two people changed in one short link, and merges the others (OQ-109)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const link = await makeShortlink(program)
  const dialog = await editLink(page, link.shortCode)
  await dialog.getByLabel('Web URL').fill('https://greenroom.example/mine')
  await dialog.getByRole('button', { name: 'Add parameter' }).click()
  await dialog.getByLabel('Name of parameter 1').fill('mine')
  await program.call('PUT', `/admin/shortlink/${link.shortCode}`, {
    webUrl: 'https://greenroom.example/theirs',
    params: { theirs: '1' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('https://greenroom.example/theirs')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Shortlink updated successfully')).toBeVisible()
  expect(await storedShortlink(program, link.shortCode)).toMatchObject({
    webUrl: 'https://greenroom.example/mine',
    params: { theirs: '1', mine: '' },
  })
})

test('deletes a short link from its form after a question (LINK-12, OQ-098)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const { shortCode } = await makeShortlink(program)
  const dialog = await editLink(page, shortCode)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Delete ${shortCode}?`)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.route('**/admin/shortlink/*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete shortlink.')).toBeVisible()
  await page.unroute('**/admin/shortlink/*')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Shortlink deleted successfully')).toBeVisible()
  await expect(card(page, shortCode)).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  expect(await storedShortlink(program, shortCode)).toBeUndefined()
})

test('opens a link that the first page does not contain by its address (LINK-09, OQ-099)', async ({
  signedIn: page,
  program,
}) => {
  await program.query(
    `insert into shortlink (id, short_code, web_url, created_at)
     select gen_random_uuid(), 'link-' || n, 'https://greenroom.example/' || n, now() - n * interval '1 minute'
     from generate_series(1, 120) as n`,
  )
  try {
    await page.goto('/url-shortener?edit=link-115')
    await expect(page.getByRole('dialog', { name: 'Edit link-115' })).toBeVisible()
    await page.goto('/url-shortener?edit=nobody')
    await expect(toast(page, 'This short link does not exist.')).toBeVisible()
    await expect(page).toHaveURL('/url-shortener')
  } finally {
    // Later cases need their records on the first page.
    await program.query("delete from shortlink where short_code like 'link-%'")
  }
})
