import { pictureFile, videoFile } from '../../tests/journeys/banner-records.ts'
import { pdfBytes } from '../../tests/journeys/media.ts'
import { failCalls, holdCalls, type Scene } from './scene.ts'

export const posts: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${sample.url}/create-post`)
  await page.getByRole('list', { name: 'Admin posts' }).waitFor()
  await shoot('posts')
  await page.getByLabel('Video').first().scrollIntoViewIfNeeded()
  await shoot('posts-video')
  // The preview itself is missing in a browser without a PDF viewer.
  await page.getByText('PDF document').first().scrollIntoViewIfNeeded()
  await shoot('posts-document')
  await page.getByRole('figure', { name: 'Poll' }).first().scrollIntoViewIfNeeded()
  await shoot('posts-poll')
  // The request is dropped, so the next look shows the same data.
  await failCalls(page, '**/pin', async () => {
    await page
      .getByRole('button', { name: /^(Pin|Unpin) Post$/ })
      .first()
      .click()
    await page.getByText('Failed to pin the post.').waitFor()
    await shoot('posts-pin-failed')
  })
  await page.goto(`${sample.url}/create-post?tab=pinned`)
  await page.getByRole('list', { name: 'Pinned posts' }).waitFor()
  await shoot('posts-pinned')
  await page.getByRole('searchbox').fill('no-such-post')
  await page.keyboard.press('Enter')
  await page.getByText(/^Error fetching post/).waitFor()
  await shoot('posts-search-failed')
  await page.goto(`${empty.url}/create-post`)
  await page.getByText('No posts available').waitFor()
  await shoot('posts-empty')
  await failCalls(page, '**/activity?*', async () => {
    await page.goto(`${sample.url}/create-post`)
    await page.getByText('Error loading posts').waitFor()
    await shoot('posts-failed')
  })
  await holdCalls(page, '**/activity?*', async () => {
    await page.goto(`${sample.url}/create-post`)
    await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor()
    await shoot('posts-loading')
  })
}

export const postEditor: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/create-post?tab=create`)
  await page.getByRole('checkbox', { name: 'Pin Post' }).waitFor()
  await shoot('post-create')
  await page.getByRole('combobox', { name: 'Tags' }).fill('Tax')
  await page.getByRole('option', { name: 'Tax' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Which regime suits you this year?')
  const chooser = page.locator('input[type="file"]')
  for (const name of ['regimes.jpg', 'slabs.jpg']) await chooser.setInputFiles(await pictureFile(name))
  await chooser.setInputFiles(await videoFile())
  await chooser.setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: await pdfBytes(),
  })
  await page.getByRole('list', { name: 'Images' }).scrollIntoViewIfNeeded()
  await shoot('post-create-attachments')
  await page.getByText('notes.pdf').first().scrollIntoViewIfNeeded()
  await shoot('post-create-document')
  await page.getByRole('button', { name: 'Create a Poll' }).click()
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.getByLabel('Duration in days').fill('0')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText('A poll option cannot be empty').waitFor()
  await shoot('post-create-with-errors')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('post-create-leave')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await page
    .locator('[data-post]')
    .filter({ has: page.getByRole('figure', { name: 'Poll' }) })
    .first()
    .getByRole('link', { name: 'Edit Post' })
    .click()
  await page.getByRole('button', { name: 'Update' }).waitFor()
  await shoot('post-edit')
  await page.getByLabel('Duration in days').scrollIntoViewIfNeeded()
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Something else')
  await shoot('post-edit-poll')
  await page.getByRole('button', { name: 'Delete Post' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('post-delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
}
