import type { Page } from 'playwright/test'
import { expect, expectAccessibleInBothSchemes, refusedCall, test } from './journey.ts'
import type { Program } from './program.ts'

const name = () => `bin${Math.random().toString(36).slice(2, 8)}`

async function makeShortlink(program: Program): Promise<string> {
  const shortCode = name()
  await program.call('POST', '/admin/shortlink', { shortCode, webUrl: 'https://www.example.com' })
  return shortCode
}

async function deletePost(program: Program, message: string): Promise<string> {
  const form = new FormData()
  form.append('message', message)
  const { body } = await program.call<{ _id: string }>('POST', '/admin/activity', form)
  await program.call('POST', `/admin/activity/${body.data._id}/remove`)
  return body.data._id
}

const rowOf = (page: Page, label: string) => page.getByRole('row').filter({ hasText: label })
const toast = (page: Page) => page.getByRole('status')

test('finds a deleted record by its name, restores it and leads to it (OQ-475)', async ({
  signedIn: page,
  program,
}) => {
  const code = await makeShortlink(program)
  await program.call('DELETE', `/admin/shortlink/${code}`)
  await page.goto('/bin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bin')
  const found = page.waitForResponse((response) => response.url().includes(`search=${code.toUpperCase()}`))
  await page.getByRole('searchbox', { name: 'Search' }).fill(code.toUpperCase())
  await found
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, code)).toContainText('30 days left')
  // Rows of the earlier search are dimmed.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: `Restore ${code}` }).click()
  await expect(toast(page).filter({ hasText: 'Short link restored' })).toBeVisible()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page).toHaveURL(new RegExp(`/url-shortener\\?edit=${code}`))
  await expect(page.getByRole('dialog')).toContainText(code)
})

test('asks before it deletes for good (OQ-478)', async ({ signedIn: page, program }) => {
  const message = `Gone ${name()}`
  await deletePost(program, message)
  await page.goto('/bin?tab=post')
  await expect(page.getByRole('tab', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: `Delete for good: ${message}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Nobody can restore it afterwards.')
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(toast(page).filter({ hasText: 'Deleted for good' })).toBeVisible()
  await expect(rowOf(page, message)).toHaveCount(0)
})

test('says that somebody else was faster (OQ-476)', async ({ signedIn: page, program, expectedConsole }) => {
  expectedConsole.push(refusedCall(404))
  const message = `Twice ${name()}`
  await deletePost(program, message)
  await page.goto('/bin')
  await rowOf(page, message).waitFor()
  const { body } = await program.call<{ items: { _id: string; label: string }[] }>('GET', '/admin/bin')
  const id = body.data.items.find((item) => item.label === message)?._id
  await program.call('POST', `/admin/bin/${id}/restore`)
  await page.getByRole('button', { name: `Restore ${message}` }).click()
  await expect(page.getByRole('alert')).toContainText('no longer in the bin')
  await expect(rowOf(page, message)).toHaveCount(0)
})
