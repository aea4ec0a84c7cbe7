-- compatible-with: 0065
-- The search finds orders, people and leads by the beginning of a text, in the order of an index: a text that matches half
-- of a table then costs as much as a rare one. Equality uses these indexes too, so two of 0054 are replaced.
create index concurrently transaction_email_start on transaction (folded(user_email) text_pattern_ops);
drop index concurrently if exists transaction_email;
create index concurrently transaction_name_start
  on transaction (folded(user_first_name || ' ' || user_last_name) text_pattern_ops);
create index concurrently transaction_reference_start on transaction (folded(reference_order_id) text_pattern_ops);
create index concurrently lead_email_start on lead (folded(user_email) text_pattern_ops);
drop index concurrently if exists lead_email;
create index concurrently lead_name_start
  on lead (folded(user_first_name || ' ' || user_last_name) text_pattern_ops);
create index concurrently lead_reference_start on lead (folded(reference_record_id) text_pattern_ops);
create index concurrently app_user_name_start on app_user (folded(first_name || ' ' || last_name) text_pattern_ops);
create index concurrently app_user_last_name_start on app_user (folded(last_name) text_pattern_ops);

-- Words of posts: trigrams of texts of 20,000 characters would take several times the room.
create index concurrently post_words on post using gin (to_tsvector('simple', folded(message)));

-- Small tables, in which a text is found anywhere.
create index concurrently event_search on event using gin (folded(title) gin_trgm_ops);
create index concurrently news_search on news using gin (folded(heading) gin_trgm_ops);
create index concurrently membership_search on membership using gin (folded(name) gin_trgm_ops);
create index concurrently shortlink_search on shortlink
  using gin (folded(short_code || ' ' || coalesce(web_url, '') || ' ' || coalesce(app_url, '')) gin_trgm_ops);
create index concurrently banner_search on banner
  using gin (folded(coalesce(redirect_link, redirect_page, '')) gin_trgm_ops);
create index concurrently advisor_name_search on advisor
  using gin (folded(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index concurrently advisory_service_search on advisory_service
  using gin (folded(service_name) gin_trgm_ops);
