alter table staff_preferences
  add column scanner_preamble text not null default '',
  add column list_layouts jsonb not null default '{}',
  add constraint staff_preferences__preamble_short check (scanner_preamble ~ '^[!-~]{0,4}$'),
  add constraint staff_preferences__layouts_bounded
    check (jsonb_typeof(list_layouts) = 'object' and length(list_layouts::text) <= 100000);
comment on column staff_preferences.scanner_preamble is
  'What the person''s barcode scanner sends before each code, so that a scan is told from typing; empty for none.';
comment on column staff_preferences.list_layouts is
  'By the name of a list: its columns in the person''s order, hidden ones, widths in pixels and pins.';
