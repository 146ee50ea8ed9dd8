-- Printers are a master: its columns have the names of its fields, and an entry that no record uses can be deleted.
alter table printers rename column x_offset_mm to x_mm;
alter table printers rename column y_offset_mm to y_mm;
grant delete on printers to dikshant_app;

-- So are kinds of paper and ink; a language without a word is left out of theirs.
update papers set
  names = (select jsonb_object_agg(key, value) from jsonb_each_text(names) where value <> ''),
  colours = (select jsonb_object_agg(key, value) from jsonb_each_text(colours) where value <> '')
 where names is not null or colours is not null;
update inks set
  names = (select jsonb_object_agg(key, value) from jsonb_each_text(names) where value <> ''),
  colours = (select jsonb_object_agg(key, value) from jsonb_each_text(colours) where value <> '')
 where names is not null or colours is not null;
grant delete on papers, inks to dikshant_app;
