-- Whoever is moved to another college no longer sees what they uploaded for the one before.
alter table files add column college_id uuid references colleges;
comment on column files.college_id is 'The college of the uploader at that moment, null for the whole university: until a record refers to the file, its uploader sees it while they work there.';
update files set college_id = staff.college_id from staff where staff.id = files.uploaded_by;
