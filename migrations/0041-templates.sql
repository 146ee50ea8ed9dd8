-- Templates of certificates that the university keeps itself: drafts are proved and brought into force from a day, and what
-- was brought into force stays. Where none is in force, a certificate type has its design.

alter table files
  drop constraint files__kind_known,
  add constraint files__kind_known check (
    kind in ('photo', 'receipt', 'invoice', 'error_photo', 'declaration', 'crest', 'signature', 'template_scan')
  );

create table templates (
  id                uuid primary key,
  name              text not null,
  certificate_type  text not null references certificate_types,
  design            text not null,
  scan_file_id      uuid references files,
  version           integer not null default 1,
  constraint templates__name_length check (char_length(name) between 2 and 120),
  constraint templates__design_known check (design in ('ornamental', 'modern', 'data_only'))
);
comment on table templates is 'A row stands for all versions of a template: how the certificates of a type may look.';
comment on column templates.design is 'Of the portal: the one that it began with.';
comment on column templates.scan_file_id is 'The pre-printed sheet, shown under the fields while they are placed; never printed.';
create unique index templates__name_unique on templates (lower(name));
create index templates__certificate_type on templates (certificate_type);

-- A proof keeps what it shows.
alter table proofs
  add column template_sha256 text,
  add constraint proofs__template_kept foreign key (template_sha256) references printed_templates,
  -- Proofs that were made before templates were kept have none.
  add constraint proofs__template_named check (template_sha256 is not null) not valid;
comment on table printed_templates is 'What stood where and how it was worded on sheets and on their proofs, by the SHA-256 of its canonical JSON (RFC 8785). Written once, never changed.';

create table proof_records (
  proof_id    uuid not null references proofs,
  position    integer not null,
  college_id  uuid not null references colleges,
  facts       jsonb not null,
  constraint proof_records__position_once primary key (proof_id, position)
);
comment on table proof_records is 'The real records that a proof shows, as they were when it was made; one without any shows sample data.';
create index proof_records__college on proof_records (college_id);

create table template_versions (
  id             uuid primary key,
  template_id    uuid not null references templates,
  number         integer not null,
  content        jsonb not null,
  made_by        uuid references staff,
  made_at        timestamptz not null,
  in_force_from  date,
  in_force_by    uuid references staff,
  in_force_at    timestamptz,
  proof_id       uuid references proofs,
  constraint template_versions__number_once unique (template_id, number),
  constraint template_versions__number_positive check (number > 0),
  constraint template_versions__in_force_whole check (
    num_nonnulls(in_force_from, in_force_by, in_force_at, proof_id) in (0, 4)
  )
);
comment on column template_versions.made_by is 'Who saved the draft last; null where it came by the command on the server.';
comment on column template_versions.in_force_from is 'From this day on it prints, until another version of the certificate type does; null is the draft.';
comment on column template_versions.proof_id is 'Of exactly this content, signed off by a second person before it was brought into force.';
create unique index template_versions__one_draft on template_versions (template_id) where in_force_from is null;
create index template_versions__in_force on template_versions (in_force_from, in_force_at) where in_force_from is not null;

-- Nobody changes or deletes what was brought into force; a draft comes into force from today or later, and as it was proved.
create function template_versions__check() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.in_force_from is not null then
    raise exception 'this version was brought into force' using errcode = 'check_violation', constraint = 'template_versions__never_changed';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.id, new.template_id, new.number) is distinct from (old.id, old.template_id, old.number) then
    raise exception 'a version stays that of its template' using errcode = 'check_violation', constraint = 'template_versions__of_its_template';
  end if;
  if new.in_force_from is not null then
    if new.in_force_from < (now() at time zone 'Asia/Kolkata')::date then
      raise exception 'sheets of earlier days are printed' using errcode = 'check_violation', constraint = 'template_versions__not_before_today';
    end if;
    if not exists (
      select from proofs p
        join printed_templates shown on shown.sha256 = p.template_sha256
        join templates t on t.id = new.template_id
       where p.id = new.proof_id and p.signed_off_at is not null
         and p.certificate_type = t.certificate_type and shown.content = new.content
    ) then
      raise exception 'nobody signed off a proof of this content' using errcode = 'check_violation', constraint = 'template_versions__proved';
    end if;
  end if;
  return new;
end $$;
create trigger template_versions__check before insert or update or delete on template_versions
  for each row execute function template_versions__check();

-- What a proof shows stays as it was signed off.
revoke update on proofs from dikshant_app;
grant update (signed_off_by, signed_off_at, refused_by, refused_at, refusal_remark, version) on proofs to dikshant_app;
grant select, insert, delete on templates to dikshant_app;
grant update (name, scan_file_id, version) on templates to dikshant_app;
grant select, insert on proof_records to dikshant_app;
grant select, insert, update, delete on template_versions to dikshant_app;
