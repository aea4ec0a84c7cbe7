-- The journal of a month can be exported, also for Tally. An older program lists no export of a kind that it doesn't know,
-- so this migration is not compatible with one.
alter table export
  drop constraint export_kind_check,
  drop constraint export_format_check,
  add constraint export_kind_check check (
    kind in ('transactions', 'documents', 'gst-return', 'history', 'registrations', 'numbers', 'coupons', 'people',
      'settlements', 'journal')
  ),
  add constraint export_format_check check (format in ('csv', 'xlsx', 'json', 'xml'));
