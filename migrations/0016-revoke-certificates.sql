-- Revoking: one person proposes with reason and authority, another confirms. It is final.

create table revocations (
  id              uuid primary key,
  certificate_id  uuid not null references certificates,
  reason          text not null,
  authority       text not null,
  proposed_by     uuid not null references staff,
  proposed_at     timestamptz not null,
  outcome         text,
  decided_by      uuid references staff,
  decided_at      timestamptz,
  remark          text,
  constraint revocations__reason_given check (btrim(reason) <> ''),
  constraint revocations__authority_given check (btrim(authority) <> ''),
  constraint revocations__outcome_known check (outcome in ('confirmed', 'declined', 'withdrawn')),
  constraint revocations__decision_is_signed check (
    (outcome is null) = (decided_by is null) and (outcome is null) = (decided_at is null)
  ),
  constraint revocations__confirmed_by_another check (outcome <> 'confirmed' or decided_by <> proposed_by),
  constraint revocations__declined_by_another check (outcome <> 'declined' or decided_by <> proposed_by),
  constraint revocations__withdrawn_by_proposer check (outcome <> 'withdrawn' or decided_by = proposed_by),
  constraint revocations__declined_has_remark check (
    (outcome is not distinct from 'declined') = (remark is not null) and btrim(remark) <> ''
  )
);
comment on table revocations is 'Proposals to take a certificate back for good, and what became of each. Never removed.';
comment on column revocations.reason is 'What strangers read at /verify once it is confirmed.';
comment on column revocations.outcome is 'Null while it waits for a second person.';
create unique index revocations__one_waiting on revocations (certificate_id) where outcome is null;
create index revocations__certificate on revocations (certificate_id, proposed_at desc);
create index revocations__newest on revocations (proposed_at desc, id desc);

grant select, insert on revocations to dikshant_app;
grant update (outcome, decided_by, decided_at, remark) on revocations to dikshant_app;

create function revocations__check_proposal() returns trigger language plpgsql as $$
begin
  -- Locked, so that nobody confirms another proposal meanwhile.
  perform from certificates where id = new.certificate_id and state = 'revoked' for update;
  if found then
    raise exception 'this certificate is revoked already' using errcode = 'check_violation', constraint = 'revocations__of_unrevoked';
  end if;
  return new;
end $$;
create trigger revocations__check_proposal before insert on revocations
  for each row execute function revocations__check_proposal();

create function revocations__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a proposal stays as it was, and is decided once' using errcode = 'check_violation', constraint = 'revocations__stay';
end $$;
create trigger revocations__refuse_change before update on revocations for each row
  when (old.outcome is not null
        or (old.id, old.certificate_id, old.reason, old.authority, old.proposed_by, old.proposed_at)
           is distinct from (new.id, new.certificate_id, new.reason, new.authority, new.proposed_by, new.proposed_at))
  execute function revocations__refuse_change();
create trigger revocations__refuse_removal before delete on revocations
  for each row execute function revocations__refuse_change();

alter table certificates
  add column revocation_authority text,
  drop constraint certificates__revoked_has_reason,
  add constraint certificates__revoked_has_reason check (
    case when state = 'revoked' then num_nulls(revoked_at, revocation_reason, revocation_authority) = 0
                                else num_nonnulls(revoked_at, revocation_reason, revocation_authority) = 0 end);
comment on column certificates.revoked_at is 'Since when, as strangers read it; with the reason and the authority of the proposal that was confirmed.';

-- What is revoked stays so, with its day, reason and authority; and a sheet on its way through the printer is waited for.
create function certificates__check_revoked() returns trigger language plpgsql as $$
begin
  raise exception 'this certificate is revoked for good, or in a run' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger certificates__revoked_is_final before update on certificates for each row
  when (old.state = 'revoked'
        and (old.state, old.revoked_at, old.revocation_reason, old.revocation_authority)
            is distinct from (new.state, new.revoked_at, new.revocation_reason, new.revocation_authority))
  execute function certificates__check_revoked();
create trigger certificates__not_revoked_in_run before update of state on certificates for each row
  when (old.state = 'in_run' and new.state = 'revoked') execute function certificates__check_revoked();

-- Certificate, proposal, reopening and requests are written one after the other, so that their agreement is asked at the end.
create function certificates__check_agreement() returns trigger language plpgsql as $$
declare
  certificate uuid := coalesce((to_jsonb(new) ->> 'certificate_id')::uuid,
                               (select id from certificates where application_id = (to_jsonb(new) ->> 'application_id')::uuid));
  is_asked boolean := exists (
    select from reprint_requests where certificate_id = certificate and reprinted_at is null and status is distinct from 'rejected');
  fault text;
begin
  select case
           when (c.state = 'revoked') <> exists (
             select from revocations r
              where r.certificate_id = c.id and r.outcome = 'confirmed'
                and (c.state <> 'revoked' or (r.reason, r.authority, r.decided_at) = (c.revocation_reason, c.revocation_authority, c.revoked_at)))
             then 'certificates__revoked_by_two'
           when c.state = 'revoked' and is_asked then 'reprint_requests__not_of_revoked'
           when is_asked and exists (
             select from reopenings o where o.application_id = c.application_id and o.verified_again_at is null)
             then 'reprint_requests__not_of_reopened'
         end
    into fault from certificates c where c.id = certificate;
  if fault is not null then
    raise exception 'a certificate and what was decided about it disagree' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create constraint trigger certificates__revoked_by_two after insert or update of state on certificates
  deferrable initially deferred for each row when (new.state = 'revoked') execute function certificates__check_agreement();
create constraint trigger revocations__revoked_by_two after insert or update on revocations
  deferrable initially deferred for each row when (new.outcome = 'confirmed') execute function certificates__check_agreement();
create constraint trigger reprint_requests__check_agreement after insert or update of status on reprint_requests
  deferrable initially deferred for each row when (new.status is distinct from 'rejected') execute function certificates__check_agreement();
create constraint trigger reopenings__ends_requests after insert on reopenings
  deferrable initially deferred for each row execute function certificates__check_agreement();
