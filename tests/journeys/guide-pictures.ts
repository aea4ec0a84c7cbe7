import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import type { GuideId } from '../../apps/console/src/features/desk/help/guide-index.ts'
import { guidePictureSize } from '../../apps/console/src/features/desk/help/guide-picture-size.ts'
import { card, expect } from './journey.ts'
import { makeMember, makeMemberPost } from './moderation-records.ts'
import type { Program } from './program.ts'
import { hoursFromNow, makeMasterclass, makeTransaction } from './records.ts'
import { firstId } from './screens.ts'

/** Opens what a picture shows, and returns it. */
type Show = (page: Page, program: Program) => Promise<Locator>

/** Around a dialog the window shows more of the screen than the picture has. */
const dialogWindow = { width: 1000, height: guidePictureSize.height }
/** No picture is enlarged more than that. */
const leastWidth = 600
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Returns the 15th of last month. */
function lastMonth(): string {
  const day = new Date()
  day.setUTCDate(0)
  return `${day.toISOString().slice(0, 8)}15`
}

/** Inserts an invoice of last month, so that the month can be closed. */
async function makeInvoice(program: Program, number: number, taxable: number): Promise<void> {
  const date = lastMonth()
  const igst = taxable * 0.18
  const { id } = await makeTransaction(program, { created_at: `${date}T10:00:00Z`, amount: taxable + igst })
  await program.query(
    `insert into tax_document (id, kind, transaction_id, serial, series, financial_year, number, document_date,
        issued_at, supply, place_of_supply, sac, rate_percent, currency_code, total, taxable, cgst, sgst, igst, sandbox,
        content)
      values ($1, 'invoice', $2, $3, 'GP', 2024, $4, $5, now(), 'b2c', '27', '999293', 18, 'INR', $6, $7, 0, 0, $8,
        true, '{}')`,
    [
      ...[randomUUID(), id, `GP/2425/${String(number).padStart(6, '0')}`, number, date],
      ...[taxable + igst, taxable, igst],
    ],
  )
  await program.query("update transaction set document_state = 'issued' where id = $1", [id])
}

async function openOrder(page: Page, program: Program, status: string): Promise<Locator> {
  await page.goto(`/transactions/orders/${await firstId(`transaction where status = '${status}'`)(program)}`)
  return page.getByRole('main')
}

/** The picture of each page of the guide. */
const guidePictures: Record<GuideId, Show> = {
  publish: async (page, program) => {
    const { title } = await makeMasterclass(program, {
      title: 'Tax saving before March',
      start_time: hoursFromNow(24 * 40),
      end_time: hoursFromNow(24 * 40 + 1),
      prices: JSON.stringify([
        { currency_code: 'USD', original_price: 4900, current_price: 1900 },
        { currency_code: 'INR', original_price: 49900, current_price: 59900 },
      ]),
    })
    await page.goto('/masterclass?tab=draft')
    await card(page, title).getByRole('button', { name: 'Publish' }).click()
    return dialogOf(page)
  },
  sell: async (page) => {
    await page.goto('/custom-payment-pages?create=1')
    return dialogOf(page)
  },
  refund: async (page, program) => {
    const order = await openOrder(page, program, 'completed')
    await order.getByRole('button', { name: /^Refund/ }).click()
    await expect(dialogOf(page).getByText('Arrives')).toBeVisible()
    return dialogOf(page)
  },
  waiting: async (page, program) => {
    const order = await openOrder(page, program, 'pending')
    await order.getByRole('button', { name: /^Check with Razorpay/ }).click()
    return dialogOf(page)
  },
  moderate: async (page) => {
    await page.goto('/moderation/posts')
    return page.getByRole('main').getByRole('article').first()
  },
  lead: async (page, program) => {
    const id = await firstId("lead where status = 'INSURANCE_CALL_SCHEDULED'")(program)
    await page.goto(`/advisory/leads?open=${id}`)
    return dialogOf(page)
  },
  month: async (page, program) => {
    for (const [place, taxable] of [4_999_00, 12_499_00, 2_499_00].entries()) {
      await makeInvoice(program, place + 1, taxable)
    }
    await page.goto(`/books/months/${lastMonth().slice(0, 7)}`)
    await expect(page.getByRole('row', { name: /^Registers/ })).toBeVisible()
    return page.getByRole('main')
  },
  erase: async (page, program) => {
    // Nobody with a recent order: while its invoice is being issued, an erasure has to wait.
    const member = await makeMember(program, { first_name: 'Ishita', last_name: 'Rao' })
    await makeMemberPost(program, {}, member)
    await page.goto(`/personal-data?person=user.${member.id}`)
    await expect(page.getByRole('heading', { name: 'Will be erased' })).toBeVisible()
    return page.getByRole('main')
  },
  invite: async (page) => {
    await page.goto('/staff?create=1')
    return dialogOf(page)
  },
  connect: async (page) => {
    await page.goto('/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    return dialogOf(page)
  },
}

/** Pages of the guide whose picture is a screen, not a dialog over it. */
const screensAlone: readonly GuideId[] = ['moderate', 'month', 'erase']

/** Opens what a picture shows. @returns the part of the window that the picture has */
export async function showGuidePicture(id: GuideId, page: Page, program: Program) {
  const isScreen = screensAlone.includes(id)
  const window = isScreen ? guidePictureSize : dialogWindow
  await page.setViewportSize(window)
  const shown = await guidePictures[id](page, program)
  await expect(shown).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  const box = isScreen ? null : await shown.boundingBox()
  const ratio = guidePictureSize.width / guidePictureSize.height
  const width = Math.min(
    guidePictureSize.width,
    box ? Math.max(leastWidth, box.width + 80, (box.height + 60) * ratio) : guidePictureSize.width,
  )
  // A multiple of the ratio's numerator keeps the height whole.
  const clip = { width: Math.ceil(width / 6) * 6, height: (Math.ceil(width / 6) * 6) / ratio }
  const centred = (most: number, start: number, size: number, taken: number) =>
    Math.round(Math.max(0, Math.min(start + (size - taken) / 2, most - taken)))
  return {
    x: box ? centred(window.width, box.x, box.width, clip.width) : 0,
    y: box ? centred(window.height, box.y, box.height, clip.height) : 0,
    ...clip,
  }
}
