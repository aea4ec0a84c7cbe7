-- Leads append what they change, like transactions (0024).
lock table lead in access exclusive mode;

drop trigger lead_count_inserted on lead;
drop trigger lead_count_deleted on lead;
drop trigger lead_count_updated on lead;
drop trigger lead_count_truncated on lead;
drop function count_inserted_leads(), count_deleted_leads(), count_updated_leads(), count_no_leads();

create table lead_count_change (
  id uuid primary key default gen_random_uuid(),
  advisor_id uuid,
  status text not null,
  service_id uuid not null,
  n integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- No index holds n, so that changing it is a HOT update.
delete from lead_count where n <= 0;
alter table lead_count
  drop constraint lead_count_pkey,
  add primary key (advisor_id, status, service_id),
  add check (n >= 0);

create function append_lead_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into lead_count_change (advisor_id, status, service_id, n)
    values (old.advisor_id, old.status, old.service_id, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into lead_count_change (advisor_id, status, service_id, n)
    values (new.advisor_id, new.status, new.service_id, 1);
  end if;
  return null;
end
$$;

create function truncate_lead_counts() returns trigger language plpgsql as $$
begin
  truncate lead_count, lead_count_change;
  return null;
end
$$;

create trigger lead_change after insert or delete on lead for each row execute function append_lead_change();
create trigger lead_change_of_update after update on lead
  for each row
  when ((old.advisor_id, old.status, old.service_id) is distinct from (new.advisor_id, new.status, new.service_id))
  execute function append_lead_change();
create trigger lead_truncated after truncate on lead for each statement execute function truncate_lead_counts();

insert into count_state (list, counted_at) values ('leads', case when not exists (select from lead) then now() end);
