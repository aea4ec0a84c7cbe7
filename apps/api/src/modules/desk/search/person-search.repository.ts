import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import {
  endingWith,
  type FoundRow,
  meeting,
  rankedRows,
  type Search,
  startingWith,
} from './search.repository.ts'

const name = sql<string>`first_name || ' ' || last_name`

/** Finds accounts by id, phone, e-mail address, username, and the beginning of their first or last name. */
export function findPeople(db: Database, search: Search, limit: number): Promise<FoundRow[]> {
  const { text, id, phoneEnd, isEmail, isCode, isName, seesPersonal } = search
  const queries = []
  if (id !== null) queries.push(meeting('app_user', sql`id = ${id}::uuid`))
  if (phoneEnd !== null && seesPersonal) {
    queries.push(endingWith('app_user', 'phone', phoneEnd))
  }
  if (isEmail && seesPersonal) queries.push(startingWith('app_user', sql`email`, text))
  if (isName) {
    queries.push(startingWith('app_user', name, text, { fold: 'searched' }))
    queries.push(startingWith('app_user', sql`last_name`, text, { fold: 'searched' }))
  }
  if (isCode) queries.push(startingWith('app_user', sql`username`, text, { only: sql`username <> ''` }))
  return rankedRows(db, queries, {
    read: sql`select 'person' as kind, found.id, trim(${name}) as title, nullif(designation, '') as detail, null as code,
        email, phone, null::timestamptz as at, null::bigint as amount, null as currency_code, null as status, found.rank
      from found join app_user on app_user.id = found.id`,
    newest: sql`created_at`,
    limit,
  })
}
