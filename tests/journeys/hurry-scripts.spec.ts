import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright/test'
import { shellKeys } from '../../apps/console/src/lib/key-bindings.ts'
import { test as base, card, expect, quietPartsLoaded, refusedCall, toast } from './journey.ts'
import { asking, lazyDialogs, unopenedDialogs } from './lazy-dialogs.ts'
import { lazyParts, quietParts } from './lazy-parts.ts'
import { type Program, startProgram } from './program.ts'
import { makeMasterclass, storedMasterclass, unique } from './records.ts'
import { addressOf, screens } from './screens.ts'
import {
  drawn,
  expectShown,
  follow,
  letters,
  load,
  press,
  type SlowLine,
  screenLetters,
  settle,
  shown,
  slowLine,
  type Wanted,
} from './slow-line.ts'

// On a slow line a script comes late and the person goes on. The cases are made from the console's declarations:
// whatever is added there is tried too.
const test = base.extend<{ line: SlowLine }, { program: Program }>({
  program: [
    async ({ browserName: _ }, use) => {
      // With the parts that settings turn on.
      const program = await startProgram({
        REFUND_APPROVAL_ABOVE_INR: '1000',
        PRODUCT_WEBHOOK_URL: 'http://127.0.0.1:9/hooks',
        PRODUCT_WEBHOOK_SECRET: 'a secret of more than 32 characters',
      })
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  line: async ({ signedIn }, use) => use(slowLine(signedIn)),
})

test.describe.configure({ mode: 'parallel' })

/** Checks what is shown now, not only in the end. */
const expectNow = async (page: Page, wanted: Wanted) => expect(await shown(page)).toMatchObject(wanted)
const partOfPath = (search = '') => search.split('?')[0]

/** One screen of each path. */
const paths = screens.filter(
  ({ route, search }, place) =>
    !['/', '$'].includes(route) &&
    place ===
      screens.findIndex((one) => one.route === route && partOfPath(one.search) === partOfPath(search)),
)

/** How many screens one page opens, one after the other. */
const perPage = 12

for (let begin = 0; begin < paths.length; begin += perPage) {
  const tried = paths.slice(begin, begin + perPage)
  test(`leaves each screen while the next is late: ${tried.at(0)?.route} to ${tried.at(-1)?.route}`, async ({
    signedIn: page,
    program,
    line,
  }) => {
    const response = await fetch(`${program.url}/route-files.json`)
    const files: { path: string; files: string[] }[] = await response.json()
    const addresses = []
    // The first follows the last of another page.
    for (const screen of [paths.at(begin - 1), ...tried]) {
      if (!screen) continue
      const script = files.find(({ path }) => path === screen.route)?.files.at(-1) ?? ''
      addresses.push({ address: await addressOf(screen, program), script: script.replace('/assets/', '') })
    }
    let lateCount = 0
    const [first, ...others] = addresses
    let before = first?.address ?? ''
    // Cases of their own try the keys while their script is late.
    await load(page, before)
    for (const { address, script } of others) {
      await test.step(`${before}, then ${address}`, async () => {
        const left = await page.locator('main > *').first().elementHandle()
        await line.hold()
        await follow(page, address)
        await expectShown(page, { address })
        await expect.poll(() => left?.evaluate((one) => one.isConnected), { intervals: [30] }).toBe(false)
        // Another screen may have brought its script.
        const isLate = line.held().includes(script)
        lateCount += Number(isLate)
        if (isLate) await press(page, [...screenLetters, 'Enter', 'Control+Enter'])
        await expectNow(page, { dialogs: [], address })

        const create = page.locator('header a[data-primary]')
        if ((await create.count()) > 0) {
          const target = await create.evaluate((link: HTMLAnchorElement) => link.pathname + link.search)
          await press(page, [shellKeys.create, shellKeys.create])
          await expectShown(page, { address: target })
          await page.goBack()
          await expectShown(page, { address })
        }
        await page.goBack()
        await expectShown(page, { address: before })
        // In a queue a card has the focus and takes the letters.
        if (!before.startsWith('/moderation/')) await press(page, screenLetters)
        await page.goForward()
        await expectShown(page, { address })
        await press(page, [shellKeys.help, 'Escape', shellKeys.find, 'Escape'])
        await line.release()
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        await expectNow(page, { dialogs: [], address })
        expect(line.writes).toEqual([])
        await drawn(page)
      })
      before = address
    }
    expect(lateCount).toBeGreaterThanOrEqual(tried.length / 3)
  })
}

/** Returns the parts that the console's sources declare with a function: id, file, and how its script's name begins. */
function declared(maker: 'lazyDialog' | 'lazyPart') {
  const sources = join(import.meta.dirname, '../../apps/console/src')
  const pattern = new RegExp(
    `\\b${maker}(?:<\\w+>)?\\(\\s*'([\\w-]+)',\\s*\\(\\) =>\\s*import\\('([^']+)'\\)`,
    'g',
  )
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(sources, file), 'utf8').matchAll(pattern)].map(([, id = '', path = '']) => ({
        id,
        file,
        script: `${path.replace(/^.*\/|\.tsx?$/g, '')}-`,
        source: () => readFileSync(join(sources, dirname(file), path), 'utf8'),
      })),
    )
}

const scripts = new Map(declared('lazyDialog').map(({ id, script }) => [id, script]))
const partScripts = new Map(declared('lazyPart').map(({ id, script }) => [id, script]))

test('tries every dialog whose script comes late', () => {
  const tried = [...lazyDialogs.map(({ id }) => id), ...Object.keys(unopenedDialogs)]
  expect(scripts.size).toBeGreaterThan(40)
  expect(tried.sort()).toEqual([...scripts.keys()].sort())
})

/** Where a page begins, so that Back has a screen to return to. */
const start = '/bin'
const loading = 'Loading...'

for (const dialog of lazyDialogs) {
  test(`the late dialog ${dialog.id} takes the keys, closes on Escape and Back, and opens once (OQ-533, OQ-602)`, async ({
    signedIn: page,
    program,
    line,
    expectedConsole,
  }) => {
    const at = typeof dialog.at === 'string' ? dialog.at : await dialog.at(program)
    if (dialog.writes) expectedConsole.push(refusedCall(409))
    const expectUnwritten = () =>
      expect(line.writes.filter((write) => !dialog.writes?.test(write))).toEqual([])
    const script = scripts.get(dialog.id) ?? ''
    // Its own script may be fetched ahead, and is held then.
    const rest = () => (dialog.isAlone ? drawn(page) : settle(page))
    await load(page, start)
    if (dialog.isAlone) await line.hold(script)
    await follow(page, at)
    await expectShown(page, { address: at })
    await rest()
    await dialog.before?.(page, program)
    await rest()
    await expect.poll(async () => (await shown(page)).dialogs).not.toContain(loading)
    line.writes.length = 0
    const below = (await shown(page)).dialogs
    const besides = dialog.hidesOther ? [] : below

    const open = async () => {
      await line.hold(dialog.isAlone && script)
      await dialog.open(page, program)
      // What comes before it may show itself the same way.
      if (dialog.isAlone) await expect.poll(line.held).not.toEqual([])
      await expectShown(page, { dialogs: [...besides, loading], isFocused: true })
      const { address } = await shown(page)
      await press(page, [...letters, 'Enter', 'Control+Enter'])
      await expectNow(page, { dialogs: [...besides, loading], isFocused: true, address })
      expectUnwritten()
      return address
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await expectShown(page, { dialogs: below, address: at, focused: expect.not.stringMatching(/^BODY/) })
    }

    await open()
    const name = new RegExp(`^(${script}|(dialog-window|shared|confirm)-)`)
    await expect.poll(() => line.held().some((file) => name.test(file)), { message: 'its script' }).toBe(true)
    await close()

    // Text that was typed before, or a dialog below, is asked about: the forms below try that.
    if (!dialog.before) {
      const address = await open()
      await page.goBack()
      await expectShown(page, { dialogs: [] })
      if (address === at) {
        await expectShown(page, { address: start })
        await page.goForward()
      }
      await expectShown(page, { address: at })
      await drawn(page)
    }

    await open()
    await line.release()
    await expect.poll(async () => (await shown(page)).dialogs.slice(besides.length)).not.toEqual([loading])
    expect((await shown(page)).dialogs).toHaveLength(besides.length + 1)
    await expectShown(page, { isFocused: true })
    expectUnwritten()
    await close()
    expectUnwritten()
  })
}

/** The screens that are a form. That of a published masterclass cannot be edited. */
const forms = screens.filter(
  ({ route, search = '', of }) =>
    /\/create$|\/edit|create-banner|tab=create/.test(route + search) &&
    !(route.startsWith('/masterclass') && of === 'published'),
)
const elsewhere = '/api-keys'
const question = 'Leave without saving?'
const titleOf = ({ route, search = '', of = '' }: (typeof forms)[number]) => `${route}${search} ${of}`.trim()
const leaveForm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()

/** Types in the first field of a form that takes any text, or in the number of a banner. */
async function typeInForm(page: Page, at: string) {
  const isBanner = at.startsWith('/create-banner')
  const anyText = 'main form :is(input:not([type]), input[type="text"], textarea):not([role]):enabled'
  const field = isBanner ? page.getByLabel('Order number') : page.locator(anyText).first()
  const text = isBanner ? String(1e5 + (Date.now() % 8e5)) : unique('Half a thought')
  const before = await field.inputValue()
  await field.fill(text)
  await settle(page)
  return { field, text, before }
}

for (const form of forms) {
  test(`the form ${titleOf(form)} asks before it is left, though the question is late`, async ({
    signedIn: page,
    program,
    line,
  }) => {
    const at = await addressOf(form, program)
    await load(page, '/memberships')
    for (const address of [start, at]) {
      await follow(page, address)
      await settle(page)
    }
    const { field, text } = await typeInForm(page, at)
    await line.hold()
    const expectAsked = async (wanted: Wanted) => {
      await expectShown(page, { isFocused: true, ...wanted })
      await expect(field).toHaveValue(text)
      expect(line.writes).toEqual([])
    }
    const late = { dialogs: [loading] }
    const kept = { dialogs: [], address: at }
    await follow(page, elsewhere)
    await expectAsked(late)
    await press(page, [...letters, 'Enter', 'Control+Enter'])
    await expectAsked(late)
    await page.keyboard.press('Escape')
    await expectAsked(kept)
    await page.goBack()
    await page.goBack()
    await expectAsked(late)
    // What is asked last replaces the question before it.
    await follow(page, elsewhere)
    await expectAsked({ ...late, address: at })
    await page.keyboard.press('Escape')
    await expectAsked(kept)
    await follow(page, elsewhere)
    await page.goBack()
    await expectAsked(late)
    await line.release()
    await expectAsked({ dialogs: [question] })
    await press(page, [...screenLetters, 'Enter'])
    await expectAsked(kept)
    await page.goBack()
    await expectAsked({ dialogs: [question] })
    await leaveForm(page)
    await expectShown(page, { address: start })
    await settle(page)
    await expectNow(page, { dialogs: [], address: start })
    expect(line.writes).toEqual([])
  })
}

for (const form of forms) {
  if (!form.idOf) continue
  test(`the form ${titleOf(form)} that is saved meanwhile asks no more, and shows what is stored when it is opened again (OQ-600)`, async ({
    signedIn: page,
    program,
    line,
  }) => {
    const at = await addressOf(form, program)
    await load(page, start)
    /** Types in the form, and leaves it while its save runs. */
    const leaveSaving = async (asked: string) => {
      await follow(page, at)
      await settle(page)
      const typed = await typeInForm(page, at)
      await line.holdWrites()
      line.writes.length = 0
      if (asked === loading) await line.hold()
      // A form of several steps is saved by its last.
      await expect(async () => {
        await press(page, ['Control+Enter'])
        expect(line.writes).toHaveLength(1)
      }).toPass({ intervals: [100], timeout: 30_000 })
      await follow(page, elsewhere)
      await expectShown(page, { dialogs: [asked] })
      return typed
    }
    const expectLeft = async (address: string) => {
      await expectShown(page, { dialogs: [], address })
      await settle(page)
      await expectNow(page, { dialogs: [], address })
      expect(line.writes).toHaveLength(1)
    }
    const saving = 'Leave while it is being saved?'
    for (const asked of [loading, saving]) {
      await leaveSaving(asked)
      await line.releaseWrites()
      await expectShown(page, { address: elsewhere })
      await line.release()
      await expectLeft(elsewhere)
    }
    const { field, before } = await leaveSaving(saving)
    await leaveForm(page)
    await expectShown(page, { address: elsewhere })
    await page.goBack()
    await expect(field).toHaveValue(before)
    await expect(page.getByText('We restored your unsaved changes.')).toHaveCount(0)
    await line.releaseWrites()
    await expectLeft(at)
  })
}

test('tries every late part of a screen that takes the focus', () => {
  const focusing = declared('lazyPart')
    .filter(({ file }) => !/(\.screens\.ts|routes\.tsx)$/.test(file))
    .filter(({ source }) => /autofocus|\.focus\(/i.test(source()))
  const tried = [...lazyParts.map(({ id }) => id), ...Object.keys(quietParts)]
  expect(focusing.length).toBeGreaterThan(8)
  expect(tried.sort()).toEqual([...new Set(focusing.map(({ id }) => id))].sort())
})

for (const part of lazyParts) {
  test(`the late part ${part.id} leaves the focus and the letters where somebody types (OQ-601)`, async ({
    signedIn: page,
    line,
  }) => {
    // Whatever comes ahead of its use is late too.
    await line.hold(partScripts.get(part.id))
    await page.goto(part.at)
    const field = part.elsewhere(page)
    if (part.before) await part.before(page)
    await field.waitFor()
    await drawn(page)
    await part.open(page)
    await drawn(page)
    await field.click()
    await page.keyboard.type('ab')
    await line.release()
    await page.keyboard.type('cd')
    await settle(page)
    await expect(field).toHaveValue('abcd')
    await expect(field).toBeFocused()
    expect(line.writes).toEqual([])
  })
}

for (const [name, key] of Object.entries(shellKeys)) {
  if (key === shellKeys.save || key === shellKeys.search) continue
  test(`the key ${key} (${name}), whose script is late, acts once, and not on another screen or field`, async ({
    signedIn: page,
    line,
  }) => {
    const search = page.getByRole('searchbox')
    const late = async (goOn?: () => Promise<unknown>) => {
      await line.hold('shell-key-press-')
      await page.goto('/staff')
      await search.waitFor()
      await press(page, [key, key])
      await goOn?.()
      await line.release()
      // The next load must not cut off what is fetched last.
      await quietPartsLoaded(page)
    }
    await late(() => follow(page, elsewhere))
    await expectNow(page, { dialogs: [], address: elsewhere })
    await late(() => search.fill('q'))
    await expect(search).toBeFocused()
    await expectNow(page, { dialogs: [], address: expect.stringMatching(/^\/staff(\?q=q)?$/) })
    await late()
    if (name === 'find') await expect(search).toBeFocused()
    else await expect.poll(async () => (await shown(page)).dialogs).toHaveLength(1)
    expect(line.writes).toEqual([])
  })
}

for (const isLeft of [true, false]) {
  test(`publishes nothing from a card that was ${isLeft ? 'left' : 'given up'} before its question was there (OQ-603)`, async ({
    signedIn: page,
    program,
    line,
  }) => {
    const { title, _id } = await makeMasterclass(program, asking)
    const at = '/masterclass?tab=draft'
    await load(page, at)
    await line.hold('check-publishing-')
    await card(page, title).getByRole('button', { name: 'Publish' }).click()
    await expect.poll(line.held).toHaveLength(1)
    await press(page, letters)
    await expectNow(page, { dialogs: [loading], address: at })
    if (isLeft) await follow(page, elsewhere)
    else await page.keyboard.press('Escape')
    await line.release()
    if (isLeft) await expect(toast(page, /^Not published\./)).toBeVisible()
    await expectShown(page, { dialogs: [], address: isLeft ? elsewhere : at })
    expect((await storedMasterclass(program, _id)).is_active).toBe(false)
    expect(line.writes).toEqual([])
  })
}
