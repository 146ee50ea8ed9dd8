-- Each tab autosaves its own form. One that was saved or discarded leaves its id behind, so that a request that was under
-- way meanwhile does not bring it back.
alter table form_drafts
  add column id uuid not null default gen_random_uuid(),
  add column ended_at timestamptz,
  drop constraint form_drafts__one_per_form;
alter table form_drafts
  alter column id drop default,
  add constraint form_drafts__one_per_tab primary key (staff_id, form_key, id),
  add constraint form_drafts__ended_is_empty
    check (ended_at is null or (entered::text = '{}' and opened is null));
comment on column form_drafts.id is 'Made by the tab, which takes a new one when its form was saved or discarded.';
comment on column form_drafts.ended_at is 'When it was saved or discarded; null while somebody may go on with it.';
