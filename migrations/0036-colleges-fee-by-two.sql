-- A college's convocation fee is the row 'that college, any' of the schedule of fees: another fee is confirmed by a second person
-- as the schedule's rows are. A new college and whatever else is written of one stay one person's act.

create constraint trigger colleges__four_eyes after update of convocation_fee on colleges
  deferrable initially deferred for each row
  when (old.convocation_fee is distinct from new.convocation_fee and pg_trigger_depth() = 0)
  execute function refuse_lone_change();
