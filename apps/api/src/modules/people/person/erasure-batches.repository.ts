import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import {
  added,
  type Batch,
  batchSize,
  blankEntriesOf,
  blankTraces,
  type Counts,
  type Erasing,
} from './erasure-rows.repository.ts'
import { searchableJson } from './person.repository.ts'
import { personalTables } from './personal-tables.ts'

const nothingLeft: Batch = { counts: {}, isLast: true }

/** Deleting a post also deletes the comments under it. */
const postsAtOnce = 20

/** What the bin has of the person, one batch of items after the other; then their rows in items of other people. */
export async function deleteFromBin(db: Database, erasing: Erasing): Promise<Batch> {
  const { users } = erasing.subject
  const mine = sql`person_id = any(${users}::uuid[])`
  // Whatever takes items out of the bin waits.
  await sql`select pg_advisory_xact_lock(hashtextextended('bin', 0))`.execute(db)
  const { rows: items } = await sql<{ id: string; kind: string; record_id: string }>`
    select bin_item.id, kind, bin_item.record_id from bin_row
    join bin_item on bin_item.id = item_id and bin_item.record_id = bin_row.record_id
    where ${mine} and source in ('app_user', 'post', 'comment')
    order by bin_item.id limit ${postsAtOnce} for update of bin_item`.execute(db)
  if (items.length > 0) {
    const ids = items.map((item) => item.id)
    const inItems = sql`item_id = any(${ids}::uuid[])`
    const { rows: counted } = await sql<Counts>`select
        count(*) filter (where source = 'app_user')::int as account,
        count(*) filter (where source = 'post')::int as post,
        count(*) filter (where source = 'comment' and ${mine})::int as comment,
        count(*) filter (where source = 'comment' and ${mine} is not true)::int as reply,
        count(*) filter (where source in ('post_like', 'post_vote') and ${mine})::int as reaction
      from bin_row where ${inItems}`.execute(db)
    const { rows: works } = await sql<{ source: string; ids: string[] }>`
      select source, array_agg(record_id::text) as ids from bin_row
      where ${inItems} and ${mine} and source in ('app_user', 'post', 'comment') group by source`.execute(db)
    let counts = counted[0] ?? {}
    for (const { source, ids: records } of works) {
      counts = added(counts, await blankTraces(db, erasing, source, records))
    }
    // Their rows refer to the items until the caller releases them.
    const { rows: files } = await sql<{ key: string; is_shown: boolean }>`
      update file set bin_item_id = null where bin_item_id = any(${ids}::uuid[])
      returning key, exists (select from app_user where profile_picture_key = file.key
        and id <> all(${users}::uuid[])) as is_shown`.execute(db)
    await sql`delete from bin_item where id = any(${ids}::uuid[])`.execute(db)
    return {
      counts,
      isLast: false,
      files: files.filter((file) => !file.is_shown).map((file) => file.key),
    }
  }
  const { numAffectedRows: reports } = await sql`update bin_row
    set person_id = null, content = content || '{"reporter_id": null}' where ${mine} and source = 'report'`.execute(
    db,
  )
  const { rows: gone } = await sql<{ source: string; is_mine: boolean; n: number }>`
    with recursive gone as (
      select id, source, record_id, person_id from bin_row where ${mine} and source <> 'report'
      union select below.id, below.source, below.record_id, below.person_id from bin_row as below
        join gone on below.parent_id = gone.record_id and gone.source = 'comment'
        where below.source in ('comment', 'report')
    ), deleted as (
      delete from bin_row where id in (select id from gone) returning source, coalesce(${mine}, false) as is_mine
    )
    select source, is_mine, count(*)::int as n from deleted group by source, is_mine`.execute(db)
  const count = (isMine: boolean, ...sources: string[]) =>
    gone
      .filter((row) => row.is_mine === isMine && sources.includes(row.source))
      .reduce((sum, row) => sum + row.n, 0)
  return {
    counts: {
      report: Number(reports ?? 0),
      comment: count(true, 'comment'),
      reply: count(false, 'comment'),
      reaction: count(true, 'post_like', 'post_vote'),
    },
    isLast: gone.length === 0 && !reports,
  }
}

/** Takes back likes and votes of the person. */
export async function deleteReactions(db: Database, { subject }: Erasing): Promise<Batch> {
  const { rows } = await sql<{ post_id: string }>`
    select post_id from post_like where user_id = any(${subject.users}::uuid[])
    union select post_id from post_vote where user_id = any(${subject.users}::uuid[])
    order by post_id limit ${batchSize}`.execute(db)
  if (rows.length === 0) return nothingLeft
  const posts = rows.map((row) => row.post_id)
  // Before the likes and votes, as the intake does it: their counts change.
  await sql`select from post where id = any(${posts}::uuid[]) order by id for no key update`.execute(db)
  const of = sql`user_id = any(${subject.users}::uuid[]) and post_id = any(${posts}::uuid[])`
  const { numAffectedRows: likes } = await sql`delete from post_like where ${of}`.execute(db)
  const { numAffectedRows: votes } = await sql`delete from post_vote where ${of}`.execute(db)
  return { counts: { reaction: Number(likes ?? 0) + Number(votes ?? 0) }, isLast: false }
}

/** Deletes comments of the person with the replies to them. */
export async function deleteComments(db: Database, erasing: Erasing): Promise<Batch> {
  const { rows } = await sql<{ id: string; post_id: string }>`select id, post_id from comment
    where user_id = any(${erasing.subject.users}::uuid[]) order by id limit ${batchSize}`.execute(db)
  if (rows.length === 0) return nothingLeft
  const ids = rows.map((row) => row.id)
  // Before the comments, as moderation does it: their counts change.
  const posts = [...new Set(rows.map((row) => row.post_id))]
  await sql`select from post where id = any(${posts}::uuid[]) order by id for update`.execute(db)
  const below = await countReplies(db, erasing, ids)
  const { rows: deleted } = await sql<{ id: string }>`
    delete from comment where id = any(${ids}::uuid[]) returning id`.execute(db)
  const traces = await blankTraces(db, erasing, 'comment', ids)
  return { counts: { comment: deleted.length, reply: below, ...traces }, isLast: false }
}

async function countReplies(db: Database, { subject }: Erasing, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with recursive below as (
      select id, user_id from comment where parent_comment_id = any(${[...ids]}::uuid[])
      union select comment.id, comment.user_id from comment join below on comment.parent_comment_id = below.id
    )
    select count(*)::int as n from below where user_id <> all(${subject.users}::uuid[])`.execute(db)
  return rows[0]?.n ?? 0
}

/** Deletes posts of the person with everything under them. */
export async function deletePosts(db: Database, erasing: Erasing): Promise<Batch> {
  const { users } = erasing.subject
  await sql`select from app_user where id = any(${users}::uuid[]) order by id for no key update`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from post where user_id = any(${users}::uuid[])
    order by id limit ${postsAtOnce} for update`.execute(db)
  if (rows.length === 0) return nothingLeft
  const ids = rows.map((row) => row.id)
  const { rows: attached } = await sql<{ file_key: string }>`
    select file_key from post_attachment where post_id = any(${ids}::uuid[])`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from comment
    where post_id = any(${ids}::uuid[]) and user_id <> all(${users}::uuid[])`.execute(db)
  await sql`delete from post where id = any(${ids}::uuid[])`.execute(db)
  const traces = await blankTraces(db, erasing, 'post', ids)
  return {
    counts: { post: ids.length, reply: counted[0]?.n ?? 0, ...traces },
    isLast: false,
    files: attached.map((row) => row.file_key),
  }
}

/**
 * Deletes the accounts of the person, and their pictures unless another account shows them.
 * @returns the batch, with the ids of the accounts
 */
export async function deleteAccounts(
  db: Database,
  erasing: Erasing,
  now: Date,
): Promise<Batch & { accounts: string[] }> {
  const { users } = erasing.subject
  // Before the accounts, as the intake locks them. What is sent later belongs to an account of its own.
  await sql`update intake_user set user_id = gen_random_uuid(), erasure_id = ${erasing.id}::uuid,
      merged_at = null,
      source_changed_at = greatest(source_changed_at, ${now}::timestamptz)
    where user_id = any(${users}::uuid[])`.execute(db)
  const { rows } = await sql<{ id: string; picture: string | null }>`
    delete from app_user where id = any(${users}::uuid[]) returning id, profile_picture_key as picture`.execute(
    db,
  )
  const pictures = rows.flatMap(({ picture }) => picture ?? [])
  const { rows: shared } = await sql<{ key: string }>`select profile_picture_key as key from app_user
    where profile_picture_key = any(${pictures}::text[])`.execute(db)
  const traces = await blankTraces(db, erasing, 'app_user', users)
  return {
    counts: { account: rows.length, ...traces },
    isLast: true,
    files: pictures.filter((key) => !shared.some((one) => one.key === key)),
    accounts: rows.map(({ id }) => id),
  }
}

/** Remembers files whose bytes are to be deleted. */
export async function rememberFiles(db: Database, { id }: Erasing, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into erasure_file (erasure_id, key)
    select ${id}::uuid, key from unnest(${[...keys]}::text[]) as key on conflict do nothing`.execute(db)
}

/** Fewer letters or digits are part of many people's contacts. */
const shortestPart = 5

/** Blanks the person in recorded searches by contact. */
export async function blankLooks(db: Database, { subject, identifying }: Erasing): Promise<Batch> {
  // Whoever types looks for the beginning of an address, and the end of a phone is enough to search by.
  const part = sql`lower(btrim(subject))`
  await sql`update personal_look set subject = null where subject_type = 'search' and (
      subject ~ ${identifying}
      or length(subject) >= ${shortestPart} and exists (
        select from unnest(${subject.emails}::text[]) as email where strpos(lower(email), ${part}) > 0)
      or length(regexp_replace(subject, '\\D', '', 'g')) >= ${shortestPart} and exists (
        select from unnest(${subject.phones}::text[]) as phone
        where strpos(regexp_replace(phone, '\\D', '', 'g'), regexp_replace(subject, '\\D', '', 'g')) > 0)
    )`.execute(db)
  return nothingLeft
}

/** Records of which each audit entry has a name or a text of the person. */
const ownTypes = Object.values(personalTables).flatMap(({ type, is }) =>
  type && is?.includes('labelled') ? [type] : [],
)

/** How many audit entries one batch reads. */
const entriesAtOnce = 2_000

/**
 * Blanks the person in the next audit entries. Entries about staff keep their address.
 * @returns the last entry that was read; null at the end
 */
export async function blankHistory(
  db: Database,
  erasing: Erasing,
  after: string | null,
): Promise<{ counts: Counts; cursor: string | null }> {
  const { id, subject, identifying, details } = erasing
  const { rows: span } = await sql<{ last: string | null; n: number }>`
    select max(id::text) as last, count(*)::int as n from (
      select id from audit_entry where ${after}::uuid is null or id > ${after}::uuid
      order by id limit ${entriesAtOnce}) as batch`.execute(db)
  const { last = null, n = 0 } = span[0] ?? {}
  if (last === null) return { counts: {}, cursor: null }
  const emails = subject.emails.map((email) => email.toLowerCase())
  // By the type of the person's record that they are about, or null.
  const { rows: naming } = await sql<{ type: string | null; ids: string[]; records: string[] }>`
    select type, array_agg(id) as ids, array_agg(distinct entity_id) filter (where entity_id is not null) as records
    from (
      select id, entity_id, case when entity_type = any(${ownTypes}::text[]) and (
          before ->> 'user_id' = any(${subject.users}) or after ->> 'user_id' = any(${subject.users})
          or lower(before ->> 'email') = any(${emails}) or lower(after ->> 'email') = any(${emails})
        ) then entity_type end as type
      from audit_entry
      where (${after}::uuid is null or id > ${after}::uuid) and id <= ${last}::uuid
        and entity_type not in ('session', 'staff')
        and (entity_label ~ ${identifying} or ${searchableJson('before')} ~ ${identifying}
          or ${searchableJson('after')} ~ ${identifying})
    ) as naming group by type order by type`.execute(db)
  let entries = 0
  for (const { type, ids, records } of naming) {
    if (type !== null) entries += await blankEntriesOf(db, erasing, type, records ?? [], true)
    else {
      const { rows } = await sql<{ n: number }>`
        select blank_audit_details(${id}::uuid, ${ids}::uuid[], ${details}, '{}', false) as n`.execute(db)
      entries += rows[0]?.n ?? 0
    }
  }
  return { counts: { 'audit-entry': entries }, cursor: n < entriesAtOnce ? null : last }
}

/** Returns files whose bytes are to be deleted. */
export async function filesToDelete(db: Database, { id }: Erasing): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from erasure_file where erasure_id = ${id}::uuid order by key limit ${batchSize}`.execute(db)
  return rows.map((row) => row.key)
}

/** Forgets files whose bytes were deleted. */
export async function forgetFiles(db: Database, { id }: Erasing, keys: readonly string[]): Promise<void> {
  await sql`delete from erasure_file where erasure_id = ${id}::uuid and key = any(${[...keys]}::text[])`.execute(
    db,
  )
}
