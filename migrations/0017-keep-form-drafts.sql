create table form_drafts (
  staff_id  uuid not null references staff on delete cascade,
  form_key  text not null,
  entered   json not null,
  opened    json,
  kept_at   timestamptz not null default clock_timestamp(),
  constraint form_drafts__one_per_form primary key (staff_id, form_key),
  constraint form_drafts__form_key_format check (form_key ~ '^[a-z0-9_-]{1,100}$'),
  constraint form_drafts__entered_is_fields check (json_typeof(entered) = 'object'),
  constraint form_drafts__opened_is_fields check (json_typeof(opened) = 'object'),
  constraint form_drafts__size_limited
    check (octet_length(entered::text) + coalesce(octet_length(opened::text), 0) <= 200000)
);
comment on table form_drafts is 'What a person typed into a form and has not saved: no record, so the audit log does not know it. Gone with the save, or 30 days after the last key.';
comment on column form_drafts.entered is 'As json, not jsonb: forms compare values by their text, and jsonb sorts the keys.';
comment on column form_drafts.opened is 'The fields of the edited record as the form was opened with them; null for a new one.';
create index form_drafts__kept_at on form_drafts (kept_at);

grant select, insert, update, delete on form_drafts to dikshant_app;
