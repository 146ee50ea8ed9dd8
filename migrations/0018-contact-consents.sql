-- Contact details are kept on the candidate's word (DPDP Act 2023, s. 5 and 6): for which purposes, and by which version of the
-- notice (src/shared/contact-notice.ts) they were told. A consent is given, and withdrawn; nothing else becomes of it.
create table contact_consents (
  id              uuid primary key,
  application_id  uuid not null references applications,
  notice_version  integer not null,
  purposes        text[] not null,
  given_at        timestamptz not null,
  given_to        uuid not null references staff,
  withdrawn_at    timestamptz,
  withdrawn_to    uuid references staff,
  constraint contact_consents__notice_positive check (notice_version > 0),
  constraint contact_consents__purposes_known
    check (cardinality(purposes) > 0 and purposes <@ array['application', 'delivery', 'depository']),
  constraint contact_consents__withdrawn_is_signed check ((withdrawn_at is null) = (withdrawn_to is null)),
  constraint contact_consents__withdrawn_later check (withdrawn_at >= given_at)
);
comment on column contact_consents.given_to is 'Who ticked it on the candidate''s word; withdrawn_to who wrote down that it was withdrawn.';
create unique index contact_consents__one_standing on contact_consents (application_id) where withdrawn_at is null;
create index contact_consents__of_application on contact_consents (application_id, withdrawn_at);

create function contact_consents__withdrawn_for_good() returns trigger language plpgsql as $$
begin
  raise exception 'a consent that was withdrawn is given anew, by another row'
    using errcode = 'check_violation', constraint = 'contact_consents__withdrawn_for_good';
end $$;
create trigger contact_consents__withdrawn_for_good before update on contact_consents
  for each row when (old.withdrawn_at is not null) execute function contact_consents__withdrawn_for_good();

grant select, insert on contact_consents to dikshant_app;
grant update (withdrawn_at, withdrawn_to) on contact_consents to dikshant_app;

-- Record and consent are written one after the other, so that their agreement is asked at the end; with a lock on the consent,
-- so that it is not withdrawn meanwhile.
create function award_records__contact_has_consent() returns trigger language plpgsql as $$
begin
  perform from contact_consents where application_id = new.application_id and withdrawn_at is null for share;
  if not found and exists (
    select from award_records
     where application_id = new.application_id
       and coalesce(mobile, email, postal_address, postal_state, postal_pin) is not null
  ) then
    raise exception 'contact details are kept with a consent, or not at all'
      using errcode = 'check_violation', constraint = 'award_records__contact_has_consent';
  end if;
  return null;
end $$;
create constraint trigger award_records__contact_has_consent after insert or update on award_records
  deferrable initially deferred for each row
  when (coalesce(new.mobile, new.email, new.postal_address, new.postal_state, new.postal_pin) is not null)
  execute function award_records__contact_has_consent();
create constraint trigger contact_consents__contact_has_consent after update on contact_consents
  deferrable initially deferred for each row execute function award_records__contact_has_consent();

-- What was verified stays until it is reopened, whatever became of its drafts since: the rule of applications__verified_is_frozen.
-- Only contact details go when their consent is withdrawn: they are no part of what was awarded. Asked with a lock on the
-- application, so that nobody verifies meanwhile.
create or replace function award_records__frozen_at_verification() returns trigger language plpgsql as $$
declare
  application constant uuid := coalesce(new.application_id, old.application_id);
  contact constant text[] := array['mobile', 'email', 'postal_address', 'postal_state', 'postal_pin'];
  signature constant text[] := array['recorded_by', 'recorded_at'];
begin
  perform from applications where id = application for share;
  if application_is_frozen(application) and not (
    tg_op = 'UPDATE'
    and coalesce(new.mobile, new.email, new.postal_address, new.postal_state, new.postal_pin) is null
    and to_jsonb(new) - contact - signature = to_jsonb(old) - contact - signature
    and not exists (select from contact_consents where application_id = application and withdrawn_at is null)
  ) then
    raise exception 'the award record of a verified application stays'
      using errcode = 'check_violation', constraint = 'award_records__frozen_at_verification';
  end if;
  return coalesce(new, old);
end $$;

-- In the student master the college says on which notice it asked. Rows from before stay until somebody changes them.
alter table students
  add column consent_notice_version text,
  add constraint students__consent_notice_version_format check (consent_notice_version ~ '^[1-9][0-9]{0,3}$'),
  add constraint students__contact_has_consent
    check (coalesce(mobile, email) is null or consent_notice_version is not null) not valid;
grant update (consent_notice_version) on students to dikshant_app;
