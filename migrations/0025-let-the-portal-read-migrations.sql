-- At its start, and for /readyz, the portal compares the schema with its own migrations.
grant select on migrations to dikshant_app;
