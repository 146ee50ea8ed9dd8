-- A template has a signed-off proof by a sheet of its own, not by that of a layout that looks the same.

alter table proofs add column template_id uuid;
comment on column proofs.template_id is 'Whose draft it shows, also where the draft was deleted since; null shows the layout that prints.';

update proofs set template_id = (
  select v.template_id
    from template_versions v
    join templates t on t.id = v.template_id
    join printed_templates shown on shown.content = v.content
   where shown.sha256 = proofs.template_sha256 and t.certificate_type = proofs.certificate_type
     and (v.proof_id = proofs.id or v.made_at <= proofs.made_at)
   order by v.proof_id = proofs.id desc nulls last, v.made_at desc
   limit 1
)
-- Proofs from before templates were kept show none.
where template_sha256 is not null;

drop index proofs__one_standing;
create unique index proofs__one_standing on proofs (fingerprint, template_id) nulls not distinct where refused_at is null;

create function template_versions__own_proof() returns trigger language plpgsql as $$
begin
  if not exists (select from proofs where id = new.proof_id and template_id = new.template_id) then
    raise exception 'the proof is not of this template' using errcode = 'check_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create trigger template_versions__own_proof before insert or update of proof_id on template_versions for each row
  when (new.proof_id is not null) execute function template_versions__own_proof();
