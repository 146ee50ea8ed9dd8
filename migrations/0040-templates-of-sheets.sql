-- How the certificates of a type look, and every template that a sheet was printed from, for ever.
alter table certificate_types
  add column template text,
  add constraint certificate_types__template_known check (template in ('ornamental', 'modern', 'data_only'));
comment on column certificate_types.template is 'One of the designs of the portal; null is the ornamental one.';

create table printed_templates (
  sha256  text primary key,
  content jsonb not null,
  constraint printed_templates__sha256_format check (sha256 ~ '^[0-9a-f]{64}$')
);
comment on table printed_templates is 'What stood where and how it was worded on sheets, by the SHA-256 of its canonical JSON (RFC 8785). Written once, never changed.';

create function printed_templates__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'sheets were printed from it' using errcode = 'check_violation', constraint = 'printed_templates__never_changed';
end $$;
create trigger printed_templates__refuse_change before update or delete on printed_templates
  for each row execute function printed_templates__refuse_change();
grant select, insert on printed_templates to dikshant_app;

alter table sheet_facts
  add column template_sha256 text,
  add constraint sheet_facts__template_kept foreign key (template_sha256) references printed_templates,
  -- Sheets that were bound before templates were kept have none.
  add constraint sheet_facts__template_named check (template_sha256 is not null) not valid;
create index sheet_facts__template on sheet_facts (template_sha256);
