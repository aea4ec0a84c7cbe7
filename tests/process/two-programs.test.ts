import { afterAll, beforeAll, expect, test } from 'vitest'
import { startZoomServer, type ZoomServer } from '../../apps/api/src/platform/meetings/test-zoom.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { dataOf, jpegOf, jpegPart, makeDraft, newCreator, newMasterclass, publish } from './records.ts'
import { makeDataFolder, type RunningProgram, removeEverything, startProgram } from './running-program.ts'
import { until } from './until.ts'

let database: DatabaseServer
let zoom: ZoomServer
let first: RunningProgram
let second: RunningProgram

beforeAll(async () => {
  database = await startDatabaseServer('empty')
  zoom = await startZoomServer()
  const environment = {
    ...zoom.environment,
    DATABASE_URL: database.url,
    FILES_URL: makeDataFolder(),
    MEETING_TIMEOUT_SECONDS: '60',
  }
  // Both start at once on an empty database, so both find all migrations missing.
  const both = await Promise.all([startProgram({ environment }), startProgram({ environment })])
  first = both[0]
  second = both[1]
})
afterAll(async () => {
  await first?.stop()
  await second?.stop()
  await database.stop()
  await removeEverything()
  await zoom.close()
})

test('migrates an empty database once when two programs start at once, and both see the same records', async () => {
  const { rows } = await database.query(
    'select name, count(*)::int as times from kysely_migration group by name',
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ times }) => times === 1)).toBe(true)
  const draft = await makeDraft(first, { images: jpegPart(await jpegOf(1)) })
  const seen = dataOf(await second.call('GET', `/admin/masterclass/${draft._id}`))
  expect(seen).toEqual(draft)
  expect((await fetch(`${second.url}${seen.banner}`)).status).toBe(200)
})

test('makes one meeting when both programs publish one masterclass at once', async () => {
  zoom.answerAfter(300)
  const creates = zoom.counts.create
  const draft = await makeDraft(first)
  const answers = await Promise.all([first, second, first, second].map((one) => publish(one, draft._id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(zoom.counts.create).toBe(creates + 1)
  expect(dataOf(await second.call('GET', `/admin/masterclass/${draft._id}`)).is_active).toBe(true)
  const published = await database.query(
    `select count(*)::int as times from audit_entry where action = 'masterclass.publish' and entity_id = '${draft._id}'`,
  )
  expect(published.rows[0]?.times).toBe(1)
})

test('sends a change of a published masterclass to Zoom once, through either program', async () => {
  zoom.answerAfter(0)
  const draft = await makeDraft(first)
  expect((await publish(first, draft._id)).status).toBe(200)
  const updates = zoom.counts.update
  const title = 'Save tax twice over'
  dataOf(await second.call('POST', `/admin/masterclass/${draft._id}`, { form: { title } }))
  await until('Zoom has the new title', () => zoom.meetings.some(({ topic }) => topic === title))
  await until('no job is left', async () => {
    const left = await database.query(
      `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'tell-meeting'`,
    )
    return left.rows[0]?.jobs === 0
  })
  expect(zoom.counts.update).toBe(updates + 1)
})

test('creates one creator and one masterclass when both programs receive the same Idempotency-Key at once', async () => {
  const creator = newCreator()
  const post = (program: RunningProgram) =>
    program.call('POST', '/admin/creator', { json: creator, headers: { 'idempotency-key': 'one-creator' } })
  const created = await Promise.all([first, second, first, second].map(post))
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(created.map(({ body }) => body.data._id)).size).toBe(1)

  const form = newMasterclass(created[0]?.body.data._id, {
    title: 'Made once',
    images: jpegPart(await jpegOf(2)),
  })
  const make = (program: RunningProgram) =>
    program.call('POST', '/admin/masterclass', { form, headers: { 'idempotency-key': 'one-masterclass' } })
  const made = await Promise.all([first, second, first, second].map(make))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const found = dataOf(await first.call('GET', '/admin/masterclasses?search=Made%20once'))
  expect(found).toHaveLength(1)
  expect((await fetch(`${first.url}${found[0].banner}`)).status).toBe(200)
})
