import { sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import type { BrowserContext, Page } from 'playwright/test'
import { startTestIssuer } from '../../apps/api/src/test-issuers.ts'
import {
  card,
  chooseInRow,
  endSession,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  expectToLast,
  leaveForSignIn,
  passTime,
  refusedCall,
  setTime,
  signIn,
  signInDialog,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { startLiveProxy } from './live-proxy.ts'
import { needOwnDocument } from './open-screen.ts'
import { startProgram } from './program.ts'
import { pictureBytes } from './records.ts'

const failed = 'Login with google failed.'

function credentialOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('credential'))
}

/** Signs in through the sandbox's account page. */
async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name }).click()
}

test('signs staff in with the social button, and sends the credential with every call (AUTH-01, AUTH-02, AUTH-03, AUTH-08)', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Use your company e-mail address.')).toBeVisible()
  await expect(page.getByText('Sandbox sign-in')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours')
  }
  const listCall = page.waitForRequest((request) => request.url().includes('/admin/masterclasses'))
  await page.getByRole('button', { name: 'Meera Nair' }).click()
  await expect(page).toHaveURL(/\/masterclass$/)
  await expect(card(page, 'First salary, first SIP')).toBeVisible()

  const credential = await credentialOf(page)
  expect(credential).toMatch(/^grs_[\w-]{43}$/)
  expect((await listCall).headers().authorization).toBe(`Bearer ${credential}`)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(credential)
  await page.reload()
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
})

test("lists the sandbox's accounts in rows of 56 px in the console's font, within one screen (OQ-677)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(8)
  await expect(rows.first()).toHaveText(/Meera Nair\s+Owner\s+meera\.nair@greenroom\.example/)
  for (const row of await rows.getByRole('button').all()) expect((await row.boundingBox())?.height).toBe(56)
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeInViewport()
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check('600 14px Inter'))).toBe(true)
  expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('says on the sign-in screen that nobody is an owner, if the server does (OQ-383)', async ({ page }) => {
  const notice = 'Nobody has the role Owner: set ADMIN_EMAILS to an address and restart.'
  await page.route('**/idp/options', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), notice } })
  })
  await page.goto('/login')
  await expect(page.getByRole('alert')).toHaveText(notice)
  await expectAccessibleInBothSchemes(page)
  await signInAs(page, 'Meera Nair')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
})

test('lets every accepted account do everything (AUTH-05)', async ({ page }) => {
  await page.goto('/login')
  await signInAs(page, 'Arjun Mehta')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account: Arjun Mehta' })).toBeVisible()
})

test('tells an account that is not accepted for 5 seconds, and lets another sign in (AUTH-04, SHELL-05)', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.clock.install()
  await page.goto('/login')
  await expectToLast(toast(page, failed), 5_000, () => signInAs(page, 'Rohan Das'))
  await expect(page).toHaveURL('/login')
  expect(await credentialOf(page)).toBeNull()
  // The toast goes; why it failed stays (OQ-382).
  const reason = page.getByRole('alert').filter({ hasText: 'This account is not accepted here.' })
  await expect(reason).toBeVisible()

  await signInAs(page, 'Meera Nair')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
})

test('reports a cancelled sign-in as failed (AUTH-04)', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(toast(page, failed)).toBeVisible()
  await expect(failure(page, 'The sign-in was cancelled')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await credentialOf(page)).toBeNull()
})

test('refuses a provider response that belongs to no attempt of this browser (AUTH-04, OQ-693)', async ({
  page,
}) => {
  await page.goto('/login?code=stolen&state=foreign')
  await expect(toast(page, failed)).toBeVisible()
  await expect(failure(page, 'was started in another browser')).toBeVisible()
  expect(await credentialOf(page)).toBeNull()
})

test('returns to its place with the entries from the sign-in screen after a session ended during work (AUTH-07, OQ-012)', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.goto('/login')
  await signInAs(page, 'Meera Nair')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
  await page.getByLabel('Title').fill('Words that must not be lost')
  await page.getByLabel('Description').fill('Half a description')
  await page.locator('input[type="file"]').setInputFiles({
    name: 'banner.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureBytes(),
  })
  await expect(page.getByText('banner.jpg')).toBeVisible()

  await endSession(page)
  await page.getByRole('combobox', { name: 'Creator' }).fill('Ananya')
  await leaveForSignIn(page)
  expect(await credentialOf(page)).toBeNull()

  await signInAs(page, 'Meera Nair')
  await expect(page).toHaveURL('/masterclass/create')
  await expect(page.getByLabel('Title')).toHaveValue('Words that must not be lost')
  await expect(page.getByLabel('Description')).toHaveValue('Half a description')
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove banner.jpg' })).toBeVisible()
})

test('an address opened in a new tab reaches its screen without signing in again (OQ-150)', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/masterclass')
  await expect(page.getByRole('link', { name: 'News' })).toHaveAttribute('href', '/news')
  // Playwright sometimes never finishes waiting for a tab that Ctrl+click opened, so open the link's address in one.
  const second = await context.newPage()
  await second.goto('/news?tab=inactive')
  await expect(second.getByRole('tab', { name: 'Inactive' })).toHaveAttribute('aria-selected', 'true')
  await expect(second).toHaveURL('/news?tab=inactive')
  expect(await credentialOf(second)).toBe(await credentialOf(page))
  expect(await second.evaluate(() => JSON.stringify(localStorage))).not.toContain(await credentialOf(page))
})

test('a new tab waits for a signed-in tab that is busy, and asks to sign in at once without one (OQ-150)', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/creators')
  // The busy tab replies only after this time, which is longer than a tab waits that can't see the other one.
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 2500
      while (performance.now() < end);
    })
  })
  const second = await context.newPage()
  await second.goto('/news')
  await expect(second.getByRole('tab', { name: 'Inactive' })).toBeVisible()
  await expect(second).toHaveURL('/news')

  await page.close()
  await second.evaluate(() => sessionStorage.removeItem('credential'))
  await second.clock.install()
  await second.clock.pauseAt(Date.now() + 60_000)
  await second.goto('/news')
  await expect(second).toHaveURL('/login')
})

test('signing out ends the session in every tab, and no tab brings it back (OQ-150, OQ-008)', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/creators')
  const second = await context.newPage()
  await second.goto('/masterclass')
  await expect(card(second, 'First salary, first SIP')).toBeVisible()

  await page.getByRole('button', { name: 'Account: Meera Nair' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(second).toHaveURL('/login')
  expect(await credentialOf(second)).toBeNull()
  const third = await context.newPage()
  for (const tab of [third, page, second]) {
    await tab.goto('/masterclass')
    await expect(tab).toHaveURL('/login')
    expect(await credentialOf(tab)).toBeNull()
  }
})

test('an address opened without a session is shown after signing in (OQ-150)', async ({ page }) => {
  await page.goto('/creators?q=Ananya')
  await expect(page).toHaveURL('/login')
  await signInAs(page, 'Meera Nair')
  await expect(page).toHaveURL('/creators?q=Ananya')
  await expect(page.getByLabel('Search creators')).toHaveValue('Ananya')
})

test('a refused session is not taken over again by the tab that lost it (OQ-150)', async ({
  signedIn: page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/news')
  await expect(second.getByRole('tab', { name: 'Current' })).toBeVisible()
  await endSession(page)
  await page.getByRole('link', { name: 'Masterclass' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/login')
  expect(await credentialOf(second)).not.toBeNull()
})

/** Signs Arjun Mehta in, in a tab of his own beside Meera Nair's. */
async function openOtherAccount(context: BrowserContext): Promise<Page> {
  const other = await context.newPage()
  await other.goto('/login')
  await signInAs(other, 'Arjun Mehta')
  await expect(card(other, 'First salary, first SIP')).toBeVisible()
  return other
}

test('a tab opened from a link has the account of the tab that opened it (OQ-515)', async ({
  signedIn: page,
  context,
}) => {
  needOwnDocument(page)
  await page.goto('/masterclass')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
  const other = await openOtherAccount(context)
  for (const [opener, name] of [
    [other, 'Arjun Mehta'],
    [page, 'Meera Nair'],
    [other, 'Arjun Mehta'],
  ] as const) {
    // As "Open in new tab" of the link's menu does: Playwright can't choose from that.
    const link = opener.getByRole('link', { name: 'News' })
    await link.click({ button: 'right' })
    const opened = await context.newPage()
    await opened.goto((await link.getAttribute('href')) ?? '')
    await expect(opened.getByRole('button', { name: `Account: ${name}` })).toBeVisible()
    expect(await credentialOf(opened)).toBe(await credentialOf(opener))
    await opened.close()
  }
})

test('an address typed into a new tab asks for the account when tabs hold several (OQ-515)', async ({
  signedIn: page,
  context,
}) => {
  needOwnDocument(page)
  await page.goto('/masterclass')
  await expect(card(page, 'First salary, first SIP')).toBeVisible()
  const other = await openOtherAccount(context)
  const typed = await context.newPage()
  await typed.goto('/creators?q=Ananya')
  await expect(typed).toHaveURL('/login')
  expect(await credentialOf(typed)).toBeNull()
  await expect(typed.getByRole('button', { name: /^Continue as/ })).toHaveCount(2)
  await expectAccessibleInBothSchemes(typed)
  await typed.getByRole('button', { name: 'Continue as Arjun Mehta' }).click()
  await expect(typed).toHaveURL('/creators?q=Ananya')
  await expect(typed.getByRole('button', { name: 'Account: Arjun Mehta' })).toBeVisible()
  expect(await credentialOf(typed)).toBe(await credentialOf(other))
})

test('signing out ends the sessions of that account, and no other one (OQ-515)', async ({
  signedIn: page,
  context,
}) => {
  needOwnDocument(page)
  await page.goto('/news/create')
  await page.getByLabel('Title').fill('Half a headline')
  const other = await openOtherAccount(context)
  await other.getByRole('button', { name: 'Account: Arjun Mehta' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL('/login')
  // It heard of the sign-out before this: messages keep their order.
  await other.goto('/creators')
  await expect(page).toHaveURL('/news/create')
  await expect(page.getByLabel('Title')).toHaveValue('Half a headline')
  expect(await credentialOf(page)).not.toBeNull()
  // The tab was Arjun's: it doesn't become Meera's without being asked.
  await expect(other).toHaveURL('/login')
  await expect(other.getByRole('button', { name: 'Continue as Meera Nair' })).toBeVisible()
})

test('what an ended session left on the page cannot act for the next account (OQ-515)', async ({
  signedIn: page,
  program,
}) => {
  const token = await program.idToken('arjun.mehta@greenroom.example')
  await page.addInitScript((found) => {
    const google = {
      accounts: {
        id: {
          initialize: ({ callback }: { callback: (response: { credential: string }) => void }) =>
            Object.assign(window, { signInWithGoogle: () => callback({ credential: found }) }),
          renderButton: () => undefined,
        },
      },
    }
    Object.assign(window, { google })
  }, token)
  await page.route('**/idp/options', (route) =>
    route.fulfill({
      json: {
        providers: [{ id: 'google', kind: 'google', name: 'Google', client_id: 'client' }],
        sandboxes: [],
      },
    }),
  )
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  needOwnDocument(page)
  await page.evaluate(() => Object.assign(window, { ofFirstSession: true }))
  await page.getByRole('button', { name: 'Account: Meera Nair' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.waitForFunction(() => 'signInWithGoogle' in window)
  await page.evaluate(() => (window as unknown as { signInWithGoogle: () => void }).signInWithGoogle())
  await expect(page.getByRole('button', { name: 'Account: Arjun Mehta' })).toBeVisible()
  expect(await page.evaluate(() => 'ofFirstSession' in window)).toBe(false)
})

for (const hours of [26, -26]) {
  test(`signs in on a computer whose clock is ${hours} hours ahead (OQ-517)`, async ({ page, context }) => {
    const anHour = 3_600_000
    await page.clock.install({ time: Date.now() + hours * anHour })
    await page.goto('/login')
    await signInAs(page, 'Meera Nair')
    await expect(card(page, 'First salary, first SIP')).toBeVisible()
    await page.reload()
    await expect(card(page, 'First salary, first SIP')).toBeVisible()
    const second = await context.newPage()
    await second.clock.install({ time: Date.now() + hours * anHour })
    await second.goto('/creators')
    await expect(second.getByRole('list', { name: 'Creators' })).toBeVisible()
  })
}

test('a working day needs one sign-in (OQ-687)', async ({ signedIn: page }) => {
  await setTime(page, new Date())
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  const credential = await credentialOf(page)
  for (let hour = 1; hour <= 11; hour++) {
    await passTime(page, '01:00:00')
    await page.getByLabel('Search creators').fill(hour % 2 ? 'Ananya' : 'Nisha')
    await expect(page.getByRole('list', { name: 'Creators' }).getByRole('heading')).toHaveCount(1)
  }
  expect(await credentialOf(page)).toBe(credential)
  await passTime(page, '01:01:00')
  // Not one of the texts that are remembered.
  await page.getByLabel('Search creators').fill('Kavita')
  await expect(signInDialog(page)).toBeVisible()
})

test('a browser with an ID token from before an upgrade asks to sign in, and loses nothing (OQ-688)', async ({
  signedIn: page,
  program,
}) => {
  needOwnDocument(page)
  await page.goto('/news/create')
  await page.getByLabel('Title').fill('Half a headline')
  // The draft is stored a moment later.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
    .toContain('Half a headline')
  await page.evaluate(
    (token) => {
      sessionStorage.setItem('credential', token)
      sessionStorage.removeItem('session')
    },
    await program.idToken(),
  )
  await page.reload()
  await expect(page).toHaveURL('/login')
  await signInAs(page, 'Meera Nair')
  await expect(page).toHaveURL('/news/create')
  await expect(page.getByLabel('Title')).toHaveValue('Half a headline')
  expect(await credentialOf(page)).toMatch(/^grs_/)
})

test('signing out ends the session on the server (OQ-008)', async ({ page, program }) => {
  const token = await program.token('leela.thomas@greenroom.example')
  await signIn(page, token, 'moderation')
  await page.goto('/')
  const statusOf = async () =>
    (await fetch(`${program.url}/admin/session`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await statusOf()).toBe(200)
  await page.getByRole('button', { name: 'Account: Leela Thomas' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(statusOf).toBe(401)
})

test('lists one’s sessions, ends one of them, and all others (OQ-690)', async ({ page, program }) => {
  const email = 'imran.sheikh@greenroom.example'
  const others = [await program.token(email), await program.token(email), await program.token(email)]
  await signIn(page, await program.token(email), 'advisory')
  await page.goto('/advisory/leads')
  await page.getByRole('button', { name: 'Account: Imran Sheikh' }).click()
  await page.getByRole('button', { name: 'Sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your sessions' })
  const ends = dialog.getByRole('button', { name: /^End node/ })
  await expect(ends).toHaveCount(3)
  await expect(dialog.getByText('This one')).toHaveCount(1)
  await expectAccessibleInBothSchemes(page)
  await ends.first().click()
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expect(ends).toHaveCount(2)
  await expect(dialog.getByRole('list', { name: 'Open sessions' })).toBeFocused()
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await expect(toast(page, '2 sessions ended')).toBeVisible()
  await expect(ends).toHaveCount(0)
  for (const token of others) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${program.url}/admin/session`, { headers })).status).toBe(401)
  }
  // This one goes on.
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account: Imran Sheikh' })).toBeVisible()
})

test('an owner ends the session of a colleague, who is led to the sign-in screen (OQ-690)', async ({
  signedIn: page,
  context,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(401))
  const theirs = await context.newPage()
  await signIn(theirs, await program.token('farida.khan@greenroom.example'), 'finance')
  await theirs.goto('/transactions/masterclass')
  await expect(theirs.getByRole('table').first()).toBeVisible()
  await page.goto('/staff?q=farida.khan')
  await chooseInRow(page.getByRole('row').filter({ hasText: 'Farida Khan' }), 'Sessions')
  const dialog = page.getByRole('dialog', { name: 'Sessions of Farida Khan' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'End all' }).click()
  await expect(dialog.getByText('No open sessions')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL('/login')
})

/** Why the last sign-in failed, as the screen says it. */
const failure = (page: Page, text: string) =>
  page.getByRole('main').getByRole('alert').filter({ hasText: text })

for (const [how, isBlocked] of [
  ['is full', false],
  ['is blocked', true],
] as const) {
  test(`says that nobody can sign in while the storage ${how} (OQ-516)`, async ({ page }) => {
    needOwnDocument(page)
    await page.addInitScript((blocked) => {
      if (blocked) {
        for (const name of ['sessionStorage', 'localStorage']) {
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('Access is denied', 'SecurityError')
            },
          })
        }
      } else {
        Storage.prototype.setItem = () => {
          throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
        }
      }
    }, isBlocked)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(failure(page, 'This browser stores nothing for this site')).toBeVisible()
    await expect(toast(page, failed)).toBeVisible()
    await expect(page).toHaveURL('/login')
  })
}

const afterReturn = [
  ['the service does not accept its code', 401, 'UNAUTHENTICATED', sessionMessages.codeRefused],
  ['the service is down', 503, 'UNAVAILABLE', sessionMessages.away],
  ['the server refuses the token', 401, 'UNAUTHENTICATED', 'Greenroom did not accept the sign-in'],
  ['the server fails', 500, 'INTERNAL', "can't sign anybody in at the moment"],
] as const
for (const [when, status, code, text] of afterReturn) {
  test(`says why a sign-in failed when ${when} (OQ-516)`, async ({ page, expectedConsole }) => {
    expectedConsole.push(refusedCall(status))
    await page.goto('/login')
    const message = Object.values<string>(sessionMessages).includes(text) ? text : 'Sign in to continue.'
    await page.route('**/admin/session', (route) => route.fulfill({ status, json: { code, message } }))
    await signInAs(page, 'Meera Nair')
    await expect(failure(page, text)).toBeVisible()
    await expect(toast(page, failed)).toBeVisible()
    expect(await credentialOf(page)).toBeNull()
  })
}

const beforeLeaving = [
  ['the network is gone', '**/idp/options', "Greenroom can't be reached"],
  ['the network goes', '**/admin/sign-in', "Greenroom can't be reached"],
] as const
for (const [when, address, text] of beforeLeaving) {
  test(`says why a sign-in cannot begin when ${when} (OQ-516)`, async ({ page, expectedConsole }) => {
    expectedConsole.push(unansweredCall)
    await page.goto('/login')
    await expect(page.getByText('Sandbox sign-in', { exact: true })).toBeVisible()
    await page.route(address, (route) => route.abort())
    await page.goto('/login?again')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(failure(page, text)).toBeVisible()
  })
}

test('two tabs sign in at once, each on its own (OQ-693)', async ({ page, context }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/login')
    await tab.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(tab.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Arjun Mehta' }).click()
  await expect(page).toHaveURL('/masterclass')
  await other.getByRole('button', { name: 'Farida Khan' }).click()
  await expect(other).not.toHaveURL(/login|idp/)
  const accountOf = (tab: Page) =>
    tab.evaluate(() => JSON.parse(sessionStorage.getItem('session') ?? '').email as string)
  expect([await accountOf(page), await accountOf(other)]).toEqual([
    'arjun.mehta@greenroom.example',
    'farida.khan@greenroom.example',
  ])
})

test('a sign-in that began in one tab ends in another, at the address that was wanted (OQ-693)', async ({
  page,
  context,
}) => {
  await page.goto('/creators?q=ananya')
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  // As a phone does that returns from an app: in a tab that has not begun anything.
  const other = await context.newPage()
  await other.goto(page.url())
  const returned = other.waitForRequest((request) => /\/login\?.*code=/.test(request.url()))
  await other.getByRole('button', { name: 'Meera Nair' }).click()
  await expect(other).toHaveURL('/creators?q=ananya')
  expect(await credentialOf(other)).not.toBeNull()
  // It works once: whoever opens the address again gets nothing.
  const address = (await returned).url()
  await other.evaluate(() => sessionStorage.clear())
  await other.goto(address)
  await expect(failure(other, 'was started in another browser')).toBeVisible()
})

test('offers a button for each provider, and says which one failed (OQ-694)', async ({
  page,
  expectedConsole,
}) => {
  const [keycloak, partner] = await Promise.all([
    startTestIssuer('keycloak'),
    startTestIssuer('keycloak', { secret: '' }),
  ])
  const asha = { sub: 'a', email: 'asha@company.example', email_verified: true, name: 'Asha Rao' }
  const program = await startProgram({
    ADMIN_EMAILS: asha.email,
    OIDC_ISSUER: keycloak.issuer,
    OIDC_CLIENT_ID: keycloak.clientId,
    OIDC_CLIENT_SECRET: keycloak.secret,
    OIDC_NAME: 'Keycloak',
    OIDC_2_ISSUER: partner.issuer,
    OIDC_2_CLIENT_ID: partner.clientId,
    OIDC_2_NAME: 'Partner',
  })
  needOwnDocument(page)
  try {
    partner.person = { ...asha, email: 'rohan@elsewhere.example' }
    await page.goto(`${program.url}/login`)
    await expect(page.getByRole('button', { name: /^Sign in with/ })).toHaveText([
      'Sign in with Keycloak',
      'Sign in with Partner',
    ])
    await expectAccessibleInBothSchemes(page)
    await expectNoSidewaysScroll(page)
    expectedConsole.push(refusedCall(401))
    await page.getByRole('button', { name: 'Sign in with Partner' }).click()
    await expect(toast(page, 'Login with Partner failed.')).toBeVisible()
    await expect(failure(page, 'This account is not accepted here.')).toBeVisible()
    keycloak.person = asha
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click()
    await expect(page).toHaveURL(`${program.url}/masterclass`)
    expect(await credentialOf(page)).not.toBeNull()
    await page.goto('about:blank')
  } finally {
    await program.stop()
    await Promise.all([keycloak.close(), partner.close()])
  }
})

test('says what is wrong behind a proxy that removes the Authorization header, and signs in once it is right (OQ-516)', async ({
  page,
  expectedConsole,
}) => {
  const issuer = await startTestIssuer('keycloak')
  issuer.person = { sub: 'a', email: 'asha@company.example', email_verified: true, name: 'Asha Rao' }
  let target = ''
  const proxy = await startLiveProxy(() => target)
  const program = await startProgram({
    ADMIN_EMAILS: 'asha@company.example',
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.secret,
    OIDC_NAME: 'Keycloak',
    CORS_ORIGINS: proxy.url,
  })
  target = program.url
  needOwnDocument(page)
  const signInOnce = async () => {
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click()
  }
  try {
    proxy.set('strip')
    expectedConsole.push(refusedCall(401))
    await page.goto(`${proxy.url}/login`)
    await signInOnce()
    await expect(failure(page, 'removes the Authorization header')).toBeVisible()
    await expect(page).toHaveURL(`${proxy.url}/login`)
    expect(await credentialOf(page)).toBeNull()
    await expectAccessibleInBothSchemes(page)
    proxy.set('pass')
    await signInOnce()
    await expect(page).toHaveURL(`${proxy.url}/masterclass`)
    await page.goto('about:blank')
  } finally {
    await program.stop()
    await proxy.close()
    await issuer.close()
  }
})
