#!/bin/sh
# Runs once, when the database is made: the role that serves. What it may do comes with the migrations.
set -eu
psql --username postgres --dbname dikshant --set ON_ERROR_STOP=1 <<'SQL'
\getenv password PORTAL_PASSWORD
create role dikshant_app;
create role dikshant login password :'password' in role dikshant_app;
SQL
