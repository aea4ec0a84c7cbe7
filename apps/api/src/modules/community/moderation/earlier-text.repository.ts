import { binDays } from '@greenroom/contract/desk/bin/bin.schema'
import { sql } from 'kysely'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/record-id.ts'

type Kind = 'post' | 'comment'

const day = 86_400_000

const keptUntil = (call: Call) => new Date(call.now.getTime() + binDays * day)

/** Columns of a post and of a comment that a text is kept with, as SQL. */
const columnsOf = {
  post: sql`'post', id, external_id, user_id, null::uuid, null::uuid, message, tags, created_at`,
  comment: sql`'comment', id, external_id, user_id, post_id, parent_comment_id, message, '{}'::text[], created_at`,
}
const columns = sql`(id, entity_type, entity_id, external_id, user_id, post_id, parent_comment_id, message, tags,
  created_at, ended_at, is_deleted, kept_until)`

/**
 * Keeps what an item says for moderators before the public product changes it (OQ-775). The caller has locked it.
 * @param endedAt when it was changed there
 */
export async function keepEarlierText(
  call: Call,
  { kind, id, endedAt }: { kind: Kind; id: string; endedAt: Date },
): Promise<void> {
  await sql`insert into earlier_text ${columns}
    select ${newId()}, ${columnsOf[kind]}, ${endedAt}, false, ${keptUntil(call)}
    from ${sql.table(kind)} where id = ${id}`.execute(call.db)
}

/**
 * Keeps the last text of an item that the public product deletes, and those of the reported comments that go with it,
 * so that their reports stay (OQ-775). Call it before the deletion.
 * @param endedAt when it was deleted there
 */
export async function keepDeletedTexts(
  call: Call,
  { kind, id, endedAt }: { kind: Kind; id: string; endedAt: Date },
): Promise<void> {
  const below =
    kind === 'post'
      ? sql`select id from comment where post_id = ${id}`
      : sql`with recursive reply as (
          select id from comment where parent_comment_id = ${id}
          union all
          select comment.id from comment join reply on comment.parent_comment_id = reply.id
        ) select id from reply`
  const end = sql`${endedAt}, true, ${keptUntil(call)}`
  await sql`insert into earlier_text ${columns}
    select ${newId()}, ${columnsOf[kind]}, ${end} from ${sql.table(kind)} where id = ${id}`.execute(call.db)
  const { rows } = await sql<{ id: string }>`
    select id from (${below}) as below
    where exists (select from report_summary where entity_type = 'comment' and entity_id = below.id)
    order by id`.execute(call.db)
  for (const reply of rows) {
    await sql`insert into earlier_text ${columns}
      select ${newId()}, ${columnsOf.comment}, ${end} from comment where id = ${reply.id}`.execute(call.db)
  }
}

interface DeletedItem {
  id: string
  external_id: string | null
  message: string
}

/** Returns items that the public product deleted, whose last text is kept, and locks them so that it stays. */
export async function lockDeletedItems(
  db: Database,
  kind: Kind,
  { externalIds, ids }: { externalIds: readonly string[]; ids: readonly string[] },
): Promise<DeletedItem[]> {
  const { rows } = await sql<DeletedItem>`
    select entity_id as id, external_id, message from earlier_text
    where entity_type = ${kind} and is_deleted
      and (external_id = any(${[...externalIds]}::text[]) or entity_id = any(${[...ids]}::uuid[]))
    order by entity_id for key share`.execute(db)
  return rows
}

/** Returns an item that the public product deleted; undefined if its text is not kept any more. */
export async function findDeletedItem(
  db: Database,
  kind: Kind,
  id: string,
): Promise<DeletedItem | undefined> {
  const [item] = await lockDeletedItems(db, kind, { externalIds: [], ids: [id] })
  return item
}

/** Deletes texts whose time is over, with the reports of deleted items. Returns their number. */
export async function deleteDueTexts(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from earlier_text where id = any (array(
    select id from earlier_text where kept_until <= ${now} order by kept_until limit ${limit}
    for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
