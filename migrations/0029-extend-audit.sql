-- 1. Events whose personal values can be removed without breaking the chain
--
-- Version 1 hashes the event as it stands, its moment cut to milliseconds. In version 2 the moment counts to the
-- microsecond, and at each path of `personal` (JSON Pointers) stands a salted SHA-256 in place of the value.
alter table audit_events
  add column hash_version smallint not null default 1,
  add column personal text[] not null default '{}',
  add constraint audit_events__hash_version_known check (hash_version in (1, 2)),
  add constraint audit_events__personal_in_version_2 check (hash_version = 2 or personal = '{}');
comment on table audit_events is 'Append-only. hash = SHA-256(previous_hash || RFC 8785 canonical JSON of the event as its hash_version has it); npm run audit:verify recomputes it.';
comment on column audit_events.personal is 'JSON Pointers of the personal values: a digest stands there, the value in audit_personal_values.';

create table audit_personal_values (
  digest   text primary key,
  value    text not null,
  salt     text not null,
  path     text not null,
  sequence bigint not null,
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

do $$ begin
  if not exists (select from pg_roles where rolname = 'dikshant_retention') then
    create role dikshant_retention nologin;
  end if;
end $$;

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

grant usage on schema public to dikshant_retention;
grant select, delete on audit_personal_values to dikshant_retention;
grant select on audit_events to dikshant_retention;
grant select, insert on audit_personal_values to dikshant_app;

-- 2. The log is searched by what its rows show: codes are matched as a whole, names and labels by their letters
drop index audit_events__search;
drop index audit_events__search_pairs;
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

-- 3. Signed checkpoints: the files are the evidence, the rows say which days have one
create table audit_checkpoints (
  day        date primary key,
  sequence   bigint not null,
  hash       text not null,
  sha256     text not null,
  written_at timestamptz not null default now(),
  constraint audit_checkpoints__hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$' and sha256 ~ '^[0-9a-f]{64}$')
);
comment on table audit_checkpoints is 'The days of which a signed file was written and mailed; sha256 is the file''s.';
grant select, insert on audit_checkpoints to dikshant_app;

-- 4. Who tried to get in, and who looked at personal files: outside the chain, because strangers can cause entries without end
create table access_log (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default now(),
  kind     text not null,
  subject  text not null,
  staff_id uuid,
  person   text not null,
  network  text not null,
  file_id  uuid,
  record   text,
  hour     timestamptz,
  count    integer not null default 1,
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

grant select, insert (kind, subject, staff_id, person, network, file_id, record, hour, count), update (count) on access_log to dikshant_app;
revoke all on function access_log__purge() from public;
grant execute on function access_log__purge() to dikshant_app;
