import type { Page, Request } from 'playwright/test'
import { type Way, type WriteRow, writeRows } from './hurry-writes.ts'
import { expect, expectAccessibleInBothSchemes, refusedCall, test, toast } from './journey.ts'
import { routeCalls } from './open-screen.ts'
import { answerQuestion, leaveQuestion, placeOf, restored, typedIn, visit } from './typed-form.ts'

/** Where a form is opened from, and where Back leads. */
const start = '/bin'

// Each case is long, so the workers share them.
test.describe.configure({ mode: 'parallel' })

const top = (page: Page) => page.locator('main, [role=dialog]').last()

async function open(page: Page, way: Way): Promise<void> {
  await way.open()
  // The list below a dialog that is still loading has a search, and no form.
  const fields = top(page)
    .locator('form')
    .locator('input:not([type=file], [type=hidden], [type=search]), textarea')
  await expect(fields.first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

/** Returns what the first step of a form contains. */
async function read(page: Page): Promise<string[]> {
  const first = page.getByRole('button', { name: /^1 \w/ })
  if ((await first.isVisible()) && (await first.isEnabled())) await first.click()
  return typedIn(page)
}

/** Goes back until the form asks. */
async function back(page: Page, choice: 'stay' | 'leave'): Promise<void> {
  await page.evaluate(() => history.back())
  await expect(leaveQuestion(page)).toBeVisible()
  await answerQuestion(page, choice)
}

/** Returns the request with a part that the server refuses. */
function spoil(request: Request, { part, value = '' }: NonNullable<WriteRow['refused']>): Buffer {
  const body = request.postDataBuffer() ?? Buffer.alloc(0)
  const boundary = /boundary=(.+)$/.exec(request.headers()['content-type'] ?? '')?.[1]
  if (!boundary) return Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), [part]: [] }))
  const spoilt = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n${value}\r\n`
  const parts = body.toString('latin1').split(`--${boundary}`)
  const others = parts.filter((one) => !one.includes(`name="${part}"\r\n`)).join(`--${boundary}`)
  return Buffer.from(
    others.replace(new RegExp(`--${boundary}--\\r\\n$`), `${spoilt}--${boundary}--\r\n`),
    'latin1',
  )
}

for (const row of writeRows) {
  const { write, by, refused } = row
  if (!refused) continue
  test(`${write.name} by ${by}: asks before it is left, keeps a draft, discards it, and marks what the server refuses (OQ-012, OQ-033, OQ-109)`, async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(400), / not saved: /)
    page.on('dialog', (dialog) => void dialog.accept())
    const way = await row.start(page, program)
    await page.goto(start)
    await visit(page, way.address)
    const listed = await placeOf(page)
    await open(page, way)
    const isInAddress = (await placeOf(page)) !== listed
    const before = await read(page)
    const picture = page.getByRole('button', { name: /^Remove (image|picture)/ })
    const none = await picture.count()
    await way.fill()
    const typed = await read(page)
    const entered = typed.filter((value) => !before.includes(value))
    expect(entered).not.toEqual([])
    const pictures = await picture.count()
    const isEmptied = () =>
      expect.poll(async () => (await read(page)).filter((value) => entered.includes(value))).toEqual([])

    await back(page, 'stay')
    expect(await read(page)).toEqual(typed)

    await page.reload()
    if (!isInAddress) await way.open()
    await expect(restored(page)).toBeVisible()
    await expect.poll(() => read(page)).toEqual(typed)
    await expect(picture).toHaveCount(pictures)
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(restored(page)).toHaveCount(0)
    await isEmptied()
    await expect(picture).toHaveCount(none)

    // What is discarded asks nothing.
    await visit(page, start)
    await expect.poll(() => placeOf(page)).toBe(start)
    await visit(page, way.address)
    await open(page, way)
    await way.fill()
    await routeCalls(page, '**/admin/**', (route, request) =>
      request.method() === write.method
        ? route.continue({ postData: spoil(request, refused) })
        : route.fallback(),
    )
    await way.press()
    if (refused.says) await expect(toast(page, refused.says)).toBeVisible()
    const field = top(page).getByLabel(refused.at).and(page.locator('input, textarea')).first()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')

    await back(page, 'leave')
    await expect(way.control).toHaveCount(0)
    await visit(page, start)
    await visit(page, way.address)
    await open(page, way)
    await expect(restored(page)).toHaveCount(0)
    await isEmptied()
  })
}

for (const row of writeRows) {
  const { write, by, theirs } = row
  if (!theirs) continue
  test(`${write.name} by ${by}: merges a colleague’s change of another field, and asks about the same one (OQ-109)`, async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const way = await row.start(page, program)
    await page.goto(start)
    const question = page.getByRole('alertdialog', { name: 'Which change stays?' })
    const edit = async (change: object) => {
      // This forgets what was read, so that the form begins with what is stored.
      await page.goto(start)
      await visit(page, way.address)
      await open(page, way)
      await way.fill()
      await way.change(change)
      await way.press()
    }
    const isSaved = async () => {
      await expect(question).toHaveCount(0)
      await expect(leaveQuestion(page)).toHaveCount(0)
      await expect(way.control).toHaveCount(0)
    }
    const before = await way.stored()
    await edit({ ...theirs.besides, ...theirs.other })
    await isSaved()
    const merged = await way.stored()
    expect(merged).toMatchObject(theirs.other)
    const [mine = ''] = Object.keys(theirs.same(1)) as never[]
    expect(merged[mine]).not.toEqual(before[mine])

    for (const choice of ['Yours', 'Theirs'] as const) {
      await way.change(theirs.same(1))
      await edit(theirs.same(2))
      await expect(question).toBeVisible()
      if (choice === 'Yours') await expectAccessibleInBothSchemes(page)
      await question.getByRole('radio', { name: new RegExp(choice) }).check()
      await question.getByRole('button', { name: 'Save' }).click()
      await isSaved()
      const stored = await way.stored()
      if (choice === 'Yours') expect(stored[mine]).toEqual(merged[mine])
      else expect(stored).toMatchObject(theirs.same(2))
      expect(stored).toMatchObject(choice === 'Yours' ? theirs.other : theirs.same(2))
    }
  })
}
