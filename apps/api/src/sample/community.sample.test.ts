import {
  ReportedComment,
  ReportedUser,
  Reports,
  reportTypes,
} from '@greenroom/contract/community/moderation/moderation.schema'
import { ListedPost, Post, postTags } from '@greenroom/contract/community/post/post.schema'
import { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { News } from '@greenroom/contract/marketing/news/news.schema'
import { sql } from 'kysely'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { readSettings } from '../settings.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { addSampleData } from './sample-data.ts'

const clocks = [
  ['a Saturday noon', '2026-11-21T06:30:00Z'],
  ['a few minutes after midnight on a Monday', '2026-11-22T18:34:00Z'],
] as const
const anyReason = reportTypes.join(',')

describe.each(clocks)('on %s', (_, moment) => {
  let app: TestApp
  let token: string
  const settings = readSettings({})

  beforeAll(async () => {
    app = await createTestApp()
    app.clock.set(moment)
    token = await app.tokenFor('meera.nair@greenroom.example')
    await addSampleData({
      db: app.database.kysely,
      files: app.app.files,
      clock: app.clock,
      spoolFolder: app.app.spoolFolder,
      settings: readSettings({ DATA_DIR: app.dataDir }),
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(() => app.close())

  async function get(path: string) {
    const answer = await app.call('GET', path, { token })
    expect(answer.status, path).toBe(200)
    return answer.body.data
  }
  const listed = async <S extends z.ZodMiniType>(schema: S, path: string): Promise<z.output<S>[]> =>
    (await get(path)).map((one: unknown) => schema.parse(one))
  const bytesOf = async (url: string) => Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer())

  test('adds provider posts with every tag and every kind of attachment (POST-01, POST-02, POST-04)', async () => {
    const posts = await listed(Post, `/admin/${settings.ADMIN_POST_USER_ID}/activity?feed_limit=200`)
    expect(posts.length).toBeGreaterThanOrEqual(60)
    expect(new Set(posts.flatMap((post) => post.tags))).toEqual(new Set(postTags))
    expect(new Set(posts.map((post) => post.message)).size).toBe(posts.length)
    const having = (of: (post: Post) => unknown) => posts.filter(of).length
    expect(having((post) => post.is_pinned)).toBeGreaterThanOrEqual(5)
    expect(having((post) => post.attachments.images.length > 1)).toBeGreaterThanOrEqual(2)
    expect(having((post) => post.attachments.video)).toBeGreaterThanOrEqual(1)
    expect(having((post) => post.attachments.file)).toBeGreaterThanOrEqual(2)
    expect(having((post) => post.comment_count)).toBeGreaterThanOrEqual(15)
    expect(having((post) => post.message.includes('\n'))).toBeGreaterThanOrEqual(5)
    expect(having((post) => post.message.includes('https://'))).toBeGreaterThanOrEqual(3)
    const now = app.clock.now().toISOString()
    const polls = posts.flatMap((post) => post.poll ?? [])
    expect(polls.filter((poll) => poll.expires_at > now).length).toBeGreaterThanOrEqual(2)
    expect(polls.filter((poll) => poll.expires_at < now).length).toBeGreaterThanOrEqual(3)
    expect(polls.some((poll) => poll.allow_multiple)).toBe(true)
    for (const post of posts) {
      expect(post.created_at < now).toBe(true)
      expect(post.user).toMatchObject({ first_name: 'Greenroom', username: 'greenroom' })
    }
    const everybody = await listed(Post, '/admin/activities?feed_limit=200')
    expect(everybody.length).toBeGreaterThan(posts.length + 20)
    expect(everybody.some((post) => post.user.memberships.is_opc)).toBe(true)
  })

  test('adds enough reports of each kind and for every reason (MOD-10, MOD-12, MOD-13, MOD-14)', async () => {
    const queues = [
      await listed(ListedPost, `/admin/activities?feed_limit=200&report_types=${anyReason}`),
      await listed(ReportedComment, `/admin/reactions?reaction_limit=200&report_types=${anyReason}`),
      await listed(ReportedUser, `/admin/users/report?limit=200&report_types=${anyReason}`),
    ]
    for (const queue of queues) {
      expect(queue.length).toBeGreaterThanOrEqual(14)
      const reports = queue.map((one) => Reports.parse(one.reports))
      for (const type of reportTypes)
        expect(
          reports.some((one) => one[type] > 0),
          type,
        ).toBe(true)
      expect(reports.some((one) => Object.values(one).reduce((sum, count) => sum + count) > 5)).toBe(true)
      expect(queue.map((one) => ('id' in one ? one.id : one._id))).not.toContain(settings.ADMIN_POST_USER_ID)
    }
    const { rows } = await sql<{ dismissed: number; wrong: number }>`
      select count(*) filter (where dismissed_at is not null) as dismissed,
        count(*) filter (where created_at > ${app.clock.now()} or reporter_id = entity_id) as wrong
      from report`.execute(app.database.kysely)
    expect(rows).toEqual([{ dismissed: 15, wrong: 0 }])
  })

  test('adds banners of every kind (BAN-15, BAN-02)', async () => {
    const banners = await listed(Banner, '/admin/banner')
    expect(banners).toHaveLength(8)
    expect(new Set(banners.map((one) => one.is_active))).toEqual(new Set([true, false]))
    expect(new Set(banners.map((one) => one.redirect.type))).toEqual(new Set(['external', 'internal']))
    expect(banners.some((one) => one.files.length > 1 && one.files[0]?.type === 'video')).toBe(true)
    const { redirect } = banners.find((one) => one.redirect.props?.entity_id) ?? {}
    expect((await app.call('GET', `/admin/event/${redirect?.props?.entity_id}`, { token })).status).toBe(200)
  })

  test('adds current and inactive news snippets (NEWS-14, NEWS-02)', async () => {
    const news: News[] = (await get('/admin/academy/news')).news_list.map((one: unknown) => News.parse(one))
    expect(news).toHaveLength(14)
    expect(news.filter((one) => one.is_active)).toHaveLength(10)
    expect(news.some((one) => one.price !== null && !one.is_free)).toBe(true)
  })

  test('stores only real files that a record uses', async () => {
    const posts = await listed(Post, '/admin/activities?feed_limit=200')
    for (const url of new Set(posts.flatMap((post) => post.attachments.images))) {
      expect(await sharp(await bytesOf(url)).metadata()).toMatchObject({
        format: 'jpeg',
        width: 960,
        height: 540,
      })
    }
    const [film] = posts.flatMap((post) => post.attachments.video ?? [])
    expect((await bytesOf(film ?? '')).subarray(0, 4).toString('hex')).toBe('1a45dfa3')
    const [file] = posts.flatMap((post) => post.attachments.file ?? [])
    expect((await bytesOf(file ?? '')).subarray(0, 5).toString()).toBe('%PDF-')
    const rows = await app.database.kysely.selectFrom('file').select('key').execute()
    expect((await app.storedFiles()).sort()).toEqual(rows.map((row) => row.key).sort())
    expect(await app.spooledFiles()).toEqual([])
    const { rows: wrong } = await sql`select id from app_user
      where post_count <> (select count(*) from post where user_id = app_user.id)
      union all select id from post
      where comment_count <> (select count(*) from comment where post_id = post.id)`.execute(
      app.database.kysely,
    )
    expect(wrong).toEqual([])
  })
})
