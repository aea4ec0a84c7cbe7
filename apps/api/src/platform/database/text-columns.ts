/**
 * How a column can hold details of a person who uses the public product or works with the provider.
 *
 * - `record`: it is a detail of the record's own person. The erasure of that person replaces or deletes it.
 * - `text`, or its max length: somebody wrote it, and may have written about anybody. Every erasure searches it in all rows.
 * - `json`: the same in JSON, in names as well as in values.
 * - `members`: the same in some members of JSON.
 */
export type PersonalColumn = 'record' | 'text' | { max: number } | 'json' | { members: readonly string[] }

interface TableTexts {
  personal?: Readonly<Record<string, PersonalColumn>>
  /** What an erasure does with the personal columns of the person's own rows, for docs/personal-data.md. */
  erased?: string
  /** Ids, codes, what the provider publishes, and what staff did. */
  other?: readonly string[]
}

/**
 * Every column that can hold text. The erasure searches the columns that anybody may have written in; the tests of masks
 * and of erasures fill all personal ones; the inventory in docs/personal-data.md is made from it. A test compares it with
 * the database.
 */
export const textColumns: Readonly<Record<string, TableTexts>> = {
  advisor: { personal: { first_name: 'record', last_name: 'record', email: 'record' }, erased: 'replaced' },
  advisory_service: { other: ['service_name'] },
  api_key: { other: ['name', 'sha256', 'beginning', 'permissions', 'created_by', 'revoked_by'] },
  app_user: {
    personal: {
      first_name: 'record',
      last_name: 'record',
      email: 'record',
      phone: 'record',
      username: 'record',
      designation: 'text',
      description: 'text',
      profile_picture_key: 'record',
      external_id: 'record',
    },
    erased: 'deleted',
  },
  audit_entry: {
    personal: { entity_label: 'record', before: 'record', after: 'record' },
    erased: 'blanked by `blank_audit_details`',
    other: [
      'action',
      'actor_id',
      'actor_email',
      'entity_type',
      'entity_id',
      'address',
      'request_id',
      'sandbox',
    ],
  },
  banner: { other: ['redirect_link', 'redirect_page', 'redirect_props', 'redirect_type'] },
  banner_file: { other: ['file_key'] },
  bin_item: {
    personal: { label: 'text' },
    erased: "deleted with the item, if the record is the person's",
    other: ['kind', 'permission', 'contents', 'deleted_by'],
  },
  bin_row: {
    personal: { content: { members: ['message', 'designation', 'description'] } },
    erased: 'deleted; the reporter of a report is removed',
    other: ['source'],
  },
  comment: { personal: { message: 'text' }, erased: 'deleted', other: ['external_id'] },
  count_state: { other: ['list'] },
  coupon: { other: ['code'] },
  coupon_link: { other: ['entity_type'] },
  coupon_redemption_change: { other: ['currency_code'] },
  coupon_redemption_total: { other: ['currency_code'] },
  creator: {
    personal: { first_name: 'record', last_name: 'record', email: 'record', phone: 'record' },
    erased: 'replaced',
  },
  document_series: { other: ['code', 'opened_by'] },
  early_event: { other: ['id', 'kind', 'payment_id', 'gateway_order_id', 'reference', 'event'] },
  erasure: {
    personal: { subject: 'record' },
    erased: 'removed when it ends',
    other: [
      'requested_by',
      'requested_by_id',
      'state',
      'step',
      'counts',
      'anchors',
      'audit_cursor',
      'problem',
    ],
  },
  erasure_file: { other: ['key'] },
  event: {
    other: [
      'banner_key',
      'city',
      'description',
      'event_type',
      'google_map_location',
      'location',
      'post_event_banner_key',
      'prices',
      'referral_discount',
      'ticket_banner_key',
      'title',
      'venue_state',
      'zoom_hub_name',
    ],
  },
  document_link: { other: ['token_hash', 'made_by'] },
  export: {
    personal: { request: 'record' },
    erased: 'blanked, and the file deleted',
    other: [
      'file_key',
      'file_name',
      'format',
      'kind',
      'link_hash',
      'problem',
      'requested_by',
      'requested_by_email',
      'state',
    ],
  },
  file: { other: ['key', 'media_type', 'sha256'] },
  gateway_comparison: { other: ['failure', 'requested_by', 'state'] },
  gateway_difference: {
    personal: { note: { max: 2_000 } },
    erased: 'replaced',
    other: [
      'gateway_currency',
      'gateway_refund_id',
      'gateway_state',
      'kind',
      'our_currency',
      'our_state',
      'payment_id',
      'resolution',
      'resolved_by',
      'subject',
    ],
  },
  gst_period: { other: ['filed_by', 'month'] },
  idempotency_key: {
    personal: { body: 'record' },
    erased: 'blanked; deleted after 24 hours',
    other: ['actor_id', 'endpoint', 'fingerprint', 'key'],
  },
  intake_user: {
    personal: { external_id_hash: 'record' },
    erased: 'kept, to recognise old records of the person',
  },
  invoice_counter: { other: ['series'] },
  lead: {
    personal: {
      user_first_name: 'record',
      user_last_name: 'record',
      user_email: 'record',
      user_phone: 'record',
      meta: 'json',
      close_note: { max: 500 },
    },
    erased: 'replaced',
    other: ['close_reason', 'reference_record_id', 'source', 'status', 'status_history'],
  },
  lead_count: { other: ['status'] },
  lead_count_change: { other: ['status'] },
  live_change: {
    erased: 'holds ids only, for at most 45 minutes',
    other: ['kind', 'action', 'actor_id', 'tab'],
  },
  masterclass: { other: ['attendance_type', 'banner_key', 'description', 'links', 'title', 'zoom_hub_name'] },
  meeting: {
    other: [
      'join_url',
      'kind',
      'provider_meeting_id',
      'reference',
      'state',
      'title',
      'told_title',
      'zoom_hub_name',
    ],
  },
  membership: { other: ['banner_key', 'currency_code', 'name'] },
  membership_held: { personal: { external_id: 'record', order_reference: 'record' }, erased: 'deleted' },
  news: { other: ['description', 'heading', 'reference_link', 'source', 'thumbnail_key'] },
  payment_page: { other: ['banner_key', 'description', 'lsq_add_to_cart', 'lsq_purchase', 'title'] },
  people_apart: { other: ['said_by'] },
  person_figure: { personal: { name: 'record', email: 'record', phone: 'record' }, erased: 'deleted' },
  person_identifier: {
    personal: { value: 'record', names: 'record' },
    erased: 'deleted',
    other: ['kind', 'source'],
  },
  person_label: { personal: { label: 'record' }, erased: 'deleted', other: ['added_by'] },
  person_move: { other: ['kind', 'made_by', 'undone_by'] },
  person_note: {
    personal: { user_email: 'record', text: { max: 2_000 } },
    erased: 'deleted; details blanked in notes about others',
    other: ['written_by'],
  },
  personal_look: {
    personal: { subject: 'record' },
    erased: 'searched contacts are removed; names of records stay',
    other: [
      'actor_email',
      'actor_id',
      'address',
      'endpoint',
      'request_id',
      'role',
      'sandbox',
      'subject_type',
      'summary',
    ],
  },
  post: { personal: { message: 'text', tags: 'record' }, erased: 'deleted', other: ['external_id'] },
  post_attachment: { personal: { file_key: 'record' }, erased: 'deleted with the bytes', other: ['kind'] },
  post_poll_option: { personal: { option: 'record' }, erased: 'deleted' },
  post_vote: { personal: { option: 'record' }, erased: 'deleted' },
  refund: {
    personal: { note: { max: 2_000 }, reason: 'text' },
    erased: 'note replaced, reason blanked',
    other: [
      'currency_code',
      'document_state',
      'gateway_refund_id',
      'idempotency_key',
      'origin',
      'reason_code',
      'requested_by',
      'state',
    ],
  },
  refund_reason: { other: ['code', 'label'] },
  refund_request: {
    personal: { note: { max: 500 }, decision_reason: { max: 500 } },
    erased: 'replaced',
    other: ['cause', 'currency_code', 'decided_by', 'reason_code', 'requested_by', 'state'],
  },
  refused_call: {
    other: ['actor_email', 'actor_id', 'address', 'endpoint', 'request_id', 'role', 'sandbox', 'summary'],
  },
  registration: {
    personal: { user_name: 'record', user_email: 'record', user_phone: 'record', source: 'text' },
    erased: 'replaced; details blanked in the last one',
    other: ['external_id', 'given_back_reason', 'session_type'],
  },
  removed_record: { other: ['entity_type', 'external_id_hash'] },
  report: { other: ['external_id', 'dismissed_by', 'entity_type', 'reason'] },
  report_summary: { other: ['entity_type'] },
  saved_view: {
    personal: { name: 'record', search: 'record' },
    erased: "deleted where they hold the person's e-mail address or phone",
    other: ['path', 'section'],
  },
  shared_email: {
    personal: { value: 'record' },
    erased: 'deleted with the last person who has it, unless it is a setting',
  },
  shortlink: { other: ['app_url', 'params', 'short_code', 'web_url'] },
  sign_in_attempt: {
    other: ['sha256', 'provider', 'redirect_uri', 'nonce', 'verifier', 'return_to'],
  },
  sign_in_refusal: {
    personal: { claimed_email: 'record', address: 'record' },
    erased: 'removed',
    other: ['reason', 'request_id', 'sandbox'],
  },
  session: {
    other: [
      'sha256',
      'token_sha256',
      'issuer',
      'subject',
      'email',
      'name',
      'browser',
      'address',
      'ended_because',
    ],
  },
  staff: { other: ['email', 'invited_by', 'issuer', 'name', 'role', 'subject'] },
  tax_document: {
    personal: { buyer_name: 'record', buyer_email: 'record', recipient_gstin: 'record', content: 'record' },
    erased: 'kept until the law allows to erase them, then blanked',
    other: [
      'currency_code',
      'kind',
      'order_reference',
      'place_of_supply',
      'sac',
      'serial',
      'series',
      'supply',
    ],
  },
  transaction: {
    personal: {
      user_first_name: 'record',
      user_last_name: 'record',
      user_email: 'record',
      user_phone: 'record',
      billing_name: 'record',
      billing_address: 'record',
      gstin: 'record',
      zoom_join_url: 'text',
      source: 'text',
      medium: 'text',
      campaign: 'text',
    },
    erased: 'replaced or removed; details blanked in the last three',
    other: [
      'billing_country',
      'billing_state',
      'coupon_code',
      'currency_code',
      'document_state',
      'entity_title',
      'entity_type',
      'gateway_order_id',
      'outside_document',
      'payment_id',
      'payment_method',
      'reference_order_id',
      'status',
    ],
  },
  transaction_buyer_day: { other: ['currency_code'] },
  transaction_count: { other: ['currency_code', 'entity_type', 'source', 'status'] },
  // What an erasure blanks in an order leaves these and the tables of counts with the next folding.
  transaction_count_change: {
    other: ['campaign', 'coupon', 'currency_code', 'entity_type', 'method', 'source', 'state', 'status'],
  },
  transaction_entity_count: { other: ['currency_code', 'entity_type', 'source', 'status'] },
  transaction_entity_total: { other: ['currency_code', 'status'] },
  transaction_part_count: { other: ['currency_code', 'dimension', 'key'] },
  transaction_note: {
    personal: { text: { max: 2_000 } },
    erased: 'replaced; details blanked in notes about others',
    other: ['written_by'],
  },
  unused_file: { other: ['key'] },
  webhook_delivery: {
    personal: { last_answer: { max: 2_000 } },
    erased: 'blanked',
    other: ['destination', 'event', 'payload', 'record_id', 'record_type', 'state'],
  },
  webhook_event: { other: ['id'] },
}
