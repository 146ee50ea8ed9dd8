create table saved_views (
  id        uuid primary key,
  staff_id  uuid not null references staff on delete cascade,
  list      text not null,
  name      text not null,
  address   text not null,
  constraint saved_views__list_length check (char_length(list) between 1 and 60),
  constraint saved_views__name_length check (name = btrim(name) and char_length(name) between 1 and 60),
  constraint saved_views__address_length check (char_length(address) <= 2000)
);
comment on table saved_views is 'How people like to see a list: search, filters, order and columns, as the address of its page has them.';
comment on column saved_views.list is 'The name of the list''s layout, such as total-applications.';
create unique index saved_views__name_unique on saved_views (staff_id, list, lower(name));

-- They come with every session.
create function saved_views__refuse_too_many() returns trigger language plpgsql as $$
begin
  perform from staff where id = new.staff_id for no key update;
  if (select count(*) from saved_views where staff_id = new.staff_id) >= 50 then
    raise exception 'a person has 50 saved views at most' using errcode = 'check_violation', constraint = 'saved_views__bounded';
  end if;
  return new;
end $$;
create trigger saved_views__bounded before insert on saved_views
  for each row execute function saved_views__refuse_too_many();

grant select, insert, update, delete on saved_views to dikshant_app;
