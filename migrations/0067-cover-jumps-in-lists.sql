-- A jump in a list skips the entries of an index before its position. Neither position indexes nor the logs of changes
-- that corrected them are needed any more.

drop trigger applications__log_insert on applications;
drop trigger applications__log_update on applications;
drop trigger applications__log_delete on applications;
drop trigger students__log_insert on students;
drop trigger students__log_update on students;
drop trigger students__log_delete on students;
drop trigger certificates__log_insert on certificates;
drop trigger certificates__log_update on certificates;
drop trigger certificates__log_delete on certificates;
drop function lists__log_changes();
drop table position_indexes, application_changes, student_changes, certificate_changes;

-- The columns of common filters, so that the skipped rows need not be read.
drop index applications__candidate;
drop index applications__registration;
drop index applications__roll;
drop index students__name;
drop index certificates__number_order;
drop index certificates__printed_newest;
create index applications__candidate on applications (candidate_name, id)
  include (status, certificate_stage, received_at);
create index applications__registration on applications (registration_number, id)
  include (status, certificate_stage, received_at);
create index applications__roll on applications (exam_roll_number, id)
  include (status, certificate_stage, received_at);
create index students__name on students (name, id) include (created_at);
create index certificates__number_order on certificates (convocation_number, id) include (state);
create index certificates__printed_newest on certificates (printed_at desc, id desc) include (state)
  where state in ('printed', 'handed_over');
