-- The schema of Dikshant 1.0. Frozen: a change is a new migration (migrations/SHA256SUMS).

-- 1. Roles, schema and extensions
--
-- The application role owns nothing and is granted only what stands below each group of tables: it can neither alter a
-- table nor change or remove an audit event. Login roles of the deployment are members of it.

-- Roles belong to the cluster: another database of it may have them, or be making them just now.
do $$
declare
  name text;
begin
  foreach name in array array['dikshant_app', 'dikshant_retention'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

revoke all on schema public from public;
grant usage on schema public to dikshant_app, dikshant_retention;

-- At its start, and for /readyz, the portal compares the schema with its own migrations.
grant select on migrations to dikshant_app;

create extension if not exists pg_trgm;
-- Names of equal serial prefixes beside ranges of numbers in one exclusion constraint.
create extension if not exists btree_gist;

-- 2. Search
--
-- Short terms and native names: trigrams know nothing of one or two letters, of spaces and points, nor, in the C locale, of
-- Kannada. Here a mark stands before each character, so that the trigrams of the result are the pairs of neighbours and
-- the single characters. A character of Devanagari or Kannada becomes two octal digits, its place among the 64 that share a
-- mark. All digits are one (each is everywhere, walking finds it) and so are all signs: whoever asks this compares the text as
-- well.

create function search_pairs(content text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded constant text := regexp_replace(translate(content, E'0123456789 \n', '000000000012'), '[!-/:-@[-`{-~]', '9', 'g');
  marked constant text := 'z' || array_to_string(string_to_array(folded, null), 'z') || 'z';
begin
  if octet_length(content) = char_length(content) then
    return marked;
  end if;
  return replace(replace(replace(replace(replace(encode(convert_to(marked, 'UTF8'), 'escape'),
    'z\340\262\2', 'q'), 'z\340\263\2', 'x'), 'z\340\244\2', 'q'), 'z\340\245\2', 'x'), '\', '9');
end $$;
comment on function search_pairs(text) is 'Its trigrams are the pairs of neighbours and the single characters of the text.';

-- 3. Audit log

-- Version 1 hashes the event as it stands, its moment cut to milliseconds. In version 2 the moment counts to the
-- microsecond, and at each path of `personal` (JSON Pointers) stands a salted SHA-256 in place of the value, so that personal
-- values can be removed without breaking the chain.
create table audit_events (
  sequence       bigint primary key,
  at             timestamptz not null,
  actor_id       uuid,
  actor_name     text not null,
  desk           text not null,
  event          text not null,
  record_type    text not null,
  record_id      text not null,
  record_label   text not null,
  before         jsonb,
  after          jsonb,
  personal       text[] not null default '{}',
  request_id     text not null,
  ip             text,
  hash_version   smallint not null default 1,
  previous_hash  text not null,
  hash           text not null,
  constraint audit_events__sequence_positive check (sequence > 0),
  constraint audit_events__hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$' and previous_hash ~ '^[0-9a-f]{64}$'),
  constraint audit_events__hash_unique unique (hash),
  constraint audit_events__previous_unique unique (previous_hash),
  constraint audit_events__hash_version_known check (hash_version in (1, 2)),
  constraint audit_events__personal_in_version_2 check (hash_version = 2 or personal = '{}')
);
comment on table audit_events is 'Append-only. hash = SHA-256(previous_hash || RFC 8785 canonical JSON of the event as its hash_version has it); npm run audit:verify recomputes it.';
comment on column audit_events.personal is 'JSON Pointers of the personal values: a digest stands there, the value in audit_personal_values.';
create index audit_events__record on audit_events (record_type, record_id, sequence desc);
create index audit_events__actor on audit_events (actor_id, sequence desc);
-- The log is searched by what its rows show: codes are matched as a whole, names and labels by their letters.
create index audit_events__label on audit_events using gin (lower(record_label) gin_trgm_ops)
  where not ('/recordLabel' = any (personal));
create index audit_events__label_pairs on audit_events using gin (search_pairs(lower(record_label)) gin_trgm_ops)
  where not ('/recordLabel' = any (personal));
create index audit_events__label_digest on audit_events (record_label) where '/recordLabel' = any (personal);
create index audit_events__actor_name on audit_events (actor_name, sequence desc);
create index audit_events__plain_actor_name on audit_events using gin (lower(actor_name) gin_trgm_ops) where hash_version = 1;
create index audit_events__event on audit_events (event, sequence desc);
create index audit_events__desk on audit_events (desk, sequence desc);
create index audit_events__at on audit_events (at);

create table audit_head (
  singleton  boolean primary key default true,
  sequence   bigint not null,
  hash       text not null,
  constraint audit_head__one_row check (singleton)
);
comment on table audit_head is 'The newest link of the chain; locked last in every transaction that writes.';

insert into audit_head (sequence, hash) values (0, repeat('0', 64));

create function audit_events__extend_head() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.sequence <> (select sequence + 1 from audit_head) or new.previous_hash <> (select hash from audit_head) then
    raise exception 'the event does not continue the chain'
      using errcode = 'check_violation', constraint = 'audit_events__continues_chain';
  end if;
  update audit_head set sequence = new.sequence, hash = new.hash;
  return new;
end $$;
create trigger audit_events__extend_head before insert on audit_events
  for each row execute function audit_events__extend_head();

create function audit_events__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events__append_only before update or delete or truncate on audit_events
  for each statement execute function audit_events__refuse_change();

create table audit_personal_values (
  digest    text primary key,
  value     text not null,
  salt      text not null,
  path      text not null,
  sequence  bigint not null,
  constraint audit_personal_values__digest_is_of_value check (digest = encode(sha256(convert_to(salt || value, 'UTF8')), 'hex'))
);
comment on table audit_personal_values is 'What the digests of audit_events stand for. Rows may be removed, by dikshant_retention alone; audit:verify counts the values that are gone.';
comment on column audit_personal_values.sequence is 'The first event that has the value; name and address of an actor are shared by the events of one day.';
create index audit_personal_values__sequence on audit_personal_values (sequence);
-- Only what a row of the log shows is searched.
create index audit_personal_values__search on audit_personal_values using gin (lower(value) gin_trgm_ops)
  where path in ('/actorName', '/recordLabel');
create index audit_personal_values__search_pairs on audit_personal_values using gin (search_pairs(lower(value)) gin_trgm_ops)
  where path in ('/actorName', '/recordLabel');

create function audit_personal_values__refuse_change() returns trigger language plpgsql as $$
begin
  -- By name, so that not even the owner removes a value by accident.
  if tg_op = 'DELETE' and current_user = 'dikshant_retention' then
    return null;
  end if;
  raise exception 'personal values of the audit log are removed by dikshant_retention alone' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_personal_values__only_retention before update or delete or truncate on audit_personal_values
  for each statement execute function audit_personal_values__refuse_change();

-- Signed checkpoints: the files are the evidence, the rows say which days have one.
create table audit_checkpoints (
  day         date primary key,
  sequence    bigint not null,
  hash        text not null,
  sha256      text not null,
  written_at  timestamptz not null default now(),
  constraint audit_checkpoints__hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$' and sha256 ~ '^[0-9a-f]{64}$')
);
comment on table audit_checkpoints is 'The days of which a signed file was written and mailed; sha256 is the file''s.';

grant select, insert on audit_events, audit_personal_values, audit_checkpoints to dikshant_app;
grant select on audit_head to dikshant_app;
grant select on audit_events to dikshant_retention;
grant select, delete on audit_personal_values to dikshant_retention;
-- FOR UPDATE asks for the UPDATE privilege on some column; `singleton` can hold no other value than true.
grant update (singleton) on audit_head to dikshant_app;

-- 4. Access log
--
-- Who tried to get in, and who looked at personal files: outside the chain, because strangers can cause entries without end.

create table access_log (
  id        bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  kind      text not null,
  subject   text not null,
  staff_id  uuid,
  person    text not null,
  network   text not null,
  file_id   uuid,
  record    text,
  hour      timestamptz,
  count     integer not null default 1,
  constraint access_log__kind_known check (kind in ('sign_in_failed', 'code_refused', 'reset_code_refused', 'signed_in', 'file_viewed', 'document_viewed', 'thumbnails_viewed')),
  constraint access_log__counted_or_once check (count > 0 and (hour is not null or count = 1)),
  constraint access_log__counted_in_one_row unique (kind, subject, network, hour)
);
comment on table access_log is 'Append-only and kept for a year. Failures and thumbnails are counted by subject, network and hour; its hash of each day is in the day''s checkpoint.';
comment on column access_log.subject is 'The id of the member of staff, or a keyed hash of an Email Id that nobody has.';
create index access_log__at on access_log (at);
create index access_log__kind on access_log (kind, id desc);
create index access_log__search on access_log using gin (lower(person || ' ' || coalesce(record, '') || ' ' || network) gin_trgm_ops);
create index access_log__search_pairs on access_log using gin (search_pairs(lower(person || ' ' || coalesce(record, '') || ' ' || network)) gin_trgm_ops);

create function access_log__refuse_change() returns trigger language plpgsql as $$
begin
  if new.count <= old.count or old.hour is distinct from date_trunc('hour', now()) then
    raise exception 'only what is counted in this hour can change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger access_log__append_only before update on access_log
  for each row execute function access_log__refuse_change();

create function access_log__purge() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare removed bigint;
begin
  delete from access_log where at < now() - interval '1 year';
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function access_log__purge is 'Removes what is older than a year; the application role may delete nothing else of the log.';
revoke all on function access_log__purge() from public;
grant execute on function access_log__purge() to dikshant_app;

grant select on access_log to dikshant_app;
grant insert (kind, subject, staff_id, person, network, file_id, record, hour, count) on access_log to dikshant_app;
grant update (count) on access_log to dikshant_app;

-- 5. Colleges and staff

create table colleges (
  id               uuid primary key,
  code             text not null,
  name             text not null,
  contact_number   text not null,
  email            text,
  address          text not null,
  convocation_fee  integer not null,
  created_at       timestamptz not null default now(),
  version          integer not null default 1,
  constraint colleges__code_unique unique (code),
  constraint colleges__code_format check (code ~ '^[A-Z0-9]{3,12}$' and code <> 'ALL'),
  constraint colleges__fee_positive check (convocation_fee > 0),
  constraint colleges__email_format check (email ~ '^[^@\s]+@[^@\s]+$')
);
comment on column colleges.email is 'Where returned and rejected applications are told of; null when the college has given none.';
comment on column colleges.convocation_fee is 'Whole rupees: the fee of an application, copied to it at receipt.';
create unique index colleges__name_unique on colleges (lower(name));

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
  strangers_locked_at  timestamptz,
  email_changed_at     timestamptz,
  email_changed_by     uuid references staff,
  email_confirmed_at   timestamptz,
  email_confirmed_by   uuid references staff,
  created_at           timestamptz not null default now(),
  version              integer not null default 1,
  constraint staff__role_known check (role in ('admin', 'case_worker', 'receiver', 'printer', 'auditor')),
  constraint staff__admin_is_university_wide check (role <> 'admin' or college_id is null),
  constraint staff__second_factor_known check (second_factor in ('email_code', 'authenticator')),
  constraint staff__name_present check (btrim(name) <> ''),
  constraint staff__email_change_is_signed check ((email_changed_at is null) = (email_changed_by is null)),
  constraint staff__email_confirmation_complete check (
    (email_confirmed_at is null) = (email_confirmed_by is null)
    and (email_confirmed_at is null or email_changed_at is not null)
  ),
  constraint staff__email_confirmed_by_another check (
    email_confirmed_by is null or (email_confirmed_by <> email_changed_by and email_confirmed_by <> id)
  )
);
comment on column staff.college_id is 'Null is the code ALL: the whole university.';
comment on column staff.password_is_initial is 'Typed by an admin: to be changed at the first sign-in, dead 72 hours after password_set_at.';
comment on column staff.locked_at is '20 wrong codes on a device of this person, or an admin: nobody signs in and every session is over. Unlocking deletes the person''s wrong_codes as well.';
comment on column staff.strangers_locked_at is '20 wrong codes on devices that this person never signed in with: only known devices may sign in. Unlocking deletes the person''s wrong_codes as well.';
create unique index staff__email_unique on staff (lower(email));

-- Whoever changes an address gets the codes that are mailed there. So the change is signed and dated, and for a day no
-- password reset of that account is begun or ended unless another admin has confirmed the address.
create function staff__email_change_is_dated() returns trigger language plpgsql as $$
begin
  new.email_changed_at := now();
  new.email_confirmed_at := null;
  new.email_confirmed_by := null;
  return new;
end $$;
create trigger staff__email_change_is_dated before update of email on staff
  for each row when (lower(old.email) <> lower(new.email)) execute function staff__email_change_is_dated();

create table staff_preferences (
  staff_id     uuid primary key references staff on delete cascade,
  density      text not null default 'comfortable',
  language     text,
  letter_keys  boolean not null default true,
  constraint staff_preferences__density_known check (density in ('comfortable', 'compact')),
  constraint staff_preferences__language_known check (language in ('en', 'kn', 'hi'))
);
comment on table staff_preferences is 'What follows a person to every device. Who has no row has the defaults.';
comment on column staff_preferences.language is 'Null as long as the person has not chosen: then each device has its own.';
comment on column staff_preferences.letter_keys is 'Whether single letters are shortcuts (WCAG 2.1.4).';

grant select, insert, update, delete on colleges, staff, staff_preferences to dikshant_app;

-- 6. Sign-in

create table sessions (
  token_hash    text primary key,
  id            uuid not null default gen_random_uuid(),
  staff_id      uuid not null references staff on delete cascade,
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz,
  last_seen_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  ip            text not null,
  user_agent    text not null,
  constraint sessions__token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint sessions__ends_after_start check (expires_at > created_at),
  constraint sessions__id_unique unique (id)
);
comment on column sessions.token_hash is 'SHA-256 of the cookie''s 32 random bytes: who reads this table cannot use what it holds.';
comment on column sessions.id is 'What the owner''s list of sessions calls it; opens nothing.';
comment on column sessions.confirmed_at is 'When the person last gave password and code again; null if only at the sign-in (created_at).';
comment on column sessions.last_seen_at is 'The last time that its person did something; written at most once a minute. What a page asks by itself is no use.';
create index sessions__staff on sessions (staff_id);

create table known_devices (
  id            uuid primary key,
  staff_id      uuid not null references staff on delete cascade,
  token_hash    text not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz not null default now(),
  constraint known_devices__token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint known_devices__once_per_person unique (token_hash, staff_id)
);
comment on table known_devices is 'Browsers that a person signed in with. They never skip the code; their wrong codes count apart, so that a stranger cannot lock a clerk out.';
create index known_devices__staff on known_devices (staff_id);

create table code_challenges (
  id                uuid primary key,
  purpose           text not null,
  factor            text not null default 'email_code',
  staff_id          uuid references staff on delete cascade,
  known_device_id   uuid references known_devices on delete set null,
  digits            integer not null,
  code_hash         text,
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
  constraint code_challenges__mails_limited
    check (case factor when 'email_code' then mails between 1 and 3 else mails = 0 end),
  constraint code_challenges__token_after_code
    check (reset_token_hash is null or (purpose = 'password_reset' and passed_at is not null and staff_id is not null)),
  constraint code_challenges__token_unique unique (reset_token_hash),
  constraint code_challenges__factor_known check (factor in ('email_code', 'authenticator')),
  constraint code_challenges__reset_is_mailed check (purpose = 'sign_in' or factor = 'email_code'),
  constraint code_challenges__mailed_has_code check ((factor = 'email_code') = (code_hash is not null))
);
comment on table code_challenges is 'A one-time code that was mailed and waits to be typed. Attempts only ever grow; a new code does not refill them.';
comment on column code_challenges.factor is 'Where the code comes from: the mail, or the authenticator app, which needs none.';
comment on column code_challenges.staff_id is 'Null is a decoy: a password reset for an address that we do not know runs the same way and never succeeds.';
comment on column code_challenges.code_hash is 'HMAC-SHA-256(pepper, id and code); the pepper is not in the database. Null when the authenticator makes the code.';
comment on column code_challenges.reset_token_hash is 'SHA-256 of the token of the last step; null again once it was used.';
create index code_challenges__staff on code_challenges (staff_id);
create index code_challenges__expires_at on code_challenges (expires_at);

create function code_challenges__no_reset_after_email_change() returns trigger language plpgsql as $$
begin
  if exists (
    select from staff
    where id = new.staff_id and email_changed_at > now() - interval '24 hours' and email_confirmed_at is null
  ) then
    raise exception 'the address of this account was changed less than a day ago'
      using errcode = 'check_violation', constraint = 'code_challenges__no_reset_after_email_change';
  end if;
  return new;
end $$;
create trigger code_challenges__no_reset_after_email_change
  before insert or update of reset_token_hash on code_challenges
  for each row when (new.purpose = 'password_reset' and new.staff_id is not null)
  execute function code_challenges__no_reset_after_email_change();

create table wrong_codes (
  id               uuid primary key,
  staff_id         uuid not null references staff on delete cascade,
  known_device_id  uuid references known_devices on delete cascade,
  at               timestamptz not null default now()
);
comment on table wrong_codes is 'Wrong sign-in codes of the last 30 days. A success deletes none; an unlock deletes all of the person''s.';
comment on column wrong_codes.known_device_id is 'Null: all devices that the person never signed in with, together.';
create index wrong_codes__bucket on wrong_codes (staff_id, known_device_id, at);

create table throttles (
  key        text primary key,
  hits       integer not null,
  resets_at  timestamptz not null,
  constraint throttles__hits_not_negative check (hits >= 0)
);
comment on table throttles is 'Counters over a fixed window. key = what is counted and an HMAC of the address, person or network.';
create index throttles__resets_at on throttles (resets_at);

create table authenticators (
  staff_id     uuid primary key references staff on delete cascade,
  secret       bytea not null,
  key_id       text,
  created_at   timestamptz not null default now(),
  enrolled_at  timestamptz,
  last_step    bigint,
  constraint authenticators__secret_is_sealed check (octet_length(secret) = 48),
  constraint authenticators__enrolled_by_code check ((enrolled_at is null) = (last_step is null))
);
comment on table authenticators is 'The authenticator app of a person (RFC 6238). It counts from enrolled_at on; before that it was only shown.';
comment on column authenticators.secret is 'AES-256-GCM: nonce, tag and 20 sealed bytes. The key comes from the pepper, which is not in the database; the staff id is bound to it.';
comment on column authenticators.key_id is 'The secret that it is sealed with; null of those that were sealed before secrets had names.';
comment on column authenticators.last_step is 'The newest time step whose code was used: neither it nor an earlier one is accepted again.';

create table recovery_codes (
  id         uuid primary key,
  staff_id   uuid not null references staff on delete cascade,
  code_hash  text not null,
  key_id     text,
  used_at    timestamptz,
  constraint recovery_codes__code_hash_is_sha256 check (code_hash ~ '^[0-9a-f]{64}$'),
  constraint recovery_codes__code_unique unique (staff_id, code_hash)
);
comment on column recovery_codes.code_hash is 'HMAC-SHA-256(pepper, staff id and code).';
comment on column recovery_codes.key_id is 'The secret of the HMAC; null of those that were made before secrets had names.';

grant select, insert, update, delete
  on sessions, known_devices, code_challenges, wrong_codes, throttles, authenticators, recovery_codes to dikshant_app;

-- 7. Repeated requests, kept forms and mails

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
comment on table idempotent_requests is 'What a repeated request gets back instead of being carried out twice; kept for a day.';
create index idempotent_requests__created_at on idempotent_requests (created_at);

-- Each tab autosaves its own form. One that was saved or discarded leaves its id behind, so that a request that was under
-- way meanwhile does not bring it back.
create table form_drafts (
  staff_id  uuid not null references staff on delete cascade,
  form_key  text not null,
  id        uuid not null,
  entered   json not null,
  opened    json,
  kept_at   timestamptz not null default clock_timestamp(),
  ended_at  timestamptz,
  constraint form_drafts__form_key_format check (form_key ~ '^[a-z0-9_-]{1,100}$'),
  constraint form_drafts__entered_is_fields check (json_typeof(entered) = 'object'),
  constraint form_drafts__opened_is_fields check (json_typeof(opened) = 'object'),
  constraint form_drafts__size_limited
    check (octet_length(entered::text) + coalesce(octet_length(opened::text), 0) <= 200000),
  constraint form_drafts__one_per_tab primary key (staff_id, form_key, id),
  constraint form_drafts__ended_is_empty
    check (ended_at is null or (entered::text = '{}' and opened is null))
);
comment on table form_drafts is 'What a person typed into a form and has not saved: no record, so the audit log does not know it. Gone with the save, or 30 days after the last key.';
comment on column form_drafts.id is 'Made by the tab, which takes a new one when its form was saved or discarded.';
comment on column form_drafts.entered is 'As json, not jsonb: forms compare values by their text, and jsonb sorts the keys.';
comment on column form_drafts.opened is 'The fields of the edited record as the form was opened with them; null for a new one.';
comment on column form_drafts.ended_at is 'When it was saved or discarded; null while somebody may go on with it.';
create index form_drafts__kept_at on form_drafts (kept_at);

-- Mails are claimed, sent outside any transaction, and marked. A code has a lane of its own and ends with its validity.
create table outbox (
  id               uuid primary key,
  recipient        text not null,
  subject          text not null,
  body             text not null,
  is_urgent        boolean not null default false,
  topic            uuid,
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null default now() + interval '5 days',
  attempts         integer not null default 0,
  next_attempt_at  timestamptz not null default now(),
  claimed_by       integer,
  claimed_until    timestamptz,
  sent_at          timestamptz,
  given_up_at      timestamptz,
  constraint outbox__claim_complete check ((claimed_by is null) = (claimed_until is null)),
  constraint outbox__one_end check (sent_at is null or given_up_at is null)
);
comment on table outbox is 'Mails, written in the transaction that causes them and sent by the worker.';
comment on column outbox.topic is 'Of several unsent mails of one topic only the newest is sent.';
comment on column outbox.claimed_by is 'The advisory lock that the sending process holds while it lives. When that lock is gone, or claimed_until is over, the mail is claimed anew.';
comment on column outbox.given_up_at is 'Expired, or replaced by a newer mail of its topic, before it could be sent; the body is erased.';
create index outbox__recipient on outbox (recipient, created_at desc);
create index outbox__waiting on outbox (is_urgent, next_attempt_at) where sent_at is null and given_up_at is null;
create index outbox__topic on outbox (topic) where sent_at is null and given_up_at is null;

grant select, insert, update, delete on idempotent_requests, form_drafts, outbox to dikshant_app;

-- 8. Files
--
-- Every file of the store has a row, written in the transaction of the record that names it.

create table stored_files (
  key         text primary key,
  media_type  text not null,
  byte_size   bigint not null,
  sha256      text not null,
  stored_at   timestamptz not null default now(),
  constraint stored_files__size_positive check (byte_size > 0),
  constraint stored_files__sha256_format check (sha256 ~ '^[0-9a-f]{64}$')
);
comment on table stored_files is 'A key is used once. The row comes after its file and goes before it, so a row without a file is damage and a file without a row is left over.';

create table files (
  id             uuid primary key,
  kind           text not null,
  original_name  text not null,
  media_type     text not null,
  byte_size      integer not null,
  sha256         text not null,
  storage_key    text not null,
  original_key   text,
  thumbnail_key  text,
  uploaded_by    uuid not null references staff,
  uploaded_at    timestamptz not null default now(),
  college_id     uuid references colleges,
  constraint files__kind_known check (kind in ('photo', 'receipt', 'invoice', 'error_photo')),
  constraint files__size_within_limit check (byte_size > 0 and byte_size <= 5 * 1024 * 1024),
  constraint files__photo_is_image check (kind <> 'photo' or media_type in ('image/jpeg', 'image/png', 'image/webp')),
  constraint files__served_is_stored foreign key (storage_key) references stored_files,
  constraint files__original_is_stored foreign key (original_key) references stored_files,
  constraint files__thumbnail_is_stored foreign key (thumbnail_key) references stored_files
);
comment on column files.storage_key is 'What is shown and printed: written anew by us, without metadata; a photo is cropped to 35 × 45 mm.';
comment on column files.original_key is 'The bytes as they were uploaded, for auditors only. Media type, size and digest of this row are theirs.';
comment on column files.college_id is 'The college of the uploader at that moment, null for the whole university: until a record refers to the file, its uploader sees it while they work there.';
create index files__by_served on files (storage_key);
create index files__by_original on files (original_key) where original_key is not null;
create index files__by_thumbnail on files (thumbnail_key) where thumbnail_key is not null;

grant select, insert, delete on stored_files, files to dikshant_app;

-- 9. Student master
--
-- What an application is compared with. A student is known by the registration number within the college; the exam roll
-- number may come later, with the first examination.

create table students (
  id                   uuid primary key,
  college_id           uuid not null references colleges,
  registration_number  text not null,
  exam_roll_number     text,
  name                 text not null,
  name_native          text,
  address              text not null,
  created_at           timestamptz not null default now(),
  version              integer not null default 1,
  search_text          text not null generated always as (
    lower(registration_number || E'\n' || coalesce(exam_roll_number, '') || E'\n' || name || E'\n' || coalesce(name_native, '') || E'\n' || address)
  ) stored,
  constraint students__registration_present check (btrim(registration_number) = registration_number and registration_number <> ''),
  constraint students__roll_present check (btrim(exam_roll_number) = exam_roll_number and exam_roll_number <> ''),
  constraint students__name_present check (btrim(name) <> ''),
  constraint students__name_native_present check (btrim(name_native) <> '')
);
comment on table students is 'One row for each student of each college, as the marks cards have them.';
comment on column students.name_native is 'The same name in Kannada or Devanagari.';
create unique index students__registration_unique on students (college_id, lower(registration_number));
create unique index students__roll_unique on students (college_id, lower(exam_roll_number));
create index students__newest on students (created_at desc, id desc);
create index students__college_newest on students (college_id, created_at desc, id desc);
create index students__name on students (name, id);
create index students__search on students using gin (search_text gin_trgm_ops);
create index students__search_pairs on students using gin (search_pairs(search_text) gin_trgm_ops);
-- How many rows contain a term is guessed from a sample of the column's values, here and in the other tables that have
-- this setting. Of the usual hundred none may contain a name that every thirtieth row has; the planner then takes it for
-- rare, and reads all its rows instead of the next ones.
alter table students alter column search_text set statistics 500;

grant select, insert, delete on students to dikshant_app;
grant update (college_id, registration_number, exam_roll_number, name, name_native, address, version) on students to dikshant_app;

-- 10. Bulk uploads
--
-- The rows of a file are staged here, checked here, and written to the master in one transaction; the staged rows and the
-- files stay as the evidence of what was uploaded.

create table imports (
  id                 uuid primary key,
  kind               text not null,
  state              text not null,
  columns            jsonb not null,
  samples            jsonb not null,
  sheet_name         text,
  ignored_sheets     integer not null default 0,
  progress           jsonb,
  row_count          integer,
  new_count          integer,
  changed_count      integer,
  unchanged_count    integer,
  faulty_count       integer,
  master_state       text,
  failure            text,
  uploaded_by        uuid not null references staff,
  uploaded_at        timestamptz not null,
  committed_by       uuid references staff,
  commit_request_id  text,
  commit_ip          text,
  committed_at       timestamptz,
  constraint imports__kind_known check (kind in ('students', 'colleges')),
  constraint imports__state_known check (
    state in ('mapping', 'checking', 'checked', 'committing', 'committed', 'cancelled', 'refused')
  ),
  constraint imports__counts_add_up check (row_count = new_count + changed_count + unchanged_count + faulty_count),
  constraint imports__committed_is_clean check (state <> 'committed' or faulty_count = 0),
  constraint imports__commit_is_somebodys check (
    state not in ('committing', 'committed') or (committed_by is not null and commit_request_id is not null)
  )
);
comment on column imports.columns is 'Which column of the file holds which field: {"name": 3}, counted from 0; null is not in the file.';
comment on column imports.progress is 'How far the running job is; written beside its transaction, of interest only while it runs.';
comment on column imports.master_state is 'Fingerprint of the records that the file meets, as the report saw them; the commit refuses when it differs.';
create index imports__newest on imports (kind, uploaded_at desc, id desc);
create index imports__running on imports (state) where state in ('checking', 'committing');

create table import_files (
  id             uuid primary key,
  import_id      uuid not null references imports on delete cascade,
  position       integer not null,
  original_name  text not null,
  format         text not null,
  delimiter      text,
  headers        text[] not null,
  header_row     integer not null,
  byte_size      integer not null,
  sha256         text not null,
  storage_key    text,
  is_read        boolean not null default false,
  refusal        text,
  uploaded_by    uuid not null references staff,
  uploaded_at    timestamptz not null,
  constraint import_files__position_once unique (import_id, position),
  constraint import_files__format_known check (format in ('csv', 'xlsx')),
  constraint import_files__csv_has_delimiter check ((format = 'csv') = (delimiter is not null)),
  constraint import_files__is_stored foreign key (storage_key) references stored_files
);
comment on table import_files is 'Position 0 is the whole file; those after it are mended rows, which replace the faulty ones.';
comment on column import_files.storage_key is 'Null once the file of an upload that was never written has been removed.';
create index import_files__by_stored on import_files (storage_key) where storage_key is not null;

create table import_rows (
  import_id            uuid not null references imports on delete cascade,
  row_number           integer not null,
  cells                text[] not null,
  new_id               uuid not null,
  code                 text,
  name                 text,
  address              text,
  registration_number  text,
  exam_roll_number     text,
  name_native          text,
  contact_number       text,
  email                text,
  convocation_fee      integer,
  constraint import_rows__one_per_line primary key (import_id, row_number)
);
comment on column import_rows.cells is 'As the file has them; the columns beside it hold what the form would save.';
comment on column import_rows.new_id is 'The id that the record gets if it is new, so that writing twice writes the same.';
create index import_rows__by_number on import_rows (import_id, code, lower(registration_number));

create table import_faults (
  id          bigint generated always as identity primary key,
  import_id   uuid not null references imports on delete cascade,
  row_number  integer not null,
  field       text,
  code        text not null,
  found       text not null,
  wanted      text not null
);
comment on column import_faults.field is 'Null when the row as a whole is wrong.';
create index import_faults__by_row on import_faults (import_id, row_number, id);

-- The rows of a file are as new to the planner as to everybody else: without numbers of them it joins a hundred thousand
-- one by one. Only the owner of a table may count it.
create function imports__analyze() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze import_rows, import_faults, colleges;
end $$;
revoke all on function imports__analyze() from public;
grant execute on function imports__analyze() to dikshant_app;

grant select, insert, update on imports, import_files to dikshant_app;
grant select, insert, delete on import_rows, import_faults to dikshant_app;

-- 11. Courses, types of certificate, papers and numbers

create table courses (
  id    uuid primary key,
  name  text not null
);
create unique index courses__name_unique on courses (lower(name));

create table certificate_types (
  name  text primary key
);

create table papers (
  id          uuid primary key,
  code        text not null,
  name        text not null,
  colour      text not null,
  warn_below  integer not null default 100,
  version     integer not null default 1,
  constraint papers__code_unique unique (code),
  constraint papers__name_and_colour_unique unique (name, colour),
  constraint papers__warn_below_not_negative check (warn_below >= 0)
);
comment on table papers is 'Kinds of pre-printed certificate paper: what an application chooses and what the stock holds.';
comment on column papers.warn_below is 'Fewer sheets than this in store or issued, and the stock screens and the print room are warned.';

create table number_counters (
  series       text primary key,
  last_number  integer not null default 0,
  constraint number_counters__not_negative check (last_number >= 0)
);
comment on table number_counters is 'Numbers without gaps: the row is locked in the transaction that uses the number, never a sequence.';

grant select, insert, update on courses, certificate_types, papers, number_counters to dikshant_app;

-- 12. Who received or changed a record
--
-- Four eyes for good: whoever received or changed a record's data never decides on it, whatever was decided in between.

create table contributors (
  record_id  uuid not null,
  staff_id   uuid not null references staff,
  first_at   timestamptz not null default now(),
  constraint contributors__once primary key (record_id, staff_id)
);
comment on table contributors is 'Everybody who ever received or changed the data of an application or a delivery; filled by triggers alone.';
comment on column contributors.record_id is 'An application, a blank_receipt or an ink_receipt.';
create index contributors__staff on contributors (staff_id);

-- The trigger's arguments: the columns of the record's id and of the person.
create function contributors__remember() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written jsonb := to_jsonb(new);
begin
  insert into contributors (record_id, staff_id)
  values ((written ->> tg_argv[0])::uuid, (written ->> tg_argv[1])::uuid)
  on conflict do nothing;
  return null;
end $$;

create function contributors__forget() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from contributors where record_id = old.id;
  return null;
end $$;
revoke execute on function contributors__remember(), contributors__forget() from public;

-- Raises with the name of the trigger as that of a constraint.
create function refuse_contributor(record uuid, receiver uuid, decider uuid, rule text) returns void language plpgsql as $$
begin
  if decider = receiver or exists (select from contributors where record_id = record and staff_id = decider) then
    raise exception 'whoever received or changed a record does not decide on it' using errcode = 'check_violation', constraint = rule;
  end if;
end $$;

-- A change without who made it would leave that person free to decide.
create function refuse_unsigned_change() returns trigger language plpgsql as $$
begin
  raise exception 'a change of the data says who made it' using errcode = 'check_violation', constraint = tg_name;
end $$;

grant select on contributors to dikshant_app;

-- 13. Applications

create table applications (
  id                      uuid primary key,
  acknowledgement_number  integer not null,
  registration_number     text not null,
  exam_roll_number        text not null,
  candidate_name          text not null,
  candidate_name_native   text,
  course_id               uuid not null references courses,
  college_id              uuid not null references colleges,
  academic_year           text not null,
  guide_name              text,
  mode_of_study           text not null,
  certificate_type        text not null references certificate_types,
  paper_id                uuid not null references papers,
  photo_file_id           uuid not null references files,
  receipt_file_id         uuid not null references files,
  fee_amount              integer not null,
  total_amount            integer not null,
  paid_amount             integer not null default 0,
  pending_amount          integer not null generated always as (total_amount - paid_amount) stored,
  status                  text not null default 'received',
  received_by             uuid not null references staff,
  received_at             timestamptz not null,
  corrected_by            uuid references staff,
  corrected_at            timestamptz,
  verified_by             uuid references staff,
  verified_at             timestamptz,
  rejected_by             uuid references staff,
  rejected_at             timestamptz,
  rejection_cause         text,
  rejection_reason        text,
  rejection_remark        text,
  returned_by             uuid references staff,
  returned_at             timestamptz,
  return_reasons          text[] not null default '{}',
  return_remark           text,
  certificate_stage       text,
  convocation_number      text,
  version                 integer not null default 1,
  search_text             text not null generated always as (
    lower(registration_number || E'\n' || exam_roll_number || E'\n' || candidate_name || E'\n' || coalesce(candidate_name_native, ''))
  ) stored,
  constraint applications__acknowledgement_unique unique (acknowledgement_number),
  constraint applications__photo_once unique (photo_file_id),
  constraint applications__receipt_once unique (receipt_file_id),
  constraint applications__status_known check (status in ('received', 'verified', 'rejected', 'returned')),
  constraint applications__academic_year_format check (academic_year ~ '^20[0-9]{2}-[0-9]{2}$'),
  constraint applications__name_present check (btrim(candidate_name) <> ''),
  constraint applications__mode_of_study_known check (mode_of_study in ('Regular', 'Part-time', 'Distance')),
  constraint applications__total_positive check (total_amount > 0),
  constraint applications__paid_within_total check (paid_amount >= 0 and paid_amount <= total_amount),
  constraint applications__verified_is_paid check (status <> 'verified' or paid_amount = total_amount),
  constraint applications__rejected_is_short check (status <> 'rejected' or paid_amount < total_amount),
  constraint applications__verified_is_signed check ((status = 'verified') = (verified_by is not null) and (verified_by is null) = (verified_at is null)),
  constraint applications__rejected_is_signed check (status <> 'rejected' or (rejected_by is not null and rejected_at is not null and rejection_remark is not null)),
  constraint applications__returned_has_reason check (status <> 'returned' or (returned_by is not null and returned_at is not null and cardinality(return_reasons) > 0)),
  constraint applications__rejection_cause_known check (rejection_cause in ('fee_short', 'draft_returned', 'draft_replaced')),
  constraint applications__rejected_has_cause check (status <> 'rejected' or rejection_cause is not null),
  constraint applications__certificate_stage_known check (certificate_stage in ('waiting_for_print', 'completed')),
  constraint applications__rejection_reason_known
    check (rejection_reason in ('short_fee', 'no_draft', 'draft_returned', 'wrong_payee', 'stale_draft', 'other')),
  constraint applications__total_within_fee check (total_amount <= fee_amount)
);
comment on column applications.acknowledgement_number is 'Gapless, from number_counters; what the candidate''s receipt says.';
comment on column applications.fee_amount is 'The convocation fee of the college when the application was received, or when it was corrected to be of that college.';
comment on column applications.paid_amount is 'Whole rupees: the sum of the allocations of drafts that pay (demand_drafts.pays), kept by trigger.';
comment on column applications.certificate_stage is 'completed: its certificate is printed or handed over; one that is withheld does not wait for print. Kept by trigger from certificates.';
comment on column applications.convocation_number is 'That of its certificate, kept by trigger.';
create index applications__newest on applications (received_at desc, id desc);
create index applications__status_newest on applications (status, received_at desc, id desc);
create index applications__college_newest on applications (college_id, received_at desc, id desc);
create index applications__course_newest on applications (course_id, received_at desc, id desc);
create index applications__registration on applications (registration_number, id);
create index applications__roll on applications (exam_roll_number, id);
create index applications__candidate on applications (candidate_name, id);
create index applications__search on applications using gin (search_text gin_trgm_ops);
-- What one person received, newest first: searching the received applications by their receiver, and the count of a month.
create index applications__receiver_newest on applications (received_by, received_at desc, id desc);
-- A student of the master is found among the applications by the registration number in any spelling of its letters.
create index applications__student on applications (college_id, lower(registration_number));
-- Registration numbers are the same in any spelling of their letters, as in the student master.
create unique index applications__one_per_certificate on applications (college_id, lower(registration_number), course_id, certificate_type);
create index applications__completed_newest on applications (received_at desc, id desc) where certificate_stage = 'completed';
create index applications__waiting_newest on applications (received_at desc, id desc) where certificate_stage = 'waiting_for_print';
create index applications__convocation_number on applications using gin (convocation_number gin_trgm_ops);
create index applications__search_pairs on applications using gin (search_pairs(search_text) gin_trgm_ops);
-- A total of one academic year leads to its applications, newest first.
create index applications__academic_year_newest on applications (academic_year, received_at desc, id desc);
alter table applications alter column search_text set statistics 500;

create trigger applications__remember_receiver after insert on applications
  for each row execute function contributors__remember('id', 'received_by');
create trigger applications__remember_corrector after update on applications
  for each row when (new.corrected_by is not null and (old.corrected_by, old.corrected_at) is distinct from (new.corrected_by, new.corrected_at))
  execute function contributors__remember('id', 'corrected_by');
create trigger applications__change_is_signed before update on applications for each row
  when (
    (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at) and
    (old.registration_number, old.exam_roll_number, old.candidate_name, old.candidate_name_native, old.course_id, old.college_id, old.academic_year,
     old.guide_name, old.mode_of_study, old.certificate_type, old.paper_id, old.photo_file_id, old.receipt_file_id, old.total_amount, old.received_by)
    is distinct from
    (new.registration_number, new.exam_roll_number, new.candidate_name, new.candidate_name_native, new.course_id, new.college_id, new.academic_year,
     new.guide_name, new.mode_of_study, new.certificate_type, new.paper_id, new.photo_file_id, new.receipt_file_id, new.total_amount, new.received_by)
  ) execute function refuse_unsigned_change();

create function applications__decided_by_another() returns trigger language plpgsql as $$
begin
  perform refuse_contributor(new.id, new.received_by, case new.status
    when 'verified' then new.verified_by
    when 'returned' then new.returned_by
    -- That the bank returned a draft is no decision on one's own work.
    when 'rejected' then case when new.rejection_cause = 'fee_short' then new.rejected_by end
  end, tg_name);
  return new;
end $$;
create trigger applications__decided_by_another before insert or update of status, verified_by, verified_at, rejected_by, rejected_at, rejection_cause, returned_by, returned_at
  on applications for each row execute function applications__decided_by_another();

create function applications__fee_is_colleges() returns trigger language plpgsql as $$
begin
  if new.fee_amount is distinct from (select convocation_fee from colleges where id = new.college_id) then
    raise exception 'the fee of an application is that of its college' using errcode = 'check_violation', constraint = 'applications__fee_is_colleges';
  end if;
  return new;
end $$;
create trigger applications__fee_is_colleges before insert on applications
  for each row execute function applications__fee_is_colleges();
create trigger applications__changed_fee_is_colleges before update on applications
  for each row when ((old.fee_amount, old.college_id) is distinct from (new.fee_amount, new.college_id))
  execute function applications__fee_is_colleges();

-- The fee is the college's; another amount is a concession with its reason and authority.
create table concessions (
  application_id  uuid not null references applications,
  amount          integer not null,
  reason          text not null,
  authority       text not null,
  recorded_by     uuid not null references staff,
  recorded_at     timestamptz not null,
  constraint concessions__one_per_application primary key (application_id),
  constraint concessions__amount_positive check (amount > 0),
  constraint concessions__reason_known check (reason in ('sc_st', 'disability', 'staff_ward', 'merit', 'court_order', 'other')),
  constraint concessions__authority_given check (length(btrim(authority)) between 3 and 120)
);
comment on table concessions is 'What an application pays less than the fee, and on whose authority; verification confirms it. One that is corrected is deleted and written anew.';

create trigger concessions__remember_recorder after insert on concessions
  for each row execute function contributors__remember('application_id', 'recorded_by');

-- What was verified stays what it was: number and certificate were given for this amount.
create function concessions__of_open_application() returns trigger language plpgsql as $$
begin
  if exists (select from applications where id = coalesce(new.application_id, old.application_id) and status = 'verified') then
    raise exception 'the concession of a verified application stays' using errcode = 'check_violation', constraint = 'concessions__of_open_application';
  end if;
  return coalesce(new, old);
end $$;
create trigger concessions__of_open_application before insert or update or delete on concessions
  for each row execute function concessions__of_open_application();

-- Application and concession are written one after the other, so that their agreement is asked at the end.
create function refuse_other_total(application uuid) returns void language plpgsql as $$
begin
  if exists (
    select from applications p
     where p.id = application
       and p.total_amount <> p.fee_amount - (select coalesce(sum(c.amount), 0) from concessions c where c.application_id = p.id)
  ) then
    raise exception 'the total of an application is its fee less its concession'
      using errcode = 'check_violation', constraint = 'applications__total_is_fee_less_concession';
  end if;
end $$;

create function applications__total_is_fee_less_concession() returns trigger language plpgsql as $$
begin
  perform refuse_other_total(new.id);
  return null;
end $$;
create constraint trigger applications__total_is_fee_less_concession after insert on applications
  deferrable initially deferred for each row execute function applications__total_is_fee_less_concession();
create constraint trigger applications__changed_total_is_fee_less_concession after update on applications
  deferrable initially deferred for each row when ((old.fee_amount, old.total_amount) is distinct from (new.fee_amount, new.total_amount))
  execute function applications__total_is_fee_less_concession();

create function concessions__total_is_fee_less_concession() returns trigger language plpgsql as $$
begin
  perform refuse_other_total(coalesce(new.application_id, old.application_id));
  return null;
end $$;
create constraint trigger concessions__total_is_fee_less_concession after insert or update or delete on concessions
  deferrable initially deferred for each row execute function concessions__total_is_fee_less_concession();

-- Presence, no record: it is worth nothing after a crash, so it is not logged.
create unlogged table application_leases (
  application_id  uuid primary key references applications on delete cascade,
  staff_id        uuid not null references staff on delete cascade,
  expires_at      timestamptz not null
);
comment on table application_leases is 'Who has which application open on the verify screen. A row whose time is over means nothing.';

grant select, insert on applications to dikshant_app;
grant select, insert, delete on concessions to dikshant_app;
grant select, insert, update, delete on application_leases to dikshant_app;
-- Everything but what only triggers write.
grant update (
  registration_number, exam_roll_number, candidate_name, candidate_name_native, course_id, college_id, academic_year,
  guide_name, mode_of_study, certificate_type, paper_id, photo_file_id, receipt_file_id, fee_amount, total_amount, status,
  corrected_by, corrected_at, verified_by, verified_at, rejected_by, rejected_at, rejection_cause, rejection_reason,
  rejection_remark, returned_by, returned_at, return_reasons, return_remark, version
) on applications to dikshant_app;

-- 14. Demand drafts

-- Slips with which drafts are carried to the bank.
create table deposit_slips (
  id            uuid primary key,
  slip_number   integer not null,
  state         text not null default 'prepared',
  account       text not null,
  bank_branch   text not null,
  college_id    uuid references colleges,
  prepared_by   uuid not null references staff,
  prepared_at   timestamptz not null,
  deposited_on  date,
  deposited_by  uuid references staff,
  deposited_at  timestamptz,
  cancelled_by  uuid references staff,
  cancelled_at  timestamptz,
  version       integer not null default 1,
  constraint deposit_slips__number_unique unique (slip_number),
  constraint deposit_slips__state_known check (state in ('prepared', 'deposited', 'cancelled')),
  constraint deposit_slips__deposited_is_signed check (
    (state = 'deposited') = (deposited_on is not null)
    and (deposited_on is null) = (deposited_by is null) and (deposited_on is null) = (deposited_at is null)
  ),
  constraint deposit_slips__cancelled_is_signed check (
    (state = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancelled_by is null)
  ),
  constraint deposit_slips__deposited_in_time check (
    deposited_on between (prepared_at at time zone 'Asia/Kolkata')::date and (deposited_at at time zone 'Asia/Kolkata')::date
  )
);
comment on column deposit_slips.slip_number is 'Gapless, from number_counters. The total is the sum of the drafts that name the slip.';
comment on column deposit_slips.college_id is 'The one college whose drafts it carries; null when they are of several.';
create index deposit_slips__newest on deposit_slips (prepared_at desc, id desc);
create index deposit_slips__college_newest on deposit_slips (college_id, prepared_at desc, id desc);

create table demand_drafts (
  id                 uuid primary key,
  bank               text not null,
  branch             text not null,
  number             text not null,
  drawn_on           date not null,
  amount             integer not null,
  allocated_amount   integer not null default 0,
  refunded_amount    integer not null default 0,
  state              text not null default 'received',
  college_id         uuid not null references colleges,
  received_by        uuid not null references staff,
  received_at        timestamptz not null,
  deposit_slip_id    uuid references deposit_slips,
  realised_on        date,
  realised_by        uuid references staff,
  realised_at        timestamptz,
  return_reason      text,
  return_remark      text,
  returned_by        uuid references staff,
  returned_at        timestamptz,
  stale_at           timestamptz,
  revalidated_until  date,
  revalidated_by     uuid references staff,
  revalidated_at     timestamptz,
  replaced_by        uuid references demand_drafts,
  replaced_at        timestamptz,
  version            integer not null default 1,
  -- RBI/2011-12/251: three months from its date, unless its bank made it valid for longer.
  valid_until        date not null generated always as (coalesce(revalidated_until, (drawn_on + interval '3 months')::date)) stored,
  balance            integer not null generated always as (amount - allocated_amount - refunded_amount) stored,
  pays               boolean not null generated always as (state <> 'returned_by_bank' and replaced_by is null) stored,
  search_text        text not null generated always as (lower(number || E'\n' || bank || E'\n' || branch)) stored,
  constraint demand_drafts__number_format check (number ~ '^[0-9]{6}$'),
  constraint demand_drafts__amount_positive check (amount > 0),
  constraint demand_drafts__not_over_allocated
    check (allocated_amount >= 0 and refunded_amount >= 0 and allocated_amount + refunded_amount <= amount),
  constraint demand_drafts__not_drawn_later check (drawn_on <= (received_at at time zone 'Asia/Kolkata')::date),
  constraint demand_drafts__state_known check (state in ('received', 'deposited', 'realised', 'returned_by_bank', 'stale')),
  constraint demand_drafts__deposited_on_slip check (state not in ('deposited', 'realised') or deposit_slip_id is not null),
  constraint demand_drafts__stale_on_no_slip check (state <> 'stale' or deposit_slip_id is null),
  constraint demand_drafts__realised_is_signed check (
    (state <> 'realised' or realised_on is not null)
    and (realised_on is null) = (realised_by is null) and (realised_on is null) = (realised_at is null)
  ),
  constraint demand_drafts__not_realised_later check (realised_on <= (realised_at at time zone 'Asia/Kolkata')::date),
  constraint demand_drafts__return_reason_known
    check (return_reason in ('signature', 'payee_mismatch', 'stale', 'mutilated', 'forged', 'stopped', 'other')),
  constraint demand_drafts__returned_is_signed check (
    (state = 'returned_by_bank') = (return_reason is not null)
    and (return_reason is null) = (returned_by is null) and (return_reason is null) = (returned_at is null)
  ),
  constraint demand_drafts__stale_is_dated check (state <> 'stale' or stale_at is not null),
  constraint demand_drafts__revalidated_is_signed
    check ((revalidated_until is null) = (revalidated_by is null) and (revalidated_until is null) = (revalidated_at is null)),
  constraint demand_drafts__replaced_was_unusable check (replaced_by is null or state in ('returned_by_bank', 'stale')),
  constraint demand_drafts__replaced_by_another check (replaced_by <> id),
  constraint demand_drafts__replaced_is_dated check ((replaced_by is null) = (replaced_at is null))
);
comment on column demand_drafts.valid_until is 'The last day on which it can be deposited.';
comment on column demand_drafts.balance is 'Whole rupees that neither pay for an application nor were refunded.';
comment on column demand_drafts.pays is 'Whether its allocations count as paid: not after the bank returned it or another draft took its place.';
create unique index demand_drafts__instrument_unique on demand_drafts (lower(bank), lower(branch), number);
create index demand_drafts__newest on demand_drafts (received_at desc, id desc);
create index demand_drafts__college_newest on demand_drafts (college_id, received_at desc, id desc);
create index demand_drafts__state_newest on demand_drafts (state, received_at desc, id desc);
create index demand_drafts__number on demand_drafts (number, id);
create index demand_drafts__amount on demand_drafts (amount, id);
create index demand_drafts__validity on demand_drafts (valid_until, id);
create index demand_drafts__in_hand on demand_drafts (valid_until, id) where state = 'received';
create index demand_drafts__with_balance on demand_drafts (received_at desc, id desc)
  where balance > 0 and state in ('received', 'deposited', 'realised');
create index demand_drafts__slip on demand_drafts (deposit_slip_id) where deposit_slip_id is not null;
create index demand_drafts__replacement on demand_drafts (replaced_by) where replaced_by is not null;
create index demand_drafts__search on demand_drafts using gin (search_text gin_trgm_ops);
-- What a credit without a number may be: the drafts at the bank, by amount.
create index demand_drafts__at_bank on demand_drafts (amount, id) where state = 'deposited';
-- What lies in the drawer, and what lay there too long.
create index demand_drafts__undeposited on demand_drafts (college_id, valid_until) include (drawn_on, amount, allocated_amount, state)
  where state in ('received', 'stale');

-- The face is fixed once it is received, and the states follow each other as docs/domain.md has them.
create function demand_drafts__check_change() returns trigger language plpgsql as $$
begin
  if (new.bank, new.branch, new.number, new.drawn_on, new.amount, new.college_id, new.received_by, new.received_at)
     is distinct from (old.bank, old.branch, old.number, old.drawn_on, old.amount, old.college_id, old.received_by, old.received_at) then
    raise exception 'what stands on a draft does not change' using errcode = 'check_violation', constraint = 'demand_drafts__face_is_fixed';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('received', 'deposited'), ('deposited', 'realised'), ('received', 'stale'), ('stale', 'received'),
    ('received', 'returned_by_bank'), ('deposited', 'returned_by_bank'), ('realised', 'returned_by_bank'), ('stale', 'returned_by_bank')
  ) then
    raise exception 'a draft that is % does not become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'demand_drafts__state_follows';
  end if;
  if old.state = 'stale' and new.state = 'received'
     and (new.revalidated_until is null or new.revalidated_until <= old.valid_until) then
    raise exception 'only its bank makes a stale draft valid again' using errcode = 'check_violation', constraint = 'demand_drafts__revalidated_for_longer';
  end if;
  if old.state <> 'received' and new.deposit_slip_id is distinct from old.deposit_slip_id then
    raise exception 'a deposited draft stays on its slip' using errcode = 'check_violation', constraint = 'demand_drafts__slip_is_fixed';
  end if;
  if old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by then
    raise exception 'a draft is replaced once' using errcode = 'check_violation', constraint = 'demand_drafts__replaced_once';
  end if;
  return new;
end $$;
create trigger demand_drafts__check_change before update on demand_drafts
  for each row execute function demand_drafts__check_change();

-- Slip and drafts change in statements of their own, so that their agreement is asked at the end.
create function demand_drafts__check_slip() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when slip.state = 'cancelled' or (slip.state = 'prepared') <> (draft.state = 'received') then 'demand_drafts__stands_as_its_slip'
           when slip.deposited_on > draft.valid_until then 'demand_drafts__deposited_while_valid'
           when draft.realised_on < slip.deposited_on then 'demand_drafts__realised_after_deposit'
         end
    into fault
    from (select new.id union all select id from demand_drafts where deposit_slip_id = new.id) as changed
    join demand_drafts draft using (id)
    join deposit_slips slip on slip.id = draft.deposit_slip_id
   order by 1
   limit 1;
  if fault is not null then
    raise exception 'a draft and its deposit slip disagree' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create constraint trigger demand_drafts__check_slip after update of state, deposit_slip_id, realised_on on demand_drafts
  deferrable initially deferred for each row when (new.deposit_slip_id is not null) execute function demand_drafts__check_slip();
create constraint trigger deposit_slips__check_drafts after update on deposit_slips
  deferrable initially deferred for each row execute function demand_drafts__check_slip();

create table allocations (
  demand_draft_id  uuid not null references demand_drafts,
  application_id   uuid not null references applications,
  amount           integer not null,
  allocated_by     uuid not null references staff,
  allocated_at     timestamptz not null default now(),
  constraint allocations__once primary key (demand_draft_id, application_id),
  constraint allocations__amount_positive check (amount > 0)
);
create index allocations__application on allocations (application_id);

create trigger allocations__remember_allocator after insert or update on allocations
  for each row execute function contributors__remember('application_id', 'allocated_by');

-- Both sums follow the allocations, so that no code path can make them disagree; a draft that cannot pay takes no allocation.
create function allocations__carry_sums() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  draft uuid := coalesce(new.demand_draft_id, old.demand_draft_id);
  application uuid := coalesce(new.application_id, old.application_id);
begin
  -- Locked in statements of their own: each sum below then sees what a colleague committed while we waited.
  perform from applications where id = application for update;
  perform from demand_drafts where id = draft for update;
  if tg_op <> 'DELETE' and exists (select from demand_drafts where id = draft and state in ('returned_by_bank', 'stale')) then
    raise exception 'a returned or stale draft pays nothing new' using errcode = 'check_violation', constraint = 'allocations__of_usable_draft';
  end if;
  update demand_drafts d
     set allocated_amount = (select coalesce(sum(a.amount), 0) from allocations a where a.demand_draft_id = d.id)
   where d.id = draft;
  update applications p
     set paid_amount = (select coalesce(sum(a.amount), 0) from allocations a join demand_drafts d on d.id = a.demand_draft_id
                         where a.application_id = p.id and d.pays)
   where p.id = application;
  return null;
end $$;
create trigger allocations__carry_sums after insert or update or delete on allocations
  for each row execute function allocations__carry_sums();

-- What a draft paid counts for the applications as long as it pays.
create function demand_drafts__carry_paid() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from applications where id in (select application_id from allocations where demand_draft_id = new.id) order by id for update;
  update applications p
     set paid_amount = (select coalesce(sum(a.amount), 0) from allocations a join demand_drafts d on d.id = a.demand_draft_id
                         where a.application_id = p.id and d.pays)
   where p.id in (select application_id from allocations where demand_draft_id = new.id);
  return null;
end $$;
create trigger demand_drafts__carry_paid after update of state, replaced_by on demand_drafts
  for each row when (old.pays <> new.pays) execute function demand_drafts__carry_paid();

create table refunds (
  id               uuid primary key,
  demand_draft_id  uuid not null references demand_drafts,
  amount           integer not null,
  paid_to          text not null,
  reference        text not null,
  refunded_by      uuid not null references staff,
  refunded_at      timestamptz not null,
  constraint refunds__amount_positive check (amount > 0),
  constraint refunds__paid_to_present check (btrim(paid_to) <> ''),
  constraint refunds__reference_present check (btrim(reference) <> '')
);
comment on table refunds is 'Money of a realised draft that went back to whoever paid it. Never changed: the application role may only add.';
create index refunds__draft on refunds (demand_draft_id);

create function refunds__carry_sum() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from demand_drafts where id = new.demand_draft_id and state = 'realised' for update;
  if not found then
    raise exception 'only the money of a realised draft can be refunded' using errcode = 'check_violation', constraint = 'refunds__of_realised_draft';
  end if;
  update demand_drafts d
     set refunded_amount = (select sum(r.amount) from refunds r where r.demand_draft_id = d.id)
   where d.id = new.demand_draft_id;
  return null;
end $$;
create trigger refunds__carry_sum after insert on refunds
  for each row execute function refunds__carry_sum();

grant select, insert, update on deposit_slips to dikshant_app;
grant select, insert on demand_drafts, refunds to dikshant_app;
grant select, insert, update, delete on allocations to dikshant_app;
-- Neither the sums, which only triggers write, nor the face.
grant update (
  state, deposit_slip_id, realised_on, realised_by, realised_at, return_reason, return_remark, returned_by, returned_at,
  stale_at, revalidated_until, revalidated_by, revalidated_at, replaced_by, replaced_at, version
) on demand_drafts to dikshant_app;

-- 15. Bank statements
--
-- Those of the university's account. Their lines settle demand drafts; the files stay as the evidence.

create table bank_statements (
  id                     uuid primary key,
  file_name              text not null,
  sha256                 text not null,
  storage_key            text not null,
  format                 text not null,
  byte_size              integer not null,
  headers                text[] not null,
  header_row             integer not null,
  columns                jsonb not null,
  first_day              date not null,
  last_day               date not null,
  line_count             integer not null,
  repeated_count         integer not null,
  credit_paise           bigint not null,
  debit_paise            bigint not null,
  repeated_credit_paise  bigint not null,
  repeated_debit_paise   bigint not null,
  uploaded_by            uuid not null references staff,
  uploaded_at            timestamptz not null,
  search_text            text not null generated always as (lower(file_name)) stored,
  constraint bank_statements__file_once unique (sha256),
  constraint bank_statements__format_known check (format in ('csv', 'xlsx')),
  constraint bank_statements__has_lines check (line_count > 0 and repeated_count between 0 and line_count),
  constraint bank_statements__days_in_order check (first_day <= last_day),
  constraint bank_statements__is_stored foreign key (storage_key) references stored_files
);
comment on column bank_statements.columns is 'Which column of the file holds what: {"credit": 5}, counted from 0; null is not in the file.';
comment on column bank_statements.repeated_count is 'Lines that an earlier statement had already, or that the file has twice; they are not taken again.';
comment on column bank_statements.credit_paise is 'Sum of all credits of the file, the repeated ones included.';
create index bank_statements__newest on bank_statements (uploaded_at desc, id desc);
create index bank_statements__headers on bank_statements (headers, uploaded_at desc);
create index bank_statements__by_stored on bank_statements (storage_key);

create table bank_statement_lines (
  id                uuid primary key,
  statement_id      uuid not null references bank_statements,
  position          integer not null,
  row_number        integer not null,
  booked_on         date not null,
  value_date        date not null,
  description       text not null,
  reference         text not null,
  side              text not null,
  amount_paise      bigint not null,
  balance_paise     bigint,
  fingerprint       text not null,
  occurrence        integer not null,
  state             text not null default 'open',
  difference_paise  bigint not null default 0,
  set_aside_reason  text,
  remark            text,
  is_automatic      boolean not null default false,
  decided_by        uuid references staff,
  decided_at        timestamptz,
  version           integer not null default 1,
  place             integer not null generated always as (position + case state when 'open' then 0 else 1000000 end) stored,
  search_text       text not null generated always as (lower(description || E'\n' || reference)) stored,
  constraint bank_statement_lines__position_once unique (statement_id, position),
  constraint bank_statement_lines__taken_once unique nulls not distinct (fingerprint, balance_paise, occurrence),
  constraint bank_statement_lines__side_known check (side in ('credit', 'debit')),
  constraint bank_statement_lines__amount_positive check (amount_paise > 0),
  constraint bank_statement_lines__state_known check (state in ('open', 'matched', 'set_aside')),
  constraint bank_statement_lines__decided_is_signed check (
    (state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null)
  ),
  constraint bank_statement_lines__set_aside_has_reason check ((state = 'set_aside') = (set_aside_reason is not null)),
  constraint bank_statement_lines__reason_known check (
    set_aside_reason in ('interest', 'charges', 'cash', 'electronic', 'reversal', 'other_income', 'own_transfer', 'other')
  ),
  constraint bank_statement_lines__difference_is_explained check (
    difference_paise = 0 or (state = 'matched' and not is_automatic and remark is not null)
  )
);
comment on column bank_statement_lines.amount_paise is 'Paise, because interest and charges have them; a draft is whole rupees.';
comment on column bank_statement_lines.fingerprint is 'SHA-256 of days, side, amount, reference and description: what statements that overlap have in common.';
comment on column bank_statement_lines.occurrence is 'Which one it is among lines with the same fingerprint and running balance.';
comment on column bank_statement_lines.difference_paise is 'What the settled drafts are worth more than the line: the bank kept it.';
comment on column bank_statement_lines.place is 'The order of the list: open lines first.';
create index bank_statement_lines__by_place on bank_statement_lines (statement_id, place, id);

create table bank_statement_settlements (
  line_id          uuid not null references bank_statement_lines,
  demand_draft_id  uuid not null references demand_drafts,
  outcome          text not null,
  amount           integer not null,
  constraint bank_statement_settlements__once primary key (line_id, demand_draft_id),
  constraint bank_statement_settlements__draft_once unique (demand_draft_id, outcome),
  constraint bank_statement_settlements__outcome_known check (outcome in ('realised', 'returned'))
);
comment on table bank_statement_settlements is 'Which drafts a line is the money of. One credit realises a draft at most once, one debit takes it back at most once.';

-- A line and its drafts are written in statements of their own, so that their agreement is asked at the end.
create function bank_statement_lines__check_sum() returns trigger language plpgsql as $$
declare
  line bank_statement_lines;
  settled bigint;
  wrong bigint;
begin
  -- As it stands at the end, and not as it was when it was written.
  select * into line from bank_statement_lines
   where id = case tg_table_name when 'bank_statement_lines' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'line_id')::uuid end;
  select coalesce(sum(s.amount), 0) * 100,
         count(*) filter (where d.amount <> s.amount
                             or s.outcome <> case line.side when 'credit' then 'realised' else 'returned' end
                             or (s.outcome = 'realised' and d.realised_on is null)
                             or (s.outcome = 'returned' and d.state <> 'returned_by_bank'))
    into settled, wrong
    from bank_statement_settlements s join demand_drafts d on d.id = s.demand_draft_id
   where s.line_id = line.id;
  if wrong > 0 or settled <> (case line.state when 'matched' then line.amount_paise + line.difference_paise else 0 end) then
    raise exception 'a statement line and its drafts disagree'
      using errcode = 'check_violation', constraint = 'bank_statement_lines__settled_in_full';
  end if;
  return null;
end $$;
create constraint trigger bank_statement_lines__check_sum after insert or update of state, difference_paise on bank_statement_lines
  deferrable initially deferred for each row when (new.state = 'matched') execute function bank_statement_lines__check_sum();
create constraint trigger bank_statement_settlements__check_sum after insert on bank_statement_settlements
  deferrable initially deferred for each row execute function bank_statement_lines__check_sum();

-- A line stays as the bank wrote it, and a matched one stays matched: the application role has no other way.
create function bank_statement_lines__check_change() returns trigger language plpgsql as $$
begin
  if old.state = 'matched' then
    raise exception 'a line settles once' using errcode = 'check_violation', constraint = 'bank_statement_lines__settles_once';
  end if;
  return new;
end $$;
create trigger bank_statement_lines__check_change before update on bank_statement_lines
  for each row execute function bank_statement_lines__check_change();

grant select, insert on bank_statements, bank_statement_lines, bank_statement_settlements to dikshant_app;
grant update (
  state, difference_paise, set_aside_reason, remark, is_automatic, decided_by, decided_at, version
) on bank_statement_lines to dikshant_app;

-- 16. Certificates

create table certificates (
  id                    uuid primary key,
  application_id        uuid not null references applications,
  college_id            uuid not null references colleges,
  convocation_year      integer not null,
  convocation_sequence  integer not null,
  convocation_number    text not null generated always as (convocation_year::text || '/' || lpad(convocation_sequence::text, 6, '0')) stored,
  state                 text not null default 'to_print',
  created_at            timestamptz not null,
  waiting_since         timestamptz not null,
  withheld_at           timestamptz,
  printed_at            timestamptz,
  handed_over_at        timestamptz,
  handed_over_by        uuid references staff,
  revoked_at            timestamptz,
  revocation_reason     text,
  version               integer not null default 1,
  search_text           text,
  constraint certificates__one_per_application unique (application_id),
  constraint certificates__convocation_number_unique unique (convocation_year, convocation_sequence),
  constraint certificates__sequence_positive check (convocation_sequence > 0),
  constraint certificates__state_known check (state in ('to_print', 'in_run', 'printed', 'handed_over', 'revoked')),
  constraint certificates__printed_is_dated check (state not in ('printed', 'handed_over') or printed_at is not null),
  constraint certificates__handed_over_is_signed
    check (state <> 'handed_over' or (handed_over_at is not null and handed_over_by is not null)),
  constraint certificates__revoked_has_reason check (state <> 'revoked' or (revoked_at is not null and revocation_reason is not null))
);
comment on column certificates.waiting_since is 'When it joined the print queue: as an original, or anew as a reprint. A spoilt sheet does not put it behind the others.';
comment on column certificates.withheld_at is 'Set while its application is not verified any more, because a draft that paid came back.';
comment on column certificates.handed_over_at is 'When the newest copy that left did so; in which way stands in hand_overs.';
comment on column certificates.search_text is 'That of its application and the convocation number, kept by trigger.';
create index certificates__number on certificates (convocation_number text_pattern_ops);
create index certificates__waiting on certificates (created_at, id) where state = 'to_print';
create index certificates__printed_newest on certificates (printed_at desc, id desc) where state in ('printed', 'handed_over');
create index certificates__college on certificates (college_id, state);
-- Any part of a convocation number finds its application.
create index certificates__number_search on certificates using gin (convocation_number gin_trgm_ops);
-- The dashboard lists certificates newest first, printed or not.
create index certificates__newest on certificates (created_at desc, id desc);
create index certificates__college_newest on certificates (college_id, created_at desc, id desc);
create index certificates__withheld on certificates (withheld_at desc, id desc) where withheld_at is not null;
create index certificates__number_order on certificates (convocation_number, id);
create index certificates__college_printed on certificates (college_id, printed_at desc, id desc)
  where state in ('printed', 'handed_over');
create index certificates__search on certificates using gin (search_text gin_trgm_ops);
create index certificates__search_pairs on certificates using gin (search_pairs(search_text) gin_trgm_ops);
create index certificates__pending on certificates (waiting_since, id) where state in ('to_print', 'in_run');
create index certificates__college_pending on certificates (college_id, waiting_since, id) where state in ('to_print', 'in_run');
-- Few lie in the office; walking through all that ever left it would find them last.
create index certificates__in_office on certificates (printed_at desc, id desc) where state = 'printed';
create index certificates__to_hand_over on certificates (college_id, convocation_number, id) where state = 'printed';
alter table certificates alter column search_text set statistics 500;

create function certificates__refuse_withheld() returns trigger language plpgsql as $$
begin
  raise exception 'a withheld certificate is neither printed nor handed over'
    using errcode = 'check_violation', constraint = 'certificates__withheld_not_issued';
end $$;
create trigger certificates__refuse_withheld before update of state on certificates for each row
  when (new.withheld_at is not null and old.state <> new.state and new.state in ('in_run', 'handed_over'))
  execute function certificates__refuse_withheld();

-- Application and certificate change in statements of their own, so that their agreement is asked at the end.
create function certificates__check_withheld() returns trigger language plpgsql as $$
begin
  if exists (
    select from certificates c join applications p on p.id = c.application_id
     where (c.id = new.id or c.application_id = new.id) and c.state <> 'revoked' and (p.status = 'verified') = (c.withheld_at is not null)
  ) then
    raise exception 'a certificate is withheld exactly while its application is not verified'
      using errcode = 'check_violation', constraint = 'certificates__withheld_unless_verified';
  end if;
  return null;
end $$;
create constraint trigger certificates__check_withheld after update of withheld_at on certificates
  deferrable initially deferred for each row execute function certificates__check_withheld();
create constraint trigger applications__check_withheld after update of status on applications
  deferrable initially deferred for each row when (old.status <> new.status) execute function certificates__check_withheld();

-- What lists of one table are filtered and searched by in another is carried there.
create function certificates__carry_to_applications() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update applications
     set certificate_stage = carried.stage, convocation_number = carried.convocation_number
    from (select application_id, convocation_number,
                 case when state in ('to_print', 'in_run') and withheld_at is null then 'waiting_for_print'
                      when state in ('printed', 'handed_over') then 'completed' end as stage
            from new_rows) as carried
   where applications.id = carried.application_id
     and (applications.certificate_stage, applications.convocation_number) is distinct from (carried.stage, carried.convocation_number);
  return null;
end $$;
create trigger certificates__carry_inserted after insert on certificates referencing new table as new_rows
  for each statement execute function certificates__carry_to_applications();
create trigger certificates__carry_updated after update on certificates referencing new table as new_rows
  for each statement execute function certificates__carry_to_applications();

create function certificates__take_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := (select search_text from applications where id = new.application_id)
    || E'\n' || new.convocation_year || '/' || lpad(new.convocation_sequence::text, 6, '0');
  return new;
end $$;
create trigger certificates__take_search_text before insert on certificates
  for each row execute function certificates__take_search_text();

create function applications__carry_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update certificates set search_text = new.search_text || E'\n' || convocation_number where application_id = new.id;
  return null;
end $$;
create trigger applications__carry_search_text after update on applications
  for each row when (old.search_text <> new.search_text) execute function applications__carry_search_text();

grant select, insert, update on certificates to dikshant_app;

-- 17. Printers, proofs and print runs

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

-- A print file keeps the printer and the offset that it was composed for, and the layout that a proof has to stand for. A
-- run that was prepared can be withdrawn; a closed one says what was counted on the table, and who counted.
create table print_runs (
  id                    uuid primary key,
  run_number            integer not null,
  paper_id              uuid not null references papers,
  certificate_type      text not null references certificate_types,
  college_id            uuid references colleges,
  state                 text not null default 'prepared',
  operator_id           uuid not null references staff,
  printer_id            uuid references printers,
  x_offset_mm           numeric(3, 1) not null default 0,
  y_offset_mm           numeric(3, 1) not null default 0,
  prepared_at           timestamptz not null,
  started_at            timestamptz,
  closed_at             timestamptz,
  closed_by             uuid references staff,
  counted_good          integer,
  counted_spoilt        integer,
  counted_missing       integer,
  withdrawn_at          timestamptz,
  withdrawn_by          uuid references staff,
  composition           integer not null default 1,
  composed_count        integer not null default 0,
  document_key          text,
  document_sha256       text,
  document_fingerprint  text,
  document_failure      text,
  version               integer not null default 1,
  constraint print_runs__number_unique unique (run_number),
  constraint print_runs__state_known check (state in ('prepared', 'printing', 'closed', 'withdrawn')),
  constraint print_runs__printing_has_document check (
    case state when 'printing' then document_key is not null and started_at is not null when 'closed' then started_at is not null else true end
  ),
  constraint print_runs__closed_is_dated check ((state = 'closed') = (closed_at is not null)),
  constraint print_runs__offset_in_reach check (x_offset_mm between -10 and 10 and y_offset_mm between -10 and 10),
  constraint print_runs__composed_not_negative check (composed_count >= 0),
  constraint print_runs__file_has_layout check (
    state <> 'prepared' or (document_key is null) = (document_fingerprint is null)
  ),
  constraint print_runs__counted_when_closed check (
    (counted_good is null) = (counted_spoilt is null) and (counted_good is null) = (counted_missing is null)
    and (counted_good is null) = (closed_by is null) and (counted_good is null or state = 'closed')
  ),
  constraint print_runs__withdrawn_is_signed check (
    (state = 'withdrawn') = (withdrawn_at is not null) and (withdrawn_at is null) = (withdrawn_by is null)
    and (withdrawn_at is null or started_at is null)
  ),
  constraint print_runs__document_while_needed check (document_key is null or state in ('prepared', 'printing')),
  constraint print_runs__document_is_stored foreign key (document_key) references stored_files
);
comment on column print_runs.college_id is 'The one college whose certificates it prints; null when they are of several.';
comment on column print_runs.printer_id is 'Null when the operator carries the code of no known printer: composed without an offset.';
comment on column print_runs.counted_good is 'Good sheets that lay on the table when the run was closed, as its closer counted them.';
comment on column print_runs.composition is 'Counts how often a print file was asked for; a job that composes for an earlier one throws its file away.';
comment on column print_runs.composed_count is 'How many of its sheets are composed; told while the job runs.';
create index print_runs__newest on print_runs (prepared_at desc, id desc);
create index print_runs__by_document on print_runs (document_key) where document_key is not null;

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

create table print_files (
  print_run_id   uuid not null references print_runs,
  file_number    integer not null,
  from_position  integer not null,
  checked_by     uuid not null references staff,
  checked_at     timestamptz not null,
  opened_by      uuid references staff,
  opened_at      timestamptz,
  constraint print_files__once primary key (print_run_id, file_number),
  constraint print_files__from_a_sheet check (from_position >= 1),
  constraint print_files__opened_is_signed check ((opened_by is null) = (opened_at is null))
);
comment on table print_files is 'One row for each check of the stack, at the start and after a jam, with the print file that it allows: the sheets without an outcome from a position on.';
comment on column print_files.opened_at is 'When the file was first opened. Every opening is in the audit log.';

grant select, insert, update on printers, proofs, print_runs to dikshant_app;
grant select, insert on print_files to dikshant_app;
grant update (opened_by, opened_at) on print_files to dikshant_app;

-- 18. Stock and its custody

-- A delivery: `total` is what the invoice says, `received` what came, and what was not rejected is accepted.
create table blank_receipts (
  id                 uuid primary key,
  paper_id           uuid not null references papers,
  serial_prefix      text not null,
  first_serial       integer not null,
  last_serial        integer not null,
  total_quantity     integer not null,
  received_quantity  integer not null,
  rejected_quantity  integer not null default 0,
  rejected_serials   integer[] not null default '{}',
  received_on        date not null,
  received_by        uuid not null references staff,
  received_at        timestamptz not null,
  corrected_by       uuid references staff,
  corrected_at       timestamptz,
  approved_by        uuid references staff,
  approved_at        timestamptz,
  remarks            text,
  invoice_file_id    uuid references files,
  version            integer not null default 1,
  constraint blank_receipts__serials_ordered check (first_serial >= 0 and first_serial <= last_serial),
  constraint blank_receipts__quantity_is_range check (
    received_quantity - rejected_quantity = last_serial - first_serial + 1 - cardinality(rejected_serials)
  ),
  constraint blank_receipts__rejected_not_negative check (rejected_quantity >= 0),
  constraint blank_receipts__approval_complete check ((approved_by is null) = (approved_at is null)),
  constraint blank_receipts__received_within_total check (received_quantity <= total_quantity),
  constraint blank_receipts__rejected_serials_counted check (rejected_quantity >= cardinality(rejected_serials)),
  constraint blank_receipts__rejected_serials_in_range check (
    first_serial <= all (rejected_serials) and last_serial >= all (rejected_serials)
  ),
  constraint blank_receipts__serials_once exclude using gist (
    serial_prefix with =, int4range(first_serial, last_serial, '[]') with &&
  )
);
comment on column blank_receipts.rejected_serials is 'Numbers within the range that went back to the vendor: no blanks come of them.';
create index blank_receipts__newest on blank_receipts (received_at desc, id desc);

create trigger blank_receipts__remember_receiver after insert on blank_receipts
  for each row execute function contributors__remember('id', 'received_by');
create trigger blank_receipts__remember_corrector after update on blank_receipts
  for each row when (new.corrected_by is not null and (old.corrected_by, old.corrected_at) is distinct from (new.corrected_by, new.corrected_at))
  execute function contributors__remember('id', 'corrected_by');
create trigger blank_receipts__forget_contributors after delete on blank_receipts
  for each row execute function contributors__forget();
create trigger blank_receipts__change_is_signed before update on blank_receipts for each row
  when (
    (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at) and
    (old.paper_id, old.serial_prefix, old.first_serial, old.last_serial, old.total_quantity, old.received_quantity, old.rejected_quantity,
     old.rejected_serials, old.received_on, old.received_by)
    is distinct from
    (new.paper_id, new.serial_prefix, new.first_serial, new.last_serial, new.total_quantity, new.received_quantity, new.rejected_quantity,
     new.rejected_serials, new.received_on, new.received_by)
  ) execute function refuse_unsigned_change();

create function receipts__approved_by_another() returns trigger language plpgsql as $$
begin
  perform refuse_contributor(new.id, new.received_by, new.approved_by, tg_name);
  return new;
end $$;
create trigger blank_receipts__approved_by_another before insert or update of approved_by, approved_at on blank_receipts
  for each row execute function receipts__approved_by_another();

-- Why custody changed: one row for each act of a person, whatever number of blanks it moved.
create table custody_acts (
  id            uuid primary key,
  act           text not null,
  paper_id      uuid not null references papers,
  acted_by      uuid not null references staff,
  witnessed_by  uuid references staff,
  acted_at      timestamptz not null,
  remark        text,
  request_id    text not null,
  constraint custody_acts__act_known check (
    act in ('received', 'issued', 'returned', 'bound', 'withdrawn', 'printed', 'taken_back', 'cancelled', 'spoilt', 'destroyed',
            'missing', 'found')
  ),
  -- Vietnam, Circular 21/2019: spoilt blanks are destroyed by several persons with a signed record.
  constraint custody_acts__destroyed_by_two check (act <> 'destroyed' or (witnessed_by is not null and witnessed_by <> acted_by)),
  constraint custody_acts__reason_given check (
    act not in ('cancelled', 'spoilt', 'destroyed', 'missing', 'found') or btrim(remark) <> ''
  )
);
create index custody_acts__newest on custody_acts (acted_at desc, id desc);

create table blanks (
  id                uuid primary key,
  blank_receipt_id  uuid not null references blank_receipts,
  paper_id          uuid not null references papers,
  serial            text not null,
  number            integer not null,
  state             text not null default 'in_store',
  held_by           uuid references staff,
  print_run_id      uuid references print_runs,
  custody_act_id    uuid not null references custody_acts,
  version           integer not null default 1,
  constraint blanks__serial_unique unique (serial),
  constraint blanks__state_known check (state in ('in_store', 'issued', 'bound', 'printed', 'spoilt', 'destroyed', 'missing')),
  constraint blanks__number_once unique (blank_receipt_id, number),
  constraint blanks__one_holder check (
    case state
      when 'issued' then held_by is not null and print_run_id is null
      when 'spoilt' then print_run_id is null
      when 'bound' then held_by is null and print_run_id is not null
      when 'printed' then held_by is null and print_run_id is not null
      else held_by is null and print_run_id is null
    end
  )
);
comment on table blanks is 'One row for each numbered sheet, in exactly one state with exactly one holder: a person, the print run that it is bound to, or else the store. For every delivery accepted = the sum over the states, at every moment.';
comment on column blanks.custody_act_id is 'The act that brought the sheet into this state; the trigger writes the movement of it.';
create index blanks__receipt on blanks (blank_receipt_id, state);
create index blanks__at_hand on blanks (paper_id, state, serial) where state in ('in_store', 'issued', 'spoilt');
create index blanks__held on blanks (held_by, paper_id) where held_by is not null;

create table blank_movements (
  id                bigint generated always as identity primary key,
  custody_act_id    uuid not null references custody_acts,
  act               text not null,
  blank_receipt_id  uuid not null references blank_receipts,
  first_number      integer not null,
  last_number       integer not null,
  quantity          integer not null generated always as (last_number - first_number + 1) stored,
  from_state        text,
  to_state          text not null,
  from_holder       uuid references staff,
  to_holder         uuid references staff,
  from_run          uuid references print_runs,
  to_run            uuid references print_runs,
  constraint blank_movements__numbers_ordered check (first_number <= last_number),
  constraint blank_movements__act_allows check (
    case act
      when 'received' then from_state is null and to_state = 'in_store'
      when 'issued' then coalesce(from_state, '') = 'in_store' and to_state = 'issued'
      when 'returned' then (coalesce(from_state, '') = 'issued' and to_state = 'in_store')
        or (coalesce(from_state, '') = 'spoilt' and to_state = 'spoilt' and from_holder is not null and to_holder is null)
      when 'bound' then coalesce(from_state, '') in ('in_store', 'issued') and to_state = 'bound'
      when 'withdrawn' then coalesce(from_state, '') = 'bound' and to_state in ('in_store', 'issued')
      when 'printed' then coalesce(from_state, '') = 'bound' and to_state = 'printed'
      -- Only from where the outcome left it: a spoilt sheet that was returned to the store is no longer at the printer.
      when 'taken_back' then to_state = 'bound' and (
        coalesce(from_state, '') = 'missing' or (coalesce(from_state, '') = 'spoilt' and from_holder is not null)
        or (coalesce(from_state, '') = 'printed' and from_run = to_run))
      when 'cancelled' then coalesce(from_state, '') = 'printed' and to_state = 'spoilt'
      when 'spoilt' then coalesce(from_state, '') in ('in_store', 'issued', 'bound') and to_state = 'spoilt'
      when 'destroyed' then coalesce(from_state, '') = 'spoilt' and to_state = 'destroyed'
      when 'missing' then coalesce(from_state, '') in ('in_store', 'issued', 'spoilt', 'bound') and to_state = 'missing'
      when 'found' then coalesce(from_state, '') = 'missing' and to_state in ('in_store', 'spoilt')
      else false
    end
  )
);
comment on table blank_movements is 'The custody ledger, append-only: consecutive serials that moved alike are one row. Only the triggers of blanks write it.';
create index blank_movements__serials on blank_movements (blank_receipt_id, first_number, last_number);
create index blank_movements__act on blank_movements (custody_act_id);

-- A blank cannot change its state or holder without a movement, because the statement that changes it writes that.
create function blanks__enter() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into blank_movements (custody_act_id, act, blank_receipt_id, first_number, last_number, from_state, to_state)
  select custody_act_id, act, blank_receipt_id, min(number), max(number), null, state
    from (select e.custody_act_id, a.act, e.blank_receipt_id, e.number, e.state,
                 e.number - row_number() over (partition by e.custody_act_id, e.blank_receipt_id, e.state order by e.number) as island
            from entered e join custody_acts a on a.id = e.custody_act_id) numbered
   group by custody_act_id, act, blank_receipt_id, state, island
   order by min(number);
  return null;
end $$;
create trigger blanks__enter after insert on blanks referencing new table as entered
  for each statement execute function blanks__enter();

create function blanks__move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from before b join after a using (id)
     where a.custody_act_id = b.custody_act_id
       and (a.state, a.held_by, a.print_run_id) is distinct from (b.state, b.held_by, b.print_run_id)
  ) then
    raise exception 'a blank changed its state or holder without an act'
      using errcode = 'check_violation', constraint = 'blanks__moved_by_an_act';
  end if;
  insert into blank_movements (
    custody_act_id, act, blank_receipt_id, first_number, last_number, from_state, to_state, from_holder, to_holder, from_run, to_run
  )
  select custody_act_id, act, blank_receipt_id, min(number), max(number), from_state, to_state, from_holder, to_holder, from_run, to_run
    from (select a.custody_act_id, c.act, a.blank_receipt_id, a.number, b.state as from_state, a.state as to_state,
                 b.held_by as from_holder, a.held_by as to_holder, b.print_run_id as from_run, a.print_run_id as to_run,
                 a.number - row_number() over (
                   partition by a.custody_act_id, a.blank_receipt_id, b.state, a.state, b.held_by, a.held_by, b.print_run_id, a.print_run_id
                   order by a.number
                 ) as island
            from before b join after a using (id) join custody_acts c on c.id = a.custody_act_id
           where a.custody_act_id <> b.custody_act_id) numbered
   group by custody_act_id, act, blank_receipt_id, from_state, to_state, from_holder, to_holder, from_run, to_run, island
   order by min(number);
  return null;
end $$;
create trigger blanks__move after update on blanks referencing old table as before new table as after
  for each statement execute function blanks__move();

-- Spoilt sheets that are to be destroyed: put together by one witness, destroyed once the second one signs.
create table destructions (
  id              uuid primary key,
  paper_id        uuid not null references papers,
  method          text not null,
  destroyed_on    date not null,
  remarks         text not null,
  first_witness   uuid not null references staff,
  first_at        timestamptz not null,
  second_witness  uuid references staff,
  second_at       timestamptz,
  version         integer not null default 1,
  constraint destructions__method_known check (method in ('Shredded', 'Burnt', 'Pulped')),
  constraint destructions__two_witnesses check (second_witness is null or second_witness <> first_witness),
  constraint destructions__second_complete check ((second_witness is null) = (second_at is null))
);

create table destruction_blanks (
  blank_id        uuid not null references blanks,
  destruction_id  uuid not null references destructions on delete cascade,
  constraint destruction_blanks__once primary key (blank_id)
);
create index destruction_blanks__destruction on destruction_blanks (destruction_id);

create table stock_counts (
  id                 uuid primary key,
  paper_id           uuid not null references papers,
  started_by         uuid not null references staff,
  started_at         timestamptz not null,
  expected_quantity  integer not null,
  ledger_position    bigint not null,
  counted_quantity   integer,
  closed_by          uuid references staff,
  closed_at          timestamptz,
  version            integer not null default 1,
  constraint stock_counts__close_complete check (
    (closed_by is null) = (closed_at is null) and (closed_by is null) = (counted_quantity is null)
  )
);
comment on column stock_counts.ledger_position is 'The newest movement when the count began: what moved later is no discrepancy.';
create unique index stock_counts__one_open_per_paper on stock_counts (paper_id) where closed_at is null;
create index stock_counts__newest on stock_counts (started_at desc, id desc);

create table stock_count_expected (
  stock_count_id    uuid not null references stock_counts,
  blank_receipt_id  uuid not null references blank_receipts,
  first_number      integer not null,
  last_number       integer not null,
  constraint stock_count_expected__once primary key (stock_count_id, blank_receipt_id, first_number)
);
comment on table stock_count_expected is 'What the books had in store at the moment at which the count began.';

create table stock_count_entries (
  id              uuid primary key,
  stock_count_id  uuid not null references stock_counts,
  serial_prefix   text not null,
  first_number    integer not null,
  last_number     integer not null,
  entered_by      uuid not null references staff,
  entered_at      timestamptz not null,
  constraint stock_count_entries__numbers_ordered check (first_number >= 1 and first_number <= last_number)
);
create index stock_count_entries__count on stock_count_entries (stock_count_id);

create table stock_discrepancies (
  id              uuid primary key,
  stock_count_id  uuid not null references stock_counts,
  kind            text not null,
  serial_prefix   text not null,
  first_number    integer not null,
  last_number     integer not null,
  quantity        integer not null generated always as (last_number - first_number + 1) stored,
  state           text,
  held_by         uuid references staff,
  resolution      text,
  remark          text,
  resolved_by     uuid references staff,
  resolved_at     timestamptz,
  constraint stock_discrepancies__kind_known check (kind in ('missing', 'unexpected', 'held_by_another')),
  constraint stock_discrepancies__resolution_known check (resolution in ('reported_missing', 'returned', 'reported_found', 'explained')),
  constraint stock_discrepancies__resolved_complete check (
    (resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null) and (resolution is null) = (remark is null)
  )
);
comment on column stock_discrepancies.state is 'What the books said of these serials; null when they know none of them.';
create index stock_discrepancies__count on stock_discrepancies (stock_count_id);

create table inks (
  id               uuid primary key,
  code             text not null,
  name             text not null,
  colour           text not null,
  unit             text not null,
  sheets_per_unit  integer not null,
  warn_below       integer not null,
  version          integer not null default 1,
  constraint inks__code_unique unique (code),
  constraint inks__name_and_colour_unique unique (name, colour),
  constraint inks__unit_known check (unit in ('ml', 'cartridges')),
  constraint inks__yield_positive check (sheets_per_unit > 0),
  constraint inks__warn_below_not_negative check (warn_below >= 0)
);
comment on column inks.sheets_per_unit is 'The expected yield: sheets that one cartridge or one millilitre prints.';

create table ink_receipts (
  id                 uuid primary key,
  ink_id             uuid not null references inks,
  total_quantity     integer not null,
  received_quantity  integer not null,
  rejected_quantity  integer not null default 0,
  received_on        date not null,
  received_by        uuid not null references staff,
  received_at        timestamptz not null,
  corrected_by       uuid references staff,
  corrected_at       timestamptz,
  approved_by        uuid references staff,
  approved_at        timestamptz,
  remarks            text,
  invoice_file_id    uuid references files,
  version            integer not null default 1,
  constraint ink_receipts__received_within_total check (received_quantity > 0 and received_quantity <= total_quantity),
  constraint ink_receipts__rejected_within_received check (rejected_quantity >= 0 and rejected_quantity <= received_quantity),
  constraint ink_receipts__approval_complete check ((approved_by is null) = (approved_at is null))
);
create index ink_receipts__newest on ink_receipts (received_at desc, id desc);
create index ink_receipts__ink on ink_receipts (ink_id);

create trigger ink_receipts__remember_receiver after insert on ink_receipts
  for each row execute function contributors__remember('id', 'received_by');
create trigger ink_receipts__remember_corrector after update on ink_receipts
  for each row when (new.corrected_by is not null and (old.corrected_by, old.corrected_at) is distinct from (new.corrected_by, new.corrected_at))
  execute function contributors__remember('id', 'corrected_by');
create trigger ink_receipts__forget_contributors after delete on ink_receipts
  for each row execute function contributors__forget();
create trigger ink_receipts__approved_by_another before insert or update of approved_by, approved_at on ink_receipts
  for each row execute function receipts__approved_by_another();
create trigger ink_receipts__change_is_signed before update on ink_receipts for each row
  when (
    (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at) and
    (old.ink_id, old.total_quantity, old.received_quantity, old.rejected_quantity, old.received_on, old.received_by)
    is distinct from
    (new.ink_id, new.total_quantity, new.received_quantity, new.rejected_quantity, new.received_on, new.received_by)
  ) execute function refuse_unsigned_change();

create table ink_uses (
  id            uuid primary key,
  ink_id        uuid not null references inks,
  quantity      integer not null,
  print_run_id  uuid references print_runs,
  from_day      date,
  to_day        date,
  sheets        integer not null,
  recorded_by   uuid not null references staff,
  recorded_at   timestamptz not null,
  remarks       text,
  constraint ink_uses__quantity_positive check (quantity > 0),
  constraint ink_uses__run_or_days check (
    (print_run_id is null) = (from_day is not null) and (from_day is null) = (to_day is null) and from_day <= to_day
  ),
  constraint ink_uses__run_once unique (ink_id, print_run_id)
);
comment on table ink_uses is 'What was taken out of stock, never changed: the stock of an ink is what was accepted less the sum of these.';
create index ink_uses__newest on ink_uses (recorded_at desc, id desc);

grant select, insert, update, delete on blank_receipts, destructions, ink_receipts to dikshant_app;
grant select, insert on custody_acts, stock_count_expected, ink_uses to dikshant_app;
grant select on blanks, blank_movements to dikshant_app;
grant select, insert, delete on destruction_blanks, stock_count_entries to dikshant_app;
grant select, insert, update on stock_counts, stock_discrepancies, inks to dikshant_app;
grant insert (id, blank_receipt_id, paper_id, serial, number, custody_act_id) on blanks to dikshant_app;
grant update (state, held_by, print_run_id, custody_act_id, version) on blanks to dikshant_app;

-- 19. Sheets
--
-- An outcome is recorded once its print file was opened, can be taken back until the run is closed, and a copy of a closed
-- run is cancelled by a second person. A sheet that cannot be found has an outcome of its own.

create table sheets (
  id                 uuid primary key,
  print_run_id       uuid not null references print_runs,
  position           integer not null,
  certificate_id     uuid not null references certificates,
  blank_id           uuid not null references blanks,
  copy_number        integer not null,
  verification_code  text not null,
  outcome            text,
  outcome_reason     text,
  outcome_at         timestamptz,
  outcome_by         uuid references staff,
  superseded_at      timestamptz,
  superseded_by      uuid references sheets,
  cancelled_at       timestamptz,
  cancelled_by       uuid references staff,
  cancel_reason      text,
  is_valid           boolean not null generated always as (
    outcome is not distinct from 'good' and superseded_at is null and cancelled_at is null
  ) stored,
  constraint sheets__position_once unique (print_run_id, position),
  constraint sheets__blank_once unique (blank_id),
  constraint sheets__code_unique unique (verification_code),
  constraint sheets__outcome_known check (outcome in ('good', 'spoilt', 'missing')),
  constraint sheets__outcome_is_signed check ((outcome is null) = (outcome_at is null) and (outcome is null) = (outcome_by is null)),
  constraint sheets__only_good_is_superseded check (superseded_at is null or outcome = 'good'),
  constraint sheets__reason_given check (
    coalesce(outcome in ('spoilt', 'missing'), false) = (outcome_reason is not null) and btrim(outcome_reason) <> ''
  ),
  constraint sheets__superseded_by_another check ((superseded_at is null) = (superseded_by is null) and superseded_by <> id),
  constraint sheets__cancelled_is_signed check (
    (cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_reason is null) and btrim(cancel_reason) <> ''
  ),
  constraint sheets__only_valid_is_cancelled check (cancelled_at is null or (outcome = 'good' and superseded_at is null)),
  constraint sheets__cancelled_by_another check (cancelled_by <> outcome_by)
);
comment on table sheets is 'One printing of a certificate on one blank. A good sheet is a copy: 0 the original, then reprints.';
comment on column sheets.outcome_reason is 'Why a sheet is spoilt, or where a missing one was looked for.';
comment on column sheets.superseded_by is 'The newer copy. Taking its outcome back revives exactly this one.';
comment on column sheets.cancelled_at is 'When a copy of a closed run was cancelled before it left the office. Its outcome stays what was counted.';
comment on column sheets.is_valid is 'The one copy of its certificate that verifies.';
create unique index sheets__one_open_per_certificate on sheets (certificate_id) where outcome is null;
create unique index sheets__supersedes_one on sheets (superseded_by) where superseded_by is not null;
create unique index sheets__one_valid_per_certificate on sheets (certificate_id) where is_valid;
create unique index sheets__copy_number_once on sheets (certificate_id, copy_number) where outcome = 'good' and cancelled_at is null;

-- The triggers below join the rows as they were to the table and not to a second transition table: a cached plan for one row is
-- then as good for a thousand.
create function sheets__check_change() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when a.outcome is not null and b.outcome is not null and a.outcome <> b.outcome then 'sheets__outcome_stays'
           when a.outcome is not null and b.outcome is null and r.state <> 'printing' then 'sheets__recorded_while_printing'
           when a.outcome is not null and b.outcome is null and not coalesce((
             select f.opened_at is not null from print_files f
              where f.print_run_id = a.print_run_id and f.from_position <= a.position
              order by f.file_number desc limit 1), false) then 'sheets__recorded_after_opening'
           when a.outcome is null and b.outcome is not null and r.state <> 'printing' then 'sheets__taken_back_while_printing'
           when a.cancelled_at is distinct from b.cancelled_at and (b.cancelled_at is not null or r.state <> 'closed')
             then 'sheets__cancelled_after_closing'
           when a.cancelled_at is distinct from b.cancelled_at and a.cancelled_by = r.operator_id then 'sheets__cancelled_by_another'
           when b.is_valid and not a.is_valid and a.superseded_at is null and exists (select from hand_overs h where h.sheet_id = a.id)
             then 'sheets__not_handed_over'
           when b.is_valid and not a.is_valid and a.superseded_at is null and exists (
             select from reprint_requests q where q.sheet_id = a.id and q.reprinted_at is null and q.status is distinct from 'rejected')
             then 'sheets__no_reprint_asked'
         end
    into fault
    from before b join sheets a on a.id = b.id join print_runs r on r.id = a.print_run_id
   order by 1
   limit 1;
  if fault is not null then
    raise exception 'this sheet cannot change so' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create trigger sheets__check_change after update on sheets referencing old table as before
  for each statement execute function sheets__check_change();

-- A run that closes with an open sheet would lose a serial, and one whose counts differ has lost one: the table refuses
-- both.
create function print_runs__closes_complete() returns trigger language plpgsql as $$
begin
  if new.state = 'closed' and exists (select from sheets where print_run_id = new.id and outcome is null) then
    raise exception 'the run has sheets without an outcome'
      using errcode = 'check_violation', constraint = 'print_runs__closes_complete';
  end if;
  if new.state = 'closed'
     and (old.state, old.counted_good, old.counted_spoilt, old.counted_missing)
         is distinct from ('closed', new.counted_good, new.counted_spoilt, new.counted_missing)
     and exists (
       select from (select count(*) filter (where outcome = 'good') as good, count(*) filter (where outcome = 'spoilt') as spoilt,
                           count(*) filter (where outcome = 'missing') as missing
                      from sheets where print_run_id = new.id) books
        where (books.good, books.spoilt, books.missing) is distinct from (new.counted_good, new.counted_spoilt, new.counted_missing)
     ) then
    raise exception 'the counts of the run differ from its books'
      using errcode = 'check_violation', constraint = 'print_runs__counts_agree';
  end if;
  return new;
end $$;
create trigger print_runs__closes_complete before update on print_runs
  for each row execute function print_runs__closes_complete();

-- The sheets of a withdrawn run were never printed, so their blanks are free for another run; nothing else takes a sheet away.
create function sheets__only_withdrawn_leave() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or not exists (select from print_runs where id = old.print_run_id and state = 'withdrawn') then
    raise exception 'only the sheets of a withdrawn run are taken away'
      using errcode = 'check_violation', constraint = 'sheets__only_withdrawn_leave';
  end if;
  return old;
end $$;
create trigger sheets__only_withdrawn_leave before delete on sheets
  for each row execute function sheets__only_withdrawn_leave();

-- Whose copy was cancelled goes on waiting since it began to wait, as after a spoilt sheet.
create function certificates__join_queue() returns trigger language plpgsql as $$
begin
  if exists (select from sheets where certificate_id = new.id and is_valid) then
    new.waiting_since := now();
  end if;
  return new;
end $$;
create trigger certificates__join_queue before update of state on certificates for each row
  when (new.state = 'to_print' and old.state in ('printed', 'handed_over') and new.waiting_since = old.waiting_since)
  execute function certificates__join_queue();

-- A blank that stands on a sheet was at the printer: it is never printed on again, however it turns up.
create function blanks__refuse_second_use() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from after a join sheets s on s.blank_id = a.id where a.state in ('in_store', 'issued')) then
    raise exception 'a blank that was in a print run is not printed on again'
      using errcode = 'check_violation', constraint = 'blanks__used_once';
  end if;
  return null;
end $$;
create trigger blanks__refuse_second_use after update on blanks referencing new table as after
  for each statement execute function blanks__refuse_second_use();

grant select, delete on sheets to dikshant_app;
grant insert (id, print_run_id, position, certificate_id, blank_id, copy_number, verification_code) on sheets to dikshant_app;
grant update (
  outcome, outcome_reason, outcome_at, outcome_by, superseded_at, superseded_by, cancelled_at, cancelled_by, cancel_reason
) on sheets to dikshant_app;

-- 20. Handing over
--
-- How each copy left the office: to a person, by post, or in a bundle to a college.

create table bundles (
  id              uuid primary key,
  bundle_number   integer not null,
  college_id      uuid not null references colleges,
  delivered_to    text not null,
  designation     text not null,
  identity_seen   text not null,
  handed_over_by  uuid not null references staff,
  handed_over_at  timestamptz not null,
  constraint bundles__number_unique unique (bundle_number),
  constraint bundles__delivered_to_present check (btrim(delivered_to) <> ''),
  constraint bundles__designation_present check (btrim(designation) <> ''),
  constraint bundles__identity_is_no_aadhaar check (identity_seen !~ '([0-9][ -]?){12}')
);
comment on table bundles is 'Certificates of one college that a person of the college took along. Never changed: the application role may only add.';
comment on column bundles.bundle_number is 'Gapless, from number_counters.';
create index bundles__newest on bundles (handed_over_at desc, id desc);
create index bundles__college_newest on bundles (college_id, handed_over_at desc, id desc);

-- A copy that was handed over comes back, or is said to be lost, before its reprint leaves.
create table hand_overs (
  sheet_id               uuid not null references sheets,
  way                    text not null,
  handed_over_by         uuid not null references staff,
  handed_over_at         timestamptz not null,
  collected_by           text,
  identity_seen          text,
  carrier                text,
  tracking_number        text,
  posted_on              date,
  bundle_id              uuid references bundles,
  signed_on              date,
  signature_recorded_by  uuid references staff,
  signature_recorded_at  timestamptz,
  surrender              text,
  surrender_remark       text,
  surrender_recorded_by  uuid references staff,
  surrender_recorded_at  timestamptz,
  constraint hand_overs__once primary key (sheet_id),
  constraint hand_overs__way_known check (way in ('in_person', 'post', 'bundle')),
  constraint hand_overs__collector_identified check (
    (way = 'in_person') = (collected_by is not null) and (collected_by is null) = (identity_seen is null)
  ),
  constraint hand_overs__identity_is_no_aadhaar check (identity_seen !~ '([0-9][ -]?){12}'),
  constraint hand_overs__post_is_tracked check (
    (way = 'post') = (tracking_number is not null) and (tracking_number is null) = (carrier is null)
    and (tracking_number is null) = (posted_on is null) and btrim(tracking_number) <> ''
  ),
  constraint hand_overs__not_posted_later check (posted_on <= (handed_over_at at time zone 'Asia/Kolkata')::date),
  constraint hand_overs__bundle_named check ((way = 'bundle') = (bundle_id is not null)),
  constraint hand_overs__signature_complete check (
    (signed_on is null) = (signature_recorded_by is null) and (signed_on is null) = (signature_recorded_at is null)
    and (signed_on is null or way = 'bundle')
  ),
  constraint hand_overs__signed_in_time check (
    signed_on between (handed_over_at at time zone 'Asia/Kolkata')::date and (signature_recorded_at at time zone 'Asia/Kolkata')::date
  ),
  constraint hand_overs__surrender_known check (surrender in ('surrendered', 'lost')),
  constraint hand_overs__surrender_is_signed check (
    (surrender is null) = (surrender_recorded_by is null) and (surrender is null) = (surrender_recorded_at is null)
  ),
  constraint hand_overs__lost_has_remark check (
    (surrender is not distinct from 'lost') = (surrender_remark is not null) and btrim(surrender_remark) <> ''
  )
);
comment on table hand_overs is 'One row for each copy that left the office. A reprint is another copy and leaves once more.';
comment on column hand_overs.signed_on is 'When the student signed the list of the bundle for it, as the college sent the list back.';
comment on column hand_overs.surrender is 'What became of the copy when a reprint of it left: surrendered, or lost. Null while it is with its holder.';
create index hand_overs__bundle on hand_overs (bundle_id) where bundle_id is not null;

-- Certificate, bundle and hand-over are written in statements of their own, so that their agreement is asked at the end.
create function hand_overs__check_copy() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when not sheet.is_valid then 'hand_overs__of_valid_copy'
           when certificate.state <> 'handed_over' then 'hand_overs__certificate_agrees'
           when bundle.college_id <> certificate.college_id then 'hand_overs__bundle_of_one_college'
           when (select earlier.surrender is null
                   from hand_overs earlier join sheets former on former.id = earlier.sheet_id
                  where former.certificate_id = certificate.id and former.copy_number < sheet.copy_number
                  order by former.copy_number desc limit 1) then 'hand_overs__earlier_copy_back'
         end
    into fault
    from sheets sheet
    join certificates certificate on certificate.id = sheet.certificate_id
    left join bundles bundle on bundle.id = new.bundle_id
   where sheet.id = new.sheet_id;
  if fault is not null then
    raise exception 'this copy cannot be handed over so' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create constraint trigger hand_overs__check_copy after insert on hand_overs
  deferrable initially deferred for each row execute function hand_overs__check_copy();

create function certificates__check_hand_over() returns trigger language plpgsql as $$
begin
  if not exists (
    select from hand_overs join sheets on sheets.id = sheet_id where certificate_id = new.id and is_valid
  ) then
    raise exception 'nothing says how the certificate was handed over'
      using errcode = 'check_violation', constraint = 'certificates__hand_over_recorded';
  end if;
  return null;
end $$;
create constraint trigger certificates__check_hand_over after update of state on certificates
  deferrable initially deferred for each row when (new.state = 'handed_over' and old.state <> 'handed_over')
  execute function certificates__check_hand_over();

-- Signature and surrender are recorded once, and what stands in a hand-over stays.
create function hand_overs__check_change() returns trigger language plpgsql as $$
begin
  if old.signed_on is not null and old.signed_on is distinct from new.signed_on then
    raise exception 'the student signed already' using errcode = 'check_violation', constraint = 'hand_overs__signed_once';
  end if;
  if old.surrender is not null and (old.surrender, old.surrender_remark) is distinct from (new.surrender, new.surrender_remark) then
    raise exception 'what became of the copy is recorded already'
      using errcode = 'check_violation', constraint = 'hand_overs__surrendered_once';
  end if;
  return new;
end $$;
create trigger hand_overs__check_change before update on hand_overs
  for each row execute function hand_overs__check_change();

grant select, insert on bundles, hand_overs to dikshant_app;
grant update (
  signed_on, signature_recorded_by, signature_recorded_at, surrender, surrender_remark, surrender_recorded_by,
  surrender_recorded_at
) on hand_overs to dikshant_app;

-- 21. Reprints

create table reprint_requests (
  id                   uuid primary key,
  certificate_id       uuid not null references certificates,
  college_id           uuid not null references colleges,
  sheet_id             uuid not null references sheets,
  reason               text not null,
  error_photo_file_id  uuid not null references files,
  requested_by         uuid not null references staff,
  requested_desk       text not null,
  requested_at         timestamptz not null,
  status               text,
  decided_by           uuid references staff,
  decided_at           timestamptz,
  remark               text,
  state_before         text,
  reprinted_at         timestamptz,
  candidate_name       text not null,
  exam_roll_number     text not null,
  search_text          text not null generated always as (lower(candidate_name || E'\n' || exam_roll_number || E'\n' || reason)) stored,
  version              integer not null default 1,
  constraint reprint_requests__photo_once unique (error_photo_file_id),
  constraint reprint_requests__reason_given check (btrim(reason) <> ''),
  constraint reprint_requests__desk_known check (requested_desk in ('admin', 'case_worker', 'receiver', 'printer')),
  constraint reprint_requests__status_known check (status in ('approved', 'rejected')),
  constraint reprint_requests__decision_is_signed check (
    (status is null) = (decided_by is null) and (status is null) = (decided_at is null)
  ),
  constraint reprint_requests__decided_by_another check (decided_by <> requested_by),
  constraint reprint_requests__rejected_has_remark check ((status is not distinct from 'rejected') = (remark is not null)),
  constraint reprint_requests__approved_knows_way_back check (
    (status is not distinct from 'approved') = (state_before is not null) and state_before in ('printed', 'handed_over')
  )
);
comment on column reprint_requests.sheet_id is 'The copy that is wrong: the certificate''s valid one when the reprint was asked for.';
comment on column reprint_requests.status is 'Null is pending.';
comment on column reprint_requests.state_before is 'What the certificate was before the approval put it into the print queue, and is again if that is taken back.';
comment on column reprint_requests.reprinted_at is 'When a newer copy superseded the wrong one, kept by trigger from sheets. Nothing is decided any more then.';
comment on column reprint_requests.candidate_name is 'Like exam_roll_number that of the application, kept by trigger: the lists are searched and sorted by them.';
create unique index reprint_requests__one_open_per_certificate on reprint_requests (certificate_id)
  where reprinted_at is null and status is distinct from 'rejected';
create index reprint_requests__certificate on reprint_requests (certificate_id);
create index reprint_requests__sheet on reprint_requests (sheet_id);
create index reprint_requests__newest on reprint_requests (requested_at desc, id desc);
create index reprint_requests__college_newest on reprint_requests (college_id, requested_at desc, id desc);
create index reprint_requests__by_name on reprint_requests (candidate_name, id);
create index reprint_requests__by_roll on reprint_requests (exam_roll_number, id);
create index reprint_requests__search on reprint_requests using gin (search_text gin_trgm_ops);
create index reprint_requests__search_pairs on reprint_requests using gin (search_pairs(search_text) gin_trgm_ops);

-- A request ends when a newer copy supersedes the one it is about, and is open again when that is taken back.
create function sheets__end_reprint_requests() returns trigger language plpgsql as $$
begin
  update reprint_requests set reprinted_at = a.superseded_at
    from before b join sheets a on a.id = b.id
   where sheet_id = a.id and a.superseded_at is distinct from b.superseded_at;
  return null;
end $$;
create trigger sheets__end_reprint_requests after update on sheets referencing old table as before
  for each statement execute function sheets__end_reprint_requests();

-- What a request repeats of other tables follows them.
create function applications__carry_to_reprint_requests() returns trigger language plpgsql as $$
begin
  update reprint_requests
     set candidate_name = new.candidate_name, exam_roll_number = new.exam_roll_number
    from certificates
   where certificates.application_id = new.id and certificate_id = certificates.id;
  return null;
end $$;
create trigger applications__carry_to_reprint_requests after update on applications
  for each row when ((old.candidate_name, old.exam_roll_number) <> (new.candidate_name, new.exam_roll_number))
  execute function applications__carry_to_reprint_requests();

create function certificates__carry_to_reprint_requests() returns trigger language plpgsql as $$
begin
  update reprint_requests set college_id = new.college_id where certificate_id = new.id;
  return null;
end $$;
create trigger certificates__carry_to_reprint_requests after update on certificates
  for each row when (old.college_id <> new.college_id)
  execute function certificates__carry_to_reprint_requests();

-- A certificate of which a valid copy exists is in the queue or in a run exactly while a reprint of it is approved. Asked
-- at the end of the transaction, because request and certificate change one after the other.
create function refuse_unapproved_reprint(certificate uuid) returns void language plpgsql as $$
declare
  state_now text := (select state from certificates where id = certificate);
  is_approved boolean := exists (
    select from reprint_requests where certificate_id = certificate and status = 'approved' and reprinted_at is null);
  has_copy boolean := exists (select from sheets where certificate_id = certificate and is_valid);
begin
  if (is_approved and state_now in ('printed', 'handed_over'))
     or (has_copy and not is_approved and state_now in ('to_print', 'in_run')) then
    raise exception 'a certificate is printed again exactly while a reprint of it is approved'
      using errcode = 'check_violation', constraint = 'certificates__reprint_is_approved';
  end if;
end $$;

-- A request changes before its certificate does, so the statement that moves certificates can ask at once.
create function certificates__reprint_is_approved() returns trigger language plpgsql as $$
begin
  if exists (
    select from before b join certificates a on a.id = b.id
     where a.state <> b.state
       and case
             when a.state in ('printed', 'handed_over') then exists (
               select from reprint_requests q where q.certificate_id = a.id and q.status = 'approved' and q.reprinted_at is null)
             when a.state in ('to_print', 'in_run') then
               exists (select from sheets s where s.certificate_id = a.id and s.is_valid)
               and not exists (
                 select from reprint_requests q where q.certificate_id = a.id and q.status = 'approved' and q.reprinted_at is null)
             else false
           end
  ) then
    raise exception 'a certificate is printed again exactly while a reprint of it is approved'
      using errcode = 'check_violation', constraint = 'certificates__reprint_is_approved';
  end if;
  return null;
end $$;
create trigger certificates__reprint_is_approved after update on certificates referencing old table as before
  for each statement execute function certificates__reprint_is_approved();

create function reprint_requests__reprint_is_approved() returns trigger language plpgsql as $$
begin
  perform refuse_unapproved_reprint(new.certificate_id);
  return null;
end $$;
create constraint trigger reprint_requests__reprint_is_approved after update on reprint_requests
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function reprint_requests__reprint_is_approved();

grant select, insert, update on reprint_requests to dikshant_app;

-- 22. Ladders of lists
--
-- A ladder is each 250th row of one list in one order, as one snapshot saw it. The logs below hold what happened to
-- the rows since: +1 with the row as it became, -1 as it was. A position is thus that of a rung, plus the changes before
-- it that the snapshot did not see, plus few rows counted off: exact, however many come in meanwhile.
-- Unlogged, all of them: a crash empties them together, and ladders are made again when somebody jumps. A backup leaves
-- them out, because snapshots mean nothing to another server.

create unlogged table list_ladders (
  list       text not null,
  sort       text not null,
  made_at    timestamptz not null default now(),
  snapshot   pg_snapshot not null,
  total      integer not null,
  positions  integer[] not null,
  keys       text[] not null,
  ids        text[] not null,
  constraint list_ladders__once primary key (list, sort)
);
comment on column list_ladders.list is 'A hash of the query of the list: its table, scope, filters and search term.';

create unlogged table application_changes (
  xid                    xid8 not null default pg_current_xact_id(),
  sign                   smallint not null,
  id                     uuid not null,
  college_id             uuid not null,
  course_id              uuid not null,
  academic_year          text not null,
  status                 text not null,
  certificate_stage      text,
  received_by            uuid not null,
  received_at            timestamptz not null,
  registration_number    text not null,
  exam_roll_number       text not null,
  candidate_name         text not null,
  candidate_name_native  text,
  search_text            text not null
);

create unlogged table student_changes (
  xid          xid8 not null default pg_current_xact_id(),
  sign         smallint not null,
  id           uuid not null,
  college_id   uuid not null,
  name         text not null,
  created_at   timestamptz not null,
  search_text  text not null
);

create unlogged table certificate_changes (
  xid                 xid8 not null default pg_current_xact_id(),
  sign                smallint not null,
  id                  uuid not null,
  college_id          uuid not null,
  state               text not null,
  created_at          timestamptz not null,
  waiting_since       timestamptz not null,
  printed_at          timestamptz,
  withheld_at         timestamptz,
  convocation_number  text not null
);

-- The trigger's arguments: the log, and those columns of it that are the table's.
create function lists__log_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format(case tg_op
    when 'INSERT' then 'insert into %1$I (sign, %2$s) select 1, %2$s from new_rows'
    when 'DELETE' then 'insert into %1$I (sign, %2$s) select -1, %2$s from old_rows'
    else 'insert into %1$I (sign, %2$s)
          select -1, gone.* from (select %2$s from old_rows except all select %2$s from new_rows) as gone
           union all
          select 1, come.* from (select %2$s from new_rows except all select %2$s from old_rows) as come'
  end, tg_argv[0], tg_argv[1]);
  return null;
end $$;
revoke execute on function lists__log_changes() from public;
create trigger applications__log_insert after insert on applications referencing new table as new_rows
  for each statement execute function lists__log_changes('application_changes',
    'id, college_id, course_id, academic_year, status, certificate_stage, received_by, received_at, registration_number, exam_roll_number, candidate_name, candidate_name_native, search_text');
create trigger applications__log_update after update on applications referencing old table as old_rows new table as new_rows
  for each statement execute function lists__log_changes('application_changes',
    'id, college_id, course_id, academic_year, status, certificate_stage, received_by, received_at, registration_number, exam_roll_number, candidate_name, candidate_name_native, search_text');
create trigger applications__log_delete after delete on applications referencing old table as old_rows
  for each statement execute function lists__log_changes('application_changes',
    'id, college_id, course_id, academic_year, status, certificate_stage, received_by, received_at, registration_number, exam_roll_number, candidate_name, candidate_name_native, search_text');
create trigger students__log_insert after insert on students referencing new table as new_rows
  for each statement execute function lists__log_changes('student_changes', 'id, college_id, name, created_at, search_text');
create trigger students__log_update after update on students referencing old table as old_rows new table as new_rows
  for each statement execute function lists__log_changes('student_changes', 'id, college_id, name, created_at, search_text');
create trigger students__log_delete after delete on students referencing old table as old_rows
  for each statement execute function lists__log_changes('student_changes', 'id, college_id, name, created_at, search_text');
create trigger certificates__log_insert after insert on certificates referencing new table as new_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number, waiting_since');
create trigger certificates__log_update after update on certificates referencing old table as old_rows new table as new_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number, waiting_since');
create trigger certificates__log_delete after delete on certificates referencing old table as old_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number, waiting_since');

grant select, insert, update, delete on list_ladders to dikshant_app;
grant select, delete on application_changes, student_changes, certificate_changes to dikshant_app;

-- 23. Figures of the dashboard and fee totals
--
-- Live and exact without a row that every command would wait for: commands append what they changed to dashboard_deltas, a
-- job folds that into dashboard_totals and fee_totals, and whoever asks sums both. The deltas say of which academic year of the
-- applications, or of which state of the demand drafts, a part of a measure is; readers that do not ask add the parts up.

create table dashboard_deltas (
  measure     text not null,
  part        text,
  college_id  uuid not null,
  day         date not null,
  amount      bigint not null,
  constraint dashboard_deltas__measure_known check (
    measure in (
      'students', 'applications', 'approved', 'generated', 'conceded', 'pending', 'revenue', 'drafts', 'draft_amount', 'draft_allocated',
      'draft_balance'
    )
  )
);
comment on table dashboard_deltas is 'What was added to a measure since the last fold; written by triggers only. `day` is of India.';
comment on column dashboard_deltas.part is 'The academic year of what applications count for, the state of what demand drafts count for.';

create table dashboard_totals (
  college_id  uuid,
  measure     text not null,
  part        text,
  day         date not null,
  amount      bigint not null,
  constraint dashboard_totals__once unique nulls not distinct (college_id, measure, part, day)
);
comment on table dashboard_totals is 'Sums of the folded deltas, by day for the newest months; an older month is one row, at its first day.';
comment on column dashboard_totals.college_id is 'Null is the whole university: the sum of the colleges, so that it costs no more than one of them.';

create table fee_totals (
  college_id  uuid,
  measure     text not null,
  part        text not null,
  amount      bigint not null,
  constraint fee_totals__once unique nulls not distinct (college_id, measure, part)
);
comment on table fee_totals is 'The folded deltas that have a part, whatever their day: a list of all colleges need not add up ten years of months.';
comment on column fee_totals.college_id is 'Null is the whole university, as in dashboard_totals.';

-- Appends what the rows of one statement changed. The trigger's argument says what one row of its table counts for, as
-- (measure, part, college_id, at, amount); an update counts the new row and takes back the old one. Only whoever may create
-- triggers chooses the argument, so nobody else may execute this.
create function dashboard__note_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, * from new_rows'
    when 'DELETE' then 'select -1 as sign, * from old_rows'
    else 'select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows'
  end;
begin
  execute format(
    'insert into dashboard_deltas (measure, part, college_id, day, amount)
     select counted.measure, counted.part, counted.college_id, (counted.at at time zone ''Asia/Kolkata'')::date,
            sum(changed.sign * counted.amount)
       from (%s) as changed %s
      group by 1, 2, 3, 4
     having sum(changed.sign * counted.amount) <> 0', changed, tg_argv[0]);
  return null;
end $$;
revoke execute on function dashboard__note_changes() from public;

-- What one row of a table counts for is the same for its three triggers. A draft that was returned or replaced is worth nothing.
do $$
declare
  watched record;
  kind text;
begin
  for watched in select * from (values
    ('students', $of$ cross join lateral (values ('students', null, changed.college_id, changed.created_at, 1))
       as counted (measure, part, college_id, at, amount) $of$),
    ('applications', $of$ cross join lateral (values
         ('applications', changed.academic_year, changed.college_id, changed.received_at, 1),
         ('approved', changed.academic_year, changed.college_id, changed.received_at, (changed.status = 'verified')::int),
         ('generated', changed.academic_year, changed.college_id, changed.received_at, changed.total_amount),
         ('conceded', changed.academic_year, changed.college_id, changed.received_at, changed.fee_amount - changed.total_amount),
         ('pending', changed.academic_year, changed.college_id, changed.received_at, changed.pending_amount))
       as counted (measure, part, college_id, at, amount) $of$),
    -- The row trigger before this one has locked the draft, so that its state cannot change meanwhile.
    ('allocations', $of$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.pays
       cross join lateral (values ('revenue', null, draft.college_id, changed.allocated_at, changed.amount))
       as counted (measure, part, college_id, at, amount) $of$),
    ('demand_drafts', $of$ cross join lateral (
         select 'revenue', null, changed.college_id, paying.allocated_at, paying.amount
           from allocations paying where paying.demand_draft_id = changed.id and changed.pays
          union all
         values ('drafts', changed.state, changed.college_id, changed.received_at, 1),
                ('draft_amount', changed.state, changed.college_id, changed.received_at, changed.amount),
                ('draft_allocated', changed.state, changed.college_id, changed.received_at,
                 case when changed.pays then changed.allocated_amount else 0 end),
                ('draft_balance', changed.state, changed.college_id, changed.received_at,
                 case when changed.pays then changed.balance else 0 end))
       as counted (measure, part, college_id, at, amount) $of$)
  ) as watched (name, counts_for) loop
    foreach kind in array array['insert', 'update', 'delete'] loop
      execute format('create trigger %I after %s on %I referencing %s for each statement execute function dashboard__note_changes(%L)',
        watched.name || '__note_' || kind, kind, watched.name,
        case kind when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
                  else 'old table as old_rows new table as new_rows' end,
        watched.counts_for);
    end loop;
  end loop;
end $$;

-- One statement moves the deltas, so that every reader's snapshot has each amount exactly once. Days stay apart for this
-- month and the two before it, for comparisons; older ones become their month.
create function fold_dashboard_deltas(today date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  days_from date := date_trunc('month', today) - interval '2 months';
begin
  perform pg_advisory_xact_lock(hashtext('fold_dashboard_deltas'));
  with taken as (
    delete from dashboard_deltas returning measure, part, college_id, day, amount
  ), aged as (
    delete from dashboard_totals where day < days_from and extract(day from day) > 1
    returning measure, part, college_id, day, amount
  ), placed as (
    select scope.college_id, measure, part, day, amount
      from taken cross join lateral (values (taken.college_id), (null)) as scope (college_id)
  ), whatever_the_day as (
    insert into fee_totals (college_id, measure, part, amount)
    select college_id, measure, part, sum(amount) from placed where part is not null group by 1, 2, 3
    on conflict on constraint fee_totals__once do update set amount = fee_totals.amount + excluded.amount
  )
  insert into dashboard_totals (college_id, measure, part, day, amount)
  select college_id, measure, part, case when day < days_from then date_trunc('month', day)::date else day end, sum(amount)
    from (select * from placed union all select college_id, measure, part, day, amount from aged) as moved
   group by 1, 2, 3, 4
  on conflict on constraint dashboard_totals__once do update set amount = dashboard_totals.amount + excluded.amount;
end $$;
revoke execute on function fold_dashboard_deltas(date) from public;
grant execute on function fold_dashboard_deltas(date) to dikshant_app;

grant select on dashboard_deltas, dashboard_totals, fee_totals to dikshant_app;
