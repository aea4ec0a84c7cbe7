import type { Scene } from './scene.ts'

/** Views in the sidebar, an altered one with its menu, and the dialogs. */
export const savedView: Scene = async (page, shoot, { sample }) => {
  const made: string[] = []
  const save = async (path: string, name: string, search: Record<string, string>, is_shared = false) => {
    const { body } = await sample.call<{ _id: string }>('POST', '/admin/saved-views', {
      path,
      name,
      search,
      is_shared,
    })
    made.push(body.data._id)
  }
  await save('/transactions/masterclass', 'Paid in dollars', { status: 'completed', currency: 'USD' })
  await save('/transactions/masterclass', 'Refunds of the week', { status: 'refunded' }, true)
  await save('/coupons', 'Ended ones', { tab: 'ended' })
  const bar = page.getByRole('banner')
  await page.goto(`${sample.url}/transactions/masterclass?status=pending`)
  await bar.getByRole('button', { name: 'Save view' }).waitFor()
  await shoot('saved-view-unsaved')
  await bar.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Waiting for money')
  await shoot('saved-view-dialog')
  await page.goto(`${sample.url}/transactions/masterclass?status=completed&currency=USD`)
  await bar.getByRole('button', { name: 'View Paid in dollars' }).waitFor()
  await shoot('saved-view')
  await page.getByRole('button', { name: 'Remove Currency USD' }).click()
  await bar.getByRole('button', { name: /Altered/ }).click()
  await page.getByRole('menu').waitFor()
  await shoot('saved-view-altered')
  for (const id of made) await sample.call('DELETE', `/admin/saved-views/${id}`)
}
