-- The copies of a certificate and the batches of a sheet are read on the pages of their records.
create index sheets__certificate on sheets (certificate_id);
create index signing_batch_sheets__sheet on signing_batch_sheets (sheet_id);
