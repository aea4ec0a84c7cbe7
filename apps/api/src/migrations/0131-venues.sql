-- Masterclasses and payment pages have a venue as events do: the GST code of its State, or 96 for abroad. It is the place
-- of supply of seats there (OQ-795).
alter table masterclass
  add column venue_state text check (venue_state ~ '^[0-9]{2}$'),
  add constraint masterclass_venue_state check (attendance_type <> 'virtual' or venue_state is null);
alter table payment_page
  add column venue_state text check (venue_state ~ '^[0-9]{2}$');
-- How the buyer of a hybrid masterclass takes part; null if the seller did not say.
alter table transaction
  add column attendance text check (attendance in ('in-person', 'online'));
