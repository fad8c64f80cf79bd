-- Locks an e-mail address until the end of the transaction, and answers whether no chain has a profile of it: as a function
-- of several statements it reads what the transaction has committed that it waited for.
CREATE FUNCTION lock_new_email(wanted_email text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('e-mail ' || lower(wanted_email), 0));
  RETURN NOT EXISTS (SELECT FROM chain_profiles WHERE email_key = lower(wanted_email));
END
$$;
--> statement-breakpoint
-- Before the owner changes: a login without the rights of the new owner would change nothing, with a warning only.
REVOKE ALL ON FUNCTION lock_new_email(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION lock_new_email(text) TO front_desk_platform;
--> statement-breakpoint
ALTER FUNCTION lock_new_email(text) OWNER TO front_desk_operator;
