-- compatible-with: 0061
-- What waits for staff, each rule in one place: the numbers of the sidebar and of the overview, and the lists that they
-- open, use the same function. All are inlined, so that indexes serve them.

-- A lead whose call has begun, and that still has the status of a booking: nobody has written what came of it.
create function is_past_call(status text, start_time timestamptz, moment timestamptz) returns boolean
  language sql immutable parallel safe
  return status = 'INSURANCE_CALL_SCHEDULED' and start_time < moment;

-- A session that is not published and begins within 24 hours.
create function is_due_draft(is_published boolean, start_time timestamptz, moment timestamptz) returns boolean
  language sql stable parallel safe
  return not is_published and start_time >= moment and start_time < moment + interval '24 hours';

-- What ends within seven days, to the very instant.
create function ends_within_week(end_time timestamptz, moment timestamptz) returns boolean
  language sql stable parallel safe
  return end_time >= moment and end_time < moment + interval '7 days';
