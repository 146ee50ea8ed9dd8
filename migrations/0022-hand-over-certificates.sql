-- How each copy left the office: to a person, by post, or in a bundle to a college.

create table bundles (
  id              uuid primary key,
  bundle_number   integer not null,
  college_id      uuid not null references colleges,
  delivered_to    text not null,
  designation     text not null,
  identity_seen   text not null,
  handed_over_by  uuid not null references staff,
  handed_over_at  timestamptz not null,
  constraint bundles__number_unique unique (bundle_number),
  constraint bundles__delivered_to_present check (btrim(delivered_to) <> ''),
  constraint bundles__designation_present check (btrim(designation) <> ''),
  constraint bundles__identity_is_no_aadhaar check (identity_seen !~ '([0-9][ -]?){12}')
);
comment on table bundles is 'Certificates of one college that a person of the college took along. Never changed: the application role may only add.';
comment on column bundles.bundle_number is 'Gapless, from number_counters.';
create index bundles__newest on bundles (handed_over_at desc, id desc);
create index bundles__college_newest on bundles (college_id, handed_over_at desc, id desc);

create table hand_overs (
  sheet_id               uuid not null references sheets,
  way                    text not null,
  handed_over_by         uuid not null references staff,
  handed_over_at         timestamptz not null,
  collected_by           text,
  identity_seen          text,
  carrier                text,
  tracking_number        text,
  posted_on              date,
  bundle_id              uuid references bundles,
  signed_on              date,
  signature_recorded_by  uuid references staff,
  signature_recorded_at  timestamptz,
  constraint hand_overs__once primary key (sheet_id),
  constraint hand_overs__way_known check (way in ('in_person', 'post', 'bundle')),
  constraint hand_overs__collector_identified check (
    (way = 'in_person') = (collected_by is not null) and (collected_by is null) = (identity_seen is null)
  ),
  constraint hand_overs__identity_is_no_aadhaar check (identity_seen !~ '([0-9][ -]?){12}'),
  constraint hand_overs__post_is_tracked check (
    (way = 'post') = (tracking_number is not null) and (tracking_number is null) = (carrier is null)
    and (tracking_number is null) = (posted_on is null) and btrim(tracking_number) <> ''
  ),
  constraint hand_overs__not_posted_later check (posted_on <= (handed_over_at at time zone 'Asia/Kolkata')::date),
  constraint hand_overs__bundle_named check ((way = 'bundle') = (bundle_id is not null)),
  constraint hand_overs__signature_complete check (
    (signed_on is null) = (signature_recorded_by is null) and (signed_on is null) = (signature_recorded_at is null)
    and (signed_on is null or way = 'bundle')
  ),
  constraint hand_overs__signed_in_time check (
    signed_on between (handed_over_at at time zone 'Asia/Kolkata')::date and (signature_recorded_at at time zone 'Asia/Kolkata')::date
  )
);
comment on table hand_overs is 'One row for each copy that left the office. A reprint is another copy and leaves once more.';
comment on column hand_overs.signed_on is 'When the student signed the list of the bundle for it, as the college sent the list back.';
create index hand_overs__bundle on hand_overs (bundle_id) where bundle_id is not null;

insert into hand_overs (sheet_id, way, handed_over_by, handed_over_at, collected_by, identity_seen)
select sheets.id, 'in_person', handed_over_by, handed_over_at, collected_by, identity_seen
  from certificates
  join sheets on sheets.certificate_id = certificates.id and outcome = 'good' and superseded_at is null
 where state = 'handed_over';
alter table certificates
  drop constraint certificates__handed_over_is_signed,
  drop constraint certificates__identity_is_no_aadhaar,
  drop column collected_by,
  drop column identity_seen,
  add constraint certificates__handed_over_is_signed
    check (state <> 'handed_over' or (handed_over_at is not null and handed_over_by is not null));
comment on column certificates.handed_over_at is 'When the newest copy that left did so; in which way stands in hand_overs.';

-- Certificate, bundle and hand-over are written in statements of their own, so that their agreement is asked at the end.
create function hand_overs__check_copy() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when sheet.outcome is distinct from 'good' or sheet.superseded_at is not null then 'hand_overs__of_valid_copy'
           when certificate.state <> 'handed_over' then 'hand_overs__certificate_agrees'
           when bundle.college_id <> certificate.college_id then 'hand_overs__bundle_of_one_college'
         end
    into fault
    from sheets sheet
    join certificates certificate on certificate.id = sheet.certificate_id
    left join bundles bundle on bundle.id = new.bundle_id
   where sheet.id = new.sheet_id;
  if fault is not null then
    raise exception 'this copy cannot be handed over so' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create constraint trigger hand_overs__check_copy after insert on hand_overs
  deferrable initially deferred for each row execute function hand_overs__check_copy();

create function certificates__check_hand_over() returns trigger language plpgsql as $$
begin
  if not exists (
    select from hand_overs join sheets on sheets.id = sheet_id
     where certificate_id = new.id and outcome = 'good' and superseded_at is null
  ) then
    raise exception 'nothing says how the certificate was handed over'
      using errcode = 'check_violation', constraint = 'certificates__hand_over_recorded';
  end if;
  return null;
end $$;
create constraint trigger certificates__check_hand_over after update of state on certificates
  deferrable initially deferred for each row when (new.state = 'handed_over' and old.state <> 'handed_over')
  execute function certificates__check_hand_over();

-- A signature is recorded once, and what stands in a hand-over stays.
create function hand_overs__check_change() returns trigger language plpgsql as $$
begin
  if old.signed_on is not null then
    raise exception 'the student signed already' using errcode = 'check_violation', constraint = 'hand_overs__signed_once';
  end if;
  return new;
end $$;
create trigger hand_overs__check_change before update on hand_overs
  for each row execute function hand_overs__check_change();

-- Since when a certificate waits to be printed: a reprint does not wait since its original was verified.
alter table certificates add column waiting_since timestamptz;
update certificates set waiting_since = created_at;
alter table certificates alter column waiting_since set not null;
comment on column certificates.waiting_since is 'When it joined the print queue: as an original, or anew as a reprint. A spoilt sheet does not put it behind the others.';

create function certificates__join_queue() returns trigger language plpgsql as $$
begin
  new.waiting_since := now();
  return new;
end $$;
create trigger certificates__join_queue before update of state on certificates for each row
  when (new.state = 'to_print' and old.state in ('printed', 'handed_over') and new.waiting_since = old.waiting_since)
  execute function certificates__join_queue();

-- What the new lists are ordered by. Ladders and logs belong together, so both begin anew.
truncate list_ladders, certificate_changes;
alter table certificate_changes add column waiting_since timestamptz not null;
drop trigger certificates__log_insert on certificates;
drop trigger certificates__log_update on certificates;
drop trigger certificates__log_delete on certificates;
create trigger certificates__log_insert after insert on certificates referencing new table as new_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number, waiting_since');
create trigger certificates__log_update after update on certificates referencing old table as old_rows new table as new_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number, waiting_since');
create trigger certificates__log_delete after delete on certificates referencing old table as old_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number, waiting_since');

create index certificates__pending on certificates (waiting_since, id) where state in ('to_print', 'in_run');
create index certificates__college_pending on certificates (college_id, waiting_since, id) where state in ('to_print', 'in_run');
-- Few lie in the office; walking through all that ever left it would find them last.
create index certificates__in_office on certificates (printed_at desc, id desc) where state = 'printed';
create index certificates__to_hand_over on certificates (college_id, convocation_number, id) where state = 'printed';

grant select, insert on bundles, hand_overs to dikshant_app;
grant update (signed_on, signature_recorded_by, signature_recorded_at) on hand_overs to dikshant_app;
