create table papers (
  id      uuid primary key,
  code    text not null,
  name    text not null,
  colour  text not null,
  constraint papers__code_unique unique (code),
  constraint papers__name_and_colour_unique unique (name, colour)
);
comment on table papers is 'Kinds of pre-printed certificate paper: what an application chooses and what the stock holds.';

create table blank_receipts (
  id                 uuid primary key,
  paper_id           uuid not null references papers,
  serial_prefix      text not null,
  first_serial       integer not null,
  last_serial        integer not null,
  total_quantity     integer not null,
  rejected_quantity  integer not null default 0,
  received_on        date not null,
  received_by        uuid not null references staff,
  approved_by        uuid references staff,
  approved_at        timestamptz,
  remarks            text,
  constraint blank_receipts__serials_ordered check (first_serial >= 0 and first_serial <= last_serial),
  constraint blank_receipts__quantity_is_range check (total_quantity - rejected_quantity = last_serial - first_serial + 1),
  constraint blank_receipts__rejected_not_negative check (rejected_quantity >= 0),
  constraint blank_receipts__approved_by_another check (approved_by is null or approved_by <> received_by),
  constraint blank_receipts__approval_complete check ((approved_by is null) = (approved_at is null))
);

create table blanks (
  id                uuid primary key,
  blank_receipt_id  uuid not null references blank_receipts,
  paper_id          uuid not null references papers,
  serial            text not null,
  state             text not null default 'in_store',
  version           integer not null default 1,
  constraint blanks__serial_unique unique (serial),
  constraint blanks__state_known check (state in ('in_store', 'bound', 'printed', 'spoilt', 'destroyed', 'missing'))
);
comment on table blanks is 'One row for each numbered sheet; for every receipt accepted = the sum over the states, at every moment.';
create index blanks__in_store on blanks (paper_id, serial) where state = 'in_store';
create index blanks__receipt on blanks (blank_receipt_id, state);

grant select, insert, update on papers, blank_receipts, blanks to dikshant_app;
