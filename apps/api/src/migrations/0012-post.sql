-- What members of the community show of themselves. The public product writes it; staff see it on posts and reports.
alter table app_user
  add column profile_picture_key text references file (key),
  add column username text not null default '',
  add column designation text not null default '',
  add column is_opc boolean not null default false,
  -- Kept by the triggers on post below: a page near the end of a long feed is found from that end.
  add column post_count integer not null default 0;
-- Asked whenever a file is deleted.
create index app_user_profile_picture on app_user (profile_picture_key) where profile_picture_key is not null;

-- Community posts: of the provider, written by staff, and of members, written by the public product.
create table post (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  message text not null default '',
  tags text[] not null default '{}',
  is_pinned boolean not null default false,
  -- False hides a post from members.
  is_visible boolean not null default true,
  like_count integer not null default 0 check (like_count >= 0),
  -- Kept by the triggers on comment below.
  comment_count integer not null default 0,
  poll_expires_at timestamptz,
  poll_allow_multiple boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index post_newest on post (created_at desc, id desc);
create index post_newest_of_user on post (user_id, created_at desc, id desc);
create index post_newest_pinned on post (created_at desc, id desc) where is_pinned;

-- Authors are locked in the order of their ids, so that two statements never wait for each other in a circle.
create function count_posts() returns trigger language plpgsql as $$
begin
  perform 1 from app_user where id = any (array(select user_id from changed)) order by id for no key update;
  update app_user set post_count = app_user.post_count + case tg_op when 'INSERT' then counted.n else -counted.n end
  from (select user_id, count(*) as n from changed group by user_id) as counted
  where app_user.id = counted.user_id;
  return null;
end
$$;

create trigger post_counted after insert on post
  referencing new table as changed for each statement execute function count_posts();
create trigger post_uncounted after delete on post
  referencing old table as changed for each statement execute function count_posts();

create table post_attachment (
  post_id uuid not null references post (id) on delete cascade,
  file_key text not null references file (key),
  kind text not null check (kind in ('image', 'video', 'audio', 'file')),
  position integer not null,
  primary key (post_id, kind, position)
);
create unique index post_attachment_file on post_attachment (file_key);

create table post_poll_option (
  post_id uuid not null references post (id) on delete cascade,
  position integer not null,
  option text not null check (btrim(option) <> ''),
  votes integer not null default 0 check (votes >= 0),
  primary key (post_id, position)
);

-- Comments of members, on a post or on another comment of it.
create table comment (
  id uuid primary key,
  post_id uuid not null references post (id) on delete cascade,
  parent_comment_id uuid references comment (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  message text not null,
  created_at timestamptz not null default now()
);
create index comment_of_post on comment (post_id, created_at desc, id desc);
create index comment_of_comment on comment (parent_comment_id) where parent_comment_id is not null;
create index comment_of_user on comment (user_id);

-- Posts are locked in the order of their ids, so that two statements never wait for each other in a circle.
create function count_comments() returns trigger language plpgsql as $$
begin
  -- A cascade asks once for each deleted comment, mostly for nothing.
  if not exists (select from changed) then return null; end if;
  perform 1 from post where id = any (array(select post_id from changed)) order by id for no key update;
  update post set comment_count = post.comment_count + case tg_op when 'INSERT' then counted.n else -counted.n end
  from (select post_id, count(*) as n from changed group by post_id) as counted
  where post.id = counted.post_id;
  return null;
end
$$;

create trigger comment_counted after insert on comment
  referencing new table as changed for each statement execute function count_comments();
create trigger comment_uncounted after delete on comment
  referencing old table as changed for each statement execute function count_comments();
