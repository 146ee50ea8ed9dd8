-- One draft came in under two spellings of its branch ('Mysuru', 'Mysuru Main'), or one receipt for two drafts.
alter table demand_drafts
  add column alike_reason text,
  add constraint demand_drafts__alike_reason_given check (char_length(btrim(alike_reason)) between 3 and 300);
comment on column demand_drafts.alike_reason is 'Why it is another draft than the one that looks like it; null if none did when it or its receipt was received.';
grant update (alike_reason) on demand_drafts to dikshant_app;

create index files__receipt_bytes on files (sha256) where kind = 'receipt';
