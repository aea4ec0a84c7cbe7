import { failCalls, type Scene } from './scene.ts'

export const shortlinks: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${sample.url}/url-shortener`)
  await page.getByRole('list', { name: 'Short links' }).waitFor()
  await shoot('shortlinks')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Web URL').waitFor()
  await shoot('shortlinks-edit')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('shortlinks-delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  await page.goto(`${sample.url}/url-shortener?tab=create`)
  await page.getByRole('button', { name: 'Add parameter' }).click()
  await page.getByRole('button', { name: 'Create Shortlink' }).click()
  await page.getByText('At least one URL is required').waitFor()
  await shoot('shortlinks-create-with-errors')
  await page.goto(`${empty.url}/url-shortener`)
  await page.getByText('No shortlinks found').waitFor()
  await shoot('shortlinks-empty')
  await failCalls(page, '**/admin/shortlink*', async () => {
    await page.goto(`${sample.url}/url-shortener`)
    await page.getByText('Error loading shortlinks.').waitFor()
    await shoot('shortlinks-failed')
  })
}
