-- People are joined by a pointer instead of moving their records, so that joining them is taken back by removing it.

-- Into whom staff merged this person; null for one who stays. All reads take both.
alter table person add column merged_into uuid references person (id) check (merged_into <> id);
create index person_merged on person (merged_into) where merged_into is not null;

-- Returns a person with everybody who was merged into them, whichever of them is named; the one who stays first.
create function people_with(person uuid) returns uuid[] language sql stable parallel safe
return (
  with recursive above as (
    select id, merged_into from person where id = people_with.person
    union select up.id, up.merged_into from person as up join above on up.id = above.merged_into
  ), below as (
    select id, 0 as depth from above where merged_into is null
    union all select down.id, depth + 1 from person as down join below on down.merged_into = below.id
  )
  select array_agg(id order by depth, id) from below
);

-- What staff did: joined two people, or made two of one. Both can be taken back.
create table person_move (
  id uuid primary key,
  kind text not null check (kind in ('merge', 'split')),
  -- Who was merged, or split off.
  person_id uuid not null references person (id) on delete cascade,
  -- Into whom, or off whom.
  kept_id uuid not null references person (id) on delete cascade,
  made_by text not null,
  made_at timestamptz not null,
  undoable_until timestamptz not null,
  undone_by text,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create index person_move_of_person on person_move (person_id, made_at desc, id desc);
create index person_move_of_kept on person_move (kept_id, made_at desc, id desc);

-- Two people of whom staff said that they are not one: they are not pointed out again.
create table people_apart (
  one_id uuid not null references person (id) on delete cascade,
  other_id uuid not null references person (id) on delete cascade,
  said_by text not null,
  said_at timestamptz not null,
  primary key (one_id, other_id),
  check (one_id < other_id)
);
create index people_apart_other on people_apart (other_id);

-- Joins two people for good, when the public product says that they are one.
create or replace function merge_people(other uuid, kept uuid) returns void language plpgsql as $$
declare
  root uuid;
begin
  -- Two at once would make a circle.
  perform pg_advisory_xact_lock(hashtextextended('joining people', 0));
  root := (people_with(kept))[1];
  update person set merged_into = root where id = (people_with(other))[1] and id <> root;
end
$$;

-- Accounts that were merged before people were joined by a pointer are people who were merged. Their records belong to
-- the kept account, so it is not taken back.
do $$
declare
  merged record;
  kept uuid;
  former uuid;
begin
  for merged in select * from merged_account order by merged_at, id loop
    -- Its person may not have been found yet.
    update app_user set person_id = null where id = merged.kept_id and person_id is null;
    kept := resolve_person(merged.kept_id, null, null, '', 'app_user');
    insert into person (created_at, merged_into) values (merged.merged_at, (people_with(kept))[1]) returning id into former;
    insert into person_identifier (person_id, kind, value, names, source)
      select former, v.kind, v.value, array[btrim(merged.first_name || ' ' || merged.last_name)], 'app_user'
      from (values ('account', merged.id::text), ('email', email_key(merged.email)), ('phone', phone_key(merged.phone)))
        as v (kind, value)
      where v.value is not null
      on conflict (value) where kind = 'account' do update set person_id = excluded.person_id;
    insert into person_move (id, kind, person_id, kept_id, made_by, made_at, undoable_until)
      values (merged.id, 'merge', former, kept, merged.merged_by, merged.merged_at, merged.merged_at);
  end loop;
end
$$;
drop table merged_account;
