import type { BinKind, BinPermission } from '@greenroom/contract/desk/bin/bin.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import {
  type BinSource,
  type BinTable,
  binLinks,
  binReferences,
  binTables,
  tableOfKind,
} from './bin-tables.ts'

interface NewBinItem {
  id: string
  kind: BinKind
  record_id: string
  label: string
  permission: BinPermission
  deleted_by: string
  deleted_at: Date
}

export async function insertBinItem(db: Database, item: NewBinItem): Promise<void> {
  await db.insertInto('bin_item').values(item).execute()
}

/** Records how many rows of each table an item has. */
export async function setContents(db: Database, id: string): Promise<void> {
  await sql`update bin_item set contents = (
      select coalesce(jsonb_object_agg(source, n), '{}')
      from (select source, count(*) as n from bin_row where item_id = ${id}::uuid group by source) as counted
    ) where id = ${id}::uuid`.execute(db)
}

/** Keeps the files of an item from being served. An optional one that another row shows, a profile picture, stays. */
export async function hideFiles(db: Database, id: string): Promise<void> {
  const keys = binReferences('file').map(({ source, column, isOptional }) => {
    const key = sql`bin_row.content ->> ${column}`
    const isShown = sql`exists (select from ${sql.table(source)} as shown
      where shown.${sql.ref(column)} = ${key} and shown.id <> bin_row.record_id)`
    return sql`select ${key} from bin_row where item_id = ${id}::uuid and source = ${source}
      ${isOptional ? sql`and not ${isShown}` : sql``}`
  })
  const all = sql.join(keys, sql` union all `)
  await sql`update file set bin_item_id = ${id}::uuid where key in (${all})`.execute(db)
}

/** Copies the rows of a record to its item. The caller holds the record's locks, and deletes the rows afterwards. */
export async function copyRows(db: Database, item: NewBinItem): Promise<void> {
  const { kind, record_id: id } = item
  const copy = (source: BinSource, where: RawBuilder<unknown>, changes?: RawBuilder<unknown>) =>
    copyOf(db, item.id, source, where, changes)
  const isRecord = sql`id = ${id}::uuid`
  const kept = (source: BinSource) =>
    sql`(select record_id from bin_row where item_id = ${item.id}::uuid and source = ${source})`
  const ofRecord = async (child: BinSource, column: string) =>
    copy(child, sql`${sql.ref(column)} = ${id}::uuid`)

  if (kind !== 'user' && kind !== 'post' && kind !== 'comment') {
    const table = tableOfKind[kind]
    await copy(table, isRecord)
    for (const { source, column } of binReferences(table)) await ofRecord(source, column)
    return
  }

  // What triggers count is kept without what they will count again when the rows come back.
  if (kind === 'user') {
    await copy('app_user', isRecord, sql`jsonb_build_object('post_count', 0)`)
    await ofRecord('membership_held', 'user_id')
    await ofRecord('earlier_text', 'user_id')
  }
  if (kind !== 'comment') {
    await copy(
      'post',
      kind === 'user' ? sql`user_id = ${id}::uuid` : isRecord,
      sql`jsonb_build_object('comment_count', 0, 'like_count', like_count - (
        select count(*) from post_like where post_like.post_id = post.id and is_liked))`,
    )
  }
  const inPosts = sql`post_id in ${kept('post')}`
  const mineOrInPosts = kind === 'user' ? sql`(user_id = ${id}::uuid or ${inPosts})` : inPosts
  await copy('post_attachment', inPosts)
  await copy(
    'post_poll_option',
    inPosts,
    sql`jsonb_build_object('votes', votes - (
      select count(*) from post_vote
      where post_vote.post_id = post_poll_option.post_id and post_vote.option = post_poll_option.option and is_counted))`,
  )
  const first = kind === 'comment' ? isRecord : mineOrInPosts
  const below = sql`id in (
    with recursive below as (
      select id from comment where ${first}
      union select reply.id from comment as reply join below on reply.parent_comment_id = below.id
    ) select id from below)`
  // A report of a reply waits until the deletion is done, and is then refused.
  await sql`select from comment where ${below} order by id for update`.execute(db)
  await copy('comment', below)
  await copy('post_vote', mineOrInPosts)
  await copy('post_like', mineOrInPosts)
  await copy(
    'report',
    sql`(entity_type = 'post' and entity_id in ${kept('post')})
      or (entity_type = 'comment' and entity_id in ${kept('comment')})
      or (entity_type = 'user' and entity_id in ${kept('app_user')})
      or exists (
        select from earlier_text where id in ${kept('earlier_text')} and is_deleted
          and earlier_text.entity_type = report.entity_type and earlier_text.entity_id = report.entity_id)`,
  )
  if (kind !== 'user') return
  for (const { table, column } of binLinks) {
    await sql`insert into bin_row (item_id, source, record_id, person_id, content)
      select ${item.id}::uuid, ${`${table}.${column}`}, id, ${id}::uuid, jsonb_build_object('id', id)
      from ${sql.table(table)} as linked where ${sql.ref(column)} = ${id}::uuid
        and (${table} <> 'report' or id not in ${kept('report')})`.execute(db)
  }
}

async function copyOf(
  db: Database,
  itemId: string,
  source: BinSource,
  where: RawBuilder<unknown>,
  changes: RawBuilder<unknown> = sql`'{}'::jsonb`,
): Promise<void> {
  const { hasId, parent, person }: BinTable = binTables[source]
  const column = (name: string | undefined) => (name === undefined ? sql`null::uuid` : sql.ref(name))
  await sql`insert into bin_row (item_id, source, record_id, parent_id, person_id, content)
    select ${itemId}::uuid, ${source}, ${column(hasId ? 'id' : undefined)}, ${column(parent)}, ${column(person)},
      to_jsonb(${sql.table(source)}) || ${changes}
    from ${sql.table(source)} where ${where} ${hasId ? sql`order by id` : sql``}`.execute(db)
}

/** Where a row of a caller's system is in the bin. */
interface FoundRow {
  id: string
  item_id: string
  /** Whether it is the deleted record itself. */
  is_record: boolean
}

/** Finds rows in the bin by the id that another system gave them. */
export async function findByExternalId(
  db: Database,
  source: 'post' | 'comment' | 'report' | 'app_user',
  externalId: string,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select bin_row.id, item_id, bin_row.record_id = bin_item.record_id as is_record
    from bin_row join bin_item on bin_item.id = item_id
    where content ->> 'external_id' = ${externalId} and source = ${source}`.execute(db)
  return rows
}

/** Finds the items of a deleted account. */
export async function findItemsOfAccount(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bin_item where record_id = ${userId}::uuid and kind = 'user'`.execute(db)
  return rows.map((row) => row.id)
}

/** Deletes rows of an item, with the replies to them and the reports of all of these. */
export async function deleteRows(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with recursive gone as (
      select id, source, record_id from bin_row where id = any(${[...ids]}::bigint[])
      union select below.id, below.source, below.record_id from bin_row as below
        join gone on below.parent_id = gone.record_id and gone.source = 'comment'
        where below.source in ('comment', 'report')
    ), deleted as (delete from bin_row where id in (select id from gone) returning 1)
    select count(*)::int as n from deleted`.execute(db)
  return rows[0]?.n ?? 0
}
