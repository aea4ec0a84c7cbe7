import { intakeMessages } from '@greenroom/contract/intake-batch'
import { orderIntakeMessages } from '@greenroom/contract/outside/intake/order-intake.schema'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import { readSettings } from '../../../settings.ts'
import { type TestApp, testNow } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { startWithGateway } from '../../../test-payments.ts'
import { makeMasterclass } from '../../../test-records.ts'

const path = '/intake/orders'
/** The supplier's, as the settings have it by default. */
const ownGstin = readSettings({}).COMPANY_GSTIN

let app: TestApp
let gateway: TestGateway
let key = ''
let masterclass = ''
const { run, send: sendWebhook } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})
beforeEach(async () => {
  if (key !== '') return
  key = await makeKey(app, ['intake.write'], 'Checkout')
  masterclass = (await makeMasterclass(app))._id
})

let count = 0
const newReference = () => `ORD-I-${process.pid}x${++count}`
const at = (minute: number) => new Date(Date.parse('2026-11-10T10:00:00Z') + minute * 60_000).toISOString()
const buyer = { first_name: 'Devika', last_name: 'Rao', email: 'devika@mail.example', phone: '+919845012763' }
const record = (external_id: string, minute = 0, values: object = {}) => ({
  external_id,
  user: buyer,
  entity_type: 'masterclass',
  entity_id: masterclass,
  amount: 249_900,
  currency_code: 'INR',
  status: 'pending',
  created_at: at(0),
  changed_at: at(minute),
  ...values,
})
const paid = (external_id: string, minute = 1, values: object = {}) =>
  record(external_id, minute, {
    status: 'completed',
    completed_at: at(1),
    payment_id: `pay_${external_id}`,
    payment_method: 'upi',
    ...values,
  })
const send = (...records: unknown[]) => sendRecords(app, path, key, records)
const outcomes = async (...records: unknown[]) =>
  (await send(...records)).results.map(({ outcome }) => outcome)
const stored = (reference: string) =>
  app.database.kysely
    .selectFrom('transaction')
    .selectAll()
    .where('reference_order_id', '=', reference)
    .executeTakeFirst()
const auditOf = async (reference: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'actor_email', 'before', 'after'])
    .where('entity_id', '=', (await stored(reference))?.id ?? '')
    .orderBy('id')
    .execute()
const rowsOf = async (query: string, values: unknown[] = []) =>
  (await app.database.pool.query(query, values)).rows
const contents = async () =>
  (
    await rowsOf(`select (select count(*) from transaction)::int as orders,
      (select count(*) from audit_entry where entity_type = 'transaction')::int as entries,
      (select count(*) from intake_user)::int as people`)
  )[0]

describe('a call with orders', () => {
  it('takes records of a sender whose clock is minutes ahead (OQ-401)', async () => {
    const changed_at = new Date(app.clock.now().getTime() + 10 * 60_000).toISOString()
    expect(await outcomes(record(newReference(), 0, { changed_at }))).toEqual(['created'])
  })

  it('is refused without a credential, and with a key without the permission, and stores nothing (OQ-400)', async () => {
    const before = await contents()
    const json = { records: [record(newReference())] }
    expect((await app.call('POST', path, { json, token: null })).status).toBe(401)
    const token = await makeKey(app, ['intake.read', 'money.read', 'money.write'])
    const refused = await app.call('POST', path, { json, token })
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([403, 'FORBIDDEN', undefined])
    expect(await contents()).toEqual(before)
  })

  it.each([
    ['external_id', { external_id: '' }, intakeMessages.externalId],
    ['user', { user: undefined }, 'This field is required'],
    ['user', { user: { first_name: 'Devika' } }, orderIntakeMessages.buyer],
    ['user', { user: { external_id: 'nobody' } }, orderIntakeMessages.unknownBuyer],
    ['user', { user: { external_id: 'nobody', first_name: 'Devika' } }, orderIntakeMessages.unknownBuyer],
    ['user.email', { user: { ...buyer, email: 'no' } }, 'Invalid email format'],
    ['entity_type', { entity_type: 'class' }, 'Choose one of masterclass, membership, events, custom'],
    ['entity_id', { entity_id: 'x' }, orderIntakeMessages.entity],
    ['entity_id', { entity_id: newId() }, orderIntakeMessages.unknownEntity],
    ['entity_id', { entity_type: 'events' }, orderIntakeMessages.unknownEntity],
    ['is_sez', { is_sez: 'yes' }, orderIntakeMessages.sez],
    ['attendance', { attendance: 'hybrid' }, orderIntakeMessages.attendance],
    ['gstin', { gstin: ownGstin }, orderIntakeMessages.ownGstin],
    ['gstin', { gstin: ` ${ownGstin.toLowerCase()} ` }, orderIntakeMessages.ownGstin],
    ['amount', { amount: 24.99 }, orderIntakeMessages.amount],
    ['amount', { amount: -1 }, orderIntakeMessages.amount],
    ['currency_code', { currency_code: 'EUR' }, 'Choose one of USD, INR'],
    ['status', { status: 'paid' }, orderIntakeMessages.status],
    ['created_at', { created_at: 'yesterday' }, 'Enter a date and time such as 2026-12-31T18:30:00Z'],
    ['created_at', { created_at: '2026-12-01T00:00:00Z' }, intakeMessages.future],
    ['completed_at', { status: 'completed' }, orderIntakeMessages.completedAt],
    ['completed_at', { status: 'refunded' }, orderIntakeMessages.completedAt],
    ['completed_at', { status: 'completed', completed_at: '2026-12-01T00:00:00Z' }, intakeMessages.future],
    ['created_at', { created_at: '1999-12-31T23:59:59Z' }, intakeMessages.early],
    ['completed_at', { status: 'completed', completed_at: '1970-01-01T00:00:00Z' }, intakeMessages.early],
    [
      'completed_at',
      { status: 'completed', completed_at: '2026-11-10T08:59:59Z' },
      orderIntakeMessages.completedBeforeOrder,
    ],
    [
      'completed_at',
      { status: 'refunded', created_at: '2016-06-01T00:00:00Z', completed_at: '2017-06-30T18:29:59Z' },
      orderIntakeMessages.completedBeforeGst,
    ],
    ['entity_start_time', { entity_start_time: '1970-01-01T00:00:00Z' }, intakeMessages.early],
    ['changed_at', { changed_at: '1970-01-01T00:00:00Z' }, intakeMessages.early],
    ['payment_id', { payment_id: 'pay 1' }, 'Enter the id of the payment'],
    ['billing.country', { billing: { country: 'India' } }, 'Enter a country code such as IN'],
    ['discount_amount', { discount_amount: '5' }, orderIntakeMessages.amount],
    ['changed_at', { changed_at: undefined }, intakeMessages.changedAt],
    ['changed_at', { changed_at: '2027-01-01T00:00:00Z' }, intakeMessages.future],
  ])('refuses an order with a bad %s, and nothing else (OQ-403)', async (name, values, message) => {
    const before = await contents()
    const { results } = await send({ ...record(newReference()), ...values }, record(newReference()))
    expect(results[0]).toMatchObject({ outcome: 'refused', _id: null, errors: [{ path: name, message }] })
    expect(results[1]?.outcome).toBe('created')
    expect(await contents()).toMatchObject({ orders: before.orders + 1, entries: before.entries + 1 })
  })

  it('stores 999 of 1,000 orders and names the bad one; refuses 1,001 records and 8 MB (OQ-400)', async () => {
    const orders = Array.from({ length: 1_000 }, () => record(newReference()))
    const taken = newReference()
    await send(paid(taken))
    orders[700] = paid('bad-one', 1, { payment_id: `pay_${taken}` })
    const { results, created } = await send(...orders)
    expect(created).toBe(999)
    expect(results.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      {
        index: 700,
        external_id: 'bad-one',
        errors: [{ path: 'payment_id', message: orderIntakeMessages.paymentTaken }],
      },
    ])
    expect(results.map(({ index }) => index)).toEqual(orders.map((_, index) => index))
    const before = await contents()
    const many = await app.call('POST', path, { json: { records: [...orders, orders[0]] }, token: key })
    expect([many.status, many.body.message]).toEqual([400, intakeMessages.records])
    const large = { records: [record(newReference(), 0, { campaign: 'x'.repeat(9_000_000) })] }
    expect((await app.call('POST', path, { json: large, token: key })).status).toBe(413)
    expect(await contents()).toEqual(before)
  })
})

describe('an order', () => {
  it('is stored with its buyer, what was bought, and who sent it (OQ-403)', async () => {
    const reference = newReference()
    const { results } = await send(
      paid(reference, 1, {
        gateway_order_id: `order_${reference}`,
        coupon_code: 'FLAT10',
        discount_amount: 10_000,
        billing: { name: 'Rao & Co', address: '4 Hill Road', state: 'Maharashtra', country: 'IN' },
        gstin: '27AAPFU0939F1ZV',
        is_sez: true,
        attendance: 'in-person',
        source: 'google',
        medium: 'cpc',
        campaign: 'tax',
        zoom_join_url: 'https://zoom.example/j/1',
      }),
    )
    expect(await stored(reference)).toMatchObject({
      id: results[0]?._id,
      status: 'completed',
      amount: 249_900,
      currency_code: 'INR',
      created_at: new Date(at(0)),
      completed_at: new Date(at(1)),
      entity_title: 'Save tax the legal way',
      entity_start_time: new Date('2026-11-28T13:30:00.000Z'),
      user_first_name: 'Devika',
      user_email: 'devika@mail.example',
      payment_id: `pay_${reference}`,
      payment_method: 'upi',
      gateway_order_id: `order_${reference}`,
      coupon_code: 'FLAT10',
      coupon_id: null,
      discount_amount: 10_000,
      billing_name: 'Rao & Co',
      billing_state: 'Maharashtra',
      billing_country: 'IN',
      gstin: '27AAPFU0939F1ZV',
      is_sez: true,
      attendance: 'in-person',
      source: 'google',
      document_state: 'due',
      version: 1,
      updated_at: new Date(testNow),
    })
    expect(await auditOf(reference)).toEqual([
      {
        action: 'transaction.intake',
        actor_email: 'API key Checkout',
        before: null,
        after: {
          status: 'completed',
          amount: 249_900,
          currency_code: 'INR',
          payment_id: `pay_${reference}`,
        },
      },
    ])
  })

  it('is stored for a buyer with a phone and no e-mail address, whose next order is of the same person (OQ-404)', async () => {
    const user = { first_name: 'Asha', phone: '+919800000003' }
    const references = [newReference(), newReference()]
    expect(
      await outcomes(
        ...references.map((reference, place) =>
          record(reference, 0, { user: { ...user, phone: place === 0 ? user.phone : '098000 00003' } }),
        ),
      ),
    ).toEqual(['created', 'created'])
    const [first, second] = [await stored(references[0] ?? ''), await stored(references[1] ?? '')]
    expect(first).toMatchObject({ user_email: '', user_phone: user.phone, person_id: expect.any(String) })
    expect(second?.person_id).toBe(first?.person_id)
  })

  it('moves counts, redemptions and the queue of invoices like an order of the gateway (OQ-403)', async () => {
    const coupon = await app.call('POST', '/admin/coupon', {
      json: {
        code: 'INTAKE1',
        valid_till: '2026-12-31T18:30:00Z',
        discount_percentage: 10,
        max_redemptions: 1,
      },
    })
    expect(coupon.status).toBe(201)
    await app.database.pool.query("delete from graphile_worker._private_jobs where key = 'issue-documents'")
    const [one, two] = [newReference(), newReference()]
    await send(record(one, 0, { coupon_code: 'INTAKE1', discount_amount: 500 }))
    const jobs = () => rowsOf("select 1 from graphile_worker.jobs where key = 'issue-documents'")
    expect(await jobs()).toEqual([])
    const counted = async () =>
      (await app.call('GET', `/admin/orders/sums?entity_type=masterclass`)).body.data.find(
        ({ currency_code }: { currency_code: string }) => currency_code === 'INR',
      ).completed
    const before = await counted()
    // Beyond the limit of the coupon, which does not refuse money that has arrived.
    await send(
      paid(one, 1, { coupon_code: 'INTAKE1', discount_amount: 500 }),
      // As the buyer typed it.
      paid(two, 1, { coupon_code: ' intake1', discount_amount: 500 }),
    )
    expect(await counted()).toBe(before + 2 * 249_900)
    expect(await jobs()).toHaveLength(1)
    expect((await stored(one))?.coupon_id).toBe(coupon.body.data._id)
    expect(
      await rowsOf(
        'select sum(n)::int as n, sum(discount)::int as discount from coupon_redemption_change where coupon_id = $1',
        [coupon.body.data._id],
      ),
    ).toEqual([{ n: 2, discount: 1_000 }])
    await run('issue-documents')
    expect(
      await rowsOf('select 1 from tax_document where order_reference = any($1)', [[one, two]]),
    ).toHaveLength(2)
    // The invoice is final: a later record changes the source of the order, and not its buyer.
    expect(
      await outcomes(
        paid(one, 2, {
          coupon_code: 'INTAKE1',
          discount_amount: 500,
          source: 'meta',
          user: { ...buyer, first_name: 'Other' },
        }),
      ),
    ).toEqual(['changed'])
    expect(await stored(one)).toMatchObject({ source: 'meta', user_first_name: 'Devika' })
  })

  it('has no invoice of ours if another system issued one (OQ-405)', async () => {
    const reference = newReference()
    await send(paid(reference, 1, { outside_document: 'INV/77' }))
    await run('issue-documents')
    expect(await stored(reference)).toMatchObject({ document_state: 'elsewhere', outside_document: 'INV/77' })
    expect(await rowsOf('select 1 from tax_document where order_reference = $1', [reference])).toEqual([])
    expect((await send(paid(reference, 2, { outside_document: 'INV/78' }))).results[0]?.errors).toEqual([
      { path: 'outside_document', message: orderIntakeMessages.otherDocument, value: 'INV/78' },
    ])
  })

  it('from before GST is stored with the invoice of another system (OQ-405)', async () => {
    const reference = newReference()
    const old = { created_at: '2016-06-01T00:00:00Z', completed_at: '2016-06-01T00:01:00Z' }
    expect(await outcomes(paid(reference, 1, { ...old, outside_document: 'INV/16/7' }))).toEqual(['created'])
    expect(await stored(reference)).toMatchObject({ completed_at: new Date(old.completed_at) })
    const first = newReference()
    const begins = '2017-06-30T18:30:00.000Z'
    expect(await outcomes(paid(first, 1, { created_at: begins, completed_at: begins }))).toEqual(['created'])
    await run('issue-documents')
    expect(await rowsOf('select serial from tax_document where order_reference = $1', [first])).toEqual([
      { serial: expect.stringMatching(/^GR\/1718\//) },
    ])
  })

  it('is paid when it is placed, if the clock of the gateway is behind (OQ-403)', async () => {
    const reference = newReference()
    const early = paid(reference, 1, { completed_at: '2026-11-10T09:30:00Z' })
    expect(await outcomes(early, early)).toEqual(['created', 'unchanged'])
    expect(await stored(reference)).toMatchObject({ completed_at: new Date(at(0)) })
    // Until it is paid, the time is ignored.
    const open = record(newReference(), 0, { completed_at: '2026-11-01T00:00:00Z' })
    expect(await outcomes(open)).toEqual(['created'])
  })

  it('never goes back, and takes a repeat or an older record as unchanged (OQ-403)', async () => {
    const reference = newReference()
    const statuses = [
      record(reference, 0),
      record(reference, 1, { status: 'failed' }),
      paid(reference, 2),
      record(reference, 3),
      record(reference, 4, { status: 'failed' }),
      record(reference, 0),
    ]
    const results: unknown[] = []
    for (const one of statuses) results.push([...(await outcomes(one)), (await stored(reference))?.status])
    expect(results).toEqual([
      ['created', 'pending'],
      ['changed', 'failed'],
      ['changed', 'completed'],
      ['unchanged', 'completed'],
      ['unchanged', 'completed'],
      ['unchanged', 'completed'],
    ])
    expect((await stored(reference))?.version).toBe(3)
    expect((await auditOf(reference)).map(({ action }) => action)).toEqual([
      'transaction.intake',
      'transaction.intake-change',
      'transaction.intake-change',
    ])
  })

  it.each([
    ['amount', { amount: 1 }],
    ['currency_code', { currency_code: 'USD' }],
    ['created_at', { created_at: at(-5) }],
    ['entity_id', { entity_id: newId(), entity_title: 'Another one' }],
    ['discount_amount', { discount_amount: 1 }],
    ['coupon_code', { coupon_code: 'OTHER' }],
  ])('keeps %s once it is paid, and says so (OQ-403)', async (name, values) => {
    const reference = newReference()
    await send(record(reference, 0, { ...values }))
    await send(paid(reference, 1))
    const before = await stored(reference)
    expect(before).toMatchObject({ amount: 249_900, entity_id: masterclass, coupon_code: null })
    expect((await send(paid(reference, 2, values))).results[0]).toMatchObject({
      outcome: 'refused',
      errors: [{ path: name, message: orderIntakeMessages.paid }],
    })
    expect(await stored(reference)).toEqual(before)
    // What an older record says is no contradiction.
    expect(await outcomes(record(reference, 0, values))).toEqual(['unchanged'])
  })

  it('has one payment (OQ-403)', async () => {
    const reference = newReference()
    await send(
      record(reference, 0, { status: 'failed', payment_id: `pay_first_${reference}` }),
      paid(reference),
    )
    expect((await stored(reference))?.payment_id).toBe(`pay_${reference}`)
    expect((await send(paid(reference, 2, { payment_id: 'pay_x' }))).results[0]?.errors).toEqual([
      { path: 'payment_id', message: orderIntakeMessages.otherPayment, value: 'pay_x' },
    ])
    const other = newReference()
    const taken = record(other, 0, { gateway_order_id: `order_${reference}` })
    await send(record(newReference(), 0, { gateway_order_id: `order_${reference}` }))
    expect((await send(taken)).results[0]?.errors).toEqual([
      {
        path: 'gateway_order_id',
        message: orderIntakeMessages.gatewayOrderTaken,
        value: `order_${reference}`,
      },
    ])
  })

  it('that another system refunded counts as refunded, and gets a credit note (OQ-406, OQ-315)', async () => {
    const reference = newReference()
    await send(paid(reference))
    await run('issue-documents')
    expect(await outcomes(paid(reference, 2, { status: 'refunded' }))).toEqual(['changed'])
    expect(await stored(reference)).toMatchObject({
      status: 'refunded',
      refunded_amount: 249_900,
      refunded_outside_at: expect.any(Date),
    })
    await run('issue-documents')
    expect(
      // Both may be issued in one millisecond.
      await rowsOf('select kind from tax_document where order_reference = $1 order by issued_at, kind desc', [
        reference,
      ]),
    ).toEqual([{ kind: 'invoice' }, { kind: 'credit-note' }])
  })

  it('names what an issued invoice did not take, each time it is sent (OQ-812)', async () => {
    const reference = newReference()
    await send(paid(reference))
    await run('issue-documents')
    const later = paid(reference, 2, {
      gstin: '27AAPFU0939F1ZV',
      billing: { name: 'Shah Traders' },
      medium: 'sms',
    })
    const ignoredIn = async (sent: unknown) => (await send(sent)).results[0]
    const first = await ignoredIn(later)
    expect(first?.outcome).toBe('changed')
    expect(first?.ignored).toEqual(expect.arrayContaining(['gstin', 'billing.name']))
    expect(await stored(reference)).toMatchObject({ gstin: null, medium: 'sms' })
    expect(await ignoredIn(later)).toMatchObject({ outcome: 'unchanged', ignored: first?.ignored })
    // An older record, and one that says the same, name nothing.
    expect(await ignoredIn(paid(reference))).not.toHaveProperty('ignored')
    expect(await ignoredIn(paid(reference, 3))).not.toHaveProperty('ignored')
  })

  it('of something that is gone needs its title (OQ-404)', async () => {
    const reference = newReference()
    const gone = { entity_id: newId() }
    const old = paid(reference, 1, { ...gone, entity_title: 'A class of 2019' })
    expect(await outcomes(old)).toEqual(['created'])
    expect(await stored(reference)).toMatchObject({
      entity_title: 'A class of 2019',
      entity_start_time: null,
    })
    const untitled = paid(reference, 2, { ...gone, source: 'meta' })
    expect(await outcomes(untitled)).toEqual(['changed'])
  })

  it('may come before its buyer, who then has its account (OQ-404)', async () => {
    const [reference, person] = [newReference(), `buyer-${++count}`]
    await send(record(reference, 0, { user: { ...buyer, external_id: person } }))
    const { results } = await sendRecords(app, '/intake/users', key, [
      {
        external_id: person,
        first_name: 'Devika',
        last_name: 'R',
        email: 'd@mail.example',
        changed_at: at(0),
      },
    ])
    expect((await stored(reference))?.user_id).toBe(results[0]?._id)
    const later = newReference()
    await send(record(later, 0, { user: { external_id: person } }))
    expect(await stored(later)).toMatchObject({ user_id: results[0]?._id, user_last_name: 'R' })
  })

  it('of an erased person shows nobody, when a record from before the erasure comes later (OQ-401)', async () => {
    const [reference, person] = [newReference(), `buyer-${++count}`]
    const user = { ...buyer, email: `${person}@mail.example`, external_id: person }
    await send(paid(reference, 1, { user }))
    await run('issue-documents')
    const id = (await stored(reference))?.id
    const asked = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `order.${id}`, confirmation: user.email },
    })
    expect(asked.body).toMatchObject({ success: true })
    await run('erase-person', { id: asked.body.data._id })
    const another = newReference()
    await send(
      paid(reference, 60, { user, billing: { name: 'Devika Rao' }, source: 'devika' }),
      paid(another, 60, { user, billing: { name: 'Devika Rao' } }),
    )
    for (const one of [reference, another]) {
      expect(await stored(one)).toMatchObject({
        user_id: asked.body.data._id,
        user_first_name: 'Erased',
        user_email: '',
        user_phone: '',
        billing_name: null,
        source: null,
      })
    }
  })
})

describe('the order of a guest who was erased', () => {
  it('shows nobody, whatever newer record comes (OQ-401)', async () => {
    const reference = newReference()
    const user = { ...buyer, email: `guest-${reference.toLowerCase()}@mail.example` }
    await send(paid(reference, 1, { user }))
    await run('issue-documents')
    const asked = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `order.${(await stored(reference))?.id}`, confirmation: user.email },
    })
    await run('erase-person', { id: asked.body.data._id })
    const changed_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    await send(paid(reference, 1, { user, status: 'refunded', changed_at, source: 'Devika' }))
    expect(await stored(reference)).toMatchObject({
      status: 'refunded',
      user_first_name: 'Erased',
      user_email: '',
      user_phone: '',
      source: null,
    })
  })
})

describe('the order of arrival', () => {
  const events = (reference: string) => [
    record(reference, 0, { source: 'meta' }),
    record(reference, 1, {
      amount: 199_900,
      billing: { state: 'Goa' },
      gateway_order_id: `order_${reference}`,
    }),
    record(reference, 2, { status: 'failed', payment_id: `pay_a_${reference}`, amount: 199_900 }),
    paid(reference, 3, {
      amount: 199_900,
      billing: { state: 'Kerala' },
      gateway_order_id: `order_${reference}`,
    }),
    paid(reference, 4, {
      amount: 199_900,
      status: 'refunded',
      source: 'google',
      user: { ...buyer, last_name: 'R' },
    }),
  ]
  const endOf = async (reference: string) => {
    const {
      id: _id,
      reference_order_id: _reference,
      user_id: _user,
      version: _version,
      refunded_outside_at: _at,
      payment_id,
      gateway_order_id,
      ...rest
    } = (await stored(reference)) ?? ({} as never)
    return {
      ...rest,
      payment_id: payment_id?.replace(reference, ''),
      gateway_order_id: gateway_order_id?.replace(reference, ''),
    }
  }

  it('does not matter: any permutation, with repeats and in any batches, ends in the same state (OQ-403)', async () => {
    const first = newReference()
    for (const event of events(first)) await send(event)
    const expected = await endOf(first)
    expect(expected).toMatchObject({
      status: 'refunded',
      amount: 199_900,
      source: 'google',
      user_last_name: 'R',
      payment_id: 'pay_',
      gateway_order_id: 'order_',
      refunded_amount: 199_900,
    })
    const places = fc.constantFrom(0, 1, 2, 3, 4)
    const arrivals = fc
      .tuple(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), fc.array(places, { maxLength: 3 }))
      .map((both) => both.flat())
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 8 }), async (order, size) => {
        const reference = newReference()
        const sent = order.map((place) => events(reference)[place])
        for (let start = 0; start < sent.length; start += size) {
          expect((await send(...sent.slice(start, start + size))).refused).toBe(0)
        }
        expect(await endOf(reference)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('one order of fifty senders is one order (OQ-403)', async () => {
    const references = Array.from({ length: 6 }, newReference)
    const before = await contents()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => {
        const sent = references.map((reference) => paid(reference))
        return send(...(place % 2 === 0 ? sent : sent.reverse()))
      }),
    )
    expect(answers.map(({ refused }) => refused)).toEqual(answers.map(() => 0))
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(6)
    expect(answers.reduce((sum, { changed }) => sum + changed, 0)).toBe(0)
    expect(await contents()).toMatchObject({ orders: before.orders + 6, entries: before.entries + 6 })
  })

  it('never deadlocks when batches change the same orders in opposite orders (OQ-403)', async () => {
    const deadlocks = async () =>
      Number(
        (await rowsOf('select deadlocks from pg_stat_database where datname = current_database()'))[0]
          .deadlocks,
      )
    const references = Array.from({ length: 40 }, newReference)
    const people = references.map((_, place) => `crowd-${process.pid}-${place}`)
    const before = await deadlocks()
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        Array.from({ length: 10 }, (_, sender) => {
          const sent = references.map((reference, place) =>
            record(reference, round * 10 + sender, {
              amount: 1_000 + round * 10 + sender,
              user: { ...buyer, external_id: people[(place * (sender + 1)) % people.length] },
            }),
          )
          return send(...(sender % 2 === 0 ? sent : sent.reverse()))
        }),
      )
    }
    for (const reference of references) expect((await stored(reference))?.amount).toBe(1_039)
    // New orders of buyers without an id, so that nothing makes the senders wait for each other before the orders do.
    for (let round = 0; round < 10; round++) {
      const fresh = Array.from({ length: 49 }, () => record(newReference()))
      await Promise.all(
        Array.from({ length: 6 }, (_, sender) => send(...(sender % 2 === 0 ? fresh : fresh.toReversed()))),
      )
    }
    await rowsOf('select pg_stat_force_next_flush()')
    expect(await deadlocks()).toBe(before)
  })
})

describe('an event of the gateway that came before its order', () => {
  const payment = (reference: string) => ({
    id: `pay_${reference}`,
    amount: 249_900,
    order_id: `order_${reference}`,
    at: '2026-11-10T10:05:00Z',
  })

  it('is applied when the order is sent (OQ-403)', async () => {
    const reference = newReference()
    await sendWebhook(gateway.paymentWebhook('payment.captured', payment(reference)))
    await send(record(reference, 0, { gateway_order_id: `order_${reference}` }))
    expect(await stored(reference)).toMatchObject({
      status: 'completed',
      payment_id: `pay_${reference}`,
      completed_at: new Date('2026-11-10T10:05:00Z'),
    })
    expect(await rowsOf('select 1 from early_event where payment_id = $1', [`pay_${reference}`])).toEqual([])
    // What the checkout reports afterwards agrees.
    expect(
      await outcomes(paid(reference, 2, { gateway_order_id: `order_${reference}`, completed_at: at(6) })),
    ).toEqual(['unchanged'])
  })

  it('of a refund is applied when the order is sent as paid (OQ-406)', async () => {
    const reference = newReference()
    await sendWebhook(
      gateway.webhook('refund.processed', {
        id: `rfnd_${reference}`,
        payment_id: `pay_${reference}`,
        amount: 249_900,
        currency: 'INR',
        status: 'processed',
        receipt: null,
        notes: [],
      }),
    )
    await send(record(reference, 0))
    expect((await stored(reference))?.status).toBe('pending')
    await send(paid(reference, 1))
    expect(await stored(reference)).toMatchObject({ status: 'refunded', refunded_amount: 249_900 })
  })
})
