alter table staff add column strangers_locked_at timestamptz;
comment on column staff.locked_at is '20 wrong codes on a device of this person, or an admin: nobody signs in and every session is over. Unlocking deletes the person''s wrong_codes as well.';
comment on column staff.strangers_locked_at is '20 wrong codes on devices that this person never signed in with: only known devices may sign in. Unlocking deletes the person''s wrong_codes as well.';

create table sessions (
  token_hash    text primary key,
  staff_id      uuid not null references staff on delete cascade,
  created_at    timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  ip            text not null,
  user_agent    text not null,
  constraint sessions__token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint sessions__ends_after_start check (expires_at > created_at)
);
create index sessions__staff on sessions (staff_id);
comment on column sessions.token_hash is 'SHA-256 of the cookie''s 32 random bytes: who reads this table cannot use what it holds.';
comment on column sessions.last_seen_at is 'Written at most once a minute.';

create table known_devices (
  id            uuid primary key,
  staff_id      uuid not null references staff on delete cascade,
  token_hash    text not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz not null default now(),
  constraint known_devices__token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint known_devices__once_per_person unique (token_hash, staff_id)
);
create index known_devices__staff on known_devices (staff_id);
comment on table known_devices is 'Browsers that a person signed in with. They never skip the code; their wrong codes count apart, so that a stranger cannot lock a clerk out.';

create table code_challenges (
  id                uuid primary key,
  purpose           text not null,
  staff_id          uuid references staff on delete cascade,
  known_device_id   uuid references known_devices on delete set null,
  digits            integer not null,
  code_hash         text not null,
  attempts          integer not null default 0,
  mails             integer not null default 1,
  mailed_at         timestamptz not null default now(),
  created_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  passed_at         timestamptz,
  reset_token_hash  text,
  constraint code_challenges__purpose_known check (purpose in ('sign_in', 'password_reset')),
  constraint code_challenges__sign_in_has_person check (purpose <> 'sign_in' or staff_id is not null),
  constraint code_challenges__code_hash_is_sha256 check (code_hash ~ '^[0-9a-f]{64}$'),
  constraint code_challenges__attempts_limited check (attempts between 0 and 5),
  constraint code_challenges__mails_limited check (mails between 1 and 3),
  constraint code_challenges__token_after_code
    check (reset_token_hash is null or (purpose = 'password_reset' and passed_at is not null and staff_id is not null)),
  constraint code_challenges__token_unique unique (reset_token_hash)
);
create index code_challenges__staff on code_challenges (staff_id);
create index code_challenges__expires_at on code_challenges (expires_at);
comment on table code_challenges is 'A one-time code that was mailed and waits to be typed. Attempts only ever grow; a new code does not refill them.';
comment on column code_challenges.staff_id is 'Null is a decoy: a password reset for an address that we do not know runs the same way and never succeeds.';
comment on column code_challenges.code_hash is 'HMAC-SHA-256(pepper, id and code); the pepper is not in the database.';
comment on column code_challenges.reset_token_hash is 'SHA-256 of the token of the last step; null again once it was used.';

create table wrong_codes (
  id               uuid primary key,
  staff_id         uuid not null references staff on delete cascade,
  known_device_id  uuid references known_devices on delete cascade,
  at               timestamptz not null default now()
);
create index wrong_codes__bucket on wrong_codes (staff_id, known_device_id, at);
comment on table wrong_codes is 'Wrong sign-in codes of the last 30 days. A success deletes none; an unlock deletes all of the person''s.';
comment on column wrong_codes.known_device_id is 'Null: all devices that the person never signed in with, together.';

create table throttles (
  key        text primary key,
  hits       integer not null,
  resets_at  timestamptz not null,
  constraint throttles__hits_not_negative check (hits >= 0)
);
create index throttles__resets_at on throttles (resets_at);
comment on table throttles is 'Counters over a fixed window. key = what is counted and an HMAC of the address, person or network.';

grant select, insert, update, delete
  on sessions, known_devices, code_challenges, wrong_codes, throttles to dikshant_app;
