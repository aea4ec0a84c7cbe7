import { randomUUID } from 'node:crypto'
import * as advisory from '@greenroom/contract/advisory/advisory.endpoints'
import * as apiKey from '@greenroom/contract/api-key/api-key.endpoints'
import * as banner from '@greenroom/contract/banner/banner.endpoints'
import * as bin from '@greenroom/contract/bin/bin.endpoints'
import * as coupon from '@greenroom/contract/coupon/coupon.endpoints'
import { createCreator } from '@greenroom/contract/creator/creator.endpoints'
import * as document from '@greenroom/contract/document/document.endpoints'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import * as event from '@greenroom/contract/event/event.endpoints'
import { copyEventToDates } from '@greenroom/contract/event/event-copies.endpoints'
import * as exports from '@greenroom/contract/export/export.endpoints'
import { uploadFile } from '@greenroom/contract/file/file.endpoints'
import * as gst from '@greenroom/contract/gst-return/gst-return.endpoints'
import * as masterclass from '@greenroom/contract/masterclass/masterclass.endpoints'
import { copyMasterclassToDates } from '@greenroom/contract/masterclass/masterclass-copies.endpoints'
import * as moderation from '@greenroom/contract/moderation/moderation.endpoints'
import * as news from '@greenroom/contract/news/news.endpoints'
import * as paymentPage from '@greenroom/contract/payment-page/payment-page.endpoints'
import * as person from '@greenroom/contract/person/person.endpoints'
import * as personalData from '@greenroom/contract/personal-data/personal-data.endpoints'
import * as post from '@greenroom/contract/post/post.endpoints'
import * as reconciliation from '@greenroom/contract/reconciliation/reconciliation.endpoints'
import * as refund from '@greenroom/contract/refund/refund.endpoints'
import * as refundRequest from '@greenroom/contract/refund-request/refund-request.endpoints'
import * as registration from '@greenroom/contract/registration/registration.endpoints'
import * as savedView from '@greenroom/contract/saved-view/saved-view.endpoints'
import * as shortlink from '@greenroom/contract/shortlink/shortlink.endpoints'
import * as staff from '@greenroom/contract/staff/staff.endpoints'
import { addTransactionNote } from '@greenroom/contract/transaction/transaction.endpoints'
import * as webhook from '@greenroom/contract/webhook/webhook.endpoints'
import { expect, type Locator, type Page } from 'playwright/test'
import { makeBanner, pictureFile, uniquePriority } from './banner-records.ts'
import { makeEvent, makeWebinar } from './event-records.ts'
import { card } from './journey.ts'
import { clearReports, makeComment, makeMember, makeMemberPost, report } from './moderation-records.ts'
import { makeNews } from './news-records.ts'
import { makePost } from './post-records.ts'
import type { Program } from './program.ts'
import {
  hoursFromNow,
  makeCoupon,
  makeLead,
  makeMasterclass,
  makePaymentPage,
  makePublished,
  makeService,
  makeShortlink,
  makeTransaction,
  pictureBytes,
  unique,
  uniqueCode,
} from './records.ts'
import { daysFromNow, fillDetails, fillPrices, next, typeTime } from './wizard.ts'

interface Stage {
  page: Page
  program: Program
}

/** How a person makes a write, on records of its own. */
export interface Way {
  /** The screen. */
  address: string
  /** Opens the dialog, the question or the list of choices. */
  open?: () => Promise<unknown>
  /** Fills the form. */
  fill?: () => Promise<unknown>
  /** What the person presses, and the key; a click without one. */
  press: Locator
  key?: string
  /** Instead of a press: a drag. */
  act?: () => Promise<unknown>
  /** Where the screen shows the effect after a lost response, so that there is nothing to press again. */
  shown?: Locator
  /** What tells of a success, where no message does. */
  told?: Locator
  /** The rows that the write changes, for one without an entry in the history. */
  table?: string
  /** Whether the screen shows the effect at once: a second press is meant for something else. */
  isAtOnce?: true
}

/** A way to make a write. */
export interface WriteRow {
  write: EndpointDeclaration
  by: string
  /** Whether what is typed is kept until it is saved. */
  isForm?: true
  start: (stage: Stage) => Promise<Way>
}

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const questionOf = (page: Page) => page.getByRole('alertdialog')
/** The button that submits the form on top. */
const submitOf = (page: Page) =>
  page.locator('[role="dialog"] button[type="submit"], main button[type="submit"]').last()
/** The button that agrees in a question. */
const yesOf = (page: Page) => questionOf(page).locator('.gr-answers button').last()
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })

async function ok<T>(answer: Promise<{ status: number; body: { data: T; message: string } }>): Promise<T> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(body.message)
  return body.data
}

async function fillFields(page: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value)
}

async function typeDay(page: Page | Locator, label: string, days: number): Promise<void> {
  const field = page.getByRole('textbox', { name: label })
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  await field.fill(day.format(daysFromNow(days)))
  await field.press('Enter')
}

async function pickPicture(page: Page | Locator): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: await pictureBytes() })
}

/** Fields of a new member of staff, key, link or note that are unique in the run. */
const email = (name: string) => `${unique(name).replace(' ', '.').toLowerCase()}@partner.example`

async function makeLeadAndService({ program }: Stage, fields: Parameters<typeof makeLead>[2] = {}) {
  const service = await makeService(program)
  const lead = await makeLead(program, service, fields)
  return { service, lead, address: `/advisory/leads?service_id=${service._id}` }
}

async function deletedLink({ program }: Stage) {
  const { shortCode } = await makeShortlink(program)
  await ok(program.call('DELETE', `/admin/shortlink/${shortCode}`))
  return shortCode
}

/** Stores a report of a post, a comment or a member as the only one. */
async function reported({ program }: Stage, kind: 'post' | 'comment' | 'user') {
  await clearReports(program)
  const member = await makeMember(program)
  const made = await makeMemberPost(program, {}, member)
  const id =
    kind === 'post'
      ? made._id
      : kind === 'user'
        ? member.id
        : await makeComment(program, { post: made._id, author: member.id, message: 'Call me' })
  await report(program, kind, id)
  return id
}

const reportCard = (page: Page) => page.locator('[data-report]').first()

async function makeDifference({ program }: Stage, order: string | null) {
  const payment = `pay_${randomUUID().slice(0, 13)}`
  await program.query(
    `insert into gateway_difference (id, kind, subject, transaction_id, payment_id, our_state, our_amount, our_currency,
      gateway_state, gateway_amount, gateway_currency, occurred_at, found_at, last_seen_at)
    values ($1, $2, $3, $4, $3, $5, $6, $7, 'captured', 249900, 'INR', now(), now(), now())`,
    [
      randomUUID(),
      order ? 'paid-not-completed' : 'payment-without-order',
      payment,
      order,
      ...(order ? ['pending', 249_900, 'INR'] : [null, null, null]),
    ],
  )
  return payment
}

let monthNumber = 0
/** Makes an invoice in dollars in a month of its own. */
async function makeMonth({ program }: Stage) {
  monthNumber += 1
  const month = `2023-${String(monthNumber).padStart(2, '0')}`
  const { id } = await makeTransaction(program, {
    created_at: `${month}-05T10:00:00Z`,
    currency_code: 'USD',
    amount: 4900,
  })
  await program.query(
    `insert into tax_document (id, kind, transaction_id, serial, series, financial_year, number, document_date,
        issued_at, supply, place_of_supply, sac, rate_percent, currency_code, total, taxable, cgst, sgst, igst, sandbox,
        content)
      values ($1, 'invoice', $2, $3, 'HM', 2023, $4, $5, now(), 'export', '96', '999293', 18, 'USD', 4900, 4153, 0, 0,
        747, true, '{}')`,
    [randomUUID(), id, `HM/2324/${String(monthNumber).padStart(6, '0')}`, monthNumber, `${month}-05`],
  )
  await program.query("update transaction set document_state = 'issued' where id = $1", [id])
  return month
}

async function makeWebhook({ program }: Stage, state: 'failed' | 'waiting') {
  const record = randomUUID()
  await program.query("delete from webhook_delivery where state in ('failed', 'waiting')")
  await program.query(
    `insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state, created_at, updated_at,
      next_attempt_at, attempts)
     values ($1, 'product', 'session.published', 'masterclass', $2, $3, $4, now(), now(), $5, 1)`,
    [
      randomUUID(),
      record,
      JSON.stringify({ title: 'Late' }),
      state,
      state === 'waiting' ? hoursFromNow(24) : null,
    ],
  )
}

/** Asks for a refund that a second person decides. @param isOwn whether the signed-in person asked */
async function makeRefundRequest({ program }: Stage, isOwn: boolean) {
  const order = await makeTransaction(program, { amount: 3_000_000 })
  const token = await program.token(isOwn ? undefined : 'farida.khan@greenroom.example')
  const { status } = await fetch(`${program.url}/admin/orders/${order.id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 2_500_000,
      reason_code: 'goodwill',
      note: '',
      request_id: randomUUID(),
    }),
  })
  expect(status).toBeLessThan(300)
  return order
}

async function signUp({ program }: Stage) {
  const made = await makeEvent(program, { is_paid: 'false', prices: '[]' })
  await ok(
    program.call('POST', '/intake/registrations', {
      records: [
        {
          external_id: unique('signup').replace(' ', '-'),
          session_type: 'event',
          session_id: made._id,
          user: { name: 'Nikhil Menon', email: 'nikhil@mail.example', phone: '+919845012763' },
          registered_at: '2026-11-01T10:00:00Z',
          changed_at: '2026-11-01T10:00:00Z',
        },
      ],
    }),
  )
  return made
}

async function makeExport({ program }: Stage, state: 'running' | 'done') {
  const [{ id = '' } = {}] = await program.query<{ id: string }>(
    "select actor_id as id from audit_entry where actor_email = 'meera.nair@greenroom.example' limit 1",
  )
  const name = `${unique('orders').replace(' ', '-')}.csv`
  await program.query(
    `insert into export (id, kind, format, request, requested_by, requested_by_email, requested_at, rows_total, state,
       file_name, file_key, byte_size, finished_at)
     values ($1, 'transactions', 'csv', '{}', $2, 'meera.nair@greenroom.example', now(), 10, $3, $4, $5, $6, $7)`,
    [
      randomUUID(),
      id,
      state,
      name,
      ...(state === 'done' ? [randomUUID(), 5, new Date().toISOString()] : [null, null, null]),
    ],
  )
  return name
}

async function makeView({ program }: Stage) {
  return ok(
    program.call<{ _id: string; name: string }>('POST', '/admin/saved-views', {
      name: unique('Mine'),
      path: '/coupons',
      search: { tab: 'ended' },
      is_shared: false,
    }),
  )
}

const farAway = () => {
  const hours = 24 * (400 + Math.floor(Math.random() * 3000))
  return { start_time: hoursFromNow(hours), end_time: hoursFromNow(hours + 1) }
}

async function datesOf({ page }: Stage, address: string, title: string): Promise<Way> {
  const dialog = page.getByRole('dialog', { name: /^Repeat “/ })
  return {
    address,
    open: () => button(card(page, title), 'Repeat on dates').click(),
    fill: async () => {
      await dialog.getByLabel('Number of dates').fill('2')
      await button(dialog, 'Fill from date 1').click()
    },
    press: button(dialog, /^Create \d/),
  }
}

/** Every way to make every write of the console. */
export const writeRows: WriteRow[] = [
  {
    write: advisory.createAdvisor,
    by: 'the form',
    isForm: true,
    start: async ({ page }) => ({
      address: '/advisory/advisors?tab=create',
      fill: () =>
        fillFields(page, { 'First name': 'Nandita', 'Last name': unique('Sen'), Email: email('nandita') }),
      press: submitOf(page),
    }),
  },
  {
    write: advisory.updateLead,
    by: 'the list of statuses',
    start: async (stage) => {
      const { page } = stage
      const { lead, address } = await makeLeadAndService(stage)
      const status = page.getByRole('combobox', { name: `Status of ${lead.reference_record_id}` })
      return {
        address,
        open: () => status.click(),
        press: page.getByRole('option', { name: 'DISCUSSION COMPLETED' }),
        isAtOnce: true,
        shown: status.filter({ hasText: 'DISCUSSION COMPLETED' }),
      }
    },
  },
  {
    write: advisory.updateLead,
    by: 'the question why it is closed',
    start: async (stage) => {
      const { page } = stage
      const { lead, address } = await makeLeadAndService(stage)
      const status = page.getByRole('combobox', { name: `Status of ${lead.reference_record_id}` })
      return {
        address,
        open: async () => {
          await status.click()
          await page.getByRole('option', { name: 'CLOSED LOST' }).click()
        },
        fill: async () => {
          await dialogOf(page).getByLabel('Too expensive').check()
          await dialogOf(page).getByLabel('Note').fill('Wanted half')
        },
        press: button(page, 'Save status'),
        isAtOnce: true,
        shown: status.filter({ hasText: 'CLOSED LOST' }),
      }
    },
  },
  {
    write: advisory.updateLead,
    by: 'a drag on the board',
    start: async (stage) => {
      const { page } = stage
      const { lead, address } = await makeLeadAndService(stage)
      const column = (status: string) =>
        page.getByRole('region', { name: 'Leads by status' }).getByRole('region', { name: status })
      const cardIn = (status: string) =>
        column(status)
          .getByRole('listitem')
          .filter({ has: page.getByLabel(`Status of ${lead.reference_record_id}`) })
      return {
        address: `${address}&view=board`,
        press: cardIn('INSURANCE CALL SCHEDULED'),
        act: () => cardIn('INSURANCE CALL SCHEDULED').dragTo(column('DISCUSSION COMPLETED')),
        isAtOnce: true,
        shown: cardIn('DISCUSSION COMPLETED'),
      }
    },
  },
  {
    write: advisory.updateAdvisoryService,
    by: 'the form',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/advisory/services/${(await makeService(program))._id}`,
      open: () => button(page, 'Edit Service').click(),
      fill: () => fillFields(page, { 'Slot time': '75' }),
      press: button(page, 'Save Changes'),
    }),
  },
  {
    write: apiKey.createApiKey,
    by: 'the dialog',
    isForm: true,
    start: async ({ page }) => ({
      address: '/api-keys',
      open: () => page.getByRole('link', { name: 'Create key' }).click(),
      fill: async () => {
        await dialogOf(page).getByLabel('Name').fill(unique('Server'))
        await dialogOf(page).getByRole('checkbox', { name: 'content.read' }).check()
      },
      press: submitOf(page),
      told: page.getByLabel('API key', { exact: true }),
    }),
  },
  {
    write: apiKey.revokeApiKey,
    by: 'the question',
    start: async ({ page, program }) => {
      const name = unique('Old server')
      await ok(program.call('POST', '/admin/api-keys', { name, permissions: ['content.read'] }))
      return {
        address: '/api-keys',
        open: () => button(page, `Revoke ${name}`).click(),
        press: yesOf(page),
      }
    },
  },
  {
    write: banner.createBanner,
    by: 'the form',
    isForm: true,
    start: async ({ page }) => ({
      address: '/create-banner',
      fill: async () => {
        await page.locator('[data-field="files"] input[type="file"]').setInputFiles(await pictureFile())
        await typeTime(page, 'Start time', { day: daysFromNow(1), hours: '09', minutes: '00', half: 'AM' })
        await typeTime(page, 'End time', { day: daysFromNow(4), hours: '09', minutes: '30', half: 'PM' })
        await page.getByRole('radio', { name: 'External' }).check()
        await fillFields(page, {
          URL: 'https://www.example.com/new-year',
          'Order number': String(uniquePriority()),
        })
      },
      press: submitOf(page),
    }),
  },
  {
    write: banner.updateBanner,
    by: 'the form',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/create-banner?id=${(await makeBanner(program))._id}`,
      fill: () => fillFields(page, { URL: 'https://www.example.com/changed' }),
      press: submitOf(page),
    }),
  },
  {
    write: banner.updateBanner,
    by: 'the switch',
    start: async ({ page, program }) => {
      const { priority } = await makeBanner(program)
      const press = page.getByRole('switch', { name: new RegExp(`, Priority ${priority}$`) })
      return { address: '/banners', press, isAtOnce: true, shown: page.locator('main') }
    },
  },
  {
    write: banner.updateBanner,
    by: 'the question before it is deleted',
    start: async ({ page, program }) => {
      const { priority } = await makeBanner(program)
      return {
        address: '/banners',
        open: () => button(page, `Delete, Priority ${priority}`).click(),
        press: yesOf(page),
      }
    },
  },
  {
    write: banner.moveBanner,
    by: 'the key',
    start: async ({ page, program }) => {
      await makeBanner(program)
      const { priority } = await makeBanner(program)
      return {
        address: '/banners',
        press: button(page, `Move Priority ${priority}`),
        key: 'ArrowUp',
        isAtOnce: true,
        shown: page.locator('main'),
      }
    },
  },
  {
    write: banner.removeBanner,
    by: 'the button',
    start: async ({ page, program }) => {
      const { priority } = await makeBanner(program, { is_active: 'false' })
      return {
        address: '/banners',
        open: () => page.getByRole('radio', { name: 'Inactive' }).check(),
        press: button(page, new RegExp(`bin, Priority ${priority}$`)),
        shown: page.locator('main'),
      }
    },
  },
  {
    write: bin.restoreFromBin,
    by: 'the button',
    start: async (stage) => {
      const code = await deletedLink(stage)
      return { address: '/bin', press: button(stage.page, `Restore ${code}`) }
    },
  },
  {
    write: bin.restoreFromBin,
    by: 'Undo',
    start: async ({ page, program }) => {
      const { shortCode } = await makeShortlink(program)
      return {
        address: `/url-shortener?edit=${shortCode}`,
        open: async () => {
          await button(dialogOf(page), 'Delete').click()
          await yesOf(page).click()
          await expect(button(page, /^Undo/)).toBeVisible()
        },
        press: button(page, /^(Undo|Try again)/).last(),
      }
    },
  },
  {
    write: bin.removeFromBin,
    by: 'the question',
    start: async (stage) => {
      const code = await deletedLink(stage)
      return {
        address: '/bin',
        open: () => button(stage.page, `Delete for good: ${code}`).click(),
        press: yesOf(stage.page),
      }
    },
  },
  {
    write: coupon.createCoupon,
    by: 'the dialog',
    isForm: true,
    start: async ({ page }) => ({
      address: '/coupons',
      open: () => button(page, 'Create New').click(),
      fill: async () => {
        await dialogOf(page).getByLabel('Code').fill(uniqueCode('HASTE'))
        await typeDay(dialogOf(page), 'Valid till', 20)
        await dialogOf(page).getByLabel('Percent discount').fill('10')
      },
      press: submitOf(page),
    }),
  },
  {
    write: coupon.updateCoupon,
    by: 'the dialog',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/coupons?edit=${(await makeCoupon(program))._id}`,
      fill: () => fillFields(dialogOf(page), { 'Max redemptions': '25' }),
      press: submitOf(page),
    }),
  },
  {
    write: coupon.removeCoupon,
    by: 'the question',
    start: async ({ page, program }) => ({
      address: `/coupons?edit=${(await makeCoupon(program))._id}`,
      open: () => button(dialogOf(page), 'Delete').click(),
      press: yesOf(page),
    }),
  },
  {
    write: coupon.saveCouponsOfEntity,
    by: 'the dialog',
    start: async ({ page, program }) => {
      const { code } = await makeCoupon(program)
      const { _id } = await makeMasterclass(program, farAway())
      return {
        address: `/masterclass?tab=draft&coupons=${_id}`,
        fill: async () => {
          await dialogOf(page).getByLabel('Search coupons').fill(code)
          await page.getByRole('option', { name: new RegExp(code) }).click()
        },
        press: button(dialogOf(page), 'Save'),
      }
    },
  },
  {
    write: coupon.setCouponLinkStatus,
    by: 'the switch',
    start: async ({ page, program }) => {
      const { _id: id, code } = await makeCoupon(program)
      const { _id } = await makeMasterclass(program, farAway())
      await ok(
        program.call('PATCH', '/admin/coupons', {
          coupons: [{ _id: id }],
          entity_id: _id,
          entity_type: 'masterclass',
        }),
      )
      return {
        address: `/masterclass?tab=draft&coupons=${_id}`,
        press: page.getByRole('switch', { name: `Active, ${code}` }),
        shown: page.locator('main'),
      }
    },
  },
  {
    write: createCreator,
    by: 'the form',
    isForm: true,
    start: async ({ page }) => ({
      address: '/creators?tab=create',
      fill: () =>
        fillFields(page, {
          'First name': 'Asha',
          'Last name': 'Rao',
          Email: email('asha'),
          Phone: '9845012763',
        }),
      press: submitOf(page),
    }),
  },
  {
    write: document.createInvoice,
    by: 'the button',
    start: async ({ page, program }) => {
      const made = await makeTransaction(program)
      return {
        table: `(select id from tax_document where transaction_id = '${made.id}')`,
        address: `/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`,
        press: button(page.getByRole('main'), /^Invoice /),
      }
    },
  },
  {
    write: document.addDocumentState,
    by: 'the dialog',
    start: async ({ page, program }) => {
      const made = await makeTransaction(program)
      await program.call('POST', '/admin/masterclass/invoice', { order_id: made.id })
      return {
        address: `/books/documents?q=${made.reference_order_id}`,
        open: () => button(page, /^Add State of /).click(),
        fill: async () => {
          await dialogOf(page).getByRole('combobox', { name: 'State of the buyer' }).fill('tamil')
          await page.getByRole('option', { name: 'Tamil Nadu (33)' }).click()
        },
        press: button(dialogOf(page), 'Issue documents'),
      }
    },
  },
  {
    write: event.createEvent,
    by: 'the form',
    isForm: true,
    start: async ({ page }) => ({
      address: '/event/create',
      fill: async () => {
        const day = daysFromNow(6)
        await page.getByLabel('Title').fill(unique('Meet'))
        await typeTime(page, 'Start time', { day, hours: '05', minutes: '30', half: 'PM' })
        await typeTime(page, 'End time', { day, hours: '08', minutes: '00', half: 'PM' })
        await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Town Hall, Fort')
        await page.getByRole('switch', { name: 'Unlimited tickets' }).check()
      },
      press: submitOf(page),
    }),
  },
  {
    write: event.updateEvent,
    by: 'the form',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/event/edit/${(await makeEvent(program))._id}`,
      fill: () => fillFields(page, { Description: 'Tea and answers.' }),
      press: submitOf(page),
    }),
  },
  {
    write: event.duplicateEvent,
    by: 'the button',
    start: async ({ page, program }) => {
      const { title } = await makeEvent(program)
      return { address: '/events', press: button(card(page, title), 'Duplicate') }
    },
  },
  {
    write: event.publishEvent,
    by: 'the card',
    start: async ({ page, program }) => {
      const { title } = await makeWebinar(program, farAway())
      return {
        address: '/webinar?tab=draft',
        press: button(card(page, title), 'Publish'),
        shown: page.locator('main'),
      }
    },
  },
  {
    write: copyEventToDates,
    by: 'the dialog',
    start: async (stage) => datesOf(stage, '/events', (await makeEvent(stage.program)).title),
  },
  {
    write: exports.createExport,
    by: 'the dialog',
    start: async ({ page, program }) => {
      const made = await makeTransaction(program)
      return {
        address: `/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`,
        open: () => page.getByRole('button', { name: 'Export', exact: true }).click(),
        press: page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }),
      }
    },
  },
  {
    write: exports.cancelExport,
    by: 'the button',
    start: async (stage) => {
      const name = await makeExport(stage, 'running')
      return {
        address: '/transactions/masterclass',
        open: () => stage.page.getByRole('button', { name: 'Export', exact: true }).click(),
        press: button(stage.page.getByRole('dialog'), new RegExp(`^Cancel.*${name}`)),
      }
    },
  },
  {
    write: exports.createExportLink,
    by: 'the button',
    start: async (stage) => {
      const name = await makeExport(stage, 'done')
      return {
        address: '/transactions/masterclass',
        open: () => stage.page.getByRole('button', { name: 'Export', exact: true }).click(),
        press: button(stage.page.getByRole('dialog'), `Download ${name}`),
      }
    },
  },
  {
    write: uploadFile,
    by: 'a form with a picture',
    isForm: true,
    start: async ({ page }) => ({
      table: '(select id from file)',
      address: '/news/create',
      fill: async () => {
        await pickPicture(page)
        await fillFields(page, {
          Title: unique('Late picture'),
          Description: 'What it means.',
          Source: 'Mint',
          'Reference Link': 'https://www.example.com/story',
        })
      },
      press: submitOf(page),
    }),
  },
  {
    write: gst.setUsdRate,
    by: 'the dialog',
    start: async (stage) => {
      const month = await makeMonth(stage)
      const dialog = stage.page.getByRole('dialog')
      return {
        address: `/books/months?open=${month}`,
        fill: () => dialog.getByLabel('Rupees for one dollar').fill('83.5'),
        press: button(dialog, 'Save'),
      }
    },
  },
  {
    write: gst.fileGstMonth,
    by: 'the question',
    start: async (stage) => {
      const month = await makeMonth(stage)
      await ok(stage.program.call('PUT', `/admin/gst/months/${month}/rate`, { usd_rate: 83.5 }))
      return {
        address: `/books/months?open=${month}`,
        open: () => button(stage.page.getByRole('dialog'), 'Mark as filed').click(),
        press: yesOf(stage.page),
      }
    },
  },
  {
    write: gst.reopenGstMonth,
    by: 'the question',
    start: async (stage) => {
      const month = await makeMonth(stage)
      await ok(stage.program.call('PUT', `/admin/gst/months/${month}/rate`, { usd_rate: 83.5 }))
      await ok(stage.program.call('POST', `/admin/gst/months/${month}/file`))
      return {
        address: `/books/months?open=${month}`,
        open: () => button(stage.page.getByRole('dialog'), 'Mark as not filed').click(),
        press: yesOf(stage.page),
      }
    },
  },
  {
    write: masterclass.createMasterclass,
    by: 'the form',
    isForm: true,
    start: async ({ page }) => ({
      address: '/masterclass/create',
      fill: async () => {
        await fillDetails(page, { title: unique('Hasty'), day: daysFromNow(300 + Math.random() * 1000) })
        await next(page, 'Price Details')
        await fillPrices(page)
        await next(page, 'Joining Details')
      },
      press: button(page, 'Save in draft'),
    }),
  },
  {
    write: masterclass.updateMasterclass,
    by: 'the form',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/masterclass/edit/${(await makeMasterclass(program, farAway()))._id}`,
      fill: () => fillFields(page, { Description: 'What to claim, and how.' }),
      press: button(page, 'Save in draft'),
    }),
  },
  {
    write: masterclass.duplicateMasterclass,
    by: 'the button',
    start: async ({ page, program }) => {
      const { title } = await makeMasterclass(program, farAway())
      return { address: '/masterclass?tab=draft', press: button(card(page, title), 'Duplicate') }
    },
  },
  {
    write: masterclass.publishMasterclass,
    by: 'the card',
    start: async ({ page, program }) => {
      const { title } = await makeMasterclass(program, farAway())
      return {
        address: '/masterclass?tab=draft',
        press: button(card(page, title), 'Publish'),
        shown: page.locator('main'),
      }
    },
  },
  {
    write: masterclass.setMasterclassStatus,
    by: 'the question',
    start: async ({ page, program }) => {
      const { title } = await makePublished(program, farAway())
      return {
        address: '/masterclass',
        open: () => button(card(page, title), 'Deactivate').click(),
        press: yesOf(page),
      }
    },
  },
  {
    write: copyMasterclassToDates,
    by: 'the dialog',
    start: async (stage) =>
      datesOf(stage, '/masterclass?tab=draft', (await makeMasterclass(stage.program, farAway())).title),
  },
  {
    write: moderation.ignoreReport,
    by: 'the key',
    start: async (stage) => {
      const id = await reported(stage, 'post')
      return {
        address: '/moderation/posts',
        press: stage.page.locator(`[data-report="${id}"]`),
        key: 'i',
        isAtOnce: true,
        shown: stage.page.getByText('No post reports found'),
      }
    },
  },
  {
    write: moderation.removeReported,
    by: 'the question',
    start: async (stage) => {
      await reported(stage, 'comment')
      return {
        address: '/moderation/comments',
        open: () => reportCard(stage.page).press('d'),
        press: yesOf(stage.page),
        isAtOnce: true,
        shown: stage.page.getByText(/^No .* reports found/),
      }
    },
  },
  {
    write: moderation.ignoreUserReports,
    by: 'the key',
    start: async (stage) => {
      const id = await reported(stage, 'user')
      return {
        address: '/moderation/users',
        press: stage.page.locator(`[data-report="${id}"]`),
        key: 'i',
        isAtOnce: true,
        shown: stage.page.getByText(/^No .* reports found/),
      }
    },
  },
  {
    write: moderation.removeUser,
    by: 'the question',
    start: async (stage) => {
      await reported(stage, 'user')
      return {
        address: '/moderation/users',
        open: () => reportCard(stage.page).press('d'),
        press: yesOf(stage.page),
        isAtOnce: true,
        shown: stage.page.getByText(/^No .* reports found/),
      }
    },
  },
  {
    write: moderation.reopenReports,
    by: 'Undo',
    start: async (stage) => {
      await reported(stage, 'post')
      return {
        address: '/moderation/posts',
        open: async () => {
          await reportCard(stage.page).press('i')
          await expect(button(stage.page, /^Undo/)).toBeVisible()
        },
        press: button(stage.page, /^(Undo|Try again)/).last(),
      }
    },
  },
  {
    write: news.createNews,
    by: 'the form',
    isForm: true,
    start: async ({ page }) => ({
      address: '/news/create',
      fill: async () => {
        await pickPicture(page)
        await fillFields(page, {
          Title: unique('Late news'),
          Description: 'What it means.',
          Source: 'Mint',
          'Reference Link': 'https://www.example.com/story',
        })
      },
      press: submitOf(page),
    }),
  },
  {
    write: news.updateNews,
    by: 'the form',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/news/edit?id=${(await makeNews(program))._id}`,
      fill: () => fillFields(page, { Source: 'Business Line' }),
      press: submitOf(page),
    }),
  },
  {
    write: news.updateNews,
    by: 'the switch',
    start: async ({ page, program }) => {
      const { heading } = await makeNews(program)
      const press = page.getByRole('switch', { name: `Active, ${heading}` })
      return { address: '/news', press, isAtOnce: true, shown: page.locator('main') }
    },
  },
  {
    write: news.removeNews,
    by: 'the button',
    start: async ({ page, program }) => {
      const { heading } = await makeNews(program)
      return {
        address: '/news',
        press: button(page, new RegExp(`bin, ${heading}$`)),
        shown: page.locator('main'),
      }
    },
  },
  {
    write: paymentPage.createPaymentPage,
    by: 'the dialog',
    isForm: true,
    start: async ({ page }) => ({
      address: '/custom-payment-pages',
      open: () => page.getByRole('link', { name: 'Create New' }).click(),
      fill: async () => {
        await pickPicture(dialogOf(page))
        await fillFields(dialogOf(page), {
          Title: unique('Page'),
          'Original price, INR': '499900',
          'Current price, INR': '99900',
          'Original price, USD': '9900',
          'Current price, USD': '1999',
        })
      },
      press: submitOf(page),
    }),
  },
  {
    write: paymentPage.updatePaymentPage,
    by: 'the dialog',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/custom-payment-pages?edit=${(await makePaymentPage(program))._id}`,
      fill: () => fillFields(dialogOf(page), { Description: 'Templates and a call.' }),
      press: submitOf(page),
    }),
  },
  {
    write: paymentPage.updatePaymentPage,
    by: 'the switch',
    start: async ({ page, program }) => {
      const { title } = await makePaymentPage(program)
      const press = page.getByRole('switch', { name: `Active, ${title}` })
      return { address: '/custom-payment-pages', press, isAtOnce: true, shown: page.locator('main') }
    },
  },
  {
    write: person.addPersonNote,
    by: 'the form',
    start: async ({ page, program }) => ({
      address: `/people/${(await makeMember(program)).id}`,
      fill: () => fillFields(page.getByRole('main'), { Note: unique('Prefers calls after') }),
      press: button(page, 'Add note'),
    }),
  },
  {
    write: person.mergePeople,
    by: 'the dialog',
    start: async ({ page, program }) => {
      const phone = `+917${String(Date.now()).slice(-9)}`
      const first = await makeMember(program, { phone, first_name: unique('Twin') })
      const second = await makeMember(program, { phone, first_name: first.first_name })
      return {
        address: `/people/${first.id}`,
        open: () => button(page, `Compare with ${second.name}`).click(),
        press: button(dialogOf(page), 'Merge records'),
      }
    },
  },
  {
    write: personalData.exportPerson,
    by: 'the button',
    start: async ({ page, program }) => ({
      address: `/personal-data?person=user.${(await makeMember(program)).id}`,
      press: button(page, 'Export as JSON'),
    }),
  },
  {
    write: personalData.createErasure,
    by: 'the dialog',
    start: async ({ page, program }) => {
      const made = await makeMember(program, { first_name: unique('Ottilie') })
      return {
        address: `/personal-data?person=user.${made.id}`,
        open: () => button(page, 'Erase…').click(),
        fill: () => dialogOf(page).getByRole('textbox').fill(made.name),
        press: dialogOf(page).getByRole('button', { name: 'Erase', exact: true }),
      }
    },
  },
  {
    write: post.createPost,
    by: 'the form with a poll',
    isForm: true,
    start: async ({ page }) => ({
      address: '/create-post?tab=create',
      fill: async () => {
        await page.getByRole('textbox', { name: 'Message' }).fill(unique('Late post'))
        await button(page, 'Add poll').click()
        for (const [place, text] of ['Old regime', 'New regime'].entries())
          await page.getByRole('textbox', { name: new RegExp(`^Option ${place + 1}`) }).fill(text)
      },
      press: page.getByRole('button', { name: 'Post', exact: true }),
    }),
  },
  {
    write: post.updatePost,
    by: 'the form',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/create-post/edit/${(await makePost(program))._id}`,
      fill: () => page.getByRole('textbox', { name: 'Message' }).fill(unique('Changed')),
      press: submitOf(page),
    }),
  },
  {
    write: post.removePost,
    by: 'the question',
    start: async ({ page, program }) => ({
      address: `/create-post/edit/${(await makePost(program))._id}`,
      open: () => button(page, 'Delete Post').click(),
      press: yesOf(page),
    }),
  },
  {
    write: post.pinPost,
    by: 'the button',
    start: async ({ page, program }) => {
      const { message } = await makePost(program)
      const mine = page.locator('[data-post]').filter({ hasText: message })
      return {
        address: '/create-post',
        press: mine.getByRole('button', { name: 'Pin Post', exact: true }),
        isAtOnce: true,
        shown: button(mine, 'Unpin Post'),
      }
    },
  },
  {
    write: reconciliation.checkOrder,
    by: 'the question',
    start: async ({ page, program }) => {
      const { id } = await makeTransaction(program, { status: 'pending' })
      return {
        // Each check asks the gateway again and has its entry. The order itself stays as it is.
        table: `(select count(*) > 0 from audit_entry where entity_id = '${id}')`,
        address: `/transactions/orders/${id}`,
        open: () => button(page, /^Check with Razorpay/).click(),
        press: yesOf(page),
      }
    },
  },
  {
    write: reconciliation.resolveDifference,
    by: 'the dialog',
    start: async (stage) => {
      const payment = await makeDifference(stage, null)
      return {
        address: '/books/differences',
        open: () => button(stage.page, `Resolve ${payment}`).click(),
        fill: () => dialogOf(stage.page).getByLabel('Note').fill('A test payment'),
        press: button(dialogOf(stage.page), 'Resolve'),
      }
    },
  },
  {
    write: reconciliation.healDifference,
    by: 'the question',
    start: async (stage) => {
      const order = await makeTransaction(stage.program, { status: 'pending' })
      await makeDifference(stage, order.id)
      return {
        address: '/books/differences',
        open: () => button(stage.page, `Complete the order ${order.reference_order_id}`).click(),
        press: yesOf(stage.page),
      }
    },
  },
  {
    write: reconciliation.compareDay,
    by: 'the button',
    start: async ({ page }) => ({ address: '/books/differences', press: button(page, 'Compare now') }),
  },
  {
    write: refund.refundTransaction,
    by: 'the question',
    start: async ({ page, program }) => ({
      table: '(select id from refund)',
      address: `/transactions/orders/${(await makeTransaction(program)).id}`,
      open: () => button(page, /^Refund /).click(),
      press: yesOf(page),
    }),
  },
  {
    write: refund.refundPart,
    by: 'the question',
    start: async ({ page, program }) => ({
      table: '(select id from refund)',
      address: `/transactions/orders/${(await makeTransaction(program)).id}`,
      open: () => button(page, /^Refund /).click(),
      fill: async () => {
        const question = questionOf(page)
        await question.getByText('A part', { exact: true }).click()
        await question.getByLabel('Amount').fill('50000')
        await question.getByRole('combobox', { name: 'Reason' }).click()
        await page.getByRole('option', { name: 'Goodwill' }).click()
        await question.getByLabel('Note').fill('Ill that day.')
      },
      press: yesOf(page),
    }),
  },
  {
    write: refund.createRefundReason,
    by: 'the dialog',
    start: async ({ page, program }) => ({
      address: `/transactions/orders/${(await makeTransaction(program)).id}`,
      open: async () => {
        await button(page, /^Refund /).click()
        await button(page, 'Manage reasons').click()
      },
      fill: () => dialogOf(page).getByLabel('New reason').fill(unique('Because')),
      press: button(dialogOf(page), /^Add/),
    }),
  },
  {
    write: refund.updateRefundReason,
    by: 'the dialog',
    start: async ({ page, program }) => {
      const label = unique('Why')
      await ok(program.call('POST', '/admin/refund-reasons', { label }))
      return {
        address: `/transactions/orders/${(await makeTransaction(program)).id}`,
        open: async () => {
          await button(page, /^Refund /).click()
          await button(page, 'Manage reasons').click()
        },
        fill: () =>
          dialogOf(page)
            .getByRole('textbox', { name: `Reason ${label}`, exact: true })
            .fill(`${label} so`),
        press: button(dialogOf(page), 'Save'),
      }
    },
  },
  {
    write: refundRequest.approveRefundRequest,
    by: 'the question',
    start: async (stage) => {
      const order = await makeRefundRequest(stage, false)
      const mine = stage.page.getByRole('listitem').filter({ hasText: order.reference_order_id })
      return {
        address: '/transactions/requests',
        open: () => button(mine, /^Approve /).click(),
        press: yesOf(stage.page),
      }
    },
  },
  {
    write: refundRequest.declineRefundRequest,
    by: 'the dialog',
    start: async (stage) => {
      const order = await makeRefundRequest(stage, false)
      const mine = stage.page.getByRole('listitem').filter({ hasText: order.reference_order_id })
      return {
        address: '/transactions/requests',
        open: () => button(mine, /^Decline /).click(),
        fill: () => dialogOf(stage.page).getByLabel('Reason').fill('The course was attended.'),
        press: button(dialogOf(stage.page), 'Decline'),
      }
    },
  },
  {
    write: refundRequest.withdrawRefundRequest,
    by: 'the question',
    start: async (stage) => {
      const order = await makeRefundRequest(stage, true)
      const mine = stage.page.getByRole('listitem').filter({ hasText: order.reference_order_id })
      return {
        address: '/transactions/requests',
        open: () => button(mine, /^Withdraw /).click(),
        press: yesOf(stage.page),
      }
    },
  },
  {
    write: registration.giveBackRegistration,
    by: 'the question',
    start: async (stage) => ({
      address: `/event/people/${(await signUp(stage))._id}`,
      open: () => button(stage.page, /^Give back the seat of/).click(),
      press: yesOf(stage.page),
    }),
  },
  {
    write: registration.restoreRegistration,
    by: 'the button',
    start: async (stage) => {
      const { _id } = await signUp(stage)
      const [{ id = '' } = {}] = await stage.program.query<{ id: string }>(
        'select id from registration where session_id = $1',
        [_id],
      )
      await ok(stage.program.call('POST', `/admin/registrations/${id}/give-back`))
      return {
        address: `/event/people/${_id}?state=given_back`,
        press: button(stage.page, /^Restore the registration of/),
      }
    },
  },
  {
    write: savedView.createSavedView,
    by: 'the dialog',
    isForm: true,
    start: async ({ page }) => ({
      table: 'saved_view',
      address: '/coupons?tab=ended',
      open: () => button(page.getByRole('banner'), 'Save view').click(),
      fill: () => dialogOf(page).getByLabel('Name').fill(unique('View')),
      press: submitOf(page),
    }),
  },
  {
    write: savedView.updateSavedView,
    by: 'the dialog',
    start: async (stage) => {
      const { page } = stage
      const { name } = await makeView(stage)
      return {
        table: 'saved_view',
        address: '/coupons?tab=ended',
        open: async () => {
          await button(page.getByRole('banner'), new RegExp(`^View ${name}`)).click()
          await page.getByRole('menuitem', { name: 'Rename' }).click()
        },
        fill: () => dialogOf(page).getByLabel('Name').fill(`${name} so`),
        press: submitOf(page),
      }
    },
  },
  {
    write: savedView.removeSavedView,
    by: 'the question',
    start: async (stage) => {
      const { page } = stage
      const { name } = await makeView(stage)
      return {
        table: 'saved_view',
        address: '/coupons?tab=ended',
        open: async () => {
          await button(page.getByRole('banner'), new RegExp(`^View ${name}`)).click()
          await page.getByRole('menuitem', { name: 'Delete' }).click()
        },
        press: yesOf(page),
      }
    },
  },
  {
    write: shortlink.createShortlink,
    by: 'the form',
    isForm: true,
    start: async ({ page }) => ({
      address: '/url-shortener?tab=create',
      fill: () =>
        fillFields(page, { 'Web URL': `https://greenroom.example/${unique('plan').replace(' ', '-')}` }),
      press: submitOf(page),
    }),
  },
  {
    write: shortlink.replaceShortlink,
    by: 'the dialog',
    isForm: true,
    start: async ({ page, program }) => ({
      address: `/url-shortener?edit=${(await makeShortlink(program)).shortCode}`,
      fill: () => fillFields(dialogOf(page), { 'Web URL': 'https://greenroom.example/changed' }),
      press: submitOf(page),
    }),
  },
  {
    write: shortlink.removeShortlink,
    by: 'the question',
    start: async ({ page, program }) => ({
      address: `/url-shortener?edit=${(await makeShortlink(program)).shortCode}`,
      open: () => button(dialogOf(page), 'Delete').click(),
      press: yesOf(page),
    }),
  },
  {
    write: staff.inviteStaff,
    by: 'the dialog',
    isForm: true,
    start: async ({ page }) => ({
      address: '/staff',
      open: () => page.getByRole('link', { name: 'Invite', exact: true }).click(),
      fill: () => fillFields(dialogOf(page), { 'E-mail': email('invited') }),
      press: submitOf(page),
    }),
  },
  {
    write: staff.updateStaff,
    by: 'the dialog of its role',
    start: async ({ page, program }) => {
      const address = email('changed')
      await ok(program.call('POST', '/admin/staff', { email: address, role: 'viewer' }))
      return {
        address: `/staff?q=${address}`,
        open: () => button(page, /^Change role of/).click(),
        fill: () => dialogOf(page).getByRole('radio', { name: 'Content' }).check(),
        press: submitOf(page),
      }
    },
  },
  {
    write: staff.updateStaff,
    by: 'the question before it is disabled',
    start: async ({ page, program }) => {
      const address = email('disabled')
      await ok(program.call('POST', '/admin/staff', { email: address, role: 'viewer' }))
      return {
        address: `/staff?q=${address}`,
        open: () => button(page, /^Disable/).click(),
        press: yesOf(page),
      }
    },
  },
  {
    write: staff.inviteStaffAgain,
    by: 'the question',
    start: async ({ page, program }) => {
      const address = email('again')
      await ok(program.call('POST', '/admin/staff', { email: address, role: 'viewer' }))
      await program.query('update staff set first_sign_in_at = now() where email = $1', [address])
      return {
        address: `/staff?q=${address}`,
        open: () => button(page, /^Invite again/).click(),
        press: yesOf(page),
      }
    },
  },
  {
    write: addTransactionNote,
    by: 'the form',
    start: async ({ page, program }) => ({
      address: `/transactions/orders/${(await makeTransaction(program)).id}`,
      fill: () => page.getByRole('textbox', { name: 'Note' }).fill(unique('Called')),
      press: button(page, 'Add note'),
    }),
  },
  {
    write: webhook.resendWebhookDelivery,
    by: 'the button',
    start: async (stage) => {
      await makeWebhook(stage, 'failed')
      return {
        address: '/webhooks?tab=failed',
        open: () =>
          button(stage.page.getByRole('main'), /^Details/)
            .first()
            .click(),
        press: button(dialogOf(stage.page), 'Send again'),
      }
    },
  },
  {
    write: webhook.resendFailedWebhooks,
    by: 'the question',
    start: async (stage) => {
      await makeWebhook(stage, 'failed')
      return {
        address: '/webhooks?tab=failed',
        open: () => button(stage.page, /^Send failed again/).click(),
        press: yesOf(stage.page),
      }
    },
  },
  {
    write: webhook.skipWebhookDelivery,
    by: 'the button',
    start: async (stage) => {
      await makeWebhook(stage, 'waiting')
      return {
        address: '/webhooks?tab=waiting',
        open: () =>
          button(stage.page.getByRole('main'), /^Details/)
            .first()
            .click(),
        press: button(dialogOf(stage.page), 'Skip'),
      }
    },
  },
]
