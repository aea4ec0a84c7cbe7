import { randomUUID } from 'node:crypto'
import { moderationMessages } from '@greenroom/contract/community/moderation/moderation.schema'
import { binDays, binMessages } from '@greenroom/contract/desk/bin/bin.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCall } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { sandboxAccounts } from '../../../platform/identity/sandbox-accounts.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import {
  makeComment,
  makeMemberPost,
  makePost,
  makeReport,
  makeUser,
  picture,
} from '../../../test-records.ts'
import { removalsOf } from '../../../test-removals.ts'
import { eraseTask } from '../../people/person/erasure-run.service.ts'
import { binLinks, binSources, binTables } from './bin-tables.ts'

const day = 24 * 3_600_000
const start = new Date(testNow)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(testNow)
  await sql`truncate app_user, bin_item, removed_record cascade`.execute(db())
})

const db = () => app.database.kysely

async function succeed(answer: Awaited<ReturnType<TestApp['call']>>) {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body.data
}
const remove = {
  post: async (id: string): Promise<string> =>
    (
      await succeed(
        await app.call('POST', '/admin/report/remove', {
          json: { entity_id: id, entity_type: 'activity' },
        }),
      )
    ).bin_id,
  comment: async (id: string): Promise<string> =>
    (
      await succeed(
        await app.call('POST', '/admin/report/remove', {
          json: { entity_id: id, entity_type: 'reaction' },
        }),
      )
    ).bin_id,
  user: async (id: string): Promise<string> =>
    (await succeed(await app.call('POST', `/admin/user/${id}/remove`))).bin_id,
}
/** Deletes what nobody reported, as a reported one. */
async function removeReported(kind: keyof typeof remove, id: string): Promise<string> {
  await makeReport(db(), kind, id)
  return remove[kind](id)
}
const restore = (id: string, options = {}) => app.call('POST', `/admin/bin/${id}/restore`, options)
const listed = async (query = '', options = {}) =>
  (await succeed(await app.call('GET', `/admin/bin?${query}`, options))).items as {
    _id: string
    kind: string
    label: string
    contents: Record<string, number>
    removed_at: string
    may_restore: boolean
  }[]
const tokenOf = (role: string) =>
  app.tokenFor(sandboxAccounts.find((account) => account.role === role)?.email ?? '')

/** All rows of every table that the bin or a deletion touches, in one text. */
async function dump(): Promise<string> {
  const tables = [...binSources, 'lead', 'report_summary', 'removed_record', 'bin_item', 'bin_row', 'file']
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(table)} as t order by 1`.execute(db())
      return [table, ...rows.map(({ row }) => row)].join('\n')
    }),
  )
  return parts.join('\n')
}

/** A post with everything that can hang on one, in which a member takes part who also has a post of their own. */
async function makeFeed() {
  const [author, reader] = [
    await makeUser(db(), { external_id: newId() }),
    await makeUser(db(), { external_id: newId() }),
  ]
  const post = await makeMemberPost(db(), {
    user_id: author,
    tags: ['tax', 'funds'],
    like_count: 3,
    external_id: newId(),
    poll_expires_at: '2026-12-01T00:00:00Z',
    created_at: '2026-11-01T10:00:00.123456Z',
  })
  const other = await makeMemberPost(db(), { user_id: reader, like_count: 1 })
  await sql`insert into post_poll_option (post_id, position, option, votes) values
    (${post}, 0, 'Old regime', 2), (${post}, 1, 'New regime', 5)`.execute(db())
  await sql`insert into post_vote (post_id, user_id, option, cast_at, is_counted) values
    (${post}, ${reader}, 'New regime', now(), true), (${post}, ${author}, 'Old regime', now(), false)`.execute(
    db(),
  )
  await sql`insert into post_like (post_id, user_id, liked_at) values
    (${post}, ${reader}, now()), (${other}, ${author}, now()), (${other}, ${reader}, now())`.execute(db())
  const comment = await makeComment(db(), { post_id: post, user_id: reader, external_id: newId() })
  const reply = await makeComment(db(), { post_id: post, user_id: author, parent_comment_id: comment })
  const elsewhere = await makeComment(db(), { post_id: other, user_id: author })
  const answer = await makeComment(db(), { post_id: other, user_id: reader, parent_comment_id: elsewhere })
  await makeReport(db(), 'post', post, { reporter_id: reader })
  await makeReport(db(), 'post', post, { dismissed_at: '2026-11-02T00:00:00Z', dismissed_by: 'a@b.example' })
  await makeReport(db(), 'comment', comment, { reporter_id: author, external_id: newId() })
  await makeReport(db(), 'comment', elsewhere)
  await makeReport(db(), 'post', other, { reporter_id: author })
  await makeReport(db(), 'user', author, { reason: 'harassment' })
  return { author, reader, post, other, comment, reply, elsewhere, answer }
}

/** Stores a file and returns its key. */
async function upload(): Promise<string> {
  const { url } = await succeed(await app.call('POST', '/admin/upload', { form: { file: await picture() } }))
  return String(url).split('/').at(-1) ?? ''
}

const keysOf = (urls: string[]) => urls.map((url) => url.split('/').at(-1) ?? '')
const serves = async (key: string) => (await app.call('GET', `/files/${key}`, { token: null })).status

describe('what the bin keeps', () => {
  it('covers every foreign key of its tables, so that no table is forgotten (OQ-475)', async () => {
    const { rows } = await sql<{ table: string; column: string; to: string; key: string; action: string }>`
      select conrelid::regclass::text as table, a.attname::text as column, confrelid::regclass::text as to,
        f.attname::text as key, confdeltype::text as action
      from pg_constraint
      join pg_attribute as a on a.attrelid = conrelid and a.attnum = conkey[1]
      join pg_attribute as f on f.attrelid = confrelid and f.attnum = confkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db())
    const inBin = (table: string) => binSources.some((source) => source === table)
    const text = ({ table, column, to, key }: Omit<(typeof rows)[number], 'action'>) =>
      `${table}.${column} → ${to}.${key}`
    const declared = binSources.flatMap((table) =>
      binTables[table].references
        .filter((reference) => !('only' in reference))
        .map(({ table: to, column, key }) => text({ table, column, to, key })),
    )
    const ofBin = rows.filter(({ table }) => inBin(table))
    expect(ofBin.map(text).sort()).toEqual(declared.sort())
    // What refers to a table of the bin is in the bin, or loses the reference, which the bin keeps.
    const links = binLinks.map(({ table, column }) => `${table}.${column}`)
    const outside = rows.filter(({ table, to }) => inBin(to) && !inBin(table))
    expect(outside.map(({ table, column }) => `${table}.${column}`)).toEqual(
      links.filter((link) => !link.startsWith('report.')),
    )
    expect(
      rows
        .filter(({ to, action }) => inBin(to) && action === 'n')
        .map(({ table, column }) => `${table}.${column}`)
        .sort(),
    ).toEqual([...links].sort())
  })

  it.each(['post', 'comment', 'user'] as const)(
    'brings a %s back whole: every row as it was, counts and reports included (OQ-475)',
    async (kind) => {
      const feed = await makeFeed()
      if (kind === 'user') {
        const key = await upload()
        await sql`update app_user set profile_picture_key = ${key} where id = ${feed.author}`.execute(db())
      }
      const before = await dump()
      const id = { post: feed.post, comment: feed.comment, user: feed.author }[kind]
      const bin = await remove[kind](id)
      expect(await dump()).not.toBe(before)
      expect(
        await sql`select from ${sql.table(kind === 'user' ? 'app_user' : kind)} where id = ${id}`.execute(
          db(),
        ),
      ).toMatchObject({ rows: [] })
      const restored = await succeed(await restore(bin))
      expect(restored).toEqual({ kind, record_id: id, waiting: 0, lost: 0 })
      expect(await dump()).toBe(before)
    },
  )

  it("brings a provider's post back with its files, which are not served meanwhile (OQ-476)", async () => {
    const { _id: id, attachments } = await makePost(app, { images: [await picture(), await picture('png')] })
    const keys = keysOf(attachments.images)
    const before = await dump()
    const { bin_id } = await succeed(await app.call('POST', `/admin/activity/${id}/remove`))
    expect(await Promise.all(keys.map(serves))).toEqual([404, 404])
    const [item] = await listed()
    expect(item).toMatchObject({ _id: bin_id, kind: 'post', contents: { files: 2 } })
    await succeed(await restore(bin_id))
    expect(await Promise.all(keys.map(serves))).toEqual([200, 200])
    expect(await dump()).toBe(before)
  })

  it('keeps short links, inactive banners and news (OQ-475, OQ-477)', async () => {
    await succeed(
      await app.call('POST', '/admin/shortlink', {
        json: { shortCode: 'diwali', webUrl: 'https://a.example', params: { utm: 'x' } },
      }),
    )
    const news = await succeed(
      await app.call('POST', '/admin/academy/news', {
        form: {
          heading: 'Rates hold',
          source: 'RBI',
          reference_link: 'https://a.example',
          thumbnail: await picture(),
        },
      }),
    )
    const banner = await succeed(
      await app.call('POST', '/admin/banner', {
        form: {
          redirect: JSON.stringify({ type: 'external', redirect_link: 'https://a.example' }),
          start_time: '2026-11-21T00:00:00Z',
          end_time: '2026-12-21T00:00:00Z',
          files: await picture(),
        },
      }),
    )
    const isActive = await app.call('POST', `/admin/banner/${banner._id}/remove`)
    expect([isActive.status, isActive.body.message]).toEqual([409, binMessages.notInactive])
    await succeed(await app.call('PATCH', `/admin/banner/${banner._id}`, { form: { is_active: 'false' } }))
    const before = await dump()
    const stale = await app.call('POST', `/admin/banner/${banner._id}/remove`, {
      headers: { 'if-match': '"1"' },
    })
    expect(stale.status).toBe(409)
    const bins = [
      (await succeed(await app.call('DELETE', '/admin/shortlink/diwali'))).bin_id,
      (await succeed(await app.call('POST', `/admin/banner/${banner._id}/remove`))).bin_id,
      (await succeed(await app.call('POST', `/admin/academy/news/${news._id}/remove`))).bin_id,
    ]
    expect((await app.call('GET', `/admin/academy/news/${news._id}`)).status).toBe(404)
    expect((await app.call('GET', `/admin/banner/${banner._id}`)).status).toBe(404)
    expect((await app.call('GET', '/s/diwali', { token: null })).status).toBe(404)
    expect(await Promise.all(keysOf([news.thumbnail]).map(serves))).toEqual([404])
    for (const id of bins) await succeed(await restore(id))
    expect(await dump()).toBe(before)
  })

  it('lists the newest first, by kind and by a part of the label, with wildcards taken literally (OQ-475)', async () => {
    const first = await removeReported('post', await makeMemberPost(db(), { message: 'Save 50% of tax' }))
    app.clock.set(new Date(start.getTime() + 1000))
    const second = await removeReported('comment', await makeComment(db(), { message: 'Save 500 rupees' }))
    const ids = async (query: string) => (await listed(query)).map((item) => item._id)
    expect(await ids('')).toEqual([second, first])
    expect(await ids('kind=post')).toEqual([first])
    expect(await ids('search=SAVE')).toEqual([second, first])
    expect(await ids(`search=${encodeURIComponent('50%')}`)).toEqual([first])
    expect(await ids('limit=1&offset=1')).toEqual([first])
    expect((await listed())[0]?.removed_at).toBe(
      new Date(start.getTime() + 1000 + binDays * day).toISOString(),
    )
    expect((await app.call('GET', '/admin/bin?kind=order')).status).toBe(400)
  })
})

describe('restoring', () => {
  it('is refused while what it belongs to is in the bin, and says which (OQ-476)', async () => {
    const { post, comment, author } = await makeFeed()
    const inBin = await remove.comment(comment)
    const itsPost = await remove.post(post)
    const refused = await restore(inBin)
    expect([refused.status, refused.body.message, refused.body.data._id]).toEqual([
      409,
      binMessages.waits('post'),
      itsPost,
    ])
    await remove.user(author)
    expect((await restore(itsPost)).body.message).toBe(binMessages.waits('person'))
  })

  it('is refused when what it belongs to is gone for good (OQ-476)', async () => {
    const { post, comment } = await makeFeed()
    const inBin = await remove.comment(comment)
    const itsPost = await remove.post(post)
    await succeed(await app.call('POST', `/admin/bin/${itsPost}/remove`))
    const refused = await restore(inBin)
    expect([refused.status, refused.body.message]).toEqual([409, binMessages.lost('post')])
    expect((await listed()).map((item) => item._id)).toEqual([inBin])
  })

  it('brings comments back with the post that was deleted meanwhile (OQ-476)', async () => {
    const { author, other } = await makeFeed()
    const before = await dump()
    const person = await remove.user(author)
    const post = await remove.post(other)
    const restored = await succeed(await restore(person))
    // A comment, the reply to it, a like and the report of the comment.
    expect(restored).toMatchObject({ waiting: 4, lost: 0 })
    expect(await succeed(await restore(post))).toMatchObject({ waiting: 0, lost: 0 })
    expect(await dump()).toBe(before)
  })

  it('loses only what belongs to something that is gone for good (OQ-476)', async () => {
    const { author, other } = await makeFeed()
    const person = await remove.user(author)
    const post = await remove.post(other)
    await succeed(await app.call('POST', `/admin/bin/${post}/remove`))
    expect(await succeed(await restore(person))).toMatchObject({ waiting: 0, lost: 4 })
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from comment`.execute(db())
    expect(rows[0]?.n).toBe(2)
  })

  it('is refused when another short link has the code (OQ-476)', async () => {
    const link = { shortCode: 'offer', webUrl: 'https://a.example' }
    await succeed(await app.call('POST', '/admin/shortlink', { json: link }))
    const { bin_id } = await succeed(await app.call('DELETE', '/admin/shortlink/offer'))
    await succeed(await app.call('POST', '/admin/shortlink', { json: link }))
    const refused = await restore(bin_id)
    expect([refused.status, refused.body.message]).toEqual([409, binMessages.codeTaken('offer')])
    await succeed(await app.call('DELETE', '/admin/shortlink/offer'))
    await succeed(await restore(bin_id))
  })

  it('happens once, whoever asks at the same time (OQ-476)', async () => {
    const { post } = await makeFeed()
    const bin = await remove.post(post)
    const answers = await Promise.all(Array.from({ length: 8 }, () => restore(bin)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 404)
    expect(refused.map(({ body }) => body.message)).toEqual(Array(7).fill(binMessages.gone))
    expect((await restore(newId())).status).toBe(404)
    expect((await restore('x')).status).toBe(404)
  })

  it('locks the author before it writes anything, so that deleting them waits or is waited for (OQ-476)', async () => {
    const { author, post } = await makeFeed()
    const bin = await remove.post(post)
    const release = await app.database.hold('select from app_user where id = $1 for update', [author])
    const restoring = restore(bin)
    const waiting = async () => {
      const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
      return rows.map(({ query }) => query.slice(0, 20))
    }
    await expect.poll(waiting).toEqual(['select from app_user'])
    await release()
    await succeed(await restoring)
  })

  it('and deleting never deadlock (OQ-476)', async () => {
    const { moderation } = removalsOf(app, newId())
    for (let round = 0; round < 5; round++) {
      const { author, reader, post, other, comment } = await makeFeed()
      await makeReport(db(), 'user', reader)
      const bins = [await remove.comment(comment), await remove.user(author)]
      await Promise.all([
        ...bins.map((id) => restore(id)),
        ...[post, other].map((entity_id) =>
          db()
            .transaction()
            .execute((tx) =>
              moderation.remove(startCall({ db: tx, clock: app.clock }), {
                entity_type: 'activity',
                entity_id,
              }),
            )
            .catch((error: Error) => expect(error.name).toBe('AppError')),
        ),
        app.call('POST', `/admin/user/${reader}/remove`),
        app.app.tasks['sweep-bin']?.({}, {} as never),
      ])
      // Whatever came first: no row is in two places, and every count is right.
      const { rows } = await sql`select from post where comment_count <> (
        select count(*) from comment where post_id = post.id)`.execute(db())
      expect(rows).toEqual([])
      const { rows: doubled } = await sql`select from bin_row join comment on comment.id = record_id
        where source = 'comment'`.execute(db())
      expect(doubled).toEqual([])
    }
  })

  it('opens the reports again that were open, and takes records of the public product again (OQ-476)', async () => {
    const { post } = await makeFeed()
    const bin = await remove.post(post)
    const { rows } = await sql`select from removed_record`.execute(db())
    expect(rows).toHaveLength(3)
    await succeed(await restore(bin))
    const { rows: left } = await sql`select from removed_record`.execute(db())
    expect(left).toEqual([])
    const queue = await app.call('GET', '/admin/activities?report_types=spam')
    expect(queue.body.data.map((one: { _id: string }) => one._id)).toContain(post)
  })

  it('is in the history, and tells the public product (OQ-476)', async () => {
    const { post } = await makeFeed()
    await succeed(await restore(await remove.post(post)))
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry where entity_id = ${post} order by at desc limit 2`.execute(db())
    expect(rows.map(({ action }) => action)).toEqual(['post.restore', 'post.remove'])
  })
})

describe('roles', () => {
  it.each([
    ['content', ['shortlink']],
    ['moderation', ['post', 'shortlink']],
    ['viewer', ['post', 'shortlink']],
    ['owner', ['post', 'shortlink']],
  ])('%s sees what the role shows outside the bin (OQ-478)', async (role, kinds) => {
    await removeReported('post', await makeMemberPost(db()))
    await app.call('POST', '/admin/shortlink', { json: { shortCode: 'seen', webUrl: 'https://a.example' } })
    await succeed(await app.call('DELETE', '/admin/shortlink/seen'))
    const items = await listed('', { token: await tokenOf(role) })
    expect(items.map((item) => item.kind).sort()).toEqual(kinds)
  })

  it('may restore only what they may delete; only owners delete for good (OQ-478)', async () => {
    const bin = await removeReported('post', await makeMemberPost(db()))
    expect((await app.call('GET', '/admin/bin', { token: null })).status).toBe(401)
    expect((await restore(bin, { token: await tokenOf('content') })).status).toBe(404)
    expect((await restore(bin, { token: await tokenOf('viewer') })).status).toBe(403)
    expect((await restore(bin, { token: await tokenOf('advisory') })).status).toBe(403)
    for (const role of ['moderation', 'administrator']) {
      const refused = await app.call('POST', `/admin/bin/${bin}/remove`, { token: await tokenOf(role) })
      expect(refused.status).toBe(403)
    }
    expect(await listed('', { token: await tokenOf('viewer') })).toMatchObject([{ may_restore: false }])
    expect((await restore(bin, { token: await tokenOf('moderation') })).status).toBe(200)
  })
})

describe('the end of the thirty days', () => {
  it('removes what is due for good, with its files, and nothing else (OQ-475)', async () => {
    const { _id: id, attachments } = await makePost(app, { images: [await picture()] })
    const [key = ''] = keysOf(attachments.images)
    await succeed(await app.call('POST', `/admin/activity/${id}/remove`))
    app.clock.set(new Date(start.getTime() + 1))
    const later = await removeReported('post', await makeMemberPost(db()))
    const items = async () => (await db().selectFrom('bin_item').select('id').execute()).map((row) => row.id)
    const sweep = () => app.app.tasks['sweep-bin']?.({}, {} as never)
    app.clock.set(new Date(start.getTime() + binDays * day))
    await sweep()
    expect(await items()).toHaveLength(2)
    app.clock.set(new Date(start.getTime() + binDays * day + 1))
    await sweep()
    expect(await items()).toEqual([later])
    const { rows } = await sql`select from file where key = ${key}`.execute(db())
    expect(rows).toEqual([])
    const { rows: given } = await sql`select from unused_file where key = ${key} and given_up`.execute(db())
    expect(given).toHaveLength(1)
  })
})

describe('members and their data', () => {
  const intake = async (path: string, record: object) =>
    (await succeed(await app.call('POST', `/intake/${path}`, { json: { records: [record] } }))).results[0]

  it('nobody brings back what a member deleted in the public product (OQ-479)', async () => {
    const { post, comment } = await makeFeed()
    const { rows } = await sql<{ external_id: string }>`
      select external_id from post where id = ${post} union all select external_id from comment where id = ${comment}
`.execute(db())
    const [ofPost = '', ofComment = ''] = rows.map((row) => row.external_id)
    const changed_at = testNow
    const bin = await remove.post(post)
    await intake('comments', { external_id: ofComment, changed_at, deleted: true })
    const [item] = await listed()
    expect(item?._id).toBe(bin)
    const { rows: left } = await sql`select from bin_row where source = 'comment'`.execute(db())
    expect(left).toHaveLength(0)
    await intake('posts', { external_id: ofPost, changed_at, deleted: true })
    expect(await listed()).toEqual([])

    const person = { external_id: newId(), changed_at, first_name: 'Asha', email: 'asha@mail.example' }
    const { _id } = await intake('users', person)
    await removeReported('user', _id)
    app.clock.set(new Date(start.getTime() + 60_000))
    const later = new Date(start.getTime() + 1000).toISOString()
    await intake('users', { external_id: person.external_id, changed_at: later, deleted: true })
    expect(await listed()).toEqual([])
  })

  it('erasing a person empties the bin of them, and keeps what is of others (OQ-475)', async () => {
    const email = 'binned.person@mail.example'
    const person = await makeUser(db(), { email, first_name: 'Zubeida', last_name: 'Qureshi' })
    const own = await makeMemberPost(db(), { user_id: person, message: 'Zubeida was here' })
    const others = await makeMemberPost(db())
    const comment = await makeComment(db(), { post_id: others, user_id: person, message: 'Zubeida again' })
    await makeComment(db(), { post_id: others, parent_comment_id: comment, message: 'a reply' })
    const kept = await makeComment(db(), { post_id: others, message: 'stays' })
    await sql`insert into post_like (post_id, user_id, liked_at) values (${others}, ${person}, now())`.execute(
      db(),
    )
    await makeReport(db(), 'comment', kept, { reporter_id: person })
    await removeReported('post', own)
    const bin = await removeReported('post', others)
    await removeReported('user', person)
    const found = await succeed(await app.call('GET', `/admin/personal-data/people?q=${email}`))
    expect(found).toMatchObject([{ person: expect.stringMatching(/^person\./), name: 'Zubeida Qureshi' }])
    const exported = await succeed(
      await app.call('POST', `/admin/personal-data/people/user.${person}/export`),
    )
    expect(JSON.stringify(exported.content)).toContain('Zubeida again')
    const { _id } = await succeed(
      await app.call('POST', '/admin/personal-data/erasures', {
        json: { person: `user.${person}`, confirmation: email },
      }),
    )
    const context = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
    await app.app.tasks[eraseTask]?.({ id: _id }, context)
    const { counts } = await succeed(await app.call('GET', `/admin/personal-data/erasures/${_id}`))
    expect(counts).toMatchObject({ account: 1, post: 1, comment: 1, reply: 1, reaction: 1 })
    const { rows } = await sql<{ text: string }>`select to_jsonb(bin_row)::text as text from bin_row
      union all select to_jsonb(bin_item)::text from bin_item`.execute(db())
    const left = rows.map(({ text }) => text).join('\n')
    expect(left).not.toContain('Zubeida')
    expect(left).not.toContain(person)
    await succeed(await restore(bin))
    const { rows: comments } = await sql<{ message: string }>`select message from comment`.execute(db())
    expect(comments).toEqual([{ message: 'stays' }])
    const { rows: post } = await sql`select like_count, comment_count from post where id = ${others}`.execute(
      db(),
    )
    expect(post).toEqual([{ like_count: 0, comment_count: 1 }])
  })

  it('moves a person with many likes in few statements (OQ-475)', async () => {
    const person = await makeUser(db())
    const post = await makeMemberPost(db())
    await sql`insert into post (id, user_id, message) select gen_random_uuid(), user_id, 'x' from post,
      generate_series(1, 2000) where id = ${post}`.execute(db())
    await sql`insert into post_like (post_id, user_id, liked_at) select id, ${person}, now() from post`.execute(
      db(),
    )
    const bin = await removeReported('user', person)
    const { rows } = await sql<{ n: number }>`select sum(like_count)::int as n from post`.execute(db())
    expect(rows[0]?.n).toBe(0)
    await succeed(await restore(bin))
    const { rows: after } = await sql<{ n: number }>`select sum(like_count)::int as n from post`.execute(db())
    expect(after[0]?.n).toBe(2001)
  })
})

describe('reports that were ignored', () => {
  it.each(['post', 'comment', 'user'] as const)(
    'are opened again on a %s by undo, once (OQ-480)',
    async (kind) => {
      const id = { post: makeMemberPost, comment: makeComment, user: makeUser }[kind]
      const item = await id(db())
      await makeReport(db(), kind, item)
      await makeReport(db(), kind, item, {
        dismissed_at: '2026-11-01T00:00:00Z',
        dismissed_by: 'x@y.example',
      })
      const type = { post: 'activity', comment: 'reaction', user: 'user' }[kind]
      const { dismissed_at } = await succeed(
        kind === 'user'
          ? await app.call('POST', `/admin/user/${item}/ignore`)
          : await app.call('POST', '/admin/report/ignore', { json: { entity_id: item, entity_type: type } }),
      )
      const reopen = (body: object = {}) =>
        app.call('POST', '/admin/report/reopen', {
          json: { entity_id: item, entity_type: type, dismissed_at, ...body },
        })
      expect((await reopen({ dismissed_at: '2026-11-01T00:00:00Z' })).status).toBe(409)
      expect((await reopen({ entity_id: randomUUID() })).status).toBe(404)
      expect((await reopen({ entity_type: 'order' })).status).toBe(400)
      const colleague = await app.tokenFor('arjun.mehta@greenroom.example')
      const byColleague = await app.call('POST', '/admin/report/reopen', {
        token: colleague,
        json: { entity_id: item, entity_type: type, dismissed_at },
      })
      expect([byColleague.status, byColleague.body.message]).toEqual([409, moderationMessages.ignoredByOther])
      expect((await reopen()).status).toBe(200)
      const { rows } = await sql<{ total: number }>`select total from report_summary`.execute(db())
      expect(rows).toEqual([{ total: 1 }])
      const told = async () => (await reopen()).body.message
      expect(await told()).toBe(moderationMessages.openAgain)
      await sql`update report set dismissed_at = now(), dismissed_by = 'meera.nair@greenroom.example'`.execute(
        db(),
      )
      expect(await told()).toBe(moderationMessages.ignoredAgain)
      await sql`update report set dismissed_by = 'kabir@greenroom.example'`.execute(db())
      expect(await told()).toBe(moderationMessages.ignoredByOther)
      await sql`delete from report`.execute(db())
      expect(await told()).toBe(moderationMessages.reportsDeleted)
    },
  )
})
