-- Mails are claimed, sent outside any transaction, and marked. A code has a lane of its own and ends with its validity.
alter table outbox
  add column is_urgent boolean not null default false,
  add column topic uuid,
  add column expires_at timestamptz not null default now() + interval '5 days',
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz not null default now(),
  add column claimed_by integer,
  add column claimed_until timestamptz,
  add column given_up_at timestamptz,
  add constraint outbox__claim_complete check ((claimed_by is null) = (claimed_until is null)),
  add constraint outbox__one_end check (sent_at is null or given_up_at is null);
create index outbox__waiting on outbox (is_urgent, next_attempt_at) where sent_at is null and given_up_at is null;
create index outbox__topic on outbox (topic) where sent_at is null and given_up_at is null;
comment on table outbox is 'Mails, written in the transaction that causes them and sent by the worker.';
comment on column outbox.topic is 'Of several unsent mails of one topic only the newest is sent.';
comment on column outbox.claimed_by is 'The advisory lock that the sending process holds while it lives. When that lock is gone, or claimed_until is over, the mail is claimed anew.';
comment on column outbox.given_up_at is 'Expired, or replaced by a newer mail of its topic, before it could be sent; the body is erased.';
