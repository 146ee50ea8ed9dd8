-- Some certificates are signed by hand: their sheets go out in batches to the office that signs, come back, and only then leave the
-- house.

alter table certificate_types
  add column signed_by text,
  add constraint certificate_types__signed_by_known check (signed_by in ('printed', 'hand'));
comment on column certificate_types.signed_by is 'Null is printed: the sheet shows pictures of the signatures.';

create table signing_batches (
  id            uuid primary key,
  batch_number  integer not null,
  college_id    uuid references colleges,
  office        text not null,
  carried_by    text not null,
  sent_by       uuid not null references staff,
  sent_at       timestamptz not null,
  constraint signing_batches__number_unique unique (batch_number),
  constraint signing_batches__office_present check (btrim(office) <> ''),
  constraint signing_batches__carrier_present check (btrim(carried_by) <> '')
);
comment on table signing_batches is 'Sheets that somebody carried to an office for its signature. Never changed; what came back stands with each sheet.';
comment on column signing_batches.batch_number is 'Gapless, from number_counters.';
comment on column signing_batches.college_id is 'The one college whose certificates it has; null when they are of several.';
create index signing_batches__newest on signing_batches (sent_at desc, id desc);
create index signing_batches__college_newest on signing_batches (college_id, sent_at desc, id desc);

create table signing_batch_sheets (
  signing_batch_id  uuid not null references signing_batches,
  sheet_id          uuid not null references sheets,
  outcome           text,
  remark            text,
  back_at           timestamptz,
  back_by           uuid references staff,
  constraint signing_batch_sheets__once primary key (signing_batch_id, sheet_id),
  constraint signing_batch_sheets__outcome_known check (outcome in ('signed', 'unsigned', 'damaged')),
  constraint signing_batch_sheets__outcome_is_signed check ((outcome is null) = (back_at is null) and (outcome is null) = (back_by is null)),
  constraint signing_batch_sheets__damaged_has_remark check (
    (outcome is not distinct from 'damaged') = (remark is not null) and btrim(remark) <> ''
  )
);
comment on column signing_batch_sheets.outcome is 'Null while it is out. What came back unsigned waits for another batch; a damaged one until its copy is cancelled.';
-- It is out once at a time, and never again once it is signed or damaged.
create unique index signing_batch_sheets__out_once on signing_batch_sheets (sheet_id) where outcome is distinct from 'unsigned';

-- The sheet is locked, so that nobody cancels it meanwhile.
create function signing_batch_sheets__check_sheet() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when not sheet.is_valid then 'signing_batch_sheets__of_valid_copy'
           when not facts @> '{"isSignedByHand": true}' then 'signing_batch_sheets__signed_by_hand'
         end
    into fault
    from sheets sheet join sheet_facts on sheet_id = sheet.id
   where sheet.id = new.sheet_id
     for share of sheet;
  if fault is not null then
    raise exception 'this sheet is not sent for signature' using errcode = 'check_violation', constraint = fault;
  end if;
  return new;
end $$;
create trigger signing_batch_sheets__check_sheet before insert on signing_batch_sheets
  for each row execute function signing_batch_sheets__check_sheet();

create function signing_batch_sheets__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what came back is recorded once' using errcode = 'check_violation', constraint = 'signing_batch_sheets__back_once';
end $$;
create trigger signing_batch_sheets__refuse_change before update on signing_batch_sheets
  for each row when (old.outcome is not null) execute function signing_batch_sheets__refuse_change();

grant select, insert on signing_batches to dikshant_app;
grant select, insert (signing_batch_id, sheet_id), update (outcome, remark, back_at, back_by) on signing_batch_sheets to dikshant_app;

-- A sheet says how it is signed, as its type has it; a reprint of unchanged data as the copy before it.
create function sheets__signed_as_its_type() returns trigger language plpgsql as $$
begin
  if exists (
    select from bound s
      join sheet_facts f on f.sheet_id = s.id
      join certificates c on c.id = s.certificate_id
      join applications p on p.id = c.application_id
      join certificate_types t on t.name = p.certificate_type
     where f.facts @> '{"isSignedByHand": true}' <> (t.signed_by is not distinct from 'hand')
       and not exists (
         select from sheets earlier join sheet_facts had on had.sheet_id = earlier.id
          where earlier.certificate_id = s.certificate_id and earlier.is_valid
            and had.facts @> '{"isSignedByHand": true}' = f.facts @> '{"isSignedByHand": true}')
  ) then
    raise exception 'the certificates of this type are signed otherwise'
      using errcode = 'check_violation', constraint = 'sheets__signed_as_its_type';
  end if;
  return null;
end $$;
create trigger sheets__signed_as_its_type after insert on sheets referencing new table as bound
  for each statement execute function sheets__signed_as_its_type();

create index sheet_facts__signed_by_hand on sheet_facts (sheet_id) where facts @> '{"isSignedByHand": true}';

-- What is out is in nobody's hand here: it is neither cancelled nor bound again. It can be superseded or revoked, and comes back all the same.
create function sheets__not_while_out() returns trigger language plpgsql as $$
begin
  if exists (select from signing_batch_sheets where sheet_id = new.id and outcome is null) then
    raise exception 'this sheet is out for its signature'
      using errcode = 'check_violation', constraint = 'sheets__not_while_out';
  end if;
  return new;
end $$;
create trigger sheets__not_while_out before update on sheets for each row
  when (old.outcome is distinct from new.outcome or old.cancelled_at is distinct from new.cancelled_at)
  execute function sheets__not_while_out();

create function hand_overs__check_signature() returns trigger language plpgsql as $$
begin
  if exists (select from sheet_facts where sheet_id = new.sheet_id and facts @> '{"isSignedByHand": true}')
     and not exists (select from signing_batch_sheets where sheet_id = new.sheet_id and outcome = 'signed') then
    raise exception 'this sheet is not signed' using errcode = 'check_violation', constraint = 'hand_overs__signed_by_hand';
  end if;
  return new;
end $$;
create trigger hand_overs__check_signature before insert on hand_overs
  for each row execute function hand_overs__check_signature();

-- The custody ledger knows the way out and back; the sheet stays what its run made of it.
alter table custody_acts
  drop constraint custody_acts__act_known,
  add constraint custody_acts__act_known check (
    act in ('received', 'issued', 'returned', 'bound', 'withdrawn', 'printed', 'taken_back', 'sent_for_signature',
            'back_from_signature', 'cancelled', 'spoilt', 'destroyed', 'missing', 'found')
  );
alter table blank_movements
  drop constraint blank_movements__act_allows,
  add constraint blank_movements__act_allows check (
    case act
      when 'received' then from_state is null and to_state = 'in_store'
      when 'issued' then coalesce(from_state, '') = 'in_store' and to_state = 'issued'
      when 'returned' then (coalesce(from_state, '') = 'issued' and to_state = 'in_store')
        or (coalesce(from_state, '') = 'spoilt' and to_state = 'spoilt' and from_holder is not null and to_holder is null)
      when 'bound' then coalesce(from_state, '') in ('in_store', 'issued') and to_state = 'bound'
      when 'withdrawn' then coalesce(from_state, '') = 'bound' and to_state in ('in_store', 'issued')
      when 'printed' then coalesce(from_state, '') = 'bound' and to_state = 'printed'
      -- Only from where the outcome left it: a spoilt sheet that was returned to the store is no longer at the printer.
      when 'taken_back' then to_state = 'bound' and (
        coalesce(from_state, '') = 'missing' or (coalesce(from_state, '') = 'spoilt' and from_holder is not null)
        or (coalesce(from_state, '') = 'printed' and from_run = to_run))
      when 'sent_for_signature' then coalesce(from_state, '') = 'printed' and to_state = 'printed' and from_run = to_run
      when 'back_from_signature' then coalesce(from_state, '') = 'printed' and to_state = 'printed' and from_run = to_run
      when 'cancelled' then coalesce(from_state, '') = 'printed' and to_state = 'spoilt'
      when 'spoilt' then coalesce(from_state, '') in ('in_store', 'issued', 'bound') and to_state = 'spoilt'
      when 'destroyed' then coalesce(from_state, '') = 'spoilt' and to_state = 'destroyed'
      when 'missing' then coalesce(from_state, '') in ('in_store', 'issued', 'spoilt', 'bound') and to_state = 'missing'
      when 'found' then coalesce(from_state, '') = 'missing' and to_state in ('in_store', 'spoilt')
      else false
    end
  );
