-- The roles that the platform works as (docs/operate.md). `npm run -s platform:admin -- print-roles-sql` prints this.
DO $roles$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'front_desk_platform') THEN
    BEGIN
      CREATE ROLE front_desk_platform NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of the cluster has created it just now
    END;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'front_desk_operator') THEN
    BEGIN
      CREATE ROLE front_desk_operator NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of the cluster has created it just now
    END;
  END IF;
  -- able to become them, but not seeing with their eyes before doing so
  IF current_setting('server_version_num')::int >= 160000 THEN
    EXECUTE 'GRANT front_desk_platform, front_desk_operator TO ' || quote_ident('platform') || ' WITH INHERIT FALSE, SET TRUE';
  ELSE
    GRANT front_desk_platform, front_desk_operator TO "platform";
  END IF;
END
$roles$;
