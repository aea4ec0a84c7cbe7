import { moderationMessages } from '@greenroom/contract/community/moderation/moderation.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await createTestApp()
  key = await makeKey(app, ['intake.write'], 'Community')
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(testNow)
  await app.database.pool.query('delete from report')
})

let count = 0
const now = Date.parse(testNow)
const day = 86_400_000
const at = (minute: number) => new Date(now - 3_600_000 + minute * 60_000).toISOString()
const send = (path: string, ...records: unknown[]) => sendRecords(app, `/intake/${path}`, key, records)

/** A post with a comment on it, both sent by the public product a while ago. */
async function sent() {
  const author = `author-${++count}`
  await send('users', { external_id: author, first_name: 'Asha', changed_at: at(0) })
  const post = {
    external_id: `post-${count}`,
    user_external_id: author,
    message: 'Double your money by Friday',
    tags: ['Tax'],
  }
  const comment = {
    external_id: `comment-${count}`,
    user_external_id: author,
    post_external_id: post.external_id,
    message: 'Send me your PIN',
  }
  await send('posts', { ...post, changed_at: at(0) })
  const { rows } = await app.database.pool.query('select id, user_id from post where external_id = $1', [
    post.external_id,
  ])
  await send('comments', { ...comment, changed_at: at(0) })
  const kinds = { posts: post, comments: comment } as const
  const change = (kind: keyof typeof kinds, minute: number, values: object) =>
    send(kind, { ...kinds[kind], ...values, changed_at: at(minute) })
  const report = (kind: keyof typeof kinds, minute: number, values: object = {}) =>
    send('reports', {
      external_id: `report-${++count}`,
      entity_type: kind === 'posts' ? 'post' : 'comment',
      entity_external_id: kinds[kind].external_id,
      reason: 'spam',
      changed_at: at(minute),
      ...values,
    })
  return { userId: rows[0].user_id as string, postId: rows[0].id as string, change, report, post, comment }
}

const posts = async () =>
  (await app.call('GET', '/admin/activities?report_types=spam,other,hate&with_counts=true')).body
const comments = async () => (await app.call('GET', '/admin/reactions')).body.data
const act = (action: 'ignore' | 'remove', entity_type: string, entity_id: string) =>
  app.call('POST', `/admin/report/${action}`, { json: { entity_id, entity_type } })
const sweep = () => app.app.tasks['sweep-earlier-texts']?.({}, {} as never)

/** Only a reported account can be removed. */
const reportPerson = (userId: string) =>
  send('reports', {
    external_id: `report-${++count}`,
    entity_type: 'user',
    entity_id: userId,
    reason: 'spam',
    changed_at: at(0),
  })

type Sent = Awaited<ReturnType<typeof sent>>

/** Lists each order of some steps. */
function orders<Step>(steps: readonly Step[]): Step[][] {
  if (steps.length === 0) return [[]]
  return steps.flatMap((step) => orders(steps.filter((one) => one !== step)).map((rest) => [step, ...rest]))
}

/** The queues, all reports with their marks, what is counted, and the texts that are kept. */
async function moderated() {
  const rowsOf = async (table: string, order: string) =>
    (await app.database.pool.query(`select * from ${table} order by ${order}`)).rows
  return {
    posts: await posts(),
    comments: await comments(),
    reports: await rowsOf('report', 'id'),
    summaries: await rowsOf('report_summary', 'entity_type, entity_id'),
    texts: await rowsOf('earlier_text', 'id'),
  }
}

const waiting = async () => (await app.database.pool.query('select from report_summary')).rows.length

describe('a reported post', () => {
  it('that the public product deletes stays in the queue as it was reported, and later reports count (OQ-775)', async () => {
    const { change, report, postId } = await sent()
    await report('posts', 1)
    await change('posts', 2, { deleted: true })
    const [card] = (await posts()).data
    expect(card).toMatchObject({
      _id: postId,
      message: 'Double your money by Friday',
      tags: ['Tax'],
      user: { first_name: 'Asha' },
      changed: { how: 'deleted', at: at(2), message: '' },
      reports: { spam: 1 },
    })
    expect((await report('posts', 3, { reason: 'hate' })).created).toBe(1)
    const counted = await app.call(
      'GET',
      '/admin/numbers/moderation/reports?of=received&from=2026-11-21&to=2026-11-21',
    )
    expect(counted.body.data.reports).toMatchObject([
      { text: 'Double your money by Friday', post_id: null },
      { text: 'Double your money by Friday', post_id: null },
    ])
    expect((await posts()).data[0].reports).toMatchObject({ spam: 1, hate: 1 })
    expect((await posts()).report_counts.waiting).toBe(1)
    expect((await app.call('GET', '/admin/activities')).body.data).toEqual([])
    expect((await app.call('GET', '/admin/bin')).body.data.items).toEqual([])
  })

  it('can be ignored and brought back, and not deleted once more (OQ-775)', async () => {
    const { change, report, postId } = await sent()
    await report('posts', 1)
    await change('posts', 2, { deleted: true })
    const refused = await act('remove', 'activity', postId)
    expect([refused.status, refused.body.message]).toEqual([409, moderationMessages.deletedAlready])
    const { dismissed_at } = (await act('ignore', 'activity', postId)).body.data
    expect((await posts()).data).toEqual([])
    const json = { entity_id: postId, entity_type: 'activity', dismissed_at }
    expect((await app.call('POST', '/admin/report/reopen', { json })).status).toBe(200)
    expect((await posts()).data).toMatchObject([{ _id: postId, changed: { how: 'deleted' } }])
  })

  it('that was deleted before the report came is shown all the same, for thirty days (OQ-775)', async () => {
    const { change, report, postId } = await sent()
    await change('posts', 2, { deleted: true })
    expect((await posts()).data).toEqual([])
    await report('posts', 1)
    expect((await posts()).data).toMatchObject([{ _id: postId, changed: { how: 'deleted', at: at(2) } }])
    app.clock.set(new Date(now + 30 * day - 1_000).toISOString())
    await sweep()
    expect(await waiting()).toBe(1)
    app.clock.set(new Date(now + 30 * day).toISOString())
    await sweep()
    expect(await waiting()).toBe(0)
    const { rows } = await app.database.pool.query('select from earlier_text where entity_id = $1', [postId])
    expect(rows).toEqual([])
    const late = await report('posts', 3)
    expect(late.results).toMatchObject([{ outcome: 'refused', message: 'This was deleted' }])
  })

  it('that is edited shows what was reported and what it says now (OQ-775)', async () => {
    const { change, report, postId, post } = await sent()
    await report('posts', 5)
    await change('posts', 6, { message: 'Good morning', tags: [] })
    await change('posts', 7, { message: 'Good evening', tags: [] })
    expect((await posts()).data).toMatchObject([
      {
        _id: postId,
        message: post.message,
        tags: ['Tax'],
        changed: { how: 'edited', at: at(7), message: 'Good evening' },
      },
    ])
    // The feed has what it says now.
    const feed = (await app.call('GET', '/admin/activities')).body.data
    expect(feed.find(({ _id }: { _id: string }) => _id === postId).message).toBe('Good evening')
    await act('ignore', 'activity', postId)
    await report('posts', 8, { reason: 'other' })
    expect((await posts()).data).toMatchObject([{ message: 'Good evening', changed: null }])
    await change('posts', 9, { deleted: true })
    expect((await posts()).data).toMatchObject([{ message: 'Good evening', changed: { how: 'deleted' } }])
  })

  it('shows the text of the time of a report that comes after the edit (OQ-775)', async () => {
    const { change, report, post } = await sent()
    await change('posts', 4, { message: 'Once edited' })
    await change('posts', 6, { message: 'Twice edited' })
    await report('posts', 9, { created_at: at(5) })
    expect((await posts()).data).toMatchObject([{ message: 'Once edited', changed: { at: at(6) } }])
    await report('posts', 9, { created_at: at(2) })
    expect((await posts()).data).toMatchObject([{ message: post.message, changed: { how: 'edited' } }])
  })

  it('that a moderator deleted and restored shows what it said (OQ-775)', async () => {
    const { change, report, postId, post } = await sent()
    await report('posts', 1)
    await change('posts', 2, { message: 'Harmless' })
    const { bin_id } = (await act('remove', 'activity', postId)).body.data
    expect((await posts()).data).toEqual([])
    expect((await report('posts', 3)).refused).toBe(1)
    expect((await app.call('POST', `/admin/bin/${bin_id}/restore`)).status).toBe(200)
    expect((await posts()).data).toMatchObject([
      { message: post.message, changed: { how: 'edited', message: 'Harmless' } },
    ])
  })

  it('comes back with its earlier texts when its author is restored from the bin (OQ-775)', async () => {
    const { change, report, post, userId } = await sent()
    await report('posts', 1)
    await change('posts', 2, { message: 'Harmless' })
    await reportPerson(userId)
    const { bin_id } = (await app.call('POST', `/admin/user/${userId}/remove`)).body.data
    expect((await posts()).data).toEqual([])
    expect((await app.call('POST', `/admin/bin/${bin_id}/restore`)).status).toBe(200)
    expect((await posts()).data).toMatchObject([{ message: post.message, changed: { how: 'edited' } }])
  })

  const steps = {
    report: (sent: Sent, minute: number) => sent.report('posts', minute),
    'report the comment': (sent: Sent, minute: number) => sent.report('comments', minute),
    edit: (sent: Sent, minute: number) => sent.change('posts', minute, { message: `Harmless ${minute}` }),
    'delete the comment': (sent: Sent, minute: number) => sent.change('comments', minute, { deleted: true }),
    delete: (sent: Sent, minute: number) => sent.change('posts', minute, { deleted: true }),
    ignore: (sent: Sent) => act('ignore', 'activity', sent.postId),
  }
  it.each([
    ...orders(['report', 'edit', 'delete', 'ignore'] as const),
    ...orders(['report the comment', 'delete the comment', 'delete'] as const),
  ])('comes back as it was after %s, %s, %s, reports and marks too (OQ-778)', async (...order) => {
    const made = await sent()
    const { userId } = made
    await reportPerson(userId)
    for (const [minute, step] of order.entries()) await steps[step](made, minute + 1)
    const before = await moderated()
    expect(before.reports.length).toBeGreaterThan(0)
    for (let again = 0; again < 2; again++) {
      const { bin_id } = (await app.call('POST', `/admin/user/${userId}/remove`)).body.data
      expect((await moderated()).reports).toEqual([])
      const { body } = await app.call('POST', `/admin/bin/${bin_id}/restore`)
      expect(body.data).toMatchObject({ waiting: 0, lost: 0 })
      expect(await moderated()).toEqual(before)
    }
    // Later reports count as before, also those of a deleted item.
    await made.report('posts', 30)
    expect((await posts()).data).toHaveLength(1)
  })

  it.each(['author first', 'reporter first'])(
    'comes back with its reporter, the %s (OQ-778)',
    async (restored) => {
      const { change, report, userId } = await sent()
      const reporter = `reporter-${count}`
      await send('users', { external_id: reporter, first_name: 'Ravi', changed_at: at(0) })
      await report('posts', 1, { user_external_id: reporter })
      await change('posts', 2, { deleted: true })
      const { rows } = await app.database.pool.query('select id from app_user where external_id = $1', [
        reporter,
      ])
      const reporterId = rows[0].id as string
      for (const id of [reporterId, userId]) await reportPerson(id)
      const before = await moderated()
      expect(before.reports.map(({ reporter_id }) => reporter_id)).toContain(reporterId)
      const items: string[] = []
      for (const id of [reporterId, userId]) {
        items.push((await app.call('POST', `/admin/user/${id}/remove`)).body.data.bin_id)
      }
      if (restored === 'author first') items.reverse()
      for (const item of items) {
        expect((await app.call('POST', `/admin/bin/${item}/restore`)).status).toBe(200)
      }
      expect(await moderated()).toEqual(before)
    },
  )

  it('goes with its text when the account is deleted (OQ-775)', async () => {
    const { change, report, userId, post } = await sent()
    await report('posts', 1)
    await change('posts', 2, { deleted: true })
    const gone = { external_id: post.user_external_id, changed_at: at(3), deleted: true }
    await send('users', gone)
    expect((await posts()).data).toEqual([])
    const { rows } = await app.database.pool.query('select from earlier_text where user_id = $1', [userId])
    expect(rows).toEqual([])
  })
})

describe('a reported comment', () => {
  it('that goes with its post, by a deletion of the public product, stays in the queue (OQ-775)', async () => {
    const { change, report, post, comment } = await sent()
    await report('comments', 1)
    await change('posts', 2, { deleted: true })
    expect(await comments()).toMatchObject([
      {
        reaction_message: comment.message,
        post: { message: post.message, user: { first_name: 'Asha' } },
        changed: { how: 'deleted', at: at(2) },
      },
    ])
  })

  it('is shown as it was reported when it is edited or deleted (OQ-775)', async () => {
    const { change, report, comment } = await sent()
    await report('comments', 1)
    await change('comments', 2, { message: 'Hello' })
    expect(await comments()).toMatchObject([
      { reaction_message: comment.message, changed: { how: 'edited', message: 'Hello' } },
    ])
    await change('comments', 3, { deleted: true })
    const [card] = await comments()
    expect(card).toMatchObject({ reaction_message: comment.message, changed: { how: 'deleted', at: at(3) } })
    expect((await act('ignore', 'reaction', card._id)).status).toBe(200)
    expect(await comments()).toEqual([])
  })
})
