-- compatible-with: 0113
-- What posts and comments said before the public product edited or deleted them, for thirty days: moderators judge a
-- reported one by what was reported. A deleted one also takes reports that come later.
create table earlier_text (
  id uuid primary key,
  entity_type text not null check (entity_type in ('post', 'comment')),
  entity_id uuid not null,
  external_id text,
  user_id uuid not null references app_user (id) on delete cascade,
  -- Of a comment. Its post may be deleted as well.
  post_id uuid,
  parent_comment_id uuid,
  message text not null,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  -- When it was edited or deleted, by the clock of the public product, as the times of reports are.
  ended_at timestamptz not null,
  -- The last text of a deleted item.
  is_deleted boolean not null,
  kept_until timestamptz not null
);
create index earlier_text_of_item on earlier_text (entity_type, entity_id, ended_at);
create unique index earlier_text_deleted on earlier_text (entity_type, entity_id) where is_deleted;
create index earlier_text_deleted_sent on earlier_text (entity_type, external_id) where is_deleted;
create index earlier_text_of_author on earlier_text (user_id);
create index earlier_text_due on earlier_text (kept_until);

-- Finds the oldest open report of an item at once.
create index report_of_item_by_time on report (entity_type, entity_id, dismissed_at, created_at);
drop index report_of_item;

create or replace function require_reported_item() returns trigger language plpgsql as $$
declare
  is_found boolean;
begin
  case new.entity_type
    when 'post' then perform 1 from post where id = new.entity_id for key share;
    when 'comment' then perform 1 from comment where id = new.entity_id for key share;
    when 'user' then perform 1 from app_user where id = new.entity_id for key share;
    else return new;
  end case;
  is_found := found;
  if not is_found then
    perform 1 from earlier_text
      where entity_type = new.entity_type and entity_id = new.entity_id and is_deleted for key share;
    is_found := found;
  end if;
  if not is_found then
    raise foreign_key_violation using
      message = format('the reported %s %s does not exist', new.entity_type, new.entity_id),
      constraint = 'report_item', table = 'report', schema = 'public';
  end if;
  return new;
end
$$;

-- The reports of an item whose last text is kept leave with that text.
create or replace function delete_reports_of_items() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  -- A cascade asks once for each deleted row, mostly for nothing.
  if not exists (select from removed) then return null; end if;
  ids := array(
    select id from removed where not exists (
      select from earlier_text where entity_type = tg_argv[0] and entity_id = removed.id and is_deleted
    )
  );
  perform 1 from report_summary
    where entity_type = tg_argv[0] and entity_id = any (ids) order by entity_id for update;
  delete from report where entity_type = tg_argv[0] and entity_id = any (ids);
  return null;
end
$$;

create function delete_reports_of_texts() returns trigger language plpgsql as $$
begin
  if not exists (select from removed where is_deleted) then return null; end if;
  perform 1 from report_summary
    where (entity_type, entity_id) in (select entity_type, entity_id from removed where is_deleted)
    order by entity_type, entity_id for update;
  -- Nobody handled what is still open: it ended when the public product deleted the item.
  update report set dismissed_at = greatest(report.created_at, removed.ended_at)
    from removed where removed.is_deleted and report.dismissed_at is null
      and report.entity_type = removed.entity_type and report.entity_id = removed.entity_id;
  delete from report
    where (entity_type, entity_id) in (select entity_type, entity_id from removed where is_deleted);
  return null;
end
$$;
create trigger earlier_text_reports_deleted after delete on earlier_text
  referencing old table as removed for each statement execute function delete_reports_of_texts();
