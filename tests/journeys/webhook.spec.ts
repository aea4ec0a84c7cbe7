import type { Page } from 'playwright/test'
import { startTestReceiver, type TestReceiver } from '../../apps/api/src/platform/webhooks/test-receiver.ts'
import {
  test as base,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  signIn,
  toast,
} from './journey.ts'
import { type Program, startProgram } from './program.ts'
import { makeMasterclass } from './records.ts'

interface Receiving {
  receiver: TestReceiver
  program: Program
}

/** A program that tells a receiver what changes. */
const test = base.extend<object, Receiving>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const receiver = await startTestReceiver()
      await use(receiver)
      await receiver.close()
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ receiver }, use) => {
      const program = await startProgram({
        PRODUCT_WEBHOOK_URL: `${receiver.url}/hooks`,
        PRODUCT_WEBHOOK_SECRET: 'a secret of more than 32 characters',
      })
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

test('lists webhooks, sends one again and skips another (OQ-415, OQ-418)', async ({
  page,
  program,
  receiver,
}) => {
  const [sent, failing] = ['Sent to the product', 'Refused by the product']
  receiver.behave(({ body }) => (body.includes(failing) ? 'fail' : 'accept'))
  for (const title of [sent, failing]) {
    const { _id } = await makeMasterclass(program, { title })
    const published = await program.call('POST', '/admin/masterclass/zoom/publish', { masterclass_id: _id })
    expect(published.status).toBe(200)
  }
  await signIn(page, await program.token())
  await page.goto('/staff')
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Webhooks', exact: true })
    .click()
  await expect(page).toHaveURL('/webhooks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhooks')
  await expect(rowOf(page, failing)).toContainText(/Waiting\s*1 attempt, next/)
  await expect(rowOf(page, failing)).toContainText('500 The database is away.')
  await expect(rowOf(page, sent)).toContainText('Session published')
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('tab', { name: /^Sent/ }).click()
  await expect(rowOf(page, failing)).toHaveCount(0)
  await expect(rowOf(page, sent)).toContainText('Sent')
  const before = receiver.received.filter(({ body }) => body.includes(sent))
  await rowOf(page, sent)
    .getByRole('button', { name: `Details of Session published, ${sent}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Session published' })
  await expect(dialog).toContainText('"type": "session.published"')
  await expect(dialog).toContainText('{"Status":"Success"}')
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, 'Sending the webhook again')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => receiver.received.filter(({ body }) => body.includes(sent)).length).toBe(2)
  expect(receiver.received.filter(({ body }) => body.includes(sent)).at(-1)?.headers['webhook-id']).toBe(
    before[0]?.headers['webhook-id'],
  )

  // As after three days.
  await program.query(`update webhook_delivery set state = 'failed', next_attempt_at = null, calling_until = null
    where payload ->> 'title' = '${failing}'`)
  await page.goto('/webhooks?tab=failed')
  await expect(
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Webhooks', exact: true }),
  ).toHaveAccessibleDescription('1 waiting')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rowOf(page, failing)).toContainText('Failed')
  await expectAccessibleInBothSchemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send failed again: Public product' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleName('Send all failed webhooks to Public product again?')
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, 'Sending 1 webhook again')).toBeVisible()
  await expect(page.getByText('No failed webhooks')).toBeVisible()

  await page.getByRole('tab', { name: /^Waiting/ }).click()
  await rowOf(page, failing)
    .getByRole('button', { name: /^Details/ })
    .click()
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect(toast(page, 'Webhook skipped')).toBeVisible()
  await expect(page.getByText('Nothing waiting')).toBeVisible()
  await page.getByRole('tab', { name: /^All/ }).click()
  await expect(rowOf(page, failing)).toContainText('Skipped')
  await rowOf(page, failing).getByRole('link', { name: failing }).click()
  await expect(page).toHaveURL(/\/masterclass\?open=/)
})

base(
  'is hidden without a destination, and its address leads to the guide (OQ-418)',
  async ({ page, emptyProgram }) => {
    await signIn(page, await emptyProgram.token())
    await page.goto(`${emptyProgram.url}/webhooks`)
    await expect(page.getByText(/ask whoever runs Greenroom to set them up/)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'Read the guide' }).click()
    await expect(page.getByRole('heading', { name: 'Connect your product' })).toBeVisible()
    await page.goto(`${emptyProgram.url}/staff`)
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await expect(sections.getByRole('link', { name: 'History' })).toBeVisible()
    await expect(sections.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
  },
)
