-- compatible-with: 0065
-- The search finds a record by everything that its screen names it by. Most orders have no GSTIN, no company and no
-- invoice of another program, so those indexes are small.
create index concurrently transaction_shown_reference_start
  on transaction (folded(shown_order_id(reference_order_id)) text_pattern_ops);
create index concurrently transaction_billing_name_start
  on transaction (folded(billing_name) text_pattern_ops) where billing_name is not null;
create index concurrently transaction_gstin on transaction (gstin) where gstin is not null;
create index concurrently transaction_outside_document
  on transaction (outside_document) where outside_document is not null;
create index concurrently tax_document_serial_start on tax_document (folded(serial) text_pattern_ops);
create index concurrently tax_document_gstin on tax_document (recipient_gstin) where recipient_gstin is not null;
create index concurrently app_user_username_start
  on app_user (folded(username) text_pattern_ops) where username <> '';

-- Small tables.
create index concurrently event_place_search on event
  using gin (folded(title || ' ' || city || ' ' || location) gin_trgm_ops);
create index concurrently news_source_search on news using gin (folded(heading || ' ' || source) gin_trgm_ops);
drop index concurrently if exists news_search;
create index concurrently creator_phone on creator (left(phone_from_its_end(phone), 10) collate "C");
