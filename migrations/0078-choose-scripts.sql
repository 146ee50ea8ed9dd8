-- The scripts besides Latin that the university's certificates have; names in others are refused before they get a number.
alter table university
  add column scripts text[] not null default '{kannada,devanagari}',
  add constraint university__scripts_known
    check (scripts <@ array['kannada', 'devanagari', 'tamil', 'telugu'] and array_position(scripts, null) is null);
comment on column university.scripts is 'As in src/shared/printed-scripts.ts.';

comment on column students.name_native is 'The same name in a script that the university chose.';
