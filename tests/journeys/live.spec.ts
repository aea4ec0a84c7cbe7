import type { Browser, Locator, Page } from 'playwright/test'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import { startLiveProxy } from './live-proxy.ts'
import {
  clearReports,
  isStored,
  makeMember,
  makeMemberPost,
  report,
  setReportsAside,
} from './moderation-records.ts'
import { type Program, startProgram } from './program.ts'
import {
  changeLead,
  makeLead,
  makePublished,
  makeService,
  makeShortlink,
  makeTransaction,
  storedMasterclass,
  unique,
} from './records.ts'

const meera = 'meera.nair@greenroom.example'
const leela = 'leela.thomas@greenroom.example'
const farida = 'farida.khan@greenroom.example'

let live: Program

// Other journeys run without live changes, so that none moves a list that they assert.
test.beforeAll(async () => {
  live = await startProgram({ LIVE_STREAMS: '100' })
})
test.afterAll(() => live.stop())

/** Opens a page of somebody in a browser of its own, and waits until it hears of changes. */
async function openAs(browser: Browser, email: string, path: string, origin = live.url): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await signIn(
    page,
    await live.token(email),
    email === leela ? 'moderation' : email === farida ? 'finance' : 'owner',
  )
  const hello = page.waitForResponse((response) => response.url().includes('/admin/live?'))
  await page.goto(path)
  await hello
  return page
}

/** On the first page of the list. */
function now() {
  return { created_at: new Date().toISOString() }
}

function orders(page: Page): Locator {
  return page.getByRole('table').locator('tbody tr')
}

test('new orders wait behind a button, so that nothing moves, and a row changes in place (OQ-490)', async ({
  browser,
}) => {
  const known = await makeTransaction(live, { ...now(), status: 'pending' })
  const page = await openAs(browser, meera, '/transactions/all')
  const row = orders(page).filter({ hasText: known.reference_order_id })
  await expect(row).toContainText('Pending')
  const count = await orders(page).count()
  const before = await row.boundingBox()

  const added = [await makeTransaction(live, now()), await makeTransaction(live, now())]
  await expect(page.getByRole('button', { name: '2 new orders' })).toBeVisible()
  await expect(orders(page)).toHaveCount(count)
  expect(await row.boundingBox()).toEqual(before)
  await expectAccessibleInBothSchemes(page)

  await live.query(`update transaction set status = 'failed' where id = $1`, [known.id])
  // The tint passes after two seconds.
  await expect(row).toHaveAttribute('data-live', 'changed')
  await expect(row).toContainText('Failed')
  expect(await row.boundingBox()).toEqual(before)

  await page.getByRole('button', { name: '2 new orders' }).click()
  for (const { reference_order_id: reference } of added) {
    await expect(orders(page).filter({ hasText: reference })).toHaveCount(1)
  }
  await expect(page.getByRole('button', { name: /new order/ })).toHaveCount(0)
  await page.context().close()
})

test('two people on one queue see what the other handles and looks at (OQ-489, OQ-493)', async ({
  browser,
}) => {
  const bringBack = await setReportsAside(live)
  await clearReports(live)
  for (const text of ['first text', 'second text', 'third text']) {
    const { _id } = await makeMemberPost(live, { message: text })
    await report(live, 'post', _id)
  }
  const [one, other] = [
    await openAs(browser, meera, '/moderation/posts'),
    await openAs(browser, leela, '/moderation/posts'),
  ]
  const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
  await cardOf(other, 'second text').focus()
  await expect(cardOf(one, 'second text')).toContainText('Leela Thomas is looking at this')

  await cardOf(other, 'first text')
    .getByRole('button', { name: /^Ignore/ })
    .click()
  const handled = cardOf(one, 'first text')
  await expect(handled).toContainText('Handled by Leela Thomas: ignored')
  await expect(handled.getByRole('button', { name: /^Ignore/ })).toHaveCount(0)
  await expect(one.getByRole('article')).toHaveCount(3)
  await expectAccessibleInBothSchemes(one)
  await one.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(one)

  await cardOf(one, 'third text')
    .getByRole('button', { name: /^Ignore/ })
    .click()
  await expect(one.getByRole('article')).toHaveCount(1)
  await one.context().close()
  await other.context().close()
  await bringBack()
})

test('cards of the board stay in place until asked, whoever moves them (OQ-490, OQ-503)', async ({
  browser,
}) => {
  const service = await makeService(live)
  const moved = await makeLead(live, service, { status: 'DEFERRED' })
  const stays = await makeLead(live, service, { status: 'DEFERRED' })
  const page = await openAs(browser, meera, `/advisory/leads?service_id=${service._id}&view=board`)
  const board = page.getByRole('region', { name: 'Leads by status' })
  const cardIn = (status: string, reference: string) =>
    board
      .getByRole('region', { name: status })
      .getByRole('listitem')
      .filter({ has: page.getByLabel(`Status of ${reference}`) })
  const card = cardIn('DEFERRED', moved.reference_record_id)
  await expect(card).toBeVisible()
  await board.getByRole('region', { name: 'CLOSED WON' }).getByRole('button', { expanded: false }).click()
  const before = await card.boundingBox()

  await changeLead(live, moved._id, { status: 'QUOTE_SENT_TO_CLIENT' })
  const news = page.getByRole('button', { name: '1 change on the board' })
  await expect(news).toBeVisible()
  expect(await card.boundingBox()).toEqual(before)
  await expectAccessibleInBothSchemes(page)
  const added = await makeLead(live, service, { status: 'CLOSED_WON' })
  await expect(page.getByRole('button', { name: '2 changes on the board' })).toBeVisible()
  await expect(cardIn('CLOSED WON', added.reference_record_id)).toHaveCount(0)

  await page.getByRole('button', { name: '2 changes on the board' }).click()
  await expect(cardIn('QUOTE SENT TO CLIENT', moved.reference_record_id)).toBeVisible()
  await expect(cardIn('CLOSED WON', added.reference_record_id)).toBeVisible()
  await expect(cardIn('DEFERRED', stays.reference_record_id)).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.context().close()
})

test('the page of a person and the bin hear of changes (OQ-490)', async ({ browser }) => {
  const order = await makeTransaction(live, { ...now(), status: 'pending' })
  const page = await openAs(browser, meera, `/people/order.${order.id}`)
  const entry = page
    .getByRole('list', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: order.reference_order_id })
  await expect(entry).toContainText('Pending')
  await live.query(`update transaction set status = 'failed' where id = $1`, [order.id])
  await expect(entry).toContainText('Failed')
  await page.context().close()

  const bin = await openAs(browser, meera, '/bin')
  await expect(bin.getByRole('heading', { level: 1 })).toHaveText('Bin')
  const { shortCode } = await makeShortlink(live)
  await live.call('DELETE', `/admin/shortlink/${shortCode}`)
  await expect(bin.getByRole('button', { name: '1 new short link' })).toBeVisible()
  await bin.getByRole('button', { name: '1 new short link' }).click()
  await expect(bin.getByRole('row').filter({ hasText: shortCode })).toBeVisible()
  await bin.context().close()
})

/** A question, and what a colleague changes while it is open. */
interface OpenQuestion {
  address: string
  open: (page: Page) => Promise<void>
  change: () => Promise<void>
  /** The button that acts, in the question. */
  press: string
  /** What the question shows of the change. */
  shows: string
}

const addPost = (userId: string) =>
  live.query("insert into post (id, user_id, message) values (gen_random_uuid(), $1, 'Meanwhile')", [userId])

test('a deletion in moderation waits for another press when a report arrives (OQ-526)', async ({
  browser,
}) => {
  const bringBack = await setReportsAside(live)
  const { _id } = await makeMemberPost(live, { message: 'Asked about' })
  await report(live, 'post', _id)
  await expectChangeHeard(browser, {
    address: '/moderation/posts',
    open: (page) =>
      page
        .getByRole('article')
        .getByRole('button', { name: /^Delete/ })
        .click(),
    change: () => report(live, 'post', _id),
    press: 'Delete',
    shows: 'before: 1',
  })
  await expect.poll(() => isStored(live, 'post', _id)).toBe(false)
  await bringBack()
})

test('a deactivation waits for another press when somebody registers (OQ-526)', async ({ browser }) => {
  const { _id, title } = await makePublished(live, { title: unique('Asked about') })
  await expectChangeHeard(browser, {
    address: '/masterclass',
    open: (page) => card(page, title).getByRole('button', { name: 'Deactivate' }).click(),
    change: async () => void (await makeTransaction(live, { entity_id: _id, entity_title: title })),
    press: 'Yes',
    shows: 'Registered people: 1 (before: 0)',
  })
  await expect.poll(async () => (await storedMasterclass(live, _id)).is_active).toBe(false)
})

/** Expects that a press on the change only accepts it, and that the next one acts. */
async function expectChangeHeard(
  browser: Browser,
  { address, open, change, press, shows }: OpenQuestion,
): Promise<void> {
  const page = await openAs(browser, meera, address)
  await open(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await change()
  await expect(question.getByRole('alert')).toContainText('This changed while the question was open.')
  await expect(question.getByRole('alert')).toContainText(shows)
  const button = question.getByRole('button', { name: press })
  await button.click()
  await expect(question.getByRole('status')).toHaveText(`Press “${press}” once more to confirm.`)
  await button.click()
  await expect(question).toHaveCount(0)
  await page.context().close()
}

test('an erasure that was refused because of a change acts with the next press (OQ-526)', async ({
  browser,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { id, name } = await makeMember(live, { first_name: unique('Ottilie') })
  const page = await expectChangeRefused(browser, {
    address: `/personal-data?person=user.${id}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Erase…' }).click()
      await page.getByLabel(`Type “${name}” to confirm`).fill(name)
    },
    change: async () => void (await addPost(id)),
    press: 'Erase',
    shows: 'Nothing was erased.',
  })
  await expect(toast(page, 'Erasing started!')).toBeVisible()
  await page.context().close()
})

test('a merge that was refused because of a change acts with the next press (OQ-526)', async ({
  browser,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { user_phone: phone } = await makeTransaction(live)
  const first_name = unique('Ottilie')
  const kept = await makeMember(live, { first_name, phone })
  const other = await makeMember(live, { first_name, phone })
  const page = await expectChangeRefused(browser, {
    address: `/people/${kept.id}`,
    open: (page) => page.getByRole('button', { name: `Compare with ${other.name}` }).click(),
    change: async () => void (await addPost(other.id)),
    press: 'Merge records',
    shows: '1 post',
  })
  await expect(toast(page, 'Records merged')).toBeVisible()
  await page.context().close()
})

/** Expects that the server refuses the first press, and that the second one acts on what is shown then. */
async function expectChangeRefused(
  browser: Browser,
  { address, open, change, press, shows }: OpenQuestion,
): Promise<Page> {
  const page = await openAs(browser, meera, address)
  await open(page)
  const question = page.getByRole('dialog')
  const button = question.getByRole('button', { name: press, exact: true })
  await expect(button).toBeVisible()
  await change()
  const refused = page.waitForResponse((response) => response.status() === 409)
  await button.click()
  await refused
  await expect(question).toContainText(shows)
  await button.click()
  return page
}

test('an open order names who else has it open, until they leave (OQ-489)', async ({ browser }) => {
  const { id } = await makeTransaction(live)
  const one = await openAs(browser, meera, `/transactions/orders/${id}`)
  const other = await openAs(browser, farida, `/transactions/orders/${id}`)
  await expect(one.getByText('Farida Khan has this open')).toBeVisible()
  await expect(other.getByText('Meera Nair has this open')).toBeVisible()
  await expectAccessibleInBothSchemes(one)
  await other.context().close()
  await expect(one.getByText('Farida Khan has this open')).toHaveCount(0)
  await one.context().close()
})

test('a form says who has changed its record meanwhile (OQ-490)', async ({ browser }) => {
  const id = (await live.call<{ _id: string }>('POST', '/admin/activity', postForm('Rates fall'))).body.data
    ._id
  const page = await openAs(browser, meera, `/create-post/edit/${id}`)
  await expect(page.getByRole('textbox').first()).toBeVisible()
  const changed = await fetch(`${live.url}/admin/activity/${id}/update`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await live.token('dev.patel@greenroom.example')}` },
    body: postForm('Rates rise'),
  })
  expect(changed.status).toBe(200)
  await expect(page.getByText('Dev Patel changed this a moment ago')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.context().close()
})

test('says that it reconnects, and catches up without losing or doubling a row (OQ-487, OQ-494)', async ({
  browser,
}) => {
  const proxy = await startLiveProxy(live.url)
  const page = await openAs(browser, meera, '/transactions/all', proxy.url)
  await expect(orders(page).first()).toBeVisible()
  proxy.set('cut')
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  const missed = await makeTransaction(live, now())
  proxy.set('pass')
  const button = page.getByRole('button', { name: '1 new order' })
  const row = orders(page).filter({ hasText: missed.reference_order_id })
  // A read that the cut has failed is repeated, and then has the row already.
  await expect(button.or(row).first()).toBeVisible()
  await expect(page.getByText('Reconnecting…')).toHaveCount(0)
  if (await button.isVisible()) await button.click()
  await expect(row).toHaveCount(1)
  await page.context().close()
  await proxy.close()
})

test('reads again now and then behind a proxy that buffers, and says so (OQ-494)', async ({ browser }) => {
  const proxy = await startLiveProxy(live.url)
  proxy.set('buffer')
  const page = await openAs(browser, meera, '/transactions/all', proxy.url)
  await expect(page.getByText('Updates every 30 s')).toBeVisible()
  proxy.set('pass')
  await expect(page.getByText('Updates every 30 s')).toHaveCount(0)
  await page.context().close()
  await proxy.close()
})

test('the tabs of a browser share one stream (OQ-491)', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: live.url })
  let streams = 0
  context.on('request', (request) => {
    if (request.url().includes('/admin/live?')) streams += 1
  })
  const pages: Page[] = []
  for (let tab = 0; tab < 2; tab += 1) {
    const page = await context.newPage()
    await signIn(page, await live.token(meera))
    await page.goto('/transactions/all')
    await expect(orders(page).first()).toBeVisible()
    if (tab === 0) await expect.poll(() => streams).toBe(1)
    pages.push(page)
  }
  // The second tab joins once its screen is complete.
  await pages[1]?.waitForFunction(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return held.length > 0 && pending.some(({ name = '' }) => name.startsWith('live '))
  })
  await makeTransaction(live, now())
  for (const page of pages) await expect(page.getByRole('button', { name: /new order/ })).toBeVisible()
  expect(streams).toBe(1)
  await pages[0]?.close()
  await expect.poll(() => streams).toBe(2)
  await context.close()
})

function postForm(message: string): FormData {
  const form = new FormData()
  form.set('message', message)
  return form
}

test('a change of role reaches every open tab, and the screen says it and follows (OQ-518)', async ({
  browser,
}) => {
  const email = 'zoya.ali@greenroom.example'
  const context = await browser.newContext({ baseURL: live.url })
  const pages: Page[] = []
  const hello = context.waitForEvent('response', (response) => response.url().includes('/admin/live?'))
  for (const path of ['/custom-payment-pages', '/creators']) {
    const page = await context.newPage()
    await signIn(page, await live.token(email), 'administrator')
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Books' })).toBeVisible()
    pages.push(page)
  }
  // One tab holds the stream and the other waits for it, so that both hear of changes.
  const listening = () =>
    pages[1]?.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(({ name }) => name?.startsWith('live ')).length
    })
  await expect.poll(listening).toBe(2)
  expect((await hello).ok()).toBe(true)
  const { body } = await live.call<{ staff: { _id: string }[] }>('GET', `/admin/staff?q=${email}`)
  const changed = await live.call('PATCH', `/admin/staff/${body.data.staff[0]?._id}`, { role: 'content' })
  expect(changed.status).toBe(200)
  await Promise.all(pages.map((page) => expect(page.getByText('Your role is now Content.')).toBeVisible()))
  for (const page of pages) {
    await expect(page.getByRole('link', { name: 'Books' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'News' })).toBeVisible()
  }
  await context.close()
})
