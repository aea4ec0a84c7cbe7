import { randomUUID } from 'node:crypto'
import { reportTypes } from '@greenroom/contract/community/moderation/moderation.schema'
import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isRetryable } from '../../../platform/database/database-errors.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { makeComment, makeMemberPost, makeReport, makeUser } from '../../../test-records.ts'

/** What the database says of a report of an unknown item: a foreign key refuses it. */
const unknownItem = { code: '23503', constraint: 'report_item' }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(10)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate report')
})

const columns = [...reportTypes, 'total']

async function summaries() {
  const { rows } = await database.pool.query(
    `select entity_type, entity_id, ${columns.join(', ')}, newest_at from report_summary order by 1, 2`,
  )
  return rows
}

/** Computes the summaries independently of the triggers: open reports alone, reason by reason. */
async function recount() {
  const counts = reportTypes.map((reason) =>
    reason === 'other'
      ? `sum(case when reason in (${reportTypes
          .filter((one) => one !== 'other')
          .map((one) => `'${one}'`)
          .join(', ')}) then 0 else 1 end)::int as other`
      : `sum(case reason when '${reason}' then 1 else 0 end)::int as ${reason}`,
  )
  const { rows } = await database.pool.query(
    `select entity_type, entity_id, ${counts.join(', ')}, count(*)::int as total, max(created_at) as newest_at
    from report where dismissed_at is null group by 1, 2 order by 1, 2`,
  )
  return rows
}

/** Waits until a connection waits for a lock of another one. */
async function waitsForLock(pid: number): Promise<void> {
  const waits = async () => {
    const { rows } = await database.pool.query('select cardinality(pg_blocking_pids($1)) > 0 as waits', [pid])
    return rows[0].waits
  }
  await expect.poll(waits, { interval: 10, message: 'it waits for the lock' }).toBe(true)
}

/**
 * Opens two connections, each in its own transaction, and releases them however the test ends. `blocked` waits until
 * the second one waits for a lock of the first.
 */
async function withTwo(
  work: (first: pg.PoolClient, second: pg.PoolClient, blocked: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const clients = [await database.pool.connect(), await database.pool.connect()] as const
  try {
    for (const client of clients) await client.query('begin')
    const { rows } = await clients[1].query('select pg_backend_pid() as pid')
    await work(...clients, () => waitsForLock(rows[0].pid))
  } finally {
    for (const client of clients) {
      await client.query('rollback').catch(() => {})
      client.release()
    }
  }
}

const insert = `insert into report (id, entity_type, entity_id, reason, created_at) values ($1, 'post', $2, $3, $4)`
const dismiss = 'update report set dismissed_at = now() where id = $1'

describe('one writer', () => {
  it('counts by reason, and unknown reasons under other (MOD-10, MOD-11)', async () => {
    const post = await makeMemberPost(database.kysely)
    for (const reason of [...reportTypes, 'spam', 'Spam', 'nudity', '', 'spam ']) {
      await makeReport(database.kysely, 'post', post, { reason, created_at: '2026-11-01T00:00:00Z' })
    }
    await makeReport(database.kysely, 'post', post, { reason: 'hate', created_at: '2026-11-02T00:00:00Z' })
    await makeReport(database.kysely, 'post', post, { reason: 'hate', created_at: '2026-10-02T00:00:00Z' })
    expect(await summaries()).toEqual([
      {
        entity_type: 'post',
        entity_id: post,
        offensive: 1,
        spam: 2,
        misleading: 1,
        hate: 3,
        illegal: 1,
        sensitive: 1,
        other: 5,
        harassment: 1,
        total: 15,
        newest_at: new Date('2026-11-02T00:00:00Z'),
      },
    ])
    expect(await summaries()).toEqual(await recount())
  })

  it('has a row only while an item has open reports, with the time of the newest (MOD-05)', async () => {
    const post = await makeMemberPost(database.kysely)
    const old = await makeReport(database.kysely, 'post', post, { created_at: '2026-11-01T00:00:00Z' })
    const young = await makeReport(database.kysely, 'post', post, { created_at: '2026-11-02T00:00:00Z' })
    await database.pool.query(dismiss, [young])
    expect(await summaries()).toMatchObject([{ total: 1, newest_at: new Date('2026-11-01T00:00:00Z') }])
    await database.pool.query(dismiss, [old])
    expect(await summaries()).toEqual([])
    await makeReport(database.kysely, 'post', post, { dismissed_at: new Date() })
    expect(await summaries()).toEqual([])
    await database.pool.query('update report set dismissed_at = null where id = $1', [old])
    expect(await summaries()).toMatchObject([{ total: 1, newest_at: new Date('2026-11-01T00:00:00Z') }])
    await database.pool.query(`update report set reason = 'hate', created_at = '2026-10-01' where id = $1`, [
      old,
    ])
    expect(await summaries()).toMatchObject([
      { spam: 0, hate: 1, newest_at: new Date('2026-10-01T00:00:00Z') },
    ])
    const other = await makeMemberPost(database.kysely)
    await database.pool.query('update report set entity_id = $2 where id = $1', [old, other])
    expect(await summaries()).toMatchObject([{ entity_id: other, hate: 1 }])
    await database.pool.query('delete from report')
    expect(await summaries()).toEqual([])
  })

  it('removes reports with their post, comment or user, whoever deletes these (MOD-06)', async () => {
    const db = database.kysely
    const author = await makeUser(db)
    const post = await makeMemberPost(db, { user_id: author })
    const comment = await makeComment(db, { post_id: post })
    const reply = await makeComment(db, { post_id: post, parent_comment_id: comment })
    const kept = await makeComment(db)
    await makeReport(db, 'user', author)
    await makeReport(db, 'post', post)
    await makeReport(db, 'post', post, { dismissed_at: new Date() })
    await makeReport(db, 'comment', reply)
    await makeReport(db, 'comment', kept, { reporter_id: author })
    await sql`delete from comment where id = ${comment}`.execute(db)
    expect((await recount()).map((row) => row.entity_type)).toEqual(['comment', 'post', 'user'])
    expect((await recount()).map((row) => row.entity_id)).not.toContain(reply)
    expect(await summaries()).toEqual(await recount())
    await sql`delete from app_user where id = ${author}`.execute(db)
    expect(await summaries()).toMatchObject([{ entity_id: kept, total: 1 }])
    const { rows } = await database.pool.query('select entity_id, reporter_id from report')
    expect(rows).toEqual([{ entity_id: kept, reporter_id: null }])
    await database.pool.query('truncate comment')
    expect((await database.pool.query('select from report')).rowCount).toBe(0)
    expect(await summaries()).toEqual([])
  })

  it('rejects a report of an unknown item (MOD-06)', async () => {
    for (const kind of ['post', 'comment', 'user'] as const) {
      const failure = await makeReport(database.kysely, kind, randomUUID()).catch((error: unknown) => error)
      expect(failure).toMatchObject(unknownItem)
    }
  })
})

describe('two writers at once', () => {
  it('counts what an uncommitted concurrent recount left (MOD-05)', async () => {
    const post = await makeMemberPost(database.kysely)
    const [a, b] = [
      await makeReport(database.kysely, 'post', post, { reason: 'spam' }),
      await makeReport(database.kysely, 'post', post, { reason: 'hate' }),
    ]
    await makeReport(database.kysely, 'post', post, { reason: 'illegal' })
    await withTwo(async (first, second, blocked) => {
      await first.query(dismiss, [a])
      // Without waiting, its own count would have included the first one's report as open.
      const recounting = second.query(dismiss, [b])
      await blocked()
      await first.query('commit')
      await recounting
      await second.query('commit')
    })
    expect(await summaries()).toMatchObject([{ spam: 0, hate: 0, illegal: 1, total: 1 }])
    expect(await summaries()).toEqual(await recount())
  })

  it('keeps a report that arrives while the last open one is being dismissed (MOD-05)', async () => {
    const post = await makeMemberPost(database.kysely)
    const last = await makeReport(database.kysely, 'post', post, { reason: 'spam' })
    await withTwo(async (first, second, blocked) => {
      await first.query(dismiss, [last])
      const coming = second.query(insert, [randomUUID(), post, 'hate', '2026-11-20T00:00:00Z'])
      await blocked()
      await first.query('commit')
      await coming
      await second.query('commit')
    })
    expect(await summaries()).toMatchObject([{ spam: 0, hate: 1, total: 1 }])
    expect(await summaries()).toEqual(await recount())
  })

  it('waits in a recount for an uncommitted new report and counts it (MOD-05)', async () => {
    const post = await makeMemberPost(database.kysely)
    const open = await makeReport(database.kysely, 'post', post, { reason: 'spam' })
    await withTwo(async (first, second, blocked) => {
      await first.query(insert, [randomUUID(), post, 'hate', '2026-11-20T00:00:00Z'])
      const recounting = second.query('delete from report where id = $1', [open])
      await blocked()
      await first.query('commit')
      await recounting
      await second.query('commit')
    })
    expect(await summaries()).toMatchObject([{ spam: 0, hate: 1, total: 1 }])
    expect(await summaries()).toEqual(await recount())
  })

  it('counts both of two reports reopened concurrently without a row (MOD-05)', async () => {
    const post = await makeMemberPost(database.kysely)
    const [a, b] = [
      await makeReport(database.kysely, 'post', post, { reason: 'spam', dismissed_at: new Date() }),
      await makeReport(database.kysely, 'post', post, { reason: 'hate', dismissed_at: new Date() }),
    ]
    await withTwo(async (first, second, blocked) => {
      await first.query('update report set dismissed_at = null where id = $1', [a])
      const opening = second.query('update report set dismissed_at = null where id = $1', [b])
      await blocked()
      await first.query('commit')
      await opening
      await second.query('commit')
    })
    expect(await summaries()).toMatchObject([{ spam: 1, hate: 1, total: 2 }])
  })

  it('rejects a report that arrives while its post is being deleted, and leaves nothing behind (MOD-06)', async () => {
    const post = await makeMemberPost(database.kysely)
    await withTwo(async (first, second, blocked) => {
      await first.query('delete from post where id = $1', [post])
      const coming = second
        .query(insert, [randomUUID(), post, 'hate', '2026-11-20T00:00:00Z'])
        .catch((error: unknown) => error)
      await blocked()
      await first.query('commit')
      expect(await coming).toMatchObject(unknownItem)
    })
    expect(await summaries()).toEqual([])
  })

  it('waits in a deletion for an uncommitted report and deletes it (MOD-06)', async () => {
    const post = await makeMemberPost(database.kysely)
    await withTwo(async (first, second, blocked) => {
      await first.query(insert, [randomUUID(), post, 'hate', '2026-11-20T00:00:00Z'])
      const deleting = second.query('delete from post where id = $1', [post])
      await blocked()
      await first.query('commit')
      await deleting
      await second.query('commit')
    })
    expect(await summaries()).toEqual([])
    expect(await recount()).toEqual([])
  })
})

describe('many writers', () => {
  const step = fc.record({
    kind: fc.constantFrom('report', 'report', 'report', 'dismiss', 'open', 'delete', 'change', 'remove'),
    items: fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    reason: fc.constantFrom(...reportTypes, 'nudity'),
    minute: fc.nat(59),
  })

  it('equals a recount after any concurrent changes (MOD-05, MOD-06)', async () => {
    const db = database.kysely
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 12 }), { minLength: 4, maxLength: 4 }),
        async (writers) => {
          await database.pool.query('truncate app_user cascade')
          const author = await makeUser(db)
          const post = await makeMemberPost(db, { user_id: author })
          const items: ['post' | 'comment' | 'user', string][] = [
            ['user', author],
            ['post', post],
            ['comment', await makeComment(db, { post_id: post, user_id: author })],
            ['post', await makeMemberPost(db, { user_id: author })],
            ['comment', await makeComment(db)],
            ['user', await makeUser(db)],
          ]
          const tables = { post: 'post', comment: 'comment', user: 'app_user' } as const
          const perform = async (one: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
            const chosen = one.items.flatMap((n) => items[n] ?? [])
            const ids = chosen.filter((_, n) => n % 2 === 1)
            const kinds = chosen.filter((_, n) => n % 2 === 0)
            const of = sql`(entity_type, entity_id) in (select * from unnest(${kinds}::text[], ${ids}::uuid[]))`
            switch (one.kind) {
              case 'report':
                return sql`insert into report (id, entity_type, entity_id, reason, created_at)
                select gen_random_uuid(), kind, id, ${one.reason}, '2026-11-21'::timestamptz + ${one.minute} * interval '1 minute'
                from unnest(${kinds}::text[], ${ids}::uuid[]) as item (kind, id)`.execute(db)
              case 'dismiss':
                return sql`update report set dismissed_at = now() where ${of} and dismissed_at is null`.execute(
                  db,
                )
              case 'open':
                return sql`update report set dismissed_at = null where ${of}`.execute(db)
              case 'change':
                return sql`update report set reason = ${one.reason} where ${of}`.execute(db)
              case 'delete':
                return sql`delete from report where ${of} and extract(minute from created_at) > ${one.minute}`.execute(
                  db,
                )
              default:
                return sql`delete from ${sql.table(tables[kinds[0] as 'post'])} where id = ${ids[0]}`.execute(
                  db,
                )
            }
          }
          await Promise.all(
            writers.map(async (steps) => {
              for (const one of steps) {
                await perform(one).catch((error: unknown) => {
                  if ((error as pg.DatabaseError).code !== unknownItem.code && !isRetryable(error))
                    throw error
                })
              }
            }),
          )
          expect(await summaries()).toEqual(await recount())
          const { rows } = await database.pool.query(`
          select (select count(*) from post where comment_count <> (select count(*) from comment where post_id = post.id))
            + (select count(*) from app_user where post_count <> (select count(*) from post where user_id = app_user.id))
            as wrong`)
          expect(rows).toEqual([{ wrong: 0 }])
        },
      ),
      { numRuns: 20 },
    )
  })
})
