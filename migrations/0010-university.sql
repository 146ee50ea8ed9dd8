-- The university itself, which was settings of the environment, and pictures that are printed.

alter table files
  drop constraint files__kind_known,
  add constraint files__kind_known check (kind in ('photo', 'receipt', 'invoice', 'error_photo', 'crest', 'signature')),
  alter column uploaded_by drop not null,
  add constraint files__uploaded_by_somebody check (uploaded_by is not null or kind in ('crest', 'signature')),
  add constraint files__signature_is_png check (kind <> 'signature' or media_type = 'image/png');

comment on column files.uploaded_by is 'Null of a picture that came with a pack.';

create table university (
  id             uuid primary key,
  name           text not null,
  names          jsonb,
  short_name     text,
  place          text not null,
  address        text,
  phone          text,
  payee          text,
  accent_colour  text,
  crest_file_id  uuid references files,
  version        integer not null default 1,
  constraint university__name_not_blank check (name ~ '\S'),
  constraint university__accent_colour_format check (accent_colour ~* '^#[0-9a-f]{6}$')
);
create unique index university__name_unique on university ((true));
comment on table university is 'One row at most.';
comment on column university.names is 'By language tag: {"kn": …}.';
grant select, insert, update, delete on university to dikshant_app;

alter table offices add column signature_file_id uuid references files;
