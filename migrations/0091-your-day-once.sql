alter table staff_preferences add column steps_seen boolean not null default false;
comment on column staff_preferences.steps_seen is 'Whether the person has put away "Your day in four steps".';
