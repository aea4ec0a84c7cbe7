import type { Scene } from './scene.ts'

/** The two screens of README.md. */
export const readme: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/masterclass`)
  await page.getByRole('list', { name: 'Masterclasses' }).waitFor()
  await shoot('masterclass')
  await page.goto(`${sample.url}/transactions/masterclass`)
  await page.getByRole('table').waitFor()
  await shoot('transactions')
}
