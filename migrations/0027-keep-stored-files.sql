-- Every file of the store has a row, written in the transaction of the record that names it.
create table stored_files (
  key         text primary key,
  media_type  text not null,
  byte_size   bigint not null,
  sha256      text not null,
  stored_at   timestamptz not null default now(),
  constraint stored_files__size_positive check (byte_size > 0),
  constraint stored_files__sha256_format check (sha256 ~ '^[0-9a-f]{64}$')
);
comment on table stored_files is 'A key is used once. The row comes after its file and goes before it, so a row without a file is damage and a file without a row is left over.';

insert into stored_files (key, media_type, byte_size, sha256)
select distinct on (storage_key) storage_key, media_type, byte_size, sha256 from files order by storage_key;
insert into stored_files (key, media_type, byte_size, sha256)
select storage_key, 'application/octet-stream', byte_size, sha256 from import_files
union all
select storage_key, 'application/octet-stream', byte_size, sha256 from bank_statements;

alter table files
  add column original_key text,
  drop column thumbnail_key,
  add column thumbnail_key text,
  add constraint files__served_is_stored foreign key (storage_key) references stored_files,
  add constraint files__original_is_stored foreign key (original_key) references stored_files,
  add constraint files__thumbnail_is_stored foreign key (thumbnail_key) references stored_files;
comment on column files.storage_key is 'What is shown and printed: written anew by us, without metadata; a photo is cropped to 35 × 45 mm.';
comment on column files.original_key is 'The bytes as they were uploaded, for auditors only. Media type, size and digest of this row are theirs.';
create index files__by_served on files (storage_key);
create index files__by_original on files (original_key) where original_key is not null;
create index files__by_thumbnail on files (thumbnail_key) where thumbnail_key is not null;

alter table import_files
  alter column storage_key drop not null,
  add constraint import_files__is_stored foreign key (storage_key) references stored_files;
comment on column import_files.storage_key is 'Null once the file of an upload that was never written has been removed.';
create index import_files__by_stored on import_files (storage_key) where storage_key is not null;

alter table bank_statements add constraint bank_statements__is_stored foreign key (storage_key) references stored_files;
create index bank_statements__by_stored on bank_statements (storage_key);

-- A file that is not served any more is removed: its digest stays.
update print_runs set document_key = null where state <> 'printing';
update print_runs set document_fingerprint = null where state = 'prepared';
insert into stored_files (key, media_type, byte_size, sha256)
select document_key, 'application/pdf', 1, document_sha256 from print_runs where document_key is not null;
alter table print_runs
  drop constraint print_runs__printing_has_document,
  add constraint print_runs__printing_has_document check (
    case state when 'printing' then document_key is not null and started_at is not null when 'closed' then started_at is not null else true end
  ),
  add constraint print_runs__document_while_needed check (document_key is null or state in ('prepared', 'printing')),
  add constraint print_runs__document_is_stored foreign key (document_key) references stored_files;
create index print_runs__by_document on print_runs (document_key) where document_key is not null;

grant select, insert, delete on stored_files to dikshant_app;
grant delete on files to dikshant_app;
