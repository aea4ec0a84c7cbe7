import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { takesIdempotencyKey } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import type { Page, Route } from 'playwright/test'
import { type Way, writeRows } from './hurry-writes.ts'
import { test as base, expect, refusedCall, unansweredCall } from './journey.ts'
import { routeCalls } from './open-screen.ts'
import { type Program, startProgram } from './program.ts'

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

/** Writes that nobody presses: those of other servers, and where a colleague looks. */
const isPressed = ({ endpoint: { method, path, name } }: (typeof endpoints)[number]) =>
  method !== 'GET' && path.startsWith('/admin/') && name !== 'setLivePlace'

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

/** Opens a screen as a step of the history. */
async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
}

async function press({ press: control, key, act }: Way): Promise<void> {
  if (act) await act()
  else if (key) await control.press(key)
  else await control.click()
}

async function begin(way: Way): Promise<void> {
  await way.open?.()
  await way.fill?.()
}

/** Presses again what a person sees after a failure: the same button, or the way there. */
async function pressAgain(way: Way): Promise<void> {
  await expect(way.press.or(way.press.page().locator('main')).first()).toBeVisible()
  if (!(await way.press.isVisible())) {
    await visit(way.press.page(), way.address)
    await begin(way)
  }
  await press(way)
}

const question = (page: Page) => page.getByRole('alertdialog')

/** Answers the question whether a form may close, where Escape or Back has opened one. */
async function answerQuestion(page: Page, way: Way, choice: 'stay' | 'leave'): Promise<void> {
  // A question that writes is the row's own.
  if (
    !(await question(page).isVisible()) ||
    (await question(page).and(page.locator(':has([aria-busy])')).count())
  )
    return
  const answers = question(page).locator('.gr-answers button')
  if ((await way.press.count()) > 0 && (await answers.last().and(way.press).count()) > 0) return
  await (choice === 'stay' ? answers.first() : answers.last()).click()
  await expect(question(page)).toHaveCount(0)
}

/** What tells a person how a write ended, or that it failed: a toast, or a message in the form. */
const told = (page: Page, way: Way) => {
  const messages = page
    .locator('[data-kind]:not([data-kind="pending"]), [role="alert"], [id$="-error"]')
    .filter({ hasText: /[A-Z]/, visible: true })
    .or(page.getByText('Not saved', { exact: true }))
  return (way.told ? messages.or(way.told) : messages).first()
}

/** Returns what a person has typed into the form on top. */
function typedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')].at(-1)
    const fields = top?.querySelectorAll<HTMLInputElement>('input:not([type=file], [type=search]), textarea')
    return [...(fields ?? [])].filter(({ value }) => value !== '').map(({ value }) => value)
  })
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
      const way = await row.start({ page, program })
      await page.goto(way.address)
      await begin(way)
      const calls = await follow(page, write)
      const before = await written(program, way)
      const typed = await typedIn(page)

      calls.let('failed')
      await press(way)
      await calls.arrived(1)
      await expect(told(page, way)).toBeVisible()

      calls.let('held')
      await pressAgain(way)
      await calls.arrived(2)
      if (row.isForm) await expect.poll(() => typedIn(page)).toEqual(typed)
      if (!way.isAtOnce) {
        await way.press.dispatchEvent('click', {}, { timeout: 500 }).catch(() => undefined)
        for (const key of ['Enter', 'Enter', 'Escape']) await page.keyboard.press(key)
        await answerQuestion(page, way, 'stay')
      }
      expect(calls.sent).toHaveLength(2)
      await calls.release('lost')
      await expect.poll(() => written(program, way)).not.toBe(before)
      const once = await written(program, way)

      calls.let('answered')
      if (way.shown) await expect(way.shown.first()).toBeVisible()
      else {
        await expect(told(page, way)).toBeVisible()
        await pressAgain(way)
        await calls.arrived(3)
        await expect(told(page, way)).toBeVisible()
      }
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await written(program, way)).toBe(once)
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
      const way = await row.start({ page, program })
      await page.goto('/creators')
      const calls = await follow(page, write)
      const leave = async () => {
        calls.let('held')
        const count = calls.sent.length
        await press(way)
        await calls.arrived(count + 1)
        await page.keyboard.press('Escape')
        await answerQuestion(page, way, 'leave')
        for (let step = 0; step < 4 && new URL(page.url()).pathname !== '/creators'; step += 1) {
          await page.evaluate(() => history.back())
          await page.waitForTimeout(150)
          await answerQuestion(page, way, 'leave')
        }
        return page.url()
      }
      await visit(page, way.address)
      await begin(way)
      const typed = await typedIn(page)
      const failed = await leave()
      await calls.release('failed')
      await expect(told(page, way)).toBeVisible()
      if (failed.endsWith('/creators')) {
        await visit(page, way.address)
        await way.open?.()
        if (row.isForm) await expect.poll(() => typedIn(page)).toEqual(typed)
        else await way.fill?.()
      }
      const before = await written(program, way)
      const left = await leave()
      await calls.release('answered')
      await expect.poll(() => written(program, way)).not.toBe(before)
      await expect(told(page, way)).toBeVisible()
      if (left.endsWith('/creators')) await expect(page).toHaveURL('/creators')
      const [first] = calls.sent
      for (const one of calls.sent) expect(one).toEqual(first)
    })
  })
}
