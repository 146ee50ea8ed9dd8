-- What a course is: lists go on showing its code, certificates print its title.

alter table courses
  add column level          text not null default 'undergraduate',
  add column faculty        text,
  add column degree_title   text,
  add column degree_titles  jsonb,
  add column subject        text,
  add column subjects       jsonb,
  add column names_guide    text not null default 'no',
  add column active_from    date,
  add column active_until   date,
  add constraint courses__level_known check (level in ('diploma', 'undergraduate', 'postgraduate', 'doctorate')),
  add constraint courses__names_guide_known check (names_guide in ('yes', 'no')),
  add constraint courses__active_in_order check (active_from <= active_until);
comment on column courses.degree_titles is 'By language tag: {"kn": "ಕಲಾ ಪದವಿ"}; null is none.';
