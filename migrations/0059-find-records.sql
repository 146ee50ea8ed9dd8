-- Numbers are found by how they begin, within each college: in the order of their characters, whatever the locale.
create index applications__registration_in_college on applications (college_id, lower(registration_number) text_pattern_ops);
drop index applications__student;
create index applications__roll_begins on applications (college_id, lower(exam_roll_number) text_pattern_ops);
drop index applications__roll_in_college;
create index certificates__number_begins on certificates (college_id, number_key(convocation_number) text_pattern_ops);
