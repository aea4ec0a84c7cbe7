import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContent } from '../modules/money/document/document-content.ts'
import { createUpgradedDatabase } from './test-upgrade.ts'

const database = createUpgradedDatabase('moved')
beforeAll(database.create)
afterAll(database.drop)

const content = (amount: number, taxes: object[], taxable: number, place: string) =>
  JSON.stringify({
    supplier: { name: 'S', address: 'A', state: 'Karnataka (29)', gstin: '29AAAAA0000A1ZY' },
    recipient: { name: "D'Souza", email: 'd@mail.example', phone: '1', state: place, gstin: null },
    order: {
      reference: 'order_1',
      placed_at: '2026-11-20T10:00:00.000Z',
      entity_type: 'masterclass',
      title: 'T',
      start_time: null,
      payment_id: 'pay_1',
    },
    sac: '999293',
    currency_code: 'INR',
    amount,
    taxable,
    taxes,
    place_of_supply: place,
    is_export: false,
    sandbox: true,
  }).replaceAll("'", "''")

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`

test('moves invoices and credit notes of earlier versions with their figures (OQ-240)', async () => {
  await database.migrateBefore('0033')
  const order = (number: number, status: string, state: string | null) =>
    `insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, entity_type,
      entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, billing_state,
      document_state)
    values ('${id(number)}', 'order_${number}', 'pay_${number}', '${status}', 249900, 'INR', '2026-11-20', 'masterclass',
      '${id(9)}', 'T', '${id(9)}', 'D', 'S', '1', 'd@mail.example', ${state === null ? 'null' : `'${state}'`},
      'on-request')`
  const odd = [
    { name: 'CGST', percent: 9, amount: 19061 },
    { name: 'SGST', percent: 9, amount: 19060 },
  ]
  const whole = [{ name: 'IGST', percent: 18, amount: 38120 }]
  await database.query(
    order(1, 'completed', null),
    order(2, 'refunded', 'Kerala'),
    order(3, 'completed', 'Ruritania'),
    order(4, 'completed', null),
    `insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, sandbox, requested_by,
      requested_at, settled_at) values ('${id(8)}', '${id(2)}', 'k', 'processed', 249900, 'INR', true, 'x', now(), now())`,
    `insert into invoice values
      ('${id(1)}', 'GR/2627/000001', 2026, '2026-11-20T18:31:00Z', '${content(249900, odd, 211779, 'Karnataka (29)')}'),
      ('${id(2)}', 'GR/2627/000002', 2026, '2026-11-20T10:00:00Z', '${content(249900, whole, 211780, 'Kerala (32)')}'),
      ('${id(3)}', 'GR/2627/000003', 2026, '2026-11-20T10:00:00Z', '${content(249900, whole, 211780, 'Ruritania')}')`,
    `insert into credit_note values ('${id(2)}', 'GRC/2627/000001', 2026, '2026-11-21T10:00:00Z')`,
  )
  await database.migrate()

  const rows =
    await database.query(`select serial, kind, series, number, document_date::text, supply, place_of_supply, is_state_missing, refund_id,
      total, taxable, cgst, sgst, igst, buyer_name, content, invoice_id is not null as is_linked
    from tax_document order by serial`)
  expect(rows).toMatchObject([
    {
      serial: 'GR/2627/000001',
      series: 'GR',
      number: 1,
      document_date: '2026-11-21',
      place_of_supply: '29',
      is_state_missing: true,
      cgst: '19061',
      sgst: '19060',
      buyer_name: "D'Souza",
    },
    { serial: 'GR/2627/000002', place_of_supply: '32', is_state_missing: false, igst: '38120' },
    { serial: 'GR/2627/000003', place_of_supply: '97', is_state_missing: true },
    { serial: 'GRC/2627/000001', kind: 'credit-note', series: 'GRC', refund_id: id(8), is_linked: true },
  ])
  expect(readContent(rows[0]?.content).recipient.name).toBe("D'Souza")
  expect(
    await database.query('select document_state, tax_amount, status from transaction order by id'),
  ).toMatchObject([
    { document_state: 'issued', tax_amount: '38121' },
    { document_state: 'issued', tax_amount: '0' },
    { document_state: 'issued', tax_amount: '38120' },
    { document_state: 'on-request', tax_amount: '0' },
  ])
  expect(await database.query('select document_state from refund')).toEqual([{ document_state: 'issued' }])
})
