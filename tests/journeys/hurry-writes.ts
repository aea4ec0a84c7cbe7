import { randomUUID } from 'node:crypto'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import { expect, type Locator, type Page } from 'playwright/test'
import { makeBanner, uniquePriority } from './banner-records.ts'
import { makeEvent, makeWebinar } from './event-records.ts'
import { card } from './journey.ts'
import {
  clearReports,
  makeComment,
  makeMember,
  makeMemberPost,
  mergeMembers,
  report,
} from './moderation-records.ts'
import { makeNews } from './news-records.ts'
import { makePost } from './post-records.ts'
import type { Program } from './program.ts'
import {
  hoursFromNow,
  makeCoupon,
  makeCredited,
  makeDifference,
  makeLead,
  makeMasterclass,
  makePaymentPage,
  makePublished,
  makeRefundBatch,
  makeService,
  makeShortlink,
  makeTransaction,
  pictureBytes,
  unique,
  uniqueCode,
} from './records.ts'
import { choose, daysFromNow, fillDetails, fillPrices, next, type PickedTime, typeTime } from './wizard.ts'

/** How a person makes a write, on records of its own. */
export interface Way {
  /** The screen. */
  address: string
  /** Opens the dialog or the question, and fills the form. */
  open: () => Promise<void>
  fill: () => Promise<void>
  /** What the person presses. */
  control: Locator
  /** Presses it: a click, a key or a drag. */
  press: () => Promise<void>
  /** Waits until the screen shows the effect after a lost response, so that there is nothing to press again. */
  shown: (() => Promise<void>) | undefined
  /** What tells of a success, where no message does: something on the screen, or a downloaded file. */
  told: Locator | 'download' | undefined
  /** The rows that the write changes, for one without an entry in the history. */
  table: string | undefined
  /** Makes the same write through the API, as a colleague does. */
  change: (fields: object) => Promise<void>
  /** Returns the record as it is stored now. */
  stored: () => Promise<Record<string, unknown>>
}

/** A refusal of the server that belongs to a field. */
interface Refused {
  /** The part of the request that is spoiled, and how. */
  part: string
  value?: string
  /** The label of its field. */
  at: string
  /** What the toast says; without it there is none. */
  says?: string
}

/** What a colleague changes while a person edits: another field than the row fills, and the same one. */
interface Theirs {
  other: Record<string, unknown>
  /** What a write that replaces the record must repeat. */
  besides?: Record<string, unknown>
  /** @param time gives each change another value */
  same: (time: 1 | 2) => Record<string, unknown>
}

/** A way to make a write. */
export interface WriteRow {
  write: EndpointDeclaration
  by: string
  /** Whether what is typed is kept until it is saved. */
  isForm: boolean
  /** Whether the screen shows the effect at once: a second press is meant for something else. */
  isAtOnce: boolean
  /** Whether nothing closes the dialog while it saves. */
  isLocked: boolean
  refused: Refused | undefined
  theirs: Theirs | undefined
  start: (page: Page, program: Program) => Promise<Way>
}

/** The name of a button, or where a control is. */
type Control<T> = string | RegExp | ((made: T, page: Page) => Locator | string | RegExp)

/** The values of fields by their labels: a text, a day, a time, a picture, or true for a choice. */
type Fields = Record<string, string | Date | PickedTime | Promise<Buffer> | true>

interface Recipe<T> {
  by?: string
  isForm?: boolean
  isAtOnce?: boolean
  isLocked?: boolean
  /** Stores what the write needs. */
  make?: (program: Program) => Promise<T>
  at: string | ((made: T) => string)
  /** What is pressed first, one after the other. */
  open?: Control<T> | readonly Control<T>[]
  fill?: Fields | ((made: T, page: Page) => Fields | Promise<void>)
  press?: Control<T>
  key?: string
  dragTo?: (made: T, page: Page) => Locator
  /** Where the effect shows; without a place, the control is gone or switched off. */
  shown?: 'gone' | 'off' | ((made: T, page: Page) => Locator)
  told?: 'download' | ((made: T, page: Page) => Locator)
  table?: string | ((made: T) => string)
  refused?: WriteRow['refused']
  theirs?: Theirs
}

/** A shape of writing: which part of the page has the control, and which it is if the recipe names none. */
interface Shape {
  part: (page: Page) => Page | Locator
  control: (part: Page | Locator) => Locator
}

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const questionOf = (page: Page) => page.getByRole('alertdialog')
const buttonIn = (part: Page | Locator, name: string | RegExp) =>
  part.getByRole('button', { name, exact: true }).last()
const submitIn = (part: Page | Locator) => part.locator('button[type="submit"]').last()
/** The part of the page that takes the keys. */
const topOf = (page: Page) => page.locator('main, [role=dialog], [role=alertdialog]').last()

async function fillFields(page: Page, fields: Fields): Promise<void> {
  const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  for (const [label, value] of Object.entries(fields)) {
    const top = topOf(page)
    // A card below a dialog that is still loading may have buttons with such a name.
    const field = top.getByLabel(label).and(top.locator('input, textarea, select')).first()
    if (value === true) await field.check()
    else if (typeof value === 'string') await field.fill(value)
    else if (value instanceof Date) {
      const day = top.getByRole('textbox', { name: label })
      await day.fill(longDay.format(value))
      await day.press('Enter')
      await expect(day).toHaveValue(/^\d+ \S{3,4} \d+$/)
    } else if (value instanceof Promise) {
      const picture = { name: 'picture.jpg', mimeType: 'image/jpeg', buffer: await value }
      await top.locator('input[type="file"]').first().setInputFiles(picture)
    } else await typeTime(page, label, value)
  }
}

type Stored = Record<string, unknown> & { post?: Record<string, unknown> }

/** Returns how a colleague makes a write about a record, and how it is read. */
function asColleague(program: Program, { method, path, multipart, body }: EndpointDeclaration, made: object) {
  const values = made as Record<string, string>
  const [, name = ''] = /:(\w+)/.exec(path) ?? []
  const id = values[name] ?? values._id ?? ''
  const address = path.replace(`:${name}`, id)
  return {
    change: async (fields: object) => {
      const form = new FormData()
      for (const [part, value] of Object.entries(fields))
        form.set(part, typeof value === 'object' ? JSON.stringify(value) : String(value))
      await ok(program.call(method, address, multipart && !body ? form : fields))
    },
    stored: async () => {
      // A short link is read in its list.
      const read = name === 'shortCode' ? '/admin/shortlink?limit=200' : address.replace('/update', '')
      const stored = await ok(program.call<Stored | Stored[]>('GET', read))
      if (Array.isArray(stored)) return stored.find((one) => one[name] === id) ?? {}
      return stored.post ?? stored
    },
  }
}

function find<T>(control: Control<T>, made: T, page: Page, part: Page | Locator = page): Locator {
  const found = typeof control === 'function' ? control(made, page) : control
  return typeof found === 'string' || found instanceof RegExp ? buttonIn(part, found) : found
}

/** Returns a function that makes rows of a shape. */
function shape(by: string, { part, control }: Shape, more: Partial<Recipe<never>> = {}) {
  return <T>(name: string, own: Recipe<T>): WriteRow => {
    const write = endpoints.find(({ exportName }) => exportName === name)?.endpoint
    if (!write) throw new Error(`The contract has no ${name}.`)
    const recipe = { by, isForm: false, isAtOnce: false, isLocked: false, ...more, ...own } as Recipe<T>
    const { at, open = [], fill, press, key, dragTo, shown, told, table } = recipe
    const start = async (page: Page, program: Program): Promise<Way> => {
      const made = (await own.make?.(program)) as T
      const pressed = press ? find(press, made, page, part(page)) : control(part(page))
      // Typed a second time, it is the same.
      let fields: Fields | undefined
      return {
        address: typeof at === 'string' ? at : at(made),
        open: async () => {
          for (const step of [open].flat()) await find(step as Control<T>, made, page).click()
        },
        fill: async () => {
          const filled = fields ?? (typeof fill === 'function' ? fill(made, page) : fill)
          if (filled instanceof Promise) return await filled
          fields = filled ?? {}
          await fillFields(page, fields)
        },
        control: pressed,
        press: () => {
          if (dragTo) return pressed.dragTo(dragTo(made, page))
          return key ? pressed.press(key) : pressed.click()
        },
        shown:
          shown &&
          (() => {
            if (typeof shown === 'function') return expect(shown(made, page).first()).toBeVisible()
            return expect(shown === 'off' ? pressed.and(page.locator(':checked')) : pressed).toHaveCount(0)
          }),
        told: typeof told === 'function' ? told(made, page) : told,
        table: typeof table === 'function' ? table(made) : table,
        ...asColleague(program, write, made ?? {}),
      }
    }
    return { ...(recipe as Required<Recipe<T>>), write, start }
  }
}

const onScreen: Shape = { part: (page) => page, control: (part) => submitIn(part.locator('main')) }
const inDialog: Shape = { part: dialogOf, control: submitIn }
const inQuestion: Shape = { part: questionOf, control: (part) => part.locator('.gr-answers button').last() }

const form = shape('the form', onScreen, { isForm: true })
const dialog = shape('the dialog', inDialog)
const formDialog = shape('the dialog', inDialog, { isForm: true })
/** A dialog that nothing closes while it saves. */
const lockedDialog = shape('the dialog', inDialog, { isLocked: true })
const question = shape('the question', inQuestion)
const button = shape('the button', onScreen)
/** A control whose effect the screen shows before the response. */
const atOnce = shape('the switch', onScreen, { isAtOnce: true })

const yes = (_: unknown, page: Page) => inQuestion.control(questionOf(page))
const createLink = (_: unknown, page: Page) => page.locator('header a[data-primary]')
const option = (name: string | RegExp) => (_: unknown, page: Page) => page.getByRole('option', { name })
const menuItem = (name: string) => (_: unknown, page: Page) => page.getByRole('menuitem', { name })
const inCard =
  (name: string) =>
  ({ title }: { title: string }, page: Page) =>
    buttonIn(card(page, title), name)
const offeredAgain = /^(Undo|Try again)/

const withId =
  (address: string) =>
  ({ _id }: { _id: string }) =>
    address + _id
const email = (name: string) => `${unique(name).replace(' ', '.').toLowerCase()}@partner.example`
const time = (days: number, hours: string, half: 'AM' | 'PM'): PickedTime => ({
  ...{ day: daysFromNow(days), hours, minutes: '00', half },
})
const story = (title: string): Fields => ({
  picture: pictureBytes(),
  Title: unique(title),
  Description: 'What it means.',
  Source: 'Mint',
  'Reference Link': 'https://www.example.com/story',
})
/** The menu of the only row. */
const rowMenu = /^More actions of /
/** Repeats a session on two dates. */
const copies = {
  open: [inCard('More actions'), menuItem('Repeat on dates')],
  fill: async (_: unknown, page: Page) => {
    await fillFields(page, { 'Number of dates': '2' })
    await page.keyboard.press('Tab')
  },
  press: /^Create \d/,
}

async function ok<T>(answer: Promise<{ status: number; body: { data: T; message: string } }>): Promise<T> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(body.message)
  return body.data
}

async function makeBooking(program: Program) {
  const service = await makeService(program)
  const { reference_record_id: reference } = await makeLead(program, service)
  return { reference, address: `/advisory/leads?service_id=${service._id}` }
}
type Booking = Awaited<ReturnType<typeof makeBooking>>
const leads = { make: makeBooking, at: ({ address }: Booking) => address }
const statusOf = ({ reference }: Booking, page: Page) =>
  page.getByRole('combobox', { name: `Status of ${reference}` })
const statusIs = (status: string) => (made: Booking, page: Page) =>
  statusOf(made, page).filter({ hasText: status })
const columnOf = (status: string) => (_: unknown, page: Page) =>
  page.getByRole('region', { name: 'Leads by status' }).getByRole('region', { name: status })
const leadIn = (status: string) => (made: Booking, page: Page) =>
  columnOf(status)(made, page)
    .getByRole('listitem')
    .filter({ has: page.getByLabel(`Status of ${made.reference}`) })

const theirWords = (time: 1 | 2) => ({ description: `Their words ${time}` })

const farAway = () => {
  const hours = 24 * (400 + Math.floor(Math.random() * 3000))
  return { start_time: hoursFromNow(hours), end_time: hoursFromNow(hours + 1) }
}
const makeDraft = (program: Program) => makeMasterclass(program, farAway())
const drafts = { make: makeDraft, at: '/masterclass?tab=draft' }

async function makeLinked(program: Program) {
  const [{ _id: couponId, code }, { _id }] = [await makeCoupon(program), await makeDraft(program)]
  const link = { coupons: [{ _id: couponId }], entity_id: _id, entity_type: 'masterclass' }
  await ok(program.call('PATCH', '/admin/coupons', link))
  return { _id, code }
}

async function makeDeletedLink(program: Program) {
  const made = await makeShortlink(program)
  await ok(program.call('DELETE', `/admin/shortlink/${made.shortCode}`))
  return made
}

async function makeInvoiced(program: Program) {
  const made = await makeTransaction(program)
  await ok(program.call('POST', '/admin/masterclass/invoice', { order_id: made.id }))
  return made
}

const deletedLinks = { make: makeDeletedLink, at: '/bin' }
const links = {
  make: makeShortlink,
  at: ({ shortCode }: { shortCode: string }) => `/url-shortener?edit=${shortCode}`,
}
const banners = { make: makeBanner, at: '/banners' }
const coupons = { make: makeCoupon, at: withId('/coupons?edit=') }
const events = { make: makeEvent, at: '/events' }
const posts = { make: makePost, at: withId('/create-post/edit/') }

/** Stores a report as the only one. */
const reported = (kind: 'post' | 'comment' | 'user') => async (program: Program) => {
  await clearReports(program)
  const member = await makeMember(program)
  const { _id: post } = await makeMemberPost(program, {}, member)
  const comment = { post, author: member.id, message: 'Call me' }
  const id = { post: () => post, user: () => member.id, comment: () => makeComment(program, comment) }
  await report(program, kind, await id[kind]())
}
const noReports = (_: unknown, page: Page) => page.getByText(/^No .* reports found/)
const reportCard = (_: unknown, page: Page) => page.locator('[data-report]').first()

type MonthState = 'no rate' | 'a rate' | 'its mark'

let monthCount = 0
/** Makes an invoice in dollars in a month of its own. @param state what has been done with the month */
const monthWith = (state: MonthState) => async (program: Program) => {
  monthCount += 1
  const month = `${2023 + Math.floor(monthCount / 12)}-${String((monthCount % 12) + 1).padStart(2, '0')}`
  const order = { created_at: `${month}-05T10:00:00Z`, currency_code: 'USD' as const, amount: 4900 }
  const { id } = await makeTransaction(program, order)
  await program.query(
    `insert into tax_document (id, kind, transaction_id, serial, series, financial_year, number, document_date,
       issued_at, supply, place_of_supply, sac, rate_percent, currency_code, total, taxable, cgst, sgst, igst, sandbox,
       content)
     values ($1, 'invoice', $2, $3, 'HM', 2023, $4, $5, now(), 'export', '96', '999293', 18, 'USD', 4900, 4153, 0, 0,
       747, true, '{}')`,
    [randomUUID(), id, `HM/2324/${String(monthCount).padStart(6, '0')}`, monthCount, `${month}-05`],
  )
  await program.query("update transaction set document_state = 'issued' where id = $1", [id])
  if (state !== 'no rate')
    await ok(program.call('PUT', `/admin/gst/months/${month}/rate`, { usd_rate: '83.5' }))
  if (state === 'its mark') await ok(program.call('POST', `/admin/gst/months/${month}/file`))
  return month
}
const months = (state: MonthState) => ({
  make: monthWith(state),
  at: (month: string) => `/books/months/${month}`,
})

const webhooks = (state: 'failed' | 'waiting') => ({ make: webhookIn(state), at: `/webhooks?tab=${state}` })
const webhookIn = (state: string) => async (program: Program) => {
  await program.query("delete from webhook_delivery where state in ('failed', 'waiting')")
  await program.query(
    `insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state, created_at, updated_at,
       next_attempt_at, attempts)
     values ($1::uuid, 'product', 'session.published', 'masterclass', $1::text, '{"title":"Late"}', $2, now(), now(), $3, 1)`,
    [randomUUID(), state, state === 'waiting' ? hoursFromNow(24) : null],
  )
}

/** Asks for a refund that a second person decides. */
const refundAskedBy = (person?: string) => async (program: Program) => {
  const order = await makeTransaction(program, { amount: 3_000_000 })
  const { status } = await fetch(`${program.url}/admin/orders/${order.id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await program.token(person)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 2_500_000, reason_code: 'goodwill', note: '', request_id: randomUUID() }),
  })
  if (status >= 300) throw new Error(`The request was refused with ${status}.`)
  return order
}
const batches = (state: 'waiting' | 'running' | 'stopped', person?: string) => ({
  make: (program: Program) => makeRefundBatch(program, state, person),
  at: (id: string) => `/transactions/batches/${id}`,
})
const requests = (person?: string) => ({ make: refundAskedBy(person), at: '/transactions/requests' })
const colleague = 'farida.khan@greenroom.example'
const ofRequest =
  (name: RegExp) =>
  ({ reference_order_id }: { reference_order_id: string }, page: Page) =>
    buttonIn(page.getByRole('listitem').filter({ hasText: reference_order_id }), name)

async function makeRegistered(program: Program) {
  const { _id } = await makeEvent(program, { is_paid: 'false', prices: '[]' })
  const signUp = {
    external_id: randomUUID(),
    session_type: 'event',
    session_id: _id,
    user: { name: 'Nikhil Menon', email: 'nikhil@mail.example', phone: '+919845012763' },
    registered_at: '2026-11-01T10:00:00Z',
    changed_at: '2026-11-01T10:00:00Z',
  }
  await ok(program.call('POST', '/intake/registrations', { records: [signUp] }))
  return _id
}

const peopleAddress = (session: string) => `/event/people/${session}`

async function makeGivenBack(program: Program) {
  const session = await makeRegistered(program)
  const [{ id = '' } = {}] = await program.query<{ id: string }>(
    'select id from registration where session_id = $1',
    [session],
  )
  await ok(program.call('POST', `/admin/registrations/${id}/give-back`))
  return session
}

const exports = (state: 'running' | 'done') => ({ make: exportIn(state), at: '/transactions/masterclass' })
const exportIn = (state: string) => async (program: Program) => {
  // Only one may be under way.
  await program.query('delete from export')
  const wanted = { kind: 'transactions', format: 'csv', filters: {} }
  const { file_name } = await ok(program.call<{ file_name: string }>('POST', '/admin/exports', wanted))
  const stateNow = () => program.query<{ state: string }>('select state from export')
  await expect.poll(stateNow).toEqual([{ state: 'done' }])
  if (state !== 'done') await program.query('update export set state = $1, finished_at = null', [state])
  return file_name
}

const makeView = (program: Program) => {
  // Filters that no other view has: the screen shows the view of its address.
  const search = { tab: 'ended', q: uniqueCode('VIEW') }
  const view = { name: unique('Mine'), path: '/coupons', search, is_shared: false }
  return ok(program.call<{ name: string; search: typeof search }>('POST', '/admin/saved-views', view))
}
const viewAddress = (code: string) => `/coupons?tab=ended&q=${code}`
const views = {
  make: makeView,
  at: ({ search: { q } }: { search: { q: string } }) => viewAddress(q),
}
const viewMenu = ({ name }: { name: string }) => new RegExp(`^View ${name}`)

async function makeStaff(program: Program) {
  const address = email('staff')
  await ok(program.call('POST', '/admin/staff', { email: address, role: 'viewer' }))
  return address
}
/** A member of staff with a session. */
async function makeSignedIn(program: Program) {
  const address = await makeStaff(program)
  await program.query('update staff set first_sign_in_at = now(), last_sign_in_at = now() where email = $1', [
    address,
  ])
  await program.query(
    `insert into session (id, sha256, staff_id, issuer, subject, email, name, token_sha256, browser, address, started_at,
      last_call_at, ends_at)
    select gen_random_uuid(), gen_random_uuid(), id, '', '', email, '', gen_random_uuid(), 'curl/8', '127.0.0.1', now(),
      now(), now() + interval '1 hour' from staff where email = $1`,
    [address],
  )
  return address
}
const staffAddress = (address: string) => `/staff?q=${address}`
const members = { make: makeStaff, at: staffAddress }
const orderAddress = ({ id }: { id: string }) => `/transactions/orders/${id}`
const orders = { make: makeTransaction, at: orderAddress }
const reasons = [/^Refund /, 'Manage reasons'] as const
const sales = {
  make: makeTransaction,
  at: ({ user_phone }: { user_phone: string }) =>
    `/transactions/masterclass?phone=${encodeURIComponent(user_phone)}`,
}

const makeTwins = async (program: Program) => {
  const phone = `+917${String(Date.now()).slice(-9)}`
  const first = await makeMember(program, { phone, first_name: unique('Twin') })
  return { first, second: await makeMember(program, { phone, first_name: first.first_name }) }
}

async function makeMerged(program: Program) {
  const twins = await makeTwins(program)
  await mergeMembers(program, twins.first, twins.second)
  return twins
}

async function makeReason(program: Program) {
  const label = unique('Why')
  await ok(program.call('POST', '/admin/refund-reasons', { label }))
  return { label, ...(await makeTransaction(program)) }
}

const inPost =
  (name: string) =>
  ({ message }: { message: string }, page: Page) =>
    buttonIn(page.locator('[data-post]').filter({ hasText: message }), name)

/** Every way to make every write of the console. */
export const writeRows: readonly WriteRow[] = [
  form('createAdvisor', {
    at: '/advisory/advisors?tab=create',
    fill: () => ({ 'First name': 'Nandita', 'Last name': unique('Sen'), Email: email('nandita') }),
    refused: { part: 'email', at: 'Email', says: 'Failed to create advisor. Please try again.' },
  }),
  atOnce('updateLead', {
    by: 'the list of statuses',
    ...leads,
    open: statusOf,
    press: option('DISCUSSION COMPLETED'),
    shown: statusIs('DISCUSSION COMPLETED'),
  }),
  dialog('updateLead', {
    by: 'the question why it is closed',
    isAtOnce: true,
    ...leads,
    open: [statusOf, option('CLOSED LOST')],
    fill: { 'Too expensive': true, Note: 'Wanted half' },
    press: 'Save status',
    shown: statusIs('CLOSED LOST'),
  }),
  atOnce('updateLead', {
    by: 'a drag on the board',
    make: makeBooking,
    at: ({ address }) => `${address}&view=board`,
    press: leadIn('INSURANCE CALL SCHEDULED'),
    dragTo: columnOf('DISCUSSION COMPLETED'),
    shown: leadIn('DISCUSSION COMPLETED'),
  }),
  form('updateAdvisoryService', {
    make: makeService,
    at: withId('/advisory/services/'),
    open: 'Edit Service',
    fill: { 'Slot time': '75' },
    press: 'Save Changes',
    refused: { part: 'slot_time', at: 'Slot time' },
    theirs: { other: { buffer_time: 300 }, same: (time) => ({ slot_time: time * 600 }) },
  }),
  lockedDialog('createApiKey', {
    isForm: true,
    at: '/api-keys',
    open: createLink,
    fill: () => ({ Name: unique('Server'), 'Content: Read': true }),
    told: (_, page) => page.getByLabel('API key', { exact: true }),
  }),
  question('revokeApiKey', {
    make: (program) => {
      const fields = { name: unique('Old server'), permissions: ['content.read'] }
      return ok(program.call<object>('POST', '/admin/api-keys', fields)).then(() => fields)
    },
    at: '/api-keys',
    open: ({ name }) => `Revoke ${name}`,
  }),
  form('createBanner', {
    at: '/create-banner',
    fill: () => ({
      picture: pictureBytes(),
      'Start time': time(1, '09', 'AM'),
      'End time': time(4, '09', 'PM'),
      External: true,
      URL: 'https://www.example.com/new-year',
      'Order number': String(uniquePriority()),
    }),
    refused: { part: 'order', at: 'Order number', value: 'x', says: 'Failed to save banner.' },
  }),
  form('updateBanner', {
    make: makeBanner,
    at: withId('/create-banner?id='),
    fill: { URL: 'https://www.example.com/changed' },
    refused: { part: 'order', at: 'Order number', value: 'x', says: 'Failed to save banner.' },
    theirs: {
      other: { is_active: false },
      same: (time) => ({ redirect: { type: 'external', redirect_link: `https://www.example.com/${time}` } }),
    },
  }),
  atOnce('updateBanner', {
    ...banners,
    press: ({ priority }, page) => page.getByRole('switch', { name: new RegExp(`, Priority ${priority}$`) }),
    shown: 'off',
  }),
  question('updateBanner', {
    by: 'the question before it is deleted',
    ...banners,
    open: ({ priority }) => `Delete, Priority ${priority}`,
  }),
  atOnce('moveBanner', {
    by: 'the key',
    make: async (program) => [await makeBanner(program), await makeBanner(program)],
    at: '/banners',
    press: ([, last]) => new RegExp(`^Move Priority ${last?.priority}`),
    key: 'ArrowUp',
    shown: (_, page) => page.locator('[data-kind="error"]'),
  }),
  button('removeBanner', {
    make: (program) => makeBanner(program, { is_active: 'false' }),
    at: '/banners',
    open: (_, page) => page.getByRole('radio', { name: 'Inactive' }),
    press: ({ priority }) => new RegExp(`bin, Priority ${priority}$`),
    shown: 'gone',
  }),
  button('restoreFromBin', { ...deletedLinks, press: ({ shortCode }) => `Restore ${shortCode}` }),
  button('restoreFromBin', { by: 'Undo', ...links, open: ['Delete', yes], press: offeredAgain }),
  question('removeFromBin', { ...deletedLinks, open: ({ shortCode }) => `Delete for good: ${shortCode}` }),
  formDialog('createCoupon', {
    at: '/coupons',
    open: 'Create New',
    fill: () => ({ Code: uniqueCode('HASTE'), 'Valid till': daysFromNow(20), 'Percent discount': '10' }),
    refused: { part: 'code', at: 'Code', says: 'Could not create coupons.' },
  }),
  formDialog('updateCoupon', {
    ...coupons,
    fill: { 'Max redemptions': '25' },
    refused: { part: 'max_redemptions', at: 'Max redemptions' },
    theirs: { other: { max_per_person: 1 }, same: (time) => ({ max_redemptions: 30 + time }) },
  }),
  dialog('changeCouponEnds', {
    make: makeCoupon,
    at: ({ code }) => `/coupons?q=${code}`,
    open: [({ code }, page) => page.getByRole('checkbox', { name: `Select ${code}` }), 'Change last day'],
    fill: (_, page) => dialogOf(page).getByRole('textbox', { name: 'Valid till' }).fill('31/12/2031'),
    press: 'Change 1 coupon',
  }),
  question('removeCoupon', { ...coupons, open: 'Delete' }),
  formDialog('saveCouponsOfEntity', {
    make: async (program) => ({ ...(await makeDraft(program)), code: (await makeCoupon(program)).code }),
    at: withId('/masterclass?tab=draft&coupons='),
    fill: async ({ code }, page) => {
      await dialogOf(page).getByLabel('Search coupons').fill(code)
      await page.getByRole('option', { name: new RegExp(code) }).click()
    },
    press: 'Save',
  }),
  lockedDialog('saveCouponsOfEntity', {
    by: 'the selected coupons',
    make: async (program) => ({ ...(await makeDraft(program)), code: (await makeCoupon(program)).code }),
    at: ({ code }) => `/coupons?q=${code}`,
    open: [({ code }, page) => page.getByRole('checkbox', { name: `Select ${code}` }), 'Link to…'],
    fill: async ({ title }, page) => {
      await dialogOf(page).getByLabel('Masterclass or membership', { exact: true }).fill(title)
      await page.getByRole('option', { name: title }).click()
    },
    press: 'Link 1 coupon',
  }),
  button('setCouponLinkStatus', {
    by: 'the switch',
    make: makeLinked,
    at: withId('/masterclass?tab=draft&coupons='),
    press: ({ code }, page) => page.getByRole('switch', { name: `Active, ${code}` }),
    shown: 'off',
  }),
  form('createCreator', {
    at: '/creators?tab=create',
    fill: () => ({ 'First name': 'Asha', 'Last name': 'Rao', Email: email('asha'), Phone: '9845012763' }),
    refused: { part: 'email', at: 'Email', says: 'Failed to create creator. Please try again.' },
  }),
  button('createInvoice', {
    ...sales,
    press: /^Invoice /,
    table: ({ id }) => `(select id from tax_document where transaction_id = '${id}')`,
  }),
  dialog('addDocumentState', {
    make: makeInvoiced,
    at: ({ reference_order_id }) => `/books/documents?q=${reference_order_id}`,
    open: /^Add State of /,
    fill: async (_, page) => {
      await dialogOf(page).getByRole('combobox', { name: 'State of the buyer' }).fill('tamil')
      await page.getByRole('option', { name: 'Tamil Nadu (33)' }).click()
    },
    press: 'Issue documents',
  }),
  dialog('issueDebitNote', {
    make: makeCredited,
    at: ({ id }) => `/transactions/orders/${id}`,
    open: /^Debit note for /,
    press: 'Issue debit note',
  }),
  dialog('correctInvoice', {
    make: makeInvoiced,
    at: ({ reference_order_id }) => `/books/documents?q=${reference_order_id}`,
    open: /^Correct /,
    fill: async (_, page) => {
      await dialogOf(page).getByRole('textbox', { name: 'Buyer’s name' }).fill('Shah Traders')
      await dialogOf(page).getByRole('button', { name: 'Preview' }).click()
    },
    press: 'Issue both documents',
  }),
  dialog('addDocumentStates', {
    make: makeInvoiced,
    at: ({ reference_order_id }) => `/books/documents?tab=state-missing&q=${reference_order_id}`,
    open: [(_, page) => page.getByRole('checkbox', { name: 'Select all' }), 'Add 1 missing State'],
    fill: async (_, page) => {
      await dialogOf(page)
        .getByRole('combobox', { name: /^State of / })
        .fill('tamil')
      await page.getByRole('option', { name: 'Tamil Nadu (33)' }).click()
    },
    press: 'Issue 1 corrected invoice',
  }),
  form('createEvent', {
    at: '/event/create',
    fill: () => ({
      picture: pictureBytes(),
      Title: unique('Meet'),
      'Start time': time(6, '05', 'PM'),
      'End time': time(6, '08', 'PM'),
      Location: 'Town Hall, Fort',
      'Unlimited tickets': true,
    }),
    refused: { part: 'title', at: 'Title' },
  }),
  form('updateEvent', {
    by: 'the form of a webinar',
    make: (program) => makeWebinar(program, farAway()),
    at: withId('/webinar/edit/'),
    fill: { Description: 'Bring your questions.' },
    press: 'Save',
    refused: { part: 'title', at: 'Title' },
    theirs: { other: { title: 'Theirs' }, same: theirWords },
  }),
  form('updateEvent', {
    make: makeEvent,
    at: withId('/event/edit/'),
    fill: { Description: 'Tea and answers.' },
    refused: { part: 'title', at: 'Title' },
    theirs: { other: { city: 'Mysuru' }, same: theirWords },
  }),
  button('duplicateEvent', {
    make: (program) => makeEvent(program, { start_time: hoursFromNow(-30), end_time: hoursFromNow(-28) }),
    at: '/events?tab=past',
    press: inCard('Duplicate'),
  }),
  button('publishEvent', {
    make: (program) => makeWebinar(program, farAway()),
    at: '/webinar?tab=draft',
    press: inCard('Publish'),
  }),
  lockedDialog('copyEventToDates', { ...events, ...copies }),
  button('createDocumentLink', {
    make: makeInvoiced,
    at: ({ reference_order_id }) => `/books/documents?q=${reference_order_id}`,
    press: /^Copy link to /,
    // The browser of the cases blocks copying.
    told: (_, page) => page.getByText('The browser blocked copying.'),
  }),
  dialog('createExport', { ...sales, open: 'Export', press: 'Export', table: '(select id from export)' }),
  dialog('createExport', {
    by: 'the dialog of coupons',
    make: makeCoupon,
    at: ({ code }) => `/coupons?q=${code}`,
    open: 'Export',
    press: 'Export',
    table: '(select id from export)',
  }),
  dialog('cancelExport', {
    by: 'the button',
    ...exports('running'),
    open: 'Export',
    press: (name) => new RegExp(`^Cancel.*${name}`),
    shown: 'gone',
  }),
  dialog('createExportLink', {
    by: 'the button',
    ...exports('done'),
    open: 'Export',
    press: (name) => `Download ${name}`,
    told: 'download',
  }),
  form('uploadFile', {
    by: 'a form with a picture',
    at: '/news/create',
    fill: () => story('Late picture'),
    table: '(select key from file)',
  }),
  button('setUsdRate', {
    ...months('no rate'),
    fill: { 'Exchange rate (₹ per $1)': '83.5' },
    press: 'Save rate',
  }),
  question('fileGstMonth', { ...months('a rate'), open: 'Mark as filed' }),
  question('setAnnualReturn', {
    ...months('a rate'),
    at: '/books/months',
    open: 'Set date of the annual return of 2023-24',
    fill: { 'Filed on': '31 Dec 2024' },
  }),
  question('reopenGstMonth', { ...months('its mark'), open: 'Mark as not filed' }),
  form('createMasterclass', {
    at: '/masterclass/create',
    fill: async (_, page) => {
      await fillDetails(page, { title: unique('Hasty'), day: daysFromNow(300 + Math.random() * 1000) })
      await next(page, 'Price Details')
      await fillPrices(page)
      await next(page, 'Joining Details')
    },
    press: 'Save in draft',
    refused: { part: 'title', at: 'Title', says: 'Could not create masterclass.' },
  }),
  form('updateMasterclass', {
    make: makeDraft,
    at: withId('/masterclass/edit/'),
    fill: async (_, page) => {
      await fillFields(page, { Description: 'What to claim, and how.' })
      await next(page, 'Price Details')
      await next(page, 'Joining Details')
    },
    press: 'Save in draft',
    refused: { part: 'title', at: 'Title' },
    theirs: { other: { title: 'Theirs' }, same: theirWords },
  }),
  button('duplicateMasterclass', {
    make: makeDraft,
    at: ({ _id }) => `/masterclass?tab=draft&open=${_id}`,
    press: (_, page) => buttonIn(dialogOf(page), 'Duplicate'),
  }),
  button('publishMasterclass', { ...drafts, press: inCard('Publish') }),
  question('setMasterclassStatus', {
    make: (program) => makePublished(program, farAway()),
    at: '/masterclass',
    open: inCard('Deactivate'),
  }),
  lockedDialog('copyMasterclassToDates', { ...drafts, ...copies }),
  ...(
    [
      ['ignoreReport', 'post', '/moderation/posts'],
      ['ignoreUserReports', 'user', '/moderation/users'],
    ] as const
  ).map(([write, kind, at]) =>
    atOnce(write, { by: 'the key', make: reported(kind), at, press: reportCard, key: 'i', shown: noReports }),
  ),
  ...(
    [
      ['removeReported', 'comment', '/moderation/comments'],
      ['removeUser', 'user', '/moderation/users'],
    ] as const
  ).map(([write, kind, at]) =>
    question(write, { isAtOnce: true, make: reported(kind), at, open: /^Delete: /, shown: noReports }),
  ),
  button('reopenReports', {
    by: 'Undo',
    make: reported('post'),
    at: '/moderation/posts',
    open: /^Ignore: /,
    press: offeredAgain,
  }),
  form('createNews', {
    at: '/news/create',
    fill: () => story('Late news'),
    refused: { part: 'heading', at: 'Title', says: 'Could not create news snippet.' },
  }),
  form('updateNews', {
    make: makeNews,
    at: withId('/news/edit?id='),
    fill: { Source: 'Business Line' },
    refused: { part: 'heading', at: 'Title', says: 'Could not update news snippet.' },
    theirs: { other: { heading: 'Theirs' }, same: (time) => ({ source: `Reuters ${time}` }) },
  }),
  atOnce('updateNews', {
    make: makeNews,
    at: '/news',
    press: ({ heading }, page) => page.getByRole('switch', { name: `Active, ${heading}` }),
    shown: 'off',
  }),
  button('removeNews', {
    make: (program) => makeNews(program, { is_active: false }),
    at: '/news?tab=inactive',
    press: ({ heading }) => new RegExp(`bin, ${heading}$`),
    shown: 'gone',
  }),
  formDialog('createPaymentPage', {
    at: '/custom-payment-pages',
    open: createLink,
    fill: () => ({
      picture: pictureBytes(),
      Title: unique('Page'),
      'Original price, INR': '499900',
      'Current price, INR': '99900',
      'Original price, USD': '9900',
      'Current price, USD': '1999',
    }),
    refused: { part: 'title', at: 'Title', says: 'Could not create payment entity.' },
  }),
  formDialog('updatePaymentPage', {
    make: makePaymentPage,
    at: withId('/custom-payment-pages?edit='),
    fill: { Description: 'Templates and a call.' },
    refused: { part: 'title', at: 'Title', says: 'Could not update payment entity.' },
    theirs: { other: { title: 'Theirs' }, same: theirWords },
  }),
  atOnce('updatePaymentPage', {
    make: makePaymentPage,
    at: '/custom-payment-pages',
    press: ({ title }, page) => page.getByRole('switch', { name: `Active, ${title}` }),
    shown: 'off',
  }),
  form('addPersonNote', {
    make: makeMember,
    at: ({ id }) => `/people/${id}`,
    open: 'Write note',
    fill: () => ({ Note: unique('Prefers calls after') }),
    press: 'Add note',
  }),
  dialog('addPersonLabel', {
    make: makeMember,
    at: ({ id }) => `/people/${id}`,
    open: 'Add labels',
    fill: () => ({ 'New label': unique('Speaker') }),
    press: 'Add label',
  }),
  dialog('removePersonLabel', {
    make: async (program: Program) => {
      const member = await makeMember(program)
      await ok(program.call('POST', `/admin/people/${member.id}/labels`, { label: 'Guest of honour' }))
      return member
    },
    at: ({ id }) => `/people/${id}`,
    open: 'Edit labels',
    press: 'Remove Guest of honour',
  }),
  lockedDialog('addConsent', {
    make: makeMember,
    at: ({ id }) => `/people/${id}`,
    open: 'Record consent or withdrawal',
    fill: () => ({ WhatsApp: true, Agreed: true, 'How you know': unique('Asked on the phone') }),
    press: 'Record',
  }),
  dialog('mergePeople', {
    make: makeTwins,
    at: ({ first }) => `/people/${first.id}`,
    open: ({ second }) => `Compare with ${second.name}`,
    press: 'Merge records',
    // The dialog sees that one of them is gone.
    shown: (_, page) => dialogOf(page).locator('button[type="submit"]:disabled'),
  }),
  dialog('splitPerson', {
    make: makeMerged,
    at: ({ first }) => `/people/${first.id}`,
    open: 'Split',
    fill: ({ second }, page) => dialogOf(page).getByLabel(`Account of ${second.name}`).check(),
    press: 'Split',
  }),
  button('undoPersonMove', {
    make: makeMerged,
    at: ({ first }) => `/people/${first.id}`,
    press: 'Undo',
  }),
  button('keepPeopleApart', {
    make: makeTwins,
    at: ({ first }) => `/people/${first.id}`,
    press: ({ second }) => `Not the same person as ${second.name}`,
  }),
  button('pointOutAgain', {
    by: 'Undo',
    make: makeTwins,
    at: ({ first }) => `/people/${first.id}`,
    open: ({ second }) => `Not the same person as ${second.name}`,
    press: offeredAgain,
  }),
  button('exportPerson', {
    make: makeMember,
    at: ({ id }) => `/personal-data?person=user.${id}`,
    press: 'Export as JSON',
    // Each export reads the data again and has its entry.
    table: ({ id }) => `(select count(*) > 0 from audit_entry where audit_entry::text like '%${id}%')`,
  }),
  dialog('createErasure', {
    make: (program) => makeMember(program, { first_name: unique('Ottilie') }),
    at: ({ id }) => `/personal-data?person=user.${id}`,
    open: 'Erase…',
    fill: ({ name }, page) => dialogOf(page).getByRole('textbox').fill(name),
    press: 'Erase',
  }),
  form('createPost', {
    by: 'the form with a poll',
    at: '/create-post?tab=create',
    fill: async (_, page) => {
      await fillFields(page, { picture: pictureBytes() })
      await page.getByRole('textbox', { name: 'Message' }).fill(unique('Late post'))
      await buttonIn(page, 'Create a Poll').click()
      for (const place of [1, 2])
        await page.getByRole('textbox', { name: new RegExp(`^Option ${place}`) }).fill(`Regime ${place}`)
    },
    press: 'Post',
    refused: { part: 'tags', at: 'Tags', value: 'x', says: 'Failed to create post' },
  }),
  form('updatePost', {
    ...posts,
    fill: () => ({ Message: unique('Changed') }),
    refused: { part: 'tags', at: 'Tags', value: 'x', says: 'Failed to update post' },
    theirs: { other: { tags: ['Crypto'] }, same: (time) => ({ message: `Their words ${time}` }) },
  }),
  question('removePost', { ...posts, open: 'Delete Post' }),
  atOnce('pinPost', {
    by: 'the button',
    make: makePost,
    at: '/create-post',
    press: inPost('Pin Post'),
    shown: inPost('Unpin Post'),
  }),
  question('checkOrder', {
    make: (program) => makeTransaction(program, { status: 'pending' }),
    at: orderAddress,
    open: /^Check with Razorpay/,
    // Each check asks the gateway again and has its entry. The order itself stays as it is.
    table: ({ id }) => `(select count(*) > 0 from audit_entry where entity_id = '${id}')`,
  }),
  lockedDialog('resolveDifference', {
    make: (program) => makeDifference(program),
    at: '/books/differences',
    open: (payment) => `Resolve ${payment}`,
    fill: { Note: 'A test payment' },
    press: 'Resolve',
  }),
  lockedDialog('resolveDifferences', {
    make: (program) => makeDifference(program),
    at: '/books/differences',
    open: [
      (payment, page) => page.getByRole('checkbox', { name: `Select ${payment}` }),
      'Resolve 1 difference',
    ],
    fill: { Note: 'A test payment' },
    press: 'Resolve',
  }),
  question('healDifference', {
    make: async (program) => {
      const order = await makeTransaction(program, { status: 'pending' })
      await makeDifference(program, order.id)
      return order
    },
    at: '/books/differences',
    open: ({ reference_order_id }) => `Complete the order ${reference_order_id}`,
  }),
  ...(['accept', 'refund'] as const).map((verb) =>
    question(`${verb}Difference`, {
      make: async (program) => {
        const order = await makeTransaction(program, { status: 'pending' })
        await makeDifference(program, order.id, true)
        return order
      },
      at: '/books/differences',
      open: ({ reference_order_id }) =>
        `${verb === 'accept' ? 'Accept this amount' : 'Refund it'} ${reference_order_id}`,
    }),
  ),
  button('compareDay', { at: '/books/differences', press: 'Compare now' }),
  button('compareMonth', {
    // Days before the first comparison would change other months.
    at: () => `/books/months/${new Date().toISOString().slice(0, 7)}`,
    press: 'Compare again',
  }),
  question('refundTransaction', {
    ...orders,
    open: /^Refund /,
    shown: 'gone',
    table: '(select id from refund)',
  }),
  question('refundPart', {
    ...orders,
    open: /^Refund /,
    fill: async (_, page) => {
      await questionOf(page).getByText('Part of it', { exact: true }).click()
      await choose(page, 'Reason', 'Goodwill')
      await fillFields(page, { Amount: '50000', Note: 'Ill that day.' })
    },
    table: '(select id from refund)',
  }),
  lockedDialog('createRefundReason', {
    ...orders,
    open: reasons,
    fill: () => ({ 'New reason': unique('Because') }),
    press: /^Add/,
  }),
  lockedDialog('updateRefundReason', {
    make: makeReason,
    at: orderAddress,
    open: reasons,
    fill: ({ label }, page) =>
      dialogOf(page)
        .getByRole('textbox', { name: `Reason ${label}`, exact: true })
        .fill(`${label} so`),
    press: 'Save',
  }),
  question('approveRefundRequest', {
    ...requests(colleague),
    open: ofRequest(/^Approve /),
    // The question shows that less is left.
    shown: (_, page) => questionOf(page).getByText(/once more to confirm/),
  }),
  lockedDialog('declineRefundRequest', {
    ...requests(colleague),
    open: ofRequest(/^Decline /),
    fill: { Reason: 'The course was attended.' },
    press: 'Decline',
  }),
  question('withdrawRefundRequest', { ...requests(), open: ofRequest(/^Withdraw /) }),
  question('createRefundBatch', {
    make: (program) => makeTransaction(program, { entity_type: 'events', entity_id: randomUUID() }),
    at: ({ entity_id }) => `/transactions/batches/new?type=events&id=${entity_id}`,
    open: 'Refund 1 order',
    table: 'refund_batch',
  }),
  question('approveRefundBatch', { ...batches('waiting', colleague), open: 'Approve' }),
  lockedDialog('declineRefundBatch', {
    ...batches('waiting', colleague),
    open: 'Decline',
    fill: { Reason: 'The course takes place.' },
    press: 'Decline',
  }),
  question('withdrawRefundBatch', { ...batches('waiting'), open: 'Withdraw' }),
  question('stopRefundBatch', { ...batches('running'), open: 'Stop' }),
  question('resumeRefundBatch', { ...batches('stopped'), open: 'Continue' }),
  question('giveBackRegistration', {
    make: makeRegistered,
    at: peopleAddress,
    open: /^Give back the seat of/,
  }),
  button('restoreRegistration', {
    make: makeGivenBack,
    at: (session) => `/event/people/${session}?state=given_back`,
    press: /^Restore the registration of/,
  }),
  dialog('createSavedView', {
    make: async () => uniqueCode('VIEW'),
    at: viewAddress,
    open: 'Save view',
    fill: () => ({ Name: unique('View') }),
    table: 'saved_view',
  }),
  dialog('updateSavedView', {
    ...views,
    open: [viewMenu, menuItem('Rename')],
    fill: ({ name }, page) => dialogOf(page).getByLabel('Name').fill(`${name} so`),
    table: 'saved_view',
  }),
  question('removeSavedView', { ...views, open: [viewMenu, menuItem('Delete')], table: 'saved_view' }),
  form('createShortlink', {
    at: '/url-shortener?tab=create',
    fill: () => ({ 'Web URL': `https://greenroom.example/${unique('plan').replace(' ', '-')}` }),
    refused: { part: 'webUrl', at: 'Web URL', says: 'Failed to create shortlink.' },
  }),
  formDialog('replaceShortlink', {
    ...links,
    fill: { 'Web URL': 'https://greenroom.example/changed' },
    refused: { part: 'webUrl', at: 'Web URL', says: 'Failed to update shortlink.' },
    theirs: {
      other: { params: { theirs: '1' } },
      besides: { webUrl: 'https://greenroom.example/tax' },
      same: (time) => ({ webUrl: `https://greenroom.example/${time}`, params: { theirs: '1' } }),
    },
  }),
  question('removeShortlink', { ...links, open: 'Delete' }),
  lockedDialog('inviteStaff', {
    isForm: true,
    at: '/staff',
    open: createLink,
    fill: () => ({ 'E-mail': email('invited') }),
  }),
  dialog('updateStaff', {
    by: 'the dialog of its role',
    ...members,
    open: [rowMenu, menuItem('Change role')],
    fill: { Content: true },
  }),
  question('updateStaff', {
    by: 'the question before it is disabled',
    ...members,
    open: [rowMenu, menuItem('Disable')],
  }),
  dialog('endStaffSession', {
    by: 'the button of the session',
    make: makeSignedIn,
    at: staffAddress,
    open: [rowMenu, menuItem('Sessions')],
    press: /^End curl/,
  }),
  dialog('endStaffSessions', {
    by: 'the button for all',
    make: makeSignedIn,
    at: staffAddress,
    open: [rowMenu, menuItem('Sessions')],
    press: 'End all',
  }),
  question('inviteStaffAgain', {
    make: async (program) => {
      const address = await makeStaff(program)
      await program.query('update staff set first_sign_in_at = now() where email = $1', [address])
      return address
    },
    at: staffAddress,
    open: [rowMenu, menuItem('Invite again')],
  }),
  form('addTransactionNote', { ...orders, fill: () => ({ Note: unique('Called') }), press: 'Add note' }),
  dialog('resendWebhookDelivery', {
    by: 'the button',
    ...webhooks('failed'),
    open: /^Details/,
    press: 'Send again',
  }),
  question('resendFailedWebhooks', { ...webhooks('failed'), open: /^Send failed again/ }),
  dialog('skipWebhookDelivery', {
    by: 'the button',
    ...webhooks('waiting'),
    open: /^Details/,
    press: 'Skip',
  }),
]
