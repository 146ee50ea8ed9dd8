create table colleges (
  id               uuid primary key,
  code             text not null,
  name             text not null,
  contact_number   text not null,
  address          text not null,
  convocation_fee  integer not null,
  created_at       timestamptz not null default now(),
  version          integer not null default 1,
  constraint colleges__code_unique unique (code),
  constraint colleges__code_format check (code ~ '^[A-Z0-9]{3,12}$' and code <> 'ALL'),
  constraint colleges__fee_positive check (convocation_fee > 0)
);
create unique index colleges__name_unique on colleges (lower(name));
comment on column colleges.convocation_fee is 'Whole rupees: the fee of an application, copied to it at receipt.';

create table staff (
  id                   uuid primary key,
  role                 text not null,
  name                 text not null,
  email                text not null,
  college_id           uuid references colleges,
  mobile               text,
  printer_code         text,
  password_hash        text not null,
  password_is_initial  boolean not null default true,
  password_set_at      timestamptz not null default now(),
  second_factor        text not null default 'email_code',
  disabled_at          timestamptz,
  locked_at            timestamptz,
  created_at           timestamptz not null default now(),
  version              integer not null default 1,
  constraint staff__role_known check (role in ('admin', 'case_worker', 'receiver', 'printer', 'auditor')),
  constraint staff__admin_is_university_wide check (role <> 'admin' or college_id is null),
  constraint staff__second_factor_known check (second_factor in ('email_code', 'authenticator')),
  constraint staff__name_present check (btrim(name) <> '')
);
create unique index staff__email_unique on staff (lower(email));
comment on column staff.college_id is 'Null is the code ALL: the whole university.';
comment on column staff.password_is_initial is 'Typed by an admin: to be changed at the first sign-in, dead 72 hours after password_set_at.';

create table outbox (
  id          uuid primary key,
  recipient   text not null,
  subject     text not null,
  body        text not null,
  created_at  timestamptz not null default now(),
  sent_at     timestamptz
);
create index outbox__recipient on outbox (recipient, created_at desc);
comment on table outbox is 'Mails, written in the transaction that causes them and sent by a job.';

create table idempotent_requests (
  staff_id    uuid not null references staff,
  key         text not null,
  operation   text not null,
  input_hash  text not null,
  response    jsonb,
  created_at  timestamptz not null default now(),
  constraint idempotent_requests__key_once primary key (staff_id, key),
  constraint idempotent_requests__key_format check (key ~ '^[A-Za-z0-9_-]{8,64}$')
);
create index idempotent_requests__created_at on idempotent_requests (created_at);
comment on table idempotent_requests is 'What a repeated request gets back instead of being carried out twice; kept for a day.';

grant select, insert, update on colleges, staff to dikshant_app;
grant delete on colleges, staff to dikshant_app;
grant select, insert, update, delete on outbox, idempotent_requests to dikshant_app;
