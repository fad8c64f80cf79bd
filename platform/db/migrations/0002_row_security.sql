ALTER TABLE "rate_buckets" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_buckets" SET (fillfactor = 50);
--> statement-breakpoint
-- Row security holds for the owner as well: a connection that forgot to change its role sees nothing.
DO $$
DECLARE
  secured regclass;
BEGIN
  FOR secured IN
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relrowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', secured);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
-- What only the operator's commands may change.
REVOKE INSERT, UPDATE, DELETE ON chains, gyms, api_keys, access_tokens, products, blacklisted_emails FROM front_desk_platform;
--> statement-breakpoint
GRANT UPDATE (last_received_at) ON gyms TO front_desk_platform;
--> statement-breakpoint
REVOKE UPDATE, DELETE ON accounts FROM front_desk_platform;
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON tans FROM front_desk_platform;
--> statement-breakpoint
GRANT UPDATE (account_id) ON tans TO front_desk_platform;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO front_desk_operator;
--> statement-breakpoint
-- The one look-up across chains: who has this e-mail address in a chain other than the current one?
CREATE FUNCTION profiles_of_other_chains(wanted_email text)
RETURNS TABLE (account_id uuid, first_name text, last_name text, date_of_birth date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT p.account_id, p.first_name, p.last_name, p.date_of_birth
  FROM chain_profiles p
  WHERE lower(p.email) = lower(wanted_email)
    AND p.chain_id <> nullif(current_setting('app.chain_id', true), '')::uuid
  ORDER BY p.created_at
$$;
--> statement-breakpoint
-- An account that no chain knows any longer is nobody's: nothing of it stays.
CREATE FUNCTION forget_account(forgotten uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  DELETE FROM accounts a
  WHERE a.account_id = forgotten
    AND NOT EXISTS (SELECT FROM chain_profiles p WHERE p.account_id = forgotten)
$$;
--> statement-breakpoint
ALTER FUNCTION profiles_of_other_chains(text) OWNER TO front_desk_operator;
--> statement-breakpoint
ALTER FUNCTION forget_account(uuid) OWNER TO front_desk_operator;
--> statement-breakpoint
REVOKE ALL ON FUNCTION profiles_of_other_chains(text), forget_account(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION profiles_of_other_chains(text), forget_account(uuid) TO front_desk_platform;
