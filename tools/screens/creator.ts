import type { Scene } from './scene.ts'

export const creators: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${sample.url}/creators`)
  await page.getByRole('list', { name: 'Creators' }).waitFor()
  await shoot('creators')
  await page.getByRole('searchbox').fill('zz')
  await page.getByText('No creators found').waitFor()
  await shoot('creators-no-match')
  await page.goto(`${sample.url}/creators?tab=create`)
  await page.getByRole('button', { name: 'Create Creator' }).click()
  await page.getByText('Invalid email format').waitFor()
  await shoot('creators-create-with-errors')
  await page.goto(`${empty.url}/creators`)
  await page.getByText('No creators found').waitFor()
  await shoot('creators-empty')
}
