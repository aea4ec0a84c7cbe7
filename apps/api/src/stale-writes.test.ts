import { endpoints } from '@greenroom/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { makeMasterclass, makePost, makeWebinar } from './test-records.ts'

/** How a write of what somebody else has changed meanwhile is refused, for calls without If-Match. */
const refusedBy: Record<string, { expects: string[] } | { needsNone: string }> = {
  approveRefundRequest: { expects: ['left'] },
  createRefundBatch: { expects: ['digest'] },
  approveRefundBatch: { expects: ['digest'] },
  declineRefundBatch: { needsNone: 'a batch is decided once' },
  withdrawRefundBatch: { needsNone: 'a batch is decided once' },
  stopRefundBatch: { needsNone: 'only a batch that runs is stopped' },
  resumeRefundBatch: {
    needsNone: 'only a batch that has ended continues, with the amounts that were confirmed',
  },
  refundTransaction: { expects: ['amount'] },
  refundPart: { expects: ['amount', 'request_id'] },
  changeCouponEnds: { expects: ['coupons'] },
  saveCouponsOfEntity: { expects: ['coupons'] },
  ignoreReport: { expects: ['reports'] },
  ignoreUserReports: { expects: ['reports'] },
  removeReported: { expects: ['reports', 'comments'] },
  removeUser: { expects: ['reports'] },
  reopenReports: { expects: ['dismissed_at'] },
  mergePeople: { expects: ['compared'] },
  splitPerson: { needsNone: 'names what moves, and can be undone' },
  undoPersonMove: { needsNone: 'undoes one move, once' },
  keepPeopleApart: { needsNone: 'is undone by pointOutAgain' },
  pointOutAgain: { needsNone: 'is undone by keepPeopleApart' },
  createErasure: { expects: ['preview'] },
  declineRefundRequest: { needsNone: 'a request never changes, and is decided once' },
  withdrawRefundRequest: { needsNone: 'a request never changes, and is decided once' },
  revokeApiKey: { needsNone: 'a key never changes, and is revoked once' },
  restoreFromBin: { needsNone: 'what is in the bin never changes' },
  removeFromBin: { needsNone: 'what is in the bin never changes' },
  addDocumentState: { needsNone: 'the state of a document is added once' },
  issueDebitNote: { expects: ['left'] },
  correctInvoice: { needsNone: 'it confirms a preview, and an invoice is replaced once' },
  addDocumentStates: { needsNone: 'the state of a document is added once' },
  cancelExport: { needsNone: 'an export ends once' },
  createDocumentLink: { needsNone: 'changes nothing' },
  createExportLink: { needsNone: 'changes nothing' },
  exportPerson: { needsNone: 'changes nothing' },
  inviteStaffAgain: { needsNone: 'sends what is stored' },
  resendWebhookDelivery: { needsNone: 'sends what is stored, and is refused while it is sent' },
  skipWebhookDelivery: { needsNone: 'a delivery is skipped once' },
  checkOrder: { needsNone: 'applies what the gateway says at that moment' },
  createInvoice: { needsNone: 'returns the stored document' },
  duplicateMasterclass: { needsNone: 'makes a new record' },
  duplicateEvent: { needsNone: 'makes a new record' },
  copyMasterclassToDates: { needsNone: 'makes new records' },
  copyEventToDates: { needsNone: 'makes new records' },
  addTransactionNote: { needsNone: 'makes a new record' },
  addPersonNote: { needsNone: 'makes a new record' },
  addPersonLabel: { needsNone: 'a label is there or not' },
  removePersonLabel: { needsNone: 'a label is there or not' },
  compareDay: { needsNone: 'starts a job' },
  compareMonth: { needsNone: 'starts jobs' },
  resolveDifferences: { expects: ['differences'] },
  resendFailedWebhooks: { needsNone: 'sends what is stored, and its question names no number' },
  setLivePlace: { needsNone: 'belongs to one tab' },
  endSession: { needsNone: 'a session ends once' },
  endOwnSession: { needsNone: 'a session ends once' },
  endOtherSessions: { needsNone: 'ends whatever else is open' },
  endStaffSession: { needsNone: 'a session ends once' },
  endStaffSessions: { needsNone: 'ends whatever is open' },
}

const writes = endpoints
  .map(({ endpoint }) => endpoint)
  // Whatever creates a record answers with 201. Systems that send records have no screen.
  .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/intake/'))
  .filter(({ name, status }) => status !== 201 || name in refusedBy)

describe('a call that changes a record', () => {
  it.each(writes.filter(({ versioned }) => !versioned).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s without a version names what was confirmed, or needs nothing (OQ-526)',
    (name, { body }) => {
      const how = refusedBy[name]
      expect(how, `say in this test how a stale ${name} is refused`).toBeDefined()
      if (!how || !('expects' in how)) return
      const members = (body as { def?: { shape?: object } } | undefined)?.def?.shape ?? {}
      for (const member of how.expects) expect(members).toHaveProperty(member)
    },
  )
})

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Case {
  make: () => Promise<{ _id: string; version: number } & Record<string, unknown>>
  edit: (record: Record<string, unknown>) => Promise<{ status: number }>
  act: (record: Record<string, unknown>, headers: Record<string, string>) => ReturnType<TestApp['call']>
}

async function made(path: string, json: unknown) {
  const { status, body } = await app.call('POST', path, { json })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

const cases: Record<string, Case> = {
  removeShortlink: {
    make: () => made('/admin/shortlink', { webUrl: 'https://www.example.com/raga' }),
    edit: ({ shortCode }) =>
      app.call('PUT', `/admin/shortlink/${shortCode}`, { json: { webUrl: 'https://www.example.com/tala' } }),
    act: ({ shortCode }, headers) => app.call('DELETE', `/admin/shortlink/${shortCode}`, { headers }),
  },
  removeCoupon: {
    make: () =>
      made('/admin/coupon', {
        code: 'STALE10',
        valid_till: '2026-12-31T00:00:00.000Z',
        absolute_discount: 10,
        absolute_discount_usd: 1,
        discount_percentage: 0,
      }),
    edit: ({ _id }) => app.call('PATCH', `/admin/coupon/${_id}`, { json: { absolute_discount: 20 } }),
    act: ({ _id }, headers) => app.call('DELETE', `/admin/coupon/${_id}`, { headers }),
  },
  removeSavedView: {
    make: () =>
      made('/admin/saved-views', {
        path: '/transactions/masterclass',
        name: 'Paid in dollars',
        search: { status: 'completed', currency: 'USD' },
        is_shared: false,
      }),
    edit: ({ _id }) => app.call('PATCH', `/admin/saved-views/${_id}`, { json: { is_shared: true } }),
    act: ({ _id }, headers) => app.call('DELETE', `/admin/saved-views/${_id}`, { headers }),
  },
  removePost: {
    make: () => makePost(app),
    edit: ({ _id }) => app.call('POST', `/admin/activity/${_id}/update`, { form: { message: 'Changed' } }),
    act: ({ _id }, headers) => app.call('POST', `/admin/activity/${_id}/remove`, { headers }),
  },
  publishMasterclass: {
    make: () => makeMasterclass(app),
    edit: ({ _id }) => app.call('POST', `/admin/masterclass/${_id}`, { form: { title: 'Changed' } }),
    act: ({ _id }, headers) =>
      app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: _id }, headers }),
  },
  publishEvent: {
    make: () => makeWebinar(app),
    edit: ({ _id }) => app.call('PATCH', `/admin/event/${_id}`, { form: { title: 'Changed' } }),
    act: ({ _id }, headers) => app.call('POST', '/admin/event/publish', { json: { event_id: _id }, headers }),
  },
}

describe('a record that somebody else has changed', () => {
  it.each(Object.entries(cases))(
    'is refused by %s, and accepted as it is now (OQ-526)',
    async (_name, of) => {
      const record = await of.make()
      const edited = await of.edit(record)
      expect(edited.status, JSON.stringify(edited)).toBe(200)
      const stale = await of.act(record, { 'if-match': `"${record.version}"` })
      expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
      const { version } = stale.body.data
      expect(version).toBeGreaterThan(record.version)
      expect((await of.act(record, { 'if-match': `"${version}"` })).status).toBe(200)
    },
  )
})
