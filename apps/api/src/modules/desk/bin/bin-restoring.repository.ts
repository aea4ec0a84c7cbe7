import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type BinReference, type BinSource, binLinks, binTables } from './bin-tables.ts'

/**
 * Makes whatever takes items out of the bin wait for each other until the transaction ends: rows move between items, so
 * two of them could wait for each other in a circle. Deletions don't wait.
 */
export async function lockBin(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bin', 0))`.execute(db)
}

/** Locks what an item's rows refer to, in the order of all calls of the feed, so that it isn't deleted meanwhile. */
export async function lockParents(db: Database, itemId: string): Promise<void> {
  const named = (column: RawBuilder<unknown>, sources: readonly BinSource[]) =>
    sql`(select ${column} from bin_row where item_id = ${itemId}::uuid and source = any(${[...sources]}::text[]))`
  const contentId = (column: string) => sql`(content ->> ${column}::text)::uuid`
  // Authors first: their post counts change.
  await sql`select from app_user where id in ${named(sql`person_id`, ['post'])} order by id for no key update`.execute(
    db,
  )
  await sql`select from app_user where id in ${named(sql`person_id`, ['comment', 'post_vote', 'post_like', 'report'])}
    order by id for key share`.execute(db)
  await sql`select from post where id in ${named(contentId('post_id'), ['comment', 'post_vote', 'post_like'])}
    order by id for no key update`.execute(db)
  await sql`select from comment where id in ${named(contentId('parent_comment_id'), ['comment'])}
    order by id for key share`.execute(db)
}

/** A condition on rows of an item: they name a row that does not exist, also not in this item. */
function isMissing(
  itemId: string,
  source: BinSource,
  { column, table, key, only, isTextEnough }: BinReference,
) {
  const value = namedBy({ column, key })
  const isOwn =
    table === source
      ? sql`and not exists (select from bin_row as own where own.item_id = ${itemId}::uuid
          and own.source = ${source} and own.record_id = ${value})`
      : sql``
  const hasText = isTextEnough
    ? sql`and not exists (select from earlier_text where earlier_text.is_deleted
        and earlier_text.entity_type = ${only?.value ?? table} and earlier_text.entity_id = ${value})`
    : sql``
  return sql<boolean>`bin_row.item_id = ${itemId}::uuid and bin_row.source = ${source}
    and bin_row.content ->> ${column}::text is not null
    ${only ? sql`and bin_row.content ->> ${only.column}::text = ${only.value}` : sql``}
    and not exists (select from ${sql.table(table)} as parent where parent.${sql.ref(key)} = ${value}) ${isOwn} ${hasText}`
}

function namedBy({ column, key }: Pick<BinReference, 'column' | 'key'>): RawBuilder<unknown> {
  const text = sql`(bin_row.content ->> ${column}::text)`
  return key === 'id' ? sql`${text}::uuid` : text
}

/** What a record misses that is to be restored. */
interface Missing {
  /** The table of the missing row. */
  table: string
  /** The item of the bin that has it; null if it is gone for good. */
  item: { id: string; kind: string; label: string } | null
}

/** Returns what keeps the record of an item from coming back. */
export async function findMissing(
  db: Database,
  { id, source, recordId }: { id: string; source: BinSource; recordId: string },
): Promise<Missing | undefined> {
  for (const reference of binTables[source].references as readonly BinReference[]) {
    if (reference.isOptional) continue
    const { rows } = await sql<{ holder: string | null; kind: string | null; label: string | null }>`
      select holder.id as holder, holder.kind, holder.label from bin_row
      left join bin_row as parent on parent.record_id::text = ${namedBy(reference)}::text
        and parent.source = ${reference.table}
      left join bin_item as holder on holder.id = parent.item_id
      where ${isMissing(id, source, reference)} and bin_row.record_id = ${recordId}::uuid
      limit 1`.execute(db)
    const [row] = rows
    if (!row) continue
    const { holder, kind, label } = row
    return { table: reference.table, item: holder && kind ? { id: holder, kind, label: label ?? '' } : null }
  }
  return undefined
}

/**
 * Settles the rows of a table that name missing ones: they move to the item that has these, lose an optional reference,
 * or are deleted.
 */
export async function settleOrphans(
  db: Database,
  itemId: string,
  source: BinSource,
): Promise<{ waiting: number; lost: number }> {
  let [waiting, lost] = [0, 0]
  // A reply that moves or goes takes the replies to it along.
  for (let changed = true; changed; ) {
    changed = false
    for (const reference of binTables[source].references as readonly BinReference[]) {
      const missing = isMissing(itemId, source, reference)
      const held = sql`holder.source = ${reference.table} and holder.item_id <> ${itemId}::uuid
        and holder.record_id = (bin_row.content ->> ${reference.column}::text)::uuid`
      if (reference.isOptional) {
        await forgetOptional(db, { source, reference, missing, held })
        continue
      }
      if (reference.key === 'id') {
        const moved = await sql`update bin_row set item_id = holder.item_id from bin_row as holder
          where ${missing} and ${held}`.execute(db)
        waiting += Number(moved.numAffectedRows ?? 0)
        changed ||= Number(moved.numAffectedRows ?? 0) > 0
      }
      const gone = await sql`delete from bin_row where ${missing}`.execute(db)
      lost += Number(gone.numAffectedRows ?? 0)
      changed ||= Number(gone.numAffectedRows ?? 0) > 0
    }
    changed &&= source === 'comment'
  }
  return { waiting, lost }
}

/** Removes a reference to a missing row. If that is in the bin, its restoration sets the reference again. */
async function forgetOptional(
  db: Database,
  {
    source,
    reference: { column },
    missing,
    held,
  }: {
    source: BinSource
    reference: BinReference
    missing: RawBuilder<boolean>
    held: RawBuilder<unknown>
  },
): Promise<void> {
  const isLink = binLinks.some((link) => link.table === source && link.column === column)
  if (isLink) {
    await sql`insert into bin_row (item_id, source, record_id, person_id, content)
      select holder.item_id, ${`${source}.${column}`}, bin_row.record_id, holder.record_id,
        jsonb_build_object('id', bin_row.record_id)
      from bin_row join bin_row as holder on ${held} where ${missing}`.execute(db)
  }
  await sql`update bin_row set content = content || jsonb_build_object(${column}::text, null)
    ${isLink ? sql`, person_id = null` : sql``} where ${missing}`.execute(db)
}

/**
 * Inserts the rows of a table that an item has. Columns that were added later take their defaults. A row whose place is
 * taken stays out.
 * @returns how many were inserted
 */
export async function insertRows(db: Database, itemId: string, source: BinSource): Promise<number> {
  const ofItem = sql`bin_row.item_id = ${itemId}::uuid and bin_row.source = ${source}`
  const { rows: shapes } = await sql<{ columns: string[] }>`
    select distinct array(select jsonb_object_keys(content) order by 1) as columns
    from bin_row where ${ofItem}`.execute(db)
  if (shapes.length === 0) return 0
  const { rows: known } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${source}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    db,
  )
  let inserted = 0
  for (const { columns } of shapes) {
    const names = known.map(({ name }) => name).filter((name) => columns.includes(name))
    const isOfShape =
      shapes.length > 1
        ? sql`and array(select jsonb_object_keys(bin_row.content) order by 1) = ${columns}::text[]`
        : sql``
    const result = await sql`
      insert into ${sql.table(source)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => sql.ref(`restored.${name}`)))}
      from bin_row, jsonb_populate_record(null::${sql.table(source)}, bin_row.content) as restored
      where ${ofItem} ${isOfShape} order by bin_row.id
      on conflict do nothing`.execute(db)
    inserted += Number(result.numAffectedRows ?? 0)
  }
  return inserted
}

/** Tells whether a row is in its table. */
export async function hasRecord(db: Database, table: BinSource, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}::uuid`.execute(db)
  return rows.length > 0
}

/** Sets the references again that the deletion removed from rows that stayed, where nothing else is there now. */
export async function restoreLinks(db: Database, itemId: string): Promise<void> {
  for (const { table, column } of binLinks) {
    await sql`update ${sql.table(table)} as linked set ${sql.ref(column)} = bin_row.person_id
      from bin_row where bin_row.item_id = ${itemId}::uuid and bin_row.source = ${`${table}.${column}`}
        and linked.id = bin_row.record_id and linked.${sql.ref(column)} is null
        and exists (select from app_user where id = bin_row.person_id)`.execute(db)
  }
  // Those about items that are in the bin themselves.
  await sql`update bin_row as report
    set person_id = link.person_id, content = report.content || jsonb_build_object('reporter_id', link.person_id)
    from bin_row as link
    where link.item_id = ${itemId}::uuid and link.source = 'report.reporter_id'
      and report.source = 'report' and report.record_id = link.record_id and report.person_id is null`.execute(
    db,
  )
}

/** Lets another system's later records of restored rows change them again. */
export async function forgetRemoved(db: Database, itemId: string): Promise<void> {
  await sql`delete from removed_record using bin_row
    where bin_row.item_id = ${itemId}::uuid and bin_row.source in ('post', 'comment', 'report')
      and removed_record.entity_type = bin_row.source
      and external_id_hash = external_id_hash(bin_row.content ->> 'external_id')`.execute(db)
}

/** Serves the files again that restored rows show. */
export async function showFiles(db: Database, itemId: string): Promise<void> {
  await sql`update file set bin_item_id = null where bin_item_id = ${itemId}::uuid
    or (bin_item_id is not null and key in (
      select content ->> 'profile_picture_key' from bin_row where item_id = ${itemId}::uuid and source = 'app_user'
    ))`.execute(db)
}
