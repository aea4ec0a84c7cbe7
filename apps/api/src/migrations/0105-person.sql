-- People are records. Who somebody is, is found once, when a row about them is written. The rule in words is in
-- docs/personal-data.md; an older program would erase by other rules, so this migration is compatible with none.

-- The words of a name in one form: without case, accents, order and titles.
create function name_words(name text) returns text[] language sql immutable parallel safe
return (
  select coalesce(array_agg(distinct word), '{}')
  from regexp_split_to_table(
    regexp_replace(normalize(folded(name), nfkd), U&'[\0300-\036F\200B-\200F\2060\FEFF]', '', 'g'),
    U&'[[:space:].,()/_"''\2010-\2015\2018-\201F-]+') as word
  where word <> '' and word not in ('mr', 'mrs', 'ms', 'dr', 'prof', 'shri', 'sri', 'smt')
);

-- The script of a word, as the block of 128 characters of its first letter; all of Latin is one.
create function script_of(word text) returns integer language sql immutable parallel safe
return case when ascii(word) < 592 then 0 else ascii(word) / 128 end;

-- Compares two names: 'same' if every word of the shorter one, or its initial, is in the longer one; 'unknown' if one is
-- empty, or they are written in different scripts; otherwise 'different'.
create function compared_names(one text, other text) returns text language plpgsql immutable parallel safe as $$
declare
  shorter text[] := name_words(one);
  longer text[] := name_words(other);
begin
  if cardinality(shorter) = 0 or cardinality(longer) = 0 then return 'unknown'; end if;
  if script_of(shorter[1]) <> script_of(longer[1]) then return 'unknown'; end if;
  if cardinality(shorter) > cardinality(longer) then
    select longer, shorter into shorter, longer;
  end if;
  return case when exists (
    select from unnest(shorter) as word where not exists (
      select from unnest(longer) as same
      where same = word or (left(same, 1) = left(word, 1) and (char_length(same) = 1 or char_length(word) = 1)))
  ) then 'different' else 'same' end;
end
$$;

-- Compares a name with those that are known: 'different' if it differs from one of them, otherwise 'same' if it is one.
create function compared_with(names text[], name text) returns text language plpgsql immutable parallel safe as $$
declare
  known text;
  compared text;
  result text := 'unknown';
begin
  foreach known in array names loop
    compared := compared_names(known, name);
    if compared = 'different' then return compared; end if;
    if compared = 'same' then result := compared; end if;
  end loop;
  return result;
end
$$;

create table person (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- While an erasure runs: nothing finds the person any more.
  is_being_erased boolean not null default false,
  -- Whoever was erased: the id is the erasure's, and nothing else is left.
  is_erased boolean not null default false
);

-- By what a person is found. The value is in normal form; the names are those that it was given with.
create table person_identifier (
  -- Their order in time. Without an index of its own: looking for one value, a plan might read that one to its end.
  id bigint generated always as identity,
  person_id uuid not null references person (id) on delete cascade,
  kind text not null check (kind in ('account', 'email', 'phone')),
  value text not null check (value <> ''),
  names text[] not null,
  -- The table of the record that says so: app_user once it is an account's own.
  source text not null,
  -- False if it only finds the person in a search: many people share it, or they bought for somebody else with it.
  is_own boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (person_id, kind, value)
);
create index person_identifier_value on person_identifier (kind, value, is_own, id);
-- An account is a person.
create unique index person_identifier_account on person_identifier (value) where kind = 'account';

-- Addresses that many people share, such as those that checkouts send for buyers without one: they identify nobody.
create table shared_email (
  value text primary key check (value <> ''),
  -- Whether it is one of PLACEHOLDER_EMAILS; otherwise it was found by itself.
  is_setting boolean not null,
  found_at timestamptz not null default now()
);
-- The default of PLACEHOLDER_EMAILS; a job keeps the table like the setting.
insert into shared_email (value, is_setting) values ('void@razorpay.com', true);

insert into person (id, created_at, is_erased) select id, requested_at, true from erasure where state in ('running', 'erased');

alter table app_user add column person_id uuid references person (id);
alter table transaction add column person_id uuid references person (id);
-- Of sign-ups; registrations of orders follow their orders.
alter table registration add column person_id uuid references person (id);
alter table lead add column person_id uuid references person (id);
alter table person_note add column person_id uuid references person (id);
alter table creator add column person_id uuid references person (id);
alter table advisor add column person_id uuid references person (id);

-- Finds the person of a record; null if it is about somebody new.
create function find_person(account uuid, email text, phone text, name text, is_new_account boolean) returns uuid
language plpgsql stable as $$
declare
  person uuid;
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
    -- A name that can't be compared tells no two people apart.
    where (compared = 'same' or compared = 'unknown' and people = 1)
      -- Two accounts are two people until somebody merges them.
      and not (is_new_account and exists (select from person_identifier as other
        where other.person_id = fitting.person_id and other.kind = 'account'))
    order by id limit 1;
    if person is not null then return person; end if;
  end if;
  if phone is not null then
    -- Families share phones. With the same name it is one person, unless each has an e-mail address.
    select known.person_id into person from (
      select * from person_identifier
      where kind = 'phone' and value = phone and is_own order by id limit 20
    ) as known
    where compared_with(known.names, find_person.name) = 'same'
      and not exists (select from person_identifier as other
        where other.person_id = known.person_id
          and (other.kind = 'email' and other.is_own and email is not null or other.kind = 'account' and is_new_account))
    order by id limit 1;
  end if;
  return person;
end
$$;

-- Notes by what a person is found from now on. Address and phone are in normal form, or null. An account's name replaces
-- those that came before; others are added.
create function note_identifiers(person uuid, email text, phone text, name text, source text, is_own boolean) returns void
language plpgsql as $$
begin
  if exists (select from person as erased where id = note_identifiers.person and is_being_erased) then return; end if;
  insert into person_identifier as known (person_id, kind, value, names, source, is_own)
  select person, v.kind, v.value, array[note_identifiers.name], note_identifiers.source, note_identifiers.is_own
    and not (v.kind = 'email' and exists (select from shared_email where shared_email.value = v.value))
  from (values ('email', email), ('phone', phone)) as v (kind, value)
  where v.value is not null
  on conflict (person_id, kind, value) do update set
      is_own = known.is_own or excluded.is_own,
      source = case when excluded.source = 'app_user' then 'app_user' else known.source end,
      names = case
        when excluded.source = 'app_user' or not known.is_own then excluded.names
        else known.names || excluded.names
      end
    where excluded.is_own and (not known.is_own
      or excluded.source = 'app_user' and known.names <> excluded.names
      or not excluded.names <@ known.names and cardinality(known.names) < 10);
end
$$;

-- Tells whether an address is shared: it came with other names and other phones twice before, or with twenty names. That
-- of an account is the account's.
create function is_shared_now(email text, phone text) returns boolean language plpgsql stable as $$
declare
  people uuid[] := array(select person_id from person_identifier as known
    where known.kind = 'email' and known.value = is_shared_now.email limit 20);
begin
  return (cardinality(people) = 20 or cardinality(people) >= 2 and phone is not null and not exists (
      select from person_identifier as own
      where own.person_id = any(people) and own.kind = 'phone' and own.value = is_shared_now.phone))
    and not exists (select from person_identifier as own
      where own.person_id = any(people) and own.kind = 'email' and own.value = is_shared_now.email
        and own.source = 'app_user');
end
$$;

-- Locks what records are found by until the transaction ends, in one order, so that two first records of one person wait
-- for each other.
create function lock_contacts(keys text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person ' || key, 0))
  from (select distinct key from unnest(keys) as key where key is not null order by key) as sorted;
end
$$;

-- Returns the person of a record, who may be new, and notes by what they are found from now on.
create function resolve_person(
  account uuid, given_email text, given_phone text, name text, source text, is_new_account boolean default false
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
  resolved := find_person(account, own_email, own_phone, name, is_new_account);
  -- A load of many rows would use up the locks of the server.
  if resolved is null and locks < 2000 then
    perform set_config('greenroom.person_locks', (locks + 3)::text, true);
    perform lock_contacts(array[account::text, own_email, own_phone]);
    resolved := find_person(account, own_email, own_phone, name, is_new_account);
  end if;
  if resolved is null then
    if is_shared_now(own_email, own_phone) then
      insert into shared_email (value, is_setting) values (email, false) on conflict do nothing;
      update person_identifier set is_own = false where kind = 'email' and value = email;
    end if;
    insert into person default values returning id into resolved;
  end if;
  if is_account then
    insert into person_identifier (person_id, kind, value, names, source)
    values (resolved, 'account', account::text, array[name], source) on conflict do nothing;
  end if;
  perform note_identifiers(resolved, email, phone, name, source, is_own);
  return resolved;
end
$$;

-- Makes one person of two: what is about the other one, and finds it, is about the kept one from then on.
create function merge_people(other uuid, kept uuid) returns void language plpgsql as $$
begin
  if other = kept then return; end if;
  update app_user set person_id = kept where person_id = other;
  update transaction set person_id = kept where person_id = other;
  update registration set person_id = kept where person_id = other;
  update lead set person_id = kept where person_id = other;
  update person_note set person_id = kept where person_id = other;
  update creator set person_id = kept where person_id = other;
  update advisor set person_id = kept where person_id = other;
  insert into person_identifier as known (person_id, kind, value, names, source, is_own, created_at)
    select kept, kind, value, names, source, is_own, created_at from person_identifier
    where person_id = other and kind <> 'account'
    on conflict (person_id, kind, value) do update set
      is_own = known.is_own or excluded.is_own, names = known.names || excluded.names;
  update person_identifier set person_id = kept where person_id = other and kind = 'account';
  delete from person where id = other;
end
$$;

create function set_person_of_account() returns trigger language plpgsql as $$
declare
  full_name text := btrim(new.first_name || ' ' || new.last_name);
begin
  -- An account that comes back, or that orders named before it, has its person.
  if tg_op = 'INSERT' or new.person_id is null then
    select person_id into new.person_id from person_identifier where kind = 'account' and value = new.id::text;
  end if;
  if new.person_id is null then
    new.person_id := resolve_person(new.id, new.email, new.phone, full_name, 'app_user', true);
  else
    perform note_identifiers(new.person_id, email_key(new.email), phone_key(new.phone), full_name, 'app_user', true);
    update person_identifier set names = array[full_name], source = 'app_user'
    where kind = 'account' and value = new.id::text and (names <> array[full_name] or source <> 'app_user');
  end if;
  return new;
end
$$;
create trigger app_user_person before insert on app_user for each row execute function set_person_of_account();
create trigger app_user_person_of_update before update on app_user for each row
  when (new.person_id is null or (old.first_name, old.last_name, old.email, old.phone)
    is distinct from (new.first_name, new.last_name, new.email, new.phone))
  execute function set_person_of_account();

-- Of an order and of a booking. Who made one is found again if it gets another buyer; another address or phone of the
-- same buyer is noted.
create function set_person_of_buyer() returns trigger language plpgsql as $$
declare
  name text := btrim(new.user_first_name || ' ' || new.user_last_name);
  email text := email_key(new.user_email);
  phone text := phone_key(new.user_phone);
  -- With the collation of a name ("C") as an argument, the functions would use no index.
  source text := tg_table_name;
begin
  if tg_op = 'UPDATE' and new.person_id is not null and new.user_id is not distinct from old.user_id
    and compared_names(btrim(old.user_first_name || ' ' || old.user_last_name), name) <> 'different'
    and find_person(new.user_id, email, phone, name, false) is null
  then
    perform note_identifiers(new.person_id, email, phone, name, source, true);
  else
    new.person_id := resolve_person(new.user_id, new.user_email, new.user_phone, name, source);
  end if;
  return new;
end
$$;
create trigger transaction_person before insert on transaction for each row
  when (new.person_id is null) execute function set_person_of_buyer();
create trigger lead_person before insert on lead for each row
  when (new.person_id is null) execute function set_person_of_buyer();
-- An erasure and a merge say whose the row is. A deleted account leaves its bookings to their person.
create trigger transaction_person_of_update before update on transaction for each row
  when (new.person_id is null or new.person_id is not distinct from old.person_id
    and (coalesce(new.user_id, old.user_id), new.user_email, new.user_phone)
      is distinct from (old.user_id, old.user_email, old.user_phone))
  execute function set_person_of_buyer();
create trigger lead_person_of_update before update on lead for each row
  when (new.person_id is null or new.person_id is not distinct from old.person_id
    and (coalesce(new.user_id, old.user_id), new.user_email, new.user_phone)
      is distinct from (old.user_id, old.user_email, old.user_phone))
  execute function set_person_of_buyer();

create function set_person_of_sign_up() returns trigger language plpgsql as $$
begin
  new.person_id := resolve_person(new.user_id, new.user_email, new.user_phone, new.user_name, 'registration');
  return new;
end
$$;
create trigger registration_person before insert on registration for each row
  when (new.transaction_id is null and new.person_id is null) execute function set_person_of_sign_up();
create trigger registration_person_of_update before update on registration for each row
  when (new.transaction_id is null and (new.person_id is null or new.person_id is not distinct from old.person_id
    and (coalesce(new.user_id, old.user_id), new.user_name, new.user_email, new.user_phone)
      is distinct from (old.user_id, old.user_name, old.user_email, old.user_phone)))
  execute function set_person_of_sign_up();

create function set_person_of_note() returns trigger language plpgsql as $$
begin
  new.person_id := resolve_person(new.user_id, new.user_email, null, '', 'person_note');
  return new;
end
$$;
create trigger person_note_person before insert or update on person_note for each row
  when (new.person_id is null) execute function set_person_of_note();

-- A merge gives a note another person, and only an erasure removes one.
create or replace function refuse_change_of_person_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{user_id,user_email,person_id}'::text[]
    = to_jsonb(old) - '{user_id,user_email,person_id}'::text[]
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and exists (select from erasure where state = 'running')
    and position('[eras' in new.text) > 0 and to_jsonb(new) - 'text' = to_jsonb(old) - 'text'
  then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select from erasure where state = 'running') then return old; end if;
  raise exception 'notes about people are never changed or removed';
end
$$;

create function set_person_of_creator() returns trigger language plpgsql as $$
begin
  new.person_id := resolve_person(null, new.email, new.phone, btrim(new.first_name || ' ' || new.last_name), 'creator');
  return new;
end
$$;
create trigger creator_person before insert on creator for each row execute function set_person_of_creator();
create trigger creator_person_of_update before update on creator for each row
  when (new.person_id is null or new.person_id is not distinct from old.person_id and old.email <> new.email)
  execute function set_person_of_creator();

create function set_person_of_advisor() returns trigger language plpgsql as $$
begin
  new.person_id := resolve_person(null, new.email, null, btrim(new.first_name || ' ' || new.last_name), 'advisor');
  return new;
end
$$;
create trigger advisor_person before insert on advisor for each row execute function set_person_of_advisor();
create trigger advisor_person_of_update before update on advisor for each row
  when (new.person_id is null or new.person_id is not distinct from old.person_id and old.email <> new.email)
  execute function set_person_of_advisor();
