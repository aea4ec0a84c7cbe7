-- The list of transactions over millions of rows: exact totals without a scan, and deep pages found by their day.

-- The business day of a moment. India keeps one offset and no summer time, so the zone is fixed here as 5 h 30 min: days
-- that are counted must not move with a setting. Ranges on the day bounds of another zone are exact as well, only slower.
create function business_day(moment timestamptz) returns date
  language sql immutable strict parallel safe
  return ((moment at time zone 'UTC') + interval '5 hours 30 minutes')::date;

create function business_day_start(day date) returns timestamptz
  language sql immutable strict parallel safe
  return (day::timestamp - interval '5 hours 30 minutes') at time zone 'UTC';

-- A phone's digits, the last one first: what a phone ends with is then what this text begins with.
create function phone_from_its_end(phone text) returns text
  language sql immutable strict parallel safe
  return reverse(regexp_replace(phone, '[^0-9]', '', 'g'));

-- How many transactions each business day has, for every combination of filters: an empty word stands for "any", so a
-- total under whatever filter is one row a day. The row with four empty words is the count of the day.
create table transaction_count (
  entity_type text not null,
  status text not null,
  currency_code text not null,
  source text not null,
  day date not null,
  n integer not null,
  primary key (entity_type, status, currency_code, source, day) include (n)
) with (fillfactor = 80);

-- Adds changes to the counts. Rows are locked in the order of their key, so that two statements never wait for each
-- other in a circle; changes that cancel out (an update of other columns) touch nothing.
create function count_inserted_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_count as kept (entity_type, status, currency_code, source, day, n)
  select coalesce(entity_type, ''), coalesce(status, ''), coalesce(currency_code, ''), coalesce(source, ''),
    business_day(created_at) as day,
    count(*)
  from added
  group by day, cube (entity_type, status, currency_code, source)
  -- A missing source or an empty word is counted under "any" only: nobody can filter by it.
  having (grouping(status) = 1 or status <> '') and (grouping(source) = 1 or source <> '')
  order by 1, 2, 3, 4, 5
  on conflict (entity_type, status, currency_code, source, day) do update set n = kept.n + excluded.n;
  return null;
end
$$;

create function count_deleted_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_count as kept (entity_type, status, currency_code, source, day, n)
  select coalesce(entity_type, ''), coalesce(status, ''), coalesce(currency_code, ''), coalesce(source, ''),
    business_day(created_at) as day,
    -count(*)
  from removed
  group by day, cube (entity_type, status, currency_code, source)
  having (grouping(status) = 1 or status <> '') and (grouping(source) = 1 or source <> '')
  order by 1, 2, 3, 4, 5
  on conflict (entity_type, status, currency_code, source, day) do update set n = kept.n + excluded.n;
  return null;
end
$$;

create function count_updated_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_count as kept (entity_type, status, currency_code, source, day, n)
  select coalesce(entity_type, ''), coalesce(status, ''), coalesce(currency_code, ''), coalesce(source, ''),
    business_day(created_at) as day,
    sum(change)
  from (
    select entity_type, status, currency_code, source, created_at, 1 as change from added
    union all
    select entity_type, status, currency_code, source, created_at, -1 from removed
  ) as changed
  group by day, cube (entity_type, status, currency_code, source)
  having (grouping(status) = 1 or status <> '') and (grouping(source) = 1 or source <> '') and sum(change) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (entity_type, status, currency_code, source, day) do update set n = kept.n + excluded.n;
  return null;
end
$$;

create function count_no_transactions() returns trigger language plpgsql as $$
begin
  truncate transaction_count;
  return null;
end
$$;

create trigger transaction_count_inserted after insert on transaction
  referencing new table as added for each statement execute function count_inserted_transactions();
create trigger transaction_count_deleted after delete on transaction
  referencing old table as removed for each statement execute function count_deleted_transactions();
create trigger transaction_count_updated after update on transaction
  referencing old table as removed new table as added for each statement execute function count_updated_transactions();
create trigger transaction_count_truncated after truncate on transaction
  for each statement execute function count_no_transactions();

-- Transactions from before the triggers.
insert into transaction_count (entity_type, status, currency_code, source, day, n)
select coalesce(entity_type, ''), coalesce(status, ''), coalesce(currency_code, ''), coalesce(source, ''),
  business_day(created_at) as day,
  count(*)
from transaction
group by day, cube (entity_type, status, currency_code, source)
having (grouping(status) = 1 or status <> '') and (grouping(source) = 1 or source <> '');

-- Pages are read from these alone, filters included; only the rows of the page itself are then fetched.
create index transaction_newest on transaction (created_at desc, id desc) include (status, currency_code, source);
create index transaction_newest_of_type on transaction (entity_type, created_at desc, id desc)
  include (status, currency_code, source);
create index transaction_newest_of_entity on transaction (entity_id, created_at desc, id desc)
  include (entity_type, status, currency_code, source);
-- A search finds what a phone ends with. Ten digits, which is what staff type, are found by equality, whose plan is the
-- same for every phone; fewer are a range of the same index, so no other is needed for them.
create index transaction_phone on transaction (left(phone_from_its_end(user_phone), 10) collate "C");
