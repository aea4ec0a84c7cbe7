-- compatible-with: 0065
-- Counts a session's people up to a limit. The planner expects a session of average size, for which a bitmap of all its
-- rows is cheapest; for a session with a quarter of all registrations that reads all of them. The settings leave the
-- index scan, which stops at the limit, and keep the function from being inlined.
create function registrations_up_to(session uuid, most integer) returns integer
  language sql stable parallel safe
  set enable_bitmapscan = off
  set enable_seqscan = off
  return (
    select count(*)::int from (
      select from registration where session_id = session and given_back_at is null limit most
    ) as counted
  );
