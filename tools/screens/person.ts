import type { Scene } from './scene.ts'

export const person: Scene = async (page, shoot, { sample }) => {
  const [rich] = await sample.query<{ id: string }>(`
    select user_id as id from transaction join app_user on app_user.id = user_id
    group by user_id
    order by exists (select from post where post.user_id = transaction.user_id) desc, count(*) desc limit 1`)
  const [twin] = await sample.query<{ id: string }>(`
    select one.id from app_user as one join app_user as other on other.phone = one.phone and other.id <> one.id
    order by one.created_at limit 1`)
  await page.goto(`${sample.url}/people/${rich?.id}`)
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
  await shoot('person')
  await page.goto(`${sample.url}/people/${twin?.id}`)
  await page.getByText('May be the same person as').waitFor()
  await shoot('person-twin')
  await page.getByRole('button', { name: /^Compare with/ }).click()
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor()
  await shoot('person-merge')
}
