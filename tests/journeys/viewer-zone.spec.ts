import { randomUUID } from 'node:crypto'
import { dayWords } from '../../apps/console/src/ui/day-field-props.ts'
import { makeBanner, storedBanner } from './banner-records.ts'
import { card, expect, test } from './journey.ts'
import { makeTransaction } from './records.ts'
import { pickTime } from './wizard.ts'

// Asia/Kolkata, where the other journeys take place, never sets its clocks.
test.use({ timezoneId: 'America/New_York' })

/** A day on which New York sets its clocks, with its own bounds and those of the week before it, in UTC. */
interface Change {
  words: string
  day: string
  noon: string
  /** 00:30 and 23:30 of the day, with the change in between. */
  early: string
  late: string
  firstDay: string
  begins: string
  ends: string
  /** The day after which the same week back still reaches over the change, with its bounds. */
  later: { day: string; noon: string; firstDay: string; begins: string; ends: string }
}

const changes: readonly Change[] = [
  {
    words: 'daylight saving time begins',
    day: '2025-03-09',
    noon: '2025-03-09T16:00:00Z',
    early: '2025-03-09T05:30:00.000Z',
    late: '2025-03-10T03:30:00.000Z',
    firstDay: '2025-03-02',
    begins: '2025-03-02T05:00:00.000Z',
    ends: '2025-03-10T03:59:59.999Z',
    later: {
      day: '2025-03-12',
      noon: '2025-03-12T16:00:00Z',
      firstDay: '2025-03-05',
      begins: '2025-03-05T05:00:00.000Z',
      ends: '2025-03-13T03:59:59.999Z',
    },
  },
  {
    words: 'daylight saving time ends',
    day: '2025-11-02',
    noon: '2025-11-02T17:00:00Z',
    early: '2025-11-02T04:30:00.000Z',
    late: '2025-11-03T04:30:00.000Z',
    firstDay: '2025-10-26',
    begins: '2025-10-26T04:00:00.000Z',
    ends: '2025-11-03T04:59:59.999Z',
    later: {
      day: '2025-11-05',
      noon: '2025-11-05T17:00:00Z',
      firstDay: '2025-10-29',
      begins: '2025-10-29T04:00:00.000Z',
      ends: '2025-11-06T04:59:59.999Z',
    },
  },
]

/** The moment so many milliseconds after another one, in ISO 8601. */
function after(iso: string, milliseconds: number): string {
  return new Date(Date.parse(iso) + milliseconds).toISOString()
}

for (const change of changes) {
  test(`OQ-025 LIM-05 on the day when ${change.words} what is picked is stored and shown as that day and time`, async ({
    signedIn: page,
    program,
  }) => {
    const made = await makeBanner(program, {
      start_time: after(change.noon, 24 * 3_600_000),
      end_time: after(change.noon, 72 * 3_600_000),
    })
    await page.clock.install({ time: change.noon })
    await page.goto(`/create-banner?id=${made._id}`)
    const day = new Date(change.noon)
    await pickTime(page, 'Start time', { day, hours: '12', minutes: '30', half: 'AM' })
    await pickTime(page, 'End time', { day, hours: '11', minutes: '30', half: 'PM' })
    await page.getByRole('main').getByRole('button', { name: 'Update Banner' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL('/banners')
    expect(await storedBanner(program, made._id)).toMatchObject({
      start_time: change.early,
      end_time: change.late,
    })
    await expect(card(page, `Priority ${made.priority}`).getByRole('time')).toHaveText([
      `${dayWords(change.day)} | 12:30 AM`,
      `${dayWords(change.day)} | 11:30 PM`,
    ])
    await page.goto(`/create-banner?id=${made._id}`)
    await expect(page.getByRole('button', { name: 'Start time' })).toHaveText(
      `${dayWords(change.day)}, 12:30 AM`,
    )
    await expect(page.getByRole('button', { name: 'End time' })).toHaveText(
      `${dayWords(change.day)}, 11:30 PM`,
    )
  })

  test(`TXN-06 OQ-050 OQ-025 when ${change.words} the last seven days begin and end at the viewer's midnights`, async ({
    signedIn: page,
    program,
  }) => {
    // What the list shows is narrowed to what was bought of one thing of the case's own.
    const entity_id = randomUUID()
    const sell = async (created_at: string) =>
      (await makeTransaction(program, { entity_id, created_at })).reference_order_id
    for (const span of [change, change.later]) {
      const outside = [await sell(after(span.begins, -1)), await sell(after(span.ends, 1))]
      const inside = [await sell(span.begins), await sell(span.ends)]
      const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/admin/orders')
      await page.clock.install({ time: span.noon })
      await page.goto(`/transactions/masterclass?entity=${entity_id}`)
      const { searchParams } = new URL((await asked).url())
      expect([searchParams.get('start_date'), searchParams.get('end_date')]).toEqual([span.begins, span.ends])
      for (const [label, day] of [
        ['From', span.firstDay],
        ['To', span.day],
      ] as const) {
        await expect(page.getByRole('button', { name: `${label}: ${dayWords(day)}` })).toBeVisible()
      }
      const rows = page.getByRole('table').locator('tbody tr')
      for (const order of inside) await expect(rows.filter({ hasText: order })).toHaveCount(1)
      for (const order of outside) await expect(rows.filter({ hasText: order })).toHaveCount(0)
    }
  })

  test(`TXN-06 OQ-025 a first day that is picked beyond the day when ${change.words} is that day`, async ({
    signedIn: page,
    program,
  }) => {
    const entity_id = randomUUID()
    const first = await makeTransaction(program, { entity_id, created_at: change.begins })
    const before = await makeTransaction(program, { entity_id, created_at: after(change.begins, -1) })
    const last = await makeTransaction(program, { entity_id, created_at: change.ends })
    const rows = page.getByRole('table').locator('tbody tr')
    await page.clock.install({ time: change.later.noon })
    await page.goto(`/transactions/masterclass?entity=${entity_id}&to=${change.day}&from=${change.day}`)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(last.reference_order_id)
    await page.getByRole('button', { name: /^From: / }).click()
    const calendar = page.getByRole('dialog', { name: /^From: / })
    await expect(calendar).toBeVisible()
    const cell = calendar.getByRole('button', {
      name: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(`${change.firstDay}T00:00:00Z`),
      ),
      exact: true,
    })
    if (!(await cell.isVisible())) await calendar.getByRole('button', { name: 'Previous month' }).click()
    await cell.click()
    await expect(page.getByRole('button', { name: `From: ${dayWords(change.firstDay)}` })).toBeVisible()
    await expect(rows.filter({ hasText: first.reference_order_id })).toHaveCount(1)
    await expect(rows.filter({ hasText: before.reference_order_id })).toHaveCount(0)
  })
}
