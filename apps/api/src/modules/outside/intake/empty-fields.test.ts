import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeMasterclass } from '../../../test-records.ts'

let app: TestApp
let key: string
let masterclass: string
beforeAll(async () => {
  app = await createTestApp()
  key = await makeKey(app, ['intake.write'])
  masterclass = (await makeMasterclass(app))._id
  await sendRecords(app, '/intake/users', key, [
    { external_id: 'member', first_name: 'Asha', changed_at: at(0) },
  ])
})
afterAll(() => app.close())

const at = (minute: number) => new Date(Date.parse('2026-11-10T10:00:00Z') + minute * 60_000).toISOString()
const user = { first_name: 'Devika', email: 'devika@mail.example' }
let count = 0
const newId = () => `empty-${++count}`

const order = () => ({
  user,
  entity_type: 'masterclass',
  entity_id: masterclass,
  amount: 249_900,
  currency_code: 'INR',
  status: 'completed',
  created_at: at(0),
  completed_at: at(1),
})
const post = () => ({ user_external_id: 'member', message: 'Which fund?' })

it.each<[path: string, valid: () => object, empty: object]>([
  ['orders', order, { gstin: null }],
  ['orders', order, { gstin: '' }],
  ['orders', order, { gstin: ' \u00a0' }],
  ['orders', order, { billing: { name: '', state: 'Goa' } }],
  ['orders', order, { billing: null, consents: null, discount_amount: '' }],
  ['orders', order, { user: { ...user, last_name: null, external_id: '' } }],
  ['orders', order, { coupon_code: null, outside_document: '', payment_id: '', zoom_join_url: null }],
  ['orders', order, { entity_title: '', entity_start_time: null, gateway_order_id: ' ' }],
  [
    'orders',
    order,
    { consents: [{ purpose: 'marketing', channel: 'email', given: true, at: at(0), text: null }] },
  ],
  ['users', () => user, { deleted: false }],
  [
    'users',
    () => user,
    { deleted: null, last_name: null, phone: '', created_at: '', email_verified: null, _id: '' },
  ],
  ['posts', post, { deleted: false, tags: null, attachments: null, created_at: '' }],
])(
  '/intake/%s stores a record with empty optional fields like one without (%#, OQ-739)',
  async (path, valid, empty) => {
    const external_id = newId()
    const [record] = (
      await sendRecords(app, `/intake/${path}`, key, [
        { external_id, ...valid(), ...empty, changed_at: at(2) },
      ])
    ).results
    expect(record).toMatchObject({ outcome: 'created', external_id })
  },
)

it('empties a field that a newer record has as null, as if it were left out (OQ-739)', async () => {
  const external_id = newId()
  const person = (minute: number, phone: string | null) =>
    sendRecords(app, '/intake/users', key, [{ external_id, ...user, phone, changed_at: at(minute) }])
  await person(2, '+919845012763')
  expect((await person(3, null)).changed).toBe(1)
  const { body } = await app.call('GET', '/admin/users?email=devika@mail.example&limit=200')
  const mine = body.data.find((one: { external_id: string }) => one.external_id === external_id)
  expect(mine?.phone ?? '').toBe('')
})

it('reads an address with spaces around it, and a country in lower case (OQ-739)', async () => {
  const external_id = newId()
  const { results } = await sendRecords(app, '/intake/orders', key, [
    {
      external_id,
      ...order(),
      user: { first_name: 'Asha', email: ' asha.trim@mail.example ' },
      billing: { country: ' in' },
      changed_at: at(2),
    },
  ])
  expect(results[0]?.errors).toBeUndefined()
  const stored = await app.database.kysely
    .selectFrom('transaction')
    .select(['user_email', 'billing_country'])
    .where('reference_order_id', '=', external_id)
    .executeTakeFirst()
  expect(stored).toEqual({ user_email: 'asha.trim@mail.example', billing_country: 'IN' })
})

it('names the value of a refused field as it was sent (OQ-740)', async () => {
  const { results } = await sendRecords(app, '/intake/orders', key, [
    {
      external_id: newId(),
      ...order(),
      amount: '1e3',
      user: { ...user, email: null, phone: null },
      changed_at: at(2),
    },
    { external_id: newId(), ...order(), changed_at: at(2) },
  ])
  expect(results[0]?.errors).toContainEqual({
    path: 'amount',
    message: 'Enter a whole number of paise or cents',
    value: '1e3',
  })
  expect(results[1]?.outcome).toBe('created')
})
