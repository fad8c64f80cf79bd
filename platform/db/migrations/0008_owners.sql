CREATE TABLE "owner_sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_sign_in_failures" (
	"failure_id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owners" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD CONSTRAINT "owner_sessions_owner_id_owners_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owners" ADD CONSTRAINT "owners_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_sessions_of_owner" ON "owner_sessions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "owner_sessions_by_end" ON "owner_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "owner_sign_in_failures_of_digest" ON "owner_sign_in_failures" USING btree ("digest","failed_at");--> statement-breakpoint
CREATE INDEX "owner_sign_in_failures_by_time" ON "owner_sign_in_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "owners_email" ON "owners" USING btree ("email");
--> statement-breakpoint
-- Owners are made by the operator's commands; they change their own password and the credentials of their gym.
REVOKE INSERT, UPDATE, DELETE ON owners FROM front_desk_platform;
--> statement-breakpoint
REVOKE UPDATE ON owner_sessions, owner_sign_in_failures FROM front_desk_platform;
--> statement-breakpoint
GRANT UPDATE (password_hash) ON owners TO front_desk_platform;
--> statement-breakpoint
GRANT INSERT, UPDATE (revoked_at) ON api_keys TO front_desk_platform;
--> statement-breakpoint
GRANT INSERT, UPDATE (token_hash, created_at) ON access_tokens TO front_desk_platform;
--> statement-breakpoint
-- Every credential is readable before the chain is known; none is written for a chain but the current one.
CREATE FUNCTION hold_credentials_to_chain() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF current_user = 'front_desk_platform'
    AND NEW.chain_id IS DISTINCT FROM nullif(current_setting('app.chain_id', true), '')::uuid
  THEN
    RAISE EXCEPTION 'a credential of another chain' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_undoing() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'what was revoked stays revoked' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER api_keys_of_current_chain BEFORE INSERT OR UPDATE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION hold_credentials_to_chain();
--> statement-breakpoint
CREATE TRIGGER api_keys_stay_revoked BEFORE UPDATE ON api_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse_undoing();
--> statement-breakpoint
CREATE TRIGGER access_tokens_of_current_chain BEFORE INSERT OR UPDATE OF token_hash ON access_tokens
  FOR EACH ROW EXECUTE FUNCTION hold_credentials_to_chain();
--> statement-breakpoint
CREATE TRIGGER owners_of_current_chain BEFORE UPDATE ON owners
  FOR EACH ROW EXECUTE FUNCTION hold_credentials_to_chain();
