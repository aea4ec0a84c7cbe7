import { postMessages } from '@greenroom/contract/community/post/post.schema'
import { endpoints } from '@greenroom/contract/endpoints'
import { feedIntakeMessages } from '@greenroom/contract/outside/intake/intake-feed.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeMasterclass } from '../../../test-records.ts'

// Any record gets a result: never a 500, and it never keeps the other record of its batch from being stored.
let app: TestApp
let masterclass: string
beforeAll(async () => {
  app = await createTestApp()
  masterclass = (await makeMasterclass(app))._id
})
afterAll(() => app.close())

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '"',
    '\\',
    '{}',
    '{NULL}',
    "'",
    ',',
    '\u0000',
    '\ud800',
    '💰',
    '\n',
    'NULL',
    'a"b\\c,{d}',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const time = fc.constantFrom(
  '0001-01-01T00:00:00Z',
  '1900-01-01T00:00:00Z',
  '2000-01-01T00:00:00Z',
  '2025-11-01T00:00:00.123456789+05:30',
  '9999-12-31T23:59:59Z',
  '2026-02-30T00:00:00Z',
)
const any = fc.oneof(
  text,
  time,
  fc.integer(),
  fc.double(),
  fc.constant(null),
  fc.constant(10_000_000_000_000),
  fc.jsonValue(),
)

const valid: Record<string, () => Record<string, unknown>> = {
  intakeUsers: () => ({ first_name: 'Devika' }),
  intakeOrders: () => ({
    user: { first_name: 'Devika', email: 'devika@mail.example' },
    entity_type: 'masterclass',
    entity_id: masterclass,
    amount: 100,
    currency_code: 'INR',
    status: 'completed',
    created_at: '2025-11-01T00:00:00Z',
    completed_at: '2025-11-01T00:00:00Z',
  }),
  intakeMemberships: () => ({
    user_external_id: 'someone',
    membership_id: newId(),
    starts_at: '2025-11-01T00:00:00Z',
  }),
}
const batches = endpoints
  .map(({ endpoint }) => endpoint)
  .filter(({ name, batchOf }) => batchOf !== undefined && name in valid)

it.each(batches.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s returns a result for any record (OQ-400)',
  async (name, endpoint) => {
    const fields = Object.keys(endpoint.batchOf?.shape ?? {})
    const odd = fc.record(
      Object.fromEntries(fields.map((field) => [field, fc.option(any, { nil: undefined, freq: 3 })])),
    )
    await fc.assert(
      fc.asyncProperty(odd, fc.boolean(), fc.constantFrom(...fields), async (changes, isWhole, field) => {
        const base = { external_id: newId(), changed_at: '2025-11-02T00:00:00Z', ...valid[name]?.() }
        const value = changes[field]
        const record = isWhole
          ? { ...base, ...changes }
          : { ...base, ...(value !== undefined && { [field]: value }) }
        const { status, body } = await app.call('POST', endpoint.path, {
          json: { records: [record, { ...base, external_id: newId() }] },
        })
        expect([status, body.data?.results?.length]).toEqual([200, 2])
        if (name !== 'intakeMemberships') expect(body.data.results[1].outcome).toBe('created')
      }),
      { numRuns: 300 },
    )
  },
)

it('refuses a record with a million bad values at once, and stores the others (OQ-400)', async () => {
  const base = { changed_at: '2025-11-02T00:00:00Z', user_external_id: 'someone', message: 'Hello' }
  const many = (length: number) => ({ ...base, external_id: newId(), tags: Array(length).fill(1) })
  const { status, body } = await app.call('POST', '/intake/posts', {
    json: { records: [many(1_000_000), many(1_000), { ...base, external_id: newId() }] },
  })
  expect(status).toBe(200)
  expect(body.data.results.map(({ errors }: { errors: unknown[] }) => [errors.length, errors[0]])).toEqual([
    [1, { path: 'tags', message: 'Should not have more than 1000 entries' }],
    [100, { path: 'tags.0', message: postMessages.tag, value: '1' }],
    [1, { path: 'user_external_id', message: feedIntakeMessages.userUnknown, value: 'someone' }],
  ])
})

it('stores texts as they were sent, with any of the characters that end a text in SQL (OQ-400)', async () => {
  const campaign = `a"b\\c,{d}'e\n\tNULL💰`
  const record = {
    ...valid.intakeOrders?.(),
    external_id: 'odd"\\{},id',
    campaign,
    source: 'NULL',
    medium: '"',
    changed_at: '2025-11-02T00:00:00Z',
  }
  await app.call('POST', '/intake/orders', { json: { records: [record] } })
  await app.call('POST', '/intake/orders', {
    json: { records: [{ ...record, source: '\\', changed_at: '2025-11-03T00:00:00Z' }] },
  })
  expect(
    await app.database.kysely
      .selectFrom('transaction')
      .select(['campaign', 'source', 'medium'])
      .where('reference_order_id', '=', record.external_id)
      .execute(),
  ).toEqual([{ campaign, source: '\\', medium: '"' }])
})
