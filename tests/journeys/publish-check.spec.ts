import { makePublishedWebinar, makeWebinar, storedEvent } from './event-records.ts'
import {
  card,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  toast,
} from './journey.ts'
import { hoursFromNow, makeMasterclass, makePublished, storedMasterclass, unique } from './records.ts'

const prices = (inr: number) =>
  JSON.stringify([
    { currency_code: 'USD', original_price: 9900, current_price: 4900 },
    { currency_code: 'INR', original_price: 499900, current_price: inr },
  ])

test('publishes a draft without findings at once, and asks in one panel whose lines lead to their fields (OQ-512, OQ-189)', async ({
  signedIn: page,
  program,
}) => {
  const start = 24 * 700
  const ready = await makeMasterclass(program, {
    title: unique('Ready'),
    start_time: hoursFromNow(start),
    end_time: hoursFromNow(start + 1),
  })
  const odd = await makeMasterclass(program, {
    title: unique('Odd'),
    start_time: hoursFromNow(start + 24),
    end_time: hoursFromNow(start + 25),
    prices: prices(0),
    links: JSON.stringify([{ name: 'Telegram', url: 'http://t.me/greenroom', is_active: true }]),
  })
  await page.goto('/masterclass?tab=draft')
  await card(page, ready.title).getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, 'Masterclass Published')).toBeVisible()
  expect(await storedMasterclass(program, ready._id)).toMatchObject({ is_active: true })

  await card(page, odd.title).getByRole('button', { name: 'Publish' }).click()
  const panel = page.getByRole('alertdialog', { name: 'Publish with these warnings?' })
  await expect(panel.getByRole('listitem')).toHaveText([
    /The INR price is 0, so buyers pay nothing\./,
    /http:\/\/t\.me\/greenroom does not start with https:\/\/\./,
    /It has no banner\./,
  ])
  await expect(panel.getByRole('button', { name: 'Back' })).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  await panel.getByRole('button', { name: /^Go to the field ?: The INR price/ }).click()
  await expect(page).toHaveURL(`/masterclass/edit/${odd._id}`)
  await expect(page.getByText('The INR price is 0, so buyers pay nothing.')).toBeVisible()
  expect(await storedMasterclass(program, odd._id)).toMatchObject({ is_active: false })

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  // The toast of the first may still be there.
  await expect.poll(async () => (await storedMasterclass(program, odd._id)).is_active).toBe(true)
})

test('offers a free account beside other warnings, and cannot publish what has begun (OQ-512, OQ-112)', async ({
  signedIn: page,
  program,
}) => {
  const start = 24 * 710
  const time = { start_time: hoursFromNow(start), end_time: hoursFromNow(start + 1) }
  const booked = await makePublished(program, { title: unique('Booked'), ...time, zoom_hub_name: 'zoom_1' })
  const odd = await makeMasterclass(program, {
    title: unique('Both'),
    ...time,
    zoom_hub_name: 'zoom_1',
    prices: prices(0),
  })
  const begun = await makeWebinar(program, { start_time: hoursFromNow(-1), end_time: hoursFromNow(1) })
  await page.goto('/masterclass?tab=draft')
  await card(page, odd.title).getByRole('button', { name: 'Publish' }).click()
  const panel = page.getByRole('alertdialog', { name: 'Publish with these warnings?' })
  await expect(panel.getByText(`zoom_1 is booked for “${booked.title}”`).first()).toBeVisible()
  await panel.getByRole('button', { name: 'Publish on zoom_4' }).click()
  await expect(toast(page, 'Masterclass Published')).toBeVisible()
  expect(await storedMasterclass(program, odd._id)).toMatchObject({
    is_active: true,
    zoom_hub_name: 'zoom_4',
  })

  await page.goto(`/webinar/edit/${begun._id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const refused = page.getByRole('alertdialog', { name: 'Not ready to publish' })
  await expect(refused.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await refused.getByRole('button', { name: /^Go to the field ?: The start has already passed/ }).click()
  await expect(page.getByRole('textbox', { name: 'Start time' })).toBeFocused()
  expect(await storedEvent(program, begun._id)).toMatchObject({ is_published: false })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('says beside Save what an edit means to registered people (OQ-514)', async ({
    signedIn: page,
    program,
  }) => {
    const webinar = await makePublishedWebinar(program, {
      start_time: hoursFromNow(24 * 720),
      end_time: hoursFromNow(24 * 720 + 1),
    })
    await program.query(
      `insert into registration (id, session_type, session_id, external_id, user_name, user_email, user_phone, created_at)
       select gen_random_uuid(), 'event', $1, gen_random_uuid()::text, 'Yamini', 'y@mail.example', '+919845012763', now()
       from generate_series(1, 3)`,
      [webinar._id],
    )
    await page.goto(`/webinar/edit/${webinar._id}`)
    await page.getByLabel('Description').fill('Another text.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await expect(page.getByText('3 people are registered.')).toHaveCount(0)
    const title = unique('Renamed')
    await page.getByLabel('Title').fill(title)
    await expect(page.getByText('3 people are registered. They were told:')).toBeVisible()
    await expect(page.getByText(`The title changes to “${title}”.`)).toBeVisible()
    await expect(page.getByText('Greenroom sends them no message')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Webinar saved')).toBeVisible()
  })
})
