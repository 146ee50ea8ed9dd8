-- What a certificate type asks for is known of whoever gets it; src/shared/award-facts.ts says the same.
create function applications__award_complete() returns trigger language plpgsql as $$
declare
  a award_records;
  missing text;
begin
  select * into a from award_records where application_id = new.id;
  select string_agg(fact, ', ') into missing
    from certificate_types t, unnest(t.requires) as fact
   where t.name = new.certificate_type
     and case fact
           when 'class_or_division' then a.division
           when 'marks' then coalesce(a.percentage, a.cgpa)::text
           when 'examination' then a.examination_month
           when 'rank' then a.rank
           when 'date_of_birth' then a.date_of_birth::text
           when 'parents' then coalesce(a.father_name, a.mother_name, a.guardian_name)
           when 'guide' then nullif(new.guide_name, '')
         end is null;
  if missing is not null then
    raise exception 'the award record lacks %', missing
      using errcode = 'check_violation', constraint = 'applications__award_complete';
  end if;
  return null;
end $$;
create constraint trigger applications__award_complete after update of status on applications
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function applications__award_complete();

-- Papers and sheets name it: once an application is received it is corrected, never deleted.
create function university__stays() returns trigger language plpgsql as $$
begin
  if exists (select from applications) then
    raise exception 'applications were received for the university'
      using errcode = 'check_violation', constraint = 'university__stays';
  end if;
  return old;
end $$;
create trigger university__stays before delete on university for each row execute function university__stays();
