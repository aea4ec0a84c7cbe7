-- compatible-with: 0061
-- What changed a moment ago, for open screens: kinds and ids, written by triggers in the transaction of the change. The
-- tables are unlogged: a crash of the server empties them, and then every screen reads again what it shows.

create unlogged table live_change (
  -- The transaction of the change. A reader remembers a snapshot, and later reads what that snapshot did not see.
  xact xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- Null: too many to name.
  record_ids uuid[],
  -- Who did what, from an entry of the history; null for a changed row.
  action text,
  actor_id text
);
create index live_change_xact on live_change (xact);

-- Its id tells whether `live_change` was emptied by a crash.
create unlogged table live_epoch (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);

-- Notes the rows that a statement has changed. The arguments are their kind and the column with the record's id.
create function note_change() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  case tg_argv[1]
    when 'id' then select array_agg(id) into ids from (select id from changed limit 51) as few;
    when 'transaction_id' then
      select array_agg(transaction_id) into ids from (select distinct transaction_id from changed limit 51) as few;
    when 'entity_id' then select array_agg(entity_id) into ids from (select entity_id from changed limit 51) as few;
    when 'session_id' then
      select array_agg(session_id) into ids from (select distinct session_id from changed limit 51) as few;
  end case;
  if ids is not null then
    insert into live_change (kind, record_ids) values (tg_argv[0], case when cardinality(ids) <= 50 then ids end);
  end if;
  return null;
end
$$;

-- Notes who did what. Entries without a record of this database's own tell nothing that a screen shows.
create function note_action() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, record_ids, action, actor_id)
  select 'act', array_agg(entity_id::uuid), action, actor_id
  from changed
  where entity_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and actor_id <> 'system'
  group by action, actor_id
  having count(*) <= 50;
  return null;
end
$$;

create trigger audit_entry_live after insert on audit_entry referencing new table as changed
  for each statement execute function note_action();

do $$
declare
  noted record;
begin
  for noted in
    select * from (values
      ('transaction', 'transaction', 'id'),
      ('refund', 'transaction', 'transaction_id'),
      ('transaction_note', 'transaction', 'transaction_id'),
      ('tax_document', 'document', 'transaction_id'),
      ('refund_request', 'refund-request', 'id'),
      ('gateway_difference', 'difference', 'id'),
      ('registration', 'registration', 'session_id'),
      ('lead', 'lead', 'id'),
      ('advisor', 'advisor', 'id'),
      ('advisory_service', 'advisory-service', 'id'),
      ('report_summary', 'report', 'entity_id'),
      ('post', 'post', 'id'),
      ('comment', 'comment', 'id'),
      ('app_user', 'user', 'id'),
      ('masterclass', 'masterclass', 'id'),
      ('event', 'event', 'id'),
      ('membership', 'membership', 'id'),
      ('coupon', 'coupon', 'id'),
      ('creator', 'creator', 'id'),
      ('news', 'news', 'id'),
      ('banner', 'banner', 'id'),
      ('payment_page', 'payment-page', 'id'),
      ('shortlink', 'shortlink', 'id'),
      ('webhook_delivery', 'webhook', 'id')
    ) as list (name, kind, id_column)
  loop
    execute format(
      'create trigger %1$s_live_insert after insert on %1$I referencing new table as changed
         for each statement execute function note_change(%2$L, %3$L);
       create trigger %1$s_live_update after update on %1$I referencing new table as changed
         for each statement execute function note_change(%2$L, %3$L);
       create trigger %1$s_live_delete after delete on %1$I referencing old table as changed
         for each statement execute function note_change(%2$L, %3$L)',
      noted.name, noted.kind, noted.id_column);
  end loop;
end
$$;

-- Each sign-in changes a row of staff, and would make every stream ask for its role again.
create function note_staff_change() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, record_ids) values ('staff', array[coalesce(new.id, old.id)]);
  return null;
end
$$;
create trigger staff_live after insert or delete on staff for each row execute function note_staff_change();
create trigger staff_live_update after update on staff for each row
  when ((old.role, old.is_disabled, old.email, old.name, old.version)
    is distinct from (new.role, new.is_disabled, new.email, new.name, new.version))
  execute function note_staff_change();
