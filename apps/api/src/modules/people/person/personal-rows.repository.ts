import type { PersonRecordKind } from '@greenroom/contract/people/person/personal-data.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { identifyingPattern } from './detail-patterns.ts'
import { allAccounts, foldedOf, isOfPerson, searchableJson } from './person.repository.ts'
import { nobody, type Subject } from './person-subject.ts'
import { personalColumns, personalTables, type Written } from './personal-tables.ts'

/** A person whose rows are looked for, with the pattern of what identifies them in a text. */
interface Sought {
  subject: Subject
  identifying: string
}

/** Returns the declaration of a table. @throws Error if there is none */
export function tableOf(name: string) {
  const table = personalTables[name]
  if (!table) throw new Error(`${name} is not in personal-tables.ts.`)
  return table
}

/** Max rows of one kind in an export. */
const mostRows = 50_000

/** Returns the text of a column for a search by a pattern. */
export function searchable(column: string, kind: Written): RawBuilder<unknown> {
  const isJson = kind === 'json' || typeof kind === 'object'
  return isJson ? searchableJson(column) : sql.ref(column)
}

/** Returns the condition that rows of a table are the person's, as it is declared. */
export function ownRows(
  table: string,
  { subject, identifying }: Sought,
  owner = tableOf(table).of,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (owner === undefined) return sql<boolean>`false`
  if (owner === 'person') return sql<boolean>`${column('person_id')} = any(${subject.persons}::uuid[])`
  if (owner === 'order') {
    return sql<boolean>`${column('transaction_id')} in (select id from transaction where ${isOfPerson(subject)})`
  }
  if ('account' in owner) return sql<boolean>`${column(owner.account)} = any(${subject.users}::uuid[])`
  if ('email' in owner) {
    return sql<boolean>`folded(${column(owner.email)}) = any(${foldedOf(subject.emails)})`
  }
  const naming = Object.entries(owner.naming).map(
    ([name, kind]) => sql`${searchable(`${table}.${name}`, kind)} ~ ${identifying}`,
  )
  return sql<boolean>`(${sql.join(naming, sql` or `)})`
}

type Detail = Exclude<keyof Subject, 'persons' | 'users' | 'shared' | 'former'>

/** Personal columns by which a person is found elsewhere: what they contain, and how. */
const detailColumns: Readonly<Record<string, readonly [Detail, string]>> = {
  first_name: ['names', "trim(first_name || ' ' || last_name)"],
  user_first_name: ['names', "trim(user_first_name || ' ' || user_last_name)"],
  user_name: ['names', 'user_name'],
  billing_name: ['names', 'billing_name'],
  email: ['emails', 'email'],
  user_email: ['emails', 'user_email'],
  phone: ['phones', 'phone'],
  user_phone: ['phones', 'user_phone'],
  username: ['usernames', 'username'],
  billing_address: ['addresses', 'billing_address'],
  gstin: ['taxIds', 'gstin'],
}

/**
 * Returns how a person's details are written in all records that name them, the most frequent spelling first; at the end
 * those that no record has any more, such as an account's former address.
 */
export async function detailsOf(
  db: Database,
  person: Pick<Subject, 'persons' | 'users'>,
): Promise<Omit<Subject, 'persons' | 'users' | 'shared'>> {
  const sought = { subject: { ...nobody, ...person }, identifying: '' }
  const records = Object.keys(personalTables).flatMap((table) => {
    const details = Object.keys(personalColumns(table))
      .map((column) => detailColumns[column])
      .filter((detail) => detail !== undefined)
    if (!details.some(([detail]) => detail === 'names')) return []
    const values = details.map(([detail, text]) => sql`(${detail}, ${sql.raw(text)})`)
    return [
      sql`select detail, text from ${table === 'app_user' ? allAccounts : sql.table(table)},
        lateral (values ${sql.join(values)}) as written (detail, text) where ${ownRows(table, sought)}`,
    ]
  })
  const { rows } = await sql<{ detail: Detail; texts: string[]; former: string[] | null }>`
    with written as (
      select detail, text, count(*) as n from (${sql.join(records, sql` union all `)}) as record
      where text <> '' group by detail, text
    ), known as (
      select * from person_identifier where kind <> 'account' and is_own and ${isOfPerson(person)}
    ), former as (
      select kind || 's' as detail, value as text, 0 as n from known
      where not exists (select from written where detail = kind || 's'
        and value = case kind when 'email' then email_key(text) else phone_key(text) end)
      union select 'names', name, 0 from known, unnest(names) as name
      where name <> '' and not exists (select from written where detail = 'names' and text = name)
    )
    select detail, array_agg(text order by n desc, text) as texts, array_agg(text) filter (where n = 0) as former
    from (select * from written union all select * from former) as found group by detail`.execute(db)
  const found = Object.fromEntries(rows.map(({ detail, texts }) => [detail, texts]))
  const former = rows.flatMap((row) => row.former ?? [])
  return { names: [], emails: [], phones: [], usernames: [], addresses: [], taxIds: [], ...found, former }
}

const countOf = (rows: RawBuilder<unknown>) => sql<number>`(select count(*)::int from ${rows})`

/** Counts what is known about a person, by the kinds that are declared. */
export async function countPersonal(
  db: Database,
  person: Subject,
): Promise<Record<PersonRecordKind | 'file', number>> {
  const sought = { subject: person, identifying: identifyingPattern(person) }
  const own = (table: string) => sql`${sql.table(table)} where ${ownRows(table, sought)}`
  const ids = (table: string) => sql`(select id from ${own(table)})`
  const special: Partial<Record<PersonRecordKind, RawBuilder<number>>> = {
    reply: sql`(with recursive below as (
        (select id, user_id from comment where post_id in ${ids('post')}
          union select id, user_id from comment where parent_comment_id in ${ids('comment')})
        union select comment.id, comment.user_id from comment join below on comment.parent_comment_id = below.id
      ) select count(*)::int from below where user_id <> all(${person.users}::uuid[]))`,
  }
  const parts = new Map<PersonRecordKind | 'file', RawBuilder<number>[]>()
  for (const [table, { counted, is }] of Object.entries(personalTables)) {
    const counts = [countOf(own(table))]
    if (is?.includes('binned')) counts.push(countOf(sql`${own('bin_row')} and source = ${table}`))
    for (const kind of 'not' in counted ? [] : counted) {
      parts.set(kind, [...(parts.get(kind) ?? []), ...(special[kind] ? [special[kind]] : counts)])
    }
  }
  parts.set('file', [
    countOf(sql`post_attachment where post_id in ${ids('post')}`),
    countOf(sql`${own('app_user')} and profile_picture_key is not null`),
    countOf(sql`file where bin_item_id in (
      select item_id from ${own('bin_row')} and source in ('app_user', 'post'))`),
  ])
  const sums = [...parts].map(([kind, counts]) => sql`${sql.join(counts, sql` + `)} as ${sql.ref(kind)}`)
  const { rows } = await sql<Record<PersonRecordKind | 'file', number>>`select ${sql.join(sums)}`.execute(db)
  if (!rows[0]) throw new Error('Nothing was counted.')
  return rows[0]
}

/** Returns everything about a person by kind, with plain names. Amounts are texts in the currency's main unit. */
export async function readEverything(
  db: Database,
  person: Subject,
): Promise<{ content: Record<string, unknown[]>; incomplete: string[] }> {
  const sought = { subject: person, identifying: identifyingPattern(person) }
  const content: Record<string, unknown[]> = {}
  const incomplete: string[] = []
  for (const [table, { exported, columns = '', from = table, of, alsoOf }] of Object.entries(
    personalTables,
  )) {
    if ('not' in exported) continue
    const owners = [of, ...(alsoOf ? [alsoOf] : [])].map((owner) => ownRows(table, sought, owner))
    const { as, by = 'created_at' } = exported
    const { rows } = await sql<object>`select ${sql.raw(columns)} from ${sql.raw(from)}
      where ${sql.join(owners, sql` or `)} order by ${sql.raw(by)} limit ${mostRows}`.execute(db)
    content[as] = rows
    if (rows.length === mostRows) incomplete.push(as)
  }
  return { content, incomplete }
}
