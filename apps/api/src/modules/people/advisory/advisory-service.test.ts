import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeAdvisor, makeAdvisoryService } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const path = '/admin/advisory/services'
const nobody = '01931f6e-0000-7000-8000-00000000dead'
const update = (id: string, json: unknown, headers: Record<string, string> = {}) =>
  app.call('PATCH', `${path}/${id}`, { json, headers })
const get = async (id: string) => (await app.call('GET', `${path}/${id}`)).body.data
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .where('entity_id', '=', id)
    .orderBy('at')
    .execute()
const idsOf = (records: { _id: string }[]) => records.map((record) => record._id)

describe('reading services', () => {
  it('requires a credential (AUTH-09)', async () => {
    for (const address of [path, `${path}/${nobody}`]) {
      expect((await app.call('GET', address, { token: null })).status).toBe(401)
    }
  })

  it('returns services with their advisors and times in seconds (ADV-31, ADV-32, ADV-02, ADV-03)', async () => {
    const older = await makeAdvisoryService(app, { service_name: 'Health cover' })
    app.clock.set(new Date(app.clock.now().getTime() + 1000))
    const newer = await makeAdvisoryService(app, {
      service_name: 'Term cover',
      buffer_time: 0,
      slot_time: 60,
    })
    const asha = await makeAdvisor(app, { first_name: 'Asha' })
    const binita = await makeAdvisor(app, { first_name: 'Binita' })
    await update(older, { advisors: [binita._id, asha._id] })
    const person = ({ _id, first_name, last_name, email }: typeof asha) => ({
      _id,
      first_name,
      last_name,
      email,
    })
    const first = {
      _id: newer,
      service_name: 'Term cover',
      buffer_time: 0,
      slot_time: 60,
      advisors: [],
      created_at: app.clock.now().toISOString(),
      version: 1,
    }
    const second = {
      _id: older,
      service_name: 'Health cover',
      buffer_time: 600,
      slot_time: 1800,
      advisors: [person(asha), person(binita)],
      created_at: '2026-11-21T06:30:00.000Z',
      version: 2,
    }
    const listed = [
      { ...first, open_leads: 0 },
      { ...second, open_leads: 0 },
    ]
    expect((await app.call('GET', path)).body.data).toEqual(listed)
    expect((await app.call('GET', `${path}?limit=1&offset=1`)).body.data).toEqual(listed.slice(1))
    expect(await get(older)).toEqual(second)
  })

  it('returns 404 for an unknown service (ADV-32)', async () => {
    for (const id of ['nonsense', nobody]) {
      const answer = await app.call('GET', `${path}/${id}`)
      expect(answer.status).toBe(404)
      expect(answer.body.message).toBe('This service does not exist')
    }
  })
})

describe('changing a service', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('PATCH', `${path}/${nobody}`, { json: {}, token: null })).status).toBe(401)
  })

  it('returns 404 for an unknown service (ADV-33)', async () => {
    for (const id of ['nonsense', nobody]) expect((await update(id, { buffer_time: 0 })).status).toBe(404)
  })

  const buffer = 'Enter a buffer time of 0 minutes or more'
  const slot = 'Enter a slot time of 1 minute or more'
  it.each([
    ['a buffer below 0 (OQ-090)', { buffer_time: -1 }, 'buffer_time', buffer],
    ['a buffer as text (OQ-090)', { buffer_time: '600' }, 'buffer_time', buffer],
    ['no buffer (OQ-090)', { buffer_time: null }, 'buffer_time', buffer],
    ['a fraction of a second (OQ-090)', { buffer_time: 0.5 }, 'buffer_time', 'Enter whole seconds'],
    ['a slot of 0 (OQ-090)', { slot_time: 0 }, 'slot_time', slot],
    ['a slot of 59 seconds (OQ-090)', { slot_time: 59 }, 'slot_time', slot],
    ['a fraction of a second as slot (OQ-090)', { slot_time: 60.5 }, 'slot_time', 'Enter whole seconds'],
    [
      'a slot of more than a day (OQ-090)',
      { slot_time: 86_401 },
      'slot_time',
      'Should not exceed 1,440 minutes',
    ],
    [
      'a very large number (ADV-33)',
      { buffer_time: 1e300 },
      'buffer_time',
      'Should not exceed 1,440 minutes',
    ],
    ['an advisor without an id (ADV-33)', { advisors: [''] }, 'advisors.0', 'Advisor is required'],
    [
      '201 advisors (ADV-33)',
      { advisors: Array.from({ length: 201 }, (_, n) => String(n)) },
      'advisors',
      'Should not exceed 200 advisors',
    ],
  ])('rejects %s and changes nothing', async (_title, changes, field, message) => {
    const id = await makeAdvisoryService(app)
    const before = await get(id)
    const answer = await update(id, { slot_time: 3600, ...changes })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: field, message }])
    expect(await get(id)).toEqual(before)
  })

  it('rejects an unknown advisor with 404, names it, and changes nothing (ADV-33)', async () => {
    const id = await makeAdvisoryService(app)
    const advisor = await makeAdvisor(app)
    await update(id, { advisors: [advisor._id] })
    const before = await get(id)
    for (const unknown of ['nonsense', nobody]) {
      const answer = await update(id, { buffer_time: 0, advisors: [advisor._id, unknown] })
      expect(answer.status).toBe(404)
      expect(answer.body.errors).toEqual([{ path: 'advisors.1', message: 'Advisor not found' }])
    }
    expect(await get(id)).toEqual(before)
  })

  it('adds and removes advisors in one change and audits it (ADV-33, ADV-23)', async () => {
    const id = await makeAdvisoryService(app)
    const [a, b, c] = [await makeAdvisor(app), await makeAdvisor(app), await makeAdvisor(app)]
    await update(id, { advisors: [a._id, b._id] })
    const answer = await update(id, { buffer_time: 0, slot_time: 60, advisors: [b._id, c._id, c._id] })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ buffer_time: 0, slot_time: 60, version: 3 })
    expect(new Set(idsOf(answer.body.data.advisors))).toEqual(new Set([b._id, c._id]))
    expect(await get(id)).toEqual(answer.body.data)
    const audit = await auditOf(id)
    expect(audit).toHaveLength(2)
    expect(audit[1]).toMatchObject({
      action: 'advisory-service.update',
      before: { buffer_time: 600, slot_time: 1800, advisors: [{ _id: a._id }, { _id: b._id }] },
      after: { buffer_time: 0, slot_time: 60 },
    })
    expect((await update(id, { advisors: [] })).body.data.advisors).toEqual([])
  })

  it('treats an id in capitals as the same service, also in the audit log (ADV-33, ADV-32)', async () => {
    const id = await makeAdvisoryService(app)
    const answer = await update(id.toUpperCase(), { slot_time: 3600 })
    expect([answer.status, answer.body.data._id]).toEqual([200, id])
    expect((await get(id.toUpperCase())).slot_time).toBe(3600)
    expect(await auditOf(id)).toMatchObject([{ after: { slot_time: 3600 } }])
  })

  it('keeps omitted fields, and keeps version and audit log if nothing changes (ADV-33)', async () => {
    const id = await makeAdvisoryService(app)
    const advisor = await makeAdvisor(app)
    const made = (await update(id, { advisors: [advisor._id] })).body.data
    expect((await update(id, { slot_time: 86_400 })).body.data).toEqual({
      ...made,
      slot_time: 86_400,
      version: 3,
    })
    const same = { buffer_time: 600, slot_time: 86_400, advisors: [advisor._id.toUpperCase()] }
    expect((await update(id, same)).body.data.version).toBe(3)
    expect((await update(id, {})).body.data.version).toBe(3)
    expect(await auditOf(id)).toHaveLength(2)
  })

  it('ignores other fields (ADV-33)', async () => {
    const id = await makeAdvisoryService(app)
    const before = await get(id)
    const extra = { service_name: 'Other', version: 9, _id: nobody, created_at: '2001-01-01T00:00:00Z' }
    expect((await update(id, extra)).body.data).toEqual(before)
  })

  it('rejects a stale edit with the current record and loses nothing (ADV-33, OQ-109)', async () => {
    const id = await makeAdvisoryService(app)
    const [a, b] = [await makeAdvisor(app), await makeAdvisor(app)]
    await update(id, { advisors: [a._id] }, { 'if-match': '"1"' })
    const stale = await update(id, { slot_time: 3600, advisors: [b._id] }, { 'if-match': '"1"' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      code: 'STALE',
      data: { _id: id, slot_time: 1800, advisors: [{ _id: a._id }], version: 2 },
    })
    expect(await get(id)).toEqual(stale.body.data)
    const again = await update(id, { slot_time: 3600 }, { 'if-match': '"2"' })
    expect(again.body.data).toMatchObject({ slot_time: 3600, advisors: [{ _id: a._id }], version: 3 })
  })

  it('accepts exactly one of many concurrent edits of the same version (ADV-33)', async () => {
    const id = await makeAdvisoryService(app)
    const people = await Promise.all(Array.from({ length: 6 }, () => makeAdvisor(app)))
    const answers = await Promise.all(
      people.map((advisor, n) =>
        update(id, { slot_time: 60 * (n + 1), advisors: [advisor._id] }, { 'if-match': '"1"' }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const winner = answers.findIndex((answer) => answer.status === 200)
    expect(await get(id)).toMatchObject({
      slot_time: 60 * (winner + 1),
      advisors: [{ _id: people[winner]._id }],
      version: 2,
    })
  })
})
