-- What a person was awarded and who they are. All of it is optional; the checks repeat src/shared/award-record.ts. What
-- is never later than today is so for ever once it was written.
alter table students
  add column date_of_birth      date,
  add column gender             text,
  add column father_name        text,
  add column mother_name        text,
  add column guardian_name      text,
  add column mobile             text,
  add column email              text,
  add column postal_state       text,
  add column postal_pin         text,
  add column abc_id             text,
  add column division           text,
  add column percentage         numeric(6, 3),
  add column cgpa               numeric(6, 3),
  add column cgpa_scale         integer,
  add column examination_month  text,
  add column result_date        date,
  add column rank               text,
  add column category           text,
  add column attendance         text,
  add constraint students__date_of_birth_past check (date_of_birth between '1900-01-01' and (now() at time zone 'Asia/Kolkata')::date),
  add constraint students__gender_known check (gender in ('F', 'M', 'T')),
  add constraint students__father_name_length check (char_length(father_name) <= 120 and btrim(father_name) <> ''),
  add constraint students__mother_name_length check (char_length(mother_name) <= 120 and btrim(mother_name) <> ''),
  add constraint students__guardian_name_length check (char_length(guardian_name) <= 120 and btrim(guardian_name) <> ''),
  add constraint students__mobile_format check (mobile ~ '^\+?[0-9]{10,15}$'),
  add constraint students__email_format check (char_length(email) <= 120 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  add constraint students__postal_state_length check (char_length(btrim(postal_state)) between 2 and 60),
  add constraint students__postal_pin_format check (postal_pin ~ '^[1-9][0-9]{5}$'),
  add constraint students__abc_id_format check (abc_id ~ '^[0-9]{12}$'),
  add constraint students__division_length check (char_length(btrim(division)) between 1 and 60),
  add constraint students__percentage_within_hundred check (percentage between 0 and 100),
  add constraint students__cgpa_has_scale check ((cgpa is null) = (cgpa_scale is null)),
  add constraint students__cgpa_within_scale check (cgpa between 0 and cgpa_scale),
  add constraint students__cgpa_scale_range check (cgpa_scale between 1 and 100),
  add constraint students__examination_month_format check (examination_month ~ '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$'),
  add constraint students__result_date_past check (result_date between '1900-01-01' and (now() at time zone 'Asia/Kolkata')::date),
  add constraint students__rank_length check (char_length(btrim(rank)) between 1 and 80),
  add constraint students__category_length check (char_length(btrim(category)) between 1 and 40),
  add constraint students__attendance_known check (attendance in ('in_person', 'in_absentia'));
comment on column students.abc_id is 'Academic Bank of Credits, APAAR. Never an Aadhaar number.';
comment on column students.examination_month is 'yyyy-mm';

grant update (
  date_of_birth, gender, father_name, mother_name, guardian_name, mobile, email, postal_state, postal_pin, abc_id, division,
  percentage, cgpa, cgpa_scale, examination_month, result_date, rank, category, attendance
) on students to dikshant_app;

comment on column import_rows.entry is
  'What the form would save of declared fields, by column: all of a master, whose key stands in code besides, and the award record of a student.';
