import type { TimelineKind } from '@greenroom/contract/people/person/person.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { reportsAbout } from './person-page.repository.ts'
import type { Subject } from './person-subject.ts'

/** The kinds of entries. Entries of one time are listed in the reverse order of these names. */
export type EntryKind =
  | 'comment'
  | 'joined'
  | 'lead'
  | 'membership'
  | 'moved'
  | 'note'
  | 'order'
  | 'post'
  | 'registration'
  | 'report'

/** Selects what the other person of a move is found by now. */
const knownBy = (what: 'name' | 'email' | 'phone') => sql`(select ${
  what === 'name' ? sql`nullif(names[cardinality(names)], '')` : sql`value`
} from person_identifier where person_id = other
    and ${what === 'name' ? sql`names <> '{""}'` : sql`kind = ${sql.lit(what)}`}
  order by kind = 'account' desc, is_own desc, id limit 1)`

/** Where an entry is: its time in ISO 8601 with microseconds, its kind, and the id of its record. */
export interface EntryKey {
  at: string
  kind: EntryKind
  id: string
}

interface Page {
  limit: number
  after: EntryKey | undefined
}

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const lowestId = '00000000-0000-0000-0000-000000000000'

/** Returns the condition that a row of a kind comes after the last entry of the previous page. */
function isAfter(kind: EntryKind, after: EntryKey | undefined, at: string): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  const id = kind === after.kind ? after.id : kind < after.kind ? highestId : lowestId
  return sql`(${sql.ref(at)}, id) < (${after.at}::timestamptz, ${id}::uuid)`
}

/** A table whose rows name a person or their account, and the index orders by its time. */
interface Source {
  kind: EntryKind
  table: string
  at?: string
  /** The account's column; without it rows name the person. */
  user?: string
  /** The person's column. */
  person?: string
  condition?: RawBuilder<unknown>
}

/**
 * Selects the newest rows of a person in a table: as many as a page takes for each account, so that each part reads the
 * end of an index and nothing else.
 */
function newestOf(person: Subject, source: Source, { limit, after }: Page): RawBuilder<unknown> {
  const { kind, table, at = 'created_at', user, person: column = 'person_id', condition = sql`true` } = source
  return sql`select ${kind} as kind, found.id, found.at
    from unnest(${user === undefined ? person.persons : person.users}::uuid[]) as one, lateral (
      select id, ${sql.ref(at)} as at from ${sql.table(table)}
      where ${sql.ref(user ?? column)} = one and ${condition} and ${isAfter(kind, after, at)}
      order by ${sql.ref(at)} desc, id desc limit ${limit}) as found`
}

/** Selects the newest reports about a person: there is no index by time, and few of them. */
function newestReportsAbout(person: Subject, { limit, after }: Page): RawBuilder<unknown> {
  return sql`(select 'report' as kind, id, created_at as at from ${reportsAbout(person)} as about
    where ${isAfter('report', after, 'created_at')} order by created_at desc, id desc limit ${limit})`
}

const ofSession = sql`status in ('completed', 'refunded') and entity_type in ('masterclass', 'events')`

/** Merges into a person and splits off them; and the split by which they came to be. */
function movesOf(person: Subject, page: Page): RawBuilder<unknown>[] {
  const moves = { kind: 'moved', table: 'person_move', at: 'made_at' } as const
  const isOfOther = sql`kind = 'split' and kept_id <> all(${person.persons}::uuid[])`
  return [
    newestOf(person, { ...moves, person: 'kept_id' }, page),
    newestOf(person, { ...moves, condition: isOfOther }, page),
  ]
}

function partsOf(kind: TimelineKind, person: Subject, page: Page, hasOrders: boolean): RawBuilder<unknown>[] {
  const orders = { table: 'transaction' } as const
  switch (kind) {
    case 'order':
      return [newestOf(person, { kind: 'order', ...orders }, page)]
    case 'session':
      return [
        // The registration of an order has the order's id. Beside orders it would be said twice.
        ...(hasOrders
          ? []
          : [newestOf(person, { kind: 'registration', ...orders, condition: ofSession }, page)]),
        newestOf(person, { kind: 'registration', table: 'registration' }, page),
      ]
    case 'lead':
      return [newestOf(person, { kind: 'lead', table: 'lead' }, page)]
    case 'membership':
      return [
        newestOf(
          person,
          { kind: 'membership', table: 'membership_held', at: 'starts_at', user: 'user_id' },
          page,
        ),
      ]
    case 'post':
      return [newestOf(person, { kind: 'post', table: 'post', user: 'user_id' }, page)]
    case 'comment':
      return [newestOf(person, { kind: 'comment', table: 'comment', user: 'user_id' }, page)]
    case 'report':
      return [
        newestOf(person, { kind: 'report', table: 'report', user: 'reporter_id' }, page),
        newestReportsAbout(person, page),
      ]
    case 'note':
      return [newestOf(person, { kind: 'note', table: 'person_note', at: 'written_at' }, page)]
  }
}

/**
 * Returns the newest entries of a person's timeline.
 * @param kinds what the reader may see; with `isWhole` also when accounts were created and people merged
 */
export async function listEntries(
  db: Database,
  person: Subject,
  { kinds, isWhole, ...page }: Page & { kinds: readonly TimelineKind[]; isWhole: boolean },
): Promise<EntryKey[]> {
  const parts = [
    ...kinds.flatMap((kind) => partsOf(kind, person, page, kinds.includes('order'))),
    ...(isWhole
      ? [newestOf(person, { kind: 'joined', table: 'app_user', user: 'id' }, page), ...movesOf(person, page)]
      : []),
  ]
  // A report by a person about themselves is found twice.
  const { rows } = await sql<EntryKey>`
    select kind, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from (
      select kind, id, at from (${sql.join(parts, sql` union `)}) as entry
      order by at desc, kind collate "C" desc, id desc limit ${page.limit}
    ) as listed order by listed.at desc, kind collate "C" desc, id desc`.execute(db)
  return rows
}

/** Reads the name of a member of staff by their e-mail address, which is unique. */
export const staffName = (email: RawBuilder<unknown>) =>
  sql`(select staff.name from staff where lower(staff.email) = lower(${email}) and staff.name <> '')`

/** Returns the name of a member of staff; null if nobody has the address, or they have never signed in. */
export async function nameOfStaff(db: Database, email: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select ${staffName(sql`${email}`)} as name`.execute(db)
  return rows[0]?.name ?? null
}

/** Returns the rows of a page by kind and id. */
export async function readEntries(db: Database, entries: readonly EntryKey[], person: Subject) {
  const ids = (kind: EntryKind) => entries.filter((entry) => entry.kind === kind).map(({ id }) => id)
  const read = async <Row extends { id: string }>(
    kind: EntryKind,
    query: (ids: RawBuilder<unknown>) => RawBuilder<Row>,
  ): Promise<Map<string, Row>> => {
    const wanted = ids(kind)
    if (wanted.length === 0) return new Map()
    const { rows } = await query(sql`any(${wanted}::uuid[])`).execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  }
  const longestText = 280
  return {
    order: await read(
      'order',
      (wanted) => sql<{
        id: string
        reference_order_id: string
        entity_type: string
        entity_title: string
        status: string
        amount: number
        refunded_amount: number
        currency_code: string
        attended_minutes: number | null
        attended_at: Date | null
      }>`select made.id, reference_order_id, entity_type, entity_title, status, amount, refunded_amount, currency_code,
          attended_minutes, attended_at
        from transaction as made left join registration on registration.id = made.id where made.id = ${wanted}`,
    ),
    registration: await read(
      'registration',
      (wanted) => sql<{
        id: string
        session_type: string
        session_id: string
        event_type: string | null
        title: string | null
        starts_at: Date | null
        given_back_at: Date | null
        attended_minutes: number | null
        attended_at: Date | null
      }>`select made.id, session_type, session_id, event.event_type, coalesce(masterclass.title, event.title) as title,
          coalesce(masterclass.start_time, event.start_time) as starts_at, given_back_at, attended_minutes, attended_at
        from registration as made
        left join masterclass on session_type = 'masterclass' and masterclass.id = session_id
        left join event on session_type = 'event' and event.id = session_id
        where made.id = ${wanted}`,
    ),
    lead: await read(
      'lead',
      (wanted) => sql<{
        id: string
        reference_record_id: string
        service: string
        advisor: string | null
        status: string
        start_time: Date
      }>`select lead.id, reference_record_id, service_name as service,
          trim(advisor.first_name || ' ' || advisor.last_name) as advisor, status, start_time
        from lead join advisory_service on advisory_service.id = service_id
        left join advisor on advisor.id = advisor_id where lead.id = ${wanted}`,
    ),
    membership: await read(
      'membership',
      (wanted) => sql<{
        id: string
        name: string
        starts_at: Date
        ends_at: Date | null
        cancelled_at: Date | null
      }>`select held.id, membership.name, starts_at, ends_at, cancelled_at
        from membership_held as held join membership on membership.id = membership_id where held.id = ${wanted}`,
    ),
    post: await read(
      'post',
      (wanted) => sql<{
        id: string
        message: string
        is_visible: boolean
        like_count: number
        comment_count: number
      }>`select id, left(message, ${longestText}) as message, is_visible, like_count, comment_count
        from post where id = ${wanted}`,
    ),
    comment: await read(
      'comment',
      (wanted) => sql<{ id: string; post_id: string; message: string }>`
        select id, post_id, left(message, ${longestText}) as message from comment where id = ${wanted}`,
    ),
    report: await read(
      'report',
      (wanted) => sql<{
        id: string
        entity_type: string
        entity_id: string
        is_by_person: boolean
        reason: string
        dismissed_at: Date | null
        other_id: string | null
        other_name: string | null
      }>`select made.id, entity_type, entity_id, made.is_by_person, reason, dismissed_at, other.id as other_id,
          trim(other.first_name || ' ' || other.last_name) as other_name
        from (
          select report.*, coalesce(reporter_id = any(${person.users}::uuid[]), false) as is_by_person,
            coalesce(
              case entity_type when 'user' then entity_id end,
              (select user_id from post where entity_type = 'post' and post.id = entity_id),
              (select user_id from comment where entity_type = 'comment' and comment.id = entity_id)
            ) as about_id
          from report where id = ${wanted}
        ) as made
        left join app_user as other on other.id = case when made.is_by_person then about_id else reporter_id end`,
    ),
    note: await read(
      'note',
      (wanted) => sql<{ id: string; text: string; written_by: string; by_name: string | null }>`
        select id, text, written_by, ${staffName(sql`written_by`)} as by_name from person_note where id = ${wanted}`,
    ),
    moved: await read(
      'moved',
      (wanted) => sql<{
        id: string
        kind: 'merge' | 'split'
        made_by: string
        by_name: string | null
        undoable_until: Date
        undone_at: Date | null
        is_from: boolean
        person: string
        name: string | null
        email: string | null
        phone: string | null
      }>`select moved.id, kind, made_by, ${staffName(sql`made_by`)} as by_name, undoable_until, undone_at, is_from,
          other as person, ${knownBy('name')} as name, ${knownBy('email')} as email, ${knownBy('phone')} as phone
        from (
          select *, kept_id <> all(${person.persons}::uuid[]) as is_from,
            case when kept_id = any(${person.persons}::uuid[]) then person_id
              else (people_with(kept_id))[1] end as other
          from person_move where id = ${wanted}
        ) as moved`,
    ),
  }
}

export type EntryRows = Awaited<ReturnType<typeof readEntries>>
