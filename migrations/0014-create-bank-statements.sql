-- Statements of the university's bank account. Their lines settle demand drafts; the files stay as the evidence.
create table bank_statements (
  id                     uuid primary key,
  file_name              text not null,
  sha256                 text not null,
  storage_key            text not null,
  format                 text not null,
  byte_size              integer not null,
  headers                text[] not null,
  header_row             integer not null,
  columns                jsonb not null,
  first_day              date not null,
  last_day               date not null,
  line_count             integer not null,
  repeated_count         integer not null,
  credit_paise           bigint not null,
  debit_paise            bigint not null,
  repeated_credit_paise  bigint not null,
  repeated_debit_paise   bigint not null,
  uploaded_by            uuid not null references staff,
  uploaded_at            timestamptz not null,
  search_text            text not null generated always as (lower(file_name)) stored,
  constraint bank_statements__file_once unique (sha256),
  constraint bank_statements__format_known check (format in ('csv', 'xlsx')),
  constraint bank_statements__has_lines check (line_count > 0 and repeated_count between 0 and line_count),
  constraint bank_statements__days_in_order check (first_day <= last_day)
);
comment on column bank_statements.columns is 'Which column of the file holds what: {"credit": 5}, counted from 0; null is not in the file.';
comment on column bank_statements.repeated_count is 'Lines that an earlier statement had already, or that the file has twice; they are not taken again.';
comment on column bank_statements.credit_paise is 'Sum of all credits of the file, the repeated ones included.';
create index bank_statements__newest on bank_statements (uploaded_at desc, id desc);
create index bank_statements__headers on bank_statements (headers, uploaded_at desc);

create table bank_statement_lines (
  id                uuid primary key,
  statement_id      uuid not null references bank_statements,
  position          integer not null,
  row_number        integer not null,
  booked_on         date not null,
  value_date        date not null,
  description       text not null,
  reference         text not null,
  side              text not null,
  amount_paise      bigint not null,
  balance_paise     bigint,
  fingerprint       text not null,
  occurrence        integer not null,
  state             text not null default 'open',
  difference_paise  bigint not null default 0,
  set_aside_reason  text,
  remark            text,
  is_automatic      boolean not null default false,
  decided_by        uuid references staff,
  decided_at        timestamptz,
  version           integer not null default 1,
  place             integer not null generated always as (position + case state when 'open' then 0 else 1000000 end) stored,
  search_text       text not null generated always as (lower(description || E'\n' || reference)) stored,
  constraint bank_statement_lines__position_once unique (statement_id, position),
  constraint bank_statement_lines__taken_once unique nulls not distinct (fingerprint, balance_paise, occurrence),
  constraint bank_statement_lines__side_known check (side in ('credit', 'debit')),
  constraint bank_statement_lines__amount_positive check (amount_paise > 0),
  constraint bank_statement_lines__state_known check (state in ('open', 'matched', 'set_aside')),
  constraint bank_statement_lines__decided_is_signed check (
    (state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null)
  ),
  constraint bank_statement_lines__set_aside_has_reason check ((state = 'set_aside') = (set_aside_reason is not null)),
  constraint bank_statement_lines__reason_known check (
    set_aside_reason in ('interest', 'charges', 'cash', 'electronic', 'reversal', 'other_income', 'own_transfer', 'other')
  ),
  constraint bank_statement_lines__difference_is_explained check (
    difference_paise = 0 or (state = 'matched' and not is_automatic and remark is not null)
  )
);
comment on column bank_statement_lines.amount_paise is 'Paise, because interest and charges have them; a draft is whole rupees.';
comment on column bank_statement_lines.fingerprint is 'SHA-256 of days, side, amount, reference and description: what statements that overlap have in common.';
comment on column bank_statement_lines.occurrence is 'Which one it is among lines with the same fingerprint and running balance.';
comment on column bank_statement_lines.difference_paise is 'What the settled drafts are worth more than the line: the bank kept it.';
comment on column bank_statement_lines.place is 'The order of the list: open lines first.';
create index bank_statement_lines__by_place on bank_statement_lines (statement_id, place, id);

create table bank_statement_settlements (
  line_id          uuid not null references bank_statement_lines,
  demand_draft_id  uuid not null references demand_drafts,
  outcome          text not null,
  amount           integer not null,
  constraint bank_statement_settlements__once primary key (line_id, demand_draft_id),
  constraint bank_statement_settlements__draft_once unique (demand_draft_id, outcome),
  constraint bank_statement_settlements__outcome_known check (outcome in ('realised', 'returned'))
);
comment on table bank_statement_settlements is 'Which drafts a line is the money of. One credit realises a draft at most once, one debit takes it back at most once.';

-- A line and its drafts are written in statements of their own, so that their agreement is asked at the end.
create function bank_statement_lines__check_sum() returns trigger language plpgsql as $$
declare
  line bank_statement_lines;
  settled bigint;
  wrong bigint;
begin
  -- As it stands at the end, and not as it was when it was written.
  select * into line from bank_statement_lines
   where id = case tg_table_name when 'bank_statement_lines' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'line_id')::uuid end;
  select coalesce(sum(s.amount), 0) * 100,
         count(*) filter (where d.amount <> s.amount
                             or s.outcome <> case line.side when 'credit' then 'realised' else 'returned' end
                             or (s.outcome = 'realised' and d.realised_on is null)
                             or (s.outcome = 'returned' and d.state <> 'returned_by_bank'))
    into settled, wrong
    from bank_statement_settlements s join demand_drafts d on d.id = s.demand_draft_id
   where s.line_id = line.id;
  if wrong > 0 or settled <> (case line.state when 'matched' then line.amount_paise + line.difference_paise else 0 end) then
    raise exception 'a statement line and its drafts disagree'
      using errcode = 'check_violation', constraint = 'bank_statement_lines__settled_in_full';
  end if;
  return null;
end $$;
create constraint trigger bank_statement_lines__check_sum after insert or update of state, difference_paise on bank_statement_lines
  deferrable initially deferred for each row when (new.state = 'matched') execute function bank_statement_lines__check_sum();
create constraint trigger bank_statement_settlements__check_sum after insert on bank_statement_settlements
  deferrable initially deferred for each row execute function bank_statement_lines__check_sum();

-- A line stays as the bank wrote it, and a matched one stays matched: the application role has no other way.
create function bank_statement_lines__check_change() returns trigger language plpgsql as $$
begin
  if old.state = 'matched' then
    raise exception 'a line settles once' using errcode = 'check_violation', constraint = 'bank_statement_lines__settles_once';
  end if;
  return new;
end $$;
create trigger bank_statement_lines__check_change before update on bank_statement_lines
  for each row execute function bank_statement_lines__check_change();

-- What a credit without a number may be: the drafts at the bank, by amount.
create index demand_drafts__at_bank on demand_drafts (amount, id) where state = 'deposited';

grant select, insert on bank_statements, bank_statement_lines, bank_statement_settlements to dikshant_app;
grant update (state, difference_paise, set_aside_reason, remark, is_automatic, decided_by, decided_at, version)
  on bank_statement_lines to dikshant_app;
