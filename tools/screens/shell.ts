import type { Scene } from './scene.ts'

export const shell: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/`)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await shoot('home-account')
  await page.goto(`${sample.url}/nowhere`)
  await page.getByText('404 Not Found').waitFor()
  await shoot('error-view')
  await page.goto(`${sample.url}/masterclass`)
  await page.getByRole('list', { name: 'Masterclasses' }).waitFor()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('dialog', { name: 'Main' }).waitFor()
    await page.getByRole('button', { name: 'Sub-sections of Transactions' }).click()
  } else {
    await page.getByRole('button', { name: 'Close sidebar' }).click()
    await menu.waitFor()
  }
  await shoot('sidebar')
  await page.evaluate(() => localStorage.removeItem('sidebar'))
}
