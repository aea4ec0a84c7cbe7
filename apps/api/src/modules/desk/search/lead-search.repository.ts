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

const name = sql<string>`user_first_name || ' ' || user_last_name`

/** Finds leads by id, the id in the CRM, and by the phone, e-mail address and name of who booked. */
export function findLeads(db: Database, search: Search, limit: number): Promise<FoundRow[]> {
  const { text, id, phoneEnd, isEmail, isCode, isName, seesPersonal } = search
  const queries = []
  if (id !== null) {
    queries.push(meeting('lead', sql`id = ${id}::uuid`))
    queries.push(meeting('lead', sql`user_id = ${id}::uuid`))
  }
  if (isCode || id !== null) queries.push(startingWith('lead', sql`reference_record_id`, text))
  if (phoneEnd !== null && seesPersonal) {
    queries.push(endingWith('lead', 'user_phone', phoneEnd))
  }
  if (isEmail && seesPersonal) queries.push(startingWith('lead', sql`user_email`, text))
  if (isName) queries.push(startingWith('lead', name, text, { fold: 'searched' }))
  return rankedRows(db, queries, {
    read: sql`select 'lead' as kind, found.id, trim(${name}) as title, service_name as detail,
        reference_record_id as code, user_email as email, user_phone as phone, start_time as at, null::bigint as amount,
        null as currency_code, status, found.rank
      from found join lead on lead.id = found.id join advisory_service on advisory_service.id = service_id`,
    newest: sql`lead.created_at`,
    limit,
  })
}
