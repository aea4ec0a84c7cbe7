-- compatible-with: 0113
-- The day on which the annual return of a financial year was filed: a later credit note reduces no tax.
create table gst_year (
  -- The year in which it starts.
  financial_year integer primary key check (financial_year between 2017 and 2099),
  annual_return_filed_on date,
  version integer not null default 1
);
create trigger gst_year_live after insert or update or delete on gst_year
  for each statement execute function note_month_change();

-- The portal's acknowledgement of GSTR-1 of a month.
alter table gst_period add column arn text check (char_length(arn) = 15);
