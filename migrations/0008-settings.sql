-- What a university sets up by itself: types of certificates, who holds which office, and convocations.

create extension if not exists btree_gist;

alter table certificate_types
  add column id            uuid not null default gen_random_uuid(),
  add column title         text,
  add column titles        jsonb,
  add column requires      text[],
  add column active_from   date,
  add column active_until  date,
  add column version       integer not null default 1,
  add constraint certificate_types__id_unique unique (id),
  add constraint certificate_types__active_in_order check (active_from <= active_until),
  add constraint certificate_types__requires_known check (
    requires <@ array['class_or_division', 'marks', 'examination', 'rank', 'date_of_birth', 'parents', 'guide']
  );
create unique index certificate_types__name_unique on certificate_types (lower(name));
grant delete on certificate_types to dikshant_app;

create table offices (
  id             uuid primary key,
  office         text not null,
  office_titles  jsonb,
  holder         text not null,
  held_from      date not null,
  held_until     date,
  signs          text not null,
  version        integer not null default 1,
  constraint offices__office_not_blank check (office ~ '\S'),
  constraint offices__signs_known check (signs in ('left', 'right', 'no')),
  constraint offices__held_in_order check (held_from <= held_until),
  constraint offices__office_unique exclude using gist (lower(office) with =, daterange(held_from, held_until, '[]') with &&)
);
comment on table offices is 'Who held an office from when to when, both days included; nobody holds it beside somebody else.';

create table convocations (
  id                 uuid primary key,
  number             text not null,
  name               text,
  held_on            date not null,
  place              text,
  academic_years     text not null,
  ordinance          text,
  resolution_body    text,
  resolution_number  text,
  resolution_date    date,
  version            integer not null default 1,
  constraint convocations__number_not_blank check (number ~ '\S'),
  constraint convocations__academic_years_format check (academic_years ~ '^20\d{2}-\d{2}(, 20\d{2}-\d{2})*$')
);
create unique index convocations__number_unique on convocations (lower(number));
comment on column convocations.academic_years is 'Whose graduates it confers degrees on: ''2023-24, 2024-25''.';

-- A graduate of one year belongs to one convocation.
create function convocations__year_once() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('convocations__year_once'));
  if exists (
    select from convocations
     where id <> new.id and string_to_array(academic_years, ', ') && string_to_array(new.academic_years, ', ')
  ) then
    raise exception 'an academic year belongs to one convocation' using errcode = 'check_violation', constraint = 'convocations__year_once';
  end if;
  return null;
end $$;
create constraint trigger convocations__year_once after insert or update of academic_years on convocations
  for each row execute function convocations__year_once();

grant select, insert, update, delete on offices, convocations to dikshant_app;
