-- compatible-with: 0061
-- The feed, reports and bookings that the public product sends, and what it reads.

-- The public product's id of a record, and when it last changed there: an older change that arrives later is ignored.
alter table post add column external_id text, add column source_changed_at timestamptz;
alter table comment add column external_id text, add column source_changed_at timestamptz;
alter table report add column external_id text, add column source_changed_at timestamptz;
alter table lead add column source_changed_at timestamptz;
create unique index post_external_id on post (external_id);
create unique index comment_external_id on comment (external_id);
create unique index report_external_id on report (external_id);

-- The public feed: visible posts, pinned ones first.
create index post_feed on post (is_pinned desc, created_at desc, id desc) where is_visible;

-- Records that were deleted, whoever did it, so that a repeated or late record does not bring them back. The hash keeps
-- no id that the public product gave to what a person wrote.
create table removed_record (
  entity_type text not null check (entity_type in ('post', 'comment', 'report')),
  external_id_hash bytea not null,
  primary key (entity_type, external_id_hash)
);

create function external_id_hash(external_id text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(external_id, 'UTF8'));

create function remember_removed() returns trigger language plpgsql as $$
begin
  -- A cascade asks once for each deleted row, mostly for nothing.
  if not exists (select from removed where external_id is not null) then return null; end if;
  insert into removed_record (entity_type, external_id_hash)
  select tg_argv[0], external_id_hash(external_id) from removed where external_id is not null
  on conflict do nothing;
  return null;
end
$$;
create trigger post_removed after delete on post
  referencing old table as removed for each statement execute function remember_removed('post');
create trigger comment_removed after delete on comment
  referencing old table as removed for each statement execute function remember_removed('comment');
create trigger report_removed after delete on report
  referencing old table as removed for each statement execute function remember_removed('report');

-- Likes: one per person and post. The latest of both times decides, so records may arrive in any order.
create table post_like (
  post_id uuid not null references post (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  liked_at timestamptz,
  unliked_at timestamptz,
  is_liked boolean generated always as (liked_at is not null and (unliked_at is null or liked_at > unliked_at)) stored,
  primary key (post_id, user_id),
  check (liked_at is not null or unliked_at is not null)
);
create index post_like_of_user on post_like (user_id);

-- Added to the number that the post had before likes were sent. Posts are locked in the order of their ids.
create function count_likes() returns trigger language plpgsql as $$
declare
  ids uuid[];
  numbers integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(post_id order by post_id), array_agg(n order by post_id) into ids, numbers
    from (select post_id, count(*)::int as n from added where is_liked group by post_id) as change;
  elsif tg_op = 'DELETE' then
    select array_agg(post_id order by post_id), array_agg(n order by post_id) into ids, numbers
    from (select post_id, -count(*)::int as n from removed where is_liked group by post_id) as change;
  else
    select array_agg(post_id order by post_id), array_agg(n order by post_id) into ids, numbers
    from (
      select post_id, sum(n)::int as n from (
        select post_id, 1 as n from added where is_liked
        union all select post_id, -1 from removed where is_liked
      ) as one group by post_id having sum(n) <> 0
    ) as change;
  end if;
  if ids is null then return null; end if;
  perform 1 from post where id = any (ids) order by id for no key update;
  update post set like_count = post.like_count + change.n
  from unnest(ids, numbers) as change (id, n) where post.id = change.id;
  return null;
end
$$;
create trigger post_like_counted after insert on post_like
  referencing new table as added for each statement execute function count_likes();
create trigger post_like_uncounted after delete on post_like
  referencing old table as removed for each statement execute function count_likes();
create trigger post_like_recounted after update on post_like
  referencing old table as removed new table as added for each statement execute function count_likes();

-- Votes by the text of their option, because an edit of the poll replaces the options' rows.
create table post_vote (
  post_id uuid not null references post (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  option text not null,
  cast_at timestamptz,
  withdrawn_at timestamptz,
  -- Of a poll with one choice only the option that a person chose last.
  is_counted boolean not null default false,
  primary key (post_id, user_id, option),
  check (cast_at is not null or withdrawn_at is not null)
);
create index post_vote_of_user on post_vote (user_id);

-- Added to the number that the option had before votes were sent.
create function count_votes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update post_poll_option as kept set votes = kept.votes - change.n
    from (select post_id, option, count(*)::int as n from removed where is_counted group by post_id, option) as change
    where kept.post_id = change.post_id and kept.option = change.option;
  end if;
  if tg_op <> 'DELETE' then
    update post_poll_option as kept set votes = kept.votes + change.n
    from (select post_id, option, count(*)::int as n from added where is_counted group by post_id, option) as change
    where kept.post_id = change.post_id and kept.option = change.option;
  end if;
  return null;
end
$$;
create trigger post_vote_counted after insert on post_vote
  referencing new table as added for each statement execute function count_votes();
create trigger post_vote_uncounted after delete on post_vote
  referencing old table as removed for each statement execute function count_votes();
create trigger post_vote_recounted after update on post_vote
  referencing old table as removed new table as added for each statement execute function count_votes();
