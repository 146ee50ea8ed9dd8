-- Personal data goes when its purpose is over (DPDP Act 2023, s. 8 (7)), and not before a year has passed since it was last
-- processed (DPDP Rules 2025, rule 8 (3)): contact details by the nightly purge, values of the audit log by dikshant_retention.
-- Neither while money, custody or a decision on the application is open.

-- Since when nothing is open on an application; null while something is.
create function application_settled_at(application uuid) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select greatest(
           case when p.status = 'rejected' then p.rejected_at else coalesce(c.revoked_at, c.handed_over_at) end,
           (select max(r.verified_again_at) from reopenings r where r.application_id = p.id),
           (select max(greatest(q.decided_at, q.reprinted_at)) from reprint_requests q where q.certificate_id = c.id),
           (select max(greatest(d.realised_at, d.replaced_at))
              from charges h join allocations a on a.charge_id = h.id join demand_drafts d on d.id = a.demand_draft_id
             where h.application_id = p.id)
         )
    from applications p left join certificates c on c.application_id = p.id
   where p.id = application
     and (p.status = 'rejected' or c.state in ('handed_over', 'revoked'))
     and (p.status = 'rejected' or not exists (select from charges h where h.application_id = p.id and h.pending_amount > 0))
     and not exists (select from reopenings r where r.application_id = p.id and r.verified_again_at is null)
     and not exists (select from reprint_requests q where q.certificate_id = c.id and q.reprinted_at is null and q.status is distinct from 'rejected')
     and not exists (
       select from charges h join allocations a on a.charge_id = h.id join demand_drafts d on d.id = a.demand_draft_id
        where h.application_id = p.id and d.state <> 'realised' and d.replaced_by is null
     )
$$;
comment on function application_settled_at is 'Decided, its certificate handed over or revoked, no reprint of it asked for or still to be printed, its charges paid and each of its drafts realised or replaced: since when; null before.';
revoke all on function application_settled_at(uuid) from public;
grant execute on function application_settled_at(uuid) to dikshant_app;

-- Whether what is known of the people of an application may go.
create function application_may_be_forgotten(application uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(application_settled_at(application) < now() - interval '1 year', false)
$$;
revoke all on function application_may_be_forgotten(uuid) from public;
grant execute on function application_may_be_forgotten(uuid) to dikshant_app;

-- 1. Contact details

-- A consent ends by the candidate's word, which somebody writes down, or because its purposes are served, which nobody signs.
alter table contact_consents
  add column served boolean not null default false,
  drop constraint contact_consents__withdrawn_is_signed,
  add constraint contact_consents__withdrawn_is_signed check ((withdrawn_at is not null) = (withdrawn_to is not null or served)),
  add constraint contact_consents__served_by_nobody check (not (served and withdrawn_to is not null));
comment on column contact_consents.served is 'It ended because what it was given for is done; withdrawn_at says when.';
grant update (served) on contact_consents to dikshant_app;

create function contact_consents__serves_open_application() returns trigger language plpgsql as $$
begin
  if not application_may_be_forgotten(new.application_id) then
    raise exception 'contact details are needed until the application is settled, and a year longer'
      using errcode = 'check_violation', constraint = 'contact_consents__serves_open_application';
  end if;
  return new;
end $$;
create trigger contact_consents__serves_open_application before insert or update of served on contact_consents
  for each row when (new.served) execute function contact_consents__serves_open_application();

-- What goes with its consent is no change that somebody signs.
drop trigger award_records__change_is_signed on award_records;
create trigger award_records__change_is_signed before update on award_records for each row
  when (
    new.recorded_at is not distinct from old.recorded_at and to_jsonb(new) <> to_jsonb(old)
    and not (
      coalesce(new.mobile, new.email, new.postal_address, new.postal_state, new.postal_pin) is null
      and to_jsonb(new) - array['mobile', 'email', 'postal_address', 'postal_state', 'postal_pin']
        = to_jsonb(old) - array['mobile', 'email', 'postal_address', 'postal_state', 'postal_pin']
    )
  ) execute function refuse_unsigned_change();

-- 2. Values of the audit log

-- Events of applications, of their certificates and of the drafts that paid for them; other records keep nobody's money or paper.
create function audit_personal_values__needed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kind text;
  record uuid;
  applications uuid[];
begin
  select record_type, record_id::uuid into kind, record from audit_events
   where sequence = old.sequence and record_type in ('application', 'certificate', 'demand_draft') and record_id ~ '^[0-9a-f-]{36}$';
  applications := case kind
    when 'application' then array[record]
    when 'certificate' then array(select application_id from certificates where id = record)
    when 'demand_draft' then
      array(select distinct h.application_id from allocations a join charges h on h.id = a.charge_id where a.demand_draft_id = record)
  end;
  if exists (select from unnest(applications) as needed (id) where not application_may_be_forgotten(needed.id))
     or exists (select from demand_drafts where kind = 'demand_draft' and id = record and state <> 'realised' and replaced_by is null) then
    raise exception 'the values of event % are needed until the application is settled, and a year longer', old.sequence
      using errcode = 'check_violation', constraint = 'audit_personal_values__needed';
  end if;
  return old;
end $$;
create trigger audit_personal_values__needed before delete on audit_personal_values
  for each row execute function audit_personal_values__needed();
