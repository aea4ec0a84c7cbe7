-- Coupons can be exported. An older program lists no export of a kind that it doesn't know, so this migration is
-- compatible with none.
alter table export
  drop constraint export_kind_check,
  add constraint export_kind_check check (
    kind in ('transactions', 'documents', 'gst-return', 'history', 'registrations', 'numbers', 'coupons')
  );
