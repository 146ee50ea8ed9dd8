-- A sheet keeps what it prints. An application whose certificate is printed may be corrected later; what an issued sheet says is
-- read here from the moment at which it is bound to a run, and never changes.

create table sheet_facts (
  sheet_id       uuid primary key,
  facts          jsonb not null,
  photo_file_id  uuid not null references files,
  constraint sheet_facts__complete check (
    facts ?& array['convocationNumber', 'copyNumber', 'registrationNumber', 'examRollNumber', 'candidateName',
                   'candidateNameNative', 'course', 'college', 'collegeCode', 'academicYear', 'modeOfStudy', 'certificateType',
                   'colour', 'issuedOn', 'photoSha256']
  ),
  constraint sheet_facts__photo_sha256_format check (facts ->> 'photoSha256' ~ '^[0-9a-f]{64}$')
);
comment on table sheet_facts is 'What each sheet prints; src/features/certificates/sheet-facts.ts says what every key means. Written once, gone with the sheet of a withdrawn run.';
comment on column sheet_facts.photo_file_id is 'The photo that it prints, whose digest stands among the facts.';
create index sheet_facts__photo on sheet_facts (photo_file_id);

-- Nobody noted the names of the university before; the layout is that of the file that was composed.
insert into sheet_facts (sheet_id, facts, photo_file_id)
select sheets.id,
       jsonb_build_object(
         'convocationNumber', certificates.convocation_number, 'copyNumber', sheets.copy_number,
         'registrationNumber', registration_number, 'examRollNumber', exam_roll_number,
         'candidateName', candidate_name, 'candidateNameNative', candidate_name_native,
         'course', courses.name, 'college', colleges.name, 'collegeCode', colleges.code,
         'academicYear', academic_year, 'modeOfStudy', mode_of_study, 'certificateType', applications.certificate_type,
         'colour', papers.colour, 'issuedOn', (prepared_at at time zone 'Asia/Kolkata')::date, 'photoSha256', stored_files.sha256
       ) || case when document_fingerprint is null then '{}' else jsonb_build_object('layoutFingerprint', document_fingerprint) end,
       photo_file_id
  from sheets
  join print_runs on print_runs.id = print_run_id
  join papers on papers.id = print_runs.paper_id
  join certificates on certificates.id = certificate_id
  join applications on applications.id = application_id
  join colleges on colleges.id = certificates.college_id
  join courses on courses.id = course_id
  join files on files.id = photo_file_id
  join stored_files on stored_files.key = files.storage_key;

-- So no sheet is without its facts, and none of them goes before it.
alter table sheets add constraint sheets__facts_kept foreign key (id) references sheet_facts;

create function sheet_facts__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a sheet prints does not change' using errcode = 'check_violation', constraint = 'sheet_facts__never_changed';
end $$;
create trigger sheet_facts__refuse_change before update on sheet_facts
  for each row execute function sheet_facts__refuse_change();

create function sheets__forget_facts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sheet_facts using gone where sheet_facts.sheet_id = gone.id;
  return null;
end $$;
revoke execute on function sheets__forget_facts() from public;
create trigger sheets__forget_facts after delete on sheets referencing old table as gone
  for each statement execute function sheets__forget_facts();

-- What somebody verified is what is printed, on the paper that was chosen for it.
create function sheets__print_what_is_verified() returns trigger language plpgsql as $$
begin
  if exists (
    select from bound s
      join sheet_facts f on f.sheet_id = s.id
      join print_runs r on r.id = s.print_run_id
      join certificates c on c.id = s.certificate_id
      join applications p on p.id = c.application_id
     where (f.facts ->> 'convocationNumber', f.facts -> 'copyNumber', f.facts ->> 'registrationNumber', f.facts ->> 'examRollNumber',
            f.facts ->> 'candidateName', f.facts ->> 'candidateNameNative', f.facts ->> 'academicYear', f.facts ->> 'modeOfStudy',
            f.facts ->> 'certificateType', f.photo_file_id, r.certificate_type, r.paper_id)
           is distinct from
           (c.convocation_number, to_jsonb(s.copy_number), p.registration_number, p.exam_roll_number,
            p.candidate_name, p.candidate_name_native, p.academic_year, p.mode_of_study,
            p.certificate_type, p.photo_file_id, p.certificate_type, p.paper_id)
  ) then
    raise exception 'a sheet prints something else than was verified'
      using errcode = 'check_violation', constraint = 'sheets__print_what_is_verified';
  end if;
  return null;
end $$;
create trigger sheets__print_what_is_verified after insert on sheets referencing new table as bound
  for each statement execute function sheets__print_what_is_verified();

-- Another layout than the one that its sheets keep is never printed on them.
create function print_runs__starts_as_bound() returns trigger language plpgsql as $$
begin
  if exists (
    select from sheets join sheet_facts on sheet_id = sheets.id
     where print_run_id = new.id and facts ->> 'layoutFingerprint' <> new.document_fingerprint
  ) then
    raise exception 'the layout of the run is another than that of its sheets'
      using errcode = 'check_violation', constraint = 'print_runs__starts_as_bound';
  end if;
  return new;
end $$;
create trigger print_runs__starts_as_bound before update of state on print_runs
  for each row when (old.state = 'prepared' and new.state = 'printing') execute function print_runs__starts_as_bound();

grant select, insert on sheet_facts to dikshant_app;
