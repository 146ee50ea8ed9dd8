-- What names a person, a draft or a master's entry has one key however it is written, unique beside what was entered.

create function plain_characters(content text) returns text language sql immutable strict parallel safe
  return case when octet_length(content) = char_length(content) then content else fold_other_characters(content) end;

-- A draft is known by its number, bank and branch together.
create function instrument_key(number text, bank text, branch text) returns text language sql immutable strict parallel safe
  return identity_key(number) || ' ' || identity_key(bank) || ' ' || identity_key(branch);

-- The key of an identity and those of the records that fell together with it. Nobody finds more than nine.
create function twin_keys(key text) returns text[] language sql immutable strict parallel safe
  return array(select key || coalesce('~' || nullif(n, 1), '') from generate_series(1, 9) as n);

-- 1. Collisions

create table identity_collisions (
  id          uuid primary key default gen_random_uuid(),
  record      text not null,
  identity    text not null,
  first_id    uuid not null,
  later_id    uuid not null,
  found_at    timestamptz not null default now(),
  settled_at  timestamptz,
  parted_at   timestamptz,
  settled_by  uuid references staff,
  reason      text,
  version     integer not null default 1,
  constraint identity_collisions__of_two check (first_id <> later_id),
  constraint identity_collisions__parted_is_settled check (parted_at is null or settled_at is not null),
  constraint identity_collisions__settled_has_reason check (
    (settled_by is null) = (reason is null) and (settled_by is null or settled_at is not null) and btrim(reason) <> ''
  )
);
comment on table identity_collisions is 'Two records that had one key when the keys were introduced; the later one has a key with ~2 until one of them is corrected.';
comment on column identity_collisions.parted_at is 'When one record was corrected or deleted, and the other one got the key alone. Two that were kept may part later.';
comment on column identity_collisions.settled_by is 'Null if its record was corrected or deleted by its own form.';
create index identity_collisions__open on identity_collisions (found_at, id) where settled_at is null;
grant select on identity_collisions to dikshant_app;
grant update (settled_by, reason, version) on identity_collisions to dikshant_app;

-- Both may stay as they were issued: whoever decides so says why.
create function identity_collisions__settle() returns trigger language plpgsql as $$
begin
  new.settled_at := now();
  return new;
end $$;
create trigger identity_collisions__settle before update of settled_by on identity_collisions
  for each row when (new.settled_at is null) execute function identity_collisions__settle();

create function identities__refuse_twin() returns trigger language plpgsql as $$
begin
  raise exception 'only records of before the keys share one' using errcode = 'check_violation', constraint = tg_name;
end $$;

-- Once one of two is corrected or gone, the other one has the key to itself.
create function identities__end_collision() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  released uuid;
begin
  update identity_collisions set settled_at = coalesce(settled_at, now()), parted_at = now() where id = (
    select id from identity_collisions
     where parted_at is null and record = tg_table_name and identity = tg_argv[0] and old.id in (first_id, later_id)
     order by first_id = old.id, later_id
     limit 1
  ) returning later_id into released;
  if found then
    execute format('update %I set %I = null where id = $1', tg_table_name, tg_argv[0] || '_twin') using released;
    -- A third record waits with the one that is left.
    update identity_collisions set first_id = released
     where parted_at is null and record = tg_table_name and identity = tg_argv[0] and first_id = old.id;
  end if;
  return null;
end $$;

-- 2. The functions of numbers read any writing

create or replace function number_key(number text) returns text language sql immutable strict parallel safe
  return upper(regexp_replace(plain_characters(number), '[^A-Za-z0-9]+', '', 'g'));

create or replace function certificate_number_key(number text) returns text language sql immutable strict parallel safe
  return upper(trim('/' from regexp_replace(
    regexp_replace(plain_characters(number), '[\s!-/:-@\[-`{-~]+', '/', 'g'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g')));

create or replace function sheet_serial_key(serial text) returns text language sql immutable strict parallel safe
begin atomic
  select case when bare ~ '^[A-Z]{1,4}[0-9]{1,6}$'
              then number_text(substring(bare from '^[A-Z]+'), substring(bare from '[0-9]+$')::integer)
              else bare end
    from (select upper(regexp_replace(plain_characters(serial), '[\s!-/:-@\[-`{-~]+', '', 'g')) as bare) as read;
end;

create or replace function read_number(pattern text, number text) returns table (year integer, letters text, n integer) language sql immutable strict as $$
  with parts as (
    select names[1] as part, found[place] as value
      from regexp_match(upper(plain_characters(number)), number_form(pattern)) as found,
           regexp_matches(pattern, '\{(year|yy1|yy2|type|n)', 'g') with ordinality as part (names, place)
     where found is not null
  ), named as (
    select jsonb_object_agg(part, value) as of from parts having count(*) > 0
  )
  select coalesce((of ->> 'year')::integer, 2000 + (of ->> 'yy2')::integer, 2001 + (of ->> 'yy1')::integer), of ->> 'type', (of ->> 'n')::integer
    from named
   where ((of ->> 'yy1')::integer + 1) % 100 = (of ->> 'yy2')::integer is not false
$$;

do $$
begin
  if exists (select from certificates where convocation_number ~ '[^\x01-\x7f]') then
    reindex index certificates__number_key;
    reindex index certificates__number_begins;
  end if;
end $$;

-- 3. A key of each identity, unique within `among`: of two records that have one, the later one by `since` is the twin

alter table colleges rename constraint colleges__code_unique to colleges__code_referred;
alter table papers drop constraint papers__code_unique;
alter table inks drop constraint inks__code_unique;
alter table earlier_certificates
  drop constraint earlier_certificates__number_unique, drop constraint earlier_certificates__serial_unique,
  drop column number_key, drop column serial_key;
drop index students__registration_unique, students__roll_unique, colleges__name_unique, courses__name_unique,
  staff__email_unique, demand_drafts__instrument_unique, printers__code_unique, certificate_types__name_unique,
  convocations__number_unique, choices__list_unique, templates__name_unique;

do $do$
declare
  identities constant jsonb := $identities$[
    {"of": "students", "name": "registration", "key": "identity_key(registration_number)", "among": ["college_id"], "since": "created_at"},
    {"of": "students", "name": "roll", "key": "identity_key(exam_roll_number)", "among": ["college_id"], "since": "created_at", "optional": true},
    {"of": "staff", "name": "email", "key": "identity_key(email)", "since": "created_at"},
    {"of": "colleges", "name": "code", "key": "identity_key(code)", "since": "created_at"},
    {"of": "colleges", "name": "name", "key": "identity_key(name)", "since": "created_at"},
    {"of": "courses", "name": "name", "key": "identity_key(name)"},
    {"of": "demand_drafts", "name": "instrument", "key": "instrument_key(number, bank, branch)", "since": "received_at"},
    {"of": "printers", "name": "code", "key": "identity_key(code)"},
    {"of": "papers", "name": "code", "key": "identity_key(code)"},
    {"of": "inks", "name": "code", "key": "identity_key(code)"},
    {"of": "certificate_types", "name": "name", "key": "identity_key(name)"},
    {"of": "convocations", "name": "number", "key": "identity_key(number)"},
    {"of": "choices", "name": "name", "key": "identity_key(name)", "among": ["list"]},
    {"of": "templates", "name": "name", "key": "identity_key(name)"},
    {"of": "earlier_certificates", "name": "number", "key": "certificate_number_key(number)"},
    {"of": "earlier_certificates", "name": "serial", "key": "sheet_serial_key(serial)", "timing": "deferrable"}
  ]$identities$;
  one record;
begin
  for one in
    select i ->> 'of' as "of", string_agg(format(
             'add column %1$I smallint,
              add column %2$I text %3$s generated always as (%4$s || coalesce(''~'' || %1$I, '''')) stored,
              add constraint %5$I check (%1$I >= 2)',
             (i ->> 'name') || '_twin', (i ->> 'name') || '_key', case when i ? 'optional' then '' else 'not null' end, i ->> 'key',
             (i ->> 'of') || '__' || (i ->> 'name') || '_twin_later'), ', ') as columns
      from jsonb_array_elements(identities) as i group by 1
  loop
    execute format('alter table %I %s', one."of", one.columns);
    execute format('alter table %I disable trigger user', one."of");
  end loop;
  for one in
    select "of", name, name || '_key' as key, name || '_twin' as twin, "of" || '__' || name as prefix, concat_ws(', ', since, 'id') as place,
           coalesce(timing, '') as timing,
           (select string_agg(quote_ident(c), ', ') from unnest(among || array[name || '_key']) as c) as among
      from jsonb_to_recordset(identities) as i ("of" text, name text, among text[], since text, timing text)
  loop
    execute format($$
      with places as (
        select id, row_number() over same as place, first_value(id) over same as first_id
          from %1$I where %2$I is not null window same as (partition by %3$s order by %4$s)
      ), twins as (
        update %1$I t set %5$I = p.place from places p where p.id = t.id and p.place > 1 returning t.id, p.first_id
      )
      insert into identity_collisions (record, identity, first_id, later_id) select %1$L, %6$L, first_id, id from twins
    $$, one."of", one.key, one.among, one.place, one.twin, one.name);
    execute format('alter table %I add constraint %I unique (%s) %s', one."of", one.prefix || '_unique', one.among, one.timing);
    execute format(
      'create trigger %I before insert or update of %I on %I for each row when (new.%2$I is not null) execute function identities__refuse_twin()',
      one.prefix || '_twin_of_before', one.twin, one."of");
    execute format(
      'create trigger %I after update on %I for each row when (old.%I is distinct from new.%3$I) execute function identities__end_collision(%L)',
      one.prefix || '_corrected', one."of", one.key, one.name);
    execute format(
      'create trigger %I after delete on %I for each row execute function identities__end_collision(%L)',
      one.prefix || '_deleted', one."of", one.name);
  end loop;
  for one in select distinct i ->> 'of' as "of" from jsonb_array_elements(identities) as i loop
    execute format('alter table %I enable trigger user', one."of");
  end loop;
end $do$;

-- A second entry is refused by its code first.
alter table papers drop constraint papers__name_and_colour_unique, add constraint papers__name_and_colour_unique unique (name, colour);
alter table inks drop constraint inks__name_and_colour_unique, add constraint inks__name_and_colour_unique unique (name, colour);

-- 4. Applications: both numbers have keys, and one candidate applies once for a certificate

drop index applications__registration_in_college, applications__roll_begins, applications__one_per_certificate;
alter table applications
  add column certificate_twin smallint,
  add column registration_key text not null generated always as (identity_key(registration_number)) stored,
  add column roll_key text not null generated always as (identity_key(exam_roll_number)) stored,
  add constraint applications__certificate_twin_later check (certificate_twin >= 2);
alter table applications disable trigger user;
with places as (
  select id, row_number() over same as place, first_value(id) over same as first_id
    from applications window same as (partition by college_id, registration_key, course_id, certificate_type order by received_at, id)
), twins as (
  update applications a set certificate_twin = place from places p where p.id = a.id and place > 1 returning a.id, first_id
)
insert into identity_collisions (record, identity, first_id, later_id) select 'applications', 'certificate', first_id, id from twins;
alter table applications enable trigger user;
create unique index applications__one_per_certificate
  on applications (college_id, registration_key, course_id, certificate_type, coalesce(certificate_twin, 1));
create index applications__registration_in_college on applications (college_id, registration_key text_pattern_ops);
create index applications__roll_begins on applications (college_id, roll_key text_pattern_ops);
create trigger applications__certificate_twin_of_before before insert or update of certificate_twin on applications
  for each row when (new.certificate_twin is not null) execute function identities__refuse_twin();
create trigger applications__certificate_corrected after update on applications
  for each row when (
    (old.college_id, old.registration_key, old.course_id, old.certificate_type)
    is distinct from (new.college_id, new.registration_key, new.course_id, new.certificate_type)
  ) execute function identities__end_collision('certificate');

create or replace function applications__lock_numbers(college uuid, registration text, roll text) returns void language sql as $$
  select pg_advisory_xact_lock(least(of_registration, of_roll)), pg_advisory_xact_lock(greatest(of_registration, of_roll))
    from (select hashtextextended(college || ' registration ' || identity_key(registration), 0) as of_registration,
                 hashtextextended(college || ' roll ' || identity_key(roll), 0) as of_roll) as keys
$$;

create or replace function applications__numbers_agree() returns trigger language plpgsql as $$
declare
  registration constant text := identity_key(new.registration_number);
  roll constant text := identity_key(new.exam_roll_number);
  broken text;
begin
  perform applications__lock_numbers(new.college_id, new.registration_number, new.exam_roll_number);
  select case when bool_or(registration_key = registration and roll_key = roll) then null
              when bool_or(registration_key = registration) then 'applications__one_roll_of_registration'
              when bool_or(roll_key = roll) then 'applications__one_registration_of_roll' end
    into broken
    from applications
   where college_id = new.college_id and id <> new.id and (registration_key = registration or roll_key = roll);
  if broken is not null then
    raise exception 'a registration number and an exam roll number belong together' using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;

-- 5. Rows of an upload are compared by the keys

drop index import_rows__by_number;
create index import_rows__by_number on import_rows (import_id, identity_key(code), identity_key(registration_number));
