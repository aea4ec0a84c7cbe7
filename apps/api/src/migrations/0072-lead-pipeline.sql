-- compatible-with: 0061
-- Leads as a pipeline: since when a lead has its status, where it came from, how far it came, and why it was closed.
-- The generated columns rewrite the table and its indexes once, under a lock.

-- Returns when the last entry of a history was added. Other programs may write anything as a time; then it is unknown.
create function lead_status_since(status_history jsonb, created_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case when status_history -> -1 ->> 'time' ~
      '^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$'
    then (
      -- Adding days never fails, as a cast of 31 February would.
      make_date(
        substr(status_history -> -1 ->> 'time', 1, 4)::int, substr(status_history -> -1 ->> 'time', 6, 2)::int, 1
      ) + (substr(status_history -> -1 ->> 'time', 9, 2)::int - 1)
      + rtrim(substr(status_history -> -1 ->> 'time', 12), 'Z')::time
    ) at time zone 'UTC'
    else created_at end;

-- Returns the stage that a lead reached (OQ-505): 0 booked, 1 talked, 2 quoted, 3 payment link, 4 won. A skipped stage
-- counts as reached. Only a lead that is won now counts as won.
create function lead_reached(status text, status_history jsonb) returns smallint
  language sql immutable parallel safe
  return case
    when status = 'CLOSED_WON' then 4
    when status_history @> '[{"status": "PAYMENT_LINK_SENT"}]' or status_history @> '[{"status": "DOCUMENTS_PENDING"}]'
      or status_history @> '[{"status": "CLOSED_WON"}]' then 3
    when status_history @> '[{"status": "QUOTE_SENT_TO_CLIENT"}]' then 2
    when status_history @> '[{"status": "DISCUSSION_COMPLETED"}]' then 1
    else 0
  end::smallint;

-- Returns the source of a lead in lower case; empty without one, which the API's filter calls "(none)".
create function lead_source(meta jsonb) returns text
  language sql immutable parallel safe
  return coalesce(nullif(left(lower(btrim(meta ->> 'utm_source')), 100), '(none)'), '');

alter table lead
  add column status_since timestamptz generated always as (lead_status_since(status_history, created_at)) stored,
  add column source text generated always as (lead_source(meta)) stored,
  add column reached smallint generated always as (lead_reached(status, status_history)) stored,
  add column close_reason text
    check (close_reason in ('price', 'elsewhere', 'no-answer', 'no-need', 'not-eligible', 'duplicate', 'other')),
  add column close_note text check (char_length(close_note) <= 500),
  add constraint lead_close_note check (close_note is null or close_reason is not null),
  add constraint lead_close_reason
    check (close_reason is null or status in ('CLOSED_LOST', 'NOT_QUALIFIED', 'CANCELLED'));

-- A reason ends with the status that it explains, whoever changes the status: older programs and the intake too.
create function end_lead_reason() returns trigger language plpgsql as $$
begin
  new.close_reason := null;
  new.close_note := null;
  return new;
end
$$;
create trigger lead_reason before update on lead for each row
  when (new.close_reason is not null and new.status not in ('CLOSED_LOST', 'NOT_QUALIFIED', 'CANCELLED'))
  execute function end_lead_reason();

-- The funnel is counted, and the rows of its bars are found, in the index of the list alone.
drop index lead_newest;
create index lead_newest on lead (created_at desc, id desc) include (source, reached);
-- The longest in their status first, with any filter.
create index lead_longest on lead (status_since, id) include (advisor_id, status, service_id);
-- What needs action: calls that nothing has been noted about, which also tell when an advisor is busy, and open leads
-- that nobody has moved (OQ-501).
create index lead_call on lead (advisor_id, start_time) where status = 'INSURANCE_CALL_SCHEDULED';
create index lead_follow_up on lead (advisor_id, status, status_since) where status in (
  'DID_NOT_JOIN_CALL', 'DISCUSSION_COMPLETED', 'QUOTE_SENT_TO_CLIENT', 'PAYMENT_LINK_SENT', 'DOCUMENTS_PENDING', 'DEFERRED'
);
create index lead_closed_for on lead (close_reason, created_at desc, id desc) where close_reason is not null;
