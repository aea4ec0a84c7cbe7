-- What people agreed to, and which addresses are verified. The rules in words are in docs/personal-data.md.

-- A history: each row is what somebody said at a time. Of one channel the latest counts; nothing said is no consent.
create table person_consent (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person (id) on delete cascade,
  purpose text not null default 'marketing' check (purpose in ('marketing')),
  channel text not null check (channel in ('email', 'whatsapp', 'phone')),
  is_given boolean not null,
  -- When the person said so.
  at timestamptz not null,
  -- What says so: a record that another system sent, or staff.
  source text not null check (source in ('account', 'order', 'registration', 'booking', 'staff')),
  record_id uuid,
  -- The text that the person agreed to, or its version.
  agreed_to text,
  -- Why staff recorded it, and who did.
  note text,
  recorded_by text,
  recorded_at timestamptz not null default now(),
  check ((source = 'staff') = (record_id is null)),
  check ((source = 'staff') = (recorded_by is not null))
);
-- The latest first. At one time a withdrawal counts more, so it comes first; a repeat is one statement.
create unique index person_consent_latest on person_consent (person_id, purpose, channel, at desc, is_given);
-- Finds whoever gave one, for lists.
create index person_consent_given on person_consent (purpose, channel, person_id) where is_given;

create function refuse_change_of_consent() returns trigger language plpgsql as $$
declare
  is_erasing boolean := exists (select from erasure where state = 'running');
begin
  if tg_op = 'DELETE' then
    -- Nothing is left of the person, or will be.
    if is_erasing or not exists (select from person where id = old.person_id) then return old; end if;
  elsif to_jsonb(new) - 'person_id' = to_jsonb(old) - 'person_id' then
    -- A merge.
    return new;
  elsif is_erasing and to_jsonb(new) - '{note,agreed_to}'::text[] = to_jsonb(old) - '{note,agreed_to}'::text[] then
    return new;
  end if;
  raise exception 'consents are never changed or removed';
end
$$;
create trigger person_consent_kept before update or delete on person_consent
  for each row execute function refuse_change_of_consent();

-- Whether the public product has seen that the address or the phone is the account's.
alter table app_user add column is_email_verified boolean not null default false;
alter table app_user add column is_phone_verified boolean not null default false;
-- Only an account says so.
alter table person_identifier add column is_verified boolean not null default false;
create index person_identifier_verified on person_identifier (kind, value) where is_verified and is_own;

-- They get more parameters, and two functions of one name would be ambiguous.
drop function find_person(uuid, text, text, text, boolean);
drop function note_identifiers(uuid, text, text, text, text, boolean);
drop function resolve_person(uuid, text, text, text, text, boolean);

-- Finds the person of a record; null if it is about somebody new. Only a new account can say that its own address or
-- phone is verified.
create function find_person(
  account uuid, email text, phone text, name text, is_new_account boolean,
  is_email_verified boolean default false, is_phone_verified boolean default false
) returns uuid
language plpgsql stable as $$
declare
  person uuid;
  owners uuid[];
begin
  if account is not null and not is_new_account then
    select person_id into person from person_identifier where kind = 'account' and value = account::text;
    if person is not null then return person; end if;
    -- The account was deleted before people were records.
    select person_id into person from transaction
    where user_id = account and exists (select from person where id = person_id and not is_being_erased) limit 1;
    if person is not null then return person; end if;
  end if;
  -- Of many people with one address or phone the first are compared.
  if email is not null then
    select fitting.person_id into person from (
      select *, count(*) over () as people, compared_with(names, find_person.name) as compared from (
        select * from person_identifier
        where kind = 'email' and value = email and is_own order by id limit 20
      ) as known
    ) as fitting
    -- A name that can't be compared tells no two people apart. A verified address is that of whoever used it alone.
    where (compared = 'same' or people = 1 and (compared = 'unknown' or find_person.is_email_verified))
      -- Two accounts are two people until somebody merges them.
      and not (is_new_account and exists (select from person_identifier as other
        where other.person_id = fitting.person_id and other.kind = 'account'))
    order by id limit 1;
    if person is not null then return person; end if;
    -- Whatever name comes with it, an address that one account has verified is that account's.
    if not is_new_account then
      owners := array(select person_id from person_identifier
        where kind = 'email' and value = email and is_own and is_verified limit 2);
      if cardinality(owners) = 1 then return owners[1]; end if;
    end if;
  end if;
  if phone is not null then
    -- Families share phones. With the same name it is one person, unless each has an e-mail address. A verified phone also
    -- joins then, and if the names can't be compared.
    select fitting.person_id into person from (
      select *, count(*) over () as people, compared_with(names, find_person.name) as compared,
        is_verified or is_phone_verified as verified from (
        select * from person_identifier
        where kind = 'phone' and value = phone and is_own order by id limit 20
      ) as known
    ) as fitting
    where (compared = 'same' or compared = 'unknown' and verified and people = 1)
      and not exists (select from person_identifier as other
        where other.person_id = fitting.person_id
          and (other.kind = 'email' and other.is_own and email is not null and not verified
            or other.kind = 'account' and is_new_account))
    order by id limit 1;
  end if;
  return person;
end
$$;

-- Notes by what a person is found from now on. Address and phone are in normal form, or null. An account's name replaces
-- those that came before; others are added. Only an account says what is verified, and can take it back.
create function note_identifiers(
  person uuid, email text, phone text, name text, source text, is_own boolean,
  is_email_verified boolean default false, is_phone_verified boolean default false
) returns void
language plpgsql as $$
begin
  if exists (select from person as erased where id = note_identifiers.person and is_being_erased) then return; end if;
  insert into person_identifier as known (person_id, kind, value, names, source, is_own, is_verified)
  select person, v.kind, v.value, array[note_identifiers.name], note_identifiers.source, note_identifiers.is_own
    and not (v.kind = 'email' and exists (select from shared_email where shared_email.value = v.value)), v.verified
  from (values ('email', email, is_email_verified), ('phone', phone, is_phone_verified)) as v (kind, value, verified)
  where v.value is not null
  on conflict (person_id, kind, value) do update set
      is_own = known.is_own or excluded.is_own,
      is_verified = case when excluded.source = 'app_user' then excluded.is_verified else known.is_verified end,
      source = case when excluded.source = 'app_user' then 'app_user' else known.source end,
      names = case
        when excluded.source = 'app_user' or not known.is_own then excluded.names
        else known.names || excluded.names
      end
    where excluded.is_own and (not known.is_own
      or excluded.source = 'app_user' and (known.names <> excluded.names or known.is_verified <> excluded.is_verified)
      or not excluded.names <@ known.names and cardinality(known.names) < 10);
end
$$;

-- Returns the person of a record, who may be new, and notes by what they are found from now on.
create function resolve_person(
  account uuid, given_email text, given_phone text, name text, source text, is_new_account boolean default false,
  is_email_verified boolean default false, is_phone_verified boolean default false
) returns uuid language plpgsql as $$
declare
  email text := email_key(given_email);
  phone text := phone_key(given_phone);
  -- By what the person is searched: null if many people share it.
  own_email text := email;
  own_phone text := phone;
  is_account boolean := is_new_account;
  is_own boolean := true;
  -- How many locks this transaction has taken here.
  locks integer := coalesce(nullif(current_setting('greenroom.person_locks', true), ''), '0');
  resolved uuid;
begin
  name := coalesce(name, '');
  if account is not null and not is_new_account then
    if exists (select from person where id = account and is_erased) then return account; end if;
    is_account := exists (select from app_user where id = account)
      or exists (select from intake_user where user_id = account)
      or exists (select from bin_row where bin_row.source = 'app_user' and record_id = account);
    if is_account then
      -- An account is found by itself alone: its orders can name anybody for whom they were bought.
      own_email := null;
      own_phone := null;
      is_own := exists (select from person_identifier as own
        where own.kind = 'account' and own.value = account::text and own.source = 'app_user'
          and compared_with(own.names, resolve_person.name) <> 'different');
    end if;
  end if;
  if own_email is not null and exists (select from shared_email where value = own_email) then own_email := null; end if;
  resolved := find_person(account, own_email, own_phone, name, is_new_account, is_email_verified, is_phone_verified);
  -- A load of many rows would use up the locks of the server.
  if resolved is null and locks < 2000 then
    perform set_config('greenroom.person_locks', (locks + 3)::text, true);
    perform lock_contacts(array[account::text, own_email, own_phone]);
    resolved := find_person(account, own_email, own_phone, name, is_new_account, is_email_verified, is_phone_verified);
  end if;
  if resolved is null then
    if is_shared_now(own_email, own_phone) then
      insert into shared_email (value, is_setting) values (email, false) on conflict do nothing;
      update person_identifier set is_own = false where kind = 'email' and value = email;
    end if;
    insert into person default values returning id into resolved;
  elsif not is_account and exists (select from person_identifier as own
    where own.person_id = resolved and own.kind = 'email' and own.value = own_email and own.is_verified
      and compared_with(own.names, resolve_person.name) = 'different')
  then
    -- Whoever owns the address bought for somebody else, whose phone is not theirs.
    is_own := false;
  end if;
  if is_account then
    insert into person_identifier (person_id, kind, value, names, source)
    values (resolved, 'account', account::text, array[name], source) on conflict do nothing;
  end if;
  perform note_identifiers(resolved, email, phone, name, source, is_own, is_email_verified, is_phone_verified);
  return resolved;
end
$$;

create or replace function set_person_of_account() returns trigger language plpgsql as $$
declare
  full_name text := btrim(new.first_name || ' ' || new.last_name);
begin
  -- An account that comes back, or that orders named before it, has its person.
  if tg_op = 'INSERT' or new.person_id is null then
    select person_id into new.person_id from person_identifier where kind = 'account' and value = new.id::text;
  end if;
  if new.person_id is null then
    new.person_id := resolve_person(new.id, new.email, new.phone, full_name, 'app_user', true,
      new.is_email_verified, new.is_phone_verified);
  else
    perform note_identifiers(new.person_id, email_key(new.email), phone_key(new.phone), full_name, 'app_user', true,
      new.is_email_verified, new.is_phone_verified);
    update person_identifier set names = array[full_name], source = 'app_user'
    where kind = 'account' and value = new.id::text and (names <> array[full_name] or source <> 'app_user');
  end if;
  return new;
end
$$;
drop trigger app_user_person_of_update on app_user;
create trigger app_user_person_of_update before update on app_user for each row
  when (new.person_id is null
    or (old.first_name, old.last_name, old.email, old.phone, old.is_email_verified, old.is_phone_verified)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.is_email_verified, new.is_phone_verified))
  execute function set_person_of_account();
