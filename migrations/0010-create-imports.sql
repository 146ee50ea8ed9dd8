-- Bulk uploads. The rows of a file are staged here, checked here, and written to the master in one transaction; the
-- staged rows and the files stay as the evidence of what was uploaded.
create table imports (
  id                 uuid primary key,
  kind               text not null,
  state              text not null,
  columns            jsonb not null,
  samples            jsonb not null,
  sheet_name         text,
  ignored_sheets     integer not null default 0,
  progress           jsonb,
  row_count          integer,
  new_count          integer,
  changed_count      integer,
  unchanged_count    integer,
  faulty_count       integer,
  master_state       text,
  failure            text,
  uploaded_by        uuid not null references staff,
  uploaded_at        timestamptz not null,
  committed_by       uuid references staff,
  commit_request_id  text,
  commit_ip          text,
  committed_at       timestamptz,
  constraint imports__kind_known check (kind in ('students', 'colleges')),
  constraint imports__state_known check (
    state in ('mapping', 'checking', 'checked', 'committing', 'committed', 'cancelled', 'refused')
  ),
  constraint imports__counts_add_up check (row_count = new_count + changed_count + unchanged_count + faulty_count),
  constraint imports__committed_is_clean check (state <> 'committed' or faulty_count = 0),
  constraint imports__commit_is_somebodys check (
    state not in ('committing', 'committed') or (committed_by is not null and commit_request_id is not null)
  )
);
comment on column imports.columns is 'Which column of the file holds which field: {"name": 3}, counted from 0; null is not in the file.';
comment on column imports.progress is 'How far the running job is; written beside its transaction, of interest only while it runs.';
comment on column imports.master_state is 'Fingerprint of the records that the file meets, as the report saw them; the commit refuses when it differs.';
create index imports__newest on imports (kind, uploaded_at desc, id desc);
create index imports__running on imports (state) where state in ('checking', 'committing');

create table import_files (
  id             uuid primary key,
  import_id      uuid not null references imports on delete cascade,
  position       integer not null,
  original_name  text not null,
  format         text not null,
  delimiter      text,
  headers        text[] not null,
  header_row     integer not null,
  byte_size      integer not null,
  sha256         text not null,
  storage_key    text not null,
  is_read        boolean not null default false,
  refusal        text,
  uploaded_by    uuid not null references staff,
  uploaded_at    timestamptz not null,
  constraint import_files__position_once unique (import_id, position),
  constraint import_files__format_known check (format in ('csv', 'xlsx')),
  constraint import_files__csv_has_delimiter check ((format = 'csv') = (delimiter is not null))
);
comment on table import_files is 'Position 0 is the whole file; those after it are mended rows, which replace the faulty ones.';

create table import_rows (
  import_id            uuid not null references imports on delete cascade,
  row_number           integer not null,
  cells                text[] not null,
  new_id               uuid not null,
  code                 text,
  name                 text,
  address              text,
  registration_number  text,
  exam_roll_number     text,
  name_native          text,
  contact_number       text,
  convocation_fee      integer,
  constraint import_rows__one_per_line primary key (import_id, row_number)
);
create index import_rows__by_number on import_rows (import_id, code, lower(registration_number));
comment on column import_rows.cells is 'As the file has them; the columns beside it hold what the form would save.';
comment on column import_rows.new_id is 'The id that the record gets if it is new, so that writing twice writes the same.';

create table import_faults (
  id          bigint generated always as identity primary key,
  import_id   uuid not null references imports on delete cascade,
  row_number  integer not null,
  field       text,
  code        text not null,
  found       text not null,
  wanted      text not null
);
comment on column import_faults.field is 'Null when the row as a whole is wrong.';
create index import_faults__by_row on import_faults (import_id, row_number, id);

grant select, insert, update on imports, import_files to dikshant_app;
grant select, insert, delete on import_rows, import_faults to dikshant_app;

-- The rows of a file are as new to the planner as to everybody else: without numbers of them it joins a hundred thousand
-- one by one. Only the owner of a table may count it.
create function imports__analyze() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze import_rows, import_faults, colleges;
end $$;
revoke all on function imports__analyze() from public;
grant execute on function imports__analyze() to dikshant_app;
