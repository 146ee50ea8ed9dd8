-- Courses are kept by the university itself; what it keeps so is uploaded as students and colleges are.
alter table courses
  add column version integer not null default 1,
  add constraint courses__name_not_blank check (name ~ '\S');
grant delete on courses to dikshant_app;

alter table import_rows add column entry jsonb;
comment on column import_rows.entry is 'Of a master: what the form would save, by column; its key stands in code.';
alter table imports
  drop constraint imports__kind_known,
  add constraint imports__kind_is_table check (kind ~ '^[a-z_]+$');
