import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

const reasons = [
  'offensive',
  'spam',
  'misleading',
  'hate',
  'illegal',
  'sensitive',
  'other',
  'harassment',
] as const
const newest = 'order by newest_at desc, entity_id desc'
const counts = reasons.map((reason) => `s.${reason}`).join(', ')

const idsOfAny = (kind: string) =>
  `select entity_id from report_summary where entity_type = '${kind}' ${newest} limit (select $1::bigint) offset (select $2::bigint)`
const idsOfSome = (kind: string, types: string[]) => `
  select entity_id from (
    ${types
      .map(
        (
          reason,
        ) => `(select newest_at, entity_id from report_summary where entity_type = '${kind}' and ${reason} > 0
          ${newest} limit (select $1::bigint + $2::bigint))`,
      )
      .join(' union ')}
  ) as hit ${newest} limit (select $1::bigint) offset (select $2::bigint)`

const postColumns = `p.id, p.user_id, p.message, p.tags, p.is_pinned, p.is_visible, p.like_count, p.comment_count,
  p.poll_expires_at, p.poll_allow_multiple, p.version, p.created_at, u.first_name, u.last_name, u.username, u.designation,
  u.is_opc, u.profile_picture_key,
  (select json_agg(json_build_array(a.kind, a.file_key) order by a.kind, a.position) from post_attachment as a
    where a.post_id = p.id) as attachments,
  (select json_agg(json_build_object('option', o.option, 'votes', o.votes) order by o.position)
    from post_poll_option as o where o.post_id = p.id) as options`

const reportedPosts = (ids: string) => `
  select ${postColumns}, ${counts}
  from report_summary as s join post as p on p.id = s.entity_id join app_user as u on u.id = p.user_id
  where s.entity_type = 'post' and s.entity_id = any (array(${ids}))
  order by s.newest_at desc, s.entity_id desc`

const reportedComments = `
  select c.id, c.post_id, c.parent_comment_id, c.user_id, c.message, c.created_at, u.first_name, u.last_name,
    left(p.message, 300) as post_message, pu.first_name as post_first_name, pu.last_name as post_last_name, ${counts}
  from report_summary as s join comment as c on c.id = s.entity_id join app_user as u on u.id = c.user_id
    join post as p on p.id = c.post_id join app_user as pu on pu.id = p.user_id
  where s.entity_type = 'comment' and s.entity_id = any (array(${idsOfAny('comment')}))
  order by s.newest_at desc, s.entity_id desc`

const reportedUsers = `
  select u.id, u.first_name, u.last_name, u.phone, u.email, u.description, u.is_opc, ${counts}
  from report_summary as s join app_user as u on u.id = s.entity_id
  where s.entity_type = 'user' and s.entity_id = any (array(${idsOfAny('user')}))
  order by s.newest_at desc, s.entity_id desc`

/** Reads the feed from its nearer end: for the last page, the older end. */
const oldestOfAuthor = `
  select ${postColumns}
  from post as p join app_user as u on u.id = p.user_id
  where p.id = any (array(
    select id from post where user_id = $3::uuid order by created_at, id
    limit (select $1::bigint)
    offset greatest(0, (select post_count from app_user where id = $3::uuid) - $2::bigint - $1::bigint)
  ))
  order by p.created_at desc, p.id desc`

type Row = Record<string, unknown>

function post(row: Row) {
  const author = {
    id: row.user_id,
    _id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    profile_picture: row.profile_picture_key === null ? null : `/files/${row.profile_picture_key}`,
    username: row.username,
    designation: row.designation,
    memberships: { is_opc: row.is_opc },
  }
  const attachments = (row.attachments ?? []) as [string, string][]
  const urls = (kind: string) => attachments.filter((one) => one[0] === kind).map((one) => `/files/${one[1]}`)
  return {
    id: row.id,
    _id: row.id,
    message: row.message,
    attachments: {
      images: urls('image'),
      video: urls('video')[0] ?? null,
      audio: urls('audio')[0] ?? null,
      file: urls('file')[0] ?? null,
    },
    like_count: row.like_count,
    comment_count: row.comment_count,
    poll: row.poll_expires_at && {
      options: row.options,
      expires_at: row.poll_expires_at,
      allow_multiple: row.poll_allow_multiple,
    },
    tags: row.tags,
    created_at: row.created_at,
    is_pinned: row.is_pinned,
    user: author,
    user_id: author,
    // No filled post is the provider's.
    is_own: false,
    version: row.version,
  }
}

const reports = (row: Row) => Object.fromEntries(reasons.map((reason) => [reason, row[reason]]))

/** Adds the community's routes to the bare server. */
export function answerCommunity(server: FastifyInstance, pool: pg.Pool): void {
  const answer = (data: unknown[]) => JSON.stringify({ success: true, message: 'OK', data })
  const json = 'application/json; charset=utf-8'

  server.get<{ Querystring: Record<string, string> }>('/admin/activities', async ({ query }, reply) => {
    const types = (query.report_types ?? '').split(',')
    const isAny = types.length === reasons.length
    const { rows } = await pool.query({
      name: isAny ? 'posts' : `posts ${types}`,
      text: reportedPosts(isAny ? idsOfAny('post') : idsOfSome('post', types)),
      values: [query.feed_limit, query.feed_offset],
    })
    reply.type(json)
    return answer(rows.map((row) => ({ ...post(row), is_visible: row.is_visible, reports: reports(row) })))
  })

  server.get<{ Querystring: Record<string, string> }>('/admin/reactions', async ({ query }, reply) => {
    const values = [query.reaction_limit, query.reaction_offset]
    const { rows } = await pool.query({ name: 'comments', text: reportedComments, values })
    reply.type(json)
    return answer(
      rows.map((row) => ({
        id: row.id,
        _id: row.id,
        parent_id: row.parent_comment_id ?? row.post_id,
        post_id: row.post_id,
        post: {
          message: row.post_message,
          user: { first_name: row.post_first_name, last_name: row.post_last_name },
        },
        user: { _id: row.user_id, first_name: row.first_name, last_name: row.last_name },
        created_at: row.created_at,
        reaction_message: row.message,
        reports: reports(row),
      })),
    )
  })

  server.get<{ Querystring: Record<string, string> }>('/admin/users/report', async ({ query }, reply) => {
    const values = [query.limit, query.offset]
    const { rows } = await pool.query({ name: 'users', text: reportedUsers, values })
    reply.type(json)
    return answer(
      rows.map((row) => ({
        _id: row.id,
        first_name: row.first_name,
        last_name: row.last_name,
        phone: row.phone,
        email: row.email,
        description: row.description,
        memberships: { is_opc: row.is_opc },
        reports: reports(row),
      })),
    )
  })

  server.get<{ Querystring: Record<string, string>; Params: { user_id: string } }>(
    '/admin/:user_id/activity',
    async ({ query, params }, reply) => {
      const values = [query.feed_limit, query.feed_offset, params.user_id]
      const { rows } = await pool.query({ name: 'feed', text: oldestOfAuthor, values })
      reply.type(json)
      return answer(rows.map(post))
    },
  )
}
