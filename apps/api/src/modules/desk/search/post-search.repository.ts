import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { contains } from '../../../platform/database/text-search.ts'
import { candidates, type FoundRow, prepared, type Search } from './search.repository.ts'

/** How many of the newest posts are searched for a text as it was typed. */
const newestPosts = 300
const shortestWord = 3

/**
 * Finds posts by id or text. A frequent text is found among the newest posts; the index of words is read only for one
 * that is rare there, so it never reads a list of most posts.
 * @param author finds only the posts of this account
 */
export async function findPosts(
  db: Database,
  { text, id, isPart }: Search,
  { author, limit }: { author: string | undefined; limit: number },
): Promise<FoundRow[]> {
  const isShown = author === undefined ? sql`true` : sql`post.user_id = ${author}::uuid`
  if (id !== null) return read(db, sql`select id from post where id = ${id}::uuid and ${isShown}`, 0)
  if (!isPart) return []
  const recent = sql`select id from (
      select id, user_id, message from post order by created_at desc, id desc limit ${sql.lit(newestPosts)}
    ) as post where ${contains(sql.ref('message'), text)} and ${isShown} limit ${sql.lit(limit)}`
  const found = await read(db, recent, 2)
  // As searched() writes them: an Arabic ligature becomes several words, and another apostrophe ends one.
  const plain = text.normalize('NFKC').replace(/[\u02bb\u02bc]/g, "'")
  const words = (plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => [...word].length >= shortestWord)
  if (found.length >= limit || words.length === 0) return found
  const query = words.map((word) => `${word}:*`).join(' & ')
  return read(
    db,
    sql`select id from (
        select id, user_id from post
        where to_tsvector('simple', searched(message)) @@ to_tsquery('simple', searched(${query})) limit ${sql.lit(candidates * 5)}
      ) as post where ${isShown}
      union select id from post where id = any (${found.map((row) => row.id)}::uuid[])`,
    2,
    limit,
  )
}

function read(db: Database, ids: RawBuilder<unknown>, rank: number, limit?: number): Promise<FoundRow[]> {
  return prepared(
    db,
    sql`
    select 'post' as kind, post.id, left(post.message, 200) as title,
      trim(author.first_name || ' ' || author.last_name) as detail, null as code, null as email, null as phone,
      post.created_at as at, null::bigint as amount, null as currency_code, post.user_id::text as status,
      ${sql.lit(rank)}::int as rank
    from post join app_user as author on author.id = post.user_id
    where post.id = any (array(${ids}))
    order by post.created_at desc, post.id desc limit ${sql.lit(limit ?? candidates)}`,
  )
}
