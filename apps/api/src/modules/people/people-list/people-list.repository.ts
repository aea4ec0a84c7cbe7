import type { ConsentChannel } from '@greenroom/contract/consent'
import { mostCounted } from '@greenroom/contract/list'
import type { PeopleSort } from '@greenroom/contract/people/people-list/people-list.schema'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { maskedEmail, maskedNote, maskedPhone } from '../../../platform/database/masked-columns.ts'
import { indexedDigits } from '../../../platform/database/phone-search.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { beginsWith, contains, searchedPattern } from '../../../platform/database/text-search.ts'

/** A part of a name, an e-mail address or its beginning, or the digits that a phone ends with. */
export type PersonSearch = { name: string } | { email: string } | { phoneEnd: string; phone: string }

/** Which people; what is undefined matches any. */
export interface PeopleFilter {
  search?: PersonSearch | undefined
  /** All of these, as `person_mark`. */
  marks: { kind: 'bought' | 'seat' | 'came' | 'membership' | 'label' | 'source' | 'consent'; value: string }[]
  /** Holds it at this time. */
  membership?: { id: string; now: Date } | undefined
  /** Didn't come to this session. */
  missed?: string | undefined
  hasAccount?: boolean | undefined
  spentFrom?: number | undefined
  seenFrom?: Date | undefined
  seenUntil?: Date | undefined
  sinceFrom?: Date | undefined
  sinceUntil?: Date | undefined
}

export interface PersonRow extends Omit<Selectable<DB['person_figure']>, 'marks'> {
  labels: string[]
  memberships: { _id: string; name: string }[]
  /** What the list is sorted by, for the next page. */
  position: string
}

const mark = (kind: string, value: RawBuilder<string> | string) =>
  sql`person_mark(${sql.lit(kind)}, ${typeof value === 'string' ? sql`${value}::text` : value})`

/** As an export names the channels of a consent. */
const channelNames: Record<ConsentChannel, string> = {
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  phone: 'Phone and SMS',
}

/** From this length on a text has a trigram of its own, with which the index finds it anywhere in a name. */
const trigram = 3

function isFound(search: PersonSearch): RawBuilder<SqlBool> {
  /** Those who are found by a contact, whichever record had it. */
  const foundBy = (kind: 'email' | 'phone', key: RawBuilder<unknown>) =>
    sql`person_id = any(array(select (people_with(known.person_id))[1] from person_identifier as known
      where known.kind = ${sql.lit(kind)} and known.value = ${key} limit ${sql.lit(mostCounted)}))`
  if ('email' in search) {
    return sql`(${foundBy('email', sql`email_key(${search.email}::text)`)}
      or ${beginsWith(sql.ref<string>('email'), search.email)})`
  }
  if ('phoneEnd' in search) {
    const reversed = [...search.phoneEnd].reverse().join('').slice(0, indexedDigits)
    const end = sql`left(phone_from_its_end(phone), ${sql.lit(indexedDigits)}) collate "C"`
    return reversed.length < indexedDigits
      ? // ':' follows '9', so this is the range of all texts that begin with the given digits.
        sql`(${end} >= ${reversed}::text and ${end} < ${`${reversed}:`}::text)`
      : sql`(${foundBy('phone', sql`phone_key(${search.phone}::text)`)}
          or ${end} = ${reversed}::text and phone_from_its_end(phone) ^@ ${[...search.phoneEnd].reverse().join('')}::text)`
  }
  const name = sql.ref<string>('name')
  if ([...search.name].length >= trigram) return contains(name, search.name)
  const pattern = searchedPattern(sql`${search.name}::text`)
  return sql`(searched(${name}) like ${pattern} || '%' or searched(${name}) like '% ' || ${pattern} || '%')`
}

/** The condition of a filter, on `person_figure`. */
function matches(filter: PeopleFilter): RawBuilder<SqlBool> {
  const { search, marks, membership, missed, hasAccount, spentFrom } = filter
  const conditions: RawBuilder<unknown>[] = []
  const all = [
    ...marks.map(({ kind, value }) => mark(kind, kind === 'label' ? sql`folded(${value}::text)` : value)),
    ...(membership ? [mark('membership', membership.id)] : []),
    ...(missed === undefined ? [] : [mark('seat', missed)]),
  ]
  if (all.length > 0) conditions.push(sql`marks @> array[${sql.join(all)}]`)
  if (membership) {
    // The holders are found once. A look-up for each person would take most of the time of a count.
    conditions.push(sql`exists (select from unnest(accounts) as own (id) where own.id in (
      select held.user_id from membership_held as held
      where held.membership_id = ${membership.id}::uuid and ${isHeld(membership.now)}))`)
  }
  if (missed !== undefined) {
    // Nobody is known to be absent while nobody says who came.
    conditions.push(sql`not marks @> array[${mark('came', missed)}]
      and exists (select from registration where session_id = ${missed}::uuid and attended_at is not null)`)
  }
  if (hasAccount !== undefined) conditions.push(sql`(cardinality(accounts) > 0) = ${hasAccount}`)
  if (spentFrom !== undefined) conditions.push(sql`spent_inr >= ${spentFrom}::bigint`)
  for (const [column, from, until] of [
    ['last_seen_at', filter.seenFrom, filter.seenUntil],
    ['first_seen_at', filter.sinceFrom, filter.sinceUntil],
  ] as const) {
    if (from) conditions.push(sql`${sql.ref(column)} >= ${from}::timestamptz`)
    if (until) conditions.push(sql`${sql.ref(column)} < ${until}::timestamptz`)
  }
  if (search) conditions.push(isFound(search))
  return conditions.length === 0 ? sql`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const isHeld = (now: Date) => sql`held.starts_at <= ${now}::timestamptz
  and (held.ends_at is null or held.ends_at > ${now}::timestamptz)
  and (held.cancelled_at is null or held.cancelled_at > ${now}::timestamptz)`

/** How the list is sorted: the order, what a page continues after, and its text. Each has an index. */
const sorts: Record<
  PeopleSort,
  {
    order: RawBuilder<unknown>
    position: RawBuilder<string>
    after: (position: string, id: string) => RawBuilder<SqlBool>
  }
> = {
  last_seen: byTime('last_seen_at'),
  first_seen: byTime('first_seen_at'),
  spent: {
    order: sql`spent_inr desc, person_id desc`,
    position: sql`spent_inr::text`,
    after: (position, id) => sql`(spent_inr, person_id) < (${position || '0'}::bigint, ${id}::uuid)`,
  },
  name: {
    order: sql`(name = ''), folded(name), person_id`,
    // The name itself would be personal data in an address.
    position: sql`''`,
    after: (_, id) => {
      const last = (value: RawBuilder<unknown>) =>
        sql`(select ${value} from person_figure as last where last.person_id = ${id}::uuid)`
      return sql`((name = ''), folded(name), person_id)
        > (${last(sql`(last.name = '')`)}, ${last(sql`folded(last.name)`)}, ${id}::uuid)`
    },
  },
}

function byTime(column: 'last_seen_at' | 'first_seen_at'): (typeof sorts)[PeopleSort] {
  const at = sql.ref(column)
  return {
    order: sql`${at} desc, person_id desc`,
    position: sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    after: (position, id) => sql`(${at}, person_id) < (${position || 'infinity'}::timestamptz, ${id}::uuid)`,
  }
}

/**
 * Lists people. The order of the pages is that of an index; the labels and the memberships are read for the page alone.
 * @param after the position and the id of the last person of the page before
 */
export async function listPeople(
  db: Database,
  filter: PeopleFilter,
  {
    sort,
    limit,
    after,
    now,
  }: { sort: PeopleSort; limit: number; after?: { position: string; id: string } | undefined; now: Date },
): Promise<PersonRow[]> {
  const { order, position, after: isAfter } = sorts[sort]
  const { rows } = await sql<PersonRow>`
    with page as (
      select person_id, name, email, phone, accounts, first_seen_at, last_seen_at, orders, spent_inr, spent_usd,
        ${position} as position, row_number() over (order by ${order}) as place
      from person_figure
      where ${matches(filter)} ${after ? sql`and ${isAfter(after.position, after.id)}` : sql``}
      order by ${order} limit ${limit}
    )
    select page.*,
      array(select label from person_label where person_id = any(people_with(page.person_id))
        group by label order by folded(label), label) as labels,
      coalesce((
        select jsonb_agg(jsonb_build_object('_id', id, 'name', name) order by name, id)
        from (
          select distinct membership.id, membership.name from membership_held as held
          join membership on membership.id = held.membership_id
          where held.user_id = any(page.accounts) and ${isHeld(now)}
        ) as own
      ), '[]') as memberships
    from page order by place`.execute(db)
  return rows
}

/** Returns the titles of a session and of something that is sold; null for what does not exist. */
export async function titlesOf(
  db: Database,
  { session, entity }: { session: string | undefined; entity: string | undefined },
): Promise<{ session: string | null; entity: string | null }> {
  const titleOf = (id: string | undefined, ...tables: [table: string, column: string][]) =>
    id === undefined
      ? sql`null::text`
      : sql`(${sql.join(
          tables.map(
            ([table, column]) =>
              sql`select ${sql.ref(column)} from ${sql.table(table)} where id = ${id}::uuid`,
          ),
          sql` union all `,
        )} limit 1)`
  const sessions: [string, string][] = [
    ['masterclass', 'title'],
    ['event', 'title'],
  ]
  const { rows } = await sql<{ session: string | null; entity: string | null }>`select
    ${titleOf(session, ...sessions)} as session,
    ${titleOf(entity, ...sessions, ['membership', 'name'], ['payment_page', 'title'])} as entity`.execute(db)
  return rows[0] ?? { session: null, entity: null }
}

/** Counts people up to `mostCounted`. */
export async function countPeople(db: Database, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from person_figure where ${matches(filter)} limit ${sql.lit(mostCounted)}) as counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts all people of an export. */
export async function countExported(db: Database, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from person_figure
    where ${matches(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Selects the people of the list in its order, for an export. Money only with `withMoney`, memberships with
 * `withMemberships`.
 */
export function exportStatement(
  db: Database,
  filter: PeopleFilter,
  {
    sort,
    timeZone,
    now,
    isMasked,
    withMoney,
    withMemberships,
  }: {
    sort: PeopleSort
    timeZone: string
    now: Date
    isMasked: boolean
    withMoney: boolean
    withMemberships: boolean
  },
): RowStatement {
  const shown = (column: string, mask: (column: string) => string) =>
    sql.raw(isMasked ? mask(column) : column)
  const local = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
  const { sql: text, parameters } = sql`
    select ${shown('name', maskedNote)}, ${shown('email', maskedEmail)}, ${shown('phone', maskedPhone)},
      case when cardinality(accounts) > 0 then 'Yes' else 'No' end, ${local('first_seen_at')}, ${local('last_seen_at')},
      ${withMoney ? sql`orders, spent_inr, spent_usd,` : sql``}
      ${
        withMemberships
          ? sql`(select string_agg(distinct membership.name, ', ' order by membership.name) from membership_held as held
              join membership on membership.id = held.membership_id
              where held.user_id = any(accounts) and ${isHeld(now)}),`
          : sql``
      }
      (select string_agg(distinct label, ', ' order by label) from person_label
        where person_label.person_id = any(people_with(person_figure.person_id))),
      concat_ws(', ', ${sql.join(
        Object.entries(channelNames).map(
          ([channel, name]) =>
            sql`case when marks @> array[${mark('consent', channel)}] then ${sql.lit(name)} end`,
        ),
      )})
    from person_figure where ${matches(filter)} order by ${sorts[sort].order}`.compile(db)
  return { text, values: [...parameters] }
}
