import type { Page } from 'playwright/test'
import { expect, expectAccessible, quietPartsLoaded, refusedCall, test } from './journey.ts'
import { makeComment, makeMember, makeMemberPost, report } from './moderation-records.ts'
import type { Program } from './program.ts'
import { makeLead, makeService } from './records.ts'

const name = () => `undo${Math.random().toString(36).slice(2, 8)}`
const toastWith = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const undoIn = (page: Page, text: string) => toastWith(page, text).getByRole('button', { name: /^Undo/ })

interface Listed {
  _id: string
  is_active: boolean
  heading: string
}
async function activeNews(program: Program): Promise<Listed> {
  const { body } = await program.call<{ news_list: Listed[] }>('GET', '/admin/academy/news')
  const found = body.data.news_list.find((news) => news.is_active)
  if (!found) throw new Error('The sample has no active news snippet.')
  return found
}

test('takes a deletion back from its toast (OQ-481)', async ({ signedIn: page, program }) => {
  const shortCode = name()
  await program.call('POST', '/admin/shortlink', { shortCode, webUrl: 'https://www.example.com' })
  await page.goto(`/url-shortener?edit=${shortCode}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(undoIn(page, 'deleted')).toBeVisible()
  await expect(page.getByText(shortCode, { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await undoIn(page, 'deleted').click()
  await expect(toastWith(page, 'Restored from the bin')).toBeVisible()
  await expect(page.getByText(shortCode).first()).toBeVisible()
})

test('takes a switch back by the key, and not from within a field (OQ-481)', async ({
  signedIn: page,
  program,
}) => {
  const { heading } = await activeNews(program)
  await page.goto('/news')
  const toggle = page.getByRole('switch', { name: `Active, ${heading}` })
  await toggle.click()
  const undo = page.getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').press('Control+z')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(undo).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(toastWith(page, 'Undone')).toBeVisible()
  await expect(page.getByRole('switch', { name: `Active, ${heading}` })).toBeChecked()
  expect((await activeNews(program)).heading).toBe(heading)
})

test('asks when somebody else has changed the record meanwhile (OQ-482)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { _id, heading } = await activeNews(program)
  await page.goto('/news')
  await page.getByRole('switch', { name: `Active, ${heading}` }).click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await program.call('PATCH', `/admin/academy/news/${_id}`, { source: name() })
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else has changed this since')
  await expect(page.getByRole('alert')).toContainText('It is inactive now.')
  await page.getByRole('button', { name: 'Undo anyway' }).click()
  await expect(toastWith(page, 'Undone')).toBeVisible()
  const { body } = await program.call<Listed>('GET', `/admin/academy/news/${_id}`)
  expect(body.data.is_active).toBe(true)
})

test('takes two changes of one record back, the last one first (OQ-482)', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  const lead = await makeLead(program, service)
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  const status = page.getByRole('combobox', { name: `Status of ${lead.reference_record_id}` })
  const first = await status.textContent()
  for (const name of ['DISCUSSION COMPLETED', 'CLOSED WON']) {
    await status.click()
    await page.getByRole('option', { name }).click()
    await expect(status).toHaveText(name)
  }
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(2)
  await status.blur()
  // The second key does not wait for the answer to the first.
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(toastWith(page, 'Undone')).toHaveCount(2)
  await expect(page.getByText('Someone else has changed this since')).toHaveCount(0)
  await expect(status).toHaveText(first ?? '')
  const { body } = await program.call<{ status: string }>('GET', `/admin/advisory/bookings/${lead._id}`)
  expect(body.data.status.replaceAll('_', ' ')).toBe(first)
})

test('brings an ignored report back to its place (OQ-480, OQ-481)', async ({ signedIn: page }) => {
  await page.goto('/moderation/posts')
  const cards = page.locator('[data-report]')
  await cards.first().waitFor()
  const id = (await cards.first().getAttribute('data-report')) ?? ''
  await page.keyboard.press('i')
  await expect(page.locator(`[data-report="${id}"]`)).toHaveCount(0)
  await expect(toastWith(page, 'Report Ignored!')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(cards.first()).toHaveAttribute('data-report', id)
  await expect(cards.first()).toBeFocused()
})

test('brings a deleted report back to its place (OQ-476, OQ-481)', async ({ signedIn: page, program }) => {
  const { id: author } = await makeMember(program)
  const { _id: post } = await makeMemberPost(program)
  await report(program, 'comment', await makeComment(program, { post, author, message: 'Call me' }))
  await page.goto('/moderation/comments')
  const cards = page.locator('[data-report]')
  await cards.first().waitFor()
  const id = (await cards.first().getAttribute('data-report')) ?? ''
  await page.keyboard.press('d')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator(`[data-report="${id}"]`)).toHaveCount(0)
  await undoIn(page, 'Report Deleted!').click()
  await expect(cards.first()).toHaveAttribute('data-report', id)
})

test('stays while the focus is on it (OQ-481)', async ({ signedIn: page, program }) => {
  const { heading } = await activeNews(program)
  await page.clock.install()
  await page.goto('/news')
  await quietPartsLoaded(page)
  await page.getByRole('switch', { name: `Active, ${heading}` }).click()
  const undo = page.getByRole('button', { name: /^Undo/ })
  await undo.focus()
  await page.clock.runFor(11_000)
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastWith(page, 'Undone')).toBeVisible()
})
