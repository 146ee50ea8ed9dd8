-- What a person was awarded and who they are, as one application says it: copied from the student master at receipt where
-- the form does not say otherwise, and corrected with the application. The checks repeat those of students.
create table award_records (
  application_id     uuid not null references applications,
  date_of_birth      date,
  gender             text,
  father_name        text,
  mother_name        text,
  guardian_name      text,
  mobile             text,
  email              text,
  postal_address     text,
  postal_state       text,
  postal_pin         text,
  abc_id             text,
  division           text,
  percentage         numeric(6, 3),
  cgpa               numeric(6, 3),
  cgpa_scale         integer,
  examination_month  text,
  result_date        date,
  rank               text,
  category           text,
  attendance         text,
  recorded_by        uuid not null references staff,
  recorded_at        timestamptz not null,
  constraint award_records__one_per_application primary key (application_id),
  constraint award_records__date_of_birth_past check (date_of_birth between '1900-01-01' and (now() at time zone 'Asia/Kolkata')::date),
  constraint award_records__gender_known check (gender in ('F', 'M', 'T')),
  constraint award_records__father_name_length check (char_length(father_name) <= 120 and btrim(father_name) <> ''),
  constraint award_records__mother_name_length check (char_length(mother_name) <= 120 and btrim(mother_name) <> ''),
  constraint award_records__guardian_name_length check (char_length(guardian_name) <= 120 and btrim(guardian_name) <> ''),
  constraint award_records__mobile_format check (mobile ~ '^\+?[0-9]{10,15}$'),
  constraint award_records__email_format check (char_length(email) <= 120 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  constraint award_records__postal_address_length check (char_length(btrim(postal_address)) between 3 and 300),
  constraint award_records__postal_state_length check (char_length(btrim(postal_state)) between 2 and 60),
  constraint award_records__postal_pin_format check (postal_pin ~ '^[1-9][0-9]{5}$'),
  constraint award_records__abc_id_format check (abc_id ~ '^[0-9]{12}$'),
  constraint award_records__division_length check (char_length(btrim(division)) between 1 and 60),
  constraint award_records__percentage_within_hundred check (percentage between 0 and 100),
  constraint award_records__cgpa_has_scale check ((cgpa is null) = (cgpa_scale is null)),
  constraint award_records__cgpa_within_scale check (cgpa between 0 and cgpa_scale),
  constraint award_records__cgpa_scale_range check (cgpa_scale between 1 and 100),
  constraint award_records__examination_month_format check (examination_month ~ '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$'),
  constraint award_records__result_date_past check (result_date between '1900-01-01' and (now() at time zone 'Asia/Kolkata')::date),
  constraint award_records__rank_length check (char_length(btrim(rank)) between 1 and 80),
  constraint award_records__category_length check (char_length(btrim(category)) between 1 and 40),
  constraint award_records__attendance_known check (attendance in ('in_person', 'in_absentia'))
);
comment on table award_records is 'A row without values: nothing is known. Applications from before there were award records have none.';

-- Whoever records or changes it changed the application, and does not decide on it.
create trigger award_records__remember_recorder after insert or update on award_records
  for each row execute function contributors__remember('application_id', 'recorded_by');
create trigger award_records__change_is_signed before update on award_records for each row
  when (new.recorded_at is not distinct from old.recorded_at and to_jsonb(new) <> to_jsonb(old))
  execute function refuse_unsigned_change();

grant select, insert on award_records to dikshant_app;
grant update (
  date_of_birth, gender, father_name, mother_name, guardian_name, mobile, email, postal_address, postal_state, postal_pin, abc_id,
  division, percentage, cgpa, cgpa_scale, examination_month, result_date, rank, category, attendance, recorded_by, recorded_at
) on award_records to dikshant_app;
