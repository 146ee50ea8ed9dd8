-- A warning is a fault that a person may accept: the row is saved as it is.

alter table import_faults
  add column level text not null default 'error',
  add column accepted_by uuid,
  add column accepted_at timestamptz,
  add constraint import_faults__level_known check (level in ('error', 'warning')),
  add constraint import_faults__accepted_by_somebody check ((accepted_by is null) = (accepted_at is null)),
  add constraint import_faults__only_warnings_accepted check (accepted_at is null or level = 'warning'),
  add constraint import_faults__accepter_known foreign key (accepted_by) references staff;
comment on column import_faults.level is 'An error stops all rows of the file; a warning waits until somebody accepts it.';
create index import_faults__by_accepter on import_faults (accepted_by) where accepted_by is not null;

alter table import_rows add column date_places smallint[];
comment on column import_rows.date_places is
  'The indexes of the cells that are dates in the workbook, counted from 0; null where there are none.';

alter table imports
  add column hidden_sheets integer not null default 0,
  add column warning_count integer not null default 0,
  add constraint imports__saved_is_accepted
    check (state not in ('committing', 'committed', 'proposed') or warning_count = 0);
comment on column imports.warning_count is 'The warnings that nobody has accepted yet.';
comment on column imports.hidden_sheets is 'How many sheets of the workbook are hidden; they are never read.';

grant update (accepted_by, accepted_at) on import_faults to dikshant_app;
