-- Names of equal serial prefixes beside ranges of numbers in one exclusion constraint.
create extension if not exists btree_gist;

alter table files drop constraint files__kind_known;
alter table files add constraint files__kind_known check (kind in ('photo', 'receipt', 'invoice'));

alter table papers
  add column warn_below integer not null default 100,
  add column version integer not null default 1,
  add constraint papers__warn_below_not_negative check (warn_below >= 0);
comment on column papers.warn_below is 'Fewer sheets than this in store or issued, and the stock screens and the print room are warned.';

-- A delivery: `total` is what the invoice says, `received` what came, and what was not rejected is accepted.
alter table blank_receipts
  add column received_quantity integer,
  add column rejected_serials integer[] not null default '{}',
  add column received_at timestamptz,
  add column corrected_by uuid references staff,
  add column invoice_file_id uuid references files,
  add column version integer not null default 1;
update blank_receipts
   set received_quantity = total_quantity, received_at = coalesce(approved_at, (received_on + time '12:00') at time zone 'Asia/Kolkata');
alter table blank_receipts
  alter column received_quantity set not null,
  alter column received_at set not null,
  drop constraint blank_receipts__quantity_is_range,
  add constraint blank_receipts__received_within_total check (received_quantity <= total_quantity),
  add constraint blank_receipts__quantity_is_range check (
    received_quantity - rejected_quantity = last_serial - first_serial + 1 - cardinality(rejected_serials)
  ),
  add constraint blank_receipts__rejected_serials_counted check (rejected_quantity >= cardinality(rejected_serials)),
  add constraint blank_receipts__rejected_serials_in_range check (
    first_serial <= all (rejected_serials) and last_serial >= all (rejected_serials)
  ),
  add constraint blank_receipts__approved_by_no_corrector check (approved_by is null or approved_by is distinct from corrected_by),
  add constraint blank_receipts__serials_once exclude using gist (
    serial_prefix with =, int4range(first_serial, last_serial, '[]') with &&
  );
comment on column blank_receipts.rejected_serials is 'Numbers within the range that went back to the vendor: no blanks come of them.';
create index blank_receipts__newest on blank_receipts (received_at desc, id desc);

-- Why custody changed: one row for each act of a person, whatever number of blanks it moved.
create table custody_acts (
  id            uuid primary key,
  act           text not null,
  paper_id      uuid not null references papers,
  acted_by      uuid not null references staff,
  witnessed_by  uuid references staff,
  acted_at      timestamptz not null,
  remark        text,
  request_id    text not null,
  constraint custody_acts__act_known check (
    act in ('received', 'issued', 'returned', 'bound', 'printed', 'spoilt', 'destroyed', 'missing', 'found')
  ),
  -- Vietnam, Circular 21/2019: spoilt blanks are destroyed by several persons with a signed record.
  constraint custody_acts__destroyed_by_two check (act <> 'destroyed' or (witnessed_by is not null and witnessed_by <> acted_by)),
  constraint custody_acts__reason_given check (act not in ('spoilt', 'destroyed', 'missing', 'found') or btrim(remark) <> '')
);
create index custody_acts__newest on custody_acts (acted_at desc, id desc);

alter table blanks
  add column number integer,
  add column held_by uuid references staff,
  add column print_run_id uuid references print_runs,
  add column custody_act_id uuid references custody_acts;

-- What the books knew before there was a ledger is replayed into it further below.
create temporary table known_states on commit drop as select id, state from blanks;
update blanks set number = right(serial, 6)::integer, state = 'in_store';
insert into custody_acts (id, act, paper_id, acted_by, acted_at, request_id)
select r.id, 'received', r.paper_id, r.approved_by, r.approved_at, 'before the ledger' from blank_receipts r where r.approved_by is not null;
update blanks set custody_act_id = blank_receipt_id;

alter table blanks
  alter column number set not null,
  alter column custody_act_id set not null,
  add constraint blanks__number_once unique (blank_receipt_id, number),
  drop constraint blanks__state_known,
  add constraint blanks__state_known check (state in ('in_store', 'issued', 'bound', 'printed', 'spoilt', 'destroyed', 'missing')),
  add constraint blanks__one_holder check (
    case state
      when 'issued' then held_by is not null and print_run_id is null
      when 'spoilt' then print_run_id is null
      when 'bound' then held_by is null and print_run_id is not null
      when 'printed' then held_by is null and print_run_id is not null
      else held_by is null and print_run_id is null
    end
  );
comment on table blanks is 'One row for each numbered sheet, in exactly one state with exactly one holder: a person, the print run that it is bound to, or else the store. For every delivery accepted = the sum over the states, at every moment.';
comment on column blanks.custody_act_id is 'The act that brought the sheet into this state; the trigger writes the movement of it.';
drop index blanks__in_store;
create index blanks__at_hand on blanks (paper_id, state, serial) where state in ('in_store', 'issued', 'spoilt');
create index blanks__held on blanks (held_by, paper_id) where held_by is not null;

create table blank_movements (
  id                bigint generated always as identity primary key,
  custody_act_id    uuid not null references custody_acts,
  act               text not null,
  blank_receipt_id  uuid not null references blank_receipts,
  first_number      integer not null,
  last_number       integer not null,
  quantity          integer not null generated always as (last_number - first_number + 1) stored,
  from_state        text,
  to_state          text not null,
  from_holder       uuid references staff,
  to_holder         uuid references staff,
  from_run          uuid references print_runs,
  to_run            uuid references print_runs,
  constraint blank_movements__numbers_ordered check (first_number <= last_number),
  constraint blank_movements__act_allows check (
    case act
      when 'received' then from_state is null and to_state = 'in_store'
      when 'issued' then coalesce(from_state, '') = 'in_store' and to_state = 'issued'
      when 'returned' then (coalesce(from_state, '') = 'issued' and to_state = 'in_store')
        or (coalesce(from_state, '') = 'spoilt' and to_state = 'spoilt' and from_holder is not null and to_holder is null)
      when 'bound' then coalesce(from_state, '') in ('in_store', 'issued') and to_state = 'bound'
      when 'printed' then coalesce(from_state, '') = 'bound' and to_state = 'printed'
      when 'spoilt' then coalesce(from_state, '') in ('in_store', 'issued', 'bound') and to_state = 'spoilt'
      when 'destroyed' then coalesce(from_state, '') = 'spoilt' and to_state = 'destroyed'
      when 'missing' then coalesce(from_state, '') in ('in_store', 'issued', 'spoilt') and to_state = 'missing'
      when 'found' then coalesce(from_state, '') = 'missing' and to_state in ('in_store', 'spoilt')
      else false
    end
  )
);
comment on table blank_movements is 'The custody ledger, append-only: consecutive serials that moved alike are one row. Only the triggers of blanks write it.';
create index blank_movements__serials on blank_movements (blank_receipt_id, first_number, last_number);
create index blank_movements__act on blank_movements (custody_act_id);

-- A blank cannot change its state or holder without a movement, because the statement that changes it writes that.
create function blanks__enter() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into blank_movements (custody_act_id, act, blank_receipt_id, first_number, last_number, from_state, to_state)
  select custody_act_id, act, blank_receipt_id, min(number), max(number), null, state
    from (select e.custody_act_id, a.act, e.blank_receipt_id, e.number, e.state,
                 e.number - row_number() over (partition by e.custody_act_id, e.blank_receipt_id, e.state order by e.number) as island
            from entered e join custody_acts a on a.id = e.custody_act_id) numbered
   group by custody_act_id, act, blank_receipt_id, state, island
   order by min(number);
  return null;
end $$;
create trigger blanks__enter after insert on blanks referencing new table as entered
  for each statement execute function blanks__enter();

create function blanks__move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from before b join after a using (id)
     where a.custody_act_id = b.custody_act_id
       and (a.state, a.held_by, a.print_run_id) is distinct from (b.state, b.held_by, b.print_run_id)
  ) then
    raise exception 'a blank changed its state or holder without an act'
      using errcode = 'check_violation', constraint = 'blanks__moved_by_an_act';
  end if;
  insert into blank_movements (
    custody_act_id, act, blank_receipt_id, first_number, last_number, from_state, to_state, from_holder, to_holder, from_run, to_run
  )
  select custody_act_id, act, blank_receipt_id, min(number), max(number), from_state, to_state, from_holder, to_holder, from_run, to_run
    from (select a.custody_act_id, c.act, a.blank_receipt_id, a.number, b.state as from_state, a.state as to_state,
                 b.held_by as from_holder, a.held_by as to_holder, b.print_run_id as from_run, a.print_run_id as to_run,
                 a.number - row_number() over (
                   partition by a.custody_act_id, a.blank_receipt_id, b.state, a.state, b.held_by, a.held_by, b.print_run_id, a.print_run_id
                   order by a.number
                 ) as island
            from before b join after a using (id) join custody_acts c on c.id = a.custody_act_id
           where a.custody_act_id <> b.custody_act_id) numbered
   group by custody_act_id, act, blank_receipt_id, from_state, to_state, from_holder, to_holder, from_run, to_run, island
   order by min(number);
  return null;
end $$;
create trigger blanks__move after update on blanks referencing old table as before new table as after
  for each statement execute function blanks__move();

insert into blank_movements (custody_act_id, act, blank_receipt_id, first_number, last_number, to_state)
select id, 'received', id, first_serial, last_serial, 'in_store' from blank_receipts where approved_by is not null;
insert into custody_acts (id, act, paper_id, acted_by, acted_at, request_id)
select id, 'bound', paper_id, operator_id, prepared_at, 'before the ledger' from print_runs;
update blanks set state = 'bound', print_run_id = s.print_run_id, custody_act_id = s.print_run_id
  from sheets s where s.blank_id = blanks.id;
insert into custody_acts (id, act, paper_id, acted_by, acted_at, remark, request_id)
select s.id, case s.outcome when 'good' then 'printed' else 'spoilt' end, r.paper_id, s.outcome_by, s.outcome_at, s.spoil_reason, 'before the ledger'
  from sheets s join print_runs r on r.id = s.print_run_id where s.outcome is not null;
update blanks
   set state = k.state, custody_act_id = s.id,
       held_by = case s.outcome when 'spoilt' then r.operator_id end,
       print_run_id = case s.outcome when 'good' then r.id end
  from sheets s join print_runs r on r.id = s.print_run_id, known_states k
 where s.blank_id = blanks.id and k.id = blanks.id and s.outcome is not null;

-- Spoilt sheets that are to be destroyed: put together by one witness, destroyed once the second one signs.
create table destructions (
  id              uuid primary key,
  paper_id        uuid not null references papers,
  method          text not null,
  destroyed_on    date not null,
  remarks         text not null,
  first_witness   uuid not null references staff,
  first_at        timestamptz not null,
  second_witness  uuid references staff,
  second_at       timestamptz,
  version         integer not null default 1,
  constraint destructions__method_known check (method in ('Shredded', 'Burnt', 'Pulped')),
  constraint destructions__two_witnesses check (second_witness is null or second_witness <> first_witness),
  constraint destructions__second_complete check ((second_witness is null) = (second_at is null))
);
create table destruction_blanks (
  blank_id        uuid not null references blanks,
  destruction_id  uuid not null references destructions on delete cascade,
  constraint destruction_blanks__once primary key (blank_id)
);
create index destruction_blanks__destruction on destruction_blanks (destruction_id);

create table stock_counts (
  id                 uuid primary key,
  paper_id           uuid not null references papers,
  started_by         uuid not null references staff,
  started_at         timestamptz not null,
  expected_quantity  integer not null,
  ledger_position    bigint not null,
  counted_quantity   integer,
  closed_by          uuid references staff,
  closed_at          timestamptz,
  version            integer not null default 1,
  constraint stock_counts__close_complete check (
    (closed_by is null) = (closed_at is null) and (closed_by is null) = (counted_quantity is null)
  )
);
comment on column stock_counts.ledger_position is 'The newest movement when the count began: what moved later is no discrepancy.';
create unique index stock_counts__one_open_per_paper on stock_counts (paper_id) where closed_at is null;
create index stock_counts__newest on stock_counts (started_at desc, id desc);

create table stock_count_expected (
  stock_count_id    uuid not null references stock_counts,
  blank_receipt_id  uuid not null references blank_receipts,
  first_number      integer not null,
  last_number       integer not null,
  constraint stock_count_expected__once primary key (stock_count_id, blank_receipt_id, first_number)
);
comment on table stock_count_expected is 'What the books had in store at the moment at which the count began.';

create table stock_count_entries (
  id              uuid primary key,
  stock_count_id  uuid not null references stock_counts,
  serial_prefix   text not null,
  first_number    integer not null,
  last_number     integer not null,
  entered_by      uuid not null references staff,
  entered_at      timestamptz not null,
  constraint stock_count_entries__numbers_ordered check (first_number >= 1 and first_number <= last_number)
);
create index stock_count_entries__count on stock_count_entries (stock_count_id);

create table stock_discrepancies (
  id              uuid primary key,
  stock_count_id  uuid not null references stock_counts,
  kind            text not null,
  serial_prefix   text not null,
  first_number    integer not null,
  last_number     integer not null,
  quantity        integer not null generated always as (last_number - first_number + 1) stored,
  state           text,
  held_by         uuid references staff,
  resolution      text,
  remark          text,
  resolved_by     uuid references staff,
  resolved_at     timestamptz,
  constraint stock_discrepancies__kind_known check (kind in ('missing', 'unexpected', 'held_by_another')),
  constraint stock_discrepancies__resolution_known check (resolution in ('reported_missing', 'returned', 'reported_found', 'explained')),
  constraint stock_discrepancies__resolved_complete check (
    (resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null) and (resolution is null) = (remark is null)
  )
);
comment on column stock_discrepancies.state is 'What the books said of these serials; null when they know none of them.';
create index stock_discrepancies__count on stock_discrepancies (stock_count_id);

create table inks (
  id               uuid primary key,
  code             text not null,
  name             text not null,
  colour           text not null,
  unit             text not null,
  sheets_per_unit  integer not null,
  warn_below       integer not null,
  version          integer not null default 1,
  constraint inks__code_unique unique (code),
  constraint inks__name_and_colour_unique unique (name, colour),
  constraint inks__unit_known check (unit in ('ml', 'cartridges')),
  constraint inks__yield_positive check (sheets_per_unit > 0),
  constraint inks__warn_below_not_negative check (warn_below >= 0)
);
comment on column inks.sheets_per_unit is 'The expected yield: sheets that one cartridge or one millilitre prints.';

create table ink_receipts (
  id                 uuid primary key,
  ink_id             uuid not null references inks,
  total_quantity     integer not null,
  received_quantity  integer not null,
  rejected_quantity  integer not null default 0,
  received_on        date not null,
  received_by        uuid not null references staff,
  received_at        timestamptz not null,
  corrected_by       uuid references staff,
  approved_by        uuid references staff,
  approved_at        timestamptz,
  remarks            text,
  invoice_file_id    uuid references files,
  version            integer not null default 1,
  constraint ink_receipts__received_within_total check (received_quantity > 0 and received_quantity <= total_quantity),
  constraint ink_receipts__rejected_within_received check (rejected_quantity >= 0 and rejected_quantity <= received_quantity),
  constraint ink_receipts__approved_by_another check (
    approved_by is null or (approved_by <> received_by and approved_by is distinct from corrected_by)
  ),
  constraint ink_receipts__approval_complete check ((approved_by is null) = (approved_at is null))
);
create index ink_receipts__newest on ink_receipts (received_at desc, id desc);
create index ink_receipts__ink on ink_receipts (ink_id);

create table ink_uses (
  id             uuid primary key,
  ink_id         uuid not null references inks,
  quantity       integer not null,
  print_run_id   uuid references print_runs,
  from_day       date,
  to_day         date,
  sheets         integer not null,
  recorded_by    uuid not null references staff,
  recorded_at    timestamptz not null,
  remarks        text,
  constraint ink_uses__quantity_positive check (quantity > 0),
  constraint ink_uses__run_or_days check (
    (print_run_id is null) = (from_day is not null) and (from_day is null) = (to_day is null) and from_day <= to_day
  ),
  constraint ink_uses__run_once unique (ink_id, print_run_id)
);
comment on table ink_uses is 'What was taken out of stock, never changed: the stock of an ink is what was accepted less the sum of these.';
create index ink_uses__newest on ink_uses (recorded_at desc, id desc);

revoke insert, update on blanks from dikshant_app;
grant insert (id, blank_receipt_id, paper_id, serial, number, custody_act_id) on blanks to dikshant_app;
grant update (state, held_by, print_run_id, custody_act_id, version) on blanks to dikshant_app;
grant delete on blank_receipts to dikshant_app;
grant select, insert on custody_acts, stock_count_expected, ink_uses to dikshant_app;
grant select on blank_movements to dikshant_app;
grant select, insert, update, delete on destructions to dikshant_app;
grant select, insert, delete on destruction_blanks to dikshant_app;
grant select, insert, update on stock_counts, stock_discrepancies, inks to dikshant_app;
grant select, insert, delete on stock_count_entries to dikshant_app;
grant select, insert, update, delete on ink_receipts to dikshant_app;
