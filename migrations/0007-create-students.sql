-- The student master: what an application is compared with. A student is known by the registration number within the
-- college; the exam roll number may come later, with the first examination.
create table students (
  id                   uuid primary key,
  college_id           uuid not null references colleges,
  registration_number  text not null,
  exam_roll_number     text,
  name                 text not null,
  name_native          text,
  address              text not null,
  created_at           timestamptz not null default now(),
  version              integer not null default 1,
  search_text          text not null generated always as (
    lower(registration_number || E'\n' || coalesce(exam_roll_number, '') || E'\n' || name || E'\n' || coalesce(name_native, '') || E'\n' || address)
  ) stored,
  constraint students__registration_present check (btrim(registration_number) = registration_number and registration_number <> ''),
  constraint students__roll_present check (btrim(exam_roll_number) = exam_roll_number and exam_roll_number <> ''),
  constraint students__name_present check (btrim(name) <> ''),
  constraint students__name_native_present check (btrim(name_native) <> '')
);
comment on table students is 'One row for each student of each college, as the marks cards have them.';
comment on column students.name_native is 'The same name in Kannada or Devanagari.';
create unique index students__registration_unique on students (college_id, lower(registration_number));
create unique index students__roll_unique on students (college_id, lower(exam_roll_number));
create index students__newest on students (created_at desc, id desc);
create index students__college_newest on students (college_id, created_at desc, id desc);
create index students__name on students (name, id);
create index students__search on students using gin (search_text gin_trgm_ops);

grant select, insert, delete on students to dikshant_app;
grant update (college_id, registration_number, exam_roll_number, name, name_native, address, version) on students to dikshant_app;
