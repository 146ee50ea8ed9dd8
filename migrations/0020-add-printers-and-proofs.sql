-- The physical printers. Their code is what staff of the role printer carry.
create table printers (
  id           uuid primary key,
  code         text not null,
  name         text not null,
  x_offset_mm  numeric(3, 1) not null default 0,
  y_offset_mm  numeric(3, 1) not null default 0,
  version      integer not null default 1,
  constraint printers__offset_in_reach check (x_offset_mm between -10 and 10 and y_offset_mm between -10 and 10)
);
comment on column printers.x_offset_mm is 'How far everything moves to the right on paper, so that it stands where the template wants it.';
comment on column printers.y_offset_mm is 'The same, downwards.';
create unique index printers__code_unique on printers (lower(code));
insert into printers (id, code, name)
  select gen_random_uuid(), min(printer_code), 'Printer ' || min(printer_code)
    from staff where printer_code is not null group by lower(printer_code);

-- A print file keeps the printer and the offset that it was composed for, and the layout that a proof has to stand for.
alter table print_runs
  add column printer_id uuid references printers,
  add column x_offset_mm numeric(3, 1) not null default 0,
  add column y_offset_mm numeric(3, 1) not null default 0,
  add column composition integer not null default 1,
  add column composed_count integer not null default 0,
  add column document_fingerprint text;
comment on column print_runs.printer_id is 'Null when the operator carries the code of no known printer: composed without an offset.';
comment on column print_runs.composition is 'Counts how often a print file was asked for; a job that composes for an earlier one throws its file away.';
comment on column print_runs.composed_count is 'How many of its sheets are composed; told while the job runs.';
-- Their layout is not known: the next worker that starts composes them again.
update print_runs set document_key = null, document_sha256 = null where state = 'prepared';
alter table print_runs
  add constraint print_runs__offset_in_reach check (x_offset_mm between -10 and 10 and y_offset_mm between -10 and 10),
  add constraint print_runs__composed_not_negative check (composed_count >= 0),
  add constraint print_runs__file_has_layout check (
    state <> 'prepared' or (document_key is null) = (document_fingerprint is null)
  );

create table proofs (
  id                uuid primary key,
  fingerprint       text not null,
  template_version  text not null,
  certificate_type  text not null references certificate_types,
  colour            text not null,
  made_by           uuid not null references staff,
  made_at           timestamptz not null,
  signed_off_by     uuid references staff,
  signed_off_at     timestamptz,
  refused_by        uuid references staff,
  refused_at        timestamptz,
  refusal_remark    text,
  version           integer not null default 1,
  constraint proofs__signed_off_by_another check (signed_off_by <> made_by),
  constraint proofs__signed_off_is_dated check ((signed_off_by is null) = (signed_off_at is null)),
  constraint proofs__refused_is_dated check ((refused_by is null) = (refused_at is null)),
  constraint proofs__refused_has_remark check (refused_by is null or btrim(refusal_remark) <> ''),
  constraint proofs__one_decision check (signed_off_by is null or refused_by is null)
);
comment on table proofs is 'A sheet on plain paper that shows a layout; a second person who signs it off lets runs of that layout start.';
comment on column proofs.fingerprint is 'SHA-256 over everything that decides how a certificate looks, besides the candidate.';
create unique index proofs__one_standing on proofs (fingerprint) where refused_at is null;
create index proofs__newest on proofs (made_at desc, id desc);

-- The stack is not touched before a second person saw how the sheets will look.
create function print_runs__starts_proven() returns trigger language plpgsql as $$
begin
  if old.state = 'prepared' and new.state = 'printing' and not exists (
    select from proofs where fingerprint = new.document_fingerprint and signed_off_at is not null
  ) then
    raise exception 'the layout of the run has no signed-off proof'
      using errcode = 'check_violation', constraint = 'print_runs__starts_proven';
  end if;
  return new;
end $$;
create trigger print_runs__starts_proven before update of state on print_runs
  for each row execute function print_runs__starts_proven();

grant select, insert, update on printers, proofs to dikshant_app;
