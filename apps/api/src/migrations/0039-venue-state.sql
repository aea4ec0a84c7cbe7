-- The GST code of the State in which an offline event is held: the place of supply of its tickets.
alter table event
  add column venue_state text check (venue_state ~ '^[0-9]{2}$'),
  add constraint event_venue_state check (event_type = 'OFFLINE' or venue_state is null);
