create table files (
  id             uuid primary key,
  kind           text not null,
  original_name  text not null,
  media_type     text not null,
  byte_size      integer not null,
  sha256         text not null,
  storage_key    text not null,
  thumbnail_key  text,
  uploaded_by    uuid not null references staff,
  uploaded_at    timestamptz not null default now(),
  constraint files__kind_known check (kind in ('photo', 'receipt')),
  constraint files__size_within_limit check (byte_size > 0 and byte_size <= 5 * 1024 * 1024),
  constraint files__photo_is_image check (kind <> 'photo' or media_type in ('image/jpeg', 'image/png', 'image/webp'))
);

create table courses (
  id    uuid primary key,
  name  text not null
);
create unique index courses__name_unique on courses (lower(name));

create table certificate_types (
  name  text primary key
);

create table applications (
  id                      uuid primary key,
  acknowledgement_number  integer not null,
  registration_number     text not null,
  exam_roll_number        text not null,
  candidate_name          text not null,
  candidate_name_native   text,
  course_id               uuid not null references courses,
  college_id              uuid not null references colleges,
  academic_year           text not null,
  guide_name              text,
  mode_of_study           text not null,
  certificate_type        text not null references certificate_types,
  paper_id                uuid not null references papers,
  photo_file_id           uuid not null references files,
  receipt_file_id         uuid not null references files,
  total_amount            integer not null,
  paid_amount             integer not null default 0,
  pending_amount          integer not null generated always as (total_amount - paid_amount) stored,
  status                  text not null default 'received',
  received_by             uuid not null references staff,
  received_at             timestamptz not null,
  corrected_by            uuid references staff,
  corrected_at            timestamptz,
  verified_by             uuid references staff,
  verified_at             timestamptz,
  rejected_by             uuid references staff,
  rejected_at             timestamptz,
  rejection_remark        text,
  returned_by             uuid references staff,
  returned_at             timestamptz,
  return_reasons          text[] not null default '{}',
  return_remark           text,
  version                 integer not null default 1,
  search_text             text not null generated always as (
    lower(registration_number || E'\n' || exam_roll_number || E'\n' || candidate_name || E'\n' || coalesce(candidate_name_native, ''))
  ) stored,
  constraint applications__acknowledgement_unique unique (acknowledgement_number),
  constraint applications__one_per_certificate unique (college_id, registration_number, course_id, certificate_type),
  constraint applications__photo_once unique (photo_file_id),
  constraint applications__receipt_once unique (receipt_file_id),
  constraint applications__status_known check (status in ('received', 'verified', 'rejected', 'returned')),
  constraint applications__academic_year_format check (academic_year ~ '^20[0-9]{2}-[0-9]{2}$'),
  constraint applications__name_present check (btrim(candidate_name) <> ''),
  constraint applications__mode_of_study_known check (mode_of_study in ('Regular', 'Part-time', 'Distance')),
  constraint applications__total_positive check (total_amount > 0),
  constraint applications__paid_within_total check (paid_amount >= 0 and paid_amount <= total_amount),
  constraint applications__verified_is_paid check (status <> 'verified' or paid_amount = total_amount),
  constraint applications__rejected_is_short check (status <> 'rejected' or paid_amount < total_amount),
  constraint applications__verified_is_signed check ((status = 'verified') = (verified_by is not null) and (verified_by is null) = (verified_at is null)),
  constraint applications__rejected_is_signed check (status <> 'rejected' or (rejected_by is not null and rejected_at is not null and rejection_remark is not null)),
  constraint applications__returned_has_reason check (status <> 'returned' or (returned_by is not null and returned_at is not null and cardinality(return_reasons) > 0)),
  constraint applications__verified_by_another check (verified_by is null or (verified_by <> received_by and verified_by is distinct from corrected_by)),
  constraint applications__rejected_by_another check (rejected_by is null or rejected_by <> received_by),
  constraint applications__returned_by_another check (returned_by is null or returned_by <> received_by)
);
comment on column applications.paid_amount is 'Whole rupees: the sum of the allocations of drafts that the bank did not return, kept by trigger.';
comment on column applications.acknowledgement_number is 'Gapless, from number_counters; what the candidate''s receipt says.';

create index applications__newest on applications (received_at desc, id desc);
create index applications__status_newest on applications (status, received_at desc, id desc);
create index applications__college_newest on applications (college_id, received_at desc, id desc);
create index applications__course_newest on applications (course_id, received_at desc, id desc);
create index applications__registration on applications (registration_number, id);
create index applications__roll on applications (exam_roll_number, id);
create index applications__candidate on applications (candidate_name, id);
create index applications__search on applications using gin (search_text gin_trgm_ops);

create table number_counters (
  series       text primary key,
  last_number  integer not null default 0,
  constraint number_counters__not_negative check (last_number >= 0)
);
comment on table number_counters is 'Numbers without gaps: the row is locked in the transaction that uses the number, never a sequence.';

create table demand_drafts (
  id                uuid primary key,
  bank              text not null,
  branch            text not null,
  number            text not null,
  drawn_on          date not null,
  amount            integer not null,
  allocated_amount  integer not null default 0,
  state             text not null default 'received',
  college_id        uuid not null references colleges,
  received_by       uuid not null references staff,
  received_at       timestamptz not null,
  version           integer not null default 1,
  constraint demand_drafts__number_format check (number ~ '^[0-9]{6}$'),
  constraint demand_drafts__amount_positive check (amount > 0),
  constraint demand_drafts__not_over_allocated check (allocated_amount >= 0 and allocated_amount <= amount),
  constraint demand_drafts__not_drawn_later check (drawn_on <= (received_at at time zone 'Asia/Kolkata')::date),
  constraint demand_drafts__state_known check (state in ('received', 'deposited', 'realised', 'returned_by_bank', 'stale'))
);
create unique index demand_drafts__instrument_unique on demand_drafts (lower(bank), lower(branch), number);
create index demand_drafts__college on demand_drafts (college_id, received_at desc);

create table allocations (
  demand_draft_id  uuid not null references demand_drafts,
  application_id   uuid not null references applications,
  amount           integer not null,
  allocated_at     timestamptz not null default now(),
  constraint allocations__once primary key (demand_draft_id, application_id),
  constraint allocations__amount_positive check (amount > 0)
);
create index allocations__application on allocations (application_id);

-- Both sums follow the allocations, so that no code path can make them disagree.
create function allocations__carry_sums() returns trigger language plpgsql as $$
declare
  draft uuid := coalesce(new.demand_draft_id, old.demand_draft_id);
  application uuid := coalesce(new.application_id, old.application_id);
begin
  -- Locked in statements of their own: each sum below then sees what a colleague committed while we waited.
  perform from demand_drafts where id = draft for update;
  perform from applications where id = application for update;
  update demand_drafts d
     set allocated_amount = (select coalesce(sum(a.amount), 0) from allocations a where a.demand_draft_id = d.id)
   where d.id = draft;
  update applications p
     set paid_amount = (select coalesce(sum(a.amount), 0) from allocations a join demand_drafts d on d.id = a.demand_draft_id
                         where a.application_id = p.id and d.state <> 'returned_by_bank')
   where p.id = application;
  return null;
end $$;
alter function allocations__carry_sums() security definer;
alter function allocations__carry_sums() set search_path = public, pg_temp;
create trigger allocations__carry_sums after insert or update or delete on allocations
  for each row execute function allocations__carry_sums();

grant select, insert on files to dikshant_app;
grant select, insert, update on courses, certificate_types, number_counters to dikshant_app;
grant select, insert on applications, demand_drafts to dikshant_app;
grant select, insert, update, delete on allocations to dikshant_app;
-- Everything but the sums, which only the trigger writes.
grant update (
  registration_number, exam_roll_number, candidate_name, candidate_name_native, course_id, academic_year, guide_name, mode_of_study, certificate_type,
  paper_id, photo_file_id, receipt_file_id, status, corrected_by, corrected_at, verified_by, verified_at, rejected_by, rejected_at,
  rejection_remark, returned_by, returned_at, return_reasons, return_remark, college_id, total_amount, version
) on applications to dikshant_app;
grant update (state, version) on demand_drafts to dikshant_app;
