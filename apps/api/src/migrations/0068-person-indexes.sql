-- compatible-with: 0065
-- The timeline of a person: the newest of each kind by account, and by e-mail address where there may be no account.
create index concurrently transaction_newest_of_user on transaction (user_id, created_at desc, id desc);
create index concurrently transaction_newest_of_email on transaction (folded(user_email), created_at desc, id desc);
create index concurrently registration_newest_of_user on registration (user_id, created_at desc, id desc)
  where transaction_id is null;
create index concurrently registration_newest_of_email on registration (folded(user_email), created_at desc, id desc)
  where transaction_id is null;
create index concurrently lead_newest_of_user on lead (user_id, created_at desc, id desc) where user_id is not null;
create index concurrently lead_newest_of_email on lead (folded(user_email), created_at desc, id desc);
create index concurrently comment_newest_of_user on comment (user_id, created_at desc, id desc);
create index concurrently report_newest_of_reporter on report (reporter_id, created_at desc, id desc)
  where reporter_id is not null;
create index concurrently membership_held_newest_of_user on membership_held (user_id, starts_at desc, id desc);
drop index concurrently if exists transaction_user;
drop index concurrently if exists transaction_email;
drop index concurrently if exists registration_user;
drop index concurrently if exists registration_email;
drop index concurrently if exists lead_by_user;
drop index concurrently if exists lead_email;
drop index concurrently if exists comment_of_user;
drop index concurrently if exists report_of_reporter;
drop index concurrently if exists membership_held_of_user;
