-- Why an upload, a corrected file or a print file failed: the code of the refusal with what it carries, and the sentence
-- in English, as {"code", "data", "message"}. What was kept as a sentence alone stays one.
alter table imports alter column failure type jsonb
  using case when failure is not null then jsonb_build_object('code', '', 'message', failure) end;
alter table import_files rename column refusal to failure;
alter table import_files alter column failure type jsonb
  using case when failure is not null then jsonb_build_object('code', '', 'message', failure) end;
alter table print_runs alter column document_failure type jsonb
  using case when document_failure is not null then jsonb_build_object('code', '', 'message', document_failure) end;
