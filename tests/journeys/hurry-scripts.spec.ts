import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright/test'
import { shellKeys } from '../../apps/console/src/lib/key-bindings.ts'
import { test as base, card, expect, quietPartsLoaded, refusedCall, toast } from './journey.ts'
import { lazyDialogs, unopenedDialogs } from './lazy-dialogs.ts'
import { lazyParts, quietParts } from './lazy-parts.ts'
import { type Program, startProgram } from './program.ts'
import { makeMasterclass, storedMasterclass, unique } from './records.ts'
import { addressOf, screens } from './screens.ts'
import { drawn, follow, letters, press, screenLetters, settle, shown, slowLine } from './slow-line.ts'

// On a slow line a script comes late and the person goes on. The cases are made from the console's declarations:
// whatever is added there is tried too.
const test = base.extend<object, { program: Program }>({
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
})

test.use({ coldBrowser: true })
test.describe.configure({ mode: 'parallel' })

const expectPath = (page: Page, address: string) =>
  expect.poll(async () => (await shown(page)).address, { message: 'the address' }).toBe(address)

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
  }) => {
    const line = await slowLine(page)
    // The first follows the last of another page.
    const addresses = []
    for (const screen of [paths.at(begin - 1), ...tried])
      if (screen) addresses.push(await addressOf(screen, program))
    await page.goto(addresses[0] ?? '')
    // Cases of their own try the keys while their script is late.
    await quietPartsLoaded(page)
    await settle(page)
    for (const [place, address] of addresses.entries()) {
      if (place === 0) continue
      const before = addresses[place - 1] ?? ''
      await test.step(`${before}, then ${address}`, async () => {
        await page.evaluate(() =>
          Object.assign(window, { left: document.querySelector('main')?.firstElementChild }),
        )
        line.hold()
        await follow(page, address)
        await expectPath(page, address)
        await expect
          .poll(() =>
            page.evaluate(() => (window as unknown as { left?: Element }).left?.isConnected ?? false),
          )
          .toBe(false)
        await press(page, [...screenLetters, 'Enter', 'Control+Enter'])
        await expectPath(page, address)
        expect(await shown(page)).toMatchObject({ dialogs: [] })

        const create = page.locator('header a[data-primary]')
        if ((await create.count()) > 0) {
          const target = await create.evaluate((link: HTMLAnchorElement) => link.pathname + link.search)
          await press(page, [shellKeys.create, shellKeys.create])
          await expectPath(page, target)
          await page.goBack()
          await expectPath(page, address)
        }
        await page.goBack()
        await expectPath(page, before)
        await press(page, screenLetters)
        await page.goForward()
        await expectPath(page, address)
        await press(page, [shellKeys.help, 'Escape', shellKeys.find, 'Escape'])
        await line.release()
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        expect(await shown(page)).toMatchObject({ dialogs: [], address })
        expect(line.writes).toEqual([])
        await drawn(page)
      })
    }
  })
}

interface Declared {
  id: string
  /** File that declares it. */
  file: string
  /** Begins the name of its script. */
  script: string
  /** Returns the source of its component. */
  source: () => string
}

/** Returns the parts that the console's sources declare with a function. */
function declared(maker: 'lazyDialog' | 'lazyPart'): Declared[] {
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
        script: path.replace(/^.*\/|\.tsx?$/g, ''),
        source: () => readFileSync(join(sources, dirname(file), path), 'utf8'),
      })),
    )
}

const scripts = new Map(declared('lazyDialog').map(({ id, script }) => [id, script]))
const partScripts = new Map(declared('lazyPart').map(({ id, script }) => [id, `${script}-`]))

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
    expectedConsole,
  }) => {
    const line = await slowLine(page)
    const at = typeof dialog.at === 'string' ? dialog.at : await dialog.at(program)
    if (dialog.writes) expectedConsole.push(refusedCall(409))
    const unmeant = () => line.writes.filter((write) => !dialog.writes?.test(write))
    await page.goto(start)
    await settle(page)
    const script = scripts.get(dialog.id) ?? ''
    if (dialog.isAlone) line.hold(`${script}-`)
    await follow(page, at)
    await expectPath(page, at)
    await drawn(page)
    if (!dialog.isAlone) await settle(page)
    await dialog.before?.(page, program)
    if (!dialog.isAlone) await settle(page)
    line.writes.length = 0
    const below = (await shown(page)).dialogs
    const besides = dialog.hidesOther ? [] : below

    const open = async () => {
      line.hold(dialog.isAlone ? `${script}-` : '')
      await dialog.open(page, program)
      // What comes before it may show itself the same way.
      if (dialog.isAlone) await expect.poll(line.held).not.toEqual([])
      await expect.poll(async () => (await shown(page)).dialogs).toEqual([...besides, loading])
      expect(await shown(page)).toMatchObject({ isFocused: true })
      const { address } = await shown(page)
      await press(page, [...letters, 'Enter', 'Control+Enter'])
      expect(await shown(page)).toMatchObject({ dialogs: [...besides, loading], isFocused: true, address })
      expect(unmeant()).toEqual([])
      return address
    }
    const expectClosed = async () => {
      await expect.poll(async () => (await shown(page)).dialogs).toEqual(below)
      await expectPath(page, at)
      await expect
        .poll(async () => (await shown(page)).focused, { message: 'the focus' })
        .not.toMatch(/^BODY/)
    }

    await open()
    const name = new RegExp(`^(${script}|dialog-window|shared|confirm)-`)
    await expect.poll(() => line.held().some((file) => name.test(file)), { message: 'its script' }).toBe(true)
    await page.keyboard.press('Escape')
    await expectClosed()

    // Text that was typed before, or a dialog below, is asked about: the forms below try that.
    if (!dialog.before) {
      const address = await open()
      await page.goBack()
      await expect.poll(async () => (await shown(page)).dialogs).toEqual([])
      if (address === at) {
        await expectPath(page, start)
        await page.goForward()
      }
      await expectPath(page, at)
      await drawn(page)
    }

    await open()
    await line.release()
    await expect.poll(async () => (await shown(page)).dialogs.slice(besides.length)).not.toEqual([loading])
    expect((await shown(page)).dialogs).toHaveLength(besides.length + 1)
    await expect.poll(() => shown(page)).toMatchObject({ isFocused: true })
    expect(unmeant()).toEqual([])
    await page.keyboard.press('Escape')
    await expectClosed()
    expect(unmeant()).toEqual([])
  })
}

/** The screens that are a form: each has a text to type. */
const forms = screens.filter(({ route, search = '' }) =>
  /\/create$|\/edit|create-banner|tab=create/.test(route + search),
)
const elsewhere = '/api-keys'
const textField = 'main form :is(input:not([type]), input[type="text"], textarea):not([role]):enabled'

/** Opens a form from another screen, and types in its first field. */
async function typeInForm(page: Page, at: string) {
  await page.goto('/memberships')
  await settle(page)
  for (const address of [start, at]) {
    await follow(page, address)
    await settle(page)
  }
  const field = page.locator(textField).first()
  const text = unique('Half a thought')
  const before = await field.inputValue()
  await field.fill(text)
  await settle(page)
  return { field, text, before }
}

for (const form of forms) {
  const title = `${form.route}${form.search ?? ''} ${form.of ?? ''}`.trim()
  test(`the form ${title} asks before it is left, though the question is late`, async ({
    signedIn: page,
    program,
  }) => {
    const line = await slowLine(page)
    const at = await addressOf(form, program)
    const { field, text } = await typeInForm(page, at)
    line.hold()
    const expectAsked = async (dialogs: string[]) => {
      await expect.poll(async () => (await shown(page)).dialogs).toEqual(dialogs)
      await expect.poll(() => shown(page)).toMatchObject({ isFocused: true })
      await expect(field).toHaveValue(text)
      expect(line.writes).toEqual([])
    }
    const expectKept = async () => {
      await expectAsked([])
      await expectPath(page, at)
    }
    await follow(page, elsewhere)
    await expectAsked([loading])
    await press(page, [...letters, 'Enter', 'Control+Enter'])
    await expectAsked([loading])
    await page.keyboard.press('Escape')
    await expectKept()
    await page.goBack()
    await page.goBack()
    await expectAsked([loading])
    await page.keyboard.press('Escape')
    await expectKept()
    await follow(page, elsewhere)
    await page.goBack()
    await expectAsked([loading])
    await line.release()
    const question = 'Leave without saving?'
    await expectAsked([question])
    await press(page, [...screenLetters, 'Enter'])
    await expectKept()
    await page.goBack()
    await expectAsked([question])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await expectPath(page, start)
    await settle(page)
    expect(await shown(page)).toMatchObject({ dialogs: [], address: start })
    expect(line.writes).toEqual([])
  })
}

// A published masterclass cannot be edited.
const edits = forms.filter(
  ({ route, of, idOf }) => idOf && !(route.startsWith('/masterclass') && of === 'published'),
)

for (const form of edits) {
  const title = `${form.route} ${form.of ?? ''}`.trim()
  for (const isLate of [true, false]) {
    test(`the form ${title} that is saved meanwhile asks no more, ${isLate ? 'with a late question' : 'with an open question'} (OQ-600)`, async ({
      signedIn: page,
      program,
    }) => {
      const line = await slowLine(page)
      await typeInForm(page, await addressOf(form, program))
      line.holdWrites()
      await page.keyboard.press('Control+Enter')
      await expect.poll(() => line.writes).toHaveLength(1)
      if (isLate) line.hold()
      await follow(page, elsewhere)
      const question = isLate ? loading : 'Leave while it is being saved?'
      await expect.poll(async () => (await shown(page)).dialogs).toEqual([question])
      await line.releaseWrites()
      await expectPath(page, elsewhere)
      await line.release()
      await settle(page)
      expect(await shown(page)).toMatchObject({ dialogs: [], address: elsewhere })
      expect(line.writes).toHaveLength(1)
    })
  }
}

for (const form of edits) {
  const title = `${form.route} ${form.of ?? ''}`.trim()
  test(`the form ${title} that is opened again while its save runs shows what is stored`, async ({
    signedIn: page,
    program,
  }) => {
    const line = await slowLine(page)
    const { field, before } = await typeInForm(page, await addressOf(form, program))
    line.holdWrites()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => line.writes).toHaveLength(1)
    await follow(page, elsewhere)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await expectPath(page, elsewhere)
    await page.goBack()
    await expect(field).toHaveValue(before)
    await expect(page.getByText('What you entered earlier is back.')).toHaveCount(0)
    await line.releaseWrites()
    await settle(page)
    expect(await shown(page)).toMatchObject({ dialogs: [] })
    expect(line.writes).toHaveLength(1)
  })
}

test('tries every late part of a screen that takes the focus', () => {
  const focusing = declared('lazyPart')
    .filter(({ file }) => !file.endsWith('routes.tsx'))
    .filter(({ source }) => /autofocus|\.focus\(/i.test(source()))
  const tried = [...lazyParts.map(({ id }) => id), ...Object.keys(quietParts)]
  expect(focusing.length).toBeGreaterThan(8)
  expect(tried.sort()).toEqual([...new Set(focusing.map(({ id }) => id))].sort())
})

for (const part of lazyParts) {
  test(`the late part ${part.id} leaves the focus and the letters where somebody types (OQ-601)`, async ({
    signedIn: page,
  }) => {
    const line = await slowLine(page)
    // Whatever comes ahead of its use is late too.
    line.hold(partScripts.get(part.id))
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
  }) => {
    const line = await slowLine(page)
    const at = '/coupons'
    const search = page.getByRole('searchbox')
    const late = async (goOn: () => Promise<unknown>) => {
      line.hold('shell-key-press-')
      await page.goto(at)
      await search.waitFor()
      await press(page, [key, key])
      await goOn()
      await line.release()
    }
    await late(() => follow(page, elsewhere))
    await expectPath(page, elsewhere)
    expect(await shown(page)).toMatchObject({ dialogs: [] })
    await late(() => search.fill('q'))
    await expect(search).toBeFocused()
    expect(await shown(page)).toMatchObject({
      dialogs: [],
      address: expect.stringMatching(/^\/coupons(\?q=q)?$/),
    })
    await late(async () => undefined)
    if (name === 'find') await expect(search).toBeFocused()
    else await expect.poll(async () => (await shown(page)).dialogs).toHaveLength(1)
    expect(line.writes).toEqual([])
  })
}

test('says that nothing was published when the card was left before its question was there (OQ-603)', async ({
  signedIn: page,
  program,
}) => {
  const line = await slowLine(page)
  // Without a banner, publishing asks.
  const { title, _id } = await makeMasterclass(program)
  await page.goto('/masterclass?tab=draft')
  await settle(page)
  line.hold('check-publishing-')
  await card(page, title).getByRole('button', { name: 'Publish' }).click()
  await expect.poll(line.held).toHaveLength(1)
  await follow(page, elsewhere)
  await line.release()
  await expect(toast(page, /^Not published\./)).toBeVisible()
  expect(await shown(page)).toMatchObject({ dialogs: [], address: elsewhere })
  expect((await storedMasterclass(program, _id)).is_active).toBe(false)
  expect(line.writes).toEqual([])
})
