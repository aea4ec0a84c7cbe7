-- Searches compare both sides through this one function, so that a text is found in any case it can be written in.
-- An explicit collation makes the result independent of the database's locale: the built-in one, which exists from
-- PostgreSQL 17 on, or ICU's.
do $migration$
declare
  folding text := case
    when current_setting('server_version_num')::int >= 170000 then 'pg_c_utf8'
    else 'und-x-icu'
  end;
begin
  if not exists (select from pg_collation where collname = folding) then
    raise exception 'Greenroom needs PostgreSQL 17 or newer, or one built with ICU; this server is %.',
      current_setting('server_version');
  end if;
  -- Through upper case and back, letters that share a capital become one: "ς" and "σ", "ı" and "i". "İ" in lower case is
  -- "i", in some programs with a combining dot that no composed letter takes up.
  execute format($create$
    create function folded(value text) returns text language sql immutable parallel safe
    return case
      -- Plain ASCII, which most texts are, needs none of the rest, which takes three times as long.
      when octet_length(value) = char_length(value) then lower(value collate %1$I)
      else replace(
        replace(lower(upper(lower(normalize(value, nfc) collate %1$I))), 'ß', 'ss'),
        U&'\0307',
        ''
      )
    end collate "default"
  $create$, folding);
end
$migration$;

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
