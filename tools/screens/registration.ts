import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import type { Scene } from './scene.ts'

export const registrations: Scene = async (page, shoot, { sample }) => {
  const { body } = await sample.call<Event[]>('GET', '/admin/events?event_type=OFFLINE')
  const now = new Date().toISOString()
  const past = body.data.find((event) => !event.is_paid && event.start_time < now)
  const next = body.data.find((event) => event.title === 'Investors meet: Pune')
  await page.goto(`${sample.url}/event/people/${past?._id}?state=all`)
  await page.getByRole('table').waitFor()
  await shoot('registrations-past')
  await page
    .getByRole('button', { name: /^Give back/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('registrations-give-back')
  await page.goto(`${sample.url}/event/people/${next?._id}`)
  await page.getByRole('table').waitFor()
  await shoot('registrations')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('registrations-export')
  await page.goto(`${sample.url}/event/people/${next?._id}?q=nobody`)
  await page.getByText('No registrations match the search.').waitFor()
  await shoot('registrations-no-match')
}
