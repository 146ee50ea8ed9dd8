alter table staff_preferences add column steps_seen boolean not null default false;
comment on column staff_preferences.steps_seen is 'Whether the person has put away "Your day in four steps".';

-- The dashboard counts the days between the steps of the last year by index alone.
create index applications__steps on applications (college_id, verified_at, received_at);
create index certificates__steps on certificates (college_id, printed_at, waiting_since, handed_over_at);
