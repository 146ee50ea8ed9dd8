alter table staff_preferences
  add column scanner_preamble text not null default '',
  add constraint staff_preferences__preamble_short check (scanner_preamble ~ '^[!-~]{0,4}$');
comment on column staff_preferences.scanner_preamble is
  'What the person''s barcode scanner sends before each code, so that a scan is told from typing; empty for none.';
