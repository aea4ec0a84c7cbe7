import { failCalls, type Scene } from './scene.ts'

export const bin: Scene = async (page, shoot, { sample, empty }) => {
  // Every look adds a short link to the bin.
  const shortCode = `diwali-${Date.now().toString(36)}`
  await sample.call('POST', '/admin/shortlink', { shortCode, webUrl: 'https://greenroom.example/diwali' })
  await sample.call('DELETE', `/admin/shortlink/${shortCode}`)
  const form = new FormData()
  form.set('message', 'New to SIPs? Start with the amount that you would not miss.')
  const post = await sample.call<{ _id: string }>('POST', '/admin/activity', form)
  await sample.call('POST', `/admin/activity/${post.body.data._id}/remove`)

  await page.goto(`${sample.url}/bin`)
  await page.getByRole('button', { name: `Restore ${shortCode}` }).waitFor()
  await shoot('bin')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('bin-delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  await page.getByRole('button', { name: `Restore ${shortCode}` }).click()
  await page.getByText('Short link restored').waitFor()
  await shoot('bin-restored')
  await sample.call('DELETE', `/admin/shortlink/${shortCode}`)
  await page.goto(`${empty.url}/bin`)
  await page.getByText('Nothing in the bin').waitFor()
  await shoot('bin-empty')
  await failCalls(page, '**/admin/bin*', async () => {
    await page.goto(`${sample.url}/bin`)
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await shoot('bin-failed')
  })
}
