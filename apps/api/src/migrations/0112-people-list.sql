-- What the list of people shows, sorts and filters by, kept per person, and the labels that staff give people by hand.
-- An older program lists no export of a kind that it doesn't know, so this migration is compatible with none.

alter table export
  drop constraint export_kind_check,
  add constraint export_kind_check check (
    kind in ('transactions', 'documents', 'gst-return', 'history', 'registrations', 'numbers', 'coupons', 'people')
  );

create table person_label (
  person_id uuid not null references person (id) on delete cascade,
  label text not null check (label = btrim(label) and char_length(label) between 1 and 40),
  added_by text not null,
  added_at timestamptz not null,
  primary key (person_id, label)
);
-- The labels in use, and whether one is.
create index person_label_used on person_label (label);

-- The figures of those who stay of merged people. Only the job and refresh_person_figures write them.
create table person_figure (
  person_id uuid primary key references person (id) on delete cascade,
  name text not null,
  email text not null,
  phone text not null,
  -- Accounts that are not deleted, the first one's name first.
  accounts uuid[] not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Paid orders, also those that were refunded, and what was paid without refunds, in minor units.
  orders integer not null,
  spent_inr bigint not null,
  spent_usd bigint not null,
  -- What they are filtered by, each as person_mark: one index serves any combination.
  marks uuid[] not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index person_figure_last_seen on person_figure (last_seen_at desc, person_id desc);
create index person_figure_first_seen on person_figure (first_seen_at desc, person_id desc);
create index person_figure_spent on person_figure (spent_inr desc, person_id desc);
-- People without a name come last.
create index person_figure_name on person_figure ((name = ''), folded(name), person_id);
create index person_figure_name_part on person_figure using gin (folded(name) gin_trgm_ops);
create index person_figure_email on person_figure (folded(email) text_pattern_ops);
create index person_figure_phone on person_figure (left(phone_from_its_end(phone), 10) collate "C");
create index person_figure_marks on person_figure using gin (marks);
-- More frequent values than usual: a class can have thousands of buyers.
alter table person_figure alter column marks set statistics 500;

-- People whose figures have to be found again. Writers only append, so that they never wait for each other.
create table person_figure_change (
  id bigint generated always as identity primary key,
  person_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function person_mark(kind text, value text) returns uuid language sql immutable strict parallel safe
return md5(kind || ' ' || value)::uuid;

-- Finds the figures of people from their own records. Only who stays of merged people has some, of all of them; people who
-- were erased, and those whom no account, order, sign-up or booking is about, have none.
create function person_figures(people uuid[]) returns setof person_figure language sql stable as $$
  select root.id, shown.name, shown.email, shown.phone, account.ids,
    least(account.first, ordered.first, signed_up.first, booked.first),
    greatest(account.last, ordered.last, signed_up.last, booked.last, active.last),
    ordered.paid, ordered.spent_inr, ordered.spent_usd,
    array(
      select distinct mark from (
        select unnest(ordered.marks || signed_up.marks || booked.marks)
        union all select person_mark('label', folded(label)) from person_label where person_id = any(one.ids)
        union all select person_mark('membership', membership_id::text) from membership_held
          where user_id = any(account.ids)
        -- The latest counts; at one time a withdrawal.
        union all select person_mark('consent', channel) from (
          select distinct on (channel) channel, is_given from person_consent
          where person_id = any(one.ids) and purpose = 'marketing' order by channel, at desc, is_given
        ) as latest where is_given
      ) as found (mark) where mark is not null order by mark
    )
  from unnest(people) as asked (id)
  join person as root on root.id = asked.id and root.merged_into is null and not root.is_erased
    and not root.is_being_erased
  cross join lateral (select people_with(root.id) as ids offset 0) as one
  cross join lateral (
    select coalesce(array_agg(id order by person_id <> root.id, created_at, id), '{}') as ids,
      min(created_at) as first, max(created_at) as last
    from app_user where person_id = any(one.ids)
  ) as account
  cross join lateral (
    select min(created_at) as first, max(created_at) as last,
      count(*) filter (where status in ('completed', 'refunded'))::int as paid,
      coalesce(sum(paid_amount(status, amount) - refunded_amount) filter (where currency_code = 'INR'), 0)::bigint
        as spent_inr,
      coalesce(sum(paid_amount(status, amount) - refunded_amount) filter (where currency_code = 'USD'), 0)::bigint
        as spent_usd,
      coalesce(array_agg(person_mark('bought', entity_id::text)) filter (where status in ('completed', 'refunded')), '{}')
        || coalesce(array_agg(distinct person_mark('bought', entity_type))
          filter (where status in ('completed', 'refunded')), '{}')
        || coalesce(array_agg(distinct person_mark('source', source)), '{}') as marks
    from transaction where person_id = any(one.ids)
  ) as ordered
  cross join lateral (
    select min(created_at) as first, greatest(max(created_at), max(attended_at)) as last,
      coalesce(array_agg(person_mark('seat', session_id::text)) filter (where given_back_at is null), '{}')
        || coalesce(array_agg(person_mark('came', session_id::text))
          filter (where given_back_at is null and attended_at is not null), '{}')
        || coalesce(array_agg(person_mark('source', source)), '{}') as marks
    from (
      select * from registration where person_id = any(one.ids)
      -- One look-up for each order: a plan that joins them would read all registrations.
      union all select of_order.* from transaction cross join lateral (
        select * from registration where id = transaction.id and transaction_id is not null offset 0
      ) as of_order where transaction.person_id = any(one.ids)
    ) as own
  ) as signed_up
  cross join lateral (
    select min(created_at) as first, max(created_at) as last,
      coalesce(array_agg(distinct person_mark('source', source)), '{}') as marks
    from lead where person_id = any(one.ids)
  ) as booked
  cross join lateral (
    select max(newest.at) as last from unnest(account.ids) as own (id) cross join lateral (
      (select created_at from post where user_id = own.id order by created_at desc, post.id desc limit 1)
      union all
      (select created_at from comment where user_id = own.id order by created_at desc, comment.id desc limit 1)
    ) as newest (at)
  ) as active
  -- The first record that has it says it: an account, or else the oldest order, sign-up or booking.
  cross join lateral (
    select coalesce((array_agg(name order by rank) filter (where name <> ''))[1], '') as name,
      coalesce((array_agg(email order by rank) filter (where email <> ''))[1], '') as email,
      coalesce((array_agg(phone order by rank) filter (where phone <> ''))[1], '') as phone
    from (
      (select 1 as rank, btrim(first_name || ' ' || last_name) as name, email, phone from app_user
        where id = account.ids[1])
      union all (select 2, btrim(user_first_name || ' ' || user_last_name), user_email, user_phone from transaction
        where person_id = any(one.ids) order by created_at, id limit 1)
      union all (select 3, user_name, user_email, user_phone from registration
        where person_id = any(one.ids) order by created_at, id limit 1)
      union all (select 4, btrim(user_first_name || ' ' || user_last_name), user_email, user_phone from lead
        where person_id = any(one.ids) order by created_at, id limit 1)
    ) as written
  ) as shown
  where coalesce(account.first, ordered.first, signed_up.first, booked.first) is not null
$$;

-- Finds the figures of people again, and of those into whom they were merged, in this transaction. People who are in it
-- already wait for each other; orders and other records never do.
create function refresh_person_figures(people uuid[]) returns void language plpgsql as $$
declare
  concerned uuid[] := array(
    select person from unnest(people) as person
    union select (people_with(person))[1] from unnest(people) as person
  );
begin
  perform from person where id = any(concerned) order by id for no key update;
  -- A new statement, so that it sees what whoever held the locks has committed.
  with fresh as materialized (select * from person_figures(concerned)),
  gone as (
    delete from person_figure where person_id = any(concerned) and person_id not in (select person_id from fresh)
  )
  insert into person_figure as kept select * from fresh
  on conflict (person_id) do update set
      name = excluded.name, email = excluded.email, phone = excluded.phone, accounts = excluded.accounts,
      first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at, orders = excluded.orders,
      spent_inr = excluded.spent_inr, spent_usd = excluded.spent_usd, marks = excluded.marks
    where kept is distinct from excluded;
end
$$;

-- Takes waiting changes, the next ones by id, and finds the figures of these people again. It waits for nobody: people in
-- another transaction's hands go to the end. Returns the last id that it took; null if there was none.
create function fold_person_changes(after bigint, most integer) returns bigint language plpgsql as $$
declare
  last bigint;
  changed uuid[];
  free uuid[];
begin
  with next as (
    select id from person_figure_change where id > after order by id limit most for update skip locked
  ),
  taken as (delete from person_figure_change where id in (select id from next) returning id, person_id)
  select max(id), array_agg(distinct person_id) into last, changed from taken;
  if last is null then return null; end if;
  changed := array(
    select person from unnest(changed) as person
    union select (people_with(person))[1] from unnest(changed) as person
  );
  free := array(select id from person where id = any(changed) order by id for no key update skip locked);
  insert into person_figure_change (person_id)
    select id from person where id = any(changed) and id <> all(free);
  perform refresh_person_figures(free);
  return last;
end
$$;

-- Of a row with the column person_id.
create function note_changed_person() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.person_id is not null then
    insert into person_figure_change (person_id) values (old.person_id);
  end if;
  if tg_op <> 'DELETE' and new.person_id is not null
    and (tg_op = 'INSERT' or new.person_id is distinct from old.person_id)
  then
    insert into person_figure_change (person_id) values (new.person_id);
  end if;
  return null;
end
$$;

create trigger app_user_figures after insert or delete on app_user for each row execute function note_changed_person();
create trigger app_user_figures_of_update after update on app_user for each row
  when ((old.person_id, old.first_name, old.last_name, old.email, old.phone, old.created_at)
    is distinct from (new.person_id, new.first_name, new.last_name, new.email, new.phone, new.created_at))
  execute function note_changed_person();
create trigger transaction_figures after insert or delete on transaction
  for each row execute function note_changed_person();
create trigger transaction_figures_of_update after update on transaction for each row
  when ((old.person_id, old.status, old.amount, old.refunded_amount, old.currency_code, old.created_at, old.source,
      old.entity_type, old.entity_id, old.user_first_name, old.user_last_name, old.user_email, old.user_phone)
    is distinct from (new.person_id, new.status, new.amount, new.refunded_amount, new.currency_code, new.created_at,
      new.source, new.entity_type, new.entity_id, new.user_first_name, new.user_last_name, new.user_email,
      new.user_phone))
  execute function note_changed_person();
create trigger lead_figures after insert or delete on lead for each row execute function note_changed_person();
create trigger lead_figures_of_update after update on lead for each row
  when ((old.person_id, old.created_at, old.source, old.user_first_name, old.user_last_name, old.user_email,
      old.user_phone)
    is distinct from (new.person_id, new.created_at, new.source, new.user_first_name, new.user_last_name,
      new.user_email, new.user_phone))
  execute function note_changed_person();

-- A registration of an order is its buyer's.
create function note_registered_person() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into person_figure_change (person_id)
      select person from coalesce(old.person_id, (select person_id from transaction where id = old.transaction_id))
        as person where person is not null;
  end if;
  if tg_op <> 'DELETE' then
    insert into person_figure_change (person_id)
      select person from coalesce(new.person_id, (select person_id from transaction where id = new.transaction_id))
        as person
      where person is not null
        and (tg_op = 'INSERT' or (new.person_id, new.transaction_id) is distinct from (old.person_id, old.transaction_id));
  end if;
  return null;
end
$$;
create trigger registration_figures after insert or delete on registration
  for each row execute function note_registered_person();
create trigger registration_figures_of_update after update on registration for each row
  when ((old.person_id, old.transaction_id, old.session_id, old.created_at, old.attended_at, old.given_back_at,
      old.source, old.user_name, old.user_email, old.user_phone)
    is distinct from (new.person_id, new.transaction_id, new.session_id, new.created_at, new.attended_at,
      new.given_back_at, new.source, new.user_name, new.user_email, new.user_phone))
  execute function note_registered_person();

-- Of a row with the column user_id: what an account writes and holds.
create function note_active_person() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into person_figure_change (person_id)
      select person_id from app_user where id = old.user_id and person_id is not null;
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.user_id is distinct from old.user_id) then
    insert into person_figure_change (person_id)
      select person_id from app_user where id = new.user_id and person_id is not null;
  end if;
  return null;
end
$$;
create trigger post_figures after insert or delete on post for each row execute function note_active_person();
create trigger comment_figures after insert or delete on comment for each row execute function note_active_person();
create trigger membership_held_figures after insert or update or delete on membership_held
  for each row execute function note_active_person();

-- Joining and parting people, and erasing somebody, who disappears at once.
create function note_joined_people() returns trigger language plpgsql as $$
begin
  insert into person_figure_change (person_id)
    select person from unnest(array[old.id, old.merged_into, new.merged_into]) as person where person is not null;
  if new.is_being_erased or new.is_erased then
    delete from person_figure where person_id = new.id;
  end if;
  return null;
end
$$;
create trigger person_figures_of_update after update on person for each row
  when ((old.merged_into, old.is_being_erased, old.is_erased)
    is distinct from (new.merged_into, new.is_being_erased, new.is_erased))
  execute function note_joined_people();

-- What staff did is in the list at once: a merge, a split, and undoing either.
create function refresh_moved_people() returns trigger language plpgsql as $$
begin
  perform refresh_person_figures(array[new.person_id, new.kept_id]);
  return null;
end
$$;
create trigger person_move_figures after insert or update on person_move
  for each row execute function refresh_moved_people();

-- So is a label.
create function refresh_labelled_person() returns trigger language plpgsql as $$
begin
  perform refresh_person_figures(array[coalesce(new.person_id, old.person_id)]);
  return null;
end
$$;
create trigger person_label_figures after insert or delete on person_label
  for each row execute function refresh_labelled_person();

-- And what somebody agreed to, or withdrew.
create trigger person_consent_figures after insert or update or delete on person_consent
  for each row execute function note_changed_person();

create function note_lost_person() returns trigger language plpgsql as $$
begin
  insert into person_figure_change (person_id) values (old.merged_into);
  return null;
end
$$;
create trigger person_figures_of_delete after delete on person for each row
  when (old.merged_into is not null) execute function note_lost_person();

-- Emptying a table fires no trigger of its rows.
create function note_all_people() returns trigger language plpgsql as $$
begin
  insert into person_figure_change (person_id) select person_id from person_figure;
  return null;
end
$$;
create trigger app_user_figures_of_truncate after truncate on app_user execute function note_all_people();
create trigger transaction_figures_of_truncate after truncate on transaction execute function note_all_people();
create trigger registration_figures_of_truncate after truncate on registration execute function note_all_people();
create trigger lead_figures_of_truncate after truncate on lead execute function note_all_people();
create trigger person_label_figures_of_truncate after truncate on person_label execute function note_all_people();

-- The job fills the list; a stopped one continues with the changes that are left.
insert into person_figure_change (person_id) select id from person order by created_at desc;
