import type pg from 'pg'
import { newId } from '../../apps/api/src/platform/database/record-id.ts'
import { eventForm } from '../../apps/api/src/test-records.ts'
import { dataOf, jpegOf, jpegPart, makeDraft, newCoupon, newCreator, newMasterclass } from './records.ts'
import type { RunningProgram } from './running-program.ts'
import { until } from './until.ts'

/** A valid call that changes data. */
export interface Write {
  path: string
  json?: unknown
  form?: Record<string, string | Blob>
  /** Number of audit entries; default 1. */
  audited?: number
  /** The record's version before the call; default 1. */
  version?: number
}

interface Ground {
  program: RunningProgram
  query(text: string): Promise<pg.QueryResult>
}

let count = 0
const unique = () => `${process.pid}-${++count}`
const changedBefore = '2026-11-01T10:00:00Z'
const soon = new Date(Date.now() + 14 * 86_400_000).toISOString()

async function picturePart(): Promise<Blob> {
  return jpegPart(await jpegOf(++count))
}

async function upload({ program }: Ground): Promise<string> {
  return dataOf(await program.call('POST', '/admin/upload', { form: { file: await picturePart() } })).url
}

async function makeCreator({ program }: Ground): Promise<string> {
  return dataOf(await program.call('POST', '/admin/creator', { json: newCreator() }))._id
}

/** Returns a time that many hours from now. */
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const newStaffEmail = () => `staff-${unique()}@elsewhere.example`

async function inviteViewer({ program }: Ground): Promise<string> {
  const json = { email: newStaffEmail(), role: 'viewer' }
  return dataOf(await program.call('POST', '/admin/staff', { json }))._id
}

/** Stores a webhook that has failed, for programs with a destination (see `webhookSettings`). */
async function failedWebhook({ query }: Ground): Promise<string> {
  const id = newId()
  await query(`insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state, created_at,
      updated_at)
    values ('${id}', 'product', 'post.removed', 'post', '${newId()}', '{}', 'failed', now(), now())`)
  return id
}

/** Settings of a program that announces changes to nobody who listens. */
export const webhookSettings = {
  PRODUCT_WEBHOOK_URL: 'http://127.0.0.1:9/hooks',
  PRODUCT_WEBHOOK_SECRET: 'a secret of more than 32 characters',
}

const offlineEvent = (overrides: Record<string, string | Blob> = {}) =>
  eventForm({ start_time: soon, end_time: soon, ...overrides })

const newSavedView = () => ({
  path: '/transactions/masterclass',
  name: `Completed ${unique()}`,
  search: { status: 'completed' },
  is_shared: false,
})

async function makeSavedView({ program }: Ground): Promise<string> {
  return dataOf(await program.call('POST', '/admin/saved-views', { json: newSavedView() }))._id
}

async function makeEvent({ program }: Ground): Promise<string> {
  return dataOf(await program.call('POST', '/admin/event', { form: offlineEvent() }))._id
}

async function webinar(ground: Ground): Promise<string> {
  const form = offlineEvent({
    event_type: 'ONLINE',
    zoom_hub_name: 'zoom_2',
    creator_id: await makeCreator(ground),
  })
  return dataOf(await ground.program.call('POST', '/admin/event', { form }))._id
}

async function paymentPage(ground: Ground) {
  return {
    title: 'Portfolio review',
    banner: await upload(ground),
    prices: [
      { currency_code: 'INR', original_price: 500000, current_price: 400000 },
      { currency_code: 'USD', original_price: 9900, current_price: 4900 },
    ],
  }
}

async function makeCoupon({ program }: Ground): Promise<string> {
  return dataOf(await program.call('POST', '/admin/coupon', { json: newCoupon(`MADE${++count}`) }))._id
}

async function couponLink({ program }: Ground) {
  const draft = await makeDraft(program)
  const code = `LINK${++count}`
  const links = dataOf(
    await program.call('PATCH', '/admin/coupons', {
      json: { coupons: [newCoupon(code)], entity_id: draft._id, entity_type: 'masterclass' },
    }),
  )
  return { coupon_id: links[0].coupon_id._id, entity_id: draft._id }
}

/** Inserts an order as the public product does. Its invoice is issued on request, so that no job audits it meanwhile. */
async function completedOrder({ query }: Ground): Promise<string> {
  const id = newId()
  await query(`
    insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, entity_type,
      entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, document_state)
    values ('${id}', 'ORD-${id}', 'pay_${id.replaceAll('-', '')}', 'completed', 249900, 'INR', now(), 'masterclass',
      '${newId()}', 'Save tax the legal way', '${newId()}', 'Kavya', 'Menon', '+919876543210', 'kavya@buyer.example', 'on-request')`)
  return id
}

async function freeEvent({ program }: Ground): Promise<string> {
  const form = offlineEvent({ is_paid: 'false', prices: '[]' })
  return dataOf(await program.call('POST', '/admin/event', { form }))._id
}

/** Inserts a free sign-up for an event. */
async function signUp(
  ground: Ground,
  { isGivenBack = false } = {},
): Promise<{ id: string; externalId: string }> {
  const id = newId()
  const externalId = `sign-up-${unique()}`
  await ground.query(`
    insert into registration (id, external_id, session_type, session_id, user_name, user_email, user_phone, created_at,
      given_back_at, given_back_reason)
    values ('${id}', '${externalId}', 'event', '${await freeEvent(ground)}', 'Farah Khan', 'farah@member.example', '',
      now(), ${isGivenBack ? "now(), 'staff'" : 'null, null'})`)
  return { id, externalId }
}

/** Inserts a pending order that the payment sandbox says was paid. Its invoice is elsewhere, so no job audits one. */
async function pendingOrder({ query }: Ground): Promise<string> {
  const id = newId()
  await query(`
    insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id,
      entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, gateway_check_at, document_state)
    values ('${id}', 'ORD-${id}_paid', 'pending', 249900, 'INR', now(), 'masterclass', '${newId()}',
      'Save tax the legal way', '${newId()}', 'Kavya', 'Menon', '+919876543210', 'kavya@buyer.example', 'infinity', 'elsewhere')`)
  return id
}

/** Inserts a difference: a payment that was captured for a pending order. */
async function difference(ground: Ground): Promise<string> {
  const id = newId()
  const payment = `pay_${id.replaceAll('-', '')}`
  const order = await pendingOrder(ground)
  // The sandbox knows the payments of our orders.
  await ground.query(`update transaction set payment_id = '${payment}' where id = '${order}'`)
  await ground.query(`
    insert into gateway_difference (id, kind, subject, transaction_id, payment_id, gateway_state, gateway_amount,
      gateway_currency, occurred_at, found_at, last_seen_at)
    values ('${id}', 'paid-not-completed', '${payment}', '${order}', '${payment}', 'captured',
      249900, 'INR', now(), now(), now())`)
  return id
}

/** Inserts a difference of a pending order that was paid ₹99 too little. */
async function amountDifference(ground: Ground): Promise<string> {
  const id = newId()
  // The sandbox has other amounts for payments with this ending.
  const payment = `pay_${id.replaceAll('-', '')}_paid_other`
  const order = await pendingOrder(ground)
  await ground.query(`update transaction set payment_id = '${payment}' where id = '${order}'`)
  await ground.query(`
    insert into gateway_difference (id, kind, subject, transaction_id, payment_id, our_state, our_amount, our_currency,
      gateway_state, gateway_amount, gateway_currency, occurred_at, found_at, last_seen_at)
    select '${id}', 'amount-differs', '${payment}', id, '${payment}', 'pending', amount, currency_code,
      'captured', amount - 9900, currency_code, now(), now(), now() from transaction where id = '${order}'`)
  return id
}

/** Inserts a difference of a payment without an order, which needs no money to move. */
async function looseDifference(ground: Ground): Promise<string> {
  const id = newId()
  await ground.query(`
    insert into gateway_difference (id, kind, subject, payment_id, gateway_state, gateway_amount, gateway_currency,
      occurred_at, found_at, last_seen_at)
    values ('${id}', 'payment-without-order', 'pay_${id}', 'pay_${id}', 'captured', 249900, 'INR', now(), now(), now())`)
  return id
}

/** Inserts a refund that waits for a second person. @param email the requester, a member of staff */
async function refundRequest(ground: Ground, email: string): Promise<string> {
  const id = newId()
  await ground.query(`
    insert into refund_request (id, transaction_id, amount, currency_code, cause, requested_by_id, requested_by,
      requested_at)
    select '${id}', '${await completedOrder(ground)}', 100000, 'INR', 'amount', id, email, now()
    from staff where lower(email) = lower('${email}')`)
  return id
}

/** Inserts a refund that somebody else than the caller asked for. */
async function othersRequest(ground: Ground): Promise<string> {
  const email = newStaffEmail()
  await ground.query(`
    insert into staff (id, email, name, role) values ('${newId()}', '${email}', 'Kabir Rao', 'finance')`)
  return refundRequest(ground, email)
}

/** Inserts a refund of all orders of a session with one order. @param email the requester, a member of staff */
async function refundBatch(
  ground: Ground,
  state: 'waiting' | 'running' | 'stopped',
  email: string,
): Promise<string> {
  const id = newId()
  const order = await completedOrder(ground)
  await ground.query(`
    insert into refund_batch (id, request_id, entity_type, entity_id, entity_title, reason_code, orders, amount_inr,
      state, requested_by_id, requested_by, requested_at)
    select '${id}', '${newId()}', 'events', '${newId()}', 'Option Selling Live', 'session-cancelled', 1, amount,
      '${state}', staff.id, staff.email, now()
    from transaction, staff where transaction.id = '${order}' and lower(staff.email) = lower('${email}')`)
  await ground.query(`
    insert into refund_batch_row (refund_batch_id, position, transaction_id, amount, currency_code, state)
    select '${id}', 0, id, amount, currency_code, 'waiting' from transaction where id = '${order}'`)
  return id
}

/** Inserts a batch of somebody else than the caller that waits for a second person. */
async function othersBatch(ground: Ground): Promise<string> {
  const email = newStaffEmail()
  await ground.query(`
    insert into staff (id, email, name, role) values ('${newId()}', '${email}', 'Kabir Rao', 'finance')`)
  return refundBatch(ground, 'waiting', email)
}

/** Inserts a batch of the caller, who has a row since the first call. */
async function ownBatch(ground: Ground, state: 'waiting' | 'running' | 'stopped'): Promise<string> {
  const { email } = dataOf(await ground.program.call('GET', '/admin/session'))
  return refundBatch(ground, state, email)
}

async function makeUser({ query }: Ground): Promise<string> {
  const id = newId()
  await query(`
    insert into app_user (id, first_name, last_name, email, phone)
    values ('${id}', 'Farah', 'Khan', 'farah-${unique()}@member.example', '+919812345670')`)
  return id
}

/** Two accounts that staff have merged. */
async function mergedPeople(ground: Ground) {
  const [kept, other] = [await makeUser(ground), await makeUser(ground)]
  const path = `/admin/people/${kept}/merge/${other}`
  const { compared } = dataOf(await ground.program.call('GET', path))
  const { person, move } = dataOf(await ground.program.call('POST', path, { json: { compared } }))
  return { person, move, other }
}

/** Returns where two accounts are marked as two people. */
async function twoPeople(ground: Ground): Promise<string> {
  return `/admin/people/${await makeUser(ground)}/apart/${await makeUser(ground)}`
}

/** A record of a person whom the public product has sent. */
async function sender(ground: Ground) {
  const user_external_id = `member-${unique()}`
  await ground.query(
    `update app_user set external_id = '${user_external_id}' where id = '${await makeUser(ground)}'`,
  )
  return { external_id: `record-${unique()}`, user_external_id, changed_at: changedBefore }
}

const intake = (path: string, record: object): Write => ({
  path: `/intake/${path}`,
  json: { records: [record] },
})

/** Inserts a member's post with a comment and an open report, as the public product does. Returns the reported id. */
async function reported(ground: Ground, what: 'post' | 'comment' | 'user'): Promise<string> {
  const [user, post, comment] = [await makeUser(ground), newId(), newId()]
  await ground.query(
    `insert into post (id, user_id, message) values ('${post}', '${user}', 'Which fund is best?')`,
  )
  await ground.query(`
    insert into comment (id, post_id, user_id, message) values ('${comment}', '${post}', '${user}', 'Buy this one')`)
  const id = { post, comment, user }[what]
  await ground.query(`
    insert into report (id, entity_type, entity_id, reason) values ('${newId()}', '${what}', '${id}', 'spam')`)
  return id
}

async function makePost({ program }: Ground): Promise<string> {
  return dataOf(await program.call('POST', '/admin/activity', { form: { message: 'A word on taxes' } }))._id
}

/** Returns the item of the bin. */
async function deletedPost(ground: Ground): Promise<string> {
  const path = `/admin/activity/${await makePost(ground)}/remove`
  return dataOf(await ground.program.call('POST', path)).bin_id
}

const bannerParts = async () => ({
  redirect: JSON.stringify({ type: 'external', redirect_link: 'https://www.example.com/offer' }),
  start_time: soon,
  end_time: soon,
  files: await picturePart(),
})

const newNews = async (ground: Ground) => ({
  heading: 'Rates stay',
  thumbnail: await upload(ground),
  source: 'The Bank',
  reference_link: 'https://www.example.com/rates',
})

const newAdvisor = () => ({
  first_name: 'Radhika',
  last_name: 'Menon',
  email: `advisor-${unique()}@greenroom.example`,
})

/** Inserts a service as the public product does. */
async function makeService({ query }: Ground): Promise<string> {
  const id = newId()
  await query(`
    insert into advisory_service (id, service_name, buffer_time, slot_time)
    values ('${id}', 'Term insurance', 600, 1800)`)
  return id
}

async function makeLead(ground: Ground): Promise<string> {
  const id = newId()
  await ground.query(`
    insert into lead (id, reference_record_id, status, start_time, created_at, service_id, user_first_name,
      user_last_name, user_email, user_phone)
    values ('${id}', 'CRM-${unique()}', 'DEFERRED', now(), now(), '${await makeService(ground)}', 'Priya', 'Sharma',
      'priya@mail.example', '+919876543210')`)
  return id
}

async function makeShortlink({ program }: Ground): Promise<string> {
  const json = { webUrl: 'https://www.example.com/class' }
  return dataOf(await program.call('POST', '/admin/shortlink', { json })).shortCode
}

/** Makes an export and waits for its file. */
async function finishedExport({ program, query }: Ground): Promise<string> {
  await closeExports({ program, query })
  const json = { kind: 'transactions', format: 'csv', filters: { status: 'pending' } }
  const { _id } = dataOf(await program.call('POST', '/admin/exports', { json }))
  await until(
    'the export has a file',
    async () => dataOf(await program.call('GET', `/admin/exports/${_id}`)).state === 'done',
  )
  return _id
}

/** Ends open exports: a person may have one. */
async function closeExports({ query }: Ground): Promise<void> {
  await query("update export set state = 'failed', finished_at = now() where state in ('waiting', 'running')")
}

/** A valid example of every call that changes data, by endpoint name. */
export const writes: Record<string, (ground: Ground) => Promise<Write>> = {
  createCreator: async () => ({ path: '/admin/creator', json: newCreator() }),
  uploadFile: async () => ({
    path: '/admin/upload',
    form: { file: await picturePart() },
  }),

  createMasterclass: async (ground) => ({
    path: '/admin/masterclass',
    form: newMasterclass(await makeCreator(ground), { images: await picturePart() }),
  }),
  updateMasterclass: async ({ program }) => ({
    path: `/admin/masterclass/${(await makeDraft(program))._id}`,
    form: { title: `Changed ${unique()}`, images: await picturePart() },
  }),
  publishMasterclass: async ({ program }) => ({
    path: '/admin/masterclass/zoom/publish',
    json: { masterclass_id: (await makeDraft(program))._id },
  }),
  setMasterclassStatus: async ({ program }) => {
    const id = (await makeDraft(program))._id
    dataOf(await program.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: id } }))
    return { path: '/admin/masterclass/status', json: { masterclass_id: id }, version: 2 }
  },

  createCoupon: async () => ({ path: '/admin/coupon', json: newCoupon(`CODE${++count}`) }),
  saveCouponsOfEntity: async ({ program }) => ({
    path: '/admin/coupons',
    json: {
      coupons: [newCoupon(`SAVED${++count}`)],
      entity_id: (await makeDraft(program))._id,
      entity_type: 'masterclass',
    },
    // The coupon and its link.
    audited: 2,
  }),
  updateCoupon: async (ground) => ({
    path: `/admin/coupon/${await makeCoupon(ground)}`,
    json: { max_per_person: 1 },
  }),
  removeCoupon: async (ground) => ({ path: `/admin/coupon/${await makeCoupon(ground)}` }),
  setCouponLinkStatus: async (ground) => ({ path: '/admin/coupon/entity', json: await couponLink(ground) }),

  createEvent: async () => ({ path: '/admin/event', form: offlineEvent({ banner: await picturePart() }) }),
  updateEvent: async (ground) => ({
    path: `/admin/event/${await makeEvent(ground)}`,
    form: { title: `Changed ${unique()}` },
  }),
  publishEvent: async (ground) => ({
    path: '/admin/event/publish',
    json: { event_id: await webinar(ground) },
  }),
  duplicateEvent: async (ground) => ({ path: `/admin/event/${await makeEvent(ground)}/duplicate` }),
  copyEventToDates: async (ground) => ({
    path: `/admin/event/${await makeEvent(ground)}/duplicates`,
    json: { copies: [{ start_time: inHours(500) }] },
  }),
  copyMasterclassToDates: async ({ program }) => ({
    path: `/admin/masterclass/${(await makeDraft(program))._id}/duplicates`,
    json: { copies: [{ start_time: inHours(500) }, { start_time: inHours(668) }] },
    // One entry for each copy.
    audited: 2,
  }),
  duplicateMasterclass: async ({ program }) => ({
    path: `/admin/masterclass/${(await makeDraft(program))._id}/duplicate`,
  }),

  giveBackRegistration: async (ground) => ({
    path: `/admin/registrations/${(await signUp(ground)).id}/give-back`,
  }),
  restoreRegistration: async (ground) => ({
    path: `/admin/registrations/${(await signUp(ground, { isGivenBack: true })).id}/restore`,
  }),
  intakeRegistrations: async (ground) => ({
    path: '/intake/registrations',
    json: {
      records: [
        {
          external_id: `sign-up-${unique()}`,
          session_type: 'event',
          session_id: await freeEvent(ground),
          user: { name: 'Farah Khan', email: 'farah@member.example' },
          registered_at: '2026-11-20T10:00:00Z',
          changed_at: '2026-11-20T10:00:00Z',
        },
      ],
    },
  }),
  intakeAttendance: async (ground) => ({
    path: '/intake/attendance',
    json: {
      records: [{ external_id: (await signUp(ground)).externalId, attended_at: '2026-11-20T10:00:00Z' }],
    },
  }),

  refundTransaction: async (ground) => ({
    path: '/admin/payment/refund',
    json: { order_id: await completedOrder(ground) },
    // The intent and the outcome.
    audited: 2,
  }),
  refundPart: async (ground) => ({
    path: `/admin/orders/${await completedOrder(ground)}/refunds`,
    json: { amount: 100000, reason_code: 'goodwill', request_id: newId() },
    audited: 2,
  }),
  approveRefundRequest: async (ground) => ({
    path: `/admin/refund-requests/${await othersRequest(ground)}/approve`,
    // The intent, the approval and the outcome.
    audited: 3,
  }),
  declineRefundRequest: async (ground) => ({
    path: `/admin/refund-requests/${await othersRequest(ground)}/decline`,
    json: { reason: 'The course was attended' },
  }),
  withdrawRefundRequest: async (ground) => {
    // The caller has a row since the first call.
    const { email } = dataOf(await ground.program.call('GET', '/admin/session'))
    return { path: `/admin/refund-requests/${await refundRequest(ground, email)}/withdraw` }
  },
  createRefundBatch: async (ground) => {
    const session = newId()
    await ground.query(`
      update transaction set entity_type = 'events', entity_id = '${session}' where id = '${await completedOrder(ground)}'`)
    const key = { entity_type: 'events', entity_id: session }
    const preview = await ground.program.call(
      'GET',
      `/admin/refund-batches/preview?entity_type=events&entity_id=${session}`,
    )
    const { digest } = dataOf(preview).content
    return {
      path: '/admin/refund-batches',
      json: { ...key, reason_code: 'session-cancelled', digest, request_id: newId() },
    }
  },
  approveRefundBatch: async (ground) => {
    const path = `/admin/refund-batches/${await othersBatch(ground)}`
    const { digest } = dataOf(await ground.program.call('GET', path)).now
    return { path: `${path}/approve`, json: { digest } }
  },
  declineRefundBatch: async (ground) => ({
    path: `/admin/refund-batches/${await othersBatch(ground)}/decline`,
    json: { reason: 'The course takes place' },
  }),
  withdrawRefundBatch: async (ground) => ({
    path: `/admin/refund-batches/${await ownBatch(ground, 'waiting')}/withdraw`,
  }),
  stopRefundBatch: async (ground) => ({
    path: `/admin/refund-batches/${await ownBatch(ground, 'running')}/stop`,
  }),
  resumeRefundBatch: async (ground) => ({
    path: `/admin/refund-batches/${await ownBatch(ground, 'stopped')}/resume`,
  }),
  addTransactionNote: async (ground) => ({
    path: `/admin/orders/${await completedOrder(ground)}/notes`,
    json: { text: 'Asked for the invoice by phone' },
  }),
  inviteStaff: async () => ({ path: '/admin/staff', json: { email: newStaffEmail(), role: 'viewer' } }),
  updateStaff: async (ground) => ({
    path: `/admin/staff/${await inviteViewer(ground)}`,
    json: { role: 'content' },
  }),
  inviteStaffAgain: async (ground) => ({ path: `/admin/staff/${await inviteViewer(ground)}/invite` }),
  createApiKey: async () => ({
    path: '/admin/api-keys',
    json: { name: `Key ${unique()}`, permissions: ['content.read'] },
  }),
  revokeApiKey: async ({ program }) => {
    const json = { name: `Key ${unique()}`, permissions: ['content.read'] }
    const { key } = dataOf(await program.call('POST', '/admin/api-keys', { json }))
    return { path: `/admin/api-keys/${key._id}/revoke` }
  },
  resendWebhookDelivery: async (ground) => ({
    path: `/admin/webhook-deliveries/${await failedWebhook(ground)}/resend`,
  }),
  skipWebhookDelivery: async (ground) => ({
    path: `/admin/webhook-deliveries/${await failedWebhook(ground)}/skip`,
  }),
  resendFailedWebhooks: async (ground) => {
    await failedWebhook(ground)
    return { path: '/admin/webhook-deliveries/resend-failed', json: { destination: 'product' } }
  },
  createRefundReason: async () => ({ path: '/admin/refund-reasons', json: { label: `Reason ${unique()}` } }),
  updateRefundReason: async ({ program }) => {
    const json = { label: `Reason ${unique()}` }
    const made = dataOf(await program.call('POST', '/admin/refund-reasons', { json }))
    return { path: `/admin/refund-reasons/${made._id}`, json: { is_active: false } }
  },
  createInvoice: async (ground) => ({
    path: '/admin/masterclass/invoice',
    json: { order_id: await completedOrder(ground) },
  }),

  checkOrder: async (ground) => ({
    path: `/admin/orders/${await pendingOrder(ground)}/check`,
    // The payment, and that somebody asked.
    audited: 2,
  }),
  resolveDifference: async (ground) => ({
    path: `/admin/differences/${await difference(ground)}/resolve`,
    json: { note: 'A test payment of ours' },
  }),
  healDifference: async (ground) => ({
    path: `/admin/differences/${await difference(ground)}/heal`,
    // The payment, and the difference.
    audited: 2,
  }),
  acceptDifference: async (ground) => ({
    path: `/admin/differences/${await amountDifference(ground)}/accept`,
    json: { amount: 240_000 },
    // The payment, and the difference.
    audited: 2,
  }),
  refundDifference: async (ground) => ({
    path: `/admin/differences/${await amountDifference(ground)}/refund`,
    json: { amount: 240_000 },
    // The request, and the difference.
    audited: 2,
  }),
  resolveDifferences: async (ground) => ({
    path: '/admin/differences/resolve',
    json: { differences: [{ id: await looseDifference(ground) }], note: 'A test payment of ours' },
  }),
  compareDay: async () => ({ path: '/admin/comparisons', json: { day: '2026-11-01' } }),
  compareMonth: async () => ({ path: '/admin/comparisons/months', json: { month: '2026-10' } }),
  addDocumentState: async (ground) => {
    const order_id = await completedOrder(ground)
    dataOf(await ground.program.call('POST', '/admin/masterclass/invoice', { json: { order_id } }))
    const { documents } = dataOf(await ground.program.call('GET', `/admin/documents?q=ORD-${order_id}`))
    return {
      path: `/admin/documents/${documents[0].id}/state`,
      json: { state: '32' },
      // The credit note, the new invoice and the State.
      audited: 3,
    }
  },

  correctInvoice: async (ground) => {
    const order_id = await completedOrder(ground)
    dataOf(await ground.program.call('POST', '/admin/masterclass/invoice', { json: { order_id } }))
    const { documents } = dataOf(await ground.program.call('GET', `/admin/documents?q=ORD-${order_id}`))
    const path = `/admin/documents/${documents[0].id}/correction`
    const { preview } = dataOf(await ground.program.call('GET', `${path}?name=Shah+Traders`))
    // The credit note, the new invoice and the buyer.
    return { path, json: { name: 'Shah Traders', preview }, audited: 3 }
  },

  issueDebitNote: async (ground) => {
    const order_id = await completedOrder(ground)
    dataOf(await ground.program.call('POST', '/admin/masterclass/invoice', { json: { order_id } }))
    // The product says that it gave the money back.
    await ground.query(`update transaction set status = 'refunded' where id = '${order_id}'`)
    dataOf(await ground.program.call('POST', '/admin/masterclass/invoice', { json: { order_id } }))
    const { documents } = dataOf(
      await ground.program.call('GET', `/admin/documents?kind=credit-note&q=ORD-${order_id}`),
    )
    const [{ id, total }] = documents
    return { path: `/admin/documents/${id}/debit-note`, json: { amount: total, left: total } }
  },

  createDocumentLink: async (ground) => {
    const order_id = await completedOrder(ground)
    dataOf(await ground.program.call('POST', '/admin/masterclass/invoice', { json: { order_id } }))
    const { documents } = dataOf(await ground.program.call('GET', `/admin/documents?q=ORD-${order_id}`))
    return { path: `/admin/documents/${documents[0].id}/link` }
  },

  addDocumentStates: async (ground) => {
    const order_id = await completedOrder(ground)
    dataOf(await ground.program.call('POST', '/admin/masterclass/invoice', { json: { order_id } }))
    const { documents } = dataOf(await ground.program.call('GET', `/admin/documents?q=ORD-${order_id}`))
    return {
      path: '/admin/documents/states',
      json: { documents: [{ id: documents[0].id, state: '32' }] },
      // The credit note, the new invoice and the State.
      audited: 3,
    }
  },

  intakeUsers: async () => {
    const record = { external_id: `member-${unique()}`, first_name: 'Devika', changed_at: changedBefore }
    return { path: '/intake/users', json: { records: [record] } }
  },

  intakeOrders: async () => {
    const record = {
      external_id: `ORD-${unique()}`,
      user: { first_name: 'Devika', email: 'devika@mail.example' },
      entity_type: 'masterclass',
      entity_id: newId(),
      entity_title: 'A class of last year',
      amount: 249900,
      currency_code: 'INR',
      status: 'pending',
      created_at: changedBefore,
      changed_at: changedBefore,
    }
    return { path: '/intake/orders', json: { records: [record] } }
  },
  intakeMemberships: async ({ query }) => {
    const membership_id = newId()
    await query(`insert into membership (id, name, currency_code, current_price, original_price)
      values ('${membership_id}', 'Circle', 'INR', 49900, 79900)`)
    const record = {
      external_id: `held-${unique()}`,
      user_external_id: `member-${unique()}`,
      membership_id,
      starts_at: changedBefore,
      changed_at: changedBefore,
    }
    return { path: '/intake/memberships', json: { records: [record] } }
  },
  intakePosts: async (ground) =>
    intake('posts', { ...(await sender(ground)), message: 'Which fund is best?' }),
  intakeComments: async (ground) =>
    intake('comments', {
      ...(await sender(ground)),
      post_id: await reported(ground, 'post'),
      message: 'An index fund.',
    }),
  intakeLikes: async (ground) =>
    intake('likes', { ...(await sender(ground)), post_id: await reported(ground, 'post') }),
  intakeVotes: async (ground) => {
    const post_id = await reported(ground, 'post')
    await ground.query(`update post set poll_expires_at = now() + interval '1 day' where id = '${post_id}'`)
    await ground.query(
      `insert into post_poll_option (post_id, position, option) values ('${post_id}', 0, 'Yes')`,
    )
    return intake('votes', { ...(await sender(ground)), post_id, option: 'Yes' })
  },
  intakeReports: async (ground) =>
    intake('reports', {
      ...(await sender(ground)),
      entity_type: 'comment',
      entity_id: await reported(ground, 'comment'),
      reason: 'spam',
    }),
  intakeBookings: async (ground) =>
    intake('bookings', {
      ...(await sender(ground)),
      service_id: await makeService(ground),
      start_time: soon,
      first_name: 'Farah',
    }),

  createPaymentPage: async (ground) => ({
    path: '/admin/payment-entity',
    json: await paymentPage(ground),
  }),
  updatePaymentPage: async (ground) => {
    const json = await paymentPage(ground)
    const made = dataOf(await ground.program.call('POST', '/admin/payment-entity', { json }))
    return { path: `/admin/payment-entity/${made._id}`, json: { title: `Changed ${unique()}` } }
  },

  createPost: async () => ({
    path: '/admin/activity',
    form: { message: 'What changed in the budget', images: await picturePart() },
  }),
  updatePost: async (ground) => ({
    path: `/admin/activity/${await makePost(ground)}/update`,
    form: { message: `Changed ${unique()}` },
  }),
  removeBanner: async ({ program }) => {
    const form = { ...(await bannerParts()), is_active: 'false' }
    return {
      path: `/admin/banner/${dataOf(await program.call('POST', '/admin/banner', { form }))._id}/remove`,
    }
  },
  removeNews: async (ground) => {
    const json = await newNews(ground)
    const made = dataOf(await ground.program.call('POST', '/admin/academy/news', { json }))
    return { path: `/admin/academy/news/${made._id}/remove` }
  },
  restoreFromBin: async (ground) => ({ path: `/admin/bin/${await deletedPost(ground)}/restore` }),
  removeFromBin: async (ground) => ({ path: `/admin/bin/${await deletedPost(ground)}/remove` }),
  reopenReports: async (ground) => {
    const item = { entity_id: await reported(ground, 'comment'), entity_type: 'reaction' }
    const { dismissed_at } = dataOf(await ground.program.call('POST', '/admin/report/ignore', { json: item }))
    return { path: '/admin/report/reopen', json: { ...item, dismissed_at } }
  },
  removePost: async (ground) => ({ path: `/admin/activity/${await makePost(ground)}/remove` }),
  pinPost: async (ground) => ({ path: `/admin/activity/${await makePost(ground)}/pin` }),
  ignoreReport: async (ground) => ({
    path: '/admin/report/ignore',
    json: { entity_id: await reported(ground, 'post'), entity_type: 'activity' },
  }),
  removeReported: async (ground) => ({
    path: '/admin/report/remove',
    json: { entity_id: await reported(ground, 'comment'), entity_type: 'reaction' },
  }),
  ignoreUserReports: async (ground) => ({ path: `/admin/user/${await reported(ground, 'user')}/ignore` }),
  removeUser: async (ground) => ({ path: `/admin/user/${await reported(ground, 'user')}/remove` }),

  createBanner: async () => ({ path: '/admin/banner', form: await bannerParts() }),
  updateBanner: async ({ program }) => {
    const made = dataOf(await program.call('POST', '/admin/banner', { form: await bannerParts() }))
    return { path: `/admin/banner/${made._id}`, form: { is_active: 'false' } }
  },
  moveBanner: async ({ program }) => {
    const make = async () =>
      dataOf(await program.call('POST', '/admin/banner', { form: await bannerParts() }))._id
    const [moved, last] = [await make(), await make()]
    // The two exchange their order numbers.
    return { path: `/admin/banner/${moved}/move`, json: { after: last }, audited: 2 }
  },

  createNews: async (ground) => ({ path: '/admin/academy/news', json: await newNews(ground) }),
  updateNews: async (ground) => {
    const json = await newNews(ground)
    const made = dataOf(await ground.program.call('POST', '/admin/academy/news', { json }))
    return { path: `/admin/academy/news/${made._id}`, json: { heading: `Changed ${unique()}` } }
  },

  createAdvisor: async () => ({ path: '/admin/advisory/advisor', json: newAdvisor() }),
  updateLead: async (ground) => ({
    path: `/admin/advisory/bookings/${await makeLead(ground)}`,
    json: { status: 'CLOSED_LOST', close_reason: 'price', close_note: 'Asked for half the premium' },
  }),
  updateAdvisoryService: async (ground) => ({
    path: `/admin/advisory/services/${await makeService(ground)}`,
    json: { buffer_time: 900 },
  }),

  createShortlink: async () => ({
    path: '/admin/shortlink',
    json: { webUrl: 'https://www.example.com/class' },
  }),
  replaceShortlink: async (ground) => ({
    path: `/admin/shortlink/${await makeShortlink(ground)}`,
    json: { webUrl: 'https://www.example.com/other' },
  }),
  removeShortlink: async (ground) => ({ path: `/admin/shortlink/${await makeShortlink(ground)}` }),

  createSavedView: async () => ({ path: '/admin/saved-views', json: newSavedView() }),
  updateSavedView: async (ground) => ({
    path: `/admin/saved-views/${await makeSavedView(ground)}`,
    json: { is_shared: true },
  }),
  removeSavedView: async (ground) => ({ path: `/admin/saved-views/${await makeSavedView(ground)}` }),

  changeCouponEnds: async ({ program }) => {
    const json = {
      code: `END${unique().replace('-', 'X')}`,
      valid_till: '2030-01-01T00:00:00Z',
      discount_percentage: 5,
    }
    const { _id, version } = dataOf(await program.call('POST', '/admin/coupon', { json }))
    return {
      path: '/admin/coupons/ends',
      json: { coupons: [{ _id, version, valid_till: '2030-02-01T00:00:00Z' }] },
    }
  },
  createExport: async (ground) => {
    await closeExports(ground)
    return { path: '/admin/exports', json: { kind: 'documents', format: 'xlsx', month: '2020-01' } }
  },
  cancelExport: async (ground) => {
    const id = await finishedExport(ground)
    await ground.query(`update export set state = 'waiting', finished_at = null where id = '${id}'`)
    return { path: `/admin/exports/${id}/cancel` }
  },
  createExportLink: async (ground) => ({ path: `/admin/exports/${await finishedExport(ground)}/link` }),

  // Passed on and not stored. Nobody has this stream.
  setLivePlace: async () => ({
    path: '/admin/live/place',
    json: {
      stream: newId(),
      tab: 'a',
      place: { kind: 'creator', id: newId() },
      item: null,
      is_editing: false,
    },
    audited: 0,
  }),

  setUsdRate: async () => ({ path: '/admin/gst/months/2020-01/rate', json: { usd_rate: '71.25' } }),
  fileGstMonth: async () => ({ path: '/admin/gst/months/2020-02/file' }),
  setAnnualReturn: async () => ({
    path: '/admin/gst/years/2019/annual-return',
    json: { filed_on: '2020-12-31' },
  }),
  reopenGstMonth: async ({ program }) => {
    const { version } = dataOf(await program.call('POST', '/admin/gst/months/2020-03/file'))
    return { path: '/admin/gst/months/2020-03/reopen', version }
  },

  // Each request is an export of its own.
  exportPerson: async (ground) => ({
    path: `/admin/personal-data/people/user.${await makeUser(ground)}/export`,
    audited: 4,
  }),
  mergePeople: async (ground) => {
    const path = `/admin/people/user.${await makeUser(ground)}/merge/user.${await makeUser(ground)}`
    const { compared } = dataOf(await ground.program.call('GET', path))
    return { path, json: { compared } }
  },
  splitPerson: async (ground) => {
    const { other, person } = await mergedPeople(ground)
    return {
      path: `/admin/people/${person}/split`,
      json: { identifiers: [{ kind: 'account', value: other }] },
    }
  },
  undoPersonMove: async (ground) => ({
    path: `/admin/people/moves/${(await mergedPeople(ground)).move}/undo`,
  }),
  keepPeopleApart: async (ground) => ({ path: await twoPeople(ground) }),
  pointOutAgain: async (ground) => {
    const path = await twoPeople(ground)
    await ground.program.call('PUT', path)
    return { path }
  },
  addPersonNote: async (ground) => ({
    path: `/admin/people/user.${await makeUser(ground)}/notes`,
    json: { text: 'Prefers calls after six' },
  }),
  addPersonLabel: async (ground) => ({
    path: `/admin/people/user.${await makeUser(ground)}/labels`,
    json: { label: 'Speaker' },
  }),
  removePersonLabel: async (ground) => {
    const person = `/admin/people/user.${await makeUser(ground)}`
    await ground.program.call('POST', `${person}/labels`, { json: { label: 'Guest' } })
    return { path: `${person}/labels/remove`, json: { label: 'Guest' } }
  },
  addConsent: async (ground) => ({
    path: `/admin/people/user.${await makeUser(ground)}/consents`,
    json: { channel: 'whatsapp', is_given: true, at: '2026-11-02T10:00:00Z', reason: 'Asked on the phone' },
  }),
  createErasure: async (ground) => ({
    path: '/admin/personal-data/erasures',
    json: { person: `user.${await makeUser(ground)}`, confirmation: 'Farah Khan' },
  }),
}
