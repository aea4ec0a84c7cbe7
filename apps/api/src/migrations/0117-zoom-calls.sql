-- compatible-with: 0116
-- Zoom takes 100 calls a day and user that create or change a meeting.

alter table meeting
  -- Whether the provider must be asked if it still has the meeting, because the session is published again.
  add column must_check boolean not null default false;

-- How many such calls were made for an account on a day of UTC, which is Zoom's day.
create table meeting_call_day (
  zoom_hub_name text not null,
  day date not null,
  calls integer not null check (calls > 0),
  primary key (zoom_hub_name, day)
);
