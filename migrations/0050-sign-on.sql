-- Signing in with an OpenID provider or a passkey. Who somebody is here, their role and their college stay in `staff`.

create table sign_on_attempts (
  token_hash  text primary key,
  purpose     text not null,
  role        text,
  staff_id    uuid references staff on delete cascade,
  confirms    boolean not null default false,
  expires_at  timestamptz not null,
  constraint sign_on_attempts__token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint sign_on_attempts__purpose_known check (purpose in ('provider', 'passkey', 'new_passkey')),
  constraint sign_on_attempts__new_passkey_has_person check ((purpose = 'new_passkey') = (staff_id is not null)),
  constraint sign_on_attempts__sign_in_has_role check ((purpose = 'new_passkey') = (role is null)),
  constraint sign_on_attempts__provider_confirms check (purpose = 'provider' or not confirms)
);
comment on table sign_on_attempts is 'What was begun at a provider or an authenticator and has not come back. Deleted by the first answer, so that a second one finds nothing.';
comment on column sign_on_attempts.token_hash is 'Of the token in the cookie of the browser that began; state, nonce, PKCE verifier and WebAuthn challenge are keyed hashes of the token.';
comment on column sign_on_attempts.confirms is 'The provider was asked to look who sits there; only then does its answer confirm a session.';
create index sign_on_attempts__expires_at on sign_on_attempts (expires_at);
grant select, insert, delete on sign_on_attempts to dikshant_app;

create table passkeys (
  id             uuid primary key,
  staff_id       uuid not null references staff on delete cascade,
  credential_id  text not null,
  public_key     bytea not null,
  sign_count     bigint not null,
  transports     text[] not null,
  name           text not null,
  created_at     timestamptz not null default now(),
  last_used_at   timestamptz,
  constraint passkeys__credential_unique unique (credential_id),
  constraint passkeys__count_not_negative check (sign_count >= 0),
  constraint passkeys__name_length check (char_length(name) between 1 and 60)
);
comment on table passkeys is 'Public keys of WebAuthn credentials. One that is removed opens nothing any more.';
comment on column passkeys.transports is 'How the browser reaches the authenticator, as it said; told to it again, so that no second passkey is made there.';
comment on column passkeys.sign_count is 'What the authenticator counted last; an answer that does not count on is of a copy. 0 where it does not count.';
create index passkeys__staff on passkeys (staff_id);
grant select, insert, update (sign_count, last_used_at), delete on passkeys to dikshant_app;

-- A code after the provider's answer opens a session that the provider vouched for.
alter table code_challenges
  add column vouched_by text not null default 'password',
  add column confirms boolean not null default false,
  add column proven_at timestamptz,
  add constraint code_challenges__vouched_by_known check (vouched_by in ('password', 'provider')),
  add constraint code_challenges__provider_confirms check (vouched_by = 'provider' or not confirms),
  add constraint code_challenges__proven_at_provider check ((vouched_by = 'provider') = (proven_at is not null));
comment on column code_challenges.confirms is 'The provider was asked to look who sits there; only then does the code confirm a session.';
comment on column code_challenges.proven_at is 'When the person proved who they are at the provider, as it says; long ago where it does not.';

-- Whoever changes an Email Id could sign in at the provider with it, as they could reset the password: both wait a day.
drop trigger code_challenges__no_reset_after_email_change on code_challenges;
create trigger code_challenges__no_reset_after_email_change
  before insert or update of reset_token_hash on code_challenges
  for each row when ((new.purpose = 'password_reset' or new.vouched_by = 'provider') and new.staff_id is not null)
  execute function code_challenges__no_reset_after_email_change();

alter table access_log
  drop constraint access_log__kind_known,
  add constraint access_log__kind_known check (
    kind in ('sign_in_failed', 'code_refused', 'reset_code_refused', 'provider_refused', 'passkey_refused', 'signed_in', 'file_viewed',
             'document_viewed', 'thumbnails_viewed')
  );
