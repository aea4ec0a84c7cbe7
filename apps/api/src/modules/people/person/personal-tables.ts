import {
  type ErasureStep,
  erasedName,
  type PersonRecordKind,
} from '@greenroom/contract/people/person/personal-data.schema'
import { erasedText } from './person-subject.ts'

/**
 * How somebody may have written about anybody in a column, so that every erasure searches it in all rows: in a text, in
 * one with a max length, in JSON (in names as well as in values), or in some members of JSON.
 */
export type Written = 'text' | number | 'json' | { members: readonly string[] }

/**
 * By what the rows of a person are found: the column `person_id`, the column `transaction_id` of their orders, a column
 * with the id of an account, one with an e-mail address, or columns with anything that identifies the person.
 */
type Owner =
  | 'person'
  | 'order'
  | { account: string }
  | { email: string }
  | { naming: Readonly<Record<string, 'text' | 'json'>> }

/**
 * A part of an erasure that does more than delete or blank rows: it locks others first, deletes what is below, releases
 * files, or is before (`begin`) or after (`end`) the steps. `records` goes with each record that is deleted or blanked.
 */
type Special = `special: ${
  | 'begin'
  | 'bin'
  | 'reactions'
  | 'comments'
  | 'posts'
  | 'accounts'
  | 'records'
  | 'looks'
  | 'history'
  | 'end'}`

type Effect = 'deleted' | 'blanked' | 'unlinked' | 'kept'

/** All that erasure, preview, export and inventory know about a table. Lists of columns are separated by spaces. */
interface PersonalTable {
  /** Absent: only a special part finds rows of the person, or no row is one person's alone. */
  of?: Owner
  /** Columns with details of the row's own person, unless `blank` has them. */
  record?: string
  /** Columns in which anybody may have written about anybody. */
  written?: Readonly<Record<string, Written>>
  /** Other columns that can hold text. */
  other?: string
  /** What an erasure does with the rows of the person, by which of its steps or special parts, and why. */
  erased: readonly [Effect, by: ErasureStep | Special, why: string]
  /**
   * The personal columns of blanked rows, and what they get, in SQL with `:erasure`, `:details` and `:identifying`.
   * Null removes the person's details from what was written. `also` has columns without personal data.
   */
  blank?: Readonly<Record<string, string | null>>
  also?: Readonly<Record<string, string>>
  /** The name of the rows in an export, with their order if it is not `created_at`; or why they are not in it. */
  exported: { as: string; by?: string } | { not: string }
  /** What is exported, in SQL, with which other tables, and by which other owner. */
  columns?: string
  from?: string
  alsoOf?: Owner
  /** Why a personal column is not exported. */
  withheld?: Readonly<Record<string, string>>
  /** The kinds under which the preview counts the rows and what goes with them, or why it does not. */
  counted: readonly PersonRecordKind[] | { not: string }
  /** The type of the records in the audit log and in webhooks. */
  type?: string
  /**
   * - `labelled`: the label of an audit entry is the person's name, or a text of theirs, and is replaced as a whole.
   * - `edited`: has a version and the time of the last change. A form with the text from before must not store it again.
   * - `binned`: rows can be in the bin.
   * - `dependent`: is deleted with the row of `person`. Rows of another table with `person_id` keep that row.
   */
  is?: readonly ('labelled' | 'edited' | 'binned' | 'dependent')[]
}

const sum = (column: string) => `(${column} / 100.0)::numeric(20, 2)::text`
const ifAny = (column: string) => `case when ${column} is not null then '${erasedText}' end`

const noText = "''"
const noName = { first_name: `'${erasedName.first}'`, last_name: `'${erasedName.last}'` }
const noBuyer = {
  user_first_name: noName.first_name,
  user_last_name: noName.last_name,
  user_email: noText,
  user_phone: noText,
}
// E-mail addresses of creators and of advisors are unique.
const noContact = { ...noName, email: "id || '@erased.invalid'" }
const buyer = `user_first_name as first_name, user_last_name as last_name, user_email as email, user_phone as phone`

const neither = (why: string) => ({ exported: { not: why }, counted: { not: why } })
const ofStaff = neither('it says what staff did')
const inRecords = neither('the records of the person have it')
const ofPayments = { not: 'it is about the payment, and goes with the order' }
const inBin = { not: 'each record in the bin counts as its own kind' }

/** Tables with rows of people. Previews and exports have their kinds in this order. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  app_user: {
    of: { account: 'id' },
    record: 'first_name last_name email phone username profile_picture_key external_id',
    written: { designation: 'text', description: 'text' },
    erased: ['deleted', 'special: accounts', 'orders and bookings have what the books need'],
    exported: { as: 'accounts' },
    columns: `id, external_id, first_name, last_name, email, phone, username, designation, description,
      '/files/' || profile_picture_key as profile_picture, created_at, updated_at`,
    counted: ['account'],
    type: 'user',
    is: ['labelled', 'binned'],
  },
  person_note: {
    of: 'person',
    record: 'user_email',
    written: { text: 2_000 },
    other: 'written_by',
    erased: ['deleted', 'community', 'nobody needs it any more. Details are blanked in notes about others'],
    exported: { as: 'notes_about_the_person', by: 'written_at' },
    columns: 'text, written_at',
    withheld: { user_email: 'the account has it' },
    counted: ['note'],
  },
  person_consent: {
    of: 'person',
    written: { note: 500, agreed_to: 500 },
    other: 'purpose channel source recorded_by',
    erased: ['deleted', 'community', 'nobody may be written to any more'],
    exported: { as: 'consents', by: 'at, channel' },
    columns: 'purpose, channel, is_given, at, source, record_id, agreed_to, note, recorded_at',
    counted: ['consent'],
    is: ['dependent'],
  },
  membership_held: {
    of: { account: 'user_id' },
    record: 'external_id order_reference',
    erased: ['deleted', 'community', 'the order says what was bought'],
    exported: { as: 'memberships', by: 'starts_at' },
    columns: `membership_held.id, membership.name as membership, membership_held.external_id, order_reference,
      starts_at, ends_at, cancelled_at, membership_held.created_at`,
    from: 'membership_held join membership on membership.id = membership_id',
    counted: { not: 'it goes with the account' },
    is: ['binned'],
  },
  post: {
    of: { account: 'user_id' },
    record: 'tags',
    written: { message: 'text' },
    other: 'external_id',
    erased: [
      'deleted',
      'special: posts',
      'one without its author often names them. What is below goes with it',
    ],
    exported: { as: 'posts' },
    columns: `id, message, tags, like_count as likes, comment_count as comments, created_at,
      array(select '/files/' || file_key from post_attachment where post_id = post.id order by kind, position)
        as attachments,
      (select json_agg(json_build_object('option', option, 'votes', votes) order by position)
        from post_poll_option where post_id = post.id) as poll`,
    counted: ['post'],
    type: 'post',
    is: ['labelled', 'edited', 'binned'],
  },
  post_attachment: {
    record: 'file_key',
    other: 'kind',
    erased: ['deleted', 'special: posts', 'it goes with the post, and the bytes go with it'],
    exported: { not: 'the posts have it' },
    counted: { not: 'the preview counts files' },
  },
  post_poll_option: {
    record: 'option',
    erased: ['deleted', 'special: posts', 'it goes with the post'],
    exported: { not: 'the posts have it' },
    counted: { not: 'it is a part of the post' },
  },
  comment: {
    of: { account: 'user_id' },
    written: { message: 'text' },
    other: 'external_id',
    erased: ['deleted', 'special: comments', 'one without its author often names them. Replies go with it'],
    exported: { as: 'comments' },
    columns: 'id, post_id, message, created_at',
    counted: ['comment', 'reply'],
    type: 'comment',
    is: ['labelled', 'binned'],
  },
  earlier_text: {
    of: { account: 'user_id' },
    written: { message: 'text' },
    other: 'external_id entity_type',
    record: 'tags',
    erased: ['deleted', 'community', 'moderators need it no longer than the post or comment itself'],
    exported: { as: 'earlier_texts', by: 'ended_at' },
    columns:
      'entity_type as of, entity_id as of_id, message, tags, created_at, ended_at, is_deleted, kept_until',
    counted: { not: 'it is counted with the post or the comment' },
    is: ['binned'],
  },
  post_like: {
    of: { account: 'user_id' },
    erased: ['deleted', 'special: reactions', 'it says what the person likes'],
    exported: { as: 'likes', by: 'post_id' },
    columns: 'post_id, liked_at, unliked_at as taken_back_at',
    counted: ['reaction'],
    is: ['binned'],
  },
  post_vote: {
    of: { account: 'user_id' },
    record: 'option',
    erased: ['deleted', 'special: reactions', 'it says what the person thinks'],
    exported: { as: 'votes', by: 'post_id, option' },
    columns: 'post_id, option, cast_at as voted_at, withdrawn_at as taken_back_at',
    counted: ['reaction'],
    is: ['binned'],
  },
  report: {
    of: { account: 'reporter_id' },
    other: 'external_id dismissed_by entity_type reason',
    erased: ['unlinked', 'community', 'the reason is about what somebody else wrote, and stays'],
    also: { reporter_id: 'null' },
    exported: { as: 'reports_made' },
    columns: 'entity_type as about, entity_id as about_id, reason, created_at',
    counted: ['report'],
    is: ['binned'],
  },
  bin_item: {
    written: { label: 'text' },
    other: 'kind permission contents deleted_by',
    erased: ['deleted', 'special: bin', "it goes if the record is the person's"],
    exported: { not: 'the rows in the bin have it' },
    counted: inBin,
  },
  bin_row: {
    of: { account: 'person_id' },
    other: 'source',
    erased: [
      'deleted',
      'special: bin',
      'a record of the person is not restored. A report loses its reporter',
    ],
    exported: { as: 'in_bin', by: 'bin_row.id' },
    columns: 'source as kind, deleted_at, content',
    from: "bin_row join bin_item on bin_item.id = item_id and source not like '%.%'",
    counted: inBin,
  },
  transaction: {
    of: 'person',
    written: { zoom_join_url: 'text', source: 'text', medium: 'text', campaign: 'text' },
    other: `attendance billing_country billing_state coupon_code currency_code document_state entity_title entity_type
      gateway_order_id outside_document payment_id payment_method reference_order_id status`,
    erased: ['blanked', 'orders', 'amounts, taxes and dates must add up in the books'],
    blank: {
      ...{ ...noBuyer, billing_name: 'null', billing_address: 'null', gstin: 'null', zoom_join_url: 'null' },
      ...{ source: null, medium: null, campaign: null },
    },
    also: { user_id: ':erasure::uuid' },
    exported: { as: 'orders' },
    columns: `id, reference_order_id as reference, status, ${sum('amount')} as amount, currency_code as currency,
      ${sum('refunded_amount')} as refunded, ${sum('tax_amount')} as tax, created_at as ordered_at,
      completed_at as paid_at, entity_type as item_type, entity_title as item, entity_start_time as item_starts_at,
      user_id as account_id, ${buyer}, billing_name, billing_address, billing_state, billing_country, gstin, payment_id,
      payment_method, coupon_code as coupon, source, medium, campaign, zoom_join_url as join_link`,
    counted: ['order'],
    type: 'transaction',
    is: ['edited'],
  },
  transaction_buyer_day: {
    other: 'currency_code',
    erased: ['unlinked', 'special: end', 'the end of an erasure counts the orders again'],
    ...inRecords,
  },
  transaction_count_change: {
    other: 'campaign coupon currency_code entity_type method source state status',
    erased: ['deleted', 'special: end', 'the end of an erasure counts the orders again'],
    ...inRecords,
  },
  refund: {
    of: 'order',
    written: { note: 2_000, reason: 'text' },
    other:
      'currency_code document_state gateway_refund_id idempotency_key origin payment_id reason_code requested_by state',
    erased: ['blanked', 'orders', 'amounts must add up in the books'],
    blank: { note: ifAny('note'), reason: null },
    exported: { as: 'refunds', by: 'requested_at' },
    columns: `transaction_id as order_id, state, ${sum('amount')} as amount, currency_code as currency, requested_at,
      settled_at, refunded_at, note`,
    withheld: { reason: 'it says why the payment provider refused' },
    counted: ofPayments,
  },
  refund_request: {
    of: 'order',
    written: { note: 500, decision_reason: 500 },
    other: 'cause currency_code decided_by reason_code requested_by state',
    erased: ['blanked', 'orders', 'who decided about money, and when, stays provable'],
    blank: { note: ifAny('note'), decision_reason: ifAny('decision_reason') },
    exported: { as: 'refund_requests', by: 'requested_at' },
    columns: `transaction_id as order_id, state, ${sum('amount')} as amount, currency_code as currency, requested_at,
      decided_at, note, decision_reason`,
    counted: ofPayments,
  },
  gateway_difference: {
    of: 'order',
    written: { note: 2_000 },
    other: `failed_refund_id gateway_currency gateway_refund_id gateway_state kind our_currency our_state
      payment_id refund_failure resolution resolved_by subject`,
    erased: ['blanked', 'orders', 'the books and the payment provider must stay comparable'],
    blank: { note: ifAny('note') },
    exported: { not: 'it says how the books differ from the payment provider' },
    counted: ofPayments,
    type: 'difference',
  },
  refund_batch_row: {
    of: 'order',
    other: 'currency_code reason state',
    erased: ['kept', 'special: end', 'amounts must add up in the books'],
    exported: { not: 'the refund of an order is exported with it' },
    counted: { not: 'it stays' },
  },
  order_payment: {
    of: 'order',
    other: 'method payment_id',
    erased: ['kept', 'special: end', 'amounts must add up in the books'],
    exported: { not: 'the payments of an order are in it as amount and payment' },
    counted: { not: 'it stays' },
  },
  transaction_note: {
    of: 'order',
    written: { text: 2_000 },
    other: 'written_by',
    erased: ['blanked', 'orders', 'who wrote about an order, and when, stays provable'],
    blank: { text: ifAny('text') },
    exported: { as: 'notes_of_staff', by: 'written_at' },
    columns: 'transaction_id as order_id, text, written_at',
    counted: ['order-note'],
  },
  tax_document: {
    of: 'order',
    record: 'buyer_name buyer_email recipient_gstin content',
    other: 'currency_code kind order_reference place_of_supply sac serial series supply',
    erased: ['kept', 'special: end', 'the law requires it until a day. Then a sweep blanks the buyer'],
    exported: { as: 'tax_documents', by: 'issued_at' },
    columns: `transaction_id as order_id, kind, serial as number, document_date::text as date, ${sum('total')} as total,
      currency_code as currency, content -> 'recipient' as recipient,
      document_kept_until(financial_year)::text as kept_until`,
    withheld: { buyer_name: 'as recipient', buyer_email: 'as recipient', recipient_gstin: 'as recipient' },
    counted: { not: 'the preview lists documents by their last day' },
  },
  registration: {
    of: 'person',
    written: { source: 'text' },
    other: 'external_id given_back_reason session_type',
    erased: [
      'blanked',
      'registrations',
      'seats and attendance stay counted. One of an order follows its order',
    ],
    blank: {
      user_name: `'${Object.values(erasedName).join(' ')}'`,
      user_email: noText,
      user_phone: noText,
      source: null,
    },
    also: { user_id: 'null' },
    exported: { as: 'registrations', by: 'registration.created_at' },
    columns: `registration.id, session_type, session_id, coalesce(masterclass.title, event.title) as session,
      user_name as name, user_email as email, user_phone as phone, registration.created_at as registered_at,
      given_back_at, attended_at, attended_minutes, source`,
    from: `registration left join masterclass on masterclass.id = session_id
      left join event on event.id = session_id`,
    alsoOf: 'order',
    counted: ['registration'],
    type: 'registration',
    is: ['edited'],
  },
  lead: {
    of: 'person',
    written: { meta: 'json', close_note: 500 },
    other: 'close_reason reference_record_id source status status_history',
    erased: ['blanked', 'leads', 'status and times stay counted'],
    blank: { ...noBuyer, meta: null, close_note: 'null' },
    // No later record of the booking brings the person back.
    also: { user_id: 'null', source_changed_at: "'infinity'" },
    exported: { as: 'advisory_bookings', by: 'lead.created_at' },
    columns: `lead.id, reference_record_id as reference, status, status_history as history, start_time as starts_at,
      lead.created_at as booked_at, service_name as service, ${buyer}, meta as origin,
      close_reason as closed_because, close_note as note_of_staff`,
    from: 'lead join advisory_service on advisory_service.id = service_id',
    counted: ['lead'],
    type: 'lead',
    is: ['edited'],
  },
  creator: {
    of: 'person',
    erased: ['blanked', 'contacts', 'sessions refer to it'],
    blank: { ...noContact, phone: noText },
    exported: { as: 'creators' },
    columns: 'id, first_name, last_name, email, phone, created_at',
    counted: ['creator'],
    type: 'creator',
    is: ['labelled', 'edited'],
  },
  advisor: {
    of: 'person',
    erased: ['blanked', 'contacts', 'bookings refer to it'],
    blank: noContact,
    exported: { as: 'advisors' },
    columns: 'id, first_name, last_name, email, created_at',
    counted: ['advisor'],
    type: 'advisor',
    is: ['labelled', 'edited'],
  },
  saved_view: {
    of: { naming: { name: 'text', search: 'json' } },
    record: 'name search',
    other: 'path section',
    erased: ['deleted', 'calls', 'a view that looks for nobody is of no use'],
    exported: { as: 'saved_views_of_staff' },
    columns: 'name, search, created_at',
    counted: ofStaff.counted,
  },
  sign_in_refusal: {
    of: { email: 'claimed_email' },
    other: 'reason request_id sandbox',
    erased: ['blanked', 'calls', 'attempts to sign in stay counted'],
    blank: { claimed_email: 'null', address: noText },
    exported: { as: 'refused_sign_ins', by: 'at' },
    columns: 'at, reason, claimed_email as email, address as network_address',
    counted: ['sign-in-refusal'],
  },
  idempotency_key: {
    of: { naming: { body: 'json' } },
    other: 'actor_id endpoint fingerprint key',
    erased: ['blanked', 'calls', 'a call that is repeated needs its response, for 24 hours'],
    // Most names of members are the API's own, and one that equals a person's name is a coincidence.
    blank: { body: 'blanked_where(body::jsonb, :details, :identifying)::json' },
    ...inRecords,
  },
  personal_look: {
    record: 'subject',
    other: 'actor_email actor_id address endpoint request_id role sandbox subject_type summary',
    erased: [
      'blanked',
      'special: looks',
      'who looked, and when, stays. Only contacts that were searched for go',
    ],
    ...ofStaff,
  },
  export: {
    of: { naming: { request: 'json' } },
    other: 'file_key file_name format kind link_hash problem requested_by requested_by_email state',
    erased: ['blanked', 'exports', 'who exported what stays. The file is deleted'],
    blank: { request: "blanked(request, :identifying, '{}')" },
    exported: ofStaff.exported,
    counted: { not: 'the preview counts all exported files' },
  },
  webhook_delivery: {
    written: { last_answer: 2_000 },
    other: 'destination event payload record_id record_type state',
    erased: ['blanked', 'special: records', 'the response of a receiver may repeat anything'],
    ...inRecords,
  },
  audit_entry: {
    record: 'entity_label before after',
    other: 'action actor_id actor_email entity_type entity_id address request_id sandbox',
    erased: ['blanked', 'special: history', 'what happened stays; `blank_audit_details` blanks the details'],
    ...ofStaff,
  },
  intake_user: {
    record: 'external_id_hash',
    erased: ['kept', 'special: accounts', 'it recognises old records of the person'],
    exported: { not: 'it is a hash of an id that the account has' },
    counted: { not: 'it stays' },
  },
  person: {
    erased: ['deleted', 'special: end', 'no record of the person is left'],
    ...inRecords,
  },
  person_identifier: {
    of: 'person',
    record: 'value names',
    other: 'kind source',
    erased: ['deleted', 'special: begin', 'a later record is about somebody new'],
    exported: { as: 'found_by', by: 'id' },
    columns: 'kind, value, names, source, created_at as since',
    counted: inRecords.counted,
    is: ['dependent'],
  },
  person_figure: {
    of: 'person',
    record: 'name email phone',
    erased: ['deleted', 'special: begin', 'the list of people has nobody who is being erased'],
    ...inRecords,
    is: ['dependent'],
  },
  person_figure_change: {
    erased: ['deleted', 'special: end', 'it has ids only, for a minute'],
    ...inRecords,
  },
  person_label: {
    of: 'person',
    record: 'label',
    other: 'added_by',
    erased: ['deleted', 'special: begin', 'it is of no use without the person'],
    exported: { as: 'labels', by: 'added_at, label' },
    columns: 'label, added_at',
    counted: { not: 'they go with the person' },
    is: ['dependent'],
  },
  person_move: {
    of: 'person',
    other: 'kind made_by undone_by',
    erased: ['deleted', 'special: end', 'it names nobody who is left'],
    ...ofStaff,
    is: ['dependent'],
  },
  people_apart: {
    other: 'said_by',
    erased: ['deleted', 'special: end', 'it names nobody who is left'],
    ...ofStaff,
    is: ['dependent'],
  },
  shared_email: {
    record: 'value',
    erased: ['deleted', 'special: begin', 'it goes with the last person who has it, unless it is a setting'],
    ...inRecords,
  },
  erasure: {
    record: 'subject',
    other: 'requested_by requested_by_id state step counts anchors audit_cursor problem',
    erased: ['blanked', 'special: end', 'the details to look for are needed until then'],
    ...ofStaff,
  },
}

/** Returns the names in a text. */
export const wordsOf = (text = '') => text.split(/\s+/).filter((word) => word !== '')

/** The members of a row in the bin in which anybody may have written about anybody. */
const binnedMembers = Object.values(personalTables).flatMap(({ is, written = {} }) =>
  is?.includes('binned') ? Object.keys(written) : [],
)

/** Returns the personal columns of a table: with details of the row's own person, or written about anybody. */
export function personalColumns(table: string): Record<string, 'record' | Written> {
  const { record, blank = {}, written } = personalTables[table] ?? {}
  const own = [...wordsOf(record), ...Object.keys(blank)].map((column) => [column, 'record'])
  const members = table === 'bin_row' && { content: { members: binnedMembers } }
  return { ...Object.fromEntries(own), ...written, ...members }
}

/** The tables whose rows keep the person whom they are about: without any, the person is forgotten. */
export const personTables = Object.entries(personalTables).flatMap(([table, { of, is }]) =>
  table === 'app_user' || (of === 'person' && !is?.includes('dependent')) ? [table] : [],
)

/** Returns what an erasure does with rows that the preview counts under a kind. */
export function effectOf(kind: PersonRecordKind): Exclude<Effect, 'kept'> {
  const found = Object.values(personalTables).find(
    ({ counted }) => !('not' in counted) && counted.includes(kind),
  )
  const [effect = 'kept'] = found?.erased ?? []
  if (effect === 'kept') throw new Error(`No table declares what an erasure does with ${kind}.`)
  return effect
}
