-- Slips with which drafts are carried to the bank.
create table deposit_slips (
  id            uuid primary key,
  slip_number   integer not null,
  state         text not null default 'prepared',
  account       text not null,
  bank_branch   text not null,
  college_id    uuid references colleges,
  prepared_by   uuid not null references staff,
  prepared_at   timestamptz not null,
  deposited_on  date,
  deposited_by  uuid references staff,
  deposited_at  timestamptz,
  cancelled_by  uuid references staff,
  cancelled_at  timestamptz,
  version       integer not null default 1,
  constraint deposit_slips__number_unique unique (slip_number),
  constraint deposit_slips__state_known check (state in ('prepared', 'deposited', 'cancelled')),
  constraint deposit_slips__deposited_is_signed check (
    (state = 'deposited') = (deposited_on is not null)
    and (deposited_on is null) = (deposited_by is null) and (deposited_on is null) = (deposited_at is null)
  ),
  constraint deposit_slips__cancelled_is_signed check (
    (state = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancelled_by is null)
  ),
  constraint deposit_slips__deposited_in_time check (
    deposited_on between (prepared_at at time zone 'Asia/Kolkata')::date and (deposited_at at time zone 'Asia/Kolkata')::date
  )
);
comment on column deposit_slips.slip_number is 'Gapless, from number_counters. The total is the sum of the drafts that name the slip.';
comment on column deposit_slips.college_id is 'The one college whose drafts it carries; null when they are of several.';
create index deposit_slips__newest on deposit_slips (prepared_at desc, id desc);
create index deposit_slips__college_newest on deposit_slips (college_id, prepared_at desc, id desc);

alter table demand_drafts
  add column deposit_slip_id    uuid references deposit_slips,
  add column realised_on        date,
  add column realised_by        uuid references staff,
  add column realised_at        timestamptz,
  add column return_reason      text,
  add column return_remark      text,
  add column returned_by        uuid references staff,
  add column returned_at        timestamptz,
  add column stale_at           timestamptz,
  add column revalidated_until  date,
  add column revalidated_by     uuid references staff,
  add column revalidated_at     timestamptz,
  add column replaced_by        uuid references demand_drafts,
  add column replaced_at        timestamptz,
  add column refunded_amount    integer not null default 0,
  -- RBI/2011-12/251: three months from its date, unless its bank made it valid for longer.
  add column valid_until        date not null generated always as (coalesce(revalidated_until, (drawn_on + interval '3 months')::date)) stored,
  add column balance            integer not null generated always as (amount - allocated_amount - refunded_amount) stored,
  add column pays               boolean not null generated always as (state <> 'returned_by_bank' and replaced_by is null) stored,
  add column search_text        text not null generated always as (lower(number || E'\n' || bank || E'\n' || branch)) stored,
  drop constraint demand_drafts__not_over_allocated,
  add constraint demand_drafts__not_over_allocated
    check (allocated_amount >= 0 and refunded_amount >= 0 and allocated_amount + refunded_amount <= amount),
  add constraint demand_drafts__deposited_on_slip check (state not in ('deposited', 'realised') or deposit_slip_id is not null),
  add constraint demand_drafts__stale_on_no_slip check (state <> 'stale' or deposit_slip_id is null),
  add constraint demand_drafts__realised_is_signed check (
    (state <> 'realised' or realised_on is not null)
    and (realised_on is null) = (realised_by is null) and (realised_on is null) = (realised_at is null)
  ),
  add constraint demand_drafts__not_realised_later check (realised_on <= (realised_at at time zone 'Asia/Kolkata')::date),
  add constraint demand_drafts__return_reason_known
    check (return_reason in ('signature', 'payee_mismatch', 'stale', 'mutilated', 'forged', 'stopped', 'other')),
  add constraint demand_drafts__returned_is_signed check (
    (state = 'returned_by_bank') = (return_reason is not null)
    and (return_reason is null) = (returned_by is null) and (return_reason is null) = (returned_at is null)
  ),
  add constraint demand_drafts__stale_is_dated check (state <> 'stale' or stale_at is not null),
  add constraint demand_drafts__revalidated_is_signed
    check ((revalidated_until is null) = (revalidated_by is null) and (revalidated_until is null) = (revalidated_at is null)),
  add constraint demand_drafts__replaced_was_unusable check (replaced_by is null or state in ('returned_by_bank', 'stale')),
  add constraint demand_drafts__replaced_by_another check (replaced_by <> id),
  add constraint demand_drafts__replaced_is_dated check ((replaced_by is null) = (replaced_at is null));
comment on column demand_drafts.pays is 'Whether its allocations count as paid: not after the bank returned it or another draft took its place.';
comment on column demand_drafts.valid_until is 'The last day on which it can be deposited.';
comment on column demand_drafts.balance is 'Whole rupees that neither pay for an application nor were refunded.';

drop index demand_drafts__college;
create index demand_drafts__newest on demand_drafts (received_at desc, id desc);
create index demand_drafts__college_newest on demand_drafts (college_id, received_at desc, id desc);
create index demand_drafts__state_newest on demand_drafts (state, received_at desc, id desc);
create index demand_drafts__number on demand_drafts (number, id);
create index demand_drafts__amount on demand_drafts (amount, id);
create index demand_drafts__validity on demand_drafts (valid_until, id);
create index demand_drafts__in_hand on demand_drafts (valid_until, id) where state = 'received';
create index demand_drafts__with_balance on demand_drafts (received_at desc, id desc)
  where balance > 0 and state in ('received', 'deposited', 'realised');
create index demand_drafts__slip on demand_drafts (deposit_slip_id) where deposit_slip_id is not null;
create index demand_drafts__replacement on demand_drafts (replaced_by) where replaced_by is not null;
create index demand_drafts__search on demand_drafts using gin (search_text gin_trgm_ops);

-- The face is fixed once it is received, and the states follow each other as PRODUCT.md section 3 has them.
create function demand_drafts__check_change() returns trigger language plpgsql as $$
begin
  if (new.bank, new.branch, new.number, new.drawn_on, new.amount, new.college_id, new.received_by, new.received_at)
     is distinct from (old.bank, old.branch, old.number, old.drawn_on, old.amount, old.college_id, old.received_by, old.received_at) then
    raise exception 'what stands on a draft does not change' using errcode = 'check_violation', constraint = 'demand_drafts__face_is_fixed';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('received', 'deposited'), ('deposited', 'realised'), ('received', 'stale'), ('stale', 'received'),
    ('received', 'returned_by_bank'), ('deposited', 'returned_by_bank'), ('realised', 'returned_by_bank'), ('stale', 'returned_by_bank')
  ) then
    raise exception 'a draft that is % does not become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'demand_drafts__state_follows';
  end if;
  if old.state = 'stale' and new.state = 'received'
     and (new.revalidated_until is null or new.revalidated_until <= old.valid_until) then
    raise exception 'only its bank makes a stale draft valid again' using errcode = 'check_violation', constraint = 'demand_drafts__revalidated_for_longer';
  end if;
  if old.state <> 'received' and new.deposit_slip_id is distinct from old.deposit_slip_id then
    raise exception 'a deposited draft stays on its slip' using errcode = 'check_violation', constraint = 'demand_drafts__slip_is_fixed';
  end if;
  if old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by then
    raise exception 'a draft is replaced once' using errcode = 'check_violation', constraint = 'demand_drafts__replaced_once';
  end if;
  return new;
end $$;
create trigger demand_drafts__check_change before update on demand_drafts
  for each row execute function demand_drafts__check_change();

-- Slip and drafts change in statements of their own, so that their agreement is asked at the end.
create function demand_drafts__check_slip() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when slip.state = 'cancelled' or (slip.state = 'prepared') <> (draft.state = 'received') then 'demand_drafts__stands_as_its_slip'
           when slip.deposited_on > draft.valid_until then 'demand_drafts__deposited_while_valid'
           when draft.realised_on < slip.deposited_on then 'demand_drafts__realised_after_deposit'
         end
    into fault
    from (select new.id union all select id from demand_drafts where deposit_slip_id = new.id) as changed
    join demand_drafts draft using (id)
    join deposit_slips slip on slip.id = draft.deposit_slip_id
   order by 1
   limit 1;
  if fault is not null then
    raise exception 'a draft and its deposit slip disagree' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create constraint trigger demand_drafts__check_slip after update of state, deposit_slip_id, realised_on on demand_drafts
  deferrable initially deferred for each row when (new.deposit_slip_id is not null) execute function demand_drafts__check_slip();
create constraint trigger deposit_slips__check_drafts after update on deposit_slips
  deferrable initially deferred for each row execute function demand_drafts__check_slip();

create table refunds (
  id               uuid primary key,
  demand_draft_id  uuid not null references demand_drafts,
  amount           integer not null,
  paid_to          text not null,
  reference        text not null,
  refunded_by      uuid not null references staff,
  refunded_at      timestamptz not null,
  constraint refunds__amount_positive check (amount > 0),
  constraint refunds__paid_to_present check (btrim(paid_to) <> ''),
  constraint refunds__reference_present check (btrim(reference) <> '')
);
comment on table refunds is 'Money of a realised draft that went back to whoever paid it. Never changed: the application role may only add.';
create index refunds__draft on refunds (demand_draft_id);

create function refunds__carry_sum() returns trigger language plpgsql as $$
begin
  perform from demand_drafts where id = new.demand_draft_id and state = 'realised' for update;
  if not found then
    raise exception 'only the money of a realised draft can be refunded' using errcode = 'check_violation', constraint = 'refunds__of_realised_draft';
  end if;
  update demand_drafts d
     set refunded_amount = (select sum(r.amount) from refunds r where r.demand_draft_id = d.id)
   where d.id = new.demand_draft_id;
  return null;
end $$;
alter function refunds__carry_sum() security definer;
alter function refunds__carry_sum() set search_path = public, pg_temp;
create trigger refunds__carry_sum after insert on refunds
  for each row execute function refunds__carry_sum();

-- As before, but what an application is paid is asked of `pays`, and a draft that cannot pay takes no allocation.
create or replace function allocations__carry_sums() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  draft uuid := coalesce(new.demand_draft_id, old.demand_draft_id);
  application uuid := coalesce(new.application_id, old.application_id);
begin
  -- Locked in statements of their own: each sum below then sees what a colleague committed while we waited.
  perform from applications where id = application for update;
  perform from demand_drafts where id = draft for update;
  if tg_op <> 'DELETE' and exists (select from demand_drafts where id = draft and state in ('returned_by_bank', 'stale')) then
    raise exception 'a returned or stale draft pays nothing new' using errcode = 'check_violation', constraint = 'allocations__of_usable_draft';
  end if;
  update demand_drafts d
     set allocated_amount = (select coalesce(sum(a.amount), 0) from allocations a where a.demand_draft_id = d.id)
   where d.id = draft;
  update applications p
     set paid_amount = (select coalesce(sum(a.amount), 0) from allocations a join demand_drafts d on d.id = a.demand_draft_id
                         where a.application_id = p.id and d.pays)
   where p.id = application;
  return null;
end $$;

-- What a draft paid counts for the applications as long as it pays.
create function demand_drafts__carry_paid() returns trigger language plpgsql as $$
begin
  perform from applications where id in (select application_id from allocations where demand_draft_id = new.id) order by id for update;
  update applications p
     set paid_amount = (select coalesce(sum(a.amount), 0) from allocations a join demand_drafts d on d.id = a.demand_draft_id
                         where a.application_id = p.id and d.pays)
   where p.id in (select application_id from allocations where demand_draft_id = new.id);
  return null;
end $$;
alter function demand_drafts__carry_paid() security definer;
alter function demand_drafts__carry_paid() set search_path = public, pg_temp;
create trigger demand_drafts__carry_paid after update of state, replaced_by on demand_drafts
  for each row when (old.pays <> new.pays) execute function demand_drafts__carry_paid();

comment on column applications.paid_amount is 'Whole rupees: the sum of the allocations of drafts that pay (demand_drafts.pays), kept by trigger.';

-- The dashboard's revenue is that of the drafts that pay.
drop trigger allocations__note_insert on allocations;
drop trigger allocations__note_update on allocations;
drop trigger allocations__note_delete on allocations;
drop trigger demand_drafts__note_update on demand_drafts;
create trigger allocations__note_insert after insert on allocations referencing new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.pays
       cross join lateral (values ('revenue', draft.college_id, changed.allocated_at, changed.amount)) as part (measure, college_id, at, amount) $$);
create trigger allocations__note_update after update on allocations referencing old table as old_rows new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.pays
       cross join lateral (values ('revenue', draft.college_id, changed.allocated_at, changed.amount)) as part (measure, college_id, at, amount) $$);
create trigger allocations__note_delete after delete on allocations referencing old table as old_rows
  for each statement execute function dashboard__note_changes(
    $$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.pays
       cross join lateral (values ('revenue', draft.college_id, changed.allocated_at, changed.amount)) as part (measure, college_id, at, amount) $$);
create trigger demand_drafts__note_update after update on demand_drafts referencing old table as old_rows new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ join allocations on allocations.demand_draft_id = changed.id and changed.pays
       cross join lateral (values ('revenue', changed.college_id, allocations.allocated_at, allocations.amount)) as part (measure, college_id, at, amount) $$);

-- Registration numbers are the same in any spelling of their letters, as in the student master.
alter table applications drop constraint applications__one_per_certificate;
create unique index applications__one_per_certificate on applications (college_id, lower(registration_number), course_id, certificate_type);

-- Whoever records that a draft came back may have received the application: that is no decision on their own work.
alter table applications add column rejection_cause text;
update applications set rejection_cause = 'fee_short' where rejected_by is not null;
alter table applications
  add constraint applications__rejection_cause_known check (rejection_cause in ('fee_short', 'draft_returned', 'draft_replaced')),
  add constraint applications__rejected_has_cause check (status <> 'rejected' or rejection_cause is not null),
  drop constraint applications__rejected_by_another,
  add constraint applications__rejected_by_another check (rejected_by is null or rejected_by <> received_by or rejection_cause <> 'fee_short');

alter table certificates add column withheld_at timestamptz;
comment on column certificates.withheld_at is 'Set while its application is not verified any more, because a draft that paid came back.';
create index certificates__withheld on certificates (withheld_at desc, id desc) where withheld_at is not null;

create function certificates__refuse_withheld() returns trigger language plpgsql as $$
begin
  raise exception 'a withheld certificate is neither printed nor handed over'
    using errcode = 'check_violation', constraint = 'certificates__withheld_not_issued';
end $$;
create trigger certificates__refuse_withheld before update of state on certificates for each row
  when (new.withheld_at is not null and old.state <> new.state and new.state in ('in_run', 'handed_over'))
  execute function certificates__refuse_withheld();

-- Application and certificate change in statements of their own, so that their agreement is asked at the end.
create function certificates__check_withheld() returns trigger language plpgsql as $$
begin
  if exists (
    select from certificates c join applications p on p.id = c.application_id
     where (c.id = new.id or c.application_id = new.id) and c.state <> 'revoked' and (p.status = 'verified') = (c.withheld_at is not null)
  ) then
    raise exception 'a certificate is withheld exactly while its application is not verified'
      using errcode = 'check_violation', constraint = 'certificates__withheld_unless_verified';
  end if;
  return null;
end $$;
create constraint trigger certificates__check_withheld after update of withheld_at on certificates
  deferrable initially deferred for each row execute function certificates__check_withheld();
create constraint trigger applications__check_withheld after update of status on applications
  deferrable initially deferred for each row when (old.status <> new.status) execute function certificates__check_withheld();

grant select, insert, update on deposit_slips to dikshant_app;
grant select, insert on refunds to dikshant_app;
grant update (
  deposit_slip_id, realised_on, realised_by, realised_at, return_reason, return_remark, returned_by, returned_at, stale_at,
  revalidated_until, revalidated_by, revalidated_at, replaced_by, replaced_at
) on demand_drafts to dikshant_app;
grant update (rejection_cause) on applications to dikshant_app;
