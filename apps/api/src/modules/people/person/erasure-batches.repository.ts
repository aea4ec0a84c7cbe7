import { erasedName } from '@greenroom/contract/people/person/personal-data.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type PersonalColumn, textColumns } from '../../../platform/database/text-columns.ts'
import { foldedOf, isOfPerson, searchableJson } from './person.repository.ts'
import { erasedText, type Subject } from './person-subject.ts'

/** An erasure in progress, as its batches need it. */
export interface Erasing {
  id: string
  subject: Subject
  /** Finds what identifies the person anywhere. */
  identifying: string
  /** Also finds names, for texts that identify the person, and for entries about their records. */
  details: string
  /** Also finds towns of billing addresses, for records of the person. */
  own: string
}

export type Counts = Record<string, number>

/** What a batch changed by kind, and whether there was nothing left to do. */
export interface Batch {
  counts: Counts
  isLast: boolean
  /** Keys of files that nothing shows any more. The caller releases them. */
  files?: string[]
}

const nothingLeft: Batch = { counts: {}, isLast: true }

const batchSize = 200
/** Deleting a post also deletes the comments under it. */
const postsAtOnce = 20

/** Members of audit entries about a person's records whose whole value is replaced. */
const personalMembers = [
  'first_name',
  'last_name',
  'name',
  'user_name',
  'email',
  'phone',
  'username',
  'external_id',
  'designation',
  'description',
  'message',
  'poll',
  'note',
  'close_note',
  'text',
  'billing_name',
  'billing_address',
  'gstin',
  'user_first_name',
  'user_last_name',
  'user_email',
  'user_phone',
  'zoom_join_url',
  'merged_name',
  'merged_email',
  'merged_phone',
]

/** Blanks the audit entries about records of the person. */
async function blankEntriesOf(
  db: Database,
  { id, own }: Erasing,
  type: string,
  ids: readonly string[],
  { wholeLabel }: { wholeLabel: boolean },
): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ n: number }>`select blank_audit_details(${id}::uuid,
    array(select id from audit_entry where entity_type = ${type} and entity_id = any(${[...ids]}::text[])),
    ${own}, ${personalMembers}::text[], ${wholeLabel}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

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
    const { rows: works } = await sql<{ type: string; ids: string[] }>`
      select case source when 'app_user' then 'user' else source end as type, array_agg(record_id::text) as ids
      from bin_row where ${inItems} and ${mine} and source in ('app_user', 'post', 'comment') group by source`.execute(
      db,
    )
    let entries = 0
    for (const { type, ids: records } of works) {
      await blankAnswers(db, type, records)
      entries += await blankEntriesOf(db, erasing, type, records, { wholeLabel: true })
    }
    // Their rows refer to the items until the caller releases them.
    const { rows: files } = await sql<{ key: string; is_shown: boolean }>`
      update file set bin_item_id = null where bin_item_id = any(${ids}::uuid[])
      returning key, exists (select from app_user where profile_picture_key = file.key
        and id <> all(${users}::uuid[])) as is_shown`.execute(db)
    await sql`delete from bin_item where id = any(${ids}::uuid[])`.execute(db)
    return {
      counts: { ...counted[0], 'audit-entry': entries },
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

/** Removes the person from reports that they made. The reason stays. */
export async function unlinkReports(db: Database, { subject }: Erasing): Promise<Batch> {
  const { numAffectedRows } = await sql`update report set reporter_id = null where id in (
    select id from report where reporter_id = any(${subject.users}::uuid[]) order by id limit ${batchSize}
  )`.execute(db)
  const report = Number(numAffectedRows ?? 0)
  return { counts: { report }, isLast: report === 0 }
}

/** Deletes what staff wrote about the person. */
export async function deleteNotes(db: Database, { subject }: Erasing): Promise<Batch> {
  const { numAffectedRows } = await sql`delete from person_note where ${isOfPerson(subject)}`.execute(db)
  const note = Number(numAffectedRows ?? 0)
  return { counts: { note }, isLast: note === 0 }
}

/** Deletes what the person agreed to and withdrew. */
export async function deleteConsents(db: Database, { subject }: Erasing): Promise<Batch> {
  const { numAffectedRows } = await sql`delete from person_consent where ${isOfPerson(subject)}`.execute(db)
  const consent = Number(numAffectedRows ?? 0)
  return { counts: { consent }, isLast: consent === 0 }
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
  const entry = await blankEntriesOf(db, erasing, 'comment', ids, { wholeLabel: true })
  return { counts: { comment: deleted.length, reply: below, 'audit-entry': entry }, isLast: false }
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
  await blankAnswers(db, 'post', ids)
  const entry = await blankEntriesOf(db, erasing, 'post', ids, { wholeLabel: true })
  return {
    counts: { post: ids.length, reply: counted[0]?.n ?? 0, 'audit-entry': entry },
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
  await sql`delete from membership_held where user_id = any(${users}::uuid[])`.execute(db)
  const { numAffectedRows: merged } =
    await sql`delete from merged_account where kept_id = any(${users}::uuid[])`.execute(db)
  const { rows } = await sql<{ id: string; picture: string | null }>`
    delete from app_user where id = any(${users}::uuid[]) returning id, profile_picture_key as picture`.execute(
    db,
  )
  const pictures = rows.flatMap(({ picture }) => picture ?? [])
  const { rows: shared } = await sql<{ key: string }>`select profile_picture_key as key from app_user
    where profile_picture_key = any(${pictures}::text[])`.execute(db)
  await blankAnswers(db, 'user', users)
  const entry = await blankEntriesOf(db, erasing, 'user', users, { wholeLabel: true })
  return {
    counts: { account: rows.length + Number(merged ?? 0), 'audit-entry': entry },
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

/** Blanks the buyer in orders, and what staff wrote about them. Amounts and what was bought stay. */
export async function blankOrders(db: Database, erasing: Erasing, now: Date): Promise<Batch> {
  const { id, subject, own } = erasing
  const withoutDetails = (column: string) =>
    sql`regexp_replace(${sql.ref(column)}, ${own}, ${erasedText}, 'g')`
  const { rows } = await sql<{ id: string }>`
    update transaction set
      user_id = ${id}::uuid, person_id = ${id}::uuid, user_first_name = ${erasedName.first},
      user_last_name = ${erasedName.last},
      user_email = '', user_phone = '', billing_name = null, billing_address = null, gstin = null,
      zoom_join_url = null, source = ${withoutDetails('source')}, medium = ${withoutDetails('medium')},
      campaign = ${withoutDetails('campaign')}, version = version + 1, updated_at = ${now}
    where id in (select id from transaction where ${isOfPerson(subject)} order by id limit ${batchSize} for update)
    returning id`.execute(db)
  if (rows.length === 0) return nothingLeft
  const ids = rows.map((row) => row.id)
  const { numAffectedRows: notes } = await sql`update transaction_note set text = ${erasedText}
    where transaction_id = any(${ids}::uuid[]) and text <> ${erasedText}`.execute(db)
  await sql`update refund set note = case when note is null then null else ${erasedText} end,
      reason = ${withoutDetails('reason')}
    where transaction_id = any(${ids}::uuid[]) and (note is not null or reason is not null)`.execute(db)
  await sql`update refund_request set note = case when note is null then null else ${erasedText} end,
      decision_reason = case when decision_reason is null then null else ${erasedText} end
    where transaction_id = any(${ids}::uuid[]) and (note is not null or decision_reason is not null)`.execute(
    db,
  )
  await sql`update gateway_difference set note = ${erasedText}
    where transaction_id = any(${ids}::uuid[]) and note is not null`.execute(db)
  await blankAnswers(db, 'transaction', ids)
  const { rows: differences } = await sql<{ id: string }>`
    select id from gateway_difference where transaction_id = any(${ids}::uuid[])`.execute(db)
  const entries =
    (await blankEntriesOf(db, erasing, 'transaction', ids, { wholeLabel: false })) +
    (await blankEntriesOf(
      db,
      erasing,
      'difference',
      differences.map((row) => row.id),
      { wholeLabel: false },
    ))
  return {
    counts: { order: ids.length, 'order-note': Number(notes ?? 0), 'audit-entry': entries },
    isLast: false,
  }
}

/** Blanks who registered for sessions without an order; those of orders follow their orders. */
export async function blankRegistrations(db: Database, erasing: Erasing, now: Date): Promise<Batch> {
  const { id, subject, own } = erasing
  const { rows } = await sql<{ id: string }>`
    update registration set user_id = null, person_id = ${id}::uuid,
      user_name = ${`${erasedName.first} ${erasedName.last}`}, user_email = '', user_phone = '', source = regexp_replace(source, ${own}, ${erasedText}, 'g'),
      version = version + 1, updated_at = ${now}
    where id in (select id from registration where ${isOfPerson(subject)}
      order by id limit ${batchSize} for update)
    returning id`.execute(db)
  const ids = rows.map((row) => row.id)
  const entries = await blankEntriesOf(db, erasing, 'registration', ids, { wholeLabel: false })
  return { counts: { registration: ids.length, 'audit-entry': entries }, isLast: ids.length === 0 }
}

/** Blanks who booked advisory calls. No later record of the booking brings the person back. */
export async function blankLeads(db: Database, erasing: Erasing, now: Date): Promise<Batch> {
  const { id, own } = erasing
  const { rows } = await sql<{ id: string }>`
    update lead set user_id = null, person_id = ${id}::uuid, user_first_name = ${erasedName.first}, user_last_name = ${erasedName.last},
      user_email = '', user_phone = '', close_note = null,
      meta = blanked_names(blanked(meta, ${own}, '{}'), ${own}, ${own}),
      version = version + 1, updated_at = ${now}, source_changed_at = 'infinity'
    where id in (
      select id from lead where ${isOfPerson(erasing.subject)} order by id limit ${batchSize} for update)
    returning id`.execute(db)
  const ids = rows.map((row) => row.id)
  await blankAnswers(db, 'lead', ids)
  const entry = await blankEntriesOf(db, erasing, 'lead', ids, { wholeLabel: false })
  return { counts: { lead: ids.length, 'audit-entry': entry }, isLast: ids.length === 0 }
}

/** Blanks the person as a creator and as an advisor: sessions and bookings refer to them. */
export async function blankContacts(db: Database, erasing: Erasing, now: Date): Promise<Batch> {
  const mine = isOfPerson(erasing.subject)
  // E-mail addresses of creators and of advisors are unique.
  const values = sql`first_name = ${erasedName.first}, last_name = ${erasedName.last},
    email = id || '@erased.invalid', person_id = ${erasing.id}::uuid, version = version + 1, updated_at = ${now}`
  const { rows: creators } = await sql<{ id: string }>`
    update creator set phone = '', ${values} where ${mine} returning id`.execute(db)
  const { rows: advisors } = await sql<{ id: string }>`
    update advisor set ${values} where ${mine} returning id`.execute(db)
  const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id)
  const entries =
    (await blankEntriesOf(db, erasing, 'creator', idsOf(creators), { wholeLabel: true })) +
    (await blankEntriesOf(db, erasing, 'advisor', idsOf(advisors), { wholeLabel: true }))
  return {
    counts: { creator: creators.length, advisor: advisors.length, 'audit-entry': entries },
    isLast: true,
  }
}

/** Written tables whose records are edited. */
const versionedTables = ['lead', 'post', 'registration', 'transaction']

/** How many rows of a table one batch reads. */
const rowsAtOnce = 5_000

/** The tables with columns in which anybody may have written about anybody. */
const writtenTables = Object.entries(textColumns).flatMap(([table, { personal = {} }]) => {
  const columns = Object.entries(personal).filter(([, column]) => column !== 'record')
  return columns.length > 0 ? [{ table, columns }] : []
})

/**
 * Blanks the person in what was written about other people: the next rows of one table.
 * @param after what the previous batch returned; null begins
 * @returns the table and its last row that was read; null at the end
 */
export async function blankTexts(
  db: Database,
  { identifying, details }: Erasing,
  now: Date,
  after: string | null,
): Promise<string | null> {
  const [name, row = null] = after?.split(' ') ?? []
  const place = name === undefined ? 0 : writtenTables.findIndex(({ table }) => table === name)
  const current = writtenTables[place]
  if (!current) return null
  const { table, columns } = current
  const idType = sql.raw(table === 'bin_row' ? 'bigint' : 'uuid')
  const isAfter = row === null ? sql`true` : sql`id > ${row}::${idType}`
  const { rows: span } = await sql<{ last: string | null; n: number }>`
    select (array_agg(id order by id desc))[1]::text as last, count(*)::int as n from (
      select id from ${sql.table(table)} where ${isAfter} order by id limit ${rowsAtOnce}) as batch`.execute(
    db,
  )
  const { last = null, n = 0 } = span[0] ?? {}
  if (last !== null) {
    const blankedColumns = columns.map(
      ([column, kind]) => sql`${sql.ref(column)} = ${blankedColumn(column, kind, details)}`,
    )
    // A form with the text from before must not store it again.
    const edited = versionedTables.includes(table) ? sql`, version = version + 1, updated_at = ${now}` : sql``
    const names = columns.map(([column, kind]) => sql`${textOf(column, kind)} ~ ${identifying}`)
    await sql`update ${sql.table(table)} set ${sql.join(blankedColumns)} ${edited}
      where ${isAfter} and id <= ${last}::${idType} and (${sql.join(names, sql` or `)})`.execute(db)
  }
  if (last !== null && n === rowsAtOnce) return `${table} ${last}`
  return writtenTables[place + 1] ? `${writtenTables[place + 1]?.table}` : null
}

function textOf(column: string, kind: PersonalColumn): RawBuilder<unknown> {
  const isJson = kind === 'json' || (typeof kind === 'object' && 'members' in kind)
  return isJson ? searchableJson(column) : sql.ref(column)
}

function blankedColumn(column: string, kind: PersonalColumn, details: string): RawBuilder<unknown> {
  const value = sql.ref(column)
  if (kind === 'json') return sql`blanked_names(blanked(${value}, ${details}, '{}'), ${details}, ${details})`
  if (typeof kind === 'object' && 'members' in kind) {
    return sql`${value} || (select coalesce(jsonb_object_agg(key, blanked(member, ${details}, '{}')), '{}')
      from jsonb_each(${value}) as each (key, member) where key = any(${kind.members}::text[]))`
  }
  const text = sql`regexp_replace(${value}, ${details}, ${erasedText}, 'g')`
  // A replaced detail can be shorter than its replacement.
  return typeof kind === 'object' ? sql`left(${text}, ${kind.max}::int)` : text
}

/** Fewer letters or digits are part of many people's contacts. */
const shortestPart = 5

/** Blanks the person in stored responses, in refused sign-ins, and in recorded searches by contact. */
export async function blankCalls(db: Database, { subject, identifying, details }: Erasing): Promise<Batch> {
  const { numAffectedRows: refusals } =
    await sql`update sign_in_refusal set claimed_email = null, address = ''
    where folded(claimed_email) = any(${foldedOf(subject.emails)})`.execute(db)
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
  // Most names of members are the API's own, and one that equals a person's name is a coincidence.
  await sql`update idempotency_key
    set body = blanked_where(body::jsonb, ${details}, ${identifying})::json
    where ${searchableJson('body')} ~ ${identifying}`.execute(db)
  // A view that looks for nobody is of no use.
  await sql`delete from saved_view
    where name ~ ${identifying} or ${searchableJson('search')} ~ ${identifying}`.execute(db)
  return { counts: { 'sign-in-refusal': Number(refusals ?? 0) }, isLast: true }
}

/** Removes what receivers answered to webhooks about the person's own records: it may repeat anything (OQ-416). */
async function blankAnswers(db: Database, type: string, ids: readonly string[]): Promise<void> {
  await sql`update webhook_delivery set last_answer = ${erasedText}
    where record_type = ${type} and record_id = any(${[...ids]}::text[]) and last_answer is not null`.execute(
    db,
  )
}

/** Blanks the person in what exports were asked for. */
export async function blankExportRequests(db: Database, { identifying }: Erasing): Promise<void> {
  await sql`update export set request = blanked(request, ${identifying}, '{}')
    where ${searchableJson('request')} ~ ${identifying}`.execute(db)
}

/** An audit entry that names the person. */
interface NamingEntry {
  id: string
  entity_type: string
  entity_id: string | null
  is_about: boolean
}

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
  const { rows: naming } = await sql<NamingEntry>`
    select id, entity_type, entity_id, (
        entity_type in ('user', 'post', 'comment', 'creator', 'advisor') and (
          before ->> 'user_id' = any(${subject.users}) or after ->> 'user_id' = any(${subject.users})
          or lower(before ->> 'email') = any(${emails}) or lower(after ->> 'email') = any(${emails}))
      ) is true as is_about
    from audit_entry
    where (${after}::uuid is null or id > ${after}::uuid) and id <= ${last}::uuid and entity_type not in ('session', 'staff')
      and (entity_label ~ ${identifying} or ${searchableJson('before')} ~ ${identifying}
        or ${searchableJson('after')} ~ ${identifying})
  `.execute(db)
  let entries = 0
  for (const type of new Set(naming.filter((entry) => entry.is_about).map((entry) => entry.entity_type))) {
    const ids = naming.flatMap((entry) =>
      entry.is_about && entry.entity_type === type && entry.entity_id !== null ? [entry.entity_id] : [],
    )
    entries += await blankEntriesOf(db, erasing, type, [...new Set(ids)], { wholeLabel: true })
  }
  const others = naming.filter((entry) => !entry.is_about).map((entry) => entry.id)
  if (others.length > 0) {
    const { rows } = await sql<{ n: number }>`
      select blank_audit_details(${id}::uuid, ${others}::uuid[], ${details}, '{}', false) as n`.execute(db)
    entries += rows[0]?.n ?? 0
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
