import { failCalls, holdCalls, type Scene } from './scene.ts'

export const moderation: Scene = async (page, shoot, { sample, empty }) => {
  for (const kind of ['users', 'posts', 'comments']) {
    await page.goto(`${sample.url}/moderation/${kind}`)
    await page.getByRole('list', { name: `Reported ${kind}` }).waitFor()
    await shoot(`moderation-${kind}`)
  }
  await page.getByRole('button', { name: 'Show post' }).first().click()
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).waitFor()
  await shoot('moderation-comment-post')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.goto(`${sample.url}/moderation/posts?types=spam,misleading`)
  await page.getByRole('article').first().waitFor()
  await shoot('moderation-filtered')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('moderation-delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Pictures' }).getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await shoot('moderation-picture')
  await page.keyboard.press('Escape')
  // The request is dropped, so the next look shows the same data.
  await failCalls(page, '**/admin/report/ignore', async () => {
    await page
      .getByRole('button', { name: /^Ignore/ })
      .first()
      .click()
    await page.getByText('Could not ignore report.').waitFor()
    await shoot('moderation-failed-ignore')
  })

  await page.goto(`${empty.url}/moderation/posts?types=hate`)
  await page.getByText('No post reports found').waitFor()
  await shoot('moderation-no-match')
  await page.goto(`${empty.url}/moderation/users`)
  await page.getByText('No user reports found').waitFor()
  await shoot('moderation-empty')
  await failCalls(page, '**/admin/reactions*', async () => {
    await page.goto(`${sample.url}/moderation/comments`)
    await page.getByText('Error loading reaction reports.').waitFor()
    await shoot('moderation-failed')
  })
  await holdCalls(page, '**/admin/activities*', async () => {
    await page.goto(`${sample.url}/moderation/posts`)
    await page.getByRole('status').filter({ hasText: 'Loading post reports...' }).waitFor()
    await shoot('moderation-loading')
  })
}
