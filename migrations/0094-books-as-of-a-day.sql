-- Statements of the books as of a moment, kept as they were printed.
create table statements (
  id          uuid primary key,
  kind        text not null,
  at          timestamptz not null,
  sequence    bigint not null,
  person_id   uuid references staff,
  college_id  uuid references colleges,
  pdf         bytea not null,
  sha256      text not null,
  printed_by  uuid not null references staff,
  printed_at  timestamptz not null,
  constraint statements__kind_known check (kind in ('books', 'handing_over')),
  constraint statements__officer_named check ((kind = 'handing_over') = (person_id is not null)),
  constraint statements__of_the_past check (at <= printed_at),
  constraint statements__sha256_of_pdf check (sha256 = encode(sha256(pdf), 'hex')),
  constraint statements__printed_once unique nulls not distinct (kind, at, person_id, college_id)
);
comment on table statements is 'Append-only: a statement is drawn once, and the same bytes answer every later request.';
comment on column statements.sequence is 'The newest event of the audit log at that moment.';
comment on column statements.college_id is 'The one college whose records it counts; null for the whole university.';
create index statements__newest on statements (printed_at desc, id desc);

create function statements__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a printed statement never changes' using errcode = 'check_violation', constraint = 'statements__append_only';
end $$;
create trigger statements__append_only before update or delete or truncate on statements
  for each statement execute function statements__refuse_change();
grant select, insert on statements to dikshant_app;

create table exception_books (
  is_newest    boolean primary key default true,
  at           timestamptz not null,
  sequence     bigint not null,
  differences  jsonb not null,
  constraint exception_books__one_row check (is_newest),
  constraint exception_books__differences_listed check (jsonb_typeof(differences) = 'array')
);
comment on table exception_books is 'The newest comparison of the tables with the books as rebuilt from the audit log.';
grant select, insert, update on exception_books to dikshant_app;
