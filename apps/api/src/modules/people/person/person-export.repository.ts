import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { identifyingPattern } from './detail-patterns.ts'
import { isOfPerson, searchableJson } from './person.repository.ts'
import type { Subject } from './person-subject.ts'

/** Max rows of one kind in an export. */
const mostRows = 50_000

const moneyText = (column: string) => sql`(${sql.ref(column)} / 100.0)::numeric(20, 2)::text`

/** Returns everything about a person by kind, with plain names. Amounts are texts in the currency's main unit. */
export async function readEverything(
  db: Database,
  person: Subject,
): Promise<{ content: Record<string, unknown[]>; incomplete: string[] }> {
  const mine = sql`user_id = any(${person.users}::uuid[])`
  const orders = sql`(select id from transaction where ${isOfPerson(person)})`
  const pattern = identifyingPattern(person)
  const sources: Record<string, RawBuilder<object>> = {
    accounts: sql`select id, external_id, first_name, last_name, email, phone, username, designation, description,
        '/files/' || profile_picture_key as profile_picture, created_at, updated_at
      from app_user where id = any(${person.users}::uuid[]) order by created_at`,
    found_by: sql`select kind, value, names, source, created_at as since from person_identifier
      where ${isOfPerson(person)} order by id`,
    labels: sql`select label, added_at from person_label where ${isOfPerson(person)} order by added_at, label`,
    notes_about_the_person: sql`select text, written_at from person_note where ${isOfPerson(person)}
      order by written_at`,
    memberships: sql`select membership_held.id, membership.name as membership, membership_held.external_id,
        order_reference, starts_at, ends_at, cancelled_at, membership_held.created_at
      from membership_held join membership on membership.id = membership_id where ${mine} order by starts_at`,
    posts: sql`select id, message, tags, like_count as likes, comment_count as comments, created_at,
        array(select '/files/' || file_key from post_attachment where post_id = post.id order by kind, position)
          as attachments,
        (select json_agg(json_build_object('option', option, 'votes', votes) order by position)
          from post_poll_option where post_id = post.id) as poll
      from post where ${mine} order by created_at`,
    comments: sql`select id, post_id, message, created_at from comment where ${mine} order by created_at`,
    likes: sql`select post_id, liked_at, unliked_at as taken_back_at from post_like where ${mine}
      order by post_id`,
    votes: sql`select post_id, option, cast_at as voted_at, withdrawn_at as taken_back_at
      from post_vote where ${mine} order by post_id, option`,
    reports_made: sql`select entity_type as about, entity_id as about_id, reason, created_at
      from report where reporter_id = any(${person.users}::uuid[]) order by created_at`,
    in_bin: sql`select source as kind, deleted_at, content from bin_row join bin_item on bin_item.id = item_id
      where person_id = any(${person.users}::uuid[]) and source not like '%.%' order by bin_row.id`,
    orders: sql`select id, reference_order_id as reference, status, ${moneyText('amount')} as amount,
        currency_code as currency, ${moneyText('refunded_amount')} as refunded, ${moneyText('tax_amount')} as tax,
        created_at as ordered_at, completed_at as paid_at, entity_type as item_type, entity_title as item,
        entity_start_time as item_starts_at, user_id as account_id, user_first_name as first_name,
        user_last_name as last_name, user_email as email, user_phone as phone, billing_name, billing_address,
        billing_state, billing_country, gstin, payment_id, payment_method, coupon_code as coupon, source, medium,
        campaign, zoom_join_url as join_link
      from transaction where ${isOfPerson(person)} order by created_at`,
    registrations: sql`select registration.id, session_type, session_id, coalesce(masterclass.title, event.title) as session,
        user_name as name, user_email as email, user_phone as phone, registration.created_at as registered_at,
        given_back_at, attended_at, attended_minutes, source
      from registration
      left join masterclass on masterclass.id = session_id left join event on event.id = session_id
      where transaction_id in ${orders} or ${isOfPerson(person)}
      order by registration.created_at`,
    refunds: sql`select transaction_id as order_id, state, ${moneyText('amount')} as amount,
        currency_code as currency, requested_at, settled_at, note
      from refund where transaction_id in ${orders} order by requested_at`,
    refund_requests: sql`select transaction_id as order_id, state, ${moneyText('amount')} as amount,
        currency_code as currency, requested_at, decided_at, note, decision_reason
      from refund_request where transaction_id in ${orders} order by requested_at`,
    notes_of_staff: sql`select transaction_id as order_id, text, written_at
      from transaction_note where transaction_id in ${orders} order by written_at`,
    tax_documents: sql`select transaction_id as order_id, kind, serial as number, document_date::text as date,
        ${moneyText('total')} as total, currency_code as currency, content -> 'recipient' as recipient,
        document_kept_until(financial_year)::text as kept_until
      from tax_document where transaction_id in ${orders} order by issued_at`,
    advisory_bookings: sql`select lead.id, reference_record_id as reference, status, status_history as history,
        start_time as starts_at, lead.created_at as booked_at, service_name as service,
        user_first_name as first_name, user_last_name as last_name, user_email as email, user_phone as phone,
        meta as origin, close_reason as closed_because, close_note as note_of_staff
      from lead join advisory_service on advisory_service.id = service_id
      where ${isOfPerson(person)} order by lead.created_at`,
    creators: sql`select id, first_name, last_name, email, phone, created_at from creator where ${isOfPerson(person)}`,
    advisors: sql`select id, first_name, last_name, email, created_at from advisor where ${isOfPerson(person)}`,
    saved_views_of_staff: sql`select name, search, created_at from saved_view
      where name ~ ${pattern} or ${searchableJson('search')} ~ ${pattern} order by created_at`,
    refused_sign_ins: sql`select at, reason, claimed_email as email, address as network_address
      from sign_in_refusal
      where folded(claimed_email) = any(array(select folded(e) from unnest(${person.emails}::text[]) as e))
      order by at`,
  }
  const content: Record<string, unknown[]> = {}
  const incomplete: string[] = []
  for (const [kind, source] of Object.entries(sources)) {
    const { rows } = await sql<object>`select * from (${source}) as found limit ${mostRows}`.execute(db)
    content[kind] = rows
    if (rows.length === mostRows) incomplete.push(kind)
  }
  return { content, incomplete }
}
