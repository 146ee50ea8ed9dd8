-- What the auditor's rules find every night: hits that keep their identity, what an auditor says of them, and the limits of the
-- rules, which two persons change.

alter table files
  drop constraint files__kind_known,
  add constraint files__kind_known check (
    kind in ('photo', 'receipt', 'invoice', 'error_photo', 'declaration', 'crest', 'signature', 'template_scan', 'evidence')
  );

create table exception_rules (
  rule            text not null,
  up_to_sequence  bigint not null default 0,
  ran_at          timestamptz not null,
  milliseconds    integer not null,
  failure         text,
  constraint exception_rules__rule_once primary key (rule),
  constraint exception_rules__sequence_not_negative check (up_to_sequence >= 0),
  constraint exception_rules__milliseconds_not_negative check (milliseconds >= 0)
);
comment on table exception_rules is 'The last run of each rule, finished or failed.';
comment on column exception_rules.up_to_sequence is 'The last event of the log that the rule has read; unchanged by a run that failed.';

create table exception_hits (
  id           uuid primary key,
  rule         text not null,
  record_type  text not null,
  record_id    text not null,
  what         text not null default '',
  label        text not null,
  person_id    uuid,
  at           timestamptz not null,
  college_id   uuid,
  parts        jsonb not null,
  limits       jsonb not null,
  first_seen   timestamptz not null,
  last_seen    timestamptz not null,
  gone_at      timestamptz,
  constraint exception_hits__once unique (rule, record_type, record_id, what),
  constraint exception_hits__parts_by_name check (jsonb_typeof(parts) = 'object'),
  constraint exception_hits__limits_by_name check (jsonb_typeof(limits) = 'object'),
  constraint exception_hits__seen_in_order check (first_seen <= last_seen),
  constraint exception_hits__gone_after_seen check (last_seen <= gone_at)
);
comment on table exception_hits is 'What a rule found. One that is no longer found stays with the day it went, because undoing is evidence too.';
comment on column exception_hits.what is 'Tells several faults of one record apart; else empty.';
comment on column exception_hits.college_id is 'Null for the whole university''s. Without a reference, like the events: a hit outlives its college.';
comment on column exception_hits.limits is 'The limits of the rule when it last found this.';
create index exception_hits__at on exception_hits (at desc, id desc);
create index exception_hits__college on exception_hits (college_id);

create table exception_notes (
  id          uuid primary key,
  sequence    bigint generated always as identity,
  hit_id      uuid not null references exception_hits,
  text        text not null,
  until       date not null,
  parts       jsonb not null,
  file_id     uuid references files,
  written_by  uuid not null references staff,
  written_at  timestamptz not null,
  constraint exception_notes__text_length check (char_length(text) between 3 and 1000),
  constraint exception_notes__until_within_a_year check (
    until between (written_at at time zone 'Asia/Kolkata')::date
      and ((written_at at time zone 'Asia/Kolkata')::date + interval '1 year')::date
  )
);
comment on table exception_notes is 'Why an auditor lets a hit stand, append-only. The newest one counts until its day, or until the hit''s parts change.';
comment on column exception_notes.sequence is 'The order: the clock of a server can be set back.';
comment on column exception_notes.parts is 'Those of the hit at that moment.';
create unique index exception_notes__newest on exception_notes (hit_id, sequence desc);
create index exception_notes__file on exception_notes (file_id) where file_id is not null;

create table exception_limits (
  id            uuid primary key,
  rule          text not null,
  name          text not null,
  value         integer not null,
  before_value  integer not null,
  proposed_by   uuid not null references staff,
  proposed_at   timestamptz not null,
  decided_by    uuid references staff,
  decided_at    timestamptz,
  outcome       text,
  constraint exception_limits__value_in_range check (value between 0 and 1000000),
  constraint exception_limits__value_changed check (value <> before_value),
  constraint exception_limits__outcome_known check (outcome in ('confirmed', 'refused')),
  constraint exception_limits__decided_whole check (
    (decided_by is null) = (outcome is null) and (decided_at is null) = (outcome is null)
  ),
  constraint exception_limits__decided_by_another check (decided_by <> proposed_by),
  constraint exception_limits__decided_after check (decided_at >= proposed_at)
);
comment on table exception_limits is 'Changes of the rules'' limits: an admin proposes, an auditor decides. The last one that was confirmed holds.';
create unique index exception_limits__one_open on exception_limits (rule, name) where outcome is null;
create index exception_limits__in_force on exception_limits (rule, name, decided_at desc) where outcome = 'confirmed';

-- An admin must not explain away what a rule has found, and an auditor of one college answers for that college alone.
create function exception_notes__check_writer() returns trigger language plpgsql as $$
declare
  writer staff;
  fault text;
begin
  select * into writer from staff where id = new.written_by;
  fault := case
    when writer.role <> 'auditor' then 'exception_notes__written_by_auditor'
    when writer.college_id is not null and not exists (
      select from exception_hits where id = new.hit_id and college_id = writer.college_id)
      then 'exception_notes__of_own_college'
  end;
  if fault is not null then
    raise exception 'this explanation is not an auditor''s of this hit' using errcode = 'check_violation', constraint = fault;
  end if;
  return new;
end $$;
create trigger exception_notes__check_writer before insert on exception_notes
  for each row execute function exception_notes__check_writer();

create function exception_notes__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an explanation stays as it was written' using errcode = 'check_violation', constraint = 'exception_notes__stay';
end $$;
create trigger exception_notes__append_only before update or delete or truncate on exception_notes
  for each statement execute function exception_notes__refuse_change();

create function exception_hits__refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'what a rule has found stays' using errcode = 'check_violation', constraint = 'exception_hits__stay';
end $$;
create trigger exception_hits__refuse_removal before delete or truncate on exception_hits
  for each statement execute function exception_hits__refuse_removal();

create function exception_limits__check_change() returns trigger language plpgsql as $$
declare
  fault text;
begin
  fault := case
    when tg_op = 'DELETE' then 'exception_limits__stay'
    when not exists (select from staff where id = new.proposed_by and role = 'admin')
      and tg_op = 'INSERT' then 'exception_limits__proposed_by_admin'
    when tg_op = 'INSERT' and new.outcome is not null then 'exception_limits__proposed_first'
    when tg_op = 'UPDATE' and (old.outcome is not null
      or to_jsonb(old) - array['decided_by', 'decided_at', 'outcome']
        <> to_jsonb(new) - array['decided_by', 'decided_at', 'outcome']) then 'exception_limits__stay'
    when tg_op = 'UPDATE' and not exists (
      select from staff where id = new.decided_by and role = 'auditor' and college_id is null)
      then 'exception_limits__decided_by_auditor'
  end;
  if fault is not null then
    raise exception 'this change of a limit is not allowed' using errcode = 'check_violation', constraint = fault;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger exception_limits__check_change before insert or update or delete on exception_limits
  for each row execute function exception_limits__check_change();

create function exception_limits__refuse_truncation() returns trigger language plpgsql as $$
begin
  raise exception 'changes of limits stay' using errcode = 'check_violation', constraint = 'exception_limits__stay';
end $$;
create trigger exception_limits__refuse_truncation before truncate on exception_limits
  for each statement execute function exception_limits__refuse_truncation();

grant select, insert, update on exception_rules to dikshant_app;
grant select, insert on exception_hits, exception_notes, exception_limits to dikshant_app;
grant update (label, person_id, at, college_id, parts, limits, last_seen, gone_at) on exception_hits to dikshant_app;
grant update (decided_by, decided_at, outcome) on exception_limits to dikshant_app;
