-- What an auditor finds: an observation, the replies of the admins, further remarks, until it is settled or dropped. What is open
-- when an inspection is closed becomes a para of its report (CAG Regulations on Audit and Accounts, r. 193-199).

create table findings (
  id          uuid primary key,
  year        integer not null,
  number      integer not null,
  title       text not null,
  part        text not null,
  state       text not null default 'open',
  due_on      date,
  college_id  uuid references colleges,
  raised_by   uuid not null references staff,
  raised_at   timestamptz not null,
  version     integer not null default 1,
  constraint findings__number_once unique (year, number),
  constraint findings__year_of_raising check (year = extract(year from raised_at at time zone 'Asia/Kolkata')),
  constraint findings__part_known check (part in ('A', 'B')),
  constraint findings__state_known check (state in ('open', 'replied', 'settled', 'dropped')),
  constraint findings__due_while_open check ((due_on is not null) = (state = 'open'))
);
comment on column findings.number is 'Without gaps in its calendar year, in India.';
comment on column findings.part is 'Of the inspection report: A serious, B other.';
comment on column findings.due_on is 'The day of the reply: four weeks after the observation or remark, or the day that an interim reply names.';
comment on column findings.college_id is 'Null for a finding about the whole university.';
create index findings__by_age on findings (raised_at, id);
create index findings__by_due_day on findings (due_on) where due_on is not null;

create table finding_entries (
  id          uuid primary key,
  sequence    bigint generated always as identity,
  finding_id  uuid not null references findings,
  kind        text not null,
  text        text not null,
  due_on      date,
  file_id     uuid references files,
  written_by  uuid not null references staff,
  written_at  timestamptz not null,
  constraint finding_entries__kind_known check (kind in ('observation', 'interim_reply', 'reply', 'remark', 'settled', 'dropped')),
  constraint finding_entries__has_text check (text <> ''),
  constraint finding_entries__due_day check (case
    when kind in ('observation', 'remark') then due_on is not null and due_on = (written_at at time zone 'Asia/Kolkata')::date + 28
    when kind = 'interim_reply' then due_on is not null
      and due_on between (written_at at time zone 'Asia/Kolkata')::date and (written_at at time zone 'Asia/Kolkata')::date + 365
    else due_on is null end)
);
comment on column finding_entries.sequence is 'The order: the clock of a server can be set back.';
create unique index finding_entries__of_finding on finding_entries (finding_id, sequence);
create index finding_entries__file on finding_entries (file_id) where file_id is not null;

create table finding_items (
  finding_id   uuid not null references findings,
  record_type  text not null,
  record_id    text not null,
  label        text not null,
  hit_id       uuid not null references exception_hits,
  primary key (finding_id, hit_id)
);
comment on column finding_items.label is 'As the exception had it when the finding was raised.';

create table inspection_reports (
  id              uuid primary key,
  year            integer not null,
  number          integer not null,
  from_day        date not null,
  to_day          date not null,
  up_to_sequence  bigint not null,
  closed_by       uuid not null references staff,
  closed_at       timestamptz not null,
  pdf             bytea not null,
  sha256          text not null,
  constraint inspection_reports__number_once unique (year, number),
  constraint inspection_reports__year_of_closing check (year = extract(year from closed_at at time zone 'Asia/Kolkata')),
  constraint inspection_reports__days_in_order check (from_day <= to_day and to_day <= (closed_at at time zone 'Asia/Kolkata')::date),
  constraint inspection_reports__hash_of_pdf check (sha256 = encode(sha256(pdf), 'hex'))
);
comment on column inspection_reports.up_to_sequence is 'The newest event of the audit log at closing.';

create table report_paras (
  report_id   uuid not null references inspection_reports,
  finding_id  uuid not null references findings,
  part        text not null,
  para        integer not null,
  primary key (report_id, finding_id),
  constraint report_paras__first_stays exclude using gist (finding_id with =, para with <>),
  constraint report_paras__para_once exclude using gist (para with =, finding_id with <>)
);
comment on column report_paras.para is 'Numbered on through all reports: the finding keeps in later ones what it had first.';

grant select, insert on findings, finding_entries, finding_items, inspection_reports, report_paras to dikshant_app;
grant update (state, due_on, version) on findings to dikshant_app;

create function findings__refuse(fault text) returns void language plpgsql as $$
begin
  raise exception 'refused by %', fault using errcode = 'check_violation', constraint = fault;
end $$;

-- Nothing of a finding or report is changed or removed, but the state of the finding.
create function findings__refuse_change() returns trigger language plpgsql as $$
begin
  perform findings__refuse(tg_table_name || '__stay');
  return null;
end $$;
create trigger findings__refuse_change before update on findings for each row
  when (to_jsonb(old) - array['state', 'due_on', 'version'] <> to_jsonb(new) - array['state', 'due_on', 'version'])
  execute function findings__refuse_change();
create trigger findings__refuse_removal before delete on findings for each row execute function findings__refuse_change();
create trigger finding_entries__refuse_change before update or delete on finding_entries
  for each row execute function findings__refuse_change();
create trigger finding_items__refuse_change before update or delete on finding_items
  for each row execute function findings__refuse_change();
create trigger inspection_reports__refuse_change before update or delete on inspection_reports
  for each row execute function findings__refuse_change();
create trigger report_paras__refuse_change before update or delete on report_paras
  for each row execute function findings__refuse_change();
create trigger findings__refuse_truncation before truncate on findings
  for each statement execute function findings__refuse_change();
create trigger finding_entries__refuse_truncation before truncate on finding_entries
  for each statement execute function findings__refuse_change();
create trigger finding_items__refuse_truncation before truncate on finding_items
  for each statement execute function findings__refuse_change();
create trigger inspection_reports__refuse_truncation before truncate on inspection_reports
  for each statement execute function findings__refuse_change();
create trigger report_paras__refuse_truncation before truncate on report_paras
  for each statement execute function findings__refuse_change();

-- Each takes the number after the last one of its year.
create function next_finding_number(of_year integer) returns integer language plpgsql as $$
begin
  -- Who asks next waits until this finding is there.
  perform pg_advisory_xact_lock(hashtextextended('findings', 0));
  return (select coalesce(max(number), 0) + 1 from findings where year = of_year);
end $$;
create function findings__next_number() returns trigger language plpgsql as $$
begin
  if new.number <> next_finding_number(new.year) then
    perform findings__refuse('findings__numbers_without_gaps');
  end if;
  return new;
end $$;
create trigger findings__next_number before insert on findings for each row execute function findings__next_number();

create function inspection_reports__next_number() returns trigger language plpgsql as $$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from inspection_reports where year = new.year) then
    perform findings__refuse('inspection_reports__numbers_without_gaps');
  end if;
  if not exists (select from staff where id = new.closed_by and role = 'auditor' and college_id is null) then
    perform findings__refuse('inspection_reports__by_auditor');
  end if;
  return new;
end $$;
create trigger inspection_reports__next_number before insert on inspection_reports
  for each row execute function inspection_reports__next_number();

-- Who may write which entry, and what may follow which.
create function finding_entries__in_order() returns trigger language plpgsql as $$
declare
  is_reply boolean := new.kind in ('interim_reply', 'reply');
  writer staff;
  last text;
  follows boolean;
begin
  perform from findings where id = new.finding_id for update;
  select * into writer from staff where id = new.written_by;
  select kind into last from finding_entries where finding_id = new.finding_id order by sequence desc limit 1;
  if is_reply and writer.role is distinct from 'admin' then
    perform findings__refuse('finding_entries__reply_by_admin');
  elsif not is_reply and writer.role is distinct from 'auditor' then
    perform findings__refuse('finding_entries__by_auditor');
  elsif writer.college_id is not null and not exists (
    select from findings where id = new.finding_id and college_id = writer.college_id) then
    perform findings__refuse('finding_entries__of_own_college');
  end if;
  follows := case
    when new.kind = 'observation' then last is null
    when is_reply then last in ('observation', 'interim_reply', 'remark')
    when new.kind = 'remark' then last = 'reply'
    else last not in ('settled', 'dropped') end;
  if follows is not true then
    perform findings__refuse('finding_entries__in_order');
  end if;
  return new;
end $$;
create trigger finding_entries__in_order before insert on finding_entries
  for each row execute function finding_entries__in_order();

-- State and day follow the newest entry, which the finding's raising has, too.
create function findings__follow_entries() returns trigger language plpgsql as $$
declare
  finding findings;
  newest finding_entries;
  state text;
begin
  select * into finding from findings where id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  select * into newest from finding_entries where finding_id = finding.id order by sequence desc limit 1;
  state := case newest.kind
    when 'reply' then 'replied' when 'settled' then 'settled' when 'dropped' then 'dropped'
    when 'observation' then 'open' when 'interim_reply' then 'open' when 'remark' then 'open' end;
  if finding.state is distinct from state or finding.due_on is distinct from newest.due_on then
    perform findings__refuse('findings__state_of_newest_entry');
  end if;
  return null;
end $$;
create constraint trigger findings__follow_entries after insert or update on findings deferrable initially deferred
  for each row execute function findings__follow_entries('id');
create constraint trigger finding_entries__move_finding after insert on finding_entries deferrable initially deferred
  for each row execute function findings__follow_entries('finding_id');

-- A para is of a finding that is not over.
create function report_paras__of_open_finding() returns trigger language plpgsql as $$
begin
  if not exists (select from findings where id = new.finding_id and part = new.part and state in ('open', 'replied')) then
    perform findings__refuse('report_paras__of_open_finding');
  end if;
  return new;
end $$;
create trigger report_paras__of_open_finding before insert on report_paras
  for each row execute function report_paras__of_open_finding();
