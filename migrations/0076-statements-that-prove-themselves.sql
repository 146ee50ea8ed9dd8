-- Lists are uploaded as web tables, too, and statements as messages of banks.
alter table import_files
  drop constraint import_files__format_known,
  add constraint import_files__format_known check (format in ('csv', 'xlsx', 'html'));

alter table bank_statements
  drop constraint bank_statements__format_known,
  add constraint bank_statements__format_known check (format in ('csv', 'xlsx', 'html', 'mt940', 'camt')),
  add column sheet_name text,
  add column hidden_sheets text[] not null default '{}',
  add column is_proven_by_balance boolean not null default false,
  drop constraint bank_statements__file_once;
alter table bank_statements
  -- Each sheet of a workbook is a statement of its own.
  add constraint bank_statements__file_once unique nulls not distinct (sha256, sheet_name),
  alter column hidden_sheets drop default,
  alter column is_proven_by_balance drop default;
comment on column bank_statements.sheet_name is 'The sheet that was read of a workbook.';
comment on column bank_statements.hidden_sheets is 'The sheets of the workbook that nobody sees there; none was read.';
comment on column bank_statements.is_proven_by_balance is 'Balances in the file confirm every amount; not known of files read before this was checked.';
comment on column bank_statements.repeated_count is 'Lines that an earlier statement had already; they are not taken again.';

-- Banks fill numbers up with zeros and set signs around them.
create function statement_number_key(reference text) returns text language sql immutable strict parallel safe
  return ltrim(regexp_replace(identity_key(reference) collate "C", '[^a-z0-9]+', '', 'g'), '0');

-- A line is known by day, amount, number and occurrence. Lines that fall together by this stay: each gets its occurrence.
alter table bank_statement_lines
  drop constraint bank_statement_lines__taken_once,
  drop column fingerprint,
  add column number_key text not null generated always as (statement_number_key(reference)) stored;
alter table bank_statement_lines disable trigger bank_statement_lines__check_change;
update bank_statement_lines line set occurrence = counted.occurrence
  from (
    select lines.id, row_number() over (
             partition by lines.booked_on, lines.side, lines.amount_paise, lines.number_key
             order by statements.uploaded_at, statements.id, lines.position
           ) as occurrence
      from bank_statement_lines lines join bank_statements statements on statements.id = lines.statement_id
  ) counted
 where counted.id = line.id and counted.occurrence <> line.occurrence;
alter table bank_statement_lines enable trigger bank_statement_lines__check_change;
alter table bank_statement_lines
  add constraint bank_statement_lines__taken_once unique (booked_on, side, amount_paise, number_key, occurrence);
comment on column bank_statement_lines.number_key is 'What all writings of the reference have in common: statements that overlap write it differently.';
comment on column bank_statement_lines.occurrence is 'Which one it is among lines of one day with the same amount and number.';
