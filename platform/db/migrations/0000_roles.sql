-- Roles belong to the cluster: another database in it may have made them already, or be making them right now.
DO $$
DECLARE
  wanted text;
  is_16 boolean := current_setting('server_version_num')::int >= 160000;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['front_desk_platform', 'front_desk_operator'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
    -- Able to become the role, but not seeing with its eyes before doing so.
    IF NOT pg_has_role(current_user, wanted, CASE WHEN is_16 THEN 'SET' ELSE 'MEMBER' END) THEN
      EXECUTE format('GRANT %I TO %I', wanted, current_user) || CASE WHEN is_16 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
    END IF;
  END LOOP;
END
$$;
