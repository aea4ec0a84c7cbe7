import { randomUUID } from 'node:crypto'
import {
  moderationMessages,
  type ReportType,
  reportTypes,
} from '@greenroom/contract/community/moderation/moderation.schema'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, startCall } from '../../../platform/call.ts'
import { keyOfUrl } from '../../../platform/files/files.ts'
import { createTestApp, type TestApp, type TestResponse, testNow } from '../../../test-app.ts'
import {
  makeAdvisor,
  makeAdvisoryService,
  makeComment,
  makeLead,
  makeMemberPost,
  makePost,
  makeReport,
  makeUser,
  picture,
} from '../../../test-records.ts'
import { removalsOf } from '../../../test-removals.ts'
import { createPostService } from '../post/post.service.ts'
import { createUserService } from '../user/user.service.ts'
import { reportedPosts } from './moderation.service.ts'
import { counting } from './report-queue.repository.ts'

const providerAuthor = '01931f6e-0000-7000-8000-000000000001'
const noReports = Object.fromEntries(reportTypes.map((reason) => [reason, 0]))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(testNow)
  await sql`truncate app_user cascade`.execute(app.database.kysely)
})

type Kind = 'post' | 'comment' | 'user'
const db = () => app.database.kysely

const comments = (query = '') => app.call('GET', `/admin/reactions?${query}`)
const users = (query = '') => app.call('GET', `/admin/users/report?${query}`)
const posts = (query = `report_types=${reportTypes.join(',')}`) =>
  app.call('GET', `/admin/activities?${query}`)
const idsOf = (answer: TestResponse): string[] => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.map((one: { _id: string }) => one._id)
}

const wireWord = { post: 'activity', comment: 'reaction' } as const
const act = (action: 'ignore' | 'remove', kind: Kind, id: string, headers: Record<string, string> = {}) =>
  kind === 'user'
    ? app.call('POST', `/admin/user/${id}/${action}`, { headers })
    : app.call('POST', `/admin/report/${action}`, {
        json: { entity_id: id, entity_type: wireWord[kind] },
        headers,
      })

const makers: Record<Kind, () => Promise<string>> = {
  post: () => makeMemberPost(db()),
  comment: () => makeComment(db()),
  user: () => makeUser(db()),
}
const tables = { post: 'post', comment: 'comment', user: 'app_user' } as const

async function isThere(kind: Kind, id: string): Promise<boolean> {
  return (await db().selectFrom(tables[kind]).select('id').where('id', '=', id).execute()).length > 0
}

async function auditOf(id: string) {
  return db().selectFrom('audit_entry').selectAll().where('entity_id', '=', id).orderBy('at').execute()
}

async function reportsAbout(id: string) {
  return db().selectFrom('report').selectAll().where('entity_id', '=', id).orderBy('created_at').execute()
}

/**
 * Uploads an image and attaches it to a post.
 * @returns the file's key
 */
async function attach(postId: string, position = 0): Promise<string> {
  const upload = await app.call('POST', '/admin/upload', { form: { file: await picture() } })
  const key = keyOfUrl(upload.body.data.url, 'http://127.0.0.1:3999') ?? ''
  await db()
    .insertInto('post_attachment')
    .values({ post_id: postId, file_key: key, kind: 'image', position })
    .execute()
  await sql`update file set owner_id = ${postId} where key = ${key}`.execute(db())
  return key
}

/** Keys of files whose bytes are queued for deletion. */
async function bytesToRemove(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unused_file where given_up and trashed_at is null`.execute(db())
  return rows.map((row) => row.key)
}

describe('queues', () => {
  it.each(['/admin/reactions', '/admin/users/report', '/admin/activities?report_types=spam'])(
    'requires a credential for %s (AUTH-09, MOD-12, MOD-13, MOD-14)',
    async (path) => {
      expect((await app.call('GET', path, { token: null })).status).toBe(401)
    },
  )

  it.each([
    ['/admin/reactions?report_types=spam,nudity', 'report_types'],
    ['/admin/users/report?report_types=Spam', 'report_types'],
    ['/admin/reactions?reaction_limit=0', 'reaction_limit'],
    ['/admin/reactions?reaction_offset=-1', 'reaction_offset'],
    ['/admin/users/report?limit=five', 'limit'],
    ['/admin/activities?report_types=activity', 'report_types'],
  ])('rejects %s (MOD-11, MOD-13, MOD-14)', async (path, field) => {
    const answer = await app.call('GET', path)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].path).toContain(field)
  })

  it.each([
    ['/admin/activities?report_type=spam', 'report_type'],
    ['/admin/activities?reports=spam&feed_limit=5', 'reports'],
    ['/admin/activities?limit=5', 'limit'],
    ['/admin/reactions?limit=5', 'limit'],
    ['/admin/users/report?reaction_limit=5', 'reaction_limit'],
  ])(
    'rejects the unknown parameter in %s and names it (MOD-12, MOD-13, MOD-14, OQ-067)',
    async (path, name) => {
      const answer = await app.call('GET', path)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ path: name, message: 'This call has no such parameter' }])
    },
  )

  it.each([
    ['post', '/admin/activities?report_types=spam&feed_limit=1'],
    ['comment', '/admin/reactions?report_types=spam&reaction_limit=1'],
    ['user', '/admin/users/report?report_types=spam&limit=1'],
  ] as const)(
    'counts the waiting items of the kind %s by reason, when asked, whatever the filter (OQ-217)',
    async (kind, path) => {
      const counts = async () => (await app.call('GET', `${path}&with_counts=true`)).body.report_counts
      const before = await counts()
      const [one, other] = [await makers[kind](), await makers[kind]()]
      for (const reason of ['hate', 'hate', 'spam']) await makeReport(db(), kind, one, { reason })
      await makeReport(db(), kind, other, { reason: 'hate' })
      const after = await counts()
      expect(after.waiting).toBe(before.waiting + 2)
      expect(after.of_type).toEqual({
        ...before.of_type,
        hate: before.of_type.hate + 2,
        spam: before.of_type.spam + 1,
      })
      expect((await app.call('GET', path)).body).not.toHaveProperty('report_counts')
    },
  )

  it('reads at most a thousand entries of an index for each count (OQ-217)', async () => {
    const plan = await db()
      .transaction()
      .execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction)
        await sql`set local enable_bitmapscan = off`.execute(transaction)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${sql.raw(
          counting('post').text,
        )}`.execute(transaction)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    expect(plan.match(/Limit/g)).toHaveLength(9)
    expect(plan.match(/Index (Only )?Scan/g)).toHaveLength(9)
    expect(plan).not.toContain('Filter')
  })

  it('accepts report_types[] like commas and repeats (MOD-12, MOD-13, MOD-14, OQ-022)', async () => {
    const author = await makeUser(db())
    const post = await makeMemberPost(db(), { user_id: author })
    const comment = await makeComment(db(), { post_id: post })
    const reported = [
      ['post', post, '/admin/activities'],
      ['comment', comment, '/admin/reactions'],
      ['user', author, '/admin/users/report'],
    ] as const
    for (const [kind, id, path] of reported) {
      await makeReport(db(), kind, id, { reason: 'hate' })
      const found = async (query: string) => {
        const answer = await app.call('GET', `${path}?${query}`)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return answer.body.data.some((one: { _id: string }) => one._id === id)
      }
      for (const query of [
        'report_types=illegal,hate',
        'report_types=illegal&report_types=hate',
        'report_types[]=illegal&report_types[]=hate',
        'report_types%5B%5D=hate',
        'report_types=illegal&report_types[]=hate',
      ]) {
        expect(await found(query), `${path}?${query}`).toBe(true)
      }
      expect(await found('report_types[]=illegal&report_types[]=spam')).toBe(false)
      expect((await app.call('GET', `${path}?report_types[]=rude`)).status).toBe(400)
    }
  })

  it('returns a reported comment’s fields and nothing else, with the text as typed (MOD-13, MOD-08)', async () => {
    const author = await makeUser(db(), { first_name: 'Ritu', last_name: 'Bose' })
    const post = await makeMemberPost(db(), {
      user_id: await makeUser(db(), { first_name: 'Kabir', last_name: 'Anand' }),
      message: 'M'.repeat(301),
    })
    const message = ' <b>Buy now</b>\n& "double" your money  '
    const created_at = '2026-11-20T04:05:06.789Z'
    const comment = await makeComment(db(), { post_id: post, user_id: author, message, created_at })
    const reply = await makeComment(db(), { post_id: post, parent_comment_id: comment })
    for (const reason of ['spam', 'spam', 'other', 'nudity']) {
      await makeReport(db(), 'comment', comment, { reason, created_at: '2026-11-21T01:00:00Z' })
    }
    await makeReport(db(), 'comment', reply, { reason: 'hate', created_at: '2026-11-21T00:00:00Z' })
    const answer = await comments()
    expect(answer.body.data[0]).toEqual({
      id: comment,
      _id: comment,
      parent_id: post,
      post_id: post,
      post: { message: 'M'.repeat(300), user: { first_name: 'Kabir', last_name: 'Anand' } },
      user: { _id: author, first_name: 'Ritu', last_name: 'Bose' },
      created_at,
      changed: null,
      reaction_message: message,
      reports: { ...noReports, spam: 2, other: 2 },
    })
    expect(answer.body.data[1]).toMatchObject({ _id: reply, parent_id: comment, post_id: post })
    expect(answer.body.data).toHaveLength(2)
  })

  it('returns a reported user’s fields and nothing else (MOD-14, MOD-09)', async () => {
    const user = {
      first_name: 'Farhan',
      last_name: 'Sheikh',
      phone: '+919876543210',
      email: 'farhan@mail.example',
      description: 'DM me for <i>tips</i>',
    }
    const id = await makeUser(db(), { ...user, is_opc: true })
    await makeReport(db(), 'user', id, { reason: 'harassment' })
    expect((await users()).body.data).toEqual([
      { _id: id, ...user, memberships: { is_opc: true }, reports: { ...noReports, harassment: 1 } },
    ])
  })

  it('returns a reported post with its open reports and its visibility (MOD-12, MOD-07)', async () => {
    const [hidden, shown] = [
      await makeMemberPost(db(), { is_visible: false, message: 'Guaranteed returns' }),
      await makeMemberPost(db()),
    ]
    await makeMemberPost(db())
    await makeReport(db(), 'post', hidden, { reason: 'misleading', created_at: '2026-11-02T00:00:00Z' })
    await makeReport(db(), 'post', shown, { reason: 'offensive', created_at: '2026-11-01T00:00:00Z' })
    expect((await posts()).body.data).toMatchObject([
      {
        _id: hidden,
        message: 'Guaranteed returns',
        is_visible: false,
        reports: { ...noReports, misleading: 1 },
      },
      { _id: shown, is_visible: true, reports: { ...noReports, offensive: 1 } },
    ])
  })

  it.each(['post', 'comment', 'user'] as const)(
    'puts the newest open report of a %s first, then sorts by id, in pages (MOD-12, MOD-13, MOD-14)',
    async (kind) => {
      const at = ['2026-11-03', '2026-11-01', '2026-11-02', '2026-11-02', '2026-11-04'].map(
        (day) => `${day}T00:00:00Z`,
      )
      const made: { id: string; at: string }[] = []
      for (const created_at of at) {
        const id = await makers[kind]()
        await makeReport(db(), kind, id, { created_at, reason: 'hate' })
        await makeReport(db(), kind, id, { created_at: '2026-10-01T00:00:00Z' })
        // A newer closed report changes nothing.
        await makeReport(db(), kind, id, { created_at: '2026-11-20T00:00:00Z', dismissed_at: testNow })
        made.push({ id, at: created_at })
      }
      const expected = made
        .toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
        .map((one) => one.id)
      const all = reportTypes.join(',')
      const page = (limit: number, offset: number, types: string) =>
        ({
          post: () => posts(`report_types=${types}&feed_limit=${limit}&feed_offset=${offset}`),
          comment: () => comments(`report_types=${types}&reaction_limit=${limit}&reaction_offset=${offset}`),
          user: () => users(`report_types=${types}&limit=${limit}&offset=${offset}`),
        })[kind]()
      for (const types of [all, 'hate', 'spam,hate', ',']) {
        expect(idsOf(await page(200, 0, types))).toEqual(expected)
        expect(idsOf(await page(2, 1, types))).toEqual(expected.slice(1, 3))
        expect(idsOf(await page(5, 4, types))).toEqual(expected.slice(4))
        expect(idsOf(await page(5, 5, types))).toEqual([])
      }
      expect(idsOf(await page(5, 0, 'illegal,other'))).toEqual([])
    },
  )

  it('finds the same as plain SQL for any reasons, with all open counts (MOD-02, MOD-11)', async () => {
    for (let n = 0; n < 30; n++) {
      const post = await makeMemberPost(db())
      for (let m = 0; m <= n % 3; m++) {
        const reason = [...reportTypes, 'nudity'][(n * 5 + m * 4) % 9] ?? ''
        await makeReport(db(), 'post', post, {
          reason,
          created_at: `2026-11-${10 + ((n * 7 + m) % 10)}T00:00:00Z`,
        })
      }
    }
    const idsAlone = { name: 'ids alone', columns: 'summary.entity_id as id', joins: '' }
    const oracle = async (types: ReportType[], limit: number, offset: number) => {
      const { rows } = await app.database.pool.query(
        `with open as (
          select *, case when reason = any ($4) then reason else 'other' end as counted
          from report where dismissed_at is null and entity_type = 'post'
        )
        select entity_id from open group by entity_id having bool_or(counted = any ($1))
        order by max(created_at) desc, entity_id desc limit $2 offset $3`,
        [types, limit, offset, reportTypes],
      )
      return rows.map((row) => row.entity_id)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...reportTypes], { minLength: 1 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(35),
        async (types, limit, offset) => {
          const found = await reportedPosts<{ id: string }>(
            startCall({ db: db(), clock: app.clock }),
            { reportTypes: types, limit, offset },
            idsAlone,
          )
          expect(found.map((one) => one.id)).toEqual(await oracle(types, limit, offset))
          for (const post of found) expect(types.some((reason) => post[reason] > 0)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})

const actions = [
  ['MOD-15', 'post', 'ignore'],
  ['MOD-15', 'comment', 'ignore'],
  ['MOD-17', 'user', 'ignore'],
  ['MOD-16', 'post', 'remove'],
  ['MOD-16', 'comment', 'remove'],
  ['MOD-18', 'user', 'remove'],
] as const

describe('refusals', () => {
  it.each(actions)('%s AUTH-09 a %s: %s is refused without a credential', async (_row, kind, action) => {
    const id = await makers[kind]()
    await makeReport(db(), kind, id)
    const path = kind === 'user' ? `/admin/user/${id}/${action}` : `/admin/report/${action}`
    const json = kind === 'user' ? {} : { json: { entity_id: id, entity_type: wireWord[kind] } }
    expect((await app.call('POST', path, { ...json, token: null })).status).toBe(401)
    expect(await reportsAbout(id)).toMatchObject([{ dismissed_at: null }])
  })

  it.each(['ignore', 'remove'])(
    'requires %s to name a post or a comment by its id (MOD-15, MOD-16)',
    async (action) => {
      const user = await makeUser(db())
      await makeReport(db(), 'user', user)
      const refused = async (json: unknown) => {
        const answer = await app.call('POST', `/admin/report/${action}`, { json })
        expect(answer.status).toBe(400)
        return answer.body.errors
      }
      const words = 'entity_type must be activity or reaction'
      for (const entity_type of ['user', 'post', 'Activity', 7, undefined]) {
        expect(await refused({ entity_id: user, entity_type })).toEqual([
          { path: 'entity_type', message: words },
        ])
      }
      for (const entity_id of ['', 7, null, undefined]) {
        expect(await refused({ entity_id, entity_type: 'activity' })).toEqual([
          { path: 'entity_id', message: 'entity_id is required' },
        ])
      }
      expect(await isThere('user', user)).toBe(true)
      expect(await auditOf(user)).toEqual([])
    },
  )

  it.each(actions)('%s a %s: %s of what does not exist is 404', async (_row, kind, action) => {
    const other = await makers[kind === 'post' ? 'comment' : 'post']()
    await makeReport(db(), kind === 'post' ? 'comment' : 'post', other)
    for (const id of [randomUUID(), 'nobody', other]) {
      const answer = await act(action, kind, id)
      expect([answer.status, answer.body.message]).toEqual([404, 'Not found'])
    }
  })

  it.each(actions)(
    '%s a %s: %s without an open report is 409 and changes nothing',
    async (_row, kind, action) => {
      const id = await makers[kind]()
      await makeReport(db(), kind, id, { dismissed_at: testNow })
      const answer = await act(action, kind, id)
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'WRONG_STATE',
        message: 'This report has already been handled.',
      })
      expect(await isThere(kind, id)).toBe(true)
      expect(await auditOf(id)).toEqual([])
    },
  )

  it('rejects deleting the author of the provider’s posts, but ignores reports about them (MOD-18)', async () => {
    await makeUser(db(), { id: providerAuthor })
    await makeReport(db(), 'user', providerAuthor)
    const answer = await act('remove', 'user', providerAuthor.toUpperCase())
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "This user writes the provider's posts and can't be deleted.",
    ])
    expect(await isThere('user', providerAuthor)).toBe(true)
    expect((await act('ignore', 'user', providerAuthor)).status).toBe(200)
  })
})

describe('ignoring', () => {
  it.each(['post', 'comment', 'user'] as const)(
    'dismisses all open reports of a %s, which returns with a later report (MOD-05, MOD-15, MOD-17)',
    async (kind) => {
      const [id, other] = [await makers[kind](), await makers[kind]()]
      const queue = { post: posts, comment: comments, user: users }[kind]
      await makeReport(db(), kind, id, { reason: 'spam', created_at: '2026-11-01T00:00:00Z' })
      await makeReport(db(), kind, id, { reason: 'hate', created_at: '2026-11-02T00:00:00Z' })
      await makeReport(db(), kind, other)
      const answer = await act('ignore', kind, id.toUpperCase())
      expect(answer.body).toEqual({
        success: true,
        message: 'Report Ignored!',
        data: { dismissed_at: testNow },
      })
      expect(idsOf(await queue())).toEqual([other])
      expect(await reportsAbout(id)).toMatchObject(
        Array(2).fill({ dismissed_at: new Date(testNow), dismissed_by: 'meera.nair@greenroom.example' }),
      )
      expect(await isThere(kind, id)).toBe(true)
      expect(await auditOf(id)).toMatchObject([
        {
          action: `${kind}.ignore-reports`,
          entity_type: kind,
          actor_email: 'meera.nair@greenroom.example',
          before: { reports: { spam: 1, hate: 1 } },
        },
      ])
      await makeReport(db(), kind, id, { reason: 'illegal', created_at: '2026-11-21T07:00:00Z' })
      const again = await queue()
      expect(idsOf(again)[0]).toBe(id)
      expect(again.body.data[0].reports).toEqual({ ...noReports, illegal: 1 })
    },
  )
})

describe('deleting', () => {
  it('labels an item in the audit log with its message on one line, or says that it has none (MOD-06)', async () => {
    const cases = [
      ['post', await makeMemberPost(db(), { message: ' \n' }), 'Post without a message'],
      ['comment', await makeComment(db(), { message: '' }), 'Comment without a message'],
      ['comment', await makeComment(db(), { message: ' Buy\n\nnow ' }), 'Buy now'],
      ['post', await makeMemberPost(db(), { message: '💰'.repeat(121) }), `${'💰'.repeat(120)}…`],
    ] as const
    for (const [kind, id, label] of cases) {
      for (const action of ['ignore', 'remove'] as const) {
        await makeReport(db(), kind, id)
        expect((await act(action, kind, id)).status).toBe(200)
      }
      expect((await auditOf(id)).map((entry) => entry.entity_label)).toEqual([label, label])
    }
  })

  it('deletes a post with its comments, replies, reports, poll and files (MOD-06, MOD-16)', async () => {
    const author = await makeUser(db(), { first_name: 'Asha', last_name: 'Rao' })
    const post = await makeMemberPost(db(), { user_id: author, message: 'Join my channel', tags: ['Tax'] })
    const comment = await makeComment(db(), { post_id: post })
    const reply = await makeComment(db(), { post_id: post, parent_comment_id: comment })
    const kept = await makeMemberPost(db(), { user_id: author })
    await sql`insert into post_poll_option (post_id, position, option) values (${post}, 0, 'Yes'), (${post}, 1, 'No')`.execute(
      db(),
    )
    const keys = [await attach(post, 0), await attach(post, 1)]
    const keptKey = await attach(kept)
    for (const [kind, id] of [
      ['post', post],
      ['comment', comment],
      ['comment', reply],
      ['user', author],
    ] as const) {
      await makeReport(db(), kind, id, { reason: 'misleading' })
    }
    await makeReport(db(), 'post', post, { dismissed_at: testNow })

    const answer = await act('remove', 'post', post)
    expect(answer.body).toEqual({
      success: true,
      message: 'Report Deleted!',
      data: { bin_id: expect.any(String) },
    })

    for (const [kind, id] of [
      ['post', post],
      ['comment', comment],
      ['comment', reply],
    ] as const) {
      expect(await isThere(kind, id)).toBe(false)
      expect(await reportsAbout(id)).toEqual([])
    }
    expect(idsOf(await posts())).toEqual([])
    expect(idsOf(await comments())).toEqual([])
    expect(idsOf(await users())).toEqual([author])
    // The bin keeps the files until the post is deleted for good (OQ-475).
    expect(await bytesToRemove()).toEqual([])
    await app.call('POST', `/admin/bin/${answer.body.data.bin_id}/remove`)
    expect((await bytesToRemove()).sort()).toEqual(keys.toSorted())
    for (const key of keys) expect((await app.call('GET', `/files/${key}`, { token: null })).status).toBe(404)
    expect((await app.call('GET', `/files/${keptKey}`, { token: null })).status).toBe(200)
    await app.app.tasks['sweep-files']?.({}, {} as never)
    expect(await app.storedFiles()).toEqual([keptKey.split('/').at(-1)])
    const [counted] = await db()
      .selectFrom('app_user')
      .select('post_count')
      .where('id', '=', author)
      .execute()
    expect(counted).toEqual({ post_count: 1 })
    expect((await auditOf(post)).slice(0, 1)).toMatchObject([
      {
        action: 'post.remove',
        entity_label: 'Join my channel',
        actor_email: 'meera.nair@greenroom.example',
        before: {
          user_id: author,
          user_name: 'Asha Rao',
          message: 'Join my channel',
          tags: ['Tax'],
          attachments: 2,
          comments: 2,
          reports: { misleading: 1 },
        },
      },
    ])
  })

  it('deletes a comment with its replies and their reports, and updates the post’s comment count (MOD-06, MOD-16)', async () => {
    const post = await makeMemberPost(db())
    const comment = await makeComment(db(), { post_id: post, message: 'Only fools buy this' })
    const reply = await makeComment(db(), { post_id: post, parent_comment_id: comment })
    await makeComment(db(), { post_id: post, parent_comment_id: reply })
    const kept = await makeComment(db(), { post_id: post })
    await makeReport(db(), 'comment', comment, { reason: 'offensive' })
    await makeReport(db(), 'comment', reply)
    await makeReport(db(), 'comment', kept)
    expect((await act('remove', 'comment', comment)).body.message).toBe('Report Deleted!')
    expect(idsOf(await comments())).toEqual([kept])
    expect(await reportsAbout(reply)).toEqual([])
    const left = await db().selectFrom('comment').select('id').where('post_id', '=', post).execute()
    expect(left).toEqual([{ id: kept }])
    const [counted] = await db().selectFrom('post').select('comment_count').where('id', '=', post).execute()
    expect(counted).toEqual({ comment_count: 1 })
    expect(await auditOf(comment)).toMatchObject([
      {
        action: 'comment.remove',
        entity_label: 'Only fools buy this',
        before: { message: 'Only fools buy this', post_id: post, replies: 2, reports: { offensive: 1 } },
      },
    ])
  })

  it('deletes a user with their posts, comments, files and all reports about these (MOD-06, MOD-18)', async () => {
    const user = await makeUser(db(), {
      first_name: 'Vikram',
      last_name: 'Gupta',
      email: 'vikram@mail.example',
    })
    const own = await makeMemberPost(db(), { user_id: user })
    const foreign = await makeMemberPost(db())
    const underOwn = await makeComment(db(), { post_id: own })
    const theirs = await makeComment(db(), { post_id: foreign, user_id: user })
    const answerToTheirs = await makeComment(db(), { post_id: foreign, parent_comment_id: theirs })
    const kept = await makeComment(db(), { post_id: foreign })
    const key = await attach(own)
    const portrait = keyOfUrl(
      (await app.call('POST', '/admin/upload', { form: { file: await picture('png') } })).body.data.url,
      'http://127.0.0.1:3999',
    )
    await db().updateTable('app_user').set({ profile_picture_key: portrait }).where('id', '=', user).execute()
    const gone = [
      ['user', user],
      ['post', own],
      ['comment', underOwn],
      ['comment', theirs],
      ['comment', answerToTheirs],
    ] as const
    for (const [kind, id] of gone) await makeReport(db(), kind, id, { reason: 'hate' })
    await makeReport(db(), 'comment', kept, { reporter_id: user })
    await sql`delete from unused_file`.execute(db())

    const answer = await act('remove', 'user', user)
    expect(answer.body.message).toBe('Report Deleted!')

    for (const [kind, id] of gone) {
      expect(await isThere(kind, id)).toBe(false)
      expect(await reportsAbout(id)).toEqual([])
    }
    expect(await reportsAbout(kept)).toMatchObject([{ reporter_id: null, dismissed_at: null }])
    expect(idsOf(await users())).toEqual([])
    expect(idsOf(await comments())).toEqual([kept])
    expect(await bytesToRemove()).toEqual([])
    await app.call('POST', `/admin/bin/${answer.body.data.bin_id}/remove`)
    expect((await bytesToRemove()).sort()).toEqual([key, portrait].sort())
    const [counted] = await db()
      .selectFrom('post')
      .select('comment_count')
      .where('id', '=', foreign)
      .execute()
    expect(counted).toEqual({ comment_count: 1 })
    expect((await auditOf(user)).slice(0, 1)).toMatchObject([
      {
        action: 'user.remove',
        entity_label: 'Vikram Gupta',
        actor_email: 'meera.nair@greenroom.example',
        before: {
          first_name: 'Vikram',
          last_name: 'Gupta',
          email: 'vikram@mail.example',
          posts: 1,
          comments: 1,
          reports: { hate: 1 },
        },
      },
    ])
  })

  it('keeps a profile picture that another user shows (MOD-18)', async () => {
    const upload = await app.call('POST', '/admin/upload', { form: { file: await picture() } })
    const profile_picture_key = keyOfUrl(upload.body.data.url, 'http://127.0.0.1:3999')
    const [user, other] = [
      await makeUser(db(), { profile_picture_key }),
      await makeUser(db(), { profile_picture_key }),
    ]
    await makeReport(db(), 'user', user)
    expect((await act('remove', 'user', user)).status).toBe(200)
    expect((await app.call('GET', `/files/${profile_picture_key}`, { token: null })).status).toBe(200)
    expect(await isThere('user', other)).toBe(true)
  })

  it("lists, invoices and refunds a deleted user's order with its details (MOD-18, MOD-06)", async () => {
    const user = await makeUser(db(), { first_name: 'Ishaan', last_name: 'Verma' })
    const order = randomUUID()
    await db()
      .insertInto('transaction')
      .values({
        id: order,
        reference_order_id: 'order_of_a_deleted_user',
        payment_id: 'pay_OfADeletedUser',
        status: 'completed',
        amount: 249900,
        currency_code: 'INR',
        created_at: '2026-11-20T10:00:00Z',
        entity_type: 'masterclass',
        entity_id: randomUUID(),
        entity_title: 'Save tax the legal way',
        user_id: user,
        user_first_name: 'Ishaan',
        user_last_name: 'Verma',
        user_phone: '+919876543210',
        user_email: 'ishaan@mail.example',
      })
      .execute()
    await makeReport(db(), 'user', user)
    expect((await act('remove', 'user', user)).status).toBe(200)

    const listed = await app.call('GET', '/admin/orders?phone=9876543210')
    expect(listed.body.data.ordersList).toMatchObject([
      {
        _id: order,
        user_id: {
          _id: user,
          first_name: 'Ishaan',
          last_name: 'Verma',
          phone: '+919876543210',
          email: 'ishaan@mail.example',
        },
      },
    ])
    const invoice = await app.call('POST', '/admin/masterclass/invoice', { json: { order_id: order } })
    expect(invoice.status).toBe(200)
    expect(Buffer.from(invoice.body.data.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const refund = await app.call('POST', '/admin/payment/refund', { json: { order_id: order } })
    expect([refund.status, refund.body.data?.order?.status ?? refund.body]).toEqual([200, 'refunded'])
  })

  it("lists, reads and updates a deleted user's booking with its details (MOD-18, ADV-04)", async () => {
    const [service_id, advisor] = [await makeAdvisoryService(app), await makeAdvisor(app)]
    const person = { first_name: 'Ishaan', last_name: 'Verma', phone: '+919876543210' }
    const user = await makeUser(db(), { ...person, email: 'ishaan.verma@mail.example' })
    const other = await makeUser(db())
    const booked = (user_id: string, overrides = {}) =>
      makeLead(app, { service_id, user_id, advisor_id: advisor._id, ...overrides })
    const lead = await booked(user, {
      user_first_name: 'Ishaan',
      user_last_name: 'Verma',
      user_email: 'ishaan.verma@mail.example',
      user_phone: '+919876543210',
    })
    const second = await booked(user, { status: 'CLOSED_LOST', created_at: '2026-11-19T09:00:00Z' })
    const kept = await booked(other, { created_at: '2026-11-18T09:00:00Z' })
    await makeReport(db(), 'user', user)
    const path = '/admin/advisory/bookings'
    const lists = [
      '',
      `?advisor_id=${advisor._id}`,
      '?status=CLOSED_LOST',
      `?service_id=${service_id}&offset=1`,
    ]
    const read = async () => ({
      lists: await Promise.all(
        lists.map(async (query) => (await app.call('GET', `${path}${query}`)).body.data),
      ),
      alone: (await app.call('GET', `${path}/${lead}`)).body.data,
    })
    const search = async () => (await app.call('GET', '/admin/users?email=ishaan.verma')).body.data
    const before = await read()
    expect(before.lists.map((list) => list.count)).toEqual([3, 3, 1, 3])
    expect(before.alone.user).toEqual({ ...person, email: 'ishaan.verma@mail.example' })
    expect(await search()).toHaveLength(1)

    expect((await act('remove', 'user', user)).status).toBe(200)

    const owners = await db().selectFrom('lead').select(['id', 'user_id']).execute()
    expect(new Map(owners.map((row) => [row.id, row.user_id]))).toEqual(
      new Map([
        [lead, null],
        [second, null],
        [kept, other],
      ]),
    )
    expect(await read()).toEqual(before)
    expect(await search()).toEqual([])
    const changed = await app.call('PATCH', `${path}/${lead}`, { json: { status: 'CLOSED_WON' } })
    expect(changed.status).toBe(200)
    expect(changed.body.data).toMatchObject({ status: 'CLOSED_WON', user: before.alone.user, version: 2 })
    expect((await app.call('GET', `${path}?status=CLOSED_WON`)).body.data.count).toBe(1)
  })

  it('processes a repeated request with the same key once and returns the same response (MOD-06, MOD-15, MOD-16)', async () => {
    for (const [kind, action] of [
      ['post', 'remove'],
      ['comment', 'ignore'],
      ['user', 'remove'],
    ] as const) {
      const id = await makers[kind]()
      await makeReport(db(), kind, id)
      const headers = { 'idempotency-key': `once-${id}` }
      const answers = [await act(action, kind, id, headers), await act(action, kind, id, headers)]
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
      expect(answers[1]?.body).toEqual(answers[0]?.body)
      expect(await auditOf(id)).toHaveLength(1)
    }
  })
})

describe('two moderators at once', () => {
  it.each(actions)(
    '%s MOD-06 a %s: %s by many is done once, and the others are told',
    async (_row, kind, action) => {
      for (let round = 0; round < 3; round++) {
        const id = await makers[kind]()
        await makeReport(db(), kind, id)
        const answers = await Promise.all(Array.from({ length: 4 }, () => act(action, kind, id)))
        const statuses = answers.map((answer) => answer.status).sort()
        expect(statuses[0]).toBe(200)
        for (const status of statuses.slice(1)) expect([404, 409]).toContain(status)
        expect(await auditOf(id)).toHaveLength(1)
      }
    },
  )

  it.each(['post', 'comment', 'user'] as const)(
    'accepts only the first of ignoring and deleting a %s concurrently (MOD-05, MOD-06)',
    async (kind) => {
      for (let round = 0; round < 4; round++) {
        const id = await makers[kind]()
        await makeReport(db(), kind, id)
        const [ignored, removed] = await Promise.all([act('ignore', kind, id), act('remove', kind, id)])
        expect([ignored.status, removed.status].filter((status) => status === 200)).toHaveLength(1)
        expect(await isThere(kind, id)).toBe(ignored.status === 200)
        expect(await auditOf(id)).toHaveLength(1)
      }
    },
  )

  it('deletes a user and their posts and comments concurrently (MOD-06, MOD-18)', async () => {
    for (let round = 0; round < 3; round++) {
      const user = await makeUser(db())
      const post = await makeMemberPost(db(), { user_id: user })
      const comment = await makeComment(db(), { post_id: post, user_id: user })
      for (const [kind, id] of [
        ['user', user],
        ['post', post],
        ['comment', comment],
      ] as const) {
        await makeReport(db(), kind, id)
      }
      const answers = await Promise.all([
        act('remove', 'comment', comment),
        act('remove', 'post', post),
        act('remove', 'user', user),
      ])
      expect(answers[2]?.status).toBe(200)
      for (const answer of answers) expect([200, 404, 409]).toContain(answer.status)
      for (const [kind, id] of [
        ['user', user],
        ['post', post],
        ['comment', comment],
      ] as const) {
        expect(await isThere(kind, id)).toBe(false)
        expect(await reportsAbout(id)).toEqual([])
      }
    }
    expect((await sql`select from report_summary`.execute(db())).rows).toEqual([])
  })

  /** Waits until a statement on this database is waiting for a lock. */
  const blocked = () =>
    expect
      .poll(async () => {
        const { rows } = await app.database.pool.query(
          `select count(*) as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].n
      })
      .toBe(1)

  /** Tells whether nobody holds a lock on a row that a deletion needs. */
  async function isFree(kind: Kind, id: string): Promise<boolean> {
    const { rowCount } = await app.database.pool.query(
      `select from ${tables[kind]} where id = $1 for update skip locked`,
      [id],
    )
    return rowCount === 1
  }

  /** Runs something while a row is locked, and reports whether another row was free while it waited. */
  async function whileLocked(
    [kind, id]: [Kind, string],
    work: () => Promise<TestResponse>,
    free: [Kind, string],
  ): Promise<{ wasFree: boolean; answer: TestResponse }> {
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select from ${tables[kind]} where id = $1 for no key update`, [id])
      const answer = work()
      await blocked()
      const wasFree = await isFree(...free)
      await client.query('commit')
      return { wasFree, answer: await answer }
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('locks the author before the post when a post is deleted (POST-23, MOD-16)', async () => {
    const deletions = [
      (id: string) => app.call('POST', `/admin/activity/${id}/remove`),
      (id: string) => act('remove', 'post', id),
    ]
    for (const remove of deletions) {
      const { id } = await makePost(app)
      await makeReport(db(), 'post', id)
      const { wasFree, answer } = await whileLocked(['user', providerAuthor], () => remove(id), ['post', id])
      expect([wasFree, answer.status]).toEqual([true, 200])
    }
  })

  it('locks the post before the comment when a comment is deleted (MOD-16, MOD-18)', async () => {
    for (const kind of ['comment', 'user'] as const) {
      const user = await makeUser(db())
      const post = await makeMemberPost(db())
      const comment = await makeComment(db(), { post_id: post, user_id: user })
      const id = { comment, user }[kind]
      await makeReport(db(), kind, id)
      const { wasFree, answer } = await whileLocked(['post', post], () => act('remove', kind, id), [
        'comment',
        comment,
      ])
      expect([wasFree, answer.status]).toEqual([true, 200])
    }
  })

  it('never deadlocks with many concurrent deletions of related records (POST-23, MOD-06, MOD-18)', async () => {
    const { files } = app.app
    const { moderation } = removalsOf(app, providerAuthor)
    const posts = createPostService({
      authorId: providerAuthor,
      publicUrl: '',
      files,
      users: createUserService(),
    })
    // Not through HTTP, where the transaction is repeated after a deadlock, which would hide it.
    const once = (work: (call: Call) => Promise<unknown>) =>
      db()
        .transaction()
        .execute((db) => work(startCall({ db, clock: app.clock })))
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
        })
    for (let round = 0; round < 10; round++) {
      const { id: providers } = await makePost(app)
      const members = [await makeUser(db()), await makeUser(db())]
      const theirs = await Promise.all(members.map((user_id) => makeMemberPost(db(), { user_id })))
      const comments: string[] = []
      for (const post_id of [providers, ...theirs]) {
        for (const user_id of members) comments.push(await makeComment(db(), { post_id, user_id }))
      }
      for (const id of [providers, ...theirs]) await makeReport(db(), 'post', id)
      for (const id of comments) await makeReport(db(), 'comment', id)
      for (const id of members) await makeReport(db(), 'user', id)
      await Promise.all([
        once((call) => posts.remove(call, providers)),
        ...[providers, ...theirs].map((entity_id) =>
          once((call) => moderation.remove(call, { entity_type: 'activity', entity_id })),
        ),
        ...members.map((id) => once((call) => moderation.removeUser(call, id))),
        ...comments.map((entity_id) =>
          once((call) => moderation.remove(call, { entity_type: 'reaction', entity_id })),
        ),
      ])
      for (const id of members) expect(await isThere('user', id)).toBe(false)
      for (const id of [providers, ...theirs]) expect(await isThere('post', id)).toBe(false)
    }
    expect((await sql`select from report_summary`.execute(db())).rows).toEqual([])
  })
})

describe('an item whose reports have changed since they were shown', () => {
  const send = (action: 'ignore' | 'remove', kind: Kind, id: string, json: Record<string, unknown>) =>
    kind === 'user'
      ? app.call('POST', `/admin/user/${id}/${action}`, { json })
      : app.call('POST', `/admin/report/${action}`, {
          json: { entity_id: id, entity_type: wireWord[kind], ...json },
        })

  it.each(
    (['post', 'comment', 'user'] as const).flatMap((kind) =>
      (['ignore', 'remove'] as const).map((action) => [action, kind] as const),
    ),
  )('is not handled by %s of a %s (OQ-526)', async (action, kind) => {
    const id = await makers[kind]()
    for (const reason of ['spam', 'hate']) await makeReport(db(), kind, id, { reason })
    const stale = await send(action, kind, id, { reports: 1 })
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      'STALE',
      moderationMessages.changed,
    ])
    expect(stale.body.data.reports).toMatchObject({ spam: 1, hate: 1, other: 0 })
    expect(await auditOf(id)).toEqual([])
    expect((await send(action, kind, id, { reports: 2 })).status).toBe(200)
  })

  it('is not deleted with other comments than the question named (OQ-526)', async () => {
    const id = await makeMemberPost(db())
    await makeReport(db(), 'post', id)
    await makeComment(db(), { post_id: id })
    const stale = await send('remove', 'post', id, { reports: 1, comments: 0 })
    expect([stale.status, stale.body.message]).toEqual([409, moderationMessages.commentsChanged])
    expect(await isThere('post', id)).toBe(true)
    expect((await send('remove', 'post', id, { reports: 1, comments: 1 })).status).toBe(200)
  })
})
