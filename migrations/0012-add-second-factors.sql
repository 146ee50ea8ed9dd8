create table authenticators (
  staff_id     uuid primary key references staff on delete cascade,
  secret       bytea not null,
  created_at   timestamptz not null default now(),
  enrolled_at  timestamptz,
  last_step    bigint,
  constraint authenticators__secret_is_sealed check (octet_length(secret) = 48),
  constraint authenticators__enrolled_by_code check ((enrolled_at is null) = (last_step is null))
);
comment on table authenticators is 'The authenticator app of a person (RFC 6238). It counts from enrolled_at on; before that it was only shown.';
comment on column authenticators.secret is 'AES-256-GCM: nonce, tag and 20 sealed bytes. The key comes from the pepper, which is not in the database; the staff id is bound to it.';
comment on column authenticators.last_step is 'The newest time step whose code was used: neither it nor an earlier one is accepted again.';

create table recovery_codes (
  id         uuid primary key,
  staff_id   uuid not null references staff on delete cascade,
  code_hash  text not null,
  used_at    timestamptz,
  constraint recovery_codes__code_hash_is_sha256 check (code_hash ~ '^[0-9a-f]{64}$'),
  constraint recovery_codes__code_unique unique (staff_id, code_hash)
);
comment on column recovery_codes.code_hash is 'HMAC-SHA-256(pepper, staff id and code).';

alter table code_challenges
  add column factor text not null default 'email_code',
  alter column code_hash drop not null,
  drop constraint code_challenges__mails_limited,
  add constraint code_challenges__factor_known check (factor in ('email_code', 'authenticator')),
  add constraint code_challenges__reset_is_mailed check (purpose = 'sign_in' or factor = 'email_code'),
  add constraint code_challenges__mailed_has_code check ((factor = 'email_code') = (code_hash is not null)),
  add constraint code_challenges__mails_limited
    check (case factor when 'email_code' then mails between 1 and 3 else mails = 0 end);
comment on column code_challenges.factor is 'Where the code comes from: the mail, or the authenticator app, which needs none.';
comment on column code_challenges.code_hash is 'HMAC-SHA-256(pepper, id and code); the pepper is not in the database. Null when the authenticator makes the code.';

alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add constraint sessions__id_unique unique (id);
comment on column sessions.id is 'What the owner''s list of sessions calls it; opens nothing.';
comment on column sessions.last_seen_at is 'The last time that its person did something; written at most once a minute. What a page asks by itself is no use.';

create table staff_preferences (
  staff_id  uuid primary key references staff on delete cascade,
  density   text not null default 'comfortable',
  language  text,
  constraint staff_preferences__density_known check (density in ('comfortable', 'compact')),
  constraint staff_preferences__language_known check (language in ('en', 'kn', 'hi'))
);
comment on column staff_preferences.language is 'Null as long as the person has not chosen: then each device has its own.';
comment on table staff_preferences is 'What follows a person to every device. Who has no row has the defaults.';

grant select, insert, update, delete on authenticators, recovery_codes, staff_preferences to dikshant_app;
