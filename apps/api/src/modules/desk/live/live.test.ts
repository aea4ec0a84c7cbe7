import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Role } from '@greenroom/contract/access/permission'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxAccounts } from '../../../platform/identity/sandbox-accounts.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey } from '../../../test-intake.ts'
import { openLiveStream, type TestStream } from '../../../test-live.ts'
import { makeCreator, makeMemberPost, makeOrder, makeReport } from '../../../test-records.ts'

const path = '/admin/live'
const finance = emailOf('finance')

let app: TestApp
const opened: TestStream[] = []
beforeAll(async () => {
  app = await createTestApp()
})
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
afterAll(() => app.close())

async function open(options: { since?: string; email?: string; app?: TestApp } = {}): Promise<TestStream> {
  const at = options.app ?? app
  const stream = await openLiveStream(at, options)
  opened.push(stream)
  return stream
}

function emailOf(role: Role): string {
  return sandboxAccounts.find((account) => account.role === role)?.email ?? ''
}

describe('a live stream', () => {
  it('requires a credential, and refuses an API key (OQ-486)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
    const token = await makeKey(app, ['intake.write'])
    expect((await app.call('GET', path, { token })).status).toBe(403)
  })

  it('begins with hello, and is not buffered, cached or compressed (OQ-488)', async () => {
    const stream = await open()
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(stream.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await stream.next('hello')).data).toEqual({ stream: expect.any(String), is_complete: false })
  })

  it('tells of a change by a call, by kind and id only, and who made it (OQ-485)', async () => {
    const stream = await open()
    await stream.ready()
    const { _id } = await makeCreator(app)
    const { data } = await stream.next('changes')
    expect(data).toEqual({ changes: [{ kind: 'creator', ids: [_id] }], acts: [expect.anything()] })
    expect(data.acts).toEqual([
      { action: 'creator.create', ids: [_id], by: 'Meera Nair', staff_id: expect.any(String) },
    ])
  })

  it('carries back the page that sent a write, and keeps the changes of others apart (OQ-492)', async () => {
    const stream = await open()
    await stream.ready()
    const createFrom = async (tab: string) => {
      const json = {
        first_name: 'Asha',
        last_name: 'Rao',
        email: `${randomUUID()}@mail.example`,
        phone: '+919845012763',
      }
      const { body } = await app.call('POST', '/admin/creator', { json, headers: { 'tab-id': tab } })
      return body.data._id
    }
    const { _id: nobodys } = await makeCreator(app)
    const own = await createFrom('page-of-meera-1')
    const other = await createFrom("'; drop table creator; --")
    const seen: { kind: string; ids: string[]; tab?: string }[] = []
    const idsSeen = () => {
      seen.push(...stream.received('changes').flatMap(({ data }) => data.changes))
      return seen.flatMap(({ ids }) => ids)
    }
    await expect.poll(() => idsSeen().sort()).toEqual([nobodys, own, other].sort())
    expect(seen.filter(({ tab }) => tab !== undefined)).toEqual([
      { kind: 'creator', ids: [own], tab: 'page-of-meera-1' },
    ])
  })

  it('wakes every process after the commit of a call, so that none waits for its next read (OQ-485)', async () => {
    const listening = new pg.Client(app.database.url)
    await listening.connect()
    try {
      await listening.query('listen greenroom_live')
      const woken = once(listening, 'notification')
      await makeCreator(app)
      await woken
    } finally {
      await listening.end()
    }
  })

  it('tells of a change that no program announced, once it is committed (OQ-485)', async () => {
    const stream = await open()
    await stream.ready()
    const db = app.database.kysely
    const id = await db.transaction().execute(async (db) => {
      const id = randomUUID()
      await makeOrder(db, { id, entity_id: randomUUID() })
      await new Promise((resolve) => setTimeout(resolve, 1_300))
      expect(stream.received('changes')).toEqual([])
      return id
    })
    const { data } = await stream.next('changes')
    expect(data.changes).toContainEqual({ kind: 'transaction', ids: [id] })
  })

  it('names no ids of a change with more than 50 records (OQ-485)', async () => {
    const stream = await open()
    await stream.ready()
    await sql`insert into app_user (id, first_name, last_name, email, phone)
      select gen_random_uuid(), 'Asha', 'Rao', n || '@mail.example', '' from generate_series(1, 51) as n`.execute(
      app.database.kysely,
    )
    const { data } = await stream.next('changes')
    expect(data.changes).toEqual([{ kind: 'user', ids: null }])
  })

  it('tells nothing that was rolled back', async () => {
    const stream = await open()
    await stream.ready()
    const refused = await app.call('POST', '/admin/creator', { json: { first_name: 'Asha' } })
    expect(refused.status).toBe(400)
    const db = app.database.kysely
    await db
      .transaction()
      .execute(async (db) => {
        await makeOrder(db, { entity_id: randomUUID() })
        throw new Error('undone')
      })
      .catch(() => {})
    const { _id } = await makeCreator(app)
    const { data } = await stream.next('changes')
    expect(data.changes).toEqual([{ kind: 'creator', ids: [_id] }])
  })

  it.each([
    ['content', false],
    ['moderation', true],
    ['viewer', true],
  ] as const)('tells the role %s of reports: %s (OQ-486)', async (role, hears) => {
    const stream = await open({ email: emailOf(role) })
    await stream.ready()
    const post = await makeMemberPost(app.database.kysely)
    await makeReport(app.database.kysely, 'post', post)
    const kinds: string[] = []
    await expect
      .poll(() => {
        kinds.push(
          ...stream
            .received('changes')
            .flatMap(({ data }) => data.changes.map(({ kind }: { kind: string }) => kind)),
        )
        return kinds
      })
      .toContain('post')
    await new Promise((resolve) => setTimeout(resolve, 300))
    kinds.push(
      ...stream
        .received('changes')
        .flatMap(({ data }) => data.changes.map(({ kind }: { kind: string }) => kind)),
    )
    expect(kinds.includes('report')).toBe(hears)
  })
})

it('tells a role nothing of acts on records that it may not read (OQ-486)', async () => {
  const stream = await open({ email: emailOf('content') })
  await stream.ready()
  const json = { email: `${randomUUID()}@greenroom.example`, role: 'viewer' }
  expect((await app.call('POST', '/admin/staff', { json })).status).toBe(201)
  await makeCreator(app)
  const actions: string[] = []
  await expect
    .poll(() => {
      const events = stream.received('changes')
      actions.push(...events.flatMap(({ data }) => data.acts.map(({ action }: { action: string }) => action)))
      return actions
    })
    .toContain('creator.create')
  expect(actions).toEqual(['creator.create'])
})

describe('after a break', () => {
  it('tells what was missed, and only that (OQ-487)', async () => {
    const before = await open()
    await before.ready()
    await makeCreator(app)
    const { id: since } = await before.next('changes')
    before.close()
    const { _id } = await makeCreator(app)
    const after = await open({ since: since ?? '' })
    expect((await after.next('hello')).data.is_complete).toBe(true)
    expect((await after.next('changes')).data.changes).toEqual([{ kind: 'creator', ids: [_id] }])
  })

  it('tells a new screen what changed since it read its data (OQ-487)', async () => {
    // A program of its own, because its clock leaps.
    const other = await createTestApp()
    const first = await open({ app: other })
    await first.ready()
    const realNow = Date.now
    const leap = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 60_000)
    try {
      const { _id } = await makeCreator(other)
      // Now the feed's latest position is behind the change.
      await first.hears('creator', _id)
      const second = await open({ app: other, since: 'ago:30' })
      expect((await second.next('hello')).data.is_complete).toBe(true)
      expect((await second.next('changes')).data.changes).toEqual([{ kind: 'creator', ids: [_id] }])
    } finally {
      leap.mockRestore()
      await other.close()
    }
  })

  it.each([
    'x',
    'ago:999',
    "1' or 1=1",
    `${crypto.randomUUID()}/1:1:/1`,
    `${crypto.randomUUID()}/9:9:/${Math.round(Date.now() / 1000)}`,
  ])('asks to read everything again after an unknown position: %s (OQ-487)', async (since) => {
    const stream = await open({ since })
    expect((await stream.next('hello')).data.is_complete).toBe(false)
  })

  it('asks to read everything again after a crash of the database emptied the table (OQ-487)', async () => {
    const stream = await open()
    await stream.ready()
    await sql`update live_epoch set id = gen_random_uuid()`.execute(app.database.kysely)
    expect((await stream.next('catch-up')).data).toEqual({})
  })

  it('hears again after its connection to the database was lost, without missing a change (OQ-487)', async () => {
    const stream = await open()
    await stream.ready()
    const db = app.database.kysely
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select e.id as epoch%'`.execute(db)
    const { _id } = await makeCreator(app)
    expect((await stream.next('changes')).data.changes).toEqual([{ kind: 'creator', ids: [_id] }])
  })
})

describe('the end of a stream', () => {
  it('comes with a changed role, within a second or two (OQ-486)', async () => {
    const email = emailOf('content')
    const stream = await open({ email })
    await stream.ready()
    await sql`update staff set role = 'viewer' where email = ${email}`.execute(app.database.kysely)
    expect((await stream.next('bye')).data).toEqual({ reason: 'role' })
    await stream.ended
  })

  it('comes with a disabled account (OQ-486)', async () => {
    const email = emailOf('advisory')
    const stream = await open({ email })
    await stream.ready()
    await sql`update staff set is_disabled = true where email = ${email}`.execute(app.database.kysely)
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    await stream.ended
  })

  it('comes with the end of the credential (OQ-486)', async () => {
    const stream = await open()
    await stream.ready()
    const now = app.clock.now()
    app.clock.set(new Date(now.getTime() + 48 * 3_600_000))
    expect((await stream.next('bye')).data).toEqual({ reason: 'credential' })
    app.clock.set(now)
  })

  it('comes at once when the program stops (OQ-488)', async () => {
    const other = await createTestApp()
    const stream = await open({ app: other })
    await stream.ready()
    const closing = other.close()
    await stream.ended
    expect((await stream.next('bye')).data).toEqual({ reason: 'stopping' })
    await closing
  })
})

describe('limits', () => {
  it('refuses more streams of a person than browsers need, and says so (OQ-488)', async () => {
    for (let count = 0; count < 12; count++) await open({ email: finance })
    const answer = await app.call('GET', path, { token: await app.tokenFor(finance) })
    expect([answer.status, answer.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(answer.headers.get('retry-after')).toBe('30')
    opened.pop()?.close()
    await expect
      .poll(async () => (await open({ email: finance }).catch(() => undefined))?.headers.get('content-type'))
      .toBeDefined()
  })

  it('counts no client that leaves while its stream opens (OQ-488)', async () => {
    const streams = async () =>
      Number(
        /^greenroom_live_streams (\d+)/m.exec((await app.call('GET', '/metrics', { token: null })).body)?.[1],
      )
    // Those of the case before have left.
    await expect.poll(streams).toBe(0)
    await (await open({ email: finance })).ready()
    await expect.poll(streams).toBe(1)
    const { server } = app.app.fastify
    const closed: Promise<unknown>[] = []
    const follow = (_request: unknown, response: ServerResponse) => closed.push(once(response, 'close'))
    const leaving = new AbortController()
    const authorization = `Bearer ${await app.tokenFor(finance)}`
    await app.database.kysely.transaction().execute(async (db) => {
      // Holds the read of what a new stream has missed.
      await sql`lock table live_change in access exclusive mode`.execute(db)
      server.on('request', follow)
      const opening = [1, 2, 3].map(() =>
        fetch(new URL('/admin/live?since=ago:0', app.url), {
          headers: { authorization },
          signal: leaving.signal,
        }),
      )
      await expect.poll(streams).toBe(1 + opening.length)
      server.off('request', follow)
      leaving.abort()
      await Promise.allSettled([...opening, ...closed])
    })
    await expect.poll(streams).toBe(1)
  })

  it('can be turned off (OQ-488)', async () => {
    const other = await createTestApp({ LIVE_STREAMS: '0' })
    const answer = await other.call('GET', path)
    expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE'])
    await other.close()
  })
})

describe('who else has a record open (OQ-489)', () => {
  // A queue's name has a space.
  const place = { kind: 'transaction', id: 'all orders' }
  const setPlace = async (stream: TestStream, changes: object, email?: string) =>
    app.call('POST', '/admin/live/place', {
      json: { stream: await stream.id(), tab: 'a', place, item: null, is_editing: false, ...changes },
      ...(email && { token: await app.tokenFor(email) }),
    })

  it('tells both of each other, who edits, and who has left', async () => {
    const [meera, farah] = [await open(), await open({ email: finance })]
    expect((await setPlace(meera, {})).status).toBe(200)
    await setPlace(farah, { is_editing: true }, finance)
    const seenByMeera = () => meera.latest('people')?.people
    await expect.poll(seenByMeera).toMatchObject([{ is_editing: true, item: null }])
    await expect
      .poll(() => farah.latest('people')?.people)
      .toMatchObject([{ name: 'Meera Nair', is_editing: false }])
    farah.close()
    await expect.poll(seenByMeera).toEqual([])
  })

  it('refuses a place that the role may not see', async () => {
    const email = emailOf('moderation')
    const stream = await open({ email })
    const answer = await setPlace(stream, {}, email)
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  it("does not let somebody set a place on another person's stream", async () => {
    const [meera, farah] = [await open(), await open({ email: finance })]
    await setPlace(meera, {})
    await setPlace(meera, { tab: 'b', is_editing: true }, finance)
    await setPlace(farah, {}, finance)
    await expect
      .poll(() => farah.latest('people')?.people)
      .toMatchObject([{ name: 'Meera Nair', is_editing: false }])
    expect(meera.latest('people')?.people).toMatchObject([{ is_editing: false }])
  })
})

it('shows streams and events in the metrics, and keeps them out of the durations (OQ-488)', async () => {
  const stream = await open()
  await stream.ready()
  stream.close()
  await expect
    .poll(async () => (await app.call('GET', '/metrics', { token: null })).body)
    .toMatch(/greenroom_live_streams \d+/)
  const { body } = await app.call('GET', '/metrics', { token: null })
  expect(body).toMatch(/greenroom_live_events_total \d+/)
  expect(body).not.toMatch(/route="\/admin\/live",status="200"/)
})
