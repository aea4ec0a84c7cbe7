import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { takesIdempotencyKey } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import type { Locator, Page, Route } from 'playwright/test'
import { type Way, writeRows } from './hurry-writes.ts'
import { test as base, expect, refusedCall, unansweredCall } from './journey.ts'
import { routeCalls } from './open-screen.ts'
import { type Program, startProgram } from './program.ts'
import { drawn } from './slow-line.ts'
import { answerQuestion, leaveQuestion, placeOf, restored, typedIn, visit } from './typed-form.ts'

/** A program with refund approvals and a webhook destination. */
const test = base.extend<object, { program: Program }>({
  program: [
    async ({ browserName: _ }, use) => {
      const program = await startProgram({
        REFUND_APPROVAL_ABOVE_INR: '20000',
        PRODUCT_WEBHOOK_URL: 'http://127.0.0.1:9/hooks',
        PRODUCT_WEBHOOK_SECRET: 'a secret of more than 32 characters',
      })
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Where a colleague looks; and what begins or ends sessions of the cases' own person, for session.spec.ts. */
const elsewhere = [
  'setLivePlace',
  'beginSignIn',
  'beginSession',
  'endSession',
  'endOwnSession',
  'endOtherSessions',
]

/** All but the writes that nobody presses: those of other servers among them. */
const isPressed = ({ endpoint: { method, path, name } }: (typeof endpoints)[number]) =>
  method !== 'GET' && path.startsWith('/admin/') && !elsewhere.includes(name)

test.describe.configure({ mode: 'parallel' })

test('every write of the contract has its row', () => {
  const missing = endpoints
    .filter(isPressed)
    .map(({ endpoint }) => endpoint.name)
    .filter((name) => !writeRows.some(({ write }) => write.name === name))
  expect(missing).toEqual([])
})

interface Sent {
  address: string
  key: string | undefined
  body: string | null
}

/** What becomes of the next request of a write. */
type Fate = 'answered' | 'held' | 'failed' | 'lost'

/** Records the requests of a write, and decides what becomes of each. */
async function follow(page: Page, { method, path }: EndpointDeclaration) {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
  const sent: Sent[] = []
  const held: Route[] = []
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  let fate: Fate = 'answered'
  const end = async (route: Route, how: Fate) => {
    if (how === 'failed') return route.fulfill({ status: 500, body: '' })
    if (how === 'answered') return route.continue()
    // The server does it, and the connection breaks before the response.
    await route.fetch()
    await route.abort('connectionfailed')
  }
  await routeCalls(page, '**/admin/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() !== method || !pattern.test(pathname)) return route.fallback()
    const type = request.headers()['content-type'] ?? ''
    const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? '\n'
    sent.push({
      address: pathname,
      key: request.headers()['idempotency-key'],
      body: request.postData()?.replaceAll(boundary, '') ?? null,
    })
    if (fate === 'held') held.push(route)
    else await end(route, fate)
  })
  return {
    sent,
    downloads: () => downloads,
    let: (next: Fate) => {
      fate = next
    },
    arrived: (count: number) => expect.poll(() => sent.length).toBeGreaterThanOrEqual(count),
    /** Ends the held requests, and all later ones. */
    release: async (how: Exclude<Fate, 'held'>) => {
      fate = how
      for (const route of held.splice(0)) await end(route, how)
    },
  }
}

async function begin(way: Way): Promise<void> {
  await way.open()
  await way.fill()
  await expect(way.control.first()).toBeVisible()
}

const busy = (page: Page) => page.locator('[aria-busy="true"]')

/** Opens the screen and its dialog again. A form has what was typed. */
async function comeBack(page: Page, way: Way, isForm: boolean): Promise<void> {
  await visit(page, way.address)
  await way.open()
  if (!isForm) await way.fill()
}

/** Presses with the pointer from elsewhere: a toast below it stays, and may cover the button. */
async function press(page: Page, way: Way): Promise<void> {
  await page.mouse.move(0, 0)
  await way.press()
}

/**
 * Presses again what a person sees after a failure: the same button, or the way there.
 * @param idle how many controls are busy with something else
 */
async function pressAgain(page: Page, way: Way, isForm: boolean, idle: number): Promise<void> {
  await expect(busy(page)).toHaveCount(idle)
  await drawn(page)
  if (!(await way.control.isVisible())) await comeBack(page, way, isForm)
  await press(page, way)
}

/** Goes back to the list of creators, and leaves what asks on the way. */
async function goBack(page: Page): Promise<void> {
  const asks = () => leaveQuestion(page).isVisible()
  await page.keyboard.press('Escape')
  await drawn(page)
  for (let place = await placeOf(page); place !== '/creators'; place = await placeOf(page)) {
    if (!(await asks())) {
      await page.evaluate(() => history.back())
      await expect.poll(async () => (await asks()) || (await placeOf(page)) !== place).toBe(true)
    }
    await answerQuestion(page, 'leave')
    await drawn(page)
  }
}

/** Tries to leave a dialog that nothing closes while it saves. */
async function stay(page: Page, way: Way): Promise<void> {
  const place = await placeOf(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => history.back())
  await drawn(page)
  expect(await placeOf(page)).toBe(place)
  await expect(way.control).toBeVisible()
}

const withText = (messages: Locator) => messages.filter({ hasText: /\w/, visible: true })

/** What tells a person that a write has failed: a toast, or a message in the form. */
const failure = (page: Page) =>
  withText(page.locator('[data-kind="error"], [data-kind="failed"], [role="alert"], [id$="-error"]'))
    .or(page.getByText('Not saved', { exact: true }))
    .first()

/** Waits for what tells of a success. */
async function succeeds(page: Page, { told }: Way, downloads: () => number): Promise<void> {
  if (told === 'download') return await expect.poll(downloads).toBe(1)
  const messages = withText(page.locator('[data-kind="success"]'))
  await expect((told ? messages.or(told) : messages).first()).toBeVisible()
}

/** Counts what the signed-in person has written: entries of the history, or rows of a table. */
async function written(program: Program, { table }: Way): Promise<number> {
  const [{ count = 0 } = {}] = await program.query<{ count: number }>(
    table
      ? `select coalesce(sum(hashtext(t::text)::bigint), 0)::float8 as count from ${table} t`
      : "select count(*)::int as count from audit_entry where actor_email = 'meera.nair@greenroom.example'",
  )
  return count
}

for (const row of writeRows) {
  const { write, by } = row
  test.describe(`${write.name} by ${by}`, () => {
    test('is one write, however often it is pressed while its answer is late, lost or a failure', async ({
      signedIn: page,
      program,
      expectedConsole,
    }) => {
      expectedConsole.push(refusedCall(500), unansweredCall, / not saved: /)
      const way = await row.start(page, program)
      await page.goto(way.address)
      await begin(way)
      const calls = await follow(page, write)
      const before = await written(program, way)
      const typed = await typedIn(page)
      const idle = await busy(page).count()

      calls.let('failed')
      await way.press()
      await expect(failure(page)).toBeVisible()
      expect(calls.sent).toHaveLength(1)

      calls.let('held')
      await pressAgain(page, way, row.isForm, idle)
      await calls.arrived(2)
      if (row.isForm) await expect.poll(() => typedIn(page)).toEqual(typed)
      if (!row.isAtOnce) {
        await way.control.evaluateAll((all: HTMLElement[]) => {
          for (const one of all) one.click()
        })
        for (const key of ['Enter', 'Enter', 'Escape']) await page.keyboard.press(key)
        await drawn(page)
        await answerQuestion(page, 'stay')
      }
      await calls.release('lost')
      await expect.poll(() => written(program, way)).not.toBe(before)
      const once = await written(program, way)

      calls.let('answered')
      await expect(failure(page)).toBeVisible()
      if (way.shown) await way.shown()
      else {
        await pressAgain(page, way, row.isForm, idle)
        await succeeds(page, way, calls.downloads)
      }
      await expect(busy(page)).toHaveCount(0)
      expect(await written(program, way)).toBe(once)
      expect(calls.sent).toHaveLength(way.shown ? 2 : 3)
      const [first] = calls.sent
      for (const one of calls.sent) expect(one).toEqual(first)
      expect(first?.key !== undefined).toBe(takesIdempotencyKey(write))
    })

    test('moves nobody who has gone on, tells how it ended and keeps what was typed', async ({
      signedIn: page,
      program,
      expectedConsole,
    }) => {
      expectedConsole.push(refusedCall(500), unansweredCall, / not saved: /)
      const way = await row.start(page, program)
      await page.goto('/creators')
      const calls = await follow(page, write)
      const pressAndLeave = async (count: number) => {
        calls.let('held')
        await press(page, way)
        await calls.arrived(count)
        await (row.isLocked ? stay(page, way) : goBack(page))
      }
      await visit(page, way.address)
      await begin(way)
      const typed = await typedIn(page)
      await pressAndLeave(1)
      await calls.release('failed')
      await expect(failure(page)).toBeVisible()
      // A toast offers to try again.
      if (!(await way.control.isVisible())) await comeBack(page, way, row.isForm)
      if (row.isForm) await expect.poll(() => typedIn(page)).toEqual(typed)
      const before = await written(program, way)
      await pressAndLeave(2)
      if (row.isForm && !row.isLocked) {
        // What is being sent is no draft.
        await visit(page, way.address)
        await way.open()
        const field = page
          .locator('main, [role=dialog]')
          .last()
          .locator('input:not([type=file], [type=hidden]), textarea')
        await expect(field.last()).toBeVisible()
        await expect(restored(page)).toHaveCount(0)
        if (typed.length > 0) expect(await typedIn(page)).not.toEqual(typed)
        await goBack(page)
      }
      await calls.release('answered')
      await expect.poll(() => written(program, way)).not.toBe(before)
      await succeeds(page, way, calls.downloads)
      if (!row.isLocked) expect(await placeOf(page)).toBe('/creators')
      const [first, second, ...more] = calls.sent
      expect(second).toEqual(first)
      expect(more).toEqual([])
    })
  })
}
