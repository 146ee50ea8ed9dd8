-- What all writings of one text have in common for a search: small letters without accents, nuktas, apostrophes, dots and
-- blanks, so that "K. R. Rao", "K R Rao" and "KR Rao" are one, and so are "D'Souza" and "D’Souza". Every part of a text
-- stays a part of its form. A line feed separates the columns of one text and stays.
create function search_form(content text) returns text language plpgsql immutable strict parallel safe as $$
begin
  -- Most texts are plain ASCII, and this takes a twentieth of the time.
  if octet_length(content) = char_length(content) and content !~ '[\t\v\f\r`]' then
    return replace(replace(replace(replace(lower(content collate "C"), ' ', ''), '.', ''), '''', ''), '"', '');
  end if;
  -- Letters with a stroke have no accent that could be taken off: "Łukasz", "Đặng", "Søren".
  return regexp_replace(translate(replace(public.fold_other_characters(content), 'ॐ', 'ओम्'), 'đðħıłøŧ', 'ddhilot'),
    '[ \t\v\f\r`.''"‘’‚‛“”„‟«»‹›\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]+', '', 'g');
end $$;
comment on function search_form(text) is 'What a search compares: of the searched texts and of the term.';

-- The searched columns and indexes, in this form. `set expression` would need PostgreSQL 17.
drop trigger applications__carry_search_text on applications;
do $do$
declare
  searched record;
  definition text;
begin
  for searched in
    select a.attrelid::regclass as owner, a.attstattarget as target,
           replace(pg_get_expr(d.adbin, d.adrelid), 'lower(', 'search_form(') as form,
           array(select pg_get_indexdef(indexrelid) from pg_index
                  where indrelid = a.attrelid and pg_get_indexdef(indexrelid) like '%search_text%') as indexes
      from pg_attribute a
      join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attname = 'search_text' and a.attgenerated = 's'
  loop
    execute format('alter table %s drop column search_text, add column search_text text not null generated always as (%s) stored',
      searched.owner, searched.form);
    if searched.target > 0 then
      execute format('alter table %s alter column search_text set statistics %s', searched.owner, searched.target);
    end if;
    foreach definition in array searched.indexes loop
      execute definition;
    end loop;
  end loop;
  for searched in
    select indexname as name, replace(indexdef, 'lower(', 'search_form(') as form
      from pg_indexes where schemaname = 'public' and indexdef like '%USING gin%lower(%gin_trgm_ops%'
  loop
    execute format('drop index %I', searched.name);
    execute searched.form;
  end loop;
end $do$;
create trigger applications__carry_search_text after update on applications
  for each row when (old.search_text <> new.search_text) execute function applications__carry_search_text();

drop index applications__convocation_number;
create index applications__convocation_number on applications using gin (search_form(convocation_number) gin_trgm_ops);

-- A certificate carries the text of its application.
create or replace function certificates__take_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := (select search_text from applications where id = new.application_id) || E'\n' || search_form(new.convocation_number);
  return new;
end $$;
create or replace function applications__carry_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update certificates set search_text = new.search_text || E'\n' || search_form(convocation_number) where application_id = new.id;
  return null;
end $$;
drop index certificates__search, certificates__search_bigrams;
alter table certificates disable trigger user;
update certificates
   set search_text = applications.search_text || E'\n' || search_form(certificates.convocation_number)
  from applications
 where applications.id = certificates.application_id;
alter table certificates enable trigger user;
create index certificates__search on certificates using gin (search_text gin_trgm_ops);
create index certificates__search_bigrams on certificates using gin (search_bigrams(search_text) gin_trgm_ops);

-- The order of names: letters first, then accents, then case, by ICU, which orders the same on every server.
create collation name_order (provider = icu, locale = 'und', deterministic = true);
comment on collation name_order is 'Its version is that of the ICU with which the indexes were built; doctor compares it.';
drop index students__name, applications__candidate, reprint_requests__by_name;
create index students__name on students (name collate name_order, id) include (created_at);
create index applications__candidate on applications (candidate_name collate name_order, id)
  include (status, certificate_stage, received_at);
create index reprint_requests__by_name on reprint_requests (candidate_name collate name_order, id);
