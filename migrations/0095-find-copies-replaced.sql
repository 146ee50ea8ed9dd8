-- The auditor asks every night for copies that another replaced: few of many sheets.
create index sheets__superseded on sheets (superseded_at) where superseded_at is not null;
