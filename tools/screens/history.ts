import type { Scene } from './scene.ts'

export const history: Scene = async (page, shoot, { sample, empty }) => {
  const { body } = await sample.call<{ _id: string; shortCode: string }>('POST', '/admin/shortlink', {
    webUrl: 'https://www.example.com/tax',
    params: { utm_source: 'meta' },
  })
  const { _id, shortCode } = body.data
  await sample.call('PUT', `/admin/shortlink/${shortCode}`, { webUrl: 'https://www.example.com/will' })
  await page.goto(`${sample.url}/history`)
  await page.getByRole('table').waitFor()
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click()
  await shoot('history')
  await page.goto(`${sample.url}/history?section=shortlink&record=shortlink:${_id}`)
  await page.getByRole('table').waitFor()
  await shoot('history-filtered')
  await page.goto(`${sample.url}/url-shortener?edit=${shortCode}`)
  await page.getByRole('dialog').getByRole('button', { name: 'History' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^Changed/)
    .waitFor()
  await shoot('history-panel')
  await page.goto(`${empty.url}/history?kind=refused&from=2020-01-01&to=2020-01-02`)
  await page.getByText('Nothing in the history').waitFor()
  await shoot('history-no-match')
}
