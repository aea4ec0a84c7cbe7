import { failCalls, holdCalls, type Scene } from './scene.ts'

export const calendar: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${sample.url}/calendar`)
  await page.getByRole('main').getByRole('link').first().waitFor()
  await shoot('calendar')
  await page.goto(`${sample.url}/calendar?view=week`)
  await page
    .getByText(/session/)
    .first()
    .waitFor()
  await shoot('calendar-week')
  await page.goto(`${empty.url}/calendar`)
  await page.getByText('No sessions in this time.').waitFor()
  await shoot('calendar-empty')
  await failCalls(page, '**/admin/calendar*', async () => {
    await page.goto(`${sample.url}/calendar`)
    await page.getByText('Cannot fetch the calendar.').waitFor()
    await shoot('calendar-failed')
  })
  await holdCalls(page, '**/admin/calendar*', async () => {
    await page.goto(`${sample.url}/calendar`)
    await page.getByText('Loading sessions...').waitFor()
    await shoot('calendar-loading')
  })
}

export const duplicate: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/masterclass`)
  await page.getByRole('button', { name: 'Repeat on dates' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Fill from date 1' }).click()
  await dialog
    .getByText(/is free then|is booked for/)
    .nth(3)
    .waitFor()
  await shoot('duplicate')
}

export const publishCheck: Scene = async (page, shoot, { sample }) => {
  const [draft] = await sample.query<{ id: string; title: string }>(
    `update masterclass set current_price_inr = 0, links = '[{"name": "Telegram", "url": "http://t.me/x", "is_active": true}]'
     where id = (select id from masterclass where not is_active and start_time > now() order by start_time limit 1)
     returning id, title`,
  )
  if (!draft) throw new Error('The sample has no draft')
  await page.goto(`${sample.url}/masterclass?tab=draft`)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: draft.title }) })
    .getByRole('button', { name: 'Publish' })
    .click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('publish-check')
}
