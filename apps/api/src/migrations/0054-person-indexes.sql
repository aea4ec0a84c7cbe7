-- compatible-with: 0050
-- Everything about a person is found by account, e-mail address or the last ten digits of a phone (0010).
create index concurrently transaction_user on transaction (user_id);
create index concurrently transaction_email on transaction (folded(user_email));
create index concurrently lead_email on lead (folded(user_email));
create index concurrently app_user_phone on app_user (left(phone_from_its_end(phone), 10) collate "C");
create index concurrently creator_phone on creator (left(phone_from_its_end(phone), 10) collate "C");
