/**
 * The columns that can hold text in tables with nothing about a person who uses the public product or works with the
 * provider: ids, codes, what the provider publishes, and what staff did. The others are in `personal-tables.ts`.
 */
export const otherTexts: Readonly<Record<string, string>> = {
  advisory_service: 'service_name',
  api_key: 'name sha256 beginning permissions created_by revoked_by',
  banner: 'redirect_link redirect_page redirect_props redirect_type',
  banner_file: 'file_key',
  count_state: 'list',
  coupon: 'code',
  coupon_link: 'entity_type',
  coupon_redemption_change: 'currency_code',
  coupon_redemption_total: 'currency_code',
  // What the gateway says about a payment: reasons are those of the banks' lists.
  dispute: 'currency_code gateway_id payment_id phase reason_code reason_description state',
  document_link: 'token_hash made_by',
  document_series: 'code opened_by',
  early_event: 'id kind payment_id gateway_order_id reference event',
  erasure_file: 'key',
  event: `banner_key city description event_type google_map_location location post_event_banner_key prices
    referral_discount ticket_banner_key title venue_state zoom_hub_name`,
  file: 'key media_type sha256',
  gateway_comparison: 'failure requested_by state',
  gst_export: 'digest exported_by format last_numbers month',
  gst_period: 'arn filed_by month',
  invoice_counter: 'series',
  lead_count: 'status',
  lead_count_change: 'status',
  // Holds ids only, for at most 45 minutes.
  live_change: 'kind action actor_id tab',
  masterclass: 'attendance_type banner_key description links title venue_state zoom_hub_name',
  meeting: 'join_url kind provider_meeting_id reference state title told_title zoom_hub_name',
  meeting_call_day: 'zoom_hub_name',
  membership: 'banner_key currency_code name',
  news: 'description heading reference_link source thumbnail_key',
  payment_page: 'banner_key description lsq_add_to_cart lsq_purchase title venue_state',
  // Its note is about the session, and stands in the refunds of the orders as well.
  refund_batch: `cause decided_by decision_reason entity_title entity_type note reason_code requested_by state
    stopped_by`,
  refund_reason: 'code label',
  refused_call: 'actor_email actor_id address endpoint request_id role sandbox summary',
  removed_record: 'entity_type external_id_hash',
  report_summary: 'entity_type',
  session: 'sha256 token_sha256 issuer subject email name browser address ended_because',
  settlement: 'currency_code gateway_id utr',
  // A description is the gateway's, of an adjustment; contacts are cut out before it is stored.
  settlement_line: `currency_code description dispute_id entity_id gateway_order_id kind method payment_id type`,
  shortlink: 'app_url params short_code web_url',
  sign_in_attempt: 'sha256 provider redirect_uri nonce verifier return_to',
  staff: 'email invited_by issuer name role subject',
  transaction_count: 'currency_code entity_type source status',
  transaction_entity_count: 'currency_code entity_type source status',
  transaction_entity_total: 'currency_code status',
  transaction_part_count: 'currency_code dimension key',
  unused_file: 'key',
  webhook_event: 'id',
}
