-- Mails to candidates and colleges, slips and letters are in the university's language.
alter table university add column language text
  constraint university__language_known check (language in ('en', 'kn', 'hi'));

-- What is on the shelf, as people of either script call it: by language tag, {"kn": …}.
alter table papers add column names jsonb, add column colours jsonb;
alter table inks add column names jsonb, add column colours jsonb;
