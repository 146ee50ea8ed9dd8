-- Asks for a new copy of a printed certificate, with a photo of what is wrong with the one that is there.
alter table files drop constraint files__kind_known;
alter table files add constraint files__kind_known check (kind in ('photo', 'receipt', 'invoice', 'error_photo'));

create table reprint_requests (
  id                   uuid primary key,
  certificate_id       uuid not null references certificates,
  college_id           uuid not null references colleges,
  sheet_id             uuid not null references sheets,
  reason               text not null,
  error_photo_file_id  uuid not null references files,
  requested_by         uuid not null references staff,
  requested_desk       text not null,
  requested_at         timestamptz not null,
  status               text,
  decided_by           uuid references staff,
  decided_at           timestamptz,
  remark               text,
  state_before         text,
  reprinted_at         timestamptz,
  candidate_name       text not null,
  exam_roll_number     text not null,
  search_text          text not null generated always as (lower(candidate_name || E'\n' || exam_roll_number || E'\n' || reason)) stored,
  version              integer not null default 1,
  constraint reprint_requests__photo_once unique (error_photo_file_id),
  constraint reprint_requests__reason_given check (btrim(reason) <> ''),
  constraint reprint_requests__desk_known check (requested_desk in ('admin', 'case_worker', 'receiver', 'printer')),
  constraint reprint_requests__status_known check (status in ('approved', 'rejected')),
  constraint reprint_requests__decision_is_signed check (
    (status is null) = (decided_by is null) and (status is null) = (decided_at is null)
  ),
  constraint reprint_requests__decided_by_another check (decided_by <> requested_by),
  constraint reprint_requests__rejected_has_remark check ((status is not distinct from 'rejected') = (remark is not null)),
  constraint reprint_requests__approved_knows_way_back check (
    (status is not distinct from 'approved') = (state_before is not null) and state_before in ('printed', 'handed_over')
  )
);
comment on column reprint_requests.sheet_id is 'The copy that is wrong: the certificate''s valid one when the reprint was asked for.';
comment on column reprint_requests.status is 'Null is pending.';
comment on column reprint_requests.state_before is 'What the certificate was before the approval put it into the print queue, and is again if that is taken back.';
comment on column reprint_requests.reprinted_at is 'When a newer copy superseded the wrong one, kept by trigger from sheets. Nothing is decided any more then.';
comment on column reprint_requests.candidate_name is 'Like exam_roll_number that of the application, kept by trigger: the lists are searched and sorted by them.';
create unique index reprint_requests__one_open_per_certificate on reprint_requests (certificate_id)
  where reprinted_at is null and status is distinct from 'rejected';
create index reprint_requests__certificate on reprint_requests (certificate_id);
create index reprint_requests__sheet on reprint_requests (sheet_id);
create index reprint_requests__newest on reprint_requests (requested_at desc, id desc);
create index reprint_requests__college_newest on reprint_requests (college_id, requested_at desc, id desc);
create index reprint_requests__by_name on reprint_requests (candidate_name, id);
create index reprint_requests__by_roll on reprint_requests (exam_roll_number, id);
create index reprint_requests__search on reprint_requests using gin (search_text gin_trgm_ops);
create index reprint_requests__search_pairs on reprint_requests using gin (search_pairs(search_text) gin_trgm_ops);

-- What a request repeats of other tables follows them.
create function sheets__end_reprint_requests() returns trigger language plpgsql as $$
begin
  update reprint_requests set reprinted_at = new.superseded_at where sheet_id = new.id;
  return null;
end $$;
create trigger sheets__end_reprint_requests after update of superseded_at on sheets
  for each row when (old.superseded_at is null and new.superseded_at is not null)
  execute function sheets__end_reprint_requests();

create function applications__carry_to_reprint_requests() returns trigger language plpgsql as $$
begin
  update reprint_requests
     set candidate_name = new.candidate_name, exam_roll_number = new.exam_roll_number
    from certificates
   where certificates.application_id = new.id and certificate_id = certificates.id;
  return null;
end $$;
create trigger applications__carry_to_reprint_requests after update on applications
  for each row when ((old.candidate_name, old.exam_roll_number) <> (new.candidate_name, new.exam_roll_number))
  execute function applications__carry_to_reprint_requests();

create function certificates__carry_to_reprint_requests() returns trigger language plpgsql as $$
begin
  update reprint_requests set college_id = new.college_id where certificate_id = new.id;
  return null;
end $$;
create trigger certificates__carry_to_reprint_requests after update on certificates
  for each row when (old.college_id <> new.college_id)
  execute function certificates__carry_to_reprint_requests();

-- A certificate of which a valid copy exists is in the queue or in a run exactly while a reprint of it is approved. Asked
-- at the end of the transaction, because request and certificate change one after the other.
create function refuse_unapproved_reprint(certificate uuid) returns void language plpgsql as $$
declare
  state_now text := (select state from certificates where id = certificate);
  is_approved boolean := exists (
    select from reprint_requests where certificate_id = certificate and status = 'approved' and reprinted_at is null);
  has_copy boolean := exists (
    select from sheets where certificate_id = certificate and outcome = 'good' and superseded_at is null);
begin
  if (is_approved and state_now in ('printed', 'handed_over'))
     or (has_copy and not is_approved and state_now in ('to_print', 'in_run')) then
    raise exception 'a certificate is printed again exactly while a reprint of it is approved'
      using errcode = 'check_violation', constraint = 'certificates__reprint_is_approved';
  end if;
end $$;

create function certificates__reprint_is_approved() returns trigger language plpgsql as $$
begin
  perform refuse_unapproved_reprint(new.id);
  return null;
end $$;
create constraint trigger certificates__reprint_is_approved after update on certificates
  deferrable initially deferred for each row when (old.state <> new.state)
  execute function certificates__reprint_is_approved();

create function reprint_requests__reprint_is_approved() returns trigger language plpgsql as $$
begin
  perform refuse_unapproved_reprint(new.certificate_id);
  return null;
end $$;
create constraint trigger reprint_requests__reprint_is_approved after update on reprint_requests
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function reprint_requests__reprint_is_approved();

grant select, insert, update on reprint_requests to dikshant_app;
