create table certificates (
  id                     uuid primary key,
  application_id         uuid not null references applications,
  college_id             uuid not null references colleges,
  convocation_year       integer not null,
  convocation_sequence   integer not null,
  convocation_number     text not null generated always as (convocation_year::text || '/' || lpad(convocation_sequence::text, 6, '0')) stored,
  state                  text not null default 'to_print',
  created_at             timestamptz not null,
  printed_at             timestamptz,
  handed_over_at         timestamptz,
  handed_over_by         uuid references staff,
  collected_by           text,
  identity_seen          text,
  revoked_at             timestamptz,
  revocation_reason      text,
  version                integer not null default 1,
  constraint certificates__one_per_application unique (application_id),
  constraint certificates__convocation_number_unique unique (convocation_year, convocation_sequence),
  constraint certificates__sequence_positive check (convocation_sequence > 0),
  constraint certificates__state_known check (state in ('to_print', 'in_run', 'printed', 'handed_over', 'revoked')),
  constraint certificates__printed_is_dated check (state not in ('printed', 'handed_over') or printed_at is not null),
  constraint certificates__handed_over_is_signed check (
    state <> 'handed_over' or (handed_over_at is not null and handed_over_by is not null and collected_by is not null and identity_seen is not null)
  ),
  constraint certificates__identity_is_no_aadhaar check (identity_seen !~ '([0-9][ -]?){12}'),
  constraint certificates__revoked_has_reason check (state <> 'revoked' or (revoked_at is not null and revocation_reason is not null))
);
create index certificates__number on certificates (convocation_number text_pattern_ops);
create index certificates__waiting on certificates (created_at, id) where state = 'to_print';
create index certificates__printed_newest on certificates (printed_at desc, id desc) where state in ('printed', 'handed_over');
create index certificates__college on certificates (college_id, state);

create table print_runs (
  id                uuid primary key,
  run_number        integer not null,
  paper_id          uuid not null references papers,
  certificate_type  text not null references certificate_types,
  state             text not null default 'prepared',
  college_id        uuid references colleges,
  operator_id       uuid not null references staff,
  prepared_at       timestamptz not null,
  started_at        timestamptz,
  closed_at         timestamptz,
  document_key      text,
  document_sha256   text,
  document_failure  text,
  version           integer not null default 1,
  constraint print_runs__number_unique unique (run_number),
  constraint print_runs__state_known check (state in ('prepared', 'printing', 'closed')),
  constraint print_runs__printing_has_document check (state = 'prepared' or (document_key is not null and started_at is not null)),
  constraint print_runs__closed_is_dated check ((state = 'closed') = (closed_at is not null))
);
comment on column print_runs.college_id is 'The one college whose certificates it prints; null when they are of several.';
create index print_runs__newest on print_runs (prepared_at desc, id desc);

create table sheets (
  id                 uuid primary key,
  print_run_id       uuid not null references print_runs,
  position           integer not null,
  certificate_id     uuid not null references certificates,
  blank_id           uuid not null references blanks,
  copy_number        integer not null,
  verification_code  text not null,
  outcome            text,
  spoil_reason       text,
  outcome_at         timestamptz,
  outcome_by         uuid references staff,
  superseded_at      timestamptz,
  constraint sheets__position_once unique (print_run_id, position),
  constraint sheets__blank_once unique (blank_id),
  constraint sheets__code_unique unique (verification_code),
  constraint sheets__outcome_known check (outcome in ('good', 'spoilt')),
  constraint sheets__outcome_is_signed check ((outcome is null) = (outcome_at is null) and (outcome is null) = (outcome_by is null)),
  constraint sheets__spoilt_has_reason check ((outcome is not distinct from 'spoilt') = (spoil_reason is not null)),
  constraint sheets__only_good_is_superseded check (superseded_at is null or outcome = 'good')
);
comment on table sheets is 'One printing of a certificate on one blank. A good sheet is a copy: 0 the original, then reprints.';
create unique index sheets__one_open_per_certificate on sheets (certificate_id) where outcome is null;
create unique index sheets__one_valid_per_certificate on sheets (certificate_id) where outcome = 'good' and superseded_at is null;
create unique index sheets__copy_number_once on sheets (certificate_id, copy_number) where outcome = 'good';

-- A run that closes with an open sheet would lose a serial: the table refuses it.
create function print_runs__closes_complete() returns trigger language plpgsql as $$
begin
  if new.state = 'closed' and exists (select from sheets where print_run_id = new.id and outcome is null) then
    raise exception 'the run has sheets without an outcome'
      using errcode = 'check_violation', constraint = 'print_runs__closes_complete';
  end if;
  return new;
end $$;
create trigger print_runs__closes_complete before update on print_runs
  for each row execute function print_runs__closes_complete();

grant select, insert, update on certificates, print_runs, sheets to dikshant_app;
