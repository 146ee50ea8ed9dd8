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

-- What lets one person become another asks for password and code again; a session remembers when it was last given them.
alter table sessions add column confirmed_at timestamptz;
comment on column sessions.confirmed_at is 'When the person last gave password and code again; null if only at the sign-in (created_at).';

-- Whoever changes an address gets the codes that are mailed there. So the change is signed and dated, and for a day no
-- password reset of that account is begun or ended unless another admin has confirmed the address.
alter table staff
  add column email_changed_at timestamptz,
  add column email_changed_by uuid references staff,
  add column email_confirmed_at timestamptz,
  add column email_confirmed_by uuid references staff,
  add constraint staff__email_change_is_signed check ((email_changed_at is null) = (email_changed_by is null)),
  add constraint staff__email_confirmation_complete check (
    (email_confirmed_at is null) = (email_confirmed_by is null)
    and (email_confirmed_at is null or email_changed_at is not null)
  ),
  add constraint staff__email_confirmed_by_another check (
    email_confirmed_by is null or (email_confirmed_by <> email_changed_by and email_confirmed_by <> id)
  );

create function staff__email_change_is_dated() returns trigger language plpgsql as $$
begin
  new.email_changed_at := now();
  new.email_confirmed_at := null;
  new.email_confirmed_by := null;
  return new;
end $$;
create trigger staff__email_change_is_dated before update of email on staff
  for each row when (lower(old.email) <> lower(new.email)) execute function staff__email_change_is_dated();

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

-- Which of the deployment's secrets it was made with, so that a secret can be replaced.
alter table authenticators add column key_id text;
alter table recovery_codes add column key_id text;
comment on column authenticators.key_id is 'The secret that it is sealed with; null of those that were sealed before secrets had names.';
comment on column recovery_codes.key_id is 'The secret of the HMAC; null of those that were made before secrets had names.';
