import { endpoints } from '@greenroom/contract/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import {
  makeAdvisor,
  makeAdvisoryService,
  makeCreator,
  makeEvent,
  makeLead,
  makeMasterclass,
  makeMemberPost,
  makePost,
  makeReport,
  makeUser,
} from './test-records.ts'

// Clients may write UUIDs in capitals; the database never does.
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.database.kysely

it('treats every id of a route in capitals as the same, whether known or unknown (OQ-140)', async () => {
  const masterclass = await makeMasterclass(app)
  const event = await makeEvent(app)
  const post = await makePost(app)
  const service = await makeAdvisoryService(app)
  const known: Record<string, string> = {
    getMasterclass: masterclass._id,
    getEvent: event._id,
    getPost: post._id,
    listPostsOfUser: post.user._id,
    getAdvisoryService: service,
    getLead: await makeLead(app, { service_id: service }),
  }
  for (const { endpoint } of endpoints) {
    const name = /:(id|user_id)\b/.exec(endpoint.path)?.[0]
    if (endpoint.method !== 'GET' || !name) continue
    const id = known[endpoint.name] ?? '01931f6e-0000-7000-8000-00000000dead'
    const [plain, capitals] = await Promise.all(
      [id, id.toUpperCase()].map((one) => app.call('GET', endpoint.path.replace(name, one))),
    )
    if (known[endpoint.name]) expect(plain?.status, endpoint.name).toBe(200)
    expect([capitals?.status, capitals?.body.data], endpoint.name).toEqual([plain?.status, plain?.body.data])
  }
})

it('changes nothing for an edit that names the same creator in capitals (OQ-140, OQ-129)', async () => {
  const creator = await makeCreator(app)
  const form = { creator_id: creator._id.toUpperCase() }
  const event = await makeEvent(app, { creator_id: creator._id })
  const edited = await app.call('PATCH', `/admin/event/${event._id.toUpperCase()}`, { form })
  expect(edited.body.data).toMatchObject({ _id: event._id, version: event.version })
  const masterclass = await makeMasterclass(app, { creator_id: creator._id })
  const same = await app.call('POST', `/admin/masterclass/${masterclass._id.toUpperCase()}`, { form })
  expect(same.body.data).toMatchObject({ _id: masterclass._id, version: masterclass.version })
})

it('changes nothing for a lead’s advisor or a service’s advisors in capitals (OQ-140, ADV-30, ADV-33)', async () => {
  const advisor = await makeAdvisor(app)
  const service = await makeAdvisoryService(app)
  const lead = await makeLead(app, { service_id: service, advisor_id: advisor._id })
  const changed = await app.call('PATCH', `/admin/advisory/bookings/${lead.toUpperCase()}`, {
    json: { advisor_id: advisor._id.toUpperCase() },
  })
  expect(changed.body.data).toMatchObject({ version: 1, advisor: { _id: advisor._id } })
  const advisors = [advisor._id, advisor._id.toUpperCase()]
  const saved = await app.call('PATCH', `/admin/advisory/services/${service}`, { json: { advisors } })
  expect(saved.body.data.advisors).toMatchObject([{ _id: advisor._id }])
})

it('ignores a report by an id in capitals (OQ-140, MOD-15)', async () => {
  const author = await makeUser(db())
  const post = await makeMemberPost(db(), { user_id: author })
  await makeReport(db(), 'post', post, { reason: 'spam' })
  const ignored = await app.call('POST', '/admin/report/ignore', {
    json: { entity_id: post.toUpperCase(), entity_type: 'activity' },
  })
  expect(ignored.status).toBe(200)
  expect((await app.call('GET', '/admin/activities?report_types=spam')).body.data).toEqual([])
})
