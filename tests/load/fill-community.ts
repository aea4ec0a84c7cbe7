import type pg from 'pg'

/** Returns the n-th record's id. Ids increase, like the program's own. */
const recordId = (kind: 1 | 2 | 3 | 4, n: string) =>
  `(lpad(to_hex((${n})::bigint), 12, '0') || '7000800000000000000${kind}')::uuid`
const userId = (n: string) => recordId(1, n)
const postId = (n: string) => recordId(2, n)
const commentId = (n: string) => recordId(3, n)

/** The author of every tenth post, whose feed is the longest. */
export const busiestAuthor = '00000000-0000-7000-8000-000000000001'
const commentsOfPost = 5
const chunk = 10_000

/** Returns the id of a user, of whom there is one for four posts; the first one is the busiest author. */
export function userOf(n: number): string {
  const hex = n.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`
}

/** Returns the number of posts of the busiest author. */
export function postsOfBusiestAuthor(posts: number): number {
  return Math.ceil(posts / 10)
}

/**
 * Fills the empty tables of a migrated database with posts over the last three years: five comments per post, half as
 * many open reports of posts, comments and users, some dismissed reports, and one user for four posts. The rows depend
 * only on the number of posts and on today's date.
 * @throws Error if the stored counts differ from a recount
 */
export async function fillCommunity(
  pool: pg.Pool,
  posts: number,
  report: (done: number) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off; select setseed(0.42)')
    if (posts === 0) return
    const users = Math.ceil(posts / 4)
    await client.query(insertUsers, [users])
    for (let done = 0; done < posts; done += chunk) {
      const last = Math.min(done + chunk, posts)
      const range = [done, last]
      await client.query(insertPosts, [...range, posts, users])
      await client.query(insertFiles, range)
      await client.query(insertAttachments, range)
      await client.query(insertPollOptions, range)
      await client.query(insertComments, [...range, posts, users])
      report(last)
    }
    for (let done = 0; done < posts / 2; done += chunk) {
      await client.query(insertReports, [done, Math.min(done + chunk, posts / 2), posts, users])
    }
    await client.query('vacuum (analyze)')
    const { rows } = await client.query(miscounted)
    if (rows[0].n > 0) throw new Error(`${rows[0].n} stored counts differ from a recount.`)
  } finally {
    client.release()
  }
}

const insertUsers = `
  insert into app_user (id, first_name, last_name, email, phone, description, username, designation, is_opc)
  select ${userId('n')},
    (array['Aarav', 'Diya', 'Ishaan', 'Kavya', 'Neha', 'Rohan', 'Sanya', 'Vikram'])[1 + n % 8],
    (array['Bose', 'Gupta', 'Iyer', 'Menon', 'Nair', 'Patel', 'Rao', 'Singh', 'Verma'])[1 + n % 9],
    'member.' || n || '@mail.example', '+91' || (7000000000 + n::bigint * 13457),
    'Invests since ' || 2000 + n % 24, 'member_' || n, 'Engineer', n % 7 = 0
  from generate_series(0, $1::int - 1) as n`

/** Returns when the n-th post was written: evenly over three years. */
const writtenAt = `date_trunc('milliseconds', now() - interval '1095 days' * (1 - n / $3::float8))`

/** Here and below, $1 to $2 are the posts to add, $3 is their total and $4 the number of users. */
const insertPosts = `
  insert into post (id, user_id, message, tags, is_pinned, is_visible, like_count, poll_expires_at, created_at, updated_at)
  select ${postId('n')},
    case when n % 10 = 0 then '${busiestAuthor}'::uuid else ${userId('1 + floor(random() * ($4::int - 1))')} end,
    'Post number ' || n || '. ' || repeat('What do you think of this fund, and of its costs? ', 1 + n % 6),
    case when n % 3 = 0 then array['Tax', 'Loans'] else array['Crypto'] end,
    n % 5000 = 0, n % 40 <> 0, n % 200,
    case when n % 5 = 0 then now() + interval '7 days' end,
    ${writtenAt}, ${writtenAt}
  from generate_series($1::int, $2::int - 1) as n`

const fileKey = `md5('file ' || n) || '.webp'`
const insertFiles = `
  insert into file (key, media_type, byte_size, sha256, width, height, owner_id)
  select ${fileKey}, 'image/webp', 48000, md5(n::text), 1200, 800, ${postId('n')}
  from generate_series($1::int, $2::int - 1) as n where n % 4 = 0`
const insertAttachments = `
  insert into post_attachment (post_id, file_key, kind, position)
  select ${postId('n')}, ${fileKey}, 'image', 0
  from generate_series($1::int, $2::int - 1) as n where n % 4 = 0`

const insertPollOptions = `
  insert into post_poll_option (post_id, position, option, votes)
  select ${postId('n')}, place, (array['Yes', 'No'])[1 + place], n % 90
  from generate_series($1::int, $2::int - 1) as n cross join generate_series(0, 1) as place where n % 5 = 0`

/** Every fifth comment is a reply to the first one of its post. */
const insertComments = `
  insert into comment (id, post_id, parent_comment_id, user_id, message, created_at)
  select ${commentId(`n::bigint * ${commentsOfPost} + place`)}, ${postId('n')},
    case when place = 4 then ${commentId(`n::bigint * ${commentsOfPost}`)} end,
    ${userId('floor(random() * $4::int)')},
    'Comment number ' || place || '. ' || repeat('I would wait for the results. ', 1 + n % 3),
    ${writtenAt} + place * interval '20 minutes'
  from generate_series($1::int, $2::int - 1) as n cross join generate_series(0, ${commentsOfPost - 1}) as place`

/** About three open reports per reported item; every tenth item also has a dismissed one. */
const insertReports = `
  with drawn as (
    select n, floor(random() * $3::int / 6)::int as item,
      case when n % 10 < 4 then 'post' when n % 10 < 8 then 'comment' else 'user' end as entity_type,
      case when random() < 0.01 then 'illegal' else
        (array['offensive', 'spam', 'misleading', 'hate', 'sensitive', 'other', 'harassment', 'spam'])[1 + floor(random() * 8)::int]
      end as reason,
      now() - interval '60 days' * random() as created_at
    from generate_series($1::int, $2::int - 1) as n
  ),
  placed as (
    select *, case entity_type
      when 'post' then ${postId('item * 5 % $3::int')}
      when 'comment' then ${commentId('item::bigint * 23 % ($3::bigint * 5)')}
      else ${userId('item % $4::int')} end as entity_id
    from drawn
  )
  insert into report (id, entity_type, entity_id, reason, reporter_id, created_at, dismissed_at, dismissed_by)
  select gen_random_uuid(), entity_type, entity_id, reason, ${userId('n % $4::int')}, created_at, null, null from placed
  union all
  select gen_random_uuid(), entity_type, entity_id, reason, null, created_at - interval '90 days', now(), 'staff@greenroom.example'
  from placed where n % 30 = 0`

const miscounted = `
  select (select count(*) from post
      left join (select post_id, count(*) as n from comment group by post_id) as counted on counted.post_id = post.id
      where comment_count <> coalesce(counted.n, 0))
    + (select count(*) from app_user
      left join (select user_id, count(*) as n from post group by user_id) as counted on counted.user_id = app_user.id
      where post_count <> coalesce(counted.n, 0))
    + (select count(*) from report_summary as kept
      full join (
        select entity_type, entity_id, count(*) as total, max(created_at) as newest_at,
          count(*) filter (where reason = 'spam') as spam, count(*) filter (where reason = 'illegal') as illegal
        from report where dismissed_at is null group by entity_type, entity_id
      ) as counted using (entity_type, entity_id)
      where (kept.total, kept.newest_at, kept.spam, kept.illegal)
        is distinct from (counted.total, counted.newest_at, counted.spam, counted.illegal)) as n`
