-- Lists of choices: what forms offer and universities word by themselves. The portal's own come first, under the code by
-- which its words and rules know them; a university's own are known by their names. Retired, never deleted once used.
create table choices (
  id           uuid primary key,
  list         text not null,
  name         text not null,
  code         text,
  value        text not null generated always as (coalesce(code, name)) stored,
  position     integer not null default 1000,
  is_used      boolean not null default false,
  active_from  date,
  active_until date,
  version      integer not null default 1,
  constraint choices__list_known check (list in (
    'modes_of_study', 'categories', 'return_reasons', 'rejection_reasons', 'concession_reasons', 'reopening_reasons',
    'reprint_reasons', 'banks', 'carriers'
  )),
  constraint choices__name_length check (char_length(name) between 2 and 80),
  constraint choices__active_in_order check (active_from <= active_until),
  constraint choices__value_once unique (list, value)
);
create unique index choices__list_unique on choices (list, lower(name));
comment on column choices.is_used is 'Once a record has it; the portal''s own from the beginning.';
grant select, insert, update, delete on choices to dikshant_app;

create function choices__stay() returns trigger language plpgsql as $$
begin
  if old.is_used and (tg_op = 'DELETE' or (new.list, new.name, new.code, new.is_used) is distinct from (old.list, old.name, old.code, true)) then
    raise exception 'a choice that was used is retired, never deleted or named anew'
      using errcode = 'check_violation', constraint = 'choices__stay';
  end if;
  return coalesce(new, old);
end $$;
create trigger choices__stay before update or delete on choices for each row execute function choices__stay();

insert into choices (id, list, name, code, position, is_used)
select gen_random_uuid(), list, name, code, row_number() over (partition by list order by place), is_own
  from (values
    (1, 'modes_of_study', 'Regular', null, true),
    (2, 'modes_of_study', 'Part-time', null, true),
    (3, 'modes_of_study', 'Distance', null, true),
    (1, 'return_reasons', 'Photo cannot be used', 'photo', true),
    (2, 'return_reasons', 'Bank receipt cannot be read', 'receipt', true),
    (3, 'return_reasons', 'Name differs from the marks card', 'name', true),
    (4, 'return_reasons', 'Course is wrong', 'course', true),
    (5, 'return_reasons', 'Registration or roll number is wrong', 'registration', true),
    (6, 'return_reasons', 'College is wrong', 'college', true),
    (7, 'return_reasons', 'Something else (see the remark)', 'other', true),
    (1, 'rejection_reasons', 'The drafts do not cover the fee', 'short_fee', true),
    (2, 'rejection_reasons', 'No demand draft covers this application', 'no_draft', true),
    (3, 'rejection_reasons', 'The bank returned the draft', 'draft_returned', true),
    (4, 'rejection_reasons', 'The draft is drawn to a wrong payee', 'wrong_payee', true),
    (5, 'rejection_reasons', 'The draft is older than three months', 'stale_draft', true),
    (6, 'rejection_reasons', 'Something else (see the remark)', 'other', true),
    (1, 'concession_reasons', 'SC or ST candidate', 'sc_st', true),
    (2, 'concession_reasons', 'Candidate with a disability', 'disability', true),
    (3, 'concession_reasons', 'Ward of a staff member', 'staff_ward', true),
    (4, 'concession_reasons', 'Merit', 'merit', true),
    (5, 'concession_reasons', 'Court order', 'court_order', true),
    (6, 'concession_reasons', 'Mistake of the office', 'office_error', true),
    (7, 'concession_reasons', 'Other order', 'other', true),
    (1, 'reopening_reasons', 'Wrong name', 'name', true),
    (2, 'reopening_reasons', 'Wrong photo', 'photo', true),
    (3, 'reopening_reasons', 'Wrong course', 'course', true),
    (4, 'reopening_reasons', 'Wrong registration or roll number', 'registration', true),
    (5, 'reopening_reasons', 'Wrong college', 'college', true),
    (6, 'reopening_reasons', 'Something else (see the remark)', 'other', true),
    (1, 'categories', 'General', null, false),
    (2, 'categories', 'SC', null, false),
    (3, 'categories', 'ST', null, false),
    (4, 'categories', 'OBC', null, false),
    (1, 'reprint_reasons', 'The print is smudged or misaligned', null, false),
    (2, 'reprint_reasons', 'The photo is not printed well', null, false),
    (3, 'reprint_reasons', 'The sheet is torn or stained', null, false),
    (1, 'banks', 'Axis Bank', null, false),
    (2, 'banks', 'Bank of Baroda', null, false),
    (3, 'banks', 'Bank of India', null, false),
    (4, 'banks', 'Canara Bank', null, false),
    (5, 'banks', 'Central Bank of India', null, false),
    (6, 'banks', 'Federal Bank', null, false),
    (7, 'banks', 'HDFC Bank', null, false),
    (8, 'banks', 'ICICI Bank', null, false),
    (9, 'banks', 'Indian Bank', null, false),
    (10, 'banks', 'Karnataka Bank', null, false),
    (11, 'banks', 'Karnataka Gramin Bank', null, false),
    (12, 'banks', 'Punjab National Bank', null, false),
    (13, 'banks', 'State Bank of India', null, false),
    (14, 'banks', 'Union Bank of India', null, false),
    (1, 'carriers', 'India Post', null, false),
    (2, 'carriers', 'Speed Post', null, false)
  ) as own (place, list, name, code, is_own);

-- Marks the choices of some lists as used. Where the lists are strict, a value that none of them has is refused in the name of
-- the constraint; the others only suggest.
create function use_choices(of_lists text[], given text[], strict text) returns void language plpgsql as $$
begin
  update choices set is_used = true
   where list = any (of_lists) and not is_used and value = any (given);
  if strict <> '' and exists (
    select from unnest(given) as one
     where one is not null and not exists (select from choices where list = any (of_lists) and value = one)
  ) then
    raise exception 'none of the choices' using errcode = 'check_violation', constraint = strict;
  end if;
end $$;

-- Of added rows all at once, because hundreds of thousands may come in one statement: column, lists, constraint.
create function choices__use_of_added() returns trigger language plpgsql as $$
declare
  given text[];
begin
  execute format('select array_agg(distinct one) from added, unnest(array[added.%I]) as one', tg_argv[0]) into given;
  perform use_choices(string_to_array(tg_argv[1], ','), given, tg_argv[2]);
  return null;
end $$;

-- Of a row whose value changes.
create function choices__use_of_changed() returns trigger language plpgsql as $$
declare
  given jsonb := to_jsonb(new) -> tg_argv[0];
begin
  perform use_choices(
    string_to_array(tg_argv[1], ','),
    case jsonb_typeof(given) when 'array' then array(select jsonb_array_elements_text(given)) else array[given #>> '{}'] end,
    tg_argv[2]
  );
  return null;
end $$;

alter table applications
  drop constraint applications__mode_of_study_known,
  drop constraint applications__rejection_reason_known;
alter table concessions drop constraint concessions__reason_known;
alter table reopenings drop constraint reopenings__reason_known;

create trigger applications__use_mode_of_study after insert on applications referencing new table as added
  for each statement execute function choices__use_of_added('mode_of_study', 'modes_of_study', 'applications__mode_of_study_known');
create trigger applications__change_mode_of_study after update of mode_of_study on applications
  for each row when (new.mode_of_study <> old.mode_of_study)
  execute function choices__use_of_changed('mode_of_study', 'modes_of_study', 'applications__mode_of_study_known');
create trigger applications__use_rejection_reason after insert or update of rejection_reason on applications
  for each row when (new.rejection_reason is not null)
  execute function choices__use_of_changed('rejection_reason', 'rejection_reasons', 'applications__rejection_reason_known');
-- A reopening returns an application for its own reason.
create trigger applications__use_return_reasons after insert or update of return_reasons on applications
  for each row when (new.return_reasons <> '{}')
  execute function choices__use_of_changed('return_reasons', 'return_reasons,reopening_reasons', 'applications__return_reasons_known');

create trigger concessions__use_reason after insert or update of reason on concessions
  for each row execute function choices__use_of_changed('reason', 'concession_reasons', 'concessions__reason_known');
create trigger reopenings__use_reason after insert on reopenings
  for each row execute function choices__use_of_changed('reason', 'reopening_reasons', 'reopenings__reason_known');

-- What only suggests is used when somebody takes it.
create trigger demand_drafts__use_bank after insert on demand_drafts referencing new table as added
  for each statement execute function choices__use_of_added('bank', 'banks', '');
create trigger hand_overs__use_carrier after insert on hand_overs
  for each row when (new.carrier is not null) execute function choices__use_of_changed('carrier', 'carriers', '');
create trigger reprint_requests__use_reason after insert on reprint_requests
  for each row execute function choices__use_of_changed('reason', 'reprint_reasons', '');
create trigger award_records__use_category after insert or update of category on award_records
  for each row when (new.category is not null) execute function choices__use_of_changed('category', 'categories', '');
create trigger fee_schedule__use_category after insert or update of category on fee_schedule
  for each row when (new.category is not null) execute function choices__use_of_changed('category', 'categories', '');

-- What is there already.
update choices set is_used = true
 where not is_used and (
   (list = 'banks' and exists (select from demand_drafts where bank = choices.value))
   or (list = 'carriers' and exists (select from hand_overs where carrier = choices.value))
   or (list = 'reprint_reasons' and exists (select from reprint_requests where reason = choices.value))
   or (list = 'categories' and (exists (select from award_records where category = choices.value)
                                or exists (select from fee_schedule where category = choices.value)))
 );
