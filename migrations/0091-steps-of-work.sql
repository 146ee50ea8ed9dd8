alter table staff_preferences add column steps_seen boolean not null default false;
comment on column staff_preferences.steps_seen is 'Whether the person has put away "Your day in four steps".';

-- The dashboard counts the days between the steps by index alone.
create index applications__steps on applications (college_id, received_at, verified_at);
create index certificates__steps on certificates (college_id, created_at, printed_at, handed_over_at);

-- The planner expects as many numbers of days as moments otherwise.
create statistics applications__days_to_verify on ((date_part('epoch', verified_at - received_at) / 86400)::integer) from applications;
create statistics certificates__days_to_print on ((date_part('epoch', printed_at - created_at) / 86400)::integer) from certificates;
create statistics certificates__days_to_hand_over on ((date_part('epoch', handed_over_at - printed_at) / 86400)::integer) from certificates;
