-- Writers only append what they change; a job adds it to the counts. So no two orders wait for each other over a count.

-- What is known about the stored counts of each list.
create table count_state (
  list text primary key,
  -- Null: the counts are incomplete, and the list counts its rows. The job that folds changes then recounts.
  counted_at timestamptz,
  checked_at timestamptz,
  -- Found by the last check.
  wrong_counts integer not null default 0
);

-- Waits for running writers, so that the triggers below see every later order.
lock table transaction in access exclusive mode;

drop trigger transaction_count_inserted on transaction;
drop trigger transaction_count_deleted on transaction;
drop trigger transaction_count_updated on transaction;
drop trigger transaction_count_truncated on transaction;
drop function count_inserted_transactions(), count_deleted_transactions(), count_updated_transactions(),
  count_no_transactions();

-- Changes that are not in the counts yet. The key only serves backups; it is random, so that a restored table needs no
-- sequence.
create table transaction_count_change (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  entity_id uuid not null,
  entity_type text not null,
  status text not null,
  currency_code text not null,
  source text not null,
  n integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- No index holds n, so that changing it is a HOT update.
delete from transaction_count where n <= 0;
alter table transaction_count
  drop constraint transaction_count_pkey,
  add primary key (entity_type, status, currency_code, source, day),
  add check (n >= 0);

-- The counts of one entity: at most one row per order, far fewer where an entity sells much.
create table transaction_entity_count (
  entity_id uuid not null,
  day date not null,
  entity_type text not null,
  status text not null,
  currency_code text not null,
  source text not null,
  n integer not null check (n >= 0),
  primary key (entity_id, day, entity_type, status, currency_code, source)
) with (fillfactor = 90);

create function append_transaction_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_count_change (day, entity_id, entity_type, status, currency_code, source, n)
    values (business_day(old.created_at), old.entity_id, old.entity_type, old.status, old.currency_code,
      coalesce(old.source, ''), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_count_change (day, entity_id, entity_type, status, currency_code, source, n)
    values (business_day(new.created_at), new.entity_id, new.entity_type, new.status, new.currency_code,
      coalesce(new.source, ''), 1);
  end if;
  return null;
end
$$;

create function truncate_transaction_counts() returns trigger language plpgsql as $$
begin
  truncate transaction_count, transaction_entity_count, transaction_count_change;
  return null;
end
$$;

create trigger transaction_change after insert or delete on transaction
  for each row execute function append_transaction_change();
create trigger transaction_change_of_update after update on transaction
  for each row
  when (
    (old.created_at, old.entity_id, old.entity_type, old.status, old.currency_code, old.source)
    is distinct from
    (new.created_at, new.entity_id, new.entity_type, new.status, new.currency_code, new.source)
  )
  execute function append_transaction_change();
create trigger transaction_truncated after truncate on transaction
  for each statement execute function truncate_transaction_counts();

-- Existing orders are counted by the job, without a lock on them.
insert into count_state (list, counted_at)
values ('transactions', case when not exists (select from transaction) then now() end);
