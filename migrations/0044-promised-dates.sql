-- When a candidate is told to come for the certificate: the university says after how many days, and an application keeps what its
-- slip promised.

alter table university
  add column ready_after_days integer,
  add constraint university__ready_after_days_range check (ready_after_days between 1 and 365);

alter table applications
  add column promised_on date,
  add constraint applications__promised_later check (promised_on > (received_at at time zone 'Asia/Kolkata')::date);
comment on column applications.promised_on is 'The day from which the certificate is ready, as the acknowledgement slip says; null of applications from before it was promised.';

-- The posting list of a day.
create index hand_overs__posted on hand_overs (posted_on) where posted_on is not null;
