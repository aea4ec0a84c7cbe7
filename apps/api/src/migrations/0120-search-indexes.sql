-- Indexes of searches, by searched() instead of folded(). Each is dropped first, because it keeps its name.
drop index concurrently if exists creator_search;
create index concurrently creator_search on creator
  using gin ((searched(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
drop index concurrently if exists masterclass_search;
create index concurrently masterclass_search on masterclass
  using gin (searched(title) gin_trgm_ops);
drop index concurrently if exists coupon_search;
create index concurrently coupon_search on coupon
  using gin (searched(code) gin_trgm_ops);
drop index concurrently if exists payment_page_search;
create index concurrently payment_page_search on payment_page
  using gin (searched(title) gin_trgm_ops);
drop index concurrently if exists advisor_search;
create index concurrently advisor_search on advisor
  using gin (searched(email) gin_trgm_ops);
drop index concurrently if exists lead_name;
create index concurrently lead_name on lead
  using gin (searched(user_first_name || ' ' || user_last_name) gin_trgm_ops);
drop index concurrently if exists tax_document_search;
create index concurrently tax_document_search on tax_document
  using gin (searched(serial || ' ' || order_reference || ' ' || buyer_name || ' ' || buyer_email) gin_trgm_ops);
drop index concurrently if exists staff_search;
create index concurrently staff_search on staff
  using gin (searched(name || ' ' || email) gin_trgm_ops);
drop index concurrently if exists transaction_name_start;
create index concurrently transaction_name_start on transaction
  (searched(user_first_name || ' ' || user_last_name) text_pattern_ops);
drop index concurrently if exists lead_name_start;
create index concurrently lead_name_start on lead
  (searched(user_first_name || ' ' || user_last_name) text_pattern_ops);
drop index concurrently if exists app_user_name_start;
create index concurrently app_user_name_start on app_user
  (searched(first_name || ' ' || last_name) text_pattern_ops);
drop index concurrently if exists app_user_last_name_start;
create index concurrently app_user_last_name_start on app_user
  (searched(last_name) text_pattern_ops);
drop index concurrently if exists event_search;
create index concurrently event_search on event
  using gin (searched(title) gin_trgm_ops);
drop index concurrently if exists membership_search;
create index concurrently membership_search on membership
  using gin (searched(name) gin_trgm_ops);
drop index concurrently if exists shortlink_search;
create index concurrently shortlink_search on shortlink
  using gin (searched(short_code || ' ' || coalesce(web_url, '') || ' ' || coalesce(app_url, '')) gin_trgm_ops);
drop index concurrently if exists banner_search;
create index concurrently banner_search on banner
  using gin (searched(coalesce(redirect_link, redirect_page, '')) gin_trgm_ops);
drop index concurrently if exists advisor_name_search;
create index concurrently advisor_name_search on advisor
  using gin (searched(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
drop index concurrently if exists advisory_service_search;
create index concurrently advisory_service_search on advisory_service
  using gin (searched(service_name) gin_trgm_ops);
drop index concurrently if exists bin_item_label;
create index concurrently bin_item_label on bin_item
  using gin (searched(label) gin_trgm_ops);
drop index concurrently if exists transaction_billing_name_start;
create index concurrently transaction_billing_name_start on transaction
  (searched(billing_name) text_pattern_ops) where billing_name is not null;
drop index concurrently if exists event_place_search;
create index concurrently event_place_search on event
  using gin (searched(title || ' ' || city || ' ' || location) gin_trgm_ops);
drop index concurrently if exists news_source_search;
create index concurrently news_source_search on news
  using gin (searched(heading || ' ' || source) gin_trgm_ops);
drop index concurrently if exists person_figure_name_part;
create index concurrently person_figure_name_part on person_figure
  using gin (searched(name) gin_trgm_ops);
drop index concurrently if exists post_words;
create index concurrently post_words on post using gin (to_tsvector('simple', searched(message)));
