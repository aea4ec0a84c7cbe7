import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import {
  card,
  endSession,
  exchangeCredential,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  leaveForSignIn,
  refusedCall,
  signIn,
  signInDialog,
  test,
  toast,
} from './journey.ts'
import { needOwnDocument } from './open-screen.ts'
import type { Program } from './program.ts'
import {
  makeShortlink,
  makeTransaction,
  pictureBytes,
  storedTransaction,
  unique,
  uniqueCode,
} from './records.ts'
import { addLink, fillDetails, fillPrices, next } from './wizard.ts'

test.beforeEach(({ expectedConsole }) => {
  expectedConsole.push(refusedCall(401))
})

/** Opens the sandbox's window from the dialog. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await signInDialog(page).getByRole('button', { name: 'Sign in with Google' }).click()
  const window = await opened
  await expect(window.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  return window
}

/** Signs in from the dialog; the window closes by itself. */
async function signInFromDialog(page: Page, name = 'Meera Nair'): Promise<void> {
  const window = await openWindow(page)
  const closed = window.waitForEvent('close')
  await window.getByRole('button', { name }).click()
  await closed
}

/** Ends the tab's session on the server, as an owner does, and waits until the program refuses it. */
async function endOnServer(page: Page, program: Program): Promise<void> {
  const credential = await page.evaluate(() => sessionStorage.getItem('credential') ?? '')
  const ended = await program.query(
    `update session set ended_at = now(), ended_because = 'staff' where sha256 = $1 returning id`,
    [createHash('sha256').update(credential).digest('hex')],
  )
  expect(ended).toHaveLength(1)
  const headers = { authorization: `Bearer ${credential}` }
  await expect.poll(async () => (await fetch(`${program.url}/admin/session`, { headers })).status).toBe(401)
}

/** Lets the session end: what is stored is readable, but its time is over. */
async function expireCredential(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(sessionStorage.getItem('session') ?? '')
    sessionStorage.setItem('session', JSON.stringify({ ...session, endsAt: Date.now() - 1000 }))
  })
}

/** Collects the API calls of a method that the page makes from now on. */
function callsOf(page: Page, method: string): { path: string; key: string | undefined }[] {
  const calls: { path: string; key: string | undefined }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The sign-in itself is none of them.
    const isSignIn = ['/admin/sign-in', '/admin/session'].includes(pathname)
    if (request.method() !== method || !pathname.startsWith('/admin/') || isSignIn) return
    calls.push({ path: pathname, key: request.headers()['idempotency-key'] })
  })
  return calls
}

test('saves a new masterclass with its picture once, after signing in again over the form (OQ-375, AUTH-07)', async ({
  signedIn: page,
  program,
}) => {
  const title = unique('Signed in again')
  await page.goto('/masterclass/create')
  await fillDetails(page, { title, banner: true })
  await next(page, 'Price Details')
  await fillPrices(page)
  await next(page, 'Joining Details')
  await addLink(page, 'WhatsApp Group', 'https://chat.whatsapp.com/example')
  await endSession(page)
  const writes = callsOf(page, 'POST')
  const save = page.getByRole('button', { name: 'Save in draft' })
  await save.click()

  const dialog = signInDialog(page)
  await expect(dialog).toContainText('Sign in as Meera Nair to continue.')
  await expect(dialog.getByRole('button', { name: 'Sign in with Google' })).toBeFocused()
  expect(await page.evaluate(() => sessionStorage.getItem('credential'))).toBeNull()
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(dialog.getByRole('button', { name: 'Go to the sign-in page' })).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await signInFromDialog(page)
  await expect(dialog).toHaveCount(0)
  await expect(card(page, title)).toBeVisible()
  const { body } = await program.call<{ title: string; banner: string | null }[]>(
    'GET',
    `/admin/masterclasses?search=${encodeURIComponent(title)}`,
  )
  expect(body.data).toHaveLength(1)
  const banner = await fetch(new URL(body.data[0]?.banner ?? '', program.url))
  expect([banner.status, banner.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  // The refused call and its repetition.
  expect(writes).toHaveLength(2)
  expect(writes[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(writes[1]).toEqual(writes[0])
})

test('creates a short link once after signing in again over its form, while visitors follow another (OQ-375, OQ-100)', async ({
  signedIn: page,
  program,
}) => {
  const target = `${program.url}/healthz`
  const other = await makeShortlink(program, { webUrl: target })
  const code = uniqueCode('again')
  await page.goto('/url-shortener?tab=create')
  await page.getByLabel('Web URL').fill('https://greenroom.example/tax')
  await page.getByLabel('Short code').fill(code)
  await page.getByRole('button', { name: 'Add utm_source' }).click()
  await page.getByLabel('Value of parameter 1').fill('meta')
  await endOnServer(page, program)
  const writes = callsOf(page, 'POST')
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await expect(signInDialog(page)).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  // A visitor has no session: what is published works, and what was refused is not there.
  const visit = async (shortCode: string) => {
    const { status, headers } = await fetch(`${program.url}/s/${shortCode}`, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  expect(await visit(other.shortCode)).toEqual([302, target])
  expect(await visit(code)).toEqual([404, null])
  await expect(page.getByLabel('Value of parameter 1')).toHaveValue('meta')

  await signInFromDialog(page)
  await expect(signInDialog(page)).toHaveCount(0)
  await expect(toast(page, 'Shortlink created successfully')).toBeVisible()
  await expect(card(page, code)).toContainText('utm_source=meta')
  const stored = await program.query('select web_url, params from shortlink where short_code = $1', [code])
  expect(stored).toEqual([{ web_url: 'https://greenroom.example/tax', params: { utm_source: 'meta' } }])
  expect(await visit(code)).toEqual([302, 'https://greenroom.example/tax?utm_source=meta'])
  expect(writes).toHaveLength(2)
  expect(writes[1]).toEqual(writes[0])
})

test('refunds once after signing in again over the refund dialog, which keeps its reason and note (OQ-375)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeTransaction(program, { amount: 2_49_900 })
  await page.goto(`/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
  const row = page.getByRole('row').filter({ hasText: made.reference_order_id })
  await row.getByRole('button', { name: /^Refund / }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Part of it').click()
  await question.getByLabel('Amount').fill('100000')
  await question.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await question.getByLabel('Note').fill('Missed the first hour.')
  await expireCredential(page)
  const writes = callsOf(page, 'POST')
  const yes = question.getByRole('button', { name: 'Refund' })
  await yes.click()
  await expect(signInDialog(page)).toBeVisible()
  // Nothing is sent with an expired credential.
  expect(writes).toEqual([])
  await expectAccessibleInBothSchemes(page)
  await expect(question.getByLabel('Note')).toHaveValue('Missed the first hour.')

  await signInFromDialog(page)
  await expect(row).toContainText('Refunded ₹1,000 of ₹2,499')
  await expect(question).toHaveCount(0)
  expect(writes).toHaveLength(1)
  expect(await storedTransaction(program, made)).toMatchObject({ refunded_amount: 1_00_000 })
  const stored = await program.query('select note from refund where transaction_id = $1', [made.id])
  expect(stored).toEqual([{ note: 'Missed the first hour.' }])
})

test('a filter of a list goes on after signing in again, and the focus returns to it (OQ-375, AUTH-06)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators')
  const list = page.getByRole('list', { name: 'Creators' })
  await expect(list).toBeVisible()
  await page.evaluate(() => sessionStorage.removeItem('credential'))
  const search = page.getByLabel('Search creators')
  await search.fill('Ananya')
  await expect(signInDialog(page)).toBeVisible()
  await expect(page).toHaveURL('/creators?q=Ananya')
  await signInFromDialog(page)
  await expect(signInDialog(page)).toHaveCount(0)
  await expect(list.getByRole('heading')).toHaveText(['Ananya Deshpande'])
  await expect(search).toHaveValue('Ananya')
  await expect(search).toBeFocused()
})

test('two calls that are refused at once open one dialog, and both go on (OQ-375)', async ({
  signedIn: page,
}) => {
  await page.goto('/advisory/leads')
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await endSession(page)
  const reads = callsOf(page, 'GET')
  // The browser reports the return to the tab, and every shown list is read again.
  await page.clock.install()
  await page.clock.fastForward(20_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(1_000)
  await expect(signInDialog(page)).toHaveCount(1)
  // The counts and the views of the sidebar are read in the background, and again later.
  const later = ['/admin/waiting', '/admin/saved-views']
  const refused = [...new Set(reads.map(({ path }) => path))].filter((path) => !later.includes(path))
  expect(refused.length).toBeGreaterThan(1)
  await page.clock.resume()
  reads.length = 0
  await signInFromDialog(page)
  await expect.poll(() => refused.filter((path) => !reads.some((read) => read.path === path))).toEqual([])
  await expect(signInDialog(page)).toHaveCount(0)
})

for (const [how, close] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Close', (page: Page) => signInDialog(page).getByRole('button', { name: 'Close' }).click()],
  ['its button', leaveForSignIn],
] as const) {
  test(`closing the dialog with ${how} goes to sign-in, which returns to the address (AUTH-06, AUTH-07, OQ-375)`, async ({
    signedIn: page,
  }) => {
    await page.goto('/creators')
    await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
    await endSession(page)
    await page.getByLabel('Search creators').fill('Ananya')
    await expect(signInDialog(page)).toBeVisible()
    await close(page)
    await expect(page).toHaveURL('/login')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await page.getByRole('button', { name: 'Meera Nair' }).click()
    await expect(page).toHaveURL('/creators?q=Ananya')
    await expect(page.getByLabel('Search creators')).toHaveValue('Ananya')
  })
}

test('going back from an interrupted screen goes to sign-in (AUTH-06, OQ-375)', async ({
  signedIn: page,
}) => {
  await page.goto('/news')
  await page.getByRole('link', { name: 'Creators' }).click()
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await endSession(page)
  await page.getByLabel('Search creators').fill('Ananya')
  await expect(signInDialog(page)).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/login')
  await expect(signInDialog(page)).toHaveCount(0)
})

test('shows that another account has signed in, sends nothing as that account, and offers to reload (OQ-377)', async ({
  signedIn: page,
  program,
}) => {
  const heading = unique('Not mine')
  await page.goto('/news/create')
  await page.getByLabel('Title').fill(heading)
  await page.getByLabel('Description').fill('Half a story')
  await page.getByLabel('Source').fill('Business Line')
  await page.getByLabel('Reference Link').fill('https://www.example.com/story')
  await page.locator('[data-field="thumbnail"] input[type="file"]').setInputFiles({
    name: 'thumbnail.png',
    mimeType: 'image/png',
    buffer: await pictureBytes('png'),
  })
  await endSession(page)
  const writes = callsOf(page, 'POST')
  await page.getByRole('button', { name: 'Create News Snippet' }).click()
  await signInFromDialog(page, 'Arjun Mehta')
  const told = page.getByRole('dialog', { name: 'You signed in with another account' })
  await expect(told).toContainText('is Meera Nair’s, but you signed in as Arjun Mehta')
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => sessionStorage.getItem('credential'))).toBeNull()

  await told.getByRole('button', { name: 'Sign in as Meera Nair' }).click()
  await signInFromDialog(page, 'Arjun Mehta')
  const before = writes.length
  await told.getByRole('button', { name: 'Reload as Arjun Mehta' }).click()
  await expect(page.getByRole('button', { name: 'Account: Arjun Mehta' })).toBeVisible()
  await expect(page).toHaveURL('/news/create')
  await expect(page.getByLabel('Title')).toHaveValue('')
  expect(writes).toHaveLength(before)
  const stored = await program.query('select id from news where heading = $1', [heading])
  expect(stored).toEqual([])
})

test('the dialog stays after a cancelled sign-in and after an account that is not accepted (OQ-375, AUTH-04)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await endSession(page)
  await page.getByLabel('Search creators').fill('Ananya')
  const failed = signInDialog(page).getByText('Login with google failed. Try again.')
  const window = await openWindow(page)
  await window.getByRole('link', { name: 'Cancel' }).click()
  await expect(failed).toBeVisible()
  const next = await openWindow(page)
  // The next attempt removes the message of the one before.
  await expect(failed).toHaveCount(0)
  await next.getByRole('button', { name: 'Rohan Das' }).click()
  await expect(failed).toContainText('This account')
  expect(await page.evaluate(() => sessionStorage.getItem('credential'))).toBeNull()
  await signInFromDialog(page)
  await expect(signInDialog(page)).toHaveCount(0)
})

test('a blocked window is reported, and a new tab signs in instead (OQ-376)', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await endSession(page)
  await page.getByLabel('Search creators').fill('Ananya')
  await expect(signInDialog(page)).toBeVisible()
  needOwnDocument(page)
  await page.evaluate(() => {
    window.open = () => null
  })
  await signInDialog(page).getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(signInDialog(page)).toContainText('The browser blocked the sign-in window.')
  await expectAccessibleInBothSchemes(page)
  const opened = context.waitForEvent('page')
  await signInDialog(page).getByRole('link', { name: 'sign in in a new tab' }).click()
  const tab = await opened
  await tab.getByRole('button', { name: 'Meera Nair' }).click()
  await expect(signInDialog(page)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Creators' }).getByRole('heading')).toHaveText([
    'Ananya Deshpande',
  ])
})

test('a sign-in in another tab is enough for both (OQ-376)', async ({ signedIn: page, context, program }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/creators')
    await expect(tab.getByRole('list', { name: 'Creators' })).toBeVisible()
  }
  // Before the first asks the other for its credential.
  for (const tab of [page, other]) await endSession(tab)
  for (const tab of [page, other]) {
    await tab.getByLabel('Search creators').fill('Ananya')
    await expect(signInDialog(tab)).toBeVisible()
  }
  await signInFromDialog(other)
  for (const tab of [other, page]) {
    await expect(signInDialog(tab)).toHaveCount(0)
    await expect(tab.getByRole('list', { name: 'Creators' }).getByRole('heading')).toHaveText([
      'Ananya Deshpande',
    ])
  }

  // The other tab has a newer credential already.
  await exchangeCredential(other, await program.token())
  await endSession(page)
  const refusal = page.waitForResponse((response) => response.status() === 401)
  await page.getByLabel('Search creators').fill('Nisha')
  await refusal
  await expect(page.getByRole('list', { name: 'Creators' }).getByRole('heading')).toHaveText([
    'Nisha Rathore',
  ])
})

test('a sign-out in another tab ends an interrupted session too (OQ-150, OQ-375)', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/news')
  await expect(other.getByRole('list', { name: 'News snippets' })).toBeVisible()
  // The tabs have one credential, so the refused tab cannot go on with the other's.
  for (const tab of [other, page]) await endSession(tab)
  await page.getByLabel('Search creators').fill('Ananya')
  await expect(signInDialog(page)).toBeVisible()
  await other.getByRole('button', { name: 'Account: Meera Nair' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
})

test('switching the account ends the earlier session on the server, unless another tab has it (OQ-378)', async ({
  page,
  context,
  program,
}) => {
  const statusOf = async (token: string) =>
    (await fetch(`${program.url}/admin/session`, { headers: { authorization: `Bearer ${token}` } })).status
  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('button', { name: 'Switch account' }).click()
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('button', { name: `Account: ${name}` })).toBeVisible()
  }
  const token = await program.token('tara.bose@greenroom.example')
  await signIn(page, token, 'viewer')
  await page.goto('/creators')
  const other = await context.newPage()
  await other.goto('/creators')
  await expect(other.getByRole('button', { name: 'Account: Tara Bose' })).toBeVisible()
  await switchTo('Arjun Mehta')
  // The session is that of the other tab as well, which goes on.
  await other.reload()
  await expect(other.getByRole('list', { name: 'Creators' })).toBeVisible()
  expect(await statusOf(token)).toBe(200)
  await other.close()

  const second = await page.evaluate(() => sessionStorage.getItem('credential') ?? '')
  expect(await statusOf(second)).toBe(200)
  await switchTo('Meera Nair')
  await expect.poll(() => statusOf(second)).toBe(401)
})

test('the sandbox lets the account be switched, and returns to the screen (OQ-378)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators?q=Ananya')
  const switchAccount = async () => {
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('button', { name: 'Switch account' }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  }
  await switchAccount()
  await page.getByRole('button', { name: 'Arjun Mehta' }).click()
  await expect(page).toHaveURL('/creators?q=Ananya')
  await expect(page.getByRole('button', { name: 'Account: Arjun Mehta' })).toBeVisible()

  // Without a choice, and with an account that is not accepted, the session goes on.
  for (const choice of [
    page.getByRole('link', { name: 'Cancel' }),
    page.getByRole('button', { name: 'Rohan Das' }),
  ]) {
    await switchAccount()
    await choice.click()
    await expect(toast(page, 'Login with google failed.')).toBeVisible()
    await expect(page).toHaveURL('/creators?q=Ananya')
    await expect(page.getByRole('button', { name: 'Account: Arjun Mehta' })).toBeVisible()
  }
})
