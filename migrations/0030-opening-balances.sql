-- What a university has on its first day: blanks in the store or with a person, and drafts in hand. Both come by a Bulk Upload
-- (docs/decisions/0064), before the first application; afterwards a delivery is received and a draft is brought.

alter table imports add column new_total bigint;
comment on column imports.new_total is 'What the new rows add up to, in sheets or rupees; null of kinds that add up to nothing.';

alter table blank_receipts
  add column opening_import_id uuid references imports,
  add constraint blank_receipts__opening_is_approved check (opening_import_id is null or approved_by is not null);
comment on column blank_receipts.opening_import_id is 'The upload of opening balances that it came by; null of a delivery.';

alter table demand_drafts
  add column opening_import_id uuid references imports,
  add column allocated_before integer not null default 0,
  add constraint demand_drafts__used_before_opening check (
    allocated_before between 0 and amount and (allocated_before = 0 or opening_import_id is not null)
  );
comment on column demand_drafts.opening_import_id is 'The upload of opening balances that it came by; null of a draft that was brought to the counter.';
comment on column demand_drafts.allocated_before is 'What it paid for before the portal: part of allocated_amount, and of no allocation.';

-- The sum of allocations is written by whoever knows them; what was allocated before belongs to it.
create function demand_drafts__carry_before() returns trigger language plpgsql as $$
begin
  new.allocated_amount := new.allocated_amount + new.allocated_before;
  return new;
end $$;
create trigger demand_drafts__carry_before before insert or update of allocated_amount on demand_drafts
  for each row when (new.allocated_before > 0) execute function demand_drafts__carry_before();

-- Opening balances are of their upload, while that is being written, and of no other day than the first. The argument is the kind.
create function opening_balances__check() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when (i.kind, i.state) is distinct from (tg_argv[0], 'committing') then tg_table_name || '__opening_is_uploaded'
           when exists (select from applications) then tg_table_name || '__opening_before_applications'
         end
    into fault
    from (select distinct opening_import_id from new_rows where opening_import_id is not null) as opened
    left join imports i on i.id = opened.opening_import_id
   order by 1
   limit 1;
  if fault is not null then
    raise exception 'opening balances are uploaded before the first application' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create trigger blank_receipts__opening_check after insert on blank_receipts referencing new table as new_rows
  for each statement execute function opening_balances__check('opening_blanks');
create trigger demand_drafts__opening_check after insert on demand_drafts referencing new table as new_rows
  for each statement execute function opening_balances__check('opening_drafts');

create function blank_receipts__opening_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a delivery never becomes an opening balance'
    using errcode = 'check_violation', constraint = 'blank_receipts__opening_stays';
end $$;
create trigger blank_receipts__opening_stays before update on blank_receipts
  for each row when (old.opening_import_id is distinct from new.opening_import_id) execute function blank_receipts__opening_stays();

-- One administrator sets a university up alone; whoever confirmed the upload signs for its blanks.
drop trigger blank_receipts__approved_by_another on blank_receipts;
create trigger blank_receipts__approved_by_another before insert or update of approved_by, approved_at on blank_receipts
  for each row when (new.opening_import_id is null) execute function receipts__approved_by_another();

-- The first application waits until the balances are written, and the other way round. Only the owner may lock these tables.
create function opening_balances__lock(kind text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table applications in share mode;
  case kind
    when 'opening_blanks' then lock table blank_receipts in share row exclusive mode;
    when 'opening_drafts' then lock table demand_drafts in share row exclusive mode;
  end case;
end $$;
revoke all on function opening_balances__lock(text) from public;
grant execute on function opening_balances__lock(text) to dikshant_app;
