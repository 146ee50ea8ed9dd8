alter table colleges
  add column email text,
  add constraint colleges__email_format check (email ~ '^[^@\s]+@[^@\s]+$');
comment on column colleges.email is 'Where returned and rejected applications are told of; null when the college has given none.';

alter table import_rows add column email text;

alter table staff_preferences add column letter_keys boolean not null default true;
comment on column staff_preferences.letter_keys is 'Whether single letters are shortcuts (WCAG 2.1.4).';

alter table applications
  add column rejection_reason text,
  add constraint applications__rejection_reason_known
    check (rejection_reason in ('short_fee', 'no_draft', 'draft_returned', 'wrong_payee', 'stale_draft', 'other'));
grant update (rejection_reason) on applications to dikshant_app;

-- Presence, no record: it is worth nothing after a crash, so it is not logged.
create unlogged table application_leases (
  application_id  uuid primary key references applications on delete cascade,
  staff_id        uuid not null references staff on delete cascade,
  expires_at      timestamptz not null
);
comment on table application_leases is 'Who has which application open on the verify screen. A row whose time is over means nothing.';
grant select, insert, update, delete on application_leases to dikshant_app;
