-- The application role owns nothing and is granted only what each migration names: it can neither alter a
-- table nor change or remove an audit event. Login roles of the deployment are members of it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'dikshant_app') then
    create role dikshant_app nologin;
  end if;
end $$;

revoke all on schema public from public;
grant usage on schema public to dikshant_app;

create extension if not exists pg_trgm;

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
  request_id     text not null,
  ip             text,
  previous_hash  text not null,
  hash           text not null,
  constraint audit_events__sequence_positive check (sequence > 0),
  constraint audit_events__hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$' and previous_hash ~ '^[0-9a-f]{64}$'),
  constraint audit_events__hash_unique unique (hash),
  constraint audit_events__previous_unique unique (previous_hash)
);
comment on table audit_events is 'Append-only. hash = SHA-256(previous_hash || RFC 8785 canonical JSON of the event); npm run audit:verify recomputes it.';
create index audit_events__record on audit_events (record_type, record_id, sequence desc);
create index audit_events__actor on audit_events (actor_id, sequence desc);

create table audit_head (
  singleton boolean primary key default true,
  sequence  bigint not null,
  hash      text not null,
  constraint audit_head__one_row check (singleton)
);
comment on table audit_head is 'The newest link of the chain; locked last in every transaction that writes.';
insert into audit_head (sequence, hash) values (0, repeat('0', 64));

create function audit_events__extend_head() returns trigger language plpgsql as $$
begin
  if new.sequence <> (select sequence + 1 from audit_head) or new.previous_hash <> (select hash from audit_head) then
    raise exception 'the event does not continue the chain'
      using errcode = 'check_violation', constraint = 'audit_events__continues_chain';
  end if;
  update audit_head set sequence = new.sequence, hash = new.hash;
  return new;
end $$;
alter function audit_events__extend_head() security definer;
alter function audit_events__extend_head() set search_path = public, pg_temp;
create trigger audit_events__extend_head before insert on audit_events
  for each row execute function audit_events__extend_head();

create function audit_events__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events__append_only before update or delete or truncate on audit_events
  for each statement execute function audit_events__refuse_change();

grant select, insert on audit_events to dikshant_app;
-- FOR UPDATE asks for the UPDATE privilege on some column; `singleton` can hold no other value than true.
grant select, update (singleton) on audit_head to dikshant_app;
