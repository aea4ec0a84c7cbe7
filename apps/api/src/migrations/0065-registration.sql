-- compatible-with: 0061
-- Who holds a seat of a session: from orders, kept by triggers on them, and from free sign-ups.

create table registration (
  -- Of an order's registration: the order's id, so that however often an order is completed, it has one.
  id uuid primary key,
  session_type text not null check (session_type in ('masterclass', 'event')),
  session_id uuid not null,
  -- No foreign key: its check and its index would slow each order down. The triggers below insert and delete these rows.
  transaction_id uuid check (transaction_id = id),
  -- The public product's id of a free sign-up.
  external_id text,
  user_id uuid,
  user_name text not null,
  user_email text not null,
  user_phone text not null,
  source text,
  created_at timestamptz not null,
  -- Null while it holds a seat.
  given_back_at timestamptz,
  -- staff: only staff restore it.
  given_back_reason text check (given_back_reason in ('refund', 'cancelled', 'staff')),
  attended_at timestamptz,
  attended_minutes integer check (attended_minutes >= 0),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- When a sign-up was last changed where it was made. An older record changes nothing.
  changed_at timestamptz,
  constraint registration_origin check (num_nonnulls(transaction_id, external_id) = 1),
  constraint registration_given_back check ((given_back_at is null) = (given_back_reason is null))
);
-- Serves the list of a session, its counts by state, and its search, which reads the session's rows only.
create index registration_of_session on registration (session_id, created_at desc, id desc) include (given_back_at);
create unique index registration_external on registration (external_id) where external_id is not null;
-- Orders lead to their registrations; only sign-ups are found by person.
create index registration_user on registration (user_id) where transaction_id is null;
create index registration_email on registration (folded(user_email)) where transaction_id is null;
create index registration_phone on registration (left(phone_from_its_end(user_phone), 10) collate "C")
  where transaction_id is null;

-- How many people hold a seat of a session.
create function registrations_of(session uuid) returns integer
  language sql stable parallel safe
  return (select count(*)::int from registration where session_id = session and given_back_at is null);

-- The type of session that an order of this type is for; null for one without seats.
create function session_type_of(entity_type text) returns text
  language sql immutable parallel safe
  return case entity_type when 'masterclass' then 'masterclass' when 'events' then 'event' end;

-- A paid order of a session has a registration. It holds a seat while the order is completed.
create function insert_registration() returns trigger language plpgsql as $$
begin
  insert into registration (id, session_type, session_id, transaction_id, user_id, user_name, user_email, user_phone,
    source, created_at, given_back_at, given_back_reason)
  values (new.id, session_type_of(new.entity_type), new.entity_id, new.id, new.user_id,
    btrim(new.user_first_name || ' ' || new.user_last_name), new.user_email, new.user_phone, new.source,
    coalesce(new.completed_at, new.created_at), case new.status when 'refunded' then new.updated_at end,
    case new.status when 'refunded' then 'refund' end);
  return null;
end
$$;

create function keep_registration() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from registration where id = old.id;
  elsif session_type_of(new.entity_type) is null then
    delete from registration where id = new.id;
  elsif new.status in ('completed', 'refunded') then
    insert into registration as kept (id, session_type, session_id, transaction_id, user_id, user_name, user_email,
      user_phone, source, created_at, given_back_at, given_back_reason)
    values (new.id, session_type_of(new.entity_type), new.entity_id, new.id, new.user_id,
      btrim(new.user_first_name || ' ' || new.user_last_name), new.user_email, new.user_phone, new.source,
      coalesce(new.completed_at, now()), case new.status when 'refunded' then now() end,
      case new.status when 'refunded' then 'refund' end)
    on conflict (id) do update set
      session_type = excluded.session_type, session_id = excluded.session_id, user_id = excluded.user_id,
      user_name = excluded.user_name, user_email = excluded.user_email, user_phone = excluded.user_phone,
      source = excluded.source, given_back_reason = excluded.given_back_reason,
      given_back_at = case
        when excluded.given_back_at is null then null
        when kept.given_back_reason = 'refund' then kept.given_back_at
        else excluded.given_back_at
      end,
      version = kept.version + 1, updated_at = now();
  else
    update registration set
      session_type = session_type_of(new.entity_type), session_id = new.entity_id, user_id = new.user_id,
      user_name = btrim(new.user_first_name || ' ' || new.user_last_name), user_email = new.user_email,
      user_phone = new.user_phone, source = new.source,
      given_back_at = case given_back_reason when 'cancelled' then given_back_at else now() end,
      given_back_reason = 'cancelled', version = version + 1, updated_at = now()
    where id = new.id;
  end if;
  return null;
end
$$;

-- Waits for running writers, so that every order is either copied below or seen by a trigger.
lock table transaction in share row exclusive mode;

create trigger transaction_registration after insert on transaction
  for each row when (new.status in ('completed', 'refunded') and new.entity_type in ('masterclass', 'events'))
  execute function insert_registration();
create trigger transaction_registration_of_update after update on transaction
  for each row
  when (
    (old.status, old.entity_type, old.entity_id, old.user_id, old.user_first_name, old.user_last_name, old.user_email,
      old.user_phone, old.source)
    is distinct from
    (new.status, new.entity_type, new.entity_id, new.user_id, new.user_first_name, new.user_last_name, new.user_email,
      new.user_phone, new.source)
    and (old.entity_type in ('masterclass', 'events') or new.entity_type in ('masterclass', 'events'))
  )
  execute function keep_registration();

create trigger transaction_registration_of_delete after delete on transaction
  for each row when (old.entity_type in ('masterclass', 'events'))
  execute function keep_registration();

create function delete_registrations_of_orders() returns trigger language plpgsql as $$
begin
  delete from registration where transaction_id is not null;
  return null;
end
$$;
create trigger transaction_registrations_truncated after truncate on transaction
  for each statement execute function delete_registrations_of_orders();

-- Existing orders, in statements of a bounded size. When a refund was set is known from the ledger, or by the mark that
-- 0061 left.
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  next uuid;
begin
  loop
    select max(id::text)::uuid into next
    from (select id from transaction where id > last order by id limit 20000) as batch;
    exit when next is null;
    insert into registration (id, session_type, session_id, transaction_id, user_id, user_name, user_email, user_phone,
      source, created_at, given_back_at, given_back_reason, updated_at)
    select id, session_type_of(entity_type), entity_id, id, user_id, btrim(user_first_name || ' ' || user_last_name),
      user_email, user_phone, source, coalesce(completed_at, created_at),
      case status when 'refunded' then coalesce(
        (select max(settled_at) from refund where transaction_id = transaction.id and state = 'processed'),
        refunded_outside_at, updated_at) end,
      case status when 'refunded' then 'refund' end, updated_at
    from transaction
    where id > last and id <= next and status in ('completed', 'refunded')
      and entity_type in ('masterclass', 'events');
    last := next;
  end loop;
end
$$;

-- The people of a session can be exported.
alter table export
  drop constraint export_kind_check,
  add constraint export_kind_check check (kind in ('transactions', 'documents', 'gst-return', 'history', 'registrations'));
