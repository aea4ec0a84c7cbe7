-- compatible-with: 0090
-- Reports leave with their item. Their times stay for the numbers of moderation (OQ-672); nothing of whom or what they
-- were about does.
create table removed_report (
  -- Of the report, which comes back with its item from the bin.
  id uuid primary key,
  received_at timestamptz not null,
  handled_at timestamptz not null
);
create index removed_report_received on removed_report (received_at);
create index removed_report_handled on removed_report (handled_at);
create index report_received on report (created_at);
create index report_handled on report (dismissed_at) where dismissed_at is not null;

create function keep_times_of_reports() returns trigger language plpgsql as $$
begin
  insert into removed_report (id, received_at, handled_at)
  select id, created_at, coalesce(dismissed_at, now()) from removed
  on conflict (id) do update set received_at = excluded.received_at, handled_at = excluded.handled_at;
  return null;
end
$$;
create function forget_times_of_reports() returns trigger language plpgsql as $$
begin
  delete from removed_report using added where removed_report.id = added.id;
  return null;
end
$$;
create trigger report_times_kept after delete on report
  referencing old table as removed for each statement execute function keep_times_of_reports();
create trigger report_times_forgotten after insert on report
  referencing new table as added for each statement execute function forget_times_of_reports();
