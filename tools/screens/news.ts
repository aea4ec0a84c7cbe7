import { failCalls, type Scene } from './scene.ts'

export const news: Scene = async (page, shoot, { sample, empty }) => {
  for (const tab of ['current', 'inactive']) {
    await page.goto(`${sample.url}/news?tab=${tab}`)
    await page.getByRole('list', { name: 'News snippets' }).waitFor()
    await shoot(`news-${tab}`)
  }
  await page.goto(`${sample.url}/news`)
  await page.getByRole('button', { name: 'Show more' }).first().click()
  await page.getByRole('button', { name: 'Show less' }).waitFor()
  await shoot('news-opened')
  await page.goto(`${sample.url}/news/create`)
  await page.getByRole('main').getByRole('button', { name: 'Create News Snippet' }).click()
  await page.getByText('Heading is required').waitFor()
  await shoot('news-create-with-errors')
  await page.goto(`${sample.url}/news`)
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  await page.getByRole('heading', { name: 'Edit News Snippet' }).waitFor()
  await page.getByLabel('Title').waitFor()
  await shoot('news-edit')
  await page.goto(`${empty.url}/news`)
  await page.getByText('No news snippets to show.').waitFor()
  await shoot('news-empty')
  await failCalls(page, '**/admin/academy/news*', async () => {
    await page.goto(`${sample.url}/news`)
    await page.getByText('Cannot fetch news snippets.').waitFor()
    await shoot('news-failed')
  })
}
