-- compatible-with: 0065
-- Notes of staff about people, and accounts that were merged into another. Older programs neither read nor write them.

-- Like an order it names a person by account and e-mail address. It is never edited, because a timeline tells what was
-- known when.
create table person_note (
  id uuid primary key,
  -- Null for somebody who never had an account.
  user_id uuid,
  user_email text not null,
  text text not null check (char_length(text) between 1 and 2000),
  written_by text not null,
  written_at timestamptz not null
);
create index person_note_of_user on person_note (user_id, written_at desc, id desc) where user_id is not null;
create index person_note_of_email on person_note (folded(user_email), written_at desc, id desc);

-- A merge gives a note another account, and only an erasure removes one.
create function refuse_change_of_person_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - '{user_id,user_email}'::text[] = to_jsonb(old) - '{user_id,user_email}'::text[]
  then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select from erasure where state = 'running') then return old; end if;
  raise exception 'notes about people are never changed or removed';
end
$$;
create trigger person_note_is_final before update or delete on person_note
  for each row execute function refuse_change_of_person_note();
create trigger person_note_is_kept before truncate on person_note
  for each statement execute function refuse_change_of_person_note();

-- What was merged into an account. The id leads to the account that was kept, and so does the e-mail address. No foreign
-- key: a deleted account can come back.
create table merged_account (
  -- The account's id. Of somebody without an account, an id of its own.
  id uuid primary key,
  kept_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  merged_by text not null,
  merged_at timestamptz not null
);
create index merged_account_of_kept on merged_account (kept_id, merged_at desc, id desc);
create index merged_account_email on merged_account (folded(email)) where email <> '';

-- After a merge the ids that another system had for both accounts lead to one.
alter table intake_user drop constraint intake_user_user_id_key;
create index intake_user_of_account on intake_user (user_id);
-- Set if the account of this id was merged into another. What is sent for the id no longer changes the account.
alter table intake_user add column merged_at timestamptz;
