import { pictureFile, videoFile } from '../../tests/journeys/banner-records.ts'
import { failCalls, holdCalls, type Scene } from './scene.ts'

export const banners: Scene = async (page, shoot, { sample, empty }) => {
  for (const tab of ['active', 'inactive']) {
    await page.goto(`${sample.url}/banners?tab=${tab}`)
    await page.getByRole('list', { name: 'Banners' }).waitFor()
    await shoot(`banners-${tab}`)
  }
  await page.goto(`${sample.url}/banners`)
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('banners-delete')
  // The request is dropped, so the next look shows the same data.
  await failCalls(page, '**/admin/banner/*', async () => {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Banner deletion failed!').waitFor()
    await shoot('banners-delete-failed')
  })
  await page.goto(`${empty.url}/banners`)
  await page.getByText('No active banners available.').waitFor()
  await shoot('banners-empty')
  await failCalls(page, '**/admin/banner*', async () => {
    await page.goto(`${sample.url}/banners`)
    await page.getByText('Error loading banners.').waitFor()
    await shoot('banners-failed')
  })
  await holdCalls(page, '**/admin/banner*', async () => {
    await page.goto(`${sample.url}/banners`)
    await page.getByRole('status').filter({ hasText: 'Loading banners...' }).waitFor()
    await shoot('banners-loading')
  })
}

export const bannerForm: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/create-banner`)
  await page.getByLabel('Order number').waitFor()
  await shoot('banner-create')
  await page.getByRole('radio', { name: 'Internal' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Create Banner' }).click()
  await page.getByText('Please fill in all required fields.').waitFor()
  await shoot('banner-create-with-errors')
  await page
    .locator('input[type="file"]')
    .setInputFiles([await pictureFile('new-year.jpg'), await videoFile()])
  await page.getByRole('list', { name: 'Files' }).waitFor()
  await page.getByRole('radio', { name: 'Webinars' }).check()
  await page.getByLabel('Entity ID').fill('01931f6e-0000-7000-8000-000000000042')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('group', { name: 'Custom field 1' }).getByLabel('Value').fill('home')
  await page.getByRole('group', { name: 'Custom field 1' }).getByLabel('Value').blur()
  await page.getByLabel('Entity ID').blur()
  await page.getByText('Enter a name').or(page.getByText('Unsaved changes')).first().waitFor()
  await shoot('banner-create-filled')
  await page.getByRole('button', { name: 'Add field' }).scrollIntoViewIfNeeded()
  await shoot('banner-create-fields')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'long.webm', mimeType: 'video/webm', buffer: Buffer.alloc(10_485_761) })
  await page.getByText('File size exceeds the 10MB limit.').waitFor()
  await shoot('banner-too-large')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('link', { name: 'Edit, Priority 2' }).click()
  await page.getByRole('heading', { name: 'Update Banner' }).waitFor()
  await page.getByRole('list', { name: 'Files' }).waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('video')].every(({ readyState }) => readyState > 1),
  )
  await shoot('banner-update')
}
