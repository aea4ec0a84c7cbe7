import { randomUUID } from 'node:crypto'
import { postMessages } from '@greenroom/contract/community/post/post.schema'
import { intakeMessages } from '@greenroom/contract/intake-batch'
import { feedIntakeMessages } from '@greenroom/contract/outside/intake/intake-feed.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, startCall } from '../../../platform/call.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeComment, makeMemberPost, makePost, makeReport, makeUser } from '../../../test-records.ts'
import { removalsOf } from '../../../test-removals.ts'
import { createCommentIntake } from './intake-feed-comments.service.ts'
import { createPostIntake } from './intake-feed-posts.service.ts'
import { createReactionIntake } from './intake-feed-reactions.service.ts'
import { createReportIntake } from './intake-feed-reports.service.ts'

const providerAuthor = '01931f6e-0000-7000-8000-0000000000aa'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await createTestApp({ ADMIN_POST_USER_ID: providerAuthor })
  key = await makeKey(app, ['intake.write'], 'Community')
})
afterAll(() => app.close())

let count = 0
const unique = (name: string) => `${name}-${++count}`
const at = (minute: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + minute * 60_000).toISOString()
const db = () => app.database.kysely

/** Creates a person whom the public product has sent. */
async function person(): Promise<{ id: string; external_id: string }> {
  const external_id = unique('person')
  return { id: await makeUser(db(), { external_id }), external_id }
}

const post = (author: string, minute = 0, values: object = {}) => ({
  external_id: unique('post'),
  user_external_id: author,
  message: 'Is this fund any good?',
  changed_at: at(minute),
  ...values,
})
const send = (path: string, ...records: unknown[]) => sendRecords(app, `/intake/${path}`, key, records)
const outcomes = async (path: string, ...records: unknown[]) =>
  (await send(path, ...records)).results.map(({ outcome }) => outcome)
const refusalsOf = async (path: string, ...records: unknown[]) =>
  (await send(path, ...records)).results.map(({ errors, message }) => [errors?.[0]?.path, message])

const storedPost = (external_id: string) =>
  db().selectFrom('post').selectAll().where('external_id', '=', external_id).executeTakeFirst()
const storedComment = (external_id: string) =>
  db().selectFrom('comment').selectAll().where('external_id', '=', external_id).executeTakeFirst()
const auditOf = (id: string) =>
  db()
    .selectFrom('audit_entry')
    .select(['action', 'actor_email', 'before', 'after'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
async function totals(): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query(`select
    (select count(*)::int from post) as posts, (select count(*)::int from comment) as comments,
    (select count(*)::int from post_like) as likes, (select count(*)::int from post_vote) as votes,
    (select count(*)::int from report) as reports, (select count(*)::int from removed_record) as removed,
    (select count(*)::int from audit_entry) as entries`)
  return rows[0]
}

/** Creates a poll of the provider. */
async function poll(options: string[], allowMultiple = false): Promise<string> {
  const form = {
    message: 'Vote!',
    poll: JSON.stringify({ options }),
    expires_at: '2026-11-22T10:00:00Z',
    allow_multiple: String(allowMultiple),
  }
  return (await makePost(app, form))._id
}
async function votesIn(postId: string): Promise<Record<string, number>> {
  const rows = await db()
    .selectFrom('post_poll_option')
    .select(['option', 'votes'])
    .where('post_id', '=', postId)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.option, row.votes]))
}
const likesOf = async (id: string) =>
  (await db().selectFrom('post').select('like_count').where('id', '=', id).executeTakeFirst())?.like_count

describe('every call of the community', () => {
  it('is refused without a credential and without the permission, and stores nothing (OQ-422)', async () => {
    const { external_id: author } = await person()
    const post_id = await makeMemberPost(db())
    const common = { external_id: unique('x'), user_external_id: author, changed_at: at(0), post_id }
    const other = await makeKey(app, ['intake.read', 'content.write', 'moderation.write'])
    const before = await totals()
    for (const [path, record] of [
      ['posts', post(author)],
      ['comments', { ...common, message: 'Yes' }],
      ['likes', common],
      ['votes', { ...common, option: 'Yes' }],
      ['reports', { ...common, entity_type: 'post', entity_id: post_id, reason: 'spam' }],
    ] as const) {
      const json = { records: [record] }
      for (const [token, status] of [
        [null, 401],
        [other, 403],
      ] as const) {
        const answer = await app.call('POST', `/intake/${path}`, { json, token })
        expect([path, answer.status, answer.body.data]).toEqual([path, status, undefined])
      }
    }
    expect({ ...(await totals()), entries: 0 }).toEqual({ ...before, entries: 0 })
  })

  it('stores the other records of a batch with a bad one (OQ-422)', async () => {
    const { external_id: author } = await person()
    const records = Array.from({ length: 1_000 }, () => post(author))
    records[500] = { ...post(author), message: ' ' }
    const answer = await send('posts', ...records)
    expect([answer.created, answer.refused]).toEqual([999, 1])
    expect(answer.results[500]).toMatchObject({
      index: 500,
      errors: [{ path: 'message', message: feedIntakeMessages.message }],
    })
    const { rows } = await app.database.pool.query('select post_count from app_user where external_id = $1', [
      author,
    ])
    expect(rows).toEqual([{ post_count: 999 }])
  })
})

describe('posts', () => {
  it('are created, changed by a newer record and deleted, each with an entry (OQ-422)', async () => {
    const { external_id: author, id: authorId } = await person()
    const record = post(author, 5, { tags: ['Tax'], created_at: at(1) })
    const { results } = await send('posts', record)
    const id = results[0]?._id ?? ''
    expect(await storedPost(record.external_id)).toMatchObject({
      id,
      user_id: authorId,
      message: record.message,
      tags: ['Tax'],
      is_visible: true,
      created_at: new Date(at(1)),
    })
    expect((await app.call('GET', `/admin/activity/${id}`)).body.data.post.user.id).toBe(authorId)
    expect(await outcomes('posts', record, { ...record, changed_at: at(4), message: 'Older' })).toEqual([
      'unchanged',
      'unchanged',
    ])
    expect(await outcomes('posts', { ...record, changed_at: at(6), message: 'Newer' })).toEqual(['changed'])
    expect(
      await outcomes('posts', { ...record, changed_at: at(7), message: 'Newer', tags: ['Tax'] }),
    ).toEqual(['unchanged'])
    expect(await outcomes('posts', { ...record, changed_at: at(6), message: 'Late' })).toEqual(['unchanged'])
    const gone = { external_id: record.external_id, changed_at: at(8), deleted: true }
    expect(await send('posts', gone)).toMatchObject({ results: [{ outcome: 'changed', _id: null }] })
    expect(await storedPost(record.external_id)).toBeUndefined()
    expect(await auditOf(id)).toMatchObject([
      { action: 'post.create', actor_email: 'API key Community', after: { message: record.message } },
      { action: 'post.update', before: { message: record.message }, after: { message: 'Newer' } },
      { action: 'post.remove', actor_email: 'API key Community', before: { message: 'Newer' } },
    ])
  })

  it('never return after a deletion, by whomever and in any order (OQ-422)', async () => {
    const { external_id: author } = await person()
    const late = post(author)
    expect(
      await outcomes('posts', { external_id: late.external_id, changed_at: at(1), deleted: true }),
    ).toEqual(['unchanged'])
    expect(await outcomes('posts', late, { ...late, changed_at: at(9) })).toEqual(['unchanged', 'unchanged'])
    expect(await storedPost(late.external_id)).toBeUndefined()

    const reported = post(author)
    const id = (await send('posts', reported)).results[0]?._id ?? ''
    await makeReport(db(), 'post', id)
    const json = { entity_id: id, entity_type: 'activity' }
    expect((await app.call('POST', '/admin/report/remove', { json })).status).toBe(200)
    expect(await send('posts', { ...reported, changed_at: at(30) })).toMatchObject({
      results: [{ outcome: 'unchanged', _id: null }],
    })
    expect(await storedPost(reported.external_id)).toBeUndefined()
  })

  it('are refused with the field and its message (OQ-423)', async () => {
    const { external_id: author } = await person()
    const { external_id: other } = await person()
    const provider = unique('provider')
    await makeUser(db(), { id: providerAuthor, external_id: provider })
    const known = post(author)
    await send('posts', known)
    const before = await totals()
    expect(
      await refusalsOf(
        'posts',
        post('nobody'),
        post(provider),
        { ...post(author), user_external_id: undefined },
        { ...post(author), message: undefined },
        post(author, 0, { tags: ['Holidays'] }),
        post(author, 0, { tags: ['Tax', 'Tax'] }),
        post(author, 0, { attachments: ['https://elsewhere.example/a.png'] }),
        post(author, 0, { created_at: '2027-01-01T00:00:00Z' }),
        post(author, 0, { changed_at: '2027-01-01T00:00:00Z' }),
        post(author, 0, { external_id: 'a b' }),
        { ...known, user_external_id: other, changed_at: at(5) },
        { ...known, user_external_id: other, changed_at: at(5), deleted: true },
        'no record',
      ),
    ).toEqual([
      ['user_external_id', feedIntakeMessages.userUnknown],
      ['user_external_id', feedIntakeMessages.providerPost],
      ['user_external_id', feedIntakeMessages.author],
      ['message', feedIntakeMessages.message],
      ['tags.0', postMessages.tag],
      ['tags', postMessages.tagTwice],
      ['attachments', feedIntakeMessages.attachments],
      ['created_at', intakeMessages.future],
      ['changed_at', intakeMessages.future],
      ['external_id', intakeMessages.externalId],
      ['user_external_id', feedIntakeMessages.otherAuthor],
      ['user_external_id', feedIntakeMessages.otherAuthor],
      [expect.anything(), expect.any(String)],
    ])
    expect(await totals()).toEqual(before)
  })

  it('are stored once by many calls at once, also in opposite order (OQ-422)', async () => {
    const [one, two] = [await person(), await person()]
    const records = Array.from({ length: 6 }, (_, n) => post(n % 2 ? one.external_id : two.external_id))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send('posts', ...(n % 2 ? records : records.toReversed()))),
    )
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(6)
    expect(answers.reduce((sum, { refused }) => sum + refused, 0)).toBe(0)
  })
})

describe('comments', () => {
  it('count on their post, with replies of the same call in any order (OQ-422)', async () => {
    const { external_id: author } = await person()
    const sent = post(author)
    const postId = (await send('posts', sent)).results[0]?._id ?? ''
    const comment = (external_id: string, values: object = {}) => ({
      external_id,
      user_external_id: author,
      post_external_id: sent.external_id,
      message: 'Thank you.',
      changed_at: at(1),
      ...values,
    })
    // The ids sort the replies before what they reply to.
    const [first, reply, deeper] = [unique('c'), unique('b'), unique('a')]
    const answer = await send(
      'comments',
      comment(deeper, { parent_comment_external_id: reply }),
      comment(reply, { parent_comment_external_id: first }),
      comment(first, { post_external_id: undefined, post_id: postId }),
    )
    expect(answer).toMatchObject({ created: 3, refused: 0 })
    expect(answer.results.map(({ index, external_id }) => [index, external_id])).toEqual([
      [0, deeper],
      [1, reply],
      [2, first],
    ])
    expect((await storedComment(deeper))?.parent_comment_id).toBe((await storedComment(reply))?.id)
    expect((await storedPost(sent.external_id))?.comment_count).toBe(3)

    expect(await outcomes('comments', comment(reply, { parent_comment_external_id: first }))).toEqual([
      'unchanged',
    ])
    expect(await outcomes('comments', comment(first, { message: 'Thanks!', changed_at: at(2) }))).toEqual([
      'changed',
    ])
    expect((await storedComment(first))?.message).toBe('Thanks!')
    const id = (await storedComment(first))?.id ?? ''
    expect(await outcomes('comments', { external_id: first, changed_at: at(3), deleted: true })).toEqual([
      'changed',
    ])
    expect(await storedComment(deeper)).toBeUndefined()
    expect((await storedPost(sent.external_id))?.comment_count).toBe(0)
    expect(await outcomes('comments', comment(deeper, { changed_at: at(9) }))).toEqual(['unchanged'])
    expect(await auditOf(id)).toMatchObject([
      { action: 'comment.create', actor_email: 'API key Community' },
      { action: 'comment.update', after: { message: 'Thanks!' } },
      { action: 'comment.remove', before: { replies: 2 } },
    ])
  })

  it('stores a long chain of replies without trying them again and again (OQ-422)', async () => {
    const author = (await person()).external_id
    const post_id = await makeMemberPost(db())
    const names = Array.from({ length: 60 }, () => unique('chain'))
    // Each one replies to the next one.
    const records = names.map((external_id, place) => ({
      external_id,
      user_external_id: author,
      post_id,
      message: 'Why?',
      changed_at: at(1),
      ...(names[place + 1] && { parent_comment_external_id: names[place + 1] }),
    }))
    const [one, other] = [unique('circle'), unique('circle')]
    const circle = [
      { ...records[0], external_id: one, parent_comment_external_id: other },
      { ...records[0], external_id: other, parent_comment_external_id: one },
    ]
    let statements = 0
    const counted = db().withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const call = startCall({ db: counted, clock: app.clock })
    const { items } = removalsOf(app, providerAuthor)
    const { data } = await createCommentIntake({ items }).storeAll(call, { records: [...records, ...circle] })
    expect([data.created, data.refused]).toEqual([60, 2])
    expect(statements).toBeLessThan(15 * 62)
  })

  it('are refused with the field when they name something unknown or deleted (OQ-422)', async () => {
    const { external_id: author } = await person()
    const [here, there] = [post(author), post(author)]
    await send('posts', here, there)
    const base = { user_external_id: author, message: 'Yes', changed_at: at(1) }
    const comment = (values: object) => ({ external_id: unique('comment'), ...base, ...values })
    const known = comment({ post_external_id: here.external_id })
    const gone = comment({ post_external_id: here.external_id })
    await send('comments', known, gone)
    await send('comments', { external_id: gone.external_id, changed_at: at(2), deleted: true })
    const removed = post(author)
    await send('posts', removed)
    await send('posts', { external_id: removed.external_id, changed_at: at(2), deleted: true })
    const before = await totals()
    const place = { post_external_id: here.external_id }
    expect(
      await refusalsOf(
        'comments',
        comment({}),
        comment({ post_external_id: 'nothing' }),
        comment({ post_id: randomUUID() }),
        comment({ post_id: 'nothing' }),
        comment({ ...place, post_id: randomUUID() }),
        comment({ post_external_id: removed.external_id }),
        comment({ ...place, user_external_id: 'nobody' }),
        comment({ ...place, parent_comment_external_id: 'nothing' }),
        comment({ ...place, parent_comment_external_id: gone.external_id }),
        comment({ post_external_id: there.external_id, parent_comment_external_id: known.external_id }),
        { ...known, post_external_id: there.external_id, changed_at: at(4) },
      ),
    ).toEqual([
      ['post_external_id', feedIntakeMessages.post],
      ['post_external_id', feedIntakeMessages.postUnknown],
      ['post_id', feedIntakeMessages.postUnknown],
      ['post_id', feedIntakeMessages.postUnknown],
      ['post_external_id', feedIntakeMessages.post],
      ['post_external_id', feedIntakeMessages.postRemoved],
      ['user_external_id', feedIntakeMessages.userUnknown],
      ['parent_comment_external_id', feedIntakeMessages.parentUnknown],
      ['parent_comment_external_id', feedIntakeMessages.parentRemoved],
      ['parent_comment_external_id', feedIntakeMessages.parentUnknown],
      ['post_external_id', feedIntakeMessages.otherPost],
    ])
    expect(await totals()).toEqual(before)
  })

  it('never deadlock with likes, votes, reports and deletions of their posts and authors (OQ-422)', async () => {
    const { items, moderation } = removalsOf(app, providerAuthor)
    const [postIntake, commentIntake] = [
      createPostIntake({ items, authorId: providerAuthor }),
      createCommentIntake({ items }),
    ]
    const [reactions, reports] = [createReactionIntake(), createReportIntake({ items })]
    // Not through HTTP, where the transaction is repeated after a deadlock, which would hide it.
    const once = (work: (call: Call) => Promise<unknown>) =>
      db()
        .transaction()
        .execute((db) => work(startCall({ db, clock: app.clock })))
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
        })
    for (let round = 0; round < 6; round++) {
      const people = await Promise.all(Array.from({ length: 4 }, person))
      const posts = people.flatMap(({ external_id }) => [post(external_id), post(external_id)])
      const ids = (await send('posts', ...posts)).results.map(({ _id }) => _id ?? '')
      const of = (n: number) => ({
        external_id: unique('made'),
        user_external_id: people[n % 4]?.external_id ?? '',
        post_external_id: posts[(n * 3) % 8]?.external_id ?? '',
        changed_at: at(1),
      })
      const many = <R>(make: (n: number) => R) => Array.from({ length: 40 }, (_, n) => make(n))
      const comments = many((n) => ({ ...of(n), message: 'Yes' }))
      await send('comments', ...comments.slice(0, 20))
      for (const id of ids) await makeReport(db(), 'post', id)
      for (const { id } of people) await makeReport(db(), 'user', id)
      const likes = many(of)
      await send('likes', ...likes.slice(0, 20))
      const commentReports = many((n) => ({
        ...of(n),
        entity_type: 'comment' as const,
        entity_external_id: comments[n % 20]?.external_id ?? '',
        reason: 'spam',
      }))
      const gone = { changed_at: at(3), deleted: true as const }
      await Promise.all([
        once((call) => commentIntake.storeAll(call, { records: comments })),
        once((call) => commentIntake.storeAll(call, { records: comments.toReversed() })),
        once((call) => reactions.storeLikes(call, likes)),
        once((call) => reactions.storeLikes(call, likes.toReversed())),
        once((call) => reports.store(call, commentReports)),
        once((call) => reports.store(call, commentReports.toReversed())),
        ...ids
          .slice(0, 4)
          .map((entity_id) =>
            once((call) => moderation.remove(call, { entity_type: 'activity', entity_id })),
          ),
        once((call) => moderation.removeUser(call, people[3]?.id ?? '')),
        once((call) =>
          postIntake.store(
            call,
            posts.map((one) => ({ ...one, ...gone })),
          ),
        ),
        once((call) =>
          commentIntake.storeAll(call, { records: comments.map((one) => ({ ...one, ...gone })) }),
        ),
      ])
      const { rows } = await app.database.pool.query(`select id from post
        where comment_count <> (select count(*) from comment where post_id = post.id)`)
      expect(rows).toEqual([])
    }
  })
})

describe('likes', () => {
  it('never deadlock when the person and the liked posts are deleted at once (OQ-424)', async () => {
    const { items, removal } = removalsOf(app, providerAuthor)
    const once = (work: (call: Call) => Promise<unknown>) =>
      db()
        .transaction()
        .execute((db) => work(startCall({ db, clock: app.clock })))
    for (let round = 0; round < 10; round++) {
      const fans = [await person(), await person()]
      const posts = await Promise.all(Array.from({ length: 8 }, () => makeMemberPost(db())))
      const likes = fans.flatMap(({ external_id }) =>
        posts.map((post_id) => ({
          external_id: unique('like'),
          user_external_id: external_id,
          post_id,
          changed_at: at(1),
        })),
      )
      await send('likes', ...likes)
      await Promise.all([
        ...fans.map(({ id }) => once((call) => removal.remove(call, id, call.now, { toBin: true }))),
        ...posts.slice(0, 4).map((id) => once((call) => items.removePost(call, id, {}))),
      ])
      for (const id of posts.slice(4)) expect(await likesOf(id)).toBe(0)
    }
  })

  it('count once for a person and post, beside the number from before (OQ-424)', async () => {
    const [one, two] = [await person(), await person()]
    const post_id = await makeMemberPost(db(), { like_count: 40 })
    const like = (who: { external_id: string }, minute: number, values: object = {}) => ({
      external_id: unique('like'),
      user_external_id: who.external_id,
      post_id,
      changed_at: at(minute),
      ...values,
    })
    const first = like(one, 1)
    expect(await outcomes('likes', first, like(one, 2), like(two, 1))).toEqual([
      'created',
      'unchanged',
      'created',
    ])
    expect(await likesOf(post_id)).toBe(42)
    // One entry for all of a call, and none for a repeat.
    const entries = () =>
      db()
        .selectFrom('audit_entry')
        .select(['actor_email', 'after'])
        .where('action', '=', 'post.like')
        .orderBy('id', 'desc')
        .execute()
    const stored = await entries()
    expect(stored[0]).toEqual({ actor_email: 'API key Community', after: { records: 2 } })
    expect(await outcomes('likes', first)).toEqual(['unchanged'])
    expect((await entries()).length).toBe(stored.length)
    expect(await outcomes('likes', like(one, 3, { deleted: true }))).toEqual(['changed'])
    expect(await outcomes('likes', first, like(one, 2))).toEqual(['unchanged', 'unchanged'])
    expect(await likesOf(post_id)).toBe(41)
    expect(await outcomes('likes', like(one, 4))).toEqual(['changed'])
    expect(await likesOf(post_id)).toBe(42)
    await makeReport(db(), 'user', two.id)
    expect((await app.call('POST', `/admin/user/${two.id}/remove`)).status).toBe(200)
    expect(await likesOf(post_id)).toBe(41)
    expect(
      await refusalsOf('likes', like({ external_id: 'nobody' }, 1), like(one, 1, { post_id: 'x' })),
    ).toEqual([
      ['user_external_id', feedIntakeMessages.userUnknown],
      ['post_id', feedIntakeMessages.postUnknown],
    ])
  })

  it('are counted once when many calls send them at once (OQ-424)', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, person))
    const posts = [await makeMemberPost(db()), await makeMemberPost(db())]
    const records = people.flatMap(({ external_id }) =>
      posts.map((post_id) => ({
        external_id: unique('like'),
        user_external_id: external_id,
        post_id,
        changed_at: at(1),
      })),
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => send('likes', ...(n % 2 ? records : records.toReversed()))),
    )
    expect(await Promise.all(posts.map(likesOf))).toEqual([10, 10])
  })
})

describe('votes', () => {
  const vote = (
    who: { external_id: string },
    post_id: string,
    option: string,
    minute: number,
    gone = false,
  ) => ({
    external_id: unique('vote'),
    user_external_id: who.external_id,
    post_id,
    option,
    changed_at: at(minute),
    ...(gone && { deleted: true }),
  })

  it('count for the last option of a person, and for several where the poll allows it (OQ-425)', async () => {
    const [one, two] = [await person(), await person()]
    const single = await poll(['Yes', 'No'])
    await db().updateTable('post_poll_option').set({ votes: 7 }).where('post_id', '=', single).execute()
    expect(
      await outcomes(
        'votes',
        vote(one, single, 'Yes', 1),
        vote(two, single, 'Yes', 1),
        vote(one, single, 'No', 2),
      ),
    ).toEqual(['created', 'created', 'created'])
    expect(await votesIn(single)).toEqual({ Yes: 8, No: 8 })
    expect(await outcomes('votes', vote(one, single, 'No', 3, true))).toEqual(['changed'])
    expect(await votesIn(single)).toEqual({ Yes: 8, No: 7 })
    const several = await poll(['Yes', 'No'], true)
    await send('votes', vote(one, several, 'Yes', 1), vote(one, several, 'No', 2))
    expect(await votesIn(several)).toEqual({ Yes: 1, No: 1 })
  })

  it('are refused for an ended poll, an unknown option and a post without a poll (OQ-425)', async () => {
    const one = await person()
    const id = await poll(['Yes', 'No'])
    await db()
      .updateTable('post')
      .set({ poll_expires_at: at(10) })
      .where('id', '=', id)
      .execute()
    const plain = await makeMemberPost(db())
    const before = await totals()
    expect(
      await refusalsOf(
        'votes',
        vote(one, id, 'Yes', 11),
        vote(one, id, 'Perhaps', 1),
        vote(one, plain, 'Yes', 1),
        vote(one, id, '', 1),
      ),
    ).toEqual([
      ['changed_at', feedIntakeMessages.pollEnded],
      ['option', feedIntakeMessages.optionUnknown],
      ['post_id', feedIntakeMessages.noPoll],
      ['option', feedIntakeMessages.option],
    ])
    expect(await totals()).toEqual(before)
    // Sent late, but cast in time.
    expect(await outcomes('votes', vote(one, id, 'Yes', 10))).toEqual(['created'])
  })

  it('end in the same counts in any order (OQ-424, OQ-425)', async () => {
    const event = fc.record({
      option: fc.constantFrom('A', 'B', 'C'),
      minute: fc.integer({ min: 0, max: 6 }),
      gone: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 2, maxLength: 7 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        async (events, allowMultiple, order) => {
          const one = await person()
          const polls = [
            await poll(['A', 'B', 'C'], allowMultiple),
            await poll(['A', 'B', 'C'], allowMultiple),
          ]
          const keyed = events.map((each) => ({ each, place: order.next().value ?? 0 }))
          const shuffled = keyed.toSorted((a, b) => a.place - b.place).map(({ each }) => each)
          for (const [place, list] of [events, shuffled].entries()) {
            const id = polls[place] ?? ''
            for (const { option, minute, gone } of list) {
              await send('votes', vote(one, id, option, minute, gone))
              const like = vote(one, id, option, minute, gone)
              await send('likes', { ...like, option: undefined })
            }
          }
          const [first, second] = polls as [string, string]
          expect(await votesIn(second)).toEqual(await votesIn(first))
          expect(await likesOf(second)).toBe(await likesOf(first))
          const { rows } = await app.database.pool.query(
            `select votes - (select count(*)::int from post_vote
              where post_id = kept.post_id and option = kept.option and is_counted) as difference
            from post_poll_option as kept where post_id = any($1)`,
            [polls],
          )
          expect(rows.map(({ difference }) => difference)).toEqual(Array(6).fill(0))
          if (!allowMultiple)
            expect(Object.values(await votesIn(first)).reduce((a, b) => a + b)).toBeLessThan(2)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('count by the number of choices that staff allow now (OQ-425)', async () => {
    const one = await person()
    const id = await poll(['Yes', 'No'], true)
    await db().updateTable('post_poll_option').set({ votes: 5 }).where('post_id', '=', id).execute()
    await send('votes', vote(one, id, 'Yes', 1), vote(one, id, 'No', 2))
    const allow = async (allow_multiple: string) => {
      const form = { allow_multiple }
      expect((await app.call('POST', `/admin/activity/${id}/update`, { form })).status).toBe(200)
      const counted = await votesIn(id)
      // A repeat does not change what counts.
      expect(await outcomes('votes', vote(one, id, 'Yes', 1))).toEqual(['unchanged'])
      expect(await votesIn(id)).toEqual(counted)
      return counted
    }
    expect(await allow('false')).toEqual({ Yes: 5, No: 6 })
    expect(await allow('true')).toEqual({ Yes: 6, No: 6 })
  })

  it('stay with their option when staff change the poll, and go with it (OQ-425)', async () => {
    const [one, two] = [await person(), await person()]
    const id = await poll(['Yes', 'No'])
    await send('votes', vote(one, id, 'Yes', 1), vote(two, id, 'No', 1))
    const form = { poll: JSON.stringify({ options: ['Maybe', 'Yes'] }) }
    expect((await app.call('POST', `/admin/activity/${id}/update`, { form })).status).toBe(200)
    expect(await votesIn(id)).toEqual({ Maybe: 0, Yes: 1 })
    expect(await outcomes('votes', vote(one, id, 'Maybe', 2), vote(two, id, 'Yes', 2))).toEqual([
      'created',
      'created',
    ])
    expect(await votesIn(id)).toEqual({ Maybe: 1, Yes: 1 })
    // An option that returns begins without votes.
    for (const options of [
      ['Yes', 'No'],
      ['Maybe', 'No', 'Yes'],
    ]) {
      const again = { poll: JSON.stringify({ options }) }
      expect((await app.call('POST', `/admin/activity/${id}/update`, { form: again })).status).toBe(200)
    }
    expect(await outcomes('votes', vote(one, id, 'Maybe', 3, true), vote(one, id, 'No', 3))).toEqual([
      'unchanged',
      'created',
    ])
    expect(await votesIn(id)).toEqual({ Maybe: 0, No: 1, Yes: 1 })
  })
})

describe('reports', () => {
  const report = (values: object) => ({
    external_id: unique('report'),
    reason: 'spam',
    changed_at: at(1),
    ...values,
  })
  const queue = async (kind: string, id: string) =>
    (
      await app.database.pool.query(
        'select total, spam, other, newest_at from report_summary where entity_type = $1 and entity_id = $2',
        [kind, id],
      )
    ).rows[0]

  it('move the queue of posts, comments and people, and are withdrawn (OQ-426)', async () => {
    const [author, reporter] = [await person(), await person()]
    const postId = await makeMemberPost(db(), { user_id: author.id })
    const commentId = await makeComment(db(), { post_id: postId })
    const about = report({
      user_external_id: reporter.external_id,
      entity_type: 'post',
      entity_id: postId,
      created_at: at(0),
    })
    const odd = report({ entity_type: 'post', entity_id: postId, reason: 'Boring' })
    const answer = await send(
      'reports',
      about,
      odd,
      report({ entity_type: 'comment', entity_id: commentId, reason: ' Spam ' }),
      report({ entity_type: 'user', entity_external_id: author.external_id }),
    )
    expect(answer.created).toBe(4)
    expect(await queue('post', postId)).toMatchObject({ total: 2, spam: 1, other: 1 })
    expect(await queue('comment', commentId)).toMatchObject({ total: 1, spam: 1 })
    expect(await queue('user', author.id)).toMatchObject({ total: 1 })
    const listed = (await app.call('GET', '/admin/activities?report_types=spam')).body.data
    expect(listed.find((one: { _id: string }) => one._id === postId).reports).toMatchObject({
      spam: 1,
      other: 1,
    })
    expect((await app.call('GET', '/admin/waiting')).body.data.reported_posts).toBeGreaterThan(0)
    expect((await auditOf(postId)).filter(({ action }) => action === 'post.report')).toMatchObject([
      { actor_email: 'API key Community', after: { reason: 'spam' } },
      { after: { reason: 'boring' } },
    ])

    expect(await outcomes('reports', about, { ...about, changed_at: at(5), reason: 'hate' })).toEqual([
      'unchanged',
      'unchanged',
    ])
    const gone = { external_id: odd.external_id, changed_at: at(2), deleted: true }
    expect(await outcomes('reports', gone, gone, odd)).toEqual(['changed', 'unchanged', 'unchanged'])
    expect(await queue('post', postId)).toMatchObject({ total: 1, other: 0 })
    const json = { entity_id: postId, entity_type: 'activity' }
    expect((await app.call('POST', '/admin/report/ignore', { json })).status).toBe(200)
    expect(await outcomes('reports', about)).toEqual(['unchanged'])
    expect(await queue('post', postId)).toBeUndefined()
  })

  it('are refused when they name something unknown or deleted (OQ-426)', async () => {
    const author = await person()
    const removed = post(author.external_id)
    // It was deleted before it came.
    await send('posts', { external_id: removed.external_id, changed_at: at(2), deleted: true })
    const postId = await makeMemberPost(db())
    const before = await totals()
    expect(
      await refusalsOf(
        'reports',
        report({ entity_type: 'post', entity_id: randomUUID() }),
        report({ entity_type: 'comment', entity_id: postId }),
        report({ entity_type: 'user', entity_external_id: 'nobody' }),
        report({ entity_type: 'post', entity_external_id: removed.external_id }),
        report({ entity_type: 'event', entity_id: postId }),
        report({ entity_type: 'post' }),
        report({ entity_type: 'post', entity_id: postId, user_external_id: 'nobody' }),
        report({ entity_type: 'post', entity_id: postId, reason: ' ' }),
      ),
    ).toEqual([
      ['entity_id', feedIntakeMessages.entityUnknown],
      ['entity_id', feedIntakeMessages.entityUnknown],
      ['entity_external_id', feedIntakeMessages.entityUnknown],
      ['entity_external_id', feedIntakeMessages.entityRemoved],
      ['entity_type', feedIntakeMessages.entityType],
      ['entity_external_id', feedIntakeMessages.entity],
      ['user_external_id', feedIntakeMessages.userUnknown],
      ['reason', feedIntakeMessages.reason],
    ])
    expect(await totals()).toEqual(before)
  })

  it('are stored once by many calls at once (OQ-426)', async () => {
    const ids = [await makeMemberPost(db()), await makeMemberPost(db())]
    const records = ids.flatMap((entity_id) => [
      report({ entity_type: 'post', entity_id }),
      report({ entity_type: 'post', entity_id }),
    ])
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => send('reports', ...(n % 2 ? records : records.toReversed()))),
    )
    for (const id of ids) expect(await queue('post', id)).toMatchObject({ total: 2 })
  })
})

describe('an erased person', () => {
  it('loses likes and votes, and old records do not bring posts back (OQ-422)', async () => {
    const one = await person()
    const email = `${one.external_id}@mail.example`
    await db().updateTable('app_user').set({ email }).where('id', '=', one.id).execute()
    const written = post(one.external_id)
    await send('posts', written)
    const id = await poll(['Yes', 'No'])
    const base = { user_external_id: one.external_id, post_id: id, changed_at: at(1) }
    await send('likes', { external_id: unique('like'), ...base })
    await send('votes', { external_id: unique('vote'), ...base, option: 'Yes' })
    expect([await likesOf(id), await votesIn(id)]).toEqual([1, { Yes: 1, No: 0 }])
    const exported = await app.call('POST', `/admin/personal-data/people/user.${one.id}/export`)
    expect(exported.status).toBe(200)
    expect(JSON.stringify(exported.body)).toContain('"option":"Yes"')
    const asked = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `user.${one.id}`, confirmation: email },
    })
    expect(asked.status).toBe(201)
    await app.app.tasks['erase-person']?.(
      { id: asked.body.data._id },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    expect([await likesOf(id), await votesIn(id)]).toEqual([0, { Yes: 0, No: 0 }])
    expect(await outcomes('posts', { ...written, changed_at: testNow })).toEqual(['unchanged'])
    expect(await storedPost(written.external_id)).toBeUndefined()
  })
})
