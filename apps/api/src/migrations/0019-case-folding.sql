-- Searches compare both sides through this one function, so that a text is found in any case it can be written in.
-- The collation makes the result the same on every server; it exists from PostgreSQL 17 on.
-- Through upper case and back, letters that share a capital become one: "ς" and "σ", "ı" and "i". "İ" in lower case is
-- "i", in some programs with a combining dot that no composed letter takes up.
do $$
begin
  if current_setting('server_version_num')::int < 170000 then
    raise exception 'Greenroom needs PostgreSQL 17 or newer; this server is %.', current_setting('server_version');
  end if;
end
$$;

create function folded(value text) returns text language sql immutable parallel safe
return case
  -- Plain ASCII, which most texts are, needs none of the rest, which takes three times as long.
  when octet_length(value) = char_length(value) then lower(value collate pg_c_utf8)
  else replace(
    replace(lower(upper(lower(normalize(value, nfc) collate pg_c_utf8))), 'ß', 'ss'),
    U&'\0307',
    ''
  )
end collate "default";

drop index creator_search;
create index creator_search on creator using gin ((folded(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
drop index masterclass_search;
create index masterclass_search on masterclass using gin (folded(title) gin_trgm_ops);
drop index coupon_search;
create index coupon_search on coupon using gin (folded(code) gin_trgm_ops);
drop index payment_page_search;
create index payment_page_search on payment_page using gin (folded(title) gin_trgm_ops);
drop index advisor_search;
create index advisor_search on advisor using gin (folded(email) gin_trgm_ops);
drop index app_user_email;
create index app_user_email on app_user (folded(email) text_pattern_ops, id);
