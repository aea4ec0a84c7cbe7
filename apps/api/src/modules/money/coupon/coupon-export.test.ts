import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeMasterclass } from '../../../test-records.ts'
import { unzipped } from '../../../test-zip.ts'
import { makeExportTask } from '../../desk/export/export.service.ts'

const validity = '2026-12-31T18:29:59.999Z'
const header =
  'Code,State,Discount (INR),Discount (USD),Discount (%),Redeemed,Limit in total,Limit per person,Taken off (INR),Taken off (USD),Masterclasses,Memberships,Valid till (Asia/Kolkata),Created at (Asia/Kolkata),Changed at (Asia/Kolkata)'

let app: TestApp
let ids: Record<string, string>
beforeAll(async () => {
  app = await createTestApp()
  const { _id } = await makeMasterclass(app)
  const made = await app.call('PATCH', '/admin/coupons', {
    json: {
      entity_id: _id,
      entity_type: 'masterclass',
      coupons: [
        {
          code: 'LINKED',
          valid_till: validity,
          absolute_discount: 25050,
          absolute_discount_usd: 400,
          max_redemptions: 40,
          max_per_person: 2,
        },
      ],
    },
  })
  const loose = await app.call('POST', '/admin/coupon', {
    json: { code: 'LOOSE', valid_till: validity, discount_percentage: 12.5 },
  })
  ids = { LINKED: made.body.data[0].coupon_id._id, LOOSE: loose.body.data._id }
  await app.database.kysely
    .insertInto('transaction')
    .values({
      id: newId(),
      reference_order_id: 'order_coupon',
      status: 'completed',
      amount: 100000,
      discount_amount: 25050,
      currency_code: 'INR',
      created_at: new Date('2026-11-19T10:00:00Z'),
      completed_at: new Date('2026-11-19T10:00:00Z'),
      entity_type: 'masterclass',
      entity_id: _id,
      entity_title: 'Any',
      user_id: newId(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      coupon_id: ids.LINKED,
      coupon_code: 'LINKED',
    })
    .execute()
})
afterAll(() => app.close())

const ask = (filters: object, format = 'csv', token?: string) =>
  app.call('POST', '/admin/exports', { json: { kind: 'coupons', format, filters }, ...(token && { token }) })

async function file(
  filters: object,
  format = 'csv',
  token?: string,
): Promise<{ _id: string; bytes: Buffer }> {
  const started = await ask(filters, format, token)
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  const { _id } = started.body.data
  await app.app.tasks[makeExportTask]?.(
    { id: _id },
    { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
  )
  const link = await app.call('POST', `/admin/exports/${_id}/link`, token ? { token } : {})
  const response = await fetch(`${app.url}${link.body.data.url}`)
  return { _id, bytes: Buffer.from(await response.arrayBuffer()) }
}
const lines = async (filters: object, token?: string) =>
  String((await file(filters, 'csv', token)).bytes)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
const key = async (permissions: string[]): Promise<string> =>
  (await app.call('POST', '/admin/api-keys', { json: { name: permissions.join(' '), permissions } })).body
    .data.secret

describe('the export of coupons (OQ-685)', () => {
  it('has the filtered coupons of a tab, the newest first, with all that the list knows', async () => {
    const rows = await lines({})
    expect(rows[0]).toBe(header)
    expect(
      rows
        .slice(1)
        .map((row) => row.split(',').slice(0, 13).join(','))
        .sort(),
    ).toEqual([
      'LINKED,Active,250.50,4.00,,1,40,2,250.50,,1,0,2026-12-31 23:59:59',
      'LOOSE,Active,,,12.5,0,,,,,0,0,2026-12-31 23:59:59',
    ])
    expect(await lines({ search: 'loo' })).toHaveLength(2)
    expect((await lines({ group: 'unlinked' }))[1]).toMatch(/^LOOSE,/)
    expect((await lines({ linked_to: 'masterclass' }))[1]).toMatch(/^LINKED,/)
    expect(await lines({ linked_to: 'membership' })).toEqual([header])
    expect(await lines({ group: 'ended' })).toEqual([header])
  })

  it('has the selected coupons alone', async () => {
    const rows = await lines({ ids: [ids.LOOSE] })
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatch(/^LOOSE,/)
    expect(await lines({ ids: [newId(), 'x'] })).toEqual([header])
  })

  it('is a workbook as well, and leaves an entry in the history', async () => {
    const { _id, bytes } = await file({ group: 'active' }, 'xlsx')
    expect(unzipped(bytes)['xl/worksheets/sheet1.xml']).toContain('LINKED')
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('entity_id', '=', _id)
      .where('action', '=', 'export.create')
      .executeTakeFirstOrThrow()
    expect(entry.after).toMatchObject({ kind: 'coupons', format: 'xlsx', rows: 2 })
  })

  it('needs the permission of the list, and has sums only with that of money', async () => {
    expect((await ask({}, 'csv', await key(['money.export']))).status).toBe(403)
    expect((await ask({}, 'csv', await key(['content.read']))).status).toBe(403)
    const [head] = await lines({}, await key(['money.export', 'content.read']))
    expect(head).not.toContain('Taken off')
  })

  it.each([
    ['no selected coupon', { ids: [] }, 'Choose at least one coupon'],
    [
      'too many',
      { ids: Array.from({ length: 201 }, () => newId()) },
      'Export at most 200 selected coupons at once',
    ],
    ['another group', { group: 'x' }, 'group must be active, ended or unlinked'],
  ])('refuses %s', async (_, filters, message) => {
    const answer = await ask(filters)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
  })
})
