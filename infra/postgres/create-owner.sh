#!/bin/sh
# The role that owns the database: it makes the apps' roles and runs migrations, and is no superuser.
set -eu
psql --no-psqlrc -v ON_ERROR_STOP=1 -v password="$OWNER_PASSWORD" --username postgres --dbname service <<'SQL'
CREATE ROLE service_owner LOGIN CREATEROLE PASSWORD :'password';
GRANT pg_read_all_stats TO service_owner WITH ADMIN OPTION;
ALTER DATABASE service OWNER TO service_owner;
SQL
