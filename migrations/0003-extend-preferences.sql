alter table staff_preferences
  add column scanner_preamble text not null default '',
  add column list_views jsonb not null default '{}',
  add constraint staff_preferences__preamble_short check (scanner_preamble ~ '^[!-~]{0,4}$'),
  add constraint staff_preferences__views_bounded
    check (jsonb_typeof(list_views) = 'object' and length(list_views::text) <= 100000);
comment on column staff_preferences.scanner_preamble is
  'What the person''s barcode scanner sends before each code, so that a scan is told from typing; empty for none.';
comment on column staff_preferences.list_views is
  'By the name of a list: its columns in the person''s order, hidden ones, widths in pixels and pins.';
