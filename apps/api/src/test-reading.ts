import { endpoints } from '@greenroom/contract/endpoints'
import { reportDimensions } from '@greenroom/contract/money/report/report.rules'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createFiles } from './platform/files/files.ts'
import { createFolderFileStore } from './platform/files/folder-file-store.ts'
import { addSampleData } from './sample/sample-data.ts'
import { readSettings } from './settings.ts'
import { createTestApp, type TestApp, type TestResponse } from './test-app.ts'

/** Starts the API with the sample data. */
export async function createSampleApp(): Promise<TestApp> {
  const app = await createTestApp()
  const log = pino({ level: 'silent' })
  const { kysely: db } = app.database
  await addSampleData({
    db,
    files: createFiles({ store: createFolderFileStore(`${app.dataDir}/files`), db, log }),
    clock: app.clock,
    spoolFolder: `${app.dataDir}/spool`,
    settings: readSettings({ DATA_DIR: app.dataDir }),
    log,
  })
  return app
}

/** Tables with the records that paths name. */
const tables: Record<string, string> = {
  '/admin/advisory/bookings/:id': 'lead',
  '/admin/advisory/bookings/:id/clashes': 'lead',
  '/admin/advisory/services/:id': 'advisory_service',
  '/admin/banner/:id': 'banner',
  '/admin/coupon/:id': 'coupon',
  '/admin/coupon/:id/links': 'coupon',
  '/admin/coupons/:masterclassId': 'masterclass',
  '/admin/event/:id': 'event',
  '/admin/masterclass/:id': 'masterclass',
  '/admin/academy/news/:id': 'news',
  '/admin/payment-entity/:id': 'payment_page',
  '/admin/people/:person': 'app_user',
  '/admin/people/:person/timeline': 'app_user',
  '/admin/:user_id/activity': 'app_user',
  '/admin/activity/:id': 'post',
  '/admin/settlements/:id': 'settlement',
  '/admin/orders/:id': 'transaction',
  '/admin/orders/:id/refundable': 'transaction',
  '/admin/refund-batches/:id': 'refund_batch',
  '/admin/refund-batches/:id/rows': 'refund_batch',
}

const numbers = 'currency_code=INR&from=2026-10-01&to=2026-11-30&compare=before'

/** Queries of calls that need one. */
const queries: Record<string, readonly string[]> = {
  getCalendar: ['from=2026-11-01&to=2026-11-30', 'from=2026-12-01&to=2026-12-31'],
  getSalesReport: [numbers],
  getBuyersReport: [numbers],
  getPartsReport: reportDimensions.map((dimension) => `${numbers}&dimension=${dimension}`),
  getFillingReport: ['from=2026-10-01&to=2026-11-30&compare=before'],
  getHandlingReport: ['from=2026-10-01&to=2026-11-30&compare=before'],
  listCountedReports: ['received', 'handled'].map((of) => `from=2026-10-01&to=2026-11-30&of=${of}`),
  getLeadFunnel: ['start_date=2026-11-01T00:00:00Z&end_date=2026-11-30T00:00:00Z'],
  listBin: ['kind=post', 'kind=comment', 'kind=user'],
  listCouponsOfEntity: ['entity_type=masterclass'],
  listMasterclasses: ['limit=100', 'status=active&limit=100', 'status=past&limit=100'],
  listEvents: ['event_type=ONLINE&limit=100', 'event_type=OFFLINE&limit=100'],
  listPaymentPages: ['is_active=true', 'is_active=false'],
  listDifferences: ['state=open', 'state=resolved'],
  listMoneyDays: ['month=2026-11'],
  listDisputes: ['state=open', 'state=ended'],
  listRefundRequests: ['state=open', 'state=decided'],
}

/** Calls that show no stored text of a person, or never end. */
export const unreadCalls = [
  'checkMeetingDates',
  'getPublishFacts',
  'listMeetingAccounts',
  'openLive',
  'getGstReturn',
  'getMonthMoney',
]

/** Reads everything that an account may read: each list, and some records of each kind. */
export async function readAll(
  app: TestApp,
  token: string,
  seen: (name: string, path: string, answer: TestResponse) => void,
): Promise<void> {
  const { kysely: db } = app.database
  const idsOf = async (table: string) =>
    (await sql<{ id: string }>`select id from ${sql.table(table)} order by id limit 25`.execute(db)).rows.map(
      ({ id }) => id,
    )
  const sessions = [...(await idsOf('masterclass')), ...(await idsOf('event'))]
  const batch = await makeBatch(db)
  const words = await sql<{
    word: string
  }>`select split_part(user_first_name, ' ', 1) as word from transaction
    union select split_part(user_first_name, ' ', 1) from lead limit 8`.execute(db)
  for (const { endpoint } of endpoints) {
    if (endpoint.method !== 'GET' || unreadCalls.includes(endpoint.name)) continue
    const ids = endpoint.path.includes(':') ? await idsOf(tables[endpoint.path] ?? 'shortlink') : ['']
    const asked = {
      ...queries,
      listRegistrations: sessions.map((id) => `session_id=${id}&state=all`),
      previewRefundBatch: [`entity_type=events&entity_id=${batch}`],
      search: words.rows.map(({ word }) => `q=${encodeURIComponent(word)}`),
    }[endpoint.name] ?? ['']
    for (const id of ids) {
      for (const query of asked) {
        const path = `${endpoint.path.replace(/:\w+/, id)}${query === '' ? '' : `?${query}`}`
        seen(endpoint.name, path, await app.call('GET', path, { token }))
      }
    }
  }
}

/**
 * Stores a refund of all orders of the event with the most orders, which the sample has none of.
 * @returns the event
 */
async function makeBatch(db: TestApp['database']['kysely']): Promise<string> {
  const { rows } = await sql<{ entity_id: string }>`
    with bought as (
      select entity_id, min(entity_title) as title, count(*)::int as orders, sum(amount)::bigint as amount
      from transaction where entity_type = 'events' and status = 'completed' and currency_code = 'INR' and amount > 0
      group by entity_id order by count(*) desc, entity_id limit 1
    ), batch as (
      insert into refund_batch (id, request_id, entity_type, entity_id, entity_title, reason_code, orders, amount_inr,
        state, requested_by_id, requested_by, requested_at)
      select gen_random_uuid(), gen_random_uuid(), 'events', entity_id, title, 'session-cancelled', orders, amount,
        'stopped', staff.id, staff.email, now()
      from bought, (select id, email from staff order by id limit 1) as staff
      returning id, entity_id
    )
    insert into refund_batch_row (refund_batch_id, position, transaction_id, amount, currency_code, state)
    select batch.id, row_number() over (order by transaction.id), transaction.id, transaction.amount, 'INR', 'waiting'
    from batch join transaction on transaction.entity_id = batch.entity_id
      and status = 'completed' and currency_code = 'INR' and amount > 0
    returning (select entity_id from batch)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The sample has no paid event')
  return row.entity_id
}
