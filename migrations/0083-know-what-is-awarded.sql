-- What a student studied, beside what they were awarded. All of it is optional; src/features/students/studies.ts has the same rules.
alter table students
  add column course_id           uuid references courses,
  add column academic_year       text,
  add column mode_of_study       text,
  add column consent_recorded_at timestamptz,
  add constraint students__academic_year_format check (academic_year ~ '^(19|20)[0-9]{2}-[0-9]{2}$'),
  add constraint students__mode_of_study_length check (char_length(btrim(mode_of_study)) between 1 and 80);
comment on column students.consent_recorded_at is
  'When the college''s notice was written down, kept by trigger. Null also where that was before this column and the student was changed since.';
create index students__course on students (course_id);
grant update (course_id, academic_year, mode_of_study) on students to dikshant_app;

update students set consent_recorded_at = created_at where consent_notice_version is not null and version = 1;

create function students__date_consent() returns trigger language plpgsql as $$
begin
  new.consent_recorded_at := case when new.consent_notice_version is not null then now() end;
  return new;
end $$;
create trigger students__date_first_consent before insert on students
  for each row when (new.consent_notice_version is not null) execute function students__date_consent();
create trigger students__date_consent before update of consent_notice_version on students
  for each row when (new.consent_notice_version is distinct from old.consent_notice_version) execute function students__date_consent();

-- Until now the form ticked the consent by itself where the college had one, so that an open draft does not tell whose it is.
update form_drafts
   set entered = (select json_object_agg(key, case key when 'contactNotice' then 'null' else value end) from json_each(entered))
 where form_key = 'new-application' and entered ->> 'contactNotice' is not null;

-- What a certificate type asks for is known of whoever gets it, also of a new copy of what was verified before its type asked.
create function missing_facts(asked text[], guide_name text, award award_records) returns text[] language sql immutable return
  array_remove(array[
    case when 'class_or_division' = any (asked) and award.division is null then 'class_or_division' end,
    case when 'marks' = any (asked) and coalesce(award.percentage, award.cgpa) is null then 'marks' end,
    case when 'examination' = any (asked) and award.examination_month is null then 'examination' end,
    case when 'rank' = any (asked) and award.rank is null then 'rank' end,
    case when 'date_of_birth' = any (asked) and award.date_of_birth is null then 'date_of_birth' end,
    case when 'parents' = any (asked) and coalesce(award.father_name, award.mother_name, award.guardian_name) is null then 'parents' end,
    case when 'guide' = any (asked) and nullif(guide_name, '') is null then 'guide' end
  ], null);
comment on function missing_facts is 'The facts of src/shared/award-facts.ts that are asked for and not known.';

create function missing_facts(application applications) returns text[] language sql stable return (
  select missing_facts(types.requires, application.guide_name, award)
    from certificate_types types left join award_records award on award.application_id = application.id
   where types.name = application.certificate_type);

create or replace function applications__award_complete() returns trigger language plpgsql as $$
begin
  if missing_facts(new) <> '{}' then
    raise exception 'the award record lacks %', missing_facts(new)
      using errcode = 'check_violation', constraint = 'applications__award_complete';
  end if;
  return null;
end $$;

create function reprint_requests__award_complete() returns trigger language plpgsql as $$
declare
  missing text[];
begin
  select missing_facts(a) into missing
    from certificates c join applications a on a.id = c.application_id
   where c.id = new.certificate_id;
  if missing <> '{}' then
    raise exception 'the award record lacks %', missing
      using errcode = 'check_violation', constraint = 'reprint_requests__award_complete';
  end if;
  return null;
end $$;
create constraint trigger reprint_requests__award_complete after insert or update of status on reprint_requests
  for each row when (new.status = 'approved') execute function reprint_requests__award_complete();

-- A rank certificate says the rank. No person changes it here, so no second one confirms it.
alter table certificate_types disable trigger certificate_types__four_eyes;
update certificate_types set requires = coalesce(requires, '{}') || '{rank}', version = version + 1
 where name = 'Rank' and not 'rank' = any (coalesce(requires, '{}'));
alter table certificate_types enable trigger certificate_types__four_eyes;
