-- Advisory: who advises, what can be booked, and the leads, which are the bookings that the public product writes here.
create table advisor (
  id uuid primary key,
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  email text not null check (char_length(email) <= 254),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index advisor_email on advisor (lower(email));
create index advisor_newest on advisor (created_at desc, id desc);
create index advisor_search on advisor using gin (lower(email) gin_trgm_ops);

create table advisory_service (
  id uuid primary key,
  service_name text not null check (char_length(service_name) between 1 and 200),
  -- Seconds.
  buffer_time integer not null check (buffer_time >= 0),
  slot_time integer not null check (slot_time >= 60),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index advisory_service_newest on advisory_service (created_at desc, id desc);

create table advisory_service_advisor (
  service_id uuid not null references advisory_service (id) on delete cascade,
  advisor_id uuid not null references advisor (id) on delete cascade,
  primary key (service_id, advisor_id)
);
create index advisory_service_of_advisor on advisory_service_advisor (advisor_id);

create table lead (
  id uuid primary key,
  reference_record_id text not null unique,
  status text not null check (status in (
    'INSURANCE_CALL_SCHEDULED', 'DID_NOT_JOIN_CALL', 'DISCUSSION_COMPLETED', 'QUOTE_SENT_TO_CLIENT', 'PAYMENT_LINK_SENT',
    'DOCUMENTS_PENDING', 'CLOSED_WON', 'CLOSED_LOST', 'NOT_QUALIFIED', 'DEFERRED', 'CANCELLED'
  )),
  -- [{status, time}], the oldest first; kept by a trigger, so that it holds exactly one entry for each change.
  status_history jsonb not null default '[]',
  start_time timestamptz not null,
  created_at timestamptz not null,
  -- UTM names and their values.
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  service_id uuid not null references advisory_service (id),
  advisor_id uuid references advisor (id),
  -- Who booked, as it was then: a booking outlives its user.
  user_id uuid references app_user (id) on delete set null,
  user_first_name text not null,
  user_last_name text not null,
  user_email text not null,
  user_phone text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint lead_history_ends_with_status check (status_history -> -1 ->> 'status' = status)
);
create index lead_by_user on lead (user_id) where user_id is not null;

-- Appends the status to the history when it changes, whoever changes it; nobody else can touch the history. A time is
-- never before the one that it follows, however the clocks of two programs differ.
create function keep_lead_history() returns trigger language plpgsql as $$
declare
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    -- One that comes from elsewhere brings its history along.
    if jsonb_typeof(new.status_history) = 'array' and jsonb_array_length(new.status_history) > 0 then
      return new;
    end if;
    new.status_history := '[]';
    moment := new.created_at;
  else
    new.status_history := old.status_history;
    if new.status = old.status then
      return new;
    end if;
    moment := case when new.updated_at = old.updated_at then clock_timestamp() else new.updated_at end;
  end if;
  new.status_history := new.status_history || jsonb_build_object(
    'status', new.status,
    'time', greatest(
      to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C",
      new.status_history -> -1 ->> 'time'
    )
  );
  return new;
end
$$;

create trigger lead_history before insert or update on lead for each row execute function keep_lead_history();

-- How many leads there are under each combination of filters: an empty status, and an id of zeros, stand for "any", so
-- that every total is one row.
create function any_record() returns uuid
  language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;

create table lead_count (
  advisor_id uuid not null,
  status text not null,
  service_id uuid not null,
  n integer not null,
  primary key (advisor_id, status, service_id) include (n)
) with (fillfactor = 50);

-- Rows are locked in the order of their key, so that two statements never wait for each other in a circle; changes that
-- cancel out touch nothing. A lead without an advisor is counted under "any" only: nobody can filter by none.
create function count_inserted_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count as kept (advisor_id, status, service_id, n)
  select coalesce(advisor_id, any_record()), coalesce(status, ''), coalesce(service_id, any_record()), count(*)
  from added
  group by cube (advisor_id, status, service_id)
  having (grouping(advisor_id) = 1 or advisor_id is not null) and count(*) > 0
  order by 1, 2, 3
  on conflict (advisor_id, status, service_id) do update set n = kept.n + excluded.n;
  return null;
end
$$;

create function count_deleted_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count as kept (advisor_id, status, service_id, n)
  select coalesce(advisor_id, any_record()), coalesce(status, ''), coalesce(service_id, any_record()), -count(*)
  from removed
  group by cube (advisor_id, status, service_id)
  having (grouping(advisor_id) = 1 or advisor_id is not null) and count(*) > 0
  order by 1, 2, 3
  on conflict (advisor_id, status, service_id) do update set n = kept.n + excluded.n;
  return null;
end
$$;

create function count_updated_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count as kept (advisor_id, status, service_id, n)
  select coalesce(advisor_id, any_record()), coalesce(status, ''), coalesce(service_id, any_record()), sum(change)
  from (
    select advisor_id, status, service_id, 1 as change from added
    union all
    select advisor_id, status, service_id, -1 from removed
  ) as changed
  group by cube (advisor_id, status, service_id)
  having (grouping(advisor_id) = 1 or advisor_id is not null) and sum(change) <> 0
  order by 1, 2, 3
  on conflict (advisor_id, status, service_id) do update set n = kept.n + excluded.n;
  return null;
end
$$;

create function count_no_leads() returns trigger language plpgsql as $$
begin
  truncate lead_count;
  return null;
end
$$;

create trigger lead_count_inserted after insert on lead
  referencing new table as added for each statement execute function count_inserted_leads();
create trigger lead_count_deleted after delete on lead
  referencing old table as removed for each statement execute function count_deleted_leads();
create trigger lead_count_updated after update on lead
  referencing old table as removed new table as added for each statement execute function count_updated_leads();
create trigger lead_count_truncated after truncate on lead
  for each statement execute function count_no_leads();

-- Pages are read from these alone, from either end; only the rows of the page itself are then fetched. With all three
-- filters the leads of one advisor in one status are looked through.
create index lead_newest on lead (created_at desc, id desc);
create index lead_newest_of_advisor on lead (advisor_id, created_at desc, id desc);
create index lead_newest_of_status on lead (status, created_at desc, id desc);
create index lead_newest_of_service on lead (service_id, created_at desc, id desc);
create index lead_newest_of_advisor_and_status on lead (advisor_id, status, created_at desc, id desc)
  include (service_id);
create index lead_newest_of_advisor_and_service on lead (advisor_id, service_id, created_at desc, id desc);
create index lead_newest_of_status_and_service on lead (status, service_id, created_at desc, id desc);
