import type { GstYear } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { storeDocument } from '../../../test-documents.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const yearsOf = async () => (await app.call('GET', '/admin/gst/years')).body.data.years as GstYear[]
const set = (year: string, filed_on: string | null, headers = {}) =>
  app.call('PUT', `/admin/gst/years/${year}/annual-return`, { json: { filed_on }, headers })

describe('annual returns (OQ-832)', () => {
  it('lists the financial years since the first document', async () => {
    expect(await yearsOf()).toEqual([])
    await storeDocument(app.database.kysely, { document_date: '2025-03-31' })
    const open = { annual_return_filed_on: null, version: 0 }
    expect(await yearsOf()).toEqual([
      { year: 2026, last_day_of_credit: '2027-11-30', ...open },
      { year: 2025, last_day_of_credit: '2026-11-30', ...open },
      { year: 2024, last_day_of_credit: '2025-11-30', ...open },
    ])
  })

  it('ends credit notes on the day of the annual return, unless 30 November came first', async () => {
    const early = await set('2024', '2025-10-01')
    expect([early.status, early.body.message]).toEqual([200, 'Date saved!'])
    expect(early.body.data).toMatchObject({ last_day_of_credit: '2025-10-01', version: 1 })
    expect((await set('2024', '2025-12-31')).body.data).toMatchObject({ last_day_of_credit: '2025-11-30' })
    expect((await set('2024', null)).body).toMatchObject({
      message: 'Marked as not filed!',
      data: { annual_return_filed_on: null, last_day_of_credit: '2025-11-30', version: 3 },
    })
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select('entity_label')
      .where('action', '=', 'gst-period.annual-return')
      .execute()
    expect(entries.map((entry) => entry.entity_label)).toEqual(['2024-25', '2024-25', '2024-25'])
  })

  it('refuses a day within the year, a day to come, and a stale change', async () => {
    for (const day of ['2026-03-31', '2026-11-22']) {
      const refused = await set('2025', day)
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'The annual return of 2025-26 is filed after 31 March 2026, and not in the future.',
      ])
    }
    expect((await set('2025', '2026-02-30')).body.message).toBe('filed_on must be a day such as 2026-11-21')
    expect((await set('2016', '2018-01-01')).status).toBe(400)
    expect((await set('2025', '2026-04-01', { 'if-match': '"0"' })).status).toBe(200)
    const stale = await set('2025', '2026-04-02', { 'if-match': '"0"' })
    expect([stale.status, stale.body.code, stale.body.data.version]).toEqual([409, 'STALE', 1])
  })
})
