-- Reports by members about posts, comments and users. The public product writes them; staff dismiss them or delete the
-- item, and the reports leave with it.
create table report (
  id uuid primary key,
  entity_type text not null check (entity_type in ('post', 'comment', 'user')),
  entity_id uuid not null,
  -- As the public product writes it. What is not one of the known reasons counts as "other".
  reason text not null,
  reporter_id uuid references app_user (id) on delete set null,
  created_at timestamptz not null default now(),
  dismissed_at timestamptz,
  dismissed_by text
);
-- Serves recounts, which want the open ones only, and the removal of all reports of an item.
create index report_of_item on report (entity_type, entity_id, dismissed_at);
create index report_of_reporter on report (reporter_id) where reporter_id is not null;

-- One row for each item while it has open reports: how many, by reason, and when the newest was made.
create table report_summary (
  entity_type text not null,
  entity_id uuid not null,
  offensive integer not null default 0,
  spam integer not null default 0,
  misleading integer not null default 0,
  hate integer not null default 0,
  illegal integer not null default 0,
  sensitive integer not null default 0,
  other integer not null default 0,
  harassment integer not null default 0,
  total integer not null default 0,
  newest_at timestamptz not null,
  primary key (entity_type, entity_id)
);
create index report_summary_newest on report_summary (entity_type, newest_at desc, entity_id desc);
-- For queues of some reasons only: a page merges the beginnings of theirs.
create index report_summary_offensive on report_summary (entity_type, newest_at desc, entity_id desc) where offensive > 0;
create index report_summary_spam on report_summary (entity_type, newest_at desc, entity_id desc) where spam > 0;
create index report_summary_misleading on report_summary (entity_type, newest_at desc, entity_id desc) where misleading > 0;
create index report_summary_hate on report_summary (entity_type, newest_at desc, entity_id desc) where hate > 0;
create index report_summary_illegal on report_summary (entity_type, newest_at desc, entity_id desc) where illegal > 0;
create index report_summary_sensitive on report_summary (entity_type, newest_at desc, entity_id desc) where sensitive > 0;
create index report_summary_other on report_summary (entity_type, newest_at desc, entity_id desc) where other > 0;
create index report_summary_harassment on report_summary (entity_type, newest_at desc, entity_id desc) where harassment > 0;

create function report_reason(reason text) returns text
  language sql immutable strict parallel safe
  return case
    when reason in ('offensive', 'spam', 'misleading', 'hate', 'illegal', 'sensitive', 'harassment') then reason
    else 'other'
  end;

-- What a foreign key would do if it could point at three tables: a report whose item is being deleted waits, and is then
-- refused. Otherwise it would stay behind without its item.
create function require_reported_item() returns trigger language plpgsql as $$
begin
  case new.entity_type
    when 'post' then perform 1 from post where id = new.entity_id for key share;
    when 'comment' then perform 1 from comment where id = new.entity_id for key share;
    when 'user' then perform 1 from app_user where id = new.entity_id for key share;
    else return new;
  end case;
  if not found then
    raise foreign_key_violation using
      message = format('the reported %s %s does not exist', new.entity_type, new.entity_id),
      constraint = 'report_item', table = 'report', schema = 'public';
  end if;
  return new;
end
$$;
create trigger report_item before insert or update of entity_type, entity_id on report
  for each row execute function require_reported_item();

-- New reports are added to their rows, which are locked in the order of their key, so that two statements never wait for
-- each other in a circle.
create function summarize_new_reports() returns trigger language plpgsql as $$
begin
  insert into report_summary as kept (entity_type, entity_id, offensive, spam, misleading, hate, illegal, sensitive,
    other, harassment, total, newest_at)
  select entity_type, entity_id,
    count(*) filter (where reason = 'offensive'),
    count(*) filter (where reason = 'spam'),
    count(*) filter (where reason = 'misleading'),
    count(*) filter (where reason = 'hate'),
    count(*) filter (where reason = 'illegal'),
    count(*) filter (where reason = 'sensitive'),
    count(*) filter (where report_reason(reason) = 'other'),
    count(*) filter (where reason = 'harassment'),
    count(*), max(created_at)
  from added
  where dismissed_at is null
  group by entity_type, entity_id
  order by entity_type, entity_id
  on conflict (entity_type, entity_id) do update set
    offensive = kept.offensive + excluded.offensive,
    spam = kept.spam + excluded.spam,
    misleading = kept.misleading + excluded.misleading,
    hate = kept.hate + excluded.hate,
    illegal = kept.illegal + excluded.illegal,
    sensitive = kept.sensitive + excluded.sensitive,
    other = kept.other + excluded.other,
    harassment = kept.harassment + excluded.harassment,
    total = kept.total + excluded.total,
    newest_at = greatest(kept.newest_at, excluded.newest_at);
  return null;
end
$$;

-- Counts the open reports of items anew, each item named once, because what a removed or dismissed report leaves as the newest has to be looked
-- up. First their rows are locked, and made where they are missing, in the order of their key: whoever else changes
-- reports of the same item waits, and the counting statements after that see what was committed meanwhile.
create function recount_reports(types text[], ids uuid[]) returns void language plpgsql as $$
begin
  insert into report_summary as kept (entity_type, entity_id, newest_at)
  select item.entity_type, item.entity_id, '-infinity'::timestamptz
  from unnest(types, ids) as item (entity_type, entity_id)
  order by item.entity_type, item.entity_id
  on conflict (entity_type, entity_id) do update set total = kept.total;

  with counted as (
    select item.entity_type, item.entity_id,
      count(*) filter (where reason = 'offensive') as offensive,
      count(*) filter (where reason = 'spam') as spam,
      count(*) filter (where reason = 'misleading') as misleading,
      count(*) filter (where reason = 'hate') as hate,
      count(*) filter (where reason = 'illegal') as illegal,
      count(*) filter (where reason = 'sensitive') as sensitive,
      count(*) filter (where report_reason(reason) = 'other') as other,
      count(*) filter (where reason = 'harassment') as harassment,
      count(*) as total,
      max(report.created_at) as newest_at
    from unnest(types, ids) as item (entity_type, entity_id)
    join report on report.entity_type = item.entity_type and report.entity_id = item.entity_id
      and report.dismissed_at is null
    group by item.entity_type, item.entity_id
  )
  update report_summary as kept set
    offensive = counted.offensive, spam = counted.spam, misleading = counted.misleading, hate = counted.hate,
    illegal = counted.illegal, sensitive = counted.sensitive, other = counted.other, harassment = counted.harassment,
    total = counted.total, newest_at = counted.newest_at
  from counted
  where kept.entity_type = counted.entity_type and kept.entity_id = counted.entity_id;

  delete from report_summary as kept
  using unnest(types, ids) as item (entity_type, entity_id)
  where kept.entity_type = item.entity_type and kept.entity_id = item.entity_id
    and not exists (
      select from report
      where report.entity_type = kept.entity_type and report.entity_id = kept.entity_id and report.dismissed_at is null
    );
end
$$;

create function summarize_changed_reports() returns trigger language plpgsql as $$
declare
  types text[];
  ids uuid[];
begin
  -- A report that was closed and stays so changes no count, and neither does one that only lost its reporter.
  select array_agg(entity_type), array_agg(entity_id) into types, ids
  from (
    select entity_type, entity_id from (
      (select id, entity_type, entity_id, reason, created_at from removed where dismissed_at is null
        except select id, entity_type, entity_id, reason, created_at from added where dismissed_at is null)
      union all
      (select id, entity_type, entity_id, reason, created_at from added where dismissed_at is null
        except select id, entity_type, entity_id, reason, created_at from removed where dismissed_at is null)
    ) as change
    group by entity_type, entity_id
  ) as item;
  if types is not null then perform recount_reports(types, ids); end if;
  return null;
end
$$;

create function summarize_deleted_reports() returns trigger language plpgsql as $$
declare
  types text[];
  ids uuid[];
begin
  select array_agg(entity_type), array_agg(entity_id) into types, ids
  from (
    select entity_type, entity_id from removed where dismissed_at is null group by entity_type, entity_id
  ) as item;
  if types is not null then perform recount_reports(types, ids); end if;
  return null;
end
$$;

create function summarize_no_reports() returns trigger language plpgsql as $$
begin
  truncate report_summary;
  return null;
end
$$;

create trigger report_summary_inserted after insert on report
  referencing new table as added for each statement execute function summarize_new_reports();
create trigger report_summary_updated after update on report
  referencing old table as removed new table as added for each statement execute function summarize_changed_reports();
create trigger report_summary_deleted after delete on report
  referencing old table as removed for each statement execute function summarize_deleted_reports();
create trigger report_summary_truncated after truncate on report
  for each statement execute function summarize_no_reports();

-- Reports leave with their item, whoever deletes it. Their summary rows are locked before the reports, as staff's own
-- calls do it, so that the two never wait for each other in a circle.
create function delete_reports_of_items() returns trigger language plpgsql as $$
begin
  -- A cascade asks once for each deleted row, mostly for nothing.
  if not exists (select from removed) then return null; end if;
  perform 1 from report_summary
    where entity_type = tg_argv[0] and entity_id = any (array(select id from removed)) order by entity_id for update;
  delete from report where entity_type = tg_argv[0] and entity_id = any (array(select id from removed));
  return null;
end
$$;
create function delete_reports_of_kind() returns trigger language plpgsql as $$
begin
  delete from report where entity_type = tg_argv[0];
  return null;
end
$$;

create trigger post_reports_deleted after delete on post
  referencing old table as removed for each statement execute function delete_reports_of_items('post');
create trigger comment_reports_deleted after delete on comment
  referencing old table as removed for each statement execute function delete_reports_of_items('comment');
create trigger user_reports_deleted after delete on app_user
  referencing old table as removed for each statement execute function delete_reports_of_items('user');
create trigger post_reports_truncated after truncate on post
  for each statement execute function delete_reports_of_kind('post');
create trigger comment_reports_truncated after truncate on comment
  for each statement execute function delete_reports_of_kind('comment');
create trigger user_reports_truncated after truncate on app_user
  for each statement execute function delete_reports_of_kind('user');
