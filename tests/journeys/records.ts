import { randomBytes, randomUUID } from 'node:crypto'
import type { LeadStatus } from '@greenroom/contract/lead-status'
import type { NewShortlink, Shortlink } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import type { PaymentPage } from '@greenroom/contract/money/payment-page/payment-page.schema'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { Advisor, AdvisoryService, Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import type { Creator } from '@greenroom/contract/sessions/creator/creator.schema'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import sharp from 'sharp'
import type { Program } from './program.ts'

let count = 0

/** Returns a word that is unique in this run. */
export function unique(word: string): string {
  count += 1
  return `${word} ${Date.now().toString(36).slice(-4)}${count}`
}

/** Returns a unique coupon code of letters and digits. */
export function uniqueCode(word: string): string {
  return unique(word).replace(' ', '').toUpperCase()
}

/** Returns the time this many hours from now, in ISO 8601. */
export function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** Inserts a row. */
export async function insert(program: Program, table: string, fields: object): Promise<void> {
  const columns = Object.keys(fields)
  await program.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(fields),
  )
}

/** Creates a creator. */
export async function makeCreator(program: Program, fields: Partial<Creator> = {}): Promise<Creator> {
  const { status, body } = await program.call<Creator>('POST', '/admin/creator', {
    first_name: 'Asha',
    last_name: 'Rao',
    email: `${unique('asha').replace(' ', '.')}@example.com`,
    phone: '+919845012763',
    ...fields,
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Creates a masterclass, by default a draft that begins in two days. */
export async function makeMasterclass(
  program: Program,
  fields: Record<string, string | Blob> = {},
): Promise<Masterclass> {
  const form = new FormData()
  const parts: Record<string, string | Blob> = {
    title: unique('Class'),
    description: 'What to claim, and when.',
    start_time: hoursFromNow(48),
    end_time: hoursFromNow(49),
    zoom_hub_name: 'zoom_3',
    attendance_type: 'virtual',
    is_attach_to_superclass: 'false',
    prices: JSON.stringify([
      { currency_code: 'USD', original_price: 9900, current_price: 4900 },
      { currency_code: 'INR', original_price: 499900, current_price: 249900 },
    ]),
    links: JSON.stringify([{ name: 'Telegram', url: 'https://t.me/greenroom', is_active: true }]),
    ...fields,
  }
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  if (!form.has('creator_id')) form.set('creator_id', (await makeCreator(program))._id)
  const { status, body } = await program.call<Masterclass>('POST', '/admin/masterclass', form)
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Creates a published masterclass, which is Active until it begins. */
export async function makePublished(
  program: Program,
  fields: Record<string, string | Blob> = {},
): Promise<Masterclass> {
  const { _id } = await makeMasterclass(program, fields)
  const published = await program.call<Masterclass>('POST', '/admin/masterclass/zoom/publish', {
    masterclass_id: _id,
  })
  if (published.status !== 200) throw new Error(published.body.message)
  return published.body.data
}

/** Returns a masterclass as it is stored now. */
export async function storedMasterclass(program: Program, id: string): Promise<Masterclass> {
  return (await program.call<Masterclass>('GET', `/admin/masterclass/${id}`)).body.data
}

/** Creates a coupon that is valid for a month. */
export async function makeCoupon(program: Program, fields: Partial<Coupon> = {}): Promise<Coupon> {
  const { status, body } = await program.call<Coupon>('POST', '/admin/coupon', {
    code: uniqueCode('CASE'),
    valid_till: hoursFromNow(24 * 30),
    absolute_discount: null,
    absolute_discount_usd: null,
    discount_percentage: 20,
    ...fields,
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Columns of a transaction that a case can set. */
interface TransactionFields {
  status: string
  amount: number
  currency_code: 'INR' | 'USD'
  created_at: string
  entity_type: 'masterclass' | 'membership' | 'events' | 'custom'
  entity_id: string
  entity_title: string
  entity_start_time: string | null
  user_first_name: string
  user_last_name: string
  source: string | null
  medium: string | null
  campaign: string | null
  zoom_join_url: string | null
}

/** A transaction as the public product stores it. */
export interface MadeTransaction extends TransactionFields {
  id: string
  reference_order_id: string
  /** A unique number, so that a search finds only this transaction. */
  user_phone: string
  user_email: string
}

/**
 * Inserts a transaction, by default a completed one of an hour ago.
 * @param mark end of the payment id, which sets the sandbox gateway's behaviour
 */
export async function makeTransaction(
  program: Program,
  fields: Partial<TransactionFields> = {},
  mark = '',
): Promise<MadeTransaction> {
  const name = unique('case').replace(' ', '')
  count += 1
  const made: MadeTransaction & { payment_id: string | null; user_id: string } = {
    id: randomUUID(),
    reference_order_id: `order_${name}`,
    payment_id: fields.status === 'pending' ? null : `pay_${name}${mark}`,
    status: 'completed',
    amount: 249900,
    currency_code: 'INR',
    created_at: hoursFromNow(-1),
    entity_type: 'masterclass',
    entity_id: randomUUID(),
    entity_title: 'Save tax the legal way',
    entity_start_time: hoursFromNow(24 * 7),
    user_id: randomUUID(),
    user_first_name: 'Yamini',
    user_last_name: 'Vaidya',
    user_phone: `+916${String(Date.now() % 1_000_000).padStart(6, '0')}${String(count % 1000).padStart(3, '0')}`,
    user_email: `${name}@mail.example`,
    source: 'google',
    medium: 'cpc',
    campaign: 'brand-search',
    zoom_join_url: null,
    ...fields,
  }
  await insert(program, 'transaction', made)
  return made
}

/**
 * Stores a refund of all orders of an event, with one order. No job runs it.
 * @param person e-mail address of who asked for it
 * @returns its id
 */
export async function makeRefundBatch(
  program: Program,
  state: 'waiting' | 'running' | 'stopped',
  person?: string,
): Promise<string> {
  const order = await makeTransaction(program, { entity_type: 'events', entity_id: randomUUID() })
  const { body } = await program.call<{ email: string }>('GET', '/admin/session')
  // A member of staff has a row since the first call.
  if (person !== undefined) {
    await fetch(`${program.url}/admin/session`, {
      headers: { authorization: `Bearer ${await program.token(person)}` },
    })
  }
  const id = randomUUID()
  await program.query(
    `insert into refund_batch (id, request_id, entity_type, entity_id, entity_title, reason_code, note, orders,
       amount_inr, state, cause, requested_by_id, requested_by, requested_at)
     select $1::uuid, gen_random_uuid(), 'events', entity_id, entity_title, 'session-cancelled', 'The host is ill', 1,
       amount, $2, case when $2 = 'waiting' then 'amount' end, staff.id, staff.email, now()
     from transaction, staff where transaction.id = $3 and lower(staff.email) = lower($4)`,
    [id, state, order.id, person ?? body.data.email],
  )
  await program.query(
    `insert into refund_batch_row (refund_batch_id, position, transaction_id, amount, currency_code, state)
     select $1, 0, id, amount, currency_code, 'waiting' from transaction where id = $2`,
    [id, order.id],
  )
  return id
}

/**
 * Stores a difference of a captured payment, as a comparison with the gateway finds it.
 * @param order the pending order that it paid for; null for a payment without an order
 * @returns the payment's id
 */
export async function makeDifference(
  program: Program,
  order: string | null = null,
  isOther = false,
): Promise<string> {
  // The sandbox has another amount for a payment with this ending.
  const payment = `pay_${randomUUID().slice(0, 13)}${isOther ? '_paid_other' : ''}`
  const now = hoursFromNow(0)
  await insert(program, 'gateway_difference', {
    id: randomUUID(),
    kind: isOther ? 'amount-differs' : order ? 'paid-not-completed' : 'payment-without-order',
    subject: payment,
    payment_id: payment,
    gateway_state: 'captured',
    gateway_amount: isOther ? 240_000 : 249_900,
    gateway_currency: 'INR',
    occurred_at: now,
    found_at: now,
    last_seen_at: now,
    ...(order && { transaction_id: order, our_state: 'pending', our_amount: 249_900, our_currency: 'INR' }),
  })
  // The sandbox knows the payments of our orders.
  if (order) await program.query('update transaction set payment_id = $1 where id = $2', [payment, order])
  return payment
}

/** Returns a transaction as the API returns it now. */
export async function storedTransaction(
  program: Program,
  { entity_type, user_phone }: Pick<MadeTransaction, 'entity_type' | 'user_phone'>,
): Promise<Transaction> {
  const query = new URLSearchParams({ entity_type, phone: user_phone })
  const { body } = await program.call<{ ordersList: Transaction[] }>('GET', `/admin/orders?${query}`)
  const [found, another] = body.data.ordersList
  if (!found || another) throw new Error('The phone does not find exactly one transaction.')
  return found
}

/** Creates a payment page with a picture, active by default. */
export async function makePaymentPage(
  program: Program,
  fields: { title?: string; description?: string; is_active?: boolean; banner?: string } = {},
): Promise<PaymentPage> {
  const { status, body } = await program.call<PaymentPage>('POST', '/admin/payment-entity', {
    title: unique('Page'),
    description: 'What buyers get.',
    is_active: true,
    prices: [
      { currency_code: 'INR', original_price: 499900, current_price: 99900 },
      { currency_code: 'USD', original_price: 9900, current_price: 1999 },
    ],
    lsq: { add_to_cart: '3301', purchase: '' },
    ...fields,
    banner: fields.banner ?? (await uploadPicture(program)),
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

async function uploadPicture(program: Program): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pictureBytes())], { type: 'image/jpeg' }), 'banner.jpg')
  const { body } = await program.call<{ url: string }>('POST', '/admin/upload', form)
  return body.data.url
}

/** Returns a payment page as it is stored now. */
export async function storedPaymentPage(program: Program, id: string): Promise<PaymentPage> {
  return (await program.call<PaymentPage>('GET', `/admin/payment-entity/${id}`)).body.data
}

/** Creates an advisor without a service. */
export async function makeAdvisor(
  program: Program,
  fields: { first_name?: string; last_name?: string; email?: string } = {},
): Promise<Advisor> {
  const { status, body } = await program.call<Advisor>('POST', '/admin/advisory/advisor', {
    first_name: 'Nandita',
    last_name: unique('Sen'),
    email: `${unique('nandita').replace(' ', '.')}@example.com`,
    ...fields,
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Inserts an advisory service, as the public product does. Times are in seconds. */
export async function makeService(
  program: Program,
  fields: { service_name?: string; buffer_time?: number; slot_time?: number } = {},
  advisors: readonly { _id: string }[] = [],
): Promise<AdvisoryService> {
  const id = randomUUID()
  const { service_name = unique('Service'), buffer_time = 600, slot_time = 1800 } = fields
  await program.query(
    'insert into advisory_service (id, service_name, buffer_time, slot_time) values ($1, $2, $3, $4)',
    [id, service_name, buffer_time, slot_time],
  )
  if (advisors.length > 0) await changeService(program, id, { advisors: advisors.map(({ _id }) => _id) })
  return storedService(program, id)
}

/** Returns an advisory service as it is stored now. */
export async function storedService(program: Program, id: string): Promise<AdvisoryService> {
  return (await program.call<AdvisoryService>('GET', `/admin/advisory/services/${id}`)).body.data
}

/** Changes an advisory service through the API, as another person would. */
export async function changeService(
  program: Program,
  id: string,
  changes: { buffer_time?: number; slot_time?: number; advisors?: string[] },
): Promise<void> {
  const { status, body } = await program.call('PATCH', `/admin/advisory/services/${id}`, changes)
  if (status !== 200) throw new Error(body.message)
}

/** Inserts a lead of a service, as the public product does, by default just booked for tomorrow. */
export async function makeLead(
  program: Program,
  service: { _id: string },
  fields: {
    status?: LeadStatus
    advisor_id?: string
    start_time?: string
    created_at?: string
    meta?: Record<string, string>
    user_first_name?: string
    user_last_name?: string
    user_phone?: string
  } = {},
): Promise<Lead> {
  const made = {
    id: randomUUID(),
    reference_record_id: unique('CRM').replace(' ', '-').toUpperCase(),
    status: 'INSURANCE_CALL_SCHEDULED',
    start_time: hoursFromNow(24),
    created_at: hoursFromNow(0),
    service_id: service._id,
    user_first_name: 'Chandrika',
    user_last_name: 'Menon',
    user_email: 'chandrika.menon@mail.example',
    user_phone: '+919447031268',
    ...fields,
    meta: JSON.stringify(fields.meta ?? {}),
  }
  await insert(program, 'lead', made)
  return storedLead(program, made.id)
}

/** Returns a lead as it is stored now. */
export async function storedLead(program: Program, id: string): Promise<Lead> {
  return (await program.call<Lead>('GET', `/admin/advisory/bookings/${id}`)).body.data
}

/** Changes a lead through the API, as another person would. */
export async function changeLead(
  program: Program,
  id: string,
  changes: { status?: LeadStatus; advisor_id?: string },
): Promise<void> {
  const { status, body } = await program.call('PATCH', `/admin/advisory/bookings/${id}`, changes)
  if (status !== 200) throw new Error(body.message)
}

/** Creates a short link. */
export async function makeShortlink(
  program: Program,
  fields: Partial<NewShortlink> = {},
): Promise<Shortlink> {
  const { status, body } = await program.call<Shortlink>('POST', '/admin/shortlink', {
    shortCode: uniqueCode('case'),
    webUrl: 'https://greenroom.example/tax',
    ...fields,
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Returns the short link with this code as it is stored now, or undefined. */
export async function storedShortlink(program: Program, code: string): Promise<Shortlink | undefined> {
  const { body } = await program.call<Shortlink[]>('GET', '/admin/shortlink?limit=200')
  return body.data.find(({ shortCode }) => shortCode === code)
}

/** Returns the bytes of a real picture. */
export async function pictureBytes(format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg'): Promise<Buffer> {
  return await sharp({ create: { width: 640, height: 360, channels: 3, background: '#c8622d' } })
    .toFormat(format)
    .toBuffer()
}

/** Returns the bytes of a real picture of 1.6 MB, so that its upload can be interrupted. */
export async function largePictureBytes(): Promise<Buffer> {
  const [width, height] = [900, 600]
  return await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Returns how many files are stored. */
export async function storedFileCount(program: Program): Promise<number> {
  const [{ count = 0 } = {}] = await program.query<{ count: number }>(
    'select count(*)::int as count from file',
  )
  return count
}

/** Makes an order with an invoice and a credit note: the product says that it gave the money back. */
export async function makeCredited(program: Program) {
  const made = await makeTransaction(program)
  const invoice = () => program.call('POST', '/admin/masterclass/invoice', { order_id: made.id })
  await invoice()
  await program.query("update transaction set status = 'refunded' where id = $1", [made.id])
  await invoice()
  return made
}
