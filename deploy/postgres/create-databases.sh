#!/bin/bash
# Run once, by the PostgreSQL image, on an empty data folder: a database and a plain login role for each program. Neither role
# may make roles or databases; the two that the platform works as are made here, as `print-roles-sql` says.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --username postgres \
  --set desk_password="$DESK_DATABASE_PASSWORD" --set platform_password="$PLATFORM_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE desk LOGIN PASSWORD :'desk_password';
CREATE ROLE platform LOGIN PASSWORD :'platform_password';
CREATE DATABASE desk OWNER desk;
CREATE DATABASE platform OWNER platform;
REVOKE ALL ON DATABASE desk, platform FROM PUBLIC;
SQL
psql --set ON_ERROR_STOP=1 --username postgres --file "${FRONT_DESK_ROLES:-/front-desk/platform-roles.sql}"
