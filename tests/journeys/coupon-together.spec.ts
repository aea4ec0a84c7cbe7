import { readFile } from 'node:fs/promises'
import type { ListedMembership } from '@greenroom/contract/money/membership/membership.endpoints'
import type { Locator, Page } from 'playwright/test'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  row,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { routeCalls } from './open-screen.ts'
import type { Program } from './program.ts'
import { makeCoupon, makeMasterclass, makePublished, uniqueCode } from './records.ts'

/** Opens the dialog that links all coupons with this mark. */
async function openLinks(page: Page, mark: string): Promise<Locator> {
  await page.goto(`/coupons?q=${mark}`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Link to…' }).click()
  return page.getByRole('dialog', { name: 'Link 2 coupons' })
}

async function choose(dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('Masterclass or membership', { exact: true }).fill(name)
  await dialog.page().getByRole('option', { name }).click()
  await expect(dialog.getByRole('list', { name: 'Linked to' })).toContainText(name)
}

async function makeTwo(program: Program) {
  const mark = uniqueCode('L')
  return {
    mark,
    coupons: [
      await makeCoupon(program, { code: `${mark}A` }),
      await makeCoupon(program, { code: `${mark}B` }),
    ],
  }
}

/** Returns the codes with this mark that a masterclass or a membership has. */
async function codesOf(program: Program, id: string, mark: string): Promise<string[]> {
  const rows = await program.query<{ code: string }>(
    `select code from coupon_link join coupon on coupon.id = coupon_id
     where entity_id = $1 and code like $2 order by code`,
    [id, `${mark}%`],
  )
  return rows.map(({ code }) => code)
}

const linkBoth = { name: 'Link 2 coupons' }
const failed = (page: Page) => page.locator('[data-sonner-toast] [data-kind="failed"]')

test('links several coupons to masterclasses and memberships with one press, asks before the chosen ones are lost, and keeps them over a reload (OQ-696, OQ-531)', async ({
  signedIn: page,
  program,
}) => {
  const { mark, coupons } = await makeTwo(program)
  const [first, second] = [await makePublished(program), await makeMasterclass(program)]
  const { body } = await program.call<ListedMembership[]>('GET', '/admin/memberships')
  const membership = body.data[0] as ListedMembership
  const dialog = await openLinks(page, mark)
  const submit = dialog.getByRole('button', linkBoth)
  await submit.click()
  await expect(dialog.getByText('Choose at least one masterclass or membership')).toBeVisible()
  for (const name of [first.title, second.title, membership.name]) await choose(dialog, name)
  await expectAccessibleInBothSchemes(page)

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard the chosen products?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: `Remove ${second.title}` }).click()
  await expect(dialog.getByRole('button', { name: `Remove ${membership.name}` })).toBeFocused()

  page.on('dialog', (warning) => void warning.accept())
  await page.reload()
  await openLinks(page, mark)
  await expect(dialog.getByText('We restored your unsaved changes.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)

  await submit.click()
  await expect(toast(page, '2 coupons linked to 2 products')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  for (const { code } of coupons) await expect(row(page, code)).toContainText('2 products')
  for (const { _id } of [first, membership])
    expect(await codesOf(program, _id, mark)).toEqual(coupons.map(({ code }) => code))
  expect(await codesOf(program, second._id, mark)).toEqual([])
})

test('keeps a product that refuses the coupons with its reason, and links the others (OQ-696)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(404))
  const { mark } = await makeTwo(program)
  const [gone, session] = [await makeMasterclass(program), await makeMasterclass(program)]
  const dialog = await openLinks(page, mark)
  for (const { title } of [gone, session]) await choose(dialog, title)
  await program.query('delete from masterclass where id = $1', [gone._id])
  await dialog.getByRole('button', linkBoth).click()
  await expect(toast(page, '2 coupons linked to 1 of 2 products')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText(`${gone.title}`)
  await expect(dialog.getByRole('listitem')).toContainText('Not linked. This masterclass does not exist')
  await expectAccessibleInBothSchemes(page)
  expect(await codesOf(program, session._id, mark)).toHaveLength(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('repeats a link whose response was lost under its key, and sends the rest after it (OQ-696, OQ-029)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(unansweredCall)
  const { mark, coupons } = await makeTwo(program)
  const sessions = [await makeMasterclass(program), await makeMasterclass(program)]
  const sent: { key: string | undefined; id: string }[] = []
  let isLost = true
  await routeCalls(page, '**/admin/coupons', async (route, request) => {
    if (request.method() !== 'PATCH') return route.fallback()
    sent.push({ key: request.headers()['idempotency-key'], id: request.postDataJSON().entity_id })
    if (!isLost) return route.continue()
    await route.fetch()
    await route.abort('connectionfailed')
  })
  const dialog = await openLinks(page, mark)
  for (const { title } of sessions) await choose(dialog, title)
  await dialog.getByRole('button', linkBoth).click()
  await expect(failed(page)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText('The server did not respond.')
  isLost = false
  await dialog.getByRole('button', linkBoth).click()
  await expect(toast(page, '2 coupons linked to 2 products')).toBeVisible()
  const [first, second] = sessions.map(({ _id }) => _id)
  expect(sent.map(({ id }) => id)).toEqual([first, first, second])
  expect(sent[1]?.key).toBe(sent[0]?.key)
  const [{ count = 0 } = {}] = await program.query<{ count: number }>(
    "select count(*)::int as count from audit_entry where action = 'coupon.link' and entity_id = any ($1)",
    [coupons.map(({ _id }) => _id)],
  )
  expect(count).toBe(4)
})

test('says why more than 100 coupons can’t be linked at once (OQ-696)', async ({
  signedIn: page,
  program,
}) => {
  const mark = uniqueCode('M')
  await program.query(
    `insert into coupon (id, code, valid_till, discount_percentage)
     select gen_random_uuid(), $1 || n, now() + interval '5 days', 10 from generate_series(100, 200) as n`,
    [mark],
  )
  try {
    await page.goto(`/coupons?q=${mark}`)
    const checkboxes = page.getByRole('checkbox', { name: `Select ${mark}` })
    for (const count of [50, 100]) {
      await expect(checkboxes).toHaveCount(count)
      await page.getByRole('button', { name: 'Load More' }).click()
    }
    await expect(checkboxes).toHaveCount(101)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    const link = page.getByRole('button', { name: 'Link to…' })
    await expect(page.getByText('“Link to…” takes at most 100 coupons.')).toBeVisible()
    await expect(link).toBeDisabled()
    await expectAccessibleInBothSchemes(page)
    await checkboxes.first().uncheck()
    await expect(link).toBeEnabled()
    await expect(page.getByText('“Link to…” takes at most 100 coupons.')).toHaveCount(0)
  } finally {
    await program.query('delete from coupon where code like $1', [`${mark}%`])
  }
})

test('exports the coupons of the list, and the selected ones alone (OQ-685)', async ({
  signedIn: page,
  program,
}) => {
  const { mark, coupons } = await makeTwo(program)
  const [one, two] = coupons.map(({ code }) => code)
  await page.goto(`/coupons?q=${mark}`)
  const dialog = page.getByRole('dialog', { name: 'Export coupons' })
  /** Returns the codes in the file that the dialog downloads. */
  const exported = async () => {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^coupons-.*\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    return [one, two].filter((code) => text.includes(`${code}`))
  }
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog).toContainText('Exports all coupons of this list.')
  expect(await exported()).toEqual([one, two])
  await expect(dialog).toContainText('2 rows')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('checkbox', { name: `Select ${one}` }).check()
  await page.getByRole('button', { name: 'Export selected' }).click()
  await expect(dialog).toContainText('Exports the 1 selected coupon.')
  await expectAccessibleInBothSchemes(page)
  expect(await exported()).toEqual([one])
  await expect(dialog).toContainText('1 row')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('keeps the figure of a card and its actions in one line at 1280 px, and Deactivate in the menu only where the card has no button for it (OQ-644)', async ({
  signedIn: page,
  program,
}) => {
  const { title } = await makePublished(program)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/masterclass?q=${encodeURIComponent(title)}`)
  const more = card(page, title).getByRole('button', { name: 'More actions' })
  const figure = await card(page, title)
    .getByRole('link', { name: /registered|registration/ })
    .boundingBox()
  const button = await more.boundingBox()
  expect(
    Math.abs((figure?.y ?? 0) + (figure?.height ?? 0) / 2 - (button?.y ?? 0) - (button?.height ?? 0) / 2),
  ).toBeLessThan(20)
  const deactivate = card(page, title).getByRole('button', { name: 'Deactivate' })
  const inMenu = page.getByRole('menuitem', { name: 'Deactivate' })
  const folded: boolean[] = []
  const widths = [1920, 1440, 1280, 900, 390]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const isFolded = !(await deactivate.isVisible())
    folded.push(isFolded)
    if (!(await more.isVisible())) continue
    await more.click()
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
    await expect(inMenu).toHaveCount(isFolded ? 1 : 0)
    await page.keyboard.press('Escape')
  }
  expect([...new Set(folded)].sort()).toEqual([false, true])
  await page.setViewportSize({ width: widths[folded.indexOf(true)] ?? 0, height: 900 })
  await more.click()
  await inMenu.click()
  await expect(page.getByRole('alertdialog')).toContainText(title)
})
