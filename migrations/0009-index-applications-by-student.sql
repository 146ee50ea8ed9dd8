-- A student of the master is found among the applications by the registration number in any spelling of its letters.
create index applications__student on applications (college_id, lower(registration_number));
