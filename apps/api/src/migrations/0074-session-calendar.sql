-- compatible-with: 0065
-- The calendar reads the sessions that overlap a span: an event of three days is in each of them. As for meetings, a
-- session that ends before it starts is an instant at its start.
create index concurrently masterclass_span on masterclass
  using gist (tstzrange(start_time, greatest(start_time, end_time), '[]'));
create index concurrently event_span on event
  using gist (tstzrange(start_time, greatest(start_time, end_time), '[]'));
