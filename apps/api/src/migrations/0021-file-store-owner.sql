-- Identifies this database to its file store, so that a program with another database leaves the files there alone.
create table installation (
  id uuid primary key default gen_random_uuid()
);
create unique index installation_is_single on installation ((true));
insert into installation default values;

-- Keys that this database issued and no row of file uses: uploads in progress, failed ones, and deleted files. A sweep
-- removes bytes only by these rows.
create table unused_file (
  key text primary key,
  since timestamptz not null default now(),
  -- Set before the bytes are moved. From then on no record can use the key.
  given_up boolean not null default false,
  trashed_at timestamptz
);
create index unused_file_by_time on unused_file (since) where trashed_at is null;
create index unused_file_in_trash on unused_file (trashed_at) where trashed_at is not null;
