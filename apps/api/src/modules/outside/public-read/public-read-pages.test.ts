import { randomUUID } from 'node:crypto'
import { endpoints } from '@greenroom/contract/endpoints'
import { cursorMessage } from '@greenroom/contract/outside/public-read/public-read.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeKey } from '../../../test-intake.ts'
import {
  makeAdvisoryService,
  makeComment,
  makeEvent,
  makeMasterclass,
  makeMemberPost,
  makeWebinar,
  picture,
} from '../../../test-records.ts'

let app: TestApp
let token: string
let post: string
beforeAll(async () => {
  app = await createTestApp()
  token = await makeKey(app, ['intake.read'])
  post = await makeMemberPost(app.database.kysely)
})
afterAll(() => app.close())

const hours = (count: number) => new Date(Date.parse(testNow) + count * 3_600_000).toISOString()
const made = async (path: string, options: object): Promise<string> => {
  const { status, body } = await app.call('POST', path, options)
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data._id
}
const upload = async (): Promise<string> =>
  (await app.call('POST', '/admin/upload', { form: { file: await picture() } })).body.data.url
/** Publishes a session. */
async function shown(table: string, session: Promise<{ _id: string }>): Promise<string> {
  const { _id } = await session
  await update(table, table === 'event' ? 'is_active = true, is_published = true' : 'is_active = true', [_id])
  return _id
}
const prices = ['INR', 'USD'].map((currency_code) => ({
  currency_code,
  original_price: 500_000,
  current_price: 400_000,
}))
async function makeMembership(): Promise<string> {
  const id = randomUUID()
  const values = { id, name: 'Gold', currency_code: 'INR', current_price: 1, original_price: 2 } as const
  await app.database.kysely.insertInto('membership').values(values).execute()
  return id
}

interface List {
  path: () => string
  table: string
  make: () => Promise<string>
  time?: 'start_time'
  /** Hides the record as staff or a moderator do. */
  hide?: string
}
const lists: Record<string, List> = {
  masterclasses: {
    path: () => '/intake/masterclasses',
    table: 'masterclass',
    make: () => shown('masterclass', makeMasterclass(app)),
    time: 'start_time',
    hide: 'is_active = false',
  },
  events: {
    path: () => '/intake/events',
    table: 'event',
    make: () => shown('event', makeEvent(app)),
    time: 'start_time',
    hide: 'is_active = false',
  },
  webinars: {
    path: () => '/intake/webinars',
    table: 'event',
    make: () => shown('event', makeWebinar(app)),
    time: 'start_time',
    hide: 'is_active = false',
  },
  memberships: { path: () => '/intake/memberships', table: 'membership', make: makeMembership },
  'payment-pages': {
    path: () => '/intake/payment-pages',
    table: 'payment_page',
    make: async () =>
      made('/admin/payment-entity', {
        json: { title: 'Review', description: 'An hour.', banner: await upload(), prices },
      }),
    hide: 'is_active = false',
  },
  banners: {
    path: () => '/intake/banners',
    table: 'banner',
    make: async () =>
      made('/admin/banner', {
        form: {
          redirect: JSON.stringify({ type: 'external', redirect_link: 'https://greenroom.example/sale' }),
          files: await picture(),
          start_time: hours(-1),
          end_time: hours(1),
          order: '1',
          is_active: 'true',
        },
      }),
    hide: 'is_active = false',
  },
  comments: {
    path: () => `/intake/posts/${post}/comments`,
    table: 'comment',
    make: () => makeComment(app.database.kysely, { post_id: post }),
  },
  posts: {
    path: () => '/intake/posts',
    table: 'post',
    make: () => makeMemberPost(app.database.kysely),
    hide: 'is_visible = false',
  },
  news: {
    path: () => '/intake/news',
    table: 'news',
    make: async () =>
      made('/admin/academy/news', {
        json: {
          heading: 'Rates stay',
          thumbnail: await upload(),
          source: 'Mint',
          reference_link: 'https://news.example/rates',
          is_active: true,
        },
      }),
    hide: 'is_active = false',
  },
  services: {
    path: () => '/intake/services',
    table: 'advisory_service',
    make: () => makeAdvisoryService(app),
  },
}

const read = (path: string) => app.call('GET', path, { token })
const idsOf = (data: { _id: string }[]) => data.map(({ _id }) => _id)
const update = (table: string, values: string, ids: readonly string[]) =>
  app.database.pool.query(`update ${table} set ${values} where id = any($1)`, [ids])

/** Reads a list from a cursor on, two at a time. */
async function readOn(path: string, next: string | null): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = next; cursor !== null; ) {
    const { body } = await read(`${path}?limit=2&cursor=${cursor}`)
    ids.push(...idsOf(body.data))
    cursor = body.next_cursor
  }
  return ids
}

describe.each(Object.entries(lists))(
  'the pages of %s (OQ-742)',
  (name, { path, table, make, time, hide }) => {
    it('skip and repeat no record when earlier ones disappear, also among equal times', async () => {
      const ids: string[] = []
      for (let index = 0; index < 5; index++) ids.push(await make())
      // Finer than a clock of milliseconds, as the database stores them.
      const moment = time ? "'2026-12-10T10:00:00.123456Z'" : "'2026-11-10T10:00:00.123456Z'"
      const column = time ?? 'created_at'
      const change = time
        ? `start_time = ${moment}, end_time = '2026-12-10T12:00:00Z'`
        : `${column} = ${moment}`
      await update(table, change, ids.slice(0, 4))
      const whole = await read(`${path()}?limit=200`)
      const all = idsOf(whole.body.data)
      expect(all).toEqual(expect.arrayContaining(ids))
      expect(whole.body.next_cursor).toBe(null)

      const first = await read(`${path()}?limit=2`)
      const seen = idsOf(first.body.data)
      expect(seen).toEqual(all.slice(0, 2))
      if (hide) await update(table, hide, seen)
      else await app.database.pool.query(`delete from ${table} where id = any($1)`, [seen])
      expect(await readOn(path(), first.body.next_cursor)).toEqual(all.slice(2))
    })

    it('refuse a cursor that is none of theirs', async () => {
      for (let index = 0; index < 2; index++) await make()
      const { next_cursor } = (await read(`${path()}?limit=1`)).body
      const [, ...place] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString())
      const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const bad = [
        'x',
        written(7),
        written({}),
        written([table]),
        written([table, ...place.map(() => 'x')]),
        written([table, ...place.map(() => null)]),
        written([table, ...place, 1]),
        written(['other', ...place]),
        'x'.repeat(501),
      ]
      for (const cursor of bad) {
        const { status, body } = await read(`${path()}?cursor=${cursor}`)
        expect([cursor, status, body.errors]).toEqual([
          cursor,
          400,
          [{ path: 'cursor', message: cursorMessage }],
        ])
      }
      expect((await read(`${path()}?limit=1&cursor=`)).status, name).toBe(200)
    })
  },
)

it('every list that the public product reads takes a cursor (OQ-742)', () => {
  const paged = endpoints.flatMap(({ endpoint: { method, path, query } }) =>
    method === 'GET' && path.startsWith('/intake/') && query && 'limit' in query.shape
      ? [[path, 'cursor' in query.shape]]
      : [],
  )
  expect(paged).toHaveLength(Object.keys(lists).length)
  expect(paged.filter(([, takesCursor]) => !takesCursor)).toEqual([])
})

it('posts keep their pinned ones first across pages (OQ-742)', async () => {
  const ids: string[] = []
  for (let index = 0; index < 4; index++) ids.push(await makeMemberPost(app.database.kysely))
  await update('post', 'is_pinned = true', ids.slice(0, 1))
  const all = idsOf((await read('/intake/posts?limit=200')).body.data)
  expect(all[0]).toBe(ids[0])
  const first = (await read('/intake/posts?limit=1')).body
  expect([...idsOf(first.data), ...(await readOn('/intake/posts', first.next_cursor))]).toEqual(all)
})
