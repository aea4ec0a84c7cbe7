import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseTask } from '../modules/people/person/erasure-run.service.ts'
import { createTestDatabase } from '../platform/database/test-database.ts'
import { createFolderFileStore } from '../platform/files/folder-file-store.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { filesWith, leaveTraces, needlesOf, newPerson } from '../test-person.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'erased-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function erase(user: string, confirmation: string): Promise<void> {
  const json = { person: `user.${user}`, confirmation }
  const { status, body } = await app.call('POST', '/admin/personal-data/erasures', { json })
  expect(status, JSON.stringify(body)).toBe(201)
  const context = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  await app.app.tasks[eraseTask]?.({ id: body.data._id }, context)
}

it('has no details of an erased person in a later backup, and erases again after a restore of an earlier one (OQ-346, OQ-348)', async () => {
  const person = newPerson()
  const user = await leaveTraces(app, person)
  const store = createFolderFileStore(join(app.dataDir, 'files'))
  await makeBackup({ url: app.database.url, store }, join(folder, 'earlier'), () => {})
  const needles = needlesOf(person)
  expect(await filesWith(join(folder, 'earlier'), needles)).not.toEqual([])
  await erase(user, person.email)

  await makeBackup({ url: app.database.url, store }, join(folder, 'later'), () => {})
  expect(await filesWith(join(folder, 'later'), needles)).toEqual([])

  const list = (await store.readErasures()) ?? ''
  expect(list).toContain(`user.${user}`)
  expect(needles.test(list)).toBe(false)

  const empty = await createTestDatabase()
  try {
    await sql
      .raw('drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade')
      .execute(empty.kysely)
    const restored = createFolderFileStore(join(folder, 'files'))
    const told: string[] = []
    await restoreBackup(
      { url: empty.url, store: restored, scratch: folder, log: pino({ level: 'silent' }) },
      join(folder, 'earlier'),
      (words) => told.push(words),
      { prefix: 'GR', lastNumbers: [] },
      list,
    )
    expect(told.join('\n')).toContain('erased again')
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from erasure
        where state = 'erased' and anchors @> ${[`user.${user}`]}::text[]`.execute(empty.kysely)
    expect(rows[0]?.n).toBe(1)
    const { rows: left } = await sql<{ text: string }>`select t::text as text from transaction t union all
        select a::text from app_user a union all select e::text from audit_entry e
        union all select l::text from lead l union all select p::text from post p`.execute(empty.kysely)
    expect(left.filter(({ text }) => needles.test(text))).toEqual([])
    expect(await restored.readErasures()).toContain(`user.${user}`)
  } finally {
    await empty.drop()
  }
})
