-- compatible-with: 0025
-- Leads are searched by the name and the phone of who booked. The phone's index is that of transactions (0010).
create index concurrently lead_name on lead
  using gin (folded(user_first_name || ' ' || user_last_name) gin_trgm_ops);
create index concurrently lead_phone on lead (left(phone_from_its_end(user_phone), 10) collate "C");
