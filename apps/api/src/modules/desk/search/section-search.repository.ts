import type { SearchKind } from '@greenroom/contract/desk/search/search.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { contains } from '../../../platform/database/text-search.ts'
import { endingWith, type FoundRow, prepared, type Search } from './search.repository.ts'

/**
 * Matches of a table that are ranked: those among its newest rows, and as many as the index finds first. A text that most
 * rows have is thus found among the newest ones without sorting the table.
 */
const ranked = { newest: 50, found: 100 }

interface Section {
  table: string
  /** The expression of its index, which has the title and what else is searched. */
  searched: RawBuilder<string>
  title: RawBuilder<string>
  /** A part of `searched` that is searched instead without the permission to see personal data. */
  shown?: RawBuilder<string>
  detail?: RawBuilder<string | null>
  at?: RawBuilder<unknown>
  status?: RawBuilder<string>
  newest?: RawBuilder<unknown>
  only?: RawBuilder<boolean>
  /** Whether it names its host, a creator, by whom it is found too. */
  hasHost?: boolean
  /** Whether it has a phone. */
  hasPhone?: boolean
}

const ref = (column: string) => sql.ref<string>(column)
const fullName = sql<string>`first_name || ' ' || last_name`
const nameAndEmail = sql<string>`first_name || ' ' || last_name || ' ' || email`
const titleAndPlace = sql<string>`title || ' ' || city || ' ' || location`
const session = { at: sql`start_time`, newest: sql`start_time`, hasHost: true }
const host = sql<string | null>`(select trim(${fullName}) from creator where id = creator_id)`

/** The sections whose tables are as small as the provider's work is. */
const sections = {
  masterclass: {
    table: 'masterclass',
    searched: ref('title'),
    title: ref('title'),
    detail: host,
    status: sql`is_active::text`,
    ...session,
  },
  webinar: {
    table: 'event',
    searched: titleAndPlace,
    title: ref('title'),
    detail: host,
    only: sql<boolean>`event_type = 'ONLINE'`,
    status: sql`is_published::text`,
    ...session,
  },
  event: {
    table: 'event',
    searched: titleAndPlace,
    title: ref('title'),
    detail: sql`nullif(concat_ws(', ', nullif(city, ''), ${host}), '')`,
    only: sql<boolean>`event_type = 'OFFLINE'`,
    status: sql`is_published::text`,
    ...session,
  },
  coupon: { table: 'coupon', searched: ref('code'), title: ref('code'), at: sql`valid_till` },
  shortlink: {
    table: 'shortlink',
    searched: sql`short_code || ' ' || coalesce(web_url, '') || ' ' || coalesce(app_url, '')`,
    title: ref('short_code'),
    detail: sql`coalesce(web_url, app_url)`,
  },
  creator: { table: 'creator', searched: nameAndEmail, shown: fullName, title: fullName, hasPhone: true },
  advisor: { table: 'advisor', searched: nameAndEmail, shown: fullName, title: fullName },
  news: {
    table: 'news',
    searched: sql`heading || ' ' || source`,
    title: ref('heading'),
    detail: ref('source'),
  },
  banner: {
    table: 'banner',
    searched: sql`coalesce(redirect_link, redirect_page, '')`,
    title: sql`coalesce(redirect_link, redirect_page, '')`,
    at: sql`start_time`,
    status: sql`is_active::text`,
  },
  'payment-page': {
    table: 'payment_page',
    searched: ref('title'),
    title: ref('title'),
    status: sql`is_active::text`,
  },
  membership: { table: 'membership', searched: ref('name'), title: ref('name') },
  'advisory-service': {
    table: 'advisory_service',
    searched: ref('service_name'),
    title: ref('service_name'),
  },
} satisfies Partial<Record<SearchKind, Section>>

type SectionKind = keyof typeof sections
export const sectionKinds = Object.keys(sections) as SectionKind[]

/** Finds records of several sections by their title, id, host or phone, in one statement. */
export function findInSections(
  db: Database,
  kinds: readonly SectionKind[],
  search: Search,
  limit: number,
): Promise<FoundRow[]> {
  const found = kinds.filter((kind) => {
    const section: Section = sections[kind]
    return search.id !== null || search.isPart || phoneOf(section, search)
  })
  if (found.length === 0) return Promise.resolve([])
  const queries = found.map((kind) => sql`(${queryOf(kind, sections[kind], search, limit)})`)
  return prepared(db, sql`${sql.join(queries, sql` union all `)}`)
}

function queryOf(
  kind: SectionKind,
  { table, searched, shown, title, only, ...section }: Section,
  search: Search,
  limit: number,
): RawBuilder<unknown> {
  const { id, text, seesPersonal } = search
  const phone = phoneOf(section, search)
  const byPhone =
    phone === undefined ? sql`` : sql`union (select id from ${endingWith(table, 'phone', phone)} as called)`
  const isOfKind = only ?? sql`true`
  // The index has e-mail addresses too, which a session does not show.
  const byHost = section.hasHost
    ? sql`union (select id from ${sql.table(table)} where ${isOfKind} and creator_id = any (array(
          select id from creator where ${contains(nameAndEmail, text)} and ${contains(fullName, text)} limit ${sql.lit(ranked.found)}
        )) order by start_time desc limit ${sql.lit(ranked.found)})`
    : sql``
  const newest = section.newest ?? sql`created_at`
  const conditions = [contains(searched, text)]
  // The index has all of them together.
  if (shown && !seesPersonal) conditions.push(contains(shown, text))
  const matches = sql.join(conditions, sql` and `)
  const ids =
    id === null
      ? sql`(select id from (
            select * from ${sql.table(table)} where ${isOfKind} order by ${newest} desc, id desc limit ${sql.lit(ranked.newest)}
          ) as latest where ${matches})
          union (select id from ${sql.table(table)} where ${isOfKind} and ${matches} limit ${sql.lit(ranked.found)})
          ${byHost}
          ${byPhone}`
      : sql`select id from ${sql.table(table)} where ${isOfKind} and id = ${id}::uuid`
  const name = sql`searched(${title})`
  const rank = sql`case when ${id === null ? sql`${name} = searched(${text})` : sql`true`} then 0
    when starts_with(${name}, searched(${text})) then 1 else 2 end`
  const email = searched === nameAndEmail ? sql`email` : sql`null::text`
  return sql`select ${sql.lit(kind)} as kind, id, trim(${title}) as title, ${section.detail ?? sql`null::text`} as detail,
      null::text as code, ${email} as email, null::text as phone, ${section.at ?? sql`null::timestamptz`} as at,
      null::bigint as amount, null::text as currency_code, ${section.status ?? sql`null::text`} as status, ${rank} as rank
    from ${sql.table(table)} where id = any (array(${ids})) order by rank, ${newest} desc, id desc limit ${sql.lit(limit)}`
}

/** Returns the end of a phone, where it is searched. */
function phoneOf(section: Pick<Section, 'hasPhone'>, { phoneEnd, seesPersonal }: Search): string | undefined {
  return section.hasPhone && seesPersonal ? (phoneEnd ?? undefined) : undefined
}
